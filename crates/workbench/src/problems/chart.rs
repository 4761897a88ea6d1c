//! Charts of a comparison as SVG: one bar per method in a group per board, on a logarithmic scale.

use std::fmt::Write;

use plywood_contract::{Message, message};

use super::compare::{Comparison, Say};
use super::report::SolveReport;

/// What the bars measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nodes generated.
    Generated,
    /// Wall time.
    Time,
}

impl Measure {
    /// Both charts.
    pub const ALL: [Self; 2] = [Self::Generated, Self::Time];

    /// The file name of the chart.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Generated => "generated.svg",
            Self::Time => "time.svg",
        }
    }

    fn title(self) -> Message {
        match self {
            Self::Generated => message!("chart-generated", "Nodes generated (logarithmic)"),
            Self::Time => message!("chart-time", "Time in seconds (logarithmic)"),
        }
    }

    fn value(self, report: &SolveReport) -> f64 {
        match self {
            Self::Generated => report.generated as f64,
            Self::Time => report.time_s,
        }
    }

    fn label(self, decade: i32) -> String {
        match self {
            Self::Generated if decade <= 3 => format!("{}", 10_f64.powi(decade)),
            Self::Generated if decade < 6 => format!("{} k", 10_f64.powi(decade - 3)),
            Self::Generated if decade < 9 => format!("{} M", 10_f64.powi(decade - 6)),
            Self::Generated => format!("{} G", 10_f64.powi(decade - 9)),
            Self::Time if decade < -3 => format!("{} µs", 10_f64.powi(decade + 6).round()),
            Self::Time if decade < 0 => format!("{} ms", 10_f64.powi(decade + 3).round()),
            Self::Time => format!("{} s", 10_f64.powi(decade)),
        }
    }
}

/// Colours that colour-blind readers can tell apart (Okabe and Ito, 2008), repeated in a lighter shade when
/// there are more methods than colours.
const COLOURS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#6b6b6b"];

const BAR: usize = 9;
const GAP: usize = 26;
const LEFT: usize = 70;
const TOP: usize = 50;
const HEIGHT: usize = 300;
const LEGEND_ROW: usize = 18;
const LEGEND_COLUMN: usize = 190;

/// The chart of one measure, in the reader's language. Bars of runs that found no solution are hollow.
pub fn chart(comparison: &Comparison, measure: Measure, say: Say<'_>) -> String {
    let methods = comparison.methods();
    let group = methods.len() * BAR + GAP;
    let width = (LEFT + comparison.boards.len() * group + 20).max(LEFT + 3 * LEGEND_COLUMN);
    let legend_columns = ((width - LEFT) / LEGEND_COLUMN).max(1);
    let legend_top = TOP + HEIGHT + 50;
    let height = legend_top + methods.len().div_ceil(legend_columns) * LEGEND_ROW + 20;
    let scale = Scale::over(comparison.results.iter().map(|report| measure.value(report)));

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"40\" fill=\"#555\">{hollow}</text>\n",
        title = escape(&say(&measure.title())),
        hollow = escape(&say(&message!("chart-hollow", "hollow: ended without a solution"))),
    );
    for decade in scale.low..=scale.high {
        let y = scale.y(10_f64.powi(decade));
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            width - 20,
            LEFT - 6,
            y + 4.0,
            measure.label(decade),
        );
    }
    for (i, board) in comparison.boards.iter().enumerate() {
        let left = LEFT + i * group + GAP / 2;
        let middle = left + methods.len() * BAR / 2;
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
            TOP + HEIGHT + 20,
            escape(board),
        );
        for (j, method) in methods.iter().enumerate() {
            if let Some(report) = comparison.report(board, method) {
                svg.push_str(&bar(report, measure, &scale, (left + j * BAR, j), say));
            }
        }
    }
    for (j, method) in methods.iter().enumerate() {
        let x = LEFT + j % legend_columns * LEGEND_COLUMN;
        let y = legend_top + j / legend_columns * LEGEND_ROW;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" {}/><text x=\"{}\" y=\"{y}\">{}</text>",
            y - 10,
            paint(j, true),
            x + 18,
            escape(method),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn bar(
    report: &SolveReport,
    measure: Measure,
    scale: &Scale,
    (x, index): (usize, usize),
    say: Say<'_>,
) -> String {
    let value = measure.value(report);
    let top = scale.y(value);
    let height = (TOP + HEIGHT) as f64 - top;
    format!(
        "<rect x=\"{x}\" y=\"{top:.1}\" width=\"{}\" height=\"{height:.1}\" {}><title>{}: {value} ({})</title></rect>\n",
        BAR - 2,
        paint(index, report.is_solved()),
        escape(&say(&message!(
            "chart-bar",
            "{method} on {board}",
            method = report.method_name(),
            board = &*report.board
        ))),
        escape(&say(&report.ended())),
    )
}

/// Fill and stroke of a method's bars.
fn paint(index: usize, is_solved: bool) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let opacity = match (is_solved, index < COLOURS.len()) {
        (false, _) => 0.0,
        (true, true) => 1.0,
        (true, false) => 0.45,
    };
    format!("fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{colour}\"")
}

/// Whole decades that hold every value.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let logs: Vec<f64> = values.filter(|&value| value > 0.0).map(f64::log10).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if logs.is_empty() {
            return Self { low: 0, high: 1 };
        }
        let low = low.floor() as i32;
        Self { low, high: (high.ceil() as i32).max(low + 1) }
    }

    fn y(&self, value: f64) -> f64 {
        let log = value.max(10_f64.powi(self.low)).log10();
        let share = (log - f64::from(self.low)) / f64::from(self.high - self.low);
        (TOP + HEIGHT) as f64 - share * HEIGHT as f64
    }
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
