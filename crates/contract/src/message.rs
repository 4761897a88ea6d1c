//! Messages to people as data: a key, the English wording, and the arguments of its placeholders.
//!
//! Libraries report in this form and know no language. [`Display`](fmt::Display) words a message in
//! English; front ends look up its key in the reader's language and fill in the same arguments.
//!
//! ```
//! use plywood_contract::{Refused, message};
//!
//! let piece = "6";
//! let refused = Refused::from(message!("piece-in-hand", "piece {piece} is the one in hand", piece));
//! assert_eq!(refused.to_string(), "piece 6 is the one in hand");
//! assert_eq!(refused.message().key, "piece-in-hand");
//! ```

use std::borrow::Cow;
use std::fmt;

/// A sentence as data. Make one with [`message!`](crate::message).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sentence's name in the locale files.
    pub key: Cow<'static, str>,
    /// Its English wording; a placeholder is written `{name}`.
    pub english: Cow<'static, str>,
    /// The arguments, by placeholder name.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A text that is the same in every language: a cell, a move, what somebody typed.
    Text(Cow<'static, str>),
    /// A number; languages have plurals.
    Number(i64),
    /// Another message, worded before this one.
    Message(Box<Message>),
    /// A list, each item worded and joined as the language joins lists.
    List(Vec<Arg>),
}

/// A [`Message`]: its key, its English wording, and the arguments of its placeholders.
///
/// `message!("row-length", "row {row} has {count} cells: expected {expected}", row, count, expected = 14)`
#[macro_export]
macro_rules! message {
    (@ $name:ident) => { $name };
    (@ $name:ident $value:expr) => { $value };
    ($key:literal, $english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message {
            key: ::std::borrow::Cow::Borrowed($key),
            english: ::std::borrow::Cow::Borrowed($english),
            args: ::std::vec![$((
                ::std::borrow::Cow::Borrowed(::core::stringify!($name)),
                $crate::Arg::from($crate::message!(@ $name $($value)?)),
            )),*],
        }
    };
}

/// Implements `Display` (in English) and `Error` for types that have `fn message(&self) -> Message`, and their
/// conversions into [`Message`], [`Refused`] and [`Arg`].
#[macro_export]
macro_rules! explained {
    ($($error:ty),+ $(,)?) => {$(
        impl ::std::fmt::Display for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.message(), f)
            }
        }

        impl ::std::error::Error for $error {}

        impl From<$error> for $crate::Message {
            fn from(error: $error) -> Self {
                error.message()
            }
        }

        impl From<$error> for $crate::Refused {
            fn from(error: $error) -> Self {
                error.message().into()
            }
        }

        impl From<$error> for $crate::Arg {
            fn from(error: $error) -> Self {
                error.message().into()
            }
        }
    )+};
}

/// Why something was refused: a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(Box<Message>);

impl Refused {
    /// The reason as data.
    pub fn message(&self) -> &Message {
        &self.0
    }

    /// The same reason, preceded by the text it is about.
    #[must_use]
    pub fn about(self, text: impl Into<String>) -> Self {
        message!("about", "`{text}`: {reason}", text = text.into(), reason = *self.0).into()
    }
}

impl From<Message> for Refused {
    fn from(message: Message) -> Self {
        Self(Box::new(message))
    }
}

impl From<Refused> for Message {
    fn from(refused: Refused) -> Self {
        *refused.0
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Refused {}

impl Message {
    /// What went wrong with a file, by the kind of I/O error.
    pub fn of_file(error: &std::io::Error) -> Self {
        use std::io::ErrorKind as Kind;
        match error.kind() {
            Kind::NotFound => message!("file-not-found", "there is no such file or folder"),
            Kind::PermissionDenied => message!("file-denied", "permission denied"),
            Kind::AlreadyExists => message!("file-exists", "it is there already"),
            Kind::ReadOnlyFilesystem => message!("file-read-only", "the file system is read-only"),
            Kind::StorageFull => message!("file-full", "no space is left on the disk"),
            Kind::IsADirectory => message!("file-is-folder", "it is a folder"),
            Kind::NotADirectory => message!("file-no-folder", "it is not a folder"),
            Kind::InvalidData => message!("file-no-text", "it is not text"),
            Kind::AddrInUse => message!("file-address", "the address is in use"),
            _ => message!("file-other", "the system says `{text}`", text = error.to_string()),
        }
    }
}

/// In English. A placeholder without an argument stays as it is written.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &*self.english;
        while let Some((text, behind)) = rest.split_once('{') {
            f.write_str(text)?;
            let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
            match self.args.iter().find(|(arg, _)| *arg == name) {
                Some((_, arg)) => arg.fmt(f)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

/// In English; the last two of a list are joined by "and".
impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::Message(message) => message.fmt(f),
            Self::List(args) => {
                for (i, arg) in args.iter().enumerate() {
                    let joint = match args.len() - i {
                        _ if i == 0 => "",
                        1 => " and ",
                        _ => ", ",
                    };
                    write!(f, "{joint}{arg}")?;
                }
                Ok(())
            }
        }
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned().into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string().into())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<Refused> for Arg {
    fn from(refused: Refused) -> Self {
        Self::Message(refused.0)
    }
}

impl From<crate::Seat> for Arg {
    fn from(seat: crate::Seat) -> Self {
        Self::Number(seat.number().into())
    }
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(things: Vec<T>) -> Self {
        Self::List(things.into_iter().map(Into::into).collect())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        })*
    };
}
numbers!(u8, u16, u32, u64, usize, i32, i64);

#[cfg(test)]
mod tests {
    use super::Refused;

    #[test]
    fn english_fills_the_placeholders_it_has_arguments_for() {
        let (row, count) = (3, 15_usize);
        let said =
            message!("row-length", "row {row} has {count} cells: expected {expected}", row, count);
        assert_eq!(said.to_string(), "row 3 has 15 cells: expected {expected}");
    }

    #[test]
    fn lists_and_messages_are_worded_first() {
        let why = message!("shared", "all {values}", values = vec!["white", "tall", "round"]);
        assert_eq!(why.to_string(), "all white, tall and round");
        let refused = Refused::from(message!("over", "the game is over: {why}", why)).about("b1");
        assert_eq!(refused.to_string(), "`b1`: the game is over: all white, tall and round");
    }
}
