//! An engine for one game: from a position, through the search asked for, to its findings.

use plywood_contract::{
    Analysis, Evaluator, Heard, Limits, Line, Plain, PlayStats, Refused, Score, Seat, Stop,
    Stopwatch, message,
};
use plywood_search::adversarial::{
    Algorithm, Deepening, Mcts, Memory, Plan, Question, run, win_share,
};
use plywood_search::random::SplitMix;

use super::engine::{Engine, Kind, Opinion};
use super::expert::Expert;
use super::plain::{self, Nothing, OthersJudge, Points};
use super::playable::{Course, Playable, course_of};
use super::score::Unit;
use super::thought::{Appraisal, Findings, FoundLine, Means, MoveOrigin, Thinker};
use crate::games::{Offer, Seated, Table as Seats, steps};
use crate::script::Asking;

/// A certain win in the scores of Monte Carlo tree search.
const MCTS_WIN: Score = 1000;
/// With `rave=on`, the weight of a move made later beside one made at once.
const RAVE_WEIGHT: f32 = 0.7;

/// Whoever asks for more of the best moves wants them all valued, the bad ones too.
const MOST_TREE_LINES: usize = 16;

/// An engine and the memory it keeps between moves.
pub(crate) struct Brain<G: Playable> {
    offer: &'static Offer,
    game: G,
    engine: Engine,
    threads: usize,
    hash: u64,
    memory: Memory<G>,
    expert: Option<Box<dyn Expert<G>>>,
    random: SplitMix,
    seed: u64,
}

impl<G: Playable> Brain<G> {
    pub(crate) fn new(offer: &'static Offer, game: G, engine: &Engine, means: &Means) -> Self {
        let hash = engine.hash.unwrap_or(means.hash);
        let threads = engine.threads.unwrap_or(means.threads);
        let own = Means { threads, hash, ..means.clone() };
        let expert = if engine.kind == Kind::Best { game.expert(&own) } else { None };
        let seed = engine.seed.unwrap_or(means.seed);
        Self {
            offer,
            game,
            engine: engine.clone(),
            threads,
            hash,
            expert,
            memory: Memory::new(hash as usize),
            random: SplitMix::new(seed),
            seed,
        }
    }

    /// The limits of a search, tightened by the engine's own options.
    fn tighten(&self, limits: &Limits) -> Limits {
        fn least<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            time: least(limits.time, self.engine.time),
            nodes: least(limits.nodes, self.engine.nodes),
            depth: least(limits.depth, self.engine.depth),
            bytes: limits.bytes,
            cancel: limits.cancel.clone(),
        }
    }

    /// The position at a table of this game and these rules.
    fn root(&self, at: &dyn Seats) -> Result<G::Position, Refused> {
        let seated = at.as_any().downcast_ref::<Seated<G>>().map(Seated::parts);
        let (_, position) =
            seated.filter(|(game, _)| game.has_rules_of(&self.game)).ok_or_else(|| {
                let (game, seated) = (at.offer().name, self.offer.name);
                message!(
                    "other-game",
                    "an engine seated at {seated} cannot think about {game} as it is played here",
                    seated,
                    game
                )
            })?;
        Ok(position.clone())
    }

    /// Whether quiescence search is switched off for a judge that knows noisy moves.
    fn is_quiet(&self) -> bool {
        <G::Judge as Evaluator<G>>::NOISE && self.engine.quiescence == Some(false)
    }

    fn judged<E: Evaluator<G> + Sync>(
        &mut self,
        judge: &E,
        scale: Scale,
        root: &G::Position,
        n_lines: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&Findings),
    ) -> Findings {
        let game = self.game.clone();
        let settle = |result| judge.settle(result);
        let mut shown = Shown { game: &game, settle: &settle, scale, root };
        if let Some(slip) = self.slip(root) {
            return shown.unsearched(&slip, MoveOrigin::Random);
        }
        let algorithm = self.algorithm::<E>(n_lines, limits);
        match self.engine.kind {
            Kind::Random => {
                return shown.unsearched(&self.at_random(root), MoveOrigin::Random);
            }
            Kind::Largest => {
                return shown.unsearched(&self.by_points(root, limits), MoveOrigin::Points);
            }
            Kind::Best if self.expert.as_ref().is_some_and(|one| n_lines <= one.most_lines()) => {
                let expert = self.expert.as_mut().expect("it was just there");
                shown.scale = Scale::results(expert.point());
                let mut progress = |analysis: &_| watch(&shown.findings(analysis));
                let analysis = expert.analyse(&game, root, n_lines, limits, &mut progress);
                let mut found = shown.findings(&analysis);
                found.tell_plies(|line| expert.plies(line));
                return found;
            }
            _ if algorithm == Algorithm::Mcts => {
                let wins = Scale::of(MCTS_WIN);
                shown.scale = Scale { opinions: Some(Unit::Wins), is_guided: E::GUIDES, ..wins };
            }
            _ => {}
        }
        let plan = self.plan(algorithm, scale, n_lines);
        let question = Question::new(&game, judge, root, limits);
        let mut progress = |analysis: &_| watch(&shown.findings(analysis));
        let analysis = run(&question, &plan, &mut self.memory, Heard::by(&mut progress));
        shown.findings(&analysis)
    }

    /// The search to make. A tree that is to end at a depth would never end, and it knows little of most moves.
    fn algorithm<E: Evaluator<G>>(&self, n_lines: usize, limits: &Limits) -> Algorithm {
        let suits_tree = E::GUIDES && limits.depth.is_none() && n_lines <= MOST_TREE_LINES;
        match self.engine.kind {
            Kind::Best if G::TREE && suits_tree => Algorithm::Mcts,
            kind => kind.algorithm(),
        }
    }

    /// The plan of a search for this many lines.
    fn plan(&self, algorithm: Algorithm, scale: Scale, n_lines: usize) -> Plan {
        let reductions = self.engine.reductions.unwrap_or(false);
        let deepening = Deepening { lines: n_lines, threads: self.threads, reductions };
        Plan { algorithm, depth: None, deepening, mcts: self.mcts_options(scale, n_lines) }
    }

    fn mcts_options(&self, scale: Scale, n_lines: usize) -> Mcts {
        let usual = Mcts::default();
        let engine = &self.engine;
        Mcts {
            exploration: engine.exploration.map(|weight| weight as f32),
            bias: engine.bias.map_or(usual.bias, |weight| weight as f32),
            rave: engine.rave.map(|is_on| if is_on { RAVE_WEIGHT } else { 0.0 }),
            cutoff: engine.playout,
            // An option that asks for random games is honoured, even where the judge would evaluate instead.
            mix: engine.playout.map(|_| 0.0),
            scale: scale.lead.unwrap_or(G::LEAD * scale.point),
            lines: n_lines,
            threads: self.threads,
            seed: self.seed,
            ..usual
        }
    }

    /// The random numbers for this position: they depend on seed and position only, so that a resumed game
    /// continues as it would have.
    fn dice(&self, root: &G::Position) -> SplitMix {
        SplitMix::new(self.seed ^ self.game.key(root))
    }

    /// A random move.
    fn at_random(&mut self, root: &G::Position) -> Analysis<G::Move> {
        let stopwatch = Stopwatch::start();
        let mut moves = Vec::new();
        self.game.moves(root, &mut moves);
        any_of(&moves, 0, &stopwatch, &mut self.random)
    }

    /// One of the moves that score most at once, among those that the limits allow to try.
    fn by_points(&mut self, root: &G::Position, limits: &Limits) -> Analysis<G::Move> {
        let stopwatch = Stopwatch::start();
        let mut moves = Vec::new();
        self.game.moves(root, &mut moves);
        let n_all = moves.len();
        let most_moves = limits.nodes.map_or(usize::MAX, |nodes| nodes.saturating_sub(1) as usize);
        moves.truncate(most_moves.max(1));
        let n_moves = moves.len().min(most_moves) as u64;
        let mover = self.game.turn(root).index();
        let points = |step: G::Move| {
            let mut position = root.clone();
            self.game.play(&mut position, step);
            self.game.points(&position).map(|points| points[mover])
        };
        if moves.len() > 1 {
            let points: Vec<Option<u32>> = moves.iter().map(|&step| points(step)).collect();
            let most = points.iter().copied().max().flatten();
            let mut points = points.into_iter();
            moves.retain(|_| points.next() == Some(most));
        }
        let mut analysis = any_of(&moves, n_moves, &stopwatch, &mut self.dice(root));
        analysis.stopped = (n_moves < n_all as u64).then_some(Stop::Nodes);
        analysis
    }

    /// A random move, if the engine makes a deliberate mistake here.
    fn slip(&self, root: &G::Position) -> Option<Analysis<G::Move>> {
        let stopwatch = Stopwatch::start();
        let mut dice = self.dice(root);
        if self.engine.slips == 0 || dice.below(100) >= u64::from(self.engine.slips) {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(root, &mut moves);
        Some(any_of(&moves, 0, &stopwatch, &mut dice))
    }
}

impl<G: Playable> Thinker for Brain<G> {
    fn think(
        &mut self,
        at: &dyn Seats,
        n_lines: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        let root = self.root(at)?;
        let limits = self.tighten(limits);
        let own = Scale::of(G::POINT);
        let plain = Scale::of(plain::POINT);
        let n_lines = n_lines.max(1);
        Ok(match self.engine.judge {
            Opinion::Full if self.is_quiet() => {
                let judge = self.game.judge();
                self.judged(&Plain(&judge), own, &root, n_lines, &limits, watch)
            }
            Opinion::Full => {
                let judge = self.game.judge();
                self.judged(&judge, own, &root, n_lines, &limits, watch)
            }
            Opinion::Course => {
                let course = course_of(self.offer, &self.game)?;
                let (judge, scale) = (Plain(&*course.judge), Scale::of_course(&course));
                self.judged(&judge, scale, &root, n_lines, &limits, watch)
            }
            Opinion::Script => {
                let script = self.engine.script.clone().ok_or_else(no_script)?;
                let (asking, limits) = Asking::new(&script, &limits);
                let ask = |table: Box<dyn Seats>| asking.opinion(&*table);
                let told = OthersJudge { offer: self.offer, ask: &ask };
                let found = self.judged(&Plain(&told), plain, &root, n_lines, &limits, watch);
                asking.answer(found)?
            }
            Opinion::Points => self.judged(&Plain(&Points), plain, &root, n_lines, &limits, watch),
            Opinion::None => self.judged(&Plain(&Nothing), plain, &root, n_lines, &limits, watch),
        })
    }

    fn think_with_judge(
        &mut self,
        at: &dyn Seats,
        n_lines: usize,
        limits: &Limits,
        judge: &Appraisal<'_>,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        let root = self.root(at)?;
        let limits = self.tighten(limits);
        let scale = Scale::of(plain::POINT);
        let told = OthersJudge { offer: self.offer, ask: judge };
        // The table holds values of another judge.
        self.memory.clear();
        let found = self.judged(&Plain(&told), scale, &root, n_lines.max(1), &limits, watch);
        self.memory.clear();
        Ok(found)
    }

    fn forget(&mut self) {
        self.memory.clear();
        if self.expert.is_some() {
            let means = Means { threads: self.threads, hash: self.hash, seed: self.seed };
            self.expert = self.game.expert(&means);
        }
        self.random = SplitMix::new(self.seed);
    }

    fn begin(&mut self, seed: u64) {
        self.seed = self.engine.seed.unwrap_or(seed);
        self.forget();
    }
}

/// The refusal of an engine made with a script's name alone.
pub(crate) fn no_script() -> Refused {
    message!("judge-no-script", "this engine's judge is a script, but none was read").into()
}

/// One of these moves, with the statistics of visiting the root and `n_tried` children.
fn any_of<M: Copy>(
    moves: &[M],
    n_tried: u64,
    stopwatch: &Stopwatch,
    random: &mut SplitMix,
) -> Analysis<M> {
    let pick = random.below(moves.len().max(1) as u64) as usize;
    let step = moves.get(pick).map(|&step| Line { moves: vec![step], score: 0, exact: false });
    let stats = PlayStats {
        analysed: 1 + n_tried,
        expanded: Some(1),
        depth: u32::from(n_tried > 0),
        selective_depth: u32::from(n_tried > 0),
        time: stopwatch.elapsed(),
        ..PlayStats::default()
    };
    Analysis { lines: step.into_iter().collect(), stats, stopped: None }
}

/// How a judge's units are shown.
#[derive(Clone, Copy)]
struct Scale {
    point: Score,
    /// Whether scores are results, not opinions.
    is_result: bool,
    /// The unit of opinions, if not that of the game.
    opinions: Option<Unit>,
    /// The lead that counts as half won, in the judge's units, if not the game's own.
    lead: Option<Score>,
    /// Whether a judge guided the search: its forecast at the end of a line is shown beside the share of wins.
    is_guided: bool,
}

impl Scale {
    /// For an expert, with this many units a point.
    const fn results(point: Score) -> Self {
        Self { is_result: true, ..Self::of(point) }
    }

    /// For a judge, with this many units a point.
    const fn of(point: Score) -> Self {
        Self { point, is_result: false, opinions: None, lead: None, is_guided: false }
    }

    /// For the course's evaluation.
    fn of_course<G: Playable>(course: &Course<G>) -> Self {
        Self { opinions: Some(course.unit), lead: Some(course.lead), ..Self::of(course.point) }
    }
}

/// Turns what a search reports into findings.
struct Shown<'a, G: Playable> {
    game: &'a G,
    /// What the judge settles a result at.
    settle: &'a dyn Fn(i32) -> Score,
    scale: Scale,
    root: &'a G::Position,
}

impl<G: Playable> Shown<'_, G> {
    /// Findings for a move chosen without a search: there is no score.
    fn unsearched(&self, analysis: &Analysis<G::Move>, origin: MoveOrigin) -> Findings {
        let mut found = self.findings(analysis);
        if !found.lines.is_empty() {
            found.score = None;
            found.origin = origin;
        }
        found.win_chance = None;
        for line in &mut found.lines {
            (line.score, line.win_chance) = (None, None);
        }
        found
    }

    fn findings(&self, analysis: &Analysis<G::Move>) -> Findings {
        let lines: Vec<FoundLine> = analysis.lines.iter().map(|line| self.line(line)).collect();
        let best = lines.first();
        // A game that is over has no line, but a result.
        let over = self.game.result(self.root).map(|result| match self.game.turn(self.root) {
            Seat::One => result,
            Seat::Two => -result,
        });
        let own_unit = self.own_unit();
        Findings {
            origin: MoveOrigin::Search,
            score: over.map(f64::from).or(best.and_then(|line| line.score)),
            side: self.game.turn(self.root),
            unit: best.map_or(own_unit, |line| line.unit),
            win_chance: best.and_then(|line| line.win_chance),
            exact: over.is_some() || best.is_some_and(|line| line.exact),
            stats: analysis.stats.clone(),
            stopped: analysis.stopped,
            lines,
        }
    }

    /// Whether a line is a single move that ends the game: nothing is faster.
    fn ends_the_game(&self, line: &[G::Move]) -> bool {
        let [only] = *line else { return false };
        let mut position = self.root.clone();
        self.game.play(&mut position, only);
        self.game.result(&position).is_some()
    }

    /// The unit of results.
    fn own_unit(&self) -> Unit {
        if self.game.points(self.root).is_some() { Unit::Points } else { Unit::Wins }
    }

    /// A line of a guided search: the margin predicted at its end, and the chance to win.
    fn foreseen(&self, line: &Line<G::Move>) -> FoundLine {
        let seat = self.game.turn(self.root);
        let mut end = self.root.clone();
        for &step in &line.moves {
            self.game.play(&mut end, step);
        }
        let margin = match self.game.result(&end) {
            Some(result) if seat == Seat::One => f64::from(result),
            Some(result) => -f64::from(result),
            None if self.game.turn(&end) == seat => self.game.expected_margin(&end),
            None => -self.game.expected_margin(&end),
        };
        FoundLine {
            score: Some(margin),
            unit: self.own_unit(),
            win_chance: Some(f64::from(win_share(line.score, margin as f32))),
            exact: false,
            plies_to_end: None,
            steps: steps(self.game, self.root, &line.moves),
        }
    }

    fn line(&self, line: &Line<G::Move>) -> FoundLine {
        if self.scale.is_guided && !line.exact {
            return self.foreseen(line);
        }
        // A result stays a result, even where opinions on other moves influenced the choice.
        let win = (self.settle)(1);
        let is_settled = line.exact || (win > self.scale.point && line.score.abs() >= win);
        let score = match is_settled && !self.scale.is_result {
            true => f64::from(plain::result_of(self.settle, line.score)),
            false => f64::from(line.score) / f64::from(self.scale.point),
        };
        let opinion = self.scale.opinions.filter(|_| !is_settled);
        // Nothing is better than a win, so opinions on other moves do not matter. A tree of simulations that were
        // all won proves nothing, though.
        let is_tree = self.scale.opinions == Some(Unit::Wins);
        let is_won = is_settled && !is_tree && score >= 1.0 && self.own_unit() == Unit::Wins;
        let exact = line.exact || is_won;
        let steps = steps(self.game, self.root, &line.moves);
        FoundLine {
            score: Some(score),
            win_chance: None,
            unit: opinion.unwrap_or_else(|| self.own_unit()),
            exact,
            plies_to_end: (exact && self.ends_the_game(&line.moves)).then_some(1),
            steps,
        }
    }
}
