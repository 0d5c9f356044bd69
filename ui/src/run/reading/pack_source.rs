//! Where the look of the tiles comes from: a pack that is loaded, or our own art.

use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, FaceId, Taught};
use vision::pack::Pack;

use crate::faces;
use crate::store::packs;

/// Where the look of the tiles comes from.
#[derive(Clone)]
pub enum PackSource {
    /// It is loaded already.
    Loaded(Arc<Pack>),
    /// Our own art, drawn when the reader starts.
    BuiltIn,
}

impl PackSource {
    /// The pack; our own art of the game's faces is drawn.
    ///
    /// # Errors
    /// When drawing fails.
    pub fn load(&self, game: &Catalogue) -> Result<Arc<Pack>, vision::pack::PackError> {
        match self {
            Self::Loaded(pack) => Ok(pack.clone()),
            Self::BuiltIn => packs::our_art(game).map(Arc::new),
        }
    }

    /// What was taught with it.
    pub fn taught(&self) -> Taught {
        match self {
            Self::Loaded(pack) => pack.taught.clone(),
            Self::BuiltIn => Taught::default(),
        }
    }

    /// The game's faces it has no picture of.
    pub fn lacking(&self, game: &Catalogue) -> Vec<FaceId> {
        match self {
            Self::Loaded(pack) => faces::lacking(pack, game),
            Self::BuiltIn => Vec::new(),
        }
    }
}
