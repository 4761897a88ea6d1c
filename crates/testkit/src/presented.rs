//! Conformance of presentations: what a game shows must be complete, within its frame, and agree with
//! its rules.

use std::collections::HashSet;

use plywood_contract::{Frame, Message, Part, Presented, Scene, Shown, Spot};

use crate::check::Dice;

/// Plays `games` random whole games and checks after every ply that
///
/// - the parts of a move choose it and no other: pieces from trays, cells within the frame, a piece of
///   several cells in one of its ways; passes, and only they, have none;
/// - where a move puts something, a square of the mover's is seen afterwards;
/// - scenes name known pieces and cells, each once, and lights name cells;
/// - every move has words of its own and a short name, with every placeholder filled;
/// - `agrees` finds that the scene says what the position says.
pub fn check_presented<G: Presented>(game: &G, games: u64, agrees: impl Fn(&G::Position, &Scene)) {
    let frame = game.frame();
    check_frame(&frame);
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed ^ 0x5ce7e);
        let mut position = game.start();
        loop {
            let scene = game.scene(&position);
            check_scene(&frame, &scene);
            agrees(&position, &scene);
            moves.clear();
            game.moves(&position, &mut moves);
            check_moves(game, &frame, &position, &moves);
            if moves.is_empty() {
                break;
            }
            let step = moves[dice.below(moves.len())];
            let parts = game.parts(&position, step);
            let mover = game.turn(&position);
            game.play(&mut position, step);
            let scene = game.scene(&position);
            let placed = parts.iter().find(|part| !part.at.is_empty());
            for &at in placed.iter().flat_map(|part| &part.at) {
                let square = scene.squares.iter().find(|square| square.at == at);
                let square = square.unwrap_or_else(|| panic!("{step:?} left {at} empty"));
                assert!(square.piece.is_some(), "{step:?} left no piece on {at}");
                assert!(square.owner.is_none_or(|owner| owner == mover), "{step:?} on {at}");
            }
        }
    }
}

/// Walks `walks` random ways of at most `steps` steps and checks after every step that
///
/// - the parts of an action choose it and no other, and actions have names of their own;
/// - scenes name known pieces and cells, each once; states have a text in one line;
/// - a state brought back from its key looks the same;
/// - `agrees` finds that the scene says what the state says.
pub fn check_shown<P: Shown>(
    problem: &P,
    walks: u64,
    steps: usize,
    agrees: impl Fn(&P::State, &Scene),
) {
    let frame = problem.frame();
    check_frame(&frame);
    for seed in 0..walks {
        let mut dice = Dice::new(seed ^ 0x5403);
        let mut state = problem.start();
        for _ in 0..steps {
            let scene = problem.scene(&state);
            check_scene(&frame, &scene);
            agrees(&state, &scene);
            assert_eq!(problem.scene(&problem.state(&problem.key(&state))), scene);
            let text = problem.state_text(&state);
            assert!(!text.is_empty() && !text.contains('\n'), "a state is one line: {text}");
            let actions: Vec<P::Action> = problem.actions(&state).collect();
            check_actions(problem, &frame, &state, &actions);
            let Some(&action) = actions.get(dice.below(actions.len().max(1))) else { break };
            state = problem.apply(&state, action);
        }
    }
}

fn check_actions<P: Shown>(problem: &P, frame: &Frame, state: &P::State, actions: &[P::Action]) {
    let (mut answers, mut names) = (HashSet::new(), HashSet::new());
    for &action in actions {
        let parts = problem.parts(state, action);
        assert!(!parts.is_empty(), "{action:?} has no parts");
        check_parts(frame, &parts);
        let answer: Vec<_> = parts.iter().map(|part| (part.piece, part.at.clone())).collect();
        assert!(answers.insert(answer), "two actions have the parts of {action:?}");
        let name = problem.action_text(state, action);
        assert!(!name.is_empty() && names.insert(name), "the name of {action:?}");
    }
}

fn check_frame(frame: &Frame) {
    assert!(frame.rows > 0 && frame.columns > 0 && !frame.pieces.is_empty());
    let names: HashSet<_> = frame.pieces.iter().map(|piece| &piece.name).collect();
    assert_eq!(names.len(), frame.pieces.len(), "two pieces have the same name");
    for piece in &frame.pieces {
        check_message(&piece.label);
        for way in &piece.ways {
            assert!(way.len() > 1 && way.is_sorted(), "{way:?} of {}", piece.name);
            assert_eq!(way, &cornered(way), "a way of {} begins in the corner", piece.name);
        }
    }
}

/// The same cells, moved into the corner.
fn cornered(cells: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let row = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let column = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut cells: Vec<_> = cells.iter().map(|&(r, c)| (r - row, c - column)).collect();
    cells.sort_unstable();
    cells
}

fn check_scene(frame: &Frame, scene: &Scene) {
    let n_pieces = frame.pieces.len();
    let spots: Vec<Spot> = scene.squares.iter().map(|square| square.at).collect();
    check_spots(frame, &spots);
    let pieces = scene.squares.iter().filter_map(|square| square.piece).chain(scene.hand);
    pieces.for_each(|piece| assert!(usize::from(piece) < n_pieces));
    let owners: HashSet<_> = scene.trays.iter().map(|tray| tray.owner).collect();
    assert_eq!(owners.len(), scene.trays.len(), "two trays of one player");
    for tray in &scene.trays {
        let kinds: HashSet<u8> = tray.left.iter().map(|&(piece, _)| piece).collect();
        assert_eq!(kinds.len(), tray.left.len(), "a piece twice in a tray");
        assert!(tray.left.iter().all(|&(piece, n)| usize::from(piece) < n_pieces && n > 0));
    }
    for light in &scene.lights {
        assert!(!light.at.is_empty(), "{:?} shines on nothing", light.mark);
        check_spots(frame, &light.at);
        check_message(&light.why);
    }
    let groups: HashSet<_> = scene.squares.iter().filter_map(|square| square.group).collect();
    for group in groups {
        let of_group = || scene.squares.iter().filter(move |square| square.group == Some(group));
        let kinds: HashSet<_> = of_group().map(|square| (square.piece, square.owner)).collect();
        assert_eq!(kinds.len(), 1, "group {group} is one piece of one player");
        let piece = of_group().find_map(|square| square.piece);
        let spots: Vec<Spot> = of_group().map(|square| square.at).collect();
        check_way(frame, piece.unwrap_or_default(), &spots);
    }
}

/// Different cells of the picture.
fn check_spots(frame: &Frame, spots: &[Spot]) {
    let n_cells = Spot::from(frame.rows) * Spot::from(frame.columns);
    assert!(spots.iter().all(|&at| at < n_cells), "{spots:?} of {n_cells}");
    let distinct: HashSet<_> = spots.iter().collect();
    assert_eq!(distinct.len(), spots.len(), "a cell twice: {spots:?}");
}

/// A piece lies in one of its ways.
fn check_way(frame: &Frame, piece: u8, spots: &[Spot]) {
    let piece = &frame.pieces[usize::from(piece)];
    let columns = Spot::from(frame.columns);
    let cells: Vec<_> =
        spots.iter().map(|at| ((at / columns) as u8, (at % columns) as u8)).collect();
    match piece.ways.is_empty() {
        true => assert_eq!(cells.len(), 1, "{} is one cell", piece.name),
        false => assert!(piece.ways.contains(&cornered(&cells)), "{} on {cells:?}", piece.name),
    }
}

fn check_moves<G: Presented>(game: &G, frame: &Frame, position: &G::Position, moves: &[G::Move]) {
    let (mut answers, mut said) = (HashSet::new(), HashSet::new());
    for &step in moves {
        let parts = game.parts(position, step);
        assert_eq!(parts.is_empty(), game.is_pass(step), "the parts of {step:?}");
        check_parts(frame, &parts);
        let answer: Vec<_> = parts.iter().map(|part| (part.piece, part.at.clone())).collect();
        assert!(answers.insert(answer), "two moves have the parts of {step:?}");
        let words = game.words(position, step);
        check_message(&words);
        assert!(said.insert(words.to_string()), "two moves are called {words}");
        assert!(!game.short(position, step).is_empty(), "{step:?} has no short name");
        game.effects(position, step).iter().for_each(check_message);
    }
}

fn check_parts(frame: &Frame, parts: &[Part]) {
    let mut piece = None;
    for part in parts {
        check_message(&part.ask);
        assert_ne!(part.piece.is_some(), !part.at.is_empty(), "a piece or cells: {part:?}");
        assert!(part.piece.is_none_or(|piece| usize::from(piece) < frame.pieces.len()));
        check_spots(frame, &part.at);
        if let Some(piece) = piece.take().filter(|_| !part.at.is_empty()) {
            check_way(frame, piece, &part.at);
        }
        piece = part.piece;
    }
}

/// A message is not empty and has an argument for every placeholder.
pub fn check_message(message: &Message) {
    let text = message.to_string();
    assert!(!text.trim().is_empty(), "{} says nothing", message.key);
    assert!(!text.contains(['{', '}']), "{}: {text}", message.key);
    for (name, _) in &message.args {
        let hole = format!("{{{name}}}");
        assert!(message.english.contains(&hole), "{} does not use {name}", message.key);
    }
}
