//! The problems for one player: one offer for each, listed once.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use plywood_contract::{Message, Refused, message};

use super::{grid, puzzle, tiles};
use crate::names::{nearest, plain};
use crate::problems::{Guide, Instance, Method, MethodError, Posable, Posed, Quest};
use crate::script::{Fact, Script};

/// Every problem there is.
pub static PROBLEMS: [&ProblemOffer; 3] = [&puzzle::OFFER, &tiles::OFFER, &grid::OFFER];

/// No file of problems needs to be larger; a larger one is refused unread.
pub(crate) const MOST_BYTES: u64 = 4 << 20;

/// Reads the problems of a text.
type Reader = fn(&str) -> Result<Vec<Arc<dyn Quest>>, Message>;

/// A problem as it is offered.
#[derive(Debug)]
pub struct ProblemOffer {
    /// The name on the command line.
    pub name: &'static str,
    /// Other names for it.
    pub also: &'static [&'static str],
    /// What it is called in menus.
    pub title: Message,
    /// What it is, in a line.
    pub about: Message,
    /// What its text looks like.
    pub form: Message,
    /// What its steps are called, of which there may be many.
    pub steps: Message,
    /// Problems that come with the program, the smallest first.
    pub samples: &'static [Sample],
    /// The sample that shows most at a first look.
    pub first: &'static str,
    /// The default heuristic.
    pub heuristic: &'static str,
    /// Whether a path is best shown as a trail on one picture.
    pub is_trail: bool,
    /// The pictures of its rules in a minute, one for each sentence.
    pub minute: [Scenery; 4],
    pub(crate) heuristics: fn() -> Vec<HeuristicOffer>,
    pub(crate) facts: fn() -> Vec<Fact>,
    /// The script that the editor starts with: a heuristic unlike the built-in ones.
    pub script: &'static str,
    pub(crate) load: fn(&'static ProblemOffer, &str) -> Result<Vec<Instance>, Message>,
    pub(crate) read: Reader,
}

/// A picture of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Scenery {
    /// The sample.
    pub board: &'static str,
    /// Steps made there, separated by spaces.
    pub moves: &'static str,
}

impl Scenery {
    pub(super) const fn of(board: &'static str, moves: &'static str) -> Self {
        Self { board, moves }
    }
}

/// A problem that comes with the program.
#[derive(Debug)]
pub struct Sample {
    /// What it is called.
    pub name: &'static str,
    /// The problem.
    pub text: &'static str,
}

/// A heuristic as it is offered.
#[derive(Clone, Debug)]
pub struct HeuristicOffer {
    /// The name, and other names for it.
    pub names: &'static [&'static str],
    /// Its name in scripts.
    pub fact: &'static str,
    /// What it counts and what it promises, in a sentence.
    pub about: Message,
    /// Whether it never overestimates, on any board.
    pub is_admissible: bool,
}

/// Why there is no such problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// No such problem; the nearest name.
    Unknown(String, Option<&'static str>),
    /// The board, tiles or map was refused.
    Refused(Message),
    /// There are several in the file and none was chosen.
    Several(String, usize),
}

impl ProblemError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        let list: Vec<&str> = PROBLEMS.iter().map(|offer| offer.name).collect();
        match self {
            Self::Unknown(text, Some(guess)) => message!(
                "no-problem-guess",
                "there is no problem `{text}`: expected one of {list}. Did you mean `{guess}`?",
                text = &**text,
                list,
                guess = *guess
            ),
            Self::Unknown(text, None) => message!(
                "no-problem",
                "there is no problem `{text}`: expected one of {list}.",
                text = &**text,
                list
            ),
            Self::Refused(message) => message.clone(),
            Self::Several(file, n) => message!(
                "problems-several",
                "{file} holds {n} problems: choose one as {first} to {last}",
                file = &**file,
                n = *n,
                first = format!("{file}#1"),
                last = format!("{file}#{n}")
            ),
        }
    }
}

plywood_contract::explained!(ProblemError);

/// The problem of this name.
pub fn find(name: &str) -> Result<&'static ProblemOffer, ProblemError> {
    let wanted = plain(name);
    let is_called =
        |offer: &&&'static ProblemOffer| offer.names().any(|known| plain(known) == wanted);
    PROBLEMS.iter().find(is_called).copied().ok_or_else(|| {
        let known = PROBLEMS.iter().flat_map(|offer| offer.names());
        ProblemError::Unknown(name.into(), nearest(name, known))
    })
}

impl ProblemOffer {
    fn names(&'static self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.also.iter().copied())
    }

    /// Its heuristics.
    pub fn heuristics(&self) -> Vec<HeuristicOffer> {
        (self.heuristics)()
    }

    /// The facts that scripts know about a state: the problem's own, then its heuristics by name.
    pub fn facts(&self) -> Vec<Fact> {
        let ours = self.heuristics().into_iter();
        let ours = ours.map(|one| Fact { name: one.fact, about: one.about });
        let never = message!("fact-never", "stands for a state without a goal below it");
        (self.facts)()
            .into_iter()
            .chain(ours)
            .chain([Fact { name: "never", about: never }])
            .collect()
    }

    /// The heuristic of this name, by its own name.
    pub fn heuristic(&self, name: &str) -> Result<&'static str, MethodError> {
        let offers = self.heuristics();
        let wanted = plain(name);
        let is_called =
            |one: &&HeuristicOffer| one.names.iter().any(|known| plain(known) == wanted);
        offers.iter().find(is_called).map(|one| one.names[0]).ok_or_else(|| {
            let list = offers.iter().map(|one| one.names[0]).collect();
            let known = offers.iter().flat_map(|one| one.names.iter().copied());
            MethodError::Heuristic(name.into(), list, nearest(name, known))
        })
    }

    /// A method with its heuristic's canonical name, or the problem's default where none was named; `script:FILE`
    /// is a script that the command line named.
    pub fn settle(&self, method: Method) -> Result<Method, MethodError> {
        if method.script.is_some() {
            return Ok(method);
        }
        if let Some(script) = method.heuristic.as_deref().and_then(Script::named) {
            return Ok(method.scripted(script.map_err(|e| MethodError::Script(e.into()))?));
        }
        let heuristic = match &method.heuristic {
            Some(name) => self.heuristic(name)?,
            None => self.heuristic,
        };
        Ok(method.guided(heuristic))
    }

    /// Every algorithm once, and A* with every heuristic.
    pub fn methods(&self) -> Vec<Method> {
        use crate::problems::Algorithm;
        let mut methods = Vec::new();
        for algorithm in Algorithm::ALL {
            let method = Method::new(algorithm);
            match algorithm {
                Algorithm::AStar => methods.extend(
                    self.heuristics().iter().map(|one| method.clone().guided(one.names[0])),
                ),
                _ => methods.push(method.guided(self.heuristic)),
            }
        }
        methods
    }

    /// A sample by its name, in upper or lower case.
    pub fn sample(&'static self, name: &str) -> Option<Instance> {
        let sample =
            self.samples.iter().find(|sample| sample.name.eq_ignore_ascii_case(name.trim()))?;
        let quests = (self.read)(sample.text).expect("samples are tested");
        quests.into_iter().next().map(|quest| Instance { name: sample.name.into(), quest })
    }

    /// All samples in order.
    pub fn all_samples(&'static self) -> Vec<Instance> {
        self.samples.iter().filter_map(|sample| self.sample(sample.name)).collect()
    }

    /// The problems of a text.
    pub fn read(&'static self, text: &str) -> Result<Vec<Arc<dyn Quest>>, ProblemError> {
        (self.read)(text).map_err(ProblemError::Refused)
    }

    /// Resolves a text to problems: a sample, a file (all it holds), one problem of a file (`file#2`), or a
    /// problem's text.
    pub fn load(&'static self, what: &str) -> Result<Vec<Instance>, ProblemError> {
        match self.sample(what) {
            Some(sample) => Ok(vec![sample]),
            None => (self.load)(self, what).map_err(ProblemError::Refused),
        }
    }

    /// Resolves a text to one problem.
    pub fn load_one(&'static self, what: &str) -> Result<Instance, ProblemError> {
        let mut found = self.load(what)?;
        match found.len() {
            1 => Ok(found.remove(0)),
            n => Err(ProblemError::Several(what.into(), n)),
        }
    }
}

/// The heuristics of a problem's type.
pub(super) fn guides<P: Posable>() -> Vec<HeuristicOffer> {
    let offer = |&guide: &P::Guide| HeuristicOffer {
        names: guide.names(),
        fact: guide.fact(),
        about: guide.explain(),
        is_admissible: guide.is_admissible(),
    };
    P::Guide::all().iter().map(offer).collect()
}

/// A problem behind a pointer.
pub(super) fn pose<P: Posable>(problem: P) -> Arc<dyn Quest> {
    Arc::new(Posed(problem))
}

/// Loads anything but a sample: a file if there is one of that name, else the text itself.
pub(super) fn load_text(
    offer: &'static ProblemOffer,
    what: &str,
) -> Result<Vec<Instance>, Message> {
    let (path, number) = match what.rsplit_once('#') {
        Some((path, number)) if !Path::new(what).exists() && Path::new(path).is_file() => {
            (path, number.parse::<usize>().ok())
        }
        _ => (what, None),
    };
    if !Path::new(path).is_file() {
        // A single word is more likely a name than a text.
        let quests = (offer.read)(what).map_err(|reason| match is_word(what) {
            true => no_sample(offer, what),
            false => reason,
        })?;
        return Ok(named("text", quests));
    }
    let text = read_file(path)?;
    let quests = (offer.read)(&text)
        .map_err(|reason| message!("of-file", "{file}: {reason}", file = path, reason))?;
    let found = named(path, quests);
    let count = found.len();
    match number {
        None => Ok(found),
        Some(number) => match found.into_iter().nth(number.wrapping_sub(1)) {
            Some(one) => Ok(vec![one]),
            None => Err(message!(
                "problems-no-such",
                "{file} holds {n} problems: there is no #{number}",
                file = path,
                n = count,
                number
            )),
        },
    }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) && text.chars().count() < 40
}

fn named(name: &str, quests: Vec<Arc<dyn Quest>>) -> Vec<Instance> {
    let count = quests.len();
    let name_of = |i: usize| if count == 1 { name.to_owned() } else { format!("{name}#{}", i + 1) };
    quests.into_iter().enumerate().map(|(i, quest)| Instance { name: name_of(i), quest }).collect()
}

fn no_sample(offer: &'static ProblemOffer, text: &str) -> Message {
    let list: Vec<&str> = offer.samples.iter().map(|sample| sample.name).collect();
    message!(
        "no-sample",
        "{problem} has nothing named `{text}` and there is no such file: expected one of {list}, a file, or {form}",
        problem = offer.name,
        text,
        list,
        form = offer.form.clone()
    )
}

fn read_file(path: &str) -> Result<String, Message> {
    let unreadable = |e: std::io::Error| {
        let reason = Message::of_file(&e);
        message!("cannot-read", "cannot read {file}: {reason}", file = path, reason)
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(message!(
            "problems-large",
            "{file} is larger than 4 MiB, too large for a file of problems",
            file = path
        ));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A refusal as a message.
pub(super) fn reason(refused: Refused) -> Message {
    refused.into()
}
