//! Sliding tiles: what they show, their texts, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Problem, Shown};
use plywood_games::tiles::Tiles;
use plywood_testkit::check_shown;
use plywood_testkit::tiles::{eights, fifteens};

#[test]
fn tiles_show_their_states() {
    fn check<const N: usize>(text: &str) {
        let tiles = Tiles::<N>::read(text).unwrap();
        assert_eq!(tiles.state_text(&tiles.start()), text);
        assert!(tiles.is_solvable());
        check_shown(&tiles, 5, 60, |board, scene| {
            let seen = |cell: usize| {
                let square = scene.squares.iter().find(|s| usize::from(s.at) == cell);
                square.map_or("0".to_owned(), |square| square.text.clone())
            };
            let row: Vec<String> = (0..N * N).map(seen).collect();
            assert_eq!(row.join(" "), tiles.state_text(board));
            let again = Tiles::<N>::read(&tiles.state_text(board)).unwrap();
            assert_eq!(again.start(), *board);
            assert!(again.is_solvable(), "slides keep what can be solved so");
        });
    }
    eights().iter().for_each(|(text, _)| check::<3>(text));
    fifteens().iter().for_each(|instance| check::<4>(instance.tiles));
}

#[test]
fn tiles_are_named_after_the_way_they_slide() {
    let tiles = Tiles::<3>::read("1 2 3 4 0 5 6 7 8").unwrap();
    let start = tiles.start();
    let names: Vec<String> =
        tiles.actions(&start).map(|step| tiles.action_text(&start, step)).collect();
    assert_eq!(names, ["down", "right", "left", "up"]);
    let down = tiles.actions(&start).next().unwrap();
    assert_eq!(tiles.state_text(&tiles.apply(&start, down)), "1 0 3 4 2 5 6 7 8");
    assert_eq!(tiles.parts(&start, down)[0].at, [1], "the tile that slides");
}

#[test]
fn swapping_two_tiles_makes_a_board_that_cannot_be_solved() {
    assert!(Tiles::<3>::read("0 1 2 3 4 5 6 7 8").unwrap().is_solvable());
    assert!(!Tiles::<3>::read("0 2 1 3 4 5 6 7 8").unwrap().is_solvable());
    assert!(!Tiles::<4>::read("0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15").unwrap().is_solvable());
}

#[test]
fn tiles_are_refused_with_the_reason() {
    for (text, reason) in [
        ("1 2 3", "there are 3 tiles: expected 0 to 8, each once"),
        ("1 2 9 3 4 5 6 7 8", "`9` is not a tile: expected 0 to 8"),
        ("1 2 +0 3 4 5 6 7 8", "`+0` is not a tile: expected 0 to 8"),
        ("1 1 0 3 4 5 6 7 8", "1 is there twice: expected every tile once"),
    ] {
        assert_eq!(Tiles::<3>::read(text).unwrap_err().to_string(), reason);
    }
    assert_eq!(Tiles::<3>::read("1,2,0\n3,4,5\n6,7,8"), Tiles::<3>::read("1 2 0 3 4 5 6 7 8"));
}
