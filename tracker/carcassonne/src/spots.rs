//! Where on a tile a figure's foot says which segment it stands on.

use crate::catalogue::{Face, SegmentKind};
use crate::geometry::{Rim, Rotation, Side, turn_point};
use crate::piece::Pose;

/// Knows the shapes of segments on a face. Vision has the drawn or learnt shapes; the tracker's
/// own [`RimGeometry`] only knows the rim.
pub trait TileGeometry: Send + Sync {
    /// Natural logarithms of the likelihood of a foot point given that the figure stands on
    /// each segment of the face, garden included if the face has one. `foot` is in the board's
    /// frame, −0.5…0.5 of the tile's side, x east and y south; `rotation` is the tile's.
    fn segment_log_likelihoods(
        &self,
        face: &Face,
        rotation: Rotation,
        foot: [f32; 2],
        pose: Pose,
    ) -> Vec<(usize, f32)>;

    /// A point in the middle of a segment, in the board's frame as above: where a figure stands
    /// of which no foot was seen.
    fn spot(&self, face: &Face, rotation: Rotation, segment: usize) -> [f32; 2];
}

/// Standard deviation of a foot about its segment's skeleton, in tile sides: a meeple's foot is
/// a third of a side wide and set down with a centimetre's care.
const FOOT_SIGMA: f32 = 0.12;

/// How much likelier a farmer lies than stands, and anyone else stands than lies, as a natural
/// logarithm: poses are misread about once in fifty.
const POSE_NATS: f32 = 4.0;

/// Takes a segment for the lines from its rim thirds to where they meet.
#[derive(Clone, Copy, Debug, Default)]
pub struct RimGeometry;

impl TileGeometry for RimGeometry {
    fn segment_log_likelihoods(
        &self,
        face: &Face,
        rotation: Rotation,
        foot: [f32; 2],
        pose: Pose,
    ) -> Vec<(usize, f32)> {
        let printed = turn_point(foot, rotation.inverse());
        let count = face.segments.len() + usize::from(face.garden_copies > 0);
        (0..count)
            .map(|segment| {
                let distance = skeleton(face, segment)
                    .into_iter()
                    .map(|[x, y]| (x - printed[0]).powi(2) + (y - printed[1]).powi(2))
                    .fold(f32::INFINITY, f32::min);
                let lies = matches!(face.kind(segment), Some(SegmentKind::Field { .. }));
                let fits = lies == (pose == Pose::Lying);
                let pose = if fits { 0.0 } else { -POSE_NATS };
                (segment, -distance / (2.0 * FOOT_SIGMA * FOOT_SIGMA) + pose)
            })
            .collect()
    }

    fn spot(&self, face: &Face, rotation: Rotation, segment: usize) -> [f32; 2] {
        let points = skeleton(face, segment);
        let middle = points.get(points.len() / 2).copied().unwrap_or_default();
        turn_point(middle, rotation)
    }
}

/// Points along a segment of the face as printed.
fn skeleton(face: &Face, segment: usize) -> Vec<[f32; 2]> {
    // A road lies between the field beside it, so its points keep to the line; the others have
    // room and reach less far inwards.
    let steps: &[f32] = match face.kind(segment) {
        Some(SegmentKind::Monastery | SegmentKind::Castle | SegmentKind::Cemetery) => {
            return vec![[0.0, 0.0]];
        }
        Some(SegmentKind::Garden) => return vec![[0.2, 0.2]],
        Some(SegmentKind::Road) => &[0.45, 0.35, 0.25],
        _ => &[0.42, 0.32],
    };
    let rims = face
        .segments
        .get(segment)
        .map_or(&[][..], |segment| &segment.rim);
    rims.iter()
        .flat_map(|&rim| steps.iter().map(move |&out| rim_point(rim, out)))
        .collect()
}

/// The point `out` from the centre towards a rim third.
fn rim_point(rim: Rim, out: f32) -> [f32; 2] {
    let along = (rim.third() as f32 - 1.0) * 0.33;
    match rim.side() {
        Side::North => [along, -out],
        Side::East => [out, along],
        Side::South => [-along, out],
        Side::West => [-out, -along],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, TileSet};

    #[test]
    fn every_spot_names_its_own_segment() {
        for face in Catalogue::of(&TileSet::ALL).faces() {
            for rotation in Rotation::ALL {
                for (number, segment) in face.segments.iter().enumerate() {
                    let lies = matches!(segment.kind, SegmentKind::Field { .. });
                    let pose = if lies { Pose::Lying } else { Pose::Standing };
                    let foot = RimGeometry.spot(face, rotation, number);
                    let best = RimGeometry
                        .segment_log_likelihoods(face, rotation, foot, pose)
                        .into_iter()
                        .max_by(|a, b| a.1.total_cmp(&b.1));
                    assert_eq!(
                        best.map(|(n, _)| n),
                        Some(number),
                        "{} {rotation:?}",
                        face.id
                    );
                }
            }
        }
    }
}
