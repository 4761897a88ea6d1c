//! The three streams of a child, each waited for with a deadline: by polling where the system can, by threads elsewhere.

#[cfg(unix)]
mod polled;
#[cfg(any(not(unix), test))]
mod threaded;

#[cfg(unix)]
pub(crate) use polled::Streams;
#[cfg(not(unix))]
pub(crate) use threaded::Streams;
