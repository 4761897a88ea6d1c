//! Positions set up by hand, in every game.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use super::*;
use crate::catalogue::CATALOGUE;

fn put(game: &str, text: &str, at: Spot, stuff: Stuff) -> Draft {
    draft(game, "", 0, Some(text), Some(&Change::Put(at, stuff))).unwrap()
}

#[test]
fn a_piece_put_down_again_moves() {
    let once = put("quatro", "startpos", 0, Stuff::Piece(6));
    let twice = put("quatro", &once.text, 5, Stuff::Piece(6));
    assert_eq!(twice.text, "..../.6../..../.... -");
    assert!(twice.problem.is_none());
    let hand = draft("quarto", "", 0, Some(&twice.text), Some(&Change::Hand(Some(6)))).unwrap();
    assert!(hand.problem.is_some(), "it is on the board already");
    assert_eq!(put("quarto", &hand.text, 1, Stuff::Piece(6)).text, ".6../..../..../.... -");
}

#[test]
fn stocks_and_knights_follow_what_is_put_down() {
    let text = put("blokus", "startpos", 0, Stuff::Owned(Seat::One)).text;
    assert!(text.ends_with(" 9,10,15 10,10,15 1"), "{text}");
    let knight = put("cavalo", "startpos", 3, Stuff::Knight(Seat::Two));
    assert_eq!(knight.text.split(' ').nth(2), Some("d1"));
    let gone = put("cavalo", &knight.text, 3, Stuff::Nothing);
    assert_eq!(gone.text.split(' ').nth(2), Some("-"));
}

#[test]
fn whose_turn_it_is_follows_from_the_discs_where_the_rules_say_so() {
    let once = put("tic-tac-toe", "startpos", 4, Stuff::Owned(Seat::One));
    assert_eq!((once.text.as_str(), once.turn), (".../.x./...", None));
    let once = put("connect-four", "startpos", 38, Stuff::Owned(Seat::One));
    assert!(once.text.ends_with("...1... 2") && once.problem.is_none(), "{}", once.text);
    assert_eq!(once.scene.squares[0].piece, Some(0));
    let floats = put("connect-four", &once.text, 0, Stuff::Owned(Seat::Two));
    assert_eq!(floats.text, once.text, "it is refused at once");
    assert!(floats.objection.is_some_and(|objection| objection.at == [0]));
    let twice = put("connect-four", &once.text, 31, Stuff::Owned(Seat::Two));
    assert!(put("connect-four", &twice.text, 38, Stuff::Nothing).objection.is_some());
    assert!(put("connect-four", &twice.text, 31, Stuff::Nothing).objection.is_none());
    let discs = put("othello", "startpos", 0, Stuff::Owned(Seat::Two));
    assert_eq!(discs.turn, Some(Seat::One));
}

#[test]
fn pieces_are_laid_whole_and_refused_where_they_can_never_lie() {
    let change =
        |text: &str, change| draft("blokus-duo", "", 0, Some(text), Some(&change)).unwrap();
    let lay = |text: &str, seat, cells: &[Spot]| change(text, Change::Lay(seat, cells.to_vec()));
    // Row 14 is at the top: e10 is 4 × 14 + 4.
    let first = lay("startpos", Seat::One, &[60, 61, 74, 75]);
    assert_eq!((first.objection, first.problem.is_none()), (None, true), "{}", first.text);
    assert!(first.checks.iter().all(|check| check.holds), "{:?}", first.checks);
    assert!(!first.scene.trays[0].left.contains(&(8, 1)), "the square has left the tray");
    assert!(first.scene.trays[1].left.contains(&(8, 1)));
    let edge = lay(&first.text, Seat::One, &[62, 63]);
    assert_eq!(edge.text, first.text);
    let objection = edge.objection.unwrap();
    assert_eq!((objection.edges, objection.at), (vec![(62, 61)], vec![]));
    assert!(objection.why.to_string().contains("f10"), "{}", objection.why);
    for (seat, cells) in [(Seat::One, vec![100, 101, 114, 115]), (Seat::Two, vec![75])] {
        assert!(lay(&first.text, seat, &cells).objection.is_some(), "{cells:?}");
    }
    assert!(lay(&first.text, Seat::Two, &[76, 77]).objection.is_none(), "the others may touch");
    let apart = lay(&first.text, Seat::One, &[0]);
    assert!(apart.objection.is_none() && apart.problem.is_some());
    assert!(!apart.checks.last().unwrap().holds, "no corner joins it yet");
    assert_eq!(change(&apart.text, Change::Lift(0)).text, first.text);
    assert_eq!(
        change(&first.text, Change::Lift(75)).text,
        draft("blokus-duo", "", 0, None, None).unwrap().text
    );
    for cells in [vec![0, 2], vec![5000], vec![]] {
        let odd = Change::Lay(Seat::One, cells);
        assert!(draft("blokus-duo", "", 0, None, Some(&odd)).is_err());
    }
    let odd = Change::Lay(Seat::One, vec![0]);
    assert!(draft("quarto", "", 0, None, Some(&odd)).is_err());
}

/// The plain reference: what may follow a legal position is what the rules list.
#[test]
fn every_legal_move_can_be_laid() {
    for game in ["blokus", "blokus-duo"] {
        let table = open(game, "", 0, None, &[]).unwrap();
        let text = table.position();
        for choice in table.choices().iter().take(40) {
            let Some(cells) = choice.parts.iter().map(|part| &part.at).find(|at| !at.is_empty())
            else {
                continue;
            };
            let laid =
                draft(game, "", 0, Some(&text), Some(&Change::Lay(Seat::One, cells.clone())));
            let laid = laid.unwrap();
            assert!(laid.objection.is_none() && laid.problem.is_none(), "{game}: {}", laid.text);
        }
    }
}

#[test]
fn stuff_that_a_game_lacks_changes_nothing() {
    for game in CATALOGUE.map(|offer| offer.name) {
        let start = draft(game, "", 0, None, None).unwrap();
        for stuff in [Stuff::Wall, Stuff::Piece(200), Stuff::Knight(Seat::Two)] {
            if !start.palette.contains(&stuff) {
                assert_eq!(put(game, "startpos", 3, stuff).text, start.text, "{game}");
            }
        }
        let far = draft(game, "", 0, None, Some(&Change::Put(5000, Stuff::Nothing))).unwrap();
        assert_eq!(far.text, start.text, "{game}");
    }
}

#[test]
fn text_without_the_shape_of_a_position_is_refused() {
    for text in ["nonsense", "..../..../.... -", "..../..../..../....", "💥"] {
        assert!(draft("quatro", "", 0, Some(text), None).is_err(), "{text}");
    }
}
