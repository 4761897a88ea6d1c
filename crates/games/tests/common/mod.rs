//! Helpers shared by the tests of several small games.
#![allow(dead_code, clippy::unwrap_used, reason = "not every test needs all of it")]

use plywood_contract::{Game, Light, Mark, Notation, Presented, Scene, Spot, perft};

/// Node counts from the start, depth by depth.
pub(crate) fn counts<G: Game>(game: &G, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(game, &game.start(), depth)).collect()
}

/// The refusal of a move.
pub(crate) fn refusal<G: Notation>(game: &G, position: &str, step: &str) -> String {
    game.read_move(&game.read_position(position).unwrap(), step).unwrap_err().to_string()
}

/// The refusal of a position.
pub(crate) fn position_refusal<G: Notation>(game: &G, text: &str) -> String {
    game.read_position(text).unwrap_err().to_string()
}

/// The rows of a position, read back from the squares of its scene alone.
pub(crate) fn rows<G: Presented>(game: &G, scene: &Scene, marks: [char; 2]) -> String {
    let frame = game.frame();
    let symbol = |at: Spot| {
        let owner = scene.squares.iter().find(|s| s.at == at && s.piece.is_some());
        owner.map_or('.', |square| marks[square.owner.unwrap().index()])
    };
    let columns = Spot::from(frame.columns);
    let row = |row: Spot| (row * columns..(row + 1) * columns).map(symbol).collect::<String>();
    (0..frame.rows.into()).map(row).collect::<Vec<_>>().join("/")
}

/// Lines of so many equal marks, in any direction, that the lights must cover exactly.
pub(crate) fn check_rows_of<G: Presented>(game: &G, scene: &Scene, is_won: bool, length: usize) {
    let won = lights(scene, Mark::Won);
    assert_eq!(!won.is_empty(), is_won);
    let columns = Spot::from(game.frame().columns);
    for light in won {
        assert_eq!(light.at.len(), length);
        let places: Vec<_> =
            light.at.iter().map(|at| ((at / columns) as i32, (at % columns) as i32)).collect();
        let step = (places[1].0 - places[0].0, places[1].1 - places[0].1);
        assert!(places.windows(2).all(|p| (p[1].0 - p[0].0, p[1].1 - p[0].1) == step));
        let owners: Vec<_> = light
            .at
            .iter()
            .map(|at| scene.squares.iter().find(|s| s.at == *at).unwrap().owner)
            .collect();
        assert!(owners.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

fn lights(scene: &Scene, mark: Mark) -> Vec<&Light> {
    scene.lights.iter().filter(|light| light.mark == mark).collect()
}
