//! A reader that notes what it learns of the camera, at quiet moments and when it is put away.
//!
//! What is noted and how it lies on disk is the camera's file's, in [`crate::store::cameras`].

use calibration::KnownView;
use carcassonne::seen::{Calm, SeenTable};
use jiff::Timestamp;
use vision::gate::GateReport;
use vision::reader::Reader;
use vision::source::Pace;
use vision::source::frame::Frame;

use crate::run::actors::seeing::TableReader;
use crate::run::input::Input;
use crate::run::ready::Ready;
use crate::store::cameras::CameraFile;
use crate::store::folders::Folders;

/// How long a camera is watched between two notes, ms.
const KEEP_EVERY_MS: u64 = 60_000;

/// The file of the camera behind a feed; `None` for what was filmed before or is drawn.
pub fn file_of(folders: &Folders, feed: &Input) -> Option<CameraFile> {
    match feed {
        Input::Source(spec) => CameraFile::of(folders, spec),
        // Single photographs are taken from anywhere.
        Input::Phone(phone) if phone.pace() == Pace::Live => {
            Some(CameraFile::named(folders, &phone.name()?))
        }
        Input::Phone(_) | Input::Practice(_) => None,
    }
}

/// Table readers that learn something of their camera.
pub trait Learns {
    /// What is known of it now.
    fn known(&self) -> Option<KnownView>;
}

impl Learns for Reader {
    fn known(&self) -> Option<KnownView> {
        Self::known(self)
    }
}

/// Table readers that note what they learn of their camera.
pub struct Noting<E: Learns> {
    eyes: E,
    file: Option<CameraFile>,
    noted: Option<KnownView>,
    next_ms: u64,
}

impl<E: Learns> Noting<E> {
    /// Notes what `eyes` learn in `file`, if there is one.
    pub fn new(eyes: E, file: Option<CameraFile>) -> Self {
        Self {
            eyes,
            file,
            noted: None,
            next_ms: KEEP_EVERY_MS,
        }
    }

    fn note(&mut self) {
        let (Some(file), Some(view)) = (&self.file, self.eyes.known()) else {
            return;
        };
        let says = view.lens.is_some() || view.board.is_some();
        if !says || self.noted.as_ref() == Some(&view) {
            return;
        }
        if let Err(why) = file.note(&view, Timestamp::now()) {
            tracing::warn!(%why, "what is known of the camera is not kept");
        }
        self.noted = Some(view);
    }
}

impl<E: TableReader + Learns> TableReader for Noting<E> {
    fn look(&mut self, frame: &Frame, gate: &GateReport) -> Result<SeenTable, String> {
        let seen = self.eyes.look(frame, gate)?;
        if seen.calm == Calm::Still && frame.taken_at_ms >= self.next_ms {
            self.next_ms = frame.taken_at_ms + KEEP_EVERY_MS;
            self.note();
        }
        Ok(seen)
    }

    fn read_by(&mut self, pack: Ready) -> Result<(), String> {
        self.eyes.read_by(pack)
    }
}

impl<E: Learns> Drop for Noting<E> {
    fn drop(&mut self) {
        self.note();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::cameras::tests::view;

    /// A reader that knows something.
    struct Knowing(KnownView);

    impl Learns for Knowing {
        fn known(&self) -> Option<KnownView> {
            Some(self.0.clone())
        }
    }

    #[test]
    fn eyes_that_are_closed_have_noted_what_they_learnt() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        let file = CameraFile::named(&folders, "cam");
        let learnt = view(Some(-0.02), &[[4, 4]]);
        drop(Noting::new(Knowing(learnt.clone()), None));
        assert!(!folders.cameras().exists());
        drop(Noting::new(Knowing(view(None, &[])), Some(file.clone())));
        assert_eq!(file.read(), [], "nothing was learnt");
        drop(Noting::new(Knowing(learnt.clone()), Some(file.clone())));
        assert_eq!(file.read(), [learnt]);
    }
}
