//! How positions travel: frames, scenes and choices as compact JSON, worded in the client's language.
//!
//! What is empty or usual is left out. A part of a move is `[ask, piece]` or `[ask, [cells]]`, where
//! `ask` is a place in the list of questions.

use std::sync::LazyLock;

use plywood_workbench::games::{
    Choice, Draft, Frame, Ground, Light, Mark, Message, Part, Piece, PlayedMove, Scene, Seat,
    Shape, Square, Stuff, Table, Tone, Tray,
};
use plywood_workbench::language::{Language, Words};
use serde_json::{Map, Value, json};

/// The words of a language; reading them takes longer than most answers.
pub(crate) fn words(language: Language) -> &'static Words {
    static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::new(Language::English));
    static PORTUGUESE: LazyLock<Words> = LazyLock::new(|| Words::new(Language::Portuguese));
    match language {
        Language::English => &ENGLISH,
        Language::Portuguese => &PORTUGUESE,
    }
}

/// What never changes while a game goes on.
pub(crate) fn frame(frame: &Frame, words: &Words) -> Value {
    let pieces: Vec<Value> = frame.pieces.iter().map(|one| piece(one, words)).collect();
    json!({ "rows": frame.rows, "columns": frame.columns, "bottom_up": frame.bottom_up, "falls": frame.falls,
            "pieces": pieces })
}

fn piece(piece: &Piece, words: &Words) -> Value {
    let shape = match piece.shape {
        Shape::Block => "block",
        Shape::Disc => "disc",
        Shape::Box => "box",
        Shape::Cross => "cross",
        Shape::Knight => "knight",
        Shape::Tile => "tile",
    };
    let mut out = json!({ "name": piece.name, "label": words.say(&piece.label), "shape": shape });
    if let Some(tone) = piece.tone {
        out["tone"] = if tone == Tone::Light { "light" } else { "dark" }.into();
    }
    for (key, is_so) in [("small", piece.small), ("hollow", piece.hollow)] {
        if is_so {
            out[key] = true.into();
        }
    }
    if !piece.ways.is_empty() {
        out["ways"] = json!(piece.ways);
    }
    out
}

/// A position as it looks.
pub(crate) fn scene(scene: &Scene, words: &Words) -> Value {
    let squares: Vec<Value> = scene.squares.iter().map(square).collect();
    let mut out = json!({ "squares": squares });
    if !scene.trays.is_empty() {
        out["trays"] = scene.trays.iter().map(tray).collect();
    }
    if let Some(hand) = scene.hand {
        out["hand"] = hand.into();
    }
    if !scene.lights.is_empty() {
        out["lights"] = scene.lights.iter().map(|one| light(one, words)).collect();
    }
    out
}

fn square(square: &Square) -> Value {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("at", square.at.into());
    match square.ground {
        Ground::Open => None,
        Ground::Wall => put("ground", "wall".into()),
        Ground::Start => put("ground", "start".into()),
        Ground::Goal => put("ground", "goal".into()),
        Ground::Rough(cost) => put("ground", cost.into()),
    };
    square.piece.map(|piece| put("piece", piece.into()));
    square.owner.map(|owner| put("owner", owner.number().into()));
    square.group.map(|group| put("group", group.into()));
    if !square.text.is_empty() {
        put("text", square.text.as_str().into());
    }
    Value::Object(out)
}

fn tray(tray: &Tray) -> Value {
    json!({ "owner": tray.owner.map(Seat::number), "left": tray.left })
}

fn light(light: &Light, words: &Words) -> Value {
    let mark = match light.mark {
        Mark::Won => "won",
        Mark::Begin => "begin",
        Mark::Threat => "threat",
        Mark::Barred => "barred",
    };
    json!({ "mark": mark, "at": light.at, "why": words.say(&light.why) })
}

/// Adds the questions that make a move, and the moves with their answers.
pub(crate) fn put_choices(out: &mut Value, choices: &[Choice], words: &Words) {
    let mut asks: Vec<&Message> = Vec::new();
    let mut moves = Vec::with_capacity(choices.len());
    for choice in choices {
        let parts: Vec<Value> = choice.parts.iter().map(|one| part(one, &mut asks)).collect();
        let mut entry = json!({ "move": choice.step, "parts": parts });
        if choice.short != choice.step {
            entry["short"] = choice.short.as_str().into();
        }
        moves.push(entry);
    }
    out["asks"] = asks.into_iter().map(|ask| words.say(ask)).collect();
    out["choices"] = moves.into();
}

fn part<'a>(part: &'a Part, asks: &mut Vec<&'a Message>) -> Value {
    let known = asks.iter().position(|ask| **ask == part.ask);
    let ask = known.unwrap_or_else(|| {
        asks.push(&part.ask);
        asks.len() - 1
    });
    match part.piece {
        Some(piece) => json!([ask, piece]),
        None => json!([ask, part.at]),
    }
}

/// A move that was played.
pub(crate) fn told(told: &PlayedMove, words: &Words) -> Value {
    let effects: Vec<String> = told.effects.iter().map(|one| words.say(one)).collect();
    let mut out = icon(told);
    out["words"] = words.say(&told.words).into();
    out["effects"] = effects.into();
    out
}

/// A move as lists show it: its cells, its pieces and a few letters.
pub(crate) fn icon(told: &PlayedMove) -> Value {
    let mut out = json!({ "at": told.cells, "short": told.short });
    for (name, piece) in [("piece", told.piece), ("gift", told.gift)] {
        if let Some(piece) = piece {
            out[name] = piece.into();
        }
    }
    out
}

/// A line of moves from a table, each as lists show it.
pub(crate) fn line(table: &dyn Table, moves: &[String]) -> Value {
    let mut table = table.fork();
    let mut plies = Vec::new();
    for step in moves {
        let seat = table.turn().number();
        if table.play(step).is_err() {
            break;
        }
        let Some(told) = table.last() else { break };
        let mut ply = icon(&told);
        ply["move"] = step.as_str().into();
        ply["seat"] = seat.into();
        plies.push(ply);
    }
    plies.into()
}

/// A position in the making.
pub(crate) fn draft(draft: &Draft, table: &dyn Table, words: &Words) -> Value {
    let palette: Vec<Value> = draft.palette.iter().map(stuff).collect();
    json!({
        "position": draft.text,
        "frame": frame(&table.frame(), words),
        "scene": scene(&draft.scene, words),
        "palette": palette,
        "turn": draft.turn.map(Seat::number),
        "hand": draft.has_hand,
        "problem": draft.problem.as_ref().map(|problem| words.say(&problem.message())),
        "objection": draft.objection.as_ref().map(|one| {
            json!({ "why": words.say(&one.why), "at": one.at, "edges": one.edges })
        }),
        "checks": draft.checks.iter().map(|check| {
            json!({ "said": words.say(&check.said), "holds": check.holds })
        }).collect::<Vec<_>>(),
    })
}

fn stuff(stuff: &Stuff) -> Value {
    match stuff {
        Stuff::Nothing => json!({ "kind": "nothing" }),
        Stuff::Wall => json!({ "kind": "wall" }),
        Stuff::Owned(seat) => json!({ "kind": "owned", "seat": seat.number() }),
        Stuff::Piece(piece) => json!({ "kind": "piece", "piece": piece }),
        Stuff::Knight(seat) => json!({ "kind": "knight", "seat": seat.number() }),
    }
}
