//! The lines of a face: where walls, roads and buildings run, derived from its catalogue
//! entry alone. The map of [`super::Layout`] and the artist's drawing both start here, so a
//! drawn tile and the idea of where a figure stands agree.

use tracker::catalogue::{Face, SegmentKind, Terrain};
use tracker::geometry::{Rim, Side};

/// A point on a face: −0.5…0.5 of its side, x east, y south of the unturned face.
pub type Point = [f32; 2];

/// Width of a road with its edges, shares of the tile. Printed roads measure 0.09–0.13.
pub const ROAD_WIDTH: f32 = 0.115;
/// Radius of the ground of a monastery. Printed ones measure 0.17–0.24.
pub const MONASTERY_RADIUS: f32 = 0.21;
/// How deep the control points of a city's bite lie; three quarters of it is the bite's
/// depth in the middle of the side: 0.25, printed ones measure 0.2–0.28.
const BITE: f32 = 0.335;
/// How far along the side those control points lie: the wall leaves the corner at 57°.
const FLANK: f32 = 0.22;
/// The same where another city begins in that corner: below 45°, so that both keep apart.
const SHARED_FLANK: f32 = 0.41;

/// The lines of a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Per city: segment number, ground, and its walls from corner to corner.
    pub cities: Vec<CityPlan>,
    /// Per road: segment number and its lines.
    pub roads: Vec<RoadPlan>,
    /// Segment number and middle of the monastery, castle or cemetery.
    pub monastery: Option<(usize, Point)>,
    /// Middle of the houses where three or more roads end, or one road ends in nothing.
    pub village: Option<Point>,
}

/// The lines of a city segment.
#[derive(Clone, Debug, PartialEq)]
pub struct CityPlan {
    /// Number of the segment.
    pub segment: usize,
    /// Closed ground, clockwise.
    pub ground: Vec<Point>,
    /// Walls with the city to their right as seen on the tile (y down), corner to corner.
    pub walls: Vec<Vec<Point>>,
}

/// The lines of a road segment.
#[derive(Clone, Debug, PartialEq)]
pub struct RoadPlan {
    /// Number of the segment.
    pub segment: usize,
    /// Middle lines; more than one where the segment branches.
    pub lines: Vec<Vec<Point>>,
}

const CORNERS: [Point; 4] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

/// The middle of a side.
pub fn side_middle(side: Side) -> Point {
    let (dx, dy) = side.step();
    [dx as f32 * 0.5, dy as f32 * 0.5]
}

impl Plan {
    /// The plan of a face. `sway` gives values of −1…1 that bend the free lines a little; a
    /// function that always gives 0 makes the typical face.
    pub fn new(face: &Face, sway: &mut dyn FnMut() -> f32) -> Self {
        let cities = cities(face, sway);
        let monastery = face
            .segments
            .iter()
            .position(|segment| segment.kind.is_place())
            .map(|number| (number, [0.012 * sway(), -0.02 + 0.012 * sway()]));
        let stubs = roads(face).filter(|(_, sides)| sides.len() == 1).count();
        let push = push_from_cities(face);
        let junction = [push[0] * 0.6 + 0.02 * sway(), push[1] * 0.6 + 0.02 * sway()];
        let to_city = stubs == 1 && monastery.is_none() && !cities.is_empty();
        let roads = roads(face)
            .map(|(segment, sides)| {
                let lines = match sides[..] {
                    [one] => {
                        let end = if let Some((_, at)) = monastery {
                            at
                        } else if to_city {
                            middle(&cities[0].ground)
                        } else {
                            junction
                        };
                        vec![stub(one, end, sway)]
                    }
                    [a, b] => vec![through(a, b, push, sway)],
                    _ => sides
                        .iter()
                        .map(|&side| stub(side, junction, sway))
                        .collect(),
                };
                RoadPlan { segment, lines }
            })
            .collect();
        let village = (stubs > 0 && monastery.is_none() && !to_city).then_some(junction);
        Self {
            cities,
            roads,
            monastery,
            village,
        }
    }
}

/// Road segments and the sides they leave by.
fn roads(face: &Face) -> impl Iterator<Item = (usize, Vec<Side>)> + '_ {
    let all = face.segments.iter().enumerate();
    all.filter(|(_, segment)| matches!(segment.kind, SegmentKind::Road))
        .map(|(number, segment)| (number, segment.rim.iter().map(|rim| rim.side()).collect()))
}

/// Where roads give way to: away from single cities, by up to a tenth of the tile.
fn push_from_cities(face: &Face) -> Point {
    let mut push = [0.0f32; 2];
    for side in Side::ALL {
        if face.edges[side.index()] == Terrain::City {
            let (dx, dy) = side.step();
            push[0] -= dx as f32 * 0.1;
            push[1] -= dy as f32 * 0.1;
        }
    }
    push.map(|v| v.clamp(-0.1, 0.1))
}

fn cities(face: &Face, sway: &mut dyn FnMut() -> f32) -> Vec<CityPlan> {
    let holds = |number: usize, side: Side| face.segments[number].rim.contains(&Rim::new(side, 1));
    let cities: Vec<usize> = (0..face.segments.len())
        .filter(|&n| matches!(face.segments[n].kind, SegmentKind::City { .. }))
        .collect();
    cities
        .iter()
        .map(|&segment| {
            let member: Vec<bool> = Side::ALL.iter().map(|&s| holds(segment, s)).collect();
            let count = member.iter().filter(|&&m| m).count();
            let mut ground = Vec::new();
            let mut walls = Vec::new();
            if count == 0 {
                // A city that reaches no rim: a round town in the middle.
                ground = (0..24)
                    .map(|k| {
                        let (sin, cos) = (k as f32 / 24.0 * std::f32::consts::TAU).sin_cos();
                        [cos * 0.22, sin * 0.22]
                    })
                    .collect();
                let mut ring = ground.clone();
                ring.push(ground[0]);
                walls.push(ring);
                return CityPlan {
                    segment,
                    ground,
                    walls,
                };
            }
            // Walk the rim clockwise from the first side of a run of members.
            let start = (0..4)
                .find(|&i| member[i] && !member[(i + 3) % 4])
                .unwrap_or(0);
            let mut i = 0;
            while i < 4 {
                let side = (start + i) % 4;
                if member[side] {
                    ground.push(CORNERS[side]);
                    ground.push(CORNERS[(side + 1) % 4]);
                    i += 1;
                    continue;
                }
                let run = (0..4 - i)
                    .take_while(|k| !member[(start + i + k) % 4])
                    .count();
                let other =
                    |side: usize| face.edges[side % 4] == Terrain::City && !member[side % 4];
                let wall = wall(side, run, &other, sway);
                ground.extend_from_slice(&wall[1..wall.len() - 1]);
                walls.push(wall);
                i += run;
            }
            CityPlan {
                segment,
                ground,
                walls,
            }
        })
        .collect()
}

/// The wall along `run` sides from `side` on that are not the city's, from corner `side`
/// clockwise to corner `side + run`.
fn wall(
    side: usize,
    run: usize,
    other: &dyn Fn(usize) -> bool,
    sway: &mut dyn FnMut() -> f32,
) -> Vec<Point> {
    let (from, to) = (CORNERS[side % 4], CORNERS[(side + run) % 4]);
    let (control_a, control_b);
    match run {
        // Opposite of a bite: the field bites into the city.
        1 => {
            let depth = if other(side) {
                BITE * 1.06
            } else {
                BITE * 0.94
            };
            let flank = if other(side) { 0.16 } else { FLANK };
            let at = |along: f32, deep: f32| on_side(side, along, deep);
            control_a = at(flank + 0.03 * sway(), depth + 0.03 * sway());
            control_b = at(1.0 - flank + 0.03 * sway(), depth + 0.03 * sway());
        }
        // A diagonal: bulges a little into the field.
        2 => {
            let corner = CORNERS[(side + 1) % 4];
            let bulge = |share: f32| -> Point {
                std::array::from_fn(|k| from[k] + (to[k] - from[k]) * share + corner[k] * 0.07)
            };
            let wave = 0.08 * sway();
            control_a = std::array::from_fn(|k| bulge(0.3)[k] + corner[k] * wave);
            control_b = std::array::from_fn(|k| bulge(0.7)[k] - corner[k] * wave);
        }
        // The bite of a single side; the wall runs back along it.
        _ => {
            let own = (side + 3) % 4;
            let end = |neighbour: usize, sway: &mut dyn FnMut() -> f32| {
                if other(neighbour) {
                    SHARED_FLANK + 0.02 * sway()
                } else {
                    FLANK + 0.04 * sway()
                }
            };
            let (a, b) = (end(own + 1, sway), end(own + 3, sway));
            control_a = on_side(own, 1.0 - a, BITE + 0.04 * sway());
            control_b = on_side(own, b, BITE + 0.04 * sway());
        }
    }
    cubic(from, control_a, control_b, to)
}

/// The point `along` a side (clockwise, 0..1) and `deep` inside.
fn on_side(side: usize, along: f32, deep: f32) -> Point {
    let (from, to) = (CORNERS[side % 4], CORNERS[(side + 1) % 4]);
    let (dx, dy) = Side::ALL[side % 4].step();
    [
        from[0] + (to[0] - from[0]) * along - dx as f32 * deep,
        from[1] + (to[1] - from[1]) * along - dy as f32 * deep,
    ]
}

fn stub(side: Side, end: Point, sway: &mut dyn FnMut() -> f32) -> Vec<Point> {
    let start = side_middle(side);
    let (dx, dy) = side.step();
    let (dx, dy) = (dx as f32, dy as f32);
    let bend = 0.12 * sway();
    let control_a = [start[0] - dx * 0.17, start[1] - dy * 0.17];
    let control_b = [
        end[0] + (start[0] - end[0]) * 0.35 + dy * bend,
        end[1] + (start[1] - end[1]) * 0.35 - dx * bend,
    ];
    cubic(start, control_a, control_b, end)
}

fn through(a: Side, b: Side, push: Point, sway: &mut dyn FnMut() -> f32) -> Vec<Point> {
    let (start, end) = (side_middle(a), side_middle(b));
    // Leave the rim at a right angle, so that roads join smoothly with the neighbours'.
    let reach = if a.opposite() == b { 0.3 } else { 0.34 };
    let bend = 0.15 * sway() + 0.03;
    let control = |side: Side| {
        let at = side_middle(side);
        let (dx, dy) = side.step();
        let (dx, dy) = (dx as f32, dy as f32);
        if a.opposite() == b {
            [
                at[0] - dx * reach + push[0] * 1.0 + dy * bend,
                at[1] - dy * reach + push[1] * 1.0 + dx * bend,
            ]
        } else {
            let give = 0.5 * reach * (push[0].abs() + push[1].abs());
            let (inward, aside) = (reach - give - (bend - 0.03) * 0.5, (bend - 0.03) * 0.5);
            [
                at[0] - dx * inward + dy * aside,
                at[1] - dy * inward - dx * aside,
            ]
        }
    };
    // Opposite sides look opposite ways: the same bend on both makes an S.
    cubic(start, control(a), control(b), end)
}

fn cubic(from: Point, a: Point, b: Point, to: Point) -> Vec<Point> {
    const STEPS: usize = 24;
    (0..=STEPS)
        .map(|k| {
            let t = k as f32 / STEPS as f32;
            let s = 1.0 - t;
            std::array::from_fn(|i| {
                s * s * s * from[i]
                    + 3.0 * s * s * t * a[i]
                    + 3.0 * s * t * t * b[i]
                    + t * t * t * to[i]
            })
        })
        .collect()
}

/// The mean of some points; the middle of the tile for none.
pub fn middle(points: &[Point]) -> Point {
    let n = points.len().max(1) as f32;
    points
        .iter()
        .fold([0.0; 2], |sum, p| [sum[0] + p[0] / n, sum[1] + p[1] / n])
}

/// Whether a closed polygon holds a point (even–odd).
pub fn holds(polygon: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1])
        {
            inside = !inside;
        }
    }
    inside
}

/// Distance of a point from an open line of points.
pub fn distance_to_line(line: &[Point], p: Point) -> f32 {
    line.windows(2)
        .map(|w| {
            let d = [w[1][0] - w[0][0], w[1][1] - w[0][1]];
            let q = [p[0] - w[0][0], p[1] - w[0][1]];
            let length = (d[0] * d[0] + d[1] * d[1]).max(1e-12);
            let t = ((q[0] * d[0] + q[1] * d[1]) / length).clamp(0.0, 1.0);
            (q[0] - d[0] * t).powi(2) + (q[1] - d[1] * t).powi(2)
        })
        .fold(f32::MAX, f32::min)
        .sqrt()
}
