//! What is known of quadrangles: size, middle, how they overlap.

use calibration::Corners;
use calibration::space::{ImageCorners, apart, middle};
use opencv::core::{Point2f, Vector};
use opencv::imgproc;

use crate::cv;

/// Corners in a picture, clockwise.
pub type Quad = ImageCorners;

/// The area inside, positive where the corners go clockwise in a picture.
pub(super) fn area<Space>(quad: &Corners<Space>) -> f64 {
    let cross = |i: usize| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        a.x * b.y - b.x * a.y
    };
    (0..4).map(cross).sum::<f64>() / 2.0
}

/// The side of a square of the same area.
pub(super) fn side<Space>(quad: &Corners<Space>) -> f64 {
    area(quad).abs().sqrt()
}

/// The area that two convex quadrangles share.
pub(super) fn shared<Space>(a: &Corners<Space>, b: &Corners<Space>) -> f64 {
    let reach = (side(a) + side(b)) * 0.75;
    if apart(middle(a), middle(b)) > reach {
        return 0.0;
    }
    let mut common = Vector::<Point2f>::new();
    let area = imgproc::intersect_convex_convex_def(&cv::smooth(a), &cv::smooth(b), &mut common);
    area.map_or(0.0, f64::from)
}

/// Whether two outlines cannot both be a tile's, since the smaller lies a third within the other.
pub fn lie_over(a: &Quad, b: &Quad) -> bool {
    shared(a, b) > area(a).abs().min(area(b).abs()) / 3.0
}

/// Clockwise from the corner nearest to the picture's top left.
pub(super) fn clockwise(mut quad: Quad) -> Quad {
    if area(&quad) < 0.0 {
        quad.reverse();
    }
    let first = (0..4).min_by(|&a, &b| {
        let sum = |i: usize| quad[i].x + quad[i].y;
        sum(a).total_cmp(&sum(b))
    });
    quad.rotate_left(first.unwrap_or(0));
    quad
}

/// Row by row from the top, each row from the left: a tile belongs to the row whose tiles lie
/// at about its height.
pub fn in_reading_order(mut tiles: Vec<Quad>) -> Vec<Quad> {
    let usual = median(tiles.iter().map(side));
    tiles.sort_by(|a, b| middle(a).y.total_cmp(&middle(b).y));
    let mut rows: Vec<Vec<Quad>> = Vec::new();
    for tile in tiles {
        let near = |row: &&mut Vec<Quad>| {
            let mean = row.iter().map(|t| middle(t).y).sum::<f64>() / row.len() as f64;
            (middle(&tile).y - mean).abs() < usual * 0.6
        };
        match rows.iter_mut().find(near) {
            Some(row) => row.push(tile),
            None => rows.push(vec![tile]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| middle(a).x.total_cmp(&middle(b).x));
    }
    rows.into_iter().flatten().collect()
}

/// The middle one of the values; 0 where there is none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
