//! Connect four by plain arrays, texts in and out.
//!
//! ```
//! use plywood_testkit::slow_connect_four::moves;
//!
//! let start = "......./......./......./......./......./....... 1";
//! assert_eq!(moves(start), ["a", "b", "c", "d", "e", "f", "g"]);
//! ```

/// Every legal move of a position.
pub fn moves(position: &str) -> Vec<String> {
    let (board, _) = position.split_once(' ').expect("a board and a turn");
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let at = |row: i32, column: i32| {
        let cell = rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?;
        Some(*cell).filter(|&mark| mark != '.')
    };
    for row in 0..6 {
        for column in 0..7 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let mark = |i: i32| at(row + i * down, column + i * right);
                if mark(0).is_some() && (1..4).all(|i| mark(i) == mark(0)) {
                    return Vec::new();
                }
            }
        }
    }
    let free = (0..7).filter(|&column| rows[0][column] == '.');
    free.map(|column| char::from(b'a' + column as u8).to_string()).collect()
}
