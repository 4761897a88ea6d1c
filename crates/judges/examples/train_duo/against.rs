//! Matches against another program that speaks GTP: games of a search against itself mislead.
//!
//! Every opening is played with both colours: four moves drawn by lot after which a search sees neither colour
//! ahead. From an opening that decides the game already, each side would win once, whichever is the stronger.
//! A side's time is processor time; the other program must answer `cputime`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cpu_time::ThreadTime;
use plywood_contract::{Game, Limits, Notation, Quiet, Seat};
use plywood_games::duo::{BlokusDuo, Move, N_PIECES, Position};
use plywood_judges::duo::{Guide, Guided};
use plywood_search::adversarial::{Forest, Mcts, Question, mcts};
use plywood_search::random::SplitMix;

use crate::Outcome;
use crate::duel::{Side, Tuned};
use crate::self_play::draw;

/// What a move may cost.
#[derive(Clone, Copy)]
pub(crate) enum Budget {
    /// Simulations.
    Simulations(u64),
    /// Seconds of processor time on average: see [`SHARES`].
    Seconds(f64),
}

/// How much of the average a move may cost, by own pieces on the board.
const SHARES: [f64; 15] =
    [1.2, 1.8, 1.8, 1.8, 1.8, 1.7, 1.6, 1.4, 1.1, 0.8, 0.5, 0.3, 0.15, 0.1, 0.05];
/// The same with more pieces.
const LAST_SHARE: f64 = 0.05;

impl Budget {
    /// Reads `7000` or `0.07s`.
    pub(crate) fn read(text: &str) -> Result<Self, Box<dyn std::error::Error>> {
        Ok(match text.strip_suffix('s') {
            Some(seconds) => Self::Seconds(seconds.parse()?),
            None => Self::Simulations(text.parse()?),
        })
    }
}

/// Another program.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let mut words = command.split_whitespace();
        let mut command = Command::new(words.next().ok_or("expected a command")?);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("it takes no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("it gives no output")?);
        Ok(Self { child, input, output })
    }

    fn ask(&mut self, line: &str) -> Result<String, Box<dyn std::error::Error>> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        let mut answer = String::new();
        loop {
            let mut next = String::new();
            if self.output.read_line(&mut next)? == 0 {
                return Err(format!("it ended at `{line}`").into());
            }
            if !next.trim().is_empty() {
                answer += &next;
            } else if !answer.is_empty() {
                break;
            }
        }
        let answer = answer.trim();
        let told = answer.strip_prefix('=').ok_or_else(|| format!("`{line}`: {answer}"))?;
        Ok(told.trim().to_owned())
    }

    fn seconds(&mut self) -> Result<f64, Box<dyn std::error::Error>> {
        Ok(self.ask("cputime")?.parse()?)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.ask("quit");
        let _ = self.child.wait();
    }
}

/// So many simulations tell how long others take, and fewer are not worth beginning.
const LEAST_PART: u64 = 64;

impl Side {
    /// A move within the budget.
    fn choose(
        &mut self,
        forest: &mut Forest<BlokusDuo>,
        position: &Position,
        budget: Budget,
    ) -> Option<Move> {
        let judge = Tuned(Guided(&self.guide), self.trust);
        let clock = ThreadTime::now();
        let mut search = |simulations: u64, is_last: bool| {
            let limits = Limits { bytes: Some(1 << 30), ..Limits::nodes(simulations) };
            // Whether the choice is made can only be told from all that is left.
            let stops_early = is_last && self.options.stops_early;
            let options = Mcts { stops_early, ..self.options.clone() };
            let question = Question::new(&BlokusDuo, &judge, position, &limits);
            let found = mcts(&question, forest, &options, Quiet);
            self.simulations += found.stats.analysed;
            found
        };
        let found = match budget {
            Budget::Simulations(simulations) => search(simulations, true),
            Budget::Seconds(average) => {
                let placed = N_PIECES - position.left(position.turn()).count_ones() as usize;
                let most = average * SHARES.get(placed).unwrap_or(&LAST_SHARE);
                let (mut part, mut made, mut is_last) = (LEAST_PART, 0, false);
                loop {
                    let found = search(part, is_last);
                    made += found.stats.analysed;
                    let spent = clock.elapsed().as_secs_f64();
                    let left = ((most - spent).max(0.0) / spent * made as f64) as u64;
                    if found.stats.analysed < part || left < LEAST_PART {
                        break found;
                    }
                    // The pace is not yet known well.
                    is_last = left <= 3 * made;
                    part = if is_last { left } else { 2 * made };
                }
            }
        };
        self.time += clock.elapsed();
        found.best()
    }
}

/// Plays against a program, every opening with both colours.
pub(crate) fn against(
    mut side: Side,
    command: &str,
    n_games: u64,
    budget: Budget,
    seed: u64,
) -> Outcome {
    let mut program = Program::start(command)?;
    program.ask("set_game Blokus Duo")?;
    let before = program.seconds()?;
    let mut results = [0_u64; 3];
    let mut turns = [0_u64; 2];
    let (mut margins, mut first) = (0, Vec::new());
    for game in 0..n_games {
        if game % 2 == 0 {
            first = opening(&side.guide, &mut SplitMix::new(seed.wrapping_mul(1 << 32) + game / 2));
        }
        let own = if game % 2 == 0 { Seat::One } else { Seat::Two };
        let mut position = BlokusDuo.start();
        let (mut forest, mut moves) = (Forest::default(), Vec::new());
        program.ask("clear_board")?;
        program
            .ask(&format!("set_random_seed {}", seed.wrapping_mul(10_000) % 100_000_000 + game))?;
        side.options.seed = seed ^ game;
        for ply in 0.. {
            moves.clear();
            BlokusDuo.moves(&position, &mut moves);
            let Some(&only) = moves.first() else { break };
            let mover = BlokusDuo.turn(&position);
            let color = if mover == Seat::One { "b" } else { "w" };
            let step = if only == Move::Pass {
                only
            } else if ply >= N_FIRST && mover != own {
                turns[1] += 1;
                let told = program.ask(&format!("genmove {color}"))?;
                BlokusDuo.read_move(&position, &told).map_err(|_| format!("illegal: {told}"))?
            } else {
                let step = match first.get(ply) {
                    Some(&step) => step,
                    None => {
                        turns[0] += 1;
                        match moves.len() {
                            1 => only,
                            _ => side.choose(&mut forest, &position, budget).unwrap_or(only),
                        }
                    }
                };
                program.ask(&format!("play {color} {}", BlokusDuo.move_text(&position, step)))?;
                step
            };
            BlokusDuo.play(&mut position, step);
        }
        let margin = BlokusDuo.result(&position).unwrap_or(0);
        let margin = if own == Seat::One { margin } else { -margin };
        margins += margin;
        results[(1 - margin.signum()) as usize] += 1;
        if game % 10 == 9 || game + 1 == n_games {
            let [won, drawn, lost] = results;
            let n = (won + drawn + lost) as f64;
            let share = (won as f64 + drawn as f64 / 2.0) / n;
            let error = ((won as f64 + drawn as f64 / 4.0) / n - share * share).max(0.01) / n;
            let ours = side.time.as_secs_f64() / turns[0] as f64;
            let theirs = (program.seconds()? - before) / turns[1] as f64;
            let simulations = side.simulations / turns[0];
            println!(
                "{won}-{drawn}-{lost} {share:.3} ±{:.3} margin {:+.1} CPU s a move {ours:.4} : {theirs:.4} simulations {simulations}",
                error.sqrt(),
                f64::from(margins) / n,
            );
        }
    }
    Ok(())
}

/// The moves of an opening, and what a search must say of it to be taken: a reward of a tenth at most for anybody.
const N_FIRST: usize = 4;
const BALANCED: i32 = 100;
const SIMULATIONS: u64 = 2_000;

/// An opening after which neither colour is ahead.
fn opening(guide: &Guide, dice: &mut SplitMix) -> Vec<Move> {
    let judge = Guided(guide);
    loop {
        let (mut position, mut steps, mut moves) = (BlokusDuo.start(), Vec::new(), Vec::new());
        while steps.len() < N_FIRST {
            moves.clear();
            BlokusDuo.moves(&position, &mut moves);
            let step = draw(&judge, &position, steps.last().copied(), &moves, dice);
            BlokusDuo.play(&mut position, step);
            steps.push(step);
        }
        let limits = Limits::nodes(SIMULATIONS);
        let question = Question::new(&BlokusDuo, &judge, &position, &limits);
        let found = mcts(&question, &mut Forest::default(), &Mcts::default(), Quiet);
        if found.score().is_some_and(|score| score.abs() <= BALANCED) {
            return steps;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_simulations_or_seconds() {
        assert!(matches!(Budget::read("7000"), Ok(Budget::Simulations(7000))));
        assert!(matches!(Budget::read("0.07s"), Ok(Budget::Seconds(s)) if s == 0.07));
        assert!(Budget::read("fast").is_err() && Budget::read("s").is_err());
    }
}
