//! A network stream (HTTP MJPEG, RTSP) as a source: opened, read and reopened on its own
//! thread.
//!
//! Servers block, stall and go away; none of that reaches the caller of [`Source::next`],
//! which waits a short while for the newest frame and otherwise says what the thread last
//! saw. The stream's own frame times are wrong for MJPEG, so frames carry the time of their
//! arrival.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use opencv::core::{Mat, MatTraitConst, Vector};
use opencv::videoio::{
    CAP_FFMPEG, CAP_PROP_OPEN_TIMEOUT_MSEC, CAP_PROP_READ_TIMEOUT_MSEC, VideoCapture,
    VideoCaptureTrait, VideoCaptureTraitConst,
};

use super::error::SourceError;
use super::pace::{Pace, Source};
use crate::source::frame::{Clock, Frame};
use crate::source::mailbox::{Receiver, Sender, Taken, mailbox};

/// How patient a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamConfig {
    /// Longest time for opening, ms. A phone in the same house answers within one second;
    /// five cover a sleepy one.
    pub open_timeout_ms: u32,
    /// Longest time between two frames before the connection counts as stalled, ms.
    pub read_timeout_ms: u32,
    /// Pause before the first new try, ms; it doubles with each failure …
    pub first_pause_ms: u64,
    /// … up to this, ms: a phone that comes back is seen soon enough to go on playing.
    pub longest_pause_ms: u64,
    /// How long [`Source::next`] waits for a frame, ms: short, so that its caller can look
    /// for commands and for shutdown.
    pub wait_ms: u64,
    /// After this long without any picture the source gives up, ms; `None`: never, which is
    /// right while a person sits at the window.
    pub give_up_after_ms: Option<u64>,
}

impl Default for StreamConfig {
    fn default() -> Self {
        Self {
            open_timeout_ms: 5000,
            read_timeout_ms: 3000,
            first_pause_ms: 250,
            longest_pause_ms: 5000,
            wait_ms: 500,
            give_up_after_ms: Some(60_000),
        }
    }
}

/// A stream's address as it may be shown and written down: no user, no password, and none of the words after
/// the path, which may be a key. Nothing but the scheme is left where a password cannot be told from those.
pub fn without_secrets(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (rest, words) = rest.split_at(end);
    if words.contains('@') {
        return format!("{scheme}://…");
    }
    // A password may hold a slash.
    let place = rest.rsplit('@').next().unwrap_or_default();
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    format!("{scheme}://{host}/{path}")
}

/// A network stream; the newest frame wins.
pub struct StreamSource {
    url: String,
    config: StreamConfig,
    clock: Arc<dyn Clock>,
    frames: Receiver<Frame>,
    shared: Arc<Shared>,
    last_frame_ms: u64,
    over: bool,
}

/// What the reading thread and the source tell each other beside frames.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// What the thread last saw of the stream.
    trouble: Mutex<String>,
    wake: Condvar,
}

impl StreamSource {
    /// Starts the reading thread and returns at once.
    ///
    /// # Errors
    /// Only when the system gives no thread.
    pub fn open(
        url: &str,
        config: StreamConfig,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, SourceError> {
        let (sender, frames) = mailbox();
        let shared = Arc::new(Shared::default());
        shared.say("connecting");
        let worker = Worker {
            url: url.to_owned(),
            config,
            clock: clock.clone(),
            opened_at_ms: clock.now_ms(),
            sender,
            shared: shared.clone(),
            seq: 0,
        };
        // Not joined: it may sit in an open or read until their timeouts, then sees `stop`.
        std::thread::Builder::new()
            .name("stream".into())
            .spawn(move || worker.run())
            .map_err(|error| SourceError::Other(error.to_string()))?;
        let last_frame_ms = clock.now_ms();
        Ok(Self {
            url: url.to_owned(),
            config,
            clock,
            frames,
            shared,
            last_frame_ms,
            over: false,
        })
    }
}

impl Drop for StreamSource {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.wake.notify_all();
    }
}

impl Source for StreamSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        if self.over {
            return Ok(None);
        }
        match self.frames.take(Duration::from_millis(self.config.wait_ms)) {
            Taken::Value(frame) => {
                self.last_frame_ms = self.clock.now_ms();
                return Ok(Some(frame));
            }
            Taken::Nothing => {}
            // A thread that is gone is not waited for: whoever asks on would ask without a pause.
            Taken::Closed => {
                self.over = true;
                let why = "the thread that read the stream is gone".to_owned();
                return Err(SourceError::Other(why));
            }
        }
        let url = without_secrets(&self.url);
        let why = self
            .shared
            .trouble
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let waited_ms = self.clock.now_ms().saturating_sub(self.last_frame_ms);
        match self.config.give_up_after_ms {
            Some(limit) if waited_ms >= limit => {
                self.over = true;
                Err(SourceError::StreamGone {
                    url,
                    seconds: waited_ms / 1000,
                    why,
                })
            }
            _ => Err(SourceError::StreamWaits { url, why }),
        }
    }

    fn describe(&self) -> String {
        format!("stream {}", without_secrets(&self.url))
    }

    fn pace(&self) -> Pace {
        Pace::Live
    }
}

impl Shared {
    fn say(&self, trouble: &str) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble.to_owned();
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Sleeps, but not through a stop.
    fn pause(&self, ms: u64) {
        let guard = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = Duration::from_millis(ms);
        // The result carries only the guard; whether it was woken early does not matter.
        let _ = self
            .wake
            .wait_timeout_while(guard, wait, |_| !self.stopped());
    }
}

/// The life of the reading thread.
struct Worker {
    url: String,
    config: StreamConfig,
    clock: Arc<dyn Clock>,
    opened_at_ms: u64,
    sender: Sender<Frame>,
    shared: Arc<Shared>,
    seq: u64,
}

impl Worker {
    fn run(mut self) {
        let mut pause_ms = self.config.first_pause_ms;
        while !self.shared.stopped() {
            let before = self.seq;
            let trouble = match self.read_until_it_breaks() {
                Ok(trouble) => trouble.to_owned(),
                Err(error) => error.message,
            };
            if self.shared.stopped() {
                return;
            }
            if self.seq > before {
                pause_ms = self.config.first_pause_ms;
            }
            tracing::warn!(url = %without_secrets(&self.url), %trouble, pause_ms, "stream broke; trying again");
            self.shared.say(&trouble);
            self.shared.pause(pause_ms);
            pause_ms = (pause_ms * 2).min(self.config.longest_pause_ms);
        }
    }

    /// One connection from its opening to its end; answers what ended it.
    fn read_until_it_breaks(&mut self) -> Result<&'static str, opencv::Error> {
        let timeouts = Vector::from_slice(&[
            CAP_PROP_OPEN_TIMEOUT_MSEC,
            self.config.open_timeout_ms.min(i32::MAX as u32) as i32,
            CAP_PROP_READ_TIMEOUT_MSEC,
            self.config.read_timeout_ms.min(i32::MAX as u32) as i32,
        ]);
        let mut capture = VideoCapture::from_file_with_params(&self.url, CAP_FFMPEG, &timeouts)?;
        if !capture.is_opened()? {
            return Ok("it does not answer as a picture stream");
        }
        let mut delivered = false;
        while !self.shared.stopped() {
            let mut pixels = Mat::default();
            if !capture.read(&mut pixels)? || pixels.empty() {
                return Ok(match delivered {
                    true => "the connection broke or stalled",
                    false => "it answers but sends no picture",
                });
            }
            if !delivered {
                // What was wrong before is over.
                self.shared.say("it stalls");
                delivered = true;
            }
            let taken_at_ms = self.clock.now_ms().saturating_sub(self.opened_at_ms);
            let frame = Frame {
                pixels,
                seq: self.seq,
                taken_at_ms,
            };
            self.seq += 1;
            if !self.sender.put(frame) {
                return Ok("nobody reads it");
            }
        }
        Ok("stopped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_what_may_be_secret() {
        for (url, shown) in [
            ("rtsp://cam/live", "rtsp://cam/live"),
            ("rtsp://me:word@cam:554/live?key=1", "rtsp://cam:554/live"),
            // A password is written as it is.
            ("rtsp://me:a@b@cam/live", "rtsp://cam/live"),
            ("rtsp://me:a/b@cam/live", "rtsp://cam/live"),
            ("rtsp://me:pa#x@cam/live", "rtsp://…"),
            ("rtsp://me:pa?x@cam/live", "rtsp://…"),
            ("http://cam/live?key=a@b", "http://…"),
        ] {
            assert_eq!(without_secrets(url), shown, "{url}");
        }
    }
}
