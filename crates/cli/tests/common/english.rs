//! Finds English that was left in a Portuguese text.

/// Words that no Portuguese sentence has.
const ENGLISH: &str = "\
    the is are was were not of to and or with it its from this that these those there expected \
    cannot must move moves piece pieces board boards cell cells player players game games row \
    rows number file folder already which while than more least most only other another an at \
    by for in but may has have holds stands between error usage tip value invalid unexpected \
    argument missing read write such found until after before every without answer answered \
    sent over left turn win wins draw white black round tall short line column character whole \
    you did mean";

/// What stands in quotes is the same in every language.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut quote: Option<char> = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '`' | '"' | '\'') => quote = Some(letter),
            (None, letter) => plain.push(letter),
        }
    }
    plain
}

pub(crate) fn english_words(portuguese: &str) -> Vec<String> {
    let plain = unquoted(portuguese);
    let is_letter = |c: char| c.is_alphanumeric() || "-=_./{}<>".contains(c);
    let words = plain.split(|c: char| !is_letter(c)).map(|word| word.trim_matches(['.', '/']));
    words
        .filter(|word| ENGLISH.split(' ').any(|english| english == *word))
        .map(str::to_owned)
        .collect()
}
