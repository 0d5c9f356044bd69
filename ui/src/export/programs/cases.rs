//! The kept pictures as test cases: each with a label that says what the record now holds, in the
//! format that `photo_report` reads.

use std::path::Path;

use crate::export::told::{File, Lack, Told};
use crate::store::album::labels::{Label, Labels};

/// The folder they go into.
pub(in crate::export) const FOLDER: &str = "cases";

/// Pictures of events and of whole boards with their labels.
pub(in crate::export) fn cases(told: &Told, _: crate::text::Words) -> Result<Vec<File>, Lack> {
    let album = told.album.as_ref().ok_or(Lack::NoPictures)?;
    let labels = Labels::of(&told.log);
    let (events, turns) = album.kept();
    let events = events.into_iter().filter_map(|event| {
        let label = labels.event(event)?;
        Some((album.event(event), label))
    });
    let turns = turns.into_iter().filter_map(|turn| {
        let note = album.board(turn)?;
        Some((album.turn(turn), labels.board_picture(&note)))
    });
    let mut files = Vec::new();
    for (path, label) in events.chain(turns) {
        files.extend(case(&path, &label)?);
    }
    if files.is_empty() {
        return Err(Lack::NoPictures);
    }
    Ok(files)
}

fn case(picture: &Path, label: &Label) -> Result<[File; 2], Lack> {
    let stem = picture.file_stem().unwrap_or_default().to_string_lossy();
    let bytes = files::read::bytes(picture, files::limits::PICTURE_BYTES)
        .map_err(|error| Lack::failed(&error))?;
    let text = serde_json::to_vec_pretty(label).map_err(|error| Lack::failed(&error))?;
    Ok([
        File::new(format!("{FOLDER}/{stem}.jpg"), bytes),
        File::new(format!("{FOLDER}/{stem}.json"), text),
    ])
}
