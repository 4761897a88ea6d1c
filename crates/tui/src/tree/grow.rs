//! The tree of a search as it is after some of its steps: what is known, what was cut, and where the search is.

use std::collections::HashMap;

use plywood_trees::tidy;
use plywood_workbench::engines::{ChoiceShown, PlayStep};

/// What is known of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Node {
    /// The move that leads here.
    pub(super) step: Option<String>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// Whether it is the turn of whoever is to move at the root.
    pub(super) is_ours: bool,
    /// For whoever is to move at the root: what they have for certain, and what the other side would allow.
    pub(super) window: (Option<f64>, Option<f64>),
    /// For whoever is to move at the root; none while it is looked into.
    pub(super) value: Option<f64>,
    /// How many moves were never looked at.
    pub(super) n_skipped: usize,
    /// Games through it, and what player 1 got in all of them.
    pub(super) n_games: u32,
    pub(super) sum: f64,
    /// What it was worth when it was last compared with its neighbours.
    pub(super) worth: Option<Worth>,
    /// Whether it is the move that would be played now.
    pub(super) is_best: bool,
}

/// The mean reward of whoever chooses a move, and what is added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    pub(super) mean: f32,
    pub(super) bonus: f32,
    pub(super) is_proven: bool,
}

/// A tree that grows step by step.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Where the search is: its node, or the end of the last game.
    pub(super) at: usize,
    names: HashMap<(usize, String), usize>,
    root_seat: u32,
}

impl Tree {
    /// The tree after these steps.
    pub(super) fn after(steps: &[PlayStep]) -> Self {
        let mut tree = Self::default();
        for step in steps {
            tree.take(step);
        }
        tree
    }

    fn take(&mut self, step: &PlayStep) {
        match step {
            PlayStep::Enter { node, parent, step, seat, alpha, beta, .. } => {
                if self.nodes.is_empty() {
                    self.root_seat = *seat;
                }
                let is_ours = *seat == self.root_seat;
                let window = match is_ours {
                    true => (*alpha, *beta),
                    false => (beta.map(|beta| -beta), alpha.map(|alpha| -alpha)),
                };
                let parent = parent.map(|parent| parent as usize);
                let (node, step) = (*node as usize, step.clone());
                self.nodes.resize(self.nodes.len().max(node + 1), Node::default());
                if let Some(above) = parent.and_then(|parent| self.nodes.get_mut(parent))
                    && !above.children.contains(&node)
                {
                    above.children.push(node);
                }
                self.nodes[node] = Node { step, parent, is_ours, window, ..Node::default() };
                self.at = node;
            }
            PlayStep::Leave { node, value, .. } => {
                let at = *node as usize;
                let Some(node) = self.nodes.get_mut(at) else { return };
                node.value = Some(if node.is_ours { *value } else { -value });
                self.at = at;
            }
            PlayStep::Cut { node, skipped, .. } => {
                let at = *node as usize;
                let Some(node) = self.nodes.get_mut(at) else { return };
                node.n_skipped = *skipped;
                self.at = at;
            }
            PlayStep::Simulate { moves, value, choices, best } => {
                self.simulate(moves, *value, choices);
                for child in self.nodes[0].children.clone() {
                    let node = &mut self.nodes[child];
                    node.is_best = node.step.as_ref() == Some(best);
                }
            }
        }
    }

    fn simulate(&mut self, moves: &[String], value: f64, choices: &[ChoiceShown]) {
        if self.nodes.is_empty() {
            self.nodes.push(Node { is_ours: true, ..Node::default() });
        }
        let mut at = 0;
        self.count(at, value);
        for (step, choice) in moves.iter().zip(choices) {
            for one in choice.moves.iter().filter(|one| one.visits > 0 || one.step == *step) {
                let child = self.below(at, &one.step);
                // A draw for certain is compared like any other move.
                let is_proven = matches!(one.proven, Some(1 | -1));
                self.nodes[child].worth =
                    Some(Worth { mean: one.mean, bonus: one.bonus, is_proven });
            }
            at = self.below(at, step);
            self.count(at, value);
        }
        self.at = at;
    }

    fn count(&mut self, at: usize, value: f64) {
        self.nodes[at].n_games += 1;
        self.nodes[at].sum += value;
    }

    /// The node that a move leads to.
    fn below(&mut self, at: usize, step: &str) -> usize {
        if let Some(&known) = self.names.get(&(at, step.to_owned())) {
            return known;
        }
        let node = self.nodes.len();
        let is_ours = !self.nodes[at].is_ours;
        self.nodes.push(Node {
            step: Some(step.to_owned()),
            parent: Some(at),
            is_ours,
            ..Node::default()
        });
        self.nodes[at].children.push(node);
        self.names.insert((at, step.to_owned()), node);
        node
    }

    /// The nodes from the root to one.
    pub(super) fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(node), |at| self.nodes.get(*at)?.parent).collect();
        path.reverse();
        path
    }

    /// The moves from the root to one.
    pub(super) fn moves(&self, node: usize) -> Vec<&str> {
        self.path(node).iter().filter_map(|at| self.nodes[*at].step.as_deref()).collect()
    }

    /// Where the nodes stand that there is room for: those on the way to `focus` with all their children.
    /// What lies below the others is folded. Of many children the `most` that matter are kept.
    pub(super) fn places(&self, focus: usize, most: usize) -> Vec<(usize, f64, usize)> {
        if self.nodes.is_empty() {
            return Vec::new();
        }
        let path = self.path(focus);
        let mut shown = vec![path[0]];
        let mut children: Vec<Vec<usize>> = vec![Vec::new()];
        let mut place = 0;
        for (level, &node) in path.iter().enumerate() {
            let next = path.get(level + 1).copied();
            let kept = self.kept(node, next, most);
            let first = shown.len();
            for (i, child) in kept.iter().enumerate() {
                shown.push(*child);
                children.push(Vec::new());
                children[place].push(first + i);
            }
            let Some(next) = next else { break };
            place = first + kept.iter().position(|child| *child == next).unwrap_or(0);
        }
        let placed = tidy(&children);
        shown.into_iter().zip(placed).map(|(node, (x, level))| (node, x, level)).collect()
    }

    /// The children of a node that are shown: those with the most games first where there are games, else the latest
    /// ones, in their order.
    fn kept(&self, node: usize, wanted: Option<usize>, most: usize) -> Vec<usize> {
        let mut kept = self.nodes[node].children.clone();
        if kept.len() > most {
            if kept.iter().any(|child| self.nodes[*child].n_games > 0) {
                kept.sort_by_key(|child| std::cmp::Reverse(self.nodes[*child].n_games));
                kept.truncate(most);
            } else {
                let here = wanted.and_then(|wanted| kept.iter().position(|child| *child == wanted));
                let end = here.map_or(kept.len(), |here| here + 1).max(most);
                kept = kept[end - most..end].to_vec();
            }
            if let Some(wanted) = wanted.filter(|wanted| !kept.contains(wanted)) {
                kept.pop();
                kept.push(wanted);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use plywood_workbench::engines::MoveCompared;

    use super::*;

    fn enter(node: u32, parent: Option<u32>, seat: u32) -> PlayStep {
        let step = parent.map(|_| format!("m{node}"));
        let (ply, depth) = (seat - 1, 2 - seat);
        PlayStep::Enter { node, parent, step, ply, depth, seat, alpha: Some(1.0), beta: None }
    }

    #[test]
    fn values_and_windows_are_those_of_whoever_is_to_move_at_the_root() {
        let leave = PlayStep::Leave { node: 1, value: 3.0, origin: "judge" };
        let tree = Tree::after(&[enter(0, None, 2), enter(1, Some(0), 1), leave]);
        assert_eq!(tree.nodes[1].value, Some(-3.0));
        assert_eq!(tree.nodes[0].window, (Some(1.0), None));
        assert_eq!(tree.nodes[1].window, (None, Some(-1.0)));
        assert_eq!(tree.moves(1), ["m1"]);
    }

    #[test]
    fn finished_parts_are_folded_and_the_way_to_the_focus_is_shown() {
        let steps: Vec<PlayStep> = [
            enter(0, None, 1),
            enter(1, Some(0), 2),
            enter(2, Some(1), 1),
            enter(3, Some(0), 2),
            enter(4, Some(3), 1),
        ]
        .into();
        let tree = Tree::after(&steps);
        let shown: Vec<usize> = tree.places(4, 9).iter().map(|place| place.0).collect();
        assert_eq!(shown, [0, 1, 3, 4], "what is below 1 is folded");
        let shown: Vec<usize> = tree.places(4, 1).iter().map(|place| place.0).collect();
        assert_eq!(shown, [0, 3, 4]);
        assert!(Tree::after(&[]).places(0, 3).is_empty());
    }

    #[test]
    fn games_add_up() {
        let compared = |step: &str, visits, mean| MoveCompared {
            step: step.to_owned(),
            visits,
            prior: 0.5,
            weight: 1.5,
            mean,
            bonus: 0.25,
            proven: None,
        };
        let game = |moves: &[&str], value, first: Vec<MoveCompared>| PlayStep::Simulate {
            moves: moves.iter().map(|step| (*step).to_owned()).collect(),
            value,
            choices: [first, vec![compared("c", 0, 0.0)]].map(|moves| ChoiceShown {
                seat: 1,
                compared: moves.len(),
                moves,
            })[..moves.len()]
                .to_vec(),
            best: "b".to_owned(),
        };
        let tree = Tree::after(&[
            game(&["a"], 1.0, vec![compared("a", 0, 0.0)]),
            game(&["b"], -1.0, vec![compared("a", 1, 0.5), compared("b", 0, 0.5)]),
            game(&["b", "c"], 0.0, vec![compared("b", 1, -0.5), compared("z", 0, 0.0)]),
        ]);
        assert_eq!(tree.nodes.len(), 4, "what was never tried is not drawn");
        let means = [1, 2].map(|i| tree.nodes[i].worth.map(|worth| worth.mean));
        assert_eq!(means, [Some(0.5), Some(-0.5)], "as each was last compared");
        assert_eq!([1, 2].map(|i| tree.nodes[i].is_best), [false, true]);
        assert_eq!((tree.nodes[0].n_games, tree.nodes[0].sum), (3, 0.0));
        assert_eq!((tree.nodes[2].n_games, tree.nodes[2].sum), (2, -1.0));
        assert_eq!(tree.moves(tree.at), ["b", "c"]);
        let kept: Vec<usize> = tree.places(0, 1).iter().map(|place| place.0).collect();
        assert_eq!(kept, [0, 2], "of two the one with more games");
    }
}
