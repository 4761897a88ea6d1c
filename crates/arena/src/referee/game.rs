//! The referee: plays one game from its opening to a result, whatever the players do.

use plywood_workbench::{Message, message};
use std::time::{Duration, Instant};

use plywood_workbench::Cancel;
use plywood_workbench::games::{OpenError, Refused, Seat, Table};
use serde::{Deserialize, Serialize};

use super::clock::Clocks;
use super::mover::{Choice, Chosen, Fault, FaultKind, Mover, Turn};
use crate::pairing::Opening;
use crate::settings::{Adjudication, Settings};

/// The conditions of a game.
#[derive(Clone, Debug)]
pub struct Conditions<'a> {
    /// The tournament's settings.
    pub settings: &'a Settings,
    /// The opening.
    pub opening: &'a Opening,
    /// The seed of the players' random choices.
    pub seed: u64,
    /// Raised when the tournament is cancelled.
    pub cancel: &'a Cancel,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The rules.
    Rules,
    /// Both players agreed on the result for long enough.
    Adjudicated,
    /// The loser resigned.
    Resigned,
    /// The loser exceeded the time.
    Time,
    /// The loser's move was not legal.
    Illegal,
    /// The loser crashed.
    Crash,
    /// The loser hung.
    Hang,
}

impl Reason {
    /// The word in stores and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Adjudicated => "adjudicated",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Hang => "hang",
        }
    }

    /// The reason of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        use Reason as R;
        let all = [R::Rules, R::Adjudicated, R::Resigned, R::Time, R::Illegal, R::Crash, R::Hang];
        all.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether the game was lost by a fault, not by play.
    pub const fn is_forfeit(self) -> bool {
        !matches!(self, Self::Rules | Self::Adjudicated | Self::Resigned)
    }
}

/// The statistics of one side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideStats {
    /// Moves it chose.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The sum of the search depths of all moves.
    pub depth: u64,
    /// Microseconds.
    pub time_us: u64,
    /// Microseconds of its longest move.
    pub longest_us: u64,
    /// Microseconds of processor time in the moves where it is known.
    #[serde(default)]
    pub cpu_us: u64,
    /// The number of those moves.
    #[serde(default)]
    pub cpu_moves: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// All moves after the opening's, passes included.
    pub moves: Vec<String>,
    /// Microseconds for each of them; 0 for passes, which are the referee's.
    pub times_us: Vec<u64>,
    /// Half points of player 1: 0, 1 or 2.
    pub half_points: u8,
    /// The result for player 1 by the rules, if they ended the game.
    pub result: Option<i32>,
    /// What ended it.
    pub reason: Reason,
    /// The fault, if there was one.
    pub message: Option<Message>,
    /// The last output of the player at fault.
    pub output: String,
    /// What each side spent.
    pub stats: [SideStats; 2],
}

/// Plays a game; `None` if it was cancelled.
pub fn play(
    conditions: &Conditions<'_>,
    players: [&mut dyn Mover; 2],
) -> Result<Option<Played>, OpenError> {
    let Conditions { settings, opening, .. } = conditions;
    let start = Opening { moves: Vec::new(), ..(*opening).clone() };
    let table = start.table(&settings.game, &settings.rules)?;
    let patience = Duration::from_millis(settings.patience_ms);
    let mut game = Game {
        conditions,
        table,
        clocks: Clocks::new(settings.control, patience),
        n_opening: 0,
        times_us: Vec::new(),
        stats: [SideStats::default(); 2],
        agreement: Agreement { rule: settings.adjudication, opinion: None, plies: 0 },
    };
    for text in &opening.moves {
        game.table.pass_if_forced();
        game.table.play(text)?;
    }
    game.n_opening = game.table.n_played();
    Ok(game.run(players))
}

struct Game<'a> {
    conditions: &'a Conditions<'a>,
    table: Box<dyn Table>,
    clocks: Clocks,
    /// The number of the opening's moves.
    n_opening: usize,
    times_us: Vec<u64>,
    stats: [SideStats; 2],
    agreement: Agreement,
}

impl Game<'_> {
    fn run(mut self, players: [&mut dyn Mover; 2]) -> Option<Played> {
        let Conditions { opening, seed, cancel, .. } = *self.conditions;
        for seat in Seat::BOTH {
            let player = &mut *players[seat.index()];
            if let Err(fault) =
                player.begin(opening, seed.wrapping_add(seat.index() as u64), cancel)
            {
                return self.forfeit(seat, fault.into(), player.last_output());
            }
        }
        loop {
            if let Some(result) = self.table.result() {
                return Some(self.end(half_points(result), Some(result), Reason::Rules));
            }
            // A forced pass is played by the referee.
            let n_passes = self.table.pass_if_forced();
            self.times_us.resize(self.times_us.len() + n_passes, 0);
            if n_passes > 0 {
                continue;
            }
            let seat = self.table.turn();
            let player = &mut *players[seat.index()];
            if let Err(lost) = self.ply(seat, player) {
                return self.forfeit(seat, lost, player.last_output());
            }
            if let Some(half_points) = self.agreement.verdict() {
                return Some(self.end(half_points, None, Reason::Adjudicated));
            }
        }
    }

    /// One move of the player to move.
    fn ply(&mut self, seat: Seat, player: &mut dyn Mover) -> Result<(), Lost> {
        let Conditions { opening, cancel, settings, .. } = *self.conditions;
        let allowance = self.clocks.move_limits(seat);
        let turn = Turn { opening, table: self.table.as_ref(), seat, allowance, cancel };
        let begun = Instant::now();
        let choice = player.choose(&turn);
        let elapsed = begun.elapsed();
        if cancel.is_raised() {
            return Err(Lost::Cancelled);
        }
        let choice = choice?;
        let time = choice.time.unwrap_or(elapsed);
        self.note(seat, &choice, time);
        let margin = Duration::from_millis(settings.margin_ms);
        if let Some(over) = self.clocks.spend(seat, time, margin) {
            let ms = over.as_millis() as u64;
            return Err(Lost::By(
                Reason::Time,
                message!("over-time", "over its time by {ms} ms", ms),
            ));
        }
        match &choice.step {
            Chosen::Step(step) => self.table.play_step(*step),
            Chosen::Text(text) => self.table.play(text),
        }
        .map_err(|e| illegal(&choice.step, e))?;
        self.times_us.push(time.as_micros() as u64);
        self.agreement.hear(seat, &choice);
        Ok(())
    }

    fn note(&mut self, seat: Seat, choice: &Choice, time: Duration) {
        let stats = &mut self.stats[seat.index()];
        let time_us = time.as_micros() as u64;
        stats.moves += 1;
        stats.nodes += choice.nodes;
        stats.depth += u64::from(choice.depth);
        stats.time_us += time_us;
        stats.longest_us = stats.longest_us.max(time_us);
        if let Some(cpu) = choice.cpu {
            stats.cpu_us += cpu.as_micros() as u64;
            stats.cpu_moves += 1;
        }
    }

    /// The game as lost by `seat`, unless it was cancelled.
    fn forfeit(self, seat: Seat, lost: Lost, output: String) -> Option<Played> {
        let Lost::By(reason, what) = lost else { return None };
        let half_points = if seat == Seat::One { 0 } else { 2 };
        let message =
            Some(message!("player-fault", "player {player}: {what}", player = seat, what));
        Some(Played { message, output, ..self.end(half_points, None, reason) })
    }

    fn end(self, half_points: u8, result: Option<i32>, reason: Reason) -> Played {
        Played {
            moves: self.table.history().split_off(self.n_opening),
            times_us: self.times_us,
            half_points,
            result,
            reason,
            message: None,
            output: String::new(),
            stats: self.stats,
        }
    }
}

/// The loss of a player whose move is illegal.
fn illegal(step: &Chosen, reason: Refused) -> Lost {
    let reason = match step {
        Chosen::Step(_) => reason,
        Chosen::Text(text) => reason.about(text.chars().take(200).collect::<String>()),
    };
    Lost::By(Reason::Illegal, reason.into())
}

/// Why the player to move has lost.
enum Lost {
    By(Reason, Message),
    Cancelled,
}

impl From<Fault> for Lost {
    fn from(fault: Fault) -> Self {
        match fault.kind {
            FaultKind::Crash => Self::By(Reason::Crash, fault.message),
            FaultKind::Hang => Self::By(Reason::Hang, fault.message),
            FaultKind::Illegal => Self::By(Reason::Illegal, fault.message),
            FaultKind::Resigned => Self::By(Reason::Resigned, fault.message),
            FaultKind::Cancelled => Self::Cancelled,
        }
    }
}

/// Half points of player 1 for a result by the rules.
fn half_points(result: i32) -> u8 {
    (1 + result.signum()) as u8
}

/// The players' expectations of the result, ply after ply.
struct Agreement {
    rule: Option<Adjudication>,
    /// Half points of player 1, as expected last.
    opinion: Option<u8>,
    plies: u32,
}

impl Agreement {
    fn hear(&mut self, seat: Seat, choice: &Choice) {
        let Some(rule) = self.rule else { return };
        let is_certain = |score: f64| rule.score.is_some_and(|least| score.abs() >= least);
        let score = choice.score.filter(|&score| choice.exact || is_certain(score));
        let opinion = score.map(|score| {
            let sign = (score > 0.0) as i32 - (score < 0.0) as i32;
            half_points(if seat == Seat::One { sign } else { -sign })
        });
        self.plies = if opinion.is_some() && opinion == self.opinion { self.plies + 1 } else { 1 };
        self.opinion = opinion;
    }

    fn verdict(&self) -> Option<u8> {
        let rule = self.rule?;
        self.opinion.filter(|_| self.plies >= rule.plies)
    }
}
