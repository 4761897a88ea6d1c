//! Tables for two people at two screens. Everybody who has the address sees the same game live; each seat
//! is guarded by a word that only whoever sat down there was told.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

use plywood_workbench::message;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{About, Answer, Place, Problem, Status};
use crate::access::{is_same, new_key};
use crate::server::Site;

/// The most tables at once; the one left alone longest makes room.
const MOST_ROOMS: usize = 200;
/// The longest name, in characters.
const MOST_NAME: usize = 24;

/// Tables end with the program, like the people at them.
static ROOMS: LazyLock<Mutex<HashMap<String, Arc<Room>>>> = LazyLock::new(Mutex::default);

struct Room {
    game: Mutex<Standing>,
    /// Counts changes, for those who watch.
    changes: watch::Sender<u64>,
}

/// A game between two people as it stands.
struct Standing {
    place: Place,
    /// What the players are called, once they sit down.
    names: [Option<String>; 2],
    /// What each seat is guarded by.
    words: [Option<String>; 2],
    resigned: Option<usize>,
    touched: Instant,
}

/// A word nobody guesses.
fn word() -> Result<String, Problem> {
    new_key().ok_or_else(Problem::broken)
}

fn named(name: &str) -> String {
    name.trim().chars().take(MOST_NAME).collect()
}

fn find(id: &str) -> Result<Arc<Room>, Problem> {
    let rooms = ROOMS.lock().unwrap_or_else(PoisonError::into_inner);
    let gone =
        || message!("web-no-room", "this table is gone: it ended with the program, or never was");
    rooms.get(id).cloned().ok_or_else(|| Problem::new(Status::Missing, gone()))
}

impl Room {
    /// Changes the game and tells everybody.
    fn change<T>(
        &self,
        work: impl FnOnce(&mut Standing) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let done = work(&mut game)?;
        game.touched = Instant::now();
        drop(game);
        self.changes.send_modify(|count| *count += 1);
        Ok(done)
    }

    /// The game as every screen shows it: no word is in it.
    fn shown(&self) -> Value {
        let game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let Place { game: name, rules, seed, position, moves } = &game.place;
        json!({
            "setup": { "game": name, "rules": rules, "seed": seed, "position": position,
                       "moves": moves },
            "names": game.names,
            "resigned": game.resigned.map(|seat| seat + 1),
            "watching": self.changes.receiver_count(),
        })
    }
}

impl Standing {
    /// Sits somebody down and says which word guards the seat.
    fn seat(&mut self, seat: usize, name: &str) -> Result<Value, Problem> {
        let word = word()?;
        self.names[seat] = Some(named(name));
        self.words[seat] = Some(word.clone());
        Ok(json!({ "seat": seat + 1, "word": word }))
    }

    /// The seat that this word guards.
    fn whose(&self, word: &str) -> Result<usize, Problem> {
        let seat =
            self.words.iter().position(|own| own.as_deref().is_some_and(|own| is_same(own, word)));
        let said = || message!("web-no-seat", "this seat is somebody else's");
        seat.ok_or_else(|| Problem::new(Status::Forbidden, said()))
    }
}

/// A table for two, and where its host sits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening {
    #[serde(default)]
    name: String,
    /// 1 or 2.
    #[serde(default)]
    seat: Option<u32>,
}

/// Opens a table. Whatever cannot be played is refused here. The answer holds the link that lets a guest in, where
/// guests can come: it holds the players' key, for the page's address alone opens nothing on another machine.
pub(crate) fn open(site: &Site, asked: About<Opening>) -> Result<Answer, Problem> {
    let About { place, ask: opening } = asked;
    let (start, end) = place.tables()?;
    let moves = end.history().split_off(start.n_played());
    let mut game = Standing {
        place: Place { moves, ..place },
        names: [None, None],
        words: [None, None],
        resigned: None,
        touched: Instant::now(),
    };
    let mut answer = game.seat(usize::from(opening.seat == Some(2)), &opening.name)?;
    let id = word()?;
    answer["room"] = id.as_str().into();
    let key = site.config.keys.player.as_deref();
    answer["link"] = key.map(|key| site.config.guest_link(key)).into();
    let mut rooms = ROOMS.lock().unwrap_or_else(PoisonError::into_inner);
    if rooms.len() >= MOST_ROOMS {
        let touched = |room: &Room| room.game.lock().map_or(Instant::now(), |game| game.touched);
        let oldest = rooms.iter().min_by_key(|(_, room)| touched(room)).map(|(id, _)| id.clone());
        oldest.and_then(|id| rooms.remove(&id));
    }
    rooms.insert(id, Arc::new(Room { game: Mutex::new(game), changes: watch::channel(0).0 }));
    Ok(Answer::Now(answer))
}

/// Somebody who sits down at the seat that is left.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Guest {
    #[serde(default)]
    name: String,
}

pub(crate) fn sit(id: &str, guest: &Guest) -> Result<Answer, Problem> {
    let seated = find(id)?.change(|game| {
        let full = || message!("web-room-full", "both seats are taken: you can watch");
        let free = game.words.iter().position(Option::is_none);
        let free = free.ok_or_else(|| Problem::new(Status::Conflict, full()))?;
        game.seat(free, &guest.name)
    });
    seated.map(Answer::Now)
}

/// A move, or the end of the game, by whoever holds a seat's word.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    word: String,
    /// The move; without one the player resigns.
    #[serde(default, rename = "move")]
    step: Option<String>,
    /// How many moves were played before it, as far as the player knows.
    #[serde(default)]
    ply: usize,
}

pub(crate) fn act(id: &str, act: Act) -> Result<Answer, Problem> {
    let room = find(id)?;
    room.change(|game| {
        let seat = game.whose(&act.word)?;
        let late = || message!("web-room-late", "the game has moved on: look at the board");
        let late = || Problem::new(Status::Conflict, late());
        if game.resigned.is_some() || act.ply != game.place.moves.len() {
            return Err(late());
        }
        let Some(step) = act.step else {
            game.resigned = Some(seat);
            return Ok(());
        };
        let (start, mut table) = game.place.tables()?;
        if table.turn().index() != seat {
            return Err(late());
        }
        table.play(&step).map_err(Problem::bad)?;
        table.pass_if_forced();
        game.place.moves = table.history().split_off(start.n_played());
        Ok(())
    })?;
    Ok(Answer::Now(room.shown()))
}

/// The game, now and after every change.
pub(crate) fn watch_room(id: &str) -> Result<Answer, Problem> {
    let room = find(id)?;
    Ok(Answer::Watched(room.changes.subscribe(), Box::new(move || room.shown())))
}
