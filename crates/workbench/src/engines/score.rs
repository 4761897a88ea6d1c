//! Scores as people read them: value, unit and side. Scores are worded here only.
//!
//! Inside the library a score is from the side to move's point of view. Shown to people, it says whose it is: a
//! text names the side that is ahead, and data carry `score_for`.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::games::{Offer, Seat};
use crate::language::Words;

/// The unit of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Points more than the other side at the end.
    #[default]
    Points,
    /// Wins: 1 is a win, −1 a loss, and what lies between an expectation.
    Wins,
    /// The evaluation of the course's program for the game: see the judge `course`.
    Evaluation,
}

/// What a position is worth to one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// How much; above zero is good for `side`.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
    /// Whose score it is.
    pub side: Seat,
    /// Whether it follows from the rules alone.
    pub is_proven: bool,
    /// Plies until the game is won or lost, if that is proven: the winner takes the shortest way, the loser the longest.
    pub plies_to_end: Option<u32>,
    /// The probability that `side` wins, from 0 to 1, a draw as half a win; `None` if not estimated.
    pub win_chance: Option<f64>,
}

impl Score {
    /// The side that is ahead; `None` if the score is shown as level.
    pub fn ahead(&self) -> Option<Seat> {
        match self.value {
            _ if !self.is_proven && self.value.abs() < self.least_shown() => None,
            value if value > 0.0 => Some(self.side),
            value if value < 0.0 => Some(self.side.other()),
            _ => None,
        }
    }

    /// Smaller values are shown as 0.
    fn least_shown(&self) -> f64 {
        match self.unit {
            Unit::Points => 0.05,
            Unit::Wins => 0.005,
            Unit::Evaluation => 0.5,
        }
    }

    /// In words: `+6.5 points for Player 1`, `Black wins in 3 plies`, `a draw`,
    /// `+6.5 points for Black, Black 71 % to win`.
    pub fn say(&self, game: &Offer, words: &Words) -> String {
        let score = self.say_alone(game, words);
        let Some(chance) = self.win_chance.filter(|_| !self.is_proven) else { return score };
        let (side, chance) = match chance {
            chance if chance < 0.5 => (self.side.other(), 1.0 - chance),
            chance => (self.side, chance),
        };
        // Only a proven result is shown as 100 %.
        let percent = (100.0 * chance).round().min(99.0);
        words
            .fill("score-chance", &[("score", &score), ("side", &game.side(side)), ("n", &percent)])
    }

    fn say_alone(&self, game: &Offer, words: &Words) -> String {
        let Some(ahead) = self.ahead() else {
            return words.text(if self.is_proven { "score-draw" } else { "score-level" });
        };
        let side = game.side(ahead);
        let value = self.value.abs();
        let (key, number) = match (self.unit, self.is_proven) {
            (Unit::Points, true) => ("score-wins-by", value.to_string()),
            (Unit::Points, false) => ("score-points", words.decimal(value, 1)),
            (Unit::Evaluation, _) => ("score-evaluation", words.decimal(value, 0)),
            (Unit::Wins, false) => ("score-share", words.decimal(value, 2)),
            (Unit::Wins, true) => match self.plies_to_end {
                Some(plies) => ("score-wins-in", plies.to_string()),
                None => return words.fill("score-wins", &[("side", &side)]),
            },
        };
        let holes: [(&str, &dyn Display); 2] = [("side", &side), ("n", &number)];
        words.fill(key, &holes)
    }
}

/// Whether a text contains a score, as [`Score::say`] words it in this language.
pub fn is_said(text: &str, words: &Words) -> bool {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    // Any number in it may be the score: in `Player 1 wins by 12 points` it is the second.
    let numbers = text.split([' ', '+']).filter(is_number).chain([""]);
    let is_scored = |key: &str| {
        numbers.clone().any(|number| {
            ["1", "2", "black", "white"].iter().any(|side| {
                let holes: [(&str, &dyn Display); 2] = [("side", side), ("n", &number)];
                words.fill(key, &holes) == text
            })
        })
    };
    let without_chance = numbers.clone().find_map(|number| {
        ["1", "2", "black", "white"].iter().find_map(|side| {
            let holes: [(&str, &dyn Display); 3] = [("score", &""), ("side", side), ("n", &number)];
            text.strip_suffix(&words.fill("score-chance", &holes))
        })
    });
    if let Some(score) = without_chance {
        return is_said(score, words);
    }
    let scored = [
        "score-points",
        "score-share",
        "score-evaluation",
        "score-wins",
        "score-wins-by",
        "score-wins-in",
    ];
    ["score-level", "score-draw"].iter().any(|key| words.text(key) == text)
        || scored.into_iter().any(is_scored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;
    use crate::language::Language;

    fn said(game: &str, score: Score, language: Language) -> String {
        score.say(find(game).expect("the game is there"), &Words::new(language))
    }

    #[test]
    fn a_score_names_its_side_and_its_unit_in_both_languages() {
        let points = Score {
            value: -6.5,
            unit: Unit::Points,
            side: Seat::Two,
            is_proven: false,
            plies_to_end: None,
            win_chance: None,
        };
        let chance = Score { win_chance: Some(0.294), ..points };
        let doubt = Score { value: 0.0, win_chance: Some(0.999), ..points };
        let proven = Score { is_proven: true, value: 12.0, ..points };
        let share = Score { unit: Unit::Wins, value: 0.354, ..points };
        let won = Score { unit: Unit::Wins, is_proven: true, value: -1.0, ..points };
        let cases = [
            ("blokus", points, "+6.5 points for Player 1", "+6,5 pontos para o Jogador 1"),
            ("blokus-duo", points, "+6.5 points for Black", "+6,5 pontos para o Preto"),
            (
                "blokus-duo",
                chance,
                "+6.5 points for Black, Black 71 % to win",
                "+6,5 pontos para o Preto, 71 % de hipóteses para o Preto",
            ),
            (
                "blokus-duo",
                doubt,
                "level, White 99 % to win",
                "equilibrado, 99 % de hipóteses para o Branco",
            ),
            ("blokus-duo", proven, "White wins by 12 points", "o Branco ganha por 12 pontos"),
            (
                "cavalo",
                Score { value: 1.0, ..proven },
                "Player 2 wins by 1 point",
                "o Jogador 2 ganha por 1 ponto",
            ),
            (
                "quarto",
                share,
                "+0.35 of a win for Player 2",
                "+0,35 de uma vitória para o Jogador 2",
            ),
            ("quarto", won, "Player 1 wins", "o Jogador 1 ganha"),
            (
                "quarto",
                Score { plies_to_end: Some(3), ..won },
                "Player 1 wins in 3 plies",
                "o Jogador 1 ganha em 3 lances",
            ),
            (
                "quarto",
                Score { plies_to_end: Some(1), ..won },
                "Player 1 wins in 1 ply",
                "o Jogador 1 ganha em 1 lance",
            ),
            ("quarto", Score { value: 0.0, ..won }, "a draw", "empate"),
            ("blokus", Score { value: 0.04, ..points }, "level", "equilibrado"),
        ];
        for (game, score, english, portuguese) in cases {
            assert_eq!(said(game, score, Language::English), english);
            assert_eq!(said(game, score, Language::Portuguese), portuguese);
            assert!(is_said(english, &Words::new(Language::English)), "{english}");
            assert!(is_said(portuguese, &Words::new(Language::Portuguese)), "{portuguese}");
        }
    }

    #[test]
    fn text_that_resembles_a_score_is_not_one() {
        for text in ["", "+6.5", "Player 3 wins", "+6.5 points for nobody", "wins by 12 points"] {
            assert!(!is_said(text, &Words::new(Language::English)), "{text}");
        }
    }
}
