//! Tic-tac-toe by plain arrays, texts in and out.
//!
//! ```
//! use plywood_testkit::slow_tic_tac_toe::moves;
//!
//! assert_eq!(moves("xx./oo./..x"), ["c1", "c2", "a3", "b3"]);
//! assert!(moves("xxx/oo./...").is_empty());
//! ```

/// Every legal move of a position.
pub fn moves(position: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = position.split('/').map(|row| row.chars().collect()).collect();
    let mut lines: Vec<[(usize, usize); 3]> = Vec::new();
    for i in 0..3 {
        lines.push([(i, 0), (i, 1), (i, 2)]);
        lines.push([(0, i), (1, i), (2, i)]);
    }
    lines.push([(0, 0), (1, 1), (2, 2)]);
    lines.push([(0, 2), (1, 1), (2, 0)]);
    for line in lines {
        let [a, b, c] = line.map(|(row, column)| rows[row][column]);
        if a != '.' && a == b && b == c {
            return Vec::new();
        }
    }
    let mut moves = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, &mark) in cells.iter().enumerate() {
            if mark == '.' {
                moves.push(format!("{}{}", ['a', 'b', 'c'][column], row + 1));
            }
        }
    }
    moves
}
