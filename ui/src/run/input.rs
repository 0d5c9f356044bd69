//! What a game is watched from: one of vision's sources, a phone, or the practice table.
//!
//! The practice table needs the rules to play by, which vision does not know; so it joins the
//! other sources here; so does the phone, whose page this program serves.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use vision::source::frame::Clock;
use vision::source::{self, Pace, Source, SourceError, SourceSpec};

use crate::demo::Demo;
use crate::demo::plan::Plan;
use crate::phone::camera::PhoneCamera;

/// How often it is looked whether a phone has come.
const NAMED_YET: Duration = Duration::from_millis(50);
/// Names a phone that films.
pub const PHONE: &str = "phone";
/// Names a phone that takes single photographs.
pub const PHOTOS: &str = "phone:photos";

/// Where pictures come from.
#[derive(Clone, Debug)]
pub enum Input {
    /// A camera, film, folder or stream.
    Source(SourceSpec),
    /// A practice game.
    Practice(Arc<Demo>),
    /// A phone in the house, filming or taking single photographs.
    Phone(PhoneCamera),
}

impl FromStr for Input {
    type Err = SourceError;

    /// Reads `synth:SEED`, `phone`, `phone:photos`, or what [`SourceSpec`] reads.
    fn from_str(text: &str) -> Result<Self, SourceError> {
        match text {
            PHONE => return Ok(Self::Phone(PhoneCamera::film())),
            PHOTOS => return Ok(Self::Phone(PhoneCamera::photos())),
            _ => {}
        }
        let Some(seed) = text.strip_prefix("synth:") else {
            return text.parse().map(Self::Source);
        };
        let seed = seed
            .parse()
            .map_err(|_| SourceError::Unreadable(text.to_owned()))?;
        let demo = Demo::new(&Plan::base(seed));
        let demo = demo.map_err(|error| SourceError::Other(error.to_string()))?;
        Ok(Self::Practice(Arc::new(demo)))
    }
}

impl Input {
    /// How its pictures follow each other.
    pub fn pace(&self) -> Pace {
        match self {
            Self::Source(spec) => spec.pace(),
            Self::Practice(_) => Pace::Recorded,
            Self::Phone(phone) => phone.pace(),
        }
    }

    /// Waits until it is known which camera it is, which of a phone shows when it comes; or until
    /// `stop`.
    pub fn wait_until_named(&self, stop: &AtomicBool) {
        if let Self::Phone(phone) = self {
            while phone.name().is_none() && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(NAMED_YET);
            }
        }
    }

    /// Opens it, on the thread that will read it.
    ///
    /// # Errors
    /// As [`source::open`].
    pub fn open(&self, clock: Arc<dyn Clock>) -> Result<Box<dyn Source>, SourceError> {
        match self {
            Self::Source(spec) => source::open(spec, clock),
            Self::Practice(demo) => Ok(Box::new(demo.source())),
            Self::Phone(phone) => Ok(Box::new(phone.open(clock))),
        }
    }
}
