//! `.blksgf`, the game files of Pentobi, for blokus-duo: `(;GM[Blokus Duo];B[e9,e10,f10];W[j5,k5])`.
//!
//! Black is player 1. Passes are not written: a colour that cannot move is skipped. Of a tree with
//! variations the first one is read, which is all that stands before the first `)`; so reading needs
//! no stack, however deep the nesting.

use plywood_workbench::{Message, Refused, message};

use plywood_workbench::games::{numbered, open};
use plywood_workbench::play::{Player, Record, Session, Setup};

/// The largest file accepted.
pub const MOST_BYTES: usize = 1 << 20;

/// Why a file is not a game of blokus-duo.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SgfError {
    /// Larger than any game.
    TooLarge,
    /// Not a game tree: the character, from 1, and what was expected there.
    Syntax(usize, Box<Message>),
    /// Another game.
    Game(String),
    /// A position set up by hand.
    Setup(String),
    /// An illegal move.
    Move(usize, Refused),
    /// Another game than blokus-duo, or not from its start, cannot be written.
    NotDuo,
}

impl SgfError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::TooLarge => {
                message!("sgf-large", "the file is larger than 1 MiB, too large for a game")
            }
            Self::Syntax(n, expected) => message!(
                "sgf-syntax",
                "character {n}: expected {expected}",
                n = *n,
                expected = (**expected).clone()
            ),
            Self::Game(text) => message!(
                "sgf-game",
                "the file holds a game of `{text}`: expected `Blokus Duo`",
                text = &**text
            ),
            Self::Setup(name) => message!(
                "sgf-setup",
                "the file sets up a position ({name}): expected a game from the start",
                name = &**name
            ),
            Self::Move(n, reason) => numbered(*n, reason.clone()).into(),
            Self::NotDuo => message!(
                "sgf-not-duo",
                "only games of blokus-duo from the start can be written as .blksgf"
            ),
        }
    }
}

plywood_workbench::explained!(SgfError);

fn expected(at: usize, what: Message) -> SgfError {
    SgfError::Syntax(at, Box::new(what))
}

/// A record as a game file.
pub fn write(record: &Record) -> Result<String, SgfError> {
    let start = open("blokus-duo", "", 0, None, &[]).map(|table| table.position());
    if record.game != "blokus-duo" || start.as_deref() != Ok(record.start.as_str()) {
        return Err(SgfError::NotDuo);
    }
    let mut text = String::from("(\n;GM[Blokus Duo]CA[UTF-8]AP[Plywood]");
    let [black, white] = record.players.each_ref().map(|name| escaped(name));
    text += &format!("PB[{black}]PW[{white}]");
    if let Some(date) = record.started.get(..10) {
        text += &format!("DT[{}]", escaped(date));
    }
    text.push('\n');
    for ply in record.plies.iter().filter(|ply| !ply.is_pass()) {
        let colour = if ply.player == 1 { 'B' } else { 'W' };
        text += &format!(";{colour}[{}]\n", ply.step);
    }
    Ok(text + ")\n")
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The game of a file, played through; both players are people.
pub fn read(text: &str) -> Result<Record, SgfError> {
    if text.len() > MOST_BYTES {
        return Err(SgfError::TooLarge);
    }
    let properties = main_line(text)?;
    match properties.iter().find(|(name, _)| name == "GM") {
        Some((_, values)) if is_duo(&values[0]) => {}
        Some((_, values)) => return Err(SgfError::Game(values[0].chars().take(40).collect())),
        None => {
            return Err(expected(
                1,
                message!("sgf-names-game", "a game tree that names its game, GM[Blokus Duo]"),
            ));
        }
    }
    let setup = Setup { players: [Player::Human, Player::Human], ..Setup::new("blokus-duo") };
    let mut session = Session::new(setup).map_err(|e| SgfError::Move(0, e.into()))?;
    let mut n_moves = 0;
    for (name, values) in &properties {
        let player = match name.as_str() {
            "B" | "BLACK" | "1" => 1,
            "W" | "WHITE" | "2" => 2,
            "AB" | "AW" | "AE" | "A1" | "A2" => return Err(SgfError::Setup(name.clone())),
            _ => continue,
        };
        // Older files list each cell as a value of its own.
        let step = values.join(",");
        if step.trim().is_empty() || step.eq_ignore_ascii_case("pass") {
            continue;
        }
        n_moves += 1;
        let turn = session.turn().number();
        if player != turn {
            let reason = message!(
                "sgf-turn",
                "player {player} is to wait: it is player {turn}'s turn",
                player,
                turn
            );
            return Err(SgfError::Move(n_moves, reason.into()));
        }
        session.play(&step, std::time::Duration::ZERO).map_err(|e| SgfError::Move(n_moves, e))?;
    }
    Ok(session.to_record())
}

fn is_duo(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("blokus duo")
}

/// A property and its values.
type Property = (String, Vec<String>);

/// The properties of all nodes up to the first `)`.
fn main_line(text: &str) -> Result<Vec<Property>, SgfError> {
    let mut properties: Vec<Property> = Vec::new();
    let mut symbols = text.char_indices().peekable();
    let (mut is_open, mut has_node) = (false, false);
    let mut name = String::new();
    while let Some((at, symbol)) = symbols.next() {
        match symbol {
            '(' if name.is_empty() => is_open = true,
            ';' if is_open && name.is_empty() => has_node = true,
            ')' if has_node && name.is_empty() => return Ok(properties),
            '[' if has_node => {
                let value = value(&mut symbols, at)?;
                match (name.is_empty(), properties.last_mut()) {
                    (false, _) => properties.push((std::mem::take(&mut name), vec![value])),
                    (true, Some((_, values))) => values.push(value),
                    (true, None) => {
                        return Err(expected(at + 1, message!("sgf-name", "a property's name")));
                    }
                }
            }
            c if has_node && c.is_ascii_alphanumeric() => name.push(c.to_ascii_uppercase()),
            c if c.is_whitespace() || c == '\u{feff}' => {}
            _ if !is_open => {
                return Err(expected(at + 1, message!("sgf-tree", "`(`, which opens a game tree")));
            }
            _ if !has_node => {
                return Err(expected(at + 1, message!("sgf-node", "`;`, which opens a node")));
            }
            _ => {
                return Err(expected(
                    at + 1,
                    message!("sgf-property", "a property such as B[e9,e10,f10]"),
                ));
            }
        }
    }
    Err(expected(text.len() + 1, message!("sgf-tree-end", "`)`, which closes the game tree")))
}

/// The text up to the bracket that closes it.
fn value(
    symbols: &mut impl Iterator<Item = (usize, char)>,
    opened: usize,
) -> Result<String, SgfError> {
    let mut value = String::new();
    while let Some((_, symbol)) = symbols.next() {
        match symbol {
            ']' => return Ok(value),
            '\\' => value.extend(symbols.next().map(|(_, escaped)| escaped)),
            symbol => value.push(symbol),
        }
    }
    Err(expected(opened + 1, message!("sgf-value-end", "`]`, which closes the value")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Blokus Duo]C[a \\] comment];B[e10,f10,f9,g9,g8];W[j5,k5,l5,m5,n5]
        (;B[i4,i5,h6,i6,h7];B[i8,j8,k8,i9,i10])(;B[h7]))";

    #[test]
    fn the_first_variation_is_read_and_skipped_colours_pass() {
        let record = read(GAME).unwrap();
        let steps: Vec<&str> = record.plies.iter().map(|ply| ply.step.as_str()).collect();
        assert_eq!(steps[3], "pass");
        assert_eq!((steps.len(), record.plies[4].player), (6, 1), "white passes again: {steps:?}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let record = read(GAME).unwrap();
        let text = write(&record).unwrap();
        assert!(text.starts_with("(\n;GM[Blokus Duo]") && !text.contains("pass"));
        assert_eq!(read(&text).unwrap().plies, record.plies);
    }

    #[test]
    fn cells_may_be_values_of_their_own() {
        let record = read("(;GM[Blokus Duo];B[e10][f10][f9][g9][g8])").unwrap();
        assert_eq!(record.plies[0].step, "g8,f9,g9,e10,f10");
    }

    #[test]
    fn bad_files_are_explained() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        for (text, part) in [
            ("", "closes the game tree"),
            ("hello", "`(`"),
            ("(B[e10])", "`;`"),
            ("(;GM[Blokus])", "expected `Blokus Duo`"),
            ("(;GM[Blokus Duo];B[e10", "`]`"),
            ("(;GM[Blokus Duo];B[a1])", "move 1"),
            ("(;GM[Blokus Duo];W[j5])", "player 1's turn"),
            ("(;GM[Blokus Duo]AB[e10])", "sets up a position"),
            ("(;[x])", "name"),
        ] {
            assert!(message(text).contains(part), "{text}: {}", message(text));
        }
    }

    #[test]
    fn deep_and_long_trees_are_read_without_a_stack() {
        let deep = "(".repeat(MOST_BYTES / 2) + ";GM[Blokus Duo])";
        assert!(read(&deep).unwrap().plies.is_empty());
        let long = "(;GM[Blokus Duo]".to_owned() + &";".repeat(MOST_BYTES / 2) + ")";
        assert!(read(&long).unwrap().plies.is_empty());
        assert_eq!(read(&" ".repeat(MOST_BYTES + 1)).unwrap_err(), SgfError::TooLarge);
    }
}
