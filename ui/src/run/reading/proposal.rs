//! What an unknown tile may be: what may lie there, likeliest first.
//!
//! The rules say what may; a teacher who knows the pack's pictures says, on a thread of its own, what the
//! picture seems to show, and what agrees most with that comes first. Decides nothing: people do.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, mpsc};

use carcassonne::catalogue::{Draft, FaceId, Terrain, TileSet};
use carcassonne::geometry::{Cell, Rotation, Side};
use tracker::board::holes::Hole;
use tracker::snapshot::Snapshot;
use vision::learn::teach::Teacher;
use vision::pack::{FacePicture, Pack};

use crate::faces;
use crate::run::beside;
use crate::run::news::picture::CutOut;
use crate::store::packs;
use crate::views::published::Wake;

/// With fewer faces than that a pack has not seen every terrain; our own art helps out.
const FEW_FACES: usize = 8;

/// Our own art of all faces: drawing it takes a second.
static OUR_ART: LazyLock<Vec<FacePicture>> = LazyLock::new(|| {
    let drawn = packs::our_art(&faces::all());
    drawn.map_or_else(
        |error| {
            tracing::warn!(%error, "our own art helps with no proposal");
            Vec::new()
        },
        |pack| pack.pictures,
    )
});

/// A face that may lie there, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Which.
    pub face: FaceId,
    /// Turned how.
    pub rotation: Rotation,
    /// Copies left.
    pub left: u8,
}

/// How far a face, turned so, agrees with what a picture seems to show: sides, then all else, then how
/// far our own drawing of it differs, CIE Lab.
pub type Agreement = (usize, usize, f32);

/// How far each face agrees, in each turn.
pub type Likeness = BTreeMap<(FaceId, Rotation), Agreement>;

/// What may fill a gap, faces of which most are left first.
pub fn offers(hole: &Hole) -> Vec<Offer> {
    let each = hole.fits.iter().flat_map(|fit| {
        let turned = fit.rotations.iter();
        turned.map(|&rotation| Offer {
            face: fit.face,
            rotation,
            left: fit.left,
        })
    });
    each.collect()
}

/// The same, what agrees most first; what agrees as much stays in its order.
pub fn rank(offers: &mut [Offer], likeness: &Likeness) {
    let nothing = (0, 0, f32::INFINITY);
    let agrees = |offer: &Offer| {
        let known = likeness.get(&(offer.face, offer.rotation));
        known.copied().unwrap_or(nothing)
    };
    offers.sort_by(|a, b| {
        let (a, b) = (agrees(a), agrees(b));
        (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.total_cmp(&b.2))
    });
}

/// What the tiles around a cell of the board show towards it.
pub fn beside(cell: Cell, game: &Snapshot) -> [Option<Terrain>; 4] {
    Side::ALL.map(|side| {
        let beside = cell.neighbour(side);
        let tile = game.tiles.iter().find(|tile| tile.cell == beside)?;
        let shown = faces::known(&tile.face)?.side(side.opposite(), tile.rotation);
        (shown != Terrain::Any).then_some(shown)
    })
}

/// Finds out how far these faces agree with a tile's picture, on a thread of its own; `wake` is called
/// when that is known. `told` is what its neighbours say; without a pack our own art tells what terrains
/// look like.
pub fn look(
    picture: Arc<CutOut>,
    pack: Option<Arc<Pack>>,
    told: [Option<Terrain>; 4],
    of: Vec<FaceId>,
    wake: Wake,
) -> mpsc::Receiver<Option<Likeness>> {
    let compared = move || {
        let compared = likeness(&picture, pack.as_deref(), told, &of);
        let told = |error: &_| tracing::warn!(%error, "nothing is proposed for a tile");
        compared.inspect_err(told).ok()
    };
    beside::begin("proposal", move || wake(), compared)
}

/// How far these faces agree with a tile's picture.
///
/// # Errors
/// When OpenCV fails or our own art cannot be drawn.
pub fn likeness(
    picture: &CutOut,
    pack: Option<&Pack>,
    told: [Option<Terrain>; 4],
    of: &[FaceId],
) -> Result<Likeness, vision::pack::PackError> {
    let none = Pack::default();
    let pack = pack.unwrap_or(&none);
    faces::remember(&pack.taught);
    let printed = faces::all();
    let all = printed.taught(&pack.taught).unwrap_or(printed);
    let mut teacher = Teacher::new(pack, &all)?;
    let few = pack.faces().len() < FEW_FACES;
    let mut drawn = Teacher::default();
    for art in &*OUR_ART {
        let Some(draft) = all.face(&art.face).and_then(|face| Draft::of(face)) else {
            continue;
        };
        if few && draft.set == TileSet::Base {
            teacher.learn(&art.image, &draft)?;
        }
        if of.contains(&art.face) {
            drawn.learn(&art.image, &draft)?;
        }
    }
    let differences = drawn.differences(&picture.image)?;
    let drafts = of.iter().filter_map(|face| {
        let draft = Draft::of(&*faces::known(face)?)?;
        Some((*face, draft))
    });
    let drafts: Vec<(FaceId, Draft)> = drafts.collect();
    let mist = drafts.iter().any(|(_, draft)| draft.set.has_mist());
    let set = if mist { TileSet::Mists } else { TileSet::Base };
    let id = of.first().copied().unwrap_or_default();
    let shown = teacher.propose(&picture.image, id, set, told)?;
    let each = drafts.iter().flat_map(|(face, draft)| {
        let (shown, differences) = (&shown, &differences);
        Rotation::ALL.map(|rotation| {
            let (sides, more) = agreement(shown, draft, rotation);
            let far = differences.get(&(*face, rotation)).copied();
            let far = far.unwrap_or(f32::INFINITY);
            ((*face, rotation), (sides, more, far))
        })
    });
    Ok(each.collect())
}

/// How far a face agrees, turned so, with what is seen: sides, then all else.
fn agreement(shown: &Draft, face: &Draft, rotation: Rotation) -> (usize, usize) {
    // The side of the face that lies on that side of the cell.
    let turn = usize::from(rotation.inverse().quarter_turns());
    let at = |side: usize| (side + turn) % 4;
    let same = |side: &usize| {
        let there = at(*side);
        shown.edges[*side] == face.edges[there] && shown.mist[*side] == face.mist[there]
    };
    let alike = |a: usize, b: usize| {
        (shown.joined[a] == shown.joined[b]) == (face.joined[at(a)] == face.joined[at(b)])
    };
    let joined = (0..4).all(|a| (0..4).all(|b| alike(a, b)));
    let shields = shown.shields.iter().sum::<u8>() == face.shields.iter().sum::<u8>();
    let more = [joined, shown.place == face.place, shields];
    (
        (0..4).filter(same).count(),
        more.into_iter().filter(|agrees| *agrees).count(),
    )
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::{Catalogue, face_id};
    use vision::learn::teach::turned_by;

    use super::*;

    /// Every face of our art, lying in any turn, is the first of all that may lie anywhere.
    #[test]
    fn the_tile_itself_comes_first() {
        let base = Catalogue::bundled();
        let art = packs::our_art(&base).unwrap();
        let all: Vec<FaceId> = base.faces().map(|face| face.id).collect();
        let mut first = 0;
        for (number, drawn) in art.pictures.iter().enumerate() {
            let face = base.face(&drawn.face).unwrap();
            let turn = face.canonical(Rotation::from_quarter_turns(number as i32));
            let picture = CutOut {
                frame: 0,
                cell: Cell::default(),
                image: turned_by(&drawn.image, turn).unwrap(),
            };
            // Some of the box is known already, and not this one.
            let some = |known: &FacePicture| known.face.as_bytes()[0].is_multiple_of(2);
            let mut half = art.clone();
            half.pictures
                .retain(|known| known.face != drawn.face && some(known));
            let likeness = likeness(&picture, Some(&half), [None; 4], &all).unwrap();
            let mut offers: Vec<Offer> = base
                .faces()
                .flat_map(|face| {
                    face.distinct_rotations().map(|rotation| Offer {
                        face: face.id,
                        rotation,
                        left: 1,
                    })
                })
                .collect();
            rank(&mut offers, &likeness);
            let is_it = |offer: &Offer| (offer.face, offer.rotation) == (drawn.face, turn);
            let place = offers.iter().position(is_it).unwrap();
            // Which side a road or city is taken for depends on what is known; the first page it is.
            assert!(place < 9, "{} is offered as number {place}", drawn.face);
            first += usize::from(place == 0);
        }
        assert!(first >= 20, "{first} of {} come first", art.pictures.len());
    }

    #[test]
    fn what_agrees_alike_stays_in_the_order_of_the_bag() {
        let offer = |face: &str, left| Offer {
            face: face_id(face).unwrap(),
            rotation: Rotation::R0,
            left,
        };
        let bag = [("V", 9), ("U", 8), ("E", 5), ("C", 4), ("D", 3), ("X", 1)];
        let mut offers = bag.map(|(face, left)| offer(face, left));
        let agrees = [
            ("U", (4, 1, 9.0)),
            ("D", (4, 2, 9.0)),
            ("V", (2, 3, 8.0)),
            ("X", (2, 3, 8.0)),
            ("E", (2, 3, 7.0)),
        ];
        let likeness = agrees
            .into_iter()
            .map(|(face, agrees)| ((face_id(face).unwrap(), Rotation::R0), agrees));
        rank(&mut offers, &likeness.collect());
        let order: Vec<_> = offers.iter().map(|offer| offer.face.to_string()).collect();
        assert_eq!(order, ["D", "U", "E", "V", "X", "C"]);
    }
}
