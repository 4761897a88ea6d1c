//! What drawings share: a grid of cells with coordinates around it.

/// Rows of cells from top to bottom, with their labels at the left and letters for the columns below.
pub(crate) fn grid(columns: usize, rows: impl Iterator<Item = (usize, Vec<String>)>) -> String {
    let mut text = String::new();
    for (label, cells) in rows {
        text += &format!("{label:>3} {}\n", cells.join(" "));
    }
    let letters: Vec<String> =
        (0..columns).map(|column| ((b'a' + column as u8) as char).into()).collect();
    text + &format!("    {}\n", letters.join(" "))
}

/// A symbol in an ANSI colour.
pub(crate) fn coloured(symbol: &str, code: &str) -> String {
    format!("\x1b[{code}m{symbol}\x1b[0m")
}
