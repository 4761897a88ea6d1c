//! Quarto, and quatro, the course's form of it: the same board, pieces and solver.

use plywood_contract::{
    Analysis, Frame, Game, Heard, Limits, Message, Score, Square, Stop, message,
};
use plywood_games::quarto::{Board, Placement, Position, Quarto, Quatro, Turn};
use plywood_judges::quarto::{CourseJudge, QuartoJudge};
use plywood_solvers::quarto::{Adviser, AdviserOptions, Solved, Solver};

use super::{Gallery, Levels, Manner, NUMBERED, Offer, Rule, Still};
use crate::engines::{Course, Expert, Means, Playable, Prover, Unit};
use crate::games::{Form, Observed, Planes, Seated};

const SQUARES: Rule = Rule { key: "squares", values: &["false", "true"] };

/// Overlooking one line of three loses: levels differ in their share of random moves.
pub(super) static QUATRO: Offer = Offer {
    name: "quatro",
    about: message!(
        "about-quatro",
        "sixteen pieces on 4×4: take any piece, make a line that shares an attribute"
    ),
    rules: &[SQUARES],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::at(".a.5/..3./68../...1 -"),
        minute: [
            Still::START,
            Still::after("6@b2 9@c3"),
            Still { moves: "6@d1", ..Still::at("024./..../..../...9 -") },
            Still::at("a..c/..57/...0/34.. -"),
        ],
    },
    sides: NUMBERED,
    levels: Levels {
        below: [
            "random",
            "iterative:depth=1,slips=86",
            "iterative:depth=1,slips=68",
            "iterative:depth=1,slips=48",
            "iterative:depth=1,slips=33",
            "iterative:depth=1,slips=17",
            "iterative:depth=1,slips=4",
            "iterative:depth=2",
        ],
        rated: "best:nodes=10k",
    },
    manner: Manner {
        spelling: Some(|piece, cell| format!("{piece}@{cell}")),
        piece_words: Some(piece_words),
        lisp: lisp_piece,
        ..Manner::USUAL
    },
    checks: &[(6, "minimax:depth=3"), (6, "alpha-beta:depth=4"), (7, "pvs:depth=5")],
    form: Form::NoHand,
    open: |chosen, _seed, position| {
        Seated::open(&QUATRO, Quatro { squares: chosen.is("squares", "true") }, position)
    },
};

/// As quatro, but the opponent chooses the piece, and proofs take longer.
pub(super) static QUARTO: Offer = Offer {
    name: "quarto",
    about: message!(
        "about-quarto",
        "the official form: your opponent hands you the piece you must place"
    ),
    rules: &[SQUARES],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::at("a..c/..57/...0/34.. 6"),
        minute: [
            Still::START,
            Still::at(".a.5/..3./.8../.... 6"),
            Still { moves: "d1", ..Still::at("024./..../..../...9 6") },
            Still::at("a..c/..57/...0/34.. -"),
        ],
    },
    sides: NUMBERED,
    levels: Levels {
        below: [
            "iterative:depth=1,slips=95",
            "iterative:depth=1,slips=76",
            "iterative:depth=1,slips=54",
            "iterative:depth=1,slips=34",
            "iterative:depth=1,slips=15",
            "best:nodes=300,slips=12",
            "best:nodes=1k,slips=5",
            "best:nodes=4k,slips=2",
        ],
        rated: "best:nodes=50k",
    },
    manner: Manner { piece_words: Some(piece_words), lisp: lisp_piece, ..Manner::USUAL },
    checks: &[(6, "alpha-beta:depth=3"), (8, "mtd:depth=4"), (8, "iterative:depth=4")],
    form: Form::Hand,
    open: |chosen, _seed, position| {
        Seated::open(&QUARTO, Quarto { squares: chosen.is("squares", "true") }, position)
    },
};

/// A piece as the course calls it: `branca alta redonda oca`.
fn piece_words(code: u8) -> Message {
    let one =
        |attribute: usize, word: &[Message; 2]| word[usize::from(code >> attribute & 1)].clone();
    let [colour, height, shape, body] = std::array::from_fn(|i| one(i, &words_of(i)));
    message!("quarto-brief", "{colour} {height} {shape} {body}", colour, height, shape, body)
}

/// The two values of an attribute.
fn words_of(attribute: usize) -> [Message; 2] {
    match attribute {
        0 => [message!("quarto-white", "white"), message!("quarto-black", "black")],
        1 => [message!("quarto-tall", "tall"), message!("quarto-short", "short")],
        2 => [message!("quarto-round", "round"), message!("quarto-square", "square")],
        _ => [message!("quarto-hollow", "hollow"), message!("quarto-solid", "solid")],
    }
}

/// A piece as the list of its attributes in the course's own program, 0 for an empty cell.
fn lisp_piece(_: &Frame, square: Option<&Square>) -> String {
    const NAMES: [[&str; 2]; 4] =
        [["branca", "preta"], ["alta", "baixa"], ["redonda", "quadrada"], ["oca", "cheia"]];
    let Some(code) = square.and_then(|square| square.piece) else { return "0".into() };
    let names = NAMES.iter().enumerate().map(|(bit, names)| names[usize::from(code >> bit & 1)]);
    format!("({})", names.collect::<Vec<_>>().join(" "))
}

impl Playable for Quarto {
    type Judge = QuartoJudge;

    fn judge(&self) -> QuartoJudge {
        QuartoJudge
    }

    const POINT: Score = 1000;
    const LEAD: Score = 1;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(perfect_player(means)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(Solver::with_threads(means.hash as usize, means.threads))
    }
}

impl Playable for Quatro {
    type Judge = QuartoJudge;

    fn judge(&self) -> QuartoJudge {
        QuartoJudge
    }

    /// Three in a line is half a win there.
    fn course(&self) -> Option<Course<Self>> {
        let unit = Unit::Evaluation;
        Some(Course { judge: Box::new(CourseJudge), point: 1, unit, lead: 1000 })
    }

    const POINT: Score = 1000;
    const LEAD: Score = 1;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(perfect_player(means)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(Solver::with_threads(means.hash as usize, means.threads))
    }
}

/// The perfect player, and the plies to the end of each line it last reported.
struct Perfect {
    player: Adviser,
    plies: Vec<Option<u32>>,
}

fn perfect_player(means: &Means) -> Perfect {
    let options = AdviserOptions::default();
    let options = AdviserOptions { bytes: means.hash as usize, threads: means.threads, ..options };
    Perfect { player: Adviser::new(options), plies: Vec::new() }
}

impl<G: Solved> Expert<G> for Perfect {
    fn most_lines(&self) -> usize {
        usize::MAX
    }

    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move> {
        self.player.asked_for(n_lines);
        let advice = self.player.advise(game, position, limits, &mut Heard::by(progress));
        self.plies = advice.moves.iter().take(n_lines).map(|judged| judged.plies).collect();
        advice.analysis(n_lines)
    }

    fn plies(&self, line: usize) -> Option<u32> {
        self.plies.get(line).copied().flatten()
    }
}

impl Prover<Quarto> for Solver {
    fn value(
        &mut self,
        _game: &Quarto,
        position: &Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        let before = self.nodes();
        let value = self.quarto(position, limits).map(|verdict| verdict.value.number());
        (value, self.nodes() - before)
    }
}

impl Prover<Quatro> for Solver {
    fn value(
        &mut self,
        _game: &Quatro,
        board: &Board,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        let before = self.nodes();
        let value = self.quatro(board, limits).map(|verdict| verdict.value.number());
        (value, self.nodes() - before)
    }
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |bit| set >> bit & 1 == 1)
}

/// Cells taken, and those whose piece has each of the four attributes.
fn quarto_board(board: &Board, out: &mut Planes) {
    out.set(16, bits(board.occupied()));
    (0..4).for_each(|attribute| out.set(16, bits(board.plane(attribute))));
}

/// The board, the pieces left (cell by piece code), and the seat.
impl Observed for Quatro {
    /// Each piece on each cell.
    fn n_actions(&self) -> usize {
        256
    }

    fn action(&self, _: &Board, step: Placement) -> usize {
        usize::from(step.cell().number()) * 16 + usize::from(step.piece().code())
    }

    const SHAPE: [usize; 3] = [7, 4, 4];

    fn planes(&self, board: &Board, out: &mut Planes) {
        quarto_board(board, out);
        out.set(16, bits(board.pieces_left()));
        out.seat(16, self.turn(board));
    }
}

/// The board, the pieces left and the one in hand (cell by piece code), and the seat.
impl Observed for Quarto {
    /// A cell or none, times a piece to hand over or none.
    fn n_actions(&self) -> usize {
        17 * 17
    }

    fn action(&self, _: &Position, step: Turn) -> usize {
        let cell = step.cell().map_or(16, |cell| usize::from(cell.number()));
        let gives = step.gives().map_or(16, |piece| usize::from(piece.code()));
        cell * 17 + gives
    }

    const SHAPE: [usize; 3] = [8, 4, 4];

    fn planes(&self, position: &Position, out: &mut Planes) {
        quarto_board(&position.board, out);
        out.set(16, bits(position.pieces_left()));
        out.set(16, position.hand.map(|piece| usize::from(piece.code())));
        out.seat(16, self.turn(position));
    }
}
