//! Judges of connect four.

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::connect_four::{BOTTOM, ConnectFour, Position, completing};

/// What a win is worth, more than any opinion.
const WIN: Score = 1000;

/// Discs near the middle are worth more; a win is worth more than all of them.
///
/// ```
/// use plywood_contract::Evaluator;
/// use plywood_games::connect_four::{ConnectFour, Position};
/// use plywood_judges::connect_four::Middle;
///
/// let position = Position::after("4").unwrap(); // a disc in the middle, and the other side is to move
/// assert!(Middle.evaluate(&ConnectFour, &position) < 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

/// Columns 2 to 6, 3 to 5, and 4, which moves aside so that one count takes it along.
#[inline]
fn middle(discs: u64) -> Score {
    let outer = (discs & 0x0000_03ff_ffff_ff80) | (discs & 0x0fe0_0000) << 28;
    let inner = discs & 0x0000_0007_ffff_c000;
    (outer.count_ones() + inner.count_ones()) as Score
}

impl Evaluator<ConnectFour> for Middle {
    #[inline]
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        let [own, other] = position.discs();
        middle(own) - middle(other)
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }

    fn most(&self) -> Option<Score> {
        Some(WIN)
    }
}

/// Threats, and discs near the middle.
///
/// A threat is an empty cell that would complete four. Late in the game players must fill the columns
/// below them, and who comes to a cell first depends on its row: player 1, who makes odd-numbered
/// plies, fills odd rows, counted from the bottom, player 2 even ones. A threat on a row of one's own
/// is worth most, and the lower the better (Allis, 1988). The weights were set by hand.
///
/// ```
/// use plywood_contract::Evaluator;
/// use plywood_games::connect_four::{ConnectFour, Position};
/// use plywood_judges::connect_four::ConnectFourJudge;
///
/// let position = Position::after("4").unwrap();
/// assert!(ConnectFourJudge.evaluate(&ConnectFour, &position) <= 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourJudge;

/// Rows 1, 3 and 5 from the bottom.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

impl Evaluator<ConnectFour> for ConnectFourJudge {
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        let [own, other] = position.discs();
        let all = own | other;
        let (ours, theirs) = (completing(own, all), completing(other, all));
        let open = position.open();
        if ours & open != 0 {
            return WIN - 1;
        }
        if (theirs & open).count_ones() > 1 {
            return 1 - WIN;
        }
        let (own_rows, other_rows) = match position.turn() {
            Seat::One => (ODD_ROWS, EVEN_ROWS),
            Seat::Two => (EVEN_ROWS, ODD_ROWS),
        };
        let worth = |threats: u64, rows: u64| {
            10 * threats.count_ones() as Score + 20 * (threats & rows).count_ones() as Score
        };
        // A threat right above another of the same player cannot be met twice.
        let stacked = |threats: u64| 60 * (threats & threats >> 1).count_ones() as Score;
        worth(ours, own_rows) + stacked(ours) - worth(theirs, other_rows) - stacked(theirs)
            + middle(own)
            - middle(other)
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }

    fn most(&self) -> Option<Score> {
        Some(WIN)
    }

    const RANKS: bool = true;

    /// Columns near the middle first.
    fn rank(&self, _: &ConnectFour, _: &Position, cell: u8) -> i32 {
        3 - i32::from(cell / 7).abs_diff(3) as i32
    }
}
