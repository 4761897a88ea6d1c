//! A connection whose reader must read: one that takes nothing for a while is closed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long a reader may take for nothing at all.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// A stream with a time limit for writing.
pub(crate) struct Patient<S> {
    stream: S,
    /// Runs while somebody waits to write.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncWrite + Unpin> Patient<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, waiting: None }
    }

    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        work: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let done = work(Pin::new(&mut self.stream), context);
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.timed(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.timed(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.timed(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.timed(context, |stream, context| stream.poll_shutdown(context))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_does_not_read_is_given_up() {
        let (ours, theirs) = duplex(64);
        let begun = Instant::now();
        let failed = Patient::new(ours).write_all(&[0; 1000]).await.expect_err("nobody reads");
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() >= WRITE_TIMEOUT && begun.elapsed() < 2 * WRITE_TIMEOUT);
        drop(theirs);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_waited_for() {
        let (ours, mut theirs) = duplex(64);
        let reading = tokio::spawn(async move {
            let mut n_read = 0;
            while n_read < 1000 {
                sleep(WRITE_TIMEOUT / 2).await;
                n_read += theirs.read(&mut [0; 100]).await.unwrap_or(0);
            }
        });
        Patient::new(ours).write_all(&[0; 1000]).await.expect("somebody reads, slowly");
        reading.await.expect("all was read");
    }
}
