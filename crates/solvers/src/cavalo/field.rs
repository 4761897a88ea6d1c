//! The board as the search sees it: numbers instead of cells, a pair of mirrors in one bit.
//!
//! A number and its mirror leave the board together, so one bit tells of both: all that is left fits
//! in one word of 55 bits, 45 pairs and 10 doubles. A place is an index into that word and which of
//! the two numbers is meant: `index` for the larger one and for doubles, `64 + index` for the
//! smaller. Larger numbers have larger indices, so that the best of a set is its highest bit.
//!
//! What a game is still worth does not depend on who is player 1: a state has an own knight, that of
//! the side to move, and another one. Points so far stand outside.

use plywood_contract::Seat;
use plywood_games::cavalo::{
    Cell, Doubles, Move, N_CELLS, PlacementDoubles, Position, Rules, SIDE, cells,
};

/// Places are numbers below this.
const PLACES: usize = 128;
/// Pairs of mirrored numbers; doubles follow.
const PAIRS: usize = 45;
/// The place of a knight not placed yet: this for player 1, one more for player 2.
const WAITING: u8 = 60;
/// The place of a knight that will never move again, whichever cell it is on.
pub(super) const STUCK: u8 = 62;
/// Bits of the doubles, 00 included.
const DOUBLES: u64 = 0x3ff << PAIRS;

/// Two sets of indices: for the larger numbers and the doubles, and for the smaller numbers.
pub(super) type Places = [u64; 2];

/// The part of a position that play changes, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Indices of what is left.
    pub(super) left: u64,
    /// The place of the knight to move.
    pub(super) own: u8,
    /// The place of the other knight.
    pub(super) other: u8,
}

/// A move: the place landed on, and what leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The place landed on.
    pub(super) to: u8,
    /// The index of the other double removed, or [`NO_DOUBLE`].
    pub(super) removed: u8,
}

/// No double is removed.
pub(super) const NO_DOUBLE: u8 = 63;

impl Step {
    /// The indices removed. That of [`NO_DOUBLE`] is in no set.
    #[inline]
    pub(super) fn cleared(self) -> u64 {
        1 << (self.to & 63) | 1 << (self.removed & 63)
    }

    /// The points it scores.
    #[inline]
    pub(super) fn gain(self) -> i32 {
        i32::from(VALUE[(self.to & 127) as usize])
    }
}

/// The part of a position that play does not change.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Where a knight may go from each place, were it alone on a full board.
    reach: [Places; PLACES],
    /// The attacks of a knight from each place: the same, but none for knights not placed yet.
    attack: [Places; PLACES],
    /// Indices that count as doubles.
    doubles: u64,
    chooses: bool,
    /// Whether placing a knight on a double removes no other double.
    spares: bool,
    /// The place of each cell.
    places: [u8; N_CELLS],
    /// The number on each cell when the field was set up.
    numbers: [Option<u8>; N_CELLS],
    zero_double: bool,
}

/// The number of each place.
static VALUE: [u8; PLACES] = values();

const fn values() -> [u8; PLACES] {
    let mut values = [0; PLACES];
    let (mut index, mut tens) = (0, 1);
    while tens < 10 {
        let mut units = 0;
        while units < tens {
            values[index] = 10 * tens + units;
            values[64 + index] = 10 * units + tens;
            index += 1;
            units += 1;
        }
        tens += 1;
    }
    let mut digit = 0;
    while digit < 10 {
        values[PAIRS + digit] = 11 * digit as u8;
        digit += 1;
    }
    values
}

/// The indices whose larger and smaller number have each of the seven binary digits.
static DIGITS: [Places; 7] = {
    let mut digits = [[0; 2]; 7];
    let mut place = 0;
    while place < PLACES {
        let mut digit = 0;
        while digit < 7 {
            if VALUE[place] >> digit & 1 == 1 {
                digits[digit][place / 64] |= 1 << (place % 64);
            }
            digit += 1;
        }
        place += 1;
    }
    digits
};

/// The sum of the numbers in a set: counts of bits, no loop over the set.
#[inline]
fn sum([large, small]: Places) -> i32 {
    let digits = DIGITS.iter().enumerate();
    digits.fold(0, |sum, (digit, masks)| {
        sum + (((large & masks[0]).count_ones() + (small & masks[1]).count_ones()) << digit)
    }) as i32
}

/// The sum of the larger half of some doubles, by their bits: as much as they can bring, since each
/// landing on one takes another off.
static LARGER_HALF: [u16; 1024] = {
    let mut sums = [0; 1024];
    let mut set = 0_usize;
    while set < 1024 {
        let mut to_come = set.count_ones().div_ceil(2);
        let mut digit = 10;
        while to_come > 0 {
            digit -= 1;
            if set >> digit & 1 == 1 {
                sums[set] += 11 * digit as u16;
                to_come -= 1;
            }
        }
        set += 1;
    }
    sums
};

/// How many places a set has.
#[inline]
pub(super) fn count(set: Places) -> i32 {
    (set[0].count_ones() + set[1].count_ones()) as i32
}

/// The place of a number.
fn place_of(number: u8) -> u8 {
    let place = VALUE.iter().position(|&value| value == number && number > 0);
    place.unwrap_or(PAIRS) as u8
}

impl Field {
    pub(super) fn new(rules: Rules, position: &Position) -> Self {
        let mut numbers = [None; N_CELLS];
        for cell in Cell::all() {
            numbers[cell.index()] = position.number(cell);
        }
        // Empty cells go by the numbers that are gone, for a knight may stand there.
        let mut gone = (0..N_CELLS as u8).filter(|&number| !numbers.contains(&Some(number)));
        let places = numbers.map(|number| {
            place_of(number.or_else(|| gone.next()).expect("as many numbers as cells"))
        });
        let set = |cells_of: u128| {
            let mut set = [0; 2];
            for cell in cells(cells_of & position.numbered()) {
                let place = places[cell.index()];
                set[usize::from(place >> 6)] |= 1 << (place & 63);
            }
            set
        };
        let mut attack = [[0; 2]; PLACES];
        for cell in Cell::all() {
            attack[places[cell.index()] as usize] = set(cell.jumps());
        }
        let mut reach = attack;
        let row = (1 << SIDE) - 1;
        reach[WAITING as usize] = set(row);
        reach[WAITING as usize + 1] = set(row << (N_CELLS - SIDE));
        let zero = if rules.zero_double { 0 } else { 1 << PAIRS };
        Self {
            reach,
            attack,
            doubles: DOUBLES & !zero,
            chooses: rules.doubles == Doubles::Choose,
            spares: rules.placement_doubles == PlacementDoubles::None,
            places,
            numbers,
            zero_double: rules.zero_double,
        }
    }

    /// The state of a position, if all its numbers stand here where they stood, and no mirror is
    /// missing that was there.
    pub(super) fn state(&self, rules: Rules, position: &Position) -> Option<State> {
        let same_rules = self.chooses == (rules.doubles == Doubles::Choose)
            && self.spares == (rules.placement_doubles == PlacementDoubles::None)
            && self.zero_double == rules.zero_double;
        let mut left = [0; 2];
        for cell in cells(position.numbered()) {
            if self.numbers[cell.index()] != position.number(cell) {
                return None;
            }
            let place = self.places[cell.index()];
            left[usize::from(place >> 6)] |= 1 << (place & 63);
        }
        let union = left[0] | left[1];
        let is_whole = Cell::all().all(|cell| {
            let bit = 1 << (self.places[cell.index()] & 63);
            self.numbers[cell.index()].is_none()
                || union & bit == 0
                || position.number(cell).is_some()
        });
        let knight = |seat: Seat| match position.knight(seat) {
            Some(cell) => self.places[cell.index()],
            None => WAITING + seat.index() as u8,
        };
        let seat = position.turn();
        (same_rules && is_whole).then(|| State {
            left: union,
            own: knight(seat),
            other: knight(seat.other()),
        })
    }

    /// The step of a move of the game.
    pub(super) fn step(&self, position: &Position, step: Move) -> Option<Step> {
        let to = self.places[step.to()?.index()];
        let removed = step.removed().map_or(NO_DOUBLE, |cell| self.places[cell.index()]);
        let is_double = position.doubles() & step.to()?.bit() != 0;
        Some(Step { to, removed: if is_double { removed } else { NO_DOUBLE } })
    }

    /// A knight's possible targets in the future: numbers a jump away, attacked or not.
    #[inline]
    pub(super) fn exits(&self, knight: u8, left: u64) -> Places {
        let [large, small] = self.reach[(knight & 127) as usize];
        [large & left, small & left]
    }

    /// The targets of the knight `own` now.
    #[inline]
    pub(super) fn targets(&self, own: u8, other: u8, left: u64) -> Places {
        let [large, small] = self.reach[(own & 127) as usize];
        let attack = self.attack[(other & 127) as usize];
        [large & left & !attack[0], small & left & !attack[1]]
    }

    /// The step onto the only target, if there is one only and nothing to choose.
    #[inline]
    pub(super) fn forced(&self, targets: Places) -> Option<Step> {
        let word = usize::from(targets[0] == 0);
        let index = targets[word].trailing_zeros() as u8;
        let is_double = word == 0 && self.doubles >> (index & 63) & 1 == 1;
        let to = (word as u8) << 6 | index;
        (count(targets) == 1 && !is_double).then_some(Step { to, removed: NO_DOUBLE })
    }

    /// Whether a knight is still to be placed and will remove no double by that.
    #[inline]
    fn spares_doubles(&self, knight: u8) -> bool {
        self.spares && knight & !1 == WAITING
    }

    /// Calls `visit` with every step of the knight `own` onto these targets.
    #[inline]
    pub(super) fn steps(&self, own: u8, targets: Places, left: u64, mut visit: impl FnMut(Step)) {
        let removable = if self.spares_doubles(own) { 0 } else { self.doubles & left };
        for (word, mut set) in targets.into_iter().enumerate() {
            while set != 0 {
                let index = set.trailing_zeros() as u8;
                set &= set - 1;
                let to = (word as u8) << 6 | index;
                let others = removable & !(1 << index);
                if word == 1 || self.doubles >> index & 1 == 0 || others == 0 {
                    visit(Step { to, removed: NO_DOUBLE });
                    continue;
                }
                let mut others = others;
                while others != 0 {
                    let highest = 63 - others.leading_zeros() as u8;
                    others &= !(1 << highest);
                    visit(Step { to, removed: highest });
                    if !self.chooses {
                        break;
                    }
                }
            }
        }
    }

    /// The most that anyone can still collect: the larger number of each pair and half the doubles,
    /// or all of them while a placement may take one alone.
    #[inline]
    pub(super) fn most_of_all(&self, State { left, own, other }: State) -> i32 {
        if self.spares_doubles(own) || self.spares_doubles(other) {
            return sum([left & (!DOUBLES | self.doubles), 0]);
        }
        let doubles = (left & self.doubles) >> PAIRS;
        sum([left & !DOUBLES, 0]) + i32::from(LARGER_HALF[doubles as usize & 1023])
    }

    /// The most that a knight can still collect: the same for what it can come to at all.
    pub(super) fn most_of_region(&self, knight: u8, left: u64) -> i32 {
        let [large, small] = self.region(knight, left);
        let (doubles, mut reached) = (left & self.doubles, large & self.doubles);
        let alone = u32::from(self.spares_doubles(knight));
        for _ in alone + doubles.count_ones().div_ceil(2)..reached.count_ones() {
            reached &= reached - 1;
        }
        sum([large & !self.doubles | reached, small & !large])
    }

    /// The indices that a knight can ever reach, and the doubles, which decide what is removed.
    pub(super) fn relevant(&self, knight: u8, left: u64) -> u64 {
        let [large, small] = self.region(knight, left);
        match large & self.doubles {
            0 => large | small,
            _ => large | small | left & self.doubles,
        }
    }

    /// All places that a knight could reach, were it alone and nothing else removed.
    fn region(&self, knight: u8, left: u64) -> Places {
        let mut frontier = self.exits(knight, left);
        let mut seen = frontier;
        while frontier != [0; 2] {
            let word = usize::from(frontier[0] == 0);
            let index = frontier[word].trailing_zeros() as u8;
            frontier[word] &= frontier[word] - 1;
            let next = self.exits((word as u8) << 6 | index, left);
            let new = [next[0] & !seen[0], next[1] & !seen[1]];
            seen = [seen[0] | new[0], seen[1] | new[1]];
            frontier = [frontier[0] | new[0], frontier[1] | new[1]];
        }
        seen
    }
}
