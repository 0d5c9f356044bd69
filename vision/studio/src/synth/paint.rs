//! Brushes for the distortion-free canvas: soft-edged polygons, patches, warped pictures and
//! a shadow layer. Knows pixels only, never the game.

use opencv::core::{self, Mat, Point, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::camera::View;
use crate::synth::error::SynthError;

/// Sub-pixel bits given to OpenCV's polygon filler.
const SHIFT: i32 = 4;

/// The smallest pixel rectangle around `points`, grown by `grow` and cut at the canvas;
/// `None` when nothing of it is on the canvas.
pub fn bounds(points: &[[f64; 2]], grow: f64, canvas: Size) -> Option<Rect> {
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    for p in points {
        for i in 0..2 {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
    }
    let limit = [canvas.width, canvas.height];
    let at = |v: f64, i: usize| v.clamp(0.0, f64::from(limit[i])) as i32;
    let (x0, y0) = (
        at((low[0] - grow).floor(), 0),
        at((low[1] - grow).floor(), 1),
    );
    let (x1, y1) = (
        at((high[0] + grow).ceil() + 1.0, 0),
        at((high[1] + grow).ceil() + 1.0, 1),
    );
    (x1 > x0 && y1 > y0).then(|| Rect::new(x0, y0, x1 - x0, y1 - y0))
}

/// Fills a polygon (canvas pixels) into `to`, whose upper left pixel is `origin` and whose
/// pixels are `1 / zoom` canvas pixels wide.
pub fn fill(
    to: &mut Mat,
    polygon: &[[f64; 2]],
    origin: [f64; 2],
    zoom: f64,
    colour: Scalar,
    smooth: bool,
) -> Result<(), SynthError> {
    if polygon.len() < 3 {
        return Ok(());
    }
    let one = f64::from(1 << SHIFT);
    // Centres of pixels are whole numbers for OpenCV: keep them so under zoom.
    let at = |v: f64, o: f64| {
        (((v - o + 0.5) * zoom - 0.5) * one)
            .clamp(-1e6, 1e6)
            .round() as i32
    };
    let points: Vector<Point> = polygon
        .iter()
        .map(|p| Point::new(at(p[0], origin[0]), at(p[1], origin[1])))
        .collect();
    let polygons = Vector::<Vector<Point>>::from_iter([points]);
    let line = if smooth {
        imgproc::LINE_AA
    } else {
        imgproc::LINE_8
    };
    imgproc::fill_poly(to, &polygons, colour, line, SHIFT, Point::new(0, 0))?;
    Ok(())
}

/// An empty patch the size of `roi` times `zoom`.
pub fn patch(roi: Rect, zoom: i32, kind: i32) -> Result<Mat, SynthError> {
    Ok(Mat::new_rows_cols_with_default(
        roi.height * zoom,
        roi.width * zoom,
        kind,
        Scalar::all(0.0),
    )?)
}

/// Lays `patch` over the canvas at `roi`, as opaque as `mask` says (0..=255).
pub fn blend(canvas: &mut Mat, roi: Rect, patch: &Mat, mask: &Mat) -> Result<(), SynthError> {
    let stride = canvas.cols() as usize * 3;
    let (width, height) = (roi.width as usize, roi.height as usize);
    let (patch, mask) = (patch.data_bytes()?, mask.data_bytes()?);
    let pixels = canvas.data_bytes_mut()?;
    for row in 0..height {
        let start = (roi.y as usize + row) * stride + roi.x as usize * 3;
        let to = &mut pixels[start..start + width * 3];
        let from = &patch[row * width * 3..(row + 1) * width * 3];
        let cover = &mask[row * width..(row + 1) * width];
        for ((to, from), &cover) in to.chunks_exact_mut(3).zip(from.chunks_exact(3)).zip(cover) {
            if cover > 0 {
                let a = u32::from(cover) + u32::from(cover >> 7);
                for i in 0..3 {
                    to[i] = ((u32::from(to[i]) * (256 - a) + u32::from(from[i]) * a) >> 8) as u8;
                }
            }
        }
    }
    Ok(())
}

/// Lays a flat picture onto the canvas. `corners` are the canvas places of the picture's
/// corners NW NE SE SW, `outline` the polygon of canvas it fills (its corners may be cut).
pub fn lay_picture(
    canvas: &mut Mat,
    picture: &Mat,
    corners: &[[f64; 2]; 4],
    outline: &[[f64; 2]],
) -> Result<(), SynthError> {
    let Some(roi) = bounds(outline, 1.0, canvas.size()?) else {
        return Ok(());
    };
    let (w, h) = (picture.cols() as f32, picture.rows() as f32);
    let point = |x: f32, y: f32| core::Point2f::new(x - 0.5, y - 0.5);
    let from = Vector::from_slice(&[point(0.0, 0.0), point(w, 0.0), point(w, h), point(0.0, h)]);
    let to: Vector<core::Point2f> = corners
        .iter()
        .map(|p| {
            core::Point2f::new(
                (p[0] - f64::from(roi.x)) as f32,
                (p[1] - f64::from(roi.y)) as f32,
            )
        })
        .collect();
    let map = imgproc::get_perspective_transform_def(&from, &to)?;
    let mut seen = Mat::default();
    imgproc::warp_perspective(
        picture,
        &mut seen,
        &map,
        roi.size(),
        imgproc::INTER_LINEAR,
        core::BORDER_REPLICATE,
        Scalar::all(0.0),
    )?;
    let mut mask = patch(roi, 1, core::CV_8UC1)?;
    let origin = [f64::from(roi.x), f64::from(roi.y)];
    fill(&mut mask, outline, origin, 1.0, Scalar::all(255.0), true)?;
    blend(canvas, roi, &seen, &mask)
}

/// Shadows, gathered as polygons and then laid over the canvas at once. Kept at half the
/// canvas' resolution: shadows are soft.
pub struct Shadows {
    layer: Mat,
    touched: Vec<[f64; 2]>,
}

impl Shadows {
    pub fn new(canvas: Size) -> Result<Self, SynthError> {
        Ok(Self {
            layer: Mat::new_rows_cols_with_default(
                canvas.height / 2 + 1,
                canvas.width / 2 + 1,
                core::CV_8UC1,
                Scalar::all(0.0),
            )?,
            touched: Vec::new(),
        })
    }

    /// Adds the shadow that a prism over `foot` (table mm) casts on the plane at height
    /// `on`, its top `tall` mm above that plane, with light that moves `slope` mm sideways
    /// per mm it falls.
    pub fn cast(
        &mut self,
        view: &View,
        foot: &[[f64; 2]],
        on: f64,
        tall: f64,
        slope: [f64; 2],
    ) -> Result<(), SynthError> {
        let mut cloud = Vector::<core::Point2f>::new();
        for p in foot {
            for h in [0.0, tall] {
                let at = view.place([p[0] + slope[0] * h, p[1] + slope[1] * h, on]);
                cloud.push(core::Point2f::new(at[0] as f32, at[1] as f32));
            }
        }
        let mut hull = Vector::<core::Point2f>::new();
        imgproc::convex_hull_def(&cloud, &mut hull)?;
        let hull: Vec<_> = hull
            .iter()
            .map(|p| [f64::from(p.x), f64::from(p.y)])
            .collect();
        self.add(&hull)
    }

    /// Adds a polygon given in canvas pixels.
    pub fn add(&mut self, polygon: &[[f64; 2]]) -> Result<(), SynthError> {
        fill(
            &mut self.layer,
            polygon,
            [0.0, 0.0],
            0.5,
            Scalar::all(255.0),
            true,
        )?;
        self.touched.extend_from_slice(polygon);
        Ok(())
    }

    /// Darkens the canvas: full shadow keeps `1 − strength` of the light, edges are as soft
    /// as `softness_px` canvas pixels.
    pub fn lay(self, canvas: &mut Mat, strength: f64, softness_px: f64) -> Result<(), SynthError> {
        let Some(roi) = bounds(&self.touched, softness_px * 3.0 + 4.0, canvas.size()?) else {
            return Ok(());
        };
        // Even coordinates so that the half-resolution layer lines up.
        let roi = Rect::new(roi.x & !1, roi.y & !1, roi.width & !1, roi.height & !1);
        if roi.width < 2 || roi.height < 2 {
            return Ok(());
        }
        let half = Rect::new(roi.x / 2, roi.y / 2, roi.width / 2, roi.height / 2);
        let part = Mat::roi(&self.layer, half)?.try_clone()?;
        let mut soft = Mat::default();
        let sigma = (softness_px / 2.0).max(0.3);
        imgproc::gaussian_blur_def(&part, &mut soft, Size::new(0, 0), sigma)?;
        let mut full = Mat::default();
        imgproc::resize(
            &soft,
            &mut full,
            roi.size(),
            0.0,
            0.0,
            imgproc::INTER_LINEAR,
        )?;
        let keep = (strength.clamp(0.0, 1.0) * 256.0) as u32;
        let stride = canvas.cols() as usize * 3;
        let width = roi.width as usize;
        let mask = full.data_bytes()?;
        let pixels = canvas.data_bytes_mut()?;
        for row in 0..roi.height as usize {
            let start = (roi.y as usize + row) * stride + roi.x as usize * 3;
            let to = pixels[start..start + width * 3].chunks_exact_mut(3);
            for (to, &dark) in to.zip(&mask[row * width..(row + 1) * width]) {
                if dark > 0 {
                    let light = 256 - ((u32::from(dark) * keep) >> 8);
                    for channel in to {
                        *channel = ((u32::from(*channel) * light) >> 8) as u8;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Blue, green, red of a colour given as red, green, blue, times `light`.
pub fn bgr(colour: [f64; 3], light: f64) -> Scalar {
    Scalar::new(
        (colour[2] * light).clamp(0.0, 255.0),
        (colour[1] * light).clamp(0.0, 255.0),
        (colour[0] * light).clamp(0.0, 255.0),
        0.0,
    )
}
