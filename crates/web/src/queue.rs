//! How many searches run at once: a few run, some wait, the rest are told to come back.

use plywood_workbench::{Message, message};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::Problem;

/// Searches that may wait.
const MOST_WAITING: usize = 64;
/// Searches of one client that may run or wait.
const MOST_OF_ONE: usize = 6;

/// The queue of searches.
pub(crate) struct Queue {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    clients: Clients,
}

/// How many searches each client has.
type Clients = Arc<Mutex<HashMap<String, usize>>>;

/// One search of a client's share; given back when dropped.
struct Share {
    clients: Clients,
    name: String,
}

/// A place in the queue; leaving gives it up.
pub(crate) struct Place {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    share: Option<Share>,
    /// How many were before us when we came.
    pub(crate) number: usize,
}

/// The right to search, as long as it is held.
pub(crate) struct Permit {
    _running: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Queue {
    pub(crate) fn new(n_running: usize) -> Self {
        let running = Arc::new(Semaphore::new(n_running));
        Self { running, waiting: Arc::default(), clients: Arc::default() }
    }

    /// A place in the queue, at once, or the answer that there is none. A client is a page in a
    /// browser, by the name it gave itself.
    pub(crate) fn enter(&self, client: &str) -> Result<Place, Problem> {
        let share = Share::take(&self.clients, client)?;
        let number = self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Place {
            running: Arc::clone(&self.running),
            waiting: Arc::clone(&self.waiting),
            share: Some(share),
            number,
        };
        if number >= MOST_WAITING {
            return Err(too_many(message!(
                "web-too-many-waiting",
                "too many searches are waiting: come back in a few seconds"
            )));
        }
        Ok(place)
    }
}

fn too_many(message: Message) -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, message).later()
}

fn lock(clients: &Clients) -> MutexGuard<'_, HashMap<String, usize>> {
    clients.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Share {
    fn take(clients: &Clients, name: &str) -> Result<Self, Problem> {
        let mut counts = lock(clients);
        let count = counts.entry(name.to_owned()).or_default();
        if *count >= MOST_OF_ONE {
            return Err(too_many(message!(
                "web-searches-enough",
                "this page has searches enough: wait until one of them ends"
            )));
        }
        *count += 1;
        Ok(Self { clients: Arc::clone(clients), name: name.to_owned() })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = lock(&self.clients);
        if let Some(count) = counts.get_mut(&self.name) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.name);
            }
        }
    }
}

impl Place {
    /// Waits for its turn; the search may run as long as the permit is held.
    pub(crate) async fn turn(mut self) -> Permit {
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.expect("the semaphore is never closed");
        Permit { _running: running, _share: self.share.take() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Permit {
    /// Searches where it may block. A search that panics fails alone; its place is free again.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let held = move || {
            let _permit = self;
            search()
        };
        tokio::task::spawn_blocking(held).await.map_err(|_| Problem::broken())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use super::*;

    #[tokio::test]
    async fn a_thousand_panics_leave_every_place_free() {
        std::panic::set_hook(Box::new(|_| {}));
        let queue = Queue::new(2);
        for i in 0..1000 {
            let permit = queue.enter("page").unwrap().turn().await;
            let search = move || -> u32 { panic!("a fault in search {i}") };
            assert!(permit.run(search).await.is_err());
        }
        let permit = queue.enter("page").unwrap().turn().await;
        assert_eq!(permit.run(|| 7).await.unwrap(), 7);
        assert_eq!((queue.running.available_permits(), lock(&queue.clients).len()), (2, 0));
    }

    #[tokio::test]
    async fn some_wait_and_the_rest_are_sent_away() {
        let queue = Queue::new(2);
        let running: Vec<Permit> =
            [queue.enter("a").unwrap().turn().await, queue.enter("b").unwrap().turn().await].into();
        let waiting: Vec<Place> =
            (0..MOST_WAITING).map(|i| queue.enter(&format!("c{i}")).unwrap()).collect();
        assert!(queue.enter("late").is_err());
        assert_eq!(waiting[5].number, 5);
        drop(waiting);
        assert!(queue.enter("late").is_ok());
        drop(running);
        assert_eq!(queue.running.available_permits(), 2);
    }

    #[tokio::test]
    async fn no_client_takes_more_than_its_share() {
        let queue = Queue::new(2);
        let held: Vec<Place> = (0..MOST_OF_ONE).map(|_| queue.enter("greedy").unwrap()).collect();
        assert!(queue.enter("greedy").is_err());
        assert!(queue.enter("modest").is_ok());
        drop(held);
        assert!(queue.enter("greedy").is_ok());
    }
}
