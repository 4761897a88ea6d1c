//! The page and its parts, embedded in the program.

use plywood_workbench::message;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::api::{Problem, catalogue};
use crate::server::Site;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

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
    let Some(file) = Page::get(name) else {
        return Problem::new(
            StatusCode::NOT_FOUND,
            message!("web-no-page", "there is no such page"),
        )
        .into_response();
    };
    if name == "index.html" {
        // What the first view shows comes with it: to ask for it takes longer than to read it.
        let games = catalogue().to_string().replace('<', "\\u003c");
        let page = String::from_utf8_lossy(&file.data).replace("{{token}}", &site.config.token);
        let page = page.replace("{{games}}", &games);
        return ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    }
    let hash = file.metadata.sha256_hash();
    let tag: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
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
    (headers, file.data.into_owned()).into_response()
}
