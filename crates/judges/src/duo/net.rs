//! The value net: an [`Outlook`] in, the expected result and margin of the side to move out.
//!
//! One hidden layer of rectified units. Counts are brought to mean 0 and deviation 1, which the weights
//! hold already; yes-or-no features only add their row.

use super::outlook::{N_BITS, N_COUNTS, Outlook};

/// Hidden units.
pub(super) const N_HIDDEN: usize = 32;
/// Rows of the first layer: counts, yes-or-no features, and what is always there.
pub(super) const N_ROWS: usize = N_COUNTS + N_BITS + 1;
/// Outputs: the logit of the result, and the margin in units of [`MARGIN_UNIT`].
pub(super) const N_OUT: usize = 2;
/// Points of margin in one unit of the second output.
pub(super) const MARGIN_UNIT: f32 = 10.0;

/// A unit's value for every hidden unit.
pub(super) type Hidden = [f32; N_HIDDEN];

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Net {
    pub(super) rows: Vec<Hidden>,
    pub(super) out: [Hidden; N_OUT],
    pub(super) bias: [f32; N_OUT],
}

impl Net {
    /// A net that knows nothing.
    pub(super) fn zero() -> Self {
        Self {
            rows: vec![[0.0; N_HIDDEN]; N_ROWS],
            out: [[0.0; N_HIDDEN]; N_OUT],
            bias: [0.0; N_OUT],
        }
    }

    /// The hidden units before rectification.
    #[inline]
    pub(super) fn hidden(&self, outlook: &Outlook) -> Hidden {
        let mut hidden = self.rows[N_ROWS - 1];
        for (row, &count) in self.rows.iter().zip(&outlook.counts) {
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += count * weight;
            }
        }
        for bit in outlook.bits() {
            for (unit, weight) in hidden.iter_mut().zip(&self.rows[N_COUNTS + bit]) {
                *unit += weight;
            }
        }
        hidden
    }

    /// The outputs.
    #[inline]
    pub(super) fn outputs(&self, hidden: &Hidden) -> [f32; N_OUT] {
        std::array::from_fn(|i| {
            let sum: f32 = hidden.iter().zip(&self.out[i]).map(|(unit, w)| unit.max(0.0) * w).sum();
            self.bias[i] + sum
        })
    }
}

/// From any number to between 0 and 1.
#[inline]
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
