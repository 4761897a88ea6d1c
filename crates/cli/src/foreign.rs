//! Text of others on the terminal: names, moves, file names and keys that came from files or programs.
//!
//! Everything that is printed passes here. Control characters are shown as symbols, so that none of them acts on
//! a terminal; colours are our own, and stay only where a terminal shows them.

use std::borrow::Cow;

/// The text with control characters shown as symbols; line ends and tabs stay, and colours where they are wanted.
pub(crate) fn shown(text: &str, keeps_colours: bool) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(code) = colour(rest).filter(|_| keeps_colours) {
            out.push_str(code);
            rest = &rest[code.len()..];
            continue;
        }
        out.push(symbol(c));
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// JSON as one line: what JSON does not escape by itself is escaped, so that the text means the same.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    let is_rest = |c: char| is_active(c) && !c.is_ascii_control();
    if !text.contains(|c| is_rest(c) || c == '\u{7f}') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_rest(c) || c == '\u{7f}' {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The beginning of a text that is only quoted: no more than fits on a line or two.
pub(crate) fn clipped(text: &str) -> String {
    beginning(text, 120)
}

/// The beginning of a text that may be a whole sentence of ours.
pub(crate) fn bounded(text: &str) -> String {
    beginning(text, 1000)
}

fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Whether a character does something instead of showing something: control characters, and those that turn the
/// direction of writing.
fn is_active(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && !matches!(c, '\n' | '\t')) || turns
}

fn symbol(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if is_active(c) => '\u{fffd}',
        c => c,
    }
}

/// The colour code a text begins with, if it does: `ESC [`, digits and semicolons, `m`.
fn colour(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("\x1b[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then(|| &text[..end + 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_colours_stay_where_they_are_wanted() {
        let hostile = "a\x1b]0;title\x07\x1b[2J\u{9b}31m\r\x7f\u{202e}b\x1b[31mred\x1b[0m\n\t.";
        let plain = "a␛]0;title␇␛[2J\u{fffd}31m␍␡\u{fffd}b␛[31mred␛[0m\n\t.";
        assert_eq!(shown(hostile, false), plain);
        let coloured = shown(hostile, true);
        assert!(coloured.ends_with("\x1b[31mred\x1b[0m\n\t."), "{coloured:?}");
        assert_eq!(coloured.matches('\x1b').count(), 2, "{coloured:?}");
        assert!(matches!(shown("plain ─ é 象", false), Cow::Borrowed(_)));
    }

    #[test]
    fn json_means_the_same_without_bytes_that_act() {
        let name = "x\x1b\u{7f}\u{9b}\u{202e}y";
        let written = serde_json::to_string(name).expect("a text");
        let safe = json(&written);
        assert!(!safe.contains(is_active), "{safe:?}");
        assert_eq!(serde_json::from_str::<String>(&safe).expect("JSON"), name);
    }

    #[test]
    fn long_texts_are_quoted_by_their_beginning() {
        assert_eq!(clipped(&"é".repeat(120)), "é".repeat(120));
        assert_eq!(clipped(&"é".repeat(121)), "é".repeat(120) + "…");
    }
}
