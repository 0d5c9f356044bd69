//! Finds every tile in a photograph without knowing one: spread out in rows or anyhow, turned
//! anyhow, apart or touching.
//!
//! What is enclosed by a colour of the table or by edges and has four corners tells from where the
//! table is seen and how large a tile is. Seen from straight above, squares of that size are
//! looked for by the edges that frame them; squares that look like the table are left out, and
//! each is moved to where the table begins ([`super::rims`]). Tiles that lie edge to edge are looked for as a
//! lattice too ([`super::laid`]); whichever explains more of the picture is taken. Says where,
//! never which.

use calibration::space::{Image, apart as length, point2};
use calibration::{Corners, Homography};
use opencv::core::{self, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

use super::bare::{ENOUGH, SURE, not_table};
use super::edges::Edges;
use super::laid::laid;
use super::outlines::outlines;
use super::plane::{Sides, table_from_image};
use super::rims::at_rims;
use super::settle::{Found, TableFromImage, explained, moved, settled};
use super::squares::{Above, Square, apart, squares};
use crate::cv;
use crate::learn::quads::{Quad, area, clockwise, in_reading_order, median, shared};

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
/// Least frame of a square that is looked at, and of one that counts.
const MIN_FRAME: f32 = 0.4;
const COUNTS: f32 = 0.5;
/// How much better framed an outline is than a square found by turning.
const OUTLINED: f32 = 0.1;
/// Tiles of a board, how well they are framed, and how much longer than high they are, if it is surely one that
/// is seen at an angle. Measured on three real boards: 0.90 to 1.00 framed, 1.2 to 1.4 times as long as high.
const BOARD: usize = 16;
const CLEARLY: f32 = 0.9;
const FROM_ASIDE: f64 = 1.15;
/// From which share on two ways to find the tiles have found the same.
const SAME: f64 = 0.9;
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
    let mut framed = Mat::default();
    let how = imgproc::INTER_AREA;
    let small = cv::scaled(picture, scale, how)?;
    // A colour that no tile has: where the picture ends, a tile may end as well.
    let (rim, border) = (RIM_PX, core::BORDER_CONSTANT);
    let pink = Scalar::new(255.0, 0.0, 255.0, 0.0);
    core::copy_make_border(&small, &mut framed, rim, rim, rim, rim, border, pink)?;
    let edges = Edges::of(&framed)?;
    let mut plain = Mat::default();
    let (border, none) = (core::BORDER_REPLICATE, Scalar::default());
    core::copy_make_border(&small, &mut plain, rim, rim, rim, rim, border, none)?;
    let in_rows = laid(&plain, &edges)?;
    let found = if is_board_from_aside(&edges, &in_rows) {
        in_rows
    } else {
        let outlined = outlines(&plain, &edges)?;
        let guessed = best_guess(&framed, &edges, outlined)?;
        chosen(&plain, &edges, guessed, in_rows)?
    };
    let whole = found.into_iter().map(|quad| {
        let quad = quad.map(|at| at.map(|v| (v - f64::from(RIM_PX)) / scale));
        clockwise(quad)
    });
    Ok(in_reading_order(whole.collect()))
}

/// Whether places of a lattice are a board seen at an angle, without a doubt: to look for squares one by one in
/// such a view takes many seconds and finds no more.
fn is_board_from_aside(edges: &Edges, places: &[Quad]) -> bool {
    let frame = places.iter().map(|quad| edges.frame(quad)).sum::<f32>();
    let foreshortened = |quad: &Quad| {
        let side = |i: usize| length(quad[i], quad[(i + 1) % 4]);
        let (one, other) = (side(0) + side(2), side(1) + side(3));
        one.max(other) / one.min(other).max(1e-9)
    };
    places.len() >= BOARD
        && frame > CLEARLY * places.len() as f32
        && median(places.iter().map(foreshortened)) > FROM_ASIDE
}

/// Which of squares found one by one and the places of a lattice are taken: those that explain more. Where
/// both see about the same, the tiles lie in rows and are not a board's, or no farther apart than one's:
/// each is moved to its own rim, for a lattice may as well run along frames printed on the tiles.
fn chosen(
    picture: &Mat,
    edges: &Edges,
    guessed: Vec<Quad>,
    in_rows: Vec<Quad>,
) -> opencv::Result<Vec<Quad>> {
    let (alone, laid) = (explained(edges, &guessed), explained(edges, &in_rows));
    let as_many = guessed.len() as f64 >= SAME * in_rows.len() as f64;
    let agree = as_many && alone >= SAME * laid && laid >= SAME * alone;
    match (agree, laid > alone) {
        (true, _) if in_rows.len() > guessed.len() => at_rims(picture, &in_rows, RIM_PX),
        (false, true) => Ok(in_rows),
        _ => at_rims(picture, &guessed, RIM_PX),
    }
}

/// An outline drawn by hand, its sides moved to the edges that are there; as it was drawn if they
/// would no longer be a tile's.
///
/// # Errors
/// Fails when OpenCV does.
pub fn fitted(picture: &Mat, drawn: Quad) -> opencv::Result<Quad> {
    let longer = f64::from(picture.cols().max(picture.rows()));
    let scale = (SEARCH_PX / longer.max(1.0)).min(1.0);
    let how = imgproc::INTER_AREA;
    let small = cv::scaled(picture, scale, how)?;
    let quad = clockwise(drawn.map(|at| at * scale));
    let fitted = moved(&Edges::of(&small)?, &quad);
    let is_tile = shared(&fitted, &quad) > 0.8 * area(&quad).abs();
    let quad = if is_tile { fitted } else { quad };
    Ok(quad.map(|at| at / scale))
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
        let found = not_table(picture, &found, usual)?;
        let explained = explained(edges, &found);
        if explained > best.0 {
            best = (explained, found);
        }
    }
    Ok(best.1)
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
        let flat = cv::warped(
            picture,
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
