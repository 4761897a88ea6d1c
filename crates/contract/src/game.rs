//! Games for two players: the rules a search needs, and the optional capabilities of a game.
//!
//! [`Game`] asks only for what no game can do without. Everything else is a trait of its own, so that
//! a missing capability is a compile error, never a panic.

use std::fmt;
use std::hash::Hash;

use crate::{Cancel, Message, Refused};

/// One of the two players.
///
/// ```
/// use plywood_contract::Seat;
///
/// assert_eq!(Seat::One.other(), Seat::Two);
/// assert_eq!((Seat::Two.index(), Seat::Two.number()), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Player 1, who moves first.
    One,
    /// Player 2.
    Two,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 for player 1, 1 for player 2.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for player 1, 2 for player 2.
    pub const fn number(self) -> u32 {
        self as u32 + 1
    }
}

/// The rules of a game for two players.
///
/// Searches ask whose turn it is and never derive it from a count of plies: a pass is a move like any
/// other, and a game may let a player move twice.
pub trait Game {
    /// Everything the rules need to go on. Two positions are equal when every field is, hash key
    /// included, so that tests can see whether undo restored all of them.
    type Position: Clone + Eq + fmt::Debug + Send + Sync;
    /// A move, as small as it can be; it is valid only in the position it was generated for.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// What [`Game::undo`] needs besides the move.
    type Undo;

    /// The initial position.
    fn start(&self) -> Self::Position;
    /// Whose turn it is; after the end, whose it would be.
    fn turn(&self, position: &Self::Position) -> Seat;
    /// Appends every legal move, always in the same order. A forced pass is a move; no move is appended
    /// exactly when the game is over.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);
    /// Plays a move that [`Game::moves`] listed for this position.
    fn play(&self, position: &mut Self::Position, step: Self::Move) -> Self::Undo;
    /// Takes back the last move played.
    fn undo(&self, position: &mut Self::Position, step: Self::Move, undo: Self::Undo);
    /// The result for player 1 (player 2 gets the negation): 1, 0 or −1 where only winning counts, the
    /// difference in points elsewhere. `None` while the game goes on.
    fn result(&self, position: &Self::Position) -> Option<i32>;

    /// Whether a move is a pass, which is only ever legal alone.
    fn is_pass(&self, _step: Self::Move) -> bool {
        false
    }

    /// How many moves [`Game::moves`] would append; a game may know a faster way to tell.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u64
    }
}

/// A game whose positions carry a hash of themselves, updated as moves are played. It covers whose turn it
/// is and everything else that decides the legal continuations.
pub trait Keyed: Game {
    /// The hash key.
    fn key(&self, position: &Self::Position) -> u64;
}

/// A game with symmetries of the board.
pub trait Symmetric: Game {
    /// A canonical form: equal for exactly those positions that a symmetry of the game maps onto each other.
    type Canon: Clone + Eq + Hash + Ord + fmt::Debug;
    /// The canonical form of a position.
    fn canonical(&self, position: &Self::Position) -> Self::Canon;
}

/// A game with points.
pub trait Scored: Game {
    /// The points of both players so far.
    fn points(&self, position: &Self::Position) -> [u32; 2];
}

/// A game with text forms for positions and moves.
pub trait Notation: Game {
    /// The position in one line; [`Notation::read_position`] brings it back.
    fn position_text(&self, position: &Self::Position) -> String;
    /// Parses a position, or says which part of the text is wrong and what was expected.
    fn read_position(&self, text: &str) -> Result<Self::Position, Refused>;
    /// A legal move as text without spaces.
    fn move_text(&self, position: &Self::Position, step: Self::Move) -> String;
    /// Parses a legal move, or says why there is none: which rule, which cells.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Refused>;

    /// Parses and plays a move, or leaves the position alone and says why it is refused.
    fn try_play(&self, position: &mut Self::Position, text: &str) -> Result<Self::Move, Refused> {
        let step = self.read_move(position, text)?;
        self.play(position, step);
        Ok(step)
    }
}

/// A game that can draw its positions as text.
pub trait Drawing: Game {
    /// The position over several lines.
    fn sketch(&self, position: &Self::Position, look: Look) -> Sketch;

    /// The same in English, each line ended by a line feed.
    fn draw(&self, position: &Self::Position, look: Look) -> String {
        self.sketch(position, look).to_string()
    }
}

/// A drawing: lines of symbols, and lines of words below or between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch(Vec<SketchLine>);

/// A line of a [`Sketch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SketchLine {
    /// Symbols, the same in every language.
    Drawn(String),
    /// A prefix of symbols, and a message after it.
    Said(String, Message),
}

impl Sketch {
    /// Adds lines of symbols.
    pub fn draw(&mut self, text: &str) {
        self.0.extend(text.lines().map(|line| SketchLine::Drawn(line.to_owned())));
    }

    /// Adds a line of words.
    pub fn say(&mut self, message: Message) {
        self.say_after("", message);
    }

    /// Adds a message after some symbols.
    pub fn say_after(&mut self, before: impl Into<String>, message: Message) {
        self.0.push(SketchLine::Said(before.into(), message));
    }

    /// Its lines.
    pub fn lines(&self) -> &[SketchLine] {
        &self.0
    }
}

/// In English.
impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| match line {
            SketchLine::Drawn(text) => writeln!(f, "{text}"),
            SketchLine::Said(before, message) => writeln!(f, "{before}{message}"),
        })
    }
}

/// How a drawing may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// ASCII only.
    Plain,
    /// Unicode symbols without colours.
    Unicode,
    /// Unicode symbols and ANSI colours; shapes differ as well, so that colour is never needed.
    Coloured,
}

/// How many sequences of exactly `depth` plies there are; a game that ends sooner adds none.
/// The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let never = Cancel::default();
    let count = |position: &G::Position| game.count_moves(position);
    perft_until(game, position, depth, count, &never).expect("the flag is never raised")
}

/// The same, with the caller's own count for the last ply, or `None` soon after `cancel` is raised.
pub fn perft_until<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    last: impl Fn(&G::Position) -> u64,
    cancel: &Cancel,
) -> Option<u64> {
    match depth {
        0 => Some(1),
        depth => {
            Perft { game, last, cancel, moves: Vec::new() }.count(&mut position.clone(), depth)
        }
    }
}

/// All moves of the positions on the current path, in one stack.
struct Perft<'a, G: Game, L> {
    game: &'a G,
    last: L,
    cancel: &'a Cancel,
    moves: Vec<G::Move>,
}

impl<G: Game, L: Fn(&G::Position) -> u64> Perft<'_, G, L> {
    fn count(&mut self, position: &mut G::Position, depth: u32) -> Option<u64> {
        if depth == 1 {
            return Some((self.last)(position));
        }
        if self.cancel.is_raised() {
            return None;
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let mut leaves = 0;
        for i in first..self.moves.len() {
            let step = self.moves[i];
            let undo = self.game.play(position, step);
            let below = self.count(position, depth - 1);
            self.game.undo(position, step, undo);
            leaves += below?;
        }
        self.moves.truncate(first);
        Some(leaves)
    }
}
