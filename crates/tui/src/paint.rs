//! Small things that every screen draws with: lines of text, bars, boxes, shapes in half cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use crate::theme::{Role, Theme};

/// One line of text, cut at the end of its area.
pub(crate) fn line(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    if y < area.bottom() {
        buffer.set_stringn(area.x, y, text, usize::from(area.width), style);
    }
}

/// A sentence in one line; where it is cut, dots say so.
pub(crate) fn sentence(buffer: &mut Buffer, area: Rect, text: &str, role: Role, theme: Theme) {
    let text = shortened(text, usize::from(area.width), theme);
    line(buffer, area, area.y, &text, theme.style(role));
}

/// A text that fits into so many columns; where it is cut, dots say so.
pub(crate) fn shortened(text: &str, room: usize, theme: Theme) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let dots = theme.pick("…", "...");
    let cut: String = text.chars().take(room.saturating_sub(dots.chars().count())).collect();
    (cut + dots).chars().take(room).collect()
}

/// A line of several styles.
pub(crate) fn spans(buffer: &mut Buffer, area: Rect, y: u16, text: &Line<'_>) {
    if y < area.bottom() {
        buffer.set_line(area.x, y, text, area.width);
    }
}

/// A line that is a bar from end to end: text at the left and at the right.
pub(crate) fn bar(buffer: &mut Buffer, area: Rect, left: &str, right: &str, theme: Theme) {
    let width = usize::from(area.width);
    let room = width.saturating_sub(right.chars().count() + 1);
    let left: String = left.chars().take(room.saturating_sub(1)).collect();
    let text = format!("{left:<room$}{right} ");
    buffer.set_stringn(area.x, area.y, &text, width, theme.style(Role::Bar));
}

/// Text broken between words into lines no longer than `width`.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut current = String::new();
        for word in paragraph.split(' ') {
            let is_full = current.chars().count() + 1 + word.chars().count() > width;
            if is_full && !current.is_empty() {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines
}

/// A box in the middle of the screen with a title; returns the room inside.
pub(crate) fn window(
    buffer: &mut Buffer,
    screen: Rect,
    (width, height): (u16, u16),
    title: &str,
    theme: Theme,
) -> Rect {
    let (width, height) = ((width + 4).min(screen.width), (height + 2).min(screen.height));
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    Clear.render(area, buffer);
    buffer.set_style(area, theme.ground());
    let [corners, sides] = theme.pick(["╔╗╚╝", "═║"], ["++++", "-|"]);
    let (corners, sides): (Vec<char>, Vec<char>) =
        (corners.chars().collect(), sides.chars().collect());
    let across = sides[0].to_string().repeat(usize::from(width) - 2);
    let style = theme.style(Role::Plain);
    let rule = |left: char, right: char| format!("{left}{across}{right}");
    buffer.set_string(area.x, area.y, rule(corners[0], corners[1]), style);
    buffer.set_string(area.x, area.bottom() - 1, rule(corners[2], corners[3]), style);
    for y in area.y + 1..area.bottom() - 1 {
        buffer.set_string(area.x, y, sides[1].to_string(), style);
        buffer.set_string(area.right() - 1, y, sides[1].to_string(), style);
    }
    let title = format!(" {title} ");
    buffer.set_stringn(
        area.x + 2,
        area.y,
        title,
        usize::from(width) - 4,
        theme.style(Role::Strong),
    );
    Rect { x: area.x + 2, y: area.y + 1, width: width - 4, height: height - 2 }
}

/// A shape two rows to a line, with half blocks; in ASCII row by row.
pub(crate) fn picture(cells: &[(u8, u8)], theme: Theme) -> Vec<String> {
    let has = |row: u8, column: u8| cells.contains(&(row, column));
    let n_rows = cells.iter().map(|cell| cell.0).max().map_or(0, |row| row + 1);
    let n_columns = cells.iter().map(|cell| cell.1).max().map_or(0, |column| column + 1);
    if theme.is_ascii {
        let mark = |row, column| if has(row, column) { '#' } else { ' ' };
        return (0..n_rows).map(|row| (0..n_columns).map(|c| mark(row, c)).collect()).collect();
    }
    let mark = |row, column| match (has(row, column), has(row + 1, column)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..n_rows).step_by(2).map(|row| (0..n_columns).map(|c| mark(row, c)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("a\nb", 8), ["a", "b"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
    }

    #[test]
    fn shapes_are_drawn_in_half_blocks() {
        let theme =
            Theme { is_ascii: false, has_colours: false, palette: crate::theme::Palette::Terminal };
        assert_eq!(picture(&[(0, 0), (0, 1), (1, 0)], theme), ["█▀"]);
        assert_eq!(picture(&[(0, 0), (1, 0), (2, 0)], theme), ["█", "▀"]);
    }
}
