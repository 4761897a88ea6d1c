//! One definition of the command line, and what is made of it: help in the reader's language, shell
//! completions, the manual page.

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::message;

use super::wrong;
use crate::Done;
use crate::args::Arguments;
use crate::examples;
use crate::screen::{self, say};
use plywood_records::{Setting, Settings};

/// The language asked for by `--lang`, wherever it stands, else by the settings, else by the environment. Help
/// must know it before the line is understood.
fn language_asked(line: &[String], settings: &Settings) -> Language {
    let after = line.iter().position(|word| word == "--lang").and_then(|at| line.get(at + 1));
    let joined = line.iter().find_map(|word| word.strip_prefix("--lang="));
    let asked = after.map(String::as_str).or(joined).and_then(Language::from_code);
    asked.or_else(|| settings.language()).unwrap_or_else(Language::from_environment)
}

/// When colours are wanted, as `--color` says wherever it stands, else the settings.
fn colours_asked<'a>(line: &'a [String], settings: &Settings) -> &'a str {
    let after = line.iter().position(|word| word == "--color").and_then(|at| line.get(at + 1));
    let joined = line.iter().find_map(|word| word.strip_prefix("--color="));
    after.map(String::as_str).or(joined).unwrap_or_else(|| settings.get(Setting::Color))
}

fn clap_colours(when: &str) -> clap::ColorChoice {
    match when {
        "always" => clap::ColorChoice::Always,
        "never" => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// Understands the command line, or says what is wrong with it and returns the exit code.
pub(crate) fn parse(settings: &Settings) -> Result<(Arguments, Language), u8> {
    let line: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let language = language_asked(&line, settings);
    let colours = colours_asked(&line, settings);
    screen::set_colours(colours);
    let words = Words::new(language);
    let parsed = definition(&words)
        .color(clap_colours(colours))
        .try_get_matches_from(std::env::args_os())
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map(|arguments| (arguments, language)).map_err(|error| {
        let is_help = matches!(
            error.kind(),
            ErrorKind::DisplayHelp
                | ErrorKind::DisplayVersion
                | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        );
        if is_help {
            // Nothing can be said about a screen that cannot be written to.
            let _ = error.print();
        } else if language == Language::English {
            crate::screen::tell(error.to_string().trim_end_matches('\n'));
        } else {
            crate::screen::tell(wrong::text(&error, &words).trim_end_matches('\n'));
        }
        error.exit_code() as u8
    })
}

/// The definition with every text in the language of these words.
pub(crate) fn definition(words: &Words) -> Command {
    let command = exemplified(Arguments::command(), "", words);
    let command =
        if words.language() == Language::English { command } else { localised(command, words) };
    grouped(command, words)
}

/// The command with examples below its help, and so its parts.
fn exemplified(command: Command, path: &str, words: &Words) -> Command {
    let examples = examples::of(path);
    let mut command = command;
    if !examples.is_empty() {
        let lines: String = examples.iter().map(|example| format!("\n  {example}")).collect();
        command = command.after_help(format!("{}:{lines}", words.text("clap-examples")));
    }
    let names: Vec<String> =
        command.get_subcommands().map(|part| part.get_name().to_owned()).collect();
    for name in names {
        let inner = format!("{path} {name}");
        command = command.mut_subcommand(name, |part| exemplified(part, inner.trim_start(), words));
    }
    command
}

/// The first help, with the commands in groups.
fn grouped(command: Command, words: &Words) -> Command {
    let width = screen::width().clamp(40, 100);
    let mut list = String::new();
    for (heading, names) in examples::GROUPS {
        list += &format!("\n{}:\n", words.text(heading));
        for name in names {
            let Some(part) = command.find_subcommand(name) else { continue };
            let about = part.get_about().map(ToString::to_string).unwrap_or_default();
            list += &format!("  {name:<13}");
            let mut column = 15;
            for word in about.split(' ') {
                let n = word.chars().count();
                if column + 1 + n > width {
                    list += &format!("\n{:15}", "");
                    column = 15;
                }
                list += &format!(" {word}");
                column += 1 + n;
            }
            list.push('\n');
        }
    }
    let (usage, options) = (words.text("clap-usage"), words.text("clap-options"));
    command.help_template(format!(
        "{{about-with-newline}}\n{usage}: {{usage}}\n{list}\n{options}:\n{{options}}{{after-help}}"
    ))
}

/// Headings as clap names them come from the template; texts are translated one by one.
fn localised(command: Command, words: &Words) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
        words.text("clap-usage")
    );
    let translated = |text: &clap::builder::StyledStr| {
        let text = text.to_string();
        words.help(&text).unwrap_or(text)
    };
    let about = command.get_about().map(translated);
    let has_commands = command.has_subcommands();
    let mut command = command
        .help_template(template)
        .subcommand_help_heading(words.text("clap-commands"))
        .subcommand_value_name(words.text("clap-command"))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .mut_args(|argument| {
            let help = argument.get_help().map(translated);
            let key = if argument.is_positional() { "clap-arguments" } else { "clap-options" };
            let argument = argument.help_heading(words.text(key));
            match (help, values_of(&argument)) {
                (None, _) => argument,
                (Some(help), list) if list.is_empty() => argument.help(help),
                (Some(help), list) => {
                    let list = list.join(", ");
                    let values = message!("hint-values", "[possible values: {list}]", list);
                    let help = format!("{help} {}", words.say(&values));
                    argument.help(help).hide_possible_values(true)
                }
            }
        })
        .arg(
            clap::Arg::new("help")
                .short('h')
                .long("help")
                .action(clap::ArgAction::Help)
                .help_heading(words.text("clap-options"))
                .help(words.text("clap-help")),
        );
    if command.get_version().is_some() {
        command = command.disable_version_flag(true).arg(
            clap::Arg::new("version")
                .short('V')
                .long("version")
                .action(clap::ArgAction::Version)
                .help_heading(words.text("clap-options"))
                .help(words.text("clap-version")),
        );
    }
    if let Some(about) = about {
        command = command.about(about);
    }
    if has_commands {
        let names: Vec<String> =
            command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        for name in names {
            command = command.mut_subcommand(name, |sub| localised(sub, words));
        }
    }
    command
}

/// The values that the help of an argument names; clap would introduce them in English.
fn values_of(argument: &clap::Arg) -> Vec<String> {
    if !argument.get_action().takes_values() || argument.is_hide_possible_values_set() {
        return Vec::new();
    }
    let values = argument.get_possible_values().into_iter().filter(|one| !one.is_hide_set());
    values.map(|one| one.get_name().to_owned()).collect()
}

/// `plywood completions SHELL`.
pub(crate) fn completions(shell: clap_complete::Shell, words: &Words) -> anyhow::Result<Done> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut definition(words), "plywood", &mut out);
    say(&String::from_utf8_lossy(&out))?;
    Ok(Done::Yes)
}

/// `plywood man`.
pub(crate) fn manual(words: &Words) -> anyhow::Result<Done> {
    let mut out = Vec::new();
    let mut command = definition(words);
    command.build();
    render(&command, "plywood", &mut out)?;
    say(&String::from_utf8_lossy(&out))?;
    Ok(Done::Yes)
}

/// The page of a command, and those of its parts after it.
fn render(command: &Command, name: &str, out: &mut Vec<u8>) -> anyhow::Result<()> {
    let page = clap_mangen::Man::new(command.clone().name(name.to_owned()));
    if out.is_empty() {
        page.render(out)?;
    } else {
        // One page for all: the parts follow as sections of their own.
        out.extend_from_slice(format!("\n.SH \"{}\"\n", name.to_uppercase()).as_bytes());
        if let Some(about) = command.get_about() {
            out.extend_from_slice(format!("{about}\n").as_bytes());
        }
        if command.get_arguments().next().is_some() {
            page.render_options_section(out)?;
        }
    }
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        render(part, &format!("{name} {}", part.get_name()), out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untranslated(command: &Command, words: &Words, found: &mut Vec<String>) {
        let mut check = |text: Option<&clap::builder::StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            if !text.is_empty() && words.help(&text).is_none() {
                found.push(text);
            }
        };
        check(command.get_about());
        command.get_arguments().for_each(|argument| check(argument.get_help()));
        command.get_subcommands().for_each(|part| untranslated(part, words, found));
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed_and_stands_in_one_group() {
        fn visit(command: &Command, path: &str, found: &mut Vec<String>) {
            let is_shown = |part: &&Command| part.get_name() != "help";
            if examples::of(path).is_empty() {
                found.push(path.to_owned());
            }
            for part in command.get_subcommands().filter(is_shown) {
                visit(part, format!("{path} {}", part.get_name()).trim_start(), found);
            }
        }
        let command = Arguments::command();
        let mut bare = Vec::new();
        visit(&command, "", &mut bare);
        assert!(bare.is_empty(), "without an example: {bare:?}");
        for example in examples::all() {
            let typed = example.split(['|', '>']).next().unwrap_or_default();
            let typed = if example.contains("\">") { example } else { typed };
            let words = plywood_protocol::split_words(typed).expect("words");
            let parsed = Arguments::command().try_get_matches_from(words);
            assert!(
                parsed.is_ok(),
                "{example}: {}",
                parsed.err().map(|e| e.to_string()).unwrap_or_default()
            );
        }
        let grouped: Vec<&str> =
            examples::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for part in command.get_subcommands().map(Command::get_name) {
            let n = grouped.iter().filter(|name| **name == part).count();
            assert_eq!(n, 1, "{part} stands in {n} groups");
        }
    }

    #[test]
    fn values_are_introduced_in_the_language_of_the_help() {
        let help = |language| definition(&Words::new(language)).render_long_help().to_string();
        let portuguese = help(Language::Portuguese);
        assert!(portuguese.contains("[valores possíveis: pt, en]"), "{portuguese}");
        assert!(!portuguese.contains("possible values"), "{portuguese}");
        assert_eq!(help(Language::English).matches("[possible values: pt, en]").count(), 1);
    }

    #[test]
    fn every_help_text_has_a_translation() {
        let mut found = Vec::new();
        untranslated(&Arguments::command(), &Words::new(Language::Portuguese), &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn the_definition_is_sound_in_every_language() {
        for language in Language::ALL {
            definition(&Words::new(language)).debug_assert();
        }
    }
}
