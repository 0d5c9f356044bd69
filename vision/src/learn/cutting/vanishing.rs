//! From where a photograph looks at tiles that lie edge to edge: their sides run two ways across
//! the table, square to each other, and all lines of one way meet in one point of the picture
//! (its vanishing point). Says how the table would look from straight above, but for how far it is
//! stretched along each way.

use calibration::Homography;
use calibration::space::{Image, ImagePoint, apart, point2};
use opencv::core::{self, Mat, Vec4f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;

/// Shortest line that is looked at, share of the picture's longer side.
const SHORTEST: f64 = 0.012;
/// Longest lines, every two of which propose a point.
const PROPOSE: usize = 120;
/// Lines that judge a proposal, the longest.
const JUDGE: usize = 900;
/// How far a line may point past the point of its way, degrees.
const PAST: f64 = 1.2;
/// Points are followed up by the way they lie in: so many ways of half a turn, so many points of
/// each.
const WAYS: usize = 60;
const OF_A_WAY: usize = 3;
/// Focal lengths that cameras have, squared, in longer sides of the picture.
const FOCAL: std::ops::Range<f64> = 0.3..9.0;
/// Rounds in which the two points are found more closely.
const ROUNDS: usize = 4;

/// A straight line of the picture, in longer sides from its middle.
#[derive(Clone, Copy)]
struct Line {
    /// By the equation `n·(x, y, 1) = 0`, the first two of length one.
    equation: [f64; 3],
    middle: [f64; 2],
    /// Of length one.
    along: [f64; 2],
    length: f64,
}

/// The table seen from straight above, stretched along either axis by nobody knows how much.
#[derive(Clone, Copy, Debug)]
pub(super) enum Level {}

/// The picture in its longer sides from its middle.
enum Centred {}

/// The table as the lines show it.
pub(super) struct Ways {
    /// To where the two ways are the axes.
    pub(super) level_from_image: Homography<Level, Image>,
    /// The lines of each way by their ends in the picture: those along x, those along y.
    pub(super) lines: [Vec<[ImagePoint; 2]>; 2],
}

/// The two ways that explain most of a BGR picture's lines; `None` if there are hardly any.
///
/// # Errors
/// Fails when OpenCV does.
pub(super) fn ways(picture: &Mat) -> opencv::Result<Option<Ways>> {
    let (width, height) = (f64::from(picture.cols()), f64::from(picture.rows()));
    let scale = width.max(height);
    let centred = |at: ImagePoint| [(at.x - width / 2.0) / scale, (at.y - height / 2.0) / scale];
    let mut ends = lines(picture, SHORTEST * scale)?;
    ends.truncate(JUDGE);
    let lines: Vec<Line> = ends
        .iter()
        .map(|&[a, b]| line(centred(a), centred(b)))
        .collect();
    let Some([first, second]) = best_points(&lines) else {
        return Ok(None);
    };
    let [first, second] = closer(&lines, [first, second])?;
    let centre: Homography<Centred, Image> = Homography::new([
        [1.0 / scale, 0.0, -width / 2.0 / scale],
        [0.0, 1.0 / scale, -height / 2.0 / scale],
        [0.0, 0.0, 1.0],
    ]);
    let Some(flat) = flat(first, second) else {
        return Ok(None);
    };
    let of = |point: [f64; 3]| {
        let own = lines
            .iter()
            .zip(&ends)
            .filter(|(line, _)| agrees(line, point) > 0.1);
        own.map(|(_, ends)| *ends).collect()
    };
    Ok(Some(Ways {
        level_from_image: flat.after(&centre),
        lines: [of(first), of(second)],
    }))
}

/// The straight lines of a picture by their ends, the longest first (von Gioi et al. 2012).
fn lines(picture: &Mat, shortest: f64) -> opencv::Result<Vec<[ImagePoint; 2]>> {
    let mut found = Mat::default();
    let grey = cv::converted(picture, imgproc::COLOR_BGR2GRAY)?;
    imgproc::create_line_segment_detector_def()?.detect_def(&grey, &mut found)?;
    if found.empty() {
        return Ok(Vec::new());
    }
    let ends = found.data_typed::<Vec4f>()?.iter();
    let end = |x: f32, y: f32| point2(f64::from(x), f64::from(y));
    let ends = ends.map(|l| [end(l[0], l[1]), end(l[2], l[3])]);
    let length = |[a, b]: &[ImagePoint; 2]| apart(*a, *b);
    let mut lines: Vec<_> = ends.filter(|line| length(line) > shortest).collect();
    lines.sort_by(|a, b| length(b).total_cmp(&length(a)));
    Ok(lines)
}

fn line(a: [f64; 2], b: [f64; 2]) -> Line {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    let along = [dx / length, dy / length];
    let [x, y] = [-along[1], along[0]];
    Line {
        equation: [x, y, -(x * a[0] + y * a[1])],
        middle: [0, 1].map(|k| (a[k] + b[k]) / 2.0),
        along,
        length,
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let of = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [of(1, 2), of(2, 0), of(0, 1)]
}

/// Of length one; `None` if it has none.
fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 1e-9).then(|| v.map(|x| x / length))
}

/// How well a line points to a point (homogeneous), 0…1.
fn agrees(line: &Line, point: [f64; 3]) -> f64 {
    let to = [0, 1].map(|k| point[k] - point[2] * line.middle[k]);
    let off = (to[0] * line.along[1] - to[1] * line.along[0]).abs();
    let sine = off / to[0].hypot(to[1]).max(1e-12);
    (1.0 - sine / PAST.to_radians()).max(0.0)
}

/// The two points to which most lines point and that can be ways square to each other.
fn best_points(lines: &[Line]) -> Option<[[f64; 3]; 2]> {
    let count = lines.len().min(PROPOSE);
    let mut proposed: Vec<(usize, f64, [f64; 3])> = Vec::new();
    for (n, a) in lines[..count].iter().enumerate() {
        for b in &lines[..n] {
            let Some(point) = unit(cross(a.equation, b.equation)) else {
                continue;
            };
            let half_turn = point[1].atan2(point[0]).rem_euclid(std::f64::consts::PI);
            let way = (half_turn / std::f64::consts::PI * WAYS as f64) as usize;
            let worth = lines
                .iter()
                .map(|line| line.length * agrees(line, point))
                .sum();
            proposed.push((way, worth, point));
        }
    }
    proposed.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut taken = [0; WAYS + 1];
    proposed.retain(|(way, ..)| {
        taken[*way] += 1;
        taken[*way] <= OF_A_WAY
    });
    let seen: Vec<Vec<f64>> = proposed
        .iter()
        .map(|(.., point)| lines.iter().map(|l| l.length * agrees(l, *point)).collect())
        .collect();
    let mut best: Option<(f64, [usize; 2])> = None;
    for a in 0..proposed.len() {
        for b in 0..a {
            if !may_be_square(proposed[a].2, proposed[b].2) {
                continue;
            }
            let worth: f64 = seen[a].iter().zip(&seen[b]).map(|(a, b)| a.max(*b)).sum();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, [a, b]));
            }
        }
    }
    best.map(|(_, pair)| pair.map(|n| proposed[n].2))
}

/// Whether some camera sees two ways that are square to each other vanish there, its axis in the
/// middle of the picture.
fn may_be_square(a: [f64; 3], b: [f64; 3]) -> bool {
    /// How far off square they may be where the camera looks straight down, as a cosine.
    const SKEW: f64 = 0.05;
    let along = a[0] * b[0] + a[1] * b[1];
    let deep = a[2] * b[2];
    let focal = -along / deep;
    let skew = along.abs() / (a[0].hypot(a[1]) * b[0].hypot(b[1])).max(1e-12);
    (deep.abs() > 1e-4 && FOCAL.contains(&focal)) || skew < SKEW
}

/// The points again by all lines that point there (least squares).
fn closer(lines: &[Line], mut points: [[f64; 3]; 2]) -> opencv::Result<[[f64; 3]; 2]> {
    for _ in 0..ROUNDS {
        let fitted = |own: [f64; 3], other: [f64; 3]| -> opencv::Result<[f64; 3]> {
            let mut rows: Vec<f64> = Vec::new();
            for line in lines {
                let fits = agrees(line, own);
                if fits > agrees(line, other)
                    && let Some(equation) = unit(line.equation)
                {
                    let weight = (fits * line.length).sqrt();
                    rows.extend(equation.map(|v| v * weight));
                }
            }
            if rows.len() < 9 {
                return Ok(own);
            }
            let count = (rows.len() / 3) as i32;
            let system = Mat::from_slice(&rows)?.reshape(1, count)?.try_clone()?;
            let mut point = Mat::default();
            core::SVD::solve_z(&system, &mut point)?;
            let point = point.data_typed::<f64>()?;
            Ok([point[0], point[1], point[2]])
        };
        points = [fitted(points[0], points[1])?, fitted(points[1], points[0])?];
    }
    Ok(points)
}

/// The map that sends the two points to where x and y vanish.
fn flat(first: [f64; 3], second: [f64; 3]) -> Option<Homography<Level, Centred>> {
    let horizon = unit(cross(first, second))?;
    if horizon[2].abs() < 1e-6 {
        return None;
    }
    let [x, y, z] = horizon;
    let level: Homography<Level, Centred> =
        Homography::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [x / z, y / z, 1.0]]);
    // At infinity now, the points are ways; those become the axes, as seen from above.
    let mut ways = [first, second].map(|p| {
        let length = p[0].hypot(p[1]);
        [p[0] / length, p[1] / length]
    });
    if ways[0][0] * ways[1][1] < ways[0][1] * ways[1][0] {
        ways[1] = ways[1].map(|v| -v);
    }
    let [[a, c], [b, d]] = ways;
    let askew: Homography<Level, Level> =
        Homography::new([[a, b, 0.0], [c, d, 0.0], [0.0, 0.0, 1.0]]);
    Some(askew.inverse()?.after(&level))
}
