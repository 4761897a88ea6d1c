//! The training of Blokus Duo: a small generation made from nothing, and what the shipped weights foresee.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::Seat;
use plywood_judges::duo::{Beginner, Fit, Guide, Guided, Record};
use plywood_search::adversarial::reward_of;

#[allow(dead_code, reason = "the example uses all of it")]
#[path = "../examples/train_duo/self_play.rs"]
mod self_play;
use self_play::self_play;

#[test]
fn a_small_generation_made_from_nothing_is_always_the_same() {
    let records: Vec<Record> = (0..12).map(|game| self_play(&Beginner, 20, game)).collect();
    for record in &records {
        assert_eq!(
            Record::read(&record.line()).as_ref(),
            Some(record),
            "a line brings a game back"
        );
    }
    let margins: Vec<i32> = records.iter().map(|record| record.margin).collect();
    assert_eq!(margins, MARGINS);
    let fit = Fit { value_passes: 12, prior_passes: 4, seed: 1, reward: reward_of };
    let (guide, quality) = fit.run(&records, 0);
    assert_eq!(fit.run(&records, 0).0, guide);
    let file = guide.write("a test");
    let numbers = &file[file.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
    let squares = numbers.chunks_exact(4).map(|four| {
        let number = f32::from_le_bytes(four.try_into().unwrap());
        f64::from(number).powi(2)
    });
    let length = squares.sum::<f64>().sqrt();
    assert!((length - LENGTH).abs() < 0.01, "{length}");
    // Even so few games teach that large pieces come first: any of hundreds of moves would be 5.5.
    assert!(quality.prior.1 < 4.5, "{quality:?}");
}

/// Of games 0 to 11, black's points less white's.
const MARGINS: [i32; 12] = [6, -5, 12, 13, -3, -4, 14, 11, -17, -2, 2, 3];
/// The length of the vector of all weights fitted to them.
const LENGTH: f64 = 47.101;

#[test]
fn the_shipped_weights_foresee_who_wins() {
    let judge = Guided(Guide::shipped());
    let (mut n, mut right) = (0, 0);
    for game in 0..30 {
        let record = self_play(&judge, 30, 1000 + game);
        let mut ply = 0;
        record
            .replay(|position, _, _| {
                ply += 1;
                let own = if position.turn() == Seat::One { record.margin } else { -record.margin };
                if (13..20).contains(&ply) && own != 0 {
                    n += 1;
                    right += u32::from((Guide::shipped().chance(position) > 0.0) == (own > 0));
                }
            })
            .unwrap();
    }
    assert!(100 * right > 65 * n, "right in {right} of {n} positions");
}
