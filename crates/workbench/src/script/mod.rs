//! Heuristics and judges that people write: short scripts in [Rhai](https://rhai.rs), run in a sandbox.
//!
//! The last line is the value. The facts about a state are named constants; a script reads no file, no clock
//! and no network, and its steps, its depth and its memory are bounded, so that nothing hangs. Every error is
//! a sentence with its line number.
//!
//! ```
//! use plywood_workbench::problems::{self, Method};
//! use plywood_workbench::script::Script;
//! use plywood_workbench::Limits;
//!
//! let misplaced = "let n = 0;
//! for cell in 0..tiles.len() {
//!     if tiles[cell] != 0 && tiles[cell] != cell { n += 1; }
//! }
//! n";
//! let board = problems::find("tiles").unwrap().load_one("1 2 0 3 4 5 6 7 8").unwrap();
//! let method: Method = "a-star".parse().unwrap();
//! let method = method.scripted(Script::read("own", misplaced).unwrap());
//! let report = board.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
//! assert_eq!(report.cost, Some(2));
//! ```
//!
//! Start at [`Script`]; `asking` calls one within a search, `failure` words its errors, `sandbox` holds the
//! limits.

mod asking;
mod facts;
mod failure;
mod sandbox;

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use plywood_contract::{Message, Refused, message};
use rhai::{AST, Dynamic};

pub(crate) use asking::Asking;
pub use facts::{Fact, table_facts};
pub(crate) use facts::{Facts, tell_table};
use failure::{no_reading, no_value, wrong};
pub use sandbox::MOST_STEPS;
use sandbox::{ENGINE, counted, last_line};

use crate::games::Table;

/// The longest script, in bytes.
pub const MOST_BYTES: usize = 16_384;

/// The prefix of a script's file where a heuristic or a judge is named: `script:own.rhai`.
pub const PREFIX: &str = "script:";

/// A compiled script. Clones share it.
#[derive(Clone)]
pub struct Script(Arc<Source>);

struct Source {
    name: String,
    text: String,
    ast: AST,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "script {}", self.0.name)
    }
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name && self.0.text == other.0.text
    }
}

impl Eq for Script {}

/// Scripts that the command line named, by the text after `script:`.
static NAMED: LazyLock<Mutex<HashMap<String, Result<Script, Refused>>>> =
    LazyLock::new(Mutex::default);

impl Script {
    /// Compiles a script, or says which line has an error.
    pub fn read(name: &str, text: &str) -> Result<Self, Refused> {
        if text.len() > MOST_BYTES {
            return Err(message!(
                "script-large",
                "the script is too long: at most {most} bytes",
                most = MOST_BYTES
            )
            .into());
        }
        let ast = ENGINE.compile(text).map_err(|error| no_reading(&error))?;
        if ast.statements().is_empty() {
            return Err(message!(
                "script-empty",
                "the script is empty: its last line should be the value"
            )
            .into());
        }
        Ok(Self(Arc::new(Source { name: name.to_owned(), text: text.to_owned(), ast })))
    }

    /// Reads a file and registers the script under its name, for heuristics and judges called `script:FILE`.
    /// Only the command line may do this: a name in a record, a store or a request is never read. A file with
    /// an error is refused wherever it is named.
    pub fn allow(file: &str) -> Result<(), Refused> {
        let read = Self::read_file(file);
        let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(file.to_owned(), read.clone());
        read.map(|_| ())
    }

    fn read_file(file: &str) -> Result<Self, Refused> {
        let unreadable = |e: std::io::Error| {
            let reason = Message::of_file(&e);
            message!("cannot-read", "cannot read {file}: {reason}", file, reason)
        };
        let mut bytes = Vec::new();
        let opened = File::open(file).map_err(unreadable)?;
        opened.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let of_file = |reason| message!("of-file", "{file}: {reason}", file, reason).into();
        Self::read(&format!("{PREFIX}{file}"), &text).map_err(of_file)
    }

    /// The script registered as `script:FILE`, if the name has that form.
    pub(crate) fn named(name: &str) -> Option<Result<Self, Refused>> {
        let file = name.strip_prefix(PREFIX)?;
        let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
        Some(named.get(file).cloned().unwrap_or_else(|| {
            Err(message!(
                "script-unnamed",
                "the script `{file}` is not read: scripts are read only where the command line names them",
                file = file.chars().take(120).collect::<String>()
            )
            .into())
        }))
    }

    /// Its name in reports.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether a name occurs in the text, so that its value is worth computing.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.0.text.contains(name)
    }

    /// The script's value, or its error and where it occurred.
    fn run(&self, facts: Facts<'_>) -> Result<Dynamic, Message> {
        let (mut scope, names) = facts.parts();
        ENGINE.eval_ast_with_scope(&mut scope, &self.0.ast).map_err(|error| wrong(&error, &names))
    }

    /// A cost: a whole number that is not below 0.
    pub(crate) fn cost(&self, facts: &dyn Fn(&mut Facts<'_>)) -> Result<u32, Message> {
        let value = self.run(self.facts(facts))?;
        failure::cost(&value).map_err(|fault| no_value(fault, self.line_of_value(facts)))
    }

    /// An opinion: any number there is.
    pub(crate) fn opinion(&self, facts: &dyn Fn(&mut Facts<'_>)) -> Result<f64, Message> {
        let value = self.run(self.facts(facts))?;
        failure::opinion(&value).map_err(|fault| no_value(fault, self.line_of_value(facts)))
    }

    /// Judges one position: the opinion or what refuses it, and how many steps that took, [`MOST_STEPS`] at most.
    pub fn judge(&self, table: &dyn Table) -> (Result<f64, Refused>, u64) {
        let tell = |facts: &mut Facts<'_>| tell_table(table, facts);
        let (mut scope, names) = self.facts(&tell).parts();
        let (value, steps) = counted(&self.0.ast, &mut scope);
        let opinion = value.map_err(|error| wrong(&error, &names)).and_then(|value| {
            failure::opinion(&value).map_err(|fault| no_value(fault, self.line_of_value(&tell)))
        });
        (opinion.map_err(Into::into), steps)
    }

    fn facts(&self, tell: &dyn Fn(&mut Facts<'_>)) -> Facts<'_> {
        let mut facts = Facts::new(self);
        tell(&mut facts);
        facts
    }

    /// The line that the value came from, found by running the script again, expression by expression.
    fn line_of_value(&self, facts: &dyn Fn(&mut Facts<'_>)) -> usize {
        last_line(&self.0.ast, self.facts(facts).parts().0).unwrap_or(1)
    }
}
