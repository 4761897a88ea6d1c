//! The prior: what moves look like where searches look, learned in two steps. First the weights of what a move's
//! cells, edges and corners touch; then, on top of these, the net of the second look.

use plywood_contract::Game;
use plywood_games::duo::{BlokusDuo, Move, N_PIECES, Position};

use super::{Dice, Fit, HELD_BACK, Quality};
use crate::duo::gains::{self, look, look_again};
use crate::duo::prior::{self, Features, N_CLASSES, N_PARTS, N_PHASES, N_QUESTIONS, N_STAGES};
use crate::duo::record::{Record, Turn};

/// The first step's length, of the weights and of the net.
const RATE: f32 = 0.1;
const NET_RATE: f32 = 0.03;
/// The largest weight that the net begins with, and the largest of its last layer.
const FIRST_WEIGHT: f32 = 0.3;
const FIRST_OUT: f32 = 0.1;

impl Fit {
    /// Learns from the decisions of some games; tells how those of the games held back are foreseen.
    pub(super) fn prior(
        &self,
        records: &[Record],
        quality: &mut Quality,
    ) -> (prior::Weights, gains::Net) {
        let mut dice = Dice::new(self.seed ^ 0x2545_f491_4f6c_dd1d);
        let mut pupil = Pupil::new(&mut dice);
        for looks in [Looks::First, Looks::Second] {
            let mut order: Vec<usize> = (0..records.len()).filter(|i| i % HELD_BACK != 0).collect();
            for pass in 0..self.prior_passes {
                dice.shuffle(&mut order);
                let left = 1.0 - pass as f32 / self.prior_passes as f32;
                order.iter().for_each(|&i| pupil.learn(&records[i], looks, left));
            }
        }
        let mut held = Foreseen::default();
        records.iter().step_by(HELD_BACK).for_each(|record| pupil.tell(record, &mut held));
        quality.prior = held.means();
        (pupil.weights, pupil.net)
    }
}

/// Which part is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    First,
    Second,
}

/// A number that is learned, with the sum of the squares of its slopes.
#[derive(Clone, Copy, Debug)]
struct Learned(f32, f32);

impl Learned {
    const ZERO: Self = Self(0.0, 1e-6);

    #[inline]
    fn learn(&mut self, slope: f32, rate: f32) {
        if slope != 0.0 {
            self.1 += slope * slope;
            self.0 -= rate * slope / self.1.sqrt() + 1e-6 * self.0;
        }
    }
}

/// A prior in training. A class is worth what its answers are worth, and something of its own: so that rare ones
/// are not left without a guess.
struct Pupil {
    weights: prior::Weights,
    net: gains::Net,
    answers: [[[Learned; N_QUESTIONS]; N_PARTS]; N_PHASES],
    own: Vec<[[Learned; N_CLASSES]; N_PARTS]>,
    middle: [Learned; N_PHASES],
    pieces: [[Learned; N_PIECES]; N_STAGES],
    in_net: Vec<Learned>,
    /// The decision looked at: its moves, their scores, how likely these make them, how likely they should be.
    moves: Vec<Move>,
    scores: Vec<f32>,
    likely: Vec<f32>,
    wanted: Vec<f32>,
}

impl Pupil {
    fn new(dice: &mut Dice) -> Self {
        let mut net = gains::Net::zero();
        let n_inner = gains::Net::N_NUMBERS - gains::N_UNITS;
        for (i, number) in net.numbers_mut().enumerate() {
            *number = dice.around_zero(if i < n_inner { FIRST_WEIGHT } else { FIRST_OUT });
        }
        Self {
            weights: prior::Weights::zero(),
            in_net: net.numbers_mut().map(|number| Learned(*number, 1e-2)).collect(),
            net,
            answers: [[[Learned::ZERO; N_QUESTIONS]; N_PARTS]; N_PHASES],
            own: vec![[[Learned::ZERO; N_CLASSES]; N_PARTS]; N_PHASES],
            middle: [Learned::ZERO; N_PHASES],
            pieces: [[Learned::ZERO; N_PIECES]; N_STAGES],
            moves: Vec::new(),
            scores: Vec::new(),
            likely: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// Goes down the gradient of every decision of a game.
    fn learn(&mut self, record: &Record, looks: Looks, left: f32) {
        let _ = record.replay(|position, last, turn| {
            if !self.decision(position, last, turn, looks) {
                return;
            }
            match looks {
                Looks::First => self.step(position, last, RATE * left),
                Looks::Second => self.step_of_net(position, last, NET_RATE * left),
            }
        });
    }

    /// Takes a decision up; `false` where there is nothing to learn.
    fn decision(
        &mut self,
        position: &Position,
        last: Option<Move>,
        turn: &Turn,
        looks: Looks,
    ) -> bool {
        let Some(thought) = &turn.thought else { return false };
        self.moves.clear();
        self.scores.clear();
        BlokusDuo.moves(position, &mut self.moves);
        prior::scores(&self.weights, position, last, &self.moves, &mut self.scores);
        self.likely.clone_from(&self.scores);
        if looks == Looks::Second {
            look_again(&self.net, position, last, &self.moves, &mut self.likely);
        }
        let most = self.likely.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.likely.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f32 = self.likely.iter().sum();
        self.likely.iter_mut().for_each(|score| *score /= sum);
        let visits: u32 = thought.visits.iter().map(|&(_, n)| n).sum();
        self.wanted.clear();
        self.wanted.resize(self.moves.len(), 0.0);
        for &(step, n) in &thought.visits {
            if let Some(i) = self.moves.iter().position(|&known| known == step) {
                self.wanted[i] = n as f32 / visits.max(1) as f32;
            }
        }
        self.moves.len() > 1 && visits > 0
    }

    /// A step of the weights.
    fn step(&mut self, position: &Position, last: Option<Move>, rate: f32) {
        let classes = prior::classes(position, last);
        let mut gradient = Features::zero();
        for (i, &step) in self.moves.iter().enumerate() {
            let fault = self.likely[i] - self.wanted[i];
            if fault.abs() > 1e-5 {
                gradient.add(&classes, step, fault);
            }
        }
        let (phase, stage) = (prior::phase(position), prior::stage(position));
        for part in 0..N_PARTS {
            self.step_of_classes(phase, part, &gradient.classes[part], rate);
        }
        self.middle[phase].learn(gradient.middle, rate);
        self.weights.middle[phase] = self.middle[phase].0;
        for (piece, &slope) in gradient.pieces.iter().enumerate() {
            self.pieces[stage][piece].learn(slope, rate);
            self.weights.pieces[stage][piece] = self.pieces[stage][piece].0;
        }
    }

    fn step_of_classes(&mut self, phase: usize, part: usize, slopes: &[f32; N_CLASSES], rate: f32) {
        let (own, answers) = (&mut self.own[phase][part], &mut self.answers[phase][part]);
        let mut sums = [0.0; N_QUESTIONS];
        for (class, &slope) in slopes.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
            own[class].learn(slope, rate);
            for (question, sum) in sums.iter_mut().enumerate() {
                *sum += if class >> question & 1 == 1 { slope } else { 0.0 };
            }
        }
        answers.iter_mut().zip(sums).for_each(|(answer, sum)| answer.learn(sum, rate));
        // A class has the answers of the class without its lowest bit, and one more.
        let mut shared = [0.0; N_CLASSES];
        for class in 1..N_CLASSES {
            let question = class.trailing_zeros() as usize;
            shared[class] = shared[class & (class - 1)] + answers[question].0;
        }
        let worth = &mut self.weights.classes[phase][part];
        for (worth, (shared, own)) in worth.iter_mut().zip(shared.iter().zip(own)) {
            *worth = shared + own.0;
        }
    }

    /// A step of the net.
    fn step_of_net(&mut self, position: &Position, last: Option<Move>, rate: f32) {
        let stage = prior::stage(position);
        let mut gradient = gains::Net::zero();
        let (net, likely, wanted) = (&self.net, &self.likely, &self.wanted);
        look(position, last, &self.moves, &mut self.scores, |place, seen, _| {
            net.trace_back(stage, seen, likely[place] - wanted[place], &mut gradient);
        });
        let learned = self.net.numbers_mut().zip(&mut self.in_net);
        for (slope, (number, learned)) in gradient.numbers_mut().zip(learned) {
            learned.learn(*slope, rate);
            *number = learned.0;
        }
    }

    /// Adds how a game's decisions are foreseen.
    fn tell(&mut self, record: &Record, foreseen: &mut Foreseen) {
        let _ = record.replay(|position, last, turn| {
            if self.decision(position, last, turn, Looks::Second) {
                foreseen.add(&self.likely, &self.wanted);
            }
        });
    }
}

/// How decisions are foreseen: their number, and sums of what [`Quality`] tells.
#[derive(Default)]
struct Foreseen {
    n: usize,
    entropy: f64,
    first: usize,
    ten: usize,
}

impl Foreseen {
    fn add(&mut self, likely: &[f32], wanted: &[f32]) {
        self.n += 1;
        for (wanted, likely) in wanted.iter().zip(likely) {
            self.entropy -= f64::from(*wanted) * f64::from(likely.max(1e-9)).ln();
        }
        let best = (0..wanted.len()).max_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
        let own = best.map_or(0.0, |best| likely[best]);
        let better = likely.iter().filter(|&&likely| likely > own).count();
        self.first += usize::from(better == 0);
        self.ten += usize::from(better < 10);
    }

    fn means(&self) -> (usize, f64, f64, f64) {
        let n = self.n.max(1) as f64;
        (self.n, self.entropy / n, self.first as f64 / n, self.ten as f64 / n)
    }
}
