//! Which quarter turns of a face no camera can tell apart and no rule needs to.

use super::{Face, MistSegment, SegmentKind};
use crate::geometry::{Rim, Rotation, Side, turn_point};

/// How far apart two circles may be printed and still be taken for the same, tile sides.
const SAME_PLACE: f32 = 0.01;

/// Quarter turns after which the face looks the same: 1, 2 or 4.
pub(super) fn symmetry(face: &Face) -> u8 {
    [(Rotation::R90, 1), (Rotation::R180, 2)]
        .into_iter()
        .find(|&(by, _)| looks_the_same(face, by))
        .map_or(4, |(_, symmetry)| symmetry)
}

/// Whether the turned face shows the same edges, segments, borders and mist.
fn looks_the_same(face: &Face, by: Rotation) -> bool {
    let edges = Side::ALL
        .iter()
        .all(|&side| face.side(side, by) == face.edges[side.index()]);
    edges
        && (0..face.segments.len()).all(|number| segment_returns(face, by, number))
        && face.mists.iter().all(|mist| {
            let turned = turned_mist(mist, by);
            face.mists.iter().any(|other| same_mist(&turned, other))
        })
}

/// The segment that lies where `number` comes to lie once the face is turned.
fn partner(face: &Face, by: Rotation, number: usize) -> Option<usize> {
    let segment = &face.segments[number];
    let mut rim: Vec<Rim> = segment.rim.iter().map(|rim| rim.rotated(by)).collect();
    rim.sort();
    face.segments.iter().position(|other| {
        other.rim == rim
            && other.clear == segment.clear
            && std::mem::discriminant(&other.kind) == std::mem::discriminant(&segment.kind)
    })
}

fn segment_returns(face: &Face, by: Rotation, number: usize) -> bool {
    let Some(to) = partner(face, by, number) else {
        return false;
    };
    match (&face.segments[number].kind, &face.segments[to].kind) {
        (SegmentKind::Field { cities: a }, SegmentKind::Field { cities: b }) => {
            let mut moved: Vec<_> = a
                .iter()
                .filter_map(|&city| partner(face, by, city))
                .collect();
            moved.sort_unstable();
            moved == *b
        }
        (a, b) => a == b,
    }
}

fn turned_mist(mist: &MistSegment, by: Rotation) -> MistSegment {
    let mut sides: Vec<Side> = mist.sides.iter().map(|side| side.rotated(by)).collect();
    sides.sort();
    let circles = mist.circles.iter().map(|&at| turn_point(at, by)).collect();
    MistSegment {
        sides,
        circles,
        ..*mist
    }
}

fn same_mist(a: &MistSegment, b: &MistSegment) -> bool {
    let close = |p: &[f32; 2], q: &[f32; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) < SAME_PLACE;
    a.sides == b.sides
        && a.ghosts == b.ghosts
        && a.circles.len() == b.circles.len()
        && a.circles
            .iter()
            .all(|p| b.circles.iter().any(|q| close(p, q)))
}

#[cfg(test)]
mod tests {
    use super::super::Catalogue;

    fn of(edges: &str, rest: &str) -> u8 {
        let text = format!(
            "set = \"circles\"\n[[face]]\nid = \"Z\"\ncopies = 1\nedges = \"{edges}\"\n{rest}"
        );
        let catalogue = Catalogue::from_toml(&[&text]).unwrap();
        catalogue.find("Z").unwrap().symmetry()
    }

    #[test]
    fn mist_ghosts_circles_and_castles_count_for_symmetry() {
        let all = r#"mist = [{ sides = "N E S W", ghosts = 2 }]"#;
        assert_eq!(of("FFFF", &format!("segments = []\n{all}")), 1);
        let castle = r#"segments = [{ kind = "castle" }]"#;
        assert_eq!(of("FFFF", &format!("{castle}\n{all}")), 1);
        let across = |circles: &str| {
            let fields = r#"{ kind = "field", rim = "E*" }, { kind = "field", rim = "W*" }"#;
            let mist = format!(r#"mist = [{{ sides = "N S", circles = {circles} }}]"#);
            of("FFFF", &format!("segments = [{fields}]\n{mist}"))
        };
        assert_eq!(across("[[0.0, 0.0]]"), 2);
        assert_eq!(across("[[0.0, 0.25], [0.0, -0.25]]"), 2);
        assert_eq!(across("[[0.0, 0.25]]"), 4);
        let two = |ghosts: u8| {
            let field = r#"{ kind = "field", rim = "E* W*" }"#;
            let mist = format!(
                r#"mist = [{{ sides = "N", ghosts = 1 }}, {{ sides = "S", ghosts = {ghosts} }}]"#
            );
            of("FFFF", &format!("segments = [{field}]\n{mist}"))
        };
        assert_eq!(two(1), 2);
        assert_eq!(two(2), 4);
    }

    #[test]
    fn a_road_under_mist_on_one_half_only_has_no_half_turn() {
        let roads = |clear: bool| {
            of(
                "RFRF",
                &format!(
                    r#"segments = [
                    {{ kind = "road", rim = "NM" }}, {{ kind = "road", rim = "SM", clear = {clear} }},
                    {{ kind = "field", rim = "NR E* SL" }}, {{ kind = "field", rim = "SR W* NL" }} ]"#
                ),
            )
        };
        assert_eq!(roads(true), 2);
        assert_eq!(roads(false), 4);
    }
}
