//! `cargo xtask screens`: drives the table by three keys on a terminal of its own and draws its screen as
//! `docs/table.svg`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use plywood_testkit::terminal::{Cell, Color, Program, Screen};

use crate::{cargo, root, succeed};

const SIZE: (u16, u16) = (80, 24);
/// The three keys that put a game against the computer on and take a piece.
const KEYS: [(&str, &str); 3] =
    [("\r", "Enter begins"), ("\r", "your turn"), ("6", "Enter places the piece")];
/// A busy machine may let a second pass, which the clocks show.
const TRIES: usize = 20;

pub(crate) fn run() -> anyhow::Result<()> {
    succeed(&mut cargo(&["build", "--release", "-p", "plywood-cli"]))?;
    let program = target().join("release/plywood");
    for _ in 0..TRIES {
        let screen = after_three_keys(&program)?;
        let is_quick = screen.contents().matches("0:00").count() == 2;
        if is_quick {
            let file = root().join("docs/table.svg");
            fs::write(&file, svg(&screen)).with_context(|| format!("{}", file.display()))?;
            println!("{}", file.display());
            return Ok(());
        }
    }
    bail!("the machine is too busy: the clocks never stood at nought")
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn after_three_keys(program: &Path) -> anyhow::Result<Screen> {
    let folder = tempfile::tempdir()?;
    let state = folder.path().display().to_string();
    let variables = [
        ("PLYWOOD_STATE", state.as_str()),
        ("TERM", "xterm-256color"),
        ("LANG", "C.UTF-8"),
        ("LC_ALL", "C.UTF-8"),
        ("NO_COLOR", ""),
    ];
    let arguments = ["--lang", "en"];
    let program = Program {
        file: program,
        arguments: &arguments,
        folder: folder.path(),
        variables: &variables,
        size: SIZE,
    };
    let mut played = program.start();
    played.wait_for("Exit");
    for (key, sign) in KEYS {
        played.type_in(key).wait_for(sign);
    }
    Ok(played.screen())
}

/// Width and height of a cell, and the distance of the text's foot from its top.
const CELL: (f64, f64) = (8.4, 17.0);
const FOOT: f64 = 13.0;
const INK: &str = "#e6e6e6";
const PAPER: &str = "#16181d";

/// A screen as a picture: blocks as rectangles, so that they touch, everything else as text.
fn svg(screen: &Screen) -> String {
    let (width, height) = (CELL.0 * f64::from(SIZE.0), CELL.1 * f64::from(SIZE.1));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"14\" role=\"img\">\n<title>The full-screen table after three keys</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{PAPER}\"/>\n"
    );
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            if let Some(cell) = screen.cell(row, column) {
                draw(&mut out, cell, f64::from(column) * CELL.0, f64::from(row) * CELL.1);
            }
        }
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, cell: &Cell, x: f64, y: f64) {
    let (mut ink, mut paper) = (colour(cell.fgcolor(), INK), PAPER.to_owned());
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut paper);
        rectangle(out, x, y, CELL.0, CELL.1, &paper, 1.0);
    }
    let text = cell.contents();
    let half = CELL.1 / 2.0;
    match text {
        "" | " " => {}
        "█" => rectangle(out, x, y, CELL.0, CELL.1, &ink, 1.0),
        "▀" => rectangle(out, x, y, CELL.0, half, &ink, 1.0),
        "▄" => rectangle(out, x, y + half, CELL.0, half, &ink, 1.0),
        "░" => rectangle(out, x, y, CELL.0, CELL.1, &ink, 0.25),
        "▒" => rectangle(out, x, y, CELL.0, CELL.1, &ink, 0.5),
        "▓" => rectangle(out, x, y, CELL.0, CELL.1, &ink, 0.75),
        text => letter(out, cell, text, x, y, &ink),
    }
}

fn letter(out: &mut String, cell: &Cell, text: &str, x: f64, y: f64, ink: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
    let faint = if cell.dim() { " opacity=\"0.6\"" } else { "" };
    let foot = y + FOOT;
    writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{foot:.1}\" textLength=\"{:.1}\" fill=\"{ink}\"{weight}{faint}>{text}</text>",
        CELL.0
    )
    .expect("a string takes everything");
}

fn rectangle(out: &mut String, x: f64, y: f64, width: f64, height: f64, fill: &str, opacity: f64) {
    let see_through = if opacity < 1.0 { format!(" opacity=\"{opacity}\"") } else { String::new() };
    // A little wider than its cell: no gaps between neighbours.
    let width = if opacity < 1.0 { width } else { width + 0.2 };
    writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"{see_through}/>"
    )
    .expect("a string takes everything");
}

/// A colour of the table of 256: the six by six by six cube, and the grey scale.
fn colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Default => default.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(i @ 16..=231) => {
            let part = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let [red, green, blue] = [(i - 16) / 36, (i - 16) / 6 % 6, (i - 16) % 6].map(part);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Idx(i @ 232..) => {
            let grey = 8 + 10 * (i - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
        Color::Idx(_) => default.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_cube_are_known() {
        assert_eq!(colour(Color::Idx(33), INK), "#0087ff");
        assert_eq!(colour(Color::Idx(214), INK), "#ffaf00");
        assert_eq!(colour(Color::Idx(232), INK), "#080808");
        assert_eq!(colour(Color::Default, INK), INK);
    }
}
