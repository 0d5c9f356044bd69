//! A pack made ready for a game, for whoever reads by it and whoever hands it on.

use std::sync::Arc;

use tracker::rules::Game;
use tracker::setup::Setup;
use vision::pack::Pack;
use vision::tiles::learnt::Learnt;

use crate::faces;
use crate::store::folders::Folders;

/// A pack made ready for a game: pictures of the game's faces, and what was learnt of them.
pub struct Ready {
    /// What was learnt.
    pub learnt: Learnt,
    /// The pictures.
    pub pack: Arc<Pack>,
}

impl Ready {
    /// Makes ready those faces of a pack that the set-up plays with; takes seconds unless that was
    /// done before and kept in `folders`.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn of(
        pack: &Arc<Pack>,
        setup: &Setup,
        folders: Option<&Folders>,
    ) -> Result<Self, opencv::Error> {
        Self::for_game(pack, &Game::new(Arc::new(setup.clone())), folders)
    }

    /// The same for a game whose faces are known.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub(super) fn for_game(
        pack: &Arc<Pack>,
        game: &Game,
        folders: Option<&Folders>,
    ) -> Result<Self, opencv::Error> {
        let pack = faces::only(pack, game.catalogue());
        let learnt = match folders {
            Some(folders) => Learnt::kept(&pack, &folders.learnt())?,
            None => Learnt::of(&pack)?,
        };
        Ok(Self { learnt, pack })
    }
}
