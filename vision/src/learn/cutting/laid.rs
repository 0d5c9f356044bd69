//! Finds tiles that lie edge to edge or in even rows, as on a board: their sides are the lines of a
//! lattice, which shows from where the table is seen ([`super::vanishing`]) and how large a tile is.
//! From the best framed place of it the lattice is followed to all sides, each tile where its own
//! edges are, so that it may be as crooked as tiles laid by hand; colours tell which places are
//! bare table.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{Image, ImagePoint, point2, vec2};
use calibration::{Corners, Homography};
use opencv::core::Mat;
use opencv::prelude::*;

use super::bare::Colours;
use super::edges::Edges;
use super::plane::Sides;
use super::settle::{Found, Lying, TableFromImage, explained, settled};
use super::squares::square;
use super::vanishing::{Level, Ways, ways};
use crate::learn::quads::{Quad, area, median};

/// Sides that are tried, in longer sides of the picture where it is seen straight, and how many.
const SIDES: (f64, f64, usize) = (0.02, 0.4, 1200);
/// Lines that lie as evenly at a multiple of the best distance as this share may be sides of whole tiles, the
/// best distance being that of what is printed; and how far off a multiple may be, of it.
const AS_EVEN: f64 = 0.8;
const MULTIPLE: f64 = 0.06;
/// How many times the best distance they may be however evenly they lie.
const MULTIPLES: i32 = 3;
/// A usual focal length, in longer sides of the picture: phones have 0.7 to 0.9, webcams 0.8 to 1.2. And how
/// much longer one way of a square may seem than the other by it.
const FOCAL: f64 = 0.9;
const SQUARE: f64 = 1.4;
/// Lattices that are followed beside the likeliest, those that explain most at first; and the share of the most
/// that one of the smallest tiles explains: four tiles together are framed as well as each. Of drawn boxes
/// and scans tiles explain 0.93 to 1 of what blocks of them do, halves and quarters of tiles less than 0.5.
const CORRECTED: usize = 3;
const AS_MUCH: f64 = 0.8;
/// How much larger in area tiles of another lattice are at least.
const ANOTHER_SIZE: f64 = 1.5;
/// Places to begin from that are looked at closely.
const BEGIN: usize = 12;
/// Least frame of a place that others are reached by, of one by which the lattice is corrected,
/// and of one that counts as a tile before colours are known.
const REACHED: f32 = 0.45;
const CORRECTS: f32 = 0.5;
const SURE: f32 = 0.6;
/// How far corners may be off the corrected lattice, tile sides.
const OFF: f64 = 0.12;
/// Smallest tile, pixels of its side; and how much smaller in area than where one began, far away.
const SMALLEST_PX: f64 = 18.0;
const FAR: f64 = 30.0;
/// Farthest place, in tiles from the middle of the lattice.
const FARTHEST: i32 = 60;
/// Rounds in which colours of tiles and table are learnt.
const ROUNDS: usize = 5;

/// The picture in focal lengths from its middle.
enum Focal {}

/// A place of the lattice.
type Place = [i32; 2];

/// The tiles of a picture that lie in a lattice.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn laid(picture: &Mat, edges: &Edges) -> opencv::Result<Vec<Quad>> {
    let Some(ways) = ways(picture)? else {
        return Ok(Vec::new());
    };
    let Some((table, places)) = best_lattice(edges, &ways) else {
        return Ok(Vec::new());
    };
    let mut places: Vec<(Place, Found)> = places.into_iter().collect();
    places.sort_by(|a, b| b.1.frame.total_cmp(&a.1.frame));
    let (numbers, found): (Vec<Place>, Vec<Found>) = places.into_iter().unzip();
    let Some(found) = settled(edges, &table, found, false) else {
        return Ok(Vec::new());
    };
    let tiles = not_table(picture, &found)?;
    let kept = joined(&numbers, &tiles);
    Ok(kept.into_iter().map(|n| found[n].corners).collect())
}

/// The lattice that the tiles lie in, as those followed by it say, and those. What is printed on tiles lies as
/// evenly as their sides, often at half their distance, so lattices of other distances are tried as well, as
/// far as their places may be square.
fn best_lattice(edges: &Edges, ways: &Ways) -> Option<(TableFromImage, BTreeMap<Place, Found>)> {
    // Lines along x tell where y is even, and the other way round.
    let [y, x] = [0, 1].map(|way| {
        let across = 1 - way;
        let seen = ways.lines[way].iter().map(|ends| {
            let [a, b] = ends.map(|end| ways.level_from_image.apply(end).to_array());
            ((a[across] + b[across]) / 2.0, (a[way] - b[way]).abs())
        });
        even(&seen.collect::<Vec<_>>())
    });
    let size = [edges.cols as f64, edges.rows as f64];
    let mut tried: Vec<(f64, TableFromImage)> = Vec::new();
    for along_x in &x {
        for along_y in &y {
            let to_sides: Homography<Sides, Level> = Homography::new([
                [1.0 / along_x.side, 0.0, -along_x.from / along_x.side],
                [0.0, 1.0 / along_y.side, -along_y.from / along_y.side],
                [0.0, 0.0, 1.0],
            ]);
            let table = to_sides.after(&ways.level_from_image);
            if may_be_square(&table, size) {
                tried.push((at_first(edges, &table), table));
            }
        }
    }
    // What lies in loose rows is hardly framed at first: the first, of the distances that lines tell, is followed
    // in any case.
    let likeliest = tried.len().min(1);
    tried[likeliest..].sort_by(|a, b| b.0.total_cmp(&a.0));
    let followed = tried.into_iter().take(likeliest + CORRECTED);
    let followed = followed.filter_map(|(_, table)| Followed::by(edges, table));
    let best = Followed::best(followed.collect())?;
    Some((best.table, best.places))
}

/// A lattice, corrected by the tiles that were followed by it, and those.
struct Followed {
    table: TableFromImage,
    places: BTreeMap<Place, Found>,
    /// How much of the picture its sure tiles explain, and how large one is.
    explains: f64,
    area: f64,
}

impl Followed {
    fn by(edges: &Edges, table: TableFromImage) -> Option<Self> {
        let (table, places) = corrected(edges, table)?;
        let sure = places.values().filter(|found| found.frame > SURE);
        let tiles: Vec<Quad> = sure.map(|found| found.corners).collect();
        Some(Self {
            explains: explained(edges, &tiles),
            area: median(tiles.iter().map(area)),
            table,
            places,
        })
    }

    /// Of the smallest tiles that explain about as much as any the lattice that explains most.
    fn best(all: Vec<Self>) -> Option<Self> {
        let most = all.iter().map(|one| one.explains).fold(0.0, f64::max);
        let explains = |one: &Self| one.explains >= AS_MUCH * most;
        let areas = all.iter().filter(|one| explains(one)).map(|one| one.area);
        let least = areas.fold(f64::INFINITY, f64::min);
        let is_small = |one: &Self| one.area < ANOTHER_SIZE * least;
        let all = all.into_iter().filter(|one| explains(one) && is_small(one));
        all.max_by(|a, b| a.explains.total_cmp(&b.explains))
    }
}

/// Parallel lines at one distance from each other.
#[derive(Clone, Copy)]
struct Evenly {
    side: f64,
    /// Where one of them is.
    from: f64,
}

/// At which distances places may lie evenly, weighed: the largest that is about as good as the best one, and
/// the best one and its multiples, with each place where they may begin.
fn even(places: &[(f64, f64)]) -> Vec<Evenly> {
    let (least, most, count) = SIDES;
    let step = (most / least).ln() / (count - 1) as f64;
    let all: f64 = places.iter().map(|p| p.1).sum();
    let looked: Vec<(f64, f64, f64)> = (0..count)
        .map(|n| {
            let side = least * (step * n as f64).exp();
            let turn = std::f64::consts::TAU / side;
            let (mut x, mut y) = (0.0, 0.0);
            for (place, weight) in places {
                let (sin, cos) = (place * turn).sin_cos();
                (x, y) = (x + weight * cos, y + weight * sin);
            }
            (side, x.hypot(y) / all.max(1e-12), y.atan2(x) / turn)
        })
        .collect();
    let peaks = looked
        .windows(3)
        .filter(|w| w[1].1 >= w[0].1 && w[1].1 > w[2].1);
    let peaks: Vec<&(f64, f64, f64)> = peaks.map(|w| &w[1]).collect();
    let Some(best) = peaks.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Vec::new();
    };
    let whole = peaks.iter().filter(|peak| {
        let times = peak.0 / best.0;
        let off = (times - times.round()).abs();
        peak.1 > AS_EVEN * best.1 && times > 1.5 && off < MULTIPLE * times.round()
    });
    let largest = whole.max_by(|a, b| a.0.total_cmp(&b.0));
    let largest = largest.map(|peak| Evenly {
        side: peak.0,
        from: peak.2,
    });
    let multiples = (1..=MULTIPLES).flat_map(|times| {
        (0..times).map(move |begin| Evenly {
            side: best.0 * f64::from(times),
            from: best.2 + best.0 * f64::from(begin),
        })
    });
    largest.into_iter().chain(multiples).collect()
}

/// Whether the places of a lattice may be square, seen by a usual lens.
fn may_be_square(table: &TableFromImage, [width, height]: [f64; 2]) -> bool {
    let focal = FOCAL * width.max(height);
    let centred: Homography<Focal, Image> = Homography::new([
        [1.0 / focal, 0.0, -width / 2.0 / focal],
        [0.0, 1.0 / focal, -height / 2.0 / focal],
        [0.0, 0.0, 1.0],
    ]);
    let seen = table
        .inverse()
        .map(|image_from_table| centred.after(&image_from_table));
    let Some(seen) = seen.and_then(|seen| seen.to_mat().ok()) else {
        return false;
    };
    // The first two columns are both ways in space (Zhang 2000), and as long as each other.
    let long = |column: i32| {
        let entries = (0..3).map(|row| seen.at_2d::<f64>(row, column).copied().unwrap_or_default());
        entries.map(|entry| entry * entry).sum::<f64>().sqrt()
    };
    let ratio = long(0) / long(1).max(1e-12);
    (1.0 / SQUARE..SQUARE).contains(&ratio)
}

/// How much of the picture the places of a lattice explain, each where it says: a first look.
fn at_first(edges: &Edges, table: &TableFromImage) -> f64 {
    let Some(image_from_table) = table.inverse() else {
        return 0.0;
    };
    let size = [edges.cols as f64, edges.rows as f64];
    let all = (-FARTHEST..FARTHEST).flat_map(|x| (-FARTHEST..FARTHEST).map(move |y| [x, y]));
    let quads = all.map(|place| on_lattice(place).map(|corner| image_from_table.apply(corner)));
    let seen = quads.filter(|quad| is_inside(quad, size) && area(quad) > SMALLEST_PX * SMALLEST_PX);
    seen.map(|quad| f64::from(edges.frame(&quad)).powi(3) * area(&quad))
        .sum()
}

/// The lattice as the tiles followed by it say, and those.
fn corrected(
    edges: &Edges,
    table: TableFromImage,
) -> Option<(TableFromImage, BTreeMap<Place, Found>)> {
    let first = followed(edges, &table)?;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for (place, found) in first.iter().filter(|(_, found)| found.frame > CORRECTS) {
        from.extend(found.corners);
        to.extend(on_lattice(*place));
    }
    let Some(better) = Homography::fit(&from, &to, OFF).filter(|_| from.len() >= 16) else {
        return Some((table, first));
    };
    let places = followed(edges, &better.map)?;
    Some((better.map, places))
}

fn on_lattice([x, y]: Place) -> Corners<Sides> {
    square(point2(f64::from(x) + 0.5, f64::from(y) + 0.5), 0.0, 1.0)
}

/// All places that edges frame, from the best framed one on, each from those beside it.
fn followed(edges: &Edges, table: &TableFromImage) -> Option<BTreeMap<Place, Found>> {
    let image_from_table: Homography<Image, Sides> = table.inverse()?;
    let in_image = |quad: Corners<Sides>| quad.map(|corner| image_from_table.apply(corner));
    let size = [edges.cols as f64, edges.rows as f64];
    let seen = |quad: &Quad, least: f64| is_inside(quad, size) && area(quad) > least;
    let look = |lying: Lying| {
        let (lying, corners) = lying.settled(edges, &image_from_table, 1.0);
        let frame = edges.frame(&corners);
        let found = Found {
            corners,
            frame,
            outlined: false,
        };
        (lying, found)
    };
    let all = (-FARTHEST..FARTHEST).flat_map(|x| (-FARTHEST..FARTHEST).map(move |y| [x, y]));
    let framed = all.filter_map(|place| {
        let quad = in_image(on_lattice(place));
        seen(&quad, SMALLEST_PX * SMALLEST_PX).then(|| (edges.frame(&quad), place))
    });
    let mut framed: Vec<(f32, Place)> = framed.collect();
    framed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let begin = framed.iter().take(BEGIN).map(|(_, place)| {
        let lying = Lying {
            middle: point2(f64::from(place[0]) + 0.5, f64::from(place[1]) + 0.5),
            degrees: 0.0,
        };
        (*place, look(lying))
    });
    let begin = begin.max_by(|a, b| a.1.1.frame.total_cmp(&b.1.1.frame))?;
    let least = (area(&begin.1.1.corners) / FAR).max(SMALLEST_PX * SMALLEST_PX);
    let mut open = BTreeMap::from([begin]);
    let mut done: BTreeMap<Place, (Lying, Found)> = BTreeMap::new();
    let best = |open: &BTreeMap<Place, (Lying, Found)>| {
        let each = open.iter();
        let best = each.max_by(|a, b| a.1.1.frame.total_cmp(&b.1.1.frame))?;
        (best.1.1.frame > REACHED).then_some(*best.0)
    };
    while let Some(place) = best(&open) {
        let Some(reached) = open.remove(&place) else {
            break;
        };
        done.insert(place, reached);
        for next in beside(place).filter(|next| !done.contains_key(next)) {
            if next[0].abs() > FARTHEST || next[1].abs() > FARTHEST {
                continue;
            }
            let from: Vec<Lying> = beside(next)
                .filter_map(|near| {
                    let (lying, _) = done.get(&near)?;
                    let [x, y] = [0, 1].map(|k| f64::from(next[k] - near[k]));
                    Some(lying.moved(vec2(x, y)))
                })
                .collect();
            if let Some(lying) = Lying::mean(&from)
                && seen(&in_image(square(lying.middle, lying.degrees, 1.0)), least)
            {
                open.insert(next, look(lying));
            }
        }
    }
    Some(
        done.into_iter()
            .map(|(place, (_, found))| (place, found))
            .collect(),
    )
}

/// Whether a quadrangle lies in a picture, or over its border by a hair.
fn is_inside(quad: &Quad, size: [f64; 2]) -> bool {
    let inside = |at: &ImagePoint| {
        let within = |v: f64, most: f64| (-3.0..most + 3.0).contains(&v);
        within(at.x, size[0]) && within(at.y, size[1])
    };
    quad.iter().all(inside)
}

fn beside([x, y]: Place) -> impl Iterator<Item = Place> {
    [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]].into_iter()
}

/// Which are tiles: the best framed tell the colours of tiles and table, these tell the others.
fn not_table(picture: &Mat, found: &[Found]) -> opencv::Result<Vec<bool>> {
    let mut tiles: Vec<bool> = found.iter().map(|one| one.frame > SURE).collect();
    let mut colours = Colours::of(picture)?;
    for _ in 0..ROUNDS {
        let sure = found.iter().zip(&tiles).filter(|(_, tile)| **tile);
        colours.learn(sure.map(|(one, _)| &one.corners));
        let unlike = found.iter().map(|one| colours.unlike(&one.corners) > 0.0);
        let now: Vec<bool> = unlike.collect();
        if now == tiles || !now.contains(&true) {
            break;
        }
        tiles = now;
    }
    Ok(tiles)
}

/// The tiles that hang together, most of them, by number.
fn joined(numbers: &[Place], tiles: &[bool]) -> Vec<usize> {
    let number: BTreeMap<Place, usize> = numbers
        .iter()
        .enumerate()
        .filter(|(n, _)| tiles[*n])
        .map(|(n, place)| (*place, n))
        .collect();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut best: Vec<usize> = Vec::new();
    for first in number.values() {
        let (mut group, mut todo) = (Vec::new(), vec![*first]);
        while let Some(n) = todo.pop() {
            if seen.insert(n) {
                group.push(n);
                todo.extend(beside(numbers[n]).filter_map(|place| number.get(&place)));
            }
        }
        if group.len() > best.len() {
            best = group;
        }
    }
    best
}
