//! The page and its parts, embedded in the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use plywood_workbench::message;

use crate::api::{Problem, catalogue};
use crate::server::Site;

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

/// A file of the page, or the answer that there is none. Names are looked up in a list, so that no
/// path can lead outside.
pub(crate) async fn answer(
    State(site): State<Arc<Site>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            message!("web-expected-get", "expected GET"),
        )
        .into_response();
    }
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(bytes) = file(name) else {
        return Problem::new(
            StatusCode::NOT_FOUND,
            message!("web-no-page", "there is no such page"),
        )
        .into_response();
    };
    if name == "index.html" {
        // What the first view shows comes with it: to ask for it takes longer than to read it.
        let games = catalogue().to_string().replace('<', "\\u003c");
        let page = String::from_utf8_lossy(&bytes).replace("{{token}}", &site.config.token);
        let page = page.replace("{{games}}", &games);
        return ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    }
    let tag = tag(&bytes);
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    let headers =
        [(CONTENT_TYPE, kind.to_owned()), (ETAG, tag), (CACHE_CONTROL, "no-cache".to_owned())];
    (headers, bytes.into_owned()).into_response()
}
