//! Moves as front ends show them: with the choices that make them, in words, and with their effects.

use plywood_contract::{Message, Part, Presented, Spot};

/// The lead that counts as half won in games without points, as part of a win.
pub(super) const LEAD_WITHOUT_POINTS: f64 = 0.5;

/// A legal move, and the choices that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text.
    pub step: String,
    /// The move in a few letters.
    pub short: String,
    /// The choices in the order they are asked; none for a pass.
    pub parts: Vec<Part>,
}

/// A move that was played, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Every cell the move touched.
    pub cells: Vec<Spot>,
    /// The move in a few letters.
    pub short: String,
    /// The piece that lies or stands where the move went.
    pub piece: Option<u8>,
    /// The piece that was handed over.
    pub gift: Option<u8>,
    /// The move in words.
    pub words: Message,
    /// Its side effects.
    pub effects: Vec<Message>,
}

pub(super) fn choices<G: Presented>(game: &G, position: &G::Position) -> Vec<Choice> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let choice = |step| Choice {
        step: game.move_text(position, step),
        short: game.short(position, step),
        parts: game.parts(position, step),
    };
    moves.into_iter().map(choice).collect()
}

/// The move that led from `before` to `after`.
pub(super) fn told<G: Presented>(
    game: &G,
    before: &G::Position,
    step: G::Move,
    after: &G::Position,
) -> PlayedMove {
    let parts = game.parts(before, step);
    let cells: Vec<Spot> = parts.iter().flat_map(|part| part.at.iter().copied()).collect();
    let square = cells
        .first()
        .and_then(|first| game.scene(after).squares.into_iter().find(|square| square.at == *first));
    // A piece that is picked after the cells is for the other player.
    let gift = parts.last().filter(|_| parts[0].piece.is_none() || parts.len() == 1);
    PlayedMove {
        short: game.short(before, step),
        piece: square.and_then(|square| square.piece),
        gift: gift.and_then(|part| part.piece),
        words: game.words(before, step),
        effects: game.effects(before, step),
        cells,
    }
}
