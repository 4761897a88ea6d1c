//! How a map looks: walls, rough ground, start, goal, and where the path is now.

use plywood_contract::{
    Frame, Ground, Part, Problem, Refused, Scene, Shape, Shown, Square, message,
};

use super::map::Cell;
use super::moves::Grid;
use super::notation;
use crate::rows::cell_name;
use crate::show::plain_piece;

impl Shown for Grid {
    fn frame(&self) -> Frame {
        let walker = plain_piece("o", message!("grid-walker", "the end of the path"), Shape::Disc);
        let (rows, columns) = (self.map().n_rows() as u8, self.map().n_columns() as u8);
        Frame { rows, columns, pieces: vec![walker], ..Frame::default() }
    }

    fn scene(&self, &here: &u16) -> Scene {
        let square = |(at, &cell): (u16, &Cell)| {
            let (ground, text) = match cell {
                Cell::Open(1) => (Ground::Open, String::new()),
                Cell::Open(cost) => (Ground::Rough(cost), cost.to_string()),
                Cell::Wall => (Ground::Wall, String::new()),
                Cell::Start => (Ground::Start, "S".to_owned()),
                Cell::Goal => (Ground::Goal, "G".to_owned()),
            };
            let piece = (at == here).then_some(0);
            let is_plain = ground == Ground::Open && piece.is_none();
            (!is_plain).then(|| Square { at, ground, piece, text, ..Square::default() })
        };
        let squares = (0..).zip(self.map().cells()).filter_map(square).collect();
        Scene { squares, ..Scene::default() }
    }

    /// The next cell.
    fn parts(&self, here: &u16, way: u8) -> Vec<Part> {
        vec![Part::at(message!("which-step", "Where next?"), [self.apply(here, way)])]
    }

    /// The name of the cell.
    fn state_text(&self, &here: &u16) -> String {
        let n_columns = self.map().n_columns();
        cell_name(usize::from(here) / n_columns, usize::from(here) % n_columns)
    }

    fn action_text(&self, _: &u16, way: u8) -> String {
        const NAMES: [&str; 8] =
            ["up", "left", "right", "down", "up-left", "up-right", "down-left", "down-right"];
        NAMES[usize::from(way & 7)].to_owned()
    }

    /// Rows as lines or joined by `/`; `diagonal=true` may follow.
    fn read(text: &str) -> Result<Self, Refused> {
        notation::read(text)
    }
}
