//! A real search on a textbook's tree, node by node: windows, values, and the reasons of cuts.

use plywood_contract::{Evaluator, HIGHEST, LOWEST, Limits, PlayEvent, PlayObserver, Score};
use plywood_search::adversarial::{Question, alpha_beta, minimax};
use serde::Serialize;

use crate::text::TextTree;

/// Which search is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedSearch {
    /// Every node.
    Minimax,
    /// Alpha–beta: minimax that skips the rest of a node once the opponent would never allow it.
    AlphaBeta,
}

/// What a search did at a node. All values are MAX's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Whether the search visited it.
    pub is_visited: bool,
    /// The value MAX had secured when the node was entered; `None` for none.
    pub alpha: Option<i32>,
    /// The most MIN would allow; `None` for no bound.
    pub beta: Option<i32>,
    /// The value the node was left with: after a cut only a bound.
    pub value: Option<i32>,
    /// Why the rest of its children were skipped.
    pub cut: Option<Cut>,
}

/// Why the rest of a node's children cannot matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// The child that settled it.
    pub child: usize,
    /// The value of that child.
    pub value: i32,
    /// The value the opponent already has.
    pub bound: i32,
    /// The ancestor at which the opponent has it.
    pub ancestor: usize,
    /// How many children were skipped.
    pub skipped: usize,
}

/// Searches the whole tree and records what happened at each node.
///
/// ```
/// use plywood_trees::{TextTree, WatchedSearch, watch};
///
/// let tree: TextTree = "((3 12) (2 40))".parse().unwrap();
/// let seen = watch(&tree, WatchedSearch::AlphaBeta);
/// assert!(seen.iter().any(|node| !node.is_visited)); // MIN has 2 already: the 40 cannot matter
/// ```
pub fn watch(tree: &TextTree, look: WatchedSearch) -> Vec<Seen> {
    let mut watcher =
        Watcher { tree, seen: vec![Seen::default(); tree.n_nodes()], path: Vec::new() };
    let limits = Limits::default();
    let question = Question::new(tree, &Values, &0, &limits);
    match look {
        WatchedSearch::Minimax => minimax(&question, tree.height(), &mut watcher),
        WatchedSearch::AlphaBeta => alpha_beta(&question, tree.height(), &mut watcher),
    };
    watcher.seen
}

/// The tree's own values: there is nothing to evaluate.
pub(crate) struct Values;

impl Evaluator<TextTree> for Values {
    fn evaluate(&self, _: &TextTree, _: &usize) -> Score {
        0
    }
}

struct Watcher<'a> {
    tree: &'a TextTree,
    seen: Vec<Seen>,
    /// The nodes from the root to where the search is, with the best each has so far for its mover.
    path: Vec<(usize, Option<i32>)>,
}

impl Watcher<'_> {
    /// A value for the side to move at a node as MAX's.
    fn for_max(&self, node: usize, value: Score) -> i32 {
        if self.tree.is_max(node) { value } else { -value }
    }

    fn enter(&mut self, node: usize, alpha: Score, beta: Score) {
        let known = |value: Score| (LOWEST < value && value < HIGHEST).then_some(value);
        let (low, high) = if self.tree.is_max(node) { (alpha, beta) } else { (-beta, -alpha) };
        let window = (known(low), known(high));
        let seen = &mut self.seen[node];
        (seen.is_visited, seen.alpha, seen.beta) = (true, window.0, window.1);
        self.path.push((node, None));
    }

    fn leave(&mut self, value: Score) {
        let Some((node, _)) = self.path.pop() else { return };
        let value = self.for_max(node, value);
        self.seen[node].value = Some(value);
        if let Some((parent, best)) = self.path.last_mut() {
            let better = match (self.tree.is_max(*parent), *best) {
                (_, None) => value,
                (true, Some(best)) => best.max(value),
                (false, Some(best)) => best.min(value),
            };
            *best = Some(better);
        }
    }

    /// Of the nodes above, the nearest one whose mover, the opponent, has the bound already.
    fn cut(&mut self, child: usize, value: Score, skipped: usize) {
        // A bound that the last child reaches cuts nothing.
        let Some(&(node, _)) = self.path.last().filter(|_| skipped > 0) else { return };
        let value = self.for_max(node, value);
        let is_max = self.tree.is_max(node);
        let above = self.path.iter().rev().skip(1);
        let refutes = |best: i32| if is_max { value >= best } else { value <= best };
        let opponents = above.filter(|(other, _)| self.tree.is_max(*other) != is_max);
        let mut bounds = opponents.filter_map(|(other, best)| Some((*other, (*best)?)));
        let found = bounds.find(|(_, best)| refutes(*best));
        if let Some((ancestor, bound)) = found {
            self.seen[node].cut = Some(Cut { child, value, bound, ancestor, skipped });
        }
    }
}

impl PlayObserver<TextTree> for &mut Watcher<'_> {
    fn event(&mut self, event: PlayEvent<'_, TextTree>) {
        match event {
            PlayEvent::Enter { position, alpha, beta, .. } => self.enter(*position, alpha, beta),
            PlayEvent::Leave { value, .. } => self.leave(value),
            PlayEvent::Cut { step, value, skipped, .. } => self.cut(step, value, skipped),
            PlayEvent::Simulate { .. } => {}
        }
    }
}

/// The value of a node by the definition alone.
#[cfg(test)]
fn reference(tree: &TextTree, node: usize) -> i32 {
    let below = tree.children(node).iter().map(|&child| reference(tree, child));
    match (tree.value(node), tree.is_max(node)) {
        (Some(value), _) => value,
        (None, true) => below.max().unwrap_or(0),
        (None, false) => below.min().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn a_tree() -> impl Strategy<Value = String> {
        let leaf = (-9_i32..10).prop_map(|value| value.to_string());
        let tree = leaf.prop_recursive(4, 80, 4, |inner| {
            proptest::collection::vec(inner, 1..4).prop_map(|all| format!("({})", all.join(" ")))
        });
        tree.prop_map(|text| if text.starts_with('(') { text } else { format!("({text})") })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_claimed_of_every_node_follows_from_the_definition(text in a_tree()) {
            let tree: TextTree = text.parse().expect("a tree");
            for (node, seen) in watch(&tree, WatchedSearch::Minimax).iter().enumerate() {
                prop_assert!(seen.is_visited && seen.cut.is_none());
                prop_assert_eq!(seen.value, Some(reference(&tree, node)), "{} of {}", node, text);
            }
            let seen = watch(&tree, WatchedSearch::AlphaBeta);
            prop_assert_eq!(seen[0].value, Some(reference(&tree, 0)), "{}", text);
            for (node, one) in seen.iter().enumerate().filter(|(_, one)| one.is_visited) {
                let (value, truth) = (one.value.expect("left"), reference(&tree, node));
                let is_inside = one.alpha.is_none_or(|alpha| alpha < value)
                    && one.beta.is_none_or(|beta| value < beta);
                if is_inside {
                    prop_assert_eq!(value, truth, "exact inside its window: {} of {}", node, text);
                }
                let skipped = tree.children(node).iter().filter(|&&c| !seen[c].is_visited).count();
                prop_assert_eq!(one.cut.as_ref().map_or(0, |cut| cut.skipped), skipped);
                if let Some(cut) = &one.cut {
                    // The opponent has a choice above that is no worse for them than this child.
                    prop_assert!(tree.is_max(cut.ancestor) != tree.is_max(node));
                    let is_refuted = match tree.is_max(node) {
                        true => cut.value >= cut.bound,
                        false => cut.value <= cut.bound,
                    };
                    prop_assert!(is_refuted, "{:?} of {}", cut, text);
                    prop_assert_eq!(seen[cut.child].value, Some(cut.value));
                }
            }
        }
    }

    #[test]
    fn the_textbook_tree_cuts_two_leaves_and_says_where_the_bound_comes_from() {
        let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
        let seen = watch(&tree, WatchedSearch::AlphaBeta);
        let cut = seen[5].cut.as_ref().expect("the second MIN node is cut");
        assert_eq!((cut.value, cut.bound, cut.ancestor, cut.skipped), (2, 3, 0, 2));
        assert_eq!((seen[5].alpha, seen[5].beta), (Some(3), None));
        assert_eq!(seen.iter().filter(|one| one.is_visited).count(), 11);
    }
}
