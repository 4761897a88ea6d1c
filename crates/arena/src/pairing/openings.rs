//! Openings: random plies that leave the game undecided, or lines of a file.
//!
//! Random openings are drawn one after the other from the seed, all different while there are enough of them.
//! For each pair of games a few are drawn and evaluated by a short search: those proven to be won by one side
//! are dropped, and the most level of the others is chosen. If all are dropped the first is chosen: the sides
//! are swapped in any case.
//!
//! Lines are checked before the first game; a line means the same opening in every round.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_workbench::engines::{Engine, Kind, Means, Opinion, Thinker};
use plywood_workbench::games::{self, OpenError, Table};
use plywood_workbench::{Limits, SplitMix};
use plywood_workbench::{Message, explained, message};
use serde::{Deserialize, Serialize};

use crate::settings::{Openings, Settings};

/// Openings drawn for each pair of games.
const DRAWN: usize = 4;
/// Positions that the short search may visit, for each of them.
const NODES: u64 = 200;
/// Memory of that search.
const UMPIRE_BYTES: u64 = 1 << 16;
/// Draws without a new opening after which openings may repeat.
const MOST_TRIES: u32 = 64;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The seed of a shuffled board.
    pub seed: u64,
    /// The position before the moves; `None` for the game's own start.
    pub position: Option<String>,
    /// Moves played before the players think.
    pub moves: Vec<String>,
}

impl Opening {
    /// A table after the opening.
    pub fn table(&self, game: &str, rules: &str) -> Result<Box<dyn Table>, OpenError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        games::open(game, rules, self.seed, self.position.as_deref(), &moves)
    }

    /// Parses a line: a position or `startpos`, optionally followed by `moves` and moves.
    fn read(line: &str, seed: u64) -> Self {
        let text = if line.trim_start().starts_with("moves") {
            format!("startpos {line}")
        } else {
            line.to_owned()
        };
        let (position, moves) = text.split_once(" moves").unwrap_or((&text, ""));
        let position = position.trim();
        Self {
            seed,
            position: (!matches!(position, "startpos" | "")).then(|| position.to_owned()),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

/// Why an opening is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpeningError {
    /// The game, its rules, the position or a move was refused.
    Open(OpenError),
    /// The game is over in its position.
    Over,
    /// The same for one of several openings, counted from 1.
    Line(usize, Box<Self>),
}

impl OpeningError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Open(e) => e.message(),
            Self::Over => message!(
                "opening-over",
                "the game is over in this position: expected one in which there is a move to play"
            ),
            Self::Line(n, reason) => {
                message!("opening-line", "opening {n}: {reason}", n = *n, reason = reason.message())
            }
        }
    }
}

explained!(OpeningError);

impl From<OpenError> for OpeningError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

/// The first line that is refused: its index, and why.
pub fn bad_line(settings: &Settings) -> Option<(usize, OpeningError)> {
    let Openings::Lines(lines) = &settings.openings else { return None };
    let check = |(i, line): (usize, &String)| {
        let opening = Opening::read(line, seed_of(settings.seed, i as u64));
        let reason = match opening.table(&settings.game, &settings.rules) {
            Err(e) => OpeningError::Open(e),
            Ok(table) if table.result().is_some() => OpeningError::Over,
            Ok(_) => return None,
        };
        Some((i, reason))
    };
    lines.iter().enumerate().find_map(check)
}

/// The seed that shuffles the board of opening `k`.
fn seed_of(seed: u64, k: u64) -> u64 {
    SplitMix::new(seed ^ k.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next()
}

/// The openings of a tournament, by number.
pub struct OpeningBook {
    game: String,
    rules: String,
    seed: u64,
    openings: Openings,
    drawn: Mutex<Drawn>,
}

/// The random openings drawn so far; their order follows from the seed.
struct Drawn {
    seeds: SplitMix,
    /// Chooses a random legal move without listing them all.
    walker: Box<dyn Thinker>,
    /// Evaluates the openings drawn: by the plainest judge, so that no player is favoured.
    umpire: Box<dyn Thinker>,
    openings: Vec<Opening>,
    seen: HashSet<u64>,
    /// The openings chosen last: several games begin with each.
    chosen: BTreeMap<u64, Opening>,
}

/// How many chosen openings are kept.
const KEPT: usize = 64;

impl OpeningBook {
    /// The openings of these settings, or why one of its lines is refused.
    pub fn new(settings: &Settings) -> Result<Self, OpeningError> {
        let table = games::open(&settings.game, &settings.rules, 0, None, &[])?;
        let means = Means { seed: settings.seed, hash: UMPIRE_BYTES, ..Means::default() };
        let mut umpire = Engine::new(Kind::AlphaBeta);
        umpire.judge = Opinion::Points;
        let drawn = Drawn {
            seeds: SplitMix::new(settings.seed),
            walker: table.seat(&Engine::new(Kind::Random), &means),
            umpire: table.seat(&umpire, &means),
            openings: Vec::new(),
            seen: HashSet::new(),
            chosen: BTreeMap::new(),
        };
        if let Some((i, reason)) = bad_line(settings) {
            return Err(OpeningError::Line(i + 1, Box::new(reason)));
        }
        Ok(Self {
            game: settings.game.clone(),
            rules: settings.rules.clone(),
            seed: settings.seed,
            openings: settings.openings.clone(),
            drawn: Mutex::new(drawn),
        })
    }

    /// Opening `k`.
    pub fn opening(&self, k: u64) -> Result<Opening, OpenError> {
        match &self.openings {
            Openings::Plies(0) => Ok(self.start(k)),
            Openings::Plies(plies) => {
                let first = k as usize * DRAWN;
                let mut drawn = self.lock();
                if let Some(chosen) = drawn.chosen.get(&k) {
                    return Ok(chosen.clone());
                }
                while drawn.openings.len() < first + DRAWN {
                    self.draw(&mut drawn, *plies)?;
                }
                let candidates = drawn.openings[first..first + DRAWN].to_vec();
                let opening = self.most_level(candidates, &mut *drawn.umpire)?;
                drawn.chosen.insert(k, opening.clone());
                if drawn.chosen.len() > KEPT {
                    drawn.chosen.pop_first();
                }
                Ok(opening)
            }
            Openings::Lines(lines) => {
                let place = k % (lines.len() as u64).max(1);
                let line = lines.get(place as usize).map_or("", String::as_str);
                Ok(Opening::read(line, seed_of(self.seed, place)))
            }
        }
    }

    /// The start of the game, shuffled for opening `k`.
    fn start(&self, k: u64) -> Opening {
        Opening { seed: seed_of(self.seed, k), position: None, moves: Vec::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws one more opening in which the game is not over, a new one if possible.
    fn draw(&self, drawn: &mut Drawn, plies: u32) -> Result<(), OpenError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let seed = drawn.seeds.next();
            let mut table = games::open(&self.game, &self.rules, seed, None, &[])?;
            for _ in 0..plies {
                let limits = Limits::default();
                let found = drawn.walker.think(table.as_ref(), 1, &limits, &mut |_| {})?;
                let Some(step) = found.best() else { break };
                table.play_step(step)?;
            }
            let is_over = table.result().is_some();
            if is_over && tries < 4 * MOST_TRIES {
                continue;
            }
            // A game that never lasts this long starts from its start.
            let moves = if is_over { Vec::new() } else { table.history() };
            if tries >= MOST_TRIES {
                drawn.seen.clear();
            }
            if drawn.seen.insert(table.key()) {
                drawn.openings.push(Opening { seed, position: None, moves });
                return Ok(());
            }
        }
    }

    /// The candidate that a short search evaluates as most level.
    fn most_level(
        &self,
        candidates: Vec<Opening>,
        umpire: &mut dyn Thinker,
    ) -> Result<Opening, OpenError> {
        let mut best: Option<(f64, Opening)> = None;
        for candidate in candidates {
            let table = candidate.table(&self.game, &self.rules)?;
            umpire.forget();
            let found = umpire.think(table.as_ref(), 1, &Limits::nodes(NODES), &mut |_| {})?;
            let score = found.score.unwrap_or(0.0).abs();
            let is_decided = found.exact && score > 0.0;
            let score = if is_decided { f64::INFINITY } else { score };
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, candidate));
            }
            if score == 0.0 {
                break;
            }
        }
        Ok(best.map_or_else(|| self.start(0), |(_, opening)| opening))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(game: &str, openings: Openings, seed: u64) -> Result<OpeningBook, OpeningError> {
        let settings =
            Settings { game: game.into(), openings, seed, ..crate::testing::settings(&[]) };
        OpeningBook::new(&settings)
    }

    #[test]
    fn openings_follow_from_the_seed_in_any_order_of_asking() {
        for game in [
            "blokus",
            "blokus-duo",
            "quarto",
            "quatro",
            "cavalo",
            "tic-tac-toe",
            "connect-four",
            "othello",
        ] {
            let (one, two) = (
                book(game, Openings::Plies(3), 5).unwrap(),
                book(game, Openings::Plies(3), 5).unwrap(),
            );
            let late = one.opening(3).unwrap();
            let all: Vec<Opening> = (0..4).map(|k| two.opening(k).unwrap()).collect();
            assert_eq!(late, all[3]);
            assert!(all.iter().all(|opening| opening.moves.len() == 3), "{game}");
            let other = book(game, Openings::Plies(3), 6).unwrap().opening(3).unwrap();
            assert_ne!(late, other, "{game}");
        }
    }

    #[test]
    fn openings_differ_while_there_are_enough() {
        let book = book("quatro", Openings::Plies(4), 1).unwrap();
        let keys: HashSet<u64> =
            (0..40).map(|k| book.opening(k).unwrap().table("quatro", "").unwrap().key()).collect();
        assert_eq!(keys.len(), 40);
    }

    #[test]
    fn decided_openings_are_dropped() {
        let book = book("quarto", Openings::Plies(9), 1).unwrap();
        for k in 0..20 {
            let table = book.opening(k).unwrap().table("quarto", "").unwrap();
            assert_eq!(table.result(), None);
        }
    }

    #[test]
    fn games_too_short_for_the_plies_begin_at_their_start() {
        let book = book("quarto", Openings::Plies(60), 1).unwrap();
        assert_eq!(book.opening(0).unwrap().moves.len(), 0);
    }

    #[test]
    fn lines_are_positions_or_moves() {
        let lines = ["moves >6 b1>d", ".6../..../..../.... d", "startpos moves >1"];
        let lines = Openings::Lines(lines.map(str::to_owned).to_vec());
        let book = book("quarto", lines, 1).unwrap();
        let position = |k| book.opening(k).unwrap().table("quarto", "").unwrap().position();
        assert_eq!(position(0), ".6../..../..../.... d");
        assert_eq!(position(1), position(0));
        assert_eq!(position(3), position(0));
        assert_eq!(book.opening(2).unwrap().moves, [">1"]);
        let bad = Openings::Lines(vec!["moves zz".to_owned()]);
        assert!(self::book("quarto", bad, 1).is_err());
    }

    #[test]
    fn a_line_without_a_game_is_refused_by_its_number() {
        // Four pieces that share an attribute stand in the first row.
        let over = "0123/..../..../.... -";
        let lines = |last: &str| Openings::Lines(vec!["startpos".to_owned(), last.to_owned()]);
        let refused = |last: &str| book("quatro", lines(last), 1).err().unwrap().to_string();
        assert!(refused("moves zz").starts_with("opening 2: "), "{}", refused("moves zz"));
        let over = refused(over);
        assert!(over.starts_with("opening 2: the game is over in this position"), "{over}");
    }

    #[test]
    fn a_line_means_the_same_opening_whenever_its_turn_comes() {
        // The board is shuffled: with another shuffle a move of the line may be illegal.
        let lines = Openings::Lines(vec!["startpos".to_owned(); 3]);
        let book = book("cavalo", lines, 1).unwrap();
        assert_eq!(book.opening(1).unwrap(), book.opening(4).unwrap());
        assert_ne!(book.opening(1).unwrap(), book.opening(2).unwrap());
    }
}
