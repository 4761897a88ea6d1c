//! The API: JSON in, JSON or a stream of it out. `openapi.json` documents it, and tests compare the two.

mod edit;
mod position;
mod problems;
mod records;
mod review;
mod rooms;
mod shelf;
mod stream;
mod thinking;
mod tournaments;
mod trace;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::{Message, message};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::server::Site;
use crate::wire::words;

pub(crate) use position::catalogue;
pub(crate) use tournaments::watch_stores;

/// The description of everything below.
const DESCRIPTION: &str = include_str!("../../openapi.json");
/// How long a client may take to send a body.
const BODY_TIME: Duration = Duration::from_secs(8);

/// A call: its path, how it is made, and who answers.
type Call = (&'static str, &'static [&'static str], MethodRouter<Arc<Site>>);

fn calls() -> Vec<Call> {
    vec![
        ("/openapi.json", &["get"], get(describe)),
        ("/games", &["get"], get(position::games)),
        ("/engines", &["get"], get(position::engines)),
        ("/state", &["post"], post(position::state)),
        ("/edit", &["post"], post(edit::edit)),
        ("/review", &["post"], post(review::look_through)),
        ("/think", &["post"], post(thinking::think)),
        ("/analyse", &["post"], post(thinking::analyse)),
        ("/trace", &["post"], post(trace::play)),
        ("/problems", &["get"], get(problems::lists)),
        ("/problems/state", &["post"], post(problems::state)),
        ("/problems/trace", &["post"], post(trace::path)),
        ("/problems/compare", &["post"], post(problems::compare)),
        ("/tournaments", &["get", "post"], get(tournaments::list).post(tournaments::play)),
        ("/tournaments/{store}/{id}", &["get"], get(tournaments::show)),
        ("/records", &["get", "post"], get(records::list).post(records::keep)),
        ("/records/{id}", &["get"], get(records::load)),
        ("/records/{id}/remove", &["post"], post(shelf::remove)),
        ("/records/{id}/note", &["get", "post"], get(shelf::note).post(shelf::write)),
        ("/records/restore", &["post"], post(shelf::restore)),
        ("/rooms", &["post"], post(rooms::open)),
        ("/rooms/{room}", &["get", "post"], get(rooms::watch_room).post(rooms::act)),
        ("/rooms/{room}/sit", &["post"], post(rooms::sit)),
        ("/events", &["get"], get(tournaments::events)),
    ]
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    let site =
        calls().into_iter().fold(Router::new(), |site, (path, _, answer)| site.route(path, answer));
    site.fallback(|| async {
        Problem::new(StatusCode::NOT_FOUND, message!("web-no-call", "there is no such call"))
    })
    .method_not_allowed_fallback(|| async {
        let said = message!("web-method", "method not allowed");
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, said)
    })
}

async fn describe() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

/// What went wrong, as `{"error": "a sentence"}`.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    said: Box<Said>,
    is_later: bool,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<Message>) -> Self {
        let said = Box::new(Said { message: message.into(), fact: None });
        Self { status, said, is_later: false }
    }

    /// The client's mistake, in the words of whoever found it.
    pub(crate) fn bad(reason: impl Into<Message>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    /// The same with the advice to come back soon.
    pub(crate) fn later(self) -> Self {
        Self { is_later: true, ..self }
    }

    /// The same with something the client needs besides the sentence.
    pub(crate) fn with(mut self, name: &'static str, value: Value) -> Self {
        self.said.fact = Some((name, value));
        self
    }

    /// A search that panicked: the job fails, the server lives.
    pub(crate) fn broken() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            message!("web-broken", "the search failed; this is a fault of ours"),
        )
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.said.message.fmt(f)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let said = *self.said;
        let sentence = said.message.to_string();
        let mut response = (self.status, axum::Json(said.json(&sentence))).into_response();
        if self.is_later {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response.extensions_mut().insert(said);
        response
    }
}

/// A refusal, for whoever wants it in another language.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    message: Message,
    /// What the client needs besides the sentence, by the name it has in the answer.
    fact: Option<(&'static str, Value)>,
}

impl Said {
    fn json(&self, sentence: &str) -> Value {
        let mut answer = json!({ "error": sentence });
        if let Some((name, value)) = &self.fact {
            answer[*name] = value.clone();
        }
        answer
    }

    /// The refusal's body in this language.
    pub(crate) fn body(&self, language: Language) -> Body {
        let sentence = words(language).say(&self.message);
        Body::from(self.json(&sentence).to_string())
    }
}

/// A JSON body; a bad one gets a sentence as JSON too.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let body = axum::Json::<T>::from_request(request, state);
        match tokio::time::timeout(BODY_TIME, body).await {
            Ok(Ok(axum::Json(value))) => Ok(Self(value)),
            Ok(Err(rejection)) => Err(refused(&rejection)),
            Err(_) => Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                message!("web-slow-body", "the body took too long"),
            )),
        }
    }
}

/// What stands in the path; where it makes no sense the answer is JSON too.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let expected = || message!("web-address", "the address should end in numbers");
        path.map(|axum::extract::Path(value)| Self(value)).map_err(|_| Problem::bad(expected()))
    }
}

/// The page that calls, by the name it gave itself; nobody's name for those who gave none.
pub(crate) struct Client(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let name = parts.headers.get("x-plywood-client").and_then(|name| name.to_str().ok());
        Ok(Self(name.filter(|name| name.len() <= 64).unwrap_or_default().to_owned()))
    }
}

/// The words of the language the page speaks.
pub(crate) struct Tongue(pub(crate) &'static Words);

impl<S: Send + Sync> FromRequestParts<S> for Tongue {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(words(language(&parts.headers))))
    }
}

/// The language the page speaks.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|asked| asked.to_str().ok());
    let first = asked.and_then(|asked| asked.split([',', ';']).next());
    first.and_then(Language::from_code).unwrap_or(Language::English)
}

/// The last cause of an error: what is wrong, without who found out.
fn reason(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.last().map(ToString::to_string).unwrap_or_default()
}

fn refused(rejection: &JsonRejection) -> Problem {
    let status = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::BAD_REQUEST,
    };
    let message = match rejection {
        _ if status == StatusCode::PAYLOAD_TOO_LARGE => {
            message!("web-large-body", "the body is larger than 1 MiB")
        }
        JsonRejection::JsonDataError(e) => message!(
            "web-json-data",
            "the message is not as expected: \"{text}\"",
            text = reason(e)
        ),
        JsonRejection::JsonSyntaxError(e) => {
            message!("web-json-syntax", "the message is no JSON: \"{text}\"", text = reason(e))
        }
        rejection => message!(
            "web-json-other",
            "the message cannot be read: \"{text}\"",
            text = rejection.body_text()
        ),
    };
    Problem::new(status, message)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_description_names_every_call_and_no_other() {
        let description: Value = serde_json::from_str(DESCRIPTION).expect("it is JSON");
        let mut described = BTreeSet::new();
        for (path, methods) in description["paths"].as_object().expect("paths") {
            for method in methods.as_object().expect("methods").keys() {
                described.insert((path.clone(), method.clone()));
            }
        }
        let mut answered = BTreeSet::new();
        for (path, methods, _) in calls() {
            for method in methods {
                answered.insert((format!("/api{path}"), (*method).to_owned()));
            }
        }
        assert_eq!(described, answered);
    }
}
