//! Examples for front ends that know no game: positions for a game's card and its rules, and searches worth
//! watching.

/// A position for a picture.
#[derive(Clone, Copy, Debug)]
pub struct Still {
    /// The seed of a shuffled start.
    pub seed: u64,
    /// The position before the moves; `None` for the start.
    pub position: Option<&'static str>,
    /// Moves, separated by spaces.
    pub moves: &'static str,
}

impl Still {
    /// The start.
    pub const START: Self = Self { seed: 0, position: None, moves: "" };

    /// After some moves from the start.
    pub(crate) const fn after(moves: &'static str) -> Self {
        Self { moves, ..Self::START }
    }

    /// A position.
    pub(crate) const fn at(position: &'static str) -> Self {
        Self { position: Some(position), ..Self::START }
    }
}

/// The pictures of a game.
#[derive(Debug)]
pub struct Gallery {
    /// For its card in lists.
    pub card: Still,
    /// For its rules in a minute, one for each sentence.
    pub minute: [Still; 4],
}

/// The games that views start with.
#[derive(Debug)]
pub struct Showcase {
    /// Played by two engines on the home page while nothing else goes on.
    pub living: &'static str,
    /// Chosen first for a new game and for analysis.
    pub first: &'static str,
    /// Chosen first for a contest of engines: short games that differ.
    pub contest: &'static str,
}

/// The games that views start with.
pub static SHOWCASE: Showcase =
    Showcase { living: "blokus-duo", first: "quarto", contest: "cavalo" };

/// A search worth watching.
#[derive(Debug)]
pub struct Example {
    /// What it demonstrates.
    pub key: &'static str,
    /// A game, or a problem for one player.
    pub subject: &'static str,
    /// The algorithms, side by side; `pvs-plain` is the page's name for `pvs:quiescence=off`.
    pub engines: &'static [&'static str],
    /// The problem's sample; none for games.
    pub board: Option<&'static str>,
    /// The problem's heuristic; `None` for games and for the default.
    pub heuristic: Option<&'static str>,
    /// The game's position; none for problems and the start.
    pub position: Option<&'static str>,
    /// The game's moves after it, separated by spaces.
    pub moves: Option<&'static str>,
    /// How deep to look.
    pub depth: Option<u32>,
    /// How many simulations.
    pub nodes: Option<u64>,
    /// The step to show first, when it is not the start; one beyond the end is the end.
    pub step: Option<u32>,
}

/// An example with nothing set.
const PLAIN: Example = Example {
    key: "",
    subject: "",
    engines: &[],
    board: None,
    heuristic: None,
    position: None,
    moves: None,
    depth: None,
    nodes: None,
    step: None,
};

/// Searches worth watching, in the order a student meets them.
pub static EXAMPLES: [Example; 8] = [
    Example {
        key: "cut",
        subject: "tic-tac-toe",
        engines: &["alpha-beta"],
        position: Some("x../.o./o.x"),
        depth: Some(5),
        ..PLAIN
    },
    Example {
        key: "save",
        subject: "tic-tac-toe",
        engines: &["minimax", "alpha-beta"],
        position: Some("x../.o./o.x"),
        depth: Some(5),
        ..PLAIN
    },
    Example {
        key: "astar",
        subject: "tiles",
        engines: &["a-star"],
        board: Some("8-short"),
        heuristic: Some("manhattan"),
        ..PLAIN
    },
    Example {
        key: "greedy",
        subject: "grid",
        engines: &["a-star", "greedy"],
        board: Some("swamp"),
        ..PLAIN
    },
    Example {
        key: "again",
        subject: "tiles",
        engines: &["ida-star"],
        board: Some("8-short"),
        heuristic: Some("manhattan"),
        ..PLAIN
    },
    Example {
        key: "puzzle",
        subject: "blokus-puzzle",
        engines: &["a-star", "bfs"],
        board: Some("B"),
        ..PLAIN
    },
    Example { key: "mcts", subject: "connect-four", engines: &["mcts"], nodes: Some(300), ..PLAIN },
    // A search that stops one move before a win, beside one that plays on while somebody can win at once.
    Example {
        key: "horizon",
        subject: "quarto",
        engines: &["pvs-plain", "pvs"],
        moves: Some(">0 b2>6 c3>8 b4>7 d1>5 a3>b d4>9 a2>e"),
        depth: Some(1),
        step: Some(9999),
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use std::collections::BTreeSet;

    use super::*;
    use crate::catalogue::{CATALOGUE, find, open, problems};
    use crate::engines::Engine;

    #[test]
    fn every_still_is_a_position_that_the_rules_reach() {
        for offer in CATALOGUE {
            for still in offer.gallery.minute.iter().chain([&offer.gallery.card]) {
                let moves: Vec<&str> = still.moves.split_whitespace().collect();
                let opened = open(offer.name, "", still.seed, still.position, &moves);
                assert!(opened.is_ok(), "{}: {still:?}", offer.name);
            }
        }
        for game in [SHOWCASE.living, SHOWCASE.first, SHOWCASE.contest] {
            assert!(find(game).is_ok(), "{game}");
        }
    }

    #[test]
    fn every_picture_of_a_problem_is_a_state_that_its_rules_reach_and_the_last_is_a_goal() {
        for offer in problems::PROBLEMS {
            for (n, picture) in offer.minute.iter().enumerate() {
                let moves: Vec<String> = picture.moves.split_whitespace().map(Into::into).collect();
                let quest = offer.load_one(picture.board).unwrap().quest;
                assert!(quest.scene(&moves).is_ok(), "{}: {picture:?}", offer.name);
                let is_goal = quest.standing(&moves).unwrap().is_goal;
                assert_eq!(is_goal, n == 3, "{}: {picture:?}", offer.name);
            }
        }
    }

    #[test]
    fn every_example_names_what_there_is() {
        for example in &EXAMPLES {
            match problems::find(example.subject) {
                Ok(offer) => {
                    let board = example.board.unwrap();
                    assert!(offer.samples.iter().any(|sample| sample.name == board), "{board}");
                }
                Err(_) => {
                    let moves: Vec<&str> =
                        example.moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
                    let table = open(example.subject, "", 0, example.position, &moves).unwrap();
                    for name in example.engines {
                        let name = name.replace("pvs-plain", "pvs:quiescence=off");
                        table.check_engine(&name.parse::<Engine>().unwrap()).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_piece_can_reach_is_what_its_moves_cover() {
        for offer in CATALOGUE {
            let mut table = open(offer.name, "", 3, None, &[]).unwrap();
            for ply in 0..12 {
                let choices = table.choices();
                let parts = choices.iter().flat_map(|choice| &choice.parts);
                let covered: BTreeSet<_> = parts.flat_map(|part| part.at.clone()).collect();
                let reach: BTreeSet<_> = table.reach(table.turn()).into_iter().collect();
                assert!(reach.is_empty() || reach == covered, "{} at ply {ply}", offer.name);
                let has_blocks = offer.name.starts_with("blokus");
                assert_eq!(!reach.is_empty(), has_blocks, "{}", offer.name);
                let Some(step) = table.moves().into_iter().nth(7 * ply % 3) else { break };
                let before: BTreeSet<_> = table.reach(table.turn().other()).into_iter().collect();
                let turn = table.turn();
                table.play(&step).unwrap();
                // A move of one side reduces the other's reach, and never enlarges it.
                let after: BTreeSet<_> = table.reach(turn.other()).into_iter().collect();
                assert!(after.is_subset(&before), "{} at ply {ply}", offer.name);
            }
        }
    }
}
