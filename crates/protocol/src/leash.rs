//! Resource limits of another program: its leash.

use std::fmt;
use std::str::FromStr;

/// The limits of a program and of everything it starts. `memory=1GB,processes=32,files=1GB` is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leash {
    /// Bytes of memory, together.
    pub memory: Option<u64>,
    /// Processes at once.
    pub processes: Option<u64>,
    /// Bytes of any file it writes.
    pub files: Option<u64>,
    /// Seconds of processor time of each process.
    pub cpu: Option<u64>,
    /// Whether it may use the network.
    pub network: bool,
    /// Whether it may write files outside the folder for temporary ones.
    pub write: bool,
}

impl Default for Leash {
    fn default() -> Self {
        Self {
            memory: Some(1 << 30),
            processes: Some(32),
            files: Some(1 << 30),
            cpu: None,
            network: true,
            write: true,
        }
    }
}

/// Why a leash is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a limit: expected memory, processes, files or cpu with a number, or network=off or write=off"
)]
pub struct LeashError(pub String);

/// Parses `memory=2GB,processes=8,cpu=3600,network=off,write=off`; what is not named has its default, `none` lifts a limit.
impl FromStr for Leash {
    type Err = LeashError;

    fn from_str(text: &str) -> Result<Self, LeashError> {
        let mut leash = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let bad = || LeashError(part.to_owned());
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            let size = || amount(value).map_err(|()| bad());
            let switch = || match value {
                "on" => Ok(true),
                "off" => Ok(false),
                _ => Err(bad()),
            };
            match key {
                "memory" => leash.memory = size()?,
                "processes" => leash.processes = size()?,
                "files" => leash.files = size()?,
                "cpu" => leash.cpu = size()?,
                "network" => leash.network = switch()?,
                "write" => leash.write = switch()?,
                _ => return Err(bad()),
            }
        }
        Ok(leash)
    }
}

/// A whole number with a unit, or `none`.
fn amount(text: &str) -> Result<Option<u64>, ()> {
    if text == "none" {
        return Ok(None);
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..end].parse().map_err(|_| ())?;
    let unit = match &text[end..] {
        "" => 1,
        "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err(()),
    };
    number.checked_mul(unit).filter(|&n| n > 0).map(Some).ok_or(())
}

/// The form [`Leash::from_str`] reads.
impl fmt::Display for Leash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = [
            ("memory", self.memory),
            ("processes", self.processes),
            ("files", self.files),
            ("cpu", self.cpu),
        ];
        for (name, size) in sizes {
            match size {
                Some(n) => write!(f, "{name}={n},")?,
                None => write!(f, "{name}=none,")?,
            }
        }
        let switch = |is_on| if is_on { "on" } else { "off" };
        write!(f, "network={},write={}", switch(self.network), switch(self.write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leashes_are_read_and_written_alike() {
        let leash: Leash = "memory=2GB, processes=8,cpu=none,network=off".parse().unwrap();
        assert_eq!((leash.memory, leash.processes), (Some(2_000_000_000), Some(8)));
        assert_eq!((leash.files, leash.network, leash.write), (Some(1 << 30), false, true));
        assert_eq!(leash.to_string().parse(), Ok(leash));
        assert_eq!("".parse(), Ok(Leash::default()));
        for bad in
            ["memory", "memory=", "memory=0", "memory=x", "memory=1TB", "network=maybe", "a=1"]
        {
            assert!(bad.parse::<Leash>().is_err(), "{bad}");
        }
    }
}
