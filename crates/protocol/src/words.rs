//! A command line as words, split as a shell would, without a shell.

/// Splits a command line at blanks. Quotes keep blanks together; a backslash takes the next character
/// as it is, except between single quotes.
pub fn split_words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let next = characters.next();
                let next = next.ok_or_else(|| format!("`{line}` ends in a backslash"))?;
                word.get_or_insert_default().push(next);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("`{line}` has a {open} that is never closed"));
    }
    words.extend(word);
    if words.is_empty() { Err("expected a command line, got nothing".into()) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(split_words("python3  bot.py --x=1").unwrap(), ["python3", "bot.py", "--x=1"]);
        assert_eq!(
            split_words(r#"a 'b c' "d \"e" f\ g ''"#).unwrap(),
            ["a", "b c", "d \"e", "f g", ""]
        );
        assert_eq!(split_words(r"x'\'y").unwrap(), [r"x\y"]);
    }

    #[test]
    fn what_cannot_be_split_is_explained() {
        assert!(split_words("a 'b").unwrap_err().contains("never closed"));
        assert!(split_words("a\\").unwrap_err().contains("backslash"));
        assert!(split_words("  ").unwrap_err().contains("nothing"));
    }
}
