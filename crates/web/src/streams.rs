//! Searches at work for somebody who waits: in a thread of their own, in their turn, called off when nobody
//! reads any more.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::Stream;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Sender, UnboundedSender, channel, unbounded_channel};
use tokio::sync::watch::Receiver;
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::{
    IntervalStream, ReceiverStream, UnboundedReceiverStream, WatchStream,
};

use crate::api::{Lines, Once, Problem, Slice, Sliced, Telling, Turn};
use crate::queue::Place;
use crate::server::Site;

/// What a reader may leave unread of one answer, and all readers together.
const MOST_UNREAD: usize = 16 << 20;
const MOST_UNREAD_OF_ALL: usize = 64 << 20;
/// How often a stream of events says that it lives.
const PULSE: Duration = Duration::from_secs(10);

/// Calls a search off when it is dropped: when the client goes away.
struct Leash(Cancel);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// How much work on files goes on at once; the rest waits its turn, so that however many ask for large answers, few
/// are in memory while they are made.
pub(crate) struct Desk(Arc<Semaphore>);

impl Desk {
    pub(crate) fn new(most: usize) -> Self {
        Self(Arc::new(Semaphore::new(most)))
    }

    /// Work where it may block. It goes on when nobody waits for it any more, and keeps its place until it is done.
    pub(crate) async fn work(&self, work: Once) -> Result<Value, Problem> {
        let place = Arc::clone(&self.0).acquire_owned().await.map_err(|_| Problem::broken())?;
        let done = spawn_blocking(move || {
            let _place = place;
            work(&Cancel::default())
        });
        done.await.map_err(|_| Problem::broken())?
    }
}

/// One answer of a search. A search that panics fails alone; its place is free again.
pub(crate) async fn search(place: Place, work: Once) -> Result<Value, Problem> {
    let permit = place.turn().await;
    let cancel = Cancel::default();
    let _leash = Leash(cancel.clone());
    let search = move || {
        let _permit = permit;
        work(&cancel)
    };
    spawn_blocking(search).await.map_err(|_| Problem::broken())?
}

/// Bytes that were written and not yet read, of one answer and of all.
#[derive(Clone)]
struct Unread([Arc<AtomicUsize>; 2]);

/// A text on its way; counted as long as it is.
struct Packet {
    text: String,
    size: usize,
    unread: Unread,
}

impl Packet {
    /// None if too much is unread already.
    fn new(text: String, unread: &Unread) -> Option<Self> {
        let packet = Self { size: text.len(), text, unread: unread.clone() };
        let counts = packet.unread.0.each_ref();
        let [own, all] = counts.map(|n| n.fetch_add(packet.size, Ordering::Relaxed) + packet.size);
        (own <= MOST_UNREAD && all <= MOST_UNREAD_OF_ALL).then_some(packet)
    }
}

impl Drop for Packet {
    fn drop(&mut self) {
        for count in &self.unread.0 {
            count.fetch_sub(self.size, Ordering::Relaxed);
        }
    }
}

/// JSON lines as they are written. A reader who falls far behind gets no more of them.
pub(crate) fn lines(
    site: &Site,
    place: Place,
    words: &'static Words,
    work: Sliced,
) -> impl Stream<Item = String> + Send + use<> {
    let (send, received) = unbounded_channel::<Packet>();
    let unread = Unread([Arc::default(), Arc::clone(&site.unread)]);
    let cancel = Cancel::default();
    let leash = Leash(cancel.clone());
    tokio::spawn(async move {
        if let Err(broken) = write(place, &send, &unread, cancel, work).await {
            let end = json!({ "kind": "end", "error": broken.say(words) });
            // Nobody may be reading any more.
            let _ = Packet::new(format!("{end}\n"), &unread).map(|packet| send.send(packet));
        }
    });
    UnboundedReceiverStream::new(received).map(move |mut packet| {
        // The stream holds the leash: who drops the one lets go of the other.
        let _ = &leash;
        std::mem::take(&mut packet.text)
    })
}

/// Lets the work write, turn by turn, until it is done.
async fn write(
    mut place: Place,
    send: &UnboundedSender<Packet>,
    unread: &Unread,
    cancel: Cancel,
    mut work: Sliced,
) -> Result<(), Problem> {
    let (sender, unread) = (send.clone(), unread.clone());
    let mut lines = Lines::new(Box::new(move |text| {
        let sent = Packet::new(text, &unread).and_then(|packet| sender.send(packet).ok());
        if sent.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }));
    loop {
        let permit = tokio::select! {
            permit = place.turn() => permit,
            () = send.closed() => return Ok(()),
        };
        let cancel = cancel.clone();
        let search = move || {
            let is_over = || permit.is_over();
            let slice = work(&mut lines, &Turn { cancel: &cancel, is_over: &is_over });
            let _ = lines.flush();
            (permit, slice, work, lines)
        };
        let (permit, slice);
        (permit, slice, work, lines) =
            spawn_blocking(search).await.map_err(|_| Problem::broken())?;
        match slice {
            Slice::Done => return Ok(()),
            Slice::More => place = permit.pause(),
        }
    }
}

/// Server-sent events: the place in the queue, news as they come, and the last of them.
pub(crate) fn events(
    place: Place,
    words: &'static Words,
    work: Telling,
) -> impl Stream<Item = String> + Send + use<> {
    let (news, events) = channel::<Option<Value>>(16);
    tokio::spawn(async move {
        let waiting = place.number.saturating_sub(1);
        if waiting > 0 && news.send(Some(json!({ "waiting": waiting }))).await.is_err() {
            return;
        }
        let cancel = Cancel::default();
        let _leash = Leash(cancel.clone());
        let last = tokio::select! {
            last = tell(place, &news, cancel, work) => last,
            () = pulse(&news) => return,
        };
        let last = last.unwrap_or_else(|problem| json!({ "error": problem.say(words) }));
        // The client may have gone at this very moment.
        let _ = news.send(Some(last)).await;
    });
    ReceiverStream::new(events).map(|news| event(news.as_ref()))
}

async fn tell(
    place: Place,
    news: &Sender<Option<Value>>,
    cancel: Cancel,
    work: Telling,
) -> Result<Value, Problem> {
    let permit = place.turn().await;
    let sender = news.clone();
    let search = move || {
        let _permit = permit;
        // A slow reader misses some: newer ones follow.
        work(&mut |value| drop(sender.try_send(Some(value))), &cancel)
    };
    spawn_blocking(search).await.map_err(|_| Problem::broken())?
}

/// Says now and then that the stream lives; ends when nobody listens.
async fn pulse(news: &Sender<Option<Value>>) {
    while tokio::time::timeout(PULSE, news.closed()).await.is_err() {
        let _ = news.try_send(None);
    }
}

/// An event as it travels; none is a sign of life.
fn event(value: Option<&Value>) -> String {
    value.map_or_else(|| ":\n\n".to_owned(), |value| format!("data: {value}\n\n"))
}

/// An event whenever a store has changed.
pub(crate) fn changes(site: &Site) -> impl Stream<Item = String> + Send + use<> {
    watched(site.changes.clone(), |count| json!({ "tournaments": count }))
}

/// An event now and whenever the count changes, until whoever counts is gone.
pub(crate) fn watched(
    counts: Receiver<u64>,
    tell: impl Fn(u64) -> Value + Send + 'static,
) -> impl Stream<Item = String> + Send {
    let changes = WatchStream::new(counts).map(move |count| event(Some(&tell(count))));
    let pulse = tokio::time::interval_at(tokio::time::Instant::now() + PULSE, PULSE);
    // The pulse ends with the changes.
    let pulse = IntervalStream::new(pulse).map(|_| event(None));
    changes.map(Some).chain(tokio_stream::once(None)).merge(pulse.map(Some)).map_while(|text| text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use super::*;
    use crate::queue::{Client, Lane, Queue};

    fn client() -> Client {
        Client { address: [127, 0, 0, 1].into(), session: 0, page: "page".to_owned() }
    }

    #[tokio::test]
    async fn a_thousand_panics_leave_every_place_free() {
        std::panic::set_hook(Box::new(|_| {}));
        let queue = Queue::new(2);
        for i in 0..1000 {
            let place = queue.enter(&client(), Lane::Search).unwrap();
            let work: Once = Box::new(move |_| panic!("a fault in search {i}"));
            assert!(search(place, work).await.is_err());
        }
        let place = queue.enter(&client(), Lane::Search).unwrap();
        assert_eq!(search(place, Box::new(|_| Ok(json!(7)))).await.unwrap(), 7);
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn few_large_answers_are_made_at_once_and_all_are_made() {
        let desk = Arc::new(Desk::new(2));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = |i: usize| -> Once {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            Box::new(move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(2));
                now.fetch_sub(1, Ordering::SeqCst);
                assert!(i != 7, "a fault");
                Ok(json!(i))
            })
        };
        let ask = |i| {
            let (desk, work) = (Arc::clone(&desk), work(i));
            tokio::spawn(async move { desk.work(work).await.is_ok() })
        };
        let asked: Vec<_> = (0..60).map(ask).collect();
        let mut n_done = 0;
        for answer in asked {
            n_done += u32::from(answer.await.unwrap());
        }
        assert_eq!(n_done, 59, "all but the one with a fault");
        assert!(most.load(Ordering::SeqCst) <= 2, "{} at once", most.load(Ordering::SeqCst));
    }

    #[test]
    fn what_nobody_reads_is_bounded_and_counted_out_again() {
        let (one, all): (Arc<AtomicUsize>, Arc<AtomicUsize>) = Default::default();
        let unread = Unread([one, Arc::clone(&all)]);
        let text = || "x".repeat(1 << 20);
        let packets: Vec<Packet> = (0..16).map(|_| Packet::new(text(), &unread).unwrap()).collect();
        assert!(Packet::new(text(), &unread).is_none());
        assert_eq!(all.load(Ordering::Relaxed), 16 << 20);
        drop(packets);
        assert_eq!(all.load(Ordering::Relaxed), 0);
        let others: Vec<Packet> = (0..4)
            .flat_map(|_| {
                let other = Unread([Arc::default(), Arc::clone(&all)]);
                (0..16).map(move |_| Packet::new("x".repeat(1 << 20), &other).unwrap())
            })
            .collect();
        assert!(Packet::new(text(), &unread).is_none(), "all readers together");
        drop(others);
    }
}
