//! Moves taken apart, for menus that ask for a piece first and a place then.

use plywood_games::duo::{PIECE_NAMES, shapes};

/// A legal move and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The whole move.
    pub step: String,
    /// The piece placed: `b`, `c1`, `T5` or a Quarto code; none where no piece is chosen.
    pub piece: Option<String>,
    /// Where it goes: the anchor, the cells or the destination; none if nothing is placed.
    pub place: Option<String>,
    /// What the move does besides: the Quarto piece handed over, the double removed.
    pub extra: Option<String>,
}

/// The moves of a game, each with its parts; a pass has none.
pub fn choices(game: &str, moves: &[String]) -> Vec<Choice> {
    moves.iter().map(|step| choice(game, step)).collect()
}

fn choice(game: &str, step: &str) -> Choice {
    let parts: [Option<&str>; 3] = match game {
        _ if step == "pass" => [None; 3],
        "blokus" | "quatro" => {
            let (piece, place) = step.split_once('@').unwrap_or((step, ""));
            [Some(piece), Some(place), None]
        }
        "blokus-duo" => {
            let cells: Option<Vec<_>> = step.split(',').map(cell_of).collect();
            [cells.and_then(|cells| duo_piece(&cells)), Some(step), None]
        }
        "quarto" => match step.split_once('>') {
            Some(("", given)) => [None, None, Some(given)],
            Some((place, given)) => [None, Some(place), Some(given)],
            None => [None, Some(step), None],
        },
        _ => match step.split_once('x') {
            Some((place, double)) => [None, Some(place), Some(double)],
            None => [None, Some(step), None],
        },
    };
    let [piece, place, extra] = parts.map(|part| part.map(str::to_owned));
    Choice { step: step.to_owned(), piece, place, extra }
}

const DUO_SIDE: usize = 14;

/// Row and column, counted from 0 as the rows are numbered, of a cell such as `c4`.
pub fn cell_of(name: &str) -> Option<(usize, usize)> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let row = name[1..].parse::<usize>().ok()?.checked_sub(1)?;
    Some((row, letter as usize - 'a' as usize))
}

/// The name of the polyomino that covers these cells.
fn duo_piece(cells: &[(usize, usize)]) -> Option<&'static str> {
    let row = cells.iter().map(|&(row, _)| row).min()?;
    let column = cells.iter().map(|&(_, column)| column).min()?;
    let mut cornered: Vec<_> = cells.iter().map(|&(r, c)| (r - row, c - column)).collect();
    cornered.sort_unstable();
    let shape = shapes().iter().find(|shape| shape.cells == cornered)?;
    Some(PIECE_NAMES[shape.piece])
}

/// A kind of piece and how many are left; who has none left does not list it.
pub type Stock = Vec<(String, u32)>;

/// The pieces left to both players, read from a position the game wrote. In Quarto and Quatro both
/// share them; in Cavalo there are none.
pub fn stock(game: &str, position: &str) -> [Stock; 2] {
    let mut fields = position.split(' ');
    let board = fields.next().unwrap_or_default();
    match game {
        "blokus" => [fields.next(), fields.next()].map(|field| {
            let counts = field.unwrap_or_default().split(',').map(|n| n.parse().unwrap_or(0));
            let named = ["a", "b", "c"].into_iter().zip(counts);
            named.filter(|&(_, n)| n > 0).map(|(name, n)| (name.to_owned(), n)).collect()
        }),
        "blokus-duo" => ['1', '2'].map(|mark| duo_left(board, mark)),
        "quatro" | "quarto" => {
            let hand = fields.next().unwrap_or_default();
            let is_left = |code: &String| !board.contains(code.as_str()) && hand != code;
            let codes = (0..16).map(|code: u32| format!("{code:x}"));
            let left: Stock = codes.filter(is_left).map(|code| (code, 1)).collect();
            [left.clone(), left]
        }
        _ => [Vec::new(), Vec::new()],
    }
}

/// The polyominoes of a player that are not on the board. Own pieces never share an edge, so each
/// group of cells is one piece.
fn duo_left(board: &str, mark: char) -> Stock {
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let is_own = |row: usize, column: usize| {
        rows.get(row).and_then(|cells| cells.get(column)).is_some_and(|&cell| cell == mark)
    };
    let mut seen = vec![vec![false; DUO_SIDE]; rows.len()];
    let mut placed = Vec::new();
    for (row, column) in (0..rows.len()).flat_map(|row| (0..DUO_SIDE).map(move |c| (row, c))) {
        let (mut group, mut waiting) = (Vec::new(), vec![(row, column)]);
        while let Some((row, column)) = waiting.pop() {
            if !is_own(row, column) || std::mem::replace(&mut seen[row][column], true) {
                continue;
            }
            group.push((row, column));
            waiting.extend([(row + 1, column), (row, column + 1)]);
            waiting.extend(row.checked_sub(1).map(|row| (row, column)));
            waiting.extend(column.checked_sub(1).map(|column| (row, column)));
        }
        placed.extend(duo_piece(&group));
    }
    let left = PIECE_NAMES.iter().filter(|name| !placed.contains(name));
    left.map(|name| ((*name).to_owned(), 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::open;

    fn parts(game: &str, step: &str) -> [Option<String>; 3] {
        let choice = choice(game, step);
        [choice.piece, choice.place, choice.extra]
    }

    #[test]
    fn moves_of_every_game_are_taken_apart() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parts("blokus", "c1@c4"), [some("c1"), some("c4"), None]);
        assert_eq!(parts("quatro", "6@b1"), [some("6"), some("b1"), None]);
        assert_eq!(parts("quarto", ">6"), [None, None, some("6")]);
        assert_eq!(parts("quarto", "b1>d"), [None, some("b1"), some("d")]);
        assert_eq!(parts("cavalo", "c5x77"), [None, some("c5"), some("77")]);
        assert_eq!(parts("blokus-duo", "e8,d9,e9,f9,e10")[0], some("X"));
        assert_eq!(parts("cavalo", "pass"), [None, None, None]);
    }

    #[test]
    fn every_duo_move_has_a_piece_that_is_left() {
        let mut table = open("blokus-duo", "", 0, None, &[]).unwrap();
        for n_placed in 0..6 {
            let left = stock("blokus-duo", &table.position());
            let own = &left[table.turn().index()];
            assert_eq!(own.len(), 21 - n_placed / 2);
            let moves = table.moves();
            for choice in choices("blokus-duo", &moves) {
                assert!(own.iter().any(|(name, _)| Some(name) == choice.piece.as_ref()));
            }
            table.play(&moves[moves.len() / 2]).unwrap();
        }
    }

    #[test]
    fn stocks_are_read_from_positions() {
        let table = open("blokus", "", 0, None, &["b@a1", "a@n14"]).unwrap();
        let [one, two] = stock("blokus", &table.position());
        let left = |a, b, c| vec![("a".to_owned(), a), ("b".to_owned(), b), ("c".to_owned(), c)];
        assert_eq!((one, two), (left(10, 9, 15), left(9, 10, 15)));
        let [shared, _] = stock("quarto", ".6../..../..../.... d");
        assert_eq!(shared.len(), 14);
    }
}
