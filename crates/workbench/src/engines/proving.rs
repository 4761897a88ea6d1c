//! Proof methods by name, and the general provers behind them.

use std::str::FromStr;

use plywood_contract::{Evaluator, Heard, Limits, Message, Refused, Stop, message};
use plywood_search::Allowance;
use plywood_search::adversarial::{Deepening, Question, TranspositionTable, iterative_deepening};
use plywood_search::proof::{Claim, df_pn};

use super::plain::result_of;
use super::playable::Playable;
use super::solve::Prover;
use super::thought::Means;
use crate::names::plain;

/// How values are proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofMethod {
    /// The game's own solver, where it has one.
    #[default]
    Best,
    /// Iterative deepening until no opinion is left.
    Iterative,
    /// Depth-first proof-number search.
    DfPn,
}

impl ProofMethod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Best, Self::Iterative, Self::DfPn];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Iterative => "iterative",
            Self::DfPn => "df-pn",
        }
    }

    /// What it does.
    pub fn explain(self) -> Message {
        match self {
            Self::Best => {
                message!("proof-best", "the game's own solver, or iterative where it has none")
            }
            Self::Iterative => message!(
                "proof-iterative",
                "searches a ply deeper each pass until the value follows from the rules alone"
            ),
            Self::DfPn => message!(
                "proof-df-pn",
                "proof-number search: settles yes-or-no questions by the line easiest to settle"
            ),
        }
    }
}

impl FromStr for ProofMethod {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let is_meant = |method: &Self| plain(method.name()) == plain(text);
        Self::ALL.into_iter().find(is_meant).ok_or_else(|| {
            let list = Self::ALL.map(Self::name).join(", ");
            message!(
                "no-proof-method",
                "`{text}` is not a proof method: expected one of {list}",
                text,
                list
            )
            .into()
        })
    }
}

/// The prover of a game for this method.
pub(super) fn prover<G: Playable>(
    method: ProofMethod,
    game: &G,
    means: &Means,
) -> Box<dyn Prover<G>> {
    match method {
        ProofMethod::Best => game.prover(means),
        ProofMethod::Iterative => Box::new(ToTheEnd::new(means)),
        ProofMethod::DfPn => Box::new(ByClaims { bytes: means.hash as usize }),
    }
}

/// Iterative deepening until no opinion is left.
pub(crate) struct ToTheEnd {
    table: TranspositionTable,
    threads: usize,
}

impl ToTheEnd {
    pub(crate) fn new(means: &Means) -> Self {
        Self { table: TranspositionTable::new(means.hash as usize), threads: means.threads }
    }
}

impl<G: Playable> Prover<G> for ToTheEnd {
    fn value(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        let judge = game.judge();
        let options = Deepening { threads: self.threads, ..Deepening::default() };
        let question = Question::new(game, &judge, position, limits);
        let analysis = iterative_deepening(&question, &self.table, &options, Heard::by_nobody());
        let value = match analysis.lines.first() {
            Some(line) if line.exact => Ok(result_of(&|result| judge.settle(result), line.score)),
            _ => Err(analysis.stopped.unwrap_or(Stop::Nodes)),
        };
        (value, analysis.stats.analysed)
    }
}

/// Settles claims "at least so much" by proof-number search until one value is left.
struct ByClaims {
    bytes: usize,
}

impl<G: Playable> Prover<G> for ByClaims {
    fn value(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        let mut allowance = Allowance::new(limits);
        let mut at_least = |least: i32| {
            let claim = Claim { seat: game.turn(position), least };
            let settled = df_pn(game, position, claim, self.bytes, &allowance.left());
            allowance.pay(&settled.stats, 0);
            settled.verdict
        };
        let value = match game.points(position) {
            Some(_) => margin(&mut at_least),
            None => outcome(&mut at_least),
        };
        (value, allowance.spent.analysed)
    }
}

type AtLeast<'a> = dyn FnMut(i32) -> Result<bool, Stop> + 'a;

/// Won, drawn or lost.
fn outcome(at_least: &mut AtLeast<'_>) -> Result<i32, Stop> {
    Ok(match () {
        () if at_least(1)? => 1,
        () if at_least(0)? => 0,
        () => -1,
    })
}

/// The difference in points: doubles the claim until one fails, then bisects.
fn margin(at_least: &mut AtLeast<'_>) -> Result<i32, Stop> {
    let (mut low, mut high) = match at_least(0)? {
        true => (0, 1),
        false => (-1, 0),
    };
    // `low` is reached and `high` is not, after both loops.
    while low >= 0 && at_least(high)? {
        (low, high) = (high, 2 * high);
    }
    while low < 0 && !at_least(low)? {
        (low, high) = (2 * low, low);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if at_least(middle)? { low = middle } else { high = middle }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_found_by_claims_alone() {
        for value in (-70..70).chain([-1024, 1023, 999]) {
            let found = margin(&mut |least| Ok(value >= least));
            assert_eq!(found, Ok(value));
            let found = outcome(&mut |least| Ok(value.signum() >= least));
            assert_eq!(found, Ok(value.signum()));
        }
    }

    #[test]
    fn ways_to_prove_have_names_and_others_are_refused() {
        for method in ProofMethod::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        assert_eq!("DFPN".parse(), Ok(ProofMethod::DfPn));
        let refused = "guess".parse::<ProofMethod>().expect_err("nobody proves by guessing");
        assert!(refused.to_string().contains("best, iterative, df-pn"), "{refused}");
    }
}
