//! A comparison as a single page of HTML: boards, tables, charts and the meaning of every column. It needs no
//! other file and no network, and it can be printed.

use std::fmt::Write;

use plywood_contract::{Frame, Message, Scene, message};

use super::chart::{Measure, chart, escape};
use super::compare::{Column, Comparison, Say, board_title, columns, steps_name};
use super::instance::Instance;
use super::picture::tiles;
use super::report::SolveReport;

/// The contents of a page.
pub struct Page<'a> {
    /// The boards, tiles or maps that were compared.
    pub instances: &'a [Instance],
    /// The reports.
    pub comparison: &'a Comparison,
    /// An additional table between the boards and the comparison: its title, its rows with the heading first, and
    /// remarks.
    pub extra: Option<Extra>,
    /// When it was made, as text.
    pub date: &'a str,
    /// The language's code, for screen readers.
    pub language: &'a str,
    /// Words messages in that language.
    pub say: Say<'a>,
    /// Formats figures for that language.
    pub figures: &'a dyn Fn(&str) -> String,
}

/// An additional table.
pub struct Extra {
    /// Its title.
    pub title: String,
    /// Rows of cells, the first the heading.
    pub rows: Vec<Vec<String>>,
    /// Remarks below it.
    pub remarks: Vec<String>,
}

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}table{border-collapse:collapse;margin:.5rem 0;font-size:.9rem}\
th,td{border-bottom:1px solid #ccc;padding:.2rem .5rem;text-align:left}th{border-bottom:2px solid #444}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}figure{display:inline-block;margin:.5rem 1.2rem .5rem 0;vertical-align:top}\
figcaption{font-size:.85rem}svg{max-width:100%;height:auto}dt{font-weight:bold}dd{margin:0 0 .4rem 1.2rem}\
@media print{body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}table,figure,svg{break-inside:avoid}}";

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let title = escape(&(self.say)(&message!("page-title", "Search algorithms compared")));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<p>Plywood {}, {}</p>\n",
            escape(self.language),
            env!("CARGO_PKG_VERSION"),
            escape(self.date),
        );
        self.heading(&mut page, message!("page-boards", "Boards"));
        for instance in self.instances {
            page += &self.figure(instance);
        }
        if let Some(extra) = &self.extra {
            let _ = write!(
                page,
                "<h2>{}</h2>\n{}",
                escape(&extra.title),
                self.plain_table(&extra.rows)
            );
            extra.remarks.iter().for_each(|said| page += &format!("<p>{}</p>\n", escape(said)));
        }
        self.heading(&mut page, message!("page-tables", "Results"));
        for board in &self.comparison.boards {
            let rows = self.comparison.results.iter().filter(|report| report.board == *board);
            page += &self.table(&rows.collect::<Vec<_>>());
        }
        self.heading(&mut page, message!("page-charts", "Charts"));
        for measure in Measure::ALL {
            page += &chart(self.comparison, measure, self.say);
        }
        self.heading(&mut page, message!("page-columns", "What the columns mean"));
        page += &self.meanings();
        page + "</body></html>\n"
    }

    fn heading(&self, page: &mut String, message: Message) {
        let _ = writeln!(page, "<h2>{}</h2>", escape(&(self.say)(&message)));
    }

    /// A board at its start.
    fn figure(&self, instance: &Instance) -> String {
        let scene = instance.quest.scene(&[]).unwrap_or_default();
        let caption = match instance.quest.objective() {
            Some(objective) => {
                let board = &*instance.name;
                (self.say)(&message!(
                    "title-board-objective",
                    "Board {board}, objective {objective} cells",
                    board,
                    objective
                ))
            }
            None => instance.name.clone(),
        };
        let picture = board_svg(&instance.quest.frame(), &scene);
        format!("<figure>{picture}<figcaption>{}</figcaption></figure>\n", escape(&caption))
    }

    fn title_of(&self, column: &Column, report: &SolveReport) -> String {
        let heading = column.heading.clone().unwrap_or_else(|| steps_name(report));
        escape(&(self.say)(&heading))
    }

    fn table(&self, rows: &[&SolveReport]) -> String {
        let Some(first) = rows.first() else { return String::new() };
        let class = |column: &Column| if column.is_figure { " class=\"n\"" } else { "" };
        let columns = columns();
        let heading = columns.iter().map(|one| {
            format!("<th scope=\"col\"{}>{}</th>", class(one), self.title_of(one, first))
        });
        let mut text = format!(
            "<h3>{}</h3>\n<table><thead><tr>{}</tr></thead><tbody>\n",
            escape(&(self.say)(&board_title(first))),
            heading.collect::<String>()
        );
        for report in rows {
            let cell = |column: &Column| {
                let entry = (self.figures)(&(column.entry)(report, self.say));
                format!("<td{}>{}</td>", class(column), escape(&entry))
            };
            let _ = writeln!(text, "<tr>{}</tr>", columns.iter().map(cell).collect::<String>());
        }
        text + "</tbody></table>\n"
    }

    fn plain_table(&self, rows: &[Vec<String>]) -> String {
        let mut text = String::from("<table>\n");
        for (i, row) in rows.iter().enumerate() {
            let tag = if i == 0 { "th" } else { "td" };
            let cell = |cell: &String| format!("<{tag}>{}</{tag}>", escape(&(self.figures)(cell)));
            let _ = writeln!(text, "<tr>{}</tr>", row.iter().map(cell).collect::<String>());
        }
        text + "</table>\n"
    }

    /// The explanation of each column.
    fn meanings(&self) -> String {
        let Some(first) = self.comparison.results.first() else { return String::new() };
        let meaning = |column: &Column| {
            let about = escape(&(self.say)(&column.about));
            format!("<dt>{}</dt><dd>{about}</dd>\n", self.title_of(column, first))
        };
        format!("<dl>{}</dl>\n", columns().iter().map(meaning).collect::<String>())
    }
}

/// A scene as a picture: walls dark, pieces blue, numbers and letters on their cells.
pub fn board_svg(frame: &Frame, scene: &Scene) -> String {
    const CELL: usize = 14;
    let cells = tiles(frame, scene);
    let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    let (width, height) = (columns * CELL, rows * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"9\" text-anchor=\"middle\">"
    );
    for (row, tiles) in cells.iter().enumerate() {
        for (column, tile) in tiles.iter().enumerate() {
            let fill = match (tile.is_wall, tile.is_piece) {
                (true, _) => "#555",
                (false, true) => "#bcd7ee",
                (false, false) => "#fff",
            };
            let (x, y) = (column * CELL, row * CELL);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#999\" stroke-width=\".5\"/>"
            );
            if !tile.is_wall && tile.text != "." {
                let _ = write!(
                    svg,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    x + CELL / 2,
                    y + 10,
                    escape(&tile.text)
                );
            }
        }
    }
    svg + "</svg>"
}
