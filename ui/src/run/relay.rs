//! Comparing the table with the board while tiles are laid again: the comparison is
//! [`tracker::belief::relay`]'s; the folded game it needs is kept here from one pass to the next.

use std::sync::Arc;

use tracker::belief::relay::Relay;
use tracker::log::Log;
use tracker::log::event::Event;
use tracker::snapshot::Snapshot;

use crate::run::link::Link;
use crate::run::news::SourceState;

/// Compares the running game with what is seen.
#[derive(Default)]
pub struct Relaying {
    /// The events the log was folded from, and the log.
    log: Option<(Arc<Vec<Event>>, Log)>,
}

impl Relaying {
    /// What lies and what does not, as last seen; `None` if nothing is watched or the board
    /// cannot be recognised.
    pub fn look(&mut self, game: &dyn Link, snapshot: &Snapshot) -> Option<Relay> {
        let seen = game.seen();
        let seen = seen.filter(|_| game.source() == SourceState::Running)?;
        let events = game.events();
        let known = self.log.as_ref();
        if known.is_none_or(|(old, _)| !Arc::ptr_eq(old, &events)) {
            let log = Log::of(Arc::clone(&snapshot.setup), events.to_vec());
            self.log = Some((events, log));
        }
        let (_, log) = self.log.as_ref()?;
        Relay::of(log.game(), &seen, None)
    }
}
