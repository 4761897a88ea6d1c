//! A position in the editor: changed cell by cell, legal or not yet.
//!
//! Works on the position's text, whose first word is the board row by row in every game; the other words
//! are updated with it.

use plywood_contract::{Frame, Ground, Refused, Scene, Seat, Spot, Square, Tray, message};

use super::laid::{Check, Laid, Objection};
use crate::catalogue::{OpenError, find, open};

/// What can be put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuff {
    /// Clears the cell.
    Nothing,
    /// Blocks the cell.
    Wall,
    /// A cell of this player's.
    Owned(Seat),
    /// A piece of the frame.
    Piece(u8),
    /// This player's knight.
    Knight(Seat),
}

/// A change to a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Puts something on a cell.
    Put(Spot, Stuff),
    /// Lays this player's piece on these cells, where pieces have several.
    Lay(Seat, Vec<Spot>),
    /// Takes away the piece that lies here, whole.
    Lift(Spot),
    /// Says whose turn it is.
    Turn(Seat),
    /// Says which piece must be placed now.
    Hand(Option<u8>),
}

/// A position in the editor.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The position's text, playable or not.
    pub text: String,
    /// How it looks.
    pub scene: Scene,
    /// What can be put on a cell.
    pub palette: Vec<Stuff>,
    /// Whose turn it is, where that can be chosen.
    pub turn: Option<Seat>,
    /// Whether a piece in hand can be chosen.
    pub has_hand: bool,
    /// Why it is not a legal position yet.
    pub problem: Option<OpenError>,
    /// Why the change was refused: what it asks for can never be. The text is as it was.
    pub objection: Option<Objection>,
    /// What is asked of every position, where pieces of several cells are laid.
    pub checks: Vec<Check>,
}

/// The words of a position's text after the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Stocks of both players, then the turn.
    Stocks,
    /// The turn first.
    Turn,
    /// The piece in hand, which there never is.
    NoHand,
    /// The piece in hand.
    Hand,
    /// Two knights, two scores and the turn.
    Knights,
    /// The turn alone.
    Discs,
    /// The turn, which follows from the number of discs.
    CountedDiscs,
    /// Nothing: the numbers of crosses and noughts tell whose turn it is.
    Marks,
}

impl Form {
    /// Letters per cell.
    fn width(self) -> usize {
        if self == Self::Knights { 2 } else { 1 }
    }

    /// Words of the text.
    fn n_words(self) -> usize {
        match self {
            Self::Marks => 1,
            Self::NoHand | Self::Hand | Self::Discs | Self::CountedDiscs => 2,
            Self::Turn => 3,
            Self::Stocks => 4,
            Self::Knights => 6,
        }
    }

    /// The letter of a cell of each player.
    fn letters(self) -> [&'static str; 2] {
        if self == Self::Marks { ["x", "o"] } else { ["1", "2"] }
    }

    /// The piece on a player's cells, where every occupied cell has one.
    fn piece(self, owner: Seat) -> Option<u8> {
        match self {
            Self::Marks => Some(owner.index() as u8),
            Self::Discs | Self::CountedDiscs => Some(0),
            _ => None,
        }
    }
}

/// Changes the position of this text, or the start.
pub fn draft(
    game: &str,
    rules: &str,
    seed: u64,
    position: Option<&str>,
    change: Option<&Change>,
) -> Result<Draft, OpenError> {
    let form = find(game)?.form;
    let start = open(game, rules, seed, None, &[])?;
    let frame = start.frame();
    let first = start.scene();
    let text = match position.map(str::trim) {
        None | Some("" | "startpos") => start.position(),
        Some(text) => text.to_owned(),
    };
    let sides = [usize::from(frame.rows), usize::from(frame.columns)];
    let n_pieces = if matches!(form, Form::NoHand | Form::Hand) { frame.pieces.len() } else { 0 };
    let mut sheet = Sheet::read(&text, form, sides, n_pieces)?;
    let is_laid = Laid::is_for(&first);
    let objection = match change {
        Some(change) => sheet.objection(change, &sheet.laid(&frame, &first), is_laid)?,
        None => None,
    };
    if let Some(change) = change.filter(|_| objection.is_none()) {
        sheet.apply(change);
    }
    let text = sheet.text();
    let problem = open(game, rules, seed, Some(&text), &[]).err();
    let (mut scene, mut checks) = (sheet.scene(), Vec::new());
    if is_laid {
        let laid = sheet.laid(&frame, &first);
        show(&laid, &first, &mut scene);
        checks = laid.checks();
    }
    Ok(Draft {
        scene,
        objection,
        checks,
        palette: sheet.palette(),
        turn: sheet.turn(),
        has_hand: form == Form::Hand,
        problem,
        text,
    })
}

/// Pieces as pieces, each a group of its kind; what is left of them; and where sides have yet to begin.
fn show(laid: &Laid, start: &Scene, scene: &mut Scene) {
    let mut n_groups = 0;
    for seat in Seat::BOTH {
        for piece in laid.pieces(seat) {
            let kind = laid.kind(&piece);
            let is_in = |square: &&mut Square| piece.contains(&usize::from(square.at));
            for square in scene.squares.iter_mut().filter(is_in) {
                (square.piece, square.group) = (kind, Some(n_groups));
            }
            n_groups += 1;
        }
        let left = laid.left(seat).into_iter().enumerate();
        let left = left.filter_map(|(piece, count)| {
            let count = u16::try_from(count).ok().filter(|&count| count > 0)?;
            Some((piece as u8, count))
        });
        scene.trays.push(Tray { owner: Some(seat), left: left.collect() });
    }
    let is_free = |square: &&Square| !scene.squares.iter().any(|other| other.at == square.at);
    let begins = start.squares.iter().filter(|square| square.ground == Ground::Start);
    let begins: Vec<Square> = begins.filter(is_free).cloned().collect();
    scene.squares.extend(begins);
}

/// A position's text, parsed into cells and words.
struct Sheet {
    form: Form,
    columns: usize,
    /// The number of kinds of pieces that can be put down.
    n_pieces: usize,
    cells: Vec<String>,
    /// The words after the board.
    rest: Vec<String>,
}

impl Sheet {
    fn read(
        text: &str,
        form: Form,
        [rows, columns]: [usize; 2],
        n_pieces: usize,
    ) -> Result<Self, Refused> {
        let (width, n_words) = (form.width(), form.n_words());
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        // Duo's last word is optional.
        if form == Form::Turn && words.len() == 2 {
            words.push("-".into());
        }
        let letters: Vec<Vec<char>> = words
            .first()
            .map_or("", |board| board)
            .split('/')
            .map(|row| row.chars().collect())
            .collect();
        let fits = letters.len() == rows && letters.iter().all(|row| row.len() == width * columns);
        if !fits || words.len() != n_words {
            let text = text.to_owned();
            return Err(
                message!("draft-shape", "`{text}` is not shaped like a position", text).into()
            );
        }
        let cells =
            letters.iter().flat_map(|row| row.chunks(width)).map(String::from_iter).collect();
        Ok(Self { form, columns, n_pieces, cells, rest: words.split_off(1) })
    }

    fn empty(&self) -> &'static str {
        if self.form == Form::Knights { "--" } else { "." }
    }

    fn apply(&mut self, change: &Change) {
        match *change {
            Change::Put(at, ref stuff) => {
                // What this game does not have, or a cell outside its board, changes nothing.
                if usize::from(at) < self.cells.len() && self.palette().contains(stuff) {
                    self.put(usize::from(at), stuff);
                }
            }
            Change::Lay(seat, ref cells) => {
                for &at in cells {
                    self.put(usize::from(at), &Stuff::Owned(seat));
                }
            }
            Change::Lift(at) => {
                let owner =
                    self.cells.get(usize::from(at)).filter(|cell| ["1", "2"].contains(&&***cell));
                if let Some(owner) = owner.cloned() {
                    let mut seen = vec![false; self.cells.len()];
                    for at in self.group(at.into(), &owner, &mut seen) {
                        self.cells[at] = self.empty().into();
                    }
                }
            }
            Change::Turn(seat) => {
                if let Some(place) = self.turn_place() {
                    self.rest[place] = seat.number().to_string();
                }
            }
            Change::Hand(piece) => {
                let is_known = piece.is_none_or(|piece| usize::from(piece) < self.n_pieces);
                if self.form == Form::Hand && is_known {
                    self.rest[0] = piece.map_or("-".into(), letter);
                }
            }
        }
        match self.form {
            Form::Stocks => {
                self.rest[0] = self.stock("1");
                self.rest[1] = self.stock("2");
            }
            Form::CountedDiscs => {
                let n_discs = self.cells.iter().filter(|cell| **cell != ".").count();
                self.rest[0] = if n_discs.is_multiple_of(2) { "1" } else { "2" }.into();
            }
            _ => {}
        }
    }

    /// The board as pieces of several cells.
    fn laid<'a>(&self, frame: &'a Frame, start: &'a Scene) -> Laid<'a> {
        let letters = self.form.letters();
        let owner =
            |cell: &String| Seat::BOTH.into_iter().find(|seat| cell == letters[seat.index()]);
        let owners = self.cells.iter().map(owner).collect();
        let walls = self.cells.iter().map(|cell| cell == "#").collect();
        Laid { frame, start, owners, walls }
    }

    /// Why a change can never be made, if so.
    fn objection(
        &self,
        change: &Change,
        laid: &Laid,
        is_laid: bool,
    ) -> Result<Option<Objection>, Refused> {
        match *change {
            Change::Lay(seat, ref cells) if is_laid => {
                let cells: Vec<usize> = cells.iter().map(|&at| at.into()).collect();
                laid.objection(seat, &cells)
            }
            Change::Lay(..) => {
                Err(message!("draft-not-laid", "this game has no pieces of several cells").into())
            }
            Change::Put(at, Stuff::Wall)
                if laid.owners.get(usize::from(at)).is_some_and(Option::is_some) =>
            {
                let cell = cell_name(at.into(), self.columns);
                let why = message!("cell-taken", "{cell} is taken", cell);
                Ok(Some(Objection::at(why, vec![at])))
            }
            Change::Put(at, ref stuff) if self.form == Form::CountedDiscs => {
                Ok(self.gravity(at.into(), stuff))
            }
            _ => Ok(None),
        }
    }

    /// Why a disc cannot be put or taken where discs fall, if so.
    fn gravity(&self, at: usize, stuff: &Stuff) -> Option<Objection> {
        let is_free = |at: Option<&String>| at.is_none_or(|cell| cell == ".");
        let name = |at: usize| cell_name(at, self.columns);
        let (below, above) = (at + self.columns, at.checked_sub(self.columns));
        let why = match stuff {
            Stuff::Owned(_) if below < self.cells.len() && is_free(self.cells.get(below)) => {
                message!(
                    "draft-floats",
                    "a disc falls: {cell} below it is empty",
                    cell = name(below)
                )
            }
            Stuff::Nothing if above.is_some_and(|above| !is_free(self.cells.get(above))) => {
                let cell = name(at - self.columns);
                message!(
                    "draft-carries",
                    "the disc on {cell} would fall: take that one first",
                    cell
                )
            }
            _ => return None,
        };
        Some(Objection::at(why, vec![at as Spot]))
    }

    fn put(&mut self, at: usize, stuff: &Stuff) {
        let text = match stuff {
            Stuff::Nothing | Stuff::Knight(_) => self.empty().to_owned(),
            Stuff::Wall => "#".into(),
            Stuff::Owned(seat) => self.form.letters()[seat.index()].into(),
            Stuff::Piece(piece) => letter(*piece),
        };
        let name = cell_name(at, self.columns);
        match stuff {
            // Each piece exists once: put down again, it moves.
            Stuff::Piece(_) => {
                let empty = self.empty();
                self.cells
                    .iter_mut()
                    .filter(|cell| **cell == text)
                    .for_each(|cell| *cell = empty.into());
                if self.form == Form::Hand && self.rest[0] == text {
                    self.rest[0] = "-".into();
                }
            }
            // A knight stands on a cell whose number is gone.
            Stuff::Knight(seat) => self.rest[seat.index()].clone_from(&name),
            _ if self.form == Form::Knights => {
                self.rest
                    .iter_mut()
                    .take(2)
                    .filter(|knight| **knight == name)
                    .for_each(|knight| *knight = "-".into());
            }
            _ => {}
        }
        self.cells[at] = text;
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.cells.chunks(self.columns).map(|row| row.concat()).collect();
        let board = rows.join("/");
        std::iter::once(&board).chain(&self.rest).cloned().collect::<Vec<_>>().join(" ")
    }

    fn turn_place(&self) -> Option<usize> {
        match self.form {
            Form::Stocks => Some(2),
            Form::Turn | Form::Discs => Some(0),
            Form::Knights => Some(4),
            Form::NoHand | Form::Hand | Form::CountedDiscs | Form::Marks => None,
        }
    }

    fn turn(&self) -> Option<Seat> {
        let word = &self.rest[self.turn_place()?];
        Some(if word == "2" { Seat::Two } else { Seat::One })
    }

    fn palette(&self) -> Vec<Stuff> {
        let mut palette: Vec<Stuff> = match self.form {
            Form::NoHand | Form::Hand => (0..self.n_pieces as u8).map(Stuff::Piece).collect(),
            Form::Knights => Seat::BOTH.map(Stuff::Knight).into(),
            _ => Seat::BOTH.map(Stuff::Owned).into(),
        };
        if self.form == Form::Stocks {
            palette.push(Stuff::Wall);
        }
        palette.push(Stuff::Nothing);
        palette
    }

    fn scene(&self) -> Scene {
        let hand = (self.form == Form::Hand).then(|| digit(&self.rest[0])).flatten();
        let squares = (0..self.cells.len()).filter_map(|at| self.square(at)).collect();
        Scene { squares, hand, ..Scene::default() }
    }

    fn square(&self, at: usize) -> Option<Square> {
        let cell = self.cells[at].as_str();
        let mut square = Square { at: at as Spot, ..Square::default() };
        match self.form {
            Form::NoHand | Form::Hand => square.piece = Some(digit(cell)?),
            Form::Knights => {
                let name = cell_name(at, self.columns);
                square.owner = Seat::BOTH.into_iter().find(|seat| self.rest[seat.index()] == name);
                square.piece = square.owner.map(|_| 0);
                if cell != "--" {
                    square.text = cell.to_owned();
                }
                return (square.owner.is_some() || !square.text.is_empty()).then_some(square);
            }
            _ if cell == "#" => square.ground = Ground::Wall,
            _ if cell == "." => return None,
            form => {
                let is_second = cell == form.letters()[Seat::Two.index()];
                let owner = if is_second { Seat::Two } else { Seat::One };
                (square.owner, square.piece) = (Some(owner), form.piece(owner));
            }
        }
        Some(square)
    }

    /// The pieces a player still has: cells that touch by an edge are one piece.
    fn stock(&self, owner: &str) -> String {
        let (mut left, mut seen) = ([10_i32, 10, 15], vec![false; self.cells.len()]);
        for first in 0..self.cells.len() {
            if self.cells[first] != owner || seen[first] {
                continue;
            }
            let group = self.group(first, owner, &mut seen);
            let has_square = group.iter().any(|at| {
                [1, self.columns, self.columns + 1].iter().all(|step| group.contains(&(at + step)))
            });
            left[if group.len() == 1 {
                0
            } else if has_square {
                1
            } else {
                2
            }] -= 1;
        }
        left.map(|count| count.max(0).to_string()).join(",")
    }

    /// The owner's cells connected with one.
    fn group(&self, first: usize, owner: &str, seen: &mut [bool]) -> Vec<usize> {
        let mut group = vec![first];
        seen[first] = true;
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            let column = at % self.columns;
            let beside = [
                at.checked_sub(self.columns),
                Some(at + self.columns),
                (column > 0).then(|| at - 1),
                (column + 1 < self.columns).then(|| at + 1),
            ];
            for at in beside.into_iter().flatten() {
                if self.cells.get(at).is_some_and(|cell| cell == owner) && !seen[at] {
                    seen[at] = true;
                    group.push(at);
                }
            }
            next += 1;
        }
        group
    }
}

fn cell_name(at: usize, columns: usize) -> String {
    format!("{}{}", char::from(b'a' + (at % columns) as u8), at / columns + 1)
}

fn letter(piece: u8) -> String {
    format!("{piece:x}")
}

fn digit(text: &str) -> Option<u8> {
    u8::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests;
