//! Fuzz targets: every parser takes any bytes, and what it accepts is sound.
//!
//! `cargo test` makes a short run of each; `cargo bolero test -p plywood-games TARGET` a long one.

use std::panic::RefUnwindSafe;

use bolero::{check, produce};
use plywood_contract::{Drawing, Game, Keyed, Notation, Problem, Shown};
use plywood_games::blokus::game::Blokus;
use plywood_games::blokus::puzzle::{Puzzle, read_boards};
use plywood_games::cavalo::Cavalo;
use plywood_games::connect_four::ConnectFour;
use plywood_games::duo::BlokusDuo;
use plywood_games::grid::Grid;
use plywood_games::othello::Othello;
use plywood_games::quarto::{Quarto, Quatro};
use plywood_games::tic_tac_toe::TicTacToe;
use plywood_games::tiles::Tiles;
use plywood_testkit::check::check_position;

/// A position text with some bytes of the input written over it, or the input itself.
fn mixed(text: &str, input: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    match input.split_first() {
        Some((&mode, rest)) if mode % 4 != 0 => {
            for pair in rest.chunks_exact(2) {
                let at = usize::from(pair[0]) * 7 % bytes.len();
                bytes[at] = pair[1];
            }
        }
        _ => bytes = input.to_vec(),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn fuzz_position<G: Notation + Keyed + Drawing + RefUnwindSafe>(game: &G) {
    let start = game.position_text(&game.start());
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Ok(position) = game.read_position(&mixed(&start, input)) {
            check_position(game, &position);
        }
    });
}

/// Plays a game as the input says, to its end if the input is long, trying foreign texts on the way: what is made is
/// unmade whole, and what was kept up to date is what is worked out anew.
fn fuzz_games<G: Notation + Keyed + Drawing + RefUnwindSafe>(game: &G) {
    let long = produce::<Vec<u8>>().with().len(0..=240_usize);
    check!().with_generator(long).for_each(|input: &Vec<u8>| {
        let mut position = game.start();
        let mut moves = Vec::new();
        for chunk in input.chunks(4) {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(&step) = moves.get(usize::from(chunk[0]) % moves.len().max(1)) else { break };
            let (before, key) = (position.clone(), game.key(&position));
            let undo = game.play(&mut position, step);
            game.undo(&mut position, step, undo);
            assert_eq!((&position, game.key(&position)), (&before, key), "undo of {step:?}");
            let foreign = mixed(&game.move_text(&position, step), chunk);
            match game.try_play(&mut position, &foreign) {
                Ok(read) => assert!(moves.contains(&read), "{foreign} is not legal"),
                Err(_) => {
                    assert_eq!(position, before, "a refused move changed the position");
                    game.play(&mut position, step);
                }
            }
        }
        let read = game.read_position(&game.position_text(&position));
        assert_eq!(read.as_ref(), Ok(&position));
        assert_eq!(read.map(|read| game.key(&read)), Ok(game.key(&position)));
    });
}

#[test]
fn puzzle_boards() {
    const SEEDS: [&str; 2] =
        ["objective: 8\n....\n..#.\n1...\n....\n", "; c\n((0 2 0)\n (1 0 0)) 3\n"];
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let seed = SEEDS[input.len() % 2];
        for text in [mixed(seed, input), String::from_utf8_lossy(input).into_owned()] {
            for board in read_boards(&text).into_iter().flatten() {
                assert_eq!(board.to_string().parse(), Ok(board.clone()));
                let _ = Puzzle::<7>::new(&board);
            }
        }
    });
}

#[test]
fn blokus_positions() {
    fuzz_position(&Blokus);
}

#[test]
fn blokus_games() {
    fuzz_games(&Blokus);
}

#[test]
fn duo_positions() {
    fuzz_position(&BlokusDuo);
}

#[test]
fn duo_games() {
    fuzz_games(&BlokusDuo);
}

#[test]
fn quatro_positions() {
    fuzz_position(&Quatro::default());
}

#[test]
fn quatro_games() {
    fuzz_games(&Quatro::default());
}

#[test]
fn quarto_positions() {
    fuzz_position(&Quarto::default());
}

#[test]
fn quarto_games() {
    fuzz_games(&Quarto::default());
}

#[test]
fn cavalo_positions() {
    fuzz_position(&Cavalo::default());
}

#[test]
fn cavalo_games() {
    fuzz_games(&Cavalo::default());
}

#[test]
fn tic_tac_toe_positions() {
    fuzz_position(&TicTacToe);
}

#[test]
fn tic_tac_toe_games() {
    fuzz_games(&TicTacToe);
}

#[test]
fn connect_four_positions() {
    fuzz_position(&ConnectFour);
}

#[test]
fn connect_four_games() {
    fuzz_games(&ConnectFour);
}

#[test]
fn othello_positions() {
    fuzz_position(&Othello);
}

#[test]
fn othello_games() {
    fuzz_games(&Othello);
}

/// What is read as a problem is written and read back the same.
fn fuzz_problem<P: Shown>(seed: &str, text: impl Fn(&P) -> String + RefUnwindSafe) {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Ok(problem) = P::read(&mixed(seed, input)) {
            let written = text(&problem);
            let again = P::read(&written).map(|again| text(&again));
            assert_eq!(again.as_ref(), Ok(&written));
        }
    });
}

#[test]
fn tiles_texts() {
    fuzz_problem::<Tiles<3>>("1 2 0 3 4 5 6 7 8", |tiles| tiles.state_text(&tiles.start()));
    fuzz_problem::<Tiles<4>>("1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15", |tiles| {
        tiles.state_text(&tiles.start())
    });
}

#[test]
fn grid_texts() {
    fuzz_problem::<Grid>("S..#.9/.3.#G. diagonal=true", Grid::to_string);
}

#[test]
fn puzzle_texts() {
    fuzz_problem::<Puzzle<7>>("..../#.../..../.... objective=8", |puzzle| {
        puzzle.state_text(&puzzle.start())
    });
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let nested = "(".repeat(1_000_000);
    assert!(read_boards(&nested).is_err());
    let long = "1".repeat(10_000_000);
    assert!(read_boards(&long).is_err());
    assert!(Blokus.read_position(&long).is_err());
    assert!(Blokus.read_move(&Blokus.start(), &long).is_err());
    assert!(BlokusDuo.read_move(&BlokusDuo.start(), &"a1,".repeat(1_000_000)).is_err());
}
