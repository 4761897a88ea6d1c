//! A game tree as a textbook writes it: `((3 12 8) (2 4 6) (14 5 2))`.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Game, Message, Seat, message};

/// The most nodes of a tree.
const MOST_NODES: usize = 10_000;
/// The greatest depth of a tree.
const MOST_DEPTH: usize = 60;

/// A game for two given as its whole tree. Player 1, MAX, moves at the root, and the players take turns; a
/// number is what the game is worth to MAX there. Node 0 is the root.
///
/// ```
/// use plywood_contract::{Game, NoJudge};
/// use plywood_search::play::AlphaBeta;
/// use plywood_trees::TextTree;
///
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// assert_eq!(AlphaBeta::new(&tree).judge(NoJudge).run(&tree.start()).score(), Some(3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parent: Option<usize>,
    depth: u32,
    children: Vec<usize>,
    value: Option<i32>,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// Something that is neither a number nor a bracket: what, and its place counted from 1.
    Word(String, usize),
    /// A bracket that nothing opens or closes.
    Bracket(usize),
    /// Brackets with nothing between them.
    Empty(usize),
    /// More than one tree, or none.
    Several,
    /// Too many nodes, or too deep.
    Large,
}

impl TreeError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Word(word, at) => message!(
                "tree-word",
                "`{word}` at character {at} is not part of a tree: expected whole numbers and brackets, as in ((3 12 8) (2 4 6))",
                word = &**word,
                at = *at
            ),
            Self::Bracket(at) => {
                message!("tree-bracket", "the bracket at character {at} has no partner", at = *at)
            }
            Self::Empty(at) => message!(
                "tree-empty",
                "there is nothing between the brackets at character {at}: a position needs a move or a value",
                at = *at
            ),
            Self::Several => {
                message!("tree-several", "expected one tree in brackets, as in ((3 12 8) (2 4 6))")
            }
            Self::Large => message!(
                "tree-large",
                "the tree is too large: at most {nodes} nodes and {depth} plies",
                nodes = MOST_NODES,
                depth = MOST_DEPTH
            ),
        }
    }
}

plywood_contract::explained!(TreeError);

impl FromStr for TextTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let mut reader = Reader { tree: Self { nodes: Vec::new() }, open: Vec::new() };
        let mut word: Option<(String, usize)> = None;
        for (at, letter) in text.chars().chain([' ']).enumerate() {
            let is_end = letter.is_whitespace() || "(),".contains(letter);
            if !is_end {
                word.get_or_insert((String::new(), at + 1)).0.push(letter);
                continue;
            }
            if let Some((number, at)) = word.take() {
                reader.number(&number, at)?;
            }
            match letter {
                '(' => reader.begin(at + 1)?,
                ')' => reader.end(at + 1)?,
                _ => {}
            }
        }
        match reader.open.last() {
            Some(&(_, at)) => Err(TreeError::Bracket(at)),
            None if reader.tree.nodes.is_empty() => Err(TreeError::Several),
            None => Ok(reader.tree),
        }
    }
}

/// Builds a tree bracket by bracket.
struct Reader {
    tree: TextTree,
    /// The positions whose brackets are open, and where those stand.
    open: Vec<(usize, usize)>,
}

impl Reader {
    fn add(&mut self, value: Option<i32>) -> Result<usize, TreeError> {
        let parent = self.open.last().map(|(node, _)| *node);
        let number = self.tree.nodes.len();
        if parent.is_none() && number > 0 {
            return Err(TreeError::Several);
        }
        let depth = self.open.len() as u32;
        if number >= MOST_NODES || self.open.len() >= MOST_DEPTH {
            return Err(TreeError::Large);
        }
        self.tree.nodes.push(Node { parent, depth, children: Vec::new(), value });
        if let Some(parent) = parent {
            self.tree.nodes[parent].children.push(number);
        }
        Ok(number)
    }

    fn begin(&mut self, at: usize) -> Result<(), TreeError> {
        let node = self.add(None)?;
        self.open.push((node, at));
        Ok(())
    }

    fn end(&mut self, at: usize) -> Result<(), TreeError> {
        let (node, opened) = self.open.pop().ok_or(TreeError::Bracket(at))?;
        match self.tree.nodes[node].children.is_empty() {
            true => Err(TreeError::Empty(opened)),
            false => Ok(()),
        }
    }

    fn number(&mut self, word: &str, at: usize) -> Result<(), TreeError> {
        let word = word.replace('−', "-");
        let value = word.parse::<i32>().ok().filter(|value| value.abs() <= 1_000_000);
        let clipped = || word.chars().take(20).collect();
        let value = value.ok_or_else(|| TreeError::Word(clipped(), at))?;
        if self.open.is_empty() {
            return Err(TreeError::Several);
        }
        self.add(Some(value)).map(|_| ())
    }
}

/// The form that reads back.
impl fmt::Display for TextTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

impl TextTree {
    fn write(&self, node: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.nodes[node].value {
            return write!(f, "{value}");
        }
        f.write_str("(")?;
        for (i, &child) in self.nodes[node].children.iter().enumerate() {
            f.write_str(if i > 0 { " " } else { "" })?;
            self.write(child, f)?;
        }
        f.write_str(")")
    }

    /// How many nodes there are.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The children of a node, in order.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// The node above.
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// The value of a leaf.
    pub fn value(&self, node: usize) -> Option<i32> {
        self.nodes[node].value
    }

    /// Whether MAX moves at a node.
    pub fn is_max(&self, node: usize) -> bool {
        self.nodes[node].depth.is_multiple_of(2)
    }

    /// Plies of the longest line.
    pub fn height(&self) -> u32 {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }

    /// A node's name: the places of the moves that lead to it, as in `2.1`; nothing for the root.
    pub fn name(&self, node: usize) -> String {
        let mut places = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            let place = self.nodes[parent].children.iter().position(|child| *child == at);
            places.push((place.unwrap_or(0) + 1).to_string());
            at = parent;
        }
        places.reverse();
        places.join(".")
    }
}

impl Game for TextTree {
    type Position = usize;
    type Move = usize;
    type Undo = ();

    fn start(&self) -> usize {
        0
    }

    fn turn(&self, &node: &usize) -> Seat {
        if self.is_max(node) { Seat::One } else { Seat::Two }
    }

    fn moves(&self, &node: &usize, out: &mut Vec<usize>) {
        out.extend(&self.nodes[node].children);
    }

    fn play(&self, node: &mut usize, step: usize) {
        *node = step;
    }

    fn undo(&self, node: &mut usize, _: usize, (): ()) {
        *node = self.nodes[*node].parent.unwrap_or(0);
    }

    fn result(&self, &node: &usize) -> Option<i32> {
        self.nodes[node].value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reads_back_and_knows_its_nodes() {
        for text in ["((3 12 8) (2 4 6) (14 5 2))", "(1 (2 (3 -4)))", "(0)"] {
            assert_eq!(text.parse::<TextTree>().map(|tree| tree.to_string()), Ok(text.to_owned()));
        }
        let tree: TextTree = "( (3,12,8), (2 4 −6) )".parse().expect("a tree");
        assert_eq!(tree.to_string(), "((3 12 8) (2 4 -6))");
        assert_eq!((tree.height(), tree.name(7), tree.value(7)), (2, "2.2".to_owned(), Some(4)));
    }

    #[test]
    fn invalid_trees_are_refused_with_the_place_of_the_error() {
        let refused = |text: &str| text.parse::<TextTree>().unwrap_err();
        assert_eq!(refused("((3 x))"), TreeError::Word("x".into(), 5));
        assert_eq!(refused("(1.5)"), TreeError::Word("1.5".into(), 2));
        assert_eq!(refused("((3 2)"), TreeError::Bracket(1));
        assert_eq!(refused("(3))"), TreeError::Bracket(4));
        assert_eq!(refused("(3 ())"), TreeError::Empty(4));
        for text in ["", "3", "(1) (2)", "(1) 2"] {
            assert_eq!(refused(text), TreeError::Several, "{text}");
        }
        assert_eq!(refused(&"(".repeat(61)), TreeError::Large);
        assert_eq!(refused(&format!("({})", "1 ".repeat(10_000))), TreeError::Large);
    }
}
