//! Where on a tile each feature lies: one shape per segment of a face, in tile units.
//!
//! Used by figure reading (which segment does a foot stand on), by the window (light a
//! feature up) and by the artist. Derived generically from the catalogue: a city bites along
//! its sides, connected sides join, roads run between rim middles or to the middle, fields
//! are the rest, split as the rim says, except for what lies under mist. Printed artworks differ
//! from it a little; it keeps to what is typical of them. It never looks at a picture.
//!
//! Coordinates: −0.5…0.5 of the tile's side, x east, y south of the *unturned* face. For a
//! turned tile bring points over with [`unturned`] and [`turned`].

use std::collections::VecDeque;

use carcassonne::catalogue::{Face, SegmentKind, Terrain};
use carcassonne::geometry::{Rim, Rotation, Side};
use opencv::core::{self, Mat, Point as Pixel, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

mod mist;
mod plan;

pub use mist::{GHOST_RADIUS, MistShape};
pub use plan::{
    CIRCLE_RADIUS, CityPlan, PlacePlan, Plan, Plot, Point, ROAD_WIDTH, RUIN_RADIUS, RoadPlan,
};
pub use plan::{distance_to_line, holds};

/// Cells of the map along a side: 0.28 mm each on a real tile.
const GRID: usize = 160;
/// A map cell that belongs to no segment yet.
const FREE: u8 = u8::MAX;
/// A map cell that is mist and nothing else.
const MIST: u8 = u8::MAX - 1;
/// Radius of the symbol of mage and witch, tile units.
pub const MAGIC_RADIUS: f32 = 0.1;

/// One segment on a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Closed outlines; with more than one, holes and islands by the even–odd rule.
    pub rings: Vec<Vec<Point>>,
    /// Where a figure would stand: well inside, near the segment's middle.
    pub stand: Point,
    /// Radius of the largest circle that fits into the segment on this tile.
    pub room: f32,
    /// Share of the tile it covers.
    pub area: f32,
}

/// The geometry of a face.
#[derive(Clone, Debug)]
pub struct Layout {
    map: Vec<u8>,
    veil: Vec<u8>,
    shapes: Vec<Shape>,
    mists: Vec<MistShape>,
    plan: Plan,
    garden: Option<(Point, f32)>,
    magic: Option<Point>,
}

impl Layout {
    /// The layout of a face; with `garden`, of a copy that shows one (segment
    /// [`Face::garden_segment`]; ignored for faces without garden copies).
    /// Fails only where OpenCV does.
    pub fn new(face: &Face, garden: bool) -> Result<Self, opencv::Error> {
        Self::from_plan(face, garden, Plan::new(face, &mut || 0.0))
    }

    /// The layout that belongs to a plan of the face.
    pub fn from_plan(face: &Face, garden: bool, plan: Plan) -> Result<Self, opencv::Error> {
        let mut map = paint_plan(&plan);
        let mut veil = mist::lay(face, &plan, &mut map);
        grow_fields(face, &mut map);
        mist::close(&mut map, &mut veil);
        // Land that nothing reaches (an enclosed corner): it goes to the nearest neighbour.
        let rest: VecDeque<usize> = (0..GRID * GRID).filter(|&i| map[i] < MIST).collect();
        flood(&mut map, rest);
        let mut garden_at = None;
        if let Some(number) = face.garden_segment().filter(|_| garden)
            && let Some((middle, radius)) = garden_place(face, &map)?
        {
            for (i, cell) in map.iter_mut().enumerate() {
                let p = cell_middle(i);
                if (p[0] - middle[0]).abs().max((p[1] - middle[1]).abs()) < radius {
                    *cell = number as u8;
                }
            }
            garden_at = Some((middle, radius));
        }
        let count = face.segments.len() + usize::from(garden_at.is_some());
        let shapes = (0..count)
            .map(|n| shape(&map, &veil, n as u8))
            .collect::<Result<_, _>>()?;
        let magic = match face.magic {
            true => Some(magic_place(face, &map)?),
            false => None,
        };
        Ok(Self {
            shapes,
            mists: mist::shapes(face, &map, &veil)?,
            map,
            veil,
            plan,
            garden: garden_at,
            magic,
        })
    }

    /// The shapes, in the order of [`Face::segments`], a garden last.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The lines it was made from.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Middle and half side of the garden.
    pub fn garden(&self) -> Option<(Point, f32)> {
        self.garden
    }

    /// The mists, in the order of [`Face::mists`].
    pub fn mists(&self) -> &[MistShape] {
        &self.mists
    }

    /// Middle of the symbol of mage and witch.
    pub fn magic(&self) -> Option<Point> {
        self.magic
    }

    /// The segment at a point of the unturned face; `None` where there is only mist, or
    /// nothing printed at all. Points beyond the rim count as the nearest point of the rim.
    pub fn segment_at(&self, point: Point) -> Option<usize> {
        let number = self.map[cell_at(point)];
        (number < MIST).then_some(usize::from(number))
    }

    /// The number of the mist over a point of the unturned face. A road may lie under it.
    pub fn mist_at(&self, point: Point) -> Option<usize> {
        let number = self.veil[cell_at(point)];
        (number < MIST).then_some(usize::from(number))
    }

    /// Points between two mists that touch, about `gap` tile units apart.
    pub fn ridge(&self, gap: f32) -> Vec<Point> {
        mist::ridge(&self.veil, gap)
    }

    /// For every segment the distance of the point from it, tile units; 0 inside.
    pub fn distances(&self, point: Point) -> Vec<f32> {
        let here = self.segment_at(point);
        let mut near = vec![f32::MAX; self.shapes.len()];
        for (i, &segment) in self.map.iter().enumerate() {
            let p = cell_middle(i);
            let far = (p[0] - point[0]).powi(2) + (p[1] - point[1]).powi(2);
            if let Some(slot) = near.get_mut(usize::from(segment)) {
                *slot = slot.min(far);
            }
        }
        // A cell's middle is up to half a cell inside the segment's rim.
        let half = 0.5 / GRID as f32;
        let mut near: Vec<f32> = near
            .into_iter()
            .map(|d| (d.sqrt() - half).max(0.0))
            .collect();
        if let Some(near) = here.and_then(|here| near.get_mut(here)) {
            *near = 0.0;
        }
        near
    }

    /// A segment's outline as the `d` of an SVG path (fill rule even–odd) with `scale` units
    /// per tile side, the origin in the tile's middle. `None` if there is no such segment.
    pub fn svg_path(&self, segment: usize, scale: f32) -> Option<String> {
        let shape = self.shapes.get(segment)?;
        Some(svg_rings(&shape.rings, scale))
    }

    /// The same for the outline of a mist.
    pub fn mist_path(&self, mist: usize, scale: f32) -> Option<String> {
        let shape = self.mists.get(mist)?;
        Some(svg_rings(&shape.rings, scale))
    }
}

fn svg_rings(rings: &[Vec<Point>], scale: f32) -> String {
    use std::fmt::Write as _;
    let mut d = String::new();
    for ring in rings {
        for (i, p) in ring.iter().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            let _ = write!(d, "{letter}{:.2} {:.2}", p[0] * scale, p[1] * scale);
        }
        d.push('Z');
    }
    d
}

/// Brings a point of a tile as it lies (turned by `rotation`) back onto the unturned face.
pub fn unturned(point: Point, rotation: Rotation) -> Point {
    turned(point, rotation.inverse())
}

/// Where a point of the unturned face comes to lie on a tile turned by `rotation`.
pub fn turned([x, y]: Point, rotation: Rotation) -> Point {
    match rotation {
        Rotation::R0 => [x, y],
        Rotation::R90 => [-y, x],
        Rotation::R180 => [-x, -y],
        Rotation::R270 => [y, -x],
    }
}

fn cell_middle(i: usize) -> Point {
    let at = |k: usize| (k as f32 + 0.5) / GRID as f32 - 0.5;
    [at(i % GRID), at(i / GRID)]
}

fn cell_at(point: Point) -> usize {
    // NaN becomes 0, far points the rim.
    let at = |v: f32| ((v + 0.5) * GRID as f32).clamp(0.0, GRID as f32 - 1.0) as usize;
    at(point[1]) * GRID + at(point[0])
}

/// The map with everything but fields.
fn paint_plan(plan: &Plan) -> Vec<u8> {
    let mut map = vec![FREE; GRID * GRID];
    let mut nearest = vec![ROAD_WIDTH / 2.0; GRID * GRID];
    for road in &plan.roads {
        for piece in road.lines.iter().flat_map(|line| line.windows(2)) {
            for i in cells_around(piece, ROAD_WIDTH / 2.0) {
                let far = distance_to_line(piece, cell_middle(i));
                if far < nearest[i] {
                    (nearest[i], map[i]) = (far, road.segment as u8);
                }
            }
        }
    }
    // Cities lie over roads, the first of them on top, and places over cities.
    for city in plan.cities.iter().rev() {
        for i in cells_around(&city.ground, 0.0).filter(|&i| holds(&city.ground, cell_middle(i))) {
            map[i] = city.segment as u8;
        }
    }
    if let Some(place) = plan.place {
        for i in (0..GRID * GRID).filter(|&i| place.distance(cell_middle(i)) < 0.0) {
            map[i] = place.segment as u8;
        }
    }
    map
}

/// The cells of the smallest upright rectangle that is `reach` wider than these points on all sides.
fn cells_around(points: &[Point], reach: f32) -> impl Iterator<Item = usize> {
    let ends = |axis: usize| {
        let along = points.iter().map(|p| p[axis]);
        let least = along.clone().fold(f32::MAX, f32::min);
        [least - reach, along.fold(f32::MIN, f32::max) + reach]
    };
    let ([west, east], [north, south]) = (ends(0), ends(1));
    let (first, last) = (cell_at([west, north]), cell_at([east, south]));
    let across = first % GRID..=last % GRID;
    (first / GRID..=last / GRID).flat_map(move |row| across.clone().map(move |x| row * GRID + x))
}

/// Fills what is left with the fields, each growing from its rim positions over land.
fn grow_fields(face: &Face, map: &mut [u8]) {
    let mut queue = VecDeque::new();
    for (i, cell) in map.iter_mut().enumerate() {
        if *cell != FREE {
            continue;
        }
        let (x, y) = (i % GRID, i / GRID);
        let last = GRID - 1;
        let sides = [
            (y == 0, Side::North, x),
            (x == last, Side::East, y),
            (y == last, Side::South, last - x),
            (x == 0, Side::West, last - y),
        ];
        for (on_rim, side, along) in sides {
            if !on_rim {
                continue;
            }
            let share = (along as f32 + 0.5) / GRID as f32;
            let third = match face.edges[side.index()] {
                Terrain::City | Terrain::Any => continue,
                Terrain::Road => {
                    if share < 0.5 {
                        0
                    } else {
                        2
                    }
                }
                Terrain::Field => ((share * 3.0) as usize).min(2),
            };
            let rim = Rim::new(side, third);
            if let Some(number) = face.segments.iter().position(|s| s.rim.contains(&rim)) {
                *cell = number as u8;
                queue.push_back(i);
                break;
            }
        }
    }
    flood(map, queue);
}

fn flood(map: &mut [u8], mut queue: VecDeque<usize>) {
    while let Some(i) = queue.pop_front() {
        let (x, y) = (i % GRID, i / GRID);
        let mut visit = |j: usize| {
            if map[j] == FREE {
                map[j] = map[i];
                queue.push_back(j);
            }
        };
        if x > 0 {
            visit(i - 1)
        }
        if x + 1 < GRID {
            visit(i + 1)
        }
        if y > 0 {
            visit(i - GRID)
        }
        if y + 1 < GRID {
            visit(i + GRID)
        }
    }
}

/// 255 where the map holds one of the segments.
fn mask(map: &[u8], wanted: impl Fn(u8) -> bool) -> Result<Mat, opencv::Error> {
    let side = GRID as i32 + 2;
    let mut mask = Mat::new_rows_cols_with_default(side, side, core::CV_8UC1, Scalar::all(0.0))?;
    let bytes = mask.data_bytes_mut()?;
    for (i, &segment) in map.iter().enumerate() {
        if wanted(segment) {
            bytes[(i / GRID + 1) * side as usize + i % GRID + 1] = 255;
        }
    }
    Ok(mask)
}

/// Per map cell the distance to the rim of the mask, in cells.
fn depths(mask: &Mat) -> Result<Vec<f32>, opencv::Error> {
    let mut depth = Mat::default();
    imgproc::distance_transform_def(
        mask,
        &mut depth,
        imgproc::DIST_L2,
        imgproc::DIST_MASK_PRECISE,
    )?;
    let side = GRID + 2;
    let all = depth.data_typed::<f32>()?;
    Ok((0..GRID * GRID)
        .map(|i| all[(i / GRID + 1) * side + i % GRID + 1])
        .collect())
}

fn shape(map: &[u8], veil: &[u8], number: u8) -> Result<Shape, opencv::Error> {
    let mask = mask(map, |segment| segment == number)?;
    let depth = depths(&mask)?;
    let cells: Vec<usize> = (0..GRID * GRID).filter(|&i| map[i] == number).collect();
    let points: Vec<Point> = cells.iter().map(|&i| cell_middle(i)).collect();
    let centroid = plan::middle(&points);
    let most = cells.iter().map(|&i| depth[i]).fold(0.0, f32::max);
    // Where mist leaves a road clear, if it does, and else near the middle.
    let stand = cells
        .iter()
        .filter(|&&i| depth[i] >= most * 0.85)
        .map(|&i| (veil[i] != FREE, cell_middle(i)))
        .min_by(|a, b| {
            let far = |p: &Point| (p[0] - centroid[0]).powi(2) + (p[1] - centroid[1]).powi(2);
            a.0.cmp(&b.0).then(far(&a.1).total_cmp(&far(&b.1)))
        })
        .map_or(centroid, |(_, p)| p);
    Ok(Shape {
        rings: rings(&mask)?,
        stand,
        room: most / GRID as f32,
        area: cells.len() as f32 / (GRID * GRID) as f32,
    })
}

/// The outlines of what a mask shows.
fn rings(mask: &Mat) -> Result<Vec<Vec<Point>>, opencv::Error> {
    let mut contours = Vector::<Vector<Pixel>>::new();
    imgproc::find_contours_def(
        mask,
        &mut contours,
        imgproc::RETR_CCOMP,
        imgproc::CHAIN_APPROX_NONE,
    )?;
    let mut rings = Vec::new();
    for contour in &contours {
        if contour.len() < 4 {
            continue;
        }
        let mut simple = Vector::<Pixel>::new();
        imgproc::approx_poly_dp(&contour, &mut simple, 0.7, true)?;
        // Contours run through cell middles; push those on the tile's rim out to it.
        let at = |v: i32| match v {
            1 => -0.5,
            v if v == GRID as i32 => 0.5,
            v => (v as f32 - 0.5) / GRID as f32 - 0.5,
        };
        rings.push(simple.iter().map(|p| [at(p.x), at(p.y)]).collect());
    }
    Ok(rings)
}

/// The roomiest place for a garden in the fields, and half its side.
fn garden_place(face: &Face, map: &[u8]) -> Result<Option<(Point, f32)>, opencv::Error> {
    let is_field = |segment: u8| {
        matches!(
            face.segments.get(usize::from(segment)).map(|s| &s.kind),
            Some(SegmentKind::Field { .. })
        )
    };
    let depth = depths(&mask(map, is_field)?)?;
    let best = (0..GRID * GRID).max_by(|&a, &b| depth[a].total_cmp(&depth[b]));
    Ok(best.filter(|&i| depth[i] > 8.0).map(|i| {
        // Half the diagonal must fit, and some grass should stay around it.
        let half = depth[i] / GRID as f32 * 0.55;
        (cell_middle(i), half.clamp(0.03, 0.13))
    }))
}

/// Where the symbol of mage and witch has most room: in a field, or else in a city off its
/// middle, where a market may be.
fn magic_place(face: &Face, map: &[u8]) -> Result<Point, opencv::Error> {
    let roomiest = |wanted: &dyn Fn(&SegmentKind) -> bool, off: f32| -> opencv::Result<_> {
        let segment = |n: u8| face.segments.get(usize::from(n));
        let depth = depths(&mask(map, |n| segment(n).is_some_and(|s| wanted(&s.kind)))?)?;
        let best = (0..GRID * GRID)
            .filter(|&i| cell_middle(i)[0].hypot(cell_middle(i)[1]) >= off)
            .max_by(|&a, &b| depth[a].total_cmp(&depth[b]));
        Ok(best.map_or((0.0, [0.0; 2]), |i| {
            (depth[i] / GRID as f32, cell_middle(i))
        }))
    };
    let field = roomiest(&|kind| matches!(kind, SegmentKind::Field { .. }), 0.0)?;
    let city = roomiest(&|kind| matches!(kind, SegmentKind::City { .. }), 0.28)?;
    let fits = field.0 >= MAGIC_RADIUS * 1.15 || field.0 >= city.0;
    Ok(if fits { field.1 } else { city.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::catalogue::{Catalogue, TileSet};

    #[test]
    fn every_spot_belongs_to_a_segment_and_every_segment_has_room_for_a_figure() {
        for face in Catalogue::of(&TileSet::ALL).faces() {
            for garden in [false, true] {
                let layout = Layout::new(face, garden).unwrap();
                let count = face.segments.len() + usize::from(garden && face.garden_copies > 0);
                assert_eq!(layout.shapes().len(), count, "{}", face.id);
                let known = |s: u8| usize::from(s) < count || s == MIST && face.shows_mist();
                assert!(
                    face.is_wild() || layout.map.iter().all(|&s| known(s)),
                    "{}",
                    face.id
                );
                let mist = layout.map.iter().filter(|&&s| s >= MIST).count();
                let mist = mist as f32 / (GRID * GRID) as f32;
                let area: f32 = layout.shapes().iter().map(|s| s.area).sum();
                assert!((area + mist - 1.0).abs() < 1e-3);
                for (n, shape) in layout.shapes().iter().enumerate() {
                    assert!(shape.room > 0.04, "{} segment {n}: {shape:?}", face.id);
                    assert_eq!(
                        layout.segment_at(shape.stand),
                        Some(n),
                        "{} segment {n}",
                        face.id
                    );
                    assert!(!shape.rings.is_empty());
                    assert_eq!(layout.distances(shape.stand)[n], 0.0);
                }
            }
        }
    }

    #[test]
    fn rim_thirds_lie_where_the_catalogue_says() {
        for face in Catalogue::of(&TileSet::ALL).faces() {
            let layout = Layout::new(face, false).unwrap();
            for rim in Rim::ALL {
                let along = (rim.third() as f32 + 0.5) / 3.0 - 0.5;
                // Clockwise along the north side, then turned to the rim's side.
                let point = turned(
                    [along, -0.497],
                    Rotation::from_quarter_turns(rim.side().index() as i32),
                );
                let expected = face.segment_at(rim, Rotation::R0);
                assert_eq!(layout.segment_at(point), expected, "{} {rim}", face.id);
                let misty = face.mist_on(rim.side(), Rotation::R0);
                assert_eq!(layout.mist_at(point), misty, "{} {rim}", face.id);
            }
        }
    }

    #[test]
    fn outlines_enclose_what_the_map_holds() {
        for face in Catalogue::bundled().faces() {
            let layout = Layout::new(face, true).unwrap();
            let (mut agree, mut all) = (0, 0);
            for i in (0..GRID * GRID).step_by(37) {
                let p = cell_middle(i);
                for (n, shape) in layout.shapes().iter().enumerate() {
                    let inside = shape.rings.iter().filter(|ring| holds(ring, p)).count() % 2 == 1;
                    agree += usize::from(inside == (layout.segment_at(p) == Some(n)));
                    all += 1;
                }
            }
            // Outlines are simplified by up to a cell.
            assert!(agree * 100 >= all * 97, "{}: {agree} of {all}", face.id);
        }
    }

    #[test]
    fn separate_fields_are_not_joined_by_their_shapes() {
        let catalogue = Catalogue::bundled();
        let u = Layout::new(catalogue.find("U").unwrap(), false).unwrap();
        assert_ne!(u.segment_at([0.3, 0.0]), u.segment_at([-0.3, 0.0]));
        let b = Layout::new(catalogue.find("B").unwrap(), false).unwrap();
        assert_eq!(b.segment_at([0.45, 0.0]), b.segment_at([-0.45, 0.0]));
        assert_eq!(
            b.shapes()[b.segment_at([0.4, 0.4]).unwrap()].rings.len(),
            2,
            "a ring around the monastery"
        );
    }

    #[test]
    fn ghosts_are_printed_in_their_mist_and_apart() {
        for face in Catalogue::of(&TileSet::ALL).faces() {
            let layout = Layout::new(face, false).unwrap();
            assert_eq!(layout.mists().len(), face.mists.len());
            let mut all: Vec<Point> = Vec::new();
            for (n, (shape, mist)) in layout.mists().iter().zip(&face.mists).enumerate() {
                assert_eq!(shape.ghosts.len(), usize::from(mist.ghosts), "{}", face.id);
                for &ghost in &shape.ghosts {
                    assert_eq!(layout.mist_at(ghost), Some(n), "{}", face.id);
                    assert_eq!(layout.segment_at(ghost), None, "{}", face.id);
                    let apart = |q: &Point| (q[0] - ghost[0]).hypot(q[1] - ghost[1]);
                    assert!(all.iter().all(|q| apart(q) > 0.15), "{}: {all:?}", face.id);
                    let rim = 0.5 - ghost[0].abs().max(ghost[1].abs());
                    assert!(rim > 0.08, "{}: {rim}", face.id);
                    all.push(ghost);
                }
                for &circle in &mist.circles {
                    assert_eq!(layout.mist_at(circle), Some(n), "{}", face.id);
                }
            }
        }
    }

    #[test]
    fn places_and_symbols_lie_clear_of_walls() {
        for face in Catalogue::of(&TileSet::ALL).faces() {
            let layout = Layout::new(face, false).unwrap();
            if let Some(place) = layout.plan().place {
                let walls = layout.plan().cities.iter().flat_map(|city| &city.walls);
                for p in walls.flatten() {
                    let far = place.distance(*p);
                    assert!(far > -0.03, "{}: a wall {far} from the place", face.id);
                }
                let shape = &layout.shapes()[place.segment];
                assert!(shape.room > 0.13, "{}: {}", face.id, shape.room);
            }
            assert_eq!(layout.magic().is_some(), face.magic);
        }
    }

    #[test]
    fn wild_points_do_no_harm() {
        let face = Catalogue::bundled().find("X").unwrap().clone();
        let layout = Layout::new(&face, false).unwrap();
        for p in [[f32::NAN, 0.0], [1e30, -1e30], [f32::NEG_INFINITY, 3.0]] {
            assert!(layout.segment_at(p).unwrap() < face.segments.len());
        }
        assert_eq!(layout.distances([9.0, 9.0]).len(), face.segments.len());
    }
}
