//! Whole games against a random player: every move legal and in time.

use std::time::Duration;

use plywood_protocol::{Go, Player, Ply, Side, Start};
use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Means, Thinker};
use plywood_workbench::games::{Table, find, open};

use super::super::session::{self, seat};
use super::{Examination, Found, PATIENCE, SLACK};

/// Plays the games, the bot on either side in turn.
pub(super) fn games(examination: &Examination<'_>) -> Found {
    let mut player = Player::start(&examination.launch, PATIENCE).map_err(|e| e.to_string())?;
    let n_games = examination.arguments.games;
    let mut slowest = Duration::ZERO;
    for number in 0..n_games {
        let side = if number % 2 == 0 { Side::One } else { Side::Two };
        let game = format!("game {} of {n_games}, as player {}", number + 1, seat(side).number());
        let played = play(examination, &mut player, side, number);
        slowest = slowest.max(played.map_err(|reason| format!("{game}: {reason}"))?);
        if examination.cancel.is_raised() {
            break;
        }
    }
    Ok(format!(
        "{n_games} whole games: every move was legal and came within {} ms of {} ms",
        slowest.as_millis(),
        examination.arguments.time.as_millis()
    ))
}

/// Plays one game and returns the bot's slowest move.
fn play(
    examination: &Examination<'_>,
    player: &mut Player,
    side: Side,
    number: u32,
) -> Result<Duration, String> {
    let seed = examination.arguments.seed + u64::from(number);
    let mut table =
        open(examination.game, &examination.rules, seed, None, &[]).map_err(|e| e.to_string())?;
    let is_shuffled = find(examination.game).is_ok_and(|entry| entry.is_shuffled);
    let start = Start {
        game: examination.game.into(),
        rules: examination.rules.clone(),
        position: is_shuffled.then(|| table.position()),
        seed: Some(seed),
    };
    player.new_game(&start).map_err(|fault| fault.to_string())?;
    let mut opponent = table.seat(&random(seed)?, &Means::default());
    let mut played: Vec<Ply> = Vec::new();
    let mut slowest = Duration::ZERO;
    while table.result().is_none() && !examination.cancel.is_raised() {
        let text = if table.moves() == ["pass"] {
            "pass".to_owned()
        } else if table.turn() == seat(side) {
            let (step, time) = ask(examination, player, &played, side, table.as_ref())?;
            slowest = slowest.max(time);
            step
        } else {
            reply(opponent.as_mut(), table.as_ref())?
        };
        let ply = Ply { side: session::side(table.turn()), text: text.clone() };
        table.play(&text).map_err(|reason| {
            let expected = table.moves().into_iter().next().unwrap_or_default();
            format!(
                "after {} it answered `{text}`, which is illegal: {reason}; expected a legal move, as `{expected}`",
                history(&played)
            )
        })?;
        played.push(ply);
    }
    Ok(slowest)
}

fn ask(
    examination: &Examination<'_>,
    player: &mut Player,
    played: &[Ply],
    side: Side,
    table: &dyn Table,
) -> Result<(String, Duration), String> {
    let time = examination.arguments.time;
    let go = Go { movetime: Some(time), ..Go::default() };
    let answer = player.go(played, side, &go, time * 2 + PATIENCE).map_err(|fault| {
        format!("after {} {fault}; the position was {}", history(played), table.position())
    })?;
    if answer.time > time + SLACK {
        return Err(format!(
            "after {} it had {} ms for a move and answered `{}` after {} ms: expected an answer in time",
            history(played),
            time.as_millis(),
            answer.step,
            answer.time.as_millis()
        ));
    }
    Ok((answer.step, answer.time))
}

fn reply(opponent: &mut dyn Thinker, table: &dyn Table) -> Result<String, String> {
    let thought = opponent.think(&table.position(), 1, &Limits::nodes(1), &mut |_| {});
    thought.ok().and_then(|thought| thought.best).ok_or_else(|| "no opponent could be found".into())
}

fn random(seed: u64) -> Result<Engine, String> {
    format!("random:seed={seed}").parse().map_err(|e| format!("{e}"))
}

fn history(played: &[Ply]) -> String {
    match played {
        [] => "the start".into(),
        played => {
            let moves: Vec<&str> = played.iter().map(|ply| ply.text.as_str()).collect();
            format!("the moves `{}`", moves.join(" "))
        }
    }
}
