//! One game, line by line: boards and figures as they go to `log.dat`, and a winner's box at the end.

use plywood_workbench::Message;
use std::fmt::Display;
use std::time::Instant;

use plywood_records::Keeper;
use plywood_records::log_dat::{LogDat, pieces_left, with_counts};
use plywood_workbench::Cancel;
use plywood_workbench::games::{Refused, Seat};
use plywood_workbench::play::{Player, Session};
use plywood_workbench::units::show_count;

use super::answer::{self, Command, WayOut, Wish, person};
use super::console::{Asked, Console, Stop};

/// A game on its way from the first move to the winner's box.
pub(crate) struct ClassicTable<'a> {
    pub(crate) console: &'a mut Console,
    pub(crate) session: Session,
    pub(crate) keeper: Keeper,
    pub(crate) log: LogDat,
    pub(crate) cancel: &'a Cancel,
    pub(crate) way_out: WayOut,
}

impl ClassicTable<'_> {
    /// Plays until the game is over or the person goes back to the menu. Whatever ends it, what was
    /// played is kept, and a sentence says how to go on.
    pub(crate) fn run(&mut self) -> Asked<()> {
        let ended = self.play();
        if let Some(id) = self.keeper.resumable()
            && !matches!(ended, Err(Stop::Failed(_)))
        {
            self.console.tell("kept", &[("id", &id)])?;
        }
        ended
    }

    fn play(&mut self) -> Asked<()> {
        self.update()?;
        if let Some(file) = self.log.path() {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
            self.console.tell("log-goes-to", &[("file", &file.display())])?;
        }
        self.draw()?;
        self.tell_opening()?;
        while let Some(player) = self.session.to_move() {
            let goes_on = match player {
                Player::Human => self.person_moves()?,
                _ => self.computer_moves().map(|()| true)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
        self.winner_box()
    }

    /// Keeps and logs what is new, and shows it.
    fn update(&mut self) -> Asked<()> {
        match self.keeper.keep(&self.session) {
            Ok(None) => {}
            Ok(Some(parted)) => {
                let holes: [(&str, &dyn Display); 2] = [("from", &parted.from), ("to", &parted.to)];
                self.console.tell(parted.key(), &holes)?;
            }
            Err(e) => {
                let reason = self.console.words.say(&e.message());
                self.console.complain(&self.console.words.fill("not-kept", &[("reason", &reason)]));
            }
        }
        let (entries, written) = self.log.follow(&self.session, &self.console.words);
        if let Err(e) = written {
            let file = self.log.path().map(|path| path.display().to_string()).unwrap_or_default();
            let reason = self.console.words.say(&Message::of_file(&e));
            let holes: [(&str, &dyn Display); 2] = [("file", &file), ("reason", &reason)];
            self.console.complain(&self.console.words.fill("log-cannot-append", &holes));
            self.log.leave_file();
        }
        self.console.print(&entries)
    }

    fn draw(&mut self) -> Asked<()> {
        let drawing = self.console.words.sketch(&self.session.sketch(self.console.look));
        self.console.print(&with_counts(&drawing, &self.session.table().frame()))
    }

    /// What a board was shuffled by, and what the rules did before the first move.
    fn tell_opening(&mut self) -> Asked<()> {
        let setup = self.session.setup();
        if setup.position.is_some() || !self.session.plies().is_empty() {
            return Ok(());
        }
        if self.session.game().is_shuffled {
            self.console.tell("board-seed", &[("seed", &setup.seed)])?;
        }
        self.tell_all(&self.session.table().opening())
    }

    /// What happened besides the moves themselves, such as numbers that were removed.
    fn tell_all(&self, told: &[Message]) -> Asked<()> {
        let words = &self.console.words;
        told.iter().try_for_each(|one| self.console.tell("happened", &[("what", &words.say(one))]))
    }

    fn computer_moves(&mut self) -> Asked<()> {
        let Some(job) = self.session.job() else { return Ok(()) };
        let seat = self.session.turn();
        self.tell_player("thinking", seat)?;
        let started = Instant::now();
        let found = job.run(self.cancel, &mut |_| {}).map_err(anyhow::Error::new)?;
        if self.cancel.is_raised() {
            return Err(Stop::Interrupted);
        }
        let added = self.session.play_found(&found, started.elapsed());
        let added = added.map_err(anyhow::Error::new)?.len();
        self.update()?;
        self.tell_all(&self.session.effects(added))?;
        self.announce_passes(added)
    }

    /// Returns whether the game goes on here.
    fn person_moves(&mut self) -> Asked<bool> {
        let started = Instant::now();
        let seat = self.session.turn();
        self.tell_player("your-turn", seat)?;
        loop {
            match answer::ask(self.console, &self.session, self.way_out)? {
                Wish::Move(step) => match self.session.play(&step, started.elapsed()) {
                    Ok(added) => {
                        let added = added.len();
                        self.update()?;
                        self.tell_all(&self.session.effects(added))?;
                        self.announce_passes(added)?;
                        return Ok(true);
                    }
                    Err(reason) => self.refuse(&reason)?,
                },
                Wish::Command(Command::Back) => return Ok(false),
                Wish::Command(command) => {
                    self.obey(command)?;
                    let is_still_ours = self.session.to_move().is_some_and(Player::is_human)
                        && self.session.turn() == seat;
                    if !is_still_ours {
                        return Ok(true);
                    }
                }
            }
        }
    }

    fn refuse(&mut self, reason: &Refused) -> Asked<()> {
        let reason = self.console.words.say(reason.message());
        self.console.tell("bad-move", &[("reason", &reason)])
    }

    fn obey(&mut self, command: Command) -> Asked<()> {
        match command {
            Command::Help => self.console.tell("game-help", &[]),
            Command::Board => self.draw(),
            Command::Moves => {
                let list = self.session.moves().join(" ");
                self.console.print(&format!("{list}\n"))
            }
            Command::Hint => self.hint(),
            Command::Undo => {
                let gone = self.session.take_back();
                self.changed(gone, "took-back", "nothing-to-take-back")
            }
            Command::Redo => {
                let back = self.session.redo();
                self.changed(back, "played-again", "nothing-to-play-again")
            }
            Command::Swap => {
                if let Err(reason) = self.session.swap_sides() {
                    return self.refuse(&reason);
                }
                self.update()?;
                self.console.tell("swapped", &[])
            }
            Command::Resign => {
                if let Err(reason) = self.session.resign(person(&self.session)) {
                    return self.refuse(&reason);
                }
                self.update()
            }
            Command::Back => Ok(()),
        }
    }

    fn changed(&mut self, n: usize, done: &str, nothing: &str) -> Asked<()> {
        if n == 0 {
            return self.console.tell(nothing, &[]);
        }
        self.update()?;
        self.console.tell(done, &[("n", &n)])?;
        self.draw()
    }

    fn hint(&mut self) -> Asked<()> {
        let Some(job) = self.session.hint() else { return Ok(()) };
        let found = job.run(self.cancel, &mut |_| {}).map_err(anyhow::Error::new)?;
        if self.cancel.is_raised() {
            return Err(Stop::Interrupted);
        }
        let thought = self.session.thought(&found);
        let Some(best) = &thought.best else { return Ok(()) };
        let nodes = show_count(thought.nodes);
        let holes: [(&str, &dyn Display); 3] =
            [("move", best), ("depth", &thought.depth), ("nodes", &nodes)];
        self.console.tell("hint", &holes)
    }

    /// Says which of the plies just added are passes.
    fn announce_passes(&mut self, n_added: usize) -> Asked<()> {
        let plies = self.session.plies();
        let passes: Vec<Seat> = plies[plies.len() - n_added..]
            .iter()
            .filter(|ply| ply.is_pass())
            .map(plywood_workbench::play::Ply::seat)
            .collect();
        passes.into_iter().try_for_each(|seat| self.tell_player("must-pass", seat))
    }

    fn tell_player(&mut self, key: &str, seat: Seat) -> Asked<()> {
        let name = self.console.words.player(&self.session.setup().player(seat).to_string());
        let side = self.session.game().side(seat);
        let holes: [(&str, &dyn Display); 2] = [("side", &side), ("player", &name)];
        self.console.tell(key, &holes)
    }

    /// Winner, scores of both and pieces left, in a box.
    fn winner_box(&mut self) -> Asked<()> {
        let Some(ending) = self.session.ending() else { return Ok(()) };
        let words = &self.console.words;
        let name = |seat: Seat| words.player(&self.session.setup().player(seat).to_string());
        let side = |seat: Seat| self.session.game().side(seat);
        let title = match ending.winner() {
            None => words.text("box-draw"),
            Some(seat) => {
                let holes: [(&str, &dyn Display); 2] =
                    [("side", &side(seat)), ("player", &name(seat))];
                words.fill("box-winner", &holes)
            }
        };
        let mut lines = vec![title, words.text(ending.reason.key())];
        let points = self.session.points();
        let left = pieces_left(self.session.table(), words);
        for seat in Seat::BOTH {
            let called = words.fill("side-name", &[("side", &side(seat))]);
            let mut line = format!("{called} ({})", name(seat));
            if let Some(points) = points {
                let points = words.fill("points", &[("n", &points[seat.index()])]);
                line += &format!(": {points}");
            }
            if let Some((_, list)) = left.iter().find(|(owner, _)| *owner == Some(seat)) {
                line += &format!("; {}", words.fill("box-left", &[("list", list)]));
            }
            lines.push(line);
        }
        if let Some((_, list)) = left.iter().find(|(owner, _)| owner.is_none()) {
            lines.push(words.fill("box-left", &[("list", list)]));
        }
        self.console
            .print(&boxed(&lines, self.console.look == plywood_workbench::games::Look::Plain))
    }
}

/// Lines in a box, broken where they would be wider than the screen.
fn boxed(lines: &[String], is_plain: bool) -> String {
    let most = crate::screen::width().clamp(40, 100) - 4;
    let lines: Vec<String> = lines.iter().flat_map(|line| broken(line, most)).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let [top, bottom, side, across] =
        if is_plain { ["++", "++", "|", "-"] } else { ["╔╗", "╚╝", "║", "═"] };
    let rule = |ends: &str| {
        let mut ends = ends.chars();
        let (left, right) = (ends.next().unwrap_or('+'), ends.next().unwrap_or('+'));
        format!("{left}{}{right}\n", across.repeat(width + 2))
    };
    let mut text = rule(top);
    for line in lines {
        let space = " ".repeat(width - line.chars().count());
        text += &format!("{side} {line}{space} {side}\n");
    }
    text + &rule(bottom)
}

/// A line as several, broken between words.
fn broken(line: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > most
        {
            lines.push(format!("  {word}"));
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{space}{word}");
        }
    }
    lines
}
