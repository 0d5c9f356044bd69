//! Vision's reader, made as the set-up wants it.

use std::sync::Arc;

use calibration::KnownView;
use carcassonne::map::Map;
use carcassonne::piece::{Color, FigureKind};
use carcassonne::seen::SeenTable;
use opencv::core::{Mat, StsError};
use tracker::rules::Game;
use tracker::rules::expansions::tatan;
use tracker::setup::{Setup, StartTile};
use vision::gate::GateReport;
use vision::map::{MapPrint, SQUARE_PX};
use vision::pack::Pack;
use vision::pieces::figures::Wanted;
use vision::pieces::paint::Paint;
use vision::reader::{Reader, ReaderConfig};
use vision::source::frame::Frame;

use crate::run::actors::seeing::TableReader;
use crate::run::reading::noting::Noting;
use crate::run::ready::Ready;
use crate::store::cameras::CameraFile;
use crate::store::folders::Folders;

impl TableReader for Reader {
    fn look(&mut self, frame: &Frame, gate: &GateReport) -> Result<SeenTable, String> {
        Self::look(self, frame, gate).map_err(|error| error.message)
    }

    fn read_by(&mut self, Ready { learnt, pack }: Ready) -> Result<(), String> {
        Self::read_by(self, learnt, pack).map_err(|error| error.message)
    }
}

/// A reader for those faces of a pack that the set-up plays with, which looks for its pieces, in
/// all colours if it names none.
///
/// # Errors
/// When OpenCV fails while learning the pack.
pub fn reader(pack: Arc<Pack>, setup: &Setup) -> Result<Reader, opencv::Error> {
    reader_of(pack, setup, None, Vec::new(), None)
}

/// A reader as [`reader`], through the camera of a file if there is one, which notes there what
/// it learns of it; `print` is that of the map if the game is played on one that was learnt. What
/// is learnt of the pack is kept in `folders`.
///
/// # Errors
/// As [`reader`].
pub fn noting(
    pack: Arc<Pack>,
    setup: &Setup,
    folders: Option<&Folders>,
    camera: Option<&CameraFile>,
    print: Option<Arc<Mat>>,
) -> Result<Noting<Reader>, opencv::Error> {
    let known = camera.map_or_else(Vec::new, CameraFile::read);
    let reader = reader_of(pack, setup, folders, known, print)?;
    Ok(Noting::new(reader, camera.cloned()))
}

fn reader_of(
    pack: Arc<Pack>,
    setup: &Setup,
    folders: Option<&Folders>,
    known: Vec<KnownView>,
    print: Option<Arc<Mat>>,
) -> Result<Reader, opencv::Error> {
    let game = Game::new(Arc::new(setup.clone()));
    let config = ReaderConfig {
        wanted: wanted(&game),
        ..ReaderConfig::default()
    };
    let map = setup.benelux.as_ref().map(|table| table.map());
    let faces = game.catalogue();
    let config = ReaderConfig {
        start: match setup.start {
            StartTile::Face(_) => faces.start().map(|face| face.id).collect(),
            StartTile::Seen => Vec::new(),
        },
        cards: faces
            .faces()
            .filter(|face| tatan::is_card(face))
            .map(|face| face.id)
            .collect(),
        map: map.map(|map| with_print(map, print)).transpose()?.flatten(),
        known,
        ..config
    };
    let Ready { learnt, pack } = Ready::for_game(&pack, &game, folders)?;
    Reader::with(learnt, pack, Arc::clone(faces), config)
}

/// A map with its print; of a map from a file the squares are known, but not the print.
fn with_print(map: Arc<Map>, print: Option<Arc<Mat>>) -> opencv::Result<Option<MapPrint>> {
    let picture = match print {
        Some(print) => Some(print),
        None if map.sample => {
            let drawn = studio::art::map::map_picture(&map, SQUARE_PX);
            let failed = |error| opencv::Error::new(StsError, format!("the map's print: {error}"));
            Some(Arc::new(drawn.map_err(failed)?))
        }
        None => None,
    };
    Ok(picture.map(|picture| MapPrint { map, picture }))
}

/// The pieces of the game, in all colours if it names none.
pub fn wanted(game: &Game) -> Wanted {
    let mut colors: Vec<Color> = game.colors().collect();
    if colors.is_empty() {
        colors.extend(Color::ALL);
    }
    let mut kinds: Vec<FigureKind> = game.pieces().map(|(kind, _)| kind).collect();
    kinds.dedup();
    let players = colors
        .into_iter()
        .map(|color| Paint::of_player(color, &kinds));
    let paints = players.chain(game.neutral_pieces().filter_map(Paint::of_nobody));
    Wanted {
        paints: paints.collect(),
        loose: loose(game),
    }
}

/// The ghosts and animals of the game.
fn loose(game: &Game) -> Vec<(FigureKind, Option<Color>)> {
    let ghosts = game.ghosts().total() > 0;
    let ghost = ghosts.then_some((FigureKind::Ghost, None));
    ghost.into_iter().chain(game.animals()).collect()
}
