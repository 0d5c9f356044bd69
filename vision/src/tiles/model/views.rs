//! Views of a pack's pictures: each as a camera might show it, between other tiles, askew, out of
//! focus, in another light.

use opencv::core::{self, Mat, Point2f, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::cv;
use crate::tiles::model::descriptor::{MARGIN_PX, PATCH_PX, TILE_PX};

/// Side of the face pictures that views are made from, pixels: no view shows more detail than
/// 1.6 times [`TILE_PX`].
const VIEW_PX: i32 = 80;

/// A face picture at [`VIEW_PX`].
pub(super) fn shrink(image: &Mat) -> opencv::Result<Mat> {
    let size = Size::new(VIEW_PX, VIEW_PX);
    let small = cv::resized(image, size, imgproc::INTER_AREA)?;
    Ok(small)
}

/// One view of picture `index`: the tile between random neighbours, seen a little askew, out
/// of focus, in another light, sometimes with a figure on it.
pub(super) fn view(pictures: &[Mat], index: usize, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    let mut board = between_others(pictures, index, rng)?;
    if rng.random_bool(0.35) {
        put_figure(&mut board, rng)?;
    }
    let patch = askew(&board, rng)?;
    light(&patch, rng)
}

/// A 3×3 board piece at full size with picture `index` in its middle.
fn between_others(pictures: &[Mat], index: usize, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    let side = VIEW_PX;
    let mut board = Mat::new_size_with_default(
        Size::new(3 * side, 3 * side),
        core::CV_8UC3,
        Scalar::new(
            rng.random_range(20.0..230.0),
            rng.random_range(20.0..230.0),
            rng.random_range(20.0..230.0),
            0.0,
        ),
    )?;
    for (x, y) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
        if rng.random_bool(0.6) {
            let other = &pictures[rng.random_range(0..pictures.len())];
            let mut slot =
                Mat::roi_mut(&mut board, core::Rect::new(x * side, y * side, side, side))?;
            other.copy_to(&mut slot)?;
        }
    }
    let middle = core::Rect::new(side, side, side, side);
    pictures[index].copy_to(&mut Mat::roi_mut(&mut board, middle)?)?;
    Ok(board)
}

/// A blob of painted wood somewhere on the tile in the middle.
fn put_figure(board: &mut Mat, rng: &mut ChaCha8Rng) -> opencv::Result<()> {
    let side = VIEW_PX;
    let wood = [
        Scalar::new(30.0, 30.0, 200.0, 0.0),
        Scalar::new(200.0, 80.0, 20.0, 0.0),
        Scalar::new(20.0, 190.0, 230.0, 0.0),
        Scalar::new(40.0, 150.0, 30.0, 0.0),
        Scalar::new(25.0, 25.0, 25.0, 0.0),
        Scalar::new(170.0, 120.0, 230.0, 0.0),
    ][rng.random_range(0..6)];
    let at = |rng: &mut ChaCha8Rng| side + rng.random_range(side / 6..side * 5 / 6);
    let centre = core::Point2f::new(at(rng) as f32, at(rng) as f32);
    let size = core::Size2f::new(
        side as f32 * rng.random_range(0.2..0.4),
        side as f32 * rng.random_range(0.2..0.4),
    );
    let blob = core::RotatedRect::new(centre, size, rng.random_range(0.0..180.0))?;
    imgproc::ellipse_rotated_rect(board, blob, wood, -1, imgproc::LINE_AA)
}

/// The tile in the middle of a board piece, a little askew and out of focus.
fn askew(board: &Mat, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    let side = VIEW_PX;
    let jitter = 0.03 * side as f32;
    let mut shake = |x: f32, y: f32, dx: f32, dy: f32| {
        Point2f::new(
            x + dx + rng.random_range(-jitter..jitter),
            y + dy + rng.random_range(-jitter..jitter),
        )
    };
    let (low, high) = (side as f32, 2.0 * side as f32);
    let from = [
        shake(low, low, 0.0, 0.0),
        shake(high, low, 0.0, 0.0),
        shake(high, high, 0.0, 0.0),
        shake(low, high, 0.0, 0.0),
    ];
    // The tile is first shrunk to some smaller size and then shown at the patch's: blur as a
    // distant camera gives it.
    let small = rng.random_range(0.55..1.6f32);
    let (tile, margin) = (TILE_PX as f32 * small, MARGIN_PX as f32 * small);
    let to = [
        Point2f::new(margin, margin),
        Point2f::new(margin + tile, margin),
        Point2f::new(margin + tile, margin + tile),
        Point2f::new(margin, margin + tile),
    ];
    let warp = imgproc::get_perspective_transform_slice_def(from, to)?;
    let size = (PATCH_PX as f32 * small).round() as i32;
    let shrink = VIEW_PX as f32 / tile;
    let soft = cv::softened(board, f64::from(shrink) * 0.4)?;
    let shrunk = cv::warped(
        &soft,
        &warp,
        Size::new(size, size),
        imgproc::INTER_LINEAR,
        core::BORDER_REPLICATE,
        Scalar::default(),
    )?;
    let size = Size::new(PATCH_PX, PATCH_PX);
    let patch = cv::resized(&shrunk, size, imgproc::INTER_LINEAR)?;
    Ok(patch)
}

/// Another light on a patch: gain, gamma and cast per channel, a slope across, noise.
fn light(patch: &Mat, rng: &mut ChaCha8Rng) -> opencv::Result<Mat> {
    let gamma = rng.random_range(0.7..1.4f32);
    let gain: [f32; 3] = std::array::from_fn(|_| rng.random_range(0.75..1.2f32));
    let slope = [
        rng.random_range(-0.25..0.25f32),
        rng.random_range(-0.25..0.25f32),
    ];
    let noise = rng.random_range(0.0..8.0f32);
    let mut lit = patch.clone();
    let row = PATCH_PX as usize;
    for (i, pixel) in lit.data_typed_mut::<core::Vec3b>()?.iter_mut().enumerate() {
        let (x, y) = (
            (i % row) as f32 / row as f32 - 0.5,
            (i / row) as f32 / row as f32 - 0.5,
        );
        let shade = 1.0 + slope[0] * x + slope[1] * y;
        for c in 0..3 {
            let v = (f32::from(pixel[c]) / 255.0).powf(gamma) * gain[c] * shade * 255.0;
            pixel[c] = (v + rng.random_range(-1.0..1.0) * noise).clamp(0.0, 255.0) as u8;
        }
    }
    let mut encoded = Vector::new();
    let quality = rng.random_range(40..95);
    let params = Vector::from_slice(&[opencv::imgcodecs::IMWRITE_JPEG_QUALITY, quality]);
    opencv::imgcodecs::imencode(".jpg", &lit, &mut encoded, &params)?;
    opencv::imgcodecs::imdecode(&encoded, opencv::imgcodecs::IMREAD_COLOR)
}
