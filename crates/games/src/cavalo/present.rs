//! How cavalo looks: numbers, two knights, the cells the other knight bars, and what landings remove.

use plywood_contract::{
    Frame, Game, Light, Mark, Message, Part, Presented, Scene, Seat, Shape, Spot, Square, message,
};

use super::board::Position;
use super::cells::{Cell, SIDE, cells};
use super::moves::{Cavalo, Move};
use crate::show::{pass, plain_piece};

impl Presented for Cavalo {
    fn frame(&self) -> Frame {
        let knight = plain_piece("N", message!("cavalo-knight", "the knight"), Shape::Knight);
        Frame { rows: SIDE as u8, columns: SIDE as u8, pieces: vec![knight], ..Frame::default() }
    }

    fn scene(&self, position: &Position) -> Scene {
        let square = |cell: Cell| {
            let owner = Seat::BOTH.into_iter().find(|&seat| position.knight(seat) == Some(cell));
            let text = position.number(cell).map(two_digits).unwrap_or_default();
            let piece = owner.map(|_| 0);
            let at = spot(cell);
            (piece.is_some() || !text.is_empty()).then(|| Square {
                at,
                piece,
                owner,
                text,
                ..Square::default()
            })
        };
        let lights = self.barred(position).into_iter().collect();
        Scene { squares: Cell::all().filter_map(square).collect(), lights, ..Scene::default() }
    }

    /// Where the knight goes and, where the mover chooses, which double that removes.
    fn parts(&self, position: &Position, step: Move) -> Vec<Part> {
        let Some(to) = step.to() else { return Vec::new() };
        let ask = match position.knight(position.turn()) {
            Some(_) => message!("which-jump", "Where does the knight jump?"),
            None => message!("which-start", "Where does the knight start?"),
        };
        let double = self.chosen_double(position, step).map(|cell| {
            let ask = message!("which-double", "Which other double goes?");
            Part::at(ask, [spot(cell)])
        });
        [Part::at(ask, [spot(to)])].into_iter().chain(double).collect()
    }

    fn words(&self, position: &Position, step: Move) -> Message {
        let Some(to) = step.to() else { return pass() };
        let number = number_on(position, to);
        let cell = to.to_string();
        let takes = match position.knight(position.turn()) {
            Some(_) => {
                message!("words-jump", "the knight takes {number} on {cell}", number, cell)
            }
            None => {
                message!(
                    "words-start",
                    "the knight starts on {cell} and takes {number}",
                    number,
                    cell
                )
            }
        };
        match self.chosen_double(position, step).map(|cell| number_on(position, cell)) {
            Some(double) => {
                message!("words-and-removes", "{takes} and removes {double}", takes, double)
            }
            None => takes,
        }
    }

    /// Which other number the landing removes.
    fn effects(&self, position: &Position, step: Move) -> Vec<Message> {
        let removal = step.to().zip(step.removed());
        removal.map(|(to, removed)| removal_told(position, to, removed)).into_iter().collect()
    }

    /// Where the knights were placed before the first move, and what that removed.
    fn opening(&self) -> Vec<Message> {
        let mut told = Vec::new();
        for (position, step) in self.automatic_placements() {
            let Some(to) = step.to() else { continue };
            told.push(message!(
                "cavalo-placed",
                "the knight of player {player} starts on {cell} and takes {number}",
                player = position.turn(),
                cell = to.to_string(),
                number = number_on(&position, to)
            ));
            told.extend(self.effects(&position, step));
        }
        told
    }
}

impl Cavalo {
    /// The double that the mover chose to remove; none where there was nothing to choose.
    fn chosen_double(&self, position: &Position, step: Move) -> Option<Cell> {
        let removed = step.removed()?;
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let n_landings = moves.iter().filter(|other| other.to() == step.to()).count();
        (n_landings > 1).then_some(removed)
    }

    /// The numbers the side to move could take but for the other knight.
    fn barred(&self, position: &Position) -> Option<Light> {
        let mover = position.turn();
        let other = position.knight(mover.other())?;
        let barred = position.reach(mover) & position.numbered() & other.jumps();
        let is_over = self.result(position).is_some();
        (barred != 0 && !is_over).then(|| {
            let why = message!(
                "light-attacked",
                "attacked by the knight of player {player} on {cell}",
                player = mover.other(),
                cell = other.to_string()
            );
            Light { mark: Mark::Barred, at: cells(barred).map(spot).collect(), why }
        })
    }
}

/// The other number that a landing on `to` removes, in words.
fn removal_told(position: &Position, to: Cell, removed: Cell) -> Message {
    let number = number_on(position, removed);
    let cell = removed.to_string();
    let taken = number_on(position, to);
    match position.doubles() & to.bit() == 0 {
        true => message!(
            "effect-mirror",
            "{number} goes from {cell}: it mirrors {taken}",
            number,
            cell,
            taken
        ),
        false => message!(
            "effect-double",
            "{number} goes from {cell}: {taken} is a double and removes another",
            number,
            cell,
            taken
        ),
    }
}

fn spot(cell: Cell) -> Spot {
    cell.index() as Spot
}

fn two_digits(number: u8) -> String {
    format!("{number:02}")
}

fn number_on(position: &Position, cell: Cell) -> String {
    position.number(cell).map(two_digits).unwrap_or_default()
}
