//! A sentence with holes, and what stands in them: `player {$n} has no {$piece} left`.

use fluent_syntax::ast::{Expression, InlineExpression, Pattern as Ast, PatternElement};

/// A sentence with holes, made from a message.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) key: String,
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Text(String),
    Hole(String),
}

impl Pattern {
    /// The pattern of a message without selectors; none for others.
    pub(super) fn new(key: &str, ast: &Ast<String>) -> Option<Self> {
        let part = |element: &PatternElement<String>| match element {
            PatternElement::TextElement { value } => Some(Part::Text(value.clone())),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => Some(Part::Hole(id.name.clone())),
                InlineExpression::StringLiteral { value } => Some(Part::Text(value.clone())),
                _ => None,
            },
            PatternElement::Placeable { .. } => None,
        };
        let parts = ast.elements.iter().map(part).collect::<Option<Vec<_>>>()?;
        Some(Self { key: key.to_owned(), parts: joined(parts) })
    }

    /// Letters that must be there: patterns with more of them are tried first.
    pub(super) fn weight(&self) -> usize {
        let text = |part: &Part| match part {
            Part::Text(text) => text.len(),
            Part::Hole(_) => 0,
        };
        self.parts.iter().map(text).sum()
    }

    /// What stands in the holes if the sentence fits: each hole ends where the next text begins.
    pub(super) fn fit<'a>(&'a self, sentence: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let mut holes = Vec::new();
        let mut rest = sentence;
        let mut hole = None;
        for (i, part) in self.parts.iter().enumerate() {
            match part {
                Part::Hole(name) => hole = Some(name.as_str()),
                Part::Text(text) => {
                    let is_last = i + 1 == self.parts.len();
                    let at = match (hole, is_last) {
                        (None, _) => rest.starts_with(text.as_str()).then_some(0),
                        (Some(_), true) => {
                            rest.ends_with(text.as_str()).then(|| rest.len() - text.len())
                        }
                        (Some(_), false) => rest.find(text.as_str()),
                    }?;
                    holes.extend(hole.take().map(|name| (name, &rest[..at])));
                    rest = &rest[at + text.len()..];
                }
            }
        }
        match hole {
            Some(name) => holes.push((name, rest)),
            None if !rest.is_empty() => return None,
            None => {}
        }
        Some(holes)
    }
}

/// Neighbouring texts as one, so that every hole stands between texts.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        match (out.last_mut(), part) {
            (Some(Part::Text(before)), Part::Text(text)) => *before += &text,
            (_, part) => out.push(part),
        }
    }
    out
}
