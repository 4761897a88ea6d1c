//! A person's turn, as the original programs asked for it: piece and place from numbered lists, row
//! and column, which double to remove; a move as text or a command will do at any moment.

use std::fmt::Display;

use plywood_workbench::games::Seat;
use plywood_workbench::play::{Choice, Session, cell_of, choices, stock};

use super::console::{Asked, Console, Stop, is_back, is_exit, numbered};

/// What a person wants.
pub(super) enum Wish {
    /// A move, as the game writes it.
    Move(String),
    /// Something else.
    Command(Command),
}

/// What can be asked for besides a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Hint,
    Undo,
    Redo,
    Board,
    Moves,
    Swap,
    Resign,
    Back,
}

impl Command {
    /// The words for each, in both languages.
    const NAMES: [(Self, &'static [&'static str]); 8] = [
        (Self::Help, &["help", "ajuda", "?"]),
        (Self::Hint, &["hint", "dica"]),
        (Self::Undo, &["undo", "anular"]),
        (Self::Redo, &["redo", "refazer"]),
        (Self::Board, &["board", "tabuleiro"]),
        (Self::Moves, &["moves", "jogadas"]),
        (Self::Swap, &["swap", "trocar"]),
        (Self::Resign, &["resign", "desistir"]),
    ];

    fn from_name(answer: &str) -> Option<Self> {
        let answer = answer.to_lowercase();
        let found = Self::NAMES.iter().find(|(_, names)| names.contains(&answer.as_str()));
        found.map(|(command, _)| *command)
    }
}

/// Where an answer leads.
enum Step {
    Chosen(usize),
    Back,
    Wish(Wish),
}

/// Asks until there is a wish that can be granted.
pub(super) fn ask(console: &mut Console, session: &Session) -> Asked<Wish> {
    let game = session.game().name;
    let choices = choices(game, &session.moves());
    let mut turn = Turn { console, session, game, choices };
    match game {
        "cavalo" => turn.by_row_and_column(),
        "quarto" => turn.by_place(),
        _ => turn.by_piece(),
    }
}

struct Turn<'a> {
    console: &'a mut Console,
    session: &'a Session,
    game: &'static str,
    choices: Vec<Choice>,
}

impl Turn<'_> {
    /// Blokus, Blokus Duo and Quatro: a piece of those left, then a place.
    fn by_piece(&mut self) -> Asked<Wish> {
        let pieces = distinct(self.choices.iter().map(|choice| choice.piece.clone()));
        let left = stock(self.game, &self.session.position());
        let own = &left[self.session.turn().index()];
        let label = |piece: &String| match self.game {
            "quatro" => format!("{} ({piece})", self.piece_words(piece)),
            "blokus" => {
                let n = own.iter().find(|(name, _)| piece.starts_with(name.as_str()));
                let n = n.map_or(0, |(_, n)| *n);
                self.console.words.fill("piece-left", &[("piece", piece), ("n", &n)])
            }
            _ => piece.clone(),
        };
        let labels: Vec<String> = pieces.iter().map(label).collect();
        loop {
            match self.pick("ask-piece", &labels, &pieces, true)? {
                Step::Wish(wish) => return Ok(wish),
                Step::Back => return Ok(Wish::Command(Command::Back)),
                Step::Chosen(i) => {
                    let chosen = Some(&pieces[i]);
                    let fits = self.choices.iter().filter(|c| c.piece.as_ref() == chosen);
                    let fits: Vec<Choice> = fits.cloned().collect();
                    let places = distinct(fits.iter().map(|choice| choice.place.clone()));
                    match self.pick("ask-place", &places, &places, true)? {
                        Step::Wish(wish) => return Ok(wish),
                        Step::Back => {}
                        Step::Chosen(i) => return Ok(Wish::Move(fits[i].step.clone())),
                    }
                }
            }
        }
    }

    /// Quarto: where the piece in hand goes, then which one is handed over.
    fn by_place(&mut self) -> Asked<Wish> {
        let places = distinct(self.choices.iter().map(|choice| choice.place.clone()));
        loop {
            let place = match places.is_empty() {
                true => None,
                false => match self.pick("ask-cell", &places, &places, true)? {
                    Step::Wish(wish) => return Ok(wish),
                    Step::Back => return Ok(Wish::Command(Command::Back)),
                    Step::Chosen(i) => Some(places[i].clone()),
                },
            };
            let fits: Vec<Choice> =
                self.choices.iter().filter(|choice| choice.place == place).cloned().collect();
            if let [only] = &fits[..] {
                return Ok(Wish::Move(only.step.clone()));
            }
            let given = distinct(fits.iter().map(|choice| choice.extra.clone()));
            let label = |piece: &String| format!("{} ({piece})", self.piece_words(piece));
            let labels: Vec<String> = given.iter().map(label).collect();
            match self.pick("ask-hand", &labels, &given, true)? {
                Step::Wish(wish) => return Ok(wish),
                Step::Back if place.is_none() => return Ok(Wish::Command(Command::Back)),
                Step::Back => {}
                Step::Chosen(i) => return Ok(Wish::Move(fits[i].step.clone())),
            }
        }
    }

    /// Cavalo: row and column counted from 0, as the original did, then which double goes.
    fn by_row_and_column(&mut self) -> Asked<Wish> {
        let places = distinct(self.choices.iter().map(|choice| choice.place.clone()));
        let shown: Vec<String> = places.iter().map(|place| self.with_number(place)).collect();
        self.console.tell("targets", &[("list", &shown.join(", "))])?;
        loop {
            let row = match self.coordinate("ask-row")? {
                Step::Wish(wish) => return Ok(wish),
                Step::Back => return Ok(Wish::Command(Command::Back)),
                Step::Chosen(row) => row,
            };
            let (row, column) = match row.checked_sub(10) {
                // Both were given at once.
                Some(both) => (both / 10, both % 10),
                None => match self.coordinate("ask-column")? {
                    Step::Wish(wish) => return Ok(wish),
                    Step::Back => continue,
                    Step::Chosen(column) => (row, column % 10),
                },
            };
            let place = cell_name(row, column);
            let fits: Vec<Choice> = self.fits(&place);
            match fits.len() {
                0 => self.refuse(&place)?,
                1 => return Ok(Wish::Move(fits[0].step.clone())),
                _ => {
                    let doubles = distinct(fits.iter().map(|choice| choice.extra.clone()));
                    match self.pick("ask-double", &doubles, &doubles, false)? {
                        Step::Wish(wish) => return Ok(wish),
                        Step::Back => {}
                        Step::Chosen(i) => return Ok(Wish::Move(fits[i].step.clone())),
                    }
                }
            }
        }
    }

    fn fits(&self, place: &str) -> Vec<Choice> {
        let fits = self.choices.iter().filter(|choice| choice.place.as_deref() == Some(place));
        fits.cloned().collect()
    }

    /// A row or a column from 0 to 9; `2 3` gives both, told by 10 + 10·row + column.
    fn coordinate(&mut self, prompt: &str) -> Asked<Step> {
        loop {
            let answer = self.console.ask(&self.console.words.text(prompt))?;
            let numbers: Option<Vec<usize>> =
                answer.split([' ', ',']).filter(|part| !part.is_empty()).map(digit).collect();
            match numbers.as_deref() {
                Some(&[number]) => return Ok(Step::Chosen(number)),
                Some(&[row, column]) if prompt == "ask-row" => {
                    return Ok(Step::Chosen(10 + 10 * row + column));
                }
                _ => {}
            }
            let is_number = answer.parse::<i64>().is_ok();
            if is_number && answer != "-1" {
                let holes: [(&str, &dyn Display); 3] =
                    [("answer", &answer), ("least", &0), ("most", &9)];
                self.console.tell("bad-number", &holes)?;
            } else if let Some(step) = self.other(&answer)? {
                return Ok(step);
            }
        }
    }

    /// One of a numbered list. Names count as well as numbers, and so do row and column from 0
    /// where places are listed.
    fn pick(
        &mut self,
        prompt: &str,
        labels: &[String],
        names: &[String],
        has_places: bool,
    ) -> Asked<Step> {
        self.console.print(&numbered(labels))?;
        loop {
            let answer = self.console.ask(&self.console.words.text(prompt))?;
            if let Some(i) = position(names, &answer, has_places) {
                return Ok(Step::Chosen(i));
            }
            let is_number = answer.parse::<i64>().is_ok_and(|number| number > 0);
            if is_number || answer.is_empty() {
                let holes: [(&str, &dyn Display); 2] =
                    [("answer", &answer), ("most", &labels.len())];
                self.console.tell("bad-choice", &holes)?;
            } else if let Some(step) = self.other(&answer)? {
                return Ok(step);
            }
        }
    }

    /// What an answer means that is no item: the way back, a command, or a whole move. A move that
    /// cannot be played is explained, and nothing is returned.
    fn other(&mut self, answer: &str) -> Asked<Option<Step>> {
        if is_exit(answer) {
            return Err(Stop::Exit);
        }
        if is_back(answer) {
            return Ok(Some(Step::Back));
        }
        if let Some(command) = Command::from_name(answer) {
            return Ok(Some(Step::Wish(Wish::Command(command))));
        }
        match self.session.read(answer) {
            Ok(step) => Ok(Some(Step::Wish(Wish::Move(step)))),
            Err(_) => self.refuse(answer).map(|()| None),
        }
    }

    fn refuse(&mut self, answer: &str) -> Asked<()> {
        match self.session.read(answer) {
            Ok(_) => Ok(()),
            Err(reason) => {
                let reason = self.console.words.say(reason.message());
                self.console.tell("bad-move", &[("reason", &reason)])
            }
        }
    }

    /// A Quarto piece in words.
    fn piece_words(&self, code: &str) -> String {
        piece_words(self.console, code)
    }

    /// A target of Cavalo with the number it holds.
    fn with_number(&self, place: &str) -> String {
        let position = self.session.position();
        let number = cell_of(place).and_then(|(row, column)| {
            let cells = position.split(' ').next()?.split('/').nth(row)?;
            cells.get(2 * column..2 * column + 2)
        });
        number.map_or_else(|| place.to_owned(), |number| format!("{place}={number}"))
    }
}

/// A Quarto piece in words: branca, alta, redonda, oca.
pub(super) fn piece_words(console: &Console, code: &str) -> String {
    let code = u8::from_str_radix(code, 16).unwrap_or(0);
    let attributes = ["colour", "height", "shape", "body"];
    let words = attributes
        .iter()
        .enumerate()
        .map(|(bit, attribute)| console.words.text(&format!("{attribute}-{}", code >> bit & 1)));
    words.collect::<Vec<_>>().join(" ")
}

/// The item an answer means: its number from 1, its name, or its row and column from 0.
fn position(names: &[String], answer: &str, has_places: bool) -> Option<usize> {
    let is_name = |name: &String| name.eq_ignore_ascii_case(answer);
    let by_name = names.iter().position(is_name);
    let is_number = answer.bytes().all(|byte| byte.is_ascii_digit());
    // A double such as 77 is a name; the code of a Quarto piece is not, its number is.
    if by_name.is_some() && (!is_number || !has_places) {
        return by_name;
    }
    let by_number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(i) = by_number.filter(|&i| i < names.len()) {
        return Some(i);
    }
    let (row, column) = answer.split_once([' ', ',']).filter(|_| has_places)?;
    let (row, column) = (row.trim().parse().ok()?, column.trim().parse().ok()?);
    if row > 13 || column > 13 {
        return None;
    }
    let place = cell_name(row, column);
    names.iter().position(|name| *name == place)
}

fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn digit(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= 9)
}

/// Each text once, in order of first appearance.
fn distinct(texts: impl Iterator<Item = Option<String>>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for text in texts.flatten() {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

/// The seat of a person, for what only one of them can mean.
pub(super) fn person(session: &Session) -> Seat {
    let is_human = |seat: &Seat| session.setup().player(*seat).is_human();
    let turn = session.turn();
    if is_human(&turn) { turn } else { turn.other() }
}
