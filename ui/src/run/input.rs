//! What a game is watched from: one of vision's sources, or the practice table.
//!
//! The practice table needs the rules to play by, which vision does not know; so it joins the
//! other sources here.

use std::str::FromStr;
use std::sync::Arc;

use vision::source::frame::Clock;
use vision::source::{self, Pace, Source, SourceError, SourceSpec};

use crate::demo::{Demo, Plan};

/// Where pictures come from.
#[derive(Clone, Debug)]
pub enum Input {
    /// A camera, film, folder or stream.
    Source(SourceSpec),
    /// A practice game.
    Practice(Arc<Demo>),
}

impl FromStr for Input {
    type Err = SourceError;

    /// Reads `synth:SEED`, or what [`SourceSpec`] reads.
    fn from_str(text: &str) -> Result<Self, SourceError> {
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
        }
    }
}
