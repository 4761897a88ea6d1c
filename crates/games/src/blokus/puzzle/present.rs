//! How the puzzle looks: blocks on a board with holes, and what is left of the stock.

use plywood_contract::{
    Frame, Ground, Light, Mark, Part, Refused, Scene, Shown, Spot, Square, Tray, message,
};

use super::board::{Board, Cell};
use super::moves::Puzzle;
use super::notation::read_boards;
use crate::bits::Bits;
use crate::blokus::game::present::{kind_of, kinds};
use crate::blokus::{Piece, Placement};
use crate::show::{which_piece, which_place};

impl<const W: usize> Shown for Puzzle<W> {
    fn frame(&self) -> Frame {
        let board = self.board(&Bits::EMPTY);
        let (rows, columns) = (board.rows() as u8, board.columns() as u8);
        Frame { rows, columns, pieces: kinds(), ..Frame::default() }
    }

    fn scene(&self, own: &Bits<W>) -> Scene {
        let board = self.board(own);
        let mut scene = Scene::default();
        for (number, group) in (0..).zip(self.grid().groups(*own)) {
            let piece = self.piece_of(group).map(kind_of);
            let square = |at| Square { at, piece, group: Some(number), ..Square::default() };
            scene.squares.extend(self.spots(group).into_iter().map(square));
        }
        let cells = (0..board.rows()).flat_map(|r| (0..board.columns()).map(move |c| (r, c)));
        let walls = cells.filter(|&(row, column)| board.cell(row, column) == Cell::Blocked);
        let wall = |(row, column)| (row * board.columns() + column) as Spot;
        let wall = |place| Square { at: wall(place), ground: Ground::Wall, ..Square::default() };
        scene.squares.extend(walls.map(wall));
        if own.is_empty() {
            scene.squares.push(Square { at: 0, ground: Ground::Start, ..Square::default() });
            let why = message!("light-begin-here", "the first piece must cover a1");
            scene.lights.push(Light { mark: Mark::Begin, at: vec![0], why });
        }
        let left = self.stock_left(own);
        let left = [(0, left.a as u16), (1, left.b as u16), (2, left.c as u16)];
        let left = left.into_iter().filter(|&(_, count)| count > 0).collect();
        scene.trays.push(Tray { owner: None, left });
        scene
    }

    fn parts(&self, _: &Bits<W>, placement: Placement) -> Vec<Part> {
        let cells = self.grid().cover(placement.piece(), placement.anchor());
        vec![
            Part::piece(which_piece(), kind_of(placement.piece())),
            Part::at(which_place(), self.spots(cells)),
        ]
    }

    /// The rows joined by `/` and the objective: a puzzle that begins there.
    fn state_text(&self, own: &Bits<W>) -> String {
        let board = self.board(own).to_string();
        let rows: Vec<&str> = board.lines().filter(|line| !line.contains(':')).collect();
        format!("{} objective={}", rows.join("/"), self.objective())
    }

    fn action_text(&self, _: &Bits<W>, placement: Placement) -> String {
        self.text(placement)
    }

    /// What [`Shown::state_text`] writes, or a board in a file's form; of several the first.
    fn read(text: &str) -> Result<Self, Refused> {
        let lines = match text.trim().split_once(" objective=") {
            Some((rows, objective)) => {
                format!("objective: {objective}\n{}\n", rows.replace('/', "\n"))
            }
            None => text.to_owned(),
        };
        let boards = read_boards(&lines).map_err(|error| Refused::from(error.message()))?;
        let board: &Board = boards.first().ok_or_else(|| {
            Refused::from(message!("puzzle-no-board", "there is no board in the text"))
        })?;
        Self::new(board).map_err(|error| Refused::from(error.message()))
    }
}

impl<const W: usize> Puzzle<W> {
    /// Cells of the picture, whose rows may be longer than those of the bitboard.
    fn spots(&self, cells: Bits<W>) -> Vec<Spot> {
        let n_columns = self.board(&Bits::EMPTY).columns();
        let places = cells.into_iter().map(|cell| self.grid().place(cell));
        places.map(|(row, column)| (row * n_columns + column) as Spot).collect()
    }

    fn piece_of(&self, cells: Bits<W>) -> Option<Piece> {
        let places: Vec<_> = cells.into_iter().map(|cell| self.grid().place(cell)).collect();
        Piece::of_cells(&places).map(|(piece, _)| piece)
    }
}
