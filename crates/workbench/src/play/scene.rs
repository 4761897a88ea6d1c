//! A position as plain cells, for front ends that draw it themselves, and pieces as plain shapes.

use plywood_contract::Notation;
use plywood_games::blokus::Piece as BlokusPiece;
use plywood_games::duo::{PIECE_NAMES, shapes as duo_shapes};
use plywood_games::quarto::{Board, Quarto, Quatro};

use super::choices::cell_of;
use crate::games::Seat;

/// Row and column on the screen: the top row is 0, whatever number the game gives it.
pub type Spot = (usize, usize);

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nothing.
    Empty,
    /// A hole in the board.
    Blocked,
    /// Nothing yet: the first piece of this player must cover it.
    Start(Seat),
    /// A piece of this player.
    Own(Seat),
    /// A Quarto piece by its code.
    Piece(u8),
    /// A number to be taken.
    Number(u8),
    /// The knight of this player.
    Knight(Seat),
}

/// A position as plain cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// How many rows there are.
    pub n_rows: usize,
    /// How many columns there are.
    pub n_columns: usize,
    /// Whether row 1 is the lowest.
    pub is_bottom_up: bool,
    /// The Quarto piece that waits to be placed.
    pub hand: Option<u8>,
    squares: Vec<Square>,
}

impl Scene {
    /// Reads a position that the game of this name wrote.
    pub fn new(game: &str, position: &str) -> Self {
        let mut fields = position.split(' ');
        let rows: Vec<&str> = fields.next().unwrap_or_default().split('/').collect();
        let n_columns = match game {
            "cavalo" => rows[0].len() / 2,
            _ => rows[0].len(),
        };
        let read = |row: &&str| -> Vec<Square> {
            match game {
                "cavalo" => (0..n_columns).map(|i| number(row, i)).collect(),
                "quatro" | "quarto" => row.chars().map(piece).collect(),
                _ => row.chars().map(owned).collect(),
            }
        };
        let mut scene = Self {
            n_rows: rows.len(),
            n_columns,
            is_bottom_up: game == "blokus-duo",
            hand: None,
            squares: rows.iter().flat_map(read).collect(),
        };
        match game {
            "quatro" | "quarto" => {
                scene.hand = fields.next().and_then(|hand| u8::from_str_radix(hand, 16).ok());
            }
            "cavalo" => {
                for (seat, cell) in Seat::BOTH.into_iter().zip(fields) {
                    scene.mark(cell, Square::Knight(seat));
                }
            }
            _ => {
                let starts: &[&str] = match game {
                    "blokus" => &["a1", "n14"],
                    "blokus-duo" => &["e10", "j5"],
                    _ => &["a1"],
                };
                for (seat, cell) in Seat::BOTH.into_iter().zip(starts) {
                    let is_free = scene.spot(cell).is_some_and(|s| scene.at(s) == Square::Empty);
                    if is_free {
                        scene.mark(cell, Square::Start(seat));
                    }
                }
            }
        }
        scene
    }

    fn mark(&mut self, cell: &str, square: Square) {
        if let Some((row, column)) = self.spot(cell) {
            self.squares[row * self.n_columns + column] = square;
        }
    }

    /// What a cell shows.
    pub fn at(&self, (row, column): Spot) -> Square {
        self.squares[row * self.n_columns + column]
    }

    /// Every cell, row by row from the top.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let n_columns = self.n_columns;
        (0..self.n_rows).flat_map(move |row| (0..n_columns).map(move |column| (row, column)))
    }

    /// The number of a row of the screen.
    pub fn row_number(&self, row: usize) -> usize {
        if self.is_bottom_up { self.n_rows.saturating_sub(row) } else { row + 1 }
    }

    /// The name of a cell, as `c4`.
    pub fn name(&self, (row, column): Spot) -> String {
        format!("{}{}", (b'a' + column as u8) as char, self.row_number(row))
    }

    /// The cell of this name.
    pub fn spot(&self, name: &str) -> Option<Spot> {
        let (row, column) = cell_of(name)?;
        let is_inside = row < self.n_rows && column < self.n_columns;
        let row = if self.is_bottom_up { self.n_rows.checked_sub(row + 1)? } else { row };
        is_inside.then_some((row, column))
    }

    /// The cells a move of the game covers or goes to; none for a pass.
    pub fn covered(&self, game: &str, step: &str) -> Vec<Spot> {
        match game {
            "blokus" => {
                let (piece, anchor) = step.split_once('@').unwrap_or((step, ""));
                let Some(at) = self.spot(anchor) else { return Vec::new() };
                let shape = BlokusPiece::from_name(piece).map_or(&[][..], BlokusPiece::cells);
                shape.iter().filter_map(|&(r, c)| shifted(at, (r.into(), c.into()))).collect()
            }
            "blokus-duo" => step.split(',').filter_map(|name| self.spot(name)).collect(),
            "quatro" => {
                step.split('@').nth(1).and_then(|cell| self.spot(cell)).into_iter().collect()
            }
            _ => {
                step.split(['>', 'x']).next().and_then(|cell| self.spot(cell)).into_iter().collect()
            }
        }
    }

    /// The move that lays a shape with its corner on a cell, as text; it may well be illegal.
    pub fn placing(&self, game: &str, shape: &Shape, corner: Spot) -> String {
        if game == "blokus" {
            let (row, column) = shape.anchor;
            return format!("{}@{}", shape.name, self.name((corner.0 + row, corner.1 + column)));
        }
        let mut cells: Vec<(usize, usize)> = shape
            .cells
            .iter()
            .map(|&(row, column)| (self.row_number(corner.0 + row), corner.1 + column))
            .collect();
        cells.sort_unstable();
        let name =
            |&(row, column): &(usize, usize)| format!("{}{row}", (b'a' + column as u8) as char);
        cells.iter().map(name).collect::<Vec<_>>().join(",")
    }
}

/// A cell moved by rows and columns; none beyond the top or the left.
fn shifted(at: Spot, by: (isize, isize)) -> Option<Spot> {
    Some((at.0.checked_add_signed(by.0)?, at.1.checked_add_signed(by.1)?))
}

fn owned(mark: char) -> Square {
    match mark {
        '1' => Square::Own(Seat::One),
        '2' => Square::Own(Seat::Two),
        '#' => Square::Blocked,
        _ => Square::Empty,
    }
}

fn piece(mark: char) -> Square {
    mark.to_digit(16).map_or(Square::Empty, |code| Square::Piece(code as u8))
}

fn number(row: &str, column: usize) -> Square {
    let text = row.get(2 * column..2 * column + 2);
    text.and_then(|text| text.parse().ok()).map_or(Square::Empty, Square::Number)
}

/// A piece as it lies: cells from its upper left corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name in moves: `c1`, `T5`.
    pub name: &'static str,
    /// Its cells on the screen, from the upper left corner of the rectangle around it.
    pub cells: Vec<Spot>,
    /// The cell that moves name.
    anchor: Spot,
}

/// The ways a kind of piece can lie, as [`super::stock`] names kinds; none where pieces are not shapes.
pub fn shapes(game: &str, kind: &str) -> Vec<Shape> {
    match game {
        "blokus" => {
            let is_kind = |piece: &BlokusPiece| piece.name().starts_with(kind);
            BlokusPiece::ALL.into_iter().filter(is_kind).map(blokus_shape).collect()
        }
        "blokus-duo" => {
            let all = duo_shapes().iter().filter(|shape| PIECE_NAMES[shape.piece] == kind);
            let upside_down = |shape: &plywood_games::duo::Shape| {
                let height = shape.cells.iter().map(|&(row, _)| row).max().unwrap_or(0);
                let cells = shape.cells.iter().map(|&(row, column)| (height - row, column));
                Shape { name: PIECE_NAMES[shape.piece], cells: cells.collect(), anchor: (0, 0) }
            };
            all.map(upside_down).collect()
        }
        _ => Vec::new(),
    }
}

fn blokus_shape(piece: BlokusPiece) -> Shape {
    let cells = piece.cells();
    let top = cells.iter().map(|&(row, _)| row).min().unwrap_or(0);
    let cell = |&(row, column): &(i8, i8)| ((row - top) as usize, column as usize);
    Shape { name: piece.name(), cells: cells.iter().map(cell).collect(), anchor: cell(&(0, 0)) }
}

/// The cells of every line that wins in a position of Quarto or Quatro; none elsewhere.
pub fn won_cells(game: &str, rules: &str, position: &str) -> Vec<Spot> {
    let squares = rules.split(',').any(|rule| rule.trim() == "squares=true");
    let board: Option<Board> = match game {
        "quatro" => Quatro { squares }.read_position(position).ok(),
        "quarto" => Quarto { squares }.read_position(position).ok().map(|position| position.board),
        _ => None,
    };
    let cells = board.map_or(0, |board| board.won_lines().fold(0, |cells, line| cells | line));
    (0..16).filter(|i| cells >> i & 1 == 1).map(|i| (i / 4, i % 4)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, open};
    use crate::play::choices;

    #[test]
    fn every_move_covers_cells_and_shapes_write_the_same_moves() {
        for entry in &CATALOGUE {
            let mut table = open(entry.name, "", 1, None, &[]).unwrap();
            for _ in 0..6 {
                let scene = Scene::new(entry.name, &table.position());
                let moves = table.moves();
                for choice in choices(entry.name, &moves) {
                    let covered = scene.covered(entry.name, &choice.step);
                    assert_eq!(covered.is_empty(), choice.place.is_none(), "{}", choice.step);
                    let Some(piece) = choice.piece else { continue };
                    let mut ways = shapes(entry.name, &piece).into_iter();
                    let corner = (
                        covered.iter().map(|s| s.0).min().unwrap(),
                        covered.iter().map(|s| s.1).min().unwrap(),
                    );
                    let writes =
                        |shape: Shape| scene.placing(entry.name, &shape, corner) == choice.step;
                    let is_shape = entry.name.starts_with("blokus");
                    assert_eq!(ways.any(writes), is_shape, "{}", choice.step);
                }
                table.play(&moves[moves.len() / 2]).unwrap();
            }
        }
    }

    #[test]
    fn positions_become_cells() {
        let scene =
            Scene::new("blokus-duo", &open("blokus-duo", "", 0, None, &[]).unwrap().position());
        assert_eq!(scene.spot("e10"), Some((4, 4)));
        assert_eq!(scene.at((4, 4)), Square::Start(Seat::One));
        assert_eq!(scene.name((13, 0)), "a1");
        let scene = Scene::new("quarto", ".6../..../..../.... d");
        assert_eq!((scene.at((0, 1)), scene.hand), (Square::Piece(6), Some(13)));
        let cavalo = open("cavalo", "", 3, None, &[]).unwrap().position();
        let scene = Scene::new("cavalo", &cavalo);
        let n_knights = scene.spots().filter(|&s| matches!(scene.at(s), Square::Knight(_))).count();
        assert_eq!((n_knights, scene.n_columns), (2, 10));
    }

    #[test]
    fn winning_lines_are_found_by_the_rules_in_force() {
        assert_eq!(won_cells("quatro", "", "0123/..../..../.... -").len(), 4);
        assert_eq!(won_cells("quarto", "squares=true", "01../23../..../.... -").len(), 4);
        assert!(won_cells("quarto", "", "01../23../..../.... f").is_empty());
    }
}
