//! `resultados.dat`, the file the original program appended its solutions to: its entries, and reading
//! them back.

use std::fmt::Write;
use std::io::{BufRead, Read};

use plywood_workbench::puzzle::{Board, SolveReport, Stock, WitnessError, check_witness};
use plywood_workbench::{Message, message};

use crate::log_dat::Fault;

/// How every entry opens; the board's name follows.
const OPENING: &str = "*** Problema ";
/// How every entry ends.
const ENDING: &str = "*** Fim ***";
/// What an entry says between its opening and its path, in order.
const LABELS: [&str; 10] = [
    "Algoritmo",
    "Resultado",
    "Inicio",
    "Fim",
    "Duracao",
    "Fator de ramificacao media",
    "Nos gerados",
    "Nos expandidos",
    "Penetrancia",
    "Comprimento da solucao",
];
/// No line of such a file is longer.
const MOST_LINE_BYTES: u64 = 4 << 10;

/// One whole entry, from the opening line to the end mark; `start` and `end` are times as text.
pub fn entry(report: &SolveReport, start: &str, end: &str) -> String {
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.6}"));
    let length = report.path.as_ref().map_or("-".into(), |path| path.len().to_string());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{OPENING}{} (objetivo {}) ***", report.board, report.objective);
    let _ = writeln!(text, "Algoritmo: {}", report.method_name());
    let _ = writeln!(text, "Resultado: {}", report.outcome);
    let _ = writeln!(text, "Inicio: {start}");
    let _ = writeln!(text, "Fim: {end}");
    let _ = writeln!(text, "Duracao: {:.3} ms", 1000.0 * report.time_s);
    let _ = writeln!(text, "Fator de ramificacao media: {}", number(report.branching_factor));
    let _ = writeln!(text, "Nos gerados: {}", report.generated);
    let _ = writeln!(text, "Nos expandidos: {}", report.expanded);
    let _ = writeln!(text, "Penetrancia: {}", number(report.penetrance));
    let _ = writeln!(text, "Comprimento da solucao: {length}");
    let _ = writeln!(text, "Caminho:");
    if let Some(path) = &report.path {
        for (i, board) in report.boards.iter().enumerate() {
            let step = if i == 0 { "inicio" } else { &path[i - 1] };
            let _ = writeln!(text, "{i}. {step}");
            let _ = writeln!(text, "{}", board.rows_text());
        }
    }
    let _ = writeln!(text, "{ENDING}\n");
    text
}

/// What a file of results holds.
#[derive(Debug, Default)]
pub struct ResultsReport {
    /// Whole entries.
    pub n_entries: usize,
    /// Those with a path.
    pub n_solved: usize,
    /// What is wrong, by line.
    pub faults: Vec<Fault>,
}

/// Whether a file that begins like this holds results of the puzzle.
pub fn is_results(beginning: &str) -> bool {
    beginning.trim_start().starts_with(OPENING)
}

/// Reads a file of results back: every entry whole, every figure a figure, every path legal. Only
/// reading itself can fail; all else is in the report.
pub fn check(mut source: impl BufRead) -> std::io::Result<ResultsReport> {
    let mut report = ResultsReport::default();
    let mut entry: Option<(usize, Vec<String>)> = None;
    for number in 1.. {
        let mut bytes = Vec::new();
        if source.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end_matches(['\n', '\r']);
        if line.starts_with(OPENING) {
            report.cut_short(entry.replace((number, Vec::new())));
        } else if line == ENDING && text.ends_with('\n') {
            match entry.take() {
                Some((first, lines)) => report.close(first, &lines),
                None => report.fault(number, "log-fault-outside", &[]),
            }
        } else if let Some((_, lines)) = &mut entry {
            lines.push(line.to_owned());
        } else if !line.is_empty() {
            report.fault(number, "log-fault-outside", &[]);
        }
    }
    report.cut_short(entry);
    Ok(report)
}

impl ResultsReport {
    fn fault(&mut self, line: usize, key: &'static str, holes: &[(&'static str, &str)]) {
        self.faults.push(Fault::new(line, key, holes));
    }

    /// An entry without its end.
    fn cut_short(&mut self, entry: Option<(usize, Vec<String>)>) {
        if let Some((first, _)) = entry {
            self.fault(first, "log-fault-cut", &[]);
        }
    }

    /// A whole entry: the figures, then the path.
    fn close(&mut self, first: usize, lines: &[String]) {
        self.n_entries += 1;
        for (i, label) in LABELS.iter().enumerate() {
            let line = lines.get(i).map_or("", String::as_str);
            let value = line.strip_prefix(label).and_then(|rest| rest.strip_prefix(": "));
            match value {
                Some(value) if is_figure(label, value) => {}
                _ => return self.fault(first + 1 + i, "log-fault-label", &[("text", line)]),
            }
        }
        let length = lines[LABELS.len() - 1].rsplit(' ').next().and_then(|it| it.parse().ok());
        if let Some(length) = length {
            self.n_solved += 1;
            if let Err(reason) = follow(&lines[LABELS.len()..], length) {
                self.faults.push(Fault::because(first, "log-fault-step", reason));
            }
        }
    }
}

fn is_figure(label: &str, value: &str) -> bool {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    match label {
        "Duracao" => value.strip_suffix(" ms").is_some_and(is_number),
        "Nos gerados" | "Nos expandidos" => value.parse::<u64>().is_ok(),
        "Fator de ramificacao media" | "Penetrancia" | "Comprimento da solucao" => {
            value == "-" || is_number(value)
        }
        _ => !value.is_empty(),
    }
}

/// Plays the path from its first board; every board must be what the moves make of it.
fn follow(lines: &[String], length: usize) -> Result<(), Message> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in lines.iter().skip(1).filter(|line| !line.is_empty()) {
        match (line.split_once(". "), steps.last_mut()) {
            (Some((_, step)), _) => steps.push((step, String::new())),
            (None, Some((_, rows))) => *rows += &format!("{line}\n"),
            (None, None) => return Err(WitnessError::Text(line.clone()).message()),
        }
    }
    let board = |rows: &str| rows.parse::<Board>().map_err(|e| e.message());
    let Some(((_, start), rest)) = steps.split_first() else {
        return Err(message!("results-empty", "the path is empty"));
    };
    let (mut now, moves) = (board(start)?, rest.len());
    if moves != length {
        return Err(message!(
            "results-length",
            "the path has {moves} moves, not {length}",
            moves,
            length
        ));
    }
    for (step, rows) in rest {
        now = check_witness(&now, Some(Stock::FULL), &[step]).map_err(|e| e.message())?;
        if now.rows_text() != board(rows)?.rows_text() {
            return Err(message!(
                "results-board",
                "{step} does not lead to the board shown",
                step = *step
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_workbench::Limits;
    use plywood_workbench::puzzle::{builtins, solve};

    fn sample() -> String {
        let method = "a-star".parse().expect("an algorithm");
        let report =
            solve(&builtins()[0], &method, &Limits::default(), |_| {}).expect("a sound board");
        entry(&report, "2026-01-02 03:04:05", "2026-01-02 03:04:06")
    }

    #[test]
    fn what_was_written_reads_back() {
        let text = sample().repeat(2);
        assert!(is_results(&text));
        let report = check(text.as_bytes()).expect("memory can be read");
        assert_eq!((report.n_entries, report.n_solved), (2, 2));
        assert!(report.faults.is_empty(), "{:?}", report.faults);
    }

    #[test]
    fn cut_entries_and_false_paths_are_told() {
        let text = sample();
        for end in (1..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            let report = check(&text.as_bytes()[..end]).expect("memory can be read");
            assert_eq!((report.n_entries, report.faults.len()), (0, 1), "cut at {end}");
        }
        for (good, bad) in [("b@c3", "b@d3"), ("Nos gerados: ", "Nos gerados: x"), ("1. ", "")] {
            let report = check(text.replacen(good, bad, 1).as_bytes()).expect("memory can be read");
            assert_eq!(report.faults.len(), 1, "{bad}");
        }
    }
}
