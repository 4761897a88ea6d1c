//! Fitting the [`Guide`] to games of self-play.
//!
//! The value net learns the reward of each game, half of it as it ended and half as the search saw it from
//! there; the prior learns where the search looked. Both are plain stochastic gradient descent (Adam: Kingma
//! and Ba, 2015; AdaGrad: Duchi and others, 2011) in one thread, so that the same games and the same seed
//! give the same weights. One game in ten is held back to measure.

use plywood_contract::{Game, Seat};
use plywood_games::duo::BlokusDuo;

use super::guide::Guide;
use super::net::{Hidden, MARGIN_UNIT, N_HIDDEN, N_ROWS, Net, logistic};
use super::outlook::{N_COUNTS, Outlook, look};
use super::prior::{self, N_PHASES, N_WEIGHTS};
use super::record::Record;

/// How a fit is made.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Passes over the games for the value.
    pub value_passes: u32,
    /// Passes over the games for the prior.
    pub prior_passes: u32,
    /// What all chance follows from.
    pub seed: u64,
    /// A margin's reward, from −1 to 1.
    pub reward: fn(i32) -> f32,
}

/// What the fit is worth on games held back.
#[derive(Clone, Debug, Default)]
pub struct Quality {
    /// By six plies: positions, cross entropy of the result by the net, by the search, and the standard
    /// error of the margin in points.
    pub value: Vec<(usize, f64, f64, f64)>,
    /// Decisions, cross entropy, share of first places and of the first ten for the move searched most.
    pub prior: (usize, f64, f64, f64),
}

impl Fit {
    /// Fits the value to all games, and the prior to those after the first `n_older`: where to look is best
    /// learned from whoever searches best.
    pub fn run(&self, records: &[Record], n_older: usize) -> (Guide, Quality) {
        let mut quality = Quality::default();
        let net = self.value(records, &mut quality);
        let prior = self.prior(&records[n_older..], &mut quality);
        (Guide { prior, net }, quality)
    }
}

/// One game in so many is held back.
const HELD_BACK: usize = 10;

/// A position to learn from.
struct Lesson {
    outlook: Outlook,
    /// The reward to learn, from 0 to 1.
    target: f32,
    /// The margin in units of the net.
    margin: f32,
    /// The result alone, and the search's opinion, from 0 to 1.
    result: f32,
    opinion: f32,
    ply: usize,
}

impl Fit {
    fn lessons(&self, record: &Record, out: &mut Vec<Lesson>) {
        let mut ply = 0;
        let replayed = record.replay(|position, _, turn| {
            ply += 1;
            let Some(thought) = &turn.thought else { return };
            let own = if position.turn() == Seat::One { record.margin } else { -record.margin };
            let result = ((self.reward)(own) + 1.0) / 2.0;
            let opinion = (thought.value as f32 / 1000.0 + 1.0) / 2.0;
            out.push(Lesson {
                outlook: look(position),
                target: (result + opinion) / 2.0,
                margin: own as f32 / MARGIN_UNIT,
                result,
                opinion,
                ply: ply - 1,
            });
        });
        debug_assert!(replayed.is_some(), "records were checked when they were read");
    }

    fn value(&self, records: &[Record], quality: &mut Quality) -> Net {
        let (mut train, mut held) = (Vec::new(), Vec::new());
        for (i, record) in records.iter().enumerate() {
            self.lessons(record, if i % HELD_BACK == 0 { &mut held } else { &mut train });
        }
        let scale = Scale::of(&train);
        train.iter_mut().chain(&mut held).for_each(|lesson| scale.apply(&mut lesson.outlook));
        let mut trainer = Trainer::new(self.seed);
        let mut order: Vec<usize> = (0..train.len()).collect();
        for pass in 0..self.value_passes {
            trainer.dice.shuffle(&mut order);
            let rate = RATE * (1.0 - pass as f32 / self.value_passes as f32);
            order.chunks_exact(BATCH).for_each(|batch| {
                trainer.step(batch.iter().map(|&i| &train[i]), rate);
            });
        }
        quality.value = measure(&trainer.net, &held);
        scale.fold_into(&mut trainer.net);
        trainer.net
    }
}

/// Positions in a step of the descent.
const BATCH: usize = 64;
/// The first step's length.
const RATE: f32 = 0.002;
/// How fast weights fade that nothing speaks for.
const DECAY: f32 = 1e-3;
/// How much the margin counts beside the result.
const MARGIN_SHARE: f32 = 0.1;

/// The numbers that make counts comparable.
struct Scale {
    mean: [f32; N_COUNTS],
    deviation: [f32; N_COUNTS],
}

impl Scale {
    fn of(lessons: &[Lesson]) -> Self {
        let n = lessons.len().max(1) as f64;
        let mean_of = |of: &dyn Fn(f64) -> f64, i: usize| {
            lessons.iter().map(|lesson| of(f64::from(lesson.outlook.counts[i]))).sum::<f64>() / n
        };
        let mean: [f64; N_COUNTS] = std::array::from_fn(|i| mean_of(&|x| x, i));
        let deviation =
            std::array::from_fn(|i| (mean_of(&|x| (x - mean[i]).powi(2), i) + 1e-3).sqrt() as f32);
        Self { mean: mean.map(|mean| mean as f32), deviation }
    }

    fn apply(&self, outlook: &mut Outlook) {
        for (i, count) in outlook.counts.iter_mut().enumerate() {
            *count = (*count - self.mean[i]) / self.deviation[i];
        }
    }

    /// Makes a net for scaled counts one for counts as they are.
    fn fold_into(&self, net: &mut Net) {
        for i in 0..N_COUNTS {
            for unit in 0..N_HIDDEN {
                net.rows[i][unit] /= self.deviation[i];
                net.rows[N_ROWS - 1][unit] -= self.mean[i] * net.rows[i][unit];
            }
        }
    }
}

/// Random numbers for the descent: xorshift (Marsaglia, 2003).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between −`most` and `most`.
    fn around_zero(&mut self, most: f32) -> f32 {
        ((self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
    }
}

/// A net in training: the weights, and the moments of their gradients.
struct Trainer {
    net: Net,
    gradient: Net,
    first: Net,
    second: Net,
    steps: i32,
    dice: Dice,
}

impl Trainer {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut net = Net::zero();
        net.rows.iter_mut().flatten().for_each(|weight| *weight = dice.around_zero(0.15));
        net.out.iter_mut().flatten().for_each(|weight| *weight = dice.around_zero(0.25));
        let zero = Net::zero();
        Self { net, gradient: zero.clone(), first: zero.clone(), second: zero, steps: 0, dice }
    }

    /// A step down the mean gradient of some lessons.
    fn step<'a>(&mut self, lessons: impl Iterator<Item = &'a Lesson>, rate: f32) {
        weights(&mut self.gradient).for_each(|slope| *slope = 0.0);
        lessons.for_each(|lesson| self.learn(lesson));
        self.steps += 1;
        let (one, two) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        let moments = weights(&mut self.first).zip(weights(&mut self.second));
        let slopes = weights(&mut self.gradient).zip(moments);
        for (weight, (slope, (first, second))) in weights(&mut self.net).zip(slopes) {
            *first = 0.9 * *first + 0.1 * *slope;
            *second = 0.999 * *second + 0.001 * *slope * *slope;
            let move_by = (*first / one) / ((*second / two).sqrt() + 1e-8);
            *weight -= rate * (move_by + DECAY * *weight);
        }
    }

    /// Adds a lesson's share to the gradient.
    fn learn(&mut self, lesson: &Lesson) {
        let hidden = self.net.hidden(&lesson.outlook);
        let [logit, margin] = self.net.outputs(&hidden);
        let share = 1.0 / BATCH as f32;
        let faults = [
            (logistic(logit) - lesson.target) * share,
            MARGIN_SHARE * (margin - lesson.margin).clamp(-3.0, 3.0) * share,
        ];
        let mut back: Hidden = [0.0; N_HIDDEN];
        for (out, fault) in faults.into_iter().enumerate() {
            self.gradient.bias[out] += fault;
            for unit in 0..N_HIDDEN {
                if hidden[unit] > 0.0 {
                    self.gradient.out[out][unit] += fault * hidden[unit];
                    back[unit] += fault * self.net.out[out][unit];
                }
            }
        }
        let mut add = |row: usize, count: f32| {
            for (slope, back) in self.gradient.rows[row].iter_mut().zip(&back) {
                *slope += count * back;
            }
        };
        lesson.outlook.counts.iter().enumerate().for_each(|(row, &count)| add(row, count));
        lesson.outlook.bits().for_each(|bit| add(N_COUNTS + bit, 1.0));
        add(N_ROWS - 1, 1.0);
    }
}

fn weights(net: &mut Net) -> impl Iterator<Item = &mut f32> {
    net.rows.iter_mut().chain(&mut net.out).flatten().chain(&mut net.bias)
}

/// How the net does on lessons held back, by six plies.
fn measure(net: &Net, lessons: &[Lesson]) -> Vec<(usize, f64, f64, f64)> {
    let surprise = |truth: f32, guess: f32| {
        let (truth, guess) = (f64::from(truth), f64::from(guess).clamp(1e-3, 1.0 - 1e-3));
        -(truth * guess.ln() + (1.0 - truth) * (1.0 - guess).ln())
    };
    let mut sums = vec![(0, 0.0, 0.0, 0.0); 5];
    for lesson in lessons {
        let [logit, margin] = net.outputs(&net.hidden(&lesson.outlook));
        let sum = &mut sums[(lesson.ply / 6).min(4)];
        sum.0 += 1;
        sum.1 += surprise(lesson.result, logistic(logit));
        sum.2 += surprise(lesson.result, lesson.opinion);
        sum.3 += f64::from(MARGIN_UNIT * (margin - lesson.margin)).powi(2);
    }
    for sum in &mut sums {
        let n = f64::from(sum.0.max(1) as u32);
        *sum = (sum.0, sum.1 / n, sum.2 / n, (sum.3 / n).sqrt());
    }
    sums
}

impl Fit {
    fn prior(&self, records: &[Record], quality: &mut Quality) -> prior::Weights {
        let mut weights = [[0.0; N_WEIGHTS]; N_PHASES];
        let mut squares = [[1e-6; N_WEIGHTS]; N_PHASES];
        let mut order: Vec<usize> = (0..records.len()).filter(|i| i % HELD_BACK != 0).collect();
        let mut dice = Dice(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
        let mut room = Room::default();
        for pass in 0..self.prior_passes {
            dice.shuffle(&mut order);
            let rate = PRIOR_RATE * (1.0 - pass as f32 / self.prior_passes as f32);
            for &i in &order {
                descend(&records[i], &mut weights, &mut squares, rate, &mut room);
            }
        }
        let mut held = (0, 0.0, 0.0, 0.0);
        records.iter().step_by(HELD_BACK).for_each(|record| {
            judge(record, &weights, &mut held, &mut room);
        });
        let n = f64::from(held.0.max(1) as u32);
        quality.prior = (held.0, held.1 / n, held.2 / n, held.3 / n);
        weights
    }
}

/// The first step's length.
const PRIOR_RATE: f32 = 0.3;

/// Lists to work in.
#[derive(Default)]
struct Room {
    moves: Vec<plywood_games::duo::Move>,
    likely: Vec<f32>,
    wanted: Vec<f32>,
}

impl Room {
    /// Lists a turn's moves with how likely the weights make them and how likely they should be; `false`
    /// where there is nothing to learn.
    fn list(
        &mut self,
        weights: &prior::Weights,
        position: &plywood_games::duo::Position,
        last: Option<plywood_games::duo::Move>,
        turn: &super::record::Turn,
    ) -> bool {
        let Some(thought) = &turn.thought else { return false };
        self.moves.clear();
        self.likely.clear();
        BlokusDuo.moves(position, &mut self.moves);
        prior::scores(weights, position, last, &self.moves, &mut self.likely);
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
}

/// Goes down the gradient of every decision of a game.
fn descend(
    record: &Record,
    weights: &mut prior::Weights,
    squares: &mut prior::Weights,
    rate: f32,
    room: &mut Room,
) {
    let _ = record.replay(|position, last, turn| {
        if !room.list(weights, position, last, turn) {
            return;
        }
        let classes = prior::classes(position, last);
        let mut gradient = [0.0; N_WEIGHTS + 1];
        for (i, &step) in room.moves.iter().enumerate() {
            let share = room.likely[i] - room.wanted[i];
            if share.abs() > 1e-5 {
                prior::add_features(&classes, step, share, &mut gradient);
            }
        }
        let phase = prior::phase(position);
        for (i, &slope) in gradient[..N_WEIGHTS].iter().enumerate() {
            squares[phase][i] += slope * slope;
            let weight = &mut weights[phase][i];
            *weight -= rate * slope / squares[phase][i].sqrt() + 1e-6 * *weight;
        }
    });
}

/// Adds how a game's decisions are foreseen.
fn judge(
    record: &Record,
    weights: &prior::Weights,
    (n, entropy, first, ten): &mut (usize, f64, f64, f64),
    room: &mut Room,
) {
    let _ = record.replay(|position, last, turn| {
        if !room.list(weights, position, last, turn) {
            return;
        }
        *n += 1;
        for (wanted, likely) in room.wanted.iter().zip(&room.likely) {
            *entropy -= f64::from(*wanted) * f64::from(likely.max(1e-9)).ln();
        }
        let best = (0..room.moves.len()).max_by(|&a, &b| room.wanted[a].total_cmp(&room.wanted[b]));
        let own = best.map_or(0.0, |best| room.likely[best]);
        let better = room.likely.iter().filter(|&&likely| likely > own).count();
        *first += f64::from(u32::from(better == 0));
        *ten += f64::from(u32::from(better < 10));
    });
}
