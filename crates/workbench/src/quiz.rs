//! Questions about a search, made from its own steps: which node is expanded next, what is f, is the rest cut,
//! which value is backed up?
//!
//! Every answer is what the search did, and a question is asked only where the rule alone determines the
//! answer: of two equally good nodes, never both are options. The seed chooses the questions.

use std::collections::{BTreeMap, HashMap};

use plywood_search::random::SplitMix;
use serde::Serialize;

use crate::engines::PlayStep;
use crate::problems::{Algorithm, PathStep};

/// Questions of one quiz.
pub const MOST_QUESTIONS: usize = 10;
/// Answers to choose from.
const MOST_OPTIONS: usize = 4;

/// A question, asked after a number of steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuizQuestion {
    /// The number of steps shown; the next one holds the answer.
    pub step: usize,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// The question, its options and its answer. Values are for the side to move at the node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Which node is expanded next?
    Next {
        /// Nodes in the open list.
        options: Vec<u32>,
        /// The one that is expanded.
        answer: u32,
        /// The rule of choice: `oldest`, `newest` or `lowest`.
        rule: &'static str,
        /// Its cost so far.
        g: u64,
        /// Its rank in the search.
        f: u64,
    },
    /// What is f of the child generated next?
    Sum {
        /// The step that leads to it.
        #[serde(rename = "move")]
        step: String,
        /// Its cost so far.
        g: u64,
        /// Its estimate.
        h: u32,
        /// Sums to choose from.
        options: Vec<u64>,
        /// The right one.
        answer: u64,
    },
    /// Are the other moves of the node cut, and which node above makes them irrelevant?
    Cut {
        /// The node.
        node: u32,
        /// The move searched last.
        #[serde(rename = "move")]
        step: String,
        /// The best of the node's moves so far.
        value: f64,
        /// The ancestors at which the opponent has a value.
        options: Vec<u32>,
        /// The one that cuts; none if the search goes on here.
        answer: Option<u32>,
        /// The opponent's value there, for the side to move at the node; where nothing is cut, that of the nearest ancestor.
        has: f64,
        /// `alpha` or `beta`, if there is a cut.
        bound: Option<&'static str>,
    },
    /// What value does the node back up?
    Value {
        /// The node.
        node: u32,
        /// Values to choose from.
        options: Vec<f64>,
        /// The right one.
        answer: f64,
        /// The values of its moves for the side to move.
        moves: Vec<(String, f64)>,
    },
    /// What is the mean of a move after the next simulation, for player 1?
    Mean {
        /// The move.
        #[serde(rename = "move")]
        step: String,
        /// Its simulations before.
        visits: u32,
        /// Their sum.
        sum: f64,
        /// The reward of the next one.
        reward: f64,
        /// Means to choose from.
        options: Vec<f64>,
        /// The right one.
        answer: f64,
    },
}

/// Questions about a one-player search.
pub fn of_path(algorithm: Algorithm, steps: &[PathStep], seed: u64) -> Vec<QuizQuestion> {
    let mut random = SplitMix::new(seed);
    let mut waiting = Waiting::default();
    let mut found = Vec::new();
    for (step, next) in steps.iter().enumerate() {
        if let Some(ask) = waiting.next(algorithm, next, &mut random) {
            found.push(QuizQuestion { step, ask });
        }
        if let Some(ask) = sum(algorithm, next, &mut random) {
            found.push(QuizQuestion { step, ask });
        }
        waiting.apply(algorithm, next);
    }
    chosen(found, &mut random)
}

/// Questions about a two-player search.
pub fn of_play(steps: &[PlayStep], seed: u64) -> Vec<QuizQuestion> {
    let mut random = SplitMix::new(seed);
    let mut tree = Grown::default();
    let mut means = Means::default();
    let mut found = Vec::new();
    for (step, next) in steps.iter().enumerate() {
        let last = step.checked_sub(1).map(|last| &steps[last]);
        let asks =
            [tree.cut(last, next), tree.value(next, &mut random), means.mean(next, &mut random)];
        found.extend(asks.into_iter().flatten().map(|ask| QuizQuestion { step, ask }));
        tree.apply(next);
        means.apply(next);
    }
    chosen(found, &mut random)
}

/// A selection of the questions, of all kinds in turn, in the order of the steps.
fn chosen(found: Vec<QuizQuestion>, random: &mut SplitMix) -> Vec<QuizQuestion> {
    let kind = |question: &QuizQuestion| match &question.ask {
        Ask::Next { .. } => 0,
        Ask::Sum { .. } => 1,
        // Few of the many nodes without a cut are worth asking about.
        Ask::Cut { answer: Some(_), .. } => 2,
        Ask::Value { .. } => 3,
        Ask::Cut { answer: None, .. } => 4,
        Ask::Mean { .. } => 5,
    };
    let mut kinds: BTreeMap<i32, Vec<QuizQuestion>> = BTreeMap::new();
    for question in found {
        kinds.entry(kind(&question)).or_default().push(question);
    }
    for questions in kinds.values_mut() {
        shuffle(questions, random);
    }
    let mut taken: Vec<QuizQuestion> = Vec::new();
    while taken.len() < MOST_QUESTIONS && kinds.values().any(|left| !left.is_empty()) {
        for left in kinds.values_mut() {
            let free = left.pop().filter(|_| taken.len() < MOST_QUESTIONS);
            taken.extend(free.filter(|one| taken.iter().all(|other| other.step != one.step)));
        }
    }
    taken.sort_by_key(|question| question.step);
    taken
}

fn shuffle<T>(list: &mut [T], random: &mut SplitMix) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i as u64 + 1) as usize);
    }
}

/// The answer among wrong options, shuffled; `None` if there is no wrong option.
fn among<T: PartialEq + Copy>(answer: T, others: &[T], random: &mut SplitMix) -> Option<Vec<T>> {
    let mut options = vec![answer];
    for other in others {
        if options.len() < MOST_OPTIONS && !options.contains(other) {
            options.push(*other);
        }
    }
    shuffle(&mut options, random);
    (options.len() > 1).then_some(options)
}

/// The open list of a search.
#[derive(Default)]
struct Waiting {
    nodes: HashMap<u32, Waits>,
    n_made: u64,
    n_expanded: u64,
}

#[derive(Clone, Copy)]
struct Waits {
    g: u64,
    f: u64,
    made: u64,
    /// The expansion that generated it.
    batch: u64,
}

/// Which of two nodes a rule expands first, or `None` if the rule does not determine it.
fn comes_first(rule: &str, one: &Waits, other: &Waits) -> Option<bool> {
    let order = match rule {
        "oldest" => other.made.cmp(&one.made),
        // Of one expansion, the first generated is expanded first.
        "newest" => one.batch.cmp(&other.batch).then(other.made.cmp(&one.made)),
        _ => other.f.cmp(&one.f).then(one.g.cmp(&other.g)),
    };
    (!order.is_eq()).then(|| order.is_gt())
}

impl Waiting {
    fn next(&self, algorithm: Algorithm, next: &PathStep, random: &mut SplitMix) -> Option<Ask> {
        use Algorithm as A;
        let rule = match algorithm {
            A::Bfs | A::Frontier => "oldest",
            A::Dfs | A::IterativeDeepening => "newest",
            A::UniformCost | A::Greedy | A::AStar | A::WeightedAStar => "lowest",
            A::IdaStar | A::Rbfs | A::SmaStar | A::Beam => return None,
        };
        let is_taken = next.kind == "expand" || (next.kind == "goal" && rule == "lowest");
        let answer = next.node.filter(|_| is_taken)?;
        let taken = self.nodes.get(&answer)?;
        let mut others = Vec::new();
        for (number, node) in self.nodes.iter().filter(|(number, _)| **number != answer) {
            match comes_first(rule, taken, node) {
                // The rule does not explain this choice: no question here.
                Some(false) => return None,
                Some(true) => others.push((node.f, node.made, *number)),
                None => {}
            }
        }
        others.sort_unstable();
        let mut others: Vec<u32> = others.into_iter().map(|(_, _, number)| number).collect();
        // The next best first, then a random one.
        if others.len() > 2 {
            shuffle(&mut others[1..], random);
        }
        let options = among(answer, &others, random)?;
        Some(Ask::Next { options, answer, rule, g: next.g, f: next.f })
    }

    fn apply(&mut self, algorithm: Algorithm, step: &PathStep) {
        match (step.kind, step.node) {
            ("limit", _) if algorithm == Algorithm::IterativeDeepening => self.nodes.clear(),
            ("open", Some(node)) => {
                self.n_made += 1;
                let batch = self.n_expanded;
                self.nodes.insert(node, Waits { g: step.g, f: step.f, made: self.n_made, batch });
            }
            ("expand" | "goal" | "drop", Some(node)) => {
                self.n_expanded += u64::from(step.kind == "expand");
                self.nodes.remove(&node);
            }
            _ => {}
        }
    }
}

/// Asks for f of the child generated next, where f is a sum.
fn sum(algorithm: Algorithm, next: &PathStep, random: &mut SplitMix) -> Option<Ask> {
    let is_sum = matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar);
    let step = next.step.clone().filter(|_| next.kind == "open" && is_sum && next.h > 0)?;
    let (g, h, answer) = (next.g, next.h, next.f);
    if answer != g + u64::from(h) {
        return None;
    }
    let others = [u64::from(h), answer + 1, g, answer + 2];
    Some(Ask::Sum { step, g, h, options: among(answer, &others, random)?, answer })
}

/// The tree of a two-player search so far.
#[derive(Default)]
struct Grown(HashMap<u32, Branch>);

struct Branch {
    parent: Option<u32>,
    step: String,
    seat: u32,
    /// The values of its moves for the side to move.
    moves: Vec<(String, f64)>,
}

impl Branch {
    fn best(&self) -> Option<f64> {
        self.moves.iter().map(|(_, value)| *value).reduce(f64::max)
    }
}

impl Grown {
    /// The ancestors at which the opponent has a value, the nearest first, with that value for the side to move here.
    fn bounds(&self, node: u32) -> Vec<(u32, f64)> {
        let Some(here) = self.0.get(&node) else { return Vec::new() };
        let mut bounds = Vec::new();
        let mut above = here.parent;
        while let Some((number, branch)) = above.and_then(|at| Some((at, self.0.get(&at)?))) {
            let best = branch.best().filter(|_| branch.seat != here.seat);
            bounds.extend(best.map(|best| (number, -best)));
            above = branch.parent;
        }
        bounds
    }

    /// After a move was searched: is the rest cut?
    fn cut(&self, last: Option<&PlayStep>, next: &PlayStep) -> Option<Ask> {
        let Some(PlayStep::Leave { node: child, .. }) = last else { return None };
        let child = self.0.get(child)?;
        let node = child.parent?;
        let value = self.0.get(&node)?.best()?;
        let bounds = self.bounds(node);
        let refutes = bounds.iter().find(|(_, has)| value >= *has);
        let options = bounds.iter().map(|(number, _)| *number).collect();
        let step = child.step.clone();
        match (next, refutes) {
            (PlayStep::Cut { node: at, skipped, ancestor, has, cut, .. }, Some(_))
                if *at == node && *skipped > 0 && ancestor.is_some() =>
            {
                let (answer, has, bound) = (*ancestor, (*has)?, Some(*cut));
                Some(Ask::Cut { node, step, value, options, answer, has, bound })
            }
            (PlayStep::Enter { parent: Some(parent), .. }, None) if *parent == node => {
                let has = bounds.iter().map(|(_, has)| *has).reduce(f64::min)?;
                Some(Ask::Cut { node, step, value, options, answer: None, has, bound: None })
            }
            _ => None,
        }
    }

    /// Asks for the value backed up when a node is left.
    fn value(&self, next: &PlayStep, random: &mut SplitMix) -> Option<Ask> {
        let PlayStep::Leave { node, value: answer, origin: "moves" } = next else { return None };
        let branch = self.0.get(node)?;
        if branch.best() != Some(*answer) {
            return None;
        }
        let mut others: Vec<f64> = branch.moves.iter().map(|(_, value)| *value).collect();
        shuffle(&mut others, random);
        others.push(-answer);
        let options = among(*answer, &others, random)?;
        Some(Ask::Value { node: *node, options, answer: *answer, moves: branch.moves.clone() })
    }

    fn apply(&mut self, step: &PlayStep) {
        match step {
            PlayStep::Enter { node, parent, step, seat, .. } => {
                let (step, seat) = (step.clone().unwrap_or_default(), *seat);
                self.0.insert(*node, Branch { parent: *parent, step, seat, moves: Vec::new() });
            }
            PlayStep::Leave { node, value, .. } => {
                let Some(Branch { parent: Some(parent), step, seat, .. }) = self.0.get(node) else {
                    return;
                };
                let (parent, step, seat) = (*parent, step.clone(), *seat);
                let Some(above) = self.0.get_mut(&parent) else { return };
                let worth = if above.seat == seat { *value } else { -value };
                // A move that is searched again counts once, with its last value.
                above.moves.retain(|(known, _)| *known != step);
                above.moves.push((step, worth));
            }
            PlayStep::Cut { .. } | PlayStep::Simulate { .. } => {}
        }
    }
}

/// Simulations and sums of the root's moves.
#[derive(Default)]
struct Means(HashMap<String, (u32, f64)>);

impl Means {
    fn mean(&self, next: &PlayStep, random: &mut SplitMix) -> Option<Ask> {
        let PlayStep::Simulate { moves, value: reward, .. } = next else { return None };
        let step = moves.first()?.clone();
        let (visits, sum) =
            self.0.get(&step).copied().filter(|(visits, _)| (2..20).contains(visits))?;
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let answer = rounded((sum + reward) / f64::from(visits + 1));
        let others = [
            rounded((sum + reward) / f64::from(visits)),
            rounded(sum / f64::from(visits)),
            rounded((sum / f64::from(visits) + reward) / 2.0),
            -answer,
        ];
        let options = among(answer, &others, random)?;
        Some(Ask::Mean {
            step,
            visits,
            sum: rounded(sum),
            reward: rounded(*reward),
            options,
            answer,
        })
    }

    fn apply(&mut self, step: &PlayStep) {
        if let PlayStep::Simulate { moves, value, .. } = step
            && let Some(step) = moves.first()
        {
            let (visits, sum) = self.0.entry(step.clone()).or_default();
            *visits += 1;
            *sum += value;
        }
    }
}
