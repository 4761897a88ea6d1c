//! Portuguese and English: everything a person reads comes from the message files in `locales`.
//!
//! ```
//! use plywood_workbench::language::{Language, Words};
//!
//! let words = Words::new(Language::Portuguese);
//! assert_eq!(words.fill("points", &[("n", &1)]), "1 ponto");
//! assert_eq!(words.fill("points", &[("n", &7)]), "7 pontos");
//! ```
//!
//! `translate` turns the English sentences of the libraries, which know no language, into the chosen
//! one: the English file of such sentences doubles as the patterns they are recognised by.

mod pattern;
mod words;

pub use words::{Language, Words};
