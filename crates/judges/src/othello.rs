//! A judge of othello: places and mobility.

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::othello::{Move, Othello, Position};

/// Places and mobility, in hundredths of a disc; at the very end discs alone.
///
/// Corners can never be turned over, and the cells beside an empty corner give it away; edges are safer than
/// the middle. The side with more moves is seldom forced to give something away. Discs count for nothing
/// before the end, since few discs mean many moves. The weights are the usual ones of textbooks, never tuned.
///
/// ```
/// use plywood_contract::{Evaluator, Game};
/// use plywood_games::othello::Othello;
/// use plywood_judges::othello::OthelloJudge;
///
/// assert_eq!(OthelloJudge.evaluate(&Othello, &Othello.start()), 0); // nobody is ahead yet
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloJudge;

/// Sets of cells that are worth the same, and how much, in hundredths of a disc.
const PLACES: [(u64, Score); 6] = [
    (CORNERS, 800),
    (0x0042_0000_0000_4200, -250),
    (0x4281_0000_0000_8142, -120),
    (0x2400_8100_0081_0024, 80),
    (0x1800_0081_8100_0018, 40),
    (0x003c_4242_4242_3c00, -20),
];

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// By corner: the three cells beside it, which are harmless once it is taken.
const BESIDE: [(u64, u64); 4] = [
    (1, 0x0000_0000_0000_0302),
    (1 << 7, 0x0000_0000_0000_c040),
    (1 << 56, 0x0203_0000_0000_0000),
    (1 << 63, 0x40c0_0000_0000_0000),
];

/// The value of a move available.
const MOBILITY: Score = 60;
/// With so few cells left discs are counted.
const LATE: u32 = 6;
/// More than any game can end with.
const MOST: Score = 100 * 64;

impl Evaluator<Othello> for OthelloJudge {
    fn evaluate(&self, _: &Othello, position: &Position) -> Score {
        let (own, other) = (position.turn(), position.turn().other());
        let count = |seat: Seat| position.discs(seat).count_ones() as Score;
        if position.empty().count_ones() <= LATE {
            return 100 * (count(own) - count(other));
        }
        let taken = !position.empty();
        let harmless = BESIDE.iter().filter(|(corner, _)| taken & corner != 0);
        let harmless = harmless.fold(0, |cells, (_, beside)| cells | beside);
        let worth = |seat: Seat| {
            let places = PLACES.iter().map(|&(cells, worth)| {
                let cells = if worth < 0 { cells & !harmless } else { cells };
                worth * (position.discs(seat) & cells).count_ones() as Score
            });
            places.sum::<Score>() + MOBILITY * position.targets(seat).count_ones() as Score
        };
        (worth(own) - worth(other)).clamp(1 - MOST, MOST - 1)
    }

    fn settle(&self, result: i32) -> Score {
        100 * result
    }

    const RANKS: bool = true;

    /// Corners first, cells beside them last.
    fn rank(&self, _: &Othello, _: &Position, step: Move) -> i32 {
        let Some(cell) = step.cell() else { return 0 };
        PLACES.iter().find(|(cells, _)| cells >> cell & 1 == 1).map_or(0, |&(_, worth)| worth)
    }
}
