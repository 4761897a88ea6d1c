//! Examples for the help of every command, and the groups in which commands are listed. A test reads each of them.

/// The groups of commands: the key of their heading, and their names.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("clap-group-play", &["play", "records", "log", "config", "serve"]),
    (
        "clap-group-study",
        &["games", "show", "moves", "analyze", "solve", "solve-set", "perft", "engines"],
    ),
    ("clap-group-learn", &["puzzle", "problem", "explain", "tree"]),
    ("clap-group-compete", &["tournament", "rate", "tune", "jobs", "check-engine", "gtp", "ugi"]),
    ("clap-group-tools", &["schema", "self-check", "bench", "completions", "man"]),
];

/// What can be typed, by command.
const EXAMPLES: [(&str, &[&str]); 68] = [
    ("", &["plywood", "plywood play quatro --level 3", "plywood analyze quarto --time 2s"]),
    (
        "play",
        &[
            "plywood play blokus-duo --level 4",
            "plywood play quatro --p2 \"ugi:python3 bot.py\"",
            "plywood play --resume",
        ],
    ),
    ("records", &["plywood records list", "plywood records progress"]),
    ("records list", &["plywood records list --game quarto --player level:5 --limit 10"]),
    ("records show", &["plywood records show 41"]),
    ("records replay", &["plywood records replay 41 --delay 500ms"]),
    ("records export", &["plywood records export 41 --output game.jsonl"]),
    ("records import", &["plywood records import game.jsonl"]),
    (
        "records rename",
        &["plywood records rename 41 \"lost on move nine\"", "plywood records rename 41"],
    ),
    ("records delete", &["plywood records delete 41 42 --yes"]),
    ("records progress", &["plywood records progress"]),
    ("log", &["plywood log check log.dat"]),
    ("log check", &["plywood log check log.dat"]),
    (
        "config",
        &["plywood config", "plywood config set theme light", "plywood config set language pt"],
    ),
    ("config get", &["plywood config get level"]),
    ("config set", &["plywood config set level 7"]),
    ("config edit", &["plywood config edit"]),
    ("serve", &["plywood serve", "plywood serve --port 8080 --no-open"]),
    ("games", &["plywood games"]),
    ("show", &["plywood show quarto --moves \">6 b1>d\""]),
    ("moves", &["plywood moves cavalo --seed 3"]),
    (
        "analyze",
        &[
            "plywood analyze quarto --time 2s --multipv 3",
            "plywood analyze othello --engine alpha-beta:depth=6 --json",
            "plywood analyze --stdin --workers 2",
        ],
    ),
    (
        "solve",
        &[
            "plywood solve tic-tac-toe --all-moves",
            "plywood solve connect-four --moves \"d d d d d\" --time 30s",
        ],
    ),
    ("solve-set", &["plywood solve-set positions.txt --store proofs.jsonl"]),
    ("perft", &["plywood perft blokus --depth 6"]),
    ("engines", &["plywood engines"]),
    ("puzzle", &["plywood puzzle boards", "plywood puzzle solve C"]),
    ("puzzle boards", &["plywood puzzle boards"]),
    ("puzzle show", &["plywood puzzle show D"]),
    ("puzzle algorithms", &["plywood puzzle algorithms"]),
    ("puzzle solve", &["plywood puzzle solve D -a a-star:heuristic=h3 --time 10s"]),
    (
        "puzzle compare",
        &[
            "plywood puzzle compare A B C --report report.html",
            "plywood puzzle compare --as-published",
        ],
    ),
    ("puzzle check-heuristic", &["plywood puzzle check-heuristic A --heuristic h1"]),
    ("puzzle trace", &["plywood puzzle trace A"]),
    ("puzzle maximize", &["plywood puzzle maximize C"]),
    ("puzzle generate", &["plywood puzzle generate --seed 7"]),
    ("problem", &["plywood problems", "plywood problem solve tiles 8-easy"]),
    ("problem show", &["plywood problem show tiles 8-easy"]),
    ("problem algorithms", &["plywood problem algorithms tiles"]),
    ("problem solve", &["plywood problem solve tiles 8-easy -a ida-star"]),
    ("problem compare", &["plywood problem compare tiles 8-easy 8-short"]),
    ("problem check-heuristic", &["plywood problem check-heuristic tiles 8-easy"]),
    ("problem check-trace", &["plywood problem check-trace tiles 8-easy trace.jsonl"]),
    ("problem trace", &["plywood problem trace tiles 8-easy"]),
    ("explain", &["plywood explain a-star"]),
    ("tree", &["plywood tree \"((3 12 8) (2 4 6) (14 5 2))\""]),
    ("schema", &["plywood schema analyze", "plywood schema records list"]),
    ("self-check", &["plywood self-check"]),
    ("bench", &["plywood bench"]),
    (
        "completions",
        &["plywood completions bash > ~/.local/share/bash-completion/completions/plywood"],
    ),
    ("man", &["plywood man | man -l -"]),
    (
        "tournament",
        &[
            "plywood tournament quatro -p a=alpha-beta:depth=3 -p b=mcts --games 20 --store games.db",
            "plywood tournament quarto --players-from bots --time 200ms",
            "plywood tournament --resume games.db",
        ],
    ),
    ("tournament replay", &["plywood tournament replay games.db 3"]),
    ("tournament export", &["plywood tournament export games.db"]),
    ("rate", &["plywood rate games.db"]),
    (
        "tune",
        &[
            "plywood tune othello --engine mcts:exploration={c} --parameter c=1.4,0.5,3.0 --steps 50",
        ],
    ),
    (
        "jobs",
        &[
            "plywood jobs make solve positions.txt > jobs.jsonl",
            "plywood jobs run jobs.jsonl > results.jsonl",
        ],
    ),
    ("jobs make", &["plywood jobs make compare A B > jobs.jsonl"]),
    (
        "jobs make tournament",
        &["plywood jobs make tournament quatro -p a=random -p b=mcts > jobs.jsonl"],
    ),
    ("jobs make solve", &["plywood jobs make solve positions.txt > jobs.jsonl"]),
    ("jobs make compare", &["plywood jobs make compare A B > jobs.jsonl"]),
    (
        "jobs make tune",
        &[
            "plywood jobs make tune othello --engine mcts:exploration={c} --parameter c=1.4,0.5,3.0 --set > set.json",
        ],
    ),
    ("jobs make opening-table", &["plywood jobs make opening-table > jobs.jsonl"]),
    ("jobs run", &["plywood jobs run jobs.jsonl > results.jsonl"]),
    ("jobs merge", &["plywood jobs merge results.jsonl"]),
    ("check-engine", &["plywood check-engine \"ugi:python3 bot.py\" --game quatro"]),
    ("gtp", &["plywood gtp --game blokus-duo --level 5"]),
    ("ugi", &["plywood ugi --game quarto --time 500ms"]),
];

/// All that can be typed.
#[cfg(test)]
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().flat_map(|(_, examples)| examples.iter().copied())
}

/// What can be typed to use a command, by its path.
pub(crate) fn of(path: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(known, _)| *known == path).map_or(&[], |(_, examples)| examples)
}
