//! The API: JSON in, JSON or a stream of it out. `openapi.json` in the page's folder documents it.

mod position;
mod puzzle;
mod records;
mod thinking;
mod trace;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::server::Site;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/games", get(position::games))
        .route("/engines", get(position::engines))
        .route("/state", post(position::state))
        .route("/think", post(thinking::think))
        .route("/analyse", post(thinking::analyse))
        .route("/trace", post(trace::play))
        .route("/puzzle", get(puzzle::lists))
        .route("/puzzle/trace", post(trace::path))
        .route("/puzzle/compare", post(puzzle::compare))
        .route("/records", get(records::list).post(records::keep))
        .route("/records/{id}", get(records::load))
        .fallback(|| async { Problem::new(StatusCode::NOT_FOUND, "there is no such call") })
        .method_not_allowed_fallback(|| async {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this call is made another way")
        })
}

/// What went wrong, as `{"error": "a sentence"}`.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    message: String,
    is_later: bool,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), is_later: false }
    }

    /// The client's mistake, in the words of whoever found it.
    pub(crate) fn bad(reason: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason.to_string())
    }

    /// The same with the advice to come back soon.
    pub(crate) fn later(self) -> Self {
        Self { is_later: true, ..self }
    }

    /// A search that panicked: the job fails, the server lives.
    pub(crate) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed; this is a fault of ours")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response =
            (self.status, axum::Json(json!({ "error": self.message }))).into_response();
        if self.is_later {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// A JSON body; a bad one gets a sentence as JSON too.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> Problem {
    let status = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::BAD_REQUEST,
    };
    let message = match rejection {
        _ if status == StatusCode::PAYLOAD_TOO_LARGE => "the body is larger than 1 MiB".to_owned(),
        rejection => rejection.body_text(),
    };
    Problem::new(status, message)
}
