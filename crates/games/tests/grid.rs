//! Paths on a map: what it shows, what steps cost, its texts, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Ground, Problem, Shown};
use plywood_games::grid::Grid;
use plywood_testkit::check_shown;

fn names(problem: &Grid, state: &u16) -> Vec<String> {
    problem.actions(state).map(|action| problem.action_text(state, action)).collect()
}

#[test]
fn grids_show_their_states() {
    for text in ["S..#.9/.3.#G./...#..", "S..#.9/.3.#G./...... diagonal=true", "SG"] {
        let grid = Grid::read(text).unwrap();
        assert_eq!(grid.to_string(), text);
        check_shown(&grid, 10, 30, |here, scene| {
            let on = |ground| scene.squares.iter().filter(|s| s.ground == ground).count();
            assert_eq!((on(Ground::Start), on(Ground::Goal)), (1, 1));
            assert_eq!(on(Ground::Wall), text.matches('#').count());
            assert_eq!(on(Ground::Rough(9)), text.matches('9').count());
            let walkers: Vec<u16> =
                scene.squares.iter().filter(|s| s.piece.is_some()).map(|s| s.at).collect();
            assert_eq!(walkers, [*here]);
            let cells = text.replace('/', "");
            assert_ne!(cells.as_bytes()[usize::from(*here)], b'#');
        });
    }
}

#[test]
fn a_step_costs_what_the_entered_cell_says() {
    let straight = Grid::read("S9/.G").unwrap();
    let costs = |grid: &Grid| -> Vec<(String, u32)> {
        let start = grid.start();
        let cost = |way| (grid.action_text(&start, way), grid.cost(&start, way));
        grid.actions(&start).map(cost).collect()
    };
    let named = |list: &[(&str, u32)]| -> Vec<(String, u32)> {
        list.iter().map(|&(name, cost)| (name.to_owned(), cost)).collect()
    };
    assert_eq!(costs(&straight), named(&[("right", 9), ("down", 1)]));
    let diagonal = Grid::read("S9\n.G\ndiagonal=true").unwrap();
    assert_eq!(costs(&diagonal), named(&[("right", 18), ("down", 2), ("down-right", 3)]));
    assert_eq!((straight.unit(), diagonal.unit()), (1, 2));
}

#[test]
fn no_way_leads_over_an_edge_or_into_a_wall() {
    let grid = Grid::read("..#\n#S.\n..G\ndiagonal=true").unwrap();
    let start = grid.start();
    assert_eq!(grid.state_text(&start), "b2");
    assert_eq!(names(&grid, &start), ["up", "right", "down", "up-left", "down-left", "down-right"]);
    let corner = grid.apply(&start, 4);
    assert_eq!(grid.state_text(&corner), "a1");
    assert_eq!(names(&grid, &corner), ["right", "down-right"]);
    let onward: Vec<u8> = grid.onward(&corner, 4).collect();
    assert_eq!(onward, [2], "the way back is left out");
}

#[test]
fn grids_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "the map has 0 rows of 0 cells: expected 1 to 26 of each"),
        ("S./G", "row 2 has 1 cells: expected 2, as row 1"),
        ("S0/.G", "`0` on b1 means nothing: a cell is `.`, 1 to 9, `#`, `S` or `G`"),
        ("S./..", "the map has 0 cells `G`: expected one"),
        ("SS/.G", "the map has 2 cells `S`: expected one"),
        (
            "SG diagonal=yes",
            "`diagonal=yes` is not a setting: expected diagonal=true or diagonal=false",
        ),
        ("SG diagonal=true diagonal=true", "`diagonal` is given twice"),
    ] {
        assert_eq!(Grid::read(text).unwrap_err().to_string(), reason);
    }
}
