//! The controller: sends a command and waits for its answer.

use std::time::Instant;

use crate::fault::clip;
use crate::wire::Patience;
use crate::{Expected, Fault, Wire};

/// A controller connected to an engine.
#[derive(Debug)]
pub struct Client<W> {
    /// The connection.
    pub wire: W,
    n_sent: u32,
}

impl<W: Wire> Client<W> {
    /// A controller that has sent nothing yet.
    pub fn new(wire: W) -> Self {
        Self { wire, n_sent: 0 }
    }

    /// Sends a command and returns the text of its answer. A refusal is [`Fault::Refused`].
    ///
    /// Commands carry numbers, so that an answer that comes too late is not taken for the next one's.
    pub fn ask(&mut self, command: &str, deadline: Instant) -> Result<String, Fault> {
        self.n_sent += 1;
        let id = self.n_sent;
        self.wire.send(&format!("{id} {command}"), deadline)?;
        let mut patience = Patience::new(command, deadline);
        loop {
            let (answered, answer) = self.answer(command, &mut patience)?;
            match answered {
                // Some engines leave the number out.
                None => return answer,
                Some(answered) if answered == id => return answer,
                Some(earlier) if earlier < id => {}
                Some(_) => return Err(garbage(command, "a number that was never sent")),
            }
        }
    }

    /// Reads one whole answer.
    fn answer(
        &mut self,
        command: &str,
        patience: &mut Patience<'_>,
    ) -> Result<(Option<u32>, Result<String, Fault>), Fault> {
        let mut first = String::new();
        while first.trim().is_empty() {
            first = patience.line(&mut self.wire)?;
        }
        let first = clean(&first);
        let is_good = match first.chars().next() {
            Some('=') => true,
            Some('?') => false,
            _ => return Err(garbage(command, &first)),
        };
        let rest = &first[1..];
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let id = rest[..n_digits].parse().ok();
        let mut text = rest[n_digits..].trim().to_owned();
        loop {
            let line = patience.line(&mut self.wire)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text += &clean(&line);
        }
        let request = || clip(command);
        Ok((
            id,
            if is_good {
                Ok(text)
            } else {
                Err(Fault::Refused { request: request(), reason: clip(&text) })
            },
        ))
    }
}

fn clean(line: &str) -> String {
    line.chars().filter(|c| !c.is_control() || *c == '\t').collect()
}

fn garbage(command: &str, answer: &str) -> Fault {
    Fault::Garbage { request: clip(command), answer: clip(answer), expected: Expected::GtpAnswer }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Sends its lines whatever it receives.
    struct Script(VecDeque<&'static str>);

    impl Wire for Script {
        fn send(&mut self, _line: &str, _deadline: Instant) -> Result<(), Fault> {
            Ok(())
        }

        fn receive(&mut self, _deadline: Instant) -> Result<String, Fault> {
            let line = self.0.pop_front().map(str::to_owned);
            line.ok_or_else(|| Fault::Closed { request: String::new() })
        }
    }

    fn ask(lines: &[&'static str]) -> Result<String, Fault> {
        let far = Instant::now() + std::time::Duration::from_secs(5);
        Client::new(Script(lines.iter().copied().collect())).ask("name", far)
    }

    #[test]
    fn answers_are_read_with_and_without_numbers() {
        assert_eq!(ask(&["=1 Pentobi", ""]).unwrap(), "Pentobi");
        assert_eq!(ask(&["", "= Pentobi", ""]).unwrap(), "Pentobi");
        assert_eq!(ask(&["=1", "a", "b", ""]).unwrap(), "\na\nb");
        assert_eq!(ask(&["=0 late", "", "=1 now", ""]).unwrap(), "now");
    }

    #[test]
    fn refusals_differ_from_invalid_answers() {
        assert_eq!(ask(&["?1 no", ""]).unwrap_err().kind(), "refused");
        assert_eq!(ask(&["Pentobi", ""]).unwrap_err().kind(), "garbage");
        assert_eq!(ask(&["\u{fffd}\u{1}", ""]).unwrap_err().kind(), "garbage");
        assert_eq!(ask(&["=9 x", ""]).unwrap_err().kind(), "garbage");
        assert_eq!(ask(&["= without an end"]).unwrap_err().kind(), "closed");
    }
}
