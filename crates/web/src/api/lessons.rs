//! Six lessons on search: their titles, and each as Markdown with lines that the page brings to life.

use plywood_workbench::language::{lesson as text_of, lessons};
use plywood_workbench::message;
use serde_json::{Value, json};

use super::{Answer, Caller, Problem, Status};

/// What a lesson is called and about: its first line, and its first paragraph.
fn opening(text: &str) -> (&str, String) {
    let mut parts = text.splitn(3, "\n\n");
    let title = parts.next().unwrap_or_default().trim_start_matches("# ").trim();
    (title, parts.next().unwrap_or_default().replace('\n', " "))
}

/// The lessons in the order in which they are read.
pub(crate) fn list(who: &Caller) -> Answer {
    let told = lessons().filter_map(|name| {
        let (title, about) = opening(text_of(name, who.words.language())?);
        Some(json!({ "name": name, "title": title, "about": about }))
    });
    Answer::Now(json!({ "lessons": told.collect::<Vec<Value>>() }))
}

/// One lesson.
pub(crate) fn lesson(who: &Caller, name: &str) -> Result<Answer, Problem> {
    let text = text_of(name, who.words.language()).ok_or_else(|| {
        let list: Vec<&str> = lessons().collect();
        Problem::new(
            Status::Missing,
            message!(
                "web-no-lesson",
                "there is no lesson `{name}`: expected one of {list}",
                name = name.chars().take(40).collect::<String>(),
                list
            ),
        )
    })?;
    Ok(Answer::Now(json!({ "name": name, "title": opening(text).0, "text": text })))
}
