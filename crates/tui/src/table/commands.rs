//! What can be asked at a table, by which keys and which typed words.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::pick::{Entered, Stage};
use super::thinking::PACES;
use super::{Question, TableScreen, Wish};
use crate::news::Context;
use crate::theme::Role;

/// What can be asked besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Hint,
    Analysis,
    Moves,
    Thinking,
    Undo,
    Redo,
    Swap,
    Type,
    Save,
    Load,
    New,
    Resign,
    Review,
    Rules,
    SetUp,
    Tree,
    Bigger,
    Smaller,
    Pause,
    Step,
    Faster,
    Slower,
    Leave,
}

use Command as C;

/// No move or command is longer.
const LONGEST: usize = 60;

/// Every command: its keys as the help shows them, what the help says, and the words that can be
/// typed, in both languages.
pub(crate) const COMMANDS: [(Command, &str, &str, &[&str]); 24] = [
    (C::Help, "?  F1", "key-help", &["help", "ajuda", "?"]),
    (C::Hint, "h  F2", "key-hint", &["hint", "dica"]),
    (C::Analysis, "A", "key-analysis", &["analysis", "análise", "analise"]),
    (C::Moves, "M  PgUp PgDn", "key-moves", &["moves", "jogadas"]),
    (C::Thinking, "k  F3", "key-thinking", &["thinking", "pensamento"]),
    (C::Undo, "Backspace  Ctrl-Z", "key-undo", &["undo", "anular"]),
    (C::Redo, "r  Ctrl-Y", "key-redo", &["redo", "refazer"]),
    (C::Swap, "s  F4", "key-swap", &["swap", "trocar"]),
    (C::Type, "m  :", "key-type", &[]),
    (C::New, "F5  Ctrl-N", "key-new", &["new", "nova"]),
    (C::Save, "F6  Ctrl-S", "key-save", &["save", "guardar"]),
    (C::Load, "F7  Ctrl-O", "key-load", &["load", "abrir"]),
    (C::Resign, "F8  Ctrl-G", "key-resign", &["resign", "desistir"]),
    (C::Review, "V  F9", "key-review", &["review", "rever"]),
    (C::Rules, "R", "key-rules", &["rules", "regras"]),
    (C::SetUp, "E", "key-set-up", &["edit", "editar"]),
    (C::Tree, "W", "key-tree", &["tree", "watch", "árvore", "arvore"]),
    (C::Bigger, "+", "key-bigger", &[]),
    (C::Smaller, "-", "key-smaller", &[]),
    (C::Pause, "Space", "key-pause", &["pause", "pausa"]),
    (C::Step, ".", "key-step", &["step", "passo"]),
    (C::Faster, ">", "key-faster", &[]),
    (C::Slower, "<", "key-slower", &[]),
    (C::Leave, "q  F10", "key-leave", &["back", "voltar", "quit", "sair"]),
];

/// Keys of a move in the making: as the help shows them, and what it says.
pub(crate) const GAME_KEYS: [(&str, &str); 8] = [
    ("a-z 0-9", "key-letter"),
    ("←↑↓→", "key-arrows"),
    ("Space", "key-turn"),
    ("/", "key-mirror"),
    ("Tab  Shift-Tab", "key-walk"),
    ("Enter", "key-enter"),
    ("Esc", "key-drop"),
    ("Mouse", "key-mouse"),
];

impl Command {
    /// The command of a key, for keys that always mean the same.
    fn of_key(key: KeyEvent) -> Option<Self> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Some(match key.code {
                KeyCode::Char('z') => C::Undo,
                KeyCode::Char('y') => C::Redo,
                KeyCode::Char('n') => C::New,
                KeyCode::Char('s') => C::Save,
                KeyCode::Char('o') => C::Load,
                KeyCode::Char('g') => C::Resign,
                _ => return None,
            });
        }
        Some(match key.code {
            KeyCode::F(1) | KeyCode::Char('?') => C::Help,
            KeyCode::F(2) | KeyCode::Char('h') => C::Hint,
            KeyCode::F(3) | KeyCode::Char('k') => C::Thinking,
            KeyCode::Backspace => C::Undo,
            KeyCode::Char('r') => C::Redo,
            KeyCode::F(4) | KeyCode::Char('s') => C::Swap,
            KeyCode::Char('m' | ':') => C::Type,
            KeyCode::F(5) => C::New,
            KeyCode::F(6) => C::Save,
            KeyCode::F(7) => C::Load,
            KeyCode::F(8) => C::Resign,
            KeyCode::Char('+' | '=') => C::Bigger,
            KeyCode::Char('-') => C::Smaller,
            KeyCode::Char('.') => C::Step,
            KeyCode::Char('>') => C::Faster,
            KeyCode::Char('<') => C::Slower,
            KeyCode::F(9) | KeyCode::Char('V') => C::Review,
            KeyCode::Char('R') => C::Rules,
            KeyCode::Char('A') => C::Analysis,
            KeyCode::Char('M') => C::Moves,
            KeyCode::Char('E') => C::SetUp,
            KeyCode::Char('W') => C::Tree,
            KeyCode::F(10) | KeyCode::Char('q') => C::Leave,
            _ => return None,
        })
    }

    /// Whether it does anything at a table that is watched or played at.
    pub(crate) fn works(self, is_watched: bool) -> bool {
        match self {
            C::Pause | C::Step | C::Faster | C::Slower => is_watched,
            C::Hint | C::Swap | C::Resign | C::Type => !is_watched,
            _ => true,
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let found = COMMANDS.iter().find(|(.., words)| words.contains(&word.as_str()));
        found.map(|(command, ..)| *command)
    }
}

impl TableScreen {
    /// Answers a key.
    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> Wish {
        if self.prompt.is_some() {
            return self.typed(key, context);
        }
        if let Some(command) = Command::of_key(key) {
            return self.obey(command, context);
        }
        self.notice = None;
        let per_row = self.hits.per_row.max(1);
        match key.code {
            KeyCode::Up => self.pick.shift(-1, 0, per_row),
            KeyCode::Down => self.pick.shift(1, 0, per_row),
            KeyCode::Left => self.pick.shift(0, -1, per_row),
            KeyCode::Right => self.pick.shift(0, 1, per_row),
            KeyCode::Tab => self.walk(true, context),
            KeyCode::BackTab => self.walk(false, context),
            KeyCode::Enter => self.enter(context),
            // An earlier page of the moves opens them.
            KeyCode::PageUp => {
                self.shows_moves = true;
                self.moves_back = (self.moves_back + 10).min(self.session.plies().len());
            }
            KeyCode::PageDown => self.moves_back = self.moves_back.saturating_sub(10),
            KeyCode::Esc => self.drop_piece(context),
            KeyCode::Char(' ') if self.engine_is_to_move() => self.toggle_pause(),
            KeyCode::Char(' ') => self.turn_piece(context),
            KeyCode::Char('/') if self.pick.mirror() => {}
            KeyCode::Char('/') => self.say(context.text("table-no-mirror"), Role::Plain),
            KeyCode::Char(letter) => match self.pick.letter(letter) {
                Some(true) => {}
                Some(false) => self.say(context.text("table-no-place"), Role::Bad),
                None => self.say(context.fill("table-no-key", &[("key", &letter)]), Role::Plain),
            },
            _ => {}
        }
        Wish::Nothing
    }

    fn drop_piece(&mut self, context: &Context) {
        if !self.pick.drop_last() {
            self.say(context.text("table-how-to-leave"), Role::Plain);
        }
    }

    fn turn_piece(&mut self, context: &Context) {
        if !self.pick.turn() {
            self.say(context.text("table-no-turn"), Role::Plain);
        }
    }

    fn walk(&mut self, is_forward: bool, context: &Context) {
        if !self.pick.step(is_forward) && self.pick.stage() != Stage::Idle {
            self.say(context.text("table-no-place"), Role::Bad);
        }
    }

    fn enter(&mut self, context: &Context) {
        match self.pick.enter() {
            Entered::Move(step) => {
                self.play(&step, context);
            }
            Entered::Illegal(reason) => self.refuse(&reason, context),
            Entered::More => {}
            Entered::Nothing => self.engine.move_now(context.now),
        }
    }

    /// Obeys a command; what concerns the whole program is handed on.
    pub(crate) fn obey(&mut self, command: Command, context: &Context) -> Wish {
        self.notice = None;
        match command {
            C::Help => return Wish::Help,
            C::New => return Wish::New,
            C::Load => return Wish::Load,
            C::Leave => return Wish::Leave,
            C::Rules => return Wish::Rules,
            C::SetUp => {
                self.engine.stop();
                self.engine.is_paused = true;
                return Wish::SetUp;
            }
            C::Tree if self.session.is_over() => {
                self.say(context.text("table-over"), Role::Bad);
            }
            C::Tree => {
                self.engine.stop();
                self.engine.is_paused = true;
                return Wish::Tree;
            }
            C::Review if self.session.plies().is_empty() => {
                self.say(context.text("review-nothing"), Role::Bad);
            }
            C::Review => {
                self.engine.stop();
                self.engine.is_paused = true;
                return Wish::Review;
            }
            C::Hint | C::Analysis | C::Resign | C::Pause | C::Step if self.session.is_over() => {
                self.say(context.text("table-over"), Role::Bad);
            }
            C::Resign => match self.person() {
                Some(_) => return Wish::Ask(Question::Resign),
                None => self.say(context.text("table-nobody-resigns"), Role::Bad),
            },
            C::Hint => self.ask_hint(context),
            C::Analysis => self.toggle_analysis(context),
            C::Moves => {
                (self.shows_moves, self.moves_back) = (!self.shows_moves, 0);
            }
            C::Thinking => self.shows_thinking = !self.shows_thinking,
            C::Undo => self.undo(context),
            C::Redo => self.redo(context),
            C::Swap if self.session.is_over() => {
                self.say(context.text("table-over-seats"), Role::Bad);
            }
            C::Swap => return Wish::Ask(Question::Swap),
            C::Type => self.prompt = Some(String::new()),
            C::Save => self.save(context),
            C::Bigger => self.resize(1),
            C::Smaller => self.resize(-1),
            C::Pause => self.toggle_pause(),
            C::Step => {
                self.engine.is_paused = true;
                self.engine.is_stepping = true;
            }
            C::Faster => self.engine.pace = (self.engine.pace + 1).min(PACES.len() - 1),
            C::Slower => self.engine.pace = self.engine.pace.saturating_sub(1),
        }
        Wish::Nothing
    }

    /// The players change seats.
    pub(crate) fn swap(&mut self, context: &Context) {
        self.engine.stop();
        match self.session.swap_sides() {
            Ok(()) => {
                self.changed(context);
                self.say_too(context.text("swapped"), Role::Strong);
            }
            Err(reason) => self.refuse(&reason, context),
        }
    }

    fn undo(&mut self, context: &Context) {
        self.engine.stop();
        let was_over = self.session.is_over();
        let n_gone = self.session.take_back();
        if n_gone == 0 && was_over == self.session.is_over() {
            return self.say(context.text("nothing-to-take-back"), Role::Bad);
        }
        // An engine that is to move now waits: taking back must not bring the same move at once.
        self.engine.is_paused = self.engine_is_to_move();
        self.changed(context);
        if n_gone > 0 {
            self.say_too(context.fill("took-back", &[("n", &n_gone)]), Role::Strong);
        }
    }

    fn redo(&mut self, context: &Context) {
        self.engine.stop();
        let n_back = self.session.redo();
        if n_back == 0 {
            return self.say(context.text("nothing-to-play-again"), Role::Bad);
        }
        self.changed(context);
        self.say_too(context.fill("played-again", &[("n", &n_back)]), Role::Strong);
    }

    fn save(&mut self, context: &Context) {
        self.keep(context);
        match self.keeper.id() {
            Some(id) => self.say(context.fill("table-saved", &[("id", &id)]), Role::Good),
            None if self.notice.is_none() => {
                self.say(context.text("table-nothing-to-save"), Role::Bad);
            }
            None => {}
        }
    }

    /// Larger than fits is as large as fits, in every window.
    fn resize(&mut self, by: isize) {
        let wanted = self.hits.size.saturating_add_signed(by);
        self.size = (wanted < self.hits.largest || by < 0).then_some(wanted);
    }

    /// The person gives up.
    pub(crate) fn resign(&mut self, context: &Context) {
        if let Some(seat) = self.person() {
            self.engine.stop();
            match self.session.resign(seat) {
                Ok(()) => self.changed(context),
                Err(reason) => self.refuse(&reason, context),
            }
        }
    }

    /// A key while a move is typed.
    fn typed(&mut self, key: KeyEvent, context: &Context) -> Wish {
        let Some(text) = &mut self.prompt else { return Wish::Nothing };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_full = text.chars().count() >= LONGEST;
        match key.code {
            KeyCode::Char(c) if !is_control && !is_full => {
                text.push(c);
                self.notice = None;
            }
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let text = self.prompt.take().unwrap_or_default();
                let text = text.trim();
                if let Some(command) = Command::of_word(text) {
                    return self.obey(command, context);
                }
                self.notice = None;
                // What is refused stays, to be put right.
                if !text.is_empty() && !self.play(text, context) {
                    self.prompt = Some(text.to_owned());
                }
            }
            _ => {}
        }
        Wish::Nothing
    }

    /// Text pasted: as if it were typed.
    pub(crate) fn paste(&mut self, text: &str) {
        let line: String = text.chars().take_while(|c| *c != '\n').take(LONGEST).collect();
        self.prompt.get_or_insert_default().push_str(&line);
    }

    /// Answers the mouse: a click points, a second one on the same place plays; the right button turns
    /// the piece and the wheel walks through the legal moves.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &Context) -> Wish {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row, context),
            MouseEventKind::Down(MouseButton::Right) => self.turn_piece(context),
            MouseEventKind::ScrollDown => self.walk(true, context),
            MouseEventKind::ScrollUp => self.walk(false, context),
            _ => {}
        }
        Wish::Nothing
    }

    fn click(&mut self, x: u16, y: u16, context: &Context) {
        self.notice = None;
        let is_listed = |rect: &ratatui::layout::Rect| rect.contains(Position::new(x, y));
        if let Some(option) = self.hits.options.iter().position(is_listed) {
            if self.pick.stage() == Stage::Place {
                self.pick.drop_last();
            }
            self.pick.point_option(option);
            return self.enter(context);
        }
        let Some(spot) = self.hits.grid.and_then(|grid| grid.hit(x, y)) else { return };
        if self.pick.place().is_some() {
            self.pick.drop_last();
        }
        let is_same = self.pick.covers(spot);
        if is_same && self.pick.stage() == Stage::Place {
            self.enter(context);
        } else {
            self.pick.point(spot);
            if let Some(reason) = self.pick.objection(self.session.table()) {
                self.refuse(&reason, context);
            }
        }
    }
}
