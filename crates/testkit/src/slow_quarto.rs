//! Quarto and quatro as slow and obvious as can be: arrays, loops and the words of the rules.
//!
//! Texts in, texts out, so that it shares nothing with the fast rules it is compared with.
//!
//! ```
//! use plywood_testkit::slow_quarto::{SlowBoard, SlowRules};
//!
//! let rules = SlowRules { hands_over: true, squares: false };
//! let board = SlowBoard::read("0123/..../..../.... -", rules);
//! assert_eq!(board.moves(), Vec::<String>::new()); // four round pieces in row 1
//! ```

/// Which of the games is played.
#[derive(Clone, Copy, Debug)]
pub struct SlowRules {
    /// Quarto, where the opponent hands over the piece; else quatro.
    pub hands_over: bool,
    /// Whether 2×2 squares win as lines do.
    pub squares: bool,
}

/// A position: rows of pieces, and the piece in hand.
#[derive(Clone, Debug)]
pub struct SlowBoard {
    cells: [[Option<u32>; 4]; 4],
    hand: Option<u32>,
    rules: SlowRules,
}

impl SlowBoard {
    /// Reads a position text that is known to be right.
    pub fn read(text: &str, rules: SlowRules) -> Self {
        let (board, hand) = text.split_once(' ').expect("a board and a piece in hand");
        let mut cells = [[None; 4]; 4];
        for (row, symbols) in board.split('/').enumerate() {
            for (column, symbol) in symbols.chars().enumerate() {
                cells[row][column] = symbol.to_digit(16);
            }
        }
        Self { cells, hand: hand.chars().next().and_then(|digit| digit.to_digit(16)), rules }
    }

    /// The four cells, as (row, column), of every line and square that can win.
    pub fn lines(&self) -> Vec<Vec<(usize, usize)>> {
        let mut lines = Vec::new();
        for i in 0..4 {
            lines.push((0..4).map(|column| (i, column)).collect());
            lines.push((0..4).map(|row| (row, i)).collect());
        }
        lines.push((0..4).map(|i| (i, i)).collect());
        lines.push((0..4).map(|i| (i, 3 - i)).collect());
        if self.rules.squares {
            for row in 0..3 {
                for column in 0..3 {
                    let right = column + 1;
                    let below = row + 1;
                    lines.push(vec![(row, column), (row, right), (below, column), (below, right)]);
                }
            }
        }
        lines
    }

    /// Whether four pieces of a line share the value of an attribute.
    pub fn is_won(&self) -> bool {
        for line in self.lines() {
            let pieces: Vec<u32> =
                line.iter().filter_map(|&(row, column)| self.cells[row][column]).collect();
            for attribute in 0..4 {
                let value = |piece: &u32| *piece >> attribute & 1;
                if pieces.len() == 4 && pieces.iter().all(|piece| value(piece) == value(&pieces[0]))
                {
                    return true;
                }
            }
        }
        false
    }

    /// The cells without a piece, row by row.
    pub fn empty_cells(&self) -> Vec<(usize, usize)> {
        let cells = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.cells[row][column].is_none()).collect()
    }

    /// The pieces neither on the board nor in hand.
    pub fn pieces_left(&self) -> Vec<u32> {
        let on_board = |piece: u32| self.cells.iter().flatten().any(|&cell| cell == Some(piece));
        (0..16).filter(|&piece| !on_board(piece) && self.hand != Some(piece)).collect()
    }

    /// The empty cells where placing a piece makes a line.
    pub fn winning_cells(&self, piece: u32) -> Vec<(usize, usize)> {
        let wins = |&(row, column): &(usize, usize)| {
            let mut after = self.clone();
            after.cells[row][column] = Some(piece);
            after.is_won()
        };
        self.empty_cells().into_iter().filter(wins).collect()
    }

    /// The pieces left that make a line nowhere.
    pub fn safe_pieces(&self) -> Vec<u32> {
        let pieces = self.pieces_left().into_iter();
        pieces.filter(|&piece| self.winning_cells(piece).is_empty()).collect()
    }

    /// Every position one move away, with the move's text.
    fn children(&self) -> Vec<(String, Self)> {
        if self.is_won() {
            return Vec::new();
        }
        match self.hand {
            Some(hand) => self.placements(hand),
            None if self.rules.hands_over => self.handings(String::new()),
            None => self.pieces_left().into_iter().flat_map(|p| self.placements(p)).collect(),
        }
    }

    /// One piece placed on every empty cell and, in quarto, every piece handed over after it.
    fn placements(&self, piece: u32) -> Vec<(String, Self)> {
        let mut children = Vec::new();
        for (row, column) in self.empty_cells() {
            let cell = format!("{}{}", ["a", "b", "c", "d"][column], row + 1);
            let mut after = self.clone();
            after.cells[row][column] = Some(piece);
            after.hand = None;
            if !self.rules.hands_over {
                children.push((format!("{piece:x}@{cell}"), after));
            } else if after.is_won() || after.empty_cells().is_empty() {
                children.push((cell, after));
            } else {
                children.extend(after.handings(cell));
            }
        }
        children
    }

    /// Every piece left handed over.
    fn handings(&self, cell: String) -> Vec<(String, Self)> {
        let handing = |piece: u32| {
            let mut after = self.clone();
            after.hand = Some(piece);
            (format!("{cell}>{piece:x}"), after)
        };
        self.pieces_left().into_iter().map(handing).collect()
    }

    /// The texts of all legal moves.
    pub fn moves(&self) -> Vec<String> {
        self.children().into_iter().map(|(text, _)| text).collect()
    }

    /// How many sequences of `depth` plies there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.children().iter().map(|(_, child)| child.perft(depth - 1)).sum()
    }
}
