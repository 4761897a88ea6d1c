//! Swiss pairing: in each round, players with similar scores meet who have not met before.

use std::collections::BTreeSet;

use plywood_workbench::SplitMix;

use super::schedule::PairPoints;

/// The meetings of the next round. Players are ranked by their points, then by lot from the seed; with an odd
/// number the lowest-ranked player without a bye gets one, which scores nothing.
pub(super) fn pair(n_players: usize, seed: u64, results: &[PairPoints]) -> Vec<[usize; 2]> {
    let mut points = vec![0_u32; n_players];
    let mut firsts = vec![0_u32; n_players];
    let mut played = vec![0_usize; n_players];
    let mut met = BTreeSet::new();
    for &([a, b], half_points) in results {
        points[a] += half_points;
        points[b] += 4 - half_points;
        firsts[a] += 1;
        played[a] += 1;
        played[b] += 1;
        met.insert([a.min(b), a.max(b)]);
    }
    let lots = lots(n_players, seed);
    let mut standing: Vec<usize> = (0..n_players).collect();
    standing.sort_by_key(|&player| (std::cmp::Reverse(points[player]), lots[player]));
    if n_players % 2 == 1 {
        let most = played.iter().copied().max().unwrap_or(0);
        // A player who has played in every round has had no bye.
        let resting = standing.iter().rposition(|&player| played[player] == most);
        standing.remove(resting.unwrap_or(n_players - 1));
    }
    let mut meetings = Vec::new();
    if !match_up(&standing, &met, &mut meetings, &mut 100_000) {
        // No pairing without a repetition is left: neighbours meet again.
        meetings = standing.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    // The player who was listed first less often is listed first.
    meetings
        .into_iter()
        .map(|[a, b]| if firsts[a] <= firsts[b] { [a, b] } else { [b, a] })
        .collect()
}

/// Pairs the first of the list with the nearest possible opponent, and so on; backtracks where somebody is left
/// without an opponent. Returns whether it succeeded before `tries` ran out.
fn match_up(
    standing: &[usize],
    met: &BTreeSet<[usize; 2]>,
    meetings: &mut Vec<[usize; 2]>,
    tries: &mut u32,
) -> bool {
    let Some((&first, others)) = standing.split_first() else { return true };
    for (i, &other) in others.iter().enumerate() {
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            return false;
        }
        if met.contains(&[first.min(other), first.max(other)]) {
            continue;
        }
        let rest = [&others[..i], &others[i + 1..]].concat();
        meetings.push([first, other]);
        if match_up(&rest, met, meetings, tries) {
            return true;
        }
        meetings.pop();
    }
    false
}

/// A random permutation of the players, for the lots.
fn lots(n_players: usize, seed: u64) -> Vec<u64> {
    let mut random = SplitMix::new(seed ^ 0x5715_5715_5715_5715);
    (0..n_players).map(|_| random.next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_twice_while_that_can_be_avoided() {
        for n in [2_usize, 5, 6, 9, 16] {
            let mut results: Vec<PairPoints> = Vec::new();
            let mut random = SplitMix::new(n as u64);
            let rounds = (n - 1).min(5);
            let mut met = BTreeSet::new();
            for _ in 0..rounds {
                let meetings = pair(n, 7, &results);
                assert_eq!(meetings.len(), n / 2);
                for [a, b] in meetings {
                    assert!(
                        met.insert([a.min(b), a.max(b)]) || rounds > n / 2,
                        "{a} meets {b} again"
                    );
                    results.push(([a, b], random.below(5) as u32));
                }
            }
        }
    }

    #[test]
    fn rests_go_round() {
        let mut results: Vec<PairPoints> = Vec::new();
        let mut rested = BTreeSet::new();
        for _ in 0..3 {
            let meetings = pair(3, 1, &results);
            let playing: BTreeSet<usize> = meetings.iter().flatten().copied().collect();
            rested.extend((0..3).filter(|player| !playing.contains(player)));
            results.extend(meetings.into_iter().map(|meeting| (meeting, 2)));
        }
        assert_eq!(rested.len(), 3);
    }
}
