//! Making the opening table of quarto and quatro, with positions as text: boards go out to be proven,
//! digits come back.

use plywood_contract::{Limits, Notation, Stop};
use plywood_games::quarto::Quatro;
use plywood_solvers::quarto::{Making, Prover};

use crate::games::Refused;

/// The table in progress.
pub struct OpeningTable(Making);

impl OpeningTable {
    /// A table with at most `placed` pieces on a board, from 0 to 5; it lists its boards, about a
    /// second.
    pub fn new(placed: u32) -> Self {
        Self(Making::up_to(placed))
    }

    /// The boards to prove, as positions of quatro, in order.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = String> {
        self.0.boards().map(|board| Quatro::default().position_text(&board))
    }

    /// The table's file, once the digits of all boards are there: in quarto, in quatro.
    pub fn finish(&mut self, digits: [&str; 2]) -> Option<Vec<u8>> {
        let [quarto, quatro] = digits;
        if !self.0.load(&format!("{quarto}\n{quatro}\n")) {
            return None;
        }
        self.0.finish()
    }
}

/// Proves boards of the table; its transposition table is kept from one to the next.
pub struct OpeningProver {
    placed: u32,
    prover: Prover,
}

impl OpeningProver {
    /// For boards with this many pieces, with a table of this many bytes.
    pub fn new(placed: u32, bytes: u64) -> Self {
        Self { placed, prover: Prover::new(bytes, 1, placed) }
    }

    /// How many pieces its boards have.
    pub fn placed(&self) -> u32 {
        self.placed
    }

    /// The value of a board in quarto, to the player who hands over, and in quatro, to the player to
    /// move: 0 for a loss, 1 for a draw, 2 for a win. Or what ended the proof.
    pub fn prove(
        &mut self,
        board: &str,
        limits: &Limits,
    ) -> Result<Result<[char; 2], Stop>, Refused> {
        let board = Quatro::default().read_position(board)?;
        let prover = &mut self.prover;
        let quarto = prover.quarto(&board, limits);
        let values = quarto.and_then(|quarto| Ok([quarto, prover.quatro(&board, limits)?]));
        Ok(values.map(|values| values.map(|value| char::from(b'0' + value as u8))))
    }
}
