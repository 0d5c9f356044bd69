//! The scout: tries the other tile packs on a table that the pack at work cannot read.
//!
//! Stands beside vision, on a thread of its own, and gets every look; it looks at still ones only,
//! as long as hardly a tile has been laid. What it finds it tells ([`PackNews`]): whoever plays
//! decides, or the window does if nobody chose a pack. Never changes what is read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use carcassonne::catalogue::Catalogue;
use carcassonne::seen::Calm;
use opencv::core::Mat;
use tracker::setup::Setup;
use vision::picture::pyramid::Pyramid;
use vision::reader::start;
use vision::source::mailbox::{Receiver, Taken};
use vision::tiles::learnt::Learnt;

use crate::faces;
use crate::run::actors::seeing::Look;
use crate::run::actors::{Actor, Step};
use crate::run::news::PackNews;
use crate::run::reading::pack_source::PackSource;
use crate::store::folders::Folders;
use crate::store::packs::PackChoice;

/// From so many tiles on the pack at work reads them: nobody lays two by mistake.
const READ: usize = 2;
/// How long the pack at work has to read what has changed before others are tried, as frames tell
/// it, ms: a try with five packs takes seconds, and most tables need none.
const PATIENCE_MS: u64 = 2500;
/// After so long a quiet table is looked at again, ms.
const AGAIN_MS: u64 = 20_000;
/// How much more a board must look like one with another pack.
const BETTER: f32 = 1.3;
/// Tries in vain on a table where something lies, after which that is told.
const IN_VAIN: u32 = 2;

/// A pack that may be the right one.
#[derive(Clone)]
pub struct Candidate {
    /// How it is chosen.
    pub choice: PackChoice,
    /// Where its pictures are.
    pub pack: PackSource,
}

/// What is tried, and for whom.
#[derive(Clone)]
pub struct Others {
    /// All packs, the one at work first.
    pub packs: Vec<Candidate>,
    /// Who chose the pack at work.
    pub chosen: Chosen,
}

/// Who chose a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A person; another one is only proposed.
    ByPerson,
    /// Nobody, so one that reads better is taken by itself.
    ByNobody,
}

/// Tries packs.
pub struct Scout {
    looks: Arc<Receiver<Arc<Look>>>,
    packs: Vec<(Candidate, Ready)>,
    chosen: Chosen,
    setup: Arc<Setup>,
    folders: Folders,
    /// Tiles of the game that are recognised on the table.
    laid: Arc<AtomicUsize>,
    tell: mpsc::Sender<PackNews>,
    told: Option<PackNews>,
    /// Since when there is something to try, ms.
    due_since_ms: Option<u64>,
    tried_at_ms: Option<u64>,
    in_vain: u32,
}

/// What was learnt of a pack, once it was needed.
enum Ready {
    Not,
    Learnt(Box<Learnt>, Arc<Catalogue>),
    /// It cannot be used, which choosing it will say.
    Never,
}

impl Scout {
    /// A scout that gets `looks` and tells what it finds.
    pub fn new(
        looks: Arc<Receiver<Arc<Look>>>,
        others: Others,
        (setup, folders): (Arc<Setup>, Folders),
        laid: Arc<AtomicUsize>,
        tell: mpsc::Sender<PackNews>,
    ) -> Self {
        let packs = others.packs.into_iter();
        Self {
            looks,
            packs: packs.map(|candidate| (candidate, Ready::Not)).collect(),
            chosen: others.chosen,
            setup,
            folders,
            laid,
            tell,
            told: None,
            due_since_ms: None,
            tried_at_ms: None,
            in_vain: 0,
        }
    }

    fn tell(&mut self, news: PackNews) {
        if self.told.as_ref() != Some(&news) {
            self.told = Some(news.clone());
            // Without a window nobody chooses.
            let _ = self.tell.send(news);
        }
    }

    /// How much the picture looks like a board with each pack; the one at work first.
    fn tried(&mut self, picture: &Mat) -> Vec<(f32, usize)> {
        let (setup, folders) = (Arc::clone(&self.setup), self.folders.clone());
        let each = self.packs.iter_mut().map(|(candidate, ready)| {
            if matches!(ready, Ready::Not) {
                *ready = learn(candidate, &setup, &folders);
            }
            match ready {
                Ready::Learnt(learnt, catalogue) => board(picture, learnt, catalogue),
                _ => (0.0, 0),
            }
        });
        each.collect()
    }

    /// Whether what has changed has rested for long enough without being read.
    fn is_due(&mut self, look: &Look) -> bool {
        let at_ms = look.frame.taken_at_ms;
        let quiet = |last: u64| at_ms >= last + AGAIN_MS;
        if !look.gate.changed.is_empty() || self.tried_at_ms.is_none_or(quiet) {
            self.due_since_ms.get_or_insert(at_ms);
        }
        let rests = look.gate.calm == Calm::Still && look.gate.covered.is_empty();
        let patient = |since: u64| at_ms >= since + PATIENCE_MS;
        rests && self.due_since_ms.is_some_and(patient)
    }

    fn look(&mut self, look: &Look) {
        let tried = self.tried(&look.frame.pixels);
        let at_work = tried.first().map_or(0.0, |(likeness, _)| *likeness);
        let others = tried.iter().zip(&self.packs).skip(1);
        let best = others.max_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let best = best.filter(|((likeness, _), _)| *likeness > at_work * BETTER);
        if let Some(((_, tiles), (candidate, _))) = best {
            tracing::info!(pack = %candidate.choice.id, tiles, "another pack reads the table");
            let (pack, tiles) = (candidate.choice.clone(), *tiles);
            let by_itself = self.chosen == Chosen::ByNobody;
            self.tell(PackNews::Reads {
                pack,
                tiles,
                by_itself,
            });
            return;
        }
        // An empty table tells nothing about packs.
        let something = look.seen.calm != Calm::Lost(carcassonne::seen::LostReason::NoTiles);
        if something && at_work == 0.0 {
            self.in_vain += 1;
        }
        if self.in_vain >= IN_VAIN {
            self.tell(PackNews::Foreign);
        }
    }
}

impl Actor for Scout {
    fn step(&mut self, wait: Duration) -> Step {
        let look = match self.looks.take(wait) {
            Taken::Value(look) => look,
            Taken::Nothing => return Step::Idle,
            Taken::Closed => return Step::Done,
        };
        if self.laid.load(Ordering::Relaxed) >= READ {
            // It is read: whatever was told holds no longer.
            if self.told.is_some() {
                let _ = self.tell.send(PackNews::Settled);
            }
            return Step::Done;
        }
        if !self.is_due(&look) {
            return Step::Idle;
        }
        self.due_since_ms = None;
        self.tried_at_ms = Some(look.frame.taken_at_ms);
        self.look(&look);
        Step::Worked
    }
}

fn learn(candidate: &Candidate, setup: &Setup, folders: &Folders) -> Ready {
    let setup = setup.clone().with_tiles(&candidate.pack.taught());
    let catalogue = setup.catalogue();
    let learnt = candidate.pack.load(&catalogue).ok().and_then(|pack| {
        let pack = faces::only(&pack, &catalogue);
        let learnt = Learnt::kept(&pack, &folders.learnt());
        learnt
            .map_err(|error| tracing::warn!(%error, "a pack cannot be learnt"))
            .ok()
    });
    learnt.map_or(Ready::Never, |learnt| {
        Ready::Learnt(Box::new(learnt), catalogue)
    })
}

/// How much the picture looks like a board of that pack, and how many tiles of it; nothing where no
/// tile is certain.
fn board(picture: &Mat, learnt: &mut Learnt, catalogue: &Catalogue) -> (f32, usize) {
    let Learnt { model, finder } = learnt;
    let found = Pyramid::new(picture)
        .and_then(|picture| start::from_picture(&picture, finder, model, catalogue));
    let found = found.map_err(|error| tracing::warn!(%error, "a picture cannot be tried"));
    let Ok(Some((lattice, cells))) = found else {
        return (0.0, 0);
    };
    let tiles = lattice.offsets.keys().filter_map(|cell| cells.get(cell));
    let sure = tiles.filter(|tile| start::is_certainly(tile.likeness));
    sure.fold((0.0, 0), |(sum, count), tile| {
        (sum + tile.likeness, count + 1)
    })
}
