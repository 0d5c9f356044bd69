//! A game followed without a window: the crew, with tracking on the caller's thread.
//!
//! Recorded sources are read frame by frame, live ones by the newest frame. Ends with the
//! source, or when asked to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use carcassonne::seen::{Calm, LostReason};
use tracker::CommandError;
use vision::source::frame::Clock;
use vision::source::mailbox::mailbox;
use vision::source::{Pace, SourceError};

use crate::cli::output::count;
use crate::cli::output::progress::Progress;
use crate::failure::{Failure, unexpected};
use crate::run::actors::capture::{Capture, Opener, SourceNews};
use crate::run::actors::crew::{Crew, PartHealth};
use crate::run::actors::seeing::{Seeing, TableReader, gate_for};
use crate::run::actors::tracking::{Order, Tracking};
use crate::run::actors::{Actor, Step};
use crate::run::input::Input;
use crate::run::live_game::LiveGame;

/// How long tracking waits for a look before it looks around.
const WAIT: Duration = Duration::from_millis(50);

/// How long parts may take to end; streams and cameras can sit in a read for some seconds.
const END_WAIT: Duration = Duration::from_secs(5);

/// How long parts may take to end when somebody stops before the first picture was read.
const STOP_WAIT: Duration = Duration::from_millis(200);

/// Opens a source again and again, on whichever thread calls it.
fn opener(feed: Input, clock: Arc<dyn Clock>) -> Opener {
    Box::new(move || feed.open(clock.clone()))
}

/// Follows a game to the end of its source, or until `stop`. `make_eyes` makes the reader, on
/// its own thread, and again should it fail. `orders` come from phones beside the table, if any. Answers the game and what went wrong on the way;
/// a game of no frames if it was stopped before the first was read.
///
/// # Errors
/// When the source gives no picture at all, or the system no thread.
pub fn follow<E: TableReader + 'static>(
    feed: &Input,
    mut make_eyes: impl FnMut() -> Option<E> + Send + 'static,
    keeper: LiveGame,
    clock: &Arc<dyn Clock>,
    orders: mpsc::Receiver<Order<CommandError>>,
    stop: &Arc<AtomicBool>,
) -> Result<(LiveGame, Vec<String>), Failure> {
    let pace = feed.pace();
    let (to_seeing, frames) = mailbox();
    let (to_tracking, looks) = mailbox();
    let (snapshots, _nobody) = mailbox();
    let (tell, news) = mpsc::channel();

    let mut crew = Crew::default();
    let (opening, timing) = (feed.clone(), clock.clone());
    // A live source may be opened anew after a panic; a film would begin again from its start.
    let mut first = true;
    crew.start("capture", move || {
        let again = !std::mem::take(&mut first);
        (pace == Pace::Live || !again).then(|| {
            let open = opener(opening.clone(), timing.clone());
            let (frames, tell) = (to_seeing.clone(), tell.clone());
            Capture::new(open, pace, timing.clone(), frames, tell)
        })
    })
    .map_err(|error| unexpected(&error))?;
    let frames = Arc::new(frames);
    crew.start("vision", move || {
        let eyes = make_eyes()?;
        Some(Seeing::new(
            frames.clone(),
            gate_for(pace),
            eyes,
            pace,
            to_tracking.clone(),
        ))
    })
    .map_err(|error| unexpected(&error))?;

    let orders = Arc::new(Mutex::new(orders));
    let mut tracking = Tracking::new(Arc::new(looks), orders, keeper, snapshots);
    let mut watch = Watch::default();
    loop {
        let step = tracking.step(WAIT);
        // A film is over at its end, whoever may still send orders.
        let over = pace != Pace::Live && step == Step::Idle && tracking.has_seen_all();
        if over || step == Step::Done || stop.load(Ordering::SeqCst) {
            break;
        }
        news.try_iter().for_each(|news| watch.hear(news));
        watch.look_after(crew.health());
        if let (None, Some(failure)) = (&watch.progress, &watch.failure) {
            // It never opened: no use in waiting for the reader to learn its pack.
            crew.ask_to_stop();
            return Err(failure.clone());
        }
        watch.show(tracking.mind());
    }
    news.try_iter().for_each(|news| watch.hear(news));
    crew.ask_to_stop();
    drop(news);
    let mut keeper = tracking.into_mind();
    keeper.tracker().sync();
    if stop.load(Ordering::SeqCst) && keeper.tally.frames == 0 {
        // There is no result to wait for; learning the pack takes seconds.
        crew.wait(STOP_WAIT);
        return Ok((keeper, watch.warnings));
    }
    watch.finish(&mut crew, &keeper)?;
    Ok((keeper, watch.warnings))
}

/// What the person is told while it runs.
#[derive(Default)]
struct Watch {
    progress: Option<Progress>,
    warnings: Vec<String>,
    failure: Option<Failure>,
    waiting: Option<String>,
    /// How the parts were when that was last said.
    parts: Vec<(&'static str, PartHealth)>,
}

impl Watch {
    fn hear(&mut self, news: SourceNews) {
        match news {
            SourceNews::Open {
                describe, frames, ..
            } => {
                tracing::info!(%describe, "source is open");
                self.progress = Some(Progress::start("frames", frames));
                self.waiting = None;
            }
            SourceNews::Waiting(error) => {
                let what = error.to_string();
                let meanwhile = match error {
                    SourceError::BadPicture { .. } => "left out",
                    _ => "waiting",
                };
                // The same trouble comes back twice a second; once is enough to know.
                if self.waiting.as_ref() != Some(&what) {
                    self.say(&format!("{meanwhile}: {what}"));
                    self.waiting = Some(what);
                }
            }
            SourceNews::Failed(error) => {
                self.warnings.push(format!("{error}; {}", error.help()));
                self.failure = Some(error.into());
            }
            SourceNews::Ended => {}
        }
    }

    /// Says when a part fails: whoever plays goes on by hand then.
    fn look_after(&mut self, parts: Vec<(&'static str, PartHealth)>) {
        for part in &parts {
            match part {
                _ if self.parts.contains(part) => {}
                (name, PartHealth::Restarted { why, .. }) => {
                    self.say(&format!("{name} failed and goes on: {why}"));
                }
                (name, PartHealth::Failed { why }) => {
                    self.say(&format!("{name} failed: {why}"));
                }
                (_, PartHealth::Running | PartHealth::Done) => {}
            }
        }
        self.parts = parts;
    }

    fn say(&self, line: &str) {
        match &self.progress {
            Some(progress) => progress.say(line),
            None => eprintln!("{line}"),
        }
    }

    fn show(&mut self, keeper: &mut LiveGame) {
        let Some(progress) = &mut self.progress else {
            return;
        };
        let snapshot = keeper.snapshot();
        let calm = match snapshot.health.calm {
            // The pack may be learnt long since.
            None if self.waiting.is_some() => "no picture yet",
            None => "learning the tile pack",
            Some(Calm::Still) => "still",
            Some(Calm::Moving) => "moving",
            Some(Calm::Hand) => "hand",
            Some(Calm::Lost(LostReason::Unreadable)) => "tiles are seen but cannot be made out",
            Some(Calm::Lost(_)) => "table not found",
        };
        let tiles = snapshot.tiles.len();
        progress.at(
            keeper.tally.frames,
            &format!(
                "{calm}, turn {}, {}",
                snapshot.turn.number,
                count(tiles, "tile")
            ),
        );
    }

    /// Waits for the parts and says what went wrong.
    fn finish(&mut self, crew: &mut Crew, keeper: &LiveGame) -> Result<(), Failure> {
        if let Some(progress) = self.progress.take() {
            progress.finish();
        }
        crew.wait(END_WAIT);
        for (part, health) in crew.health() {
            match health {
                PartHealth::Running | PartHealth::Done => {}
                PartHealth::Restarted { times, why } => {
                    self.warnings
                        .push(format!("{part} failed {}: {why}", count(times, "time")));
                }
                PartHealth::Failed { why } => {
                    self.warnings.push(format!("{part} failed: {why}"));
                }
            }
        }
        if keeper.tally.frames > 0 {
            return Ok(());
        }
        Err(self.no_picture())
    }

    /// Why there is nothing to tell of.
    fn no_picture(&mut self) -> Failure {
        match (self.failure.take(), self.warnings.pop()) {
            (Some(failure), _) => failure,
            (None, Some(warning)) => {
                Failure::new(warning, "run again with -v and report what it prints")
            }
            (None, None) => {
                let what = "the source gave no picture";
                let last = self.waiting.take();
                Failure::new(
                    last.map_or(what.to_owned(), |why| format!("{what}: {why}")),
                    "check it in a player, or name another --source",
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_without_a_picture_says_why() {
        let mut watch = Watch::default();
        assert_eq!(watch.no_picture().what, "the source gave no picture");
        watch.hear(SourceNews::Waiting(SourceError::BadPicture {
            path: "board.jpg".into(),
            why: "it is empty".into(),
        }));
        let failure = watch.no_picture();
        assert!(failure.what.contains("board.jpg"), "{failure}");
    }
}
