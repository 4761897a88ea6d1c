//! The report as SVG: ratings with error bars, the cross table, and the path of a sequential test.

use std::fmt::Write;

use super::{Meeting, Report, signed};

const INK: &str = "#1a1a1a";
const FAINT: &str = "#ddd";
/// Blue and orange of Okabe and Ito (2008): apart for every eye.
const BLUE: &str = "#0072b2";
const ORANGE: &str = "#d55e00";
const LEFT: f64 = 190.0;
const WIDTH: f64 = 760.0;
const ROW: f64 = 26.0;

impl Report {
    /// Every player's rating as a point with its 95 % interval, best first.
    pub fn ratings_svg(&self) -> String {
        let low = self.standings.iter().map(|p| p.elo - p.margin).fold(0.0, f64::min);
        let high = self.standings.iter().map(|p| p.elo + p.margin).fold(0.0, f64::max);
        let axis = Axis::new(low, high, LEFT, WIDTH - 70.0);
        let height = 70.0 + ROW * self.standings.len() as f64;
        let mut svg =
            begin(&format!("{}: Elo with 95 % intervals", self.game), WIDTH, height + 20.0);
        for tick in axis.ticks() {
            let x = axis.at(tick);
            line(&mut svg, [x, 50.0], [x, height], FAINT);
            text(&mut svg, [x, height + 14.0], "middle", &signed(tick, 0));
        }
        for (i, player) in self.standings.iter().enumerate() {
            let y = 64.0 + ROW * i as f64;
            let (from, to, at) = (
                axis.at(player.elo - player.margin),
                axis.at(player.elo + player.margin),
                axis.at(player.elo),
            );
            text(&mut svg, [LEFT - 10.0, y + 4.0], "end", &clip(&player.name));
            let _ = writeln!(
                svg,
                "<g stroke=\"{BLUE}\" stroke-width=\"2\"><title>{}: {} ± {:.1}</title><path d=\"M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v10M{to:.1} {:.1}v10\" fill=\"none\"/><circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{BLUE}\"/></g>",
                escape(&player.name),
                signed(player.elo, 1),
                player.margin,
                y - 5.0,
                y - 5.0,
            );
            text(&mut svg, [WIDTH - 8.0, y + 4.0], "end", &signed(player.elo, 0));
        }
        end(svg)
    }

    /// Who scored how much against whom.
    pub fn cross_table_svg(&self) -> String {
        const CELL: f64 = 64.0;
        let n = self.standings.len() as f64;
        let mut svg = begin(
            &format!("{}: scores by meeting", self.game),
            LEFT + CELL * n + 20.0,
            80.0 + ROW * n,
        );
        for (i, player) in self.standings.iter().enumerate() {
            let y = 80.0 + ROW * i as f64;
            text(
                &mut svg,
                [LEFT - 10.0, y],
                "end",
                &format!("{} {}", player.rank, clip(&player.name)),
            );
            text(
                &mut svg,
                [LEFT + CELL * (i as f64 + 0.5), 58.0],
                "middle",
                &player.rank.to_string(),
            );
            for (j, other) in self.standings.iter().enumerate() {
                let Some((score, games)) = self.score(&player.name, &other.name) else { continue };
                let (x, strength) = (LEFT + CELL * j as f64, (score - 0.5).abs() * 1.4);
                let colour = if score >= 0.5 { BLUE } else { ORANGE };
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" fill-opacity=\"{strength:.2}\"><title>{} against {}: {:.1} % of {games} games</title></rect>",
                    y - 17.0,
                    CELL - 2.0,
                    ROW - 2.0,
                    escape(&player.name),
                    escape(&other.name),
                    100.0 * score,
                );
                text(&mut svg, [x + CELL / 2.0, y], "middle", &format!("{:.0} %", 100.0 * score));
            }
        }
        end(svg)
    }

    /// The log-likelihood ratio after each pair, between its bounds; none without a test.
    pub fn llr_svg(&self) -> Option<String> {
        const TOP: f64 = 50.0;
        const HEIGHT: f64 = 260.0;
        let sprt = self.sprt.as_ref()?;
        let least = sprt.curve.iter().copied().fold(sprt.lower, f64::min);
        let most = sprt.curve.iter().copied().fold(sprt.upper, f64::max);
        let up = |llr: f64| TOP + HEIGHT * (most - llr) / (most - least);
        let across =
            |pair: usize| 60.0 + (WIDTH - 80.0) * pair as f64 / sprt.curve.len().max(1) as f64;
        let mut svg = begin("Log-likelihood ratio by pairs of games", WIDTH, TOP + HEIGHT + 40.0);
        for (llr, label) in [(sprt.lower, "fails"), (0.0, ""), (sprt.upper, "passes")] {
            let colour = if label.is_empty() { FAINT } else { ORANGE };
            line(&mut svg, [60.0, up(llr)], [WIDTH - 20.0, up(llr)], colour);
            text(&mut svg, [54.0, up(llr) + 4.0], "end", &format!("{llr:.2}"));
            // The curve begins in the middle: here it is out of the way.
            text(&mut svg, [64.0, up(llr) - 4.0], "start", label);
        }
        let mut path = format!("M{:.1} {:.1}", across(0), up(0.0));
        for (pair, llr) in sprt.curve.iter().enumerate() {
            let _ = write!(path, "L{:.1} {:.1}", across(pair + 1), up(*llr));
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"2\"/>"
        );
        if let Some(crossing) = sprt.crossing {
            let (x, y) = (across(crossing.pairs as usize), up(crossing.llr));
            let _ =
                writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{ORANGE}\"/>");
        }
        text(
            &mut svg,
            [WIDTH - 20.0, TOP + HEIGHT + 28.0],
            "end",
            &format!("{} pairs", sprt.curve.len()),
        );
        Some(end(svg))
    }

    /// What `one` scored against `two`, and in how many games.
    pub fn score(&self, one: &str, two: &str) -> Option<(f64, u64)> {
        let between = |meeting: &&Meeting| {
            (meeting.one == one && meeting.two == two) || (meeting.one == two && meeting.two == one)
        };
        let meeting = self.meetings.iter().find(between)?;
        let score = if meeting.one == one { meeting.score } else { 1.0 - meeting.score };
        Some((score, meeting.games()))
    }
}

/// From values to pixels.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        // A range of nothing has no scale.
        let high = high.max(low + 10.0);
        Self { low, high, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value - self.low) / (self.high - self.low)
    }

    /// About six round values.
    fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 6.0;
        let decade = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|k| k * decade).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        // Adding 0 turns −0 into 0.
        (first..=last).map(|k| k as f64 * step + 0.0).collect()
    }
}

fn begin(title: &str, width: f64, height: f64) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"16\" font-weight=\"bold\">{title}</text>\n"
    )
}

fn end(mut svg: String) -> String {
    svg.push_str("</svg>\n");
    svg
}

fn line(svg: &mut String, from: [f64; 2], to: [f64; 2], colour: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>",
        from[0], from[1], to[0], to[1]
    );
}

fn text(svg: &mut String, at: [f64; 2], anchor: &str, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
        at[0],
        at[1],
        escape(words)
    );
}

fn clip(name: &str) -> String {
    match name.chars().count() {
        0..=24 => name.to_owned(),
        _ => name.chars().take(23).chain(['…']).collect(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
