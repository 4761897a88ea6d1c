//! Our engines in GTP, as Blokus controllers speak it.
//!
//! A colour without moves is skipped, never passed: two moves of one colour in a row are accepted where
//! the other must pass, and the pass of our rules is put in unseen.

use std::time::{Duration, Instant};

use plywood_protocol::gtp::{Bell, Command, Engine, cpu_time};
use plywood_protocol::{Clocks, Go, Side};
use plywood_workbench::games::Look;
use plywood_workbench::units::parse_time;

use super::session::{KEYS, Session, seat, side, think};

/// The commands, besides those every GTP engine has.
const COMMANDS: [&str; 20] = [
    "all_legal",
    "clear_board",
    "cputime",
    "final_score",
    "g",
    "genmove",
    "name",
    "p",
    "param",
    "play",
    "reg_genmove",
    "set_game",
    "set_position",
    "set_random_seed",
    "set_rules",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// A session that answers GTP.
pub(super) struct GtpEngine {
    session: Session,
    timing: Timing,
}

/// What the controller said about time.
#[derive(Clone, Copy)]
enum Timing {
    /// Nothing.
    Free,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the rest of the game.
    Clock([Duration; 2]),
}

type Answered = Result<String, String>;

impl GtpEngine {
    pub(super) fn new(session: Session) -> Self {
        Self { session, timing: Timing::Free }
    }

    /// Thinks about a side's move; none if it has none.
    fn choose(&mut self, side: Side, bell: &Bell) -> Result<Option<String>, String> {
        let session = &mut self.session;
        if session.moves_of(side).is_some_and(|moves| moves.is_empty()) {
            return Ok(None);
        }
        let n_passes = session.give_turn(side)?;
        let go = match self.timing {
            Timing::Free => Go::default(),
            Timing::PerMove(time) => Go { movetime: Some(time), ..Go::default() },
            Timing::Clock(left) => {
                Go { clocks: Some(Clocks { left, ..Clocks::default() }), ..Go::default() }
            }
        };
        let mut limits = session.limits(&go);
        // A budget in positions or plies holds beside the clock.
        limits.nodes = limits.nodes.or(session.budget.nodes);
        limits.depth = limits.depth.or(session.budget.depth);
        let stop = limits.cancel.clone();
        let since = Instant::now();
        let (thinker, table) = (session.thinker.as_mut(), session.table.as_ref());
        let step = bell
            .while_searching(move || stop.raise(), || think(thinker, table, &limits, &mut |_| {}));
        if let Timing::Clock(left) = &mut self.timing {
            let left = &mut left[seat(side).index()];
            *left = left.saturating_sub(since.elapsed());
        }
        self.session.take_back(n_passes);
        Ok(Some(step))
    }

    fn generate(&mut self, side: Side, bell: &Bell) -> Answered {
        let Some(step) = self.choose(side, bell)? else { return Ok("pass".into()) };
        self.session.play(side, &step)?;
        Ok(step)
    }

    fn play(&mut self, side: Side, text: &str) -> Answered {
        self.session.play(side, text).map(|()| String::new())
    }

    /// Whose turn it is, or will be once the other has passed.
    fn to_play(&self) -> Side {
        let turn = self.session.table.turn();
        let is_skipped = self.session.table.forced_pass().is_some();
        side(if is_skipped { turn.other() } else { turn })
    }

    fn final_score(&self) -> Answered {
        let table = &self.session.table;
        let points = |points: [u32; 2]| points[0] as i32 - points[1] as i32;
        let score = table.result().or(table.points().map(points)).ok_or("the game is not over")?;
        Ok(match score {
            0 => "0".into(),
            1.. => format!("B+{score}"),
            _ => format!("W+{}", -score),
        })
    }

    fn param(&mut self, arguments: &[String]) -> Answered {
        match arguments {
            [] => {
                let line = |&(key, _): &(&str, &str)| format!("{key} {}", self.session.get(key));
                Ok(KEYS.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
            [key, value @ ..] => self.session.set(key, &value.join(" ")).map(|()| String::new()),
        }
    }

    fn time_settings(&mut self, arguments: &[String]) -> Answered {
        let [main, more, stones] = arguments else {
            return Err(
                "expected main time, extra time and moves in it, as in `time_settings 0 2 1`"
                    .into(),
            );
        };
        let (main, more) = (seconds(main)?, seconds(more)?);
        let n_moves: u32 =
            stones.parse().map_err(|_| format!("`{stones}` is no number of moves"))?;
        self.timing = match (main, more, n_moves) {
            (main, _, _) if !main.is_zero() => Timing::Clock([main; 2]),
            (_, more, 1..) if !more.is_zero() => Timing::PerMove(more / n_moves),
            _ => Timing::Free,
        };
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[String]) -> Answered {
        let [colour, time, stones] = arguments else {
            return Err(
                "expected a colour, a time and moves in it, as in `time_left b 60 0`".into()
            );
        };
        let (side, time) = (side_of(colour)?, clock(time)?);
        let n_moves: u32 =
            stones.parse().map_err(|_| format!("`{stones}` is no number of moves"))?;
        self.timing = match (n_moves, self.timing) {
            (1.., _) => Timing::PerMove((time / n_moves).max(Duration::from_millis(1))),
            (0, Timing::Clock(mut left)) => {
                left[seat(side).index()] = time;
                Timing::Clock(left)
            }
            (0, _) => Timing::Clock([time; 2]),
        };
        Ok(String::new())
    }

    fn all_legal(&self, side: Side) -> Answered {
        let moves = self.session.moves_of(side);
        Ok(moves.ok_or("only the side to move has legal moves in this game")?.join("\n"))
    }
}

impl Engine for GtpEngine {
    fn commands(&self) -> &[&'static str] {
        &COMMANDS
    }

    fn answer(&mut self, command: &Command, bell: &Bell) -> Answered {
        let arguments = &command.arguments[..];
        let colour = || {
            let [colour] = arguments else { return Err("expected one colour".to_owned()) };
            side_of(colour)
        };
        let done = |result: Result<(), String>| result.map(|()| String::new());
        match command.name.as_str() {
            "name" => Ok("Plywood".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            // A process that has come this far has used some; 0 is a system that cannot tell.
            "cputime" => match cpu_time() {
                Duration::ZERO => Err("the processor time is not known on this system".into()),
                time => Ok(format!("{:.3}", time.as_secs_f64())),
            },
            "set_game" => done(self.session.set("game", &command.rest())),
            "set_rules" => done(self.session.set("rules", &command.rest())),
            "set_position" => done(self.session.set_position(Some(&command.rest()), &[])),
            "set_random_seed" => done(self.session.set("seed", &command.rest())),
            "clear_board" => done(self.session.clear()),
            "param" => self.param(arguments),
            "play" => match arguments {
                [colour, step @ ..] if !step.is_empty() => {
                    self.play(side_of(colour)?, &step.concat())
                }
                _ => Err("expected a colour and a move, as in `play b e10`".into()),
            },
            "p" => self.play(self.to_play(), &arguments.concat()),
            "genmove" => self.generate(colour()?, bell),
            "g" => self.generate(self.to_play(), bell),
            "reg_genmove" => self.choose(colour()?, bell).map(|step| step.unwrap_or("pass".into())),
            "undo" => done(self.session.undo()),
            "all_legal" => self.all_legal(colour()?),
            "showboard" => Ok(format!("\n{}", self.session.table.draw(Look::Plain))),
            "final_score" => self.final_score(),
            "time_settings" => self.time_settings(arguments),
            "time_left" => self.time_left(arguments),
            _ => Err("unknown command".into()),
        }
    }
}

fn side_of(colour: &str) -> Result<Side, String> {
    let wrong = || format!("`{colour}` is no colour: expected b or w");
    Side::from_colour(colour).ok_or_else(wrong)
}

/// What a clock reads. One that has run out may read less than nothing; a move is due all the same.
fn clock(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(time) if time < 0.0 => Ok(Duration::ZERO),
        _ => seconds(text),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(0.0) => Ok(Duration::ZERO),
        Ok(_) => parse_time(text).map_err(|e| e.to_string()),
        Err(_) => Err(format!("`{text}` is no time: expected seconds")),
    }
}
