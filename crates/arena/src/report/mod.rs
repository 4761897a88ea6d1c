//! The results of a tournament as plain data; the field names are the JSON keys.
//!
//! `text` writes it as Markdown and CSV, `chart` as SVG; the terminal's table is the program's.

mod chart;
mod text;

pub use text::signed;

use plywood_workbench::Message;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::referee::{Reason, SideStats};
use crate::settings::Settings;
use crate::statistics::{CrossTable, Crossing, Estimate, Expected, Sprt, Tally, Walk};
use crate::store::{GameRecord, TournamentId};

/// The results of a tournament, or of any set of games.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Finished games.
    pub n_games: u64,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// The meetings.
    pub meetings: Vec<Meeting>,
    /// The sequential test, if there was one.
    pub sprt: Option<SprtReport>,
    /// Games lost by a fault, with everything needed to reproduce them.
    pub forfeits: Vec<Forfeit>,
}

/// A player in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// From 1.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// The engine, where that is known.
    pub engine: Option<String>,
    /// The rating; the average of all is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// Games.
    pub games: u64,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
    /// The share of all points.
    pub score: f64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// Average search depth in plies.
    pub depth: f64,
    /// Average positions visited for a move.
    pub nodes_per_move: f64,
    /// Average seconds for a move.
    pub time_per_move_s: f64,
    /// Average seconds of processor time for a move, where it is known: for programs from the system, for our engines
    /// if they have one thread.
    pub cpu_per_move_s: Option<f64>,
    /// Positions a second.
    pub nps: f64,
}

/// The games of two players.
#[derive(Clone, Debug, Serialize)]
pub struct Meeting {
    /// The player whose point of view the figures take.
    pub one: String,
    /// The other.
    pub two: String,
    /// Won by the first.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first.
    pub losses: u64,
    /// The share of draws.
    pub draw_rate: f64,
    /// Complete pairs worth 0, ½, 1, 1½ and 2 points to the first.
    pub pairs: [u64; 5],
    /// The first's share of the points.
    pub score: f64,
    /// The difference in Elo, from these games alone.
    pub elo: Option<Estimate>,
    /// The difference in deviations of a game.
    pub normalized_elo: Option<Estimate>,
    /// The likelihood of superiority of the first.
    pub superiority: Option<f64>,
}

/// A sequential test's state.
#[derive(Clone, Debug, Serialize)]
pub struct SprtReport {
    /// The hypotheses.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Below this the test fails.
    pub lower: f64,
    /// Above this it passes.
    pub upper: f64,
    /// The log-likelihood ratio: at the crossing if there was one, else of all complete pairs.
    pub llr: f64,
    /// Where it crossed a bound. Games that ended later do not change it.
    pub crossing: Option<Crossing>,
    /// Games such a test takes on average.
    pub expected_games: Expected,
    /// The ratio after each pair, in the order of the schedule.
    #[serde(skip)]
    pub curve: Vec<f64>,
}

/// A game lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub struct Forfeit {
    /// The tournament in its store.
    pub tournament: TournamentId,
    /// The game's number.
    pub number: u64,
    /// The players, player 1 first.
    pub players: [String; 2],
    /// Who lost.
    pub loser: String,
    /// The loser's engine, where that is known.
    pub engine: Option<String>,
    /// Why.
    pub reason: Reason,
    /// What happened, in English.
    pub detail: String,
    /// The same as a message; games of older programs have none.
    #[serde(skip)]
    pub message: Option<Message>,
    /// The seed of the game.
    pub seed: u64,
    /// Where the game began, and the moves played.
    pub position: String,
    /// The loser's last output.
    pub output: String,
}

impl Report {
    /// The report on a tournament.
    pub fn new(settings: &Settings, games: &[GameRecord]) -> Self {
        let names: Vec<String> =
            settings.players.iter().map(|player| player.name.clone()).collect();
        let engines: BTreeMap<String, String> =
            settings.players.iter().map(|p| (p.name.clone(), p.engine.clone())).collect();
        let mut report = Self::of(&settings.game, &names, &engines, games);
        report.sprt = settings.sprt.map(|sprt| SprtReport::new(sprt, games));
        report
    }

    /// The report on any games; players with one name are one player. Games of different stores must
    /// have different tournament numbers.
    pub fn rate(game: &str, games: &[GameRecord]) -> Self {
        let mut names: Vec<String> = Vec::new();
        for name in games.iter().flat_map(|game| &game.players) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Self::of(game, &names, &BTreeMap::new(), games)
    }

    fn of(
        game: &str,
        names: &[String],
        engines: &BTreeMap<String, String>,
        games: &[GameRecord],
    ) -> Self {
        let table = cross_table(names, games);
        let mut forfeits = Vec::new();
        for record in games.iter().filter(|record| record.reason.is_forfeit()) {
            forfeits.push(Forfeit::new(record, engines));
        }
        let ratings = table.ratings();
        let mut standings: Vec<Standing> = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let tally = table.total(i);
            let spent = spent(name, games);
            let per_move = |sum: u64| sum as f64 / spent.moves.max(1) as f64;
            standings.push(Standing {
                rank: 0,
                name: name.clone(),
                engine: engines.get(name).cloned(),
                elo: ratings[i].elo,
                margin: ratings[i].margin,
                games: tally.n(),
                points: tally.half_points() as f64 / 2.0,
                score: share(&tally),
                wins: tally.games[2],
                draws: tally.games[1],
                losses: tally.games[0],
                forfeits: forfeits.iter().filter(|forfeit| forfeit.loser == *name).count() as u64,
                depth: per_move(spent.depth),
                nodes_per_move: per_move(spent.nodes),
                time_per_move_s: per_move(spent.time_us) / 1e6,
                // A system that cannot tell the processor time reports none at all, not a little.
                cpu_per_move_s: (spent.cpu_moves > 0 && spent.cpu_us > 0)
                    .then(|| spent.cpu_us as f64 / spent.cpu_moves as f64 / 1e6),
                nps: spent.nodes as f64 / (spent.time_us.max(1) as f64 / 1e6),
            });
        }
        standings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        (1..).zip(&mut standings).for_each(|(rank, standing)| standing.rank = rank);
        Self {
            game: game.to_owned(),
            n_games: games.len() as u64,
            meetings: meetings(names, &table),
            standings,
            sprt: None,
            forfeits,
        }
    }
}

/// Who met whom, with pairs found by their numbers.
pub fn cross_table(names: &[String], games: &[GameRecord]) -> CrossTable {
    let place: BTreeMap<&str, usize> =
        names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut table = CrossTable::new(names.len());
    let mut halves: BTreeMap<(TournamentId, u64), usize> = BTreeMap::new();
    for game in games {
        let [one, two] = game.players.each_ref().map(|name| place[name.as_str()]);
        let half_points = usize::from(game.half_points);
        table.update(one, two, |tally| tally.add_game(half_points));
        // Half points of the pair's first player, whose first game has the even number.
        let (first, second, ours) = match game.number % 2 {
            0 => (one, two, half_points),
            _ => (two, one, 2 - half_points),
        };
        let pair = (game.tournament, game.number / 2);
        match halves.remove(&pair) {
            Some(other) => table.update(first, second, |tally| tally.add_pair(ours + other)),
            None => {
                halves.insert(pair, ours);
            }
        }
    }
    table
}

/// What a player spent in all its games.
fn spent(name: &str, games: &[GameRecord]) -> SideStats {
    let mut sum = SideStats::default();
    for game in games {
        for (player, stats) in game.players.iter().zip(&game.stats) {
            if player == name {
                sum.moves += stats.moves;
                sum.nodes += stats.nodes;
                sum.depth += stats.depth;
                sum.time_us += stats.time_us;
                sum.cpu_us += stats.cpu_us;
                sum.cpu_moves += stats.cpu_moves;
                sum.longest_us = sum.longest_us.max(stats.longest_us);
            }
        }
    }
    sum
}

fn share(tally: &Tally) -> f64 {
    tally.half_points() as f64 / (2 * tally.n()).max(1) as f64
}

fn meetings(names: &[String], table: &CrossTable) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for one in 0..names.len() {
        for two in one + 1..names.len() {
            let tally = table.tally(one, two);
            if tally.n() == 0 {
                continue;
            }
            let sample = tally.sample();
            meetings.push(Meeting {
                one: names[one].clone(),
                two: names[two].clone(),
                wins: tally.games[2],
                draws: tally.games[1],
                losses: tally.games[0],
                draw_rate: tally.games[1] as f64 / tally.n() as f64,
                pairs: tally.pairs,
                score: share(&tally),
                elo: sample.elo(),
                normalized_elo: sample.normalized_elo(),
                superiority: sample.superiority(),
            });
        }
    }
    meetings
}

impl SprtReport {
    fn new(sprt: Sprt, games: &[GameRecord]) -> Self {
        let by_number: BTreeMap<u64, u8> =
            games.iter().map(|game| (game.number, game.half_points)).collect();
        let mut walk = Walk::new(sprt);
        let mut curve = Vec::new();
        let pair = |pair: u64| {
            let (first, second) = (by_number.get(&(2 * pair))?, by_number.get(&(2 * pair + 1))?);
            Some(usize::from(first + 2 - second))
        };
        // The order of the schedule, up to the first pair that is not complete.
        for half_points in (0..).map_while(pair) {
            walk.add(half_points);
            curve.push(walk.llr());
        }
        let (lower, upper) = sprt.bounds();
        let crossing = walk.crossing();
        Self {
            sprt,
            lower,
            upper,
            llr: crossing.map_or(walk.llr(), |crossing| crossing.llr),
            crossing,
            expected_games: sprt.expected_games(),
            curve,
        }
    }
}

impl Forfeit {
    fn new(game: &GameRecord, engines: &BTreeMap<String, String>) -> Self {
        let loser = &game.players[usize::from(game.half_points > 0)];
        let position = game.opening.position.as_deref().unwrap_or("startpos");
        let moves = game.opening.moves.iter().chain(&game.moves);
        let moves: Vec<&str> = moves.map(String::as_str).collect();
        Self {
            tournament: game.tournament,
            number: game.number,
            players: game.players.clone(),
            loser: loser.clone(),
            engine: engines.get(loser).cloned(),
            reason: game.reason,
            detail: game.detail.clone(),
            message: game.message.as_ref().map(|said| said.0.clone()),
            seed: game.opening.seed,
            position: format!("{position} moves {}", moves.join(" ")),
            output: game.output.clone(),
        }
    }
}
