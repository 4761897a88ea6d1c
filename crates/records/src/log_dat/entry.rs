//! One entry of a log, and how it is written in each form.

use super::{LogForm, RULE};

/// An event in words: labels with their texts, and the board of a move in both forms.
pub(super) struct Entry {
    pub(super) heading: String,
    pub(super) fields: Vec<(String, String)>,
    /// The label of the board, its drawing and its list.
    pub(super) board: Option<[String; 3]>,
}

impl Entry {
    /// The whole entry, from its heading to its rule.
    pub(super) fn text(&self, form: LogForm) -> String {
        let mut lines = vec![format!("*** {} ***", self.heading)];
        if let Some([label, drawing, list]) = &self.board {
            lines.push(format!("{label}:"));
            match form {
                LogForm::Text => lines.extend(drawing.lines().map(indented)),
                LogForm::Lisp => lines.push(list.clone()),
            }
        }
        for (label, value) in &self.fields {
            let space = if value.is_empty() { "" } else { " " };
            lines.push(format!("{label}:{space}{value}"));
        }
        lines.push(RULE.to_owned());
        let line = |line: &String| match form {
            LogForm::Lisp if !line.starts_with('(') => format!("; {line}\n"),
            _ => format!("{line}\n"),
        };
        lines.iter().map(line).collect()
    }
}

fn indented(line: &str) -> String {
    format!("    {line}").trim_end_matches(' ').to_owned()
}
