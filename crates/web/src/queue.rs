//! Which searches run: a few at once, fairly; some wait, the rest are told to come back.
//!
//! Whoever has fewest running goes first, by address and then by session; among equals, whoever was served
//! longest ago. So one client never has a second search running while another waits for a first. Moves that
//! take a moment have a lane of their own, past all that is long.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use plywood_workbench::{Message, message};
use tokio::sync::oneshot;

use crate::access::network;
use crate::api::{Problem, Status};

/// Searches that may wait, in each lane.
const MOST_WAITING: usize = 64;
/// Searches of one page that may run or wait.
const MOST_OF_ONE: usize = 6;
/// Searches that may run or wait, of one address beyond loopback, and of one session however its pages are called.
const MOST_OF_ADDRESS: usize = 24;
/// How long a search that can pause runs while others wait.
const SLICE: std::time::Duration = std::time::Duration::from_secs(1);

/// Which way a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// It may take long.
    Search,
    /// It is over in a moment.
    Moment,
}

/// Who wants to search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    /// The session, or 0.
    pub(crate) session: u64,
    /// What the page calls itself.
    pub(crate) page: String,
}

/// The queue of searches.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Mutex<Hall>>);

struct Hall {
    /// Searches that may run, and moments.
    most: [usize; 2],
    running: [usize; 2],
    waiting: Vec<Ticket>,
    pages: HashMap<Client, usize>,
    addresses: HashMap<IpAddr, Tally>,
    sessions: HashMap<(IpAddr, u64, String), Tally>,
    /// Counts tickets and services, so that they have an order.
    clock: u64,
}

/// What an address or a session has.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Running or waiting.
    n: usize,
    running: usize,
    last_served: u64,
}

struct Ticket {
    number: u64,
    lane: Lane,
    client: Client,
    call: oneshot::Sender<Permit>,
}

/// A place in the queue; leaving gives it up.
pub(crate) struct Place {
    queue: Queue,
    ticket: u64,
    called: oneshot::Receiver<Permit>,
    /// How many were before us when we came.
    pub(crate) number: usize,
}

/// The right to search, as long as it is held.
pub(crate) struct Permit {
    queue: Queue,
    lane: Lane,
    client: Client,
    since: Instant,
}

impl Client {
    fn address(&self) -> IpAddr {
        network(self.address)
    }

    /// Who shares one turn: a session, or a page that shows a key with every call.
    fn session(&self) -> (IpAddr, u64, String) {
        let page = if self.session == 0 { self.page.clone() } else { String::new() };
        (self.address(), self.session, page)
    }
}

impl Queue {
    pub(crate) fn new(n_running: usize) -> Self {
        Self(Arc::new(Mutex::new(Hall {
            most: [n_running, 1],
            running: [0; 2],
            waiting: Vec::new(),
            pages: HashMap::new(),
            addresses: HashMap::new(),
            sessions: HashMap::new(),
            clock: 0,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Hall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place in the queue, at once, or the answer that there is none.
    pub(crate) fn enter(&self, client: &Client, lane: Lane) -> Result<Place, Problem> {
        let mut hall = self.lock();
        hall.admit(client, lane)?;
        let place = self.queue_up(&mut hall, client.clone(), lane);
        let ready = hall.next(self);
        drop(hall);
        call(ready);
        Ok(place)
    }

    fn queue_up(&self, hall: &mut Hall, client: Client, lane: Lane) -> Place {
        hall.clock += 1;
        hall.hold(&client);
        let (call, called) = oneshot::channel();
        let (ticket, number) = (hall.clock, hall.waiting.len());
        hall.waiting.push(Ticket { number: ticket, lane, client, call });
        Place { queue: self.clone(), ticket, called, number }
    }
}

/// Calls those whose turn it is; a permit that nobody takes any more comes back by itself.
fn call(ready: Vec<(oneshot::Sender<Permit>, Permit)>) {
    for (sender, permit) in ready {
        let _ = sender.send(permit);
    }
}

fn too_many(message: Message) -> Problem {
    Problem::new(Status::TooMany, message).later()
}

impl Hall {
    fn admit(&self, client: &Client, lane: Lane) -> Result<(), Problem> {
        let n_page = self.pages.get(client).copied().unwrap_or(0);
        let n_address = self.addresses.get(&client.address()).map_or(0, |tally| tally.n);
        let n_session = self.sessions.get(&client.session()).map_or(0, |tally| tally.n);
        let is_guest = !client.address.to_canonical().is_loopback();
        let is_full = n_session >= MOST_OF_ADDRESS || (is_guest && n_address >= MOST_OF_ADDRESS);
        if n_page >= MOST_OF_ONE || is_full {
            return Err(too_many(message!(
                "web-searches-enough",
                "this page has searches enough: wait until one of them ends"
            )));
        }
        if self.waiting.iter().filter(|ticket| ticket.lane == lane).count() >= MOST_WAITING {
            return Err(too_many(message!(
                "web-too-many-waiting",
                "too many searches are waiting: come back in a few seconds"
            )));
        }
        Ok(())
    }

    fn hold(&mut self, client: &Client) {
        *self.pages.entry(client.clone()).or_default() += 1;
        self.addresses.entry(client.address()).or_default().n += 1;
        self.sessions.entry(client.session()).or_default().n += 1;
    }

    fn let_go(&mut self, client: &Client) {
        fn drop_one<K: std::hash::Hash + Eq, V>(
            map: &mut HashMap<K, V>,
            key: K,
            count: impl Fn(&mut V) -> &mut usize,
        ) {
            if let Some(value) = map.get_mut(&key) {
                let n = count(value);
                *n -= 1;
                if *n == 0 {
                    map.remove(&key);
                }
            }
        }
        drop_one(&mut self.pages, client.clone(), |n| n);
        drop_one(&mut self.addresses, client.address(), |tally| &mut tally.n);
        drop_one(&mut self.sessions, client.session(), |tally| &mut tally.n);
    }

    /// Takes out of the queue all who may run now.
    fn next(&mut self, queue: &Queue) -> Vec<(oneshot::Sender<Permit>, Permit)> {
        let mut ready = Vec::new();
        for lane in [Lane::Moment, Lane::Search] {
            while self.running[lane as usize] < self.most[lane as usize] {
                let Some(at) = self.first(lane) else { break };
                let Ticket { client, call, .. } = self.waiting.remove(at);
                self.running[lane as usize] += 1;
                self.clock += 1;
                let clock = self.clock;
                // A moment is no search: it does not count against whoever also wants a long one.
                let n = usize::from(lane == Lane::Search);
                let address = self.addresses.entry(client.address()).or_default();
                (address.running, address.last_served) = (address.running + n, clock);
                let session = self.sessions.entry(client.session()).or_default();
                (session.running, session.last_served) = (session.running + n, clock);
                let since = Instant::now();
                ready.push((call, Permit { queue: queue.clone(), lane, client, since }));
            }
        }
        ready
    }

    fn first(&self, lane: Lane) -> Option<usize> {
        let rank = |ticket: &Ticket| {
            let address = self.addresses.get(&ticket.client.address()).copied().unwrap_or_default();
            let session = self.sessions.get(&ticket.client.session()).copied().unwrap_or_default();
            let of_address = (address.running, address.last_served);
            (of_address, (session.running, session.last_served), ticket.number)
        };
        let of_lane = self.waiting.iter().enumerate().filter(|(_, ticket)| ticket.lane == lane);
        of_lane.min_by_key(|(_, ticket)| rank(ticket)).map(|(at, _)| at)
    }
}

impl Place {
    /// Waits for its turn; the search may run as long as the permit is held.
    pub(crate) async fn turn(mut self) -> Permit {
        (&mut self.called).await.expect("whoever waits is called")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut hall = self.queue.lock();
        if let Some(at) = hall.waiting.iter().position(|ticket| ticket.number == self.ticket) {
            let Ticket { client, call, .. } = hall.waiting.remove(at);
            hall.let_go(&client);
            drop((hall, call));
        }
    }
}

impl Permit {
    /// Whether it has been held for a while and others wait.
    pub(crate) fn is_over(&self) -> bool {
        self.since.elapsed() >= SLICE && !self.queue.lock().waiting.is_empty()
    }

    /// Lets those go first who wait, and queues up again.
    pub(crate) fn pause(self) -> Place {
        let queue = self.queue.clone();
        let place = queue.queue_up(&mut queue.lock(), self.client.clone(), self.lane);
        drop(self);
        place
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut hall = self.queue.lock();
        hall.running[self.lane as usize] -= 1;
        if self.lane == Lane::Search {
            let address = self.client.address();
            hall.addresses.entry(address).and_modify(|tally| tally.running -= 1);
            hall.sessions.entry(self.client.session()).and_modify(|tally| tally.running -= 1);
        }
        hall.let_go(&self.client);
        let ready = hall.next(&self.queue);
        drop(hall);
        call(ready);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use super::*;

    fn client(page: &str) -> Client {
        Client { address: [127, 0, 0, 1].into(), session: 0, page: page.to_owned() }
    }

    fn from(address: [u8; 4], session: u64) -> Client {
        Client { address: address.into(), session, page: "page".to_owned() }
    }

    impl Queue {
        fn searching(&self, client: &Client) -> Place {
            self.enter(client, Lane::Search).unwrap()
        }

        pub(crate) fn is_empty(&self) -> bool {
            let hall = self.lock();
            hall.running == [0; 2] && hall.waiting.is_empty() && hall.pages.is_empty()
        }
    }

    #[tokio::test]
    async fn some_wait_and_the_rest_are_sent_away() {
        let queue = Queue::new(2);
        let running = [
            queue.searching(&client("a")).turn().await,
            queue.searching(&client("b")).turn().await,
        ];
        let waiting: Vec<Place> =
            (0..MOST_WAITING).map(|i| queue.searching(&client(&format!("c{i}")))).collect();
        assert!(queue.enter(&client("late"), Lane::Search).is_err());
        assert_eq!(waiting[5].number, 5);
        drop(waiting);
        assert!(queue.enter(&client("late"), Lane::Search).is_ok());
        drop(running);
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn no_client_takes_more_than_its_share() {
        let queue = Queue::new(2);
        let held: Vec<Place> =
            (0..MOST_OF_ONE).map(|_| queue.searching(&client("greedy"))).collect();
        assert!(queue.enter(&client("greedy"), Lane::Search).is_err());
        assert!(queue.enter(&client("modest"), Lane::Search).is_ok());
        drop(held);
        assert!(queue.enter(&client("greedy"), Lane::Search).is_ok());
        let queue = Queue::new(2);
        let guests: Vec<Place> =
            (0..24).map(|i| queue.searching(&from([10, 0, 0, 7], 1 + i))).collect();
        assert!(queue.enter(&from([10, 0, 0, 7], 99), Lane::Search).is_err(), "an address too");
        assert!(queue.enter(&from([10, 0, 0, 8], 99), Lane::Search).is_ok());
        drop(guests);
    }

    #[tokio::test]
    async fn one_client_has_no_second_search_while_another_waits_for_a_first() {
        let queue = Queue::new(2);
        let first = queue.searching(&client("greedy")).turn().await;
        let second = queue.searching(&client("greedy")).turn().await;
        let mut rest: Vec<Place> = (0..4).map(|_| queue.searching(&client("greedy"))).collect();
        let mut modest = queue.searching(&client("modest"));
        drop(first);
        assert!(modest.called.try_recv().is_ok(), "the last to come is the first to go");
        drop(second);
        assert!(rest[0].called.try_recv().is_ok());
    }

    #[tokio::test]
    async fn addresses_take_turns_however_many_sessions_they_open() {
        let queue = Queue::new(1);
        let running = queue.searching(&from([10, 0, 0, 1], 1)).turn().await;
        let mut many: Vec<Place> =
            (2..12).map(|session| queue.searching(&from([10, 0, 0, 1], session))).collect();
        let mut other = queue.searching(&from([10, 0, 0, 2], 50));
        drop(running);
        assert!(other.called.try_recv().is_ok());
        assert!(many.iter_mut().any(|place| place.called.try_recv().is_ok()), "then the others");
    }

    #[tokio::test]
    async fn a_session_does_not_fill_the_queue_however_its_pages_are_called() {
        let queue = Queue::new(1);
        let named = |i: usize| Client { page: i.to_string(), ..from([127, 0, 0, 1], 7) };
        let mut places: Vec<Place> =
            (0..MOST_OF_ADDRESS).map(|i| queue.searching(&named(i))).collect();
        assert!(queue.enter(&named(MOST_OF_ADDRESS), Lane::Search).is_err());
        // Others fill it together; a moment is still let in.
        places.extend((0..MOST_WAITING + 1 - MOST_OF_ADDRESS).map(|i| {
            let other = 100 + i as u64;
            queue.searching(&from([127, 0, 0, 1], other))
        }));
        assert!(queue.enter(&from([127, 0, 0, 1], 999), Lane::Search).is_err());
        let moment = queue.enter(&from([127, 0, 0, 1], 999), Lane::Moment).unwrap().turn().await;
        drop((places, moment));
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn a_moment_passes_by_long_searches() {
        let queue = Queue::new(1);
        let long = queue.searching(&client("a")).turn().await;
        let waiting = queue.searching(&client("b"));
        let moment = queue.enter(&client("c"), Lane::Moment).unwrap().turn().await;
        drop((long, waiting, moment));
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn a_search_that_pauses_lets_the_others_go_first() {
        let queue = Queue::new(1);
        let long = queue.searching(&client("a")).turn().await;
        let mut other = queue.searching(&client("b"));
        let mut again = long.pause();
        let permit = other.called.try_recv().unwrap();
        assert!(again.called.try_recv().is_err());
        drop(permit);
        assert!(again.called.try_recv().is_ok());
        drop((other, again));
        assert!(queue.is_empty());
    }
}
