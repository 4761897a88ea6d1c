//! Another program as a player, whichever protocol it speaks.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::ugi::{Command, Go, Info};
use crate::{Farewell, Fault, LastOutput, Process, Side, Wire, gtp, ugi};

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// The Universal Game Interface.
    Ugi,
}

impl Protocol {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gtp => "gtp",
            Self::Ugi => "ugi",
        }
    }
}

impl FromStr for Protocol {
    type Err = LaunchError;

    fn from_str(text: &str) -> Result<Self, LaunchError> {
        match text.to_ascii_lowercase().as_str() {
            "gtp" => Ok(Self::Gtp),
            "ugi" => Ok(Self::Ugi),
            _ => Err(LaunchError::Protocol(text.into())),
        }
    }
}

/// A program and the protocol it speaks, written `gtp:COMMAND` or `ugi:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// What it speaks.
    pub protocol: Protocol,
    /// Its command line, as for a shell but without one.
    pub command: String,
}

/// Why a text is not a command for a program, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// Neither protocol is named.
    #[error("`{0}` does not say what it speaks: expected gtp:COMMAND or ugi:COMMAND")]
    Unnamed(String),
    /// No such protocol.
    #[error("`{0}` is not a protocol: expected gtp or ugi")]
    Protocol(String),
    /// The command line has unbalanced quotes or is empty.
    #[error("{0}")]
    Words(crate::SplitError),
}

impl Launch {
    /// Reads `gtp:COMMAND`, `ugi:COMMAND` or, where the protocol is known otherwise, `COMMAND`.
    pub fn parse(text: &str, protocol: Option<Protocol>) -> Result<Self, LaunchError> {
        let (protocol, command) = match (text.split_once(':'), protocol) {
            (Some(("gtp", command)), _) => (Protocol::Gtp, command),
            (Some(("ugi", command)), _) => (Protocol::Ugi, command),
            (_, Some(protocol)) => (protocol, text),
            (_, None) => {
                return Err(LaunchError::Unnamed(text.into()));
            }
        };
        crate::split_words(command).map_err(LaunchError::Words)?;
        Ok(Self { protocol, command: command.trim().to_owned() })
    }
}

impl FromStr for Launch {
    type Err = LaunchError;

    fn from_str(text: &str) -> Result<Self, LaunchError> {
        Self::parse(text, None)
    }
}

/// The form [`Launch::from_str`] reads.
impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol.name(), self.command)
    }
}

/// The start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The game's name, as in `blokus-duo`.
    pub game: String,
    /// Rules that differ from the usual ones, as `key=value` pairs separated by commas.
    pub rules: String,
    /// The position it begins from, if it is not the usual one.
    pub position: Option<String>,
    /// The seed of what the program chooses by chance, for programs that take one.
    pub seed: Option<u64>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who played it.
    pub side: Side,
    /// The move; `pass` for a forced pass.
    pub text: String,
}

/// A program's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as it was written; it may be illegal, `pass` or `resign`.
    pub step: String,
    /// The last info line about its search.
    pub info: Option<Info>,
    /// The time from the request to the answer.
    pub time: Duration,
}

/// A program that plays. Dropping it kills it with everything it started.
#[derive(Debug)]
pub struct Bot {
    end: End,
    name: String,
    start: Start,
    /// The time limit of every answer but a move.
    patience: Duration,
}

/// Our end of the connection.
#[derive(Debug)]
enum End {
    Gtp(Gtp),
    Ugi(ugi::Client<Process>),
}

/// A GTP engine keeps the game itself; these are the moves it was sent.
#[derive(Debug)]
struct Gtp {
    client: gtp::Client<Process>,
    commands: Vec<String>,
    told: Vec<Ply>,
    limits: Go,
}

impl Bot {
    /// Starts a program and asks for its name and options. `patience` is the time limit of every answer but a move.
    pub fn start(launch: &Launch, patience: Duration) -> Result<Self, Fault> {
        Self::start_heard(launch, patience).map_err(|(fault, _)| fault)
    }

    /// The same; the output of a program that fails at its start is kept.
    pub fn start_heard(launch: &Launch, patience: Duration) -> Result<Self, (Fault, LastOutput)> {
        let process =
            Process::start(&launch.command).map_err(|fault| (fault, LastOutput::default()))?;
        let end = match launch.protocol {
            Protocol::Gtp => End::Gtp(Gtp {
                client: gtp::Client::new(process),
                commands: Vec::new(),
                told: Vec::new(),
                limits: Go::default(),
            }),
            Protocol::Ugi => End::Ugi(ugi::Client::new(process)),
        };
        let mut player = Self { end, name: String::new(), start: Start::default(), patience };
        match player.introduce() {
            Ok(()) => Ok(player),
            Err(fault) => {
                player.hear_out();
                Err((fault, player.last_output()))
            }
        }
    }

    /// Asks the program for its name and options.
    fn introduce(&mut self) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        let name = match &mut self.end {
            End::Gtp(gtp) => {
                let name = gtp.client.ask("name", deadline)?;
                let commands = gtp.client.ask("list_commands", deadline)?;
                gtp.commands = commands.split_whitespace().map(str::to_owned).collect();
                name
            }
            End::Ugi(client) => {
                client.introduce(deadline)?;
                client.ready(deadline)?;
                client.name.clone()
            }
        };
        self.name = crate::fault::clip(&name);
        Ok(())
    }

    /// The program's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option: `param KEY VALUE` in GTP, `setoption` in UGI.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        match &mut self.end {
            End::Gtp(gtp) => gtp.client.ask(&format!("param {key} {value}"), deadline).map(drop),
            End::Ugi(client) => {
                set(client, key, value, deadline)?;
                client.ready(deadline)
            }
        }
    }

    /// Begins a new game.
    pub fn new_game(&mut self, start: &Start) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        self.start = start.clone();
        match &mut self.end {
            End::Gtp(gtp) => gtp.new_game(start, deadline),
            End::Ugi(client) => {
                if client.has_setting("game") {
                    set(client, "game", &start.game, deadline)?;
                }
                if !start.rules.is_empty() || client.has_setting("rules") {
                    set(client, "rules", &start.rules, deadline)?;
                }
                if let Some(seed) = start.seed.filter(|_| client.has_setting("seed")) {
                    set(client, "seed", &seed.to_string(), deadline)?;
                }
                client.tell(&Command::NewGame, deadline)?;
                client.ready(deadline)
            }
        }
    }

    /// Asks for a move of `side` after these moves. The program may search as `go` says and must answer within
    /// `wait`. Forced passes are played by the referee: the program is not asked for them.
    pub fn go(
        &mut self,
        played: &[Ply],
        side: Side,
        go: &Go,
        wait: Duration,
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + self.patience;
        match &mut self.end {
            End::Gtp(gtp) => gtp.go(&self.start, played, side, go, deadline, wait),
            End::Ugi(client) => {
                let moves = played.iter().map(|ply| ply.text.clone()).collect();
                let position = Command::Position { start: self.start.position.clone(), moves };
                client.tell(&position, deadline)?;
                let mut last = None;
                let since = Instant::now();
                let step = client.go(go, since + wait, &mut |info| last = Some(info.clone()))?;
                Ok(Answer { step, info: last, time: since.elapsed() })
            }
        }
    }

    /// Reads the program's last output before it is dropped: errors may come a moment after the answer they explain.
    /// The program cannot be used afterwards.
    pub fn hear_out(&mut self) {
        const MOMENT: Duration = Duration::from_millis(50);
        let process = match &mut self.end {
            End::Gtp(gtp) => &mut gtp.client.wire,
            End::Ugi(client) => &mut client.wire,
        };
        process.hear_out(Instant::now() + MOMENT);
    }

    /// The last output of the program, for reports.
    pub fn last_output(&self) -> LastOutput {
        self.process().last_output()
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.process().id()
    }

    fn process(&self) -> &Process {
        match &self.end {
            End::Gtp(gtp) => &gtp.client.wire,
            End::Ugi(client) => &client.wire,
        }
    }

    /// Asks the program to end, and kills it with everything it started if it has not by then.
    pub fn quit(self, grace: Duration) -> Farewell {
        let mut process = match self.end {
            End::Gtp(gtp) => gtp.client.wire,
            End::Ugi(client) => client.wire,
        };
        // If it cannot be sent the request, the end of its input does the same.
        let _ = process.send("quit", Instant::now() + grace);
        process.end(grace)
    }
}

fn set(
    client: &mut ugi::Client<Process>,
    name: &str,
    value: &str,
    deadline: Instant,
) -> Result<(), Fault> {
    let command = Command::SetOption { name: name.into(), value: value.into() };
    if !client.has_setting(name) {
        let reason = format!("it has no option `{name}`");
        return Err(Fault::Refused { request: command.to_string(), reason });
    }
    client.tell(&command, deadline)
}

impl Gtp {
    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn new_game(&mut self, start: &Start, deadline: Instant) -> Result<(), Fault> {
        self.told.clear();
        self.limits = Go::default();
        if self.knows("set_game") {
            self.client.ask(&format!("set_game {}", gtp::title(&start.game)), deadline)?;
        }
        if !start.rules.is_empty() {
            self.client.ask(&format!("set_rules {}", start.rules), deadline)?;
        }
        if let Some(seed) = start.seed.filter(|_| self.knows("set_random_seed")) {
            self.client.ask(&format!("set_random_seed {seed}"), deadline)?;
        }
        self.set_up(start, deadline)
    }

    fn set_up(&mut self, start: &Start, deadline: Instant) -> Result<(), Fault> {
        self.client.ask("clear_board", deadline)?;
        match &start.position {
            Some(position) => {
                self.client.ask(&format!("set_position {position}"), deadline).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Sends the moves it does not know. Passes are never sent: a colour without moves is skipped.
    fn tell(&mut self, start: &Start, played: &[Ply], deadline: Instant) -> Result<(), Fault> {
        let played: Vec<&Ply> = played.iter().filter(|ply| ply.text != "pass").collect();
        let is_known = |(told, ply): (&Ply, &&Ply)| told == *ply;
        if self.told.len() > played.len() || !self.told.iter().zip(&played).all(is_known) {
            self.set_up(start, deadline)?;
            self.told.clear();
        }
        for &ply in &played[self.told.len()..] {
            self.client.ask(&format!("play {} {}", ply.side.colour(), ply.text), deadline)?;
            self.told.push(ply.clone());
        }
        Ok(())
    }

    /// Sends the time limits, as far as the protocol can express them.
    fn limit(&mut self, side: Side, go: &Go, deadline: Instant) -> Result<(), Fault> {
        let known = std::mem::replace(&mut self.limits, go.clone());
        if let Some(nodes) = go.nodes.filter(|_| known.nodes != go.nodes) {
            self.client.ask(&format!("param nodes {nodes}"), deadline)?;
        }
        if let Some(depth) = go.depth.filter(|_| known.depth != go.depth) {
            self.client.ask(&format!("param depth {depth}"), deadline)?;
        }
        let mut timing = Vec::new();
        if let Some(time) = go.movetime.filter(|_| known.movetime != go.movetime) {
            timing.push(format!("time_settings 0 {} 1", seconds(time)));
        }
        if let Some(clocks) = &go.clocks {
            if known.clocks.is_none() {
                timing.push(format!("time_settings {} 0 0", seconds(clocks.left[side as usize])));
            }
            timing.push(format!(
                "time_left {} {} 0",
                side.colour(),
                seconds(clocks.left[side as usize])
            ));
        }
        for command in timing {
            let name = command.split(' ').next().unwrap_or_default();
            if self.knows(name) {
                // Many engines know whole seconds only; the referee's clock runs all the same.
                match self.client.ask(&command, deadline) {
                    Err(fault) if !fault.is_survivable() => return Err(fault),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn go(
        &mut self,
        start: &Start,
        played: &[Ply],
        side: Side,
        go: &Go,
        deadline: Instant,
        wait: Duration,
    ) -> Result<Answer, Fault> {
        self.tell(start, played, deadline)?;
        self.limit(side, go, deadline)?;
        let since = Instant::now();
        let step = self.client.ask(&format!("genmove {}", side.colour()), since + wait)?;
        let time = since.elapsed();
        let step = step.trim().to_owned();
        if !["pass", "resign"].contains(&step.to_ascii_lowercase().as_str()) {
            self.told.push(Ply { side, text: step.clone() });
        }
        Ok(Answer { step, info: None, time })
    }
}

/// Whole seconds where they are whole.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_read_and_written_alike() {
        let launch: Launch = "gtp:pentobi-gtp --quiet --level 5".parse().unwrap();
        assert_eq!(
            (launch.protocol, launch.command.as_str()),
            (Protocol::Gtp, "pentobi-gtp --quiet --level 5")
        );
        assert_eq!(launch.to_string().parse(), Ok(launch));
        assert_eq!(
            Launch::parse("python3 bot.py", Some(Protocol::Ugi)).unwrap().protocol,
            Protocol::Ugi
        );
        for bad in ["python3 bot.py", "gtp:", "ugi:'open", "uci:x"] {
            assert!(bad.parse::<Launch>().is_err(), "{bad}");
        }
    }

    #[test]
    fn gtp_has_its_own_way_of_writing() {
        assert_eq!(gtp::title("blokus-duo"), "Blokus Duo");
        assert_eq!(seconds(Duration::from_millis(2000)), "2");
        assert_eq!(seconds(Duration::from_millis(50)), "0.050");
    }
}
