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
pub struct Theme {
    /// Draw with ASCII characters only.
    pub is_ascii: bool,
    /// Use colours; shapes tell everything apart without them too.
    pub has_colours: bool,
    /// Which colours.
    pub palette: Palette,
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The terminal's own ground and ink, with colours that show on dark and on light ones.
    #[default]
    Terminal,
    /// Light ink on dark wood.
    Dark,
    /// Dark ink on paper.
    Light,
    /// Black, white and two colours, for eyes that need it.
    Contrast,
}

impl Palette {
    /// The palette of this name; the terminal's own for any other.
    pub fn named(name: &str) -> Self {
        match name {
            "dark" => Self::Dark,
            "light" => Self::Light,
            "contrast" => Self::Contrast,
            _ => Self::Terminal,
        }
    }

    /// Its colours by their numbers among the 256 that terminals know.
    const fn inks(self) -> Inks {
        match self {
            Self::Terminal => Inks {
                ground: None,
                plain: None,
                faint: None,
                one: 33,
                two: 214,
                good: 43,
                bad: 204,
                key: 75,
            },
            Self::Dark => Inks {
                ground: Some(233),
                plain: Some(255),
                faint: Some(144),
                one: 153,
                two: 215,
                good: 114,
                bad: 210,
                key: 80,
            },
            Self::Light => Inks {
                ground: Some(255),
                plain: Some(234),
                faint: Some(240),
                one: 24,
                two: 94,
                good: 22,
                bad: 124,
                key: 23,
            },
            Self::Contrast => Inks {
                ground: Some(16),
                plain: Some(231),
                faint: Some(252),
                one: 51,
                two: 226,
                good: 51,
                bad: 215,
                key: 226,
            },
        }
    }
}

/// Numbers among the 256 colours; none for what the terminal has.
struct Inks {
    ground: Option<u8>,
    plain: Option<u8>,
    faint: Option<u8>,
    one: u8,
    two: u8,
    good: u8,
    bad: u8,
    key: u8,
}

impl Theme {
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
        let inks = self.palette.inks();
        match role {
            Role::Plain => inks.plain.map_or(style, dyed),
            Role::Faint => match inks.faint.filter(|_| self.has_colours) {
                Some(ink) => dyed(ink),
                None => style.add_modifier(Modifier::DIM),
            },
            Role::Strong => inks.plain.map_or(style, dyed).add_modifier(Modifier::BOLD),
            Role::Side(Seat::One) => dyed(inks.one),
            Role::Side(Seat::Two) => dyed(inks.two),
            // A grey dark enough to be called black, and yet to be seen on a black screen.
            Role::Piece(Tone::Dark) => dyed(240),
            // White brings its own ground, for screens that are white themselves.
            Role::Piece(Tone::Light) => on(240, 255),
            Role::Picture(Tone::Dark) => on(236, 250),
            Role::Picture(Tone::Light) => on(255, 240),
            Role::Good => dyed(inks.good).add_modifier(Modifier::BOLD),
            Role::Bad => dyed(inks.bad).add_modifier(Modifier::BOLD),
            Role::Bar => inks.plain.map_or(style, dyed).add_modifier(Modifier::REVERSED),
            Role::Key => dyed(inks.key).add_modifier(Modifier::BOLD),
        }
    }

    /// What lies below everything: the palette's ground and ink, or nothing.
    pub(crate) fn ground(self) -> Style {
        let inks = self.palette.inks();
        match (inks.ground, inks.plain) {
            (Some(ground), Some(ink)) if self.has_colours => {
                Style::default().fg(Color::Indexed(ink)).bg(Color::Indexed(ground))
            }
            _ => Style::default(),
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
    use super::{Palette, plain};

    /// Red, green and blue of one of the 256 colours, as xterm has them.
    fn rgb(index: u8) -> [f64; 3] {
        let level = |n: u8| if n == 0 { 0.0 } else { f64::from(55 + 40 * u16::from(n)) };
        match index {
            232.. => [f64::from(8 + 10 * u16::from(index - 232)); 3],
            16.. => {
                let n = index - 16;
                [level(n / 36), level(n / 6 % 6), level(n % 6)]
            }
            _ => panic!("{index} differs from terminal to terminal"),
        }
    }

    /// How far two colours stand out from each other, as WCAG 2 measures it.
    fn contrast(a: u8, b: u8) -> f64 {
        let light = |index: u8| {
            let part = |c: f64| {
                let c = c / 255.0;
                if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            let [r, g, b] = rgb(index).map(part);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_stands_out_from_the_ground_of_its_palette() {
        for (palette, least) in
            [(Palette::Dark, 4.5), (Palette::Light, 4.5), (Palette::Contrast, 7.0)]
        {
            let inks = palette.inks();
            let ground = inks.ground.expect("a ground of its own");
            let texts = [inks.plain.expect("ink"), inks.faint.expect("ink"), inks.one, inks.two]
                .into_iter()
                .chain([inks.good, inks.bad, inks.key]);
            for ink in texts {
                let found = contrast(ink, ground);
                assert!(found >= least, "{palette:?}: {ink} on {ground} has {found:.1}");
            }
        }
    }

    #[test]
    fn in_ascii_letters_lose_their_accents_and_dashes_their_finery() {
        assert_eq!(
            plain("É a sua vez: não há peças – «Português»…"),
            "E a sua vez: nao ha pecas - \"Portugues\"..."
        );
    }
}
