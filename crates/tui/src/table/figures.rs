//! Pieces drawn so that no colour is needed: light in lines and dark in blocks, tall ones high, round
//! ones without corners, hollow ones empty, crosses as two strokes.

use plywood_workbench::games::{Piece, Seat, Shape, Tone};

use crate::theme::Theme;

/// What a piece's picture depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Figure {
    is_dark: bool,
    is_small: bool,
    is_square: bool,
    is_cross: bool,
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

impl Figure {
    /// A piece that belongs to a player or to nobody: without a tone of its own, player 1's is dark.
    pub(crate) fn of(piece: &Piece, owner: Option<Seat>) -> Self {
        Self {
            is_dark: piece.tone.map_or(owner == Some(Seat::One), |tone| tone == Tone::Dark),
            is_small: piece.small,
            is_square: piece.shape == Shape::Box,
            is_cross: piece.shape == Shape::Cross,
            is_solid: !piece.hollow,
        }
    }

    /// The piece as one character.
    pub(crate) fn sign(self, theme: Theme) -> &'static str {
        match (self.is_cross, self.is_dark && self.is_solid) {
            (true, _) => theme.pick("×", "x"),
            (_, true) => theme.pick("●", "#"),
            (_, false) => theme.pick("○", "o"),
        }
    }

    fn outline(&self, theme: Theme) -> Outline {
        let corners = match (self.is_dark, self.is_square) {
            (false, true) => theme.pick(['┌', '┐', '└', '┘'], ['+'; 4]),
            (false, false) => theme.pick(['╱', '╲', '╲', '╱'], ['/', '\\', '\\', '/']),
            (true, true) => theme.pick(['█'; 4], ['#'; 4]),
            (true, false) => theme.pick(['▄', '▄', '▀', '▀'], ['.', '.', '\'', '\'']),
        };
        let (top, bottom, side, inside) = match (self.is_dark, self.is_solid) {
            (false, false) => theme.pick(('─', '─', '│', ' '), ('-', '-', '|', ' ')),
            (false, true) => theme.pick(('░', '░', '│', '░'), (':', ':', '|', ':')),
            (true, false) => theme.pick(('▀', '▄', '█', ' '), ('"', '_', '#', ' ')),
            (true, true) => theme.pick(('█', '█', '█', '█'), ('#', '#', '#', '#')),
        };
        // Rounder than a corner alone can tell.
        let sides = match (self.is_dark, self.is_square) {
            (false, false) => ['(', ')'],
            _ => [side; 2],
        };
        Outline { corners, top, bottom, sides, inside }
    }
}

/// The rows of a piece, `width` wide; a tall one has `height` of them, a small one about half.
pub(crate) fn piece_rows(figure: Figure, width: u16, height: u16, theme: Theme) -> Vec<String> {
    if height < 2 {
        return vec![format!("{:^1$}", figure.sign(theme), usize::from(width))];
    }
    if figure.is_cross {
        return cross_rows(width, height, theme);
    }
    let outline = figure.outline(theme);
    let n_rows = if figure.is_small { height.div_ceil(2).max(2) } else { height };
    // Where there is room, round ones are narrower at the top and at the bottom.
    let inset = if figure.is_square { 0 } else { usize::from(width.saturating_sub(5)) / 4 };
    let row = |left: char, fill: char, right: char, inset: usize| {
        let fill = fill.to_string().repeat(usize::from(width) - 2 - 2 * inset);
        let space = " ".repeat(inset);
        format!("{space}{left}{fill}{right}{space}")
    };
    let [upper_left, upper_right, lower_left, lower_right] = outline.corners;
    let mut rows = vec![row(upper_left, outline.top, upper_right, inset)];
    let middle = row(outline.sides[0], outline.inside, outline.sides[1], 0);
    rows.extend((2..n_rows).map(|_| middle.clone()));
    rows.push(row(lower_left, outline.bottom, lower_right, inset));
    rows
}

/// Two strokes from corner to corner.
fn cross_rows(width: u16, height: u16, theme: Theme) -> Vec<String> {
    let (width, height) = (usize::from(width), usize::from(height));
    let [down, up, both] = theme.pick(['╲', '╱', '╳'], ['\\', '/', 'X']);
    let row = |y: usize| {
        let x = (y * (width - 1) + (height - 1) / 2) / (height - 1);
        let mirrored = width - 1 - x;
        let sign = |column: usize| match () {
            () if column == x && column == mirrored => both,
            () if column == x => down,
            () if column == mirrored => up,
            () => ' ',
        };
        (0..width).map(sign).collect()
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn all() -> impl Iterator<Item = Figure> {
        (0..16).map(|bits: u8| Figure {
            is_dark: bits & 1 == 1,
            is_small: bits & 2 == 2,
            is_square: bits & 4 == 4,
            is_cross: false,
            is_solid: bits & 8 == 8,
        })
    }

    #[test]
    fn all_sixteen_pieces_differ_without_colour_in_every_size() {
        for is_ascii in [false, true] {
            for (width, height) in [(5, 3), (9, 5), (13, 7)] {
                let theme = Theme {
                    is_ascii,
                    has_colours: false,
                    palette: crate::theme::Palette::Terminal,
                };
                let rows: HashSet<Vec<String>> =
                    all().map(|figure| piece_rows(figure, width, height, theme)).collect();
                assert_eq!(rows.len(), 16, "{width} × {height}");
            }
        }
    }

    #[test]
    fn discs_and_crosses_of_two_players_differ_in_every_size() {
        let plain = all().next().expect("there are sixteen");
        let dark = Figure { is_dark: true, is_solid: true, ..plain };
        let light = Figure { is_dark: false, ..dark };
        let cross = Figure { is_cross: true, ..dark };
        let theme =
            Theme { is_ascii: true, has_colours: false, palette: crate::theme::Palette::Terminal };
        for (width, height) in [(3, 1), (4, 2), (5, 3), (9, 5)] {
            let [dark, light, cross] =
                [dark, light, cross].map(|figure| piece_rows(figure, width, height, theme));
            assert!(dark != light && light != cross && dark != cross, "{width} × {height}");
            assert!(cross.iter().all(|row| row.chars().count() == usize::from(width)));
        }
        assert_eq!(cross_rows(5, 3, theme), ["\\   /", "  X  ", "/   \\"]);
    }
}
