//! Seeing: judges each frame with the gate and reads the still ones.
//!
//! Second part of the crew, between capture and tracking. Which reader it drives is behind
//! [`TableReader`], so that the part can be tested without one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use carcassonne::seen::{Calm, SeenTable};
use vision::gate::{Gate, GateConfig, GateReport};
use vision::source::Pace;
use vision::source::frame::Frame;
use vision::source::mailbox::{Receiver, Sender, Taken};

use super::{Actor, Step, hand_on};
use crate::run::ready::Ready;

/// Turns a frame and the gate's verdict into claims.
pub trait TableReader {
    /// Looks at a frame. Keeps the lattice from one look to the next.
    fn look(&mut self, frame: &Frame, gate: &GateReport) -> Result<SeenTable, String>;

    /// Reads by this pack from now on.
    fn read_by(&mut self, _pack: Ready) -> Result<(), String> {
        Ok(())
    }
}

/// A frame with everything vision says about it.
#[derive(Clone, Debug)]
pub struct Look {
    /// The frame.
    pub frame: Arc<Frame>,
    /// The gate's verdict.
    pub gate: GateReport,
    /// What is claimed to lie there.
    pub seen: SeenTable,
    /// How long gate and reader took, for the report; measured, never used to decide.
    pub took: Duration,
}

/// The gate for pictures that follow each other like this.
pub fn gate_for(pace: Pace) -> Gate {
    Gate::new(match pace {
        Pace::Live | Pace::Recorded => GateConfig::default(),
        Pace::Pictures => GateConfig::for_pictures(),
    })
}

/// The part that reads frames.
pub struct Seeing<E> {
    frames: Arc<Receiver<Arc<Frame>>>,
    gate: Gate,
    eyes: E,
    pace: Pace,
    looks: Sender<Arc<Look>>,
    window: Option<Sender<Arc<Look>>>,
    scout: Option<Sender<Arc<Look>>>,
    packs: Option<Arc<Receiver<Ready>>>,
}

impl<E: TableReader> Seeing<E> {
    /// A seeing part that takes `frames` and hands `looks` on.
    pub fn new(
        frames: Arc<Receiver<Arc<Frame>>>,
        gate: Gate,
        eyes: E,
        pace: Pace,
        looks: Sender<Arc<Look>>,
    ) -> Self {
        Self {
            frames,
            gate,
            eyes,
            pace,
            looks,
            window: None,
            scout: None,
            packs: None,
        }
    }

    /// Reads by the pack that comes there, from then on.
    #[must_use]
    pub fn with_packs(mut self, packs: Arc<Receiver<Ready>>) -> Self {
        self.packs = Some(packs);
        self
    }

    /// Also hands every look to whoever tries other packs, newest wins.
    #[must_use]
    pub fn with_scout(mut self, scout: Option<Sender<Arc<Look>>>) -> Self {
        self.scout = scout;
        self
    }

    /// Also shows every look to the window, newest wins.
    #[must_use]
    pub fn with_window(mut self, window: Sender<Arc<Look>>) -> Self {
        self.window = Some(window);
        self
    }

    fn look(&mut self, frame: Arc<Frame>) -> Result<Look, String> {
        let start = Instant::now();
        let gate = self.gate.look(&frame).map_err(|error| error.message)?;
        let seen = self.eyes.look(&frame, &gate)?;
        Ok(Look {
            frame,
            gate,
            seen,
            took: start.elapsed(),
        })
    }
}

impl<E: TableReader> Actor for Seeing<E> {
    fn step(&mut self, wait: Duration) -> Step {
        let frame = match self.frames.take(wait) {
            Taken::Value(frame) => frame,
            Taken::Nothing => return Step::Idle,
            Taken::Closed => return Step::Done,
        };
        let seq = frame.seq;
        if let Some(packs) = &self.packs
            && let Taken::Value(pack) = packs.take(Duration::ZERO)
            && let Err(why) = self.eyes.read_by(pack)
        {
            tracing::error!(%why, "what was taught is not read by; the pack before is");
        }
        match self.look(frame) {
            Ok(look) => {
                let look = Arc::new(look);
                if let Some(window) = &self.window {
                    // A closed window does not end the reading.
                    let _ = window.put(look.clone());
                }
                let wanted = |scout: &Sender<_>| scout.put(Arc::clone(&look));
                if self.scout.as_ref().is_some_and(|scout| !wanted(scout)) {
                    // It has done its work.
                    self.scout = None;
                }
                // Only a table at rest says something new about the game, but tracking is
                // told of hands as well: they are its health and its sense of time.
                let listened = hand_on(&self.looks, self.pace, look);
                if listened { Step::Worked } else { Step::Done }
            }
            Err(why) => {
                tracing::error!(seq, %why, "a frame could not be read; it is left out");
                Step::Worked
            }
        }
    }
}

/// Whether a look carries claims about the table.
pub fn carries_claims(look: &Look) -> bool {
    look.seen.calm == Calm::Still
}
