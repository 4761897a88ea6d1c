//! The value: a net that learns how games end, half as they did and half as the search saw it on the way.

use plywood_contract::Seat;

use super::{Dice, Fit, HELD_BACK, Quality};
use crate::duo::net::{Hidden, MARGIN_UNIT, N_HIDDEN, N_ROWS, Net, logistic};
use crate::duo::outlook::{N_COUNTS, Outlook, look};
use crate::duo::record::Record;

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

    pub(super) fn value(&self, records: &[Record], quality: &mut Quality) -> Net {
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
        let mut dice = Dice::new(seed);
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
