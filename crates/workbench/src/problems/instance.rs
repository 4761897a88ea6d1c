//! A named problem: what is solved, compared, checked and traced.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_contract::{Cost, Limits, Stats};

use super::check::{CheckReport, Checking};
use super::method::{Method, MethodError};
use super::quest::Quest;
use super::report::SolveReport;
use super::trace::PathStep;

/// A problem and its name. Copies share the problem.
#[derive(Clone)]
pub struct Instance {
    /// `A`, a file's name, or `text` for one that was typed.
    pub name: String,
    /// The problem.
    pub quest: Arc<dyn Quest>,
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.name, self.quest.offer().name)
    }
}

impl Instance {
    /// Solves it by `method` within `limits`; `progress` is called every few milliseconds.
    pub fn solve(
        &self,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<SolveReport, MethodError> {
        self.quest.solve(&self.name, method, limits, progress)
    }

    /// The same, passing every step to `sink` until that returns `Break`.
    pub fn trace(
        &self,
        method: &Method,
        limits: &Limits,
        sink: &mut dyn FnMut(PathStep) -> ControlFlow<()>,
    ) -> Result<SolveReport, MethodError> {
        self.quest.trace(&self.name, method, limits, sink)
    }

    /// Solves it by an estimate of the caller's own, computed from each state's text; the report names no heuristic.
    pub fn solve_with_estimate(
        &self,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
        estimate: &dyn Fn(&str) -> Cost,
    ) -> SolveReport {
        self.quest.solve_with_estimate(&self.name, method, limits, progress, estimate)
    }

    /// Looks for states where such an estimate is too high or contradicts itself.
    pub fn check_with_estimate(
        &self,
        checking: &Checking<'_>,
        limits: &Limits,
        estimate: &dyn Fn(&str) -> Cost,
    ) -> CheckReport {
        self.quest.check_with_estimate(&self.name, checking, limits, estimate)
    }

    /// Looks for states where a heuristic overestimates or contradicts itself.
    pub fn check(
        &self,
        checking: &Checking<'_>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<CheckReport, MethodError> {
        self.quest.check(&self.name, checking, limits, progress)
    }
}
