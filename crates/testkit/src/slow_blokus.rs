//! Blokus for two and Blokus Duo by plain arrays, straight from the rules: slow and obvious.
//!
//! Positions come as text and moves go as text, so that nothing is shared with the fast versions.

type Cell = (i32, i32);

/// A board of 14×14 marks, `.`, `#`, `1`, `2`; rows as the text has them.
struct Board {
    cells: Vec<Vec<u8>>,
}

impl Board {
    fn read(text: &str) -> Self {
        Self { cells: text.split('/').map(|row| row.as_bytes().to_vec()).collect() }
    }

    fn at(&self, (row, column): Cell) -> u8 {
        let row = usize::try_from(row).ok().and_then(|row| self.cells.get(row));
        let cell = row.and_then(|row| row.get(usize::try_from(column).ok()?));
        cell.copied().unwrap_or(b'#')
    }

    /// May `mark` cover these cells next, with its first piece on `start`?
    fn allows(&self, cells: &[Cell], mark: u8, start: Cell) -> bool {
        let is_first = self.cells.iter().flatten().all(|&cell| cell != mark);
        let near = |steps: [Cell; 4]| {
            cells
                .iter()
                .any(|&(r, c)| steps.iter().any(|&(dr, dc)| self.at((r + dr, c + dc)) == mark))
        };
        cells.iter().all(|&cell| self.at(cell) == b'.')
            && !near([(-1, 0), (1, 0), (0, -1), (0, 1)])
            && if is_first {
                cells.contains(&start)
            } else {
                near([(-1, -1), (-1, 1), (1, -1), (1, 1)])
            }
    }

    /// The edge-connected groups of a mark.
    fn groups(&self, mark: u8) -> Vec<Vec<Cell>> {
        let mut seen = [[false; 14]; 14];
        let mut groups = Vec::new();
        for row in 0..14 {
            for column in 0..14 {
                let mut group = Vec::new();
                let mut waiting = vec![(row, column)];
                while let Some((r, c)) = waiting.pop() {
                    if self.at((r, c)) == mark && !seen[r as usize][c as usize] {
                        seen[r as usize][c as usize] = true;
                        group.push((r, c));
                        waiting.extend([(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]);
                    }
                }
                if !group.is_empty() {
                    groups.push(group);
                }
            }
        }
        groups
    }
}

/// The moves of the side to move, or a pass if only the other can move.
fn with_pass(mark: u8, moves: impl Fn(u8) -> Vec<String>) -> Vec<String> {
    let own = moves(mark);
    let other = if mark == b'1' { b'2' } else { b'1' };
    if own.is_empty() && !moves(other).is_empty() { vec!["pass".into()] } else { own }
}

const COURSE: [(&str, &[Cell], usize); 4] = [
    ("a", &[(0, 0)], 0),
    ("b", &[(0, 0), (0, 1), (1, 0), (1, 1)], 1),
    ("c1", &[(0, 0), (0, 1), (-1, 1), (-1, 2)], 2),
    ("c2", &[(0, 0), (1, 0), (1, 1), (2, 1)], 2),
];

/// The legal moves of a position of the course's game.
pub fn course_moves(text: &str) -> Vec<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let board = Board::read(fields[0]);
    let turn = fields[3].as_bytes()[0];
    with_pass(turn, |mark| {
        let left = fields[if mark == b'1' { 1 } else { 2 }];
        let left: Vec<u32> = left.split(',').map(|count| count.parse().unwrap_or(0)).collect();
        let start = if mark == b'1' { (0, 0) } else { (13, 13) };
        let mut moves = Vec::new();
        for (name, shape, stock) in COURSE {
            for row in 0..14 {
                for column in 0..14 {
                    let cells: Vec<Cell> =
                        shape.iter().map(|&(r, c)| (row + r, column + c)).collect();
                    if left[stock] > 0 && board.allows(&cells, mark, start) {
                        let letter = (b'a' + column as u8) as char;
                        moves.push(format!("{name}@{letter}{}", row + 1));
                    }
                }
            }
        }
        moves
    })
}

/// The position after a move of the course's game.
pub fn course_play(text: &str, step: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mark = fields[3].as_bytes()[0];
    if let Some((name, anchor)) = step.split_once('@') {
        let (row, column) = place(anchor);
        for (piece, shape, stock) in COURSE {
            if piece == name {
                let cells = shape.iter().map(|&(r, c)| (row + r, column + c));
                fields[0] = marked(&fields[0], cells, mark, false);
                let field = if mark == b'1' { 1 } else { 2 };
                let mut left: Vec<u32> =
                    fields[field].split(',').map(|n| n.parse().unwrap_or(0)).collect();
                left[stock] -= 1;
                fields[field] = left.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            }
        }
    }
    fields[3] = if mark == b'1' { "2".into() } else { "1".into() };
    fields.join(" ")
}

/// The position after a move of Blokus Duo, but for the mark of who placed the single square last.
pub fn duo_play(text: &str, step: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mark = fields[1].as_bytes()[0];
    if step != "pass" {
        fields[0] = marked(&fields[0], step.split(',').map(place), mark, true);
    }
    fields[1] = if mark == b'1' { "2".into() } else { "1".into() };
    fields.join(" ")
}

fn place(name: &str) -> Cell {
    let row: i32 = name[1..].parse().unwrap_or(0);
    (row - 1, i32::from(name.as_bytes()[0] - b'a'))
}

/// The rows with some cells marked; in Blokus Duo the first row of the text is row 14.
fn marked(rows: &str, cells: impl Iterator<Item = Cell>, mark: u8, bottom_up: bool) -> String {
    let mut rows: Vec<Vec<u8>> = rows.split('/').map(|row| row.as_bytes().to_vec()).collect();
    for (row, column) in cells {
        let row = if bottom_up { 13 - row } else { row };
        rows[row as usize][column as usize] = mark;
    }
    let rows: Vec<String> =
        rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    rows.join("/")
}

/// Sequences of plies, the slow way: every position is listed and played.
pub fn perft(
    text: &str,
    depth: u32,
    moves: fn(&str) -> Vec<String>,
    play: fn(&str, &str) -> String,
) -> u64 {
    let listed = moves(text);
    if depth <= 1 {
        return listed.len() as u64;
    }
    listed.iter().map(|step| perft(&play(text, step), depth - 1, moves, play)).sum()
}

/// The 21 pieces, each in one orientation.
const PENTOMINOES: [&[Cell]; 21] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (0, 2), (0, 3)],
    &[(0, 0), (0, 1), (0, 2), (1, 0)],
    &[(0, 0), (0, 1), (0, 2), (1, 1)],
    &[(0, 0), (0, 1), (1, 1), (1, 2)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
    &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)],
    &[(0, 0), (0, 1), (0, 2), (1, 2), (1, 3)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
    &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
    &[(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
    &[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    &[(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
];

/// All turns and reflections, each moved so that its least row and column are 0, in order.
fn turns(shape: &[Cell]) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    for flip in [1, -1] {
        for (a, b, c, d) in [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)] {
            let turned = shape.iter().map(|&(r, q)| (r, flip * q));
            all.push(cornered(
                &turned.map(|(r, q)| (a * r + b * q, c * r + d * q)).collect::<Vec<_>>(),
            ));
        }
    }
    all.sort();
    all.dedup();
    all
}

fn cornered(cells: &[Cell]) -> Vec<Cell> {
    let row = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let column = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut moved: Vec<Cell> = cells.iter().map(|&(r, c)| (r - row, c - column)).collect();
    moved.sort_unstable();
    moved
}

/// The legal moves of a position of Blokus Duo.
pub fn duo_moves(text: &str) -> Vec<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = Board::read(fields[0]);
    board.cells.reverse();
    let turn = fields[1].as_bytes()[0];
    with_pass(turn, |mark| {
        let placed: Vec<Vec<Cell>> =
            board.groups(mark).iter().map(|group| cornered(group)).collect();
        let start = if mark == b'1' { (9, 4) } else { (4, 9) };
        let mut moves = Vec::new();
        for piece in PENTOMINOES {
            let shapes = turns(piece);
            if shapes.iter().any(|shape| placed.contains(shape)) {
                continue;
            }
            for shape in &shapes {
                for row in 0..14 {
                    for column in 0..14 {
                        let cells: Vec<Cell> =
                            shape.iter().map(|&(r, c)| (row + r, column + c)).collect();
                        if board.allows(&cells, mark, start) {
                            let name =
                                |&(r, c): &Cell| format!("{}{}", (b'a' + c as u8) as char, r + 1);
                            moves.push(cells.iter().map(name).collect::<Vec<_>>().join(","));
                        }
                    }
                }
            }
        }
        moves
    })
}
