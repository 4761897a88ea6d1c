//! Asking line by line: a bad answer is explained and asked again, the end of input ends cleanly.

use std::fmt::Display;
use std::io::{BufRead, Read, StdinLock, stdin};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywood_workbench::games::Look;
use plywood_workbench::language::{Language, Words};

use crate::screen::{say, width};

/// Why asking came to an end before its time.
pub(crate) enum Stop {
    /// Nobody answers any more.
    EndOfInput,
    /// The person asked to leave the program.
    Exit,
    /// An interrupt came.
    Interrupted,
    /// The screen cannot be written to, or worse.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

/// What asking leads to.
pub(crate) type Asked<T> = Result<T, Stop>;

/// Whether the program waits for a person: an interrupt then ends it at once.
static IS_WAITING: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for a person.
pub(crate) fn is_waiting() -> bool {
    IS_WAITING.load(Ordering::Relaxed)
}

/// No answer needs to be longer.
const MOST_BYTES: u64 = 4096;

/// The person at the other end, and the language they read.
pub(crate) struct Console {
    pub(crate) words: Rc<Words>,
    pub(crate) look: Look,
    input: StdinLock<'static>,
}

impl Console {
    pub(crate) fn new(language: Language, look: Look) -> Self {
        Self { words: Rc::new(Words::new(language)), look, input: stdin().lock() }
    }

    /// A message with a line feed.
    pub(crate) fn tell(&self, key: &str, holes: &[(&str, &dyn Display)]) -> Asked<()> {
        self.print(&(self.words.fill(key, holes) + "\n"))
    }

    /// Text as it is.
    pub(crate) fn print(&self, text: &str) -> Asked<()> {
        Ok(say(text)?)
    }

    /// Something that went wrong beside the game, on stderr; the game goes on.
    pub(crate) fn complain(&self, sentence: &str) {
        crate::screen::complain(sentence);
    }

    /// One line, without the space around it.
    pub(crate) fn ask(&mut self, prompt: &str) -> Asked<String> {
        self.print(&format!("{prompt} "))?;
        let mut bytes = Vec::new();
        IS_WAITING.store(true, Ordering::Relaxed);
        let read = self.input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
        IS_WAITING.store(false, Ordering::Relaxed);
        if read.map_err(anyhow::Error::from)? == 0 {
            self.print("\n")?;
            return Err(Stop::EndOfInput);
        }
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    }

    /// A numbered menu. `None` is the way back: `0`, `-1`, `voltar` or `back`.
    pub(crate) fn choose(
        &mut self,
        title: &str,
        items: &[String],
        back: &str,
    ) -> Asked<Option<usize>> {
        self.choose_or(title, items, back, None)
    }

    /// The same; an empty answer takes `default`. Only `0` and the words for it leave the program.
    pub(crate) fn choose_or(
        &mut self,
        title: &str,
        items: &[String],
        back: &str,
        default: Option<usize>,
    ) -> Asked<Option<usize>> {
        let mut menu = format!("\n{title}\n");
        for (i, item) in items.iter().enumerate() {
            menu += &format!("{:>3}. {item}\n", i + 1);
        }
        menu += &format!("  0. {}\n", self.words.text(back));
        self.print(&menu)?;
        let prompt = match default {
            None => self.words.text("ask-choice"),
            Some(i) => self.words.fill("ask-choice-or", &[("number", &(i + 1))]),
        };
        let goes_back = |answer: &str| match back {
            "menu-exit" => answer == "0",
            _ => is_back(answer),
        };
        loop {
            let answer = self.ask(&prompt)?;
            if is_exit(&answer) {
                return Err(Stop::Exit);
            }
            if goes_back(&answer) {
                return Ok(None);
            }
            if answer.is_empty() {
                if default.is_some() {
                    return Ok(default);
                }
                self.tell("ask-again", &[("least", &0), ("most", &items.len())])?;
                continue;
            }
            let by_name = items.iter().position(|item| {
                let name = item.split([' ', ':', ',']).next().unwrap_or(item);
                name.eq_ignore_ascii_case(&answer)
            });
            let by_number = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            match by_number.filter(|&i| i < items.len()).or(by_name) {
                Some(i) => return Ok(Some(i)),
                None => {
                    let holes: [(&str, &dyn Display); 2] =
                        [("answer", &answer), ("most", &items.len())];
                    self.tell("bad-choice", &holes)?;
                }
            }
        }
    }

    /// A whole number in a range; an empty answer takes `default`. `None` is the way back.
    pub(crate) fn number(
        &mut self,
        prompt: &str,
        range: std::ops::RangeInclusive<u64>,
        default: Option<u64>,
    ) -> Asked<Option<u64>> {
        loop {
            let answer = self.ask(prompt)?;
            if is_exit(&answer) {
                return Err(Stop::Exit);
            }
            if is_back(&answer) {
                return Ok(None);
            }
            if answer.is_empty() {
                if default.is_some() {
                    return Ok(default);
                }
                self.tell("ask-again", &[("least", range.start()), ("most", range.end())])?;
                continue;
            }
            match answer.parse().ok().filter(|number| range.contains(number)) {
                Some(number) => return Ok(Some(number)),
                None => {
                    let holes: [(&str, &dyn Display); 3] =
                        [("answer", &answer), ("least", range.start()), ("most", range.end())];
                    self.tell("bad-number", &holes)?;
                }
            }
        }
    }
}

/// Whether an answer means "back": what the original programs took, in both languages.
pub(crate) fn is_back(answer: &str) -> bool {
    ["0", "-1", "voltar", "back"].contains(&answer.to_lowercase().as_str())
}

/// Whether an answer means "leave the program".
pub(crate) fn is_exit(answer: &str) -> bool {
    ["sair", "exit", "quit"].contains(&answer.to_lowercase().as_str())
}

/// Items with their numbers in as many columns as the screen holds.
pub(crate) fn numbered(items: &[(usize, &str)]) -> String {
    let most = items.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let digits = most.to_string().len().max(2);
    let longest = items.iter().map(|(_, item)| item.chars().count()).max().unwrap_or(0);
    let cell = digits + 2 + longest;
    let per_row = ((width() + 1) / (cell + 3)).clamp(1, 8);
    let mut text = String::new();
    for items in items.chunks(per_row) {
        let cells =
            items.iter().map(|(number, item)| format!("{number:>digits$}. {item:<longest$}"));
        text += &format!("  {}\n", cells.collect::<Vec<_>>().join("   ").trim_end());
    }
    text
}
