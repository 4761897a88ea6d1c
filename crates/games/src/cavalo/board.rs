//! The numbers on the board, and the position with what must stay true of it.

use plywood_contract::{Refused, Seat, message};

use super::cells::{Cell, N_CELLS, NOWHERE, TABLE, WAITING, attacked_from, bit, cells, reach_of};
use super::notation::twice;
use super::random::{SplitMix64, mixed};

/// A starting board: the numbers 00 to 99, each on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board([u8; N_CELLS]);

impl Board {
    /// The board with these numbers, row by row, or which of them is wrong.
    pub fn new(numbers: [u8; N_CELLS]) -> Result<Self, Refused> {
        let mut seen = [None; N_CELLS];
        for (cell, &number) in Cell::all().zip(&numbers) {
            let Some(place) = seen.get_mut(number as usize) else {
                let said = message!(
                    "cavalo-holds",
                    "{cell} holds {number}: expected 0 to 99",
                    cell,
                    number
                );
                return Err(said.into());
            };
            if let Some(first) = place.replace(cell) {
                return Err(twice(number, first, cell));
            }
        }
        Ok(Self(numbers))
    }

    /// The board of a seed: 00 to 99 in order, shuffled by Fisher and Yates from the last cell down,
    /// with the numbers of SplitMix64. A seed always gives the same board.
    pub fn shuffled(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut numbers = std::array::from_fn(|number| number as u8);
        for last in (1..N_CELLS).rev() {
            numbers.swap(last, random.below(last as u64 + 1) as usize);
        }
        Self(numbers)
    }

    /// The numbers, row by row.
    pub fn numbers(&self) -> &[u8; N_CELLS] {
        &self.0
    }
}

/// The numbers of the position as it was set up. Play changes nothing here.
///
/// Entries of removed numbers are stale: [`State::numbered`] holds those left.
#[derive(Clone, Debug)]
struct Numbers {
    /// The number of each cell.
    on: [u8; TABLE],
    /// The cell of the mirrored number; [`NOWHERE`] for doubles and where that number is gone.
    mirrored: [u8; TABLE],
    /// The cells that hold doubles.
    doubles: u128,
    /// The cells of 00, 11 … 99; [`NOWHERE`] where gone, and for 00 when it is no double.
    double_cells: [u8; 10],
}

impl Numbers {
    fn new(numbers: &[Option<u8>; N_CELLS], zero_double: bool) -> Self {
        let mut cell_of = [NOWHERE; N_CELLS];
        let (mut on, mut mirrored) = ([0; TABLE], [NOWHERE; TABLE]);
        for (cell, number) in numbers.iter().enumerate().filter_map(|(i, n)| Some((i, (*n)?))) {
            on[cell] = number;
            cell_of[number as usize] = cell as u8;
        }
        for cell in 0..N_CELLS {
            let (tens, units) = (on[cell] / 10, on[cell] % 10);
            if numbers[cell].is_some() && tens != units {
                mirrored[cell] = cell_of[(10 * units + tens) as usize];
            }
        }
        let mut double_cells: [u8; 10] = std::array::from_fn(|digit| cell_of[11 * digit]);
        if !zero_double {
            double_cells[0] = NOWHERE;
        }
        let on_board = double_cells.iter().filter(|&&cell| cell != NOWHERE);
        let doubles = on_board.fold(0, |set, &cell| set | bit(cell));
        Self { on, mirrored, doubles, double_cells }
    }
}

/// What play changes: 32 bytes, so that taking a move back is one copy. Taking it back field by
/// field was no faster, nor was a table of single bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The cells that still hold a number.
    numbered: u128,
    /// Hash of everything here but the points.
    key: u64,
    points: [u16; 2],
    /// A cell, or `WAITING + seat` before the placement.
    knights: [u8; 2],
    turn: Seat,
}

/// A position: numbers left, knights, points and whose turn it is.
///
/// It belongs to the game that made it, and carries its own board, since any board can be read.
/// The tables lie in the position rather than behind a shared pointer: play never copies them.
///
/// Invariants: a knight's cell holds no number; a number and its mirror are both on the board or
/// both gone, unless the position was read with only one of them; the knights never attack each
/// other.
#[derive(Clone, Debug)]
pub struct Position {
    state: State,
    numbers: Numbers,
}

/// The same state, and the same numbers where there are any left.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let left = self.state.numbered;
        self.state == other.state
            && self.numbers.doubles & left == other.numbers.doubles & left
            && cells(left).all(|cell| self.number(cell) == other.number(cell))
    }
}

impl Eq for Position {}

impl Position {
    /// A position from its parts. The caller has made sure that the invariants hold.
    pub(super) fn new(
        numbers: &[Option<u8>; N_CELLS],
        knights: [Option<Cell>; 2],
        points: [u16; 2],
        turn: Seat,
        zero_double: bool,
    ) -> Self {
        let numbered =
            Cell::all().filter(|cell| numbers[cell.index()].is_some()).fold(0, |s, c| s | c.bit());
        let waiting = |seat: Seat| WAITING + seat.index() as u8;
        let knights = Seat::BOTH.map(|s| knights[s.index()].map_or(waiting(s), |cell| cell.0));
        let state = State { numbered, key: 0, points, knights, turn };
        let mut position = Self { state, numbers: Numbers::new(numbers, zero_double) };
        position.state.key = position.key_anew();
        position
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.state.turn
    }

    /// The points of both players.
    #[inline]
    pub fn points(&self) -> [u32; 2] {
        self.state.points.map(u32::from)
    }

    /// Where a player's knight stands; `None` before its placement.
    #[inline]
    pub fn knight(&self, seat: Seat) -> Option<Cell> {
        let place = self.state.knights[seat.index()];
        (place < WAITING).then_some(Cell(place))
    }

    /// The cells that still hold a number, as a set ([`cells`](fn@super::cells) lists it).
    #[inline]
    pub fn numbered(&self) -> u128 {
        self.state.numbered
    }

    /// The number on a cell, if it still holds one.
    #[inline]
    pub fn number(&self, cell: Cell) -> Option<u8> {
        (self.state.numbered & cell.bit() != 0).then(|| self.numbers.on[cell.index()])
    }

    /// The cells that still hold a double, as a set; 00 is one only where the rules say so.
    #[inline]
    pub fn doubles(&self) -> u128 {
        self.numbers.doubles & self.state.numbered
    }

    /// The cells that still hold a double, by ascending number.
    pub fn doubles_in_order(&self) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        let left = self.state.numbered;
        let on_board = move |&&cell: &&u8| left & bit(cell) != 0;
        self.numbers.double_cells.iter().filter(on_board).map(|&cell| Cell(cell))
    }

    /// Where the mirror of this cell's number stands, if both are still there.
    #[inline]
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        let place = self.mirror_place(cell.0);
        (self.number(cell).is_some() && place != NOWHERE).then_some(Cell(place))
    }

    /// The same as a place, for a cell that holds a number.
    #[inline]
    pub(super) fn mirror_place(&self, cell: u8) -> u8 {
        self.numbers.mirrored[(cell & NOWHERE) as usize]
    }

    /// The cells a player's knight could go to or be placed on, were it that player's turn.
    ///
    /// The cell of the other knight is not among them, since no knight stands on a number.
    #[inline]
    pub fn targets(&self, seat: Seat) -> u128 {
        let State { numbered, knights, .. } = self.state;
        let (own, other) = (knights[seat.index()], knights[seat.other().index()]);
        reach_of(own) & numbered & !attacked_from(other)
    }

    /// The cells a player's knight could go to or be placed on, were it alone on a full board.
    pub fn reach(&self, seat: Seat) -> u128 {
        reach_of(self.state.knights[seat.index()])
    }

    /// A hash of everything but the points: of all that decides which moves may follow and what
    /// they will bring. What was gained so far only adds to the result, so that a search for the
    /// points still to come may take positions with equal keys for one.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.state.key
    }

    /// A hash of everything that decides the result: [`Position::board_key`] and the difference in
    /// points. Equal differences lead to equal results, whatever the points are.
    #[inline]
    pub fn key(&self) -> u64 {
        let [one, two] = self.state.points.map(i64::from);
        self.state.key ^ mixed((one - two) as u64)
    }

    /// The side to move lands on `cell`, which scores, and the number on `removed` goes as well;
    /// that may be [`NOWHERE`]. Once per node: no branch, no allocation.
    #[inline]
    pub(super) fn land(&mut self, cell: u8, removed: u8) -> State {
        debug_assert!(self.targets(self.state.turn) & bit(cell) != 0, "{cell} is not a target");
        debug_assert!(removed == NOWHERE || self.state.numbered & bit(removed) != 0);
        let before = self.state;
        let seat = before.turn.index();
        self.state.points[seat] += u16::from(self.numbers.on[(cell & NOWHERE) as usize]);
        self.state.numbered &= !(bit(cell) | bit(removed));
        self.state.knights[seat] = cell;
        self.state.key ^= self.number_key(cell)
            ^ self.number_key(removed)
            ^ knight_key(before.turn, before.knights[seat])
            ^ knight_key(before.turn, cell)
            ^ TURN_KEY;
        self.state.turn = before.turn.other();
        before
    }

    /// The side to move passes.
    #[inline]
    pub(super) fn pass(&mut self) -> State {
        let before = self.state;
        self.state.key ^= TURN_KEY;
        self.state.turn = before.turn.other();
        before
    }

    /// Goes back to a state of the same game.
    #[inline]
    pub(super) fn restore(&mut self, state: State) {
        self.state = state;
    }

    /// The hash key computed from scratch.
    fn key_anew(&self) -> u64 {
        let State { numbered, knights, turn, .. } = self.state;
        let numbers = cells(numbered).fold(0, |key, cell| key ^ self.number_key(cell.0));
        let knights = Seat::BOTH.map(|seat| knight_key(seat, knights[seat.index()]));
        let turn = if turn == Seat::Two { TURN_KEY } else { 0 };
        numbers ^ knights[0] ^ knights[1] ^ turn
    }

    /// The part of the key for the number on this cell; 0 for [`NOWHERE`].
    ///
    /// The words of a 128-bit product, folded: one multiplication tells all 10 000 pairs of cell
    /// and number apart, where a table of them would push the rest out of the nearest cache.
    #[inline]
    fn number_key(&self, cell: u8) -> u64 {
        let cell = (cell & NOWHERE) as usize;
        let number = (self.numbers.on[cell] & NOWHERE) as usize;
        let product = u128::from(KEYS[0][cell]) * u128::from(KEYS[1][number]);
        product as u64 ^ (product >> 64) as u64
    }
}

#[inline]
fn knight_key(seat: Seat, place: u8) -> u64 {
    KEYS[2 + seat.index()][(place & NOWHERE) as usize]
}

/// Flips with the turn.
const TURN_KEY: u64 = mixed(0x7475_726e);

/// Random words: by cell, by number, by place of player 1's knight and of player 2's.
static KEYS: [[u64; TABLE]; 4] = {
    let mut random = SplitMix64::new(0x6361_7661_6c6f);
    let mut keys = [[0; TABLE]; 4];
    let mut i = 0;
    // The last entry of each is that of NOWHERE and stays 0.
    while i < 4 * NOWHERE as usize {
        keys[i / NOWHERE as usize][i % NOWHERE as usize] = random.next();
        i += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::{Board, State};

    #[test]
    fn a_seed_always_gives_the_same_board() {
        assert_eq!(Board::shuffled(7), Board::shuffled(7));
        assert_ne!(Board::shuffled(7), Board::shuffled(8));
        assert!((0..1000).all(|seed| Board::new(*Board::shuffled(seed).numbers()).is_ok()));
    }

    #[test]
    fn a_state_is_as_small_as_it_says() {
        assert_eq!(size_of::<State>(), 32);
    }
}
