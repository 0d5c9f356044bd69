//! `pack build` and `pack show`: making tile packs and looking into them.

use std::sync::Arc;

use tracker::catalogue::{Catalogue, TileSet};
use vision::pack::{Pack, PackError};

use super::{print, print_json};
use crate::args::PackVerb;
use crate::desk;
use crate::faces;
use crate::failure::Failure;
use crate::folders::Folders;

pub(super) fn run(verb: PackVerb, folders: &Folders) -> Result<(), Failure> {
    match verb {
        PackVerb::Build { from, out } => {
            let pack = Pack::from_pictures(&from)?;
            pack.save(&out)?;
            print(&summary(&pack))
        }
        PackVerb::Show { pack, json } => {
            let pack = named(folders, &pack)?;
            if json {
                print_json(&as_json(&pack))
            } else {
                print(&summary(&pack))
            }
        }
    }
}

/// The pack of that name: a folder, one that is kept, or our own art of all boxes.
fn named(folders: &Folders, name: &str) -> Result<Arc<Pack>, PackError> {
    desk::pack(folders, name)?.load(&Catalogue::of(&TileSet::ALL))
}

/// Faces that a pack lacks of the boxes it shows tiles of, and faces it has that no box has.
fn gaps(pack: &Pack) -> (Vec<String>, Vec<String>) {
    let pictured = pack.faces();
    let boxes: Vec<_> = faces::shown_by(pack).sets().collect();
    let unknown = pictured.keys().filter(|face| faces::known(face).is_none());
    let lacks = faces::lacking(pack, &Catalogue::of(&boxes));
    (
        lacks.iter().map(ToString::to_string).collect(),
        unknown.map(ToString::to_string).collect(),
    )
}

fn summary(pack: &Pack) -> String {
    let faces = pack.faces();
    let (lacks, unknown) = gaps(pack);
    let mut text = format!(
        "{}: {} faces, {} pictures\n",
        pack.name,
        faces.len(),
        pack.pictures.len()
    );
    for (face, pictures) in &faces {
        text += &format!("  {face}  {pictures}\n");
    }
    if !lacks.is_empty() {
        text += &format!("without a picture: {}\n", lacks.join(" "));
    }
    if !unknown.is_empty() {
        text += &format!("in no catalogue: {}\n", unknown.join(" "));
    }
    text
}

fn as_json(pack: &Pack) -> serde_json::Value {
    let (lacks, unknown) = gaps(pack);
    let faces: serde_json::Map<_, _> = pack
        .faces()
        .into_iter()
        .map(|(face, count)| (face.to_string(), count.into()))
        .collect();
    serde_json::json!({
        "name": pack.name,
        "pictures": pack.pictures.len(),
        "faces": faces,
        "lacks": lacks,
        "in_no_catalogue": unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::BUILT_IN;

    #[test]
    fn our_own_art_can_be_looked_into_and_lacks_nothing() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::find(Some(place.path())).expect("the folder");
        let pack = named(&folders, BUILT_IN).expect("drawn");
        assert_eq!(gaps(&pack), (Vec::new(), Vec::new()));
        assert!(summary(&pack).contains("\n  A  2\n"), "{}", summary(&pack));
        assert!(named(&folders, "mine").is_err());
    }
}
