//! What a running game tells whoever stands beside it: the window, the pages for phones, the
//! messenger to a hall.

use std::sync::Arc;

use carcassonne::tie::Tie;
use tracker::log::event::Event;
use tracker::snapshot::Snapshot;

/// Called by the other side whenever somebody who stands beside it would show something new.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A game as it stands at one moment.
#[derive(Clone, Debug)]
pub struct Published {
    /// The game as it stands.
    pub snapshot: Arc<Snapshot>,
    /// All events so far.
    pub events: Arc<Vec<Event>>,
    /// How vision's lattice lies on the board, once that is known.
    pub tie: Option<Tie>,
    /// Why pictures of this game cannot be kept, once one could not.
    pub pictures_trouble: Option<String>,
    /// When the game was started.
    pub started: jiff::Timestamp,
}
