//! A searched tree as a picture: triangles for MAX and MIN, values, windows, what was cut and by whom.

use std::fmt::Write;

use crate::layout::tidy;
use crate::text::TextTree;
use crate::watch::Seen;

const WIDE: f64 = 46.0;
const HIGH: f64 = 74.0;
const EDGE: f64 = 40.0;

/// The tree as SVG. `why` words each cut, for whoever points at it or hears it read.
///
/// ```
/// use plywood_trees::{TextTree, WatchedSearch, picture, watch};
///
/// let tree: TextTree = "((3 12 8) (2 4 6))".parse().unwrap();
/// let seen = watch(&tree, WatchedSearch::AlphaBeta);
/// let svg = picture(&tree, &seen, &|_| "cut".to_owned());
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
/// ```
pub fn picture(tree: &TextTree, seen: &[Seen], why: &dyn Fn(usize) -> String) -> String {
    let children: Vec<Vec<usize>> =
        (0..tree.n_nodes()).map(|node| tree.children(node).to_vec()).collect();
    let places = tidy(&children);
    let at = |node: usize| (EDGE + WIDE * places[node].0, EDGE + HIGH * places[node].1 as f64);
    let far = places
        .iter()
        .fold((0.0, 0), |far: (f64, usize), place| (far.0.max(place.0), far.1.max(place.1)));
    let (width, height) = (2.0 * EDGE + WIDE * far.0, 2.0 * EDGE + HIGH * far.1 as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for node in 0..tree.n_nodes() {
        for &child in tree.children(node) {
            let ((x1, y1), (x2, y2)) = (at(node), at(child));
            let look = match seen[child].is_visited {
                true => "stroke=\"#333\"",
                false => "stroke=\"#999\" stroke-dasharray=\"4 4\" opacity=\".5\"",
            };
            let _ = writeln!(
                svg,
                "<line x1=\"{x1}\" y1=\"{}\" x2=\"{x2}\" y2=\"{}\" {look}/>",
                y1 + 12.0,
                y2 - 12.0
            );
        }
    }
    for node in 0..tree.n_nodes() {
        svg += &shape(tree, seen, node, at(node));
        if let Some(cut) = &seen[node].cut {
            let ((x1, y1), (x2, y2)) = (at(node), at(cut.ancestor));
            let title = escape(&why(node));
            let _ = writeln!(
                svg,
                "<path d=\"M{} {y1}Q{} {} {} {y2}\" fill=\"none\" stroke=\"#d55e00\" stroke-dasharray=\"2 3\"><title>{title}</title></path><text x=\"{x1}\" y=\"{}\" fill=\"#d55e00\">✂<title>{title}</title></text>",
                x1 + 14.0,
                x1.max(x2) + 34.0,
                (y1 + y2) / 2.0,
                x2 + 14.0,
                y1 + 30.0,
            );
        }
    }
    svg + "</svg>\n"
}

/// A node with its value, and its window where it has one.
fn shape(tree: &TextTree, seen: &[Seen], node: usize, (x, y): (f64, f64)) -> String {
    let one = &seen[node];
    let opacity = if one.is_visited { 1.0 } else { 0.35 };
    let value = one.value.or(tree.value(node)).map_or_else(String::new, |value| value.to_string());
    let bound = match (&one.cut, tree.is_max(node)) {
        (None, _) => "",
        (Some(_), true) => "≥",
        (Some(_), false) => "≤",
    };
    let outline = match (tree.value(node).is_some(), tree.is_max(node)) {
        (true, _) => format!("M{} {}h28v24h-28z", x - 14.0, y - 12.0),
        (false, true) => format!("M{x} {}l20 28h-40z", y - 16.0),
        (false, false) => format!("M{x} {}l20 -28h-40z", y + 16.0),
    };
    let window = match tree.value(node).is_some() || !one.is_visited {
        true => String::new(),
        false => {
            let low = one.alpha.map_or_else(|| "−∞".to_owned(), |alpha| alpha.to_string());
            let high = one.beta.map_or_else(|| "+∞".to_owned(), |beta| beta.to_string());
            format!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"9\" fill=\"#555\">({low}, {high})</text>",
                y - 20.0
            )
        }
    };
    format!(
        "<g opacity=\"{opacity}\"><path d=\"{outline}\" fill=\"#eef4fa\" stroke=\"#0072b2\"/><text x=\"{x}\" y=\"{}\">{bound}{value}</text>{window}</g>\n",
        y + 5.0
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{WatchedSearch, watch};

    #[test]
    fn a_picture_fades_what_was_cut_and_points_at_the_ancestor() {
        let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse().expect("a tree");
        let seen = watch(&tree, WatchedSearch::AlphaBeta);
        let svg = picture(&tree, &seen, &|node| format!("node {node} & its bound"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("opacity=\"0.35\"").count(), 2, "the 4 and the 6");
        assert_eq!(svg.matches("✂").count(), 1);
        assert!(svg.contains("node 5 &amp; its bound") && svg.contains("≤2"));
    }
}
