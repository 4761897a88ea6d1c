//! A person's turn: the choices that make a move, one question after the other, as the original programs
//! asked them; a move as text or a command will do at any moment.

use std::fmt::Display;

use plywood_workbench::games::{Seat, Spot};
use plywood_workbench::play::Session;

use super::console::{Asked, Console, Stop, is_back, is_exit, numbered};
use super::items::{Board, Item};

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

/// Where going back from the first question leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WayOut {
    /// To the menu the game was begun from.
    Menu,
    /// Out of the program, which was started for this game alone.
    Program,
}

impl WayOut {
    /// What the first question says of it: there `0` goes back, or `-1` where 0 is an answer.
    const fn key(self) -> &'static str {
        match self {
            Self::Menu => "goes-to-menu",
            Self::Program => "goes-out",
        }
    }
}

/// Where an answer leads.
enum Step {
    Chosen(usize),
    Back,
    Wish(Wish),
}

/// Asks until there is a wish that can be granted.
pub(super) fn ask(console: &mut Console, session: &Session, way_out: WayOut) -> Asked<Wish> {
    let table = session.table();
    let words = std::rc::Rc::clone(&console.words);
    let board = Board {
        manner: &session.game().manner,
        frame: table.frame(),
        scene: table.scene(),
        choices: table.choices(),
        turn: session.turn(),
        words: &words,
    };
    Turn { console, session, way_out, board }.run()
}

struct Turn<'a> {
    console: &'a mut Console,
    session: &'a Session,
    way_out: WayOut,
    board: Board<'a>,
}

impl Turn<'_> {
    /// Question after question; going back takes the last answer back.
    fn run(&mut self) -> Asked<Wish> {
        // The moves left after each answer.
        let mut left: Vec<Vec<usize>> = vec![(0..self.board.choices.len()).collect()];
        loop {
            let n_answered = left.len() - 1;
            let moves = &left[n_answered];
            let is_whole = |&&i: &&usize| self.board.part(i, n_answered).is_none();
            if let Some(&only) = moves.iter().find(is_whole) {
                return Ok(Wish::Move(self.board.choices[only].step.clone()));
            }
            let items = self.board.items(moves, n_answered);
            let question = moves.first().and_then(|&i| self.board.part(i, n_answered));
            let question = question.map(|part| self.console.words.say(&part.ask));
            let question = question.unwrap_or_default();
            let step = if self.board.manner.by_row_and_column && n_answered == 0 {
                self.by_row_and_column(&question, &items)?
            } else {
                self.pick(&question, &items, n_answered)?
            };
            match step {
                Step::Wish(wish) => return Ok(wish),
                Step::Chosen(i) => {
                    let fits = items.into_iter().nth(i).map(|item| item.fits).unwrap_or_default();
                    left.push(fits);
                }
                Step::Back if n_answered == 0 => return Ok(Wish::Command(Command::Back)),
                Step::Back => {
                    left.pop();
                }
            }
        }
    }

    /// What a question says of the way back.
    fn way_back(&self, n_answered: usize, answer: &str) -> String {
        let key = if n_answered == 0 { self.way_out.key() } else { "goes-back" };
        self.console.words.fill(key, &[("answer", &answer)])
    }

    /// One of a numbered list; names count as well as numbers.
    fn pick(&mut self, question: &str, items: &[Item], n_answered: usize) -> Asked<Step> {
        let list: Vec<(usize, &str)> =
            items.iter().map(|item| (item.number, &*item.label)).collect();
        self.console.print(&numbered(&list))?;
        let prompt = self.prompt(question, items, n_answered);
        let most = items.iter().map(|item| item.number).max().unwrap_or(0);
        loop {
            let answer = self.console.ask(&prompt)?;
            if let Some(i) = self.meant(items, &answer) {
                return Ok(Step::Chosen(i));
            }
            let whole = if n_answered == 0 { self.cell_and_piece(&answer) } else { None };
            if let Some(whole) = whole {
                match self.session.read(&whole) {
                    Ok(step) => return Ok(Step::Wish(Wish::Move(step))),
                    Err(_) => self.refuse(&whole)?,
                }
            } else if is_back(&answer) {
                return Ok(Step::Back);
            } else if answer.is_empty() || answer.parse::<i64>().is_ok() {
                self.explain_number(items, &answer, most)?;
            } else if let Some(spot) = self.absent(items, &answer) {
                self.explain_cell(spot)?;
            } else if let Some(step) = self.other(&answer)? {
                return Ok(step);
            }
        }
    }

    /// The question with what can be answered besides a number of the list.
    fn prompt(&self, question: &str, items: &[Item], n_answered: usize) -> String {
        let back = self.way_back(n_answered, "0");
        let first = items.first();
        let is_piece = first.is_some_and(|item| item.spot.is_none() && self.is_entry(&item.name));
        let key = match (is_piece, self.board.manner.spelling) {
            (true, Some(_)) if n_answered == 0 => "ask-piece",
            (true, _) => "ask-name",
            (false, _) if first.is_some_and(|item| item.spot.is_none()) => "ask-number",
            (false, _) => "ask-place",
        };
        let number = first.map_or(0, |item| item.number);
        let cell = self.board.frame.cell_name(self.first_cell(items));
        let example = format!("{cell} {number}");
        let holes: [(&str, &dyn Display); 3] =
            [("question", &question), ("back", &back), ("example", &example)];
        let used = if key == "ask-piece" { 3 } else { 2 };
        self.console.words.fill(key, &holes[..used])
    }

    fn is_entry(&self, name: &str) -> bool {
        self.board.entries().iter().any(|entry| entry.name == name)
    }

    /// A cell that the first item could go to, for an example.
    fn first_cell(&self, items: &[Item]) -> Spot {
        let first = items.first().and_then(|item| item.fits.first()).copied();
        let after = first.map(|choice| self.board.items(&[choice], 1));
        after.and_then(|items| items.first().and_then(|item| item.spot)).unwrap_or(0)
    }

    /// The item an answer means: its number, its name, its words, or its row and column from 0.
    fn meant(&self, items: &[Item], answer: &str) -> Option<usize> {
        let is_number = answer.bytes().all(|byte| byte.is_ascii_digit()) && !answer.is_empty();
        let is_named = |item: &Item| {
            // A double such as 77 goes by its name, a piece such as 7 by its number.
            let is_code = is_number && item.spot.is_none();
            !is_code && item.name.eq_ignore_ascii_case(answer)
        };
        if let Some(i) = items.iter().position(is_named) {
            return Some(i);
        }
        if is_number {
            let number = answer.parse::<usize>().ok()?;
            return items.iter().position(|item| item.number == number);
        }
        if items.iter().all(|item| item.spot.is_none()) {
            let entry = self.board.entry(answer)?;
            return items.iter().position(|item| item.name == entry.name);
        }
        let spot = self.board.cell(answer)?;
        items.iter().position(|item| item.spot == Some(spot))
    }

    /// `b1 7` as a move: a cell, by name or number, and a piece, by number, name or words.
    fn cell_and_piece(&self, answer: &str) -> Option<String> {
        let spelling = self.board.manner.spelling?;
        let (cell, piece) = answer.split_once([' ', ','])?;
        let spot = self.board.cell(cell)?;
        let entry = self.board.entry(piece.trim())?;
        Some(spelling(&entry.name, &self.board.frame.cell_name(spot)))
    }

    /// A number, or nothing, that is not on the list: what it would mean, or what was expected.
    fn explain_number(&mut self, items: &[Item], answer: &str, most: usize) -> Asked<()> {
        let is_pieces = items.iter().all(|item| item.spot.is_none());
        let gone = answer.parse::<usize>().ok().and_then(|number| {
            let entries = self.board.entries();
            entries.into_iter().nth(number.checked_sub(1)?).filter(|_| is_pieces)
        });
        let has_entry = items.iter().any(|item| self.is_entry(&item.name));
        if let Some(entry) = gone.filter(|_| has_entry) {
            let key =
                if self.board.n_left(entry.piece) == 0 { "piece-gone" } else { "piece-stuck" };
            return self.console.tell(key, &[("piece", &entry.name)]);
        }
        if let Some(spot) = self.board.cell(answer).filter(|_| !is_pieces) {
            return self.explain_cell(spot);
        }
        let holes: [(&str, &dyn Display); 2] = [("answer", &answer), ("most", &most)];
        match answer.is_empty() {
            true => self.console.tell("ask-again", &[("least", &0), ("most", &most)]),
            false => self.console.tell("bad-choice", &holes),
        }
    }

    /// A cell that an answer names though it is not on a list of places.
    fn absent(&self, items: &[Item], answer: &str) -> Option<Spot> {
        self.board.cell(answer).filter(|_| items.iter().any(|item| item.spot.is_some()))
    }

    /// Why a cell cannot be chosen.
    fn explain_cell(&mut self, spot: Spot) -> Asked<()> {
        let cell = self.board.frame.cell_name(spot);
        if self.board.is_taken(spot) {
            return self.console.tell("cell-occupied", &[("cell", &cell)]);
        }
        let is_one_part = self.board.choices.iter().all(|choice| choice.parts.len() <= 1);
        if is_one_part || self.board.manner.by_row_and_column {
            return self.refuse(&cell);
        }
        self.console.tell("cell-not-listed", &[("cell", &cell)])
    }

    /// Row and column counted from 0, one after the other or both at once.
    fn by_row_and_column(&mut self, question: &str, items: &[Item]) -> Asked<Step> {
        let shown: Vec<&str> = items.iter().map(|item| &*item.label).collect();
        self.console.tell("targets", &[("list", &shown.join(", "))])?;
        let [rows, columns] = [self.board.frame.rows, self.board.frame.columns].map(usize::from);
        loop {
            let back = self.way_back(0, "-1");
            let holes: [(&str, &dyn Display); 3] =
                [("question", &question), ("most", &(rows - 1)), ("back", &back)];
            let prompt = self.console.words.fill("ask-row", &holes);
            let spot = match self.coordinate(&prompt, rows)? {
                Coordinate::Cell(spot) => spot,
                Coordinate::Step(step) => return Ok(step),
                Coordinate::One(row) => {
                    let back = self.way_back(1, "-1");
                    let holes: [(&str, &dyn Display); 2] =
                        [("most", &(columns - 1)), ("back", &back)];
                    let prompt = self.console.words.fill("ask-column", &holes);
                    match self.coordinate(&prompt, columns)? {
                        Coordinate::Cell(spot) => spot,
                        Coordinate::Step(Step::Back) => continue,
                        Coordinate::Step(step) => return Ok(step),
                        Coordinate::One(column) => match self.board.spot_at(row, column) {
                            Some(spot) => spot,
                            None => continue,
                        },
                    }
                }
            };
            match items.iter().position(|item| item.spot == Some(spot)) {
                Some(i) => return Ok(Step::Chosen(i)),
                None => self.explain_cell(spot)?,
            }
        }
    }

    fn coordinate(&mut self, prompt: &str, size: usize) -> Asked<Coordinate> {
        loop {
            let answer = self.console.ask(prompt)?;
            let number = answer.parse::<usize>().ok().filter(|&number| number < size);
            if let Some(number) = number {
                return Ok(Coordinate::One(number));
            }
            if let Some(spot) = self.board.cell(&answer) {
                return Ok(Coordinate::Cell(spot));
            }
            if answer == "-1" || (is_back(&answer) && answer != "0") {
                return Ok(Coordinate::Step(Step::Back));
            }
            let holes: [(&str, &dyn Display); 3] =
                [("answer", &answer), ("least", &0), ("most", &(size - 1))];
            if answer.is_empty() {
                self.console.tell("ask-again", &holes[1..])?;
            } else if answer.parse::<i64>().is_ok() {
                self.console.tell("bad-number", &holes)?;
            } else if let Some(step) = self.other(&answer)? {
                return Ok(Coordinate::Step(step));
            }
        }
    }

    /// What an answer means that is no item: the way out, a command, or a whole move. A move that
    /// cannot be played is explained, and nothing is returned.
    fn other(&mut self, answer: &str) -> Asked<Option<Step>> {
        if is_exit(answer) {
            return Err(Stop::Exit);
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
}

/// What an answer to the question for a row or a column means.
enum Coordinate {
    One(usize),
    Cell(Spot),
    Step(Step),
}

/// The seat of a person, for what only one of them can mean.
pub(super) fn person(session: &Session) -> Seat {
    let is_human = |seat: &Seat| session.setup().player(*seat).is_human();
    let turn = session.turn();
    if is_human(&turn) { turn } else { turn.other() }
}
