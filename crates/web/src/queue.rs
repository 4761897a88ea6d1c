//! How many searches run at once: a few run, some wait, the rest are told to come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::Problem;

/// Searches that may wait.
const MOST_WAITING: usize = 64;

/// The queue of searches.
pub(crate) struct Queue {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A place in the queue; leaving gives it up.
pub(crate) struct Place {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// How many were before us when we came.
    pub(crate) number: usize,
}

impl Queue {
    pub(crate) fn new(n_running: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(n_running)), waiting: Arc::default() }
    }

    /// A place in the queue, at once, or the answer that there is none.
    pub(crate) fn enter(&self) -> Result<Place, Problem> {
        let number = self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Place {
            running: Arc::clone(&self.running),
            waiting: Arc::clone(&self.waiting),
            number,
        };
        if number >= MOST_WAITING {
            let message = "too many searches are waiting: come back in a few seconds";
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, message).later());
        }
        Ok(place)
    }
}

impl Place {
    /// Waits for its turn; the search may run as long as the permit is held.
    pub(crate) async fn turn(self) -> OwnedSemaphorePermit {
        let running = Arc::clone(&self.running);
        running.acquire_owned().await.expect("the semaphore is never closed")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
