//! A phone as one more source of pictures: what its page sends, decoded within limits, newest
//! first; or single photographs, one after the other. A game that a phone may film takes
//! photographs, too, as long as none does: some browsers give no camera, and some people no leave.
//!
//! The pictures come from the serving's thread and wait in a mailbox; they are decoded on the
//! thread that reads the source, so a hostile one costs a line in the log and nothing else.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use opencv::core::Mat;
use phone::Shot;
use phone::limits::FRAME_PIXELS;
use vision::picture::decode;
use vision::source::frame::{Clock, Frame};
use vision::source::mailbox::{Receiver, Sender, Taken, mailbox};
use vision::source::{Pace, Source, SourceError};

/// How long a source waits for a picture before it says that none came.
const WAIT: Duration = Duration::from_millis(500);

/// How often a photograph is handed on. A board that is met for the first time, and several moves at
/// once, are believed after further looks, as at a table that stays still.
const LOOKS_AT_A_PHOTO: u32 = 4;

/// The same where a film could come: it stands there until something else comes. A new view counts
/// only after a while, and whoever reads may still be learning the tiles.
const LOOKS_IN_A_FILM: u32 = u32::MAX;

/// The place where a phone's pictures come in. All copies are the same place.
#[derive(Clone, Debug)]
pub struct PhoneCamera(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pace: Pace,
    put: Sender<(Shot, Kind)>,
    shots: Receiver<(Shot, Kind)>,
    /// Its page is open.
    here: AtomicBool,
    /// What the phone that first sent something calls itself.
    name: Mutex<Option<String>>,
    seq: AtomicU64,
}

/// What a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One of a film: the next is on its way.
    Film,
    /// A photograph: it stands until another comes.
    Photo,
}

impl PhoneCamera {
    /// A place for the pictures of a film that goes on.
    pub fn film() -> Self {
        Self::of(Pace::Live)
    }

    /// A place for single photographs.
    pub fn photos() -> Self {
        Self::of(Pace::Pictures)
    }

    fn of(pace: Pace) -> Self {
        let (put, shots) = mailbox();
        Self(Arc::new(Inner {
            pace,
            put,
            shots,
            here: AtomicBool::new(false),
            name: Mutex::new(None),
            seq: AtomicU64::new(0),
        }))
    }

    /// How its pictures follow each other.
    pub fn pace(&self) -> Pace {
        self.0.pace
    }

    /// Whether its page is open.
    pub fn is_here(&self) -> bool {
        self.0.here.load(Ordering::Relaxed)
    }

    /// Its page has opened or closed.
    pub fn came(&self, here: bool) {
        self.0.here.store(here, Ordering::Relaxed);
    }

    /// Takes a picture of a film in: the newest wins. Where only photographs are wanted it is left.
    pub fn film_shot(&self, shot: Shot) {
        if self.0.pace == Pace::Live {
            self.note_name(&shot);
            // The receiver lives as long as the sender.
            let _ = self.0.put.put((shot, Kind::Film));
        }
    }

    /// Takes a photograph in, as soon as the one before was taken. Answers whether it is wanted:
    /// not while a phone films.
    pub fn photo(&self, shot: Shot) -> bool {
        if self.is_here() {
            return false;
        }
        self.note_name(&shot);
        let _ = self.0.put.put_when_free((shot, Kind::Photo));
        true
    }

    fn note_name(&self, shot: &Shot) {
        if !shot.camera.is_empty() {
            let mut name = self.0.name.lock().unwrap_or_else(PoisonError::into_inner);
            name.get_or_insert_with(|| shot.camera.to_string());
        }
    }

    /// What the phone calls itself, once one has sent something: its calibration is kept by it.
    pub fn name(&self) -> Option<String> {
        let name = self.0.name.lock().unwrap_or_else(PoisonError::into_inner);
        name.as_ref().map(|name| format!("phone {name}"))
    }

    /// Opens it as a source.
    pub fn open(&self, clock: Arc<dyn Clock>) -> PhoneSource {
        let opened_at_ms = clock.now_ms();
        PhoneSource {
            camera: self.clone(),
            clock,
            opened_at_ms,
            photo: None,
        }
    }
}

/// A phone that is being read.
pub struct PhoneSource {
    camera: PhoneCamera,
    clock: Arc<dyn Clock>,
    opened_at_ms: u64,
    /// The last photograph, and how often it is still to be handed on.
    photo: Option<(Mat, u32)>,
}

impl PhoneSource {
    fn frame(&self, pixels: Mat) -> Frame {
        Frame {
            pixels,
            seq: self.camera.0.seq.fetch_add(1, Ordering::Relaxed),
            taken_at_ms: self.clock.now_ms().saturating_sub(self.opened_at_ms),
        }
    }
}

impl Source for PhoneSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        let Taken::Value((shot, kind)) = self.camera.0.shots.take(WAIT) else {
            if let Some((photo, left @ 1..)) = &mut self.photo {
                *left -= 1;
                let photo = photo.clone();
                return Ok(Some(self.frame(photo)));
            }
            return Err(SourceError::PhoneWaits {
                here: self.camera.is_here(),
            });
        };
        let most = match kind {
            Kind::Film => FRAME_PIXELS,
            Kind::Photo => files::limits::PHOTO_PIXELS,
        };
        let refused = |why: String| {
            tracing::warn!(%why, bytes = shot.jpeg.len(), "a picture of the phone is left out");
            SourceError::PhoneSends { why }
        };
        let picture = decode(&shot.jpeg, most).map_err(|error| refused(error.to_string()))?;
        if !picture.whole {
            return Err(refused("it is cut off".to_owned()));
        }
        let looks = match self.camera.pace() {
            Pace::Live => LOOKS_IN_A_FILM,
            Pace::Recorded | Pace::Pictures => LOOKS_AT_A_PHOTO,
        };
        self.photo = (kind == Kind::Photo).then(|| (picture.pixels.clone(), looks - 1));
        Ok(Some(self.frame(picture.pixels)))
    }

    fn describe(&self) -> String {
        self.camera.name().unwrap_or_else(|| "phone".to_owned())
    }

    fn pace(&self) -> Pace {
        self.camera.pace()
    }
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Scalar, Vector};
    use opencv::imgcodecs;
    use vision::source::frame::HandClock;

    use super::*;

    fn shot(jpeg: Vec<u8>) -> Shot {
        Shot {
            jpeg,
            camera: "test".into(),
            taken: phone::house::Taken::untold(),
        }
    }

    fn picture(width: i32, height: i32) -> Vec<u8> {
        let grey = Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::all(90.0));
        let mut bytes = Vector::new();
        imgcodecs::imencode_def(".jpg", &grey.unwrap(), &mut bytes).unwrap();
        bytes.as_slice().to_vec()
    }

    /// A header that promises so many pixels.
    fn bomb(width: u16, height: u16) -> Vec<u8> {
        let mut jpeg = picture(64, 64);
        let at = jpeg.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
        jpeg[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
        jpeg[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
        jpeg
    }

    #[test]
    fn a_photograph_is_looked_at_again_until_it_is_believed() {
        let camera = PhoneCamera::photos();
        let mut source = camera.open(Arc::new(HandClock::default()));
        assert!(camera.photo(shot(picture(64, 48))));
        for look in 0..u64::from(LOOKS_AT_A_PHOTO) {
            assert_eq!(source.next().unwrap().unwrap().seq, look);
        }
        let waits = SourceError::PhoneWaits { here: false };
        assert_eq!(source.next().unwrap_err(), waits);
    }

    #[test]
    fn a_game_that_may_be_filmed_takes_photographs_while_nobody_films() {
        let camera = PhoneCamera::film();
        let mut source = camera.open(Arc::new(HandClock::default()));
        camera.came(true);
        assert!(!camera.photo(shot(picture(64, 48))), "somebody films");
        camera.came(false);
        assert!(camera.photo(shot(picture(64, 48))));
        for _ in 0..2 {
            let frame = source.next().unwrap().unwrap();
            assert_eq!(frame.size_px(), [64, 48], "it is looked at again");
        }
        camera.film_shot(shot(picture(48, 64)));
        assert_eq!(source.next().unwrap().unwrap().size_px(), [48, 64]);
        let waits = SourceError::PhoneWaits { here: false };
        assert_eq!(
            source.next().unwrap_err(),
            waits,
            "a film stands still for nobody"
        );
        let photos = PhoneCamera::photos();
        let mut source = photos.open(Arc::new(HandClock::default()));
        photos.film_shot(shot(picture(64, 48)));
        assert!(source.next().is_err(), "nobody films there");
    }

    #[test]
    fn the_newest_picture_is_read_and_hostile_ones_are_left_out() {
        let camera = PhoneCamera::film();
        let mut source = camera.open(Arc::new(HandClock::default()));
        assert_eq!(
            source.next().unwrap_err(),
            SourceError::PhoneWaits { here: false }
        );
        camera.film_shot(shot(picture(64, 48)));
        camera.film_shot(shot(picture(48, 64)));
        let frame = source.next().unwrap().unwrap();
        assert_eq!((frame.size_px(), frame.seq), ([48, 64], 0));
        let whole = picture(64, 48);
        let hostile = [
            b"GIF89a".to_vec(),
            vec![0xff; 100_000],
            Vec::new(),
            whole[..whole.len() / 2].to_vec(),
            bomb(65_000, 65_000),
            bomb(12_000, 9_000),
        ];
        for bytes in hostile {
            camera.film_shot(shot(bytes));
            let error = source.next().unwrap_err();
            assert!(error.is_passing(), "{error}");
        }
        camera.film_shot(shot(whole));
        assert_eq!(source.next().unwrap().unwrap().seq, 1);
        assert_eq!(camera.name().as_deref(), Some("phone test"));
    }
}
