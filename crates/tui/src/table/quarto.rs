//! Quarto pieces drawn so that no colour is needed: white in lines and black in blocks, tall ones high,
//! round ones without corners, hollow ones empty.

use crate::look::Look;

/// The attributes of a piece, as its code has them.
struct Traits {
    is_black: bool,
    is_short: bool,
    is_square: bool,
    is_solid: bool,
}

/// Corners, sides and filling of a piece's outline.
struct Outline {
    /// Upper left, upper right, lower left, lower right.
    corners: [char; 4],
    top: char,
    bottom: char,
    sides: [char; 2],
    inside: char,
}

impl Traits {
    fn of(code: u8) -> Self {
        let has = |bit: u8| code >> bit & 1 == 1;
        Self { is_black: has(0), is_short: has(1), is_square: has(2), is_solid: has(3) }
    }

    fn outline(&self, look: Look) -> Outline {
        let corners = match (self.is_black, self.is_square) {
            (false, true) => look.pick(['┌', '┐', '└', '┘'], ['+'; 4]),
            (false, false) => look.pick(['╱', '╲', '╲', '╱'], ['/', '\\', '\\', '/']),
            (true, true) => look.pick(['█'; 4], ['#'; 4]),
            (true, false) => look.pick(['▄', '▄', '▀', '▀'], ['.', '.', '\'', '\'']),
        };
        let (top, bottom, side, inside) = match (self.is_black, self.is_solid) {
            (false, false) => look.pick(('─', '─', '│', ' '), ('-', '-', '|', ' ')),
            (false, true) => look.pick(('░', '░', '│', '░'), (':', ':', '|', ':')),
            (true, false) => look.pick(('▀', '▄', '█', ' '), ('"', '_', '#', ' ')),
            (true, true) => look.pick(('█', '█', '█', '█'), ('#', '#', '#', '#')),
        };
        // Rounder than a corner alone can tell.
        let sides = match (self.is_black, self.is_square) {
            (false, false) => ['(', ')'],
            _ => [side; 2],
        };
        Outline { corners, top, bottom, sides, inside }
    }
}

/// The rows of a piece, `width` wide; a tall one has `height` of them, a short one about half.
pub(crate) fn piece_rows(code: u8, width: u16, height: u16, look: Look) -> Vec<String> {
    let traits = Traits::of(code);
    let outline = traits.outline(look);
    let n_rows = if traits.is_short { height.div_ceil(2).max(2) } else { height };
    let row = |left: char, fill: char, right: char| {
        let fill = fill.to_string().repeat(usize::from(width) - 2);
        format!("{left}{fill}{right}")
    };
    let [upper_left, upper_right, lower_left, lower_right] = outline.corners;
    let mut rows = vec![row(upper_left, outline.top, upper_right)];
    let middle = row(outline.sides[0], outline.inside, outline.sides[1]);
    rows.extend((2..n_rows).map(|_| middle.clone()));
    rows.push(row(lower_left, outline.bottom, lower_right));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_sixteen_pieces_differ_without_colour_in_every_size() {
        for is_ascii in [false, true] {
            for (width, height) in [(5, 3), (9, 5), (13, 7)] {
                let look = Look { is_ascii, has_colours: false };
                let all: HashSet<Vec<String>> =
                    (0..16).map(|code| piece_rows(code, width, height, look)).collect();
                assert_eq!(all.len(), 16, "{width} × {height}");
            }
        }
    }
}
