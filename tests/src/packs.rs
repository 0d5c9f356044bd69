//! Packs for reports: a pack folder, a folder of face pictures, or one of labelled pages of tiles.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use vision::pack::{FACE_PX, FacePicture, Pack};
use vision::picture::pyramid::Pyramid;

use crate::spreads;

/// Loads a pack, or makes one from a folder of pictures that is no pack yet.
pub fn open(path: &Path) -> anyhow::Result<Arc<Pack>> {
    let pack = if path.join("pack.toml").is_file() {
        Pack::load(path).map_err(anyhow::Error::from)
    } else {
        let faces = Pack::from_pictures(path).map_err(anyhow::Error::from);
        faces.or_else(|_| of_pages(path))
    };
    Ok(Arc::new(
        pack.with_context(|| format!("pack {}", path.display()))?,
    ))
}

/// The tiles of labelled pages, cut out.
fn of_pages(folder: &Path) -> anyhow::Result<Pack> {
    let mut pictures = Vec::new();
    for page in spreads::labelled(folder)? {
        let pyramid = Pyramid::new(&page.picture)?;
        for (face, corners) in page.tiles {
            let image = pyramid.rectify(corners, FACE_PX, 0)?;
            pictures.push(FacePicture { face, image });
        }
    }
    anyhow::ensure!(!pictures.is_empty(), "no pack, no faces, no labelled pages");
    Ok(Pack {
        name: name_of(folder),
        pictures,
        ..Pack::default()
    })
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
