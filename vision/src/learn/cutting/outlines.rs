//! Outlines that may be tiles by themselves: whatever is enclosed by a colour of the table or by
//! edges and has four corners. Knows neither how large tiles are nor from where they are seen;
//! the most that are of one size tell.

use calibration::space::point2;
use opencv::core::{self, Mat, Point, Point2f, Scalar, Size, TermCriteria, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use super::edges::Edges;
use crate::cv;
use crate::learn::quads::{Quad, area, clockwise, shared, side};

/// Share of the picture's shorter side that a tile's side has, at least and at most.
const SIDE: std::ops::RangeInclusive<f64> = 0.035..=0.75;
/// How much longer than wide an outline may be and still be one tile, seen obliquely.
const SQUARE: f64 = 1.8;
/// How much of its quadrangle a tile fills, and its hull of it.
const FULL: f64 = 0.85;
/// Least frame of edges, 0…1, of an outline that counts.
const FRAMED: f32 = 0.45;
/// How far sizes of tiles of one photograph differ by perspective.
const ALIKE: f64 = 1.25;

/// The outlines of one size that explain most of the picture, none over another.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn outlines(picture: &Mat, edges: &Edges) -> opencv::Result<Vec<Quad>> {
    let all = candidates(picture)?;
    let framed = all.into_iter().map(|quad| (edges.frame(&quad), quad));
    let mut framed: Vec<(f32, Quad)> = framed.filter(|(frame, _)| *frame > FRAMED).collect();
    framed.sort_by(|a, b| {
        let worth = |(frame, quad): &(f32, Quad)| f64::from(*frame) * side(quad).sqrt();
        worth(b).total_cmp(&worth(a))
    });
    let mut sizes: Vec<i32> = framed
        .iter()
        .map(|(_, quad)| (side(quad).ln() / 0.05).round() as i32)
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut best: (f64, Vec<Quad>) = (0.0, Vec::new());
    for size in sizes {
        let size = (f64::from(size) * 0.05).exp();
        let mut kept: Vec<Quad> = Vec::new();
        let mut worth = 0.0;
        for (frame, quad) in &framed {
            let own = side(quad);
            let fits = own > size / ALIKE && own < size * ALIKE;
            if fits && kept.iter().all(|k| shared(k, quad) < 0.1 * own * own) {
                kept.push(*quad);
                worth += f64::from(frame * frame) * own;
            }
        }
        if worth > best.0 {
            best = (worth, kept);
        }
    }
    Ok(best.1)
}

/// Everything with four corners in any of the masks.
fn candidates(picture: &Mat) -> opencv::Result<Vec<Quad>> {
    let smooth = cv::median(picture, 5)?;
    let shorter = f64::from(picture.cols().min(picture.rows()));
    let mut found = Vec::new();
    let mut look = |mask: &Mat| -> opencv::Result<()> {
        let mut contours: Vector<Vector<Point>> = Vector::new();
        let (mode, method) = (imgproc::RETR_LIST, imgproc::CHAIN_APPROX_SIMPLE);
        imgproc::find_contours(mask, &mut contours, mode, method, Point::default())?;
        for contour in &contours {
            if let Some(quad) = quad(&contour, shorter)? {
                found.push(quad);
            }
        }
        Ok(())
    };
    for groups in [3, 6] {
        let (labels, size) = colours(&smooth, groups)?;
        let singles = (0..groups).map(|a| [a, a]);
        let pairs = (0..groups).flat_map(|a| (0..a).map(move |b| [a, b]));
        let pairs = pairs.filter(|_| groups == 6);
        for table in singles.chain(pairs) {
            let mask: Vec<u8> = labels
                .iter()
                .map(|l| if table.contains(l) { 0 } else { 255 })
                .collect();
            let flat = Mat::from_slice(&mask)?;
            let mask = flat.reshape(1, size.height)?.try_clone()?;
            look(&mask)?;
            look(&cv::morphed(&mask, imgproc::MORPH_OPEN, &cv::square(7)?)?)?;
        }
    }
    let grey = cv::converted(&smooth, imgproc::COLOR_BGR2GRAY)?;
    for (weak, strong) in [(50.0, 130.0), (25.0, 70.0)] {
        let mut thin = Mat::default();
        imgproc::canny(&grey, &mut thin, weak, strong, 3, true)?;
        for close in [3, 7] {
            let closed = cv::morphed(&thin, imgproc::MORPH_CLOSE, &cv::square(close)?)?;
            let mut contours: Vector<Vector<Point>> = Vector::new();
            let (mode, method) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE);
            imgproc::find_contours(&closed, &mut contours, mode, method, Point::default())?;
            let mut filled = Mat::zeros_size(grey.size()?, core::CV_8U)?.to_mat()?;
            imgproc::fill_poly_def(&mut filled, &contours, Scalar::all(255.0))?;
            let solid = cv::morphed(&filled, imgproc::MORPH_OPEN, &cv::square(15)?)?;
            look(&solid)?;
            let thick = cv::morphed(&closed, imgproc::MORPH_DILATE, &cv::square(3)?)?;
            let holes = cv::inverted(&thick)?;
            look(&holes)?;
        }
    }
    Ok(found)
}

/// Which of so many usual colours each pixel has (k-means in CIE Lab, lightness counting half
/// because shadows change it), and the picture's size.
fn colours(picture: &Mat, groups: u8) -> opencv::Result<(Vec<u8>, Size)> {
    let lab = cv::converted(picture, imgproc::COLOR_BGR2Lab)?;
    let how = imgproc::INTER_AREA;
    let small = cv::scaled(&lab, 0.25, how)?;
    let weigh = |p: &Vec3b| [f32::from(p[0]) * 0.5, f32::from(p[1]), f32::from(p[2])];
    let samples: Vec<f32> = small
        .data_typed::<Vec3b>()?
        .iter()
        .flat_map(weigh)
        .collect();
    let rows = (samples.len() / 3) as i32;
    let samples = Mat::from_slice(&samples)?.reshape(1, rows)?.try_clone()?;
    let criteria = TermCriteria::new(core::TermCriteria_EPS + core::TermCriteria_COUNT, 20, 0.5)?;
    let mut labels = Mat::default();
    let mut centres = Mat::default();
    // Beginnings are drawn at random; the same picture is to be cut the same way every time.
    core::set_rng_seed(1)?;
    core::kmeans(
        &samples,
        i32::from(groups),
        &mut labels,
        criteria,
        1,
        core::KMEANS_PP_CENTERS,
        &mut centres,
    )?;
    let centres: Vec<[f32; 3]> = centres
        .data_typed::<f32>()?
        .chunks_exact(3)
        .map(|c| [c[0], c[1], c[2]])
        .collect();
    let nearest = |p: &Vec3b| {
        let own = weigh(p);
        let far = |c: &[f32; 3]| (0..3).map(|k| (own[k] - c[k]).powi(2)).sum::<f32>();
        let each = centres.iter().enumerate();
        let near = each.min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
        near.map_or(0, |(label, _)| label as u8)
    };
    let labels = lab.data_typed::<Vec3b>()?.iter().map(nearest).collect();
    Ok((labels, lab.size()?))
}

/// The four corners of an outline that may be a tile's.
fn quad(contour: &Vector<Point>, shorter: f64) -> opencv::Result<Option<Quad>> {
    let bounds = imgproc::bounding_rect(contour)?;
    if f64::from(bounds.width.max(bounds.height)) < shorter * SIDE.start() {
        return Ok(None);
    }
    let mut hull: Vector<Point> = Vector::new();
    imgproc::convex_hull(contour, &mut hull, true, true)?;
    let filled = imgproc::contour_area_def(&hull)?;
    let frame = imgproc::min_area_rect(&hull)?;
    let (width, height) = (f64::from(frame.size.width), f64::from(frame.size.height));
    let (long, short) = (width.max(height), width.min(height));
    let possible = short >= shorter * SIDE.start()
        && long <= shorter * SIDE.end()
        && long <= short * SQUARE
        && imgproc::contour_area_def(contour)? >= FULL * filled;
    if !possible {
        return Ok(None);
    }
    let length = imgproc::arc_length(&hull, true)?;
    let mut four = None;
    for percent in 2..12 {
        let mut simple: Vector<Point> = Vector::new();
        let off = length * f64::from(percent) / 100.0;
        imgproc::approx_poly_dp(&hull, &mut simple, off, true)?;
        if simple.len() == 4 {
            let points = simple.to_vec();
            four =
                Some([0, 1, 2, 3].map(|i| point2(f64::from(points[i].x), f64::from(points[i].y))));
            break;
        }
    }
    let quad: Quad = match four {
        Some(quad) => quad,
        None => {
            let mut points = [Point2f::default(); 4];
            frame.points(&mut points)?;
            points.map(cv::place)
        }
    };
    let share = filled / area(&quad).abs().max(1.0);
    Ok((FULL..1.0 / FULL).contains(&share).then(|| clockwise(quad)))
}
