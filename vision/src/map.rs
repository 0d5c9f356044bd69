//! The printed map under the tiles: where it lies in the picture, and what lies on it that is no
//! tile of the board.
//!
//! The map's own print is the ruler: its features (Lowe 2004) are found in the picture before any
//! tile lies, so that cells are its squares and tiles far apart belong to one lattice. What its
//! print does not explain and has a chip's colour, size and roundness is a chip; the top of a
//! stack is read as high up as a face is found. Claims only: which chip was taken and which tile
//! was bought is belief's business. Needs the print: that of the practice map is drawn, that of any
//! other was cut out of a photograph when the map was learnt ([`print_in`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use calibration::{Homography, Lens, View};
use carcassonne::geometry::Cell;
use carcassonne::map::{ChipColor, Map};
use carcassonne::seen::{FaceCandidate, SeenChip, SeenMap, SeenTile, SeenTurnedChip};
use opencv::core::{
    DMatch, KeyPoint, Mat, Point, Point2f, Ptr, Scalar, Size, Vec3b, Vec3f, Vector,
};
use opencv::features2d::{BFMatcher, SIFT};
use opencv::imgproc;
use opencv::prelude::*;

use crate::lattice::Lattice;
use crate::pieces::bare::lab;
use crate::reader::backdrop::Thumb;
use crate::reader::photo::opinion;
use crate::tiles::cells::{Pyramid, Search, read_at};
use crate::tiles::model::Model;
use crate::tiles::standard::Standard;
use shapes::map_board::{self, MARGIN, board, chip_paint};

/// Pixels to a square in which the map is compared: a tile's side in a 1080p picture of a map.
pub const SQUARE_PX: i32 = 64;
/// Strongest features kept of print and picture.
const FEATURES: i32 = 8000;
/// A match must be this much nearer than the next.
const RATIO: f32 = 0.8;
/// How far a matched point may lie from the fitted map, pixels.
const TOLERANCE_PX: f64 = 3.0;
/// Fewest matches that make a map; chance reaches a dozen.
const FEWEST: usize = 60;

/// A chip's diameter and the thickness of a tile, in squares of 45.6 mm.
const CHIP: f64 = 20.0 / 45.6;
const LAYER: f64 = 2.0 / 45.6;
/// Most tiles of a stack.
const LAYERS: i32 = 5;
/// Readings claimed of a stack's top.
const CANDIDATES: usize = 12;
/// Colour (Lab without lightness) that a chip has at least, and by how far it differs from the
/// print beneath.
const CHROMA: f32 = 20.0;
const UNLIKE_PRINT: f32 = 20.0;
/// How far light may turn a chip's hue, degrees; the three are more than 70 apart.
const HUE_REACH: f32 = 30.0;
/// Area of a chip's blob against a chip's disc, and the least share of the smallest circle around
/// the blob that it fills.
const AREA: std::ops::RangeInclusive<f64> = 0.55..=1.45;
const ROUND: f64 = 0.66;
/// Dots on a chip's face, Lab, and how much of the way from the chip's paint to theirs a pixel of
/// a dot has gone at least: dots are a few pixels wide, and blurred.
const DOT: [f32; 3] = [95.0, 0.0, 5.0];
const PALE: f32 = 0.45;
/// Where dots are looked for, shares of the radius: one in the middle, two around it; none at the
/// rim.
const PARTS: [std::ops::Range<f64>; 3] = [0.0..0.18, 0.25..0.75, 0.8..0.95];

/// A map and what is printed on it.
#[derive(Clone, Debug)]
pub struct MapPrint {
    /// The squares.
    pub map: Arc<Map>,
    /// The whole printed board, bare, of any size.
    pub picture: Arc<Mat>,
}

/// Finds and reads one map.
pub struct MapReader {
    map: Arc<Map>,
    /// The print, BGR, and its Lab without detail.
    print: Mat,
    plain: Mat,
    sift: Ptr<SIFT>,
    /// Places of the print's features, in squares.
    points: Vec<[f64; 2]>,
    descriptors: Mat,
    /// What the light does to the print, per channel.
    light: [f32; 3],
    tops: BTreeMap<Cell, (Thumb, Option<SeenTile>)>,
}

impl MapReader {
    /// Learns the map's print, whole and bare ([`print_in`]).
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(print: &MapPrint) -> opencv::Result<Self> {
        let map = Arc::clone(&print.map);
        let [low, high] = board(&map);
        let mut sized = Mat::default();
        let size = print_size(low, high);
        let (no, area) = (0.0, imgproc::INTER_AREA);
        imgproc::resize(&*print.picture, &mut sized, size, no, no, area)?;
        let print = sized;
        let mut sift = SIFT::create(FEATURES, 3, 0.03, 12.0, 1.6)?;
        let (keypoints, descriptors) = features(&mut sift, &print)?;
        let square = |p: Point2f| in_squares(low, [f64::from(p.x), f64::from(p.y)]);
        let mut soft = Mat::default();
        imgproc::blur_def(&print, &mut soft, Size::new(9, 9))?;
        Ok(Self {
            points: keypoints.iter().map(|k| square(k.pt())).collect(),
            plain: lab(&soft)?,
            map,
            print,
            sift,
            descriptors,
            light: [1.0; 3],
            tops: BTreeMap::new(),
        })
    }

    /// Where the map lies in a picture; `None` if it is not there.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn find(&mut self, picture: &Mat) -> opencv::Result<Option<Lattice>> {
        let (keypoints, descriptors) = features(&mut self.sift, picture)?;
        if keypoints.len() < FEWEST {
            return Ok(None);
        }
        let matcher = BFMatcher::new_def()?;
        let mut matches = Vector::<Vector<DMatch>>::new();
        let (query, train) = (&descriptors, &self.descriptors);
        matcher.knn_train_match_def(query, train, &mut matches, 2)?;
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for pair in matches {
            let (Ok(best), Ok(next)) = (pair.get(0), pair.get(1)) else {
                continue;
            };
            let point = self.points.get(best.train_idx as usize);
            if let Some(point) = point.filter(|_| best.distance < RATIO * next.distance) {
                let seen = keypoints.get(best.query_idx as usize)?.pt();
                from.push(*point);
                to.push([f64::from(seen.x), f64::from(seen.y)]);
            }
        }
        let size = [f64::from(picture.cols()), f64::from(picture.rows())];
        // The lens bends the picture by more than the points err.
        let Some(rough) = Homography::fit(&from, &to, 3.0 * TOLERANCE_PX) else {
            return Ok(None);
        };
        let near = |i: &usize| rough.inliers[*i];
        let kept: Vec<usize> = (0..from.len()).filter(near).collect();
        if kept.len() < FEWEST {
            return Ok(None);
        }
        let pick = |all: &[[f64; 2]]| kept.iter().map(|&i| all[i]).collect::<Vec<_>>();
        let lens = Lens::fit(&pick(&from), &pick(&to), size, TOLERANCE_PX);
        let lattice = Lattice::of_map(rough.map, lens.map(|(lens, fit)| (lens, fit.map)));
        self.learn_light(picture, &lattice)?;
        self.tops.clear();
        Ok(Some(lattice))
    }

    /// The median over the print of how much lighter the picture shows it.
    fn learn_light(&mut self, picture: &Mat, lattice: &Lattice) -> opencv::Result<()> {
        let seen = self.rectified(picture, lattice)?;
        let print = self.print.data_typed::<Vec3b>()?;
        let seen = seen.data_typed::<Vec3b>()?;
        for channel in 0..3 {
            let pairs = print.iter().zip(seen).step_by(37);
            let ratio = |(p, s): (&Vec3b, &Vec3b)| {
                (f32::from(s[channel]) + 1.0) / (f32::from(p[channel]) + 1.0)
            };
            let mut ratios: Vec<f32> = pairs.map(ratio).collect();
            ratios.sort_by(f32::total_cmp);
            let median = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
            self.light[channel] = median.clamp(0.2, 3.0);
        }
        Ok(())
    }

    /// The printed board as the picture shows it, in the print's own pixels.
    fn rectified(&self, picture: &Mat, lattice: &Lattice) -> opencv::Result<Mat> {
        let [low, _] = map_board::board(&self.map);
        let (rows, cols) = (self.print.rows(), self.print.cols());
        let flat = opencv::core::CV_32FC2;
        let mut places = Mat::new_rows_cols_with_default(rows, cols, flat, Scalar::all(0.0))?;
        let width = cols as usize;
        let all = places.data_typed_mut::<opencv::core::Vec2f>()?;
        for (n, place) in all.iter_mut().enumerate() {
            let at = in_squares(low, [(n % width) as f64, (n / width) as f64]);
            let [x, y] = lattice.place(at);
            *place = opencv::core::Vec2f::from([x as f32, y as f32]);
        }
        let mut board = Mat::default();
        imgproc::remap(
            picture,
            &mut board,
            &places,
            &opencv::core::no_array(),
            imgproc::INTER_LINEAR,
            opencv::core::BORDER_REPLICATE,
            Scalar::default(),
        )?;
        Ok(board)
    }

    /// The squares on which tiles come to lie.
    pub fn squares(&self) -> impl Iterator<Item = Cell> {
        let all = self.map.squares();
        all.filter(|(_, square)| square.kind.takes_tile())
            .map(|(cell, _)| cell)
    }

    /// The squares on which stacks of tiles lie.
    pub fn islands(&self) -> impl Iterator<Item = Cell> {
        self.map.islands().map(|(cell, _)| cell)
    }

    /// What lies on the map besides the tiles on `tiles`; nothing of squares in `hidden`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn look(
        &mut self,
        pyramid: &Pyramid,
        lattice: &Lattice,
        tiles: &BTreeSet<Cell>,
        hidden: &[Cell],
        (model, standard): (&Model, &Standard),
    ) -> opencv::Result<SeenMap> {
        let mut seen = self.chips(pyramid.picture(), lattice, tiles)?;
        let view = self.view(pyramid, lattice);
        let islands: Vec<Cell> = self.islands().collect();
        for cell in islands {
            let Some(view) = view.as_ref().filter(|_| !hidden.contains(&cell)) else {
                continue;
            };
            let thumb = Thumb::of(pyramid, lattice.corners(cell))?;
            let known = self.tops.get(&cell);
            if known.is_none_or(|(old, _)| old.differs(&thumb)) {
                let top = top(pyramid, lattice, view, cell, (model, standard))?;
                self.tops.insert(cell, (thumb, top));
            }
            let top = self.tops.get(&cell).and_then(|(_, top)| top.clone());
            seen.tops.extend(top);
        }
        Ok(seen)
    }

    /// The camera's view of the map, heights in squares.
    fn view(&self, pyramid: &Pyramid, lattice: &Lattice) -> Option<View> {
        let plane: Vec<[f64; 2]> = self
            .map
            .squares()
            .map(|(cell, _)| [f64::from(cell.x), f64::from(cell.y)])
            .collect();
        let image: Vec<[f64; 2]> = plane.iter().map(|p| lattice.place(*p)).collect();
        let (width, height) = pyramid.size();
        View::fit(&plane, &image, [f64::from(width), f64::from(height)])
    }

    fn chips(
        &self,
        picture: &Mat,
        lattice: &Lattice,
        tiles: &BTreeSet<Cell>,
    ) -> opencv::Result<SeenMap> {
        let mut board = self.rectified(picture, lattice)?;
        for pixel in board.data_typed_mut::<Vec3b>()? {
            for channel in 0..3 {
                let plain = f32::from(pixel[channel]) / self.light[channel];
                pixel[channel] = plain.round().clamp(0.0, 255.0) as u8;
            }
        }
        let board = lab(&board)?;
        let mut seen = SeenMap::default();
        for color in ChipColor::ALL {
            let [red, green, blue] = chip_paint(color).map(|v| v as u8);
            let paint = Mat::from_slice(&[Vec3b::from([blue, green, red])])?.try_clone()?;
            let paint = lab(&paint)?.at::<Vec3f>(0)?.to_owned();
            for blob in self.discs(&board, paint)? {
                self.claim(&board, blob, (color, paint), tiles, &mut seen)?;
            }
        }
        Ok(seen)
    }

    /// Round blobs of a paint: their middles in squares.
    fn discs(&self, board: &Mat, paint: Vec3f) -> opencv::Result<Vec<[f64; 2]>> {
        let hue = |p: &Vec3f| p[2].atan2(p[1]).to_degrees();
        let wanted = hue(&paint);
        let mut mask =
            Mat::new_size_with_default(board.size()?, opencv::core::CV_8UC1, Scalar::all(0.0))?;
        let pixels = board.data_typed::<Vec3f>()?;
        let print = self.plain.data_typed::<Vec3f>()?;
        let marks = mask.data_typed_mut::<u8>()?;
        for ((mark, pixel), under) in marks.iter_mut().zip(pixels).zip(print) {
            let turned = (hue(pixel) - wanted + 180.0).rem_euclid(360.0) - 180.0;
            let unlike = (pixel[1] - under[1]).hypot(pixel[2] - under[2]);
            let is = pixel[1].hypot(pixel[2]) > CHROMA
                && turned.abs() < HUE_REACH
                && unlike > UNLIKE_PRINT;
            *mark = if is { 255 } else { 0 };
        }
        // Dots on the paint are part of the chip; specks beside it are not.
        let round = |side: i32| {
            let size = Size::new(side, side);
            imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, size)
        };
        let (mut closed, mut opened) = (Mat::default(), Mat::default());
        let (close, open) = (imgproc::MORPH_CLOSE, imgproc::MORPH_OPEN);
        imgproc::morphology_ex_def(&mask, &mut closed, close, &round(9)?)?;
        imgproc::morphology_ex_def(&closed, &mut opened, open, &round(7)?)?;
        let mut contours = Vector::<Vector<Point>>::new();
        let (outer, all) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE);
        imgproc::find_contours_def(&opened, &mut contours, outer, all)?;
        let disc = std::f64::consts::PI * (CHIP * f64::from(SQUARE_PX) / 2.0).powi(2);
        let [low, _] = map_board::board(&self.map);
        let mut discs = Vec::new();
        for contour in contours {
            let area = imgproc::contour_area_def(&contour)?;
            let (mut middle, mut radius) = (Point2f::default(), 0.0);
            imgproc::min_enclosing_circle(&contour, &mut middle, &mut radius)?;
            let around = std::f64::consts::PI * f64::from(radius).powi(2);
            if AREA.contains(&(area / disc)) && area >= ROUND * around {
                discs.push(in_squares(low, [f64::from(middle.x), f64::from(middle.y)]));
            }
        }
        Ok(discs)
    }

    /// A chip of that colour lies there.
    fn claim(
        &self,
        board: &Mat,
        [x, y]: [f64; 2],
        (color, paint): (ChipColor, Vec3f),
        tiles: &BTreeSet<Cell>,
        seen: &mut SeenMap,
    ) -> opencv::Result<()> {
        let cell = Cell::new(x.round() as i32, y.round() as i32);
        let [low, high] = map_board::board(&self.map);
        let beside = |v: f64, k: usize| v < low[k] + MARGIN || v > high[k] - MARGIN;
        if beside(x, 0) || beside(y, 1) {
            seen.turned.push(SeenTurnedChip {
                at: [x as f32, y as f32],
                color,
                value: self.value(board, [x, y], paint)?,
            });
        } else if self.map.kind(cell).takes_tile() && !tiles.contains(&cell) {
            seen.chips.push(SeenChip { cell, color });
        }
        Ok(())
    }

    /// What a chip of that paint (Lab) shows: one dot in its middle, or two beside it.
    fn value(&self, board: &Mat, at: [f64; 2], paint: Vec3f) -> opencv::Result<Option<u8>> {
        let [low, _] = map_board::board(&self.map);
        let px = [0, 1].map(|k| (at[k] - low[k]) * f64::from(SQUARE_PX) - 0.5);
        let radius = CHIP * f64::from(SQUARE_PX) / 2.0;
        let to_dot: [f32; 3] = std::array::from_fn(|k| DOT[k] - paint[k]);
        let whole: f32 = to_dot.iter().map(|v| v * v).sum();
        // How many pixels, and how many of them are pale, in the middle, around it, at the rim.
        let mut parts = [[0.0f32; 2]; 3];
        let reach = radius.ceil() as i32;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let far = f64::from(dx).hypot(f64::from(dy)) / radius;
                let (x, y) = (px[0].round() as i32 + dx, px[1].round() as i32 + dy);
                let part = PARTS.iter().position(|part| part.contains(&far));
                let inside = (0..board.cols()).contains(&x) && (0..board.rows()).contains(&y);
                let Some(part) = part.filter(|_| inside) else {
                    continue;
                };
                let pixel = board.at_2d::<Vec3f>(y, x)?;
                let along: f32 = (0..3).map(|k| (pixel[k] - paint[k]) * to_dot[k]).sum();
                parts[part][0] += 1.0;
                parts[part][1] += f32::from(u8::from(along > PALE * whole));
            }
        }
        let [middle, ring, rim] = parts.map(|[all, pale]| pale / all.max(1.0));
        Ok(match (middle, ring) {
            // Glare makes all of it pale.
            _ if rim > 0.5 => None,
            (middle, _) if middle > 0.6 => Some(1),
            (middle, ring) if middle < 0.4 && ring > 0.12 => Some(2),
            _ => None,
        })
    }
}

/// Width and height of a print between two corners given in squares, pixels.
fn print_size(low: [f64; 2], high: [f64; 2]) -> Size {
    let [width, height] = [0, 1].map(|k| ((high[k] - low[k]) * f64::from(SQUARE_PX)).round());
    Size::new(width as i32, height as i32)
}

/// The print of a map that lies in a picture, to be kept and to find it by; what lies out of the
/// picture repeats its rim. `image_from_squares` takes columns and rows to pixels.
///
/// # Errors
/// Fails when OpenCV does.
pub fn print_in(picture: &Mat, image_from_squares: &Homography, map: &Map) -> opencv::Result<Mat> {
    let [low, high] = board(map);
    squares_in(picture, image_from_squares, low, high)
}

/// The part of a picture between two corners given in squares, straightened.
///
/// # Errors
/// Fails when OpenCV does.
pub fn squares_in(
    picture: &Mat,
    image_from_squares: &Homography,
    low: [f64; 2],
    high: [f64; 2],
) -> opencv::Result<Mat> {
    let step = 1.0 / f64::from(SQUARE_PX);
    let squares_from_print = Homography([
        [step, 0.0, low[0] + 0.5 * step],
        [0.0, step, low[1] + 0.5 * step],
        [0.0, 0.0, 1.0],
    ]);
    let image_from_print = image_from_squares.after(&squares_from_print);
    let map = Mat::from_slice_2d(&image_from_print.0)?;
    let mut print = Mat::default();
    imgproc::warp_perspective(
        picture,
        &mut print,
        &map,
        print_size(low, high),
        imgproc::INTER_AREA | imgproc::WARP_INVERSE_MAP,
        opencv::core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    Ok(print)
}

/// The tile on top of a stack, if one lies there face up.
fn top(
    pyramid: &Pyramid,
    lattice: &Lattice,
    view: &View,
    cell: Cell,
    (model, standard): (&Model, &Standard),
) -> opencv::Result<Option<SeenTile>> {
    let mut best = None;
    for layers in 1..=LAYERS {
        let height = f64::from(layers) * LAYER;
        let square = lattice.square(cell);
        let ground = lattice.corners(cell);
        let corners: [[f64; 2]; 4] = std::array::from_fn(|k| {
            let [x, y] = square[k];
            let (up, down) = (view.project([x, y, height]), view.project([x, y, 0.0]));
            [0, 1].map(|c| ground[k][c] + up[c] - down[c])
        });
        let reading = read_at(pyramid, lattice, cell, corners, model, Search::Wide)?;
        let better = |old: &crate::tiles::cells::CellReading,
                      new: &crate::tiles::cells::CellReading| {
            new.likeness > old.likeness
        };
        if let Some(reading) = reading
            && best.as_ref().is_none_or(|old| better(old, &reading))
        {
            best = Some(reading);
        }
    }
    let Some(reading) = best.filter(|reading| standard.is_sure(reading)) else {
        return Ok(None);
    };
    let opinion = opinion(&reading, standard, 0.0)?;
    let listed = opinion.candidates.into_iter().take(CANDIDATES);
    let candidate = |(face, rotation, log_likelihood)| FaceCandidate {
        face,
        rotation,
        log_likelihood,
    };
    Ok(Some(SeenTile {
        cell,
        candidates: listed.map(candidate).collect(),
        unknown: opinion.unknown,
        corners_px: reading.corners.map(|c| c.map(|v| v as f32)),
    }))
}

fn features(sift: &mut Ptr<SIFT>, picture: &Mat) -> opencv::Result<(Vector<KeyPoint>, Mat)> {
    let mut grey = Mat::default();
    imgproc::cvt_color_def(picture, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    let (mut keypoints, mut descriptors) = (Vector::new(), Mat::default());
    let mask = opencv::core::no_array();
    sift.detect_and_compute(&grey, &mask, &mut keypoints, &mut descriptors, false)?;
    Ok((keypoints, descriptors))
}

/// A pixel of the print, in squares; `low` is the board's north-west corner.
fn in_squares(low: [f64; 2], px: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| low[k] + (px[k] + 0.5) / f64::from(SQUARE_PX))
}

#[cfg(test)]
mod tests {
    use carcassonne::catalogue::Catalogue;

    use super::*;
    use crate::testing;
    use studio::art::Artist;
    use studio::synth::{Card, CardShows, FilmConfig, Photographer, Scene, Stage, Table};

    /// The bare practice map on a table, and that picture's settings.
    fn on(table: Table, seed: u64) -> FilmConfig {
        let map = Map::sample();
        let pitch = Scene::default().pitch_mm;
        let area = board(&map).map(|p| p.map(|v| v * pitch));
        let stage = Stage {
            tilt_deg: [6.0, 24.0],
            ..Stage::new(seed, area, Vec::new())
        };
        let mut config = stage.set().unwrap();
        config.scene.table = table;
        config.scene.map = Some(map);
        config
    }

    fn picture(config: &FilmConfig) -> Mat {
        let mut photographer = Photographer::new(Artist::new(Catalogue::bundled()));
        let FilmConfig {
            scene,
            camera,
            sensor,
            seed,
            ..
        } = config;
        photographer
            .photograph(scene, camera, sensor, *seed)
            .unwrap()
    }

    #[test]
    fn the_map_is_found_by_its_print_on_every_table() {
        for (seed, table) in (1..).zip(Table::ALL) {
            let config = on(table, seed);
            let mut reader = MapReader::new(&testing::practice_map()).unwrap();
            let found = reader.find(&picture(&config)).unwrap();
            let lattice = found.unwrap_or_else(|| panic!("no map on {table:?}"));
            let pitch = config.scene.pitch_mm;
            for cell in reader.squares().chain(reader.islands()) {
                let [x, y] = [f64::from(cell.x), f64::from(cell.y)];
                let lies = config
                    .camera
                    .project(&[[x * pitch, y * pitch, 0.0]])
                    .unwrap()[0];
                let seen = lattice.place([x, y]);
                let off = (lies[0] - seen[0]).hypot(lies[1] - seen[1]);
                // The search for a tile reaches four pixels.
                assert!(off < 1.5, "{table:?}: {cell} is {off:.1} px off");
            }
        }
    }

    /// A map whose print is known from one photograph only is found on another table, from
    /// another side.
    #[test]
    fn a_learnt_map_is_found_by_its_own_print() {
        let at = |config: &FilmConfig, x: f64, y: f64| {
            let pitch = config.scene.pitch_mm;
            config
                .camera
                .project(&[[x * pitch, y * pitch, 0.0]])
                .unwrap()[0]
        };
        let learnt = on(Table::ALL[0], 21);
        let [_, [right, bottom]] = board(&Map::sample()).map(|p| p.map(|v| v - MARGIN));
        let corners = [[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]];
        // Clicked by a person: off by a pixel or two.
        let mut clicked = corners.map(|[x, y]| at(&learnt, x, y));
        for (corner, off) in clicked.iter_mut().zip([1.5, -1.0, 0.5, -1.5]) {
            corner[0] += off;
            corner[1] -= off;
        }
        let image_from_squares = Homography::through(corners, clicked).unwrap();
        let print = print_in(&picture(&learnt), &image_from_squares, &Map::sample()).unwrap();
        let learnt = MapPrint {
            map: Map::sample(),
            picture: Arc::new(print),
        };
        let mut reader = MapReader::new(&learnt).unwrap();
        let config = on(Table::ALL[3], 22);
        let lattice = reader.find(&picture(&config)).unwrap().expect("the map");
        let mut most: f64 = 0.0;
        for cell in reader.squares().chain(reader.islands()) {
            let [x, y] = [f64::from(cell.x), f64::from(cell.y)];
            let (lies, seen) = (at(&config, x, y), lattice.place([x, y]));
            most = most.max((lies[0] - seen[0]).hypot(lies[1] - seen[1]));
        }
        println!("a square is at most {most:.1} px off");
        // The search for a tile reaches an eighth of it, here some seven pixels.
        assert!(most < 5.0, "{most} px");
    }

    #[test]
    fn no_map_is_found_on_a_bare_table() {
        let mut config = on(Table::Cloth, 3);
        config.scene.map = None;
        let mut reader = MapReader::new(&testing::practice_map()).unwrap();
        assert!(reader.find(&picture(&config)).unwrap().is_none());
    }

    #[test]
    fn chips_are_told_by_colour_and_by_what_they_show() {
        for (seed, table) in (11..).zip(Table::ALL) {
            let mut config = on(table, seed);
            let pitch = config.scene.pitch_mm;
            let squares = [[5.0, 1.0], [12.0, 4.0], [4.0, 9.0]];
            let mut lay = |color, value, [x, y]: [f64; 2]| {
                let card = Card {
                    shows: CardShows::Chip { color, value },
                    at_mm: [x * pitch, y * pitch],
                    turn_deg: 40.0 * x + 25.0 * y,
                };
                let id = config.scene.cards.len() as u32;
                config.scene.cards.push((id, card));
            };
            let mut shown = Vec::new();
            for (n, (color, at)) in ChipColor::ALL.into_iter().zip(squares).enumerate() {
                lay(color, None, at);
                for (k, value) in [None, Some(1), Some(2)].into_iter().enumerate() {
                    let at = [2.0 + 3.0 * n as f64 + k as f64, 11.8];
                    lay(color, value, at);
                    shown.push((color, value, at));
                }
            }
            let mut reader = MapReader::new(&testing::practice_map()).unwrap();
            let picture = picture(&config);
            let lattice = reader.find(&picture).unwrap().unwrap();
            let seen = reader.chips(&picture, &lattice, &BTreeSet::new()).unwrap();
            let mut chips: Vec<_> = seen.chips.iter().map(|c| (c.color, c.cell)).collect();
            chips.sort();
            let on = |[x, y]: [f64; 2]| Cell::new(x as i32, y as i32);
            let laid: Vec<_> = ChipColor::ALL.into_iter().zip(squares.map(on)).collect();
            assert_eq!(chips, laid, "{table:?}");
            assert_eq!(seen.turned.len(), shown.len(), "{table:?}: {seen:?}");
            for (color, value, [x, y]) in shown {
                let near = |chip: &&SeenTurnedChip| {
                    (f64::from(chip.at[0]) - x).hypot(f64::from(chip.at[1]) - y) < 0.1
                };
                let chip = seen.turned.iter().find(near).unwrap();
                assert_eq!((chip.color, chip.value), (color, value), "{table:?}");
            }
        }
    }
}
