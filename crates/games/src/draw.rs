//! What drawings share: a grid of cells with coordinates around it, discs, and the last line.

use plywood_contract::{Look, Message, Seat, message};

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

/// What is called black: a grey dark enough for the name, and yet to be seen on a black screen.
pub(crate) const BLACK: &str = "38;5;240";
/// What is called white: it brings its own ground, for screens that are white themselves.
pub(crate) const WHITE: &str = "38;5;240;48;5;255";

/// A symbol in an ANSI colour.
pub(crate) fn coloured(symbol: &str, code: &str) -> String {
    format!("\x1b[{code}m{symbol}\x1b[0m")
}

/// A disc of a player, or an empty cell. The symbols differ as well as the colours.
pub(crate) fn disc(owner: Option<Seat>, look: Look) -> String {
    match (look, owner) {
        (Look::Plain, None) => ".".into(),
        (Look::Plain, Some(seat)) => seat.number().to_string(),
        (Look::Unicode, None) => "·".into(),
        (Look::Unicode, Some(Seat::One)) => "●".into(),
        (Look::Unicode, Some(Seat::Two)) => "○".into(),
        (Look::Coloured, None) => coloured("·", "2"),
        (Look::Coloured, Some(Seat::One)) => coloured("●", "94"),
        (Look::Coloured, Some(Seat::Two)) => coloured("○", "1;93"),
    }
}

/// The last line of a drawing: who is to move, or how it ended.
pub(crate) fn status(turn: Seat, result: Option<i32>) -> Message {
    match result {
        None => message!("drawing-to-move", "player {player} to move", player = turn),
        Some(0) => message!("drawing-over-draw", "game over: draw"),
        Some(result) => {
            let winner = if result > 0 { Seat::One } else { Seat::Two };
            message!("drawing-over-won", "game over: player {player} wins", player = winner)
        }
    }
}

/// Points, counted.
pub(crate) fn points(points: u32) -> Message {
    match points {
        1 => message!("drawing-point", "1 point"),
        n => message!("drawing-points", "{n} points", n),
    }
}
