//! What every game shows agrees with its rules, on random whole games.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Game, Ground, Light, Mark, Notation, Presented, Scene, Scored, Seat, Spot};
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::{Cavalo, Cell, Doubles, Placement, Rules, cells};
use plywood_games::duo::{BlokusDuo, N_PIECES, PIECE_SIZES};
use plywood_games::quarto::{Board, Piece, Quarto, Quatro};
use plywood_testkit::check_presented;

const GAMES: u64 = 200;

fn lights(scene: &Scene, mark: Mark) -> Vec<&Light> {
    scene.lights.iter().filter(|light| light.mark == mark).collect()
}

/// How many of a kind a player has left.
fn left(scene: &Scene, owner: Option<Seat>, piece: u8) -> u16 {
    let tray = scene.trays.iter().find(|tray| tray.owner == owner).unwrap();
    tray.left.iter().find(|&&(kind, _)| kind == piece).map_or(0, |&(_, n)| n)
}

/// The cells of a player's pieces.
fn n_cells(scene: &Scene, seat: Seat) -> usize {
    let own = |s: &&plywood_contract::Square| s.owner == Some(seat) && s.piece.is_some();
    scene.squares.iter().filter(own).count()
}

/// How many pieces of a kind a player has on the board, for pieces with groups.
fn n_placed(scene: &Scene, seat: Seat, piece: u8) -> u16 {
    let of_kind = scene.squares.iter();
    let mut groups: Vec<_> = of_kind
        .filter(|square| square.owner == Some(seat) && square.piece == Some(piece))
        .map(|square| square.group.unwrap())
        .collect();
    groups.sort_unstable();
    groups.dedup();
    groups.len() as u16
}

/// Begin cells are lit, and are start cells of their players, exactly before the first piece.
fn check_begin(scene: &Scene, starts: [Spot; 2]) {
    let lit: Vec<Spot> =
        lights(scene, Mark::Begin).iter().flat_map(|light| &light.at).copied().collect();
    for (seat, start) in Seat::BOTH.into_iter().zip(starts) {
        let is_waiting = n_cells(scene, seat) == 0;
        assert_eq!(lit.contains(&start), is_waiting);
        let square = scene.squares.iter().find(|square| square.at == start);
        let is_marked = square.is_some_and(|s| s.ground == Ground::Start && s.owner == Some(seat));
        assert_eq!(is_marked, is_waiting);
    }
}

#[test]
fn blokus_shows_its_position() {
    check_presented(&Blokus, GAMES, |position, scene| {
        check_begin(scene, [0, 195]);
        for seat in Seat::BOTH {
            assert_eq!(n_cells(scene, seat), Blokus.points(position)[seat.index()] as usize);
            let stock = position.left(seat);
            for (piece, left_of, of) in [(0, stock.a, 10), (1, stock.b, 10), (2, stock.c, 15)] {
                assert_eq!(u32::from(left(scene, Some(seat), piece)), left_of);
                assert_eq!(n_placed(scene, seat, piece) + left(scene, Some(seat), piece), of);
            }
        }
    });
}

#[test]
fn blokus_shows_blocked_cells_and_begins_only_where_it_may() {
    let empty = "..............";
    let rows = [vec!["#............."], vec![empty; 13]].concat().join("/");
    let position = Blokus.read_position(&format!("{rows} 10,10,15 10,10,15 1")).unwrap();
    let scene = Blokus.scene(&position);
    let walls: Vec<Spot> =
        scene.squares.iter().filter(|s| s.ground == Ground::Wall).map(|s| s.at).collect();
    assert_eq!(walls, [0]);
    let begin = lights(&scene, Mark::Begin);
    assert_eq!(begin.len(), 1);
    assert_eq!(begin[0].at, [195]);
    assert_eq!(begin[0].why.to_string(), "the first piece of player 2 must cover n14");
}

#[test]
fn duo_shows_its_position() {
    check_presented(&BlokusDuo, GAMES, |position, scene| {
        check_begin(scene, [4 * 14 + 4, 9 * 14 + 9]);
        for seat in Seat::BOTH {
            let points = BlokusDuo.points(position)[seat.index()] as usize;
            let bonus = points - n_cells(scene, seat);
            assert!(bonus == 0 || bonus >= 15 && position.left(seat) == 0);
            for piece in 0..N_PIECES as u8 {
                let is_left = position.left(seat) >> piece & 1;
                assert_eq!(u32::from(left(scene, Some(seat), piece)), is_left);
                assert_eq!(u32::from(n_placed(scene, seat, piece)), 1 - is_left);
            }
            let squares: u32 = (0..N_PIECES)
                .filter(|piece| position.left(seat) >> piece & 1 == 0)
                .map(|piece| PIECE_SIZES[piece])
                .sum();
            assert_eq!(n_cells(scene, seat), squares as usize);
            let tally = BlokusDuo.tally(position, seat).unwrap().to_string();
            assert_eq!(tally.contains("15 for all pieces"), bonus >= 15, "{tally}");
        }
    });
}

/// The board of a scene, read back from its squares alone.
fn quarto_rows(scene: &Scene) -> String {
    let symbol = |at: Spot| {
        let square = scene.squares.iter().find(|square| square.at == at);
        square.map_or(".".into(), |square| format!("{:x}", square.piece.unwrap()))
    };
    let row = |row: Spot| (4 * row..4 * row + 4).map(symbol).collect::<String>();
    (0..4).map(row).collect::<Vec<_>>().join("/")
}

/// Winning lines by looking at every four cells that may win.
fn check_lines(board: &Board, scene: &Scene, squares: bool) {
    let won = lights(scene, Mark::Won);
    assert_eq!(won.is_empty(), !board.is_won());
    for light in won {
        let pieces: Vec<u8> = light
            .at
            .iter()
            .map(|at| scene.squares.iter().find(|s| s.at == *at).unwrap().piece.unwrap())
            .collect();
        let (and, or) = pieces.iter().fold((15, 0), |(and, or), piece| (and & piece, or | piece));
        let n_shared = (and | !or & 15).count_ones() as usize;
        let why = light.why.to_string();
        assert!(why.starts_with("all four "), "{why}");
        assert_eq!(why.split(", ").count() + usize::from(why.contains(" and ")), n_shared, "{why}");
        let step = light.at[1] - light.at[0];
        let is_line = light.at.windows(2).all(|pair| pair[1] - pair[0] == step);
        assert!(is_line || squares, "{:?}", light.at);
    }
}

#[test]
fn quatro_and_quarto_show_their_positions() {
    for squares in [false, true] {
        let quatro = Quatro { squares };
        check_presented(&quatro, GAMES, |board, scene| {
            assert_eq!(format!("{} -", quarto_rows(scene)), quatro.position_text(board));
            assert_eq!(scene.hand, None);
            check_lines(board, scene, squares);
            for piece in Piece::all_in(u16::MAX) {
                let is_left = board.pieces_left() & piece.bit() != 0;
                assert_eq!(left(scene, None, piece.code()), u16::from(is_left));
            }
        });
        let quarto = Quarto { squares };
        check_presented(&quarto, GAMES, |position, scene| {
            let hand = position.hand.map_or("-".into(), |piece| piece.to_string());
            assert_eq!(format!("{} {hand}", quarto_rows(scene)), quarto.position_text(position));
            assert_eq!(scene.hand, position.hand.map(Piece::code));
            check_lines(&position.board, scene, squares);
            for piece in Piece::all_in(u16::MAX) {
                let is_left = position.pieces_left() & piece.bit() != 0;
                assert_eq!(left(scene, None, piece.code()), u16::from(is_left));
            }
        });
    }
}

#[test]
fn quarto_says_pieces_moves_and_winning_lines_in_words() {
    let quarto = Quarto::default();
    let position = quarto.read_position("a..c/..57/...0/34.. 6").unwrap();
    let words = |text: &str| {
        let step = quarto.read_move(&position, text).unwrap();
        quarto.words(&position, step).to_string()
    };
    assert_eq!(
        words("b1>d"),
        "the short white square hollow piece on b1; hand over the tall black square solid piece"
    );
    let start = quarto.start();
    let opening = quarto.read_move(&start, ">0").unwrap();
    assert_eq!(
        quarto.words(&start, opening).to_string(),
        "hand over the tall white round hollow piece"
    );
    let lit = |game: Quatro, text: &str| {
        let scene = game.scene(&game.read_position(text).unwrap());
        scene.lights.iter().map(|l| (l.at.clone(), l.why.to_string())).collect::<Vec<_>>()
    };
    let rows = Quatro { squares: false };
    assert_eq!(
        lit(rows, "0123/..../..../.... -"),
        [(vec![0, 1, 2, 3], "all four round and hollow".to_owned())]
    );
    assert!(lit(rows, "01../23../..../.... -").is_empty());
    assert_eq!(
        lit(Quatro { squares: true }, "01../23../..../.... -"),
        [(vec![0, 1, 4, 5], "all four round and hollow".to_owned())]
    );
}

/// The barred cells by plain arithmetic: numbers a jump from one knight and from the other.
fn barred(position: &plywood_games::cavalo::Position) -> Vec<Spot> {
    let mover = position.turn();
    let Some(other) = position.knight(mover.other()) else { return Vec::new() };
    let is_jump = |from: Cell, to: Cell| {
        let (rows, columns) = (from.row().abs_diff(to.row()), from.column().abs_diff(to.column()));
        rows * columns == 2
    };
    let home = if mover == Seat::One { 0 } else { 9 };
    let reaches = |to: Cell| match position.knight(mover) {
        Some(own) => is_jump(own, to),
        None => to.row() == home,
    };
    cells(position.numbered())
        .filter(|&cell| reaches(cell) && is_jump(other, cell))
        .map(|cell| cell.index() as Spot)
        .collect()
}

#[test]
fn cavalo_shows_its_position() {
    for (placement, doubles) in
        [(Placement::Auto, Doubles::Choose), (Placement::Choose, Doubles::Largest)]
    {
        let rules = Rules { placement, doubles, ..Rules::default() };
        for seed in 0..GAMES / 10 {
            let game = Cavalo::shuffled(seed, rules);
            check_presented(&game, 10, |position, scene| {
                for square in &scene.squares {
                    let cell = Cell::new(usize::from(square.at / 10), usize::from(square.at % 10));
                    let number = position.number(cell.unwrap());
                    assert_eq!(square.text, number.map_or("".into(), |n| format!("{n:02}")));
                    let seat = Seat::BOTH.into_iter().find(|&s| position.knight(s) == cell);
                    assert_eq!((square.owner, square.piece), (seat, seat.map(|_| 0)));
                }
                let n_knights =
                    Seat::BOTH.iter().filter(|&&s| position.knight(s).is_some()).count();
                let n_numbers = position.numbered().count_ones() as usize;
                assert_eq!(scene.squares.len(), n_numbers + n_knights);
                let lit: Vec<Spot> =
                    lights(scene, Mark::Barred).iter().flat_map(|l| l.at.clone()).collect();
                let is_over = game.result(position).is_some();
                assert_eq!(lit, if is_over { Vec::new() } else { barred(position) });
                check_effects(&game, position);
            });
        }
    }
}

/// Every number that goes besides the one taken is told, and nothing else.
fn check_effects(game: &Cavalo, position: &plywood_games::cavalo::Position) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for step in moves {
        let mut after = position.clone();
        game.play(&mut after, step);
        let gone = cells(position.numbered() & !after.numbered())
            .filter(|&cell| Some(cell) != step.to())
            .map(|cell| format!("{:02} goes from {cell}: ", position.number(cell).unwrap()));
        let gone: Vec<String> = gone.collect();
        let told = game.effects(position, step);
        assert_eq!(told.len(), gone.len());
        assert!(told.iter().zip(&gone).all(|(told, gone)| told.to_string().starts_with(gone)));
    }
}

#[test]
fn cavalo_tells_what_the_automatic_placement_removed() {
    for seed in 0..50 {
        let game = Cavalo::shuffled(seed, Rules::default());
        let told: Vec<String> = game.opening().iter().map(ToString::to_string).collect();
        let start = game.start();
        let gone = 100 - start.numbered().count_ones() as usize;
        assert_eq!(told.len(), gone, "one sentence for each number that is gone: {told:?}");
        for seat in Seat::BOTH {
            let cell = start.knight(seat).unwrap();
            let (player, number) = (seat.number(), game.points(&start)[seat.index()]);
            let sentence =
                format!("the knight of player {player} starts on {cell} and takes {number:02}");
            assert!(told.contains(&sentence), "{told:?}");
        }
        let choose = Rules { placement: Placement::Choose, ..Rules::default() };
        assert!(Cavalo::shuffled(seed, choose).opening().is_empty());
    }
}

#[test]
fn moves_have_words_and_short_names() {
    let position = BlokusDuo.start();
    let step = BlokusDuo.read_move(&position, "e8,d9,e9,f9,e10").unwrap();
    assert_eq!(
        BlokusDuo.words(&position, step).to_string(),
        "the X piece on e8, d9, e9, f9 and e10"
    );
    assert_eq!(BlokusDuo.short(&position, step), "X e8");
    assert_eq!(BlokusDuo.tally(&position, Seat::One).unwrap().to_string(), "0 squares");
    let position = Blokus.start();
    let step = Blokus.read_move(&position, "c2@a1").unwrap();
    assert_eq!(Blokus.words(&position, step).to_string(), "the upright S on a1, a2, b2 and b3");
    assert_eq!(Blokus.short(&position, step), "c2@a1");
}
