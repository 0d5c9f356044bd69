//! What is known of quadrangles: size, middle, how they overlap.

use opencv::core::{Point2f, Vector};
use opencv::imgproc;

/// Corners in a picture, clockwise.
pub type Quad = [[f64; 2]; 4];

/// The area inside, positive where the corners go clockwise in a picture.
pub(super) fn area(quad: &Quad) -> f64 {
    let cross = |i: usize| {
        let (a, b) = (quad[i], quad[(i + 1) % 4]);
        a[0] * b[1] - b[0] * a[1]
    };
    (0..4).map(cross).sum::<f64>() / 2.0
}

/// The side of a square of the same area.
pub(super) fn side(quad: &Quad) -> f64 {
    area(quad).abs().sqrt()
}

pub(super) fn middle(quad: &Quad) -> [f64; 2] {
    [0, 1].map(|k| quad.iter().map(|p| p[k]).sum::<f64>() / 4.0)
}

pub(super) fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The area that two convex quadrangles share.
pub(super) fn shared(a: &Quad, b: &Quad) -> f64 {
    let reach = (side(a) + side(b)) * 0.75;
    if apart(middle(a), middle(b)) > reach {
        return 0.0;
    }
    let points = |quad: &Quad| -> Vector<Point2f> {
        let points = quad.iter();
        let points = points.map(|&[x, y]| Point2f::new(x as f32, y as f32));
        points.collect()
    };
    let mut common = Vector::<Point2f>::new();
    let area = imgproc::intersect_convex_convex_def(&points(a), &points(b), &mut common);
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
        let sum = |i: usize| quad[i][0] + quad[i][1];
        sum(a).total_cmp(&sum(b))
    });
    quad.rotate_left(first.unwrap_or(0));
    quad
}

/// Row by row from the top, each row from the left: a tile belongs to the row whose tiles lie
/// at about its height.
pub fn in_reading_order(mut tiles: Vec<Quad>) -> Vec<Quad> {
    let usual = median(tiles.iter().map(side));
    tiles.sort_by(|a, b| middle(a)[1].total_cmp(&middle(b)[1]));
    let mut rows: Vec<Vec<Quad>> = Vec::new();
    for tile in tiles {
        let near = |row: &&mut Vec<Quad>| {
            let mean = row.iter().map(|t| middle(t)[1]).sum::<f64>() / row.len() as f64;
            (middle(&tile)[1] - mean).abs() < usual * 0.6
        };
        match rows.iter_mut().find(near) {
            Some(row) => row.push(tile),
            None => rows.push(vec![tile]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| middle(a)[0].total_cmp(&middle(b)[0]));
    }
    rows.into_iter().flatten().collect()
}

/// The middle one of the values; 0 where there is none.
pub(super) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
