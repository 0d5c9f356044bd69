//! Tiles laid out in rows on a plain table, found and put in reading order.

use calibration::space::{ImageCorners, apart, middle, point2};
use opencv::core::{self, Mat, Point, Point2f, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::learn::quads::{area as area_of, clockwise, in_reading_order, median, side};

/// Longer side of the picture that is searched, pixels.
const SEARCH_PX: i32 = 1200;
/// Share of the picture's shorter side that a tile's side has, at least and at most.
const SIDE: std::ops::RangeInclusive<f64> = 0.04..=0.7;
/// How much longer than wide an outline may be and still be one tile.
const SQUARE: f64 = 1.45;
/// How much of its quadrangle a tile fills.
const FULL: f64 = 0.8;

/// The corners of every tile that lies by itself on a plain table, row by row from the top, each
/// row from the left; corners clockwise from the top left. Tiles must not touch.
///
/// # Errors
/// Fails when OpenCV does.
pub fn rows(picture: &Mat) -> opencv::Result<Vec<ImageCorners>> {
    let longer = picture.cols().max(picture.rows());
    let scale = f64::from(SEARCH_PX) / f64::from(longer.max(1));
    let scale = scale.min(1.0);
    let how = imgproc::INTER_AREA;
    let small = cv::scaled(picture, scale, how)?;
    let shorter = f64::from(small.cols().min(small.rows()));
    let mut found: Vec<ImageCorners> = Vec::new();
    for mask in [unlike_the_table(&small)?, enclosed_by_edges(&small)?] {
        let mut outlines: Vector<Vector<Point>> = Vector::new();
        let (mode, method) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE);
        imgproc::find_contours(&mask, &mut outlines, mode, method, Point::default())?;
        for outline in &outlines {
            let Some(one) = tile(&outline, shorter)? else {
                continue;
            };
            let near =
                |other: &&mut ImageCorners| apart(middle(other), middle(&one)) < side(&one) / 2.0;
            match found.iter_mut().find(near) {
                // A tile's part that is coloured like the table is missing in one of them.
                Some(other) if side(other) >= side(&one) => {}
                Some(other) => *other = one,
                None => found.push(one),
            }
        }
    }
    let usual = median(found.iter().map(side));
    found.retain(|one| (0.7..1.4).contains(&(side(one) / usual)));
    let corners = found.iter().map(|one| one.map(|at| at / scale));
    Ok(in_reading_order(corners.collect()))
}

/// White where edges enclose something: tiles that are coloured like the table still have a
/// rim, and what shines on the table has none.
fn enclosed_by_edges(picture: &Mat) -> opencv::Result<Mat> {
    let mut edges = Mat::default();
    let smooth = cv::median(picture, 5)?;
    let grey = cv::converted(&smooth, imgproc::COLOR_BGR2GRAY)?;
    imgproc::canny(&grey, &mut edges, CANNY.0, CANNY.1, 3, true)?;
    let closed = cv::morphed(&edges, imgproc::MORPH_CLOSE, &cv::square(9)?)?;
    let mut outlines: Vector<Vector<Point>> = Vector::new();
    let (mode, method) = (imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_SIMPLE);
    imgproc::find_contours(&closed, &mut outlines, mode, method, Point::default())?;
    let mut filled = closed.clone();
    imgproc::draw_contours_def(&mut filled, &outlines, -1, Scalar::all(255.0))?;
    imgproc::fill_poly_def(&mut filled, &outlines, Scalar::all(255.0))?;
    // What is left of cracks and grain of the table is thin.
    cv::morphed(&filled, imgproc::MORPH_OPEN, &cv::square(25)?)
}

/// Gradients from which an edge goes on and begins, grey levels per pixel by Canny's measure.
const CANNY: (f64, f64) = (50.0, 130.0);

/// White where the picture differs from the table, which shows along its rim.
pub(super) fn unlike_the_table(picture: &Mat) -> opencv::Result<Mat> {
    let smooth = cv::median(picture, 7)?;
    let lab = cv::converted(&smooth, imgproc::COLOR_BGR2Lab)?;
    let (rows, cols) = (lab.rows(), lab.cols());
    let mut rim: [Vec<f64>; 3] = std::array::from_fn(|_| Vec::new());
    for row in (0..rows).step_by(4) {
        let inside = row > rows / 50 && row < rows - rows / 50;
        for col in (0..cols).step_by(4) {
            if inside && col > cols / 50 && col < cols - cols / 50 {
                continue;
            }
            let pixel = lab.at_2d::<core::Vec3b>(row, col)?;
            (0..3).for_each(|i| rim[i].push(f64::from(pixel[i])));
        }
    }
    let table = rim.map(|channel| median(channel.into_iter()));
    let ground = Scalar::new(table[0], table[1], table[2], 0.0);
    let far = cv::difference(&lab, &ground)?;
    let mut planes: Vector<Mat> = Vector::new();
    core::split(&far, &mut planes)?;
    // Shadows change lightness only, so it counts less than the colours.
    let mut colours = Mat::default();
    let mut sum = Mat::default();
    core::add_weighted(
        &planes.get(1)?,
        2.0,
        &planes.get(2)?,
        2.0,
        0.0,
        &mut colours,
        -1,
    )?;
    core::add_weighted(&planes.get(0)?, 0.5, &colours, 1.0, 0.0, &mut sum, -1)?;
    let mut mask = Mat::default();
    let otsu = imgproc::THRESH_BINARY | imgproc::THRESH_OTSU;
    let halves = imgproc::threshold(&sum, &mut mask, 0.0, 255.0, otsu)?;
    let least = halves.min(grain(&sum)?);
    imgproc::threshold(&sum, &mut mask, least, 255.0, imgproc::THRESH_BINARY)?;
    let closed = cv::morphed(&mask, imgproc::MORPH_CLOSE, &cv::square(9)?)?;
    cv::morphed(&closed, imgproc::MORPH_OPEN, &cv::square(9)?)
}

/// How much the table differs from itself: what hardly a point of the rim exceeds, and a bit.
fn grain(far: &Mat) -> opencv::Result<f64> {
    let (rows, cols) = (far.rows(), far.cols());
    let mut rim = Vec::new();
    for i in 0..cols.max(rows) {
        for (row, col) in [(4, i), (rows - 5, i), (i, 4), (i, cols - 5)] {
            if (0..rows).contains(&row) && (0..cols).contains(&col) {
                rim.push(*far.at_2d::<u8>(row, col)?);
            }
        }
    }
    rim.sort_unstable();
    let most = rim.get(rim.len() * 49 / 50).copied().unwrap_or(0);
    Ok(f64::from(most).mul_add(1.2, 6.0))
}

/// The corners of an outline that is a tile's, clockwise from the top left.
fn tile(outline: &Vector<Point>, shorter: f64) -> opencv::Result<Option<ImageCorners>> {
    let mut hull: Vector<Point> = Vector::new();
    imgproc::convex_hull(outline, &mut hull, true, true)?;
    let area = imgproc::contour_area(&hull, false)?;
    let frame = imgproc::min_area_rect(&hull)?;
    let (long, short) = (
        f64::from(frame.size.width.max(frame.size.height)),
        f64::from(frame.size.width.min(frame.size.height)),
    );
    if short < shorter * SIDE.start() || long > shorter * SIDE.end() || long > short * SQUARE {
        return Ok(None);
    }
    let length = imgproc::arc_length(&hull, true)?;
    let mut four: Option<ImageCorners> = None;
    for percent in 2..12 {
        let mut simple: Vector<Point> = Vector::new();
        imgproc::approx_poly_dp(
            &hull,
            &mut simple,
            length * f64::from(percent) / 100.0,
            true,
        )?;
        if simple.len() == 4 {
            let points = simple.to_vec();
            four = Some(std::array::from_fn(|i| {
                point2(f64::from(points[i].x), f64::from(points[i].y))
            }));
            break;
        }
    }
    let corners = match four {
        Some(corners) => corners,
        None => {
            let mut points = [Point2f::default(); 4];
            frame.points(&mut points)?;
            points.map(cv::place)
        }
    };
    let filled = area / area_of(&corners).abs().max(1.0);
    let outlined = imgproc::contour_area(outline, false)? / area.max(1.0);
    let fits = (FULL..1.0 / FULL).contains(&filled) && outlined > FULL;
    Ok(fits.then(|| clockwise(corners)))
}
