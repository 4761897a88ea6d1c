//! A person's settings, kept between runs: a commented TOML file in the configuration folder.
//!
//! The file is the person's own: a change rewrites the line of its key and leaves every other as it is. What cannot
//! be parsed is reported and ignored; nothing here keeps the program from starting.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::Level;
use plywood_workbench::{Message, Refused, message, private};

/// The longest settings file accepted.
const MOST_BYTES: u64 = 1 << 20;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The language of every text.
    Language,
    /// The level of computers in new games.
    Level,
    /// How large cells are drawn at the table.
    CellSize,
    /// Whether the table shows what computers think.
    Thoughts,
    /// The colours of the table.
    Theme,
    /// Whether there are colours at all.
    Color,
    /// Unicode or ASCII.
    Characters,
}

impl Setting {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 7] = [
        Self::Language,
        Self::Level,
        Self::CellSize,
        Self::Thoughts,
        Self::Theme,
        Self::Color,
        Self::Characters,
    ];

    /// Its key in the file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Level => "level",
            Self::CellSize => "cell_size",
            Self::Thoughts => "thoughts",
            Self::Theme => "theme",
            Self::Color => "color",
            Self::Characters => "characters",
        }
    }

    /// Its values; the first is the default.
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Language => &["auto", "en", "pt"],
            Self::Level => &["5", "1", "2", "3", "4", "6", "7", "8", "9"],
            Self::CellSize => &["auto", "1", "2", "3", "4", "5", "6", "7"],
            Self::Thoughts => &["true", "false"],
            Self::Theme => &["terminal", "dark", "light", "contrast"],
            Self::Color => &["auto", "always", "never"],
            Self::Characters => &["auto", "unicode", "ascii"],
        }
    }

    /// What it affects.
    pub fn about(self) -> Message {
        match self {
            Self::Language => message!(
                "setting-language",
                "language of every text: en, pt, or auto for what the environment says"
            ),
            Self::Level => {
                message!("setting-level", "level of computers in new games, from 1 to 9")
            }
            Self::CellSize => message!(
                "setting-cell-size",
                "size of cells at the table, from 1 to 7, or auto for the largest that fits"
            ),
            Self::Thoughts => message!(
                "setting-thoughts",
                "whether the table shows what computers think: true or false"
            ),
            Self::Theme => message!(
                "setting-theme",
                "colours of the table: terminal (its own ground), dark, light or contrast"
            ),
            Self::Color => message!("setting-color", "colours at all: auto, always or never"),
            Self::Characters => message!(
                "setting-characters",
                "characters of boards: unicode, ascii, or auto for what the environment says"
            ),
        }
    }

    /// The setting with this key; `-` and `_` are the same.
    pub fn find(key: &str) -> Result<Self, Refused> {
        let wanted = key.trim().replace('-', "_");
        Self::ALL.into_iter().find(|setting| setting.key() == wanted).ok_or_else(|| {
            let list: Vec<&str> = Self::ALL.into_iter().map(Self::key).collect();
            message!(
                "setting-unknown",
                "there is no setting `{text}`: expected one of {list}",
                text = key,
                list = list.join(", ")
            )
            .into()
        })
    }

    /// The value in canonical form, or what was expected.
    fn check(self, value: &str) -> Result<&'static str, Refused> {
        let wanted = value.trim();
        self.values().iter().copied().find(|known| *known == wanted).ok_or_else(|| {
            let mut list = self.values().to_vec();
            list.sort_unstable();
            message!(
                "setting-value",
                "`{text}` is not a value for {key}: expected one of {list}",
                text = value,
                key = self.key(),
                list = list.join(", ")
            )
            .into()
        })
    }

    /// The value as TOML writes it.
    fn written(self, value: &str) -> String {
        match value.parse::<u8>().is_ok() || matches!(value, "true" | "false") {
            true => value.to_owned(),
            false => format!("\"{value}\""),
        }
    }
}

/// Why settings cannot be saved.
#[derive(Debug)]
#[non_exhaustive]
pub enum SettingsError {
    /// There is no folder for the file.
    NoFolder,
    /// It cannot be written.
    Write(PathBuf, io::Error),
}

impl SettingsError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::NoFolder => message!(
                "settings-no-folder",
                "there is no folder for settings: set HOME, XDG_CONFIG_HOME or PLYWOOD_CONFIG"
            ),
            Self::Write(path, e) => message!(
                "cannot-write",
                "cannot write {file}: {reason}",
                file = path.display().to_string(),
                reason = Message::of_file(e)
            ),
        }
    }
}

plywood_workbench::explained!(SettingsError);

/// The settings, and their file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    path: Option<PathBuf>,
    text: String,
    values: [Option<&'static str>; Setting::ALL.len()],
    faults: Vec<Message>,
    /// Whether the file is not valid TOML as a whole: then no line is added to it.
    is_broken: bool,
}

impl Settings {
    /// The user's file: `config.toml` under `PLYWOOD_CONFIG`, else `PLYWOOD_STATE`, else `XDG_CONFIG_HOME/plywood`,
    /// else `~/.config/plywood`; on Windows `%APPDATA%\plywood`.
    pub fn default_path() -> Result<PathBuf, SettingsError> {
        let set = |name| std::env::var_os(name).filter(|value: &OsString| !value.is_empty());
        let own = set("PLYWOOD_CONFIG").or_else(|| set("PLYWOOD_STATE")).map(PathBuf::from);
        let usual = || {
            if cfg!(windows) {
                return set("APPDATA").map(|folder| Path::new(&folder).join("plywood"));
            }
            set("XDG_CONFIG_HOME")
                .map(|folder| Path::new(&folder).join("plywood"))
                .or_else(|| set("HOME").map(|home| Path::new(&home).join(".config/plywood")))
        };
        own.or_else(usual).map(|folder| folder.join("config.toml")).ok_or(SettingsError::NoFolder)
    }

    /// This user's settings. Where there is no folder, nothing is set.
    pub fn load_default() -> Self {
        Self::default_path().map(|path| Self::load(&path)).unwrap_or_default()
    }

    /// The contents of a file; a missing one sets nothing.
    pub fn load(path: &Path) -> Self {
        let mut settings = Self { path: Some(path.into()), ..Self::default() };
        let read = match fs::metadata(path) {
            Ok(found) if found.len() > MOST_BYTES => Err(message!(
                "settings-large",
                "{file} is too large for settings",
                file = path.display().to_string()
            )),
            // Pipes and devices have no end.
            Ok(found) if !found.is_file() && !found.is_dir() => Err(message!(
                "settings-no-file",
                "{file} is a device or a pipe: expected a file",
                file = path.display().to_string()
            )),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return settings,
            _ => fs::read_to_string(path).map_err(|e| {
                message!(
                    "cannot-read",
                    "cannot read {file}: {reason}",
                    file = path.display().to_string(),
                    reason = Message::of_file(&e)
                )
            }),
        };
        match read {
            Ok(text) => settings.read(text),
            Err(fault) => {
                settings.faults.push(fault);
                settings.is_broken = true;
            }
        }
        settings
    }

    /// What a text in the file's form says; it is kept nowhere.
    pub fn from_text(text: &str) -> Self {
        let mut settings = Self::default();
        settings.read(text.to_owned());
        settings
    }

    /// The file's text, with what was chosen since.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn read(&mut self, text: String) {
        let file = self.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let mut faults = Vec::new();
        let mut fault = |reason: Message| {
            faults.push(message!(
                "settings-fault",
                "{file}: {reason}",
                file = file.clone(),
                reason
            ));
        };
        match text.parse::<toml::Table>() {
            Err(e) => {
                self.is_broken = true;
                fault(message!(
                    "settings-no-toml",
                    "this is no TOML, and nothing of it counts: \"{text}\"",
                    text = e.message().to_owned()
                ));
            }
            Ok(table) => {
                for (key, value) in &table {
                    let said = match value {
                        toml::Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    let read =
                        Setting::find(key).and_then(|setting| Ok((setting, setting.check(&said)?)));
                    match read {
                        Ok((setting, value)) => self.values[setting as usize] = Some(value),
                        Err(reason) => fault(reason.into()),
                    }
                }
            }
        }
        self.faults = faults;
        self.text = text;
    }

    /// What is wrong with the file.
    pub fn faults(&self) -> &[Message] {
        &self.faults
    }

    /// Where they are kept, if anywhere.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The value set, if any.
    pub fn chosen(&self, setting: Setting) -> Option<&'static str> {
        self.values[setting as usize]
    }

    /// The value in force: the one set, or the default.
    pub fn get(&self, setting: Setting) -> &'static str {
        self.chosen(setting).unwrap_or(setting.values()[0])
    }

    /// The language, unless the environment decides.
    pub fn language(&self) -> Option<Language> {
        Language::from_code(self.get(Setting::Language))
    }

    /// The level of new games.
    pub fn level(&self) -> Level {
        let number = self.get(Setting::Level).parse().ok().and_then(Level::new);
        number.unwrap_or(Level::ALL[4])
    }

    /// The size of cells, from 0; `None` for the largest that fits.
    pub fn cell_size(&self) -> Option<usize> {
        self.get(Setting::CellSize).parse::<usize>().ok()?.checked_sub(1)
    }

    /// Whether the computer's thoughts are shown.
    pub fn thoughts(&self) -> bool {
        self.get(Setting::Thoughts) == "true"
    }

    /// Sets a value and saves it at once. Setting the value in force changes no file.
    pub fn set(&mut self, setting: Setting, value: &str) -> Result<(), Refused> {
        let value = setting.check(value)?;
        if self.chosen(setting) == Some(value) {
            return Ok(());
        }
        if self.is_broken
            && let Some(fault) = self.faults.first()
        {
            return Err(fault.clone().into());
        }
        let before = (self.values, self.text.clone());
        self.values[setting as usize] = Some(value);
        let line = format!("{} = {}\n", setting.key(), setting.written(value));
        // A line that looks like a key may be part of a longer text: what is written must say what was chosen.
        let texts = [self.rewritten(setting, value), line.clone() + &self.text];
        let says_so = |text: &&String| {
            let read = Self::from_text(text);
            !read.is_broken && read.values == self.values
        };
        let Some(text) = texts.iter().find(says_so).cloned() else {
            self.values = before.0;
            let line = line.trim_end().to_owned();
            return Err(message!(
                "settings-form",
                "the settings are written in a form that is not ours to change: write `{line}` into the file yourself",
                line
            )
            .into());
        };
        self.text = text;
        let kept = self.write();
        if kept.is_err() {
            (self.values, self.text) = before;
        }
        Ok(kept?)
    }

    /// Creates the file, with every key explained, if there is none.
    pub fn make(&mut self) -> Result<&Path, SettingsError> {
        let is_there = self.path.as_ref().is_some_and(|path| path.exists());
        if !is_there {
            self.text = self.text_or_template();
            self.write()?;
        }
        self.path.as_deref().ok_or(SettingsError::NoFolder)
    }

    /// The file's text, or the one that explains every key and sets none.
    fn text_or_template(&self) -> String {
        if !self.text.trim().is_empty() {
            return self.text.clone();
        }
        let words = Words::new(self.language().unwrap_or_else(Language::from_environment));
        let head =
            message!("settings-head", "Settings of Plywood; `plywood config` shows what counts.");
        let mut text = format!("# {}\n", words.say(&head));
        for setting in Setting::ALL {
            let value = setting.written(setting.values()[0]);
            let about = words.say(&setting.about());
            text += &format!("\n# {about}\n# {} = {value}\n", setting.key());
        }
        text
    }

    /// The text with one key set: its line is replaced, or the commented one; else one is added before the first
    /// `[table]`, where TOML ends the plain keys.
    fn rewritten(&self, setting: Setting, value: &str) -> String {
        let text = self.text_or_template();
        let new = format!("{} = {}", setting.key(), setting.written(value));
        let key_of = |line: &str| {
            let name = line.split_once('=').map(|(name, _)| name.trim().trim_matches('"'));
            name.map(|name| name.replace('-', "_"))
        };
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let end = lines.iter().position(|line| line.trim_start().starts_with('['));
        let end = end.unwrap_or(lines.len());
        let is_key = |line: &String| key_of(line).as_deref() == Some(setting.key());
        let is_example = |line: &String| {
            let inner = line.trim_start().strip_prefix('#').map(|rest| rest.trim().to_owned());
            inner.as_ref().is_some_and(is_key)
        };
        let at = lines[..end].iter().position(is_key);
        match at.or_else(|| lines[..end].iter().position(is_example)) {
            Some(at) => lines[at] = new,
            None => lines.insert(end, new),
        }
        lines.join("\n") + "\n"
    }

    /// Writes beside the file and puts it in its place, for its owner alone.
    fn write(&self) -> Result<(), SettingsError> {
        // Settings of tests, and of users without a home folder, live as long as the program.
        let Some(path) = &self.path else { return Ok(()) };
        let beside = path.with_extension(format!("part{}", std::process::id()));
        let write = || -> io::Result<()> {
            if let Some(folder) = path.parent() {
                private::make_folder(folder)?;
            }
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&beside)?;
            file.write_all(self.text.as_bytes())?;
            file.sync_all()?;
            drop(file);
            // A file that is kept elsewhere and linked to stays linked.
            fs::rename(&beside, fs::canonicalize(path).unwrap_or_else(|_| path.clone()))
        };
        write().map_err(|e| {
            let _ = fs::remove_file(&beside);
            SettingsError::Write(path.clone(), e)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_and_every_other_line_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/config.toml");
        let mut settings = Settings::load(&path);
        assert_eq!((settings.get(Setting::Level), settings.chosen(Setting::Level)), ("5", None));
        settings.set(Setting::Level, "7").expect("written");
        let text = fs::read_to_string(&path).expect("a file");
        assert!(
            text.contains("\nlevel = 7\n") && text.contains("\n# theme = \"terminal\"\n"),
            "{text}"
        );
        fs::write(&path, format!("# mine\ntheme=\"light\" # sunny\n{text}")).expect("written");
        let mut settings = Settings::load(&path);
        assert_eq!((settings.level().number(), settings.get(Setting::Theme)), (7, "light"));
        settings.set(Setting::Language, "pt").expect("written");
        settings.set(Setting::Thoughts, "false").expect("written");
        let again = Settings::load(&path);
        assert!(again.faults().is_empty(), "{:?}", again.faults());
        assert_eq!(again.language(), Some(Language::Portuguese));
        assert!(!again.thoughts());
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.starts_with("# mine\ntheme=\"light\" # sunny\n"), "{text}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let names: Vec<_> = fs::read_dir(path.parent().expect("a folder")).expect("read").collect();
        assert_eq!(names.len(), 1, "nothing is left beside it");
    }

    #[test]
    fn invalid_settings_are_reported_and_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        fs::write(&path, "level = 12\ntheme = \"dark\"\nsound = true\n[table]\nx = 1\n")
            .expect("written");
        let mut settings = Settings::load(&path);
        assert_eq!((settings.get(Setting::Level), settings.get(Setting::Theme)), ("5", "dark"));
        assert_eq!(settings.faults().len(), 3, "{:?}", settings.faults());
        settings.set(Setting::Color, "never").expect("written");
        assert_eq!(Settings::load(&path).get(Setting::Color), "never", "set before the table");
        fs::write(&path, "level = = 3").expect("written");
        let mut broken = Settings::load(&path);
        assert_eq!(broken.faults().len(), 1);
        assert!(
            broken.set(Setting::Level, "3").is_err(),
            "the person's own text is not written over"
        );
        assert_eq!(fs::read_to_string(&path).expect("there"), "level = = 3");
        assert!(Settings::default().set(Setting::Theme, "pink").is_err());
        assert!(Setting::find("cell-size").is_ok() && Setting::find("colour").is_err());
    }

    #[test]
    fn what_is_said_to_be_kept_is_in_the_file() {
        // The lines that look like keys are parts of longer texts, or spell the key otherwise.
        for text in ["other = \"\"\"\nlevel = 4\n\"\"\"\n", "'level' = 4\n", "[level]\na = 1\n"] {
            let mut settings = Settings::from_text(text);
            let is_kept = settings.set(Setting::Level, "7").is_ok();
            let again = Settings::from_text(settings.text());
            let expected =
                if is_kept { Some("7") } else { Settings::from_text(text).chosen(Setting::Level) };
            assert_eq!(
                again.chosen(Setting::Level),
                expected,
                "{text:?} became {:?}",
                settings.text()
            );
            assert_eq!(settings.chosen(Setting::Level), expected, "{text:?}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_has_no_end_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        let settings = Settings::load(&path);
        let said = settings.faults()[0].to_string();
        assert!(said.ends_with("is a device or a pipe: expected a file"), "{said}");
    }

    #[test]
    fn a_setting_that_cannot_be_saved_is_not_set() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("written");
        let mut settings = Settings::load(&file.join("config.toml"));
        assert!(settings.set(Setting::Level, "2").is_err());
        assert_eq!(settings.chosen(Setting::Level), None);
    }
}
