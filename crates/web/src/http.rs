//! Between HTTP and the API: who calls, what is asked, and how answers travel.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, ETAG, HOST,
    HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION, ORIGIN, REFERRER_POLICY, RETRY_AFTER,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::Stream;
use http_body_util::LengthLimitError;
use plywood_workbench::language::{Language, Words};
use plywood_workbench::message;
use tokio::sync::SemaphorePermit;
use tokio_stream::StreamExt;

use crate::access::{Role, Session, Tried};
use crate::api::{self, Answer, CALLS, Call, Caller, Input, Problem, Status};
use crate::guard::{self, Origins};
use crate::queue::{Client, Lane};
use crate::server::Site;
use crate::wire::words;
use crate::{assets, streams};

/// Bodies above this are refused.
const MOST_BYTES: usize = 1 << 20;
/// What somebody may send to be let in.
const MOST_WORDS: usize = 4 << 10;
/// How long a client may take to send a body.
const BODY_TIME: Duration = Duration::from_secs(8);
/// Scripts, styles and calls of our own only; nothing may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All calls and the page.
pub(crate) fn routes(site: &Arc<Site>) -> Router {
    let mut api = Router::new();
    for call in &CALLS {
        let answer = move |State(site): State<Arc<Site>>, path: RawPathParams, request: Request| {
            answer(call, site, path, request)
        };
        api = match call.method {
            api::Method::Get => api.route(call.path, get(answer)),
            api::Method::Post => api.route(call.path, post(answer)),
        };
    }
    let api = api
        .fallback(|headers: HeaderMap| async move {
            let said = message!("web-no-call", "there is no such call");
            refuse(&Problem::new(Status::Missing, said), words_of(&headers))
        })
        .method_not_allowed_fallback(|headers: HeaderMap| async move {
            let said = message!("web-method", "method not allowed");
            refuse(&Problem::new(Status::Method, said), words_of(&headers))
        });
    Router::new()
        .nest("/api", api)
        .route("/enter", post(enter))
        .fallback(file)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(site), check))
        .with_state(Arc::clone(site))
}

/// Lets in or turns away, and adds what every answer carries.
async fn check(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let session = guard::check(&site, &origins(request.uri(), request.headers()));
    let mut response = match session {
        Err(problem) => refuse(&problem, words_of(request.headers())),
        Ok(session) => {
            if let Some(session) = session {
                request.extensions_mut().insert(session);
            }
            next.run(request).await
        }
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn origins<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Origins<'a> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let query = uri.query().unwrap_or_default();
    Origins {
        path: uri.path(),
        host: text(HOST).or_else(|| uri.authority().map(|authority| authority.as_str())),
        origin: text(ORIGIN),
        fetch_site: text(HeaderName::from_static("sec-fetch-site")),
        cookie: text(COOKIE),
        key: text(HeaderName::from_static("x-plywood-token")),
        query_key: query.split('&').find_map(|pair| pair.strip_prefix("key=")),
    }
}

/// The words of the language the page speaks.
fn words_of(headers: &HeaderMap) -> &'static Words {
    let asked = headers.get(ACCEPT_LANGUAGE).and_then(|asked| asked.to_str().ok());
    let first = asked.and_then(|asked| asked.split([',', ';']).next());
    words(first.and_then(Language::from_code).unwrap_or(Language::English))
}

/// A refusal as it travels.
pub(crate) fn refuse(problem: &Problem, words: &Words) -> Response {
    let status = StatusCode::from_u16(problem.status as u16);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, axum::Json(problem.json(words))).into_response();
    if problem.is_later {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}

async fn answer(call: &Call, site: Arc<Site>, path: RawPathParams, request: Request) -> Response {
    let words = words_of(request.headers());
    respond(call, site, &path, request, words)
        .await
        .unwrap_or_else(|problem| refuse(&problem, words))
}

async fn respond(
    call: &Call,
    site: Arc<Site>,
    path: &RawPathParams,
    request: Request,
    words: &'static Words,
) -> Result<Response, Problem> {
    // Only the description is read by those who were not let in.
    let nobody = Session { number: 0, role: Role::Spectator };
    let session = request.extensions().get().copied().unwrap_or(nobody);
    guard::allow(session, call.role)?;
    let client = client(&site, session, &request);
    let room = room(&site, call.method, &request)?;
    let query = request.uri().query().unwrap_or_default();
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let input = Input {
        path: path.iter().map(|(_, value)| value.to_owned()).collect(),
        query: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: match call.method {
            api::Method::Get => Vec::new(),
            api::Method::Post => body(request).await?,
        },
    };
    let caller = Caller { words, role: session.role };
    let answer = (call.answer)(&site, &caller, &input)?;
    // The body has been understood; nothing of it is needed any more.
    drop((input, room));
    Ok(match answer {
        Answer::Now(value) => axum::Json(value).into_response(),
        Answer::Text(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Answer::Record(work) => axum::Json(site.records.work(work).await?).into_response(),
        Answer::Report(work) => axum::Json(site.reports.work(work).await?).into_response(),
        Answer::Search(lane, work) => {
            let place = site.queue.enter(&client, lane)?;
            axum::Json(streams::search(place, work).await?).into_response()
        }
        Answer::Lines(work) => {
            let place = site.queue.enter(&client, Lane::Search)?;
            streamed("application/jsonl", streams::lines(&site, place, words, work))
        }
        Answer::Events(work) => {
            let place = site.queue.enter(&client, Lane::Search)?;
            streamed("text/event-stream", streams::events(place, words, work))
        }
        Answer::Watched(counts, tell) => {
            streamed("text/event-stream", streams::watched(counts, move |_| tell()))
        }
        Answer::Changes => streamed("text/event-stream", streams::changes(&site)),
    })
}

/// Room for the body of a call, or the answer that there is none just now.
fn room<'a>(
    site: &'a Site,
    method: api::Method,
    request: &Request,
) -> Result<SemaphorePermit<'a>, Problem> {
    const MOST_KIB: u64 = (MOST_BYTES >> 10) as u64;
    // Who does not say how much it will be may send the most.
    let told = request.body().size_hint().exact();
    let kib = match method {
        api::Method::Get => 0,
        api::Method::Post => told.map_or(MOST_KIB, |n| n.div_ceil(1024).min(MOST_KIB)),
    };
    site.bodies.try_acquire_many(kib as u32).map_err(|_| {
        let said = message!("web-many-bodies", "too much is being sent at once: try again soon");
        Problem::new(Status::TooMany, said).later()
    })
}

/// The body of a call, which says that it is JSON: forms of other pages cannot.
async fn body(request: Request) -> Result<Vec<u8>, Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.trim_start().starts_with("application/json"));
    if !is_json {
        let said = message!("web-content-type", "expected a body of the type `application/json`");
        return Err(Problem::bad(said));
    }
    read(request, MOST_BYTES).await
}

async fn read(request: Request, most: usize) -> Result<Vec<u8>, Problem> {
    match tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(e)) if std::error::Error::source(&e).is_some_and(|e| e.is::<LengthLimitError>()) => {
            let said = message!("web-large-body", "the body is larger than 1 MiB");
            Err(Problem::new(Status::Large, said))
        }
        Ok(Err(_)) => Err(Problem::bad(message!("web-no-body", "the body did not arrive whole"))),
        Err(_) => {
            let said = message!("web-slow-body", "the body took too long");
            Err(Problem::new(Status::Slow, said))
        }
    }
}

/// Who wants to search, for a fair share.
fn client(site: &Site, session: Session, request: &Request) -> Client {
    let page = request.headers().get("x-plywood-client").and_then(|name| name.to_str().ok());
    let page = page.filter(|name| name.len() <= 64).unwrap_or_default().to_owned();
    Client { address: address(site, request), session: session.number, page }
}

/// Where a request comes from. A proxy of ours, on this machine, is believed what it says of that.
fn address(site: &Site, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0);
    if site.config.public.is_none() || !peer.to_canonical().is_loopback() {
        return peer;
    }
    let told = request.headers().get_all("x-forwarded-for").iter().next_back();
    let told = told.and_then(|told| told.to_str().ok()).and_then(|told| told.rsplit(',').next());
    told.and_then(|told| told.trim().parse().ok()).unwrap_or(peer)
}

/// A file of the page, or the answer that there is none.
async fn file(State(site): State<Arc<Site>>, request: Request) -> Response {
    let words = words_of(request.headers());
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let said = message!("web-expected-get", "expected GET");
        return refuse(&Problem::new(Status::Method, said), words);
    }
    let path = request.uri().path();
    if path == "/" || path == "/index.html" {
        return front(&site, &request);
    }
    let Some(asset) = assets::asset(path.trim_start_matches('/')) else {
        let said = message!("web-no-page", "there is no such page");
        return refuse(&Problem::new(Status::Missing, said), words);
    };
    let known = request.headers().get(IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == asset.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, asset.tag)]).into_response();
    }
    let headers = [
        (CONTENT_TYPE, asset.kind.to_owned()),
        (ETAG, asset.tag),
        (CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, asset.bytes).into_response()
}

/// The page for those who are let in, the door for the others. Who comes with a key gets a cookie.
fn front(site: &Site, request: &Request) -> Response {
    let Some(session) = request.extensions().get::<Session>().copied() else {
        let words = words_of(request.headers());
        return door(site, words, StatusCode::FORBIDDEN, None);
    };
    let Some(page) = assets::page(session.role) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    let has_key = origins(request.uri(), request.headers()).query_key.is_some();
    if session.number == 0 && has_key {
        set_cookie(site, session.role, &mut response);
    }
    response
}

fn set_cookie(site: &Site, role: Role, response: &mut Response) {
    let Some((_, value)) = site.access.open(role) else { return };
    let secure =
        if site.config.public.as_ref().is_some_and(|to| to.is_secure) { "; Secure" } else { "" };
    let name = guard::cookie_name(site);
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
}

fn door(site: &Site, words: &Words, status: StatusCode, what: Option<&str>) -> Response {
    let page = assets::door(words, site.access.has_password(), what);
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// `POST /enter` with `key=…`, as the door's form sends it.
async fn enter(State(site): State<Arc<Site>>, request: Request) -> Response {
    let words = words_of(request.headers());
    let from = address(&site, &request);
    let form = match read(request, MOST_WORDS).await {
        Ok(form) => form,
        Err(problem) => return refuse(&problem, words),
    };
    let form = String::from_utf8_lossy(&form).into_owned();
    let word = form.split('&').find_map(|pair| pair.strip_prefix("key=")).unwrap_or_default();
    match site.access.attempt(&decoded(word), from) {
        Tried::Right(role) => {
            let mut response = (StatusCode::SEE_OTHER, [(LOCATION, "/")]).into_response();
            set_cookie(&site, role, &mut response);
            response
        }
        Tried::Wrong => {
            let said = message!("door-wrong", "That was not it.");
            door(&site, words, StatusCode::FORBIDDEN, Some(&words.say(&said)))
        }
        Tried::TooMany => {
            let said = message!("door-too-many", "Too many wrong ones: wait a minute.");
            door(&site, words, StatusCode::TOO_MANY_REQUESTS, Some(&words.say(&said)))
        }
    }
}

/// Text as a form writes it: `+` is a space, `%20` too.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        rest = tail;
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            (b'+', _) => bytes.push(b' '),
            (&other, _) => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A stream of texts as a body.
fn streamed(kind: &'static str, texts: impl Stream<Item = String> + Send + 'static) -> Response {
    let texts = texts.map(Ok::<_, Infallible>);
    ([(CONTENT_TYPE, kind)], Body::from_stream(texts)).into_response()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        assert_eq!(decoded("open+s%C3%A9same%21"), "open sésame!");
        for odd in ["%", "%4", "%zz", "100%"] {
            assert_eq!(decoded(odd), odd);
        }
    }
}
