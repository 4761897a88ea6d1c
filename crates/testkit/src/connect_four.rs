//! Connect four, as a toy game for two: seven columns of six, four in a row win.

use plywood_contract::{Evaluator, Game, Keyed, Score, Seat, Symmetric};

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
    n_discs: u32,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const CELLS: u64 = BOTTOM * 0x3f;

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
            let open = position.open() >> (7 * (column - b'1')) & 0x7f;
            ConnectFour.play(&mut position, 7 * (column - b'1') + open.trailing_zeros() as u8);
        }
        position
    }

    /// Discs of the side to move and of the other.
    pub fn discs(&self) -> [u64; 2] {
        [self.own, self.all ^ self.own]
    }

    /// Where the next disc of each column would come to rest.
    #[inline]
    fn open(&self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }
}

impl Game for ConnectFour {
    type Position = Position;
    /// The cell where the disc comes to rest: seven times the column plus the row, both from 0.
    type Move = u8;
    type Undo = ();

    fn start(&self) -> Position {
        Position { own: 0, all: 0, n_discs: 0 }
    }
    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        if position.n_discs.is_multiple_of(2) { Seat::One } else { Seat::Two }
    }
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        if has_line(position.all ^ position.own) {
            return;
        }
        let mut open = position.open();
        // A count known beforehand spares a look at the room left for every move.
        out.extend((0..open.count_ones()).map(|_| {
            let cell = open.trailing_zeros() as u8;
            open &= open.wrapping_sub(1);
            cell
        }));
    }
    #[inline]
    fn play(&self, position: &mut Position, cell: u8) {
        position.own ^= position.all;
        position.all |= 1 << cell;
        position.n_discs += 1;
    }
    #[inline]
    fn undo(&self, position: &mut Position, cell: u8, (): ()) {
        position.all ^= 1 << cell;
        position.own ^= position.all;
        position.n_discs -= 1;
    }
    #[inline]
    fn result(&self, position: &Position) -> Option<i32> {
        if has_line(position.all ^ position.own) {
            // Whoever moved last made the line.
            return Some(if position.n_discs.is_multiple_of(2) { -1 } else { 1 });
        }
        (position.all == CELLS).then_some(0)
    }
}

impl Keyed for ConnectFour {
    /// No two positions share it: the sum marks the lowest empty cell of every column.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.own + position.all + BOTTOM
    }
}

impl Symmetric for ConnectFour {
    type Canon = u64;
    /// The lower key of the position and its mirror image.
    fn canonical(&self, position: &Position) -> u64 {
        let mirror = |discs: u64| {
            (0..7).fold(0, |mirrored, column| mirrored << 7 | (discs >> (7 * column) & 0x7f))
        };
        let mirrored =
            Position { own: mirror(position.own), all: mirror(position.all), ..*position };
        self.key(position).min(self.key(&mirrored))
    }
}

/// Discs near the middle are worth more; a win is worth more than all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Middle;

impl Evaluator<ConnectFour> for Middle {
    #[inline]
    fn evaluate(&self, _: &ConnectFour, position: &Position) -> Score {
        // Columns 2 to 6, 3 to 5, and 4, which moves aside so that one count takes it along.
        let weigh = |discs: u64| {
            let outer = (discs & 0x0000_03ff_ffff_ff80) | (discs & 0x0fe0_0000) << 28;
            let inner = discs & 0x0000_0007_ffff_c000;
            (outer.count_ones() + inner.count_ones()) as Score
        };
        2 * weigh(position.own) - weigh(position.all)
    }
    fn settle(&self, result: i32) -> Score {
        1000 * result
    }
    fn most(&self) -> Option<Score> {
        Some(1000)
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
