//! Boards as the original programs showed and wrote them: counted from 0, or as lists for Lisp.

use plywood_language::Words;
use plywood_workbench::games::{Frame, Scene, Seat, Table, Tray};

/// A drawing whose rows and columns carry, besides their names, the numbers from 0 that the original
/// programs asked for.
pub fn with_counts(drawing: &str, frame: &Frame) -> String {
    let letters: Vec<String> = (0..frame.columns).map(|i| char::from(b'a' + i).into()).collect();
    let mut next_rows: Vec<u8> = (1..=frame.rows).collect();
    if frame.bottom_up {
        next_rows.reverse();
    }
    let mut next_rows = next_rows.into_iter().peekable();
    let mut text = String::new();
    for line in drawing.lines() {
        let row = next_rows.next_if(|row| starts_with_number(line, *row));
        let margin = row.map_or_else(|| "   ".into(), |row| format!("{:>2} ", row - 1));
        text += format!("{margin}{line}").trim_end();
        text.push('\n');
        if line.split_whitespace().eq(letters.iter().map(String::as_str)) {
            text += &counted(line);
        }
    }
    text
}

/// Whether this number is the first word of a line.
fn starts_with_number(line: &str, number: u8) -> bool {
    let word: String = line.trim_start().chars().take_while(char::is_ascii_digit).collect();
    word == number.to_string()
}

/// The places of the letters of a line, each below its letter; where some have two digits, the tens stand
/// above the ones.
fn counted(letters: &str) -> String {
    let digits = |digit: &dyn Fn(u8) -> Option<u8>| {
        let under = |letter: char| match letter {
            ' ' => ' ',
            letter => digit(letter as u8 - b'a').map_or(' ', |digit| char::from(b'0' + digit)),
        };
        format!("   {}", letters.chars().map(under).collect::<String>()).trim_end().to_owned()
    };
    let tens = digits(&|place| Some(place / 10).filter(|tens| *tens > 0));
    let ones = digits(&|place| Some(place % 10));
    let lines = [tens, ones];
    lines.iter().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

/// The board as a Lisp list of rows, for `read`; the game's manner decides the form of a cell.
pub(super) fn lisp(table: &dyn Table) -> String {
    let (frame, scene) = (table.frame(), table.scene());
    let cell = |at: u16| {
        let square = scene.squares.iter().find(|square| square.at == at && square.piece.is_some());
        let square = square.or_else(|| scene.squares.iter().find(|square| square.at == at));
        (table.offer().manner.lisp)(&frame, square)
    };
    let columns = u16::from(frame.columns);
    let row = |row: u16| {
        let cells: Vec<String> = (row * columns..(row + 1) * columns).map(cell).collect();
        format!("({})", cells.join(" "))
    };
    let rows: Vec<String> = (0..u16::from(frame.rows)).map(row).collect();
    format!("({})", rows.join("\n "))
}

/// The pieces left, in words: the seat, or `None` where both share them, and the pieces. Empty for games without
/// pieces to place.
pub fn pieces_left(table: &dyn Table, words: &Words) -> Vec<(Option<Seat>, String)> {
    let (frame, Scene { trays, .. }) = (table.frame(), table.scene());
    let manner = &table.offer().manner;
    let piece = |&(kind, n): &(u8, u16)| {
        let label = match manner.piece_words {
            Some(worded) => words.say(&worded(kind)),
            None => words.say(&frame.pieces[usize::from(kind)].label),
        };
        match manner.has_several {
            true => words.fill("piece-count", &[("n", &n), ("piece", &label)]),
            false => label,
        }
    };
    let list = |tray: Tray| {
        let pieces: Vec<String> = tray.left.iter().map(piece).collect();
        let pieces = if pieces.is_empty() { words.text("pieces-none") } else { pieces.join(", ") };
        (tray.owner, pieces)
    };
    trays.into_iter().map(list).collect()
}

#[cfg(test)]
mod tests {
    use plywood_workbench::games::{CATALOGUE, Look, open};

    use super::*;

    #[test]
    fn every_board_carries_each_row_and_column_counted_from_0() {
        for entry in &CATALOGUE {
            for look in [Look::Plain, Look::Unicode] {
                let table = open(entry.name, "", 1, None, &[]).expect("it opens");
                let frame = table.frame();
                let text = with_counts(&table.draw(look), &frame);
                let columns = (0..frame.columns).map(|i| (i % 10).to_string());
                let is_counted =
                    text.lines().any(|line| line.split_whitespace().eq(columns.clone()));
                assert!(is_counted, "{}\n{text}", entry.name);
                for row in 0..frame.rows {
                    let start = format!("{row:>2} ");
                    let found = text.lines().filter(|line| line.starts_with(&start)).count();
                    assert_eq!(found, 1, "{} row {row}\n{text}", entry.name);
                }
            }
        }
    }

    #[test]
    fn boards_are_lists_of_rows() {
        let text = |game: &str, position: &str| {
            lisp(&*open(game, "", 0, Some(position), &[]).expect("a position"))
        };
        assert_eq!(
            text("quatro", "6.../..../..../...f -"),
            "(((branca baixa quadrada oca) 0 0 0)\n (0 0 0 0)\n (0 0 0 0)\n (0 0 0 (preta baixa quadrada cheia)))"
        );
        let blokus = text("blokus", "startpos moves b@a1 a@n14");
        assert!(blokus.starts_with("((1 1 0 0 0 0 0 0 0 0 0 0 0 0)\n (1 1 0"), "{blokus}");
        assert!(blokus.ends_with(" 0 2))"), "{blokus}");
        let cavalo = lisp(&*open("cavalo", "", 3, None, &[]).expect("it opens"));
        assert!(
            cavalo.contains("-1") && cavalo.contains("-2") && cavalo.contains("NIL"),
            "{cavalo}"
        );
    }
}
