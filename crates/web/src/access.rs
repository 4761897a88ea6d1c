//! Who may do what: keys that are part of addresses, a password, and the sessions they open.
//!
//! A key is drawn anew at every start and too long to be guessed; a password is somebody's choice, so guesses
//! are counted. Either opens a session, which lives in a cookie that no script can read.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use subtle::ConstantTimeEq;

/// What somebody may do; each may do what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Looks at games and tournaments.
    Spectator,
    /// Plays, asks engines and keeps games of their own.
    Player,
    /// Does everything.
    Owner,
}

impl Role {
    /// One word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spectator => "spectator",
            Self::Player => "player",
            Self::Owner => "owner",
        }
    }
}

/// The keys of a server, one for each role that is let in.
#[derive(Clone)]
pub struct Keys {
    /// The owner's.
    pub owner: String,
    /// For people invited to play.
    pub player: Option<String>,
    /// For people invited to look on.
    pub spectator: Option<String>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(…)")
    }
}

/// Sessions of each role that are remembered; the one unused for longest goes first.
const MOST_SESSIONS: usize = 1024;
/// Wrong passwords a minute, from one address and from all.
const MOST_GUESSES: u32 = 10;
const MOST_GUESSES_OF_ALL: u32 = 100;
const MINUTE: Duration = Duration::from_secs(60);
/// Addresses whose guesses are counted one by one.
const MOST_ADDRESSES: usize = 10_000;

/// Who is let in, and who came in.
pub(crate) struct Access {
    keys: Keys,
    /// Lets players in.
    password: Option<String>,
    sessions: Mutex<Sessions>,
    guesses: Mutex<Guesses>,
}

/// Somebody who was let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// Different from all others; 0 for those who show a key with every call.
    pub(crate) number: u64,
    pub(crate) role: Role,
}

#[derive(Default)]
struct Sessions {
    open: HashMap<u64, Open>,
    n_opened: u64,
    /// Counts uses, so that they have an order.
    clock: u64,
}

struct Open {
    secret: String,
    role: Role,
    last_used: u64,
}

#[derive(Default)]
struct Guesses {
    of: HashMap<IpAddr, Count>,
    all: Option<Count>,
}

#[derive(Clone, Copy)]
struct Count {
    since: Instant,
    n: u32,
}

/// What became of a word that somebody gave to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    Right(Role),
    Wrong,
    /// Too many wrong ones of late.
    TooMany,
}

impl Access {
    pub(crate) fn new(keys: Keys, password: Option<String>) -> Self {
        Self { keys, password, sessions: Mutex::default(), guesses: Mutex::default() }
    }

    /// Whether a password can be given.
    pub(crate) fn has_password(&self) -> bool {
        self.password.is_some()
    }

    /// The role a key stands for. Every key is compared, in a time that does not depend on what is right.
    pub(crate) fn role_of(&self, key: &str) -> Option<Role> {
        let Keys { owner, player, spectator } = &self.keys;
        let known = [
            (Role::Spectator, spectator.as_deref()),
            (Role::Player, player.as_deref()),
            (Role::Owner, Some(owner.as_str())),
        ];
        known.into_iter().fold(None, |found, (role, known)| match known {
            Some(known) if is_same(known, key) => Some(role),
            _ => found,
        })
    }

    /// Tries a word as a key, then as the password.
    pub(crate) fn attempt(&self, word: &str, from: IpAddr) -> Tried {
        if let Some(role) = self.role_of(word) {
            return Tried::Right(role);
        }
        let mut guesses = lock(&self.guesses);
        if guesses.is_too_many(from) {
            return Tried::TooMany;
        }
        if self.password.as_deref().is_some_and(|password| is_same(password, word)) {
            return Tried::Right(Role::Player);
        }
        guesses.count(from);
        Tried::Wrong
    }

    /// Opens a session and returns what its cookie holds.
    pub(crate) fn open(&self, role: Role) -> Option<(Session, String)> {
        let secret = new_key()?;
        let mut sessions = lock(&self.sessions);
        sessions.n_opened += 1;
        sessions.clock += 1;
        let (number, last_used) = (sessions.n_opened, sessions.clock);
        let of_role = sessions.open.iter().filter(|(_, open)| open.role == role);
        if of_role.clone().count() >= MOST_SESSIONS {
            let oldest = of_role.min_by_key(|(_, open)| open.last_used).map(|(&number, _)| number);
            oldest.and_then(|oldest| sessions.open.remove(&oldest));
        }
        let cookie = format!("{number}.{secret}");
        sessions.open.insert(number, Open { secret, role, last_used });
        Some((Session { number, role }, cookie))
    }

    /// The session whose cookie this is.
    pub(crate) fn session(&self, cookie: &str) -> Option<Session> {
        let (number, secret) = cookie.split_once('.')?;
        let number = number.parse().ok()?;
        let mut sessions = lock(&self.sessions);
        sessions.clock += 1;
        let clock = sessions.clock;
        let open = sessions.open.get_mut(&number).filter(|open| is_same(&open.secret, secret))?;
        open.last_used = clock;
        Some(Session { number, role: open.role })
    }
}

impl Guesses {
    fn is_too_many(&self, from: IpAddr) -> bool {
        let is_full = |count: Option<&Count>, most: u32| {
            count.is_some_and(|count| count.n >= most && count.since.elapsed() < MINUTE)
        };
        is_full(self.of.get(&network(from)), MOST_GUESSES)
            || is_full(self.all.as_ref(), MOST_GUESSES_OF_ALL)
    }

    fn count(&mut self, from: IpAddr) {
        if self.of.len() >= MOST_ADDRESSES {
            self.of.retain(|_, count| count.since.elapsed() < MINUTE);
        }
        if self.of.len() < MOST_ADDRESSES || self.of.contains_key(&network(from)) {
            let count = self.of.entry(network(from)).or_insert_with(Count::new);
            count.add();
        }
        self.all.get_or_insert_with(Count::new).add();
    }
}

impl Count {
    fn new() -> Self {
        Self { since: Instant::now(), n: 0 }
    }

    fn add(&mut self) {
        if self.since.elapsed() >= MINUTE {
            *self = Self::new();
        }
        self.n += 1;
    }
}

/// Where an address belongs: whoever has one of version 6 has 2^64 of them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(four) => IpAddr::V4(four),
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// A word nobody can guess; none where the system has no random numbers.
pub fn new_key() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares without telling by the time it takes how much was right.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn access() -> Access {
        let keys = Keys { owner: "o".into(), player: Some("p".into()), spectator: None };
        Access::new(keys, Some("open sesame".into()))
    }

    #[test]
    fn every_key_opens_its_own_role_and_no_other() {
        let access = access();
        assert_eq!(access.role_of("o"), Some(Role::Owner));
        assert_eq!(access.role_of("p"), Some(Role::Player));
        for wrong in ["", "O", "op", "spectator"] {
            assert_eq!(access.role_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_session_is_known_by_its_cookie_alone() {
        let access = access();
        let (session, cookie) = access.open(Role::Player).unwrap();
        assert_eq!(access.session(&cookie), Some(session));
        let (other, _) = access.open(Role::Owner).unwrap();
        assert_ne!(other.number, session.number);
        let secret = cookie.split_once('.').unwrap().1;
        for forged in ["", ".", "1.", "1.x", &format!("{}.{secret}", other.number)] {
            assert_eq!(access.session(forged), None, "{forged}");
        }
    }

    #[test]
    fn many_sessions_of_guests_push_no_owner_out() {
        let access = access();
        let (owner, cookie) = access.open(Role::Owner).unwrap();
        let (_, first) = access.open(Role::Player).unwrap();
        for _ in 0..MOST_SESSIONS {
            access.open(Role::Player).unwrap();
        }
        assert_eq!(access.session(&cookie), Some(owner));
        assert_eq!(access.session(&first), None, "the oldest guest is forgotten");
    }

    #[test]
    fn guesses_are_counted_for_each_address_and_keys_work_all_the_same() {
        let access = access();
        for _ in 0..MOST_GUESSES {
            assert_eq!(access.attempt("a guess", HERE), Tried::Wrong);
        }
        assert_eq!(access.attempt("open sesame", HERE), Tried::TooMany);
        assert_eq!(access.attempt("o", HERE), Tried::Right(Role::Owner));
        let elsewhere = "10.0.0.9".parse().unwrap();
        assert_eq!(access.attempt("open sesame", elsewhere), Tried::Right(Role::Player));
        // All addresses of one network of version 6 are one.
        for i in 0..MOST_GUESSES {
            let from = format!("2001:db8::{i:x}").parse().unwrap();
            assert_eq!(access.attempt("a guess", from), Tried::Wrong);
        }
        let last = "2001:db8::ffff".parse().unwrap();
        assert_eq!(access.attempt("a guess", last), Tried::TooMany);
    }
}
