//! A command line as words, split as a shell would, without a shell.

/// Why a text is no command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SplitError {
    /// Nothing follows the last backslash.
    #[error("`{0}` ends in a backslash")]
    Backslash(String),
    /// A quote has no end.
    #[error("`{0}` has a {1} that is never closed")]
    Quote(String, char),
    /// There is no word.
    #[error("expected a command line, got nothing")]
    Nothing,
}

/// Splits a command line at blanks. Quotes keep blanks together; a backslash takes the next character
/// as it is, except between single quotes.
pub fn split_words(line: &str) -> Result<Vec<String>, SplitError> {
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
                let next = next.ok_or_else(|| SplitError::Backslash(line.into()))?;
                word.get_or_insert_default().push(next);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(SplitError::Quote(line.into(), open));
    }
    words.extend(word);
    if words.is_empty() { Err(SplitError::Nothing) } else { Ok(words) }
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
    fn a_command_line_that_cannot_be_split_is_explained() {
        assert!(split_words("a 'b").unwrap_err().to_string().contains("never closed"));
        assert!(split_words("a\\").unwrap_err().to_string().contains("backslash"));
        assert!(split_words("  ").unwrap_err().to_string().contains("nothing"));
    }
}
