//! Finds every tile in a photograph without knowing one: spread out in rows or anyhow, turned
//! anyhow, apart or touching.
//!
//! What is enclosed by a colour of the table or by edges and has four corners tells from where the
//! table is seen and how large a tile is. Seen from straight above, squares of that size are
//! looked for by the edges that frame them; squares that look like the table are left out, and
//! each side is moved to the edge that is there. Says where, never which.

use calibration::space::{Image, ImagePoint, middle, point2, vec2};
use calibration::{Corners, Homography, Point as Place};
use opencv::core::{self, Mat, Scalar, Size, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

use super::edges::{Edges, normal};
use super::outlines::outlines;
use super::plane::{Sides, table_from_image};
use super::quads::{Quad, area, clockwise, in_reading_order, median, shared, side};
use super::squares::{Above, Square, apart, square, squares};
use crate::cv;

/// Longer side of the picture that is searched, pixels.
const SEARCH_PX: f64 = 1000.0;
/// Picture added around, so that a tile that ends with the picture has an edge there.
const RIM_PX: i32 = 12;
/// Side of a tile while its size is looked for, and while all are looked for, pixels.
const COARSE_PX: f64 = 24.0;
const FINE_PX: f64 = 40.0;
/// Steps of turn in the two searches, degrees.
const COARSE_STEP: f64 = 6.0;
const FINE_STEP: f64 = 3.75;
/// Sizes tried, as factors of the size of the outlines: smaller ones are houses, larger ones
/// tiles of which only parts stood out.
const SIZES: std::ops::RangeInclusive<i32> = -3..=14;
const FACTOR: f64 = 1.1;
/// By how much a tile is larger than a frame printed within its rim.
const FRAMED_IN: f64 = 1.15;
/// Outlines that tell the view by themselves.
const ENOUGH: usize = 4;
/// Least frame of a square that is looked at, of one that counts, and of one that is sure.
const MIN_FRAME: f32 = 0.4;
const COUNTS: f32 = 0.5;
const SURE: f32 = 0.6;
/// How much better framed an outline is than a square found by turning.
const OUTLINED: f32 = 0.1;
/// Share of the usual tile's frame and unlikeness to the table that one needs which no outline
/// showed.
const FRAME_SHARE: f32 = 0.62;
const TABLE_SHARE: f64 = 0.3;
/// How far a side is moved at most, and what moving costs, of its length.
const REACH: f64 = 0.05;
const COST: f32 = 2.0;
/// The largest table that is looked at, pixels.
const MOST_PX: f64 = 6.0e6;

/// The corners of every tile found, row by row from the top and each row from the left, clockwise
/// from the corner nearest to the picture's top left.
///
/// # Errors
/// Fails when OpenCV does.
pub fn cut(picture: &Mat) -> opencv::Result<Vec<Quad>> {
    let longer = f64::from(picture.cols().max(picture.rows()));
    let scale = (SEARCH_PX / longer.max(1.0)).min(1.0);
    let (mut small, mut framed) = (Mat::default(), Mat::default());
    let how = imgproc::INTER_AREA;
    imgproc::resize(picture, &mut small, Size::default(), scale, scale, how)?;
    // A colour that no tile has: where the picture ends, a tile may end as well.
    let (rim, border) = (RIM_PX, core::BORDER_CONSTANT);
    let pink = Scalar::new(255.0, 0.0, 255.0, 0.0);
    core::copy_make_border(&small, &mut framed, rim, rim, rim, rim, border, pink)?;
    let edges = Edges::of(&framed)?;
    let mut plain = Mat::default();
    let (border, none) = (core::BORDER_REPLICATE, Scalar::default());
    core::copy_make_border(&small, &mut plain, rim, rim, rim, rim, border, none)?;
    let outlined = outlines(&plain, &edges)?;
    let found = best_guess(&framed, &edges, outlined)?;
    let whole = found.into_iter().map(|quad| {
        let quad = quad.map(|at| at.map(|v| (v - f64::from(RIM_PX)) / scale));
        clockwise(quad)
    });
    Ok(in_reading_order(whole.collect()))
}

/// An outline drawn by hand, its sides moved to the edges that are there; as it was drawn if they
/// would no longer be a tile's.
///
/// # Errors
/// Fails when OpenCV does.
pub fn fitted(picture: &Mat, drawn: Quad) -> opencv::Result<Quad> {
    let longer = f64::from(picture.cols().max(picture.rows()));
    let scale = (SEARCH_PX / longer.max(1.0)).min(1.0);
    let mut small = Mat::default();
    let how = imgproc::INTER_AREA;
    imgproc::resize(picture, &mut small, Size::default(), scale, scale, how)?;
    let quad = clockwise(drawn.map(|at| at * scale));
    let fitted = moved(&Edges::of(&small)?, &quad);
    let is_tile = shared(&fitted, &quad) > 0.8 * area(&quad).abs();
    let quad = if is_tile { fitted } else { quad };
    Ok(quad.map(|at| at / scale))
}

/// From the picture to the table.
type TableFromImage = Homography<Sides, Image>;

/// A tile that was found: its corners, how well it is framed, whether it stood out by itself.
#[derive(Clone, Copy)]
struct Found {
    corners: Quad,
    frame: f32,
    outlined: bool,
}

/// The tiles under the guess of view and size that explains most of the picture: as the outlines say,
/// larger, as all edges say, or straight from above.
fn best_guess(picture: &Mat, edges: &Edges, outlined: Vec<Quad>) -> opencv::Result<Vec<Quad>> {
    let size = [f64::from(picture.cols()), f64::from(picture.rows())];
    let scale = 5.0 / size[0].min(size[1]);
    let straight = Homography::scaling(scale);
    let mut guesses: Vec<(TableFromImage, Vec<Quad>)> = Vec::new();
    if let Some(seen) = table_from_image(&outlined, size) {
        guesses.push((seen, outlined));
        for factor in [usual_size(picture, &seen)?, FRAMED_IN] {
            guesses.push((scaled(&seen, 1.0 / factor), Vec::new()));
        }
    }
    let factor = usual_size(picture, &straight)?;
    guesses.push((scaled(&straight, 1.0 / factor), Vec::new()));
    let mut best: (f64, Vec<Quad>) = (0.0, Vec::new());
    for (table, outlined) in guesses {
        let Some((table, found, usual)) = find(picture, edges, table, &outlined)? else {
            continue;
        };
        let Some(found) = settled(edges, &table, found, outlined.len() >= ENOUGH) else {
            continue;
        };
        let found = not_table(picture, found, usual)?;
        let explained = explained(edges, &found);
        if explained > best.0 {
            best = (explained, found);
        }
    }
    Ok(best.1)
}

/// How much of the picture tiles explain: what well framed ones cover, less what lies twice under
/// some, which no tiles do.
fn explained(edges: &Edges, tiles: &[Quad]) -> f64 {
    let covered = tiles.iter().map(|quad| {
        let framed = f64::from(edges.frame(quad));
        framed.powi(3) * area(quad).abs()
    });
    let pairs = tiles.iter().enumerate();
    let twice = pairs.flat_map(|(n, one)| tiles[..n].iter().map(move |other| shared(one, other)));
    covered.sum::<f64>() - TWICE * twice.sum::<f64>()
}

/// All squares that may be tiles, best first, and how a usual one is framed. Without outlines the
/// view is found out more closely first.
fn find(
    picture: &Mat,
    edges: &Edges,
    mut table: TableFromImage,
    outlined: &[Quad],
) -> opencv::Result<Option<(TableFromImage, Vec<Found>, f32)>> {
    let size = [f64::from(picture.cols()), f64::from(picture.rows())];
    if outlined.is_empty() {
        let steps: Vec<f64> = (-2..=2).map(|n| FINE_PX * 1.04f64.powi(n)).collect();
        let Some(view) = View::new(picture, &table, FINE_PX)? else {
            return Ok(None);
        };
        let found = squares(&view.edges, &steps, FINE_STEP, COUNTS)?;
        let best = found.iter().zip(&steps).map(|(found, step)| {
            let apart = apart(found, view.size);
            (worth(&apart) * step * step, apart)
        });
        let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
        let mut strong = best.map_or_else(Vec::new, |(_, apart)| apart);
        strong.retain(|one| one.frame > SURE);
        strong.truncate(40);
        let there = strong.iter();
        let there = there.map(|one| moved(edges, &view.in_image(&one.corners)));
        let there: Vec<Quad> = there.collect();
        if let Some(better) = table_from_image(&there, size).filter(|_| there.len() >= 2) {
            table = better;
        }
    }
    let Some(view) = View::new(picture, &table, FINE_PX)? else {
        return Ok(None);
    };
    let mut all = squares(&view.edges, &[FINE_PX], FINE_STEP, MIN_FRAME)?.remove(0);
    let first = all.len();
    all.extend(outlined.iter().map(|quad| {
        let corners = view.on_table(quad);
        let frame = view.edges.frame(&corners) + OUTLINED;
        Square { frame, corners }
    }));
    let outlined: Vec<Corners<Above>> = all[first..].iter().map(|one| one.corners).collect();
    all.sort_by(|a, b| b.frame.total_cmp(&a.frame));
    let kept = apart(&all, view.size);
    let strong = kept.iter().filter(|one| one.frame > SURE);
    let usual = median(strong.map(|one| f64::from(one.frame))) as f32;
    let found = kept.iter().map(|one| Found {
        corners: view.in_image(&one.corners),
        frame: one.frame,
        outlined: outlined.contains(&one.corners),
    });
    Ok(Some((table, found.collect(), usual)))
}

/// How much of the table squares explain, the better framed the more.
fn worth(squares: &[Square]) -> f64 {
    let counting = squares.iter().filter(|one| one.frame > COUNTS);
    counting.map(|one| f64::from(one.frame.powi(3))).sum()
}

fn scaled(table: &TableFromImage, factor: f64) -> TableFromImage {
    let larger: Homography<Sides, Sides> = Homography::scaling(factor);
    larger.after(table)
}

/// By which factor tiles are larger than a unit of the table: the size of squares that explain
/// most of it.
fn usual_size(picture: &Mat, table: &TableFromImage) -> opencv::Result<f64> {
    let Some(view) = View::new(picture, table, COARSE_PX)? else {
        return Ok(1.0);
    };
    let factors: Vec<f64> = SIZES.map(|n| FACTOR.powi(n)).collect();
    let sizes: Vec<f64> = factors.iter().map(|f| f * COARSE_PX).collect();
    let found = squares(&view.edges, &sizes, COARSE_STEP, COUNTS)?;
    let best = found.iter().zip(&factors).map(|(found, factor)| {
        let worth = worth(&apart(found, view.size)) * factor * factor;
        (worth, *factor)
    });
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(best.filter(|b| b.0 > 0.0).map_or(1.0, |b| b.1))
}

/// The table as seen from straight above.
struct View {
    edges: Edges,
    /// From the picture to pixels of the view, and back.
    there: Homography<Above, Image>,
    back: Homography<Image, Above>,
    size: [f64; 2],
}

impl View {
    /// `None` if the table would be endless or nothing.
    fn new(picture: &Mat, table: &TableFromImage, tile_px: f64) -> opencv::Result<Option<Self>> {
        let (width, height) = (f64::from(picture.cols()), f64::from(picture.rows()));
        let rim = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        let ends = rim.map(|(x, y)| table.apply(point2(x, y)).to_array());
        let least = [0, 1].map(|k| ends.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min));
        let most = [0, 1].map(|k| ends.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max));
        let size = [0, 1].map(|k| (most[k] - least[k]) * tile_px);
        let possible =
            size.iter().all(|v| v.is_finite() && *v > 10.0) && size[0] * size[1] < MOST_PX;
        if !possible {
            return Ok(None);
        }
        let shift: Homography<Above, Sides> = Homography::new([
            [tile_px, 0.0, -least[0] * tile_px],
            [0.0, tile_px, -least[1] * tile_px],
            [0.0, 0.0, 1.0],
        ]);
        let there = shift.after(table);
        let Some(back) = there.inverse() else {
            return Ok(None);
        };
        let mut flat = Mat::default();
        imgproc::warp_perspective(
            picture,
            &mut flat,
            &there.to_mat()?,
            Size::new(size[0] as i32, size[1] as i32),
            imgproc::INTER_AREA,
            core::BORDER_REPLICATE,
            Scalar::default(),
        )?;
        Ok(Some(Self {
            edges: Edges::of(&flat)?,
            there,
            back,
            size,
        }))
    }

    fn in_image(&self, quad: &Corners<Above>) -> Quad {
        quad.map(|corner| self.back.apply(corner))
    }

    fn on_table(&self, quad: &Quad) -> Corners<Above> {
        quad.map(|corner| self.there.apply(corner))
    }
}

/// What is no piece of bare table.
fn not_table(picture: &Mat, found: Vec<Found>, usual: f32) -> opencv::Result<Vec<Quad>> {
    let sure: Vec<&Found> = found.iter().filter(|one| one.outlined).collect();
    let sure = match sure.len() >= ENOUGH {
        true => sure,
        false => found.iter().filter(|one| one.frame > SURE).collect(),
    };
    let mut mask = Mat::zeros_size(picture.size()?, core::CV_8U)?.to_mat()?;
    for one in &sure {
        fill(&mut mask, &one.corners)?;
    }
    let bins = bins(picture)?;
    let mask = mask.data_bytes()?;
    let (mut tiles, mut table) = (vec![0.5f64; 4096], vec![0.5f64; 4096]);
    for (bin, inside) in bins.iter().zip(mask) {
        let of = if *inside > 0 { &mut tiles } else { &mut table };
        of[usize::from(*bin)] += 1.0;
    }
    let (all_tiles, all_table) = (tiles.iter().sum::<f64>(), table.iter().sum::<f64>());
    let one_tile = all_tiles / sure.len().max(1) as f64;
    let odds: Vec<f64> = tiles
        .iter()
        .zip(&table)
        .map(|(tile, table)| (tile / all_tiles).ln() - (table / all_table).ln())
        .collect();
    let unlike = |quad: &Quad| -> opencv::Result<f64> {
        let mut own = Mat::zeros_size(picture.size()?, core::CV_8U)?.to_mat()?;
        fill(&mut own, quad)?;
        let inside = own.data_bytes()?.iter().zip(&bins);
        let inside = inside.filter(|(inside, _)| **inside > 0);
        let (sum, count) = inside.fold((0.0, 0.0), |(sum, count), (_, bin)| {
            (sum + odds[usize::from(*bin)], count + 1.0)
        });
        Ok(sum / f64::max(count, 1.0))
    };
    let typical = sure.iter().map(|one| unlike(&one.corners));
    let typical = median(typical.collect::<opencv::Result<Vec<_>>>()?.into_iter());
    let bare = all_table > one_tile * 0.5;
    let mut kept: Vec<Quad> = Vec::new();
    for one in &found {
        let good = one.outlined || one.frame > usual * FRAME_SHARE;
        let least = if one.outlined {
            0.0
        } else {
            TABLE_SHARE * typical
        };
        if !good || (bare && unlike(&one.corners)? < least) {
            continue;
        }
        let quad = one.corners;
        let own = side(&quad);
        if kept
            .iter()
            .all(|other| shared(other, &quad) < 0.2 * own * own)
        {
            kept.push(quad);
        }
    }
    Ok(kept)
}

/// Tiles moved to the edges that are there, all of one size, which is the one that explains most; if
/// outlines tell the size, about that.
fn settled(
    edges: &Edges,
    table: &TableFromImage,
    mut found: Vec<Found>,
    known: bool,
) -> Option<Vec<Found>> {
    let image_from_table = table.inverse()?;
    let lying = |one: &Found| {
        let flat = one.corners.map(|corner| table.apply(corner));
        let along = flat[1] - flat[0];
        Lying {
            middle: middle(&flat),
            degrees: along.y.atan2(along.x).to_degrees(),
        }
    };
    let tiles: Vec<Lying> = found.iter().map(lying).collect();
    let sizes = if known { -2..=2 } else { -8..=8 };
    let best = sizes.map(|n| {
        let side = 1.0 + 0.02 * f64::from(n);
        let first = tiles.iter().take(SAMPLE);
        let first = first.map(|tile| tile.settled(edges, &image_from_table, side));
        (explained(edges, &first.collect::<Vec<_>>()), side)
    });
    let (_, side) = best.max_by(|a, b| a.0.total_cmp(&b.0))?;
    for (one, tile) in found.iter_mut().zip(&tiles) {
        one.corners = tile.settled(edges, &image_from_table, side);
    }
    Some(found)
}

/// Tiles by which the size is found.
const SAMPLE: usize = 24;
/// What counts against tiles that lie over each other, as a multiple of the shared area.
const TWICE: f64 = 3.0;

/// Where a tile lies on the table, in tile sides.
#[derive(Clone, Copy)]
struct Lying {
    middle: Place<Sides>,
    degrees: f64,
}

impl Lying {
    /// In the picture, moved and turned a little to where edges are strongest.
    fn settled(
        self,
        edges: &Edges,
        image_from_table: &Homography<Image, Sides>,
        side: f64,
    ) -> Quad {
        let in_image = |tile: &Self| {
            square(tile.middle, tile.degrees, side).map(|corner| image_from_table.apply(corner))
        };
        let mut best = (f32::NEG_INFINITY, self);
        // Ever finer: shares of a side, degrees, steps to either side.
        for (step, turn, steps) in [(0.012, 1.5, 5), (0.005, 0.6, 2), (0.0025, 0.3, 1)] {
            let from = best.1;
            for (x, y) in (-steps..=steps).flat_map(|x| (-steps..=steps).map(move |y| (x, y))) {
                for turned in -1..=1 {
                    let tile = Self {
                        middle: from.middle + vec2(f64::from(x) * step, f64::from(y) * step),
                        degrees: from.degrees + f64::from(turned) * turn,
                    };
                    let strength = strength(edges, &in_image(&tile));
                    if strength > best.0 {
                        best = (strength, tile);
                    }
                }
            }
        }
        in_image(&best.1)
    }
}

/// How strong the edges along the sides of a quadrangle are, the weakest side counting as much as
/// all.
fn strength(edges: &Edges, quad: &Quad) -> f32 {
    const POINTS: usize = 20;
    /// An edge stronger than this is none the surer.
    const STRONG: f32 = 14.0;
    let sides: [f32; 4] = std::array::from_fn(|i| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        let normal = normal(a, b);
        let along = (0..POINTS).map(|n| {
            let t = 0.06 + 0.88 * (n as f64 + 0.5) / POINTS as f64;
            let at = a + (b - a) * t;
            edges.across(at, normal).min(STRONG).sqrt()
        });
        along.sum::<f32>() / POINTS as f32
    });
    sides.iter().copied().fold(f32::INFINITY, f32::min) + sides.iter().sum::<f32>() / 4.0
}

fn fill(mask: &mut Mat, quad: &Quad) -> opencv::Result<()> {
    imgproc::fill_convex_poly_def(mask, &cv::polygon(quad), Scalar::all(255.0))
}

/// The colour of each pixel as one of 4096.
fn bins(picture: &Mat) -> opencv::Result<Vec<u16>> {
    let (mut soft, mut lab) = (Mat::default(), Mat::default());
    imgproc::gaussian_blur_def(picture, &mut soft, Size::default(), 1.0)?;
    imgproc::cvt_color_def(&soft, &mut lab, imgproc::COLOR_BGR2Lab)?;
    let bin = |p: &Vec3b| {
        let [l, a, b] = [p[0], p[1], p[2]].map(|v| u16::from(v / 16));
        l * 256 + a * 16 + b
    };
    Ok(lab.data_typed::<Vec3b>()?.iter().map(bin).collect())
}

/// A quadrangle with each side moved to the strongest edge nearby.
fn moved(edges: &Edges, quad: &Quad) -> Quad {
    const POINTS: usize = 32;
    /// An edge stronger than this is none the surer.
    const STRONG: f32 = 14.0;
    let length = side(quad);
    let reach = (REACH * length).ceil().max(1.0) as i32;
    let lines: [[ImagePoint; 2]; 4] = std::array::from_fn(|i| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        let normal = normal(a, b);
        let along = |n: usize| 0.05 + 0.9 * (n as f64 + 0.5) / POINTS as f64;
        let off = |p: ImagePoint, by: f64| p + vec2(normal[0], normal[1]).to_f64() * by;
        let rows = (-reach..=reach).map(|by| {
            let row = (0..POINTS).map(|n| {
                let t = along(n);
                let at = a + (b - a) * t;
                edges
                    .across(off(at, f64::from(by)), normal)
                    .min(STRONG)
                    .sqrt()
            });
            row.collect::<Vec<f32>>()
        });
        let rows: Vec<Vec<f32>> = rows.collect();
        let mut best = (f32::NEG_INFINITY, 0, 0);
        for from in -reach..=reach {
            for to in -reach..=reach {
                let strength = (0..POINTS).map(|n| {
                    let by = f64::from(from) + f64::from(to - from) * along(n);
                    rows[(by.round() as i32 + reach) as usize][n]
                });
                let far = (from.abs() + to.abs()) as f32 / length as f32;
                let value = strength.sum::<f32>() / POINTS as f32 - COST * far;
                if value > best.0 {
                    best = (value, from, to);
                }
            }
        }
        [off(a, f64::from(best.1)), off(b, f64::from(best.2))]
    });
    std::array::from_fn(|i| crossing(lines[(i + 3) % 4], lines[i]).unwrap_or(quad[i]))
}

/// Where two lines through two points each cross.
fn crossing([a, b]: [ImagePoint; 2], [c, d]: [ImagePoint; 2]) -> Option<ImagePoint> {
    let (u, v) = (b - a, d - c);
    let t = (c - a).cross(v) / u.cross(v);
    t.is_finite().then(|| a + u * t)
}
