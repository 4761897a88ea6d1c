//! One page on each algorithm, engine and heuristic, in both languages: the files of `explain/`, which the
//! terminal, the page and, by links, the documentation of `search` share.

use crate::Language;

/// A page: its name, its English, its Portuguese.
type Page = (&'static str, &'static str, &'static str);

macro_rules! text {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../explain/en/", $name, ".md")),
            include_str!(concat!("../explain/pt/", $name, ".md")),
        )
    };
}

/// Every page, by name.
const PAGES: [Page; 28] = [
    text!("a-star"),
    text!("alpha-beta"),
    text!("beam"),
    text!("best"),
    text!("bfs"),
    text!("dfs"),
    text!("frontier"),
    text!("greedy"),
    text!("h1"),
    text!("h2"),
    text!("h3"),
    text!("h4"),
    text!("ida-star"),
    text!("ids"),
    text!("iterative"),
    text!("largest"),
    text!("linear-conflict"),
    text!("manhattan"),
    text!("mcts"),
    text!("minimax"),
    text!("mtd"),
    text!("octile"),
    text!("pvs"),
    text!("random"),
    text!("rbfs"),
    text!("sma-star"),
    text!("ucs"),
    text!("weighted-a-star"),
];

/// The names of all pages, in alphabetical order.
///
/// ```
/// let names: Vec<&str> = plywood_language::explained().collect();
/// assert!(names.is_sorted() && names.contains(&"alpha-beta"));
/// ```
pub fn explained() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.0)
}

/// The page of this name, as Markdown.
///
/// ```
/// use plywood_language::{Language, explain, explained};
///
/// assert!(explained().any(|name| name == "a-star"));
/// assert!(explain("a-star", Language::Portuguese).is_some());
/// ```
pub fn explain(name: &str, language: Language) -> Option<&'static str> {
    let page = PAGES.iter().find(|page| page.0 == name)?;
    Some(match language {
        Language::English => page.1,
        Language::Portuguese => page.2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_the_same_parts_in_both_languages() {
        for name in explained() {
            let parts = |language| {
                let text = explain(name, language).expect("it is listed");
                assert!(text.starts_with("# "), "{name}");
                let count = |mark: &str| text.lines().filter(|line| line.starts_with(mark)).count();
                let code = text.split("```").nth(1).map_or(0, |code| code.lines().count());
                (count("## "), count("```"), code)
            };
            assert_eq!(parts(Language::English), parts(Language::Portuguese), "{name}");
            assert!(parts(Language::English).0 >= 4, "{name}");
        }
    }
}
