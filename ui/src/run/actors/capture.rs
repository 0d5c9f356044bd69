//! Capture: opens the source, takes its frames, opens it again when it fails.
//!
//! First part of the crew. Opens on its own thread, because opening may block and a camera
//! must stay on the thread that opened it. A live source that was open once is tried again and
//! again with growing pauses; a file that fails is over, and so is a camera that is not there
//! to begin with, since then the person named the wrong one.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use vision::source::frame::{Clock, Frame};
use vision::source::mailbox::Sender;
use vision::source::{Pace, Source, SourceError};

use super::{Actor, Step, hand_on};

/// Pause after the first failure of a live source, ms; doubles each time …
const FIRST_PAUSE_MS: u64 = 500;

/// … up to this: a camera plugged in again is seen within a few seconds.
const LONGEST_PAUSE_MS: u64 = 4000;

/// Opens the source, as often as needed.
pub type Opener = Box<dyn FnMut() -> Result<Box<dyn Source>, SourceError> + Send>;

/// What capture has to say beside frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceNews {
    /// It is open.
    Open {
        /// What it is.
        describe: String,
        /// How many frames it will have, if known.
        frames: Option<u64>,
        /// How its pictures follow each other.
        pace: Pace,
    },
    /// No picture now; it goes on by itself.
    Waiting(SourceError),
    /// It failed for good.
    Failed(SourceError),
    /// It came to its end.
    Ended,
}

/// The part that takes frames.
pub struct Capture {
    open: Opener,
    pace: Pace,
    clock: Arc<dyn Clock>,
    source: Option<Box<dyn Source>>,
    was_open: bool,
    frames: Sender<Arc<Frame>>,
    preview: Option<Sender<Arc<Frame>>>,
    news: mpsc::Sender<SourceNews>,
    pause_ms: u64,
    try_again_at_ms: u64,
}

impl Capture {
    /// A capture that hands frames to `frames` and tells of the source through `news`.
    /// A live source that fails later is opened again.
    pub fn new(
        open: Opener,
        pace: Pace,
        clock: Arc<dyn Clock>,
        frames: Sender<Arc<Frame>>,
        news: mpsc::Sender<SourceNews>,
    ) -> Self {
        Self {
            open,
            pace,
            clock,
            source: None,
            was_open: false,
            frames,
            preview: None,
            news,
            pause_ms: FIRST_PAUSE_MS,
            try_again_at_ms: 0,
        }
    }

    /// Also shows every frame to the window, newest wins.
    #[must_use]
    pub fn with_preview(mut self, preview: Sender<Arc<Frame>>) -> Self {
        self.preview = Some(preview);
        self
    }

    fn tell(&self, news: SourceNews) {
        // Nobody listens when the window is already gone; then the news matters to no one.
        let _ = self.news.send(news);
    }

    fn open(&mut self, wait: Duration) -> Step {
        let left_ms = self.try_again_at_ms.saturating_sub(self.clock.now_ms());
        if left_ms > 0 {
            std::thread::sleep(wait.min(Duration::from_millis(left_ms)));
            return Step::Idle;
        }
        match (self.open)() {
            Ok(source) => {
                self.tell(SourceNews::Open {
                    describe: source.describe(),
                    frames: source.frames_expected(),
                    pace: source.pace(),
                });
                self.source = Some(source);
                self.was_open = true;
                Step::Worked
            }
            Err(error) => self.failed(error),
        }
    }

    fn failed(&mut self, error: SourceError) -> Step {
        self.source = None;
        if !(self.pace == Pace::Live && self.was_open) {
            self.tell(SourceNews::Failed(error));
            return Step::Done;
        }
        tracing::warn!(%error, pause_ms = self.pause_ms, "source failed; trying again");
        self.tell(SourceNews::Waiting(error));
        self.try_again_at_ms = self.clock.now_ms() + self.pause_ms;
        self.pause_ms = (self.pause_ms * 2).min(LONGEST_PAUSE_MS);
        Step::Worked
    }
}

impl Actor for Capture {
    fn step(&mut self, wait: Duration) -> Step {
        let Some(source) = &mut self.source else {
            return self.open(wait);
        };
        match source.next() {
            Ok(Some(frame)) => {
                self.pause_ms = FIRST_PAUSE_MS;
                let pace = source.pace();
                let frame = Arc::new(frame);
                if let Some(preview) = &self.preview {
                    // A closed window does not end a recording's reading.
                    let _ = preview.put(frame.clone());
                }
                if hand_on(&self.frames, pace, frame) {
                    Step::Worked
                } else {
                    Step::Done
                }
            }
            Ok(None) => {
                self.tell(SourceNews::Ended);
                Step::Done
            }
            Err(error) if error.is_passing() => {
                self.tell(SourceNews::Waiting(error));
                Step::Worked
            }
            Err(error) => self.failed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use opencv::core::Mat;
    use vision::source::frame::HandClock;
    use vision::source::mailbox::{Taken, mailbox};

    use super::*;

    /// Plays a script of answers.
    struct Script(Vec<Result<Option<u64>, SourceError>>, Pace);

    impl Source for Script {
        fn next(&mut self) -> Result<Option<Frame>, SourceError> {
            let seq = self.0.remove(0)?;
            Ok(seq.map(|seq| Frame {
                pixels: Mat::default(),
                seq,
                taken_at_ms: seq,
            }))
        }

        fn describe(&self) -> String {
            "script".into()
        }

        fn pace(&self) -> Pace {
            self.1
        }
    }

    #[test]
    fn an_unplugged_camera_is_opened_again_after_a_pause() {
        let clock = Arc::new(HandClock::default());
        let (frames, got) = mailbox();
        let (news, heard) = mpsc::channel();
        let mut scripts = vec![
            Ok(vec![Ok(Some(0)), Err(SourceError::NoCamera)]),
            Err(SourceError::NoCamera),
            Ok(vec![Ok(Some(7))]),
        ];
        let open: Opener = Box::new(move || {
            let script = scripts.remove(0)?;
            Ok(Box::new(Script(script, Pace::Live)) as Box<dyn Source>)
        });
        let mut capture = Capture::new(open, Pace::Live, clock.clone(), frames, news);
        let wait = Duration::ZERO;
        assert_eq!(capture.step(wait), Step::Worked, "it opens");
        assert_eq!(capture.step(wait), Step::Worked, "it delivers");
        assert!(matches!(got.take(wait), Taken::Value(frame) if frame.seq == 0));
        assert_eq!(capture.step(wait), Step::Worked, "it is unplugged");
        assert_eq!(capture.step(wait), Step::Idle, "it pauses");
        clock.advance_ms(FIRST_PAUSE_MS);
        assert_eq!(capture.step(wait), Step::Worked, "it does not open");
        clock.advance_ms(FIRST_PAUSE_MS);
        assert_eq!(capture.step(wait), Step::Idle, "the second pause is longer");
        clock.advance_ms(FIRST_PAUSE_MS);
        capture.step(wait);
        capture.step(wait);
        assert!(matches!(got.take(wait), Taken::Value(frame) if frame.seq == 7));
        let waiting = heard
            .try_iter()
            .filter(|news| *news == SourceNews::Waiting(SourceError::NoCamera))
            .count();
        assert_eq!(waiting, 2);
    }

    #[test]
    fn a_camera_that_is_not_there_is_said_at_once() {
        let (frames, _got) = mailbox();
        let (news, heard) = mpsc::channel();
        let open: Opener = Box::new(|| Err(SourceError::NoCamera));
        let clock = Arc::new(HandClock::default());
        let mut capture = Capture::new(open, Pace::Live, clock, frames, news);
        assert_eq!(capture.step(Duration::ZERO), Step::Done);
        assert_eq!(
            heard.try_recv(),
            Ok(SourceNews::Failed(SourceError::NoCamera))
        );
    }

    #[test]
    fn a_film_that_breaks_off_fails_once_and_ends() {
        let (frames, _got) = mailbox();
        let (news, heard) = mpsc::channel();
        let torn = SourceError::Torn {
            path: "a.mp4".into(),
            played: 1,
            expected: 9,
        };
        let script = vec![Ok(Some(0)), Err(torn.clone())];
        let mut opened = Some(script);
        let open: Opener = Box::new(move || {
            let script = opened.take().expect("opened once");
            Ok(Box::new(Script(script, Pace::Recorded)) as Box<dyn Source>)
        });
        let clock = Arc::new(HandClock::default());
        let mut capture = Capture::new(open, Pace::Recorded, clock, frames, news);
        let steps: Vec<_> = (0..3).map(|_| capture.step(Duration::ZERO)).collect();
        assert_eq!(steps, [Step::Worked, Step::Worked, Step::Done]);
        assert_eq!(heard.try_iter().last(), Some(SourceNews::Failed(torn)));
    }
}
