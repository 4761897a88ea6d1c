//! The puzzle as it is shown, and its text in one line.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Ground, Mark, Problem, Shown};
use plywood_games::blokus::puzzle::{Cell, Puzzle};
use plywood_testkit::check_shown;

#[test]
fn the_puzzle_shows_its_states() {
    let text = "......#/......./...#.../......./......./...#..# objective=20";
    let puzzle = Puzzle::<2>::read(text).unwrap();
    assert_eq!(puzzle.state_text(&puzzle.start()), text);
    check_shown(&puzzle, 100, 12, |own, scene| {
        let board = puzzle.board(own);
        let pieces = scene.squares.iter().filter(|s| s.piece.is_some()).count();
        assert_eq!(pieces as u32, own.count());
        let walls = scene.squares.iter().filter(|s| s.ground == Ground::Wall).count();
        assert_eq!(walls as u32, board.count(Cell::Blocked));
        let begin = scene.lights.iter().any(|light| light.mark == Mark::Begin);
        assert_eq!(begin, own.is_empty());
        let left = puzzle.stock_left(own);
        let seen: u32 = scene.trays[0].left.iter().map(|&(_, n)| u32::from(n)).sum();
        assert_eq!(seen, left.a + left.b + left.c);
        let again = Puzzle::<2>::read(&puzzle.state_text(own)).unwrap();
        assert_eq!(again.start(), *own);
    });
    let file = "objective: 8\n....\n....\n....\n....\n";
    assert_eq!(Puzzle::<2>::read(file).unwrap().objective(), 8);
    assert!(Puzzle::<2>::read("....").is_err());
}
