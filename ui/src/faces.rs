//! Which faces there are: all that this version knows, those of a game, those a pack shows.
//!
//! What a face looks like and what is printed on it is asked by name, of every box at once;
//! which faces can lie on a table says the game's set-up.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use carcassonne::catalogue::{Catalogue, Face, FaceId, Taught, TileSet};
use vision::pack::Pack;

/// Faces that people taught, of every game and pack that was opened. A name stands for one
/// print; who teaches gets names that are free.
static TAUGHT: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Known {
    /// Each with the count at which it came.
    faces: BTreeMap<FaceId, (u64, Arc<Face>)>,
    /// Counts the faces that came.
    count: u64,
}

/// From now on these faces are known by their names. To be called for every game that is opened.
pub fn remember(taught: &Taught) {
    let faces = taught.faces().unwrap_or_default();
    if faces.is_empty() {
        return;
    }
    // Every change is one insertion, so a panic elsewhere leaves a whole map.
    let mut known = TAUGHT.write().unwrap_or_else(PoisonError::into_inner);
    for face in faces {
        let old = known.faces.get(&face.id);
        if old.is_none_or(|(_, old)| *old != face) {
            known.count += 1;
            let count = known.count;
            known.faces.insert(face.id, (count, face));
        }
    }
}

/// The faces that came after that count, new or with another print by the same name, and the count
/// now. It begins at 0.
pub fn since(count: u64) -> (Vec<FaceId>, u64) {
    let known = TAUGHT.read().unwrap_or_else(PoisonError::into_inner);
    let new = known.faces.iter().filter(|(_, (came, _))| *came > count);
    (new.map(|(id, _)| *id).collect(), known.count)
}

/// The face of that name, from whichever box; `None` if this version does not know it.
pub fn known(face: &FaceId) -> Option<Arc<Face>> {
    let taught = || {
        let known = TAUGHT.read().unwrap_or_else(PoisonError::into_inner);
        known.faces.get(face).map(|(_, face)| Arc::clone(face))
    };
    all().face(face).cloned().or_else(taught)
}

/// Every face this version knows. How many copies are played says only a set-up.
pub fn all() -> Arc<Catalogue> {
    let sets: Vec<TileSet> = TileSet::ALL.into_iter().chain([TileSet::Other]).collect();
    Catalogue::of(&sets)
}

/// The boxes that a pack shows tiles of, without the faces it has no picture of: all that can
/// be read with it where nobody says what is played.
pub fn shown_by(pack: &Pack) -> Arc<Catalogue> {
    let pictured = pack.faces();
    let all = all();
    let sets = TileSet::ALL.into_iter().filter(|&set| {
        let mut faces = all.faces().filter(|face| face.set == set);
        faces.any(|face| pictured.contains_key(&face.id))
    });
    let boxes = Catalogue::of(&sets.collect::<Vec<_>>());
    boxes.with(|face| pictured.contains_key(&face.id).then_some(face.copies))
}

/// The faces of `game` that `pack` has no picture of, so that no camera can name them.
pub fn lacking(pack: &Pack, game: &Catalogue) -> Vec<FaceId> {
    let pictured = pack.faces();
    // Of a tile that is not on record nobody has a picture.
    let faces = game.faces().filter(|face| face.set != TileSet::Other);
    let faces = faces.map(|face| face.id);
    faces.filter(|face| !pictured.contains_key(face)).collect()
}

/// The pack with pictures of the game's faces only: what is not played cannot be mistaken for
/// what is.
pub fn only(pack: &Arc<Pack>, game: &Catalogue) -> Arc<Pack> {
    let played = |face: &FaceId| game.face(face).is_some();
    if pack.pictures.iter().all(|picture| played(&picture.face)) {
        return Arc::clone(pack);
    }
    let pictures = pack.pictures.iter();
    Arc::new(Pack {
        name: pack.name.clone(),
        pictures: pictures.filter(|p| played(&p.face)).cloned().collect(),
        taught: pack.taught.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::face_id;
    use opencv::core::Mat;
    use tracker::setup::Setup;
    use vision::pack::FacePicture;

    fn pack(faces: impl IntoIterator<Item = FaceId>) -> Arc<Pack> {
        let picture = |face| FacePicture {
            face,
            image: Mat::default(),
        };
        Arc::new(Pack {
            name: "test".into(),
            pictures: faces.into_iter().map(picture).collect(),
            ..Pack::default()
        })
    }

    #[test]
    fn a_pack_of_the_base_game_lacks_the_faces_of_a_module() {
        let base = Catalogue::bundled();
        let pack = pack(base.faces().map(|face| face.id));
        let game: Setup = "modules=mage_and_witch".parse().unwrap();
        let lacking = lacking(&pack, &game.catalogue());
        assert_eq!(lacking.len(), game.catalogue().faces().count() - 24);
        assert!(lacking.iter().all(|face| base.face(face).is_none()));
        assert!(super::lacking(&pack, &base).is_empty());
        assert_eq!(*shown_by(&pack), *base);
    }

    #[test]
    fn pictures_of_faces_that_are_not_played_are_left_out() {
        let [base, module] = ["D", "MW3"].map(|name| face_id(name).unwrap());
        let both = pack([base, module]);
        let kept = only(&both, &Catalogue::bundled()).faces();
        assert_eq!(kept.into_keys().collect::<Vec<_>>(), [base]);
        assert!(Arc::ptr_eq(&both, &only(&both, &all())));
        assert!(known(&module).is_some());
        assert!(known(&face_id("ZZ9").unwrap()).is_none());
    }
}
