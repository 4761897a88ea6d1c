//! Path sweeps agree with row sweeps, which agree with trying everything.

use plywood_contract::Limits;
use plywood_games::blokus::puzzle::{Board, Cell};
use plywood_games::blokus::{Piece, Stock};
use plywood_testkit::check::Dice;

use super::bounds::{Bounds, Keep, UNIT};
use super::labels::LabelledProfile;
use super::layers::Layers;
use super::path_sweep::PathModel;
use super::profile::{ENDED, ONE, OPEN};
use super::progress::{Progress, Standing};
use super::region::{Placement, Region, cells};
use super::search::Search;
use super::solve::Task;
use super::states::{Enforced, State};
use super::sweep::{Outcome, Request};
use super::witness::legal_order;

/// The maximum by row sweeps alone.
fn by_rows(search: &mut Search<'_>) -> u32 {
    search.is_side_chosen = true;
    search.maximize().expect("there is no limit");
    search.standing.best
}

/// The maximum by one exhaustive path sweep.
fn by_path(search: &mut Search<'_>, multipliers: [i32; 3]) -> u32 {
    let n_laid = search.laid.len();
    let model = PathModel::new(&search.placements, n_laid, multipliers, 0.0, &mut search.standing);
    let model = model.expect("there is no limit").expect("the board is small");
    let request = Request {
        target: 1,
        enough: u32::MAX,
        stock: search.stock,
        width: usize::MAX,
        enforced: Enforced([true; 3]),
        threads: 1,
    };
    match model.sweep(request, &mut search.standing).expect("there is no limit") {
        Outcome::Found { mut placements, .. } => {
            placements.sort_by_key(|placement| !search.laid.contains(placement));
            assert!(!search.exceeds_stock(&placements));
            let n_cells = cells(&placements);
            assert_eq!(cells(&legal_order(placements, n_laid)), n_cells, "they are connected");
            n_cells
        }
        Outcome::Refuted(_) => 0,
        Outcome::Inconclusive(_) => panic!("an exhaustive sweep drops nothing"),
    }
}

/// Searches a board without limits.
fn search<T>(board: &Board, stock: Stock, work: impl FnOnce(&mut Search<'_>) -> T) -> T {
    let task = Task { board, stock: Some(stock), threads: 1 };
    let (limits, mut tell) = (Limits::default(), |_: &Progress| {});
    let mut search = Search::new(&task, Standing::new(&limits, &mut tell)).expect("it is sound");
    work(&mut search)
}

/// Compares both; the pieces of the maximum are the answer.
fn compare(board: &Board, stock: Stock, multipliers: [i32; 3]) -> Vec<Placement> {
    let (most, best) = search(board, stock, |search| (by_rows(search), search.best_or_greedy()));
    if !best.is_empty() {
        let path_most = search(board, stock, |search| by_path(search, multipliers));
        assert_eq!(path_most, most, "{stock:?}\n{board:?}");
    }
    best
}

#[test]
fn path_sweeps_of_small_boards_agree_with_row_sweeps() {
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
        let multipliers = [[0; 3], [3, 0, 0], [2, 1, 4]][round % 3];
        let best = compare(&board, Stock { a, b, c }, multipliers);
        // The same with the first of its pieces on the board.
        for &(row, column) in best.iter().take(round % 3).flat_map(|placement| &placement.cells) {
            board.set(row, column, Cell::Own);
        }
        compare(&board, Stock { a, b, c }, multipliers);
    }
}

#[test]
fn path_sweeps_through_rooms_agree_with_row_sweeps() {
    for text in [
        include_str!("../../tests/data/maximum/ROOM_1.txt"),
        include_str!("../../tests/data/maximum/GATES.txt"),
    ] {
        let board: Board = text.parse().expect("it is a board");
        let most = search(&board, Stock::FULL, by_rows);
        search(&board, Stock::FULL, |search| {
            search.model = search.trivial_model().ok();
            let enforced = Enforced([true, false, false]);
            assert_eq!(search.sweep_along_path(None, enforced), Ok(true), "there is a path");
            assert_eq!((search.standing.best, search.standing.bound), (most, most), "{text}");
            assert_eq!(cells(&search.best_or_greedy()), most);
        });
    }
}

/// The board of the worked example in README.md.
const EXAMPLE: &str = "..\n..\n.#\n#.";

#[test]
fn the_worked_example_is_swept_as_the_page_says() {
    let board: Board = EXAMPLE.parse().expect("it is a board");
    search(&board, Stock::FULL, |search| {
        let model = search.first_model().expect("there is no limit");
        assert_eq!((search.turns, model.bounds.multipliers), (0, [0; 3]));
        // V before a cell (counted in reading order) for a profile of two letters.
        let value = |cell: usize, profile: [u32; 2]| {
            let words = &model.layers.layers[cell].words;
            let place = |side: usize| words[side].iter().position(|&it| it == profile[side]);
            let words = [0, 1].map(|side| place(side).expect("the profile occurs") as u16);
            model.bounds.get(cell, words)
        };
        let [open, ended, one] = [OPEN, ENDED, ONE].map(|letter| letter as u32);
        assert_eq!(value(0, [open, open]), Some(5 * UNIT));
        assert_eq!(value(1, [ended, open]), Some(3 * UNIT));
        for (cell, profile) in [(2, [one, one]), (3, [ended, one]), (4, [ended; 2])] {
            assert_eq!(value(cell, profile), Some(UNIT));
        }
        assert_eq!(value(5, [open, ended]), Some(UNIT));
        search.model = Some(model);
        let enforced = search.all_scarce();
        assert_eq!(enforced, Enforced([false; 3]));
        let refuted = search.sweep(5, 5, usize::MAX, enforced);
        assert!(matches!(refuted, Ok(Outcome::Refuted(4))));
        assert_eq!(search.last_expanded, 5);
        match search.sweep(4, 5, usize::MAX, enforced) {
            Ok(Outcome::Found { placements, is_optimal: true }) => {
                assert_eq!((placements.len(), placements[0].piece), (1, Piece::B));
            }
            _ => panic!("4 cells are the optimum"),
        }
        assert_eq!(search.last_expanded, 12);
    });
}

#[test]
fn a_state_takes_as_many_bytes_as_the_page_says() {
    assert_eq!(size_of::<State<LabelledProfile>>(), 32);
}

#[test]
fn multipliers_make_the_bound_of_the_worked_example_tight() {
    let board: Board = EXAMPLE.parse().expect("it is a board");
    search(&board, Stock { a: 2, b: 0, c: 0 }, |search| {
        let region = Region::new(&board, &search.placements, 0, 0);
        let layers = Layers::new(&region, &search.standing).expect("there is no limit");
        for (quarters, value) in [(0, 16), (1, 14), (2, 12), (4, 8)] {
            let multipliers = [quarters, 0, 0];
            let bounds = Bounds::new(&layers, multipliers, Keep::All, &mut search.standing);
            assert_eq!(bounds.map(|it| it.root([2, 0, 0])), Ok(value), "{quarters}");
        }
        assert_eq!(by_rows(search), 2);
    });
}

#[test]
fn a_sweep_that_drops_states_refutes_nothing() {
    let board: Board = "....\n....\n....\n....".parse().expect("it is a board");
    search(&board, Stock::FULL, |search| {
        search.model = search.trivial_model().ok();
        let enforced = search.all_scarce();
        let narrow = search.sweep(9, 9, 1, enforced);
        assert!(matches!(narrow, Ok(Outcome::Inconclusive(1..))));
        let exhaustive = search.sweep(9, 9, usize::MAX, enforced);
        assert!(matches!(exhaustive, Ok(Outcome::Refuted(8))));
    });
}
