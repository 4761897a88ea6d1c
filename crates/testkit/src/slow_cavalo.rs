//! Cavalo again, slow and obvious: arrays and loops straight from the rules, texts in and out.
//!
//! ```
//! use plywood_testkit::slow_cavalo::{SlowRules, moves, perft, play};
//!
//! let rules = SlowRules { choose_double: true, placing_removes: true, zero_double: false };
//! let empty = "--------------------/".repeat(8);
//! let text = format!("11------------------/{empty}22----------------75 - - 0 0 1");
//! assert_eq!(moves(&text, rules), ["a1x22"]);
//! let placed = format!("--------------------/{empty}------------------75 a1 - 11 0 2");
//! assert_eq!(play(&text, "a1x22", rules), placed);
//! assert_eq!(perft(&text, 2, rules), 1);
//! ```

/// The rules that change which moves there are.
#[derive(Clone, Copy, Debug)]
pub struct SlowRules {
    /// Whether the mover chooses the double that goes; otherwise it is the largest.
    pub choose_double: bool,
    /// Whether a knight placed on a double removes another one, as a move does.
    pub placing_removes: bool,
    /// Whether 00 is a double.
    pub zero_double: bool,
}

/// A row and a column, counted from 0.
type Place = (usize, usize);

#[derive(Clone)]
struct SlowPosition {
    numbers: [[Option<u32>; 10]; 10],
    knights: [Option<Place>; 2],
    scores: [u32; 2],
    /// 0 or 1.
    turn: usize,
}

/// Every legal move of a position as text.
pub fn moves(position: &str, rules: SlowRules) -> Vec<String> {
    SlowPosition::read(position).moves(rules)
}

/// The position after a legal move.
pub fn play(position: &str, step: &str, rules: SlowRules) -> String {
    let mut table = SlowPosition::read(position);
    table.play(step, rules);
    table.text()
}

/// How many sequences of exactly `depth` plies there are.
pub fn perft(position: &str, depth: u32, rules: SlowRules) -> u64 {
    SlowPosition::read(position).perft(depth, rules)
}

impl SlowPosition {
    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut numbers = [[None; 10]; 10];
        for (row, line) in fields[0].split('/').enumerate() {
            for column in 0..10 {
                numbers[row][column] = line[2 * column..2 * column + 2].parse().ok();
            }
        }
        let score = |field: usize| fields[field].parse().expect("a score is a number");
        Self {
            numbers,
            knights: [read_place(fields[1]), read_place(fields[2])],
            scores: [score(3), score(4)],
            turn: if fields[5] == "1" { 0 } else { 1 },
        }
    }

    fn text(&self) -> String {
        let cell = |number: &Option<u32>| number.map_or("--".into(), |n| format!("{n:02}"));
        let row = |row: &[Option<u32>; 10]| row.iter().map(cell).collect::<String>();
        let rows: Vec<String> = self.numbers.iter().map(row).collect();
        let [one, two] = self.knights.map(|knight| knight.map_or("-".into(), name));
        let [score_one, score_two] = self.scores;
        format!("{} {one} {two} {score_one} {score_two} {}", rows.join("/"), self.turn + 1)
    }

    /// The cells a player may go to, or be placed on.
    fn targets(&self, player: usize) -> Vec<Place> {
        let mut targets = Vec::new();
        for row in 0..10 {
            for column in 0..10 {
                let to = (row, column);
                let reached = match self.knights[player] {
                    Some(from) => is_jump(from, to),
                    None => row == [0, 9][player],
                };
                let barred =
                    self.knights[1 - player].is_some_and(|other| other == to || is_jump(other, to));
                if reached && !barred && self.numbers[row][column].is_some() {
                    targets.push(to);
                }
            }
        }
        targets
    }

    fn moves(&self, rules: SlowRules) -> Vec<String> {
        let targets = self.targets(self.turn);
        if targets.is_empty() {
            let goes_on = !self.targets(1 - self.turn).is_empty();
            return if goes_on { vec!["pass".into()] } else { Vec::new() };
        }
        let mut moves = Vec::new();
        for to in targets {
            let others = self.other_doubles(to, rules);
            if others.is_empty() || !rules.choose_double {
                moves.push(name(to));
            } else {
                moves.extend(others.iter().map(|double| format!("{}x{double:02}", name(to))));
            }
        }
        moves
    }

    /// The doubles a landing on this cell may remove; none unless it holds a double itself.
    fn other_doubles(&self, to: Place, rules: SlowRules) -> Vec<u32> {
        let landed = self.numbers[to.0][to.1].expect("a target holds a number");
        let mut others = Vec::new();
        let is_placing = self.knights[self.turn].is_none();
        if is_double(landed, rules) && (rules.placing_removes || !is_placing) {
            for number in (0..100).filter(|&n| n != landed && is_double(n, rules)) {
                if self.numbers.iter().flatten().any(|&on| on == Some(number)) {
                    others.push(number);
                }
            }
        }
        others
    }

    fn play(&mut self, step: &str, rules: SlowRules) {
        let player = self.turn;
        if step == "pass" {
            self.turn = 1 - player;
            return;
        }
        let (to, chosen) = step.split_once('x').unwrap_or((step, ""));
        let to = read_place(to).expect("a move names a cell");
        let landed = self.numbers[to.0][to.1].expect("a target holds a number");
        let largest = self.other_doubles(to, rules).last().copied();
        self.turn = 1 - player;
        self.numbers[to.0][to.1] = None;
        self.knights[player] = Some(to);
        self.scores[player] += landed;
        if landed / 10 != landed % 10 {
            self.remove(landed % 10 * 10 + landed / 10);
        } else if let Ok(chosen) = chosen.parse() {
            self.remove(chosen);
        } else if let Some(largest) = largest {
            self.remove(largest);
        }
    }

    fn remove(&mut self, number: u32) {
        for cell in self.numbers.iter_mut().flatten() {
            if *cell == Some(number) {
                *cell = None;
            }
        }
    }

    fn perft(&self, depth: u32, rules: SlowRules) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for step in self.moves(rules) {
            let mut next = self.clone();
            next.play(&step, rules);
            leaves += next.perft(depth - 1, rules);
        }
        leaves
    }
}

fn is_double(number: u32, rules: SlowRules) -> bool {
    number / 10 == number % 10 && (number != 0 || rules.zero_double)
}

fn is_jump(from: Place, to: Place) -> bool {
    let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
}

fn name((row, column): Place) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn read_place(text: &str) -> Option<Place> {
    let row: usize = text.get(1..)?.parse().ok()?;
    Some((row - 1, (text.as_bytes()[0] - b'a') as usize))
}
