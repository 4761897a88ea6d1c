//! Random games: good answers of earlier games first, then answers close to the opponent's last pieces, large
//! pieces before small ones.
//!
//! They are played on a board of their own that keeps only what they need. A shape that fits nowhere never
//! will again, so that each player's list of shapes shrinks as the game goes on. A move costs from a few
//! hundred nanoseconds to a microsecond; nothing is allocated.

use std::sync::LazyLock;

use plywood_contract::{Playout, Seat};
use plywood_games::blokus::{Cells, GRID};
use plywood_games::duo::{Move, N_PIECES, N_SHAPES, PIECE_SIZES, Position, cover, shapes};

use super::lanes::{Lanes, Moved, Pattern, Stamp};

/// How much likelier a placement is with each cell more.
const BY_SIZE: [u32; 6] = [0, 3, 9, 27, 81, 243];

/// What a move made later counts at most beside one made at once.
pub(super) const LATER: f32 = 1.0;

/// The smallest pieces drawn at first, by own pieces on the board: nobody who can help it begins with small
/// ones.
fn smallest(n_placed: u32) -> u32 {
    match n_placed {
        0..2 => 5,
        2 => 4,
        3..5 => 3,
        _ => 1,
    }
}

/// A move of the player to move, drawn by 64 random bits; `None` exactly when the game is over.
pub(super) fn draw(position: &Position, chance: u64) -> Option<Move> {
    let mut board = Board::new(position);
    let seat = position.turn();
    let placed = board.draw(seat, &[], chance).map(|(shape, spot)| place(shape, spot));
    placed.or_else(|| position.can_place(seat.other()).then_some(Move::Pass))
}

/// Plays on to the end and returns black's margin. Once a player is ahead whose opponent has nothing left to
/// place, the rest does not matter.
pub(super) fn play_out(position: &Position, playout: &mut impl Playout<Move>) -> i32 {
    let mut board = Board::new(position);
    let mut seat = position.turn();
    let mut is_done = [false; 2];
    loop {
        let i = seat.index();
        if is_done[1 - i] && (is_done[i] || board.points[i] > board.points[1 - i]) {
            return board.points[0] - board.points[1];
        }
        let reply = playout.reply(seat, |step| board.suits(seat, step));
        let step = reply.and_then(as_place).or_else(|| {
            let chance = playout.chance();
            board.draw(seat, playout.moves(), chance)
        });
        match step {
            Some((shape, spot)) => {
                board.add(seat, shape, spot);
                playout.play(seat, place(shape, spot));
            }
            None => is_done[i] = true,
        }
        if !is_done[1 - i] {
            seat = seat.other();
        }
    }
}

fn place(shape: usize, (row, column): Spot) -> Move {
    Move::Place { shape: shape as u8, anchor: GRID.index(row, column) as u8 }
}

fn as_place(step: Move) -> Option<(usize, Spot)> {
    match step {
        Move::Place { shape, anchor } => Some((shape.into(), spot(anchor))),
        Move::Pass => None,
    }
}

/// What is known of every shape, field by field.
struct Tables {
    patterns: [Pattern; N_SHAPES],
    /// The piece's bit.
    pieces: [u32; N_SHAPES],
    sizes: [u32; N_SHAPES],
    weights: [u32; N_SHAPES],
    cells: [Stamp; N_SHAPES],
    edges: [Stamp; N_SHAPES],
    corners: [Stamp; N_SHAPES],
}

impl Tables {
    fn new() -> Self {
        // In the middle of the board nothing is lost at its sides.
        let anchor = GRID.index(5, 5);
        let size = |shape: usize| PIECE_SIZES[shapes()[shape].piece];
        let stamps = |around: fn(Cells) -> Cells| {
            std::array::from_fn(|shape| Stamp::new(around(cover(shape, anchor)), anchor))
        };
        Self {
            patterns: std::array::from_fn(|shape| Pattern::new(&shapes()[shape].cells)),
            pieces: std::array::from_fn(|shape| 1 << shapes()[shape].piece),
            sizes: std::array::from_fn(size),
            weights: std::array::from_fn(|shape| BY_SIZE[size(shape) as usize]),
            cells: stamps(|cells| cells),
            edges: stamps(|cells| GRID.edges(cells) & !cells),
            corners: stamps(|cells| GRID.diagonals(cells) & !cells & !GRID.edges(cells)),
        }
    }

    fn get() -> &'static Self {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new()));
        &TABLES
    }
}

/// A row and a column.
type Spot = (usize, usize);

/// Row and column of an anchor.
#[inline]
fn spot(anchor: u8) -> Spot {
    GRID.place(anchor.into())
}

/// The shapes of each piece, as a range.
fn ranges() -> &'static [(usize, usize); N_PIECES] {
    static RANGES: LazyLock<[(usize, usize); N_PIECES]> = LazyLock::new(|| {
        std::array::from_fn(|piece| {
            let first = shapes().partition_point(|shape| shape.piece < piece);
            (first, shapes().partition_point(|shape| shape.piece <= piece))
        })
    });
    &RANGES
}

/// The shapes of a player that may still fit somewhere.
struct List {
    shapes: [u8; N_SHAPES],
    len: usize,
}

impl List {
    fn of(left: u32) -> Self {
        let mut list = Self { shapes: [0; N_SHAPES], len: 0 };
        for (piece, &(first, end)) in ranges().iter().enumerate() {
            if left >> piece & 1 == 1 {
                for shape in first..end {
                    list.shapes[list.len] = shape as u8;
                    list.len += 1;
                }
            }
        }
        list
    }
}

/// A board for random games; both players by their seats.
struct Board {
    /// The cells a player may still cover.
    open: [Lanes; 2],
    /// Those that touch an own cell at a corner, covered or not.
    reach: [Lanes; 2],
    left: [u32; 2],
    points: [i32; 2],
    lists: [List; 2],
    tables: &'static Tables,
    /// How many of these can be placed now, which, and where.
    n_found: usize,
    found: [u8; N_SHAPES],
    anchors: [Lanes; N_SHAPES],
    /// The anchors at which they cover hot cells.
    hottest: [Lanes; N_SHAPES],
}

impl Board {
    fn new(position: &Position) -> Self {
        let left = Seat::BOTH.map(|seat| position.left(seat));
        Self {
            open: Seat::BOTH.map(|seat| Lanes::of(position.open(seat))),
            reach: Seat::BOTH.map(|seat| Lanes::of(position.side(seat).reach)),
            left,
            points: position.points().map(|points| points as i32),
            lists: left.map(List::of),
            tables: Tables::get(),
            n_found: 0,
            found: [0; N_SHAPES],
            anchors: [Lanes::EMPTY; N_SHAPES],
            hottest: [Lanes::EMPTY; N_SHAPES],
        }
    }

    #[inline]
    fn add(&mut self, seat: Seat, shape: usize, spot: Spot) {
        let (us, them) = (seat.index(), seat.other().index());
        let Tables { pieces, sizes, cells, edges, corners, .. } = self.tables;
        let cells = cells[shape].at(spot);
        self.open[us] = self.open[us] & !(cells | edges[shape].at(spot));
        self.open[them] = self.open[them] & !cells;
        self.reach[us] = self.reach[us] | corners[shape].at(spot);
        self.left[us] &= !pieces[shape];
        self.points[us] += sizes[shape] as i32;
        if self.left[us] == 0 {
            self.points[us] += if sizes[shape] == 1 { 20 } else { 15 };
        }
    }

    /// The smallest pieces that a player should place now.
    #[inline]
    fn smallest(&self, seat: Seat) -> u32 {
        smallest(N_PIECES as u32 - self.left[seat.index()].count_ones())
    }

    /// Whether a remembered move is legal here, and not too small.
    #[inline]
    fn suits(&self, seat: Seat, step: Move) -> bool {
        let Move::Place { shape, anchor } = step else { return false };
        let Tables { pieces, sizes, cells, .. } = self.tables;
        let shape = usize::from(shape);
        if self.left[seat.index()] & pieces[shape] == 0 || sizes[shape] < self.smallest(seat) {
            return false;
        }
        let cells = cells[shape].at(spot(anchor));
        let (open, reach) = (self.open[seat.index()], self.reach[seat.index()]);
        (cells & !open).is_empty() && !(cells & reach).is_empty()
    }

    /// Cells where the opponent could go on from its last two pieces: its new corners and those next to
    /// them.
    #[inline]
    fn hot(&self, seat: Seat, moves: &[(Seat, Move)]) -> Lanes {
        let them = seat.other();
        let theirs = self.open[them.index()];
        let (mut corners, mut n_seen) = (Lanes::EMPTY, 0);
        for &(mover, step) in moves.iter().rev() {
            if mover == them
                && let Move::Place { shape, anchor } = step
            {
                corners = corners | self.tables.corners[usize::from(shape)].at(spot(anchor));
                n_seen += 1;
                if n_seen == 2 {
                    break;
                }
            }
        }
        let corners = corners & theirs;
        (corners | corners.edges() & theirs) & self.open[seat.index()]
    }

    /// A placement drawn by 64 random bits: one of those that cover most hot cells (three and more count
    /// alike), each by its size. `None` if nothing fits.
    fn draw(&mut self, seat: Seat, moves: &[(Seat, Move)], chance: u64) -> Option<(usize, Spot)> {
        let i = seat.index();
        let corners = self.reach[i] & self.open[i];
        if corners.is_empty() {
            return None;
        }
        let smallest = self.smallest(seat);
        self.find(i, corners, smallest);
        if self.n_found == 0 && smallest > 1 {
            self.find(i, corners, 1);
        }
        if self.n_found == 0 {
            return None;
        }
        let hot = self.hot(seat, moves);
        if !hot.is_empty() {
            self.keep_hottest(hot);
        }
        Some(self.draw_found(chance))
    }

    /// Finds the anchors of every shape that is large enough, and drops the shapes that fit nowhere.
    #[inline]
    fn find(&mut self, i: usize, corners: Lanes, smallest: u32) {
        let (open, corners) = (Moved::new(self.open[i]), Moved::new(corners));
        let Tables { patterns, pieces, sizes, .. } = self.tables;
        let list = &mut self.lists[i];
        let (mut n_kept, mut n_found) = (0, 0);
        for place in 0..list.len.min(N_SHAPES) {
            let shape = list.shapes[place];
            let index = usize::from(shape);
            if self.left[i] & pieces[index] == 0 {
                continue;
            }
            if sizes[index] < smallest {
                list.shapes[n_kept] = shape;
                n_kept += 1;
                continue;
            }
            let fits = patterns[index].within(&open);
            if fits.is_empty() {
                continue;
            }
            list.shapes[n_kept] = shape;
            n_kept += 1;
            let anchors = fits & patterns[index].touching(&corners);
            self.found[n_found] = shape;
            self.anchors[n_found] = anchors;
            n_found += usize::from(!anchors.is_empty());
        }
        list.len = n_kept;
        self.n_found = n_found;
    }

    /// Keeps the anchors at which most hot cells are covered.
    #[inline]
    fn keep_hottest(&mut self, hot: Lanes) {
        let moved = Moved::new(hot);
        let _ = hot.count() > 2 && self.keep_covering::<3>(&moved)
            || self.keep_covering::<2>(&moved)
            || self.keep_covering::<1>(&moved);
    }

    /// Keeps the anchors at which so many hot cells are covered, if there are any.
    #[inline]
    fn keep_covering<const N: u32>(&mut self, hot: &Moved) -> bool {
        let n_found = self.n_found.min(N_SHAPES);
        let mut any = Lanes::EMPTY;
        for k in 0..n_found {
            let pattern = &self.tables.patterns[usize::from(self.found[k])];
            self.hottest[k] = pattern.covering::<N>(hot) & self.anchors[k];
            any = any | self.hottest[k];
        }
        if any.is_empty() {
            return false;
        }
        self.anchors[..n_found].copy_from_slice(&self.hottest[..n_found]);
        true
    }

    /// One of the placements found, by its size.
    #[inline]
    fn draw_found(&self, chance: u64) -> (usize, Spot) {
        let n_found = self.n_found.min(N_SHAPES);
        let mut upto = [0; N_SHAPES];
        let mut sum = 0;
        let found = self.found[..n_found].iter().zip(&self.anchors);
        for (upto, (&shape, anchors)) in upto.iter_mut().zip(found) {
            sum += anchors.count() * self.tables.weights[usize::from(shape)];
            *upto = sum;
        }
        let place = (((chance >> 32) * u64::from(sum)) >> 32) as u32;
        let k = upto[..n_found].iter().position(|&upto| upto > place).unwrap_or(0);
        let shape = usize::from(self.found[k]);
        let skipped = (upto[k] - 1 - place) / self.tables.weights[shape];
        (shape, self.anchors[k].nth(skipped))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plywood_contract::Game;
    use plywood_games::duo::BlokusDuo;
    use plywood_testkit::check::Dice;

    use super::*;
    use crate::blokus::ground::tests::positions;

    fn chance(dice: &mut Dice) -> u64 {
        (0..4).fold(0, |bits, _| bits << 16 | dice.below(1 << 16) as u64)
    }

    /// A playout that remembers one reply to everything.
    struct Told {
        dice: Dice,
        moves: Vec<(Seat, Move)>,
        reply: Option<Move>,
    }

    impl Playout<Move> for Told {
        fn chance(&mut self) -> u64 {
            chance(&mut self.dice)
        }

        fn moves(&self) -> &[(Seat, Move)] {
            &self.moves
        }

        fn reply(&self, _: Seat, suits: impl Fn(Move) -> bool) -> Option<Move> {
            self.reply.filter(|&step| suits(step))
        }

        fn play(&mut self, seat: Seat, step: Move) {
            self.moves.push((seat, step));
        }
    }

    #[test]
    fn games_played_out_follow_the_rules_and_end_as_they_say() {
        for (i, position) in positions(&BlokusDuo, 3).into_iter().enumerate() {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            // A legal move as the reply to everything is made once, if it is not too small.
            let reply = moves.last().copied();
            let mut told = Told { dice: Dice::new(i as u64), moves: Vec::new(), reply };
            let margin = play_out(&position, &mut told);
            let mut after = position.clone();
            for &(seat, step) in &told.moves {
                if after.turn() != seat {
                    moves.clear();
                    BlokusDuo.moves(&after, &mut moves);
                    assert_eq!(moves, [Move::Pass]);
                    BlokusDuo.play(&mut after, Move::Pass);
                }
                moves.clear();
                BlokusDuo.moves(&after, &mut moves);
                assert!(moves.contains(&step), "{step:?}");
                BlokusDuo.play(&mut after, step);
            }
            let [one, two] = after.points();
            assert_eq!(margin, one as i32 - two as i32);
            match BlokusDuo.result(&after) {
                Some(result) => assert_eq!(margin, result),
                // Only whoever is ahead can go on.
                None => {
                    let behind = if margin > 0 { Seat::Two } else { Seat::One };
                    assert!(margin != 0 && !after.can_place(behind));
                }
            }
        }
    }

    #[test]
    fn drawn_moves_are_legal_and_there_is_one_until_the_end() {
        let mut dice = Dice::new(7);
        for position in positions(&BlokusDuo, 3) {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            for _ in 0..20 {
                match draw(&position, chance(&mut dice)) {
                    Some(step) => assert!(moves.contains(&step), "{step:?}"),
                    None => assert!(moves.is_empty()),
                }
            }
        }
    }

    #[test]
    fn larger_pieces_are_likelier_in_proportion() {
        let position = positions(&BlokusDuo, 1).swap_remove(14);
        let mut moves = Vec::new();
        BlokusDuo.moves(&position, &mut moves);
        let size = |step: Move| match step {
            Move::Place { shape, .. } => shapes()[usize::from(shape)].cells.len(),
            Move::Pass => 0,
        };
        let weight = |step: Move| f64::from(BY_SIZE[size(step)]);
        let sum: f64 = moves.iter().map(|&step| weight(step)).sum();
        let (mut dice, mut drawn) = (Dice::new(1), HashMap::new());
        const DRAWS: u32 = 20_000;
        for _ in 0..DRAWS {
            let step = draw(&position, chance(&mut dice)).expect("the game goes on");
            *drawn.entry(size(step)).or_insert(0_u32) += 1;
        }
        for (&size_drawn, &n) in &drawn {
            let alike = moves.iter().filter(|&&step| size(step) == size_drawn);
            let expected = alike.map(|&step| weight(step)).sum::<f64>() / sum;
            let share = f64::from(n) / f64::from(DRAWS);
            assert!((share - expected).abs() < 0.02, "{size_drawn}: {share} not {expected}");
        }
    }

    #[test]
    fn answers_cover_as_many_hot_cells_as_they_can() {
        let mut dice = Dice::new(3);
        for position in positions(&BlokusDuo, 2) {
            let mut board = Board::new(&position);
            let us = position.turn();
            let mut theirs = Vec::new();
            position.placements(us.other(), |shape, anchors| {
                let moves = anchors.into_iter().map(|anchor| place(shape, GRID.place(anchor)));
                theirs.extend(moves.map(|step| (us.other(), step)));
                true
            });
            // Anything the opponent might have played will do: what counts is where it could go on.
            let Some(&last) = theirs.last() else { continue };
            let hot = board.hot(us, &[last]);
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            let covered = |step: Move| {
                let Move::Place { shape, anchor } = step else { return 0 };
                (Lanes::of(cover(shape.into(), anchor.into())) & hot).count()
            };
            let most = moves.iter().map(|&step| covered(step)).max().unwrap_or(0).min(3);
            let drawn = board.draw(us, &[last], chance(&mut dice));
            let drawn = drawn.map_or(0, |(shape, spot)| covered(place(shape, spot)));
            assert_eq!(drawn.min(3), most);
        }
    }
}
