//! Finds figures: what differs from the tiles that are known to lie there.
//!
//! The faces of the board are known, so the board's bare look is: pictures of the pack, brought
//! into this table's light. Where the camera shows wooden colours that the bare board cannot
//! explain, stands a figure. Its pose, turn and foot are found by projecting the piece's solid
//! into the picture and comparing silhouettes (analysis by synthesis), since a standing figure
//! leans away from the camera and only its foot says where it stands.
//!
//! Looks only at tiles; figures beside the board are not its business. Knows no rules.

use std::collections::BTreeMap;

use calibration::{Homography, View};
use opencv::core::{Mat, Point, Rect, Scalar, Size, Vec3f, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::geometry::{Cell, Rotation};
use tracker::piece::{Color, FigureKind, Pose};
use tracker::seen::{FigureCandidate, SeenFigure};

use crate::cells::Pyramid;
use crate::lattice::Lattice;
use crate::pack::{FACE_PX, Pack};
use crate::silhouette::{self, Silhouettes};

/// Pixels per cell of the rectified board: a meeple's arm is then 6 px. At 80 px poses were told
/// apart half as well in films at 1080p.
pub const CELL_PX: i32 = 112;
/// How far a tile's picture may be off its place, pixels of the rectified board: what the bare
/// board shows within this reach explains a pixel.
const REACH_PX: i32 = 6;
/// Colour difference (Lab, lightness at half weight) the bare board must be missed by.
const DIFFERENCE: f32 = 14.0;
/// The same beside the board, where a wooden table is brown too.
const CHROMA_BESIDE: f32 = 42.0;
/// Share of a figure's silhouette that must lie over known tiles.
const OVER_TILES: f64 = 0.3;
/// Area of a figure in the rectified board: a meeple covers 90 to 350 mm² of table, depending
/// on pose and tilt.
const AREA_MM2: std::ops::RangeInclusive<f64> = 55.0..=650.0;
/// A figure within this of where one of its colour was seen is that one, in cells.
const AGAIN: f64 = 0.2;
/// A tile's pitch, millimetres.
const PITCH_MM: f64 = 45.7;

/// A tile whose look is known.
#[derive(Clone, Copy, Debug)]
pub struct BareTile {
    /// Index of its picture in the pack.
    pub picture: usize,
    /// How it is turned against the lattice.
    pub rotation: Rotation,
    /// Where it lies in the picture: corners NW NE SE SW of the lattice, pixels.
    pub corners: [[f64; 2]; 4],
}

/// What a blob is read against.
struct Place<'a> {
    raster: &'a Raster,
    lattice: &'a Lattice,
    view: &'a View,
    tiles: &'a BTreeMap<Cell, BareTile>,
}

/// The rectified board: its place, and where cells are in it.
struct Raster {
    lattice_from_raster: Homography,
    raster_from_image: Homography,
    origin: Cell,
    size: Size,
}

/// What was read last: an unchanged blob is not read again, and a figure seen a moment ago is
/// recognised more easily.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    blobs: Vec<Remembered>,
}

#[derive(Clone, Debug)]
struct Remembered {
    color: Color,
    /// In cells.
    middle: [f64; 2],
    area_px: f64,
    tilt_rad: f64,
    figure: SeenFigure,
}

/// How little a blob's middle (cells), area (share) and the camera's tilt (radians) may change
/// for the blob to be the same.
const SAME_MIDDLE: f64 = 0.012;
const SAME_AREA: f64 = 0.05;
const SAME_TILT: f64 = 0.02;

impl Memory {
    fn same(
        &self,
        color: Color,
        middle: [f64; 2],
        area_px: f64,
        tilt_rad: f64,
    ) -> Option<&SeenFigure> {
        let blob = self.blobs.iter().find(|b| {
            b.color == color
                && (b.middle[0] - middle[0]).hypot(b.middle[1] - middle[1]) < SAME_MIDDLE
                && (b.area_px - area_px).abs() < SAME_AREA * area_px
                && (b.tilt_rad - tilt_rad).abs() < SAME_TILT
        });
        blob.map(|b| &b.figure)
    }

    fn stood_at(&self, color: Color, foot: [f64; 2]) -> bool {
        self.blobs.iter().any(|b| {
            let at = |c: usize, cell: i32| f64::from(cell) + f64::from(b.figure.foot[c]);
            b.color == color
                && (at(0, b.figure.cell.x) - foot[0]).abs() < AGAIN
                && (at(1, b.figure.cell.y) - foot[1]).abs() < AGAIN
        })
    }
}

/// Finds the figures on known tiles.
///
/// # Errors
/// Fails when OpenCV does.
pub fn find_figures(
    pyramid: &Pyramid,
    lattice: &Lattice,
    tiles: &BTreeMap<Cell, BareTile>,
    pack: &Pack,
    colors: &[Color],
    memory: &mut Memory,
) -> opencv::Result<Vec<SeenFigure>> {
    let Some(raster) = Raster::around(lattice, tiles) else {
        return Ok(Vec::new());
    };
    let (width, height) = pyramid.size();
    let size = [f64::from(width), f64::from(height)];
    let Some(view) = view(lattice, tiles, size) else {
        return Ok(Vec::new());
    };
    let image_from_raster = lattice
        .image_from_lattice
        .after(&raster.lattice_from_raster);
    let side = tiles
        .keys()
        .map(|c| lattice.side_px(*c))
        .fold(1.0, f64::max);
    let seen = pyramid.warp(&image_from_raster, raster.size, side / f64::from(CELL_PX))?;
    let (bare, known) = bare_board(&raster, tiles, pack)?;
    let (seen, bare) = (lab(&seen)?, lab(&bare)?);
    let bare = in_this_light(&bare, &seen, &known)?;
    let unexplained = unexplained(&seen, &bare, &known)?;
    let place = Place {
        raster: &raster,
        lattice,
        view: &view,
        tiles,
    };
    let mut blobs_read = Vec::new();
    for &color in colors {
        let mask = wooden(&seen, &unexplained, &known, color)?;
        for blob in blobs(&mask, &known)? {
            let middle = raster.lattice_from_raster.apply(silhouette::middle(&blob)?);
            let area_px = imgproc::contour_area_def(&blob)?;
            let read = match memory.same(color, middle, area_px, view.tilt_rad) {
                Some(figure) => Some(figure.clone()),
                None => figure(&mask, &blob, color, &place, memory)?,
            };
            if let Some(figure) = read {
                let tilt_rad = view.tilt_rad;
                blobs_read.push(Remembered {
                    color,
                    middle,
                    area_px,
                    tilt_rad,
                    figure,
                });
            }
        }
    }
    let figures = blobs_read.iter().map(|b| b.figure.clone()).collect();
    memory.blobs = blobs_read;
    Ok(without_doubles(figures))
}

/// The camera's view of the board, in cells, from where the tiles were read.
fn view(lattice: &Lattice, tiles: &BTreeMap<Cell, BareTile>, size: [f64; 2]) -> Option<View> {
    let mut plane = Vec::new();
    let mut image = Vec::new();
    for (cell, tile) in tiles {
        plane.extend(lattice.square(*cell));
        image.extend(tile.corners);
    }
    View::fit(&plane, &image, size)
}

impl Raster {
    fn around(lattice: &Lattice, tiles: &BTreeMap<Cell, BareTile>) -> Option<Self> {
        let (x0, x1) = (
            tiles.keys().map(|c| c.x).min()?,
            tiles.keys().map(|c| c.x).max()?,
        );
        let (y0, y1) = (
            tiles.keys().map(|c| c.y).min()?,
            tiles.keys().map(|c| c.y).max()?,
        );
        // One cell around, because figures lean over the board's edge.
        let origin = Cell::new(x0 - 1, y0 - 1);
        let size = Size::new((x1 - x0 + 3) * CELL_PX, (y1 - y0 + 3) * CELL_PX);
        let unit = 1.0 / f64::from(CELL_PX);
        let shift = |o: i32| f64::from(o) - 0.5 + 0.5 * unit;
        let lattice_from_raster = Homography([
            [unit, 0.0, shift(origin.x)],
            [0.0, unit, shift(origin.y)],
            [0.0, 0.0, 1.0],
        ]);
        let raster_from_image = lattice_from_raster
            .inverse()?
            .after(&lattice.image_from_lattice.inverse()?);
        Some(Self {
            lattice_from_raster,
            raster_from_image,
            origin,
            size,
        })
    }

    /// The pixels of a cell with `extra` pixels around it.
    fn rect(&self, cell: Cell, extra: i32) -> Rect {
        let side = CELL_PX + 2 * extra;
        let (x, y) = (cell.x - self.origin.x, cell.y - self.origin.y);
        Rect::new(x * CELL_PX - extra, y * CELL_PX - extra, side, side)
    }
}

/// The board without figures, from the pack's pictures, and a mask of where it is known.
fn bare_board(
    raster: &Raster,
    tiles: &BTreeMap<Cell, BareTile>,
    pack: &Pack,
) -> opencv::Result<(Mat, Mat)> {
    let mut bare =
        Mat::new_size_with_default(raster.size, opencv::core::CV_8UC3, Scalar::all(0.0))?;
    let mut known =
        Mat::new_size_with_default(raster.size, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    for (cell, tile) in tiles {
        let Some(picture) = pack.pictures.get(tile.picture) else {
            continue;
        };
        let rect = raster.rect(*cell, CELL_PX / 8);
        // The face's corners, NW NE SE SW of the unturned face, wherever the turn takes them.
        let turn = usize::from(tile.rotation.quarter_turns());
        let corners: [[f64; 2]; 4] = std::array::from_fn(|i| tile.corners[(i + turn) % 4])
            .map(|p| raster.raster_from_image.apply(p))
            .map(|[x, y]| [x - f64::from(rect.x), y - f64::from(rect.y)]);
        let side = f64::from(FACE_PX);
        let face = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
        let Some(map) = Homography::through(face, corners) else {
            continue;
        };
        let map = map.to_mat()?;
        let (mut soft, mut drawn) = (Mat::default(), Mat::default());
        // The picture is shrunk to less than half: blur first, as a camera would.
        let blur = side / f64::from(CELL_PX) * 0.4;
        imgproc::gaussian_blur_def(&picture.image, &mut soft, Size::new(0, 0), blur)?;
        imgproc::warp_perspective_def(&soft, &mut drawn, &map, rect.size())?;
        let mut inside =
            Mat::new_size_with_default(rect.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
        let outline: Vector<Point> = corners
            .iter()
            .map(|[x, y]| Point::new(x.round() as i32, y.round() as i32))
            .collect();
        imgproc::fill_convex_poly_def(&mut inside, &outline, Scalar::all(255.0))?;
        let mut target = Mat::roi_mut(&mut bare, rect)?;
        drawn.copy_to_masked(&mut target, &inside)?;
        let mut target = Mat::roi_mut(&mut known, rect)?;
        inside.copy_to_masked(&mut target, &inside)?;
    }
    Ok((bare, known))
}

/// Lab as floats: lightness 0…100, a and b about −128…127.
fn lab(bgr: &Mat) -> opencv::Result<Mat> {
    let (mut float, mut lab) = (Mat::default(), Mat::default());
    bgr.convert_to(&mut float, opencv::core::CV_32FC3, 1.0 / 255.0, 0.0)?;
    imgproc::cvt_color_def(&float, &mut lab, imgproc::COLOR_BGR2Lab)?;
    Ok(lab)
}

/// The bare board as this table's light shows it: the affine colour map that explains most of
/// the pixels (least squares, refitted twice without the worst).
fn in_this_light(bare: &Mat, seen: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let (mut from, mut to) = (Mat::default(), Mat::default());
    let side = Size::new(9, 9);
    imgproc::blur_def(bare, &mut from, side)?;
    imgproc::blur_def(seen, &mut to, side)?;
    let from: &[Vec3f] = from.data_typed()?;
    let to: &[Vec3f] = to.data_typed()?;
    let pairs: Vec<(Vec3f, Vec3f)> = known
        .data_typed::<u8>()?
        .iter()
        .zip(from.iter().zip(to))
        .step_by(7)
        .filter(|(known, _)| **known > 0)
        .map(|(_, (f, t))| (*f, *t))
        .collect();
    let mut matrix = Mat::eye(3, 4, opencv::core::CV_32F)?.to_mat()?;
    let mut limit = f32::INFINITY;
    for _ in 0..3 {
        let residual = |m: &Mat, f: &Vec3f, t: &Vec3f| -> opencv::Result<f32> {
            let mut sum = 0.0;
            for c in 0..3 {
                let row = m.at_row::<f32>(c as i32)?;
                let v = row[0] * f[0] + row[1] * f[1] + row[2] * f[2] + row[3];
                sum += (v - t[c]).powi(2);
            }
            Ok(sum.sqrt())
        };
        let mut normal = [[0.0f64; 4]; 4];
        let mut right = [[0.0f64; 3]; 4];
        let mut residuals = Vec::with_capacity(pairs.len());
        for (f, t) in &pairs {
            let r = residual(&matrix, f, t)?;
            residuals.push(r);
            if r > limit {
                continue;
            }
            let v = [f64::from(f[0]), f64::from(f[1]), f64::from(f[2]), 1.0];
            for i in 0..4 {
                for j in 0..4 {
                    normal[i][j] += v[i] * v[j];
                }
                for c in 0..3 {
                    right[i][c] += v[i] * f64::from(t[c]);
                }
            }
        }
        // A little weight on "unchanged" keeps a board of one colour solvable.
        for (i, row) in normal.iter_mut().enumerate() {
            let weight = pairs.len() as f64 * 2.0 + 1.0;
            row[i] += weight;
            if i < 3 {
                right[i][i] += weight;
            }
        }
        let mut solved = Mat::default();
        opencv::core::solve(
            &Mat::from_slice_2d(&normal)?,
            &Mat::from_slice_2d(&right)?,
            &mut solved,
            opencv::core::DECOMP_CHOLESKY,
        )?;
        let turned = solved.t()?.to_mat()?;
        turned.convert_to(&mut matrix, opencv::core::CV_32F, 1.0, 0.0)?;
        let mut after: Vec<f32> = pairs
            .iter()
            .map(|(f, t)| residual(&matrix, f, t))
            .collect::<opencv::Result<_>>()?;
        after.sort_by(f32::total_cmp);
        limit = after
            .get(after.len() * 3 / 4)
            .copied()
            .unwrap_or(f32::INFINITY);
    }
    let mut lit = Mat::default();
    opencv::core::transform(bare, &mut lit, &matrix)?;
    Ok(lit)
}

/// Per pixel, how far the seen colour lies from the nearest colour the bare board shows within
/// [`REACH_PX`]; 0 where the board is not known.
fn unexplained(seen: &Mat, bare: &Mat, known: &Mat) -> opencv::Result<Mat> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(seen, &mut soft, Size::new(0, 0), 1.0)?;
    let mut differs =
        Mat::new_size_with_default(seen.size()?, opencv::core::CV_32FC1, Scalar::all(0.0))?;
    let bare: &[Vec3f] = bare.data_typed()?;
    let soft: &[Vec3f] = soft.data_typed()?;
    let known: &[u8] = known.data_typed()?;
    let (width, height) = (seen.cols(), seen.rows());
    // Every third pixel of the neighbourhood: the board's colours change more slowly.
    let steps: Vec<i32> = (-REACH_PX..=REACH_PX).step_by(3).collect();
    for (i, out) in differs.data_typed_mut::<f32>()?.iter_mut().enumerate() {
        if known[i] == 0 {
            continue;
        }
        let (x, y) = (i as i32 % width, i as i32 / width);
        let mut nearest = f32::INFINITY;
        for dy in &steps {
            for dx in &steps {
                let (nx, ny) = (x + dx, y + dy);
                if nx < 0 || ny < 0 || nx >= width || ny >= height {
                    continue;
                }
                let j = (ny * width + nx) as usize;
                if known[j] == 0 {
                    continue;
                }
                let [l, a, b] = [0, 1, 2].map(|c| soft[i][c] - bare[j][c]);
                nearest = nearest.min(0.25 * l * l + a * a + b * b);
            }
        }
        *out = nearest.sqrt();
    }
    Ok(differs)
}

/// How a wooden colour shows: its hue in degrees, the least chroma (grass, brick and thatch of
/// like hue shine less), and how far warm or cold light may turn the hue.
fn wood(color: Color) -> (f32, f32, f32) {
    match color {
        Color::Red => (32.0, 28.0, 22.0),
        Color::Blue => (280.0, 24.0, 30.0),
        Color::Yellow => (84.0, 44.0, 14.0),
        Color::Green => (140.0, 26.0, 24.0),
        Color::Pink => (350.0, 22.0, 22.0),
        Color::Black => (0.0, 0.0, 180.0),
    }
}

/// Where unexplained pixels have a wooden colour.
///
/// Beside the board nothing is known, so there the colour must be strong: a figure may lean
/// over the edge.
fn wooden(seen: &Mat, unexplained: &Mat, known: &Mat, color: Color) -> opencv::Result<Mat> {
    let mut mask =
        Mat::new_size_with_default(seen.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
    let (hue, least, reach) = wood(color);
    let pixels: &[Vec3f] = seen.data_typed()?;
    let differs: &[f32] = unexplained.data_typed()?;
    let known: &[u8] = known.data_typed()?;
    for (i, out) in mask.data_typed_mut::<u8>()?.iter_mut().enumerate() {
        let beside = known[i] == 0;
        if !beside && differs[i] < DIFFERENCE {
            continue;
        }
        let [lightness, a, b] = [pixels[i][0], pixels[i][1], pixels[i][2]];
        let chroma = a.hypot(b);
        let fits = if color == Color::Black {
            !beside && lightness < 24.0 && chroma < 12.0
        } else {
            let turn = (b.atan2(a).to_degrees() - hue + 180.0).rem_euclid(360.0) - 180.0;
            chroma
                >= if beside {
                    least.max(CHROMA_BESIDE)
                } else {
                    least
                }
                && turn.abs() <= reach
        };
        if fits {
            *out = 255;
        }
    }
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(3, 3))?;
    let (mut open, mut closed) = (Mat::default(), Mat::default());
    imgproc::morphology_ex_def(&mask, &mut open, imgproc::MORPH_OPEN, &element)?;
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(5, 5))?;
    imgproc::morphology_ex_def(&open, &mut closed, imgproc::MORPH_CLOSE, &element)?;
    Ok(closed)
}

/// Connected pieces of a mask that are as large as a figure.
fn blobs(mask: &Mat, known: &Mat) -> opencv::Result<Vec<Vector<Point>>> {
    let mut contours = Vector::<Vector<Point>>::new();
    imgproc::find_contours_def(
        mask,
        &mut contours,
        imgproc::RETR_EXTERNAL,
        imgproc::CHAIN_APPROX_NONE,
    )?;
    let mm2 = (PITCH_MM / f64::from(CELL_PX)).powi(2);
    let mut found = Vec::new();
    for contour in contours {
        let area = imgproc::contour_area_def(&contour)?;
        if AREA_MM2.contains(&(area * mm2)) && over(known, &contour)? >= OVER_TILES {
            found.push(contour);
        }
    }
    Ok(found)
}

/// Share of a contour's points and inside that lies on known tiles.
fn over(known: &Mat, contour: &Vector<Point>) -> opencv::Result<f64> {
    let area = imgproc::bounding_rect(contour)?;
    let mut inside =
        Mat::new_size_with_default(area.size(), opencv::core::CV_8UC1, Scalar::all(0.0))?;
    imgproc::draw_contours(
        &mut inside,
        &Vector::<Vector<Point>>::from_iter([contour.clone()]),
        -1,
        Scalar::all(255.0),
        imgproc::FILLED,
        imgproc::LINE_8,
        &opencv::core::no_array(),
        i32::MAX,
        Point::new(-area.x, -area.y),
    )?;
    let mut common = Mat::default();
    opencv::core::bitwise_and_def(&inside, &Mat::roi(known, area)?, &mut common)?;
    let all = f64::from(opencv::core::count_non_zero(&inside)?).max(1.0);
    Ok(f64::from(opencv::core::count_non_zero(&common)?) / all)
}

/// Reads one blob: which pose explains its outline, and where the foot then is.
fn figure(
    mask: &Mat,
    blob: &Vector<Point>,
    color: Color,
    place: &Place,
    memory: &Memory,
) -> opencv::Result<Option<SeenFigure>> {
    let Place {
        raster,
        lattice,
        view,
        tiles,
    } = place;
    let to_raster = |point: [f64; 3]| raster.raster_from_image.apply(view.project(point));
    let silhouettes = Silhouettes {
        to_raster: &to_raster,
        unit_mm: PITCH_MM,
    };
    let start = silhouette::middle(blob)?;
    let start = raster.lattice_from_raster.apply(start);
    let mut candidates = Vec::new();
    let mut best: Option<silhouette::Fit> = None;
    for pose in [Pose::Standing, Pose::Lying] {
        let Some(fit) = silhouettes.fit(mask, blob, FigureKind::Meeple, pose, start)? else {
            continue;
        };
        candidates.push(FigureCandidate {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose,
            log_likelihood: (fit.overlap as f32) * silhouette::SHARPNESS,
        });
        if best.as_ref().is_none_or(|b| fit.overlap > b.overlap) {
            best = Some(fit);
        }
    }
    let Some(best) = best else { return Ok(None) };
    let again = memory.stood_at(color, best.foot);
    let fewest = if again {
        silhouette::FEWEST_AGAIN
    } else {
        silhouette::FEWEST
    };
    if best.overlap < fewest {
        return Ok(None);
    }
    candidates.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
    let [x, y] = best.foot;
    let mut cell = Cell::new(x.round() as i32, y.round() as i32);
    if !tiles.contains_key(&cell) {
        // A foot a hair over the board's edge belongs to the tile it leans from.
        let near = tiles.keys().min_by(|a, b| {
            let d = |c: &Cell| (f64::from(c.x) - x).hypot(f64::from(c.y) - y);
            d(a).total_cmp(&d(b))
        });
        match near {
            Some(c) if (f64::from(c.x) - x).abs() < 0.58 && (f64::from(c.y) - y).abs() < 0.58 => {
                cell = *c;
            }
            _ => return Ok(None),
        }
    }
    let [dx, dy] = lattice.offsets.get(&cell).copied().unwrap_or_default();
    let foot = [x - f64::from(cell.x) - dx, y - f64::from(cell.y) - dy].map(|v| v as f32);
    let foot_px = view.project([x, y, 0.0]).map(|v| v as f32);
    Ok(Some(SeenFigure {
        cell,
        foot,
        candidates,
        foot_px,
    }))
}

/// One figure seen in two neighbouring colours is one figure.
fn without_doubles(mut figures: Vec<SeenFigure>) -> Vec<SeenFigure> {
    let strength = |f: &SeenFigure| f.candidates.first().map_or(0.0, |c| c.log_likelihood);
    figures.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    let mut kept: Vec<SeenFigure> = Vec::new();
    for figure in figures {
        let at = |f: &SeenFigure| [f.cell.x as f32 + f.foot[0], f.cell.y as f32 + f.foot[1]];
        let [x, y] = at(&figure);
        let double = kept.iter().any(|other| {
            let [ox, oy] = at(other);
            // 7 mm: two meeples cannot stand closer.
            (ox - x).hypot(oy - y) < 7.0 / PITCH_MM as f32
        });
        if !double {
            kept.push(figure);
        }
    }
    kept
}
