//! `watch` without a window: the game is followed to the end of its source, phones and the hall are
//! told meanwhile, and what is worth knowing is printed.

use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use carcassonne::catalogue::FaceId;
use phone::Page;
use tracker::log::event::Event;
use tracker::setup::Setup;
use tracker::snapshot::{About, Snapshot};
use vision::pack::Pack;
use vision::source::Pace;
use vision::source::frame::Clock;
use vision::source::mailbox::mailbox;

use super::confirm;
use crate::cli::args::WatchArgs;
use crate::cli::follow::without_window::follow;
use crate::cli::output::{count, print, print_json};
use crate::cli::records::export;
use crate::export::json::{EventReport, ReadTimes, Story, WatchReport};
use crate::failure::{Failure, unexpected};
use crate::hall::wish::in_words;
use crate::hall::{HallWish, Messenger};
use crate::phone::code;
use crate::phone::stand::{Orders, Shown, Stand};
use crate::run::input::Input;
use crate::run::live_game::{Beside, LiveGame};
use crate::run::reading::noting::{self, Noting};
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::reader;
use crate::store::folders::Folders;
use crate::store::maps;

/// A game that is followed without a window.
pub(super) struct Headless<'a> {
    pub(super) args: &'a WatchArgs,
    pub(super) feed: &'a Input,
    pub(super) folders: &'a Folders,
}

impl Headless<'_> {
    /// Follows the game to its end, or until somebody stops it, and prints how it went.
    pub(super) fn follow(
        &self,
        pack: &PackSource,
        mut keeper: LiveGame,
        clock: &Arc<dyn Clock>,
    ) -> Result<(), Failure> {
        let began = jiff::Timestamp::now();
        if self.args.events {
            keeper = keeper.telling(Box::new(print_events));
        }
        let (give, orders) = mpsc::channel();
        let stand = self.stand(&mut keeper, give)?;
        let messenger = self.messenger(&mut keeper)?;
        let setup = Arc::clone(keeper.tracker().log().game().setup());
        let interrupt = Interrupt::awaited()?;

        let lacking = pack.lacking(&setup.catalogue());
        let eyes = self.eyes(pack.load(&setup.catalogue())?, setup.clone(), &interrupt);
        let followed = follow(self.feed, eyes, keeper, clock, orders, &interrupt.stop)?;
        let (mut keeper, mut warnings) = followed;
        drop(stand);
        if let Some(messenger) = messenger {
            let terminal = std::io::stdin();
            if terminal.is_terminal() && keeper.tally.frames > 0 {
                interrupt.asking.store(true, Ordering::SeqCst);
                let answers = &mut terminal.lock();
                if self.args.hall.hall_confirm {
                    // The result is confirmed unasked.
                    confirm::ask_over(answers, &mut keeper);
                } else {
                    confirm::ask(answers, &mut keeper, &messenger);
                }
            }
            self.end_in_hall(messenger, &keeper.snapshot());
        }
        if interrupt.stop.load(Ordering::SeqCst) && keeper.tally.frames == 0 {
            // Nothing was played; an empty record goes with the keeper.
            drop(keeper);
            eprintln!("stopped before the first picture was read");
            crate::leave::now(crate::leave::INTERRUPTED);
        }
        warnings.extend(setup.warnings().iter().map(ToString::to_string));
        warnings.extend(lacks_in_words(&lacking));
        warnings.extend(left_undone(&mut keeper));
        self.finish(keeper, warnings, began)
    }

    /// What makes the reader, on a thread of its own.
    fn eyes(
        &self,
        pack: Arc<Pack>,
        setup: Arc<Setup>,
        interrupt: &Interrupt,
    ) -> impl FnMut() -> Option<Noting<vision::reader::Reader>> + Send + use<> {
        let map_print = maps::print_for(self.folders, &setup);
        let kept = self.folders.clone();
        let (watched, asked) = (self.feed.clone(), interrupt.stop.clone());
        move || {
            // Which phone it is shows when it comes.
            watched.wait_until_named(&asked);
            let camera = noting::file_of(&kept, &watched);
            let (camera, print) = (camera.as_ref(), map_print.clone());
            let made = reader::noting(pack.clone(), &setup, Some(&kept), camera, print);
            made.map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
                .ok()
        }
    }

    /// Says how it went, and leaves the files that are wanted.
    fn finish(
        &self,
        mut keeper: LiveGame,
        warnings: Vec<String>,
        began: jiff::Timestamp,
    ) -> Result<(), Failure> {
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
        keeper.finish_pictures();
        let unsaved = keeper.snapshot().health.storage.clone();
        let record = keeper.record().map(Path::to_owned);
        let game = (keeper.tracker().log(), record.as_deref());
        let exported = export::at_end(&self.args.export, game, began);
        let report = report(&mut keeper, warnings);
        if self.args.json || self.args.events {
            print_json(&report)?;
        } else {
            print(&as_text(&mut keeper, &report))?;
        }
        match (unsaved, record) {
            (Some(why), Some(record)) => Err(Failure::new(
                format!("{} is not complete: {why}", record.display()),
                "what was written can be opened; free space, and continue with --resume",
            )),
            _ => exported,
        }
    }

    /// The pages for phones, if they are wanted; their addresses and codes go to stderr.
    fn stand(&self, keeper: &mut LiveGame, give: Orders) -> Result<Option<Stand>, Failure> {
        let at = &self.args.phones.at;
        let camera = match self.feed {
            Input::Phone(camera) => Some(camera.clone()),
            _ if self.args.phones.phones => None,
            _ => return Ok(None),
        };
        let (games, shown_games) = mailbox();
        let (looks, shown_looks) = mailbox();
        keeper.show_to(Beside {
            games,
            looks: Some(looks),
        });
        let shown = Arc::new(Shown {
            games: shown_games,
            looks: shown_looks,
        });
        let first = camera.as_ref().map(|camera| match camera.pace() {
            Pace::Pictures => (Page::Photo, "a photograph after each turn"),
            Pace::Live | Pace::Recorded => (Page::Camera, "the camera"),
        });
        let options = at.options(self.folders.phones());
        let stand = Stand::open(shown, give, camera, &options)?;
        // The tile pack is still to be learnt.
        stand.show(keeper.snapshot());
        let rest = [
            (Page::Look, "the score, for everybody"),
            (Page::Answer, "the score, and answering"),
            (Page::Overlay, "the score for stream software"),
        ];
        for (page, what) in first.into_iter().chain(rest) {
            let link = stand.link(page).unwrap_or_default();
            eprintln!("{what}: {link}");
            if page != Page::Overlay {
                eprintln!("{}", code::in_letters(&link));
            }
        }
        Ok(Some(stand))
    }

    /// The messenger to the hall, if one is to be told.
    fn messenger(&self, keeper: &mut LiveGame) -> Result<Option<Messenger>, Failure> {
        let Some(hall) = self.args.hall.hall() else {
            return Ok(None);
        };
        let wanted = hall.wanted(Some(self.folders.hall()))?;
        let (games, shown) = mailbox();
        keeper.show_to(Beside { games, looks: None });
        let messenger = Messenger::open(&wanted, Arc::new(shown), keeper.published())?;
        eprintln!(
            "telling {} of this table as {}",
            wanted.address, wanted.table
        );
        Ok(Some(messenger))
    }

    /// Confirms the result, if that is wanted, and says what the hall does not know yet.
    fn end_in_hall(&self, messenger: Messenger, snapshot: &Snapshot) {
        if self.args.hall.hall_confirm && snapshot.over {
            messenger.wish(HallWish::Confirm);
        }
        if let Some(trouble) = messenger.seat().status.trouble {
            let failure = in_words(&trouble);
            eprintln!("warning: the hall: {}; {}", failure.what, failure.help);
        }
    }
}

/// Ctrl-C: the first stops the watching; while somebody is asked something, it leaves.
struct Interrupt {
    stop: Arc<AtomicBool>,
    asking: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for it.
    fn awaited() -> Result<Self, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let asking = Arc::new(AtomicBool::new(false));
        let (asked, answering) = (stop.clone(), asking.clone());
        let interrupted = move || {
            asked.store(true, Ordering::SeqCst);
            if answering.load(Ordering::SeqCst) {
                // Somebody who is asked something would rather leave; the record is on disk.
                crate::leave::now(crate::leave::INTERRUPTED);
            }
        };
        ctrlc::set_handler(interrupted).map_err(|error| unexpected(&error))?;
        Ok(Self { stop, asking })
    }
}

/// Says which tiles of the game no camera can name.
fn lacks_in_words(lacking: &[FaceId]) -> Option<String> {
    let names: Vec<&str> = lacking.iter().map(FaceId::as_str).collect();
    let names = names.join(" ");
    (!lacking.is_empty()).then(|| format!("the tile pack has no picture of {names}"))
}

/// Says that tiles came and none of them could be made out.
fn unreadable_in_words(snapshot: &Snapshot) -> Option<String> {
    let mut open = snapshot.questions.iter();
    let unread = open.any(|question| question.about == About::Unreadable);
    let help = "tiles are seen but cannot be made out: does the tile pack show these tiles?";
    unread.then(|| help.to_owned())
}

/// Says that nothing was read at all.
fn bare_in_words(snapshot: &Snapshot) -> Option<String> {
    let help = "no tile was found: is the whole board in the picture, and does the tile pack show these tiles?";
    snapshot.tiles.is_empty().then(|| help.to_owned())
}

/// What of the game was not kept or not made out.
fn left_undone(keeper: &mut LiveGame) -> Vec<String> {
    let snapshot = keeper.snapshot();
    let pictures = keeper.pictures_trouble();
    let pictures = pictures.map(|why| format!("pictures were not kept: {why}"));
    let unsaved = snapshot.health.storage.as_ref();
    let unsaved = unsaved.map(|why| format!("not everything could be saved: {why}"));
    let unread = unreadable_in_words(&snapshot).or_else(|| bare_in_words(&snapshot));
    let all = [pictures, unread, unsaved];
    all.into_iter().flatten().collect()
}

fn print_events(events: &[Event]) {
    for event in events {
        // The end object is printed the same way and reports a broken stdout.
        let _ = print_json(&EventReport::of(event));
    }
}

/// Sums a watched game up.
pub(super) fn report(keeper: &mut LiveGame, warnings: Vec<String>) -> WatchReport {
    let questions_open = keeper.snapshot().questions.len();
    let story = Story::of(keeper.tracker().log());
    WatchReport {
        end: true,
        frames: keeper.tally.frames,
        turns: story.turns(),
        scores: story.scores(),
        tiles: story.tiles,
        figures: story.figures,
        questions_open,
        questions_asked: keeper.tally.asked.len(),
        desyncs: keeper.tally.desyncs,
        cpu_s: (cpu_time::ProcessTime::now().as_duration().as_secs_f64() * 10.0).round() / 10.0,
        read_ms: ReadTimes::of(&keeper.tally.still_took),
        record: keeper.record().map(Path::to_owned),
        warnings,
    }
}

/// The result in words.
pub(super) fn as_text(keeper: &mut LiveGame, report: &WatchReport) -> String {
    let mut text = keeper.tracker().log().game().board().to_string();
    let scores: Vec<_> = report
        .scores
        .iter()
        .map(|(color, points)| format!("{color} {points}"))
        .collect();
    text += &format!(
        "{}, {}: ",
        count(report.turns, "turn"),
        count(report.tiles.len(), "tile")
    );
    text += &if scores.is_empty() {
        "no player seen".to_owned()
    } else {
        scores.join(", ")
    };
    text += "\n";
    if report.questions_open > 0 {
        text += &format!("questions still open: {}\n", report.questions_open);
    }
    text
}
