//! The API as plain functions: a request as data in, an answer as data out. `http` carries both; nothing here
//! knows how. `openapi.json` documents it, and tests compare the two.

mod edit;
mod figures;
mod lessons;
mod position;
mod problem;
mod problems;
mod programs;
mod records;
mod review;
mod rooms;
mod shelf;
mod stream;
mod thinking;
mod tournaments;
mod trace;

use plywood_workbench::language::Words;
use plywood_workbench::{Cancel, message};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use tokio::sync::watch;

use crate::access::Role;
use crate::queue::Lane;
use crate::server::Site;

pub(crate) use position::{Place, catalogue, showcase};
pub(crate) use problem::{Problem, Status};
pub(crate) use programs::allow as allow_programs;
pub(crate) use stream::{Lines, Slice, Turn};
pub(crate) use tournaments::written;

/// The description of everything below.
pub(crate) const DESCRIPTION: &str = include_str!("../../openapi.json");

/// Who asks.
pub(crate) struct Caller {
    /// The words of the language the page speaks.
    pub(crate) words: &'static Words,
    pub(crate) role: Role,
}

/// What is asked, before it is read.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) body: Vec<u8>,
    /// The parts of the address that stand for something, in order.
    pub(crate) path: Vec<String>,
    pub(crate) query: Vec<(String, String)>,
}

/// Work that may block and gives one answer.
pub(crate) type Once = Box<dyn FnOnce(&Cancel) -> Result<Value, Problem> + Send>;
/// Work that writes lines until its turn is over; called again until it is done.
pub(crate) type Sliced = Box<dyn FnMut(&mut Lines, &Turn<'_>) -> Slice + Send>;
/// Work that tells news as it goes; the last one is what it returns.
pub(crate) type Telling =
    Box<dyn FnOnce(&mut dyn FnMut(Value), &Cancel) -> Result<Value, Problem> + Send>;

/// An answer, or what it takes to make it.
pub(crate) enum Answer {
    /// Known already.
    Now(Value),
    /// A text in JSON that is known already.
    Text(&'static str),
    /// From the database of games: work that needs no place among the searches.
    Record(Once),
    /// From a tournament's store: such work again, and large.
    Report(Once),
    /// A search.
    Search(Lane, Once),
    /// A search that streams JSON lines.
    Lines(Sliced),
    /// A search that streams events.
    Events(Telling),
    /// An event whenever a store has changed.
    Changes,
    /// An event now and whenever the count changes.
    Watched(watch::Receiver<u64>, Box<dyn Fn() -> Value + Send>),
}

/// How a call is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
}

/// A call: how it is made, by whom at least, and who answers.
pub(crate) struct Call {
    pub(crate) path: &'static str,
    pub(crate) method: Method,
    pub(crate) role: Role,
    pub(crate) answer: fn(&Site, &Caller, &Input) -> Result<Answer, Problem>,
}

/// All calls.
pub(crate) static CALLS: [Call; 37] = {
    use Method::{Get, Post};
    use Role::{Owner, Player, Spectator};
    const fn call(
        method: Method,
        path: &'static str,
        role: Role,
        answer: fn(&Site, &Caller, &Input) -> Result<Answer, Problem>,
    ) -> Call {
        Call { path, method, role, answer }
    }
    [
        call(Get, "/openapi.json", Spectator, |_, _, _| Ok(Answer::Text(DESCRIPTION))),
        call(Get, "/games", Spectator, |_, _, _| Ok(position::games())),
        call(Get, "/engines", Spectator, |_, _, _| Ok(position::engines())),
        call(Get, "/programs", Spectator, |site, who, _| Ok(programs::list(site, who))),
        call(Post, "/state", Spectator, |_, who, asked| position::state(who, &asked.read()?)),
        call(Post, "/edit", Spectator, |_, who, asked| edit::edit(who, &asked.read()?)),
        call(Post, "/review", Player, |_, who, asked| review::review(who, asked.read()?)),
        call(Post, "/think", Player, |site, who, asked| thinking::think(site, who, &asked.read()?)),
        call(Post, "/analyse", Player, |site, who, asked| {
            thinking::analyse(site, who, &asked.read()?)
        }),
        call(Post, "/trace", Player, |_, who, asked| trace::play(who, &asked.read()?)),
        call(Post, "/layout", Spectator, |_, _, asked| figures::layout(&asked.read()?)),
        call(Post, "/tree", Spectator, |_, _, asked| figures::textbook(&asked.read()?)),
        call(Get, "/lessons", Spectator, |_, who, _| Ok(lessons::list(who))),
        call(Get, "/lessons/{name}", Spectator, |_, who, asked| {
            lessons::lesson(who, asked.name()?)
        }),
        call(Get, "/explain/{name}", Spectator, |_, who, asked| figures::page(who, asked.name()?)),
        call(Get, "/problems", Spectator, |_, who, _| Ok(problems::lists(who))),
        call(Post, "/problems/state", Spectator, |_, who, asked| {
            problems::state(who, &asked.read()?)
        }),
        call(Post, "/problems/trace", Player, |_, who, asked| trace::path(who, asked.read()?)),
        call(Post, "/problems/compare", Player, |_, who, asked| {
            problems::compare(who, &asked.read()?)
        }),
        call(Post, "/problems/check", Player, |_, who, asked| problems::check(who, asked.read()?)),
        call(Post, "/problems/check-trace", Player, |_, who, asked| {
            problems::check_trace(who, asked.read()?)
        }),
        call(Get, "/problems/published", Player, |_, who, _| Ok(problems::published(who))),
        call(Get, "/tournaments", Spectator, |site, _, asked| {
            Ok(tournaments::list(site, asked.number("skip")?, asked.number("limit")?))
        }),
        call(Post, "/tournaments", Owner, |site, who, asked| {
            tournaments::play(site, who, asked.read()?)
        }),
        call(Get, "/tournaments/{store}/{id}", Spectator, |site, _, asked| {
            tournaments::show(site, asked.part(0)?, asked.part(1)?)
        }),
        call(Get, "/records", Spectator, |site, _, asked| {
            Ok(records::list(site, asked.number("skip")?, asked.number("limit")?))
        }),
        call(Post, "/records", Player, |site, who, asked| records::keep(site, who, &asked.read()?)),
        call(Get, "/records/{id}", Spectator, |site, _, asked| {
            Ok(records::load(site, asked.part(0)?))
        }),
        call(Post, "/records/{id}/remove", Owner, |site, _, asked| {
            Ok(shelf::remove(site, asked.part(0)?))
        }),
        call(Get, "/records/{id}/note", Spectator, |site, _, asked| {
            Ok(shelf::note(site, asked.part(0)?))
        }),
        call(Post, "/records/{id}/note", Player, |site, who, asked| {
            shelf::write(site, who, asked.part(0)?, asked.read()?)
        }),
        call(Post, "/records/restore", Owner, |site, _, asked| {
            Ok(shelf::restore(site, asked.read()?))
        }),
        call(Post, "/rooms", Player, |site, _, asked| rooms::open(site, asked.read()?)),
        call(Get, "/rooms/{room}", Spectator, |_, _, asked| rooms::watch_room(asked.name()?)),
        call(Post, "/rooms/{room}", Player, |_, _, asked| rooms::act(asked.name()?, asked.read()?)),
        call(Post, "/rooms/{room}/sit", Player, |_, _, asked| {
            rooms::sit(asked.name()?, &asked.read()?)
        }),
        call(Get, "/events", Spectator, |_, _, _| Ok(Answer::Changes)),
    ]
};

impl Input {
    /// The body as a request; a bad one gets a sentence.
    fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(&self.body).map_err(|e| {
            let text = e.to_string();
            Problem::bad(match e.classify() {
                serde_json::error::Category::Data => {
                    message!("web-json-data", "the message is not as expected: \"{text}\"", text)
                }
                _ => message!("web-json-syntax", "the message is no JSON: \"{text}\"", text),
            })
        })
    }

    /// A number in the address.
    fn part<T: std::str::FromStr>(&self, i: usize) -> Result<T, Problem> {
        let number = self.path.get(i).and_then(|text| text.parse().ok());
        number.ok_or_else(|| {
            Problem::bad(message!("web-address", "the address should end in numbers"))
        })
    }

    /// A name in the address.
    fn name(&self) -> Result<&str, Problem> {
        let name = self.path.first().map(String::as_str);
        name.ok_or_else(|| Problem::bad(message!("web-no-call", "there is no such call")))
    }

    /// A number behind the address, as in `?limit=20`.
    fn number(&self, name: &str) -> Result<Option<u32>, Problem> {
        let given = self.query.iter().find(|(known, _)| known == name);
        let number = given.map(|(_, text)| text.parse()).transpose();
        number.map_err(|_| {
            Problem::bad(message!(
                "web-query-number",
                "`{name}`: expected a whole number",
                name = name.to_owned()
            ))
        })
    }
}

/// A question about a position: where it is, and what is asked of it, in one object. Neither part takes a field
/// that it does not know.
#[derive(Debug)]
pub(crate) struct About<T> {
    pub(crate) place: Place,
    pub(crate) ask: T,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for About<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let mut rest = Map::deserialize(from)?;
        let place = Place::FIELDS.iter().filter_map(|&name| rest.remove_entry(name)).collect();
        Ok(Self {
            place: serde_json::from_value(Value::Object(place)).map_err(D::Error::custom)?,
            ask: serde_json::from_value(Value::Object(rest)).map_err(D::Error::custom)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_description_names_every_call_and_no_other() {
        let description: Value = serde_json::from_str(DESCRIPTION).expect("it is JSON");
        let mut described = BTreeSet::new();
        for (path, methods) in description["paths"].as_object().expect("paths") {
            for method in methods.as_object().expect("methods").keys() {
                described.insert((path.clone(), method.clone()));
            }
        }
        let method = |call: &Call| if call.method == Method::Get { "get" } else { "post" };
        let answered: BTreeSet<_> = CALLS
            .iter()
            .map(|call| (format!("/api{}", call.path), method(call).to_owned()))
            .collect();
        assert_eq!(described, answered);
    }
}
