//! Conformance checks for every game, on random whole games.

use std::collections::HashSet;

use plywood_contract::{Drawing, Keyed, Look, Notation};

/// Repeatable random numbers for tests (xorshift64*, Vigna, 2016).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Random numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((number * bound as u64) >> 32) as usize
    }
}

/// Plays `games` random whole games and checks after every ply that
///
/// - moves are distinct, and there are none exactly when there is a result;
/// - undo restores every field, whatever was played;
/// - a position read from its own text is the same in every field, hash key included, and has the same moves:
///   incremental updates equal a computation from scratch;
/// - every move is read back from its text, and drawing works in every look.
pub fn check_game<G: Notation + Keyed + Drawing>(game: &G, games: u64) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = game.start();
        let mut played = Vec::new();
        loop {
            check_position(game, &position);
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let step = moves[dice.below(moves.len())];
            let before = position.clone();
            let undo = game.play(&mut position, step);
            played.push((before, step, undo));
        }
        // Back to the start, one ply at a time.
        while let Some((before, step, undo)) = played.pop() {
            game.undo(&mut position, step, undo);
            assert_eq!(position, before, "undo of {step:?} left something behind");
        }
        assert_eq!(position, game.start());
    }
}

/// Checks one position, whatever led to it.
pub fn check_position<G: Notation + Keyed + Drawing>(game: &G, position: &G::Position) {
    let text = game.position_text(position);
    assert!(!text.contains('\n'), "a position is one line: {text}");
    let read = game.read_position(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(&read, position, "read back from {text}");
    assert_eq!(game.key(&read), game.key(position));

    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert_eq!(moves.len() as u64, game.count_moves(position), "count of moves in {text}");
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice in {text}");
    assert_eq!(moves.is_empty(), game.result(position).is_some(), "over or not: {text}");

    let mut texts = HashSet::new();
    let mut copy = position.clone();
    for &step in &moves {
        let step_text = game.move_text(position, step);
        assert!(!step_text.contains(char::is_whitespace), "a move has no spaces: {step_text}");
        assert_eq!(game.read_move(position, &step_text), Ok(step), "{step_text} in {text}");
        let undo = game.play(&mut copy, step);
        assert_ne!(&copy, position, "{step_text} changes nothing in {text}");
        game.undo(&mut copy, step, undo);
        assert_eq!(&copy, position, "undo of {step_text} in {text}");
        assert!(texts.insert(step_text), "two moves have the same text in {text}");
    }
    for look in [Look::Plain, Look::Unicode, Look::Coloured] {
        let drawing = game.draw(position, look);
        assert!(drawing.ends_with('\n'));
        assert!(look == Look::Coloured || !drawing.contains('\x1b'));
        assert!(look != Look::Plain || drawing.is_ascii(), "not plain:\n{drawing}");
    }
}

/// Compares the moves of a fast game with those of a slow one written straight from the rules, as
/// texts, on random whole games. `slow` gets the position as text and returns its moves.
pub fn check_against<G: Notation>(game: &G, games: u64, slow: impl Fn(&str) -> Vec<String>) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed ^ 0x5eed);
        let mut position = game.start();
        loop {
            let text = game.position_text(&position);
            moves.clear();
            game.moves(&position, &mut moves);
            let mut fast: Vec<_> =
                moves.iter().map(|&step| game.move_text(&position, step)).collect();
            let mut obvious = slow(&text);
            fast.sort_unstable();
            obvious.sort_unstable();
            assert_eq!(fast, obvious, "in {text}");
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
    }
}

/// Feeds valid-looking and invalid texts to a game's parsers: none may panic, and what is accepted must
/// round-trip. Returns how many were accepted.
pub fn check_readers<G: Notation + Keyed + Drawing>(game: &G, rounds: u64) -> u64 {
    const BYTES: &[u8] = b"0123456789abcdefghijklmnpx@>/,.-#% \xc3\xa9\0";
    let mut accepted = 0;
    let mut dice = Dice::new(rounds);
    let mut position = game.start();
    let mut moves = Vec::new();
    for _ in 0..rounds {
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            position = game.start();
            continue;
        }
        let step = moves[dice.below(moves.len())];
        let step_text = damaged(&game.move_text(&position, step), BYTES, &mut dice);
        if let Ok(read) = game.read_move(&position, &step_text) {
            assert!(moves.contains(&read), "{step_text} was read as an illegal move");
        }
        let text = damaged(&game.position_text(&position), BYTES, &mut dice);
        if let Ok(read) = game.read_position(&text) {
            accepted += 1;
            check_position(game, &read);
        }
        game.play(&mut position, step);
    }
    accepted
}

/// A text with a few bytes changed, removed, inserted or repeated.
fn damaged(text: &str, bytes: &[u8], dice: &mut Dice) -> String {
    let mut damaged = text.as_bytes().to_vec();
    for _ in 0..dice.below(3) + 1 {
        let at = dice.below(damaged.len() + 1);
        let byte = bytes[dice.below(bytes.len())];
        match dice.below(4) {
            0 if at < damaged.len() => damaged[at] = byte,
            1 if at < damaged.len() => drop(damaged.remove(at)),
            2 => damaged.insert(at, byte),
            _ => damaged.extend_from_within(at..),
        }
    }
    String::from_utf8_lossy(&damaged).into_owned()
}
