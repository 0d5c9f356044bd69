//! The program's eyes: vision's reader, made as the set-up wants it.

use std::iter;
use std::sync::Arc;

use tracker::seen::SeenTable;
use tracker::setup::Setup;
use vision::frame::Frame;
use vision::gate::GateReport;
use vision::pack::Pack;
use vision::reader::{Reader, ReaderConfig};

use crate::actors::seeing::Eyes;
use crate::faces;

impl Eyes for Reader {
    fn look(&mut self, frame: &Frame, gate: &GateReport) -> Result<SeenTable, String> {
        Self::look(self, frame, gate).map_err(|error| error.message)
    }
}

/// A reader for those faces of a pack that the set-up plays with, which looks for its colours,
/// or for all if it names none.
///
/// # Errors
/// When OpenCV fails while learning the pack.
pub fn reader(pack: Arc<Pack>, setup: &Setup) -> Result<Reader, opencv::Error> {
    let mut config = ReaderConfig::default();
    if !setup.players.is_empty() {
        let players = setup.players.iter();
        let colors = players.flat_map(|player| iter::once(&player.color).chain(&player.also));
        config.colors = colors.copied().collect();
    }
    let game = setup.catalogue();
    Reader::new(faces::only(&pack, &game), game, config)
}
