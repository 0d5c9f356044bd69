//! What is dropped on the window: a saved game is opened, a photograph of tiles goes to the lesson, a
//! pack onto the shelf, and a film or a folder of pictures is watched. A page that asks for a film or a
//! photograph takes it itself.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::run::link::{Program, Source};
use crate::store::folders::RECORD_ENDING;
use crate::store::packs::PackWork;
use crate::window::screens::Go;

/// Endings of photographs.
const PHOTOS: [&str; 6] = ["jpg", "jpeg", "png", "webp", "bmp", "heic"];

/// What was dropped in this pass, if anything.
pub fn path(ctx: &Context) -> Option<PathBuf> {
    ctx.input(|input| {
        let dropped = input.raw.dropped_files.first();
        dropped.map(|file| file.path().to_owned())
    })
}

/// What becomes of a film, or of a folder of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Film {
    /// It is chosen for a new game.
    Begins,
    /// The running game is watched from it.
    Joins,
    /// Nothing: a game runs, and the page is about something else.
    Stays,
}

/// Where it leads. What the page that is shown can use stays there.
pub fn go(program: &mut dyn Program, path: &Path, film: Film) -> Option<Go> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_lowercase();
    if path.is_dir() {
        let from = path.to_owned();
        if program.work_on_packs(&PackWork::Import { from }).is_ok() {
            return Some(Go::Page(crate::window::screens::Page::Packs));
        }
    } else if ending == RECORD_ENDING {
        return Some(Go::to_table(program.open(path, Source::AsBefore)));
    } else if PHOTOS.contains(&ending.as_str()) {
        return Some(Go::Photograph(path.to_owned()));
    }
    match film {
        Film::Begins => Some(Go::Film(path.to_owned())),
        Film::Joins => Some(Go::Watch(Source::Path(path.to_owned()))),
        Film::Stays => None,
    }
}
