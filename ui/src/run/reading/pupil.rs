//! The pupil: makes a pack ready that has grown while it is played with, and hands it to the reader.
//!
//! Stands beside vision, on a thread of its own, since learning takes seconds; meanwhile the table is
//! read by what was known before. Of several packs that come at once only the newest counts. Never
//! changes a pack.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracker::setup::Setup;
use vision::pack::Pack;
use vision::source::mailbox::{Receiver, Sender, Taken};

use crate::run::actors::{Actor, Step};
use crate::run::reading::pack_source::PackSource;
use crate::run::ready::Ready;
use crate::store::folders::Folders;

/// The pack that the table is read by, which may grow while it is played with.
#[derive(Clone)]
pub struct AtWork(Arc<Mutex<PackSource>>);

impl AtWork {
    /// It is this one to begin with.
    pub fn new(pack: PackSource) -> Self {
        Self(Arc::new(Mutex::new(pack)))
    }

    /// The one it is now.
    pub fn get(&self) -> PackSource {
        // Every change is one assignment, so a panic leaves a whole value.
        let pack = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pack.clone()
    }

    /// It is this one from now on, also for a reader that is made anew.
    pub fn set(&self, pack: PackSource) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pack;
    }
}

/// Makes packs ready.
pub struct Pupil {
    packs: Arc<Receiver<Arc<Pack>>>,
    setup: Arc<Setup>,
    folders: Option<Folders>,
    ready: Sender<Ready>,
}

impl Pupil {
    /// A pupil that gets `packs` for a game and hands on what is ready.
    pub fn new(
        packs: Arc<Receiver<Arc<Pack>>>,
        (setup, folders): (Arc<Setup>, Option<Folders>),
        ready: Sender<Ready>,
    ) -> Self {
        Self {
            packs,
            setup,
            folders,
            ready,
        }
    }
}

impl Actor for Pupil {
    fn step(&mut self, wait: Duration) -> Step {
        let pack = match self.packs.take(wait) {
            Taken::Value(pack) => pack,
            Taken::Nothing => return Step::Idle,
            Taken::Closed => return Step::Done,
        };
        match Ready::of(&pack, &self.setup, self.folders.as_ref()) {
            Ok(ready) => match self.ready.put(ready) {
                true => Step::Worked,
                // Nobody reads any more.
                false => Step::Done,
            },
            Err(error) => {
                tracing::error!(%error, "what was taught cannot be learnt");
                Step::Worked
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::Catalogue;
    use carcassonne::seen::SeenTable;
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use vision::gate::{Gate, GateConfig, GateReport};
    use vision::source::Pace;
    use vision::source::frame::Frame;
    use vision::source::mailbox::mailbox;

    use super::*;
    use crate::run::actors::seeing::{Seeing, TableReader};
    use crate::store::packs;

    /// Notes by how many pictures it reads each frame.
    struct Eyes(usize, Arc<Mutex<Vec<usize>>>);

    impl TableReader for Eyes {
        fn look(&mut self, frame: &Frame, _: &GateReport) -> Result<SeenTable, String> {
            self.1.lock().expect("whole").push(self.0);
            Ok(SeenTable::still(frame.seq, 0, 0))
        }

        fn read_by(&mut self, pack: Ready) -> Result<(), String> {
            self.0 = pack.pack.pictures.len();
            Ok(())
        }
    }

    #[test]
    fn a_pack_that_grows_is_learnt_and_read_by_from_the_next_frame_on() {
        let mut pack = packs::our_art(&Catalogue::bundled()).expect("drawn");
        pack.pictures.truncate(2);
        let (grows, learns) = mailbox();
        let (to_seeing, ready) = mailbox();
        let game = (Arc::new(Setup::default()), None);
        let mut pupil = Pupil::new(Arc::new(learns), game, to_seeing);
        let (frames, shown) = mailbox();
        let (looks, taken) = mailbox();
        let read = Arc::new(Mutex::new(Vec::new()));
        let eyes = Eyes(0, read.clone());
        let gate = Gate::new(GateConfig::default());
        let seeing = Seeing::new(Arc::new(shown), gate, eyes, Pace::Live, looks);
        let mut seeing = seeing.with_packs(Arc::new(ready));
        let mut look = |seq| {
            let grey = Scalar::all(90.0);
            let pixels = Mat::new_rows_cols_with_default(90, 160, CV_8UC3, grey);
            let pixels = pixels.expect("a picture");
            let taken_at_ms = 100 * seq;
            frames.put(Arc::new(Frame {
                pixels,
                seq,
                taken_at_ms,
            }));
            seeing.step(Duration::ZERO)
        };
        assert_eq!(look(1), Step::Worked);
        assert_eq!(pupil.step(Duration::ZERO), Step::Idle);
        grows.put(Arc::new(pack));
        assert_eq!(look(2), Step::Worked, "learning keeps nobody waiting");
        assert_eq!(pupil.step(Duration::ZERO), Step::Worked);
        assert_eq!(look(3), Step::Worked);
        assert_eq!(*read.lock().expect("whole"), [0, 0, 2]);
        drop((grows, taken));
        assert_eq!(pupil.step(Duration::ZERO), Step::Done);
    }
}
