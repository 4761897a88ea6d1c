//! Portuguese and English: everything a person reads comes from the message files in `locales`.
//!
//! ```
//! use plywood_language::{Language, Words};
//!
//! let words = Words::new(Language::Portuguese);
//! assert_eq!(words.fill("points", &[("n", &1)]), "1 ponto");
//! assert_eq!(words.fill("points", &[("n", &7)]), "7 pontos");
//!
//! let over = plywood_contract::message!("game-over", "the game is over");
//! assert_eq!(words.say(&over), "a partida acabou");
//! ```
//!
//! Libraries know no language: they report by a [`Message`](plywood_contract::Message), and [`Words::say`] words
//! it. Its English is in the source, its Portuguese in `pt/library.ftl`.

mod explain;
mod lessons;
mod words;

pub use explain::{explain, explained};
pub use lessons::{lesson, lessons};
pub use words::{Language, Words};
