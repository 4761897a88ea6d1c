//! Players of one worker: seated when they are first needed, kept for later games.

use std::collections::BTreeMap;
use std::time::Duration;

use plywood_protocol::{Fault, Launch, Process};
use plywood_workbench::engines::{Engine, EngineError, Means};
use plywood_workbench::{Message, Refused, message};

use crate::referee::{External, InProcess, Mover, ProcessGroups};
use crate::settings::{Contestant, Settings};
use crate::{ArenaError, fault_message, launch_message};

/// Players of the caller's own, by the name of their contestant; each worker asks for one of its own.
pub type Guests<'a> = BTreeMap<String, Box<dyn Fn() -> Box<dyn Mover> + Send + Sync + 'a>>;

/// What it takes to seat any player of a tournament.
pub struct Roster<'a> {
    settings: &'a Settings,
    guests: Option<&'a Guests<'a>>,
    /// The programs of their own, by how they are written.
    launches: BTreeMap<&'a str, Launch>,
    groups: ProcessGroups,
}

impl<'a> Roster<'a> {
    /// Looks at every player once; a program that cannot even be started is refused here.
    pub fn new(settings: &'a Settings) -> Result<Self, ArenaError> {
        let mut launches = BTreeMap::new();
        for contestant in settings.players.iter().filter(|contestant| contestant.is_command()) {
            let refuse = |reason: Message| refused(contestant, reason);
            let command = contestant.engine.split_once(':').map_or("", |(_, command)| command);
            if let Err(fault @ Fault::Start { .. }) = Process::start(command.trim()) {
                return Err(refuse(fault_message(&fault)));
            }
            let launch =
                External::launch(&contestant.engine).map_err(|e| refuse(launch_message(&e)))?;
            launches.insert(contestant.engine.as_str(), launch);
        }
        Ok(Self { settings, guests: None, launches, groups: ProcessGroups::default() })
    }

    /// Lets these play under their contestants' names.
    pub fn with_guests(self, guests: Option<&'a Guests<'a>>) -> Self {
        Self { guests, ..self }
    }

    /// Ends every program at once.
    pub fn dismiss(&self) {
        self.groups.kill_all();
    }

    fn seat(&self, contestant: &Contestant) -> Result<Box<dyn Mover>, ArenaError> {
        let Settings { game, rules, .. } = self.settings;
        if let Some(guest) = self.guests.and_then(|guests| guests.get(&contestant.name)) {
            return Ok(guest());
        }
        if let Some(launch) = self.launches.get(contestant.engine.as_str()) {
            let patience = Duration::from_millis(self.settings.patience_ms);
            let player = External::new(game, rules, launch.clone(), patience, self.groups.clone());
            return Ok(Box::new(player));
        }
        let engine: Result<Engine, EngineError> = contestant.clone().at(game).engine.parse();
        let engine = engine.map_err(|e| refused(contestant, e.message()))?;
        let Settings { threads, hash, seed, .. } = *self.settings;
        Ok(Box::new(InProcess::new(game, rules, engine, Means { threads, hash, seed })))
    }
}

/// A player that cannot be seated.
fn refused(contestant: &Contestant, reason: Message) -> ArenaError {
    let name = &*contestant.name;
    Refused::from(message!("arena-player-refused", "{name}: {reason}", name, reason)).into()
}

/// The players a worker keeps at hand.
pub struct Seats<'a> {
    roster: &'a Roster<'a>,
    /// By contestant, most recently used last.
    seated: Vec<(Contestant, Box<dyn Mover>)>,
}

/// How many players a worker keeps; more would hold processes and tables that are seldom used.
const KEPT: usize = 8;

impl<'a> Seats<'a> {
    /// No player yet.
    pub fn new(roster: &'a Roster<'a>) -> Self {
        Self { roster, seated: Vec::new() }
    }

    /// Two players for a game, player 1 first. They must not be the same contestant.
    pub fn pair(&mut self, players: [&Contestant; 2]) -> Result<[&mut dyn Mover; 2], ArenaError> {
        for contestant in players {
            let known = self.seated.iter().position(|(seated, _)| seated == contestant);
            let seated = match known {
                Some(place) => self.seated.remove(place),
                None => (contestant.clone(), self.roster.seat(contestant)?),
            };
            self.seated.push(seated);
        }
        let surplus = self.seated.len().saturating_sub(KEPT);
        self.seated.drain(..surplus);
        match &mut self.seated[..] {
            [.., (_, one), (_, two)] => Ok([one.as_mut(), two.as_mut()]),
            _ => {
                Err(Refused::from(message!("arena-two", "a game needs two different players"))
                    .into())
            }
        }
    }
}
