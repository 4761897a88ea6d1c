//! Opinions on quarto and quatro: within bounds, and better than none.

use plywood_contract::{Evaluator, Game, Limits, Score, Seat};
use plywood_games::quarto::{Quarto, Quatro};
use plywood_judges::quarto::QuartoJudge;
use plywood_solvers::quarto::{Solved, Solver, Value};
use plywood_testkit::check::Dice;

/// Calls `look` on the positions of random games.
fn on_random_games<G: Game>(game: &G, games: u64, mut look: impl FnMut(&G::Position, &[G::Move])) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = game.start();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            look(&position, &moves);
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
    }
}

fn check<G: Solved>(game: &G)
where
    QuartoJudge: Evaluator<G>,
{
    let judge = QuartoJudge;
    let end: Score = Evaluator::<G>::settle(&judge, 1);
    on_random_games(game, 60, |position, moves| {
        let opinion = judge.evaluate(game, position);
        assert!(opinion.abs() < end);
        let is_won = |step: G::Move| {
            let mut next = position.clone();
            game.play(&mut next, step);
            let mover = if game.turn(position) == Seat::One { 1 } else { -1 };
            game.result(&next) == Some(mover)
        };
        // A win is seen, ranked first and noisy.
        assert_eq!(opinion == 900, moves.iter().any(|&step| is_won(step)));
        let best = moves.iter().copied().max_by_key(|&step| judge.rank(game, position, step));
        let best = best.expect("the game goes on");
        assert_eq!(is_won(best), opinion == 900);
        assert!(!is_won(best) || judge.is_noisy(game, position, best));
        for &step in moves {
            let mut next = position.clone();
            game.play(&mut next, step);
            let is_over = game.result(&next).is_some();
            let is_lively = is_over || G::wins_at_once(&next);
            assert_eq!(judge.is_noisy(game, position, step), is_lively);
            if !is_over && is_lively {
                assert!(judge.rank(game, position, step) <= judge.rank(game, position, best));
            }
        }
    });
}

#[test]
fn wins_are_seen_and_ranked_first() {
    for squares in [false, true] {
        check(&Quarto { squares });
        check(&Quatro { squares });
    }
}

#[test]
fn opinions_are_right_more_often_than_not() {
    let (mut right, mut wrong) = ([0, 0], [0, 0]);
    let mut solver = Solver::new(1 << 20);
    let limits = Limits::default();
    let mut note = |game: usize, opinion: Score, value: Value| match opinion * value.number() {
        0 => {}
        product if product > 0 => right[game] += 1,
        _ => wrong[game] += 1,
    };
    on_random_games(&Quarto::default(), 300, |position, _| {
        if position.board.placed() >= 8 && !Quarto::wins_at_once(position) {
            let value = solver.quarto(position, &limits).expect("no limit").value;
            note(0, QuartoJudge.evaluate(&Quarto::default(), position), value);
        }
    });
    on_random_games(&Quatro::default(), 3000, |board, _| {
        if board.placed() >= 8 && !Quatro::wins_at_once(board) {
            let value = solver.quatro(board, &limits).expect("no limit").value;
            note(1, QuartoJudge.evaluate(&Quatro::default(), board), value);
        }
    });
    for game in 0..2 {
        assert!(right[game] + wrong[game] > 100, "{right:?} {wrong:?}");
        assert!(right[game] > 3 * wrong[game], "{right:?} {wrong:?}");
    }
}
