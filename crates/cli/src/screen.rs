//! How things look on the terminal: colours with a plain fallback, boards side by side, tables.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use plywood_workbench::games::Shape;
use plywood_workbench::problems::{Frame, Scene, Tile, tiles};
use plywood_workbench::puzzle::{Board, look};

use crate::foreign;

/// Writes to stdout; a reader that went away is an error like any other ([`is_broken_pipe`]).
pub(crate) fn say(text: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    out.write_all(foreign::shown(text, has_colours()).as_bytes())?;
    Ok(out.flush()?)
}

/// Prints one object on one line, with rounded figures. docs/json.md describes what each command prints.
pub(crate) fn say_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = rounded(serde_json::to_value(value)?).to_string() + "\n";
    say(&foreign::json(&text))
}

/// Prints one object on one line, to the last digit: for what a program of ours reads back.
pub(crate) fn say_json_exactly(value: &impl serde::Serialize) -> anyhow::Result<()> {
    say(&foreign::json(&(serde_json::to_string(value)? + "\n")))
}

/// The same with fractions rounded to six significant digits; whole numbers stay as they are.
pub(crate) fn rounded(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().unwrap_or_default();
            format!("{exact:.5e}").parse::<f64>().map_or(Value::Number(number), Into::into)
        }
        Value::Array(list) => list.into_iter().map(rounded).collect(),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (name, rounded(value))).collect())
        }
        value => value,
    }
}

static IS_QUIET: AtomicBool = AtomicBool::new(false);
static COLOURS: OnceLock<bool> = OnceLock::new();

/// From now on only results and what went wrong are said.
pub(crate) fn set_quiet(is_quiet: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether nothing is to be said on the way.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Settles whether there are colours: `always`, `never`, or what the terminal says. The first call counts.
pub(crate) fn set_colours(when: &str) {
    match when {
        "always" => _ = COLOURS.set(true),
        "never" => _ = COLOURS.set(false),
        _ => {}
    }
}

/// Writes a line to stderr, unless quiet is wanted; where it cannot be written, nobody misses it.
pub(crate) fn tell(text: &str) {
    if !is_quiet() {
        note(text);
    }
}

fn note(text: &str) {
    let shown = foreign::shown(text, false);
    let _ = writeln!(stderr().lock(), "{shown}");
}

/// Says on stderr what went wrong.
pub(crate) fn complain(sentence: &str) {
    note(&format!("plywood: {sentence}"));
}

/// Whether an error only says that nobody reads our output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Whether stdout is a terminal that wants colours.
pub(crate) fn has_colours() -> bool {
    if let Some(&settled) = COLOURS.get() {
        return settled;
    }
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// Text in a style, or as it is where there are no colours.
pub(crate) fn styled(text: &str, style: Style) -> String {
    if has_colours() { format!("\x1b[{}m{text}\x1b[0m", style.code()) } else { text.to_owned() }
}

/// What a text means; the colours also differ in brightness, for eyes that mix up hues.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    Heading,
    Good,
    Bad,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Heading => "1",
            Self::Good => "1;36",
            Self::Bad => "33",
        }
    }
}

/// How wide stdout is, in columns.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size_of(stdout()).map_or(80, |(width, _)| usize::from(width.0))
}

/// A board's rows; cells that were not own in `before` are marked as new.
pub(crate) fn draw_board(board: &Board, before: Option<&Board>) -> Vec<String> {
    let (frame, scene) = look(board);
    draw_scene(&frame, &scene, before.map(|before| look(before).1).as_ref())
}

/// A scene's rows; pieces that are not in `before` are marked as new.
pub(crate) fn draw_scene(frame: &Frame, scene: &Scene, before: Option<&Scene>) -> Vec<String> {
    let before = before.map(|before| tiles(frame, before));
    draw(frame, &tiles(frame, scene), |row, column, tile| {
        let is_new = |before: &Vec<Vec<Tile>>| before[row][column] != *tile;
        tile.is_piece && before.as_ref().is_some_and(is_new)
    })
}

/// The last scene with every cell marked where a piece was before.
pub(crate) fn draw_trail(frame: &Frame, scenes: &[Scene]) -> Vec<String> {
    let all: Vec<Vec<Vec<Tile>>> = scenes.iter().map(|scene| tiles(frame, scene)).collect();
    let last = all.last().cloned().unwrap_or_default();
    draw(frame, &last, |row, column, tile| {
        let was_here = all.iter().any(|cells| cells[row][column].is_piece);
        let is_end = matches!(tile.text.as_str(), "S" | "G");
        was_here && !tile.is_piece && !is_end
    })
}

/// Rows of cells. A new piece of one cell is a mark; one with a text keeps it.
fn draw(
    frame: &Frame,
    cells: &[Vec<Tile>],
    is_new: impl Fn(usize, usize, &Tile) -> bool,
) -> Vec<String> {
    let colours = has_colours();
    let has_plates = frame.pieces.iter().any(|piece| piece.shape == Shape::Tile);
    let longest = cells.iter().flatten().map(|tile| tile.text.chars().count()).max();
    let width = longest.unwrap_or(1);
    let paint = |text: &str, code: &str| format!("\x1b[{code}m{text}\x1b[0m");
    let show = |row: usize, column: usize, tile: &Tile| {
        let text = format!("{:>width$}", tile.text);
        let is_block = tile.is_piece && tile.text == "1";
        match (is_new(row, column, tile), colours) {
            (true, true) if has_plates => paint(&text, "1;93"),
            (true, false) if has_plates => text,
            (true, true) => paint("◆", "1;93"),
            (true, false) => "@".to_owned(),
            (false, true) if is_block => paint("■", "34"),
            (false, true) if tile.is_piece && !has_plates => paint(&text, "1;96"),
            (false, true) if tile.is_wall => paint("█", "90"),
            (false, true) if tile.text == "." => paint(if has_plates { " ." } else { "·" }, "2"),
            (false, _) => text,
        }
    };
    let gap = if has_plates || width > 1 { " " } else { "" };
    let row = |(row, tiles): (usize, &Vec<Tile>)| {
        let cells = tiles.iter().enumerate().map(|(column, tile)| show(row, column, tile));
        cells.collect::<Vec<_>>().join(gap)
    };
    cells.iter().enumerate().map(row).collect()
}

/// Blocks of lines, each `block_width` columns wide, as many beside each other as the screen holds.
/// Headings stand above their blocks.
pub(crate) fn side_by_side(blocks: &[(String, Vec<String>)], block_width: usize) -> String {
    let per_row = ((width() + 2) / (block_width + 2)).max(1);
    let mut text = String::new();
    for row in blocks.chunks(per_row) {
        let headings: Vec<String> =
            row.iter().map(|(heading, _)| format!("{heading:<block_width$}")).collect();
        text += headings.join("  ").trim_end();
        text.push('\n');
        let height = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        for i in 0..height {
            let lines: Vec<String> = row
                .iter()
                .map(|(_, lines)| lines.get(i).cloned().unwrap_or_else(|| " ".repeat(block_width)))
                .map(|line| pad(line, block_width))
                .collect();
            text += lines.join("  ").trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Fills a line up to a width, not counting colour codes.
fn pad(line: String, width: usize) -> String {
    let mut shown = 0;
    let mut in_code = false;
    for c in line.chars() {
        match c {
            '\x1b' => in_code = true,
            'm' if in_code => in_code = false,
            _ if !in_code => shown += 1,
            _ => {}
        }
    }
    line + &" ".repeat(width.saturating_sub(shown))
}

/// Lines of a name and a value; the names stand to the left, as wide as the widest.
pub(crate) fn listed(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:<width$}  {value}\n")).collect()
}

/// A plain table: the first `n_left` columns are text, the rest figures set to the right. On a terminal it is no wider
/// than that: long texts are folded, and where that is not enough each row becomes a list.
pub(crate) fn table(headings: &[impl AsRef<str>], rows: &[Vec<String>], n_left: usize) -> String {
    let most = stdout().is_terminal().then(width);
    table_within(headings, rows, n_left, most)
}

/// No column of text is folded to less than this.
const NARROWEST: usize = 10;

fn table_within(
    headings: &[impl AsRef<str>],
    rows: &[Vec<String>],
    n_left: usize,
    most: Option<usize>,
) -> String {
    let length = |text: &str| text.chars().count();
    let natural = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell));
        cells.chain([length(headings[column].as_ref())]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..headings.len()).map(natural).collect();
    let gaps = 2 * widths.len().saturating_sub(1);
    while most.is_some_and(|most| widths.iter().sum::<usize>() + gaps > most) {
        let texts = widths.iter_mut().take(n_left).filter(|width| **width > NARROWEST);
        let Some(widest) = texts.max_by_key(|width| **width) else {
            return lists(headings, rows);
        };
        *widest -= 1;
    }
    let line = |cells: Vec<&str>| {
        let folded: Vec<Vec<String>> =
            cells.iter().zip(&widths).map(|(cell, &width)| folded(cell, width)).collect();
        let height = folded.iter().map(Vec::len).max().unwrap_or(1);
        let mut text = String::new();
        for i in 0..height {
            let parts = folded.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let cell = cell.get(i).map_or("", String::as_str);
                if column < n_left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            text += parts.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    };
    let rule = "─".repeat(widths.iter().sum::<usize>() + gaps) + "\n";
    let mut text = line(headings.iter().map(AsRef::as_ref).collect()) + &rule;
    for row in rows {
        text += &line(row.iter().map(String::as_str).collect());
    }
    text
}

/// A text in lines no longer than `width`, broken between words where that is possible.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let n = word.chars().count();
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + n <= width {
            lines.last_mut().into_iter().for_each(|line| *line += &format!(" {word}"));
            continue;
        }
        let mut rest: Vec<char> = word.chars().collect();
        if line > 0 {
            lines.push(String::new());
        }
        while rest.len() > width && width > 0 {
            let after = rest.split_off(width);
            lines.last_mut().into_iter().for_each(|line| line.extend(&rest));
            lines.push(String::new());
            rest = after;
        }
        lines.last_mut().into_iter().for_each(|line| line.extend(&rest));
    }
    lines
}

/// Each row as a list of its own, for screens that are too narrow for a table.
fn lists(headings: &[impl AsRef<str>], rows: &[Vec<String>]) -> String {
    let one = |row: &Vec<String>| {
        let pairs: Vec<(String, String)> = headings
            .iter()
            .zip(row)
            .map(|(heading, cell)| (heading.as_ref().to_owned(), cell.clone()))
            .collect();
        listed(&pairs)
    };
    rows.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        vec![row(["a long name of an engine", "x", "12"]), row(["short", "y", "3"])]
    }

    #[test]
    fn a_table_is_no_wider_than_the_screen() {
        let headings = ["player", "mark", "n"];
        let whole = table_within(&headings, &rows(), 2, None);
        assert!(whole.contains("a long name of an engine  x     12\n"), "{whole}");
        for most in [16, 20, 24, 30] {
            let narrow = table_within(&headings, &rows(), 2, Some(most));
            let widest = narrow.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= most.max(33)), "{most}:\n{narrow}");
            for word in ["long", "engine", "short", "12"] {
                assert!(narrow.contains(word), "{most}: {word} is missing:\n{narrow}");
            }
        }
        let folded = table_within(&headings, &rows(), 2, Some(24));
        assert!(folded.lines().all(|line| line.chars().count() <= 24), "{folded}");
        let listed = table_within(&headings, &rows(), 2, Some(16));
        assert!(listed.contains("mark    x\n"), "{listed}");
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(folded("one two three", 8), ["one two", "three"]);
        assert_eq!(folded("unbreakable x", 4), ["unbr", "eaka", "ble", "x"]);
        assert_eq!(folded("", 4), [""]);
    }
}
