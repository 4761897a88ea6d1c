//! Who is let in: the right host, the same origin, the session's token; and what every answer carries.

use plywood_workbench::message;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, HOST, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use plywood_workbench::language::Language;

use crate::api::{Problem, Said, language};
use crate::server::Site;

/// Scripts, styles and calls of our own only; nothing may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; \
     frame-ancestors 'none'";

pub(crate) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let refused = refusal(&site, request.uri(), request.headers());
    let language = language(request.headers());
    let mut response = match refused {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    if let Some(said) = response.extensions_mut().remove::<Said>()
        && language != Language::English
    {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = said.body(language);
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refusal(site: &Site, uri: &Uri, headers: &HeaderMap) -> Option<Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(HOST).or_else(|| uri.authority().map(|authority| authority.as_str()));
    let Some(host) = host.filter(|host| is_own_host(site, host)) else {
        let message = message!("web-own-address", "this server answers only under its own address");
        return Some(Problem::new(StatusCode::MISDIRECTED_REQUEST, message));
    };
    if let Some(origin) = text(ORIGIN)
        && origin.strip_prefix("http://") != Some(host)
    {
        let message = message!("web-other-pages", "calls from other pages are refused");
        return Some(Problem::new(StatusCode::FORBIDDEN, message));
    }
    // The description of the API is no secret.
    let is_open = uri.path() == "/api/openapi.json";
    let is_call = (uri.path() == "/api" || uri.path().starts_with("/api/")) && !is_open;
    let token = headers.get("x-plywood-token").map(HeaderValue::as_bytes);
    if is_call && !token.is_some_and(|token| is_same(token, site.config.token.as_bytes())) {
        let message =
            message!("web-token", "the session's token is missing or wrong: reload the page");
        return Some(Problem::new(StatusCode::FORBIDDEN, message));
    }
    None
}

/// Whether a `Host` names this server: a page elsewhere that points its own name at us does not.
fn is_own_host(site: &Site, host: &str) -> bool {
    let address = site.config.address;
    let name = host.strip_suffix(&format!(":{}", address.port())).unwrap_or(host);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip == address.ip() || address.ip().is_unspecified(),
        Err(_) => false,
    }
}

/// Compares without telling by the time it takes how much was right.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}
