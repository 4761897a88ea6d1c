//! The controller's end: sends commands and waits for what must follow.

use std::time::Instant;

use super::{Command, Go, Info, Query, Reply, Setting};
use crate::fault::clip;
use crate::wire::Patience;
use crate::{Expected, Fault, Wire};

/// A controller that speaks to an engine over a wire.
#[derive(Debug)]
pub struct Client<W> {
    /// The wire.
    pub wire: W,
    /// What the engine calls itself; empty until it has introduced itself.
    pub name: String,
    /// What can be set.
    pub settings: Vec<Setting>,
}

impl<W: Wire> Client<W> {
    /// A controller that has sent nothing yet.
    pub fn new(wire: W) -> Self {
        Self { wire, name: String::new(), settings: Vec::new() }
    }

    /// Asks the engine who it is and what can be set.
    pub fn introduce(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.tell(&Command::Ugi, deadline)?;
        let mut patience = Patience::new("ugi", deadline);
        loop {
            match Reply::parse(&patience.line(&mut self.wire)?) {
                Some(Reply::Name(name)) => self.name = clip(&name),
                Some(Reply::Setting(setting)) if self.settings.len() < 1000 => {
                    self.settings.push(setting);
                }
                Some(Reply::UgiOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// Whether the engine says that this can be set.
    pub fn has_setting(&self, name: &str) -> bool {
        self.settings.iter().any(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    /// Waits until the engine is ready.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.tell(&Command::IsReady, deadline)?;
        let mut patience = Patience::new("isready", deadline);
        while Reply::parse(&patience.line(&mut self.wire)?) != Some(Reply::ReadyOk) {}
        Ok(())
    }

    /// Sends a command that needs no answer.
    pub fn tell(&mut self, command: &Command, deadline: Instant) -> Result<(), Fault> {
        self.wire.send(&command.to_string(), deadline)
    }

    /// Has the engine think and returns its move. `watch` hears how it is going.
    pub fn go(
        &mut self,
        go: &Go,
        deadline: Instant,
        watch: &mut dyn FnMut(&Info),
    ) -> Result<String, Fault> {
        let command = Command::Go(go.clone());
        self.tell(&command, deadline)?;
        self.best_move(&command.to_string(), deadline, watch)
    }

    /// Waits for the move that `request` asked for.
    pub fn best_move(
        &mut self,
        request: &str,
        deadline: Instant,
        watch: &mut dyn FnMut(&Info),
    ) -> Result<String, Fault> {
        let mut patience = Patience::new(request, deadline);
        loop {
            let line = patience.line(&mut self.wire)?;
            match Reply::parse(&line) {
                Some(Reply::BestMove(step)) => return Ok(step),
                Some(Reply::Info(info)) => watch(&info),
                None if line.trim() == "bestmove" => {
                    let expected = Expected::BestMove;
                    return Err(Fault::Garbage {
                        request: clip(request),
                        answer: clip(&line),
                        expected,
                    });
                }
                _ => {}
            }
        }
    }

    /// Asks about the position.
    pub fn query(&mut self, query: Query, deadline: Instant) -> Result<String, Fault> {
        let command = Command::Query(query);
        self.tell(&command, deadline)?;
        let request = command.to_string();
        let mut patience = Patience::new(&request, deadline);
        loop {
            if let Some(Reply::Response(word)) = Reply::parse(&patience.line(&mut self.wire)?) {
                return Ok(word);
            }
        }
    }
}
