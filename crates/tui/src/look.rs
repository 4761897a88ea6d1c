//! How things look: colours that colour-blind eyes tell apart, shapes that need no colour, and ASCII.

use plywood_workbench::games::{Seat, Tone};
use ratatui::style::{Color, Modifier, Style};

/// What a text or a cell means; its colour follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Ordinary text.
    Plain,
    /// Less important.
    Faint,
    /// More important.
    Strong,
    /// Belongs to a player.
    Side(Seat),
    /// A piece that is called black or white.
    Piece(Tone),
    /// The picture of such a piece in a list.
    Picture(Tone),
    /// Can be done; was won.
    Good,
    /// Cannot be done.
    Bad,
    /// The bar at the top and what is chosen.
    Bar,
    /// A key that can be pressed.
    Key,
}

/// The look of everything: with or without colours, in Unicode or ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Draw with ASCII characters only.
    pub is_ascii: bool,
    /// Use colours; shapes tell everything apart without them too.
    pub has_colours: bool,
}

impl Look {
    /// The style of a role. The colours lie on the axis from blue to orange (Okabe and Ito, 2008),
    /// and never red against green.
    pub(crate) fn style(self, role: Role) -> Style {
        let style = Style::default();
        let dyed = |index: u8| match self.has_colours {
            true => style.fg(Color::Indexed(index)),
            false => style,
        };
        let on = |ink: u8, ground: u8| match self.has_colours {
            true => style.fg(Color::Indexed(ink)).bg(Color::Indexed(ground)),
            false => style,
        };
        match role {
            Role::Plain => style,
            Role::Faint => style.add_modifier(Modifier::DIM),
            Role::Strong => style.add_modifier(Modifier::BOLD),
            Role::Side(Seat::One) => dyed(33),
            Role::Side(Seat::Two) => dyed(214),
            // A grey dark enough to be called black, and yet to be seen on a black screen.
            Role::Piece(Tone::Dark) => dyed(240),
            // White brings its own ground, for screens that are white themselves.
            Role::Piece(Tone::Light) => on(240, 255),
            Role::Picture(Tone::Dark) => on(236, 250),
            Role::Picture(Tone::Light) => on(255, 240),
            Role::Good => dyed(43).add_modifier(Modifier::BOLD),
            Role::Bad => dyed(204).add_modifier(Modifier::BOLD),
            Role::Bar => style.add_modifier(Modifier::REVERSED),
            Role::Key => dyed(75).add_modifier(Modifier::BOLD),
        }
    }

    /// One of two texts: in Unicode, in ASCII.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.is_ascii { ascii } else { unicode }
    }

    /// What a player's cells are filled with, older ones and those of the last move.
    pub(crate) fn fill(self, seat: Seat, is_last: bool) -> char {
        match (seat, is_last) {
            (Seat::One, false) => self.pick('█', '#'),
            (Seat::One, true) => self.pick('▓', '@'),
            (Seat::Two, false) => self.pick('░', ':'),
            (Seat::Two, true) => self.pick('▒', '%'),
        }
    }

    /// The mark of a player beside their name.
    pub(crate) fn mark(self, seat: Seat) -> String {
        self.fill(seat, false).to_string().repeat(2)
    }
}

/// A text in ASCII: dashes, dots and quotes lose their finery, letters their accents.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '·' | '•' => out.push('-'),
            '×' => out.push('x'),
            '…' => out.push_str("..."),
            '–' | '—' => out.push('-'),
            '−' => out.push('-'),
            '⌈' => out.push('['),
            '⌉' => out.push(']'),
            '←' => out.push('<'),
            '→' => out.push('>'),
            '↑' => out.push('^'),
            '↓' => out.push('v'),
            '«' | '»' | '“' | '”' => out.push('"'),
            '‹' => out.push('<'),
            '›' => out.push('>'),
            c if c.is_ascii() => out.push(c),
            c => out.push(unaccented(c)),
        }
    }
    out
}

/// A letter without its accent, as Portuguese has them; anything else that is no ASCII is a question mark.
fn unaccented(letter: char) -> char {
    let plain = match letter.to_lowercase().next().unwrap_or(letter) {
        'á' | 'à' | 'â' | 'ã' | 'ª' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' | 'º' => 'o',
        'ú' | 'ü' => 'u',
        'ç' => 'c',
        _ => return '?',
    };
    if letter.is_uppercase() { plain.to_ascii_uppercase() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn in_ascii_letters_lose_their_accents_and_dashes_their_finery() {
        assert_eq!(
            plain("É a sua vez: não há peças – «Português»…"),
            "E a sua vez: nao ha pecas - \"Portugues\"..."
        );
    }
}
