//! A problem behind a pointer, as a table is a game behind one: front ends know no problem's type.

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

/// A problem that can be looked at, solved and watched. There is one implementation, for every problem
/// of the catalogue.
pub trait Quest: Send + Sync {
    /// What the catalogue says of it.
    fn offer(&self) -> &'static ProblemOffer;
    /// What never changes.
    fn frame(&self) -> Frame;
    /// The problem as text that reads back.
    fn text(&self) -> String;
    /// Cells asked for, where there is such a number.
    fn objective(&self) -> Option<u32>;
    /// What one should know before solving it, such as that it cannot be solved.
    fn note(&self) -> Option<Message>;
    /// Its text with some cells painted, by the marks of the text; none for problems that are not drawn cell by cell.
    fn painted(&self, strokes: &[(Spot, char)]) -> Option<String>;
    /// How it looks at the start and after each of these steps.
    fn scenes(&self, steps: &[String]) -> Result<Vec<Scene>, Refused>;
    /// How it looks after these steps.
    fn scene(&self, after: &[String]) -> Result<Scene, Refused>;
    /// What is known of the state after these steps.
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
    /// See [`Instance::check`](super::Instance::check).
    fn check(
        &self,
        name: &str,
        checking: &Checking<'_>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Stats),
    ) -> Result<CheckReport, MethodError>;
}

/// What is known of a state.
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

/// Heuristics of a problem by name; one type for each problem, so that none stands behind a pointer.
pub(crate) trait Guide<P: Posable<Guide = Self>>: Heuristic<P> + Copy + 'static {
    /// All of them, in the order in which they are listed.
    fn all() -> &'static [Self];
    /// The name, and what else people call it.
    fn names(self) -> &'static [&'static str];
    /// The name in scripts, where no dash can stand.
    fn fact(self) -> &'static str {
        self.names()[0]
    }
    /// What it counts and what it promises, in a sentence.
    fn explain(self) -> Message;
    /// Whether it never overestimates, on any board.
    fn is_admissible(self) -> bool;
}

/// What the catalogue's file says of a problem's type.
pub(crate) trait Posable: Shown + Layered + Send + Sync + Sized + 'static {
    /// Its heuristics.
    type Guide: Guide<Self>;
    /// Its offer.
    fn offer() -> &'static ProblemOffer;
    /// The problem as text that reads back.
    fn text(&self) -> String;
    /// Cells asked for, where there is such a number.
    fn objective(&self) -> Option<u32> {
        None
    }
    /// Cells covered in a state, where cells are what is asked for.
    fn cells(&self, _state: &Self::State) -> Option<u32> {
        None
    }
    /// What one should know before solving it.
    fn note(&self) -> Option<Message> {
        None
    }
    /// Its text with some cells painted, where it is drawn cell by cell.
    fn painted(&self, _strokes: &[(Spot, char)]) -> Option<String> {
        None
    }
    /// Tells a script what there is to know of a state, by the names of the offer.
    fn tell(&self, state: &Self::State, facts: &mut Facts<'_>);
}

/// A problem of the catalogue.
pub(crate) struct Posed<P>(pub(crate) P);

/// An estimate of the caller's own.
pub(crate) type Told<'a, P> = &'a dyn Fn(&P, &<P as plywood_contract::Problem>::State) -> Cost;

/// One of ours, or the caller's own: one type, so that searches are compiled once for both.
pub(crate) enum Estimate<'a, P: Posable> {
    /// By name.
    Ours(P::Guide),
    /// By a function.
    Told(Told<'a, P>),
}

impl<P: Posable> Heuristic<P> for Estimate<'_, P> {
    #[inline]
    fn h(&self, problem: &P, state: &P::State) -> Cost {
        match self {
            Self::Ours(guide) => guide.h(problem, state),
            Self::Told(told) => told(problem, state),
        }
    }

    #[inline]
    fn peek(&self, problem: &P, state: &P::State, h: Cost, action: P::Action) -> Option<Cost> {
        match self {
            Self::Ours(guide) => guide.peek(problem, state, h, action),
            Self::Told(_) => None,
        }
    }
}

impl<P: Posable> Posed<P> {
    /// Solves by an estimate of any kind.
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

    /// Searches with the heuristic that is named, or with a script. A script that fails ends the search, and
    /// why it failed is the answer.
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
        let told = |problem: &P, state: &P::State| {
            asking.cost(&|facts| {
                problem.tell(state, facts);
                for guide in P::Guide::all() {
                    facts.number(guide.fact(), || guide.h(problem, state).into());
                }
                facts.number("never", || UNREACHABLE.into());
            })
        };
        let found = run(&Estimate::Told(&told), &limits);
        asking.answer(found).map_err(MethodError::Script)
    }

    /// The states after each of these steps, the start first, and what the steps cost.
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
