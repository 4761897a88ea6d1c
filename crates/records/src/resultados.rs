//! `resultados.dat`, the file the original program appended its solutions to: its entries, and reading
//! them back.

use std::fmt::Display;
use std::io::{BufRead, Read};
use std::sync::LazyLock;

use plywood_language::{Language, Words};
use plywood_workbench::puzzle::{Board, SolveReport, Stock, WitnessError, check_witness};
use plywood_workbench::{Message, message};

use crate::log_dat::{Fault, LogForm};

/// The labels of an entry between its opening and its path, as message keys, in order. Older entries lack some.
const LABELS: [&str; 11] = [
    "results-algorithm",
    "results-depth-limit",
    "results-outcome",
    "results-begun",
    "results-ended",
    "results-duration",
    "results-branching",
    "results-generated",
    "results-expanded",
    "results-penetrance",
    "results-solution",
];
const NEWER: &str = "results-depth-limit";
/// The labels as they were before they were worded in the reader's language, beside their keys.
const OLDER: [(&str, &str); 6] = [
    ("Inicio", "results-begun"),
    ("Duracao", "results-duration"),
    ("Fator de ramificacao media", "results-branching"),
    ("Nos gerados", "results-generated"),
    ("Nos expandidos", "results-expanded"),
    ("Penetrancia", "results-penetrance"),
];
const OLDER_LENGTH: &str = "Comprimento da solucao";
/// The longest line of such a file.
const MOST_LINE_BYTES: u64 = 4 << 10;

/// One whole entry, from the opening line to the end mark; `boards` are those along the path, `start` and
/// `end` are times as text. Boards are rows of characters, or lists of 0, 1 and 2 with all else as comments.
pub fn entry(
    report: &SolveReport,
    boards: &[Board],
    [start, end]: [&str; 2],
    words: &Words,
    form: LogForm,
) -> String {
    let none = || "-".to_owned();
    let number = |value: Option<f64>| value.map_or_else(none, |value| words.decimal(value, 6));
    let holes: [(&str, &dyn Display); 2] =
        [("board", &report.board), ("objective", &report.objective.unwrap_or_default())];
    let mut lines = vec![format!("*** {} ***", words.fill("results-problem", &holes))];
    let values = [
        report.method_name(),
        report.max_depth.map_or_else(none, |depth| depth.to_string()),
        outcome(report, words),
        start.to_owned(),
        end.to_owned(),
        format!("{} ms", words.decimal(1000.0 * report.time_s, 3)),
        number(report.branching_factor),
        report.generated.to_string(),
        report.expanded.to_string(),
        number(report.penetrance),
        report.path.as_ref().map_or_else(none, |path| path.len().to_string()),
    ];
    let labelled = LABELS.iter().zip(values);
    lines.extend(labelled.map(|(key, value)| format!("{}: {value}", words.text(key))));
    lines.push(format!("{}:", words.text("results-path")));
    for (i, board) in boards.iter().enumerate().filter(|_| report.is_solved()) {
        let before = i.checked_sub(1).and_then(|i| report.path.as_ref()?.get(i));
        let step = before.cloned().unwrap_or_else(|| words.text("puzzle-start"));
        lines.push(format!("{i}. {step}"));
        match form {
            LogForm::Text => lines.push(board.rows_text()),
            LogForm::Lisp => lines.push(list(board)),
        }
    }
    lines.push(format!("*** {} ***", words.text("results-end")));
    let line = |line: &String| match form {
        LogForm::Lisp if !line.starts_with('(') => format!("; {line}\n"),
        _ => format!("{line}\n"),
    };
    lines.iter().map(line).collect::<String>() + "\n"
}

/// How a search ended, in words; one that its depth limit cut says how deep it looked.
pub fn outcome(report: &SolveReport, words: &Words) -> String {
    match report.max_depth.filter(|_| report.depth_cut && !report.is_solved()) {
        Some(depth) => words.fill("outcome-none-within", &[("depth", &depth)]),
        None => words.text(&format!("outcome-{}", report.outcome)),
    }
}

/// A board as the original `problemas.dat` has it: rows of 0 (empty), 1 (own) and 2 (blocked).
fn list(board: &Board) -> String {
    let digit = |cell: char| match cell {
        '1' => "1",
        '#' => "2",
        _ => "0",
    };
    let text = board.rows_text();
    let row = |row: &str| format!("({})", row.chars().map(digit).collect::<Vec<_>>().join(" "));
    format!("({})", text.lines().map(row).collect::<Vec<_>>().join("\n "))
}

/// A line of such a list as a row of characters.
fn row_of(line: &str) -> String {
    let cell = |digit: char| match digit {
        '1' => '1',
        '2' => '#',
        _ => '.',
    };
    line.chars().filter(char::is_ascii_digit).map(cell).collect()
}

/// The words of entries, in every language.
static LANGUAGES: LazyLock<[Words; 2]> = LazyLock::new(|| Language::ALL.map(Words::new));

/// Whether a line opens an entry.
fn is_opening(line: &str) -> bool {
    LANGUAGES.iter().any(|words| {
        let holes: [(&str, &dyn Display); 2] = [("board", &"\0"), ("objective", &0)];
        let text = words.fill("results-problem", &holes);
        let start = text.split('\0').next().unwrap_or_default();
        line.strip_prefix("*** ").is_some_and(|rest| rest.starts_with(start))
    })
}

/// Whether a line ends an entry.
fn is_ending(line: &str) -> bool {
    let ends = |words: &Words| format!("*** {} ***", words.text("results-end")) == line;
    LANGUAGES.iter().any(ends)
}

/// The key of a label, whatever language it is in.
fn key_of(label: &str) -> Option<&'static str> {
    if label == OLDER_LENGTH {
        return Some("results-solution");
    }
    let older = OLDER.iter().find(|(older, _)| *older == label).map(|(_, key)| *key);
    let is_said = |key: &&str| LANGUAGES.iter().any(|words| words.text(key) == label);
    older.or_else(|| LABELS.into_iter().find(|key| is_said(key)))
}

/// The contents of a file of results.
#[derive(Debug, Default)]
pub struct ResultsReport {
    /// Complete entries.
    pub n_entries: usize,
    /// Entries with a path.
    pub n_solved: usize,
    /// Faults, by line.
    pub faults: Vec<Fault>,
}

/// Whether a file that begins like this holds results of the puzzle.
pub fn is_results(beginning: &str) -> bool {
    let line = beginning.trim_start().lines().next().unwrap_or_default();
    is_opening(line.strip_prefix("; ").unwrap_or(line))
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
        // In the Lisp form all but the boards is a comment.
        let is_list = line.starts_with('(') || line.starts_with(" (");
        let line = line.strip_prefix("; ").unwrap_or(line);
        if is_opening(line) {
            report.cut_short(entry.replace((number, Vec::new())));
        } else if is_ending(line) && text.ends_with('\n') {
            match entry.take() {
                Some((first, lines)) => report.close(first, &lines),
                None => report.fault(number, "log-fault-outside", &[]),
            }
        } else if let Some((_, lines)) = &mut entry {
            lines.push(if is_list { row_of(line) } else { line.to_owned() });
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
        let mut lines = lines.iter().map(String::as_str).enumerate().peekable();
        let mut length = None;
        for key in LABELS {
            let line = lines.peek().map_or((0, ""), |line| *line);
            let (label, value) = line.1.split_once(": ").unwrap_or_default();
            match key_of(label) {
                Some(found) if found == key && is_figure(key, value) => {
                    length = Some(value).filter(|_| key == "results-solution");
                    lines.next();
                }
                _ if key == NEWER => {}
                _ => {
                    let holes = [("text", line.1)];
                    return self.fault(first + 1 + line.0, "log-fault-label", &holes);
                }
            }
        }
        if let Some(length) = length.and_then(|length| length.parse().ok()) {
            self.n_solved += 1;
            let path: Vec<&str> = lines.map(|(_, line)| line).collect();
            if let Err(reason) = follow(&path, length) {
                self.faults.push(Fault::because(first, "log-fault-step", reason));
            }
        }
    }
}

fn is_figure(key: &str, value: &str) -> bool {
    let is_number = |text: &str| text.replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite);
    match key {
        "results-duration" => value.strip_suffix(" ms").is_some_and(is_number),
        "results-generated" | "results-expanded" => value.parse::<u64>().is_ok(),
        "results-depth-limit" => value == "-" || value.parse::<u32>().is_ok(),
        "results-branching" | "results-penetrance" | "results-solution" => {
            value == "-" || is_number(value)
        }
        _ => !value.is_empty(),
    }
}

/// Plays the path from its first board; every board must be what the moves make of it.
fn follow(lines: &[&str], length: usize) -> Result<(), Message> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in lines.iter().skip(1).filter(|line| !line.is_empty()) {
        match (line.split_once(". "), steps.last_mut()) {
            (Some((_, step)), _) => steps.push((step, String::new())),
            (None, Some((_, rows))) => *rows += &format!("{line}\n"),
            (None, None) => return Err(WitnessError::Text((*line).to_owned()).message()),
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
    use plywood_workbench::puzzle::{boards_along, builtins, solve};

    fn sample(method: &str, depth: Option<u32>, language: Language, form: LogForm) -> String {
        let method = method.parse().expect("an algorithm");
        let limits = Limits { depth, ..Limits::default() };
        let board = &builtins()[0];
        let report = solve(board, &method, &limits, |_| {}).expect("a sound board");
        let times = ["2026-01-02 03:04:05", "2026-01-02 03:04:06"];
        entry(&report, &boards_along(board, &report), times, &Words::new(language), form)
    }

    #[test]
    fn what_was_written_reads_back_in_both_languages_and_forms() {
        for language in Language::ALL {
            for form in [LogForm::Text, LogForm::Lisp] {
                let text = sample("a-star", None, language, form).repeat(2);
                assert!(is_results(&text), "{text}");
                let report = check(text.as_bytes()).expect("memory can be read");
                assert_eq!((report.n_entries, report.n_solved), (2, 2), "{text}");
                assert!(report.faults.is_empty(), "{:?}\n{text}", report.faults);
            }
        }
    }

    #[test]
    fn a_depth_limit_is_recorded_and_told() {
        let text = sample("dfs", Some(1), Language::Portuguese, LogForm::Text);
        for part in [
            "Profundidade máxima: 1",
            "Resultado: sem solução até à profundidade 1",
            "Fator de ramificação médio: -",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let report = check(text.as_bytes()).expect("memory can be read");
        assert_eq!((report.n_entries, report.n_solved), (1, 0));
        assert!(report.faults.is_empty(), "{:?}", report.faults);
    }

    #[test]
    fn entries_from_before_labels_were_worded_are_still_read() {
        let text = "*** Problema A (objetivo 8) ***\nAlgoritmo: dfs\nResultado: exhausted\nInicio: x\nFim: x\n\
                    Duracao: 0.100 ms\nFator de ramificacao media: -\nNos gerados: 3\nNos expandidos: 2\n\
                    Penetrancia: -\nComprimento da solucao: -\nCaminho:\n*** Fim ***\n\n";
        assert!(is_results(text));
        let report = check(text.as_bytes()).expect("memory can be read");
        assert_eq!((report.n_entries, report.faults.len()), (1, 0), "{:?}", report.faults);
    }

    #[test]
    fn cut_entries_and_false_paths_are_told() {
        let text = sample("a-star", None, Language::Portuguese, LogForm::Text);
        for end in (1..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            let report = check(&text.as_bytes()[..end]).expect("memory can be read");
            assert_eq!((report.n_entries, report.faults.len()), (0, 1), "cut at {end}");
        }
        for (good, bad) in [("b@c3", "b@d3"), ("Nós gerados: ", "Nós gerados: x"), ("1. ", "")] {
            let report = check(text.replacen(good, bad, 1).as_bytes()).expect("memory can be read");
            assert_eq!(report.faults.len(), 1, "{bad}");
        }
    }
}
