//! The table: a game under way, who thinks, and the move a person is making.

mod board;
mod commands;
mod counters;
mod draw;
mod figures;
mod panel;
mod pick;
#[cfg(test)]
mod tests;
mod thinking;

use plywood_workbench::{Message, Refused};
use std::fmt::Display;
use std::time::{Duration, Instant};

use plywood_records::Keeper;
use plywood_records::log_dat::LogDat;
use plywood_workbench::games::{Frame as Board, Scene, Seat, Spot, Table};
use plywood_workbench::play::{Player, Session};

use crate::grid::{Cell, Grid, Style};
use crate::news::Context;
use crate::theme::Role;

pub(crate) use board::{Labels, Marks, Picture, centre, draw_labels, fill, grid_for, text_role};
pub(crate) use commands::{COMMANDS, Command, GAME_KEYS};
pub(crate) use draw::key_bar;
use pick::Pick;
use thinking::Engine;

/// A sentence below the board.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) role: Role,
}

/// What lies where on the screen, for the mouse.
#[derive(Default)]
pub(crate) struct Hits {
    pub(crate) grid: Option<Grid>,
    /// Items of the list shown, in order.
    pub(crate) options: Vec<ratatui::layout::Rect>,
    /// The size the board is drawn in, and the largest that fits.
    pub(crate) size: usize,
    pub(crate) largest: usize,
    /// How many items a row of the list has.
    pub(crate) per_row: usize,
}

/// What a table asks of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Nothing,
    Help,
    New,
    Load,
    Leave,
    /// A question to be answered with yes or no.
    Ask(Question),
    /// The rules of the game.
    Rules,
    /// The game looked through.
    Review,
    /// A position set up by hand.
    SetUp,
    /// A search watched on its tree.
    Tree,
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Resign,
    Swap,
}

/// A game on the screen.
pub(crate) struct TableScreen {
    session: Session,
    keeper: Keeper,
    log: Option<LogDat>,
    board: Board,
    scene: Scene,
    pick: Pick,
    engine: Engine,
    /// The move a hint spoke of.
    hint: Option<String>,
    turn_began: Instant,
    notice: Option<Notice>,
    /// A move being typed.
    prompt: Option<String>,
    /// The size of cells asked for; the largest that fits if none.
    size: Option<usize>,
    shows_thinking: bool,
    /// Whether the best moves are shown; `analysed` is the position they were last looked for at.
    shows_analysis: bool,
    /// Whether the moves take the place of the pieces, and how many of the latest ones are scrolled away.
    shows_moves: bool,
    moves_back: usize,
    analysed: Option<u64>,
    hits: Hits,
}

impl TableScreen {
    /// Sits down at a session. Engines begin at once unless the game comes from the records.
    pub(crate) fn new(
        session: Session,
        keeper: Keeper,
        log: Option<LogDat>,
        context: &Context,
    ) -> Self {
        let (board, scene) = (session.table().frame(), session.table().scene());
        let middle = (usize::from(board.rows) / 2, usize::from(board.columns) / 2);
        let pick = Pick::new(session.table(), middle, false);
        let is_loaded = keeper.id().is_some();
        let mut table = Self {
            engine: Engine::new(is_loaded),
            session,
            keeper,
            log,
            board,
            scene,
            pick,
            hint: None,
            turn_began: context.now,
            notice: None,
            prompt: None,
            size: None,
            shows_thinking: true,
            shows_analysis: false,
            shows_moves: false,
            moves_back: 0,
            analysed: None,
            hits: Hits::default(),
        };
        table.changed(context);
        let begins = table.session.table().opening();
        if table.session.plies().is_empty() && !begins.is_empty() {
            table.say_effects(&begins, context);
        }
        if is_loaded && table.engine_is_to_move() {
            table.say(context.text("table-loaded"), Role::Strong);
        }
        table
    }

    /// The cell that Enter would play at, and where the items of the list and the board lie.
    #[cfg(test)]
    pub(crate) fn aimed(&self) -> Option<Cell> {
        let ghost = self.pick.ghost().and_then(|ghost| ghost.cells.first().copied());
        (self.pick.stage() == pick::Stage::Place).then(|| ghost.unwrap_or(self.pick.cursor()))
    }

    #[cfg(test)]
    pub(crate) fn options(&self) -> Vec<ratatui::layout::Rect> {
        self.hits.options.clone()
    }

    #[cfg(test)]
    pub(crate) fn grid(&self) -> Option<Grid> {
        self.hits.grid
    }

    /// The number under which the game is kept, if it can be resumed.
    pub(crate) fn resumable(&self) -> Option<i64> {
        self.keeper.resumable()
    }

    pub(crate) fn game(&self) -> &'static str {
        self.session.game().name
    }

    /// The size of cells asked for, and whether thoughts are shown.
    pub(crate) fn view(&self) -> (Option<usize>, bool) {
        (self.size, self.shows_thinking)
    }

    /// Shows it as it was shown last.
    pub(crate) fn set_view(&mut self, size: Option<usize>, shows_thinking: bool) {
        (self.size, self.shows_thinking) = (size, shows_thinking);
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    fn say(&mut self, text: String, role: Role) {
        self.notice = Some(Notice { text, role });
    }

    /// Says something besides what was just said of keeping the game.
    fn say_too(&mut self, text: String, role: Role) {
        let before = self.notice.take();
        let role = before.as_ref().map_or(role, |notice| notice.role);
        let texts = before.into_iter().map(|notice| notice.text).chain([text]);
        self.say(texts.collect::<Vec<_>>().join(" "), role);
    }

    fn refuse(&mut self, reason: &Refused, context: &Context) {
        let reason = context.said(reason.message());
        self.say(context.fill("bad-move", &[("reason", &reason)]), Role::Bad);
    }

    /// Whether both seats are engines.
    pub(crate) fn is_watched(&self) -> bool {
        !self.session.setup().players.iter().any(Player::is_human)
    }

    /// Whether pieces have shapes that can be turned.
    pub(crate) fn has_shapes(&self) -> bool {
        Style::of(&self.board) == Style::Blocks
    }

    fn engine_is_to_move(&self) -> bool {
        self.session.to_move().is_some_and(|player| !player.is_human())
    }

    /// The seat that a person here means by "I".
    fn person(&self) -> Option<Seat> {
        let turn = self.session.turn();
        let is_human = |seat: &Seat| self.session.setup().player(*seat).is_human();
        [turn, turn.other()].into_iter().find(is_human)
    }

    /// After every change of the position: keep it, log it, look at it anew.
    fn changed(&mut self, context: &Context) {
        self.scene = self.session.table().scene();
        let is_ours = self.session.to_move().is_some_and(Player::is_human);
        self.pick = Pick::new(self.session.table(), self.pick.cursor(), is_ours);
        self.turn_began = context.now;
        self.hint = None;
        self.analysed = None;
        self.keep(context);
    }

    fn keep(&mut self, context: &Context) {
        match self.keeper.keep(&self.session) {
            Ok(None) => {}
            Ok(Some(parted)) => {
                let holes: [(&str, &dyn Display); 2] = [("from", &parted.from), ("to", &parted.to)];
                self.say(context.fill(parted.key(), &holes), Role::Strong);
            }
            Err(e) => {
                let reason = context.said(&e.message());
                self.say(context.fill("not-kept", &[("reason", &reason)]), Role::Bad);
            }
        }
        let Some(log) = &mut self.log else { return };
        if let (_, Err(e)) = log.follow(&self.session, &context.words) {
            let file = log.path().map(|path| path.display().to_string()).unwrap_or_default();
            let reason = context.said(&Message::of_file(&e));
            let holes: [(&str, &dyn Display); 2] = [("file", &file), ("reason", &reason)];
            log.leave_file();
            self.say(context.fill("log-cannot-append", &holes), Role::Bad);
        } else if let (Some(file), true) = (log.path(), self.session.plies().is_empty()) {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
            self.say(context.fill("log-goes-to", &[("file", &file.display())]), Role::Faint);
        }
    }

    /// Plays a person's move, or says why not. Says whether it was played.
    fn play(&mut self, step: &str, context: &Context) -> bool {
        let is_ours = self.session.to_move().is_some_and(Player::is_human);
        if !is_ours {
            let key = if self.session.is_over() { "table-over" } else { "table-not-your-turn" };
            self.say(context.text(key), Role::Bad);
            return false;
        }
        let elapsed = context.now - self.turn_began;
        self.engine.stop();
        match self.session.play(step, elapsed).map(<[_]>::len) {
            Ok(n_added) => {
                self.engine.is_paused = false;
                self.played(n_added, context);
                true
            }
            Err(reason) => {
                self.refuse(&reason, context);
                false
            }
        }
    }

    /// Whether a person here just had to pass, so that the computer moves again.
    fn was_skipped(&self) -> bool {
        let last = self.session.plies().last();
        last.is_some_and(|ply| ply.forced && self.session.setup().player(ply.seat()).is_human())
    }

    /// Says what was just played: passes, and how the game ended.
    fn played(&mut self, n_added: usize, context: &Context) {
        self.notice = None;
        self.changed(context);
        let plies = self.session.plies();
        let passes: Vec<String> = plies[plies.len() - n_added..]
            .iter()
            .filter(|ply| ply.is_pass())
            .map(|ply| self.with_player(context, "must-pass", ply.seat()))
            .collect();
        let mut told = self.session.effects(n_added);
        if plies.len() == n_added {
            // The computer moved first: how the game began is still news.
            told.splice(0..0, self.session.table().opening());
        }
        if self.session.is_over() {
            return;
        }
        if !passes.is_empty() {
            self.say_too(passes.join(" "), Role::Strong);
            if self.was_skipped() && self.engine_is_to_move() {
                self.say_too(context.text("table-next-at-once"), Role::Strong);
            }
        }
        if !told.is_empty() {
            self.say_effects(&told, context);
        }
    }

    /// Says what a move removed or turned over, or how the game began.
    fn say_effects(&mut self, effects: &[Message], context: &Context) {
        let told: Vec<String> = effects.iter().map(|effect| context.said(effect)).collect();
        self.say_too(context.fill("happened", &[("what", &told.join("; "))]), Role::Faint);
    }

    /// A message that names a player.
    fn with_player(&self, context: &Context, key: &str, seat: Seat) -> String {
        let name = context.called(&self.session.setup().player(seat).to_string());
        let side = self.session.game().side(seat);
        let holes: [(&str, &dyn Display); 2] = [("side", &side), ("player", &name)];
        context.fill(key, &holes)
    }

    /// How long each player has thought so far.
    fn clocks(&self, now: Instant) -> [Duration; 2] {
        let spent = |seat: Seat| -> u64 {
            let own = self.session.plies().iter().filter(|ply| ply.seat() == seat);
            own.map(|ply| ply.time_ms).sum()
        };
        let mut clocks = Seat::BOTH.map(|seat| Duration::from_millis(spent(seat)));
        if self.clock_runs() {
            clocks[self.session.turn().index()] += now.saturating_duration_since(self.turn_began);
        }
        clocks
    }

    /// Whether time passes for the player to move.
    fn clock_runs(&self) -> bool {
        match self.session.to_move() {
            None => false,
            Some(Player::Human) => true,
            Some(_) => self.engine.is_thinking(),
        }
    }

    /// The cells of the last move that had to do with any.
    fn last_cells(&self) -> Vec<Cell> {
        last_cells(self.session.table(), self.board.columns)
    }

    /// When the screen must be drawn again though nothing happens.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let due = self.engine.due();
        let second = self.clock_runs().then(|| {
            let shown = self.clocks(now)[self.session.turn().index()];
            now + (Duration::from_secs(1) - Duration::from_nanos(u64::from(shown.subsec_nanos())))
        });
        [due, second].into_iter().flatten().min()
    }
}

/// The cells of the last move at a table that had to do with any, on a board of so many columns.
pub(crate) fn last_cells(table: &dyn Table, n_columns: u8) -> Vec<Cell> {
    let mut table = table.fork();
    while let Some(told) = table.last() {
        if !told.cells.is_empty() {
            return told.cells.into_iter().map(|at| cell_of(at, n_columns)).collect();
        }
        table.take_back();
    }
    Vec::new()
}

/// Row and column of a cell of the board.
pub(crate) fn cell_of(at: Spot, n_columns: u8) -> Cell {
    (usize::from(at) / usize::from(n_columns), usize::from(at) % usize::from(n_columns))
}
