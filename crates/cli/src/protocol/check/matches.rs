//! Whole games against a random player: every move legal and in time.

use std::time::Duration;

use plywood_arena::fault_message;
use plywood_protocol::{Bot, Go, Ply, Side, Start};
use plywood_workbench::engines::{Engine, EngineError, Means, Thinker};
use plywood_workbench::games::{Table, find, open};
use plywood_workbench::{Limits, Message, Refused, message};

use super::super::session::{self, seat};
use super::{ANSWER_TIMEOUT, Examination, Found, SLACK};

/// Plays the games, the bot on either side in turn.
pub(super) fn games(examination: &Examination<'_>) -> Found {
    let mut player =
        Bot::start(&examination.launch, ANSWER_TIMEOUT).map_err(|e| fault_message(&e))?;
    let n_games = examination.arguments.games;
    let mut slowest = Duration::ZERO;
    for number in 0..n_games {
        let side = if number % 2 == 0 { Side::One } else { Side::Two };
        let played = play(examination, &mut player, side, number);
        slowest = slowest.max(played.map_err(|reason| {
            message!(
                "check-game",
                "game {n} of {all}, as player {player}: {reason}",
                n = number + 1,
                all = n_games,
                player = seat(side),
                reason
            )
        })?);
        if examination.cancel.is_raised() {
            break;
        }
    }
    Ok(message!(
        "check-games",
        "{n} whole games: every move was legal and came within {ms} ms of {limit} ms",
        n = n_games,
        ms = slowest.as_millis() as u64,
        limit = examination.arguments.time.as_millis() as u64
    ))
}

/// Plays one game and returns the bot's slowest move.
fn play(
    examination: &Examination<'_>,
    player: &mut Bot,
    side: Side,
    number: u32,
) -> Result<Duration, Message> {
    let seed = examination.arguments.seed + u64::from(number);
    let mut table =
        open(examination.game, &examination.rules, seed, None, &[]).map_err(|e| e.message())?;
    let is_shuffled = find(examination.game).is_ok_and(|entry| entry.is_shuffled);
    let start = Start {
        game: examination.game.into(),
        rules: examination.rules.clone(),
        position: is_shuffled.then(|| table.position()),
        seed: Some(seed),
    };
    player.new_game(&start).map_err(|fault| fault_message(&fault))?;
    let mut opponent = table.seat(&random(seed)?, &Means::default());
    let mut played: Vec<Ply> = Vec::new();
    let mut slowest = Duration::ZERO;
    while table.result().is_none() && !examination.cancel.is_raised() {
        let text = if table.forced_pass().is_some() {
            table.moves().swap_remove(0)
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
            illegal(&played, &text, reason, expected)
        })?;
        played.push(ply);
    }
    Ok(slowest)
}

fn ask(
    examination: &Examination<'_>,
    player: &mut Bot,
    played: &[Ply],
    side: Side,
    table: &dyn Table,
) -> Result<(String, Duration), Message> {
    let time = examination.arguments.time;
    let go = Go { movetime: Some(time), ..Go::default() };
    let answer = player.go(played, side, &go, time * 2 + ANSWER_TIMEOUT).map_err(|fault| {
        let (reason, position) = (fault_message(&fault), table.position());
        match played {
            [] => message!(
                "check-fault-first",
                "at the start {reason}; the position was {position}",
                reason,
                position
            ),
            _ => message!(
                "check-fault",
                "after the moves `{moves}` {reason}; the position was {position}",
                moves = history(played),
                reason,
                position
            ),
        }
    })?;
    if answer.time > time + SLACK {
        let (limit, ms) = (time.as_millis() as u64, answer.time.as_millis() as u64);
        return Err(slow(played, answer.step, limit, ms));
    }
    Ok((answer.step, answer.time))
}

fn reply(opponent: &mut dyn Thinker, table: &dyn Table) -> Result<String, Message> {
    let found = opponent.think(table, 1, &Limits::nodes(1), &mut |_| {}).ok();
    let best = found.and_then(|found| table.thought(&found).best);
    best.ok_or_else(|| message!("check-no-opponent", "no opponent could be found"))
}

fn random(seed: u64) -> Result<Engine, Message> {
    format!("random:seed={seed}").parse().map_err(|e: EngineError| e.message())
}

fn history(played: &[Ply]) -> String {
    let moves: Vec<&str> = played.iter().map(|ply| ply.text.as_str()).collect();
    moves.join(" ")
}

fn illegal(played: &[Ply], step: &str, reason: Refused, expected: String) -> Message {
    match played {
        [] => message!(
            "check-illegal-first",
            "at the start it answered `{step}`, which is illegal: {reason}; expected a legal move, as `{expected}`",
            step,
            reason,
            expected
        ),
        _ => message!(
            "check-illegal",
            "after the moves `{moves}` it answered `{step}`, which is illegal: {reason}; expected a legal move, as `{expected}`",
            moves = history(played),
            step,
            reason,
            expected
        ),
    }
}

fn slow(played: &[Ply], step: String, limit: u64, ms: u64) -> Message {
    match played {
        [] => message!(
            "check-slow-first",
            "at the start it had {limit} ms for a move and answered `{step}` after {ms} ms: expected an answer in time",
            limit,
            step,
            ms
        ),
        _ => message!(
            "check-slow",
            "after the moves `{moves}` it had {limit} ms for a move and answered `{step}` after {ms} ms: expected an answer in time",
            moves = history(played),
            limit,
            step,
            ms
        ),
    }
}
