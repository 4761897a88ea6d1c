//! From screen to screen: who hears a key, what lies behind what, and when it is over.

mod draw;

use plywood_workbench::Message;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::draft::{DraftScreen, Drafted};
use crate::menu::{
    Choice, Chosen, Form, Help, Item, Load, Loaded, Rules, SettingsScreen, Start, Started,
};
use crate::news::{Context, News};
use crate::puzzle::{HandScreen, PuzzleForm, PuzzleScreen, Wanted};
use crate::review::{Outcome, ReviewScreen};
use crate::table::{Notice, Question, TableScreen, Wish};
use crate::theme::{Palette, Role};
use crate::tree::TreeScreen;
use crate::{Begun, Ended, Opening, Options, PageStarter};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use plywood_records::log_dat::{LogDat, LogForm};
use plywood_records::{Keeper, Kept, Setting, Settings, Store};
use plywood_workbench::games::{CATALOGUE, Look};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::{Session, Setup};

/// The least a window must have.
const LEAST: (u16, u16) = (80, 24);

/// What is on the screen.
enum Screen {
    Start,
    Form(Box<Form>),
    Load(Load),
    Table,
    PuzzleForm,
    Puzzle(Box<PuzzleScreen>),
    Hand(Box<HandScreen>),
    Review(Box<ReviewScreen>),
    Draft(Box<DraftScreen>),
    Tree(Box<TreeScreen>),
    Settings(SettingsScreen),
}

/// What lies over it.
enum Overlay {
    Help(Help),
    Ask(Question),
    Rules(Rules),
    Page(String),
}

/// The whole program on the screen.
pub(crate) struct App {
    context: Context,
    start: Start,
    puzzle_form: PuzzleForm,
    /// The forms that games were begun with: a new game of the same kind begins with the same choices.
    forms: Vec<Form>,
    screen: Screen,
    /// The game, while one is at hand; it waits behind the form and the records.
    table: Option<Box<TableScreen>>,
    overlay: Option<Overlay>,
    page: Option<PageStarter>,
    log_form: LogForm,
    settings: Settings,
    is_small: bool,
    ended: Option<Ended>,
}

impl App {
    pub(crate) fn new(options: Options, news: Sender<News>) -> Self {
        let words = Words::new(options.language);
        let context = Context { words, theme: options.theme, news, now: Instant::now() };
        let mut app = Self {
            context,
            start: Start::default(),
            puzzle_form: PuzzleForm::new(),
            forms: Vec::new(),
            screen: Screen::Start,
            table: None,
            overlay: None,
            page: options.page,
            log_form: options.log_form,
            settings: options.settings,
            is_small: false,
            ended: None,
        };
        if let Opening::Game(begun) = options.opening {
            let Begun { session, keeper, log } = *begun;
            app.sit_down(TableScreen::new(session, keeper, log, &app.context));
        }
        app
    }

    #[cfg(test)]
    pub(crate) fn table(&self) -> Option<&TableScreen> {
        self.table.as_deref()
    }

    /// Where the cells of the board on the screen lie.
    #[cfg(test)]
    pub(crate) fn grid(&self) -> Option<crate::grid::Grid> {
        match &self.screen {
            Screen::Draft(draft) => draft.grid(),
            _ => self.table.as_ref()?.grid(),
        }
    }

    /// The moment it is.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.context.now = now;
        match (&mut self.screen, &mut self.table) {
            (Screen::Table, Some(table)) => table.advance(&self.context),
            (Screen::Form(form), _) => {
                if let Started::Game(chosen) = form.advance(&self.context) {
                    self.begin_chosen(chosen);
                }
            }
            (Screen::Puzzle(puzzle), _) => puzzle.advance(&self.context),
            (Screen::Hand(hand), _) => hand.advance(),
            (Screen::Tree(tree), _) => tree.advance(&self.context),
            (Screen::Review(review), _) => review.advance(),
            _ => {}
        }
    }

    /// When to draw again though nothing happens.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match (&self.screen, &self.table) {
            (Screen::Table, Some(table)) => table.deadline(self.context.now),
            (Screen::Puzzle(puzzle), _) => puzzle.deadline(self.context.now),
            (Screen::Tree(tree), _) => tree.deadline(self.context.now),
            _ => None,
        }
    }

    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    fn end(&mut self, is_interrupted: bool) {
        let kept = self.table.as_ref().and_then(|table| table.resumable());
        self.ended = Some(Ended { kept, is_interrupted, language: self.context.words.language() });
    }

    fn sit_down(&mut self, mut table: TableScreen) {
        table.set_view(self.settings.cell_size(), self.settings.thoughts());
        self.table = Some(Box::new(table));
        self.screen = Screen::Table;
        self.overlay = None;
    }

    /// Answers whatever happened.
    pub(crate) fn hear(&mut self, news: News) -> std::io::Result<()> {
        match news {
            News::Input(Event::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            News::Input(Event::Mouse(mouse)) if self.overlay.is_none() && !self.is_small => {
                let wish = match (&mut self.screen, &mut self.table) {
                    (Screen::Table, Some(table)) => table.mouse(mouse, &self.context),
                    (Screen::Start, _) => {
                        let chosen = self.start.mouse(mouse);
                        self.chosen(chosen);
                        Wish::Nothing
                    }
                    (Screen::Hand(hand), _) => {
                        hand.mouse(mouse);
                        Wish::Nothing
                    }
                    (Screen::Draft(draft), _) => {
                        draft.mouse(mouse);
                        Wish::Nothing
                    }
                    _ => Wish::Nothing,
                };
                self.grant(wish);
            }
            News::Input(Event::Paste(text)) => match (&mut self.screen, &mut self.table) {
                (Screen::Table, Some(table)) => table.paste(&text),
                (Screen::Form(form), _) => form.paste(&text),
                (Screen::PuzzleForm, _) => self.puzzle_form.paste(&text),
                _ => {}
            },
            News::Input(_) => {}
            News::Search => self.tick(self.context.now),
            News::Interrupt => self.end(true),
            News::Gone(e) => return Err(e),
        }
        Ok(())
    }

    fn key(&mut self, key: KeyEvent) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && key.code == KeyCode::Char('c') {
            return self.end(true);
        }
        if self.is_small {
            if key.code == KeyCode::Char('q') {
                self.end(false);
            }
            return;
        }
        match self.overlay.take() {
            Some(overlay) => self.overlay_key(overlay, key),
            None => self.screen_key(key),
        }
    }

    fn overlay_key(&mut self, overlay: Overlay, key: KeyEvent) {
        match overlay {
            Overlay::Help(mut help) => {
                if help.key(key) {
                    self.overlay = Some(Overlay::Help(help));
                }
            }
            Overlay::Page(_) | Overlay::Rules(_) => {}
            Overlay::Ask(question) => {
                let is_yes = match (self.context.words.language(), key.code) {
                    (_, KeyCode::Char('y' | 'Y')) => true,
                    // In English `s` is the key that asked.
                    (language, KeyCode::Char('s' | 'S')) => language == Language::Portuguese,
                    _ => false,
                };
                match (question, &mut self.table) {
                    (Question::Resign, Some(table)) if is_yes => table.resign(&self.context),
                    (Question::Swap, Some(table)) if is_yes => table.swap(&self.context),
                    _ => {}
                }
            }
        }
    }

    fn screen_key(&mut self, key: KeyEvent) {
        let is_help = matches!(key.code, KeyCode::F(1) | KeyCode::Char('?'));
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match &mut self.screen {
            Screen::Table => {
                let Some(table) = &mut self.table else { return };
                let before = table.view();
                let wish = table.key(key, &self.context);
                let after = table.view();
                self.remember_view(before, after);
                self.grant(wish);
            }
            _ if is_control => {}
            Screen::PuzzleForm if self.puzzle_form.is_typing() => {
                self.puzzle_form.key(key, &self.context);
            }
            Screen::Form(form) if form.is_typing() => self.form_key(key),
            _ if is_help => self.overlay = Some(Overlay::Help(self.help())),
            Screen::Start => {
                let chosen = self.start.key(key);
                self.chosen(chosen);
            }
            Screen::Form(_) => self.form_key(key),
            Screen::Load(load) => match load.key(key) {
                Started::Nothing => {}
                Started::Back => self.go_back(),
                Started::Game(Loaded::Game(id)) => self.load(id),
                Started::Game(Loaded::Review(id)) => self.review_kept(id),
            },
            Screen::PuzzleForm => match self.puzzle_form.key(key, &self.context) {
                Started::Nothing => {}
                Started::Back => self.screen = Screen::Start,
                Started::Game(Wanted::ByHand(instance)) => {
                    self.screen = Screen::Hand(Box::new(HandScreen::new(instance, &self.context)));
                }
                Started::Game(Wanted::Search(task)) => {
                    self.screen = Screen::Puzzle(Box::new(PuzzleScreen::new(task, &self.context)));
                }
            },
            Screen::Puzzle(puzzle) => {
                if !puzzle.key(key) {
                    self.screen = Screen::PuzzleForm;
                }
            }
            Screen::Hand(hand) => {
                if !hand.key(key) {
                    self.screen = Screen::PuzzleForm;
                }
            }
            Screen::Tree(tree) => {
                if !tree.key(key) {
                    self.go_back();
                }
            }
            Screen::Draft(draft) => match draft.key(key) {
                Drafted::Stay => {}
                Drafted::Back => self.go_back(),
                Drafted::Play(setup) => self.begin(*setup),
            },
            Screen::Settings(screen) => match screen.key(key, &self.settings) {
                Choice::Nothing => {}
                Choice::Back => self.go_back(),
                Choice::Set(setting, value) => self.choose(setting, value),
            },
            Screen::Review(review) => match review.key(key) {
                Outcome::Stay => {}
                Outcome::Back => self.go_back(),
                Outcome::PlayFrom(setup) => self.begin(*setup),
            },
        }
    }

    fn form_key(&mut self, key: KeyEvent) {
        let Screen::Form(form) = &mut self.screen else { return };
        match form.key(key, &self.context) {
            Started::Nothing => {}
            Started::Back => self.go_back(),
            Started::Game(chosen) => self.begin_chosen(chosen),
        }
    }

    /// Begins what the form says; where that cannot be, the form stays and says why.
    fn begin_chosen(&mut self, chosen: Chosen) {
        let Screen::Form(form) = &mut self.screen else { return };
        let begun = Session::new(chosen.setup).map_err(|e| e.message()).and_then(|mut session| {
            session.set_adviser(chosen.adviser).map_err(|e| e.message().clone())?;
            Ok(session)
        });
        match begun {
            Err(reason) => form.complain(&reason, &self.context),
            Ok(session) => {
                let (is_logged, level) = (form.is_logged(), form.level());
                if let Some(level) = level {
                    let _ = self.settings.set(Setting::Level, &level.to_string());
                }
                if let Screen::Form(form) = std::mem::replace(&mut self.screen, Screen::Table) {
                    self.forms.push(*form);
                }
                self.sit_down_at(session, is_logged);
            }
        }
    }

    /// Keeps what the person just changed about the view of the table.
    fn remember_view(&mut self, before: (Option<usize>, bool), after: (Option<usize>, bool)) {
        // Where it cannot be kept it still counts until the program ends.
        if before.0 != after.0 {
            let size = after.0.map_or_else(|| "auto".to_owned(), |size| (size + 1).to_string());
            let _ = self.settings.set(Setting::CellSize, &size);
        }
        if before.1 != after.1 {
            let _ = self.settings.set(Setting::Thoughts, &after.1.to_string());
        }
    }

    /// Makes a choice count, and keeps it.
    fn choose(&mut self, setting: Setting, value: &'static str) {
        let kept = self.settings.set(setting, value);
        let notice = kept
            .err()
            .map(|reason| Notice { text: self.context.said(reason.message()), role: Role::Bad });
        match setting {
            Setting::Language => {
                let language = self.settings.language().unwrap_or_else(Language::from_environment);
                self.context.words = Words::new(language);
            }
            Setting::Theme => {
                self.context.theme.palette = Palette::named(self.settings.get(Setting::Theme));
            }
            Setting::Color => match self.settings.get(Setting::Color) {
                "always" => self.context.theme.has_colours = true,
                "never" => self.context.theme.has_colours = false,
                _ => {}
            },
            Setting::Characters => match self.settings.get(Setting::Characters) {
                "ascii" => self.context.theme.is_ascii = true,
                "unicode" => self.context.theme.is_ascii = false,
                _ => {}
            },
            Setting::Level | Setting::CellSize | Setting::Thoughts => {}
        }
        if let Screen::Settings(screen) = &mut self.screen {
            screen.notice = notice;
        }
    }

    /// A new game in the making, as the last one of its kind or at the level that was last chosen.
    fn form(&mut self, game: &str) -> Form {
        // Games of tests, and of people without a folder, tell nothing.
        let progress = self.settings.path().and_then(|_| {
            let all = Store::open_default().and_then(|store| store.progress()).ok()?;
            all.into_iter().find(|one| one.game == game)
        });
        match self.forms.iter().position(|form| form.game() == game) {
            Some(known) => self.forms.swap_remove(known).again(progress),
            None => Form::new(game, self.settings.level(), progress),
        }
    }

    /// The help that belongs to what is on the screen.
    fn help(&self) -> Help {
        match (&self.screen, &self.table) {
            (Screen::Table, Some(table)) => Help::of_table(table),
            (Screen::Puzzle(_), _) => Help::of_puzzle(),
            (Screen::Review(_), _) => Help::of_review(),
            (Screen::Hand(_), _) => Help::of_hand(),
            (Screen::Draft(_), _) => Help::of_draft(),
            (Screen::Tree(_), _) => Help::of_tree(),
            _ => Help::all(),
        }
    }

    /// Back to the game that waits, or to the start.
    fn go_back(&mut self) {
        self.screen = if self.table.is_some() { Screen::Table } else { Screen::Start };
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Nothing => {}
            Wish::Help => self.overlay = Some(Overlay::Help(self.help())),
            Wish::Ask(question) => self.overlay = Some(Overlay::Ask(question)),
            Wish::Rules => {
                let rules = self.table.as_ref().and_then(|t| Rules::new(t.session().setup()));
                self.overlay = rules.map(Overlay::Rules);
            }
            Wish::Review => {
                if let Some(table) = &self.table {
                    let review = ReviewScreen::new(table.session(), &self.context);
                    self.screen = Screen::Review(Box::new(review));
                }
            }
            Wish::SetUp => self.set_up(),
            Wish::Tree => {
                if let Some(table) = &self.table {
                    let tree = TreeScreen::new(table.session().table(), &self.context);
                    self.screen = Screen::Tree(Box::new(tree));
                }
            }
            Wish::New => {
                let game = self.table.as_ref().map_or(CATALOGUE[0].name, |table| table.game());
                self.screen = Screen::Form(Box::new(self.form(game)));
            }
            Wish::Load => self.open_records(),
            Wish::Leave => {
                let kept = self.table.take().and_then(|table| table.resumable());
                self.start.notice = kept.map(|id| Notice {
                    text: self.context.fill("table-kept", &[("id", &id)]),
                    role: Role::Good,
                });
                self.screen = Screen::Start;
            }
        }
    }

    /// A position in the making, from the one on the table.
    fn set_up(&mut self) {
        let Some(table) = &self.table else { return };
        let session = table.session();
        let (game, board) = (session.game(), session.table().frame());
        match DraftScreen::new(game, board, session.setup().clone(), &session.position()) {
            Ok(draft) => self.screen = Screen::Draft(Box::new(draft)),
            Err(e) => self.complain(&e.message()),
        }
    }

    /// What was chosen on the start screen.
    fn chosen(&mut self, item: Option<Item>) {
        let Some(item) = item else { return };
        self.start.notice = None;
        match item {
            Item::Puzzle => self.screen = Screen::PuzzleForm,
            Item::Resume => self.resume(),
            Item::Load => self.open_records(),
            Item::Page => self.open_page(),
            Item::Language => {
                let other = match self.context.words.language() {
                    Language::English => Language::Portuguese,
                    Language::Portuguese => Language::English,
                };
                self.choose(Setting::Language, other.code());
            }
            Item::Help => self.overlay = Some(Overlay::Help(Help::all())),
            Item::Exit => self.end(false),
            Item::Settings => self.screen = Screen::Settings(SettingsScreen::default()),
            Item::Game(game) => self.screen = Screen::Form(Box::new(self.form(game))),
        }
    }

    fn complain(&mut self, reason: &Message) {
        let text = self.context.said(reason);
        self.start.notice = Some(Notice { text, role: Role::Bad });
        self.screen = Screen::Start;
    }

    fn begin(&mut self, setup: Setup) {
        match Session::new(setup) {
            Ok(session) => self.sit_down_at(session, false),
            Err(e) => self.complain(&e.message()),
        }
    }

    fn sit_down_at(&mut self, session: Session, is_logged: bool) {
        let log = is_logged.then(|| self.log());
        self.sit_down(TableScreen::new(session, Keeper::new(), log, &self.context));
    }

    /// A log where the original programs wrote theirs.
    fn log(&self) -> LogDat {
        let look = if self.context.theme.is_ascii { Look::Plain } else { Look::Unicode };
        LogDat::new(Some(Path::new("log.dat")), look).in_form(self.log_form)
    }

    fn open_records(&mut self) {
        match Load::new() {
            Ok(load) => self.screen = Screen::Load(load),
            Err(e) => self.complain(&e.message()),
        }
    }

    fn resume(&mut self) {
        match Store::open_default().and_then(|store| store.latest_unfinished()) {
            Ok(id) => self.load(id),
            Err(e) => self.complain(&e.message()),
        }
    }

    /// A game of the records; what is wrong with it is said.
    fn kept(&mut self, id: i64) -> Option<(Kept, Session)> {
        let kept = match Store::open_default().and_then(|store| store.kept(id)) {
            Ok(kept) => kept,
            Err(e) => {
                self.complain(&e.message());
                return None;
            }
        };
        match Session::from_record(&kept.record) {
            Ok(session) => Some((kept, session)),
            Err(e) => {
                self.complain(&e.message());
                None
            }
        }
    }

    /// Looks a game of the records through.
    fn review_kept(&mut self, id: i64) {
        let Some((_, session)) = self.kept(id) else { return };
        if session.plies().is_empty() {
            return;
        }
        let review = ReviewScreen::new(&session, &self.context);
        self.screen = Screen::Review(Box::new(review));
    }

    /// Sits down at a game of the records.
    fn load(&mut self, id: i64) {
        let Some((kept, session)) = self.kept(id) else { return };
        let keeper = Keeper::new().resume(kept);
        self.sit_down(TableScreen::new(session, keeper, None, &self.context));
    }

    fn open_page(&mut self) {
        match self.page.as_mut().map(|start| start()) {
            Some(Ok(address)) => self.overlay = Some(Overlay::Page(address)),
            Some(Err(reason)) => self.complain(&reason),
            None => {}
        }
    }
}
