//! Moves weighed against the best ones: of a whole game, or one that somebody thinks of playing.

use plywood_workbench::play::{Budget, review as weigh};
use serde::Deserialize;
use serde_json::json;

use super::{About, Answer, Caller, Problem, Slice};

/// What to look at of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// Only this move, in the position the others lead to.
    #[serde(default, rename = "move")]
    step: Option<String>,
}

/// `progress` for every ply that is done; then `end`, with the review or what went wrong.
pub(crate) fn review(who: &Caller, asked: About<Question>) -> Result<Answer, Problem> {
    let (start, end) = asked.place.tables()?;
    let n_before = start.n_played();
    let (from, moves) = match asked.ask.step {
        Some(step) => {
            let step = end.canonical(&step).map_err(Problem::bad)?;
            (end, vec![step])
        }
        None => (start, end.history().split_off(n_before)),
    };
    let words = who.words;
    Ok(Answer::Lines(Box::new(move |lines, turn| {
        let mut progress = |ply| {
            let _ = lines.say(&json!({ "kind": "progress", "ply": ply, "of": moves.len() }));
        };
        let found = weigh(&*from, &moves, &Budget::default(), turn.cancel, &mut progress);
        let end = match found {
            Ok(review) => json!({ "kind": "end", "review": review }),
            Err(refused) => {
                json!({ "kind": "end", "error": words.say(refused.message()) })
            }
        };
        let _ = lines.say(&end);
        Slice::Done
    })))
}
