//! The tile packs that the program plays with: which there are, which is likely meant, and a photograph
//! read by whichever knows most of it.
//!
//! What lies in a pack and what is done with it is the store's.

use std::path::Path;
use std::sync::{Arc, mpsc};

use tracker::setup::Setup;
use vision::pack::Pack;

use super::local::LocalProgram;
use crate::run::beside;
use crate::run::link::Program as _;
use crate::run::news::open_error::OpenError;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::read_board::ReadBoard;
use crate::run::reading::scout::{Candidate, Chosen, Others};
use crate::store::folders::Folders;
use crate::store::growing::{self, Grown, Growth};
use crate::store::learning;
use crate::store::packs::{BUILT_IN, PackChoice};
use crate::views::published::Wake;

impl LocalProgram {
    /// All packs to be tried on a table, the one at work first.
    pub fn others(&self, at_work: &str, chosen: Chosen) -> Others {
        let mut choices = self.packs();
        if choices.iter().all(|choice| choice.id != at_work) {
            // A folder elsewhere.
            choices.push(PackChoice {
                id: at_work.to_owned(),
                name: at_work.to_owned(),
                built_in: false,
            });
        }
        // Own packs before our own art, which hardly any real table shows.
        choices.sort_by_key(|choice| (choice.id != at_work, choice.built_in));
        let packs = choices.into_iter().filter_map(|choice| {
            let pack = self.pack(&choice.id).ok()?;
            Some(Candidate { choice, pack })
        });
        Others {
            packs: packs.collect(),
            chosen,
        }
    }

    /// The packs that were made here; our own art if there is none.
    fn own_packs(&self) -> Vec<PackSource> {
        let own = self.packs().into_iter().filter(|choice| !choice.built_in);
        let mut own: Vec<PackSource> = own.filter_map(|one| self.pack(&one.id).ok()).collect();
        if own.is_empty() {
            own.push(PackSource::BuiltIn);
        }
        own
    }

    /// The pack to begin with where nobody chose one: the last, else any that was made here.
    pub(super) fn likely_pack(&self) -> String {
        let own: Vec<String> = self.packs().into_iter().map(|choice| choice.id).collect();
        let last = self.last_pack().filter(|last| own.contains(last));
        let first = || own.iter().find(|id| *id != BUILT_IN).cloned();
        last.or_else(first).unwrap_or_else(|| BUILT_IN.to_owned())
    }

    /// Where the look of the tiles comes from, by the name of a pack.
    ///
    /// # Errors
    /// When there is no such pack or it cannot be used.
    pub fn pack(&self, name: &str) -> Result<PackSource, vision::pack::PackError> {
        pack(&self.folders, name)
    }

    pub(super) fn checked_pack(&self, name: &str) -> Result<PackSource, OpenError> {
        self.pack(name).map_err(|error| OpenError::Pack {
            pack: name.to_owned(),
            why: error.to_string(),
        })
    }

    /// Has the pack of a game grow on a thread of its own.
    pub(super) fn grow(
        &self,
        growth: Growth,
        wake: Wake,
    ) -> mpsc::Receiver<Result<Grown, OpenError>> {
        let last = self.kept.last.as_ref();
        let last = last.filter(|last| last.record == growth.record);
        let pack = last.map_or_else(|| self.likely_pack(), |last| last.pack.clone());
        let folders = self.folders.clone();
        let work = move || {
            let grown = growing::carry_out(&folders, &pack, &growth);
            grown.map_err(|error| OpenError::Pack {
                pack,
                why: error.to_string(),
            })
        };
        beside::begin("pack", move || wake(), work)
    }

    /// Reads a board on a thread of its own.
    pub(super) fn read_photograph(
        &self,
        photo: &Path,
        setup: &Setup,
        pack: Option<&str>,
        wake: Wake,
    ) -> mpsc::Receiver<Result<ReadBoard, OpenError>> {
        let packs = match pack {
            Some(pack) => self.checked_pack(pack).map(|pack| vec![pack]),
            None => Ok(self.own_packs()),
        };
        let (photo, setup, folders) = (photo.to_owned(), setup.clone(), self.folders.clone());
        let work = move || packs.and_then(|packs| most_read(&photo, &setup, &packs, &folders));
        beside::begin("photograph", move || wake(), work)
    }
}

/// The packs there are, our own art first.
pub(super) fn choices(folders: &Folders) -> Vec<PackChoice> {
    let own = PackChoice {
        id: BUILT_IN.to_owned(),
        name: String::new(),
        built_in: true,
    };
    let mut packs = vec![own];
    let entries = std::fs::read_dir(folders.packs());
    let mut names: Vec<String> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            entry.path().is_dir().then_some(())?;
            let name = entry.file_name().into_string().ok()?;
            // A pack that is just being replaced, and boxes that are being learnt.
            (!name.starts_with('.') && !learning::is_kept(&name)).then_some(name)
        })
        .collect();
    names.sort();
    packs.extend(names.into_iter().map(|name| PackChoice {
        id: name.clone(),
        name,
        built_in: false,
    }));
    packs
}
/// Where the look of the tiles comes from, by the name of a pack.
///
/// # Errors
/// When there is no such pack or it cannot be used.
pub fn pack(folders: &Folders, name: &str) -> Result<PackSource, vision::pack::PackError> {
    if name == BUILT_IN {
        return Ok(PackSource::BuiltIn);
    }
    Pack::load(&folders.pack(name)).map(|pack| PackSource::Loaded(Arc::new(pack)))
}

/// The board as the pack reads it that knows most of its tiles.
fn most_read(
    photo: &Path,
    setup: &Setup,
    packs: &[PackSource],
    folders: &Folders,
) -> Result<ReadBoard, OpenError> {
    let nothing = Err(OpenError::NoBoard {
        photo: photo.to_owned(),
    });
    let tiles = |read: &Result<ReadBoard, OpenError>| read.as_ref().map_or(0, ReadBoard::tiles);
    let read = packs
        .iter()
        .map(|pack| ReadBoard::read(photo, setup, pack, folders));
    read.reduce(|best, next| {
        if tiles(&next) > tiles(&best) {
            next
        } else {
            best
        }
    })
    .unwrap_or(nothing)
}
