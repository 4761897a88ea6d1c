//! Why a landing is illegal, and which landing a text means.

use plywood_contract::{Notation, Refused, Seat, message};

use super::board::Position;
use super::cells::{Cell, SIDE};
use super::moves::{Cavalo, Doubles, Move};
use super::notation::{clip, refuse, two_digits};

/// Names the rule that forbids the knight of the side to move this cell.
pub(super) fn check_target(position: &Position, to: Cell) -> Result<(), Refused> {
    let seat = position.turn();
    let other = position.knight(seat.other());
    if other == Some(to) {
        return refuse(message!(
            "cavalo-other-knight",
            "the other knight stands on {cell}",
            cell = to
        ));
    }
    match position.knight(seat) {
        Some(from) if from == to => {
            return refuse(message!(
                "cavalo-own-knight",
                "your knight stands on {cell} already",
                cell = to
            ));
        }
        Some(from) if from.jumps() & to.bit() == 0 => {
            return refuse(message!(
                "cavalo-no-jump",
                "{cell} is not a knight's jump from {from}",
                cell = to,
                from
            ));
        }
        None if to.row() != home_row(seat) => {
            return refuse(message!(
                "cavalo-home-row",
                "{cell} is not in row {row}, where the knight of player {player} is placed",
                cell = to,
                row = home_row(seat) + 1,
                player = seat
            ));
        }
        _ => {}
    }
    if position.number(to).is_none() {
        return refuse(message!("cavalo-no-number", "{cell} holds no number", cell = to));
    }
    match other {
        Some(other) if other.jumps() & to.bit() != 0 => refuse(message!(
            "cavalo-attacked",
            "{cell} is attacked by the other knight on {other}",
            cell = to,
            other
        )),
        _ => Ok(()),
    }
}

fn home_row(seat: Seat) -> usize {
    match seat {
        Seat::One => 0,
        Seat::Two => SIDE - 1,
    }
}

impl Cavalo {
    /// The only landing on this cell, or a refusal that lists the choices.
    pub(super) fn only_landing(
        &self,
        position: &Position,
        to: Cell,
        landings: &[Move],
    ) -> Result<Move, Refused> {
        match landings {
            [only] => Ok(*only),
            _ => refuse(message!(
                "cavalo-which-double",
                "{cell} holds a double: say which other double it removes, one of {moves}",
                cell = to,
                moves = self.move_texts(position, landings)
            )),
        }
    }

    /// The landing on this cell that removes the double with this text.
    pub(super) fn landing_that_removes(
        &self,
        position: &Position,
        to: Cell,
        chosen: &str,
        landings: &[Move],
    ) -> Result<Move, Refused> {
        let held = position.number(to).expect("a target holds a number");
        if position.doubles() & to.bit() == 0 {
            return refuse(message!(
                "cavalo-no-double",
                "{cell} holds {number}, which is not a double: expected `{cell}`",
                cell = to,
                number = two_digits(held)
            ));
        }
        if !self.removes_doubles(position) {
            return refuse(message!(
                "placement-removes-none",
                "a placement removes no other double: expected `{cell}`",
                cell = to
            ));
        }
        if self.rules().doubles == Doubles::Largest {
            return refuse(message!(
                "cavalo-largest",
                "the rules remove the largest other double: expected `{cell}`",
                cell = to
            ));
        }
        let digits: Vec<char> = chosen.chars().collect();
        let digit = match digits[..] {
            [tens, units] if tens == units => tens.to_digit(10),
            _ => None,
        };
        let first = if self.rules().zero_double { 0 } else { 1 };
        let Some(digit) = digit.filter(|&digit| digit >= first) else {
            return refuse(message!(
                "cavalo-double",
                "`{text}` is not a double: expected {first} to 99",
                text = clip(chosen),
                first = two_digits(11 * first)
            ));
        };
        let number = 11 * digit as u8;
        if number == held {
            return refuse(message!(
                "cavalo-same-double",
                "{number} stands on {cell} itself: another double is removed",
                number = two_digits(number),
                cell = to
            ));
        }
        let removes =
            |step: &&Move| step.removed().and_then(|c| position.number(c)) == Some(number);
        landings.iter().find(removes).copied().ok_or_else(|| {
            message!(
                "cavalo-gone",
                "{number} is not on the board any more: expected one of {moves}",
                number = two_digits(number),
                moves = self.move_texts(position, landings)
            )
            .into()
        })
    }

    fn move_texts(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&step| self.move_text(position, step)).collect()
    }
}
