//! A search of a textbook's tree step by step, in the form in which searches of games are watched.

use plywood_contract::{
    CutReason, HIGHEST, LOWEST, Limits, Origin, PlayEvent, PlayObserver, Score,
};
use plywood_search::adversarial::{Question, alpha_beta, minimax};
use serde::Serialize;

use crate::text::TextTree;
use crate::watch::{Values, WatchedSearch};

/// One step. Windows and values are for whoever moves at the node: player 1 is MAX.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TreeStep {
    /// A node is entered.
    Enter {
        /// Its number, in the order nodes are entered.
        node: usize,
        /// The node above it.
        parent: Option<usize>,
        /// Its place among its siblings, from 1.
        #[serde(rename = "move")]
        step: Option<String>,
        /// Plies from the root.
        ply: u32,
        /// Plies still to be searched.
        depth: u32,
        /// 1 for MAX, 2 for MIN.
        seat: u32,
        /// The value the mover has already secured; `None` for none.
        alpha: Option<i32>,
        /// The most the opponent will allow; `None` for no bound.
        beta: Option<i32>,
    },
    /// A node is left with its value.
    Leave {
        /// Its number.
        node: usize,
        /// The value.
        value: i32,
        /// `rules` for a leaf, else `moves`.
        origin: &'static str,
    },
    /// The other children of a node are skipped.
    Cut {
        /// Its number.
        node: usize,
        /// The place of the child that settled it.
        #[serde(rename = "move")]
        step: String,
        /// The value of that child.
        value: i32,
        /// The window at this moment.
        alpha: Option<i32>,
        /// The bound that was reached.
        beta: Option<i32>,
        /// `alpha` or `beta`.
        cut: &'static str,
        /// Why the rest cannot matter, as a clause.
        reason: &'static str,
        /// How many children were skipped.
        skipped: usize,
        /// The nearest ancestor at which the opponent already has something as good.
        ancestor: Option<usize>,
        /// The value the opponent has there, for the mover at the cut.
        has: Option<i32>,
    },
}

/// Every step of a search of the whole tree.
pub fn steps(tree: &TextTree, search: WatchedSearch) -> Vec<TreeStep> {
    let mut recorder = Recorder { tree, steps: Vec::new(), path: Vec::new(), n_nodes: 0 };
    let limits = Limits::default();
    let question = Question::new(tree, &Values, &0, &limits);
    match search {
        WatchedSearch::Minimax => minimax(&question, tree.height(), &mut recorder),
        WatchedSearch::AlphaBeta => alpha_beta(&question, tree.height(), &mut recorder),
    };
    recorder.steps
}

/// A node on the way to the current one.
struct Above {
    number: usize,
    best: Option<Score>,
}

struct Recorder<'a> {
    tree: &'a TextTree,
    steps: Vec<TreeStep>,
    path: Vec<Above>,
    n_nodes: usize,
}

impl Recorder<'_> {
    /// A node's place among its siblings.
    fn place(&self, at: usize) -> Option<String> {
        let siblings = self.tree.children(self.tree.parent(at)?);
        Some((siblings.iter().position(|child| *child == at)? + 1).to_string())
    }

    fn enter(&mut self, at: usize, ply: u32, depth: u32, window: (Score, Score)) {
        self.path.truncate(ply as usize);
        let parent = self.path.last().map(|above| above.number);
        let number = self.n_nodes;
        self.n_nodes += 1;
        self.path.push(Above { number, best: None });
        let seat = if self.tree.is_max(at) { 1 } else { 2 };
        let (alpha, beta) = (bound(window.0), bound(window.1));
        let (node, step) = (number, self.place(at));
        self.steps.push(TreeStep::Enter { node, parent, step, ply, depth, seat, alpha, beta });
    }

    /// Players take turns, so that what is good for one is bad for the other.
    fn leave(&mut self, ply: u32, value: Score, origin: Origin) {
        self.path.truncate(ply as usize + 1);
        let Some(node) = self.path.last().map(|above| above.number) else { return };
        if let Some(above) = (ply as usize).checked_sub(1).and_then(|ply| self.path.get_mut(ply)) {
            above.best = Some(above.best.map_or(-value, |best| best.max(-value)));
        }
        let origin = if origin == Origin::Moves { "moves" } else { "rules" };
        self.steps.push(TreeStep::Leave { node, value, origin });
    }

    fn refuted_by(&self, ply: u32, value: Score) -> Option<(usize, Score)> {
        let above = self.path.get(..ply as usize)?;
        let opponents = above.iter().rev().step_by(2);
        let mut bounds = opponents.filter_map(|above| Some((above.number, -above.best?)));
        bounds.find(|(_, bound)| value >= *bound)
    }
}

fn bound(value: Score) -> Option<i32> {
    (LOWEST < value && value < HIGHEST).then_some(value)
}

impl PlayObserver<TextTree> for &mut Recorder<'_> {
    fn event(&mut self, event: PlayEvent<'_, TextTree>) {
        match event {
            PlayEvent::Enter { position, ply, depth, alpha, beta, .. } => {
                self.enter(*position, ply, depth, (alpha, beta));
            }
            PlayEvent::Leave { ply, value, origin } => self.leave(ply, value, origin),
            PlayEvent::Cut { ply, step, value, alpha, beta, reason, skipped } => {
                let refuted = self.refuted_by(ply, value);
                let Some(node) = self.path.get(ply as usize).map(|above| above.number) else {
                    return;
                };
                let cut = if reason == CutReason::Alpha { "alpha" } else { "beta" };
                let place = self.place(step).unwrap_or_default();
                self.steps.push(TreeStep::Cut {
                    node,
                    step: place,
                    value,
                    alpha: bound(alpha),
                    beta: bound(beta),
                    cut,
                    reason: reason.explain(),
                    skipped,
                    ancestor: refuted.map(|found| found.0),
                    has: refuted.map(|found| found.1),
                });
            }
            PlayEvent::Simulate { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::watch;

    #[test]
    fn the_steps_say_what_the_watched_nodes_say() {
        let texts =
            ["((3 12 8) (2 4 6) (14 5 2))", "(((5 6) (7 4 5)) ((3)) (((6) (6 9)) (7)))", "(1 2)"];
        for text in texts {
            let tree: TextTree = text.parse().expect("a tree");
            for search in [WatchedSearch::Minimax, WatchedSearch::AlphaBeta] {
                let seen = watch(&tree, search);
                let steps = steps(&tree, search);
                let n_entered = steps.iter().filter(|step| matches!(step, TreeStep::Enter { .. }));
                assert_eq!(n_entered.count(), seen.iter().filter(|one| one.is_visited).count());
                let cuts = steps.iter().filter_map(|step| match step {
                    TreeStep::Cut { skipped, has, ancestor, .. } if *skipped > 0 => {
                        Some((*skipped, has.map(i32::abs), ancestor.is_some()))
                    }
                    _ => None,
                });
                let mut cuts: Vec<_> = cuts.collect();
                let mut claimed: Vec<_> = seen.iter().filter_map(|one| one.cut.as_ref()).collect();
                claimed.sort_by_key(|cut| (cut.skipped, cut.bound.abs()));
                cuts.sort_unstable();
                let claimed = claimed.iter().map(|cut| (cut.skipped, Some(cut.bound.abs()), true));
                assert_eq!(cuts, claimed.collect::<Vec<_>>(), "{text}");
                let last = steps.last().expect("the root is left");
                let value = seen[0].value.expect("it has a value");
                assert_eq!(*last, TreeStep::Leave { node: 0, value, origin: "moves" });
            }
        }
    }
}
