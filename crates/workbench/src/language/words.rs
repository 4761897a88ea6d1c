//! The messages of one language.

use std::fmt::Display;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::Entry;
use unic_langid::LanguageIdentifier;

use super::pattern::Pattern;
use crate::play::Reason;

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

/// What the libraries say; the English one holds the patterns.
const LIBRARY_EN: &str = include_str!("../../locales/en/library.ftl");
const HELP_EN: &str = include_str!("../../locales/en/help.ftl");

const EN: [&str; 10] = [
    include_str!("../../locales/en/menu.ftl"),
    include_str!("../../locales/en/play.ftl"),
    include_str!("../../locales/en/log.ftl"),
    include_str!("../../locales/en/records.ftl"),
    include_str!("../../locales/en/report.ftl"),
    include_str!("../../locales/en/table.ftl"),
    include_str!("../../locales/en/jobs.ftl"),
    include_str!("../../locales/en/arena.ftl"),
    LIBRARY_EN,
    HELP_EN,
];
const PT: [&str; 10] = [
    include_str!("../../locales/pt/menu.ftl"),
    include_str!("../../locales/pt/play.ftl"),
    include_str!("../../locales/pt/log.ftl"),
    include_str!("../../locales/pt/records.ftl"),
    include_str!("../../locales/pt/report.ftl"),
    include_str!("../../locales/pt/table.ftl"),
    include_str!("../../locales/pt/jobs.ftl"),
    include_str!("../../locales/pt/arena.ftl"),
    include_str!("../../locales/pt/library.ftl"),
    include_str!("../../locales/pt/help.ftl"),
];

/// The messages of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    /// How English sentences are recognised, the most particular first; empty in English.
    patterns: Vec<Pattern>,
}

impl Words {
    /// Reads the messages.
    pub fn new(language: Language) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.locale()]);
        // Marks around what is filled in confuse terminals and comparisons.
        bundle.set_use_isolating(false);
        for file in language.files() {
            bundle.add_resource_overriding(resource(file));
        }
        let patterns = match language {
            Language::English => Vec::new(),
            Language::Portuguese => patterns(),
        };
        Self { language, bundle, patterns }
    }

    /// The language these words are of.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The message of this key.
    pub fn text(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// The message of this key with its holes filled. A missing message shows its key; tests see to it
    /// that none is.
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
        text.into_owned()
    }

    /// A player as records name them (`human`, `level:5`, an engine), in words.
    pub fn player(&self, name: &str) -> String {
        match name.strip_prefix("level:") {
            Some(level) => self.fill("player-level", &[("level", &level)]),
            None if name == "human" => self.text("player-human"),
            None => name.to_owned(),
        }
    }

    /// How a search ended, by the name that its statistics give it: a limit, or what it found.
    pub fn outcome(&self, name: &str) -> String {
        match self.bundle.has_message(&format!("limit-{name}")) {
            true => self.text(&format!("limit-{name}")),
            false => name.to_owned(),
        }
    }

    /// Why a game is over.
    pub fn reason(&self, reason: Reason) -> String {
        self.text(match reason {
            Reason::Line => "reason-line",
            Reason::FullBoard => "reason-full-board",
            Reason::Points => "reason-points",
            Reason::Resigned => "reason-resigned",
        })
    }

    /// What a library said in English, in this language; as it is if it is not known.
    pub fn translate(&self, sentence: &str) -> String {
        self.translated(sentence).unwrap_or_else(|| sentence.to_owned())
    }

    /// The same for every line of a drawing, with the space before it kept.
    pub fn translate_lines(&self, text: &str) -> String {
        let line = |line: &str| {
            let said = line.trim_start();
            let space = &line[..line.len() - said.len()];
            let (said, end) = said.strip_suffix('\n').map_or((said, ""), |said| (said, "\n"));
            format!("{space}{}{end}", self.translate(said))
        };
        text.split_inclusive('\n').map(line).collect()
    }

    /// What the pieces of winning lines share: `a1-d1 all white and tall`.
    fn attributes(&self, text: &str) -> String {
        let mut text = text.replace(" all ", ": ").replace(" and ", " + ");
        let english = Words::new(Language::English);
        for attribute in ["colour", "height", "shape", "body"] {
            for value in 0..2 {
                let key = format!("{attribute}-{value}");
                text = text.replace(&english.text(&key), &self.text(&key));
            }
        }
        text
    }

    /// The sentence in this language, if it is known or nothing needs to be done.
    pub fn translated(&self, sentence: &str) -> Option<String> {
        if self.language == Language::English || sentence.is_empty() {
            return Some(sentence.to_owned());
        }
        let (key, holes) = self
            .patterns
            .iter()
            .find_map(|pattern| pattern.fit(sentence).map(|holes| (pattern.key.as_str(), holes)))?;
        // What stands for a reason is a sentence of a library itself.
        let filled: Vec<(&str, String)> = holes
            .into_iter()
            .map(|(name, value)| match name {
                "reason" | "reason-name" => (name, self.translate(value)),
                "attributes" => (name, self.attributes(value)),
                _ => (name, value.to_owned()),
            })
            .collect();
        let holes: Vec<(&str, &dyn Display)> =
            filled.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
        Some(self.fill(key, &holes))
    }
}

fn resource(file: &str) -> FluentResource {
    match FluentResource::try_new(file.to_owned()) {
        Ok(resource) => resource,
        // Tests refuse faulty files; whatever could be read is better than nothing.
        Err((resource, _)) => resource,
    }
}

fn patterns() -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for file in [LIBRARY_EN, HELP_EN] {
        let ast = fluent_syntax::parser::parse(file.to_owned()).unwrap_or_else(|(ast, _)| ast);
        for entry in &ast.body {
            if let Entry::Message(message) = entry
                && let Some(value) = &message.value
            {
                patterns.extend(Pattern::new(&message.id.name, value));
            }
        }
    }
    patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.weight()));
    patterns
}

/// Numbers choose plural forms; a text that only looks like one, such as `05`, stays a text.
fn fluent_value(text: &str) -> FluentValue<'static> {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => FluentValue::from(number),
        _ => FluentValue::from(text.to_owned()),
    }
}
