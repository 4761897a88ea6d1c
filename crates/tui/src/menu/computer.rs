//! How a computer plays, as the form asks for it: at a level, by an algorithm, or as whoever is typed.

use plywood_workbench::Message;
use plywood_workbench::engines::{Engine, EngineOption, Kind};
use plywood_workbench::message;
use plywood_workbench::play::{Level, Player};

/// What a computer plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Level,
    Kind(Kind),
    /// An engine with its options, or a program of others, as text.
    Typed,
}

/// What can be chosen for a player. Whoever advises plays at no level: those come without the first.
pub(super) const HOWS: [How; 8] = [
    How::Level,
    How::Kind(Kind::Best),
    How::Kind(Kind::Minimax),
    How::Kind(Kind::AlphaBeta),
    How::Kind(Kind::Pvs),
    How::Kind(Kind::Iterative),
    How::Kind(Kind::Mcts),
    How::Typed,
];

/// No command is longer.
const LONGEST: usize = 400;

/// A computer in the making.
#[derive(Clone, Debug)]
pub(super) struct Computer {
    pub(super) how: How,
    pub(super) level: usize,
    /// The maximum depth; none if 0.
    pub(super) depth: usize,
    pub(super) typed: String,
}

impl Computer {
    pub(super) fn new(how: How, level: usize) -> Self {
        Self { how, level, depth: 0, typed: String::new() }
    }

    /// Whether a maximum depth would act.
    pub(super) fn has_depth(&self) -> bool {
        matches!(self.how, How::Kind(kind) if kind.options().contains(&EngineOption::Depth))
    }

    /// Whether it plays in the time that the form gives.
    pub(super) fn is_timed(&self) -> bool {
        self.how != How::Level
    }

    /// Who that is, or why nobody is.
    pub(super) fn player(&self) -> Result<Player, Message> {
        match self.how {
            How::Level => Ok(Player::Level(Level::ALL[self.level])),
            How::Kind(kind) => Ok(Player::Engine(self.engine(kind))),
            How::Typed if self.typed.trim().is_empty() => Err(message!(
                "nobody-typed",
                "type an engine, or a program as `ugi:COMMAND` or `gtp:COMMAND`"
            )),
            How::Typed => match self.typed.parse::<Player>() {
                Ok(Player::Human) => {
                    Err(message!("person-typed", "`human` is a person: choose that under players"))
                }
                Ok(player) => Ok(player),
                Err(e) => Err(e.message()),
            },
        }
    }

    /// No line goes beyond a maximum depth.
    fn engine(&self, kind: Kind) -> Engine {
        let mut engine = Engine::new(kind);
        if self.depth > 0 && self.has_depth() {
            engine = engine.no_deeper();
            engine.set("depth", &self.depth.to_string()).expect("this kind has the option");
        }
        engine
    }

    /// Takes what is typed or pasted, up to the end of a line.
    pub(super) fn type_in(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.typed.chars().count());
        let is_end = |c: char| c == '\n' || c == '\r';
        self.typed.extend(text.chars().take_while(|&c| !is_end(c)).take(room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Result<Player, String> {
        let mut computer = Computer::new(How::Typed, 0);
        computer.type_in(text);
        computer.player().map_err(|reason| reason.to_string())
    }

    #[test]
    fn whoever_is_typed_plays_or_it_is_said_why_not() {
        assert_eq!(typed("mcts:nodes=50\nrest").unwrap().to_string(), "mcts:nodes=50");
        assert_eq!(typed("ugi:python3 x.py").unwrap(), Player::Guest("ugi:python3 x.py".into()));
        assert!(typed("human").unwrap_err().contains("under players"));
        assert!(typed(" ").unwrap_err().contains("ugi:COMMAND"));
        assert!(typed("alpha-bta").unwrap_err().contains("Did you mean"));
        assert_eq!(typed(&"x".repeat(999)).unwrap_err().matches('x').count() / LONGEST, 1);
    }

    #[test]
    fn a_depth_holds_for_every_line_of_its_own_computer() {
        let at = |kind| Computer { depth: 3, ..Computer::new(How::Kind(kind), 0) };
        let name = |kind| at(kind).player().unwrap().to_string();
        assert_eq!(name(Kind::Minimax), "minimax:depth=3");
        assert_eq!(name(Kind::Pvs), "pvs:quiescence=off,depth=3");
        assert_eq!(name(Kind::Mcts), "mcts");
    }
}
