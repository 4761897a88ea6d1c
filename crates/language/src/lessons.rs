//! Six lessons on search, in both languages: the files of `lessons/`. Lines that begin with `::` are live figures,
//! predictions and exercises, which the page runs.

use crate::Language;

/// A lesson: its name, its English, its Portuguese.
type Lesson = (&'static str, &'static str, &'static str);

macro_rules! text {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../lessons/en/", $name, ".md")),
            include_str!(concat!("../lessons/pt/", $name, ".md")),
        )
    };
}

/// The lessons, in the order in which they are read.
const LESSONS: [Lesson; 6] = [
    text!("uninformed"),
    text!("heuristics"),
    text!("memory"),
    text!("alpha-beta"),
    text!("ordering"),
    text!("monte-carlo"),
];

/// The names of the lessons, in the order in which they are read.
pub fn lessons() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|lesson| lesson.0)
}

/// The lesson of this name, as Markdown that begins with its title.
///
/// ```
/// use plywood_language::{Language, lesson, lessons};
///
/// assert_eq!(lessons().count(), 6);
/// assert!(lesson("heuristics", Language::Portuguese).unwrap().starts_with("# "));
/// ```
pub fn lesson(name: &str, language: Language) -> Option<&'static str> {
    let lesson = LESSONS.iter().find(|lesson| lesson.0 == name)?;
    Some(match language {
        Language::English => lesson.1,
        Language::Portuguese => lesson.2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_the_same_parts_in_both_languages() {
        for name in lessons() {
            let parts = |language| {
                let text = lesson(name, language).expect("it is listed");
                assert!(text.starts_with("# "), "{name}");
                let sections = text.lines().filter(|line| line.starts_with("## ")).count();
                let live: Vec<&str> = text.lines().filter(|line| line.starts_with("::")).collect();
                (sections, live)
            };
            let (sections, live) = parts(Language::English);
            assert_eq!((sections, live.clone()), parts(Language::Portuguese), "{name}");
            let has = |kind: &str| live.iter().any(|line| line.starts_with(kind));
            assert!(sections >= 3, "{name}");
            assert!(has("::figure ") && has("::predict ") && has("::exercise "), "{name}");
        }
    }
}
