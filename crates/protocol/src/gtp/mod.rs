//! GTP, the Go Text Protocol, in the dialect that Blokus programs speak.
//!
//! A command is a line, `[id] name arguments`; the answer is `=[id] text` or `?[id] reason`, ended by
//! an empty line. Lysator's draft of version 2 is the specification. [`serve`] is the engine's end,
//! [`Client`] the controller's.

mod client;
mod server;

pub use client::Client;
pub use server::{Bell, Engine, STANDARD_COMMANDS, cpu_time, serve};
pub(crate) use server::{LONGEST_PIPED, PIPED};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number that the answer repeats.
    pub id: Option<u32>,
    /// What to do.
    pub name: String,
    /// With what.
    pub arguments: Vec<String>,
}

impl Command {
    /// Parses a line; `None` if it holds only blanks and a comment.
    pub fn parse(line: &str) -> Option<Self> {
        // Tabs become blanks, other control characters are dropped, and a `#` begins a comment.
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.peek().filter(|word| is_number(word)).and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        Some(Self { id, name: words.next()?, arguments: words.collect() })
    }

    /// The arguments as one text, for names with blanks in them.
    pub fn rest(&self) -> String {
        self.arguments.join(" ")
    }
}

/// The form [`Command::parse`] reads.
impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// An answer as it is sent. Empty lines inside the text would end it early, so they are left out.
pub fn show_answer(id: Option<u32>, answer: &Result<String, String>) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(reason) => ('?', reason),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    let printable = |line: &str| -> String {
        line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
    };
    // The first line stands behind the mark; a drawing begins below it.
    let is_drawing = text.starts_with('\n');
    let lines: Vec<String> =
        text.lines().map(printable).filter(|line| !line.trim().is_empty()).collect();
    let gap = if is_drawing { "\n" } else { " " };
    format!("{mark}{id}{gap}{}", lines.join("\n")).trim_end().to_owned() + "\n\n"
}

/// A game's name as GTP has it: `Blokus Duo` for `blokus-duo`.
pub fn title(game: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    game.split('-').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(id: Option<u32>, name: &str, arguments: &[&str]) -> Option<Command> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Some(Command { id, name: name.into(), arguments })
    }

    #[test]
    fn commands_are_read_as_the_specification_says() {
        assert_eq!(Command::parse("genmove b"), command(None, "genmove", &["b"]));
        assert_eq!(
            Command::parse("  12\tplay\tw a1 # why"),
            command(Some(12), "play", &["w", "a1"])
        );
        assert_eq!(Command::parse("na\u{7}me\r"), command(None, "name", &[]));
        assert_eq!(Command::parse("99999999999 x"), command(None, "99999999999", &["x"]));
        for nothing in ["", "   ", "# only a comment", "\r", "7"] {
            assert_eq!(Command::parse(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn answers_end_in_an_empty_line_and_hold_none() {
        assert_eq!(show_answer(None, &Ok(String::new())), "=\n\n");
        assert_eq!(show_answer(Some(3), &Ok("b1".into())), "=3 b1\n\n");
        assert_eq!(show_answer(Some(3), &Err("no such move".into())), "?3 no such move\n\n");
        assert_eq!(show_answer(None, &Ok("\n. .\n\n. x\n".into())), "=\n. .\n. x\n\n");
    }
}
