//! What the arena costs: games of our engines beside the bare engines, and the referee's share of a
//! move of another program.

use std::time::{Duration, Instant};

use plywood_arena::Cancel;
use plywood_arena::pairing::{Opening, OpeningBook};
use plywood_arena::referee::{Conditions, External, Mover, ProcessGroups, play};
use plywood_arena::run::Runner;
use plywood_arena::settings::{Control, Openings, Settings};
use plywood_arena::store::Store;
use plywood_protocol::{self as protocol, Go, Launch, Ply, Side, Start};
use plywood_testkit::bench::Row;
use plywood_workbench::Limits;
use plywood_workbench::engines::Means;

fn main() {
    for (game, nodes) in [
        ("blokus", 2_000),
        ("blokus-duo", 2_000),
        ("quatro", 2_000),
        ("quarto", 2_000),
        ("cavalo", 2_000),
    ] {
        in_process(game, nodes);
    }
    external();
}

fn settings(game: &str, players: &[&str], nodes: u64, pairs: u64) -> Settings {
    let players = players.iter().map(|player| player.parse().expect("a player")).collect();
    Settings {
        pairs,
        control: Control { nodes: Some(nodes), ..Control::default() },
        margin_ms: 1000,
        openings: Openings::Plies(4),
        seed: 1,
        hash: 1 << 20,
        ..Settings::new(game, players)
    }
}

/// Whole tournaments, with openings, referee and a store on disk, beside engines that only think. They
/// take turns, and the median of the ratios of neighbours counts: the machine's pace changes.
fn in_process(game: &str, nodes: u64) {
    const PAIRS: u64 = 20;
    const ROUNDS: usize = 15;
    let settings = settings(game, &["a=alpha-beta", "b=iterative"], nodes, PAIRS);
    let book = OpeningBook::new(&settings).expect("a known game");
    let openings: Vec<Opening> = (0..PAIRS).map(|k| book.opening(k).expect("an opening")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let begun = processor_time();
        let n_bare = bare_games(&settings, &openings);
        let bare = processor_time() - begun;
        let path = folder.path().join(format!("{round}.db"));
        let mut store = Store::open(&path).expect("a store");
        let id = store.begin(None, &settings).expect("a tournament");
        let begun = processor_time();
        let games = Runner::new(&settings).run(&mut store, id, &mut |_| {});
        let arena = processor_time() - begun;
        rounds.push((bare.as_secs_f64() / arena.as_secs_f64(), bare, arena));
        let n_arena: usize = games.expect("games").iter().map(|game| game.moves.len()).sum();
        assert_eq!(n_arena, n_bare, "the same games");
    }
    let show = |time: Duration| {
        format!("{:.1} ms a game", 1e3 * time.as_secs_f64() / (2.0 * PAIRS as f64))
    };
    rounds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, bare, arena) = rounds[ROUNDS / 2];
    let name = format!("arena/{game}/nodes-{nodes}");
    Row { name: &name, ours: show(arena), other: show(bare), ratio, target: Some(0.95) }.print();
}

/// Processor time of all threads of this process: on a shared machine wall time would include the others' work.
/// The writing of records counts, although another processor may do it meanwhile.
fn processor_time() -> Duration {
    cpu_time::ProcessTime::now().as_duration()
}

/// The same games by the engines alone: no referee, no clock, no record.
fn bare_games(settings: &Settings, openings: &[Opening]) -> usize {
    let table = openings[0].table(&settings.game, "").expect("a table");
    let means = Means { threads: 1, hash: settings.hash, seed: 1 };
    let mut thinkers = [0, 1].map(|i| {
        let engine = settings.players[i].engine.parse().expect("an engine");
        table.seat(&engine, &means)
    });
    let limits = Limits { nodes: settings.control.nodes, ..Limits::default() };
    let mut n_moves = 0;
    for opening in openings {
        for swap in [0, 1] {
            let mut table = opening.table(&settings.game, "").expect("a table");
            thinkers.iter_mut().for_each(|thinker| thinker.forget());
            while table.result().is_none() {
                n_moves += 1;
                if table.pass_if_forced() > 0 {
                    continue;
                }
                let thinker = &mut thinkers[table.turn().index() ^ swap];
                let found = thinker.think(table.as_ref(), 1, &limits, &mut |_| {});
                let best = found.expect("a position").best().expect("a move");
                table.play_step(best).expect("a legal move");
            }
        }
    }
    n_moves
}

/// The referee's time for each move of two programs that answer at once, beside the bare exchange of
/// the same lines.
fn external() {
    const GAMES: u32 = 20;
    let opening = Opening { seed: 1, position: None, moves: Vec::new() };
    let mut table = opening.table("quatro", "").expect("a table");
    let mut moves = Vec::new();
    while let Some(step) = table.moves().into_iter().next() {
        table.play(&step).expect("a legal move");
        moves.push(step);
    }
    // Plays the move whose index is the number of moves played.
    let script = "import sys\nmoves = sys.argv[1:]\nn = 0\nfor line in sys.stdin:\n    words = line.split()\n    if words[0] == 'position':\n        n = max(len(words) - 3, 0)\n    answer = {'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove ' + moves[min(n, len(moves) - 1)]}.get(words[0])\n    if answer:\n        print(answer, flush=True)\n    if words[0] == 'quit':\n        break\n";
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), script).expect("a script");
    let launch: Launch = format!("ugi:python3 {} {}", file.path().display(), moves.join(" "))
        .parse()
        .expect("a command");
    let settings = settings("quatro", &["a=random", "b=random"], 1, 1);
    let cancel = Cancel::default();
    let conditions =
        Conditions { settings: &settings, opening: &opening, seed: 1, cancel: &cancel };
    let patience = Duration::from_secs(10);
    let new = || External::new("quatro", "", launch.clone(), patience, ProcessGroups::default());
    let mut players = [new(), new()];
    let mut bare = [0, 1].map(|_| protocol::Bot::start(&launch, patience).expect("python3"));
    let (mut refereed, mut exchanged) = (Duration::MAX, Duration::MAX);
    for _ in 0..GAMES {
        let begun = Instant::now();
        let [one, two] = &mut players;
        let game =
            play(&conditions, [one as &mut dyn Mover, two]).expect("a game").expect("a result");
        refereed = refereed.min(begun.elapsed());
        assert_eq!(game.moves, moves, "{:?}", game.message);
        let begun = Instant::now();
        exchange(&mut bare, &moves);
        exchanged = exchanged.min(begun.elapsed());
    }
    let each = |time: Duration| time / moves.len() as u32;
    let overhead = each(refereed.saturating_sub(exchanged)).max(Duration::from_nanos(1));
    println!(
        "  a move of a program: {:?} with the referee, {:?} without",
        each(refereed),
        each(exchanged)
    );
    Row::within("arena/external/referee-a-move", overhead, Duration::from_millis(1));
}

/// The lines of one game and their answers, without a referee.
fn exchange(players: &mut [protocol::Bot; 2], moves: &[String]) {
    let start = Start { game: "quatro".into(), ..Start::default() };
    let go = Go { nodes: Some(1), ..Go::default() };
    let wait = Duration::from_secs(10);
    players.iter_mut().for_each(|player| player.new_game(&start).expect("a new game"));
    let mut played = Vec::new();
    for (i, step) in moves.iter().enumerate() {
        let side = if i % 2 == 0 { Side::One } else { Side::Two };
        let answer = players[i % 2].go(&played, side, &go, wait).expect("an answer");
        assert_eq!(answer.step, *step);
        played.push(Ply { side, text: step.clone() });
    }
}
