//! How well the table can be read from where the camera stands, place by place, and the one thing
//! that would help most.
//!
//! A pure judgement of one picture, for aiming before and during a game. It names nothing that
//! lies there: what counts is how large, sharp and evenly lit a tile there would be seen.

use std::collections::BTreeSet;

use calibration::space::{ImageCorners, apart, point2};
use carcassonne::geometry::Cell;
use opencv::core::{Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::picture::pyramid::Pyramid;
use crate::pieces::beside::apart::{self as colours, Colors};
use crate::tiles::cells::inside;
use crate::tiles::model::descriptor::TILE_PX;
use crate::view::rectify::BoardView;

/// Side at which a zone is looked at, px: the reader's own patch without its margin.
const PATCH_PX: i32 = TILE_PX;
/// Tiles seen smaller than the reader's patch lose detail; at two thirds of it faces that differ
/// by a shield or a road end are mixed up.
const SMALL_PX: f64 = 48.0;
/// See [`SMALL_PX`].
const TINY_PX: f64 = 32.0;
/// Blur of edges, px of the patch, as [`blur`] measures it on printed tiles, whose lines lie close:
/// our drawn ones measure 0.35 to 0.6 when sharp, 0.8 to 0.9 when blurred by two px of the patch
/// (of which a road is five wide), 1.0 and more from three px on.
const SOFT_PX: f64 = 0.75;
/// See [`SOFT_PX`].
const BLURRED_PX: f64 = 0.92;
/// Mean brightness, 0 to 255, under which the sensor's noise is as strong as the print.
const DIM: f64 = 55.0;
/// See [`DIM`].
const DARK: f64 = 28.0;
/// Share of burnt-out pixels: what lies under them cannot be seen. A shield covers 0.03.
const SOME_GLARE: f64 = 0.04;
/// See [`SOME_GLARE`].
const MUCH_GLARE: f64 = 0.15;
/// From this value of the darkest channel on a pixel is burnt out.
const BURNT: f64 = 250.0;
/// Foreshortening: the short side of a tile as a share of the long one. 0.5 is the camera 30°
/// above the table, where standing figures hide the tile behind theirs.
const SLANTED: f64 = 0.52;
/// See [`SLANTED`]: 21°.
const FLAT: f64 = 0.36;
/// An edge has to be this strong to say how sharp the picture is, grey levels per px of the patch:
/// several times the slopes that noise makes there.
const EDGE: f32 = 5.0;
/// So many pixels of the patch have to lie on edges.
const ENOUGH_EDGES: i32 = 24;
/// Zones across the picture as long as no tile was found: a tile is then taken to be as wide, as
/// with a webcam on a short arm.
const ACROSS: i32 = 14;
/// How far around the board zones are judged, in cells.
const AROUND: i32 = 2;
/// Share of the zones that must suffer before it is worth a word.
const WORTH: f64 = 0.12;

/// What makes a zone hard to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Too dark.
    Dark,
    /// A lamp or window is mirrored, or it is too bright.
    Glare,
    /// Tiles are too small in the picture.
    Far,
    /// Out of focus, or shaken.
    Blurred,
    /// Seen from too low.
    Slanted,
}

impl Flaw {
    /// All of them, in the order in which they are best put right: what comes first spoils the
    /// measuring of what comes later.
    pub const ALL: [Self; 5] = [
        Self::Dark,
        Self::Glare,
        Self::Far,
        Self::Blurred,
        Self::Slanted,
    ];
}

/// How well a zone can be expected to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// As well as can be.
    Good,
    /// Faces that differ little will be asked about.
    Weak(Flaw),
    /// Hardly.
    Bad(Flaw),
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Corners in the picture, px.
    pub corners: ImageCorners,
    /// Whether a tile lies there.
    pub tile: bool,
    /// How well it can be read.
    pub quality: Quality,
}

/// What would help most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Something spoils many zones.
    Mend(Flaw),
    /// The board reaches the picture's edge: the next tile may lie outside.
    Room,
    /// All is well; no tile was found yet.
    LayTile,
    /// All is well.
    Good,
}

/// A judged picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Width and height of the picture, px.
    pub size: [i32; 2],
    /// Its zones.
    pub zones: Vec<Zone>,
    /// What would help most.
    pub advice: Advice,
    /// How the players' colours show.
    pub colors: Colors,
}

/// What was measured of a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measured {
    /// Side of a tile, px of the picture; the mean of long and short.
    side_px: f64,
    /// Short side as a share of the long one.
    slant: f64,
    /// Mean brightness, 0 to 255.
    light: f64,
    /// Share of burnt-out pixels.
    glare: f64,
    /// Blur of its edges, px of the patch; `None` without any.
    blur_px: Option<f64>,
}

/// Judges a picture. Without a board the zones are squares of the picture, and what depends on a
/// tile's size is left open.
///
/// # Errors
/// Fails when OpenCV does.
pub fn judge(picture: &Mat, board: Option<&BoardView>) -> opencv::Result<Aim> {
    let size = [picture.cols(), picture.rows()];
    let pyramid = Pyramid::new(picture)?;
    let places = match board {
        Some(board) => around(board, size),
        None => squares(size),
    };
    let mut zones = Vec::new();
    for (corners, tile) in places {
        let mut measured = measure(&pyramid, corners)?;
        if board.is_none() {
            (measured.side_px, measured.slant) = (SMALL_PX, 1.0);
        }
        zones.push(Zone {
            corners,
            tile,
            quality: quality(
                &measured,
                match (tile, board) {
                    (true, _) => Judged::Tile,
                    (false, None) => Judged::Unknown,
                    (false, Some(_)) => Judged::Table,
                },
            ),
        });
    }
    let tiles: Vec<_> = zones.iter().filter(|z| z.tile).map(|z| z.corners).collect();
    let colors = colours::look(picture, &tiles)?;
    let advice = match (worst(&zones), board) {
        (Some(flaw), _) => Advice::Mend(flaw),
        (None, Some(board)) if at_the_edge(board, size) => Advice::Room,
        (None, Some(_)) => Advice::Good,
        (None, None) => Advice::LayTile,
    };
    Ok(Aim {
        size,
        zones,
        advice,
        colors,
    })
}

/// The board's cells and those around it that are seen whole.
fn around(board: &BoardView, [wide, tall]: [i32; 2]) -> Vec<(ImageCorners, bool)> {
    let tiles: BTreeSet<Cell> = board.cells().collect();
    let mut all = tiles.clone();
    for cell in &tiles {
        for dx in -AROUND..=AROUND {
            all.extend((-AROUND..=AROUND).map(|dy| Cell::new(cell.x + dx, cell.y + dy)));
        }
    }
    let seen = all.into_iter().map(|cell| (cell, board.corners(cell)));
    let seen = seen.filter(|(_, corners)| inside(corners, (wide, tall)));
    seen.map(|(cell, corners)| (corners, tiles.contains(&cell)))
        .collect()
}

fn squares([wide, tall]: [i32; 2]) -> Vec<(ImageCorners, bool)> {
    let side = (wide / ACROSS).max(8);
    let mut squares = Vec::new();
    for row in 0..tall / side {
        for col in 0..wide / side {
            let (x, y, side) = (
                f64::from(col * side),
                f64::from(row * side),
                f64::from(side),
            );
            let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
            let corners = corners.map(|(x, y)| point2(x, y));
            squares.push((corners, false));
        }
    }
    squares
}

/// Whether a tile laid beside the board would be cut off by the picture's edge.
fn at_the_edge(board: &BoardView, [wide, tall]: [i32; 2]) -> bool {
    let beside = |cell: Cell| {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))
    };
    let mut cells = board.cells().flat_map(beside);
    cells.any(|cell| !inside(&board.corners(cell), (wide, tall)))
}

fn measure(picture: &Pyramid, corners: ImageCorners) -> opencv::Result<Measured> {
    let length = |i: usize| apart(corners[i], corners[(i + 1) % 4]);
    let (across, along) = ((length(0) + length(2)) / 2.0, (length(1) + length(3)) / 2.0);
    // A cell seen cornerwise has equal sides however flat it lies: its area tells then.
    let area: f64 = (0..4)
        .map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            a.x * b.y - b.x * a.y
        })
        .sum::<f64>()
        .abs()
        / 2.0;
    let diagonal = |i: usize| apart(corners[i], corners[i + 2]);
    let longest = across
        .max(along)
        .max(diagonal(0).max(diagonal(1)) / 2f64.sqrt());
    let patch = picture.rectify(corners, PATCH_PX, 0)?;
    let grey = cv::converted(&patch, imgproc::COLOR_BGR2GRAY)?;
    let light = opencv::core::mean_def(&grey)?[0];
    let (low, high) = (Scalar::all(BURNT), Scalar::all(255.0));
    let burnt = cv::within(&patch, &low, &high)?;
    let glare = f64::from(opencv::core::count_non_zero(&burnt)?) / f64::from(PATCH_PX * PATCH_PX);
    Ok(Measured {
        side_px: (across + along) / 2.0,
        slant: (area / (longest * longest).max(1.0)).min(1.0),
        light,
        glare,
        blur_px: blur(&grey)?,
    })
}

/// Blur of the edges in a grey patch, px. An edge blurred by σ has a slope of at most g and a
/// bend (second derivative) of at most g / (σ √e) beside it, whatever its contrast; so the ratio
/// of both tells σ. Lines that lie closer than their blur bend more, so that less is measured.
fn blur(grey: &Mat) -> opencv::Result<Option<f64>> {
    let depth = opencv::core::CV_32F;
    let derive = |x: i32, y: i32, scale: f64| -> opencv::Result<Mat> {
        let mut derived = Mat::default();
        let border = opencv::core::BORDER_REPLICATE;
        imgproc::sobel(grey, &mut derived, depth, x, y, 3, scale, 0.0, border)?;
        Ok(derived)
    };
    // Sobel's kernels sum to 8 for a slope and 4 for a bend.
    let (gx, gy) = (derive(1, 0, 0.125)?, derive(0, 1, 0.125)?);
    let (bx, by) = (derive(2, 0, 0.25)?, derive(0, 2, 0.25)?);
    let mut slope = Mat::default();
    let mut bend = Mat::default();
    opencv::core::magnitude(&gx, &gy, &mut slope)?;
    opencv::core::magnitude(&bx, &by, &mut bend)?;
    // The strongest slope and bend of an edge lie beside each other.
    let size = opencv::core::Size::new(7, 7);
    let kernel = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, size)?;
    let top = cv::dilated(&slope, &kernel)?;
    let bent = cv::dilated(&bend, &kernel)?;
    // Shadows and grain are soft by nature: only the strongest edges of the patch count.
    let strongest = slope
        .data_typed::<f32>()?
        .iter()
        .copied()
        .fold(0.0, f32::max);
    let counts = EDGE.max(strongest / 2.0);
    let (mut ratios, mut found) = (0.0, 0);
    for row in 0..grey.rows() {
        let (slopes, bends) = (top.at_row::<f32>(row)?, bent.at_row::<f32>(row)?);
        for ((slope, top), bend) in slope.at_row::<f32>(row)?.iter().zip(slopes).zip(bends) {
            if *slope >= counts && *bend > 0.0 {
                ratios += f64::from(top / bend);
                found += 1;
            }
        }
    }
    let sigma = |ratio: f64| ratio / std::f64::consts::E.sqrt();
    Ok((found >= ENOUGH_EDGES).then(|| sigma(ratios / f64::from(found))))
}

/// What a zone is taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// A tile lies there, with its print.
    Tile,
    /// Nobody knows what lies there: as if it were a tile, which may be none.
    Unknown,
    /// The table beside the board. Only what a tile there would suffer from counts: a white table is no
    /// glare, and wood has no sharp lines.
    Table,
}

/// The worst that is wrong with a zone.
fn quality(measured: &Measured, judged: Judged) -> Quality {
    let low = |value: f64, weak: f64, bad: f64| u8::from(value < weak) + u8::from(value < bad);
    let high = |value: f64, weak: f64, bad: f64| u8::from(value > weak) + u8::from(value > bad);
    let tile = judged != Judged::Table;
    let glare = if tile { measured.glare } else { 0.0 };
    let blur = match measured.blur_px {
        Some(blur) if tile => blur,
        // Every tile has lines on it; where light fails, that is the fault.
        None if judged == Judged::Tile && measured.light >= DIM => f64::INFINITY,
        _ => 0.0,
    };
    let faults = [
        (low(measured.light, DIM, DARK), Flaw::Dark),
        (high(glare, SOME_GLARE, MUCH_GLARE), Flaw::Glare),
        (low(measured.side_px, SMALL_PX, TINY_PX), Flaw::Far),
        (high(blur, SOFT_PX, BLURRED_PX), Flaw::Blurred),
        (low(measured.slant, SLANTED, FLAT), Flaw::Slanted),
    ];
    // Of equal ones the first: what comes later may only follow from it.
    let worst = faults.into_iter().rev().max_by_key(|(degree, _)| *degree);
    match worst {
        Some((1, flaw)) => Quality::Weak(flaw),
        Some((2, flaw)) => Quality::Bad(flaw),
        _ => Quality::Good,
    }
}

/// What spoils most of the picture. Where tiles lie counts three times as much.
fn worst(zones: &[Zone]) -> Option<Flaw> {
    let weight = |zone: &Zone| if zone.tile { 3.0 } else { 1.0 };
    let all: f64 = zones.iter().map(weight).sum();
    let share = |flaw: Flaw| {
        let suffers = |zone: &Zone| match zone.quality {
            Quality::Bad(its) if its == flaw => 1.0,
            Quality::Weak(its) if its == flaw => 0.6,
            _ => 0.0,
        };
        let sum: f64 = zones.iter().map(|zone| weight(zone) * suffers(zone)).sum();
        sum / all.max(1.0)
    };
    let shares = Flaw::ALL.map(|flaw| (share(flaw), flaw));
    let most = shares.into_iter().rev().max_by(|a, b| a.0.total_cmp(&b.0));
    most.filter(|(share, _)| *share >= WORTH)
        .map(|(_, flaw)| flaw)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carcassonne::catalogue::{Catalogue, face_id};
    use carcassonne::geometry::Rotation;
    use carcassonne::seen::{Calm, SeenTable, SeenTile};
    use carcassonne::tie::Tie;
    use opencv::core::{Point, Size};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use studio::art::Artist;
    use studio::synth::{Camera, Photographer, Scene, SceneTile, Sensor};

    const PITCH_MM: f64 = 45.6;

    /// Six tiles on oak, and where they are seen.
    fn table(camera: &Camera, sensor: &Sensor) -> (Mat, BoardView) {
        let catalogue = Catalogue::bundled();
        let faces = ["D", "U", "V", "E", "J", "B"];
        let cells: Vec<Cell> = (0..6).map(|n| Cell::new(n % 3 - 1, n / 3)).collect();
        let mut scene = Scene::default();
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for (face, cell) in faces.iter().zip(&cells) {
            let face = face_id(face).unwrap();
            let laid = SceneTile::laid_by_hand(*cell, face, false, 0, Rotation::R0, &mut random);
            scene.tiles.push(laid);
        }
        let mut photographer = Photographer::new(Artist::new(Arc::clone(&catalogue)));
        let picture = photographer.photograph(&scene, camera, sensor, 5).unwrap();
        let corners = |cell: Cell| {
            let at = |dx: f64, dy: f64| {
                let (x, y) = (f64::from(cell.x) + dx, f64::from(cell.y) + dy);
                [x * PITCH_MM, y * PITCH_MM, 2.0]
            };
            let four = [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)];
            let seen = camera.project(&four).unwrap();
            std::array::from_fn(|i| [seen[i][0] as f32, seen[i][1] as f32])
        };
        let seen = SeenTable {
            frame: 0,
            at_ms: 0,
            calm: Calm::Still,
            lattice: 1,
            tiles: cells
                .iter()
                .map(|&cell| SeenTile {
                    cell,
                    candidates: Vec::new(),
                    unknown: 0.0,
                    corners_px: corners(cell),
                })
                .collect(),
            figures: Vec::new(),
            hidden: Vec::new(),
            cut: Vec::new(),
            unclear: Vec::new(),
            cards: Vec::new(),
            supplies: None,
            map: None,
        };
        let tie = Tie {
            lattice: 1,
            origin: Cell::default(),
            turn: Rotation::R0,
        };
        (picture, BoardView::of(&seen, tie).unwrap())
    }

    fn advice(camera: &Camera, sensor: &Sensor) -> Advice {
        let (picture, board) = table(camera, sensor);
        judge(&picture, Some(&board)).unwrap().advice
    }

    #[test]
    fn a_usual_webcam_on_an_arm_is_well_aimed() {
        let (picture, board) = table(&Camera::default(), &Sensor::default());
        let aim = judge(&picture, Some(&board)).unwrap();
        assert_eq!(aim.advice, Advice::Good);
        let good = aim.zones.iter().filter(|z| z.quality == Quality::Good);
        assert!(good.count() * 10 >= aim.zones.len() * 9, "{:?}", aim.zones);
        assert_eq!(aim.zones.iter().filter(|zone| zone.tile).count(), 6);
        let aim = judge(&picture, None).unwrap();
        assert_eq!(aim.advice, Advice::LayTile);
    }

    #[test]
    fn a_camera_too_far_away_is_told_to_come_closer() {
        let camera = Camera {
            distance_mm: 2200.0,
            ..Camera::default()
        };
        let far = Advice::Mend(Flaw::Far);
        assert_eq!(advice(&camera, &Sensor::default()), far);
    }

    #[test]
    fn a_camera_too_low_is_told_to_look_from_above() {
        let camera = Camera {
            tilt_deg: 68.0,
            turn_deg: 30.0,
            ..Camera::default()
        };
        let slanted = Advice::Mend(Flaw::Slanted);
        assert_eq!(advice(&camera, &Sensor::default()), slanted);
        let leaning = Camera {
            tilt_deg: 45.0,
            ..camera
        };
        assert_eq!(advice(&leaning, &Sensor::default()), Advice::Good);
    }

    #[test]
    fn a_blurred_picture_is_out_of_focus() {
        let (picture, board) = table(&Camera::default(), &Sensor::default());
        let mut soft = Mat::default();
        let size = Size::default();
        imgproc::gaussian_blur_def(&picture, &mut soft, size, 6.0).unwrap();
        let aim = judge(&soft, Some(&board)).unwrap();
        assert_eq!(aim.advice, Advice::Mend(Flaw::Blurred), "{:?}", aim.zones);
    }

    #[test]
    fn a_dark_room_wants_light_and_a_lamp_is_seen_where_it_shines() {
        let (picture, board) = table(&Camera::default(), &Sensor::default());
        let mut dark = Mat::default();
        picture.convert_to(&mut dark, -1, 0.15, 0.0).unwrap();
        for board in [Some(&board), None] {
            let aim = judge(&dark, board).unwrap();
            assert_eq!(aim.advice, Advice::Mend(Flaw::Dark));
        }
        let mut glossy = picture.clone();
        let corners = board.corners(Cell::new(0, 0));
        let middle = corners[0].lerp(corners[2], 0.5);
        let middle = Point::new(middle.x as i32, middle.y as i32);
        let white = Scalar::all(255.0);
        imgproc::circle(&mut glossy, middle, 90, white, -1, imgproc::LINE_AA, 0).unwrap();
        let aim = judge(&glossy, Some(&board)).unwrap();
        assert_eq!(aim.advice, Advice::Mend(Flaw::Glare));
        let glare = |z: &&Zone| z.quality == Quality::Bad(Flaw::Glare);
        let glaring = aim.zones.iter().filter(glare).count();
        assert!((1..=6).contains(&glaring), "{glaring}");
    }

    #[test]
    fn a_board_at_the_pictures_edge_wants_room() {
        let camera = Camera {
            target_mm: [-360.0, 0.0],
            ..Camera::default()
        };
        assert_eq!(advice(&camera, &Sensor::default()), Advice::Room);
    }

    #[test]
    fn blur_is_measured_in_pixels() {
        let mut edge = Mat::new_rows_cols_with_default(48, 48, opencv::core::CV_8UC1, 40.into());
        let edge = edge.as_mut().unwrap();
        let bright = opencv::core::Rect::new(24, 0, 24, 48);
        imgproc::rectangle(edge, bright, 200.into(), -1, imgproc::LINE_8, 0).unwrap();
        for sigma in [1.5, 2.0, 3.0] {
            let mut soft = Mat::default();
            let size = Size::default();
            imgproc::gaussian_blur_def(edge, &mut soft, size, sigma).unwrap();
            let found = blur(&soft).unwrap().unwrap();
            assert!((found / sigma - 1.0).abs() < 0.25, "{sigma}: {found}");
        }
        let flat = Mat::new_rows_cols_with_default(48, 48, opencv::core::CV_8UC1, 90.into());
        assert_eq!(blur(&flat.unwrap()).unwrap(), None);
    }
}
