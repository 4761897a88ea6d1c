//! `plywood config`: what was chosen, where it is kept, and how to change it.

use std::process::Command;

use clap::Subcommand;
use plywood_records::{Setting, Settings, SettingsError};
use plywood_workbench::language::Words;
use plywood_workbench::{Refused, message};
use serde_json::json;

use crate::Done;
use crate::screen::{Style, complain, say, say_json, styled};

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print what counts for one setting
    Get {
        /// The setting: `plywood config` lists them
        key: String,
    },
    /// Choose a value and keep it
    Set {
        /// The setting: `plywood config` lists them
        key: String,
        /// The value
        value: String,
    },
    /// Open the file in your editor (VISUAL or EDITOR), and check it afterwards
    Edit,
}

/// `plywood config`.
pub(crate) fn run(
    command: Option<&ConfigCommand>,
    as_json: bool,
    words: &Words,
) -> anyhow::Result<Done> {
    let mut settings = Settings::load_default();
    match command {
        None => show(&settings, as_json, words),
        Some(ConfigCommand::Get { key }) => {
            say(&format!("{}\n", settings.get(Setting::find(key)?)))?;
            Ok(Done::Yes)
        }
        Some(ConfigCommand::Set { key, value }) => {
            let setting = Setting::find(key)?;
            let Some(path) = settings.path() else {
                return Err(Refused::from(SettingsError::NoFolder).into());
            };
            let file = path.display().to_string();
            settings.set(setting, value)?;
            let holes: [(&str, &dyn std::fmt::Display); 3] =
                [("key", &setting.key()), ("value", &settings.get(setting)), ("file", &file)];
            crate::screen::tell(&words.fill("config-set", &holes));
            Ok(Done::Yes)
        }
        Some(ConfigCommand::Edit) => edit(&mut settings, words),
    }
}

fn show(settings: &Settings, as_json: bool, words: &Words) -> anyhow::Result<Done> {
    let path = settings.path().map(|path| path.display().to_string());
    let faults: Vec<String> = settings.faults().iter().map(|fault| words.say(fault)).collect();
    if as_json {
        let one = |setting: Setting| {
            json!({
                "key": setting.key(),
                "value": settings.get(setting),
                "chosen": settings.chosen(setting).is_some(),
                "values": setting.values(),
                "about": words.say(&setting.about()),
            })
        };
        let all: Vec<_> = Setting::ALL.into_iter().map(one).collect();
        say_json(&json!({ "path": path, "settings": all, "faults": faults }))?;
    } else {
        let is_there = settings.path().is_some_and(std::path::Path::exists);
        let key = if is_there { "config-file" } else { "config-no-file" };
        let file = path.unwrap_or_else(|| words.text("config-no-place"));
        let mut text = words.fill(key, &[("file", &file)]) + "\n\n";
        for setting in Setting::ALL {
            let value = format!("{:<10}", settings.get(setting));
            let value = match settings.chosen(setting) {
                Some(_) => styled(&value, Style::Good),
                None => value,
            };
            text += &format!("{:<11} {value} {}\n", setting.key(), words.say(&setting.about()));
        }
        text += &format!("\n{}\n", words.text("config-how"));
        say(&text)?;
        faults.iter().for_each(|fault| complain(fault));
    }
    Ok(if faults.is_empty() { Done::Yes } else { Done::No })
}

fn edit(settings: &mut Settings, words: &Words) -> anyhow::Result<Done> {
    let path = settings.make()?.to_owned();
    let set = |name| std::env::var(name).ok().filter(|text| !text.trim().is_empty());
    let usual = if cfg!(windows) { "notepad" } else { "vi" };
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| usual.to_owned());
    let mut parts = editor.split_whitespace();
    let program = parts.next().unwrap_or(usual);
    let ended = Command::new(program).args(parts).arg(&path).status();
    if !ended.as_ref().is_ok_and(std::process::ExitStatus::success) {
        let reason = match ended {
            Ok(status) => status.to_string(),
            Err(e) => words.say(&plywood_workbench::Message::of_file(&e)),
        };
        let failed: Refused = message!(
            "config-editor",
            "the editor `{editor}` failed: {reason}; set VISUAL or EDITOR, or open {file} yourself",
            editor,
            reason,
            file = path.display().to_string()
        )
        .into();
        return Err(failed.into());
    }
    let read = Settings::load(&path);
    read.faults().iter().for_each(|fault| complain(&words.say(fault)));
    Ok(if read.faults().is_empty() { Done::Yes } else { Done::No })
}
