//! The puzzle's menus: algorithm, board, depth or heuristic, solution; and the comparison table.

use plywood_workbench::Message;
use std::fmt::Display;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use plywood_records::log_dat::{LogForm, append_whole};
use plywood_records::resultados;
use plywood_workbench::puzzle::{
    Algorithm, Method, NamedBoard, PuzzleHeuristic, SolveReport, as_published, boards_along,
    builtins, default_methods, load,
};
use plywood_workbench::units::{show_bytes, show_count, show_time};
use plywood_workbench::{Cancel, Limits, puzzle};

use super::console::{Asked, Console, Stop};
use crate::progress::Progress;
use crate::puzzle::published_text;
use crate::screen::{draw_board, side_by_side, table};

/// Where the original program wrote its solutions.
const RESULTS: &str = "resultados.dat";

/// What a search may spend; it holds until it is changed.
pub(super) struct Bounds {
    seconds: u64,
    megabytes: u64,
}

impl Bounds {
    /// A minute and a gigabyte.
    pub(super) const USUAL: Self = Self { seconds: 60, megabytes: 1000 };

    fn limits(&self, cancel: &Cancel) -> Limits {
        Limits {
            time: Some(Duration::from_secs(self.seconds)),
            bytes: Some(1_000_000 * self.megabytes),
            cancel: cancel.clone(),
            ..Limits::default()
        }
    }

    /// In words.
    fn text(&self, console: &Console) -> String {
        let holes: [(&str, &dyn Display); 2] =
            [("seconds", &self.seconds), ("megabytes", &self.megabytes)];
        console.words.fill("puzzle-bounds", &holes)
    }

    fn change(&mut self, console: &mut Console) -> Asked<()> {
        let prompt = console.words.fill("ask-bound-time", &[("usual", &self.seconds)]);
        let seconds = console.number(&prompt, 1..=3600, Some(self.seconds))?;
        let Some(seconds) = seconds else { return Ok(()) };
        self.seconds = seconds;
        let prompt = console.words.fill("ask-bound-memory", &[("usual", &self.megabytes)]);
        if let Some(megabytes) = console.number(&prompt, 1..=64_000, Some(self.megabytes))? {
            self.megabytes = megabytes;
        }
        Ok(())
    }
}

/// What was chosen in the menu of algorithms.
enum Chosen {
    Algorithm(Algorithm),
    Bounds,
}

/// Algorithm → board → depth or heuristic → solution, and again.
pub(super) fn solve(
    console: &mut Console,
    form: LogForm,
    bounds: &mut Bounds,
    cancel: &Cancel,
) -> Asked<()> {
    loop {
        let algorithm = match choose_algorithm(console, bounds)? {
            None => return Ok(()),
            Some(Chosen::Bounds) => {
                bounds.change(console)?;
                continue;
            }
            Some(Chosen::Algorithm(algorithm)) => algorithm,
        };
        let Some(board) = choose_board(console)? else { continue };
        let mut method = Method::new(algorithm);
        let mut limits = bounds.limits(cancel);
        if algorithm == Algorithm::Dfs {
            let prompt = console.words.text("ask-max-depth");
            let Some(depth) = console.number(&prompt, 1..=1000, None)? else { continue };
            limits.depth = Some(depth as u32);
        }
        if algorithm.uses_heuristic() {
            let Some(heuristic) = choose_heuristic(console)? else { continue };
            method = method.guided(heuristic.name());
        }
        let within = bounds.text(console);
        console.tell("puzzle-searching", &[("bounds", &within)])?;
        show_solution(console, &board, &method, &limits, form)?;
    }
}

/// BFS, DFS and A* first, as in the original; then the others, and what a search may spend.
fn choose_algorithm(console: &mut Console, bounds: &Bounds) -> Asked<Option<Chosen>> {
    let first = [Algorithm::Bfs, Algorithm::Dfs, Algorithm::AStar];
    let others = Algorithm::ALL.into_iter().filter(|algorithm| !first.contains(algorithm));
    let all: Vec<Algorithm> = first.into_iter().chain(others).collect();
    let item = |algorithm: &Algorithm| {
        let about = console.words.say(&algorithm.explain());
        format!("{}: {about}", algorithm.name())
    };
    let mut items: Vec<String> = all.iter().map(item).collect();
    items.push(console.words.fill("puzzle-limits", &[("bounds", &bounds.text(console))]));
    let title = console.words.text("puzzle-algorithm");
    let chosen = console.choose(&title, &items, "back")?;
    Ok(chosen.map(|i| all.get(i).map_or(Chosen::Bounds, |kind| Chosen::Algorithm(*kind))))
}

/// One of the printed boards, or a file of one's own.
fn choose_board(console: &mut Console) -> Asked<Option<NamedBoard>> {
    let boards = builtins();
    let blocks: Vec<(String, Vec<String>)> = boards
        .iter()
        .enumerate()
        .map(|(i, board)| {
            let objective = board.board.objective.unwrap_or(0);
            (format!("{}. {} ({objective})", i + 1, board.name), draw_board(&board.board, None))
        })
        .collect();
    console.print(&format!("\n{}", side_by_side(&blocks, 16)))?;
    loop {
        let answer = console.ask(&console.words.text("ask-board"))?;
        if super::console::is_exit(&answer) {
            return Err(Stop::Exit);
        }
        if super::console::is_back(&answer) {
            return Ok(None);
        }
        let by_number = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        if let Some(board) = by_number.and_then(|i| boards.get(i)) {
            return Ok(Some(board.clone()));
        }
        match load(&answer) {
            Ok(mut found) if found.len() == 1 => return Ok(found.pop()),
            Ok(found) => {
                let holes: [(&str, &dyn Display); 2] = [("file", &answer), ("n", &found.len())];
                console.tell("several-boards", &holes)?;
            }
            Err(e) => {
                let reason = console.words.say(&e.message());
                console.print(&format!("{reason}\n"))?;
            }
        }
    }
}

fn choose_heuristic(console: &mut Console) -> Asked<Option<PuzzleHeuristic>> {
    let item = |h: PuzzleHeuristic| {
        let about = console.words.say(&h.explain());
        format!("{}: {about}", h.name())
    };
    let items: Vec<String> = PuzzleHeuristic::ALL.into_iter().map(item).collect();
    let title = console.words.text("puzzle-heuristic");
    Ok(console.choose(&title, &items, "back")?.map(|i| PuzzleHeuristic::ALL[i]))
}

fn show_solution(
    console: &mut Console,
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    form: LogForm,
) -> Asked<()> {
    let started = now();
    let holes: [(&str, &dyn Display); 2] = [("method", method), ("board", &board.name)];
    let words = Rc::clone(&console.words);
    let mut progress = Progress::new(words.fill("puzzle-on", &holes), &words, limits);
    let solved = puzzle::solve(board, method, limits, |stats| progress.show(stats));
    progress.clear();
    let report = match solved {
        Ok(report) => report,
        Err(e) => {
            let reason = console.words.say(e.message());
            return console.print(&format!("{reason}\n"));
        }
    };
    if limits.cancel.is_raised() {
        return Err(Stop::Interrupted);
    }
    let mut blocks = Vec::new();
    let boards = boards_along(board, &report);
    for (i, board) in boards.iter().enumerate().filter(|_| report.is_solved()) {
        let step = match (i, &report.path) {
            (1.., Some(path)) => path[i - 1].clone(),
            _ => console.words.text("puzzle-start"),
        };
        let before = i.checked_sub(1).map(|i| &boards[i]);
        blocks.push((format!("{i}. {step}"), draw_board(board, before)));
    }
    let width = boards[0].columns().max(10);
    console.print(&format!(
        "\n{}{}",
        side_by_side(&blocks, width),
        statistics(console, &report)
    ))?;
    let entry = resultados::entry(&report, &boards, [&*started, &*now()], &console.words, form);
    if let Err(e) = append_whole(Path::new(RESULTS), &entry) {
        let reason = console.words.say(&Message::of_file(&e));
        let holes: [(&str, &dyn Display); 2] = [("file", &RESULTS), ("reason", &reason)];
        console.complain(&console.words.fill("results-cannot-append", &holes));
        return Ok(());
    }
    let file = std::path::absolute(RESULTS).unwrap_or_else(|_| RESULTS.into());
    console.tell("results-written", &[("file", &file.display())])
}

fn statistics(console: &Console, report: &SolveReport) -> String {
    let words = &console.words;
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.6}"));
    let length = report.path.as_ref().map_or("-".into(), |path| path.len().to_string());
    let rows = [
        ("stat-outcome", outcome(console, report)),
        ("stat-length", length),
        ("stat-generated", show_count(report.generated)),
        ("stat-expanded", show_count(report.expanded)),
        ("stat-penetrance", number(report.penetrance)),
        ("stat-branching", number(report.branching_factor)),
        ("stat-time", show_time(report.time_s)),
        ("stat-memory", show_bytes(report.peak_bytes)),
    ];
    let rows = rows.map(|(key, value)| (words.text(key), value));
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let line = |(label, value): &(String, String)| format!("{label:>width$}  {value}\n");
    words.figures(&rows.iter().map(line).collect::<String>())
}

fn outcome(console: &Console, report: &SolveReport) -> String {
    resultados::outcome(report, &console.words)
}

/// Boards × algorithms.
pub(super) fn compare(console: &mut Console, cancel: &Cancel) -> Asked<()> {
    let Some(boards) = choose_boards(console)? else { return Ok(()) };
    let prompt = console.words.text("ask-solve-time");
    let Some(ms) = console.number(&prompt, 10..=60_000, Some(500))? else { return Ok(()) };
    let limits = Limits {
        time: Some(Duration::from_millis(ms)),
        bytes: Some(1_000_000 * Bounds::USUAL.megabytes),
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let keys = [
        "stat-algorithm",
        "stat-outcome",
        "stat-length",
        "stat-generated",
        "stat-expanded",
        "stat-penetrance",
        "stat-branching",
        "stat-time",
    ];
    for board in &boards {
        let mut rows = Vec::new();
        for method in default_methods() {
            let report = match puzzle::solve(board, &method, &limits, |_| {}) {
                Ok(report) => report,
                Err(e) => return console.print(&format!("{e}\n")),
            };
            if cancel.is_raised() {
                return Err(Stop::Interrupted);
            }
            rows.push(row(console, &report));
        }
        let headings = keys.map(|key| console.words.text(key));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let holes: [(&str, &dyn Display); 2] =
            [("board", &board.name), ("objective", &board.board.objective.unwrap_or(0))];
        console.print("\n")?;
        console.tell("compare-board", &holes)?;
        console.print(&console.words.figures(&table(&headings, &rows, 2)))?;
    }
    Ok(())
}

/// The original report's table beside right figures.
pub(super) fn published(console: &mut Console, bounds: &Bounds, cancel: &Cancel) -> Asked<()> {
    let within = bounds.text(console);
    console.tell("puzzle-searching", &[("bounds", &within)])?;
    let lines = as_published(&bounds.limits(cancel), |_| {});
    if cancel.is_raised() {
        return Err(Stop::Interrupted);
    }
    console.print(&format!("\n{}", published_text(&lines, &console.words)))
}

fn row(console: &Console, report: &SolveReport) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.3}"));
    vec![
        report.method_name(),
        outcome(console, report),
        report.path.as_ref().map_or("-".into(), |path| path.len().to_string()),
        show_count(report.generated),
        show_count(report.expanded),
        number(report.penetrance),
        number(report.branching_factor),
        show_time(report.time_s),
    ]
}

fn choose_boards(console: &mut Console) -> Asked<Option<Vec<NamedBoard>>> {
    loop {
        let answer = console.ask(&console.words.text("ask-boards"))?;
        if super::console::is_exit(&answer) {
            return Err(Stop::Exit);
        }
        if super::console::is_back(&answer) {
            return Ok(None);
        }
        if answer.is_empty() {
            return Ok(Some(builtins()));
        }
        let names = answer.split([' ', ',']).filter(|name| !name.is_empty());
        let loaded: Result<Vec<Vec<NamedBoard>>, _> = names.map(load).collect();
        match loaded {
            Ok(boards) => return Ok(Some(boards.concat())),
            Err(e) => {
                let reason = console.words.say(&e.message());
                console.print(&format!("{reason}\n"))?;
            }
        }
    }
}

fn now() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string()
}
