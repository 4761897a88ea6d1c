//! Players of one worker: seated when they are first needed, kept for later games.

use plywood_workbench::engines::{Engine, Means};

use crate::ArenaError;
use crate::referee::{InProcess, Player};
use crate::settings::{Contestant, Settings};

/// The players a worker keeps at hand.
pub struct Seats<'a> {
    settings: &'a Settings,
    /// By contestant, most recently used last.
    seated: Vec<(Contestant, Box<dyn Player>)>,
}

/// How many players a worker keeps; more would hold processes and tables that are seldom used.
const KEPT: usize = 8;

impl<'a> Seats<'a> {
    /// No player yet.
    pub fn new(settings: &'a Settings) -> Self {
        Self { settings, seated: Vec::new() }
    }

    /// Two players for a game, player 1 first. They must not be the same contestant.
    pub fn pair(&mut self, players: [&Contestant; 2]) -> Result<[&mut dyn Player; 2], ArenaError> {
        for contestant in players {
            let known = self.seated.iter().position(|(seated, _)| seated == contestant);
            let seated = match known {
                Some(place) => self.seated.remove(place),
                None => (contestant.clone(), seat(contestant, self.settings)?),
            };
            self.seated.push(seated);
        }
        let surplus = self.seated.len().saturating_sub(KEPT);
        self.seated.drain(..surplus);
        match &mut self.seated[..] {
            [.., (_, one), (_, two)] => Ok([one.as_mut(), two.as_mut()]),
            _ => Err(ArenaError::Settings("a game needs two different players".into())),
        }
    }
}

/// Seats a contestant.
fn seat(contestant: &Contestant, settings: &Settings) -> Result<Box<dyn Player>, ArenaError> {
    let engine: Engine = contestant
        .engine
        .parse()
        .map_err(|e| ArenaError::Settings(format!("{}: {e}", contestant.name)))?;
    let means = Means { threads: settings.threads, hash: settings.hash, seed: settings.seed };
    Ok(Box::new(InProcess::new(&settings.game, &settings.rules, engine, means)))
}
