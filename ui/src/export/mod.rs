//! Files from a game: for keeping, printing, counting, and for other programs.
//!
//! Each kind is one file of one of these rooms and one row of [`KINDS`]. A kind makes bytes from a
//! [`Told`] game and touches no disk; [`write`] does. A kind that cannot be given for a game
//! says why, and the others go on. Equal games give equal bytes.

use std::path::{Path, PathBuf};

use files::write::Readers;
use tracker::log::record::RecordError;

use self::pages::{report, transcript};
use self::pictures::{board, photo, picture};
use self::programs::{bgstats, cases, jcz};
use self::told::{File, Lack, Told};
use crate::failure::Failure;
use crate::text::{Text, Words, message};

pub mod json;
pub mod pages;
pub mod pictures;
pub mod points;
mod programs;
mod record;
pub mod told;

/// A kind of export.
#[derive(Debug)]
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is called on screen, and what it is good for.
    pub says: [Text; 2],
    /// The files it consists of.
    pub files: fn(&Told, Words) -> Result<Vec<File>, Lack>,
    /// What those files, or the folder they are in, are called.
    pub names: &'static [&'static str],
    /// Only made if it is named: it shows the table itself.
    pub on_wish: bool,
    /// Who wants it.
    pub wanted_for: For,
}

/// What somebody wants a file for, in the order in which most people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// To look at, to print, to show to others.
    Showing,
    /// To go on with, here or in another program.
    PlayingOn,
    /// For one's own statistics.
    Counting,
    /// To program with.
    Programming,
}

impl For {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Showing,
        Self::PlayingOn,
        Self::Counting,
        Self::Programming,
    ];
}

/// All kinds, in the order in which they are written.
pub const KINDS: [Kind; 13] = [
    Kind {
        name: "record",
        says: [message::EXPORT_RECORD, message::EXPORT_RECORD_WHY],
        files: record::record,
        names: &[record::RECORD],
        on_wish: false,
        wanted_for: For::PlayingOn,
    },
    Kind {
        name: "schema",
        says: [message::EXPORT_SCHEMA, message::EXPORT_SCHEMA_WHY],
        files: record::schema,
        names: &[record::SCHEMA],
        on_wish: false,
        wanted_for: For::Programming,
    },
    Kind {
        name: "json",
        says: [message::EXPORT_JSON, message::EXPORT_JSON_WHY],
        files: record::snapshot,
        names: &[record::SNAPSHOT],
        on_wish: false,
        wanted_for: For::Programming,
    },
    Kind {
        name: "csv",
        says: [message::EXPORT_CSV, message::EXPORT_CSV_WHY],
        files: points::csv,
        names: &[points::CSV],
        on_wish: false,
        wanted_for: For::Counting,
    },
    Kind {
        name: "svg",
        says: [message::EXPORT_SVG, message::EXPORT_SVG_WHY],
        files: board::svg,
        names: &[board::SVG],
        on_wish: false,
        wanted_for: For::Showing,
    },
    Kind {
        name: "png",
        says: [message::EXPORT_PNG, message::EXPORT_PNG_WHY],
        files: board::png,
        names: &[board::PNG],
        on_wish: false,
        wanted_for: For::Showing,
    },
    Kind {
        name: "picture",
        says: [message::EXPORT_PICTURE, message::EXPORT_PICTURE_WHY],
        files: picture::picture,
        names: &[picture::PICTURE],
        on_wish: false,
        wanted_for: For::Showing,
    },
    Kind {
        name: "photo",
        says: [message::EXPORT_PHOTO, message::EXPORT_PHOTO_WHY],
        files: photo::photo,
        names: &[photo::PHOTO],
        on_wish: true,
        wanted_for: For::Showing,
    },
    Kind {
        name: "html",
        says: [message::EXPORT_HTML, message::EXPORT_HTML_WHY],
        files: report::html,
        names: &[report::HTML],
        on_wish: false,
        wanted_for: For::Showing,
    },
    Kind {
        name: "transcript",
        says: [message::EXPORT_TRANSCRIPT, message::EXPORT_TRANSCRIPT_WHY],
        files: transcript::transcript,
        names: &[transcript::TRANSCRIPT],
        on_wish: false,
        wanted_for: For::Showing,
    },
    Kind {
        name: "bgstats",
        says: [message::EXPORT_BGSTATS, message::EXPORT_BGSTATS_WHY],
        files: bgstats::bgstats,
        names: &[bgstats::PLAY, bgstats::LINK, bgstats::CODE],
        on_wish: false,
        wanted_for: For::PlayingOn,
    },
    Kind {
        name: "jcz",
        says: [message::EXPORT_JCZ, message::EXPORT_JCZ_WHY],
        files: jcz::jcz,
        names: &[jcz::JCZ],
        on_wish: false,
        wanted_for: For::PlayingOn,
    },
    Kind {
        name: "cases",
        says: [message::EXPORT_CASES, message::EXPORT_CASES_WHY],
        files: cases::cases,
        names: &[cases::FOLDER],
        on_wish: true,
        wanted_for: For::Programming,
    },
];

impl Kind {
    /// The kinds that are made if none is named.
    pub fn usual() -> Vec<&'static Self> {
        KINDS.iter().filter(|kind| !kind.on_wish).collect()
    }

    /// The kind of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}

/// What became of an export.
#[derive(Debug, Default)]
pub struct Exported {
    /// The files, with their kind.
    pub files: Vec<(&'static str, PathBuf)>,
    /// Kinds that cannot be given for this game.
    pub lacking: Vec<(&'static str, Lack)>,
}

/// Why nothing was written, or not everything.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// A file of that name is there with other content; nothing was written.
    #[error("{} already exists with other content", .0.display())]
    InTheWay(PathBuf),
    /// The system refuses.
    #[error("{} cannot be written: {why}", path.display())]
    Refused {
        /// What was to be written.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// The game cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<NotWritten> for Failure {
    fn from(error: NotWritten) -> Self {
        let help = match &error {
            NotWritten::InTheWay(_) => {
                "name another folder, or replace what is there with --replace"
            }
            NotWritten::Refused { .. } => {
                "check free space and access rights, or name another folder"
            }
            NotWritten::Record(_) => "run again with -v and report what it prints",
        };
        Self::new(error.to_string(), help)
    }
}

/// Whether files that are there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// A file with other content is left alone, and nothing is written.
    Keep,
    /// It is replaced; files of a kind that cannot be given are another game's, and removed.
    Replace,
}

/// Writes kinds of a game into a folder, which is made if need be.
///
/// A file appears under its name only once it is whole. With [`Existing::Keep`] nothing is
/// written if any file would replace one with other content. Files are for their owner, unless
/// `readers` says otherwise: names and pictures of people are in them.
///
/// # Errors
/// When something would be replaced, or cannot be written or removed.
pub fn write(
    told: &Told,
    words: Words,
    kinds: &[&'static Kind],
    folder: &Path,
    existing: Existing,
    readers: Readers,
) -> Result<Exported, NotWritten> {
    let mut exported = Exported::default();
    let mut files = Vec::new();
    for kind in kinds {
        match (kind.files)(told, words) {
            Ok(made) => files.extend(made.into_iter().map(|file| (kind.name, file))),
            Err(lack) => exported.lacking.push((kind.name, lack)),
        }
    }
    if existing == Existing::Keep {
        let other = files
            .iter()
            .map(|(_, file)| (folder.join(&*file.name), file));
        let mut other = other.filter(|(path, file)| holds_other(path, &file.bytes));
        if let Some((path, _)) = other.next() {
            return Err(NotWritten::InTheWay(path));
        }
    }
    let refused = |path: &Path, why| NotWritten::Refused {
        path: path.to_owned(),
        why,
    };
    files::write::folder(folder).map_err(|why| refused(folder, why))?;
    for (kind, file) in files {
        let path = folder.join(&*file.name);
        files::write::file_for(&path, &file.bytes, readers).map_err(|why| refused(&path, why))?;
        exported.files.push((kind, path));
    }
    if existing == Existing::Replace {
        let lacking = exported.lacking.iter();
        let lacking = lacking.filter_map(|(name, _)| Kind::find(name));
        for name in lacking.flat_map(|kind| kind.names) {
            let path = folder.join(name);
            // Whatever else lies in a folder of that name is nobody's to remove.
            if path.is_file() {
                files::write::remove(&path).map_err(|why| refused(&path, why))?;
            }
        }
    }
    Ok(exported)
}

/// Looks whether a later export into that folder would find other files in its way, so that it
/// is known before a game is played.
///
/// # Errors
/// When a file of one of the kinds' names is there, or one that leaves no room for the folder.
pub fn check_free(folder: &Path) -> Result<(), NotWritten> {
    let nearest = folder.ancestors().find(|place| place.exists());
    if nearest.is_some_and(|place| !place.is_dir()) {
        return Err(NotWritten::Refused {
            path: folder.to_owned(),
            why: std::io::ErrorKind::NotADirectory.into(),
        });
    }
    let names = KINDS.iter().flat_map(|kind| kind.names);
    let there = names.map(|name| folder.join(name));
    let mut there = there.filter(|path| path.exists());
    there
        .next()
        .map_or(Ok(()), |path| Err(NotWritten::InTheWay(path)))
}

fn holds_other(path: &Path, bytes: &[u8]) -> bool {
    match files::read::bytes(path, bytes.len() as u64) {
        Ok(there) => there != bytes,
        // What is larger, a folder or a link to nowhere is in the way all the same.
        Err(_) => path.symlink_metadata().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_in_the_way_is_known_before_a_game_is_played() {
        let place = tempfile::tempdir().expect("a folder");
        let new = place.path().join("friday");
        assert!(check_free(&new).is_ok(), "it is made when needed");
        assert!(check_free(place.path()).is_ok());
        let file = place.path().join("letter.txt");
        std::fs::write(&file, "dear").expect("written");
        for taken in [file.clone(), file.join("friday")] {
            let refused = check_free(&taken);
            assert!(
                matches!(refused, Err(NotWritten::Refused { .. })),
                "{refused:?}"
            );
        }
        std::fs::write(place.path().join(points::CSV), "").expect("written");
        let refused = check_free(place.path());
        assert!(
            matches!(refused, Err(NotWritten::InTheWay(_))),
            "{refused:?}"
        );
    }
}
