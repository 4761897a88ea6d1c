//! Cavalo against known node counts, a slow reference, damaged texts, and one drawing.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::BTreeSet;

use plywood_contract::{Drawing, Game, Keyed, Look, Notation, Scored, Seat, perft};
use plywood_games::cavalo::{
    Board, Cavalo, Doubles, Move, Placement, PlacementDoubles, Rules, cells,
};
use plywood_testkit::check::{Dice, check_against, check_game, check_position, check_readers};
use plywood_testkit::slow_cavalo::{self, SlowRules};
use serde_json::Value;

/// All sixteen rule sets.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for placement in [Placement::Auto, Placement::Choose] {
        for doubles in [Doubles::Choose, Doubles::Largest] {
            for placement_doubles in [PlacementDoubles::None, PlacementDoubles::AsMove] {
                for zero_double in [false, true] {
                    all.push(Rules { placement, doubles, placement_doubles, zero_double });
                }
            }
        }
    }
    all
}

fn slow(rules: Rules) -> SlowRules {
    let choose_double = rules.doubles == Doubles::Choose;
    let placing_removes = rules.placement_doubles == PlacementDoubles::AsMove;
    SlowRules { choose_double, placing_removes, zero_double: rules.zero_double }
}

/// A game under the rules that a vector names; all were made when placements removed doubles.
fn game_of(rules: &Value) -> Cavalo {
    let doubles = match rules["doubles"].as_str().unwrap() {
        "choose" => Doubles::Choose,
        "largest" => Doubles::Largest,
        other => panic!("no such rule: {other}"),
    };
    let zero_double = rules["zero_double"].as_bool().unwrap();
    let placement_doubles = PlacementDoubles::AsMove;
    Cavalo::shuffled(0, Rules { doubles, placement_doubles, zero_double, ..Rules::default() })
}

fn positions(data: &str) -> Vec<Value> {
    serde_json::from_str::<Value>(data).unwrap()["positions"].as_array().unwrap().clone()
}

fn move_texts(game: &Cavalo, text: &str) -> BTreeSet<String> {
    let position = game.read_position(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.iter().map(|&step| game.move_text(&position, step)).collect()
}

#[test]
fn node_counts_are_the_known_ones() {
    let mut n_counts = 0;
    for vector in positions(include_str!("data/cavalo-perft.json")) {
        let text = vector["position"].as_str().unwrap();
        for known in vector["perft"].as_array().unwrap() {
            let game = game_of(&known["rules"]);
            let position = game.read_position(text).unwrap();
            for (i, nodes) in known["nodes"].as_array().unwrap().iter().enumerate() {
                let counted = perft(&game, &position, i as u32 + 1);
                assert_eq!(Some(counted), nodes.as_u64(), "{} at {}", vector["id"], i + 1);
                n_counts += 1;
            }
        }
    }
    assert!(n_counts > 250, "only {n_counts} counts were found");
}

#[test]
fn legal_moves_are_the_known_ones() {
    for vector in positions(include_str!("data/cavalo-values.json")) {
        let text = vector["position"].as_str().unwrap();
        for known in vector["solutions"].as_array().unwrap() {
            let game = game_of(&known["rules"]);
            let listed = known["moves"].as_array().unwrap();
            let listed = listed.iter().map(|step| step["move"].as_str().unwrap().to_owned());
            assert_eq!(move_texts(&game, text), listed.collect(), "{}", vector["id"]);
            check_position(&game, &game.read_position(text).unwrap());
        }
    }
}

#[test]
fn every_rule_set_passes_the_conformance_checks() {
    for rules in all_rules() {
        check_game(&Cavalo::shuffled(0, rules), 60);
        (1..6).for_each(|seed| check_game(&Cavalo::shuffled(seed, rules), 6));
    }
}

#[test]
fn moves_are_those_of_the_slow_reference() {
    for rules in all_rules() {
        for seed in 0..8 {
            let game = Cavalo::shuffled(seed, rules);
            check_against(&game, 8, |text| slow_cavalo::moves(text, slow(rules)));
        }
    }
}

#[test]
fn moves_lead_where_the_slow_reference_says() {
    for rules in all_rules() {
        let mut dice = Dice::new(5);
        for seed in 0..8 {
            let game = Cavalo::shuffled(seed, rules);
            let mut position = game.start();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                game.moves(&position, &mut moves);
                let Some(&step) = moves.get(dice.below(moves.len().max(1))) else { break };
                let before = game.position_text(&position);
                let step_text = game.move_text(&position, step);
                game.play(&mut position, step);
                let after = slow_cavalo::play(&before, &step_text, slow(rules));
                assert_eq!(game.position_text(&position), after, "{step_text} in {before}");
            }
        }
    }
}

#[test]
fn slow_reference_counts_the_known_nodes_too() {
    let text = &positions(include_str!("data/cavalo-perft.json"))[0];
    let text = text["position"].as_str().unwrap();
    let rules = SlowRules { choose_double: true, placing_removes: true, zero_double: false };
    assert_eq!(slow_cavalo::perft(text, 3, rules), 739);
}

#[test]
fn moves_come_in_reading_order_and_by_ascending_double() {
    let game = Cavalo::default();
    let mut moves = Vec::new();
    let position = game.read_position(&composed("a1 j10 22 0 1", SMALL)).unwrap();
    game.moves(&position, &mut moves);
    let texts: Vec<_> = moves.iter().map(|&step| game.move_text(&position, step)).collect();
    assert_eq!(texts, ["c2x11", "c2x66", "c2x99", "b3"]);
}

#[test]
fn readers_survive_damaged_texts() {
    let rules = Rules { placement: Placement::Choose, ..Rules::default() };
    assert!(check_readers(&Cavalo::default(), 4000) > 0);
    assert!(check_readers(&Cavalo::shuffled(1, rules), 4000) > 0);
}

#[test]
fn knights_go_to_the_highest_number_of_their_rows() {
    // Row 1 holds 99 on d1; row 10 holds 98 on i10, 89 on a10 and 88 on f10.
    let mut numbers: [u8; 100] = std::array::from_fn(|i| i as u8);
    for (one, two) in [(3, 99), (95, 88), (90, 89)] {
        numbers.swap(one, two);
    }
    let gone = |rules: Rules| {
        let start = Cavalo::with_board(Board::new(numbers).unwrap(), rules).start();
        assert_eq!(start.points(), [99, 98]);
        let gone = cells(!start.numbered() & ((1 << 100) - 1)).map(|cell| cell.to_string());
        gone.collect::<Vec<_>>()
    };
    for doubles in [Doubles::Choose, Doubles::Largest] {
        // 98 takes its mirror along, and 99 no other double unless the rules say so.
        let none = Rules { doubles, ..Rules::default() };
        assert_eq!(gone(none), ["d1", "a10", "i10"]);
        let as_move = Rules { placement_doubles: PlacementDoubles::AsMove, ..none };
        assert_eq!(gone(as_move), ["d1", "a10", "f10", "i10"]);
    }
}

#[test]
fn placing_on_a_double_removes_another_only_where_the_rules_say_so() {
    let rows: &[(usize, &str)] = &[(1, "55--57"), (5, "11--66--99--75")];
    let text = composed("- j10 0 40 1", rows);
    let as_move = Rules { placement_doubles: PlacementDoubles::AsMove, ..Rules::default() };
    let none = Cavalo::default();
    assert_eq!(move_texts(&none, &text), ["a1".to_owned(), "c1".to_owned()].into());
    let listed = ["a1x11", "a1x66", "a1x99", "c1"].map(str::to_owned);
    assert_eq!(move_texts(&Cavalo::shuffled(0, as_move), &text), listed.into());
    let mut position = none.read_position(&text).unwrap();
    none.try_play(&mut position, "a1").unwrap();
    assert_eq!(position.doubles().count_ones(), 3);
    assert_eq!(
        refusal(&none, &text, "a1x99"),
        "a placement removes no other double: expected `a1`"
    );
    // Once on the board, a knight removes doubles as ever.
    let moving = composed("a1 j10 22 0 1", SMALL);
    assert!(move_texts(&none, &moving).contains("c2x99"));
}

#[test]
fn a_seed_stands_for_one_board() {
    let game = Cavalo::shuffled(42, Rules::default());
    assert_eq!(game.start(), Cavalo::shuffled(42, Rules::default()).start());
    let board: Board = game.board().to_string().parse().unwrap();
    assert_eq!(&board, game.board());
    assert_eq!(game.board().to_string(), SEED_42);
}

const SEED_42: &str = "\
    34126238888314947329/61644877953560971300/32065002259222531951/\
    59283996211140659010/86362330690168665889/70268163843771980991/\
    75791604244252447280/49678554937847460576/55074108175787454318/\
    56319920820333271574";

/// Ten rows, of which those given (row, text) are not empty.
fn composed(rest: &str, rows: &[(usize, &str)]) -> String {
    let mut lines = vec!["-".repeat(20); 10];
    for (row, text) in rows {
        lines[row - 1] = format!("{text:-<20}");
    }
    format!("{} {rest}", lines.join("/"))
}

/// For knights on a1 and j10: player 1 reaches c2 (55) and b3 (57).
const SMALL: &[(usize, &str)] =
    &[(2, "----55"), (3, "--57"), (5, "11--66--99--75"), (8, "----------------00")];

#[test]
fn keys_tell_turns_knights_numbers_and_score_differences_apart() {
    let game = Cavalo::default();
    let key = |rest: &str, rows| game.key(&game.read_position(&composed(rest, rows)).unwrap());
    let same = key("a1 j10 22 0 1", SMALL);
    assert_eq!(same, key("a1 j10 32 10 1", SMALL));
    assert_ne!(same, key("a1 j10 23 0 1", SMALL));
    assert_ne!(same, key("a1 j10 22 0 2", SMALL));
    assert_ne!(same, key("a2 j10 22 0 1", SMALL));
    assert_ne!(same, key("j10 a1 22 0 1", SMALL));
    assert_ne!(same, key("a1 j10 22 0 1", &[&SMALL[..3], &[(8, "----------------01")]].concat()));
    let board_key =
        |rest| game.read_position(&composed(rest, SMALL)).map(|position| position.board_key());
    assert_eq!(board_key("a1 j10 22 0 1"), board_key("a1 j10 0 400 1"));
}

#[test]
fn blocked_sides_pass_and_the_end_is_when_both_are() {
    let game = Cavalo::default();
    let mut position = game.read_position(&composed("a1 j10 50 60 2", SMALL)).unwrap();
    let i8_gone = composed("a1 j10 50 60 2", &SMALL[..3]);
    assert_eq!(move_texts(&game, &i8_gone), ["pass".to_owned()].into());
    game.try_play(&mut position, "I8").unwrap();
    assert_eq!(game.points(&position), [50, 60]);
    game.try_play(&mut position, "b3").unwrap();
    assert_eq!(game.points(&position), [107, 60]);
    assert_eq!(game.turn(&position), Seat::Two);
    assert_eq!(game.try_play(&mut position, "Pass"), Ok(Move::PASS));
    assert_eq!(game.result(&position), None);
    game.try_play(&mut position, "a5X66").unwrap();
    assert_eq!(game.result(&position), Some(118 - 60));
    assert_eq!(cells(position.doubles()).count(), 2);
}

#[test]
fn knights_without_a_cell_in_their_row_wait_for_their_next_turn() {
    let game = Cavalo::default();
    // The knight on h9 bars j10, the only number of row 10, until it leaves.
    let barred = &[(7, "----------------12"), (10, "------------------98")];
    let mut position = game.read_position(&composed("h9 - 50 0 2", barred)).unwrap();
    for step in ["pass", "i7", "j10"] {
        game.try_play(&mut position, step).unwrap();
    }
    assert_eq!(game.result(&position), Some(50 + 12 - 98));
    let over = game.read_position(&composed("h9 - 50 0 1", &[(1, "98")])).unwrap();
    assert_eq!(game.result(&over), Some(50));
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_reason() {
    let game = Cavalo::default();
    let small = |rest| composed(rest, SMALL);
    let cases = [
        (String::new(), "the board is missing: expected `<10 rows joined by '/'> <knight 1>"),
        (small("a1 j10 22 0"), "the turn is missing: expected"),
        (small("a1"), "the knight of player 2 is missing"),
        (small("a1 j10 22 0 1 w"), "`w` follows the turn"),
        (small("a1 j10 22 0 3"), "turn: `3` is not a player: expected 1 or 2"),
        (small("a1 j10 -1 0 1"), "score 1: `-1` is not a score: expected a whole number from 0"),
        (small("a1 j10 0 many 1"), "score 2: `many` is not a score"),
        (small("a1 j10 0 99999999999 1"), "score 2: `99999999999` is not a score"),
        (
            small("a1 j10 2500 2100 1"),
            "the scores 2500 and 2100 add up to 4600, but the numbers gone from the board only to",
        ),
        (small("- j10 22 0 1"), "score 1 is 22, but the knight of player 1 is not placed yet"),
        (small("a1 a1 22 0 1"), "both knights stand on a1"),
        (small("a1 b3 22 0 1"), "the knight of player 2 stands on b3, which still holds 57"),
        (small("j9 h10 22 0 1"), "the knights on j9 and h10 attack each other"),
        (small("k1 j10 22 0 1"), "the knight of player 1: `k1` is not a cell: expected a1 to j10"),
        (small("a01 j10 0 0 1"), "the knight of player 1: `a01` is not a cell"),
        (small("a1 j11 22 0 1"), "the knight of player 2: `j11` is not a cell"),
        (small("a1 é 22 0 1"), "the knight of player 2: `é` is not a cell"),
        (
            composed("a1 j10 0 0 1", &[(3, "------5x")]),
            "row 3, cell 4: `5x` is not a number: expected two digits or `--`",
        ),
        (composed("a1 j10 0 0 1", &[(3, "---5")]), "row 3, cell 2: `-5` is not a number"),
        (
            composed("a1 j10 0 0 1", &[(2, "57"), (3, "--57")]),
            "57 stands on a2 and on b3: expected every number once",
        ),
        (
            composed("a1 j10 0 0 1", &[(2, "---------------------")]),
            "row 2 has 21 characters: expected 20, ten cells of two",
        ),
        ("57 a1 j10 0 0 1".into(), "the board has 1 row: expected 10 joined by `/`"),
        (format!("--/{}", small("a1 j10 0 0 1")), "the board has 11 rows"),
    ];
    for (text, reason) in cases {
        let refused = game.read_position(&text).unwrap_err().to_string();
        assert!(refused.starts_with(reason), "{text}\n  {refused}\n  {reason}");
    }
}

#[test]
fn boards_that_are_not_full_are_refused() {
    let board = Board::shuffled(1).to_string();
    let gap = format!("--{}", &board[2..]);
    let refused = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    assert_eq!(refused(&gap), "a1 is empty: a starting board holds a number everywhere");
    let mut numbers = *Board::shuffled(1).numbers();
    numbers[4] = 100;
    assert_eq!(Board::new(numbers).unwrap_err().to_string(), "e1 holds 100: expected 0 to 99");
    numbers[4] = numbers[0];
    assert!(Board::new(numbers).unwrap_err().to_string().contains("stands on a1 and on e1"));
}

#[test]
fn moves_are_refused_with_the_rule_they_break() {
    // Player 1 on a1 may go to c2 only: b3 is attacked from d2.
    let rows = &[(2, "----55"), (3, "--57"), (4, "11--66----99"), (5, "----00----75")];
    let text = composed("a1 d2 22 0 1", rows);
    let cases = [
        ("b2", "b2 is not a knight's jump from a1"),
        ("a1", "your knight stands on a1 already"),
        ("d2", "the other knight stands on d2"),
        ("b3", "b3 is attacked by the other knight on d2"),
        ("pass", "you may not pass while a move is possible"),
        ("z9", "`z9` is not a cell: expected a1 to j10"),
        ("", "`` is not a cell: expected a1 to j10"),
        (
            "c2",
            "c2 holds a double: say which other double it removes, one of c2x11, c2x66 and c2x99",
        ),
        ("c2x77", "77 is not on the board any more: expected one of c2x11, c2x66 and c2x99"),
        ("c2x55", "55 stands on c2 itself: another double is removed"),
        ("c2x00", "`00` is not a double: expected 11 to 99"),
        ("c2x5", "`5` is not a double: expected 11 to 99"),
        ("c2xé", "`é` is not a double: expected 11 to 99"),
    ];
    let game = Cavalo::default();
    for (step, reason) in cases {
        assert_eq!(refusal(&game, &text, step), reason);
    }
    let largest = Rules { doubles: Doubles::Largest, ..Rules::default() };
    let largest = Cavalo::shuffled(0, largest);
    let reason = "the rules remove the largest other double: expected `c2`";
    assert_eq!(refusal(&largest, &text, "c2x99"), reason);
    assert_eq!(move_texts(&largest, &text), ["c2".to_owned()].into());
}

#[test]
fn moves_are_refused_while_placing_passing_and_after_the_end() {
    let game = Cavalo::default();
    let rows: &[(usize, &str)] = &[(1, "--57"), (3, "----12")];
    let placing = composed("- j10 0 40 1", rows);
    assert_eq!(
        refusal(&game, &placing, "c3"),
        "c3 is not in row 1, where the knight of player 1 is placed"
    );
    assert_eq!(refusal(&game, &placing, "a1"), "a1 holds no number");
    assert_eq!(
        refusal(&game, &placing, "b1x11"),
        "b1 holds 57, which is not a double: expected `b1`"
    );
    let blocked = composed("j10 a2 0 40 1", rows);
    assert_eq!(refusal(&game, &blocked, "c3"), "the knight cannot move: expected `pass`");
    let over = composed("j10 a10 0 40 1", rows);
    assert_eq!(refusal(&game, &over, "pass"), "the game is over: no move is possible");
}

fn refusal(game: &Cavalo, text: &str, step: &str) -> String {
    let position = game.read_position(text).unwrap();
    game.read_move(&position, step).unwrap_err().to_string()
}

#[test]
fn the_only_choice_need_not_be_named() {
    let game = Cavalo::default();
    let text = composed("a1 j10 22 0 1", &[(2, "----55"), (5, "11")]);
    let position = game.read_position(&text).unwrap();
    assert_eq!(game.read_move(&position, "c2"), game.read_move(&position, "C2X11"));
}

#[test]
fn a_drawing_shows_numbers_knights_targets_points_and_turn() {
    let game = Cavalo::default();
    let text = "53376551--203809--81/443684509690--16----/2452--99--0558----79/\
                23--30732547------87/4268--------------06/4186----1878------61/\
                --1435--56----------/--69740285------29--/9200--55--03------48/\
                8360--631532--97---- d7 h6 500 365 2";
    let position = game.read_position(text).unwrap();
    let plain = game.draw(&position, Look::Plain);
    let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert_eq!(lines, DRAWING.trim_start_matches('\n').lines().collect::<Vec<_>>());
    let unicode = game.draw(&position, Look::Unicode);
    assert!(unicode.contains("▶ ‹♞2› player 2: 365 points, to move to one of [ ]"), "{unicode}");
    let mut bare = game.draw(&position, Look::Coloured);
    while let Some(start) = bare.find('\x1b') {
        let length = bare[start..].find('m').unwrap();
        bare.replace_range(start..=start + length, "");
    }
    assert_eq!(bare, unicode);
}

/// Without the spaces at the ends of lines.
const DRAWING: &str = "
     a   b   c   d   e   f   g   h   i   j
  1  53  37  65  51  ..  20  38  09  ..  81
  2  44  36  84  50  96  90  ..  16  ..  ..
  3  24  52  ..  99  ..  05  58  ..  ..  79
  4  23  ..  30  73  25  47  ..  ..  ..  87
  5  42  68  ..  ..  ..  ..  ..  ..  .. [06]
  6  41  86  ..  ..  18  78  .. <N2> ..  61
  7  ..  14  35 <N1> 56  ..  ..  ..  ..  ..
  8  ..  69  74  02  85  ..  ..  .. [29] ..
  9  92  00  ..  55  ..  03  ..  ..  ..  48
 10  83  60  ..  63  15  32  ..  97  ..  ..
  <N1> player 1: 500 points
> <N2> player 2: 365 points, to move to one of [ ]
";
