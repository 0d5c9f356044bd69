//! The parts of a running game, started: tracking, capture, vision, and the scout for other packs.
//!
//! Each is told how it is made, so that it can be made anew after a panic; what it does stands in its own
//! file.

use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, mpsc};

use tracker::CommandError;
use tracker::setup::Setup;
use vision::pack::Pack;
use vision::source::Pace;
use vision::source::frame::{Clock, Frame};
use vision::source::mailbox::{Receiver, Sender, mailbox};

use super::watched::Watched;
use crate::failure::{Failure, unexpected};
use crate::run::actors::capture::{Capture, Opener, SourceNews};
use crate::run::actors::crew::Crew;
use crate::run::actors::seeing::{Look, Seeing, gate_for};
use crate::run::actors::tracking::{Order, Tracking};
use crate::run::input::Input;
use crate::run::live_game::{Beside, LiveGame};
use crate::run::news::PackNews;
use crate::run::reading::pupil::{AtWork, Pupil};
use crate::run::reading::scout::Scout;
use crate::run::reading::{noting, reader};
use crate::run::ready::Ready;
use crate::run::real_time::{FilmControl, RealTime, Reopen};
use crate::store::maps;
use crate::views::published::Published;

/// Starts the part that holds the game.
pub(super) fn tracking(
    crew: &mut Crew,
    (mut keeper, beside): (LiveGame, Vec<Beside>),
    looks: Receiver<Arc<Look>>,
    orders: mpsc::Receiver<Order<CommandError>>,
    to_window: Sender<Arc<Published>>,
    clock: &Arc<dyn Clock>,
) -> Result<(), Failure> {
    let (looks, orders) = (Arc::new(looks), Arc::new(Mutex::new(orders)));
    let (record, clock) = (
        keeper.record().map(std::path::Path::to_owned),
        clock.clone(),
    );
    beside.iter().for_each(|one| keeper.show_to(one.clone()));
    let mut keeper = Some(keeper);
    crew.start("tracker", move || {
        // After a panic the game is what its record says; without one there is nothing to go
        // on with.
        let keeper = match (keeper.take(), &record) {
            (Some(keeper), _) => Some(keeper),
            (None, Some(record)) => LiveGame::reopen(record, clock.clone())
                .map_err(|failure| tracing::error!(%failure, "the record cannot be opened again"))
                .ok()
                .map(|mut keeper| {
                    beside.iter().for_each(|one| keeper.show_to(one.clone()));
                    keeper
                }),
            (None, None) => None,
        }?;
        let (looks, orders) = (looks.clone(), orders.clone());
        Some(Tracking::new(looks, orders, keeper, to_window.clone()))
    })
    .map_err(|error| unexpected(&error))
}

/// Starts the part that takes pictures; where they come from then.
pub(super) fn capture(
    crew: &mut Crew,
    feed: &Input,
    preview: Sender<Arc<Frame>>,
    tell: mpsc::Sender<SourceNews>,
    (clock, film): (&Arc<dyn Clock>, Arc<FilmControl>),
) -> Result<Receiver<Arc<Frame>>, Failure> {
    let (to_seeing, frames) = mailbox();
    let (feed, clock) = (feed.clone(), clock.clone());
    let pace = feed.pace();
    // A live source may be opened anew after a panic; a film would begin again from its start.
    let mut first = true;
    crew.start("capture", move || {
        let again = !std::mem::take(&mut first);
        (pace == Pace::Live || !again).then(|| {
            let opener = paced_opener(feed.clone(), clock.clone(), film.clone());
            let (frames, tell) = (to_seeing.clone(), tell.clone());
            Capture::new(opener, pace, clock.clone(), frames, tell).with_preview(preview.clone())
        })
    })
    .map_err(|error| unexpected(&error))?;
    Ok(frames)
}

fn paced_opener(feed: Input, clock: Arc<dyn Clock>, film: Arc<FilmControl>) -> Opener {
    Box::new(move || {
        let (feed, timed) = (feed.clone(), clock.clone());
        let reopen: Reopen = Box::new(move || feed.open(timed.clone()));
        let paced = RealTime::new(reopen, clock.clone(), film.clone())?;
        Ok(Box::new(paced) as Box<dyn vision::source::Source>)
    })
}

/// Starts the part that tries the other packs, if there are any; where its looks go.
pub(super) fn scout(
    crew: &mut Crew,
    watched: &Watched,
    setup: &Arc<Setup>,
    laid: &Arc<AtomicUsize>,
    tell: mpsc::Sender<PackNews>,
) -> Result<Option<Sender<Arc<Look>>>, Failure> {
    let (Some(others), Some(folders)) = (watched.others.clone(), watched.kept.clone()) else {
        return Ok(None);
    };
    let (to_scout, looks) = mailbox();
    let (looks, setup, laid) = (Arc::new(looks), setup.clone(), laid.clone());
    crew.start("scout", move || {
        let game = (setup.clone(), folders.clone());
        let (looks, laid, tell) = (looks.clone(), laid.clone(), tell.clone());
        Some(Scout::new(looks, others.clone(), game, laid, tell))
    })
    .map_err(|error| unexpected(&error))?;
    Ok(Some(to_scout))
}

/// Starts the part that makes packs ready which grow meanwhile; where they go, and where they come
/// from when they are.
pub(super) fn pupil(
    crew: &mut Crew,
    watched: &Watched,
    setup: &Arc<Setup>,
) -> Result<(Sender<Arc<Pack>>, Receiver<Ready>), Failure> {
    let (grows, packs) = mailbox();
    let (to_seeing, ready) = mailbox();
    let (packs, setup, kept) = (Arc::new(packs), setup.clone(), watched.kept.clone());
    crew.start("pupil", move || {
        let game = (setup.clone(), kept.clone());
        Some(Pupil::new(packs.clone(), game, to_seeing.clone()))
    })
    .map_err(|error| unexpected(&error))?;
    Ok((grows, ready))
}

/// Where looks go: tracking, the window, and the scout if there is one.
type Looks = (
    Sender<Arc<Look>>,
    Sender<Arc<Look>>,
    Option<Sender<Arc<Look>>>,
);

/// Starts the part that reads them.
pub(super) fn vision(
    crew: &mut Crew,
    watched: Watched,
    setup: Arc<Setup>,
    (frames, at_work, ready): (Receiver<Arc<Frame>>, AtWork, Receiver<Ready>),
    (to_tracking, show, scout): Looks,
    closed: Arc<AtomicBool>,
) -> Result<(), Failure> {
    let (frames, ready) = (Arc::new(frames), Arc::new(ready));
    let pace = watched.feed.pace();
    crew.start("vision", move || {
        let pack = at_work.get().load(&setup.catalogue());
        let pack = pack
            .map_err(|error| tracing::error!(%error, "no pack"))
            .ok()?;
        let print = watched.kept.as_ref();
        let print = print.and_then(|kept| maps::print_for(kept, &setup));
        let kept = watched.kept.as_ref();
        // Which phone it is shows when it comes.
        watched.feed.wait_until_named(&closed);
        let camera = kept.and_then(|kept| noting::file_of(kept, &watched.feed));
        let eyes = reader::noting(pack, &setup, kept, camera.as_ref(), print);
        let eyes = eyes
            .map_err(|error| tracing::error!(%error, "the pack cannot be learnt"))
            .ok()?;
        let (frames, looks) = (frames.clone(), to_tracking.clone());
        let seeing = Seeing::new(frames, gate_for(pace), eyes, pace, looks);
        let seeing = seeing.with_packs(ready.clone());
        Some(seeing.with_window(show.clone()).with_scout(scout.clone()))
    })
    .map_err(|error| unexpected(&error))
}
