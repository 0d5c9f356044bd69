//! The lines of a face: where walls, roads and buildings run and where mist lies, derived from
//! its catalogue entry alone. The map of [`super::Layout`] and the artist's drawing both start
//! here, so a drawn tile and the idea of where a figure stands agree.

use carcassonne::catalogue::{Face, SegmentKind, Terrain, TileSet};
use carcassonne::geometry::{Rim, Side};

/// A point on a face: −0.5…0.5 of its side, x east, y south of the unturned face.
pub type Point = [f32; 2];

/// Width of a road with its edges, shares of the tile. Printed roads measure 0.09–0.13.
pub const ROAD_WIDTH: f32 = 0.115;
/// Radius of the ground of a monastery. Printed ones measure 0.17–0.24.
const MONASTERY_RADIUS: f32 = 0.21;
/// Radius of the rock a castle stands on.
const CASTLE_RADIUS: f32 = 0.205;
/// Half width and half depth of a cemetery.
const CEMETERY_HALF: Point = [0.2, 0.165];
/// How deep the control points of a city's bite lie; three quarters of it is the bite's
/// depth in the middle of the side: 0.25, printed ones measure 0.2–0.28.
const BITE: f32 = 0.335;
/// How far along the side those control points lie: the wall leaves the corner at 57°.
const FLANK: f32 = 0.22;
/// The same where another city begins in that corner: below 45°, so that both keep apart.
const SHARED_FLANK: f32 = 0.41;
/// How deep the control points of the mist on a single side lie, and how far along it: flatter
/// and fuller than a city, so that ghosts and spell circles fit. It is 0.28 deep in the middle.
const MIST: f32 = 0.375;
const MIST_FLANK: f32 = 0.1;
/// Radius of a spell circle with its glow: the mist reaches around it.
pub const CIRCLE_RADIUS: f32 = 0.105;
/// Radius of the ruin in the middle of the start tile, where its roads end.
pub const RUIN_RADIUS: f32 = 0.2;

/// The lines of a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Per city: segment number, ground, and its walls from corner to corner.
    pub cities: Vec<CityPlan>,
    /// Per road: segment number and its lines.
    pub roads: Vec<RoadPlan>,
    /// The monastery, castle or cemetery.
    pub place: Option<PlacePlan>,
    /// Middle of the houses where roads end that end in nothing else.
    pub village: Option<Point>,
    /// The inner corner of a quarter of the start tile, the middle of the ruin.
    pub ruin: Option<Point>,
    /// The ground of each mist of the face, in the order of [`Face::mists`].
    pub mists: Vec<Vec<Point>>,
}

/// A monastery, castle or cemetery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacePlan {
    /// Number of the segment.
    pub segment: usize,
    /// Its middle.
    pub at: Point,
    /// Its ground.
    pub plot: Plot,
}

/// The ground of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plot {
    /// A disc of this radius.
    Round(f32),
    /// A rectangle of this half width and half depth.
    Oblong(Point),
}

impl PlacePlan {
    /// How far a point is from the ground; negative inside.
    pub fn distance(&self, p: Point) -> f32 {
        let [x, y] = [p[0] - self.at[0], p[1] - self.at[1]];
        match self.plot {
            Plot::Round(radius) => x.hypot(y) - radius,
            Plot::Oblong([wide, deep]) => (x.abs() - wide).max(y.abs() - deep),
        }
    }
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
        let place = place(face, &cities, sway);
        let push = push_from_cities(face);
        let junction = [push[0] * 0.6 + 0.02 * sway(), push[1] * 0.6 + 0.02 * sway()];
        let ruin = ruin(face);
        let through_road = roads(face).any(|(_, sides)| sides.len() == 2);
        let mut village = None;
        let roads = roads(face)
            .map(|(segment, sides)| {
                let lines = match sides[..] {
                    [one] => {
                        let end = match (place, ruin, city_ahead(face, one, through_road)) {
                            (Some(place), _, _) => place.at,
                            (None, Some(ruin), _) => ruin,
                            (None, None, Some(number)) => cities
                                .iter()
                                .find(|city| city.segment == number)
                                .map_or(junction, |city| middle(&city.ground)),
                            (None, None, None) => {
                                // Beside a road that passes, houses close the gap to it.
                                let (dx, dy) = one.step();
                                let aside = if through_road { 0.17 } else { 0.0 };
                                village = Some([
                                    junction[0] + dx as f32 * aside,
                                    junction[1] + dy as f32 * aside,
                                ]);
                                junction
                            }
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
        Self {
            mists: mists(face, sway),
            cities,
            roads,
            place,
            village,
            ruin,
        }
    }
}

/// The place of a face: in the middle, but clear of the cities.
fn place(face: &Face, cities: &[CityPlan], sway: &mut dyn FnMut() -> f32) -> Option<PlacePlan> {
    let segment = face
        .segments
        .iter()
        .position(|segment| segment.kind.is_place())?;
    let plot = match face.segments[segment].kind {
        SegmentKind::Castle => Plot::Round(CASTLE_RADIUS),
        SegmentKind::Cemetery => Plot::Oblong(CEMETERY_HALF),
        _ => Plot::Round(MONASTERY_RADIUS),
    };
    let middle = [0.012 * sway(), -0.02 + 0.012 * sway()];
    let inside = |p: Point| cities.iter().any(|city| holds(&city.ground, p));
    // The nearest spot around the middle where it keeps off the walls.
    let cost = |at: Point| {
        let place = PlacePlan { segment, at, plot };
        let walls = cities.iter().flat_map(|city| city.walls.iter().flatten());
        let lack = walls
            .map(|p| (0.03 - place.distance(*p)).max(0.0))
            .fold(0.0, f32::max);
        (at[0] - middle[0]).hypot(at[1] - middle[1]) + 6.0 * lack
    };
    let step = |k: i32| k as f32 * 0.02;
    let best = (-12..=12)
        .flat_map(|y| (-12..=12).map(move |x| [step(x), step(y)]))
        .map(|off| [middle[0] + off[0], middle[1] + off[1]])
        .filter(|&at| !inside(at))
        .map(|at| (cost(at), at))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    Some(PlacePlan {
        segment,
        at: best.map_or(middle, |(_, at)| at),
        plot,
    })
}

/// The city that the road from a side leads to: the one that both fields beside it border.
/// Fields under mist do not say; then a face's only road leads to its city.
fn city_ahead(face: &Face, side: Side, through_road: bool) -> Option<usize> {
    let beside = [0, 2].map(|third| {
        let rim = Rim::new(side, third);
        let segment = face.segments.iter().find(|s| s.rim.contains(&rim))?;
        match &segment.kind {
            SegmentKind::Field { cities } => Some(cities),
            _ => None,
        }
    });
    match beside {
        [Some(left), Some(right)] => left.iter().find(|city| right.contains(city)).copied(),
        [Some(one), None] | [None, Some(one)] => one.first().copied(),
        [None, None] => {
            let is_city =
                |s: &carcassonne::catalogue::Segment| matches!(s.kind, SegmentKind::City { .. });
            let alone = !through_road && roads(face).count() == 1;
            face.segments.iter().position(is_city).filter(|_| alone)
        }
    }
}

/// The inner corner of a quarter of the start tile.
fn ruin(face: &Face) -> Option<Point> {
    let start = face.start.filter(|_| face.set == TileSet::Mists)?;
    let inner = |v: i32| if v <= 0 { 0.5 } else { -0.5 };
    Some([inner(start.x), inner(start.y)])
}

/// The ground of each mist, bounded like a city's but fuller.
fn mists(face: &Face, sway: &mut dyn FnMut() -> f32) -> Vec<Vec<Point>> {
    let bite = Bite {
        depth: MIST,
        flank: MIST_FLANK,
    };
    let of = |sides: &[Side]| Side::ALL.map(|side| sides.contains(&side));
    face.mists
        .iter()
        .map(|mist| {
            let member = of(&mist.sides);
            let others = face.mists.iter().filter(|other| *other != mist);
            let others: Vec<Side> = others.flat_map(|other| other.sides.clone()).collect();
            bites(member, &|side| of(&others)[side % 4], bite, sway).0
        })
        .collect()
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
    let bite = Bite {
        depth: BITE,
        flank: FLANK,
    };
    cities
        .iter()
        .map(|&segment| {
            let member = Side::ALL.map(|side| holds(segment, side));
            if !member.contains(&true) {
                // A city that reaches no rim: a round town in the middle.
                let ground: Vec<Point> = (0..24)
                    .map(|k| {
                        let (sin, cos) = (k as f32 / 24.0 * std::f32::consts::TAU).sin_cos();
                        [cos * 0.22, sin * 0.22]
                    })
                    .collect();
                let mut ring = ground.clone();
                ring.push(ground[0]);
                return CityPlan {
                    segment,
                    ground,
                    walls: vec![ring],
                };
            }
            let other = |side: usize| face.edges[side % 4] == Terrain::City && !member[side % 4];
            let (ground, walls) = bites(member, &other, bite, sway);
            CityPlan {
                segment,
                ground,
                walls,
            }
        })
        .collect()
}

/// How a single side bites into the tile: depth of the control points and how far along the
/// side they lie.
#[derive(Clone, Copy)]
struct Bite {
    depth: f32,
    flank: f32,
}

/// Ground that reaches the `member` sides and joins between them, and its borders from corner
/// to corner. `other` says which sides another such ground reaches.
fn bites(
    member: [bool; 4],
    other: &dyn Fn(usize) -> bool,
    bite: Bite,
    sway: &mut dyn FnMut() -> f32,
) -> (Vec<Point>, Vec<Vec<Point>>) {
    let (mut ground, mut walls) = (Vec::new(), Vec::new());
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
        let wall = wall(side, run, other, bite, sway);
        ground.extend_from_slice(&wall[1..wall.len() - 1]);
        walls.push(wall);
        i += run;
    }
    (ground, walls)
}

/// The border along `run` sides from `side` on that are not the ground's, from corner `side`
/// clockwise to corner `side + run`.
fn wall(
    side: usize,
    run: usize,
    other: &dyn Fn(usize) -> bool,
    bite: Bite,
    sway: &mut dyn FnMut() -> f32,
) -> Vec<Point> {
    let (from, to) = (CORNERS[side % 4], CORNERS[(side + run) % 4]);
    let (control_a, control_b);
    match run {
        // Opposite of a bite: the field bites into the ground.
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
        // A diagonal: bulges a little outwards.
        2 => {
            let corner = CORNERS[(side + 1) % 4];
            let bulge = |share: f32| -> Point {
                std::array::from_fn(|k| from[k] + (to[k] - from[k]) * share + corner[k] * 0.07)
            };
            let wave = 0.08 * sway();
            control_a = std::array::from_fn(|k| bulge(0.3)[k] + corner[k] * wave);
            control_b = std::array::from_fn(|k| bulge(0.7)[k] - corner[k] * wave);
        }
        // The bite of a single side; the border runs back along it.
        _ => {
            let own = (side + 3) % 4;
            let end = |neighbour: usize, sway: &mut dyn FnMut() -> f32| {
                if other(neighbour) {
                    SHARED_FLANK + 0.02 * sway()
                } else {
                    bite.flank + 0.04 * sway()
                }
            };
            let (a, b) = (end(own + 1, sway), end(own + 3, sway));
            control_a = on_side(own, 1.0 - a, bite.depth + 0.04 * sway());
            control_b = on_side(own, b, bite.depth + 0.04 * sway());
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
