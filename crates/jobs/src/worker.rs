//! A worker: runs one job after another.

use std::time::Instant;

use plywood_arena::pairing::Fixture;
use plywood_arena::run::{Roster, Seats, play_fixture};
use plywood_arena::settings::Settings;
use plywood_arena::store::GameRecord;
use plywood_workbench::engines::{Means, OpeningProver};
use plywood_workbench::problems::{Instance, Method, MethodError, find};
use plywood_workbench::units::room;
use plywood_workbench::{Cancel, Limits, games};

use crate::JobError;
use crate::job::{Boards, Job, PairOfGames, Proving, Solving, Work};
use crate::outcome::{Digits, JobResult, Outcome, PlayedGames, Proven};
use plywood_workbench::{Message, message};

/// Runs jobs. What it keeps from one job to the next saves time and never changes a result.
#[derive(Default)]
pub struct Worker {
    prover: Option<OpeningProver>,
}

impl Worker {
    /// Runs the job on a line and returns its result as a line; `None` if it was cancelled.
    pub fn run(&mut self, line: &str, cancel: &Cancel) -> Result<Option<String>, JobError> {
        let result = self.run_job(&Job::read(line)?, cancel)?;
        result
            .map(|result| serde_json::to_string(&result))
            .transpose()
            .map_err(|e| JobError::no_result(crate::json_message(&e)))
    }

    /// Runs a job; `None` if it was cancelled.
    pub fn run_job(&mut self, job: &Job, cancel: &Cancel) -> Result<Option<JobResult>, JobError> {
        let outcome = match &job.work {
            Work::Tournament(pair) => play(pair, cancel)?.map(Outcome::Tournament),
            Work::Tune(work) => play(&work.pair, cancel)?.map(Outcome::Tune),
            Work::Solve(work) => Some(Outcome::Solve(prove(work, cancel)?)),
            Work::Compare(work) => Some(compare(work, cancel)?),
            Work::OpeningTable(work) => self.digits(work, cancel)?.map(Outcome::OpeningTable),
        };
        // A search that was cancelled has a result, but not the job's.
        let outcome = outcome.filter(|_| !cancel.is_raised());
        let timed = job.work.is_timed();
        Ok(outcome.map(|outcome| JobResult { key: job.key.clone(), timed, outcome }))
    }

    fn digits(&mut self, work: &Boards, cancel: &Cancel) -> Result<Option<Digits>, JobError> {
        let begun = Instant::now();
        checked_room(work.hash)?;
        let known = self.prover.take().filter(|prover| prover.placed() == work.placed);
        let prover = known.unwrap_or_else(|| OpeningProver::new(work.placed, work.hash));
        let prover = self.prover.insert(prover);
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let (mut quarto, mut quatro) = (String::new(), String::new());
        for board in &work.boards {
            let Ok([in_quarto, in_quatro]) = prover.prove(board, &limits)? else { return Ok(None) };
            quarto.push(in_quarto);
            quatro.push(in_quatro);
        }
        let Boards { first, placed, .. } = *work;
        let time_s = begun.elapsed().as_secs_f64();
        Ok(Some(Digits { first, placed, quarto, quatro, time_s }))
    }
}

/// A job may come from a machine with more memory.
fn checked_room(bytes: u64) -> Result<u64, JobError> {
    room(bytes).map_err(JobError::Request)
}

/// Plays a pair of games exactly as the tournament would.
fn play(pair: &PairOfGames, cancel: &Cancel) -> Result<Option<PlayedGames>, JobError> {
    let two = two_players(pair);
    let (settings, games) = two.ok_or_else(|| {
        JobError::no_job(message!("job-players", "its games are not between two of its players"))
    })?;
    checked_room(settings.hash)?;
    let roster = Roster::new(&settings)?;
    let mut seats = Seats::new(&roster);
    let mut played: Vec<GameRecord> = Vec::new();
    for fixture in &games {
        let opening = pair.opening.clone();
        let game = play_fixture(&settings, fixture, opening, &mut seats, cancel)?;
        let Some(game) = game else { return Ok(None) };
        played.push(game);
    }
    Ok(Some(PlayedGames { game: settings.game.clone(), games: played }))
}

/// The settings with the two players and the games between them: the others are not needed here.
fn two_players(pair: &PairOfGames) -> Option<(Settings, Vec<Fixture>)> {
    let PairOfGames { settings, games, .. } = pair;
    let [one, two] = games.first()?.seats;
    let players = vec![settings.players.get(one)?.clone(), settings.players.get(two)?.clone()];
    let place = |player: usize| [one, two].iter().position(|&at| at == player);
    let seated = |fixture: &Fixture| {
        let [first, second] = fixture.seats.map(place);
        Some(Fixture { seats: [first?, second?], ..*fixture })
    };
    let games = games.iter().map(seated).collect::<Option<Vec<Fixture>>>()?;
    Some((Settings { players, ..settings.clone() }, games))
}

fn prove(work: &Proving, cancel: &Cancel) -> Result<Proven, JobError> {
    let table = games::open(&work.game, &work.rules, work.seed, Some(&work.position), &[])?;
    checked_room(work.hash)?;
    let means = Means { threads: 1, hash: work.hash, seed: work.seed };
    let solution = table.solve(work.all_moves, &means, &work.limits.limits(cancel));
    Ok(Proven::new(&work.game, table.position(), solution))
}

fn compare(work: &Solving, cancel: &Cancel) -> Result<Outcome, JobError> {
    let refuse = |reason: Message| {
        let name = &*work.name;
        JobError::no_job(message!("job-board", "{name}: {reason}", name, reason))
    };
    let no_method = |e: MethodError| JobError::no_job(e.message());
    let offer = find(&work.problem).map_err(|e| refuse(e.message()))?;
    let mut quests = offer.read(&work.board).map_err(|e| refuse(e.message()))?;
    if quests.len() != 1 {
        return Err(refuse(message!("job-one-board", "expected one board in the job's text")));
    }
    let instance = Instance { name: work.name.clone(), quest: quests.remove(0) };
    let method: Method = work.method.parse().map_err(no_method)?;
    let report = instance.solve(&method, &work.limits.limits(cancel), &mut |_| {});
    let report = report.map_err(no_method)?;
    Ok(Outcome::Compare(Box::new(report)))
}
