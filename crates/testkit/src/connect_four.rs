//! Connect four, as a toy game for two: seven columns of six, four in a row win.

use plywood_contract::{Evaluator, Game, Keyed, Score, Seat};

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// Seven bits a column, lowest cell first; the seventh stays empty, so that lines end at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs of the side to move.
    own: u64,
    /// All discs.
    all: u64,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081 & COLUMNS;
const COLUMNS: u64 = (1 << 49) - 1;
const TOP: u64 = BOTTOM << 5;

/// Whether a set of discs holds four in a row.
#[inline]
fn has_line(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Position {
    /// The position after these columns, counted from 1, were played from the start.
    pub fn after(columns: &str) -> Self {
        let mut position = ConnectFour.start();
        for column in columns.bytes().filter(u8::is_ascii_digit) {
            ConnectFour.play(&mut position, column - b'1');
        }
        position
    }

    /// Discs of the side to move and of the other.
    pub fn discs(&self) -> [u64; 2] {
        [self.own, self.all ^ self.own]
    }
}

impl Game for ConnectFour {
    type Position = Position;
    /// A column, counted from 0.
    type Move = u8;
    type Undo = ();

    fn start(&self) -> Position {
        Position { own: 0, all: 0 }
    }
    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        if position.all.count_ones().is_multiple_of(2) { Seat::One } else { Seat::Two }
    }
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        if has_line(position.all ^ position.own) {
            return;
        }
        let open = TOP & !position.all;
        out.extend((0..7).filter(|column| open >> (7 * column) & TOP & 0x7f != 0));
    }
    #[inline]
    fn play(&self, position: &mut Position, column: u8) {
        position.own ^= position.all;
        position.all |= position.all + (1 << (7 * column));
    }
    #[inline]
    fn undo(&self, position: &mut Position, column: u8, (): ()) {
        let discs = position.all & 0x7f << (7 * column);
        position.all ^= 1 << (63 - discs.leading_zeros());
        position.own ^= position.all;
    }
    #[inline]
    fn result(&self, position: &Position) -> Option<i32> {
        if has_line(position.all ^ position.own) {
            // Whoever moved last made the line.
            return Some(if self.turn(position) == Seat::One { -1 } else { 1 });
        }
        (TOP & !position.all == 0).then_some(0)
    }
}

impl Keyed for ConnectFour {
    /// No two positions share it: the sum marks the lowest empty cell of every column.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.own + position.all + BOTTOM
    }
}

/// Discs near the middle are worth more; a win is worth more than all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

impl Evaluator<ConnectFour> for Middle {
    #[inline]
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        let weigh = |discs: u64| {
            let columns = [0x0003_ffff_ffff_0000_u64, 0x0000_07ff_fff0_0000, 0x0000_000f_f800_0000];
            columns.into_iter().map(|set| (discs & set).count_ones() as Score).sum::<Score>()
        };
        let [own, other] = position.discs();
        weigh(own) - weigh(other)
    }
    fn settle(&self, result: i32) -> Score {
        1000 * result
    }
}

/// The test positions: a name and the columns played.
pub fn positions() -> Vec<(&'static str, Position)> {
    let lines = include_str!("../data/connect4_positions.txt").lines();
    let read = |line: &'static str| {
        let (name, columns) = line.split_once(' ')?;
        Some((name, Position::after(columns)))
    };
    lines.filter(|line| !line.starts_with('#')).filter_map(read).collect()
}
