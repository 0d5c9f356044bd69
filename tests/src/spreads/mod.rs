//! Tiles laid out to be learnt: labelled photographs of them, and drawn ones with any pictures of
//! faces on any table; what becomes of both, held against the truth.

pub mod light;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use calibration::space::{self, ImageCorners, TablePoint, apart, point2};
use carcassonne::catalogue::{Catalogue, FaceId};
use carcassonne::geometry::{Cell, Rotation, Side};
use cpu_time::ProcessTime;
use opencv::core::{self, Mat, Point2f, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use vision::learn::{Answer, Learning, Learnt, Quad};
use vision::pack::Pack;

/// A photograph of tiles and what lies where: each face with the corners of its picture as printed,
/// clockwise from its own north-west.
pub struct Spread {
    /// What it is called.
    pub name: String,
    /// The photograph.
    pub picture: Mat,
    /// The truth.
    pub tiles: Vec<(FaceId, Quad)>,
    /// How far an outline's corners may be off the truth's, share of a side, to be of that tile:
    /// labels of boards are rough.
    pub off: f64,
}

#[derive(Deserialize)]
struct Label {
    image: String,
    tiles: Vec<LabelTile>,
}

/// A tile of a spread, or of a board.
#[derive(Deserialize)]
struct LabelTile {
    #[serde(alias = "type")]
    face: FaceId,
    rotation: usize,
    #[serde(rename = "box")]
    rect: Option<[f64; 4]>,
    poly_px: Option<[[f64; 2]; 4]>,
}

/// How far outlines of tiles and labels may be apart, in shares of a side, and those of boards.
const OFF: f64 = 0.15;
const OFF_BOARD: f64 = 0.3;

/// All labelled photographs of a folder, by name.
///
/// # Errors
/// Fails when one cannot be read.
pub fn labelled(folder: &Path) -> anyhow::Result<Vec<Spread>> {
    let mut labels: Vec<_> = std::fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    labels.sort();
    labels.iter().map(|path| one(path)).collect()
}

/// One labelled photograph, by its labels.
///
/// # Errors
/// Fails when it cannot be read.
pub fn one(path: &Path) -> anyhow::Result<Spread> {
    let text = std::fs::read_to_string(path)?;
    let label: Label = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let tiles = label.tiles.iter().map(|tile| {
        let of_rect = |[x0, y0, x1, y1]: [f64; 4]| [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        let mut quad = tile
            .poly_px
            .or(tile.rect.map(of_rect))
            .context("no place")?;
        quad.rotate_left(tile.rotation % 4);
        Ok((tile.face, quad.map(Into::into)))
    });
    let picture = vision::learn::teach::photograph(&path.with_file_name(&label.image));
    let rough = label.tiles.iter().any(|tile| tile.poly_px.is_some());
    Ok(Spread {
        tiles: tiles.collect::<anyhow::Result<_>>()?,
        picture: picture.with_context(|| label.image.clone())?,
        name: label.image,
        off: if rough { OFF_BOARD } else { OFF },
    })
}

/// How tiles are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In rows, touching.
    Touching,
    /// In rough rows, hardly apart.
    Rows,
    /// In rows with gaps.
    Apart,
    /// Anyhow.
    Scattered,
    /// As a game ends: sides that meet show the same.
    Board,
}

impl Layout {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Scattered,
        Self::Apart,
        Self::Rows,
        Self::Touching,
        Self::Board,
    ];

    /// Tile sides from one tile to the next, how much they are turned, degrees, and moved, pixels.
    const fn numbers(self) -> (f64, f64, f64) {
        match self {
            Self::Touching => (1.0, 0.3, 0.5),
            Self::Rows => (1.06, 2.5, 2.0),
            Self::Apart => (1.2, 6.0, 5.0),
            Self::Scattered => (1.5, 180.0, 8.0),
            Self::Board => (1.015, 1.0, 1.2),
        }
    }
}

/// A table and how it is photographed.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// How tiles lie.
    pub layout: Layout,
    /// The table's colour, BGR, and how far its grain strays from it.
    pub table: ([f64; 3], f64),
    /// The photograph's size, pixels.
    pub size: [i32; 2],
    /// How much narrower the far side is, share of the width.
    pub tilt: f64,
}

/// Tables and cameras, one for every number.
pub fn shot(layout: Layout, number: usize) -> Shot {
    let tables = [
        ([60.0, 95.0, 140.0], 14.0),
        ([225.0, 228.0, 230.0], 3.0),
        ([38.0, 40.0, 46.0], 4.0),
        ([120.0, 80.0, 60.0], 5.0),
    ];
    let cameras = [
        ([1280, 720], 0.08),
        ([2000, 1500], 0.04),
        ([1280, 960], 0.12),
        ([1600, 1200], 0.0),
    ];
    let (size, tilt) = cameras[number / 2 % 4];
    Shot {
        layout,
        table: tables[number % 4],
        size,
        tilt,
    }
}

/// Side of a tile before it is photographed, pixels.
const TILE_PX: f64 = 120.0;

/// The pictures of a box: every copy of every face, the pack's pictures of a face taking turns.
///
/// # Errors
/// Fails when a face has no picture.
pub fn boxful(pack: &Pack, catalogue: &Catalogue) -> anyhow::Result<Vec<(FaceId, Mat)>> {
    let mut all = Vec::new();
    for face in catalogue.faces().filter(|face| !face.is_wild()) {
        let of: Vec<_> = pack.pictures.iter().filter(|p| p.face == face.id).collect();
        for copy in 0..usize::from(face.copies) {
            let picture = of.get(copy % of.len().max(1));
            let picture = picture.with_context(|| format!("{} has no picture", face.id))?;
            all.push((face.id, picture.image.clone()));
        }
    }
    Ok(all)
}

/// A box on several photographs, `each` tiles on one.
///
/// # Errors
/// Fails when OpenCV does.
pub fn drawn(
    tiles: &[(FaceId, Mat)],
    shot: &Shot,
    each: usize,
    seed: u64,
) -> anyhow::Result<Vec<Spread>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tiles = tiles.to_vec();
    tiles.shuffle(&mut rng);
    let photos = tiles.chunks(each).enumerate();
    let photos = photos.map(|(n, tiles)| photograph(tiles, shot, format!("{n}"), &mut rng));
    photos.collect()
}

/// Where tiles lie, in tiles to the right and down, and their quarter turns.
fn places(tiles: &[(FaceId, Mat)], layout: Layout, rng: &mut ChaCha8Rng) -> Vec<([usize; 2], i32)> {
    if layout == Layout::Board {
        return board(tiles, rng);
    }
    let columns = (tiles.len() as f64 * 1.4).sqrt().ceil() as usize;
    let place = |n| ([n % columns, n / columns], rng.random_range(0..4));
    (0..tiles.len()).map(place).collect()
}

/// A board as it may lie at the end of a game: each tile somewhere where its sides fit.
fn board(tiles: &[(FaceId, Mat)], rng: &mut ChaCha8Rng) -> Vec<([usize; 2], i32)> {
    let catalogue = Catalogue::bundled();
    let shown = |tile: usize, turn: Rotation| {
        let face = catalogue.face(&tiles[tile].0);
        Side::ALL.map(|side| face.map(|face| face.side(side, turn)))
    };
    let mut board = BTreeMap::from([(Cell::default(), (0, Rotation::R0))]);
    let mut left: Vec<usize> = (1..tiles.len()).rev().collect();
    while let Some(tile) = left.pop() {
        let free: BTreeSet<Cell> = board
            .keys()
            .flat_map(|cell| Side::ALL.map(|side| cell.neighbour(side)))
            .filter(|cell| !board.contains_key(cell))
            .collect();
        let mut fits: Vec<(usize, Cell, Rotation)> = Vec::new();
        for (cell, turn) in free
            .iter()
            .flat_map(|c| Rotation::ALL.map(|turn| (*c, turn)))
        {
            let own = shown(tile, turn);
            let beside = Side::ALL.map(|side| {
                let (other, turned) = board.get(&cell.neighbour(side))?;
                Some(own[side.index()] == shown(*other, *turned)[side.opposite().index()])
            });
            if !beside.contains(&Some(false)) {
                fits.push((beside.iter().flatten().count(), cell, turn));
            }
        }
        // People close holes where they can.
        let close = rng.random_range(1..=3);
        let most = fits.iter().map(|f| f.0).max().unwrap_or(0).min(close);
        fits.retain(|f| f.0 >= most);
        match fits.get(rng.random_range(0..fits.len().max(1))) {
            Some((_, cell, turn)) => drop(board.insert(*cell, (tile, *turn))),
            None => left.insert(0, tile),
        }
    }
    let least = |of: fn(&Cell) -> i32| board.keys().map(of).min().unwrap_or(0);
    let (left, top) = (least(|cell| cell.x), least(|cell| cell.y));
    let mut places = vec![([0, 0], 0); tiles.len()];
    for (cell, (tile, turn)) in &board {
        let at = [cell.x - left, cell.y - top].map(|v| v.unsigned_abs() as usize);
        places[*tile] = (at, i32::from(turn.quarter_turns()));
    }
    places
}

fn photograph(
    tiles: &[(FaceId, Mat)],
    shot: &Shot,
    name: String,
    rng: &mut ChaCha8Rng,
) -> anyhow::Result<Spread> {
    let places = places(tiles, shot.layout, rng);
    let most = |k: usize| places.iter().map(|(at, _)| at[k] + 1).max().unwrap_or(1);
    let (columns, rows) = (most(0), most(1));
    let (pitch, turn, stray) = shot.layout.numbers();
    let extent = |count: usize| (count as f64 * pitch + 1.2) * TILE_PX;
    let table = [extent(columns), extent(rows)];
    let [width, height] = shot.size.map(f64::from);
    let scale = (width / table[0]).min(height / table[1]) * 0.98;
    let (left, top) = (
        (width - table[0] * scale) / 2.0,
        (height - table[1] * scale) / 2.0,
    );
    let (right, bottom) = (left + table[0] * scale, top + table[1] * scale);
    let in_by = shot.tilt * table[0] * scale;
    let corners: ImageCorners = [
        point2(left + in_by, top + in_by / 2.0),
        point2(right - in_by, top + in_by / 2.0),
        point2(right, bottom),
        point2(left, bottom),
    ];
    let rim = [[0.0, 0.0], [table[0], 0.0], table, [0.0, table[1]]].map(TablePoint::from);
    let view = calibration::Homography::through(rim, corners).context("a view")?;
    let mut picture = ground(shot, rng)?;
    let mut truth = Vec::new();
    for ((face, image), (place, quarters)) in tiles.iter().zip(&places) {
        let at = |count: usize, rng: &mut ChaCha8Rng| {
            (count as f64 + 0.5) * pitch * TILE_PX + 0.6 * TILE_PX + rng.random_range(-stray..stray)
        };
        let (x, y) = (at(place[0], rng), at(place[1], rng));
        let quarters = f64::from(*quarters) * 90.0;
        let (sin, cos) = (quarters + rng.random_range(-turn..turn))
            .to_radians()
            .sin_cos();
        let half = TILE_PX / 2.0;
        let quad = space::square(-half, half).map(|corner: TablePoint| {
            let (u, v) = (corner.x, corner.y);
            view.apply(point2(x + cos * u - sin * v, y + sin * u + cos * v))
        });
        shadow(&mut picture, &quad)?;
        lay(&mut picture, image, &quad)?;
        truth.push((*face, quad));
    }
    Ok(Spread {
        name,
        picture: lit(&picture, rng)?,
        tiles: truth,
        off: OFF,
    })
}

/// The bare table.
fn ground(shot: &Shot, rng: &mut ChaCha8Rng) -> anyhow::Result<Mat> {
    let ([b, g, r], grain) = shot.table;
    let [width, height] = shot.size;
    let mut plain = Mat::zeros(height / 30 + 2, width / 8 + 2, core::CV_8UC3)?.to_mat()?;
    for pixel in plain.data_typed_mut::<core::Vec3b>()? {
        let off = rng.random_range(-1.0..1.0) * grain;
        *pixel = core::Vec3b::from([b, g, r].map(|v| (v + off).clamp(0.0, 255.0) as u8));
    }
    let mut table = Mat::default();
    let size = Size::new(width, height);
    imgproc::resize(&plain, &mut table, size, 0.0, 0.0, imgproc::INTER_CUBIC)?;
    Ok(table)
}

fn shadow(picture: &mut Mat, quad: &Quad) -> opencv::Result<()> {
    let mut mask = Mat::zeros_size(picture.size()?, core::CV_8U)?.to_mat()?;
    let points = quad.iter();
    let points = points.map(|at| core::Point::new(at.x as i32 + 2, at.y as i32 + 3));
    let points: Vector<core::Point> = points.collect();
    imgproc::fill_convex_poly_def(&mut mask, &points, Scalar::all(80.0))?;
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&mask, &mut soft, Size::default(), 3.0)?;
    let shade = soft.data_bytes()?.to_vec();
    for (pixel, shade) in picture
        .data_typed_mut::<core::Vec3b>()?
        .iter_mut()
        .zip(shade)
    {
        (0..3).for_each(|k| {
            pixel[k] = (f32::from(pixel[k]) * (1.0 - f32::from(shade) / 255.0)) as u8
        });
    }
    Ok(())
}

fn lay(picture: &mut Mat, image: &Mat, quad: &Quad) -> opencv::Result<()> {
    let (w, h) = (image.cols() as f32, image.rows() as f32);
    let p = |x: f32, y: f32| Point2f::new(x, y);
    let from = [p(0.0, 0.0), p(w, 0.0), p(w, h), p(0.0, h)];
    let to = quad.map(|at| p(at.x as f32, at.y as f32));
    let warp = imgproc::get_perspective_transform_slice_def(from, to)?;
    // Softened to the size it is seen at.
    let seen = (0..4).map(|i| apart(quad[i], quad[(i + 1) % 4]) / 4.0);
    let shrink = f64::from(image.cols()) / seen.sum::<f64>();
    let mut soft = image.clone();
    if shrink > 1.2 {
        imgproc::gaussian_blur_def(image, &mut soft, Size::default(), 0.4 * shrink)?;
    }
    imgproc::warp_perspective(
        &soft,
        picture,
        &warp,
        picture.size()?,
        imgproc::INTER_LINEAR,
        core::BORDER_TRANSPARENT,
        Scalar::default(),
    )
}

/// Another lamp, a shade across, noise, JPEG.
fn lit(picture: &Mat, rng: &mut ChaCha8Rng) -> anyhow::Result<Mat> {
    let gamma = rng.random_range(0.85..1.2f32);
    let gain: [f32; 3] = std::array::from_fn(|_| rng.random_range(0.8..1.05));
    let slope: [f32; 2] = std::array::from_fn(|_| rng.random_range(-0.25..0.25));
    let (cols, rows) = (picture.cols() as f32, picture.rows() as f32);
    let mut lit = picture.clone();
    for (n, pixel) in lit.data_typed_mut::<core::Vec3b>()?.iter_mut().enumerate() {
        let (x, y) = (
            n as f32 % cols / cols - 0.5,
            (n as f32 / cols).floor() / rows - 0.5,
        );
        let shade = 1.0 + slope[0] * x + slope[1] * y;
        for k in 0..3 {
            let v = (f32::from(pixel[k]) / 255.0).powf(gamma) * gain[k] * shade * 255.0;
            pixel[k] = (v + rng.random_range(-4.0..4.0)).clamp(0.0, 255.0) as u8;
        }
    }
    let mut jpeg = Vector::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, 80]);
    imgcodecs::imencode(".jpg", &lit, &mut jpeg, &quality)?;
    Ok(imgcodecs::imdecode(&jpeg, imgcodecs::IMREAD_COLOR)?)
}

/// What became of one photograph.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What it is called.
    pub name: String,
    /// Tiles on it.
    pub tiles: usize,
    /// Of these cut out.
    pub cut: usize,
    /// Cut out where no tile lies.
    pub ghosts: usize,
    /// Mean of how far corners are off, share of a side.
    pub off: f64,
    /// Surely named right.
    pub right: usize,
    /// Asked about.
    pub asked: usize,
    /// Surely named wrongly: which, and what was said.
    pub wrong: Vec<(FaceId, FaceId)>,
    /// CPU seconds of cutting it out.
    pub cpu_s: f64,
}

/// What became of a box.
pub struct Learned {
    /// Of each photograph, before anything was asked.
    pub photos: Vec<Outcome>,
    /// Answers until nothing was open.
    pub answers: usize,
    /// Tiles that were wrong then: which, and what was said.
    pub wrong: Vec<(FaceId, FaceId)>,
    /// CPU seconds of naming all.
    pub cpu_s: f64,
    /// The learning at its end, and what came of it.
    pub learning: Learning,
    /// Named at the end.
    pub learnt: Learnt,
}

/// Learns a box from photographs and answers what is asked by the truth.
///
/// # Errors
/// Fails when OpenCV does.
pub fn learn(
    spreads: &[Spread],
    catalogue: &Arc<Catalogue>,
    prior: Option<&Pack>,
) -> anyhow::Result<Learned> {
    let mut learning = Learning::default();
    let mut truth: Vec<Option<(FaceId, Rotation)>> = Vec::new();
    let mut photos = Vec::new();
    for spread in spreads {
        let begin = ProcessTime::now();
        learning.add(&spread.name, &spread.picture)?;
        let cpu_s = begin.elapsed().as_secs_f64();
        let number = learning.photos.len() - 1;
        let own: Vec<Quad> = learning
            .tiles
            .iter()
            .filter(|tile| tile.cutout.photo == number)
            .map(|tile| tile.corners_px)
            .collect();
        let (of, off) = matched(&own, spread);
        let cut = of.iter().flatten().count();
        photos.push(Outcome {
            name: spread.name.clone(),
            tiles: spread.tiles.len(),
            cut,
            ghosts: own.len() - cut,
            off,
            cpu_s,
            ..Outcome::default()
        });
        truth.extend(of);
    }
    let begin = ProcessTime::now();
    let mut learnt = learning.learn(catalogue, prior)?;
    let cpu_s = begin.elapsed().as_secs_f64();
    let canonical = |(face, rotation): (FaceId, Rotation)| {
        let of = catalogue.face(&face);
        (face, of.map_or(rotation, |f| f.canonical(rotation)))
    };
    let right = |learnt: &Learnt, tile: usize| {
        learnt
            .sure(tile)
            .map(|said| Some(canonical(said)) == truth[tile].map(canonical))
    };
    let both = |learnt: &Learnt, tile: usize| {
        let is = truth[tile].map(|t| t.0).unwrap_or_default();
        (is, learnt.sure(tile).map(|s| s.0).unwrap_or_default())
    };
    for tile in 0..truth.len() {
        let photo = &mut photos[learning.tiles[tile].cutout.photo];
        match right(&learnt, tile) {
            Some(true) => photo.right += 1,
            Some(false) => photo.wrong.push(both(&learnt, tile)),
            None => photo.asked += 1,
        }
    }
    let mut answers = 0;
    while let Some(&tile) = learnt.open.first() {
        learning.answer(Answer {
            tile,
            face: truth[tile].map(|t| t.0),
            rotation: truth[tile].map(|t| t.1),
        });
        answers += 1;
        learnt = learning.learn(catalogue, prior)?;
    }
    let wrong = (0..truth.len()).filter(|&tile| right(&learnt, tile) == Some(false));
    let wrong = wrong.map(|tile| both(&learnt, tile));
    Ok(Learned {
        photos,
        answers,
        wrong: wrong.collect(),
        cpu_s,
        learning,
        learnt,
    })
}

/// For each outline the tile it shows and how that is turned; and how far corners are off.
fn matched(found: &[Quad], spread: &Spread) -> (Vec<Option<(FaceId, Rotation)>>, f64) {
    let truth = &spread.tiles;
    let mut taken = vec![false; truth.len()];
    let mut sum = 0.0;
    let of: Vec<_> = found
        .iter()
        .map(|quad| {
            let fits = truth.iter().enumerate().flat_map(|(n, (face, own))| {
                let side = (0..4).map(|i| apart(own[i], own[(i + 1) % 4])).sum::<f64>() / 4.0;
                (0..4).map(move |turn| {
                    let off = (0..4).map(|i| apart(quad[(i + turn) % 4], own[i]) / side);
                    (n, *face, turn, off.fold(0.0, f64::max))
                })
            });
            let best = fits.min_by(|a, b| a.3.total_cmp(&b.3))?;
            let (n, face, turn, off) = best;
            if off > spread.off || taken[n] {
                return None;
            }
            taken[n] = true;
            sum += off;
            Some((face, Rotation::from_quarter_turns(turn as i32)))
        })
        .collect();
    let count = of.iter().flatten().count();
    (of, sum / count.max(1) as f64)
}
