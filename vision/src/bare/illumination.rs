//! How light falls off over the board, from its bare look and what is seen.
//!
//! A flash leaves the far side half as bright as the near one: grass there would pass for yellow wood,
//! and blue wood for black. Places and light are those of the board, so what one look tells holds for a
//! part of the board, too.

use opencv::core::{Mat, Rect, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::TableLight;
use crate::bare::raster::{CELL_PX, Raster};
use crate::picture::illumination::{Illumination, lit_exactly};

/// Side of the squares whose light is compared, pixels of the raster, and how many must tell it: six tiles
/// from above. Of each square one row in two, and of that one pixel in seven, is looked at.
const SQUARE_PX: i32 = CELL_PX / 2;
const FEWEST: usize = 24;
const ROWS: usize = 2;
const STEP: usize = 7;
/// Lightness under which a print, or what is seen, tells nothing, 0 to 100.
const DARK: f32 = 8.0;
/// How many times as light one side of the board is as the other, at least, for paints to be judged in
/// even light. In ten changed copies of a photograph where it is some 1.4 times, 216 of 229 figures were
/// right in even light and 227 in the camera's own; on one where it is some 2.2 times, grass passed for
/// three yellow farmers in its own.
const STEEP: f32 = 1.5;
/// Cells over which light is expected to differ.
const UNIT: f64 = 10.0;
/// Side of the squares that are brought into even light together, pixels.
const TOGETHER_PX: i32 = 16;

/// The light over a board that is `printed` and `seen` like that, both in Lab, where it is known.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn of(
    raster: &Raster,
    printed: &Mat,
    seen: &Mat,
    known: &Mat,
) -> opencv::Result<Illumination> {
    let bare = TableLight::of(printed, seen, known)?.on(printed)?;
    let mut places = Vec::new();
    for square in squares(known.size()?, SQUARE_PX) {
        let mut ratios = Vec::new();
        for y in (square.y..square.y + square.height).step_by(ROWS) {
            let (bare, seen) = (bare.at_row::<Vec3f>(y)?, seen.at_row::<Vec3f>(y)?);
            let known = known.at_row::<u8>(y)?;
            for x in (square.x..square.x + square.width).step_by(STEP) {
                let x = x as usize;
                if known[x] > 0 && bare[x][0] > DARK && seen[x][0] > DARK {
                    ratios.push(f64::from(seen[x][0] / bare[x][0]).ln());
                }
            }
        }
        ratios.sort_by(f64::total_cmp);
        let looked_at = (square.width * square.height) as usize / (ROWS * STEP);
        let median = ratios.get(ratios.len() / 2);
        let median = median.filter(|_| 2 * ratios.len() >= looked_at);
        places.extend(median.map(|ratio| (middle(raster, square), *ratio)));
    }
    if places.len() < FEWEST {
        return Ok(Illumination::default());
    }
    let light = Illumination::of(&places, UNIT)?;
    let gains = places.iter().map(|(at, _)| light.gain(*at));
    let (least, most) = gains.fold((f32::INFINITY, 0.0f32), |(least, most), gain| {
        (least.min(gain), most.max(gain))
    });
    Ok(match most > STEEP * least {
        true => light,
        false => Illumination::default(),
    })
}

/// Brings what is seen of a board, in Lab, into even light.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn even(
    seen: &mut Mat,
    raster: &Raster,
    illumination: &Illumination,
) -> opencv::Result<()> {
    if illumination.is_even() {
        return Ok(());
    }
    let size = seen.size()?;
    let columns = (size.width + TOGETHER_PX - 1) / TOGETHER_PX;
    let gains: Vec<f32> = squares(size, TOGETHER_PX)
        .map(|square| illumination.gain(middle(raster, square)))
        .collect();
    let rows = gains.len() as i32 / columns.max(1);
    let gains = Mat::from_slice(&gains)?;
    let gains = gains.reshape(1, rows)?;
    let mut smooth = Mat::default();
    let whole = Size::new(columns * TOGETHER_PX, rows * TOGETHER_PX);
    imgproc::resize(&gains, &mut smooth, whole, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    for y in 0..size.height {
        let gains = smooth.at_row::<f32>(y)?;
        for (pixel, gain) in seen.at_row_mut::<Vec3f>(y)?.iter_mut().zip(gains) {
            *pixel = lit_exactly(*pixel, *gain);
        }
    }
    Ok(())
}

/// A picture cut into squares, row by row; those at its end are cut off.
fn squares(size: Size, side: i32) -> impl Iterator<Item = Rect> {
    let whole = Rect::new(0, 0, size.width, size.height);
    let step = side as usize;
    let rows = (0..size.height).step_by(step);
    rows.flat_map(move |y| {
        (0..size.width)
            .step_by(step)
            .map(move |x| Rect::new(x, y, side, side) & whole)
    })
}

/// Where on the board the middle of a square lies, cells.
fn middle(raster: &Raster, square: Rect) -> [f64; 2] {
    let [x, y] = [square.x, square.y].map(f64::from);
    let [half_x, half_y] = [square.width, square.height].map(|side| f64::from(side) / 2.0);
    let at = calibration::space::point2(x + half_x, y + half_y);
    raster.lattice_from_raster.apply(at).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use calibration::space;
    use carcassonne::geometry::Cell;
    use opencv::core::{CV_8UC1, CV_32FC3, Scalar};

    /// Six tiles in a row of one print, the last in half the light of the first, dark pieces on two.
    #[test]
    fn a_board_in_a_flash_is_as_light_all_over_as_its_print() -> opencv::Result<()> {
        let lattice = Lattice::from_tile(space::square(0.0, 100.0)).expect("a square");
        let cells: Vec<Cell> = (0..6).map(|x| Cell::new(x, 0)).collect();
        let raster = Raster::from_above(&lattice, cells.iter()).expect("a raster");
        let grass = Scalar::new(60.0, -30.0, 40.0, 0.0);
        let printed = Mat::new_size_with_default(raster.size, CV_32FC3, grass)?;
        let mut known = Mat::new_size_with_default(raster.size, CV_8UC1, Scalar::all(0.0))?;
        let mut seen = printed.clone();
        let tiles = Rect::new(CELL_PX, CELL_PX, 6 * CELL_PX, CELL_PX);
        imgproc::rectangle(
            &mut known,
            tiles,
            Scalar::all(255.0),
            -1,
            imgproc::LINE_8,
            0,
        )?;
        let light = |x: i32| 0.5f32.powf((x - tiles.x) as f32 / tiles.width as f32);
        for y in 0..seen.rows() {
            for (x, pixel) in seen.at_row_mut::<Vec3f>(y)?.iter_mut().enumerate() {
                *pixel = lit_exactly(*pixel, light(x as i32));
            }
        }
        for tile in [1, 4] {
            let side = CELL_PX / 2;
            let piece = Rect::new(tiles.x + tile * CELL_PX, tiles.y, side, side);
            imgproc::rectangle(&mut seen, piece, Scalar::all(15.0), -1, imgproc::LINE_8, 0)?;
        }
        let told = of(&raster, &printed, &seen, &known)?;
        even(&mut seen, &raster, &told)?;
        let at = |cell: i32| -> opencv::Result<f32> {
            let (x, y) = (tiles.x + cell * CELL_PX + 8, tiles.y + 8);
            Ok(seen.at_2d::<Vec3f>(y, x)?[0])
        };
        let (near, far) = (at(0)?, at(5)?);
        assert!((near / far - 1.0).abs() < 0.08, "{near} and {far}");
        Ok(())
    }
}
