//! The messages of one language.

use std::collections::HashMap;
use std::fmt::Display;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use plywood_contract::{Arg, Message, Sketch, SketchLine};
use unic_langid::LanguageIdentifier;

/// A language people can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// European Portuguese.
    Portuguese,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::English, Self::Portuguese];

    /// `en` or `pt`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    /// The language of a code or locale such as `pt`, `pt_PT.UTF-8` or `en-GB`.
    pub fn from_code(text: &str) -> Option<Self> {
        let code = text.split(['_', '-', '.', '@']).next()?.trim().to_lowercase();
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides; English unless it names
    /// Portuguese.
    pub fn from_environment() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        locale.and_then(|locale| Self::from_code(&locale)).unwrap_or(Self::English)
    }

    /// In Portugal, unlike in Brazil, nought is plural.
    fn locale(self) -> LanguageIdentifier {
        let name = match self {
            Self::English => "en",
            Self::Portuguese => "pt-PT",
        };
        name.parse().unwrap_or_default()
    }

    const fn files(self) -> &'static [&'static str] {
        match self {
            Self::English => &EN,
            Self::Portuguese => &PT,
        }
    }
}

const HELP_EN: &str = include_str!("../locales/en/help.ftl");

const EN: [&str; 10] = [
    include_str!("../locales/en/games.ftl"),
    include_str!("../locales/en/menu.ftl"),
    include_str!("../locales/en/play.ftl"),
    include_str!("../locales/en/log.ftl"),
    include_str!("../locales/en/records.ftl"),
    include_str!("../locales/en/report.ftl"),
    include_str!("../locales/en/table.ftl"),
    include_str!("../locales/en/jobs.ftl"),
    include_str!("../locales/en/arena.ftl"),
    HELP_EN,
];
const PT: [&str; 12] = [
    include_str!("../locales/pt/games.ftl"),
    include_str!("../locales/pt/menu.ftl"),
    include_str!("../locales/pt/play.ftl"),
    include_str!("../locales/pt/log.ftl"),
    include_str!("../locales/pt/records.ftl"),
    include_str!("../locales/pt/report.ftl"),
    include_str!("../locales/pt/table.ftl"),
    include_str!("../locales/pt/jobs.ftl"),
    include_str!("../locales/pt/arena.ftl"),
    include_str!("../locales/pt/library.ftl"),
    include_str!("../locales/pt/help.ftl"),
    // In English the rooms themselves hold these.
    include_str!("../locales/pt/rooms.ftl"),
];

/// The messages of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    /// Keys of the command line's texts; empty in English, the language they are written in.
    help: HashMap<String, String>,
}

impl Words {
    /// Reads the messages.
    pub fn new(language: Language) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.locale()]);
        // Isolation marks around arguments confuse terminals and comparisons.
        bundle.set_use_isolating(false);
        for file in language.files() {
            bundle.add_resource_overriding(resource(file));
        }
        let help = match language {
            Language::English => HashMap::new(),
            Language::Portuguese => help_keys(),
        };
        Self { language, bundle, help }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The message of this key.
    pub fn text(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// The message of this key with its placeholders filled. A missing message shows its key; tests make sure that
    /// there is none.
    pub fn fill(&self, key: &str, holes: &[(&str, &dyn Display)]) -> String {
        let mut arguments = FluentArgs::new();
        for (name, value) in holes {
            arguments.set(*name, fluent_value(&value.to_string()));
        }
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return format!("[{key}]");
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut errors);
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        match holes {
            [] => text.into_owned(),
            _ => self.figures(&text),
        }
    }

    /// A text whose figures are formatted for this language: `0,53` in Portuguese. Numbers within other text, such as
    /// `c=1.0` or a version, stay, and so does everything in quotes.
    pub fn figures(&self, text: &str) -> String {
        if self.language == Language::English || !text.contains('.') {
            return text.to_owned();
        }
        let is_end = |c: char| c.is_whitespace() || "(),;[]|".contains(c);
        let word = |word: &str| {
            let figure = word.trim_end_matches(is_end);
            if is_decimal(figure) { word.replacen('.', ",", 1) } else { word.to_owned() }
        };
        text.split_inclusive(is_end).map(word).collect()
    }

    /// Words a library's message: its own wording in English, else the text of its key, with its arguments worded
    /// first.
    pub fn say(&self, message: &Message) -> String {
        if self.language == Language::English {
            return message.to_string();
        }
        let Some(pattern) = self.bundle.get_message(&message.key).and_then(|found| found.value())
        else {
            return message.to_string();
        };
        let mut arguments = FluentArgs::new();
        for (name, arg) in &message.args {
            let value = match arg {
                Arg::Number(number) => FluentValue::from(*number),
                arg => FluentValue::from(self.say_arg(arg)),
            };
            arguments.set(&**name, value);
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut errors);
        debug_assert!(errors.is_empty(), "{}: {errors:?}", message.key);
        text.into_owned()
    }

    fn say_arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Text(text) => text.to_string(),
            Arg::Number(number) => number.to_string(),
            Arg::Message(message) => self.say(message),
            Arg::List(args) => {
                let said: Vec<String> = args.iter().map(|arg| self.say_arg(arg)).collect();
                match said.split_last() {
                    Some((last, rest)) if !rest.is_empty() => {
                        format!("{}{}{last}", rest.join(", "), self.text("list-and"))
                    }
                    _ => said.concat(),
                }
            }
        }
    }

    /// A number with so many decimal places, as the language writes them.
    pub fn decimal(&self, number: f64, places: usize) -> String {
        let text = format!("{number:.places$}");
        match self.language {
            Language::English => text,
            Language::Portuguese => text.replace('.', ","),
        }
    }

    /// A drawing, its messages in this language, each line ended by a line feed.
    pub fn sketch(&self, sketch: &Sketch) -> String {
        let line = |line: &SketchLine| match line {
            SketchLine::Drawn(text) => format!("{text}\n"),
            SketchLine::Said(before, message) => format!("{before}{}\n", self.say(message)),
        };
        sketch.lines().iter().map(line).collect()
    }

    /// A player as records name them (`human`, `level:5`, an engine), in words.
    pub fn player(&self, name: &str) -> String {
        match name.strip_prefix("level:") {
            Some(level) => self.fill("player-level", &[("level", &level)]),
            None => self.engine(name),
        }
    }

    /// An engine by its name if it has no options; otherwise as it was written, except for the course's
    /// evaluation.
    fn engine(&self, name: &str) -> String {
        let (kind, options) = name.split_once(':').unwrap_or((name, ""));
        let key = format!("player-{kind}");
        match options {
            "" if self.bundle.has_message(&key) => self.text(&key),
            "judge=course" => self.fill("player-judged", &[("player", &self.engine(kind))]),
            _ => name.to_owned(),
        }
    }

    /// How a search ended, by the name in its statistics: a limit, or the outcome.
    pub fn outcome(&self, name: &str) -> String {
        match self.bundle.has_message(&format!("limit-{name}")) {
            true => self.text(&format!("limit-{name}")),
            false => name.to_owned(),
        }
    }

    /// A text of the command line's definition, which is written in English, in this language; none if it
    /// has no translation.
    pub fn help(&self, english: &str) -> Option<String> {
        if self.language == Language::English {
            return Some(english.to_owned());
        }
        self.help.get(english).map(|key| self.text(key))
    }
}

/// The key of each text of the command line's definition.
fn help_keys() -> HashMap<String, String> {
    let mut bundle = FluentBundle::new_concurrent(vec![Language::English.locale()]);
    let file = resource(HELP_EN);
    let is_key = |line: &&str| line.starts_with("help-");
    let key = |line: &str| Some(line.split_once(" = ")?.0.to_owned());
    let keys: Vec<String> = HELP_EN.lines().filter(is_key).filter_map(key).collect();
    bundle.add_resource_overriding(file);
    let text = |key: String| {
        let pattern = bundle.get_message(&key)?.value()?;
        Some((bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned(), key))
    };
    keys.into_iter().filter_map(text).collect()
}

fn resource(file: &str) -> FluentResource {
    match FluentResource::try_new(file.to_owned()) {
        Ok(resource) => resource,
        // Faulty files fail the tests; at run time whatever could be read is better than nothing.
        Err((resource, _)) => resource,
    }
}

/// Numbers choose plural forms; a text that only looks like one, such as `05`, stays a text.
fn fluent_value(text: &str) -> FluentValue<'static> {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => FluentValue::from(number),
        _ => FluentValue::from(text.to_owned()),
    }
}

/// Whether a word is a figure with a decimal point, perhaps with its sign before and its unit behind.
fn is_decimal(word: &str) -> bool {
    let word = word.trim_start_matches(['+', '-', '−', '=', '±', '<', '>', '~']);
    let Some((whole, rest)) = word.split_once('.') else { return false };
    let (part, unit) =
        rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    is_number(whole) && is_number(part) && matches!(unit, "" | "%" | "/s" | ":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_commas_in_portuguese_and_what_is_typed_keeps_its_points() {
        let words = Words::new(Language::Portuguese);
        for (text, expected) in [
            ("0.53 s", "0,53 s"),
            ("1.2 M/s, +0.25 (= -1.50)", "1,2 M/s, +0,25 (= -1,50)"),
            ("| 51.3 % | 4.0 ± 2.5 |", "| 51,3 % | 4,0 ± 2,5 |"),
            ("mcts:exploration=1.5", "mcts:exploration=1.5"),
            ("`0.5` 127.0.0.1 v0.1.0 0.5s", "`0.5` 127.0.0.1 v0.1.0 0.5s"),
            ("fim. 3. b1", "fim. 3. b1"),
        ] {
            assert_eq!(words.figures(text), expected);
            assert_eq!(Words::new(Language::English).figures(text), text);
        }
    }
}
