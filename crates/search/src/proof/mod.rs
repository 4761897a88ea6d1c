//! Exact solvers: they report "proven" only when it is.
//!
//! | solver | question | answer |
//! |---|---|---|
//! | [`df_pn`] | does a player reach a result? | yes, no, or not settled within the limits |
//! | [`exact_score`] | how does the game end? | the difference in points, or a bound on it |
//! | [`win_draw_loss`] | who wins? | win, draw, loss, or not settled within the limits |
//!
//! All need a game in which every line ends and no position repeats on a line.

mod df_pn;
mod exact_score;
mod win_draw_loss;

pub use df_pn::{Claim, Settled, df_pn};
pub use exact_score::{EVERYTHING, Proven, exact_score};
pub use win_draw_loss::{Decided, win_draw_loss};
