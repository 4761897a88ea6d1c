//! The report as Markdown and as comma-separated values.

use std::fmt::Write;

use plywood_workbench::language::{Language, Words};

use crate::referee::Reason;
use crate::statistics::{Conclusion, Estimate, Model, elo_of_score};

use super::{Forfeit, Meeting, Report, SprtReport, Standing};

/// A figure with its sign, rounded before the sign is taken: what is shown as 0 is never −0.
pub fn signed(value: f64, decimals: usize) -> String {
    format!("{:+.decimals$}", rounded(value, decimals))
}

/// Adding 0 turns −0 into 0.
fn rounded(value: f64, decimals: usize) -> f64 {
    let scale = 10_f64.powi(decimals as i32);
    (value * scale).round() / scale + 0.0
}

impl Report {
    /// The tables as Markdown, in English.
    pub fn markdown(&self) -> String {
        self.markdown_in(&Words::new(Language::English))
    }

    /// The tables as Markdown, and each game lost by a fault.
    pub fn markdown_in(&self, words: &Words) -> String {
        let mut text = markdown_head(&Standing::headings(words), 1);
        for player in &self.standings {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {:.0} | {} | {:.1} % | {} | {} | {} | {} |",
                player.rank,
                escape(&player.name),
                signed(player.elo, 0),
                player.margin,
                player.games,
                100.0 * player.score,
                player.wins,
                player.draws,
                player.losses,
                player.forfeits,
            );
        }
        text += "\n";
        text += &markdown_head(&Meeting::headings(words), 0);
        for meeting in &self.meetings {
            let _ = writeln!(
                text,
                "| {} – {} | {} | {:.1} % | {} | {} | {} | {:.1} % | {} |",
                escape(&meeting.one),
                escape(&meeting.two),
                meeting.games(),
                100.0 * meeting.score,
                Estimate::show(meeting.elo),
                Estimate::show(meeting.normalized_elo),
                meeting.superiority_text(),
                100.0 * meeting.draw_rate,
                meeting.pairs_text(),
            );
        }
        if let Some(sprt) = &self.sprt {
            let _ = writeln!(text, "\n{}", sprt.sentence(words));
        }
        if !self.forfeits.is_empty() {
            let _ = writeln!(text, "\n## {}", words.text("arena-forfeits"));
            self.forfeits.iter().for_each(|forfeit| text += &forfeit.markdown(words));
        }
        words.figures(&text)
    }

    /// The standings as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "rank,name,engine,elo,margin,games,points,score,wins,draws,losses,forfeits,depth,nodes_per_move,time_per_move_s,nps,cpu_per_move_s\n",
        );
        for player in &self.standings {
            let _ = writeln!(
                text,
                "{},{},{},{:.2},{:.2},{},{},{:.5},{},{},{},{},{:.2},{:.1},{:.6},{:.0},{}",
                player.rank,
                quoted(&player.name),
                quoted(player.engine.as_deref().unwrap_or_default()),
                rounded(player.elo, 2),
                player.margin,
                player.games,
                player.points,
                player.score,
                player.wins,
                player.draws,
                player.losses,
                player.forfeits,
                player.depth,
                player.nodes_per_move,
                player.time_per_move_s,
                player.nps,
                player.cpu_per_move_s.map_or_else(String::new, |cpu| format!("{cpu:.6}")),
            );
        }
        text
    }
}

impl Standing {
    /// The columns of the table of players.
    pub fn headings(words: &Words) -> [String; 10] {
        let column = |name: &str| words.text(&format!("arena-column-{name}"));
        let [player, games, score] = ["player", "games", "score"].map(column);
        let [won, drawn, lost, forfeits] = ["won", "drawn", "lost", "forfeits"].map(column);
        let [rank, elo, margin] = ["#", "Elo", "±"].map(str::to_owned);
        [rank, player, elo, margin, games, score, won, drawn, lost, forfeits]
    }
}

/// A table's first two lines; names stand in column `names`, to the left.
fn markdown_head(headings: &[String], names: usize) -> String {
    let is_name = |i: usize| i == names;
    let rules = (0..headings.len()).map(|i| if is_name(i) { "---|" } else { "---:|" });
    format!("| {} |\n|{}\n", headings.join(" | "), rules.collect::<String>())
}

impl Meeting {
    /// The columns of the table of meetings.
    pub fn headings(words: &Words) -> [String; 8] {
        let column = |name: &str| words.text(&format!("arena-column-{name}"));
        let [meeting, games, score] = ["meeting", "games", "score"].map(column);
        let [draws, pairs] = ["draws", "pairs"].map(column);
        let [elo, normalized, superiority] = ["Elo", "nElo", "LOS"].map(str::to_owned);
        [meeting, games, score, elo, normalized, superiority, draws, pairs]
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The counts of pairs with dashes between them.
    pub fn pairs_text(&self) -> String {
        self.pairs.map(|count| count.to_string()).join("–")
    }

    /// The likelihood of superiority in percent; never shown as 100 %.
    pub fn superiority_text(&self) -> String {
        match self.superiority {
            None => "–".into(),
            Some(share) if share > 0.999 => "> 99.9 %".into(),
            Some(share) if share < 0.001 => "< 0.1 %".into(),
            Some(share) => format!("{:.1} %", 100.0 * share),
        }
    }
}

impl SprtReport {
    /// The outcome of the test, in a sentence.
    pub fn sentence(&self, words: &Words) -> String {
        let Self { sprt, .. } = self;
        let unit = words.text(match sprt.model {
            Model::Normalized => "arena-unit-normalized",
            Model::Logistic => "arena-unit-logistic",
        });
        let [llr, lower, upper] =
            [self.llr, self.lower, self.upper].map(|value| format!("{:.2}", rounded(value, 2)));
        let test = words.fill(
            "arena-sprt",
            &[
                ("low", &sprt.elo0),
                ("high", &sprt.elo1),
                ("unit", &unit),
                ("llr", &llr),
                ("lower", &lower),
                ("upper", &upper),
            ],
        );
        let Some(crossing) = self.crossing else {
            return words.fill("arena-sprt-undecided", &[("test", &test)]);
        };
        let (key, elo) = match crossing.conclusion {
            Conclusion::Passed => ("arena-sprt-passed", sprt.elo1),
            Conclusion::Failed => ("arena-sprt-failed", sprt.elo0),
        };
        words.fill(key, &[("test", &test), ("pairs", &crossing.pairs), ("elo", &elo)])
    }
}

impl Forfeit {
    /// The fault, in one line.
    pub fn sentence(&self, words: &Words) -> String {
        let [one, two] = &self.players;
        let reason = self.reason.in_words(words);
        let detail = self.message.as_ref().map_or(self.detail.clone(), |said| words.say(said));
        words.fill(
            "arena-forfeit",
            &[
                ("number", &self.number),
                ("one", one),
                ("two", two),
                ("loser", &self.loser),
                ("reason", &reason),
                ("detail", &detail),
            ],
        )
    }

    /// What is needed to reproduce the game: its seed, and the opening with the moves played.
    pub fn place(&self, words: &Words) -> String {
        words.fill("arena-forfeit-place", &[("seed", &self.seed), ("position", &self.position)])
    }

    /// A paragraph, and the player's output verbatim.
    fn markdown(&self, words: &Words) -> String {
        let mut text = format!("\n- {}\n", self.sentence(words));
        let _ = writeln!(text, "  - {}", self.place(words));
        if let Some(engine) = &self.engine {
            let _ = writeln!(text, "  - `{engine}`");
        }
        if !self.output.trim().is_empty() {
            let _ = writeln!(text, "  - {}\n", words.text("arena-forfeit-output"));
            // Indented, so that nothing in it is read as Markdown.
            self.output.lines().for_each(|line| {
                let _ = writeln!(text, "        {line}");
            });
        }
        text
    }
}

impl Reason {
    /// What ended the game, for people.
    pub fn in_words(self, words: &Words) -> String {
        words.text(&format!("arena-reason-{}", self.name()))
    }
}

impl Estimate {
    /// The figure with its margin, or the known end of its interval where the other is capped. A figure without a
    /// known margin is not shown.
    pub fn show(estimate: Option<Self>) -> String {
        let Some(Self { value, low, high, margin }) = estimate else { return "–".into() };
        let (least, most) = (elo_of_score(0.0), elo_of_score(1.0));
        let (from, to) = (rounded(low, 0), rounded(high, 0));
        match margin {
            _ if value == most => format!("> {from:.0}"),
            _ if value == least => format!("< {to:.0}"),
            Some(_) if high == most => format!("{} (> {from:.0})", signed(value, 0)),
            Some(_) if low == least => format!("{} (< {to:.0})", signed(value, 0)),
            Some(margin) => format!("{} ± {margin:.1}", signed(value, 1)),
            None => "–".into(),
        }
    }
}

/// A bar would end a cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A name as a field. A spreadsheet would take some beginnings for a formula, and names may come from others.
fn quoted(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) {
        return quoted(&format!("'{text}"));
    }
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Sample;

    #[test]
    fn no_name_is_a_formula() {
        assert_eq!(quoted("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(quoted("@a,b"), "\"'@a,b\"");
        assert_eq!(quoted("mcts:rave=on"), "mcts:rave=on");
    }

    #[test]
    fn a_figure_shown_as_zero_has_no_minus() {
        assert_eq!([signed(-0.3, 0), signed(-0.04, 1)], ["+0", "+0.0"]);
        assert_eq!([signed(-0.6, 0), signed(0.06, 1)], ["-1", "+0.1"]);
    }

    #[test]
    fn one_pair_shows_no_certainty() {
        let show = |counts| Estimate::show(Sample::pairs(counts).elo());
        assert_eq!(show([0, 0, 0, 0, 1]), "> -512");
        assert_eq!(show([1, 0, 0, 0, 0]), "< 512");
        assert_eq!(show([0, 0, 10, 0, 0]), "–");
        assert_eq!(show([10, 30, 60, 40, 20]), "+32.7 ± 29.2");
    }
}
