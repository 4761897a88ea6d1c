//! Heuristics of paths on a map.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Limits, NoHeuristic, Quiet, Shown};
use plywood_games::grid::Grid;
use plywood_judges::grid::GridHeuristic;
use plywood_search::path::{a_star, uniform_cost};
use plywood_testkit::check::Dice;

/// A random map: a quarter walls, some rough ground.
fn random_map(diagonal: bool, dice: &mut Dice) -> Grid {
    let marks = b"....#..3.9#.";
    let mut cells: Vec<u8> = (0..12 * 15).map(|_| marks[dice.below(marks.len())]).collect();
    cells[dice.below(90)] = b'S';
    cells[90 + dice.below(90)] = b'G';
    let rows: Vec<_> =
        cells.chunks(15).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
    let text = format!("{} diagonal={diagonal}", rows.join("/"));
    Grid::read(&text).unwrap()
}

#[test]
fn admissible_heuristics_find_the_cheapest_path() {
    let mut dice = Dice::new(21);
    let (mut n_solved, mut n_dearer) = (0, 0);
    for round in 0..200 {
        let grid = random_map(round % 2 == 0, &mut dice);
        let blind = uniform_cost(&grid, &Limits::default(), Quiet);
        let cheapest = blind.solution().map(|solution| solution.cost);
        let zero = a_star(&grid, &NoHeuristic, &Limits::default(), Quiet);
        assert_eq!(zero.solution().map(|solution| solution.cost), cheapest, "{grid}");
        for judge in GridHeuristic::ALL {
            let found = a_star(&grid, &judge, &Limits::default(), Quiet);
            let cost = found.solution().map(|solution| solution.cost);
            match judge.is_admissible(&grid) {
                true => {
                    assert_eq!(cost, cheapest, "{} on {grid}", judge.name());
                    assert!(found.stats.expanded <= blind.stats.expanded);
                }
                false => n_dearer += u32::from(cost > cheapest),
            }
        }
        n_solved += u32::from(cheapest.is_some());
    }
    assert!(n_solved > 100, "{n_solved}");
    assert!(n_dearer > 0, "rows and columns overestimate where diagonals are allowed");
}

#[test]
fn a_known_path_costs_what_it_should() {
    let cost = |text: &str| {
        let grid = Grid::read(text).unwrap();
        a_star(&grid, &GridHeuristic::Octile, &Limits::default(), Quiet).solution().unwrap().cost
    };
    assert_eq!(cost("S..\n##.\nG.."), 6);
    assert_eq!(cost("S9G\n..."), 5 - 1);
    assert_eq!(cost("S..\n...\n..G\ndiagonal=true"), 2 * 3);
    assert_eq!(cost("S.G\n.#.\ndiagonal=true"), 2 * 2);
}
