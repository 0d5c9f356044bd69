//! What was learnt of a pack, kept on disk: a known pack is ready at once.
//!
//! Learning takes seconds and depends on nothing but the pack's pictures and this program, so its
//! outcome lies in a file named by a hash of both. A file is believed only as a whole: its length and
//! a hash of all it holds must be right. Whatever else lies there, a torn file, one of another
//! version or of somebody else's, is learnt again and replaced. A folder that cannot be written
//! costs time and nothing else. Never holds anything of a scene.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use carcassonne::catalogue::Catalogue;
use files::limits::PACK_PICTURES;
use opencv::prelude::*;
use uuid::Uuid;

use crate::pack::Pack;
use crate::tiles::finder::{Features, Finder, FinderConfig};
use crate::tiles::model::{Learning, Model, ModelConfig};
use crate::tiles::numbers::Reading;

/// Grows whenever the same pictures are learnt otherwise, or are written down otherwise.
const VERSION: u32 = 1;
/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"NBWLERNT";
/// Bytes of the hash at a file's end.
const HASH: usize = 16;
/// Longest file that is read, bytes: four times what the largest pack is likely to take.
const LONGEST: u64 = PACK_PICTURES as u64 * (128 << 10);
/// Files kept in a folder; the longest unused go first. A set-up plays with some of a pack's faces,
/// so one pack may have several.
const KEPT: usize = 16;
const ENDING: &str = "learnt";
/// Namespace of this program's hashes: a random UUID, chosen once.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d0c_9f5e_3a41_4c0b_9d27_51e8_0b7a_c3f4);

/// A pack made ready: names faces and finds tiles.
pub struct Learnt {
    /// Names faces.
    pub model: Model,
    /// Finds tiles.
    pub finder: Finder,
}

impl Learnt {
    /// Learns a pack; takes seconds.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn of(pack: &Pack) -> opencv::Result<Self> {
        let learning = Learning::of(pack, &ModelConfig::default())?;
        Self::ready(pack, &learning, &Features::of(pack)?)
    }

    /// The same, from `folder` if this pack was learnt before; what is learnt now is kept there.
    ///
    /// # Errors
    /// Fails when OpenCV does; a folder that cannot be read or written only costs time.
    pub fn kept(pack: &Pack, folder: &Path) -> opencv::Result<Self> {
        let file = file_of(pack, folder)?;
        if let Some((learning, features)) = read(&file, pack) {
            return Self::ready(pack, &learning, &features);
        }
        let learning = Learning::of(pack, &ModelConfig::default())?;
        let features = Features::of(pack)?;
        if let Err(error) = write(&file, &learning, &features) {
            tracing::warn!(%error, path = %file.display(), "what was learnt of the pack is not kept");
        }
        Self::ready(pack, &learning, &features)
    }

    /// What was learnt of `pack`, for a game with faces that it lacks.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn for_game(self, pack: &Pack, catalogue: &Catalogue) -> opencv::Result<Self> {
        Ok(Self {
            model: self.model.for_game(pack, catalogue)?,
            finder: self.finder,
        })
    }

    fn ready(pack: &Pack, learning: &Learning, features: &Features) -> opencv::Result<Self> {
        Ok(Self {
            model: Model::ready(pack, learning)?,
            finder: Finder::ready(features, FinderConfig::default())?,
        })
    }
}

/// Where what was learnt of these pictures by this program lies.
fn file_of(pack: &Pack, folder: &Path) -> opencv::Result<PathBuf> {
    let config = ModelConfig::default();
    let program = format!("{} {VERSION} {config:?}", env!("CARGO_PKG_VERSION"));
    let mut content = program.into_bytes();
    for picture in &pack.pictures {
        let pixels = Uuid::new_v5(&NAMESPACE, picture.image.data_bytes()?);
        content.extend(picture.face.as_bytes());
        // No name contains it.
        content.push(0);
        content.extend(pixels.as_bytes());
    }
    let name = Uuid::new_v5(&NAMESPACE, &content).simple().to_string();
    Ok(folder.join(name).with_extension(ENDING))
}

/// What a file holds; `None` where it is not there or anything about it is wrong.
fn read(file: &Path, pack: &Pack) -> Option<(Learning, Features)> {
    let bytes = match files::read::bytes(file, LONGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => {
            tracing::warn!(path = %file.display(), %error, "what was learnt cannot be read; learning again");
            return None;
        }
    };
    let held = unpack(&bytes, file).and_then(|body| {
        let mut reading = Reading(body);
        let learning = Learning::read(&mut reading, pack.pictures.len())?;
        let features = Features::read(&mut reading)?;
        reading.0.is_empty().then_some((learning, features))
    });
    if held.is_none() {
        tracing::warn!(path = %file.display(), "what was learnt of the pack is damaged; learning it again");
    }
    // The longest unused go first.
    let now = std::fs::File::options().append(true).open(file);
    let _ = now.and_then(|file| file.set_modified(SystemTime::now()));
    held
}

/// What lies between the first bytes and the hash, if both are right. The hash covers the file's
/// name as well, so that one that was renamed does not speak for another pack.
fn unpack<'a>(bytes: &'a [u8], file: &Path) -> Option<&'a [u8]> {
    let body = bytes.strip_prefix(MAGIC)?;
    let (body, hash) = body.split_at_checked(body.len().checked_sub(HASH)?)?;
    (seal(body, file).as_bytes() == hash).then_some(body)
}

fn seal(body: &[u8], file: &Path) -> Uuid {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let namespace = Uuid::new_v5(&NAMESPACE, name.as_bytes());
    Uuid::new_v5(&namespace, body)
}

/// Writes a file as a whole or not at all: two programs may learn the same pack at once.
fn write(file: &Path, learning: &Learning, features: &Features) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut body = Vec::new();
    learning.write(&mut body);
    features.write(&mut body)?;
    let whole = [&MAGIC[..], body.as_slice(), seal(&body, file).as_bytes()].concat();
    files::write::file(file, &whole)?;
    clear(folder)
}

/// Removes the longest unused files beyond those kept.
fn clear(folder: &Path) -> std::io::Result<()> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            let used = path.metadata().and_then(|file| file.modified());
            files.push((used.unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    files.sort();
    let beyond = files.len().saturating_sub(KEPT);
    for (_, path) in files.into_iter().take(beyond) {
        files::write::remove(&path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
