//! Problems behind a pointer, as tables are games behind a pointer: front ends know no problem's type.

use std::ops::ControlFlow;

use plywood_contract::{
    Cost, Frame, Heuristic, Layered, Limits, Message, PathCost, Refused, Scene, Shown, Spot, Stats,
    UNREACHABLE, message,
};

use super::check::{CheckReport, Checking, check};
use super::method::{Algorithm, Method, MethodError};
use super::report::{SolveReport, report};
use super::search::{Pulse, search};
use super::trace::{PathStep, Recorder};
use crate::catalogue::problems::ProblemOffer;
use crate::script::{Asking, Facts, Script};

/// A problem that can be shown, solved and traced. One implementation serves every problem of the
/// catalogue.
pub trait Quest: Send + Sync {
    /// Its entry in the catalogue.
    fn offer(&self) -> &'static ProblemOffer;
    /// What does not change from state to state.
    fn frame(&self) -> Frame;
    /// The problem as text that reads back.
    fn text(&self) -> String;
    /// The objective in cells, where there is one.
    fn objective(&self) -> Option<u32>;
    /// A warning before solving it, such as that it has no solution.
    fn note(&self) -> Option<Message>;
    /// Its text with some cells changed, by the marks of the text; `None` for problems not drawn cell by cell.
    fn painted(&self, strokes: &[(Spot, char)]) -> Option<String>;
    /// The scenes of the start and after each of these steps.
    fn scenes(&self, steps: &[String]) -> Result<Vec<Scene>, Refused>;
    /// The scene after these steps.
    fn scene(&self, after: &[String]) -> Result<Scene, Refused>;
    /// The state after these steps.
    fn standing(&self, after: &[String]) -> Result<Standing, Refused>;
    /// See [`Instance::solve`](super::Instance::solve).
    fn solve(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<SolveReport, MethodError>;
    /// See [`Instance::trace`](super::Instance::trace).
    fn trace(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        sink: &mut dyn FnMut(PathStep) -> ControlFlow<()>,
    ) -> Result<SolveReport, MethodError>;
    /// See [`Instance::solve_with_estimate`](super::Instance::solve_with_estimate).
    fn solve_with_estimate(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
        estimate: &dyn Fn(&str) -> Cost,
    ) -> SolveReport;
    /// See [`Instance::check_with_estimate`](super::Instance::check_with_estimate).
    fn check_with_estimate(
        &self,
        name: &str,
        checking: &Checking<'_>,
        limits: &Limits,
        estimate: &dyn Fn(&str) -> Cost,
    ) -> CheckReport;
    /// See [`Instance::check`](super::Instance::check).
    fn check(
        &self,
        name: &str,
        checking: &Checking<'_>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<CheckReport, MethodError>;
}

/// Facts about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What the steps to it cost.
    pub cost: PathCost,
    /// Whether it is a goal.
    pub is_goal: bool,
    /// The state in one line: the same text for the same state.
    pub text: String,
    /// The steps that can be taken.
    pub steps: Vec<String>,
}

/// The heuristics of a problem by name; one type for each problem, so that calls are static.
pub(crate) trait Guide<P: Posable<Guide = Self>>: Heuristic<P> + Copy + 'static {
    /// All of them, in the order in which they are listed.
    fn all() -> &'static [Self];
    /// The name and its aliases.
    fn names(self) -> &'static [&'static str];
    /// The name in scripts, which cannot contain a dash.
    fn fact(self) -> &'static str {
        self.names()[0]
    }
    /// What it counts and what it promises, in a sentence.
    fn explain(self) -> Message;
    /// Whether it never overestimates, on any board.
    fn is_admissible(self) -> bool;
}

/// A problem's type, as its file in the catalogue describes it.
pub(crate) trait Posable: Shown + Layered + Send + Sync + Sized + 'static {
    /// Its heuristics.
    type Guide: Guide<Self>;
    /// Its offer.
    fn offer() -> &'static ProblemOffer;
    /// The problem as text that reads back.
    fn text(&self) -> String;
    /// The objective in cells, where there is one.
    fn objective(&self) -> Option<u32> {
        None
    }
    /// Cells covered in a state, where the objective counts cells.
    fn cells(&self, _state: &Self::State) -> Option<u32> {
        None
    }
    /// A warning before solving it.
    fn note(&self) -> Option<Message> {
        None
    }
    /// Its text with some cells changed, where it is drawn cell by cell.
    fn painted(&self, _strokes: &[(Spot, char)]) -> Option<String> {
        None
    }
    /// Sets the facts about a state that a script may read, by the names of the offer.
    fn tell(&self, state: &Self::State, facts: &mut Facts<'_>);
}

/// A problem of the catalogue.
pub(crate) struct Posed<P>(pub(crate) P);

/// An estimate supplied by the caller.
pub(crate) type EstimateFn<'a, P> =
    &'a dyn Fn(&P, &<P as plywood_contract::Problem>::State) -> Cost;

/// A heuristic of the catalogue or the caller's own: one type, so that searches are compiled once for both.
pub(crate) enum Estimate<'a, P: Posable> {
    /// By name.
    Ours(P::Guide),
    /// By a function.
    Function(EstimateFn<'a, P>),
}

impl<P: Posable> Heuristic<P> for Estimate<'_, P> {
    #[inline]
    fn h(&self, problem: &P, state: &P::State) -> Cost {
        match self {
            Self::Ours(guide) => guide.h(problem, state),
            Self::Function(estimate) => estimate(problem, state),
        }
    }

    #[inline]
    fn peek(&self, problem: &P, state: &P::State, h: Cost, action: P::Action) -> Option<Cost> {
        match self {
            Self::Ours(guide) => guide.peek(problem, state, h, action),
            Self::Function(_) => None,
        }
    }
}

impl<P: Posable> Posed<P> {
    /// Solves with an estimate of any kind.
    pub(crate) fn run(
        &self,
        (name, method): (&str, &Method),
        estimate: &Estimate<'_, P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> SolveReport {
        let outcome = search(&self.0, estimate, method, limits, Pulse(progress));
        report(&self.0, name, method, limits, &outcome)
    }

    /// The heuristic of this name.
    fn guide(name: Option<&str>) -> Option<Estimate<'static, P>> {
        let wanted = |guide: &&P::Guide| Some(guide.names()[0]) == name;
        P::Guide::all().iter().find(wanted).map(|guide| Estimate::Ours(*guide))
    }

    /// Searches with the heuristic that is named, or with a script. A script that fails ends the search with its
    /// error.
    fn estimating<R>(
        &self,
        (name, script): (Option<&str>, Option<&Script>),
        limits: &Limits,
        run: impl FnOnce(&Estimate<'_, P>, &Limits) -> R,
    ) -> Result<R, MethodError> {
        let Some(script) = script else {
            let guide = Self::guide(name).expect("a settled method names one of our heuristics");
            return Ok(run(&guide, limits));
        };
        let (asking, limits) = Asking::new(script, limits);
        let estimate = |problem: &P, state: &P::State| {
            asking.cost(&|facts| {
                problem.tell(state, facts);
                for guide in P::Guide::all() {
                    facts.number(guide.fact(), || guide.h(problem, state).into());
                }
                facts.number("never", || UNREACHABLE.into());
            })
        };
        let found = run(&Estimate::Function(&estimate), &limits);
        asking.answer(found).map_err(MethodError::Script)
    }

    /// The states after each of these steps, the start first, and the cost of the path.
    fn walk(&self, steps: &[String]) -> Result<(Vec<P::State>, PathCost), Refused> {
        let problem = &self.0;
        let mut cost = 0;
        let mut states = vec![problem.start()];
        for (i, step) in steps.iter().enumerate() {
            let state = &states[i];
            let named = |action: &P::Action| problem.action_text(state, *action) == *step;
            let Some(action) = problem.actions(state).find(named) else {
                let reason = message!(
                    "no-such-step",
                    "`{step}` is not a step that can be taken here",
                    step = step.chars().take(40).collect::<String>()
                );
                return Err(message!("move-number", "move {n}: {reason}", n = i + 1, reason).into());
            };
            let next = problem.apply(state, action);
            cost += PathCost::from(problem.cost(state, action));
            states.push(next);
        }
        Ok((states, cost))
    }
}

impl<P: Posable> Quest for Posed<P> {
    fn offer(&self) -> &'static ProblemOffer {
        P::offer()
    }

    fn frame(&self) -> Frame {
        self.0.frame()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn objective(&self) -> Option<u32> {
        self.0.objective()
    }

    fn note(&self) -> Option<Message> {
        self.0.note()
    }

    fn painted(&self, strokes: &[(Spot, char)]) -> Option<String> {
        self.0.painted(strokes)
    }

    fn scenes(&self, steps: &[String]) -> Result<Vec<Scene>, Refused> {
        Ok(self.walk(steps)?.0.iter().map(|state| self.0.scene(state)).collect())
    }

    fn scene(&self, after: &[String]) -> Result<Scene, Refused> {
        let (states, _) = self.walk(after)?;
        Ok(self.0.scene(&states[states.len() - 1]))
    }

    fn standing(&self, after: &[String]) -> Result<Standing, Refused> {
        let (states, cost) = self.walk(after)?;
        let state = &states[states.len() - 1];
        let steps = self.0.actions(state).map(|action| self.0.action_text(state, action));
        let (is_goal, text) = (self.0.is_goal(state), self.0.state_text(state));
        Ok(Standing { cost, is_goal, text, steps: steps.collect() })
    }

    fn solve(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<SolveReport, MethodError> {
        let method = P::offer().settle(method.clone())?;
        let heuristic = (method.heuristic.as_deref(), method.script.as_ref());
        self.estimating(heuristic, limits, |guide, limits| {
            self.run((name, &method), guide, limits, progress)
        })
    }

    fn trace(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        sink: &mut dyn FnMut(PathStep) -> ControlFlow<()>,
    ) -> Result<SolveReport, MethodError> {
        let method = P::offer().settle(method.clone())?;
        let heuristic = (method.heuristic.as_deref(), method.script.as_ref());
        self.estimating(heuristic, limits, |guide, limits| {
            let (recorder, limits) = Recorder::new(&self.0, limits, sink);
            let outcome = search(&self.0, guide, &method, &limits, recorder);
            report(&self.0, name, &method, &limits, &outcome)
        })
    }

    fn solve_with_estimate(
        &self,
        name: &str,
        method: &Method,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
        estimate: &dyn Fn(&str) -> Cost,
    ) -> SolveReport {
        let told = |problem: &P, state: &P::State| estimate(&problem.state_text(state));
        self.run((name, method), &Estimate::Function(&told), limits, progress)
    }

    fn check_with_estimate(
        &self,
        name: &str,
        checking: &Checking<'_>,
        limits: &Limits,
        estimate: &dyn Fn(&str) -> Cost,
    ) -> CheckReport {
        let told = |problem: &P, state: &P::State| estimate(&problem.state_text(state));
        check(&self.0, name, &Estimate::Function(&told), checking, (limits, Pulse(&mut |_| {})))
    }

    fn check(
        &self,
        name: &str,
        checking: &Checking<'_>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<CheckReport, MethodError> {
        let method = Method::new(Algorithm::AStar).guided(checking.heuristic);
        let method = match checking.script {
            Some(script) => method.scripted(script.clone()),
            None => P::offer().settle(method)?,
        };
        let heuristic = method.heuristic.as_deref().expect("a settled method names its heuristic");
        let checking = Checking { heuristic, ..*checking };
        self.estimating((Some(heuristic), method.script.as_ref()), limits, |guide, limits| {
            check(&self.0, name, guide, &checking, (limits, Pulse(progress)))
        })
    }
}
