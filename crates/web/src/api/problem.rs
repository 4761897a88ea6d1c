//! What went wrong, as `{"error": "a sentence"}`.

use plywood_workbench::language::Words;
use plywood_workbench::{Arg, Message, message};
use serde_json::{Value, json};

/// What kind of refusal it is; the numbers are those of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Bad = 400,
    Forbidden = 403,
    Missing = 404,
    Method = 405,
    Slow = 408,
    Conflict = 409,
    Large = 413,
    Misdirected = 421,
    TooMany = 429,
    Broken = 500,
    Unavailable = 503,
}

/// A refusal.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: Status,
    message: Box<Message>,
    /// What the client needs besides the sentence, by the name it has in the answer.
    fact: Option<Box<(&'static str, Value)>>,
    /// Whether coming back soon may help.
    pub(crate) is_later: bool,
}

impl Problem {
    pub(crate) fn new(status: Status, message: impl Into<Message>) -> Self {
        Self { status, message: Box::new(message.into()), fact: None, is_later: false }
    }

    /// The client's mistake, in the words of whoever found it.
    pub(crate) fn bad(reason: impl Into<Message>) -> Self {
        Self::new(Status::Bad, reason)
    }

    /// The same with the advice to come back soon.
    pub(crate) fn later(self) -> Self {
        Self { is_later: true, ..self }
    }

    /// The same with something the client needs besides the sentence.
    pub(crate) fn with(self, name: &'static str, value: Value) -> Self {
        Self { fact: Some(Box::new((name, value))), ..self }
    }

    /// A search that panicked: the job fails, the server lives.
    pub(crate) fn broken() -> Self {
        let said = message!("web-broken", "the search failed; this is a fault of ours");
        Self::new(Status::Broken, said)
    }

    /// A file that cannot be used. Clients are told no paths; the terminal is told everything.
    pub(crate) fn of_store(reason: &dyn std::fmt::Display) -> Self {
        // A damaged or forged file may have a say in this.
        let tame = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        eprintln!("plywood: {}", reason.to_string().chars().map(tame).collect::<String>());
        let said = message!(
            "web-store",
            "a file of the server cannot be used just now; its terminal says why"
        );
        Self::new(Status::Unavailable, said)
    }

    /// The sentence alone.
    pub(crate) fn say(&self, words: &Words) -> String {
        let mut message = (*self.message).clone();
        clip(&mut message);
        words.say(&message)
    }

    /// The whole answer.
    pub(crate) fn json(&self, words: &Words) -> Value {
        let mut answer = json!({ "error": self.say(words) });
        if let Some((name, value)) = self.fact.as_deref() {
            answer[*name] = value.clone();
        }
        answer
    }
}

/// Of what others sent, only the beginning is quoted. What a JSON reader says counts as such a text, and lists the
/// fields there are.
fn clip(message: &mut Message) {
    const MOST: usize = 300;
    for (_, arg) in &mut message.args {
        match arg {
            Arg::Text(text) => {
                if let Some((end, _)) = text.char_indices().nth(MOST) {
                    *text = format!("{}…", &text[..end]).into();
                }
            }
            Arg::Message(inner) => clip(inner),
            _ => {}
        }
    }
}
