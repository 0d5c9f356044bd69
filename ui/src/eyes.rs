//! The program's eyes: vision's reader, made as the set-up wants it.

use std::sync::Arc;

use tracker::catalogue::Catalogue;
use tracker::seen::SeenTable;
use tracker::setup::Setup;
use vision::frame::Frame;
use vision::gate::GateReport;
use vision::pack::Pack;
use vision::reader::{Reader, ReaderConfig};

use crate::actors::seeing::Eyes;

impl Eyes for Reader {
    fn look(&mut self, frame: &Frame, gate: &GateReport) -> Result<SeenTable, String> {
        Self::look(self, frame, gate).map_err(|error| error.message)
    }
}

/// A reader for a pack that looks for the set-up's colours, or for all if it names none.
///
/// # Errors
/// When OpenCV fails while learning the pack.
pub fn reader(pack: Arc<Pack>, setup: &Setup) -> Result<Reader, opencv::Error> {
    let mut config = ReaderConfig::default();
    if !setup.players.is_empty() {
        config.colors = setup.players.iter().map(|player| player.color).collect();
    }
    Reader::new(pack, Catalogue::bundled(), config)
}
