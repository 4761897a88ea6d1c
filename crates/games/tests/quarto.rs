//! Quarto and quatro against node counts, a slow reference, and each other's symmetries.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::{HashMap, HashSet};

use plywood_contract::{Game, Keyed, Notation, Seat, Symmetric, perft};
use plywood_games::quarto::{
    Board, Cell, LINES, Piece, Position, Quarto, Quatro, SQUARES, Symmetry, canonical_board,
    cell_permutations, first_level, next_level,
};
use plywood_testkit::check::{Dice, check_against, check_game, check_readers};
use plywood_testkit::slow_quarto::{SlowBoard, SlowRules};

const QUARTO: Quarto = Quarto { squares: false };
const QUATRO: Quatro = Quatro { squares: false };

#[test]
fn perft_from_the_start() {
    let counts =
        |depth| (perft(&QUATRO, &QUATRO.start(), depth), perft(&QUARTO, &QUARTO.start(), depth));
    assert_eq!(counts(1), (256, 16));
    assert_eq!(counts(2), (57600, 3840));
    assert_eq!(counts(3), (11_289_600, 806_400));
}

/// Every listed position: node counts by depth, and exactly the listed moves.
fn check_vectors<G: Notation>(game: &G, json: &str) {
    let file: serde_json::Value = serde_json::from_str(json).unwrap();
    let positions = file["positions"].as_array().unwrap();
    assert!(!positions.is_empty());
    for entry in positions {
        let text = entry["position"].as_str().unwrap();
        let position = game.read_position(text).unwrap();
        assert_eq!(game.position_text(&position), text);
        for (depth, count) in (1..).zip(entry["perft"].as_array().unwrap()) {
            assert_eq!(perft(game, &position, depth), count.as_u64().unwrap(), "{text}, {depth}");
        }
        let mut steps = Vec::new();
        game.moves(&position, &mut steps);
        let ours: HashSet<_> = steps.iter().map(|&step| game.move_text(&position, step)).collect();
        let listed = entry["moves"].as_array().unwrap().iter();
        let listed: HashSet<_> =
            listed.map(|step| step["move"].as_str().unwrap().to_owned()).collect();
        assert_eq!(ours, listed, "{text}");
    }
}

#[test]
fn vectors_agree() {
    check_vectors(&QUARTO, include_str!("data/quarto-values.json"));
    check_vectors(&QUATRO, include_str!("data/quatro-values.json"));
}

#[test]
fn conformance() {
    for squares in [false, true] {
        check_game(&Quarto { squares }, 100);
        check_game(&Quatro { squares }, 100);
    }
}

#[test]
fn readers_survive_damaged_texts() {
    for squares in [false, true] {
        assert!(check_readers(&Quarto { squares }, 4000) > 0);
        assert!(check_readers(&Quatro { squares }, 4000) > 0);
    }
}

#[test]
fn moves_agree_with_the_slow_rules() {
    for squares in [false, true] {
        let quarto = SlowRules { hands_over: true, squares };
        let quatro = SlowRules { hands_over: false, squares };
        check_against(&Quarto { squares }, 60, |text| SlowBoard::read(text, quarto).moves());
        check_against(&Quatro { squares }, 60, |text| SlowBoard::read(text, quatro).moves());
    }
    let start =
        SlowBoard::read("..../..../..../.... -", SlowRules { hands_over: true, squares: false });
    assert_eq!(start.perft(2), 3840);
}

/// Random positions of quarto, the last of each game included.
fn random_positions(squares: bool, games: u64) -> Vec<Position> {
    let quarto = Quarto { squares };
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = quarto.start();
        loop {
            positions.push(position);
            moves.clear();
            quarto.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            quarto.play(&mut position, moves[dice.below(moves.len())]);
        }
    }
    positions
}

fn cell_set(cells: &[(usize, usize)]) -> u16 {
    cells.iter().fold(0, |set, (row, column)| set | 1 << (4 * row + column))
}

#[test]
fn wins_agree_with_the_slow_rules() {
    for squares in [false, true] {
        for position in random_positions(squares, 200) {
            let board = position.board;
            let text = QUATRO.position_text(&board);
            let slow = SlowBoard::read(&text, SlowRules { hands_over: false, squares });
            assert_eq!(board.is_won(), slow.is_won(), "{text}");
            if board.is_won() {
                continue;
            }
            for piece in Piece::all_in(board.pieces_left()) {
                let cells = cell_set(&slow.winning_cells(u32::from(piece.code())));
                assert_eq!(board.winning_cells(piece), cells, "{piece} in {text}");
                assert_eq!(board.threats().cells(piece), cells, "{piece} in {text}");
            }
            let safe = slow.safe_pieces().iter().fold(0, |set, piece| set | 1 << piece);
            assert_eq!(board.safe_pieces(), safe, "{text}");
        }
    }
}

#[test]
fn a_key_tells_positions_apart() {
    let mut texts = HashMap::new();
    for position in random_positions(false, 500) {
        let text = QUARTO.position_text(&position);
        let before = texts.insert(QUARTO.key(&position), text.clone());
        assert!(before.is_none_or(|before| before == text), "{text} shares its key");
    }
    assert_ne!(Quatro { squares: true }.start().key(), QUATRO.start().key());
}

#[test]
fn the_winner_is_who_placed_last() {
    // Player 1 places the 1st, 3rd, … piece of quatro, but the 2nd, 4th, … of quarto.
    for (text, quatro, quarto) in [
        ("0123/..../..../.... -", Some(-1), Some(1)),
        ("0123/f.../..../.... -", Some(1), Some(-1)),
        ("012c/f.../..../.... -", None, None),
    ] {
        assert_eq!(QUATRO.result(&QUATRO.read_position(text).unwrap()), quatro, "{text}");
        assert_eq!(QUARTO.result(&QUARTO.read_position(text).unwrap()), quarto, "{text}");
    }
    let mut position = QUARTO.start();
    for (turn, text) in
        [(Seat::One, ">0"), (Seat::Two, "a1>1"), (Seat::One, "b1>2"), (Seat::Two, "c1>3")]
    {
        assert_eq!(QUARTO.turn(&position), turn);
        QUARTO.try_play(&mut position, text).unwrap();
    }
    assert_eq!(QUARTO.turn(&position), Seat::One);
    QUARTO.try_play(&mut position, "D1").unwrap();
    assert_eq!(QUARTO.result(&position), Some(1));
}

#[test]
fn squares_win_only_where_asked_for() {
    let text = "01../23../..../.... -";
    assert_eq!(QUATRO.result(&QUATRO.read_position(text).unwrap()), None);
    let squares = Quatro { squares: true };
    assert_eq!(squares.result(&squares.read_position(text).unwrap()), Some(-1));
}

/// How many permutations of the cells carry `sets` onto themselves, counted cell by cell.
fn count_automorphisms(sets: &[u16], image: &mut Vec<u8>) -> usize {
    let cell = image.len();
    if cell == 16 {
        return 1;
    }
    let mut count = 0;
    for to in 0..16 {
        if image.contains(&to) {
            continue;
        }
        image.push(to);
        // What is known of a set's image must fit into some set; once whole, it then is one.
        let moved = |set: &u16| {
            let cells = (0..=cell).filter(|from| set >> from & 1 == 1);
            cells.fold(0, |moved: u16, from| moved | 1 << image[from])
        };
        if sets.iter().map(moved).all(|moved| sets.iter().any(|set| moved & !set == 0)) {
            count += count_automorphisms(sets, image);
        }
        image.pop();
    }
    count
}

#[test]
fn the_cell_permutations_are_all_there_are() {
    let with_squares = [&LINES[..], &SQUARES[..]].concat();
    for (squares, sets, size) in [(false, &LINES[..], 32), (true, &with_squares[..], 8)] {
        let permutations = cell_permutations(squares);
        let distinct: HashSet<_> = permutations.iter().collect();
        assert_eq!(distinct.len(), size);
        assert_eq!(count_automorphisms(sets, &mut Vec::new()), size);
        for permutation in permutations {
            for set in sets {
                let cells = Cell::all_in(*set);
                let moved = cells
                    .fold(0, |moved, cell| moved | 1 << permutation[usize::from(cell.number())]);
                assert!(sets.contains(&moved), "{permutation:?} breaks {set:04x}");
            }
        }
        assert_eq!(Symmetry::all(squares).count(), size * 24 * 16);
    }
}

#[test]
fn symmetries_keep_the_canonical_form_and_the_number_of_moves() {
    for squares in [false, true] {
        let quarto = Quarto { squares };
        let symmetries: Vec<_> = Symmetry::all(squares).collect();
        let mut dice = Dice::new(7);
        for position in random_positions(squares, 25) {
            let symmetry = symmetries[dice.below(symmetries.len())];
            let image = Position {
                board: symmetry.board(&position.board),
                hand: position.hand.map(|piece| symmetry.piece(piece)),
            };
            let canonical = quarto.canonical(&position);
            assert_eq!(quarto.canonical(&image), canonical);
            assert_eq!(quarto.count_moves(&image), quarto.count_moves(&position));
            assert_eq!(quarto.result(&image), quarto.result(&position));
            assert_eq!(perft(&quarto, &image, 2), perft(&quarto, &position, 2));

            // The form is a position of the class itself, and not of another.
            let named = Position { board: canonical.board(), hand: canonical.hand() };
            assert_eq!(quarto.canonical(&named), canonical);
            assert!(symmetries.iter().any(|symmetry| {
                position.hand.map(|piece| symmetry.piece(piece)) == named.hand
                    && symmetry.board(&position.board) == named.board
            }));
            assert_eq!(
                Quatro { squares }.canonical(&image.board),
                canonical_board(&position.board)
            );
        }
    }
}

#[test]
fn boards_without_a_line_up_to_symmetry() {
    let mut level = first_level(false);
    let mut counts = vec![level.len()];
    for _ in 0..5 {
        level = next_level(&level);
        counts.push(level.len());
    }
    assert_eq!(counts, [1, 2, 40, 454, 10346, 214_800]);
}

#[test]
fn the_last_piece_stands_alone() {
    let mut dice = Dice::new(1);
    let full = random_positions(false, 400)
        .into_iter()
        .find(|p| p.board.is_full() && !p.board.is_won())
        .unwrap();
    assert_eq!(QUARTO.result(&full), Some(0));
    let cell = Cell::new(dice.below(16) as u8).unwrap();
    let piece = full.board.piece_at(cell).unwrap();
    let mut board = full.board;
    board.remove(piece, cell);
    let mut position = Position { board, hand: Some(piece) };
    let refusal = QUARTO.read_move(&position, &format!("{cell}>0")).unwrap_err();
    assert!(
        refusal.to_string().ends_with(&format!("no piece is left to hand over: expected `{cell}`"))
    );
    QUARTO.try_play(&mut position, &cell.to_string()).unwrap();
    assert_eq!(position, full);
    let refusal = QUARTO.read_move(&position, "a1").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`a1`: the game is over: all sixteen pieces are placed, it is a draw"
    );
}

#[test]
fn a_board_is_small() {
    assert_eq!(size_of::<Board>(), 24);
    assert!(size_of::<Position>() <= 32);
}
