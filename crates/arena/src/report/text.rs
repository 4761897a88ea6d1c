//! The report as Markdown and as comma-separated values.

use std::fmt::Write;

use crate::statistics::{Conclusion, Estimate, elo_of_score};

use super::{Meeting, Report, SprtReport};

impl Report {
    /// The tables as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "| # | player | Elo | ± | games | score | won | drawn | lost | forfeits |\n\
             |---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        );
        for player in &self.standings {
            let _ = writeln!(
                text,
                "| {} | {} | {:+.0} | {:.0} | {} | {:.1} % | {} | {} | {} | {} |",
                player.rank,
                escape(&player.name),
                player.elo,
                player.margin,
                player.games,
                100.0 * player.score,
                player.wins,
                player.draws,
                player.losses,
                player.forfeits,
            );
        }
        text += "\n| meeting | games | score | Elo | nElo | LOS | draws | pairs 0–½–1–1½–2 |\n\
                 |---|---:|---:|---:|---:|---:|---:|---|\n";
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
            let _ = writeln!(text, "\n{}", sprt.sentence());
        }
        text
    }

    /// The standings as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "rank,name,engine,elo,margin,games,points,score,wins,draws,losses,forfeits,depth,nodes_per_move,time_per_move_s,nps\n",
        );
        for player in &self.standings {
            let _ = writeln!(
                text,
                "{},{},{},{:.2},{:.2},{},{},{:.5},{},{},{},{},{:.2},{:.1},{:.6},{:.0}",
                player.rank,
                quoted(&player.name),
                quoted(player.engine.as_deref().unwrap_or_default()),
                player.elo,
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
            );
        }
        text
    }
}

impl Meeting {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The counts of pairs with dashes between them.
    pub fn pairs_text(&self) -> String {
        self.pairs.map(|count| count.to_string()).join("–")
    }

    /// The likelihood of superiority in percent; never certain.
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
    /// What the test came to, in a sentence.
    pub fn sentence(&self) -> String {
        let Self { sprt, lower, upper, llr, .. } = self;
        let unit = match sprt.model {
            crate::statistics::Model::Normalized => "normalized Elo",
            crate::statistics::Model::Logistic => "Elo",
        };
        let test = format!(
            "SPRT [{}, {}] {unit}, LLR {llr:.2} in ({lower:.2}, {upper:.2})",
            sprt.elo0, sprt.elo1
        );
        match self.crossing {
            None => format!("{test}: not decided yet."),
            Some(crossing) => {
                let (word, elo) = match crossing.conclusion {
                    Conclusion::Passed => ("passed", sprt.elo1),
                    Conclusion::Failed => ("failed", sprt.elo0),
                };
                let pairs = crossing.pairs;
                format!(
                    "{test}: {word} after {pairs} pairs, the results fit a difference of {elo} better."
                )
            }
        }
    }
}

impl Estimate {
    /// The figure with its margin, or the end of its interval that is known where the other is cut off.
    pub fn show(estimate: Option<Self>) -> String {
        let Some(Self { value, low, high, margin }) = estimate else { return "–".into() };
        let (least, most) = (elo_of_score(0.0), elo_of_score(1.0));
        match margin {
            _ if value == most => format!("> {most:.0}"),
            _ if value == least => format!("< {least:.0}"),
            Some(_) if high == most => format!("{value:+.0} (> {low:.0})"),
            Some(_) if low == least => format!("{value:+.0} (< {high:.0})"),
            Some(margin) => format!("{value:+.1} ± {margin:.1}"),
            None => format!("{value:+.1}"),
        }
    }
}

/// A bar would end a cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
