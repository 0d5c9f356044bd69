//! Cardboard of the map games: the printed map on the table top, chips, and stacks of tiles.
//!
//! Paints what the artist drew where a scene says it lies; the stacks themselves are slabs like
//! any other. Decides nothing about the game.

use carcassonne::map::{ChipColor, Map};
use opencv::core::{self, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::camera::{self, View};
use crate::synth::error::SynthError;
use crate::synth::light::Light;
use crate::synth::paint::{self, Shadows};
use shapes::map_board::{board, chip_paint};

use crate::art::map::{chip_svg, map_picture};
use crate::art::{Print, raster};

/// Diameter and thickness of a chip, mm.
pub const CHIP_MM: [f64; 2] = [20.0, 2.0];

/// Pixels to a square of the map's picture: a little more than a camera over the table sees.
const SQUARE_PX: i32 = 96;
/// Pixels of a chip's picture.
const CHIP_PX: i32 = 96;

/// A chip or a stack of tiles on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// What it is.
    pub shows: CardShows,
    /// Its middle on the table, mm.
    pub at_mm: [f64; 2],
    /// Clockwise turn, degrees.
    pub turn_deg: f64,
}

/// What a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardShows {
    /// A chip: its back, or its value.
    Chip {
        /// Its colour, on both sides.
        color: ChipColor,
        /// What it shows if it lies face up.
        value: Option<u8>,
    },
    /// A stack of tiles.
    Stack {
        /// What is on top; `None` for a tile that lies face down.
        top: Option<Print>,
        /// Number of tiles.
        layers: u8,
    },
}

/// The map's picture.
pub(in crate::synth) fn printed(map: &Map) -> Result<Mat, SynthError> {
    Ok(map_picture(map, SQUARE_PX)?)
}

/// Lays the map's picture on the table top.
pub(in crate::synth) fn lay(
    canvas: &mut Mat,
    map: &Map,
    picture: &Mat,
    view: &View,
    pitch_mm: f64,
) -> Result<(), SynthError> {
    let [low, _] = board(map);
    let unit = pitch_mm / f64::from(SQUARE_PX);
    let from_px = camera::mat(&[
        [unit, 0.0, (low[0]) * pitch_mm + 0.5 * unit],
        [0.0, unit, (low[1]) * pitch_mm + 0.5 * unit],
        [0.0, 0.0, 1.0],
    ])?;
    let to_canvas = (camera::mat(&view.plane_to_canvas(0.0))? * from_px).into_result()?;
    let to_canvas = to_canvas.to_mat()?;
    let size: Size = canvas.size()?;
    let warp = |from: &Mat| -> Result<Mat, SynthError> {
        let mut to = Mat::default();
        let border = core::BORDER_CONSTANT;
        let how = imgproc::INTER_LINEAR;
        imgproc::warp_perspective(
            from,
            &mut to,
            &to_canvas,
            size,
            how,
            border,
            Scalar::all(0.0),
        )?;
        Ok(to)
    };
    let whole = Mat::new_size_with_default(picture.size()?, core::CV_8UC1, Scalar::all(255.0))?;
    // Seen smaller than it is drawn, so that fine lines do not flicker.
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(picture, &mut soft, Size::new(0, 0), 0.6)?;
    warp(&soft)?.copy_to_masked(canvas, &warp(&whole)?)?;
    Ok(())
}

/// The rim of a chip at some height.
fn round(card: &Card) -> Vec<[f64; 2]> {
    let radius = CHIP_MM[0] / 2.0;
    let at = |k: i32| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 32.0).sin_cos();
        [card.at_mm[0] + cos * radius, card.at_mm[1] + sin * radius]
    };
    (0..32).map(at).collect()
}

/// Adds a chip's shadow.
pub(in crate::synth) fn shade_chip(
    card: &Card,
    view: &View,
    light: &Light,
    cast: &mut Shadows,
) -> Result<(), SynthError> {
    match card.shows {
        CardShows::Chip { .. } => cast.cast(view, &round(card), 0.0, CHIP_MM[1], light.slope()),
        CardShows::Stack { .. } => Ok(()),
    }
}

/// Paints a chip.
pub(in crate::synth) fn draw_chip(
    canvas: &mut Mat,
    card: &Card,
    view: &View,
    light: &Light,
) -> Result<(), SynthError> {
    let CardShows::Chip { color, value } = card.shows else {
        return Ok(());
    };
    let rim = round(card);
    let at = |height: f64| -> Vec<[f64; 2]> {
        let place = |p: &[f64; 2]| view.place([p[0], p[1], height]);
        rim.iter().map(place).collect()
    };
    let side = chip_paint(color).map(|v| f64::from(v) * 0.8);
    let level = light.on([0.0, 0.0, 1.0]) * 0.85;
    for k in 0..4 {
        let ring = at(CHIP_MM[1] * f64::from(k) / 4.0);
        paint::fill(canvas, &ring, [0.0; 2], 1.0, paint::bgr(side, level), true)?;
    }
    let picture = raster(&chip_svg(color, value), CHIP_PX, CHIP_PX)?;
    let (sin, cos) = card.turn_deg.to_radians().sin_cos();
    let half = CHIP_MM[0] / 2.0;
    let corner = |[x, y]: [f64; 2]| {
        let [x, y] = [x * half, y * half];
        let at = [
            card.at_mm[0] + cos * x - sin * y,
            card.at_mm[1] + sin * x + cos * y,
        ];
        view.place([at[0], at[1], CHIP_MM[1]])
    };
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner);
    let mut small = Mat::default();
    // As large as it will be seen, so that nothing flickers.
    let px = (view.scale([card.at_mm[0], card.at_mm[1], 0.0]) * CHIP_MM[0]).max(8.0) * 1.2;
    let size = Size::new(px as i32, px as i32);
    imgproc::resize(&picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    paint::lay_picture(canvas, &small, &corners, &at(CHIP_MM[1]))
}
