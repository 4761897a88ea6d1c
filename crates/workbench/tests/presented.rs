//! What games show of themselves is what menus and boards were told before.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Ground, Mark, Presented};
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::{Cavalo, Rules};
use plywood_games::duo::BlokusDuo;
use plywood_games::quarto::{Quarto, Quatro};
use plywood_testkit::check::Dice;
use plywood_workbench::play::{Scene, Square, choices, shapes, stock, won_cells};

const GAMES: u64 = 12;

/// Compares cells, start cells, stocks, winning lines and the parts of every move.
fn compare<G: Presented>(name: &str, rules: &str, game: &G) {
    let mut moves = Vec::new();
    for seed in 0..GAMES {
        let mut dice = Dice::new(seed);
        let mut position = game.start();
        loop {
            compare_scene(name, rules, game, &position);
            moves.clear();
            game.moves(&position, &mut moves);
            compare_moves(name, game, &position, &moves);
            let Some(&step) = moves.get(dice.below(moves.len().max(1))) else { break };
            game.play(&mut position, step);
        }
    }
}

fn compare_scene<G: Presented>(name: &str, rules: &str, game: &G, position: &G::Position) {
    let text = game.position_text(position);
    let (frame, new, old) = (game.frame(), game.scene(position), Scene::new(name, &text));
    let columns = usize::from(frame.columns);
    assert_eq!((old.n_rows, old.n_columns), (frame.rows.into(), columns));
    assert_eq!((old.is_bottom_up, old.hand), (frame.bottom_up, new.hand));
    for spot in old.spots() {
        let at = (spot.0 * columns + spot.1) as u16;
        assert_eq!(frame.cell_name(at), old.name(spot));
        let Some(square) = new.squares.iter().find(|square| square.at == at) else {
            assert_eq!(old.at(spot), Square::Empty, "{} in {text}", old.name(spot));
            continue;
        };
        let same = match (old.at(spot), square.ground) {
            (Square::Blocked, ground) => ground == Ground::Wall,
            (Square::Start(seat), ground) => ground == Ground::Start && square.owner == Some(seat),
            (Square::Own(seat) | Square::Knight(seat), _) => {
                square.piece.is_some() && square.owner == Some(seat)
            }
            (Square::Piece(code), _) => square.piece == Some(code),
            (Square::Number(number), _) => square.text == format!("{number:02}"),
            (Square::Empty, _) => false,
        };
        assert!(same, "{} in {text}: {square:?}", old.name(spot));
    }
    for (seat, listed) in plywood_contract::Seat::BOTH.into_iter().zip(stock(name, &text)) {
        let tray = new.trays.iter().find(|tray| tray.owner.is_none_or(|owner| owner == seat));
        let left = tray.iter().flat_map(|tray| &tray.left);
        let left: Vec<_> = left
            .map(|&(piece, n)| (frame.pieces[usize::from(piece)].name.clone(), n.into()))
            .collect();
        assert_eq!(left, listed, "{text}");
    }
    let won = new.lights.iter().filter(|light| light.mark == Mark::Won).flat_map(|l| l.at.clone());
    let mut won: Vec<_> =
        won.map(|at| (usize::from(at) / columns, usize::from(at) % columns)).collect();
    won.sort_unstable();
    won.dedup();
    assert_eq!(won, won_cells(name, rules, &text), "{text}");
}

fn compare_moves<G: Presented>(name: &str, game: &G, position: &G::Position, moves: &[G::Move]) {
    let frame = game.frame();
    let old = Scene::new(name, &game.position_text(position));
    let texts: Vec<String> = moves.iter().map(|&step| game.move_text(position, step)).collect();
    for (choice, &step) in choices(name, &texts).iter().zip(moves) {
        let parts = game.parts(position, step);
        let pieces: Vec<&str> = parts
            .iter()
            .filter_map(|part| Some(frame.pieces[usize::from(part.piece?)].name.as_str()))
            .collect();
        let spots = parts.iter().find(|part| !part.at.is_empty());
        let mut spots: Vec<_> = spots
            .iter()
            .flat_map(|part| &part.at)
            .map(|at| {
                (
                    usize::from(at / u16::from(frame.columns)),
                    usize::from(at % u16::from(frame.columns)),
                )
            })
            .collect();
        let mut covered = old.covered(name, &choice.step);
        spots.sort_unstable();
        covered.sort_unstable();
        assert_eq!(spots, covered, "{}", choice.step);
        // `c1` and `c2` are ways of the kind `c`.
        let named = choice.piece.iter().chain(choice.extra.iter().filter(|_| name == "quarto"));
        let named: Vec<&str> =
            named.map(|piece| if name == "blokus" { &piece[..1] } else { piece }).collect();
        assert_eq!(pieces, named, "{}", choice.step);
    }
    for piece in &frame.pieces {
        let ways = shapes(name, &piece.name).into_iter().map(|shape| {
            let mut cells: Vec<_> = shape.cells.iter().map(|c| (c.0 as u8, c.1 as u8)).collect();
            cells.sort_unstable();
            cells
        });
        let ways: Vec<_> = ways.filter(|cells| cells.len() > 1).collect();
        assert_eq!(piece.ways, ways, "{}", piece.name);
    }
}

#[test]
fn scenes_stocks_and_choices_say_what_they_said() {
    compare("blokus", "", &Blokus);
    compare("blokus-duo", "", &BlokusDuo);
    for squares in [false, true] {
        let rules = if squares { "squares=true" } else { "" };
        compare("quatro", rules, &Quatro { squares });
        compare("quarto", rules, &Quarto { squares });
    }
    for seed in 0..4 {
        compare("cavalo", "", &Cavalo::shuffled(seed, Rules::default()));
    }
}
