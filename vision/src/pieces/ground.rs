//! Which feature a figure stands on: the foot held against the shapes of the tile's segments.
//!
//! Answers the tracker's question with the drawn [`Layout`] of a face; printed artworks differ
//! from it by a few millimetres, which the spread below allows for.

use std::collections::HashMap;
use std::sync::Mutex;

use carcassonne::catalogue::{Face, FaceId, SegmentKind};
use carcassonne::geometry::Rotation;
use carcassonne::piece::Pose;
use carcassonne::spots::TileGeometry;

use shapes::layout::{Layout, turned, unturned};

/// Standard deviation of a foot against a segment's shape, tile sides: 1.5 mm of reading, 2 mm
/// by which artworks differ.
const SPREAD: f32 = 0.065;
/// The same of a monk: people put it on the grass beside its monastery, too.
const MONK_SPREAD: f32 = 0.11;
/// How far inside its segment a figure is set where there is room, tile sides, and the share of
/// the segment's room at most: nobody puts a farmer on the road.
const INSIDE: f32 = 0.1;
const OF_ROOM: f32 = 0.5;
/// How much likelier a farmer lies than stands, and anyone else stands than lies (natural
/// logarithm): people hold to it, but meeples fall over. How sure the pose itself is stands in
/// the claim.
const POSE: f32 = 5.0;

/// Shapes of faces, made once each.
#[derive(Default)]
pub struct Ground {
    layouts: Mutex<HashMap<FaceId, Option<Layout>>>,
}

impl Ground {
    fn with<T>(&self, face: &Face, see: impl FnOnce(&Layout) -> T) -> Option<T> {
        let mut layouts = match self.layouts.lock() {
            Ok(guard) => guard,
            // A panic elsewhere leaves at worst a layout that was not made yet.
            Err(poisoned) => poisoned.into_inner(),
        };
        let garden = face.garden_copies > 0;
        layouts
            .entry(face.id)
            .or_insert_with(|| Layout::new(face, garden).ok())
            .as_ref()
            .map(see)
    }
}

impl TileGeometry for Ground {
    fn segment_log_likelihoods(
        &self,
        face: &Face,
        rotation: Rotation,
        foot: [f32; 2],
        pose: Pose,
    ) -> Vec<(usize, f32)> {
        let point = unturned(foot, rotation);
        let rooms = self
            .with(face, |layout| {
                let rooms = layout.shapes().iter().map(|shape| shape.room);
                layout
                    .distances(point)
                    .into_iter()
                    .zip(rooms)
                    .collect::<Vec<_>>()
            })
            .unwrap_or_default();
        (0..rooms.len())
            .map(|segment| {
                let (outside, room) = rooms[segment];
                // Inside, the distance to the nearest other segment is how deep the foot is.
                let others = rooms
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != segment);
                let depth = others.map(|(_, (d, _))| *d).fold(f32::MAX, f32::min);
                let wanted = INSIDE.min(OF_ROOM * room);
                let distance = if outside > 0.0 {
                    outside + wanted
                } else {
                    (wanted - depth).max(0.0)
                };
                let lies = matches!(face.kind(segment), Some(SegmentKind::Field { .. }));
                let fits = lies == (pose == Pose::Lying);
                let monk = face.kind(segment) == Some(&SegmentKind::Monastery);
                let off = distance / if monk { MONK_SPREAD } else { SPREAD };
                (segment, -0.5 * off * off - if fits { 0.0 } else { POSE })
            })
            .collect()
    }

    fn spot(&self, face: &Face, rotation: Rotation, segment: usize) -> [f32; 2] {
        self.with(face, |layout| {
            layout.shapes().get(segment).map(|shape| shape.stand)
        })
        .flatten()
        .map_or([0.0, 0.0], |stand| turned(stand, rotation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::Catalogue;

    #[test]
    fn a_figure_stands_where_its_segment_is_drawn() {
        let ground = Ground::default();
        for face in Catalogue::bundled().faces() {
            for rotation in Rotation::ALL {
                for segment in 0..face.segments.len() {
                    let lies = matches!(face.kind(segment), Some(SegmentKind::Field { .. }));
                    let pose = if lies { Pose::Lying } else { Pose::Standing };
                    let spot = ground.spot(face, rotation, segment);
                    let best = ground
                        .segment_log_likelihoods(face, rotation, spot, pose)
                        .into_iter()
                        .max_by(|a, b| a.1.total_cmp(&b.1))
                        .map(|(s, _)| s);
                    assert_eq!(best, Some(segment), "face {} turned {rotation:?}", face.id);
                }
            }
        }
    }

    #[test]
    fn every_face_of_every_set_can_be_asked_for_figures() {
        use carcassonne::catalogue::TileSet;
        let ground = Ground::default();
        for face in Catalogue::of(&TileSet::ALL).faces() {
            let foot = [0.1, -0.2];
            let told = ground.segment_log_likelihoods(face, Rotation::R90, foot, Pose::Standing);
            assert_eq!(
                told.len(),
                face.segments.len() + usize::from(face.garden_copies > 0),
                "{}",
                face.id
            );
            assert!(told.iter().all(|(_, log)| !log.is_nan()), "{}", face.id);
            for segment in 0..told.len() {
                let spot = ground.spot(face, Rotation::R0, segment);
                assert!(spot.iter().all(|v| (-0.5..=0.5).contains(v)), "{}", face.id);
            }
        }
    }
}
