//! A recording shown no faster than it was taken, for the window; whoever watches pauses it, has it
//! run faster, or goes elsewhere in it.
//!
//! Wraps a source between opener and capture. Leaves live sources alone; a reader that is
//! slower than the film still gets every frame, only later. Frames are told in the order in which
//! they are shown: times and numbers run on, also where the film goes back.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use vision::source::frame::{Clock, Frame};
use vision::source::{Pace, Source, SourceError};

/// Longest wait before one frame, so that closing the window is noticed.
const LONGEST_WAIT_MS: u64 = 1000;
/// How long a paused film waits before it looks whether it goes on.
const PAUSE: Duration = Duration::from_millis(40);
/// The speeds there are, percent.
pub const SPEEDS: [u32; 4] = [100, 200, 400, 800];

/// What is wanted of a film, and where it is; shared by window and capture.
#[derive(Debug)]
pub struct FilmControl {
    paused: AtomicBool,
    closed: AtomicBool,
    speed_percent: AtomicU32,
    /// The frame to go to.
    wanted: Mutex<Option<u64>>,
    at: AtomicU64,
    frames: AtomicU64,
}

/// Where a film is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// The frame shown.
    pub at: u64,
    /// How many there are; 0 if nobody knows.
    pub frames: u64,
    /// Whether it stands still.
    pub paused: bool,
    /// How fast it runs, percent.
    pub speed_percent: u32,
}

/// What is wanted of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmWish {
    /// Stand still, or go on.
    Pause(bool),
    /// Run that fast, percent.
    Speed(u32),
    /// Go to that frame.
    Go(u64),
}

impl Default for FilmControl {
    fn default() -> Self {
        Self {
            paused: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            speed_percent: AtomicU32::new(SPEEDS[0]),
            wanted: Mutex::default(),
            at: AtomicU64::new(0),
            frames: AtomicU64::new(0),
        }
    }
}

impl FilmControl {
    /// Where the film is.
    pub fn film(&self) -> Film {
        Film {
            at: self.at.load(Ordering::Relaxed),
            frames: self.frames.load(Ordering::Relaxed),
            paused: self.paused.load(Ordering::Relaxed),
            speed_percent: self.speed_percent.load(Ordering::Relaxed),
        }
    }

    /// Wants something of it.
    pub fn wish(&self, wish: FilmWish) {
        match wish {
            FilmWish::Pause(paused) => self.paused.store(paused, Ordering::Relaxed),
            FilmWish::Speed(percent) => self.speed_percent.store(percent, Ordering::Relaxed),
            FilmWish::Go(frame) => *self.lock() = Some(frame),
        }
    }

    /// Nobody watches any more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<u64>> {
        // Every change is one assignment.
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_wanted(&self) -> Option<u64> {
        self.lock().take()
    }
}

/// Opens the source, and again to go back in it.
pub type Reopen = Box<dyn FnMut() -> Result<Box<dyn Source>, SourceError> + Send>;

/// A source whose frames come at the pace at which they were taken.
pub struct RealTime {
    source: Box<dyn Source>,
    reopen: Reopen,
    clock: Arc<dyn Clock>,
    control: Arc<FilmControl>,
    /// The frame shown last: when it was taken and when it was shown, ms.
    last: Option<(u64, u64)>,
    /// What to add to times and numbers since the film last went back.
    later: (u64, u64),
    /// The time and number told last.
    told: (u64, u64),
}

impl RealTime {
    /// Paces the source that `reopen` opens by `clock`, as `control` wants it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn new(
        mut reopen: Reopen,
        clock: Arc<dyn Clock>,
        control: Arc<FilmControl>,
    ) -> Result<Self, SourceError> {
        let source = reopen()?;
        let frames = source.frames_expected().unwrap_or(0);
        control.frames.store(frames, Ordering::Relaxed);
        Ok(Self {
            source,
            reopen,
            clock,
            control,
            last: None,
            later: (0, 0),
            told: (0, 0),
        })
    }

    /// The next frame, elsewhere if somebody wants to go there; waits while the film is paused.
    fn wanted(&mut self) -> Result<Option<Frame>, SourceError> {
        let mut skip_to = None;
        loop {
            if let Some(wanted) = self.control.take_wanted() {
                if wanted < self.control.at.load(Ordering::Relaxed) {
                    self.source = (self.reopen)()?;
                    let (ms, seq) = self.told;
                    self.later = (ms + 1, seq + 1);
                }
                skip_to = Some(wanted);
                self.last = None;
            }
            // What was gone to is shown, also while paused.
            if skip_to.is_some() || !self.control.paused.load(Ordering::Relaxed) {
                break;
            }
            if self.control.closed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            std::thread::sleep(PAUSE);
        }
        loop {
            let frame = self.source.next()?;
            let early = |frame: &Frame| skip_to.is_some_and(|wanted| frame.seq < wanted);
            if self.control.closed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if !frame.as_ref().is_some_and(early) {
                return Ok(frame);
            }
        }
    }

    /// Waits until the frame is due.
    fn wait_for(&mut self, frame: &Frame) {
        let now = self.clock.now_ms();
        let speed = u64::from(self.control.speed_percent.load(Ordering::Relaxed).max(1));
        let due = self.last.map_or(now, |(taken, shown)| {
            shown + frame.taken_at_ms.saturating_sub(taken) * 100 / speed
        });
        if due > now {
            std::thread::sleep(Duration::from_millis((due - now).min(LONGEST_WAIT_MS)));
        }
        // Where the reader took its time, the film goes on from here instead of hurrying.
        self.last = Some((frame.taken_at_ms, due.max(now)));
    }
}

impl Source for RealTime {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        if self.source.pace() == Pace::Live {
            return self.source.next();
        }
        let Some(mut frame) = self.wanted()? else {
            return Ok(None);
        };
        self.wait_for(&frame);
        self.control.at.store(frame.seq, Ordering::Relaxed);
        frame.taken_at_ms += self.later.0;
        frame.seq += self.later.1;
        self.told = (frame.taken_at_ms, frame.seq);
        Ok(Some(frame))
    }

    fn describe(&self) -> String {
        self.source.describe()
    }

    fn pace(&self) -> Pace {
        self.source.pace()
    }

    fn frames_expected(&self) -> Option<u64> {
        self.source.frames_expected()
    }
}

#[cfg(test)]
mod tests {
    use opencv::core::Mat;
    use vision::source::frame::HandClock;

    use super::*;

    /// A film of ten frames, one every millisecond.
    struct Ten(u64);

    impl Source for Ten {
        fn next(&mut self) -> Result<Option<Frame>, SourceError> {
            let seq = self.0;
            self.0 += 1;
            Ok((seq < 10).then(|| Frame {
                pixels: Mat::default(),
                seq,
                taken_at_ms: seq,
            }))
        }

        fn describe(&self) -> String {
            "ten".into()
        }

        fn pace(&self) -> Pace {
            Pace::Recorded
        }

        fn frames_expected(&self) -> Option<u64> {
            Some(10)
        }
    }

    fn film() -> (RealTime, Arc<FilmControl>) {
        let control = Arc::new(FilmControl::default());
        let reopen: Reopen = Box::new(|| Ok(Box::new(Ten(0)) as Box<dyn Source>));
        let clock = Arc::new(HandClock::default());
        let film = RealTime::new(reopen, clock, control.clone()).expect("opened");
        (film, control)
    }

    fn next(film: &mut RealTime) -> Option<u64> {
        film.next().expect("no fault").map(|frame| frame.seq)
    }

    #[test]
    fn a_film_goes_on_and_back_and_time_never_does() {
        let (mut film, control) = film();
        assert_eq!((next(&mut film), next(&mut film)), (Some(0), Some(1)));
        control.wish(FilmWish::Go(6));
        assert_eq!(next(&mut film), Some(6), "forward");
        assert_eq!(control.film().at, 6);
        control.wish(FilmWish::Go(2));
        let frame = film.next().expect("no fault").expect("a frame");
        assert_eq!(control.film().at, 2, "back");
        assert!(frame.seq > 6 && frame.taken_at_ms > 6, "{}", frame.seq);
        let mut left = 0;
        while next(&mut film).is_some() {
            left += 1;
        }
        assert_eq!(left, 7);
    }

    #[test]
    fn a_paused_film_shows_where_somebody_goes_and_ends_when_closed() {
        let (mut film, control) = film();
        control.wish(FilmWish::Pause(true));
        control.wish(FilmWish::Go(4));
        assert_eq!(next(&mut film), Some(4));
        control.close();
        assert_eq!(next(&mut film), None);
        let told = control.film();
        assert!(told.paused && told.frames == 10 && told.speed_percent == 100);
    }
}
