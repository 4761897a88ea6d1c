//! A search written down step by step in a thread of its own, so that it can be watched at any pace,
//! forwards and backwards.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plywood_workbench::problems::{Instance, Method, MethodError, PathStep, Refusal, SolveReport};
use plywood_workbench::units::speed;
use plywood_workbench::{Cancel, Limits};

/// No more steps are written down; about forty bytes each.
const MOST_STEPS: usize = 1_000_000;
/// What a search may spend.
const MOST_TIME: Duration = Duration::from_secs(60);
const MOST_BYTES: u64 = 1 << 30;
/// Steps and time between two messages to the screen.
const BATCH: usize = 4096;
const PAUSE: Duration = Duration::from_millis(50);

/// One step of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// As [`PathStep::kind`].
    pub(crate) kind: &'static str,
    /// The node's number; none for a new limit.
    pub(crate) node: Option<u32>,
    pub(crate) g: u64,
    pub(crate) h: u32,
    pub(crate) f: u64,
    /// Nodes that wait after this step, and nodes that were expanded.
    pub(crate) n_open: u32,
    pub(crate) n_closed: u32,
    pub(crate) reason: Option<Refusal>,
}

/// What is known of the search so far.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) steps: Vec<Step>,
    /// The node each node came from, and by which step.
    nodes: Vec<(u32, u16)>,
    /// The steps, each once.
    names: Vec<String>,
    /// The last word, once there is one.
    pub(crate) report: Option<Result<SolveReport, MethodError>>,
    /// Whether the search went on after the writing stopped.
    pub(crate) is_cut: bool,
    /// Steps a second while they were written.
    pub(crate) speed: Option<f64>,
}

const NO_STEP: u16 = u16::MAX;

/// A node of a list, with the step that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) node: u32,
    pub(crate) step: Option<String>,
    pub(crate) g: u64,
    pub(crate) h: u32,
    pub(crate) f: u64,
}

/// The lists of a search after a step of it.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Nodes that wait, in the order in which they came.
    pub(crate) open: Vec<Listed>,
    /// Nodes that were expanded, the latest last.
    pub(crate) closed: Vec<Listed>,
}

impl Written {
    /// The open and the closed list as they are after the step at `at`.
    pub(crate) fn lists(&self, at: usize) -> Lists {
        let mut open: Vec<Option<Step>> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut closed = Vec::new();
        for step in self.steps.iter().take(at + 1) {
            let Some(node) = step.node else {
                // A new pass begins with empty lists.
                open.clear();
                places.clear();
                closed.clear();
                continue;
            };
            if matches!(step.kind, "open" | "expand" | "drop")
                && let Some(place) = places.remove(&node)
            {
                open[place] = None;
            }
            match step.kind {
                "open" => {
                    places.insert(node, open.len());
                    open.push(Some(*step));
                }
                "expand" => closed.push(*step),
                _ => {}
            }
        }
        let listed = |step: Step| {
            let node = step.node.unwrap_or(0);
            let name = self.nodes.get(node as usize).map(|known| usize::from(known.1));
            let step_name = name.and_then(|name| self.names.get(name).cloned());
            Listed { node, step: step_name, g: step.g, h: step.h, f: step.f }
        };
        Lists {
            open: open.into_iter().flatten().map(listed).collect(),
            closed: closed.into_iter().map(listed).collect(),
        }
    }

    /// The steps that lead to a node, the first one first.
    pub(crate) fn path(&self, node: u32) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = node;
        // No path is longer than there are nodes.
        while let Some(&(parent, name)) = self.nodes.get(at as usize) {
            let Some(text) = self.names.get(usize::from(name)) else { break };
            path.push(text.clone());
            at = parent;
            if path.len() > self.nodes.len() {
                break;
            }
        }
        path.reverse();
        path
    }
}

/// A search being written down. Dropping it ends the search.
pub(crate) struct Recording {
    written: Arc<Mutex<Written>>,
    cancel: Cancel,
}

impl Recording {
    /// Begins; `wake` is called when there is more to see.
    pub(crate) fn start(
        instance: Instance,
        method: Method,
        depth: Option<u32>,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let written = Arc::new(Mutex::new(Written::default()));
        let cancel = Cancel::default();
        let mut writer = Writer::new(Arc::clone(&written), cancel.clone());
        std::thread::spawn(move || {
            writer.run(&instance, &method, depth, &wake);
            wake();
        });
        Self { written, cancel }
    }

    pub(crate) fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// Turns the workbench's steps into ours, and counts the lists.
struct Writer {
    written: Arc<Mutex<Written>>,
    cancel: Cancel,
    batch: Vec<Step>,
    fresh_nodes: Vec<(u32, u16)>,
    fresh_names: Vec<String>,
    names: HashMap<String, u16>,
    n_nodes: usize,
    /// Whether each node waits now.
    is_open: Vec<bool>,
    n_open: u32,
    n_closed: u32,
    n_written: usize,
    began: Instant,
    told: Instant,
}

impl Writer {
    fn new(written: Arc<Mutex<Written>>, cancel: Cancel) -> Self {
        let now = Instant::now();
        Self {
            written,
            cancel,
            batch: Vec::new(),
            fresh_nodes: Vec::new(),
            fresh_names: Vec::new(),
            names: HashMap::new(),
            n_nodes: 0,
            is_open: Vec::new(),
            n_open: 0,
            n_closed: 0,
            n_written: 0,
            began: now,
            told: now,
        }
    }

    fn run(&mut self, instance: &Instance, method: &Method, depth: Option<u32>, wake: &dyn Fn()) {
        let limits = Limits {
            time: Some(MOST_TIME),
            bytes: Some(MOST_BYTES),
            depth,
            cancel: self.cancel.clone(),
            ..Limits::default()
        };
        let mut report = instance.trace(method, &limits, &mut |step| self.write(step, wake));
        self.hand_over();
        let is_cut = self.n_written >= MOST_STEPS;
        if is_cut && !self.cancel.is_raised() {
            // Too long to be written down: the rest runs at full speed.
            self.lock().is_cut = true;
            wake();
            report = instance.solve(method, &limits, &mut |_| {});
        }
        self.lock().report = Some(report);
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&mut self, step: PathStep, wake: &dyn Fn()) -> ControlFlow<()> {
        if self.cancel.is_raised() || self.n_written >= MOST_STEPS {
            return ControlFlow::Break(());
        }
        self.n_written += 1;
        if let Some(node) = step.node {
            self.know(node, &step);
            self.count(node as usize, step.kind);
        }
        self.batch.push(Step {
            kind: step.kind,
            node: step.node,
            g: step.g,
            h: step.h,
            f: step.f,
            n_open: self.n_open,
            n_closed: self.n_closed,
            reason: step.reason,
        });
        let is_due = self.batch.len() >= BATCH || self.told.elapsed() >= PAUSE;
        if is_due {
            self.hand_over();
            self.told = Instant::now();
            wake();
        }
        ControlFlow::Continue(())
    }

    /// Writes down where a node came from, the first time it is met.
    fn know(&mut self, node: u32, step: &PathStep) {
        if (node as usize) < self.n_nodes {
            return;
        }
        let name = step.step.as_ref().map_or(NO_STEP, |text| self.name(text));
        self.fresh_nodes.push((step.parent.unwrap_or(0), name));
        self.is_open.push(false);
        self.n_nodes += 1;
    }

    fn name(&mut self, text: &str) -> u16 {
        if let Some(&number) = self.names.get(text) {
            return number;
        }
        let number = self.names.len() as u16;
        self.names.insert(text.to_owned(), number);
        self.fresh_names.push(text.to_owned());
        number
    }

    fn count(&mut self, node: usize, kind: &str) {
        let was_open = self.is_open[node];
        match kind {
            "open" if !was_open => self.n_open += 1,
            "expand" => {
                self.n_open -= u32::from(was_open);
                self.n_closed += 1;
            }
            "drop" => self.n_open -= u32::from(was_open),
            _ => return,
        }
        self.is_open[node] = kind == "open";
    }

    fn hand_over(&mut self) {
        let speed = speed(self.n_written as u64, self.began.elapsed().as_secs_f64());
        let written = Arc::clone(&self.written);
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        written.steps.append(&mut self.batch);
        written.nodes.append(&mut self.fresh_nodes);
        written.names.append(&mut self.fresh_names);
        written.speed = speed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_workbench::problems::{Algorithm, PROBLEMS};

    fn record(board: &str, method: &str) -> Recording {
        let (sender, news) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = sender.send(());
        };
        let instance = PROBLEMS.iter().find_map(|offer| offer.sample(board)).unwrap();
        let recording = Recording::start(instance, method.parse().unwrap(), None, wake);
        while recording.written().report.is_none() {
            let _ = news.recv_timeout(Duration::from_secs(20));
        }
        recording
    }

    #[test]
    fn every_step_is_written_down_and_the_lists_are_counted() {
        let recording = record("A", "a-star:heuristic=h3");
        let written = recording.written();
        let report = written.report.as_ref().unwrap().as_ref().unwrap();
        assert_eq!((report.generated, report.expanded), (6, 2));
        let last = written.steps.last().unwrap();
        assert_eq!((last.kind, last.n_closed), ("goal", 2));
        assert_eq!(written.path(last.node.unwrap()), *report.path.as_ref().unwrap());
        assert!(written.steps.iter().all(|step| step.n_open <= 7));
    }

    #[test]
    fn the_lists_hold_what_the_counters_say() {
        for method in ["a-star:heuristic=h3", "bfs", "dfs", "ids", "greedy", "ucs"] {
            let recording = record("B", method);
            let written = recording.written();
            for at in (0..written.steps.len().min(400)).step_by(7) {
                let lists = written.lists(at);
                let step = &written.steps[at];
                if method != "ids" {
                    let counted = (step.n_open as usize, step.n_closed as usize);
                    assert_eq!((lists.open.len(), lists.closed.len()), counted, "{method} {at}");
                }
            }
        }
    }

    #[test]
    fn every_algorithm_can_be_watched() {
        for algorithm in Algorithm::ALL {
            let recording = record("A", algorithm.name());
            let written = recording.written();
            let report = written.report.as_ref().unwrap().as_ref().unwrap();
            let goal = written.steps.iter().rev().find(|step| step.kind == "goal").unwrap();
            let path = written.path(goal.node.unwrap());
            assert_eq!(Some(path.len()), report.path.as_ref().map(Vec::len), "{algorithm:?}");
        }
    }
}
