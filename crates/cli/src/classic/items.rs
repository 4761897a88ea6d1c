//! What there is to choose from at one question of a move: pieces that keep their numbers, places.

use std::fmt::Display;

use plywood_workbench::catalogue::Manner;
use plywood_workbench::games::{Choice, Frame, Part, Scene, Seat, Spot};
use plywood_workbench::language::Words;

/// One answer to a question, and the moves that it leaves.
pub(super) struct Item {
    /// Its number, which stays the same while the game goes on where it can.
    pub(super) number: usize,
    /// What it is called, for who types that instead.
    pub(super) name: String,
    /// What is shown.
    pub(super) label: String,
    /// The cell it stands for.
    pub(super) spot: Option<Spot>,
    /// The moves it leaves, by their place among all.
    pub(super) fits: Vec<usize>,
}

/// A piece as it is chosen: its place in the frame, perhaps one way it lies, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) piece: u8,
    way: Option<usize>,
    pub(super) name: String,
}

/// A position and its moves, taken apart for questions.
pub(super) struct Board<'a> {
    pub(super) manner: &'static Manner,
    pub(super) frame: Frame,
    pub(super) scene: Scene,
    pub(super) choices: Vec<Choice>,
    pub(super) turn: Seat,
    pub(super) words: &'a Words,
}

/// Boards with no more cells than this number them all.
const FEW_CELLS: u16 = 16;

impl Board<'_> {
    /// Every piece there is in the game, in the order of their numbers from 1.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (piece, kind) in (0..).zip(&self.frame.pieces) {
            match kind.ways.len() {
                n_ways @ 2.. if self.manner.ways_apart => {
                    entries.extend((0..n_ways).map(|way| Entry {
                        piece,
                        way: Some(way),
                        name: format!("{}{}", kind.name, way + 1),
                    }));
                }
                _ => entries.push(Entry { piece, way: None, name: kind.name.clone() }),
            }
        }
        entries
    }

    /// What can be answered to the question after `n_answered` others, with these moves left.
    pub(super) fn items(&self, moves: &[usize], n_answered: usize) -> Vec<Item> {
        let is_piece = moves.iter().any(|&i| self.part(i, n_answered).is_some_and(is_piece));
        if is_piece { self.pieces(moves, n_answered) } else { self.places(moves, n_answered) }
    }

    /// The choice at this question of a move.
    pub(super) fn part(&self, choice: usize, question: usize) -> Option<&Part> {
        self.choices[choice].parts.get(question)
    }

    fn pieces(&self, moves: &[usize], n_answered: usize) -> Vec<Item> {
        let is_of = |entry: &Entry, choice: usize| {
            let parts = &self.choices[choice].parts;
            parts.get(n_answered).and_then(|part| part.piece) == Some(entry.piece)
                && entry.way.is_none_or(|way| {
                    parts.iter().any(|part| self.way(entry.piece, &part.at) == Some(way))
                })
        };
        let item = |(i, entry): (usize, Entry)| {
            let fits = moves.iter().copied().filter(|&choice| is_of(&entry, choice)).collect();
            let label = self.piece_label(&entry);
            Item { number: i + 1, name: entry.name, label, spot: None, fits }
        };
        let items = self.entries().into_iter().enumerate().map(item);
        items.filter(|item| !item.fits.is_empty()).collect()
    }

    /// A piece in words, its name, and how many are left where that matters.
    fn piece_label(&self, entry: &Entry) -> String {
        let named = self.piece_words(entry.piece).map(|words| format!("{words} ({})", entry.name));
        let label = named.unwrap_or_else(|| entry.name.clone());
        match self.manner.has_several {
            false => label,
            true => {
                let n_left = self.n_left(entry.piece);
                let holes: [(&str, &dyn Display); 2] = [("piece", &label), ("n", &n_left)];
                self.words.fill("piece-left", &holes)
            }
        }
    }

    /// A piece in words, where its name alone tells nothing.
    pub(super) fn piece_words(&self, piece: u8) -> Option<String> {
        self.manner.piece_words.map(|worded| self.words.say(&worded(piece)))
    }

    /// How many of a piece the player to move has left.
    pub(super) fn n_left(&self, piece: u8) -> u16 {
        let is_ours = |owner: Option<Seat>| owner.is_none_or(|owner| owner == self.turn);
        let trays = self.scene.trays.iter().filter(|tray| is_ours(tray.owner));
        let counts = trays.flat_map(|tray| &tray.left);
        counts.filter(|(kind, _)| *kind == piece).map(|(_, count)| *count).sum()
    }

    /// The way in which a piece covers these cells.
    fn way(&self, piece: u8, at: &[Spot]) -> Option<usize> {
        let columns = u16::from(self.frame.columns);
        let top = at.iter().map(|spot| spot / columns).min()?;
        let left = at.iter().map(|spot| spot % columns).min()?;
        let mut cells: Vec<(u8, u8)> = at
            .iter()
            .map(|spot| ((spot / columns - top) as u8, (spot % columns - left) as u8))
            .collect();
        cells.sort_unstable();
        self.frame.pieces.get(usize::from(piece))?.ways.iter().position(|way| *way == cells)
    }

    fn places(&self, moves: &[usize], n_answered: usize) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for &choice in moves {
            let Some(part) = self.part(choice, n_answered) else { continue };
            let (name, spot) = self.place_name(&self.choices[choice], part, n_answered);
            if let Some(known) = items.iter_mut().find(|item| item.name == name) {
                known.fits.push(choice);
                continue;
            }
            let number = self.stable_number(&name, spot).unwrap_or(items.len() + 1);
            let text = spot.map(|spot| self.text_at(spot)).filter(|text| !text.is_empty());
            let label = match text {
                Some(text) if n_answered == 0 => format!("{name}={text}"),
                _ => name.clone(),
            };
            items.push(Item { number, name, label, spot, fits: vec![choice] });
        }
        items
    }

    /// What a place is called: as the whole move where that is all there is to it, by the number that
    /// stands there, or by its cell; and the cell, or the one a piece of several cells is placed by.
    fn place_name(&self, choice: &Choice, part: &Part, question: usize) -> (String, Option<Spot>) {
        let [spot] = part.at[..] else { return self.anchor(choice) };
        let text = self.text_at(spot);
        let name = match choice.parts.len() {
            1 => choice.short.clone(),
            _ if question > 0 && !text.is_empty() => text,
            _ => self.frame.cell_name(spot),
        };
        (name, Some(spot))
    }

    /// What a move says after the name of its piece.
    fn anchor(&self, choice: &Choice) -> (String, Option<Spot>) {
        let step = &choice.step;
        let place = self.manner.spelling.and_then(|spelling| {
            let starts = self.entries().into_iter().map(|entry| spelling(&entry.name, ""));
            starts.filter_map(|start| step.strip_prefix(&*start)).next()
        });
        match place {
            Some(place) => (place.to_owned(), self.spot(place)),
            None => (step.clone(), None),
        }
    }

    /// The number of a cell on a small board or of a column, which it keeps.
    fn stable_number(&self, name: &str, spot: Option<Spot>) -> Option<usize> {
        match name.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 1),
            _ => spot.filter(|_| self.numbers_cells()).map(|spot| usize::from(spot) + 1),
        }
    }

    /// Whether every cell has a number of its own.
    pub(super) fn numbers_cells(&self) -> bool {
        self.n_cells() <= FEW_CELLS
    }

    fn n_cells(&self) -> u16 {
        u16::from(self.frame.rows) * u16::from(self.frame.columns)
    }

    /// The number or letter that stands on a cell without a piece.
    fn text_at(&self, spot: Spot) -> String {
        let squares = &mut self.scene.squares.iter();
        let square = squares.find(|square| square.at == spot && square.piece.is_none());
        square.map(|square| square.text.clone()).unwrap_or_default()
    }

    /// Whether something stands on a cell.
    pub(super) fn is_taken(&self, spot: Spot) -> bool {
        self.scene.squares.iter().any(|square| square.at == spot && square.piece.is_some())
    }

    /// The cell of this name.
    pub(super) fn spot(&self, name: &str) -> Option<Spot> {
        let name = name.to_ascii_lowercase();
        (0..self.n_cells()).find(|&spot| self.frame.cell_name(spot) == name)
    }

    /// The cell in this row and column, counted from 0 as the game numbers its rows.
    pub(super) fn spot_at(&self, row: usize, column: usize) -> Option<Spot> {
        let (rows, columns) = (usize::from(self.frame.rows), usize::from(self.frame.columns));
        let row = if self.frame.bottom_up { rows.checked_sub(row + 1)? } else { row };
        (row < rows && column < columns).then(|| (row * columns + column) as Spot)
    }

    /// The cell that an answer means: by its name, its number, or its row and column from 0.
    pub(super) fn cell(&self, answer: &str) -> Option<Spot> {
        if let Some(spot) = self.spot(answer) {
            return Some(spot);
        }
        if let Ok(number) = answer.parse::<u16>() {
            return number.checked_sub(1).filter(|&at| self.numbers_cells() && at < self.n_cells());
        }
        let parts = answer.split([' ', ',']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<usize>> = parts.map(|part| part.parse().ok()).collect();
        match numbers?[..] {
            [row, column] => self.spot_at(row, column),
            _ => None,
        }
    }

    /// The piece that an answer means: by its number, its name, or words that tell it from all others.
    pub(super) fn entry(&self, answer: &str) -> Option<Entry> {
        let entries = self.entries();
        if let Ok(number) = answer.parse::<usize>() {
            return number.checked_sub(1).and_then(|i| entries.get(i).cloned());
        }
        let by_name = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(answer));
        if let Some(entry) = by_name {
            return Some(entry.clone());
        }
        let wanted: Vec<String> = words_of(answer).collect();
        let is_meant = |entry: &&Entry| {
            let known: Vec<String> =
                words_of(&self.piece_words(entry.piece).unwrap_or_default()).collect();
            !wanted.is_empty() && wanted.iter().all(|word| known.contains(word))
        };
        let mut meant = entries.iter().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => None,
        }
    }
}

fn is_piece(part: &Part) -> bool {
    part.piece.is_some()
}

/// The words of a text, without regard to case and to what joins them.
fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).filter(|word| !["e", "and"].contains(&word.as_str()))
}
