//! One game's menu: who plays whom, what the computer is, and what it may spend.

use std::fmt::Display;
use std::time::Duration;

use plywood_records::Keeper;
use plywood_workbench::engines::{Engine, EngineOption, Kind};
use plywood_workbench::games::{Offer, open};
use plywood_workbench::language::Words;
use plywood_workbench::play::{Level, Player, Session, Setup};

use super::console::Asked;
use super::{Menu, fresh_seed};

/// What was chosen for a game.
pub(super) struct Options {
    /// The computer, and the second one where two play.
    computers: [Player; 2],
    /// Time for each move of an algorithm, in the units of the game's range.
    time: u64,
    depth: Option<u32>,
    /// The value chosen of each rule.
    rules: Vec<usize>,
    seed: Option<u64>,
}

impl Options {
    /// As the original programs began: the computer plays as well as it can in the time it has.
    fn new(offer: &Offer) -> Self {
        let best = || Player::Engine(Engine::new(Kind::Best));
        let (time, rules) = (offer.manner.time.usual, vec![0; offer.rules.len()]);
        Self { computers: [best(), best()], time, depth: None, rules, seed: None }
    }

    /// The rules that are not as usual, as `key=value`.
    fn rules(&self, offer: &Offer) -> String {
        let chosen = offer.rules.iter().zip(&self.rules).filter(|(_, value)| **value > 0);
        let pairs = chosen.map(|(rule, &value)| format!("{}={}", rule.key, rule.values[value]));
        pairs.collect::<Vec<_>>().join(",")
    }
}

/// The algorithms a computer can play by, the best first.
const ALGORITHMS: [Kind; 6] =
    [Kind::Best, Kind::Minimax, Kind::AlphaBeta, Kind::Pvs, Kind::Iterative, Kind::Mcts];

/// What can be chosen in a game's menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    HumanComputer,
    ComputerComputer,
    HumanHuman,
    Computer(usize),
    Depth,
    Judge,
    Rule(usize),
    Seed,
}

fn engine(player: &Player) -> Option<&Engine> {
    match player {
        Player::Engine(engine) => Some(engine),
        _ => None,
    }
}

/// Whether a computer's engine has this option.
fn has_option(player: &Player, option: EngineOption) -> bool {
    engine(player).is_some_and(|engine| engine.kind.options().contains(&option))
}

impl Menu<'_> {
    fn options(&mut self, offer: &'static Offer) -> &mut Options {
        self.options.entry(offer.name).or_insert_with(|| Options::new(offer))
    }

    /// Who plays whom, and with what.
    pub(super) fn game(&mut self, offer: &'static Offer) -> Asked<()> {
        loop {
            let entries = self.entries(offer);
            let options = self.options.entry(offer.name).or_insert_with(|| Options::new(offer));
            let words = &self.console.words;
            let items: Vec<String> =
                entries.iter().map(|entry| label(*entry, options, offer, words)).collect();
            let title = words.text(&format!("game-{}", offer.name));
            let chosen = self.console.choose_or(&title, &items, "back", Some(0))?;
            let Some(chosen) = chosen else { return Ok(()) };
            match entries[chosen] {
                Entry::HumanComputer => self.against_computer(offer)?,
                Entry::ComputerComputer => {
                    let players = self.options(offer).computers.clone();
                    self.play_timed(offer, players)?;
                }
                Entry::HumanHuman => self.play(offer, [Player::Human, Player::Human], None)?,
                Entry::Computer(which) => self.choose_computer(offer, which)?,
                Entry::Depth => self.choose_depth(offer)?,
                Entry::Judge => self.change_judge(offer),
                Entry::Rule(i) => self.choose_rule(offer, i)?,
                Entry::Seed => self.choose_seed(offer)?,
            }
        }
    }

    /// What there is to choose: only what would act.
    fn entries(&mut self, offer: &'static Offer) -> Vec<Entry> {
        let computers = self.options(offer).computers.clone();
        let has = |option| computers.iter().any(|player| has_option(player, option));
        let mut entries = vec![
            Entry::HumanComputer,
            Entry::ComputerComputer,
            Entry::HumanHuman,
            Entry::Computer(0),
            Entry::Computer(1),
        ];
        if has(EngineOption::Depth) {
            entries.push(Entry::Depth);
        }
        if has(EngineOption::Judge) && has_course(offer) {
            entries.push(Entry::Judge);
        }
        entries.extend((0..offer.rules.len()).map(Entry::Rule));
        entries.push(Entry::Seed);
        entries
    }

    fn against_computer(&mut self, offer: &'static Offer) -> Asked<()> {
        let words = &self.console.words;
        let items = [words.text("starts-human"), words.text("starts-computer")];
        let title = words.text("starts-title");
        let Some(starts) = self.console.choose_or(&title, &items, "back", Some(0))? else {
            return Ok(());
        };
        let computer = self.options(offer).computers[0].clone();
        let players = match starts {
            0 => [Player::Human, computer],
            _ => [computer, Player::Human],
        };
        self.play_timed(offer, players)
    }

    /// Asks for the time of algorithms; levels need none.
    fn play_timed(&mut self, offer: &'static Offer, players: [Player; 2]) -> Asked<()> {
        if players.iter().all(|player| engine(player).is_none()) {
            return self.play(offer, players, None);
        }
        let range = offer.manner.time;
        let time = self.options(offer).time;
        let holes: [(&str, &dyn Display); 3] =
            [("least", &range.least), ("most", &range.most), ("usual", &time)];
        let key = if range.is_in_seconds { "ask-time-s" } else { "ask-time-ms" };
        let prompt = self.console.words.fill(key, &holes);
        let time = self.console.number(&prompt, range.least..=range.most, Some(time))?;
        let Some(time) = time else { return Ok(()) };
        self.options(offer).time = time;
        self.play(offer, players, Some(range.duration(time)))
    }

    fn choose_computer(&mut self, offer: &'static Offer, which: usize) -> Asked<()> {
        let words = &self.console.words;
        let mut items: Vec<String> = ALGORITHMS
            .iter()
            .map(|kind| words.text(&format!("algorithm-{}", kind.name())))
            .collect();
        items.push(words.text("algorithm-level"));
        let title = words.text("computer-title");
        let Some(chosen) = self.console.choose(&title, &items, "back")? else { return Ok(()) };
        let player = match ALGORITHMS.get(chosen) {
            Some(kind) => Player::Engine(Engine::new(*kind)),
            None => {
                let prompt = self.console.words.text("ask-level");
                let level = self.console.number(&prompt, 1..=9, None)?;
                let Some(level) = level.and_then(|level| Level::new(level as u8)) else {
                    return Ok(());
                };
                Player::Level(level)
            }
        };
        self.options(offer).computers[which] = player;
        Ok(())
    }

    fn choose_depth(&mut self, offer: &'static Offer) -> Asked<()> {
        let prompt = self.console.words.text("ask-depth");
        // An empty answer takes the limit away.
        if let Some(depth) = self.console.number(&prompt, 1..=200, Some(u64::MAX))? {
            self.options(offer).depth = u32::try_from(depth).ok();
        }
        Ok(())
    }

    /// From our own judge to the course's evaluation and back, for every computer that asks one.
    fn change_judge(&mut self, offer: &'static Offer) {
        let options = self.options(offer);
        let is_course = is_course(options);
        for player in &mut options.computers {
            if let Player::Engine(engine) = player
                && engine.kind.options().contains(&EngineOption::Judge)
            {
                let plain = Engine::new(engine.kind);
                *engine = if is_course { plain } else { course(plain) };
            }
        }
    }

    fn choose_rule(&mut self, offer: &'static Offer, i: usize) -> Asked<()> {
        let rule = &offer.rules[i];
        let words = &self.console.words;
        let title = rule_text(rule.key, words);
        let items: Vec<String> =
            rule.values.iter().map(|value| words.text(&format!("value-{value}"))).collect();
        if let Some(value) = self.console.choose(&title, &items, "back")? {
            self.options(offer).rules[i] = value;
        }
        Ok(())
    }

    fn choose_seed(&mut self, offer: &'static Offer) -> Asked<()> {
        let prompt = self.console.words.text("ask-seed");
        // An empty answer means a new one for each game.
        const MOST: u64 = u32::MAX as u64;
        if let Some(seed) = self.console.number(&prompt, 1..=MOST, Some(u64::MAX))? {
            self.options(offer).seed = Some(seed).filter(|seed| *seed <= MOST);
        }
        Ok(())
    }

    fn play(
        &mut self,
        offer: &'static Offer,
        players: [Player; 2],
        time: Option<Duration>,
    ) -> Asked<()> {
        self.n_games += 1;
        let fresh = fresh_seed() ^ self.n_games;
        let acts = players.iter().any(|player| has_option(player, EngineOption::Depth));
        let options = self.options(offer);
        let setup = Setup {
            seed: options.seed.unwrap_or(fresh),
            rules: options.rules(offer),
            depth: options.depth.filter(|_| acts),
            players,
            time,
            ..Setup::new(offer.name)
        };
        let session = Session::new(setup).map_err(anyhow::Error::new)?;
        self.at_table(session, Keeper::new())
    }
}

/// Whether the course had a program for a game.
fn has_course(offer: &Offer) -> bool {
    let engine = course(Engine::new(Kind::AlphaBeta));
    open(offer.name, "", 0, None, &[]).is_ok_and(|table| table.check_engine(&engine).is_ok())
}

/// The engine with the course's evaluation.
fn course(mut engine: Engine) -> Engine {
    engine.set("judge", "course").expect("only engines with a judge are asked");
    engine
}

fn is_course(options: &Options) -> bool {
    let has = |player: &Player| {
        engine(player).is_some_and(|it| it.judge == plywood_workbench::engines::Opinion::Course)
    };
    options.computers.iter().any(has)
}

fn rule_text(key: &str, words: &Words) -> String {
    words.text(&format!("rule-{}", key.replace('_', "-")))
}

/// An entry of the menu, with what is chosen.
fn label(entry: Entry, options: &Options, offer: &Offer, words: &Words) -> String {
    match entry {
        Entry::HumanComputer => words.text("mode-human-computer"),
        Entry::ComputerComputer => words.text("mode-computer-computer"),
        Entry::HumanHuman => words.text("mode-human-human"),
        Entry::Computer(which) => {
            let key = if which == 0 { "mode-computer" } else { "mode-second-computer" };
            let player = words.player(&options.computers[which].to_string());
            words.fill(key, &[("player", &player)])
        }
        Entry::Depth => {
            let depth = options.depth.map_or_else(|| words.text("no-limit"), |d| d.to_string());
            words.fill("mode-depth", &[("depth", &depth)])
        }
        Entry::Judge => {
            let key = if is_course(options) { "judge-course" } else { "judge-full" };
            words.fill("mode-judge", &[("judge", &words.text(key))])
        }
        Entry::Rule(i) => {
            let rule = &offer.rules[i];
            let value = words.text(&format!("value-{}", rule.values[options.rules[i]]));
            format!("{}: {value}", rule_text(rule.key, words))
        }
        Entry::Seed => {
            let seed = options.seed.map_or_else(|| words.text("seed-new"), |seed| seed.to_string());
            words.fill("mode-seed", &[("seed", &seed)])
        }
    }
}
