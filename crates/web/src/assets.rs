//! The page and its parts, embedded in the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};

use plywood_workbench::language::Words;
use plywood_workbench::message;
use serde_json::json;

use crate::access::Role;
use crate::api::{catalogue, showcase};

/// A file of the page: its bytes in a program to keep, its path in one under work, so that a change shows
/// when the page is loaded again.
#[cfg(not(debug_assertions))]
macro_rules! page_file {
    ($path:expr) => {
        include_bytes!($path) as &[u8]
    };
}
#[cfg(debug_assertions)]
macro_rules! page_file {
    ($path:expr) => {
        $path
    };
}

#[cfg(not(debug_assertions))]
type File = &'static [u8];
#[cfg(debug_assertions)]
type File = &'static str;

/// The files by name; `build.rs` lists them.
static PAGE: &[(&str, File)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The bytes of a file of the page.
fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    let (_, file) = PAGE.iter().find(|(known, _)| *known == name)?;
    #[cfg(not(debug_assertions))]
    return Some(Cow::Borrowed(file));
    #[cfg(debug_assertions)]
    return std::fs::read(file).ok().map(Cow::Owned);
}

/// A name for these bytes: others have another, the same have the same.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: &'static str,
    /// Changes with the content.
    pub(crate) tag: String,
}

/// A file by its name. Names are looked up in a list, so that no path can lead outside.
pub(crate) fn asset(name: &str) -> Option<Asset> {
    let bytes = file(name).filter(|_| name != "index.html")?;
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(Asset { tag: tag(&bytes), bytes: bytes.into_owned(), kind })
}

/// The page itself, for somebody who was let in.
pub(crate) fn page(role: Role) -> Option<String> {
    let file = file("index.html")?;
    // What the first view shows comes with it: to ask for it takes longer than to read it.
    let known = json!({ "games": catalogue(), "showcase": showcase() });
    let known = known.to_string().replace('<', "\\u003c");
    let page = String::from_utf8_lossy(&file).replace("{{role}}", role.name());
    Some(page.replace("{{catalogue}}", &known))
}

/// The page for those who were not: where the key is found, and a field for it or for the password.
pub(crate) fn door(words: &Words, has_password: bool, what: Option<&str>) -> String {
    let say = |said| escaped(&words.say(&said));
    let title = say(message!("door-title", "Plywood: who is there?"));
    let why = match has_password {
        true => say(message!(
            "door-password",
            "Open the link you were sent, or give the password of this server."
        )),
        false => say(message!(
            "door-key",
            "Open the address that Plywood printed in its terminal: it holds the key to this page."
        )),
    };
    let label = match has_password {
        true => say(message!("door-label-password", "Password or key")),
        false => say(message!("door-label-key", "Key")),
    };
    let enter = say(message!("door-enter", "Enter"));
    let what =
        what.map_or(String::new(), |what| format!("<p role=\"alert\">{}</p>", escaped(what)));
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title></head><body style=\"font: 1rem/1.5 system-ui; max-width: 34rem; margin: 3rem auto; \
         padding: 0 1rem\"><main><h1>Plywood</h1><p>{why}</p>{what}<form method=\"post\" action=\"/enter\">\
         <label>{label} <input type=\"password\" name=\"key\" required autocomplete=\"current-password\"></label> \
         <button>{enter}</button></form></main></body></html>",
        words.language().code()
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
