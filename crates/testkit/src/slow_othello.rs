//! Othello by plain arrays, texts in and out.
//!
//! ```
//! use plywood_testkit::slow_othello::{moves, play};
//!
//! let start = "......../......../......../...21.../...12.../......../......../........ 1";
//! assert_eq!(moves(start), ["d3", "c4", "f5", "e6"]);
//! assert!(play(start, "d3").starts_with("......../......../...1..../...11.../"));
//! ```

struct SlowPosition {
    cells: Vec<Vec<char>>,
    /// `1` or `2`.
    turn: char,
}

/// Every legal move of a position.
pub fn moves(position: &str) -> Vec<String> {
    let table = SlowPosition::read(position);
    let own = table.targets(table.turn);
    if own.is_empty() && !table.targets(other(table.turn)).is_empty() {
        return vec!["pass".into()];
    }
    own
}

/// The position after a legal move.
pub fn play(position: &str, step: &str) -> String {
    let mut table = SlowPosition::read(position);
    if step != "pass" {
        let column = usize::from(step.as_bytes()[0] - b'a');
        let row = usize::from(step.as_bytes()[1] - b'1');
        let turned = table.turned(row, column, table.turn);
        table.cells[row][column] = table.turn;
        for (row, column) in turned {
            table.cells[row][column] = table.turn;
        }
    }
    let rows: Vec<String> = table.cells.iter().map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), other(table.turn))
}

fn other(player: char) -> char {
    if player == '1' { '2' } else { '1' }
}

impl SlowPosition {
    fn read(text: &str) -> Self {
        let (board, turn) = text.split_once(' ').expect("a board and a turn");
        let cells = board.split('/').map(|row| row.chars().collect()).collect();
        Self { cells, turn: turn.chars().next().expect("a turn is 1 or 2") }
    }

    fn targets(&self, player: char) -> Vec<String> {
        let mut targets = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                if self.cells[row][column] == '.' && !self.turned(row, column, player).is_empty() {
                    targets.push(format!("{}{}", char::from(b'a' + column as u8), row + 1));
                }
            }
        }
        targets
    }

    /// The discs that one of this player on this cell turns over: walk each way over discs of the
    /// other until an own one comes.
    fn turned(&self, row: usize, column: usize, player: char) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        for down in -1..=1_isize {
            for right in -1..=1_isize {
                let mut run = Vec::new();
                let (mut r, mut c) = (row as isize + down, column as isize + right);
                while (0..8).contains(&r) && (0..8).contains(&c) && (down, right) != (0, 0) {
                    let mark = self.cells[r as usize][c as usize];
                    if mark == other(player) {
                        run.push((r as usize, c as usize));
                    } else {
                        if mark == player {
                            turned.append(&mut run);
                        }
                        break;
                    }
                    r += down;
                    c += right;
                }
            }
        }
        turned
    }
}
