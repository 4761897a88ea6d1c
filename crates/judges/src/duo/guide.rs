//! The learned part of the judge: how likely each move is the best, and who is going to win.
//!
//! Prior and value come from self-play: `cargo xtask train duo` plays the games, fits the weights and
//! writes a file of weights. Its first line says how it was made; the rest are numbers.

use std::sync::LazyLock;

use plywood_contract::{Evaluator, Playout, Score, Seat};
use plywood_games::duo::{BlokusDuo, Move, N_PIECES, Position};

use super::gains::{self, look_again};
use super::net::{MARGIN_UNIT, N_HIDDEN, N_OUT, N_ROWS, Net, logistic};
use super::{DuoJudge, outlook, playout, prior};

const SHIPPED: &[u8] = include_bytes!("../../data/duo-weights.bin");

/// How a file of weights begins; the rest of its first line says how it was made.
const MARK: &str = "plywood blokus-duo weights 2: ";

/// The weights of prior and value.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    pub(super) prior: prior::Weights,
    pub(super) gains: gains::Net,
    pub(super) net: Net,
}

impl Guide {
    /// The weights that come with the program.
    pub fn shipped() -> &'static Self {
        static GUIDE: LazyLock<Guide> =
            LazyLock::new(|| Guide::read(SHIPPED).expect("a test reads the file that is shipped"));
        &GUIDE
    }

    /// Reads a file of weights.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let line = bytes.iter().position(|&byte| byte == b'\n')?;
        std::str::from_utf8(&bytes[..line]).ok()?.strip_prefix(MARK)?;
        let numbers = bytes[line + 1..].chunks_exact(4);
        if !numbers.remainder().is_empty() || numbers.len() != Self::N_NUMBERS {
            return None;
        }
        let mut numbers =
            numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let mut guide =
            Self { prior: prior::Weights::zero(), gains: gains::Net::zero(), net: Net::zero() };
        guide.numbers_mut().zip(&mut numbers).for_each(|(weight, number)| *weight = number);
        Some(guide)
    }

    /// The file of weights; `made_by` is the command that made them.
    pub fn write(&self, made_by: &str) -> Vec<u8> {
        let mut guide = self.clone();
        let mut bytes = format!("{MARK}{}\n", made_by.replace('\n', " ")).into_bytes();
        bytes.extend(guide.numbers_mut().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    const N_NUMBERS: usize =
        prior::Weights::N_NUMBERS + gains::Net::N_NUMBERS + (N_ROWS + N_OUT) * N_HIDDEN + N_OUT;

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let net = &mut self.net;
        let layers = net.rows.iter_mut().chain(&mut net.out).flatten();
        self.prior.numbers_mut().chain(self.gains.numbers_mut()).chain(layers).chain(&mut net.bias)
    }

    fn outputs(&self, position: &Position) -> [f32; N_OUT] {
        self.net.outputs(&self.net.hidden(&outlook::look(position)))
    }

    /// What the side to move may expect, from −1 to 1.
    pub fn chance(&self, position: &Position) -> f32 {
        2.0 * logistic(self.outputs(position)[0]) - 1.0
    }

    /// The margin the side to move may expect, in points.
    pub fn margin(&self, position: &Position) -> f32 {
        MARGIN_UNIT * self.outputs(position)[1]
    }
}

/// The judge with weights of one's own, as training needs it.
#[derive(Clone, Copy, Debug)]
pub struct Guided<'a>(pub &'a Guide);

impl Evaluator<BlokusDuo> for Guided<'_> {
    fn evaluate(&self, game: &BlokusDuo, position: &Position) -> Score {
        DuoJudge.evaluate(game, position)
    }

    fn settle(&self, result: i32) -> Score {
        DuoJudge.settle(result)
    }

    const BOUNDS: bool = true;

    fn bounds(&self, game: &BlokusDuo, position: &Position) -> Option<[i32; 2]> {
        DuoJudge.bounds(game, position)
    }

    const GUIDES: bool = true;

    fn priors(
        &self,
        _game: &BlokusDuo,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) {
        let begin = out.len();
        prior::scores(&self.0.prior, position, last, moves, out);
        look_again(&self.0.gains, position, last, moves, &mut out[begin..]);
    }

    fn chance(&self, _game: &BlokusDuo, position: &Position) -> f32 {
        self.0.chance(position)
    }

    fn playout(
        &self,
        game: &BlokusDuo,
        position: &Position,
        chance: u64,
        room: &mut Vec<Move>,
    ) -> Option<Move> {
        DuoJudge.playout(game, position, chance, room)
    }

    fn trust(&self, _game: &BlokusDuo, position: &Position) -> f32 {
        trust(position)
    }

    const LATER: f32 = playout::LATER;

    const PLAYS_OUT: bool = true;

    fn play_out(
        &self,
        _game: &BlokusDuo,
        position: &mut Position,
        playout: &mut impl Playout<Move>,
    ) -> i32 {
        playout::play_out(position, playout)
    }
}

/// How much of a position's value should be the net's: most while much is open, little towards the end, where
/// random games tell more.
pub(super) fn trust(position: &Position) -> f32 {
    /// Up to so many pieces on the board, and from so many on.
    const EARLY: (f32, f32) = (10.0, 0.85);
    const LATE: (f32, f32) = (22.0, 0.3);
    let left = Seat::BOTH.map(|seat| position.left(seat).count_ones()).iter().sum::<u32>();
    let placed = (2 * N_PIECES as u32 - left) as f32;
    let late = ((placed - EARLY.0) / (LATE.0 - EARLY.0)).clamp(0.0, 1.0);
    EARLY.1 + (LATE.1 - EARLY.1) * late
}

/// Who plays the first games, before anything is learned: the judge's expected margin and its ranking of
/// moves, made into chances.
#[derive(Clone, Copy, Debug)]
pub struct Beginner;

impl Evaluator<BlokusDuo> for Beginner {
    fn evaluate(&self, game: &BlokusDuo, position: &Position) -> Score {
        DuoJudge.evaluate(game, position)
    }

    fn settle(&self, result: i32) -> Score {
        DuoJudge.settle(result)
    }

    const GUIDES: bool = true;

    fn priors(
        &self,
        game: &BlokusDuo,
        position: &Position,
        _last: Option<Move>,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) {
        // A cell is worth a hundred, a new corner ten: a likelihood of e for each cell.
        out.extend(moves.iter().map(|&step| DuoJudge.rank(game, position, step) as f32 / 60.0));
    }

    fn chance(&self, game: &BlokusDuo, position: &Position) -> f32 {
        // Eight points ahead is as good as half won.
        let margin = DuoJudge.evaluate(game, position) as f32;
        margin / (margin.abs() + 800.0)
    }
}

#[cfg(test)]
mod tests {
    use plywood_contract::Game;

    use super::*;

    #[test]
    fn the_shipped_weights_are_read_and_written_back() {
        let guide = Guide::shipped();
        assert_eq!(Guide::read(&guide.write("a test")).as_ref(), Some(guide));
        assert!(SHIPPED.len() < 1_000_000);
        let line = SHIPPED.split(|&byte| byte == b'\n').next().map(String::from_utf8_lossy);
        assert!(line.is_some_and(|line| line.contains("cargo xtask train duo")));
    }

    #[test]
    fn what_is_no_file_of_weights_is_refused() {
        for bytes in [&b""[..], b"\n", b"plywood blokus-duo weights 2: x\n\0\0\0\0", &SHIPPED[1..]]
        {
            assert_eq!(Guide::read(bytes), None);
        }
        assert_eq!(Guide::read(&SHIPPED[..SHIPPED.len() - 1]), None);
    }

    #[test]
    fn the_first_moves_that_look_best_are_large() {
        let start = BlokusDuo.start();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        BlokusDuo.moves(&start, &mut moves);
        Guided(Guide::shipped()).priors(&BlokusDuo, &start, None, &moves, &mut scores);
        let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i);
        let mut next = start;
        BlokusDuo.play(&mut next, moves[best.expect("there are moves")]);
        assert_eq!(next.points()[0], 5);
    }
}
