//! A tidy layout: nodes of a level stand in line, parents above the middle of their children, equal
//! subtrees look equal, and nothing overlaps.
//!
//! Reingold and Tilford, 1981; Walker, 1990, for any number of children; Buchheim, Jünger and Leipert,
//! “Improving Walker's algorithm to run in linear time”, 2002, whose names the steps have here.

/// Where each node of a tree stands: how far right, in widths of a node, and how far down, in levels. Node 0
/// is the root; `children` lists each node's children from left to right. The leftmost node stands at 0.
///
/// Linear in the number of nodes.
///
/// ```
/// use plywood_trees::tidy;
///
/// // A root with two leaves: they stand one apart, and the root between them.
/// let places = tidy(&[vec![1, 2], vec![], vec![]]);
/// assert_eq!(places[0], (0.5, 0));
/// assert_eq!([places[1], places[2]], [(0.0, 1), (1.0, 1)]);
/// ```
pub fn tidy(children: &[Vec<usize>]) -> Vec<(f64, usize)> {
    if children.is_empty() {
        return Vec::new();
    }
    let mut layout = Layout::new(children);
    let order = layout.order.clone();
    for &node in order.iter().rev() {
        layout.first_walk(node);
    }
    layout.prelim[0] = layout.middle(0);
    // The second walk: what stands above moves everything below.
    let mut shift = vec![0.0; children.len()];
    let mut placed = vec![(0.0, 0); children.len()];
    for &node in &order {
        placed[node] = (layout.prelim[node] + shift[node], layout.depth[node]);
        for &child in &children[node] {
            shift[child] = shift[node] + layout.modifier[node];
        }
    }
    let left = placed.iter().map(|place| place.0).fold(f64::INFINITY, f64::min);
    placed.into_iter().map(|(x, level)| (x - left, level)).collect()
}

/// No two nodes of a level stand closer.
const DISTANCE: f64 = 1.0;

struct Layout<'a> {
    children: &'a [Vec<usize>],
    parent: Vec<Option<usize>>,
    /// The place among its siblings.
    place: Vec<usize>,
    depth: Vec<usize>,
    /// Parents before children, siblings from left to right.
    order: Vec<usize>,
    prelim: Vec<f64>,
    modifier: Vec<f64>,
    /// Shortcuts along contours.
    thread: Vec<Option<usize>>,
    ancestor: Vec<usize>,
    change: Vec<f64>,
    shift: Vec<f64>,
}

impl<'a> Layout<'a> {
    fn new(children: &'a [Vec<usize>]) -> Self {
        let n = children.len();
        let mut layout = Self {
            children,
            parent: vec![None; n],
            place: vec![0; n],
            depth: vec![0; n],
            order: vec![0],
            prelim: vec![0.0; n],
            modifier: vec![0.0; n],
            thread: vec![None; n],
            ancestor: (0..n).collect(),
            change: vec![0.0; n],
            shift: vec![0.0; n],
        };
        let mut next = 0;
        while let Some(&node) = layout.order.get(next) {
            next += 1;
            for (place, &child) in children[node].iter().enumerate() {
                layout.parent[child] = Some(node);
                layout.place[child] = place;
                layout.depth[child] = layout.depth[node] + 1;
                layout.order.push(child);
            }
        }
        layout
    }

    /// Places the children of a node, whose own children are placed, beside each other.
    fn first_walk(&mut self, node: usize) {
        let all = self.children;
        let children = &all[node];
        let Some(&first) = children.first() else { return };
        let mut default_ancestor = first;
        for (i, &child) in children.iter().enumerate() {
            let middle = self.middle(child);
            match i.checked_sub(1).map(|before| children[before]) {
                None => self.prelim[child] = middle,
                Some(before) => {
                    self.prelim[child] = self.prelim[before] + DISTANCE;
                    self.modifier[child] = self.prelim[child] - middle;
                    default_ancestor = self.apportion(child, before, default_ancestor);
                }
            }
        }
        self.execute_shifts(node);
    }

    /// The middle of a node's children, where it would stand without siblings; 0 for a leaf.
    fn middle(&self, node: usize) -> f64 {
        match (self.children[node].first(), self.children[node].last()) {
            (Some(&first), Some(&last)) => (self.prelim[first] + self.prelim[last]) / 2.0,
            _ => 0.0,
        }
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// Moves the subtree of `node` right until it clears the subtrees of its left siblings, following both
    /// contours as deep as the shallower of the two.
    fn apportion(&mut self, node: usize, left: usize, default_ancestor: usize) -> usize {
        let leftmost = self.parent[node].map_or(node, |parent| self.children[parent][0]);
        let (mut inside_right, mut outside_right) = (node, node);
        let (mut inside_left, mut outside_left) = (left, leftmost);
        let mut sum_ir = self.modifier[inside_right];
        let mut sum_or = self.modifier[outside_right];
        let mut sum_il = self.modifier[inside_left];
        let mut sum_ol = self.modifier[outside_left];
        while let (Some(il), Some(ir)) =
            (self.next_right(inside_left), self.next_left(inside_right))
        {
            (inside_left, inside_right) = (il, ir);
            outside_left = self.next_left(outside_left).unwrap_or(outside_left);
            outside_right = self.next_right(outside_right).unwrap_or(outside_right);
            self.ancestor[outside_right] = node;
            let shift = (self.prelim[il] + sum_il) - (self.prelim[ir] + sum_ir) + DISTANCE;
            if shift > 0.0 {
                let from = self.ancestor_of(il, node, default_ancestor);
                self.move_subtree(from, node, shift);
                sum_ir += shift;
                sum_or += shift;
            }
            sum_il += self.modifier[inside_left];
            sum_ir += self.modifier[inside_right];
            sum_ol += self.modifier[outside_left];
            sum_or += self.modifier[outside_right];
        }
        if let (Some(below), None) = (self.next_right(inside_left), self.next_right(outside_right))
        {
            self.thread[outside_right] = Some(below);
            self.modifier[outside_right] += sum_il - sum_or;
        }
        if let (Some(below), None) = (self.next_left(inside_right), self.next_left(outside_left)) {
            self.thread[outside_left] = Some(below);
            self.modifier[outside_left] += sum_ir - sum_ol;
            return node;
        }
        default_ancestor
    }

    /// The sibling of `node` whose subtree holds a node of the left contour.
    fn ancestor_of(&self, contour: usize, node: usize, default_ancestor: usize) -> usize {
        let known = self.ancestor[contour];
        if self.parent[known] == self.parent[node] { known } else { default_ancestor }
    }

    /// Notes that the subtrees between `from` and `to` share a shift evenly.
    fn move_subtree(&mut self, from: usize, to: usize, shift: f64) {
        let between = (self.place[to] - self.place[from]).max(1) as f64;
        self.change[to] -= shift / between;
        self.shift[to] += shift;
        self.change[from] += shift / between;
        self.prelim[to] += shift;
        self.modifier[to] += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        let all = self.children;
        for &child in all[node].iter().rev() {
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A tree from a list of chances: node i hangs below one of the nodes before it.
    fn tree(chances: &[u32]) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); chances.len() + 1];
        for (i, chance) in chances.iter().enumerate() {
            children[*chance as usize % (i + 1)].push(i + 1);
        }
        children
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_parents_stand_above_the_middle(
            chances in proptest::collection::vec(any::<u32>(), 0..120),
        ) {
            let children = tree(&chances);
            let placed = tidy(&children);
            let mut levels: Vec<Vec<f64>> = Vec::new();
            for &(x, level) in &placed {
                levels.resize(levels.len().max(level + 1), Vec::new());
                levels[level].push(x);
            }
            for level in &mut levels {
                level.sort_by(f64::total_cmp);
                for pair in level.windows(2) {
                    prop_assert!(pair[1] - pair[0] >= 1.0 - 1e-9, "{pair:?}");
                }
            }
            for (node, below) in children.iter().enumerate() {
                let (Some(&first), Some(&last)) = (below.first(), below.last()) else { continue };
                let middle = (placed[first].0 + placed[last].0) / 2.0;
                prop_assert!((placed[node].0 - middle).abs() < 1e-9);
                for pair in below.windows(2) {
                    prop_assert!(placed[pair[0]].0 < placed[pair[1]].0, "siblings in order");
                }
            }
        }
    }

    #[test]
    fn the_textbook_tree_is_as_wide_as_its_leaves() {
        let children: Vec<Vec<usize>> =
            [&[1, 5, 9][..], &[2, 3, 4], &[], &[], &[], &[6, 7, 8], &[], &[], &[], &[10, 11, 12]]
                .iter()
                .map(|list| list.to_vec())
                .chain((0..3).map(|_| Vec::new()))
                .collect();
        let placed = tidy(&children);
        assert_eq!(placed[0], (4.0, 0));
        assert_eq!((placed[1].0, placed[5].0, placed[9].0), (1.0, 4.0, 7.0));
        assert_eq!(tidy(&[Vec::new()]), [(0.0, 0)]);
        assert!(tidy(&[]).is_empty());
    }

    #[test]
    fn deep_and_wide_trees_do_not_exhaust_the_stack() {
        let n = 50_000;
        let chain: Vec<Vec<usize>> =
            (0..n).map(|i| if i + 1 < n { vec![i + 1] } else { Vec::new() }).collect();
        assert_eq!(tidy(&chain)[n - 1], (0.0, n - 1));
        let mut star = vec![Vec::new(); n];
        star[0] = (1..n).collect();
        assert_eq!(tidy(&star)[n - 1], ((n - 2) as f64, 1));
    }
}
