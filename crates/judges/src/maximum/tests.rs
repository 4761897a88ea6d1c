//! Walks agree with scans, which agree with trying everything.

use plywood_contract::Limits;
use plywood_games::blokus::Stock;
use plywood_games::blokus::puzzle::{Board, Cell};
use plywood_testkit::check::Dice;

use super::frontier::Care;
use super::hunt::Hunt;
use super::region::{Spot, cells};
use super::solve::Task;
use super::sweep::{Order, Swept};
use super::walk::Walk;
use super::watch::{Progress, Watch};
use super::witness::ordered;

/// The maximum by scans alone.
fn scanned(hunt: &mut Hunt<'_>) -> u32 {
    hunt.is_side_chosen = true;
    hunt.maximum().expect("there is no limit");
    hunt.watch.best
}

/// The maximum by one walk over the whole board that drops nothing.
fn walked(hunt: &mut Hunt<'_>, prices: [i32; 3]) -> u32 {
    let n_laid = hunt.laid.len();
    let walk = Walk::new(&hunt.spots, n_laid, prices, 0.0, &mut hunt.watch);
    let walk = walk.expect("there is no limit").expect("the board is small");
    let order = Order {
        target: 1,
        enough: u32::MAX,
        stock: hunt.stock,
        width: usize::MAX,
        care: Care([true; 3]),
        threads: 1,
    };
    match walk.sweep(order, &mut hunt.watch).expect("there is no limit") {
        Swept::Found { mut spots, .. } => {
            spots.sort_by_key(|spot| !hunt.laid.contains(spot));
            assert!(!hunt.exceeds_stock(&spots));
            let n_cells = cells(&spots);
            assert_eq!(cells(&ordered(spots, n_laid)), n_cells, "they hang together");
            n_cells
        }
        Swept::Refuted(_) => 0,
        Swept::Dropped(_) => panic!("nothing was to be dropped"),
    }
}

/// Hunts on a board without limits.
fn hunt<T>(board: &Board, stock: Stock, work: impl FnOnce(&mut Hunt<'_>) -> T) -> T {
    let task = Task { board, stock: Some(stock), threads: 1 };
    let (limits, mut tell) = (Limits::default(), |_: &Progress| {});
    let mut hunt = Hunt::new(&task, Watch::new(&limits, &mut tell)).expect("it is sound");
    work(&mut hunt)
}

/// Compares both; the pieces of the maximum are the answer.
fn compare(board: &Board, stock: Stock, prices: [i32; 3]) -> Vec<Spot> {
    let (most, best) = hunt(board, stock, |hunt| (scanned(hunt), hunt.best_or_greedy()));
    if !best.is_empty() {
        let walked = hunt(board, stock, |hunt| walked(hunt, prices));
        assert_eq!(walked, most, "{stock:?}\n{board:?}");
    }
    best
}

#[test]
fn walks_over_small_boards_agree_with_scans() {
    let mut dice = Dice::new(11);
    let stocks = [(10, 10, 15), (2, 1, 3), (0, 3, 1), (9, 0, 2)];
    for round in 0..160 {
        let (rows, columns) = (2 + dice.below(6), 2 + dice.below(6));
        let blocked = 10 + dice.below(35);
        let mut cell = || if dice.below(100) < blocked { '#' } else { '.' };
        let mut row = || (0..columns).map(|_| cell()).collect::<String>();
        let text: String = (0..rows).map(|_| row() + "\n").collect();
        let mut board: Board = text.parse().expect("it is a board");
        board.set(0, 0, Cell::Empty);
        let (a, b, c) = stocks[round % stocks.len()];
        let prices = [[0; 3], [3, 0, 0], [2, 1, 4]][round % 3];
        let best = compare(&board, Stock { a, b, c }, prices);
        // The same with the first of its pieces on the board.
        for &(row, column) in best.iter().take(round % 3).flat_map(|spot| &spot.cells) {
            board.set(row, column, Cell::Own);
        }
        compare(&board, Stock { a, b, c }, prices);
    }
}

#[test]
fn walks_through_rooms_agree_with_scans() {
    for text in [
        include_str!("../../tests/data/maximum/ROOM_1.txt"),
        include_str!("../../tests/data/maximum/GATES.txt"),
    ] {
        let board: Board = text.parse().expect("it is a board");
        let most = hunt(&board, Stock::FULL, scanned);
        hunt(&board, Stock::FULL, |hunt| {
            hunt.view = Some(hunt.poor_view());
            let care = Care([true, false, false]);
            assert_eq!(hunt.walk_through(None, care), Ok(true), "there is a path");
            assert_eq!((hunt.watch.best, hunt.watch.bound), (most, most), "{text}");
            assert_eq!(cells(&hunt.best_or_greedy()), most);
        });
    }
}
