//! Matching names that people type: without regard to case, dashes or stars, with the nearest as a suggestion.

/// The normal form for comparison: lower case, letters and digits only, `*` as "star".
pub fn plain(name: &str) -> String {
    name.to_lowercase().replace('*', "star").chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The candidate nearest to `name`, if it is near enough for a suggestion.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = plain(name);
    let near = |candidate: &&str| distance(&name, &plain(candidate));
    let best = candidates.into_iter().min_by_key(near)?;
    // One slip in three letters; names of one or two letters allow none.
    let most = match name.chars().count() {
        0..=2 => 0,
        length => length.div_ceil(3),
    };
    (near(&best) <= most).then_some(best)
}

/// Levenshtein distance with transpositions: inserting, deleting, changing a letter, swapping two neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_a_far_one_is_not() {
        let names = ["bfs", "dfs", "a-star", "ida-star", "rbfs"];
        assert_eq!(nearest("a-satr", names), Some("a-star"));
        assert_eq!(nearest("ida*", names), Some("ida-star"));
        assert_eq!(nearest("rfbs", names), Some("rbfs"));
        assert_eq!(nearest("simulated-annealing", names), None);
    }
}
