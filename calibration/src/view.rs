//! A camera's view of a plane with heights: from a homography to where raised points appear.
//!
//! A homography maps only the plane itself. Figures stand 16 mm above it; where their heads
//! appear follows from the camera's pose, which a homography and a focal length determine
//! (Zhang 2000, section 3.1). Works in the plane's own unit (cells or mm).

use crate::homography::Homography;

/// Focal length taken when the view is too straight down to tell, as a share of the picture's
/// longer side: the middle of webcams (0.7) and phones (0.85).
const USUAL_FOCAL: f64 = 0.78;
/// Focal lengths believed, as shares of the longer side.
const FOCALS: std::ops::RangeInclusive<f64> = 0.5..=2.0;

/// Where points of a plane, and above it, appear in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Rows of the 3×4 projection, plane units with height up to pixels.
    rows: [[f64; 4]; 3],
    /// Focal length, pixels.
    pub focal_px: f64,
    /// Angle between the line of sight and the plumb line, radians.
    pub tilt_rad: f64,
}

impl View {
    /// The view that a homography implies for a picture of `size` (width, height) with its
    /// optical axis in the middle.
    ///
    /// Returns `None` when the map is degenerate.
    pub fn from_homography(image_from_plane: &Homography, size: [f64; 2]) -> Option<Self> {
        let centre = [size[0] / 2.0, size[1] / 2.0];
        let h = image_from_plane.0;
        // Columns relative to the optical axis.
        let column = |c: usize| {
            [
                h[0][c] - centre[0] * h[2][c],
                h[1][c] - centre[1] * h[2][c],
                h[2][c],
            ]
        };
        let (a, b, t) = (column(0), column(1), column(2));
        let longer = size[0].max(size[1]);
        let focal_px = focal(a, b, longer).unwrap_or(USUAL_FOCAL * longer);
        let ray = |v: [f64; 3]| [v[0] / focal_px, v[1] / focal_px, v[2]];
        let (a, b, t) = (ray(a), ray(b), ray(t));
        let scale = (norm(a) * norm(b)).sqrt();
        if !scale.is_finite() || scale < 1e-9 {
            return None;
        }
        // In front of the camera, depth is positive.
        let sign = if t[2] < 0.0 { -1.0 } else { 1.0 };
        let unit = |v: [f64; 3]| v.map(|x| x * sign / scale);
        let (a, b, t) = (unit(a), unit(b), unit(t));
        let mut up = cross(a, b);
        let length = norm(up);
        if length < 1e-6 {
            return None;
        }
        up = up.map(|x| x / length);
        // Up is towards the camera.
        if dot(up, t) > 0.0 {
            up = up.map(|x| -x);
        }
        let row = |i: usize, f: f64, c: f64| {
            [
                f * a[i] + c * a[2],
                f * b[i] + c * b[2],
                f * up[i] + c * up[2],
                f * t[i] + c * t[2],
            ]
        };
        let rows = [
            row(0, focal_px, centre[0]),
            row(1, focal_px, centre[1]),
            [a[2], b[2], up[2], t[2]],
        ];
        let tilt_rad = (-up[2]).clamp(-1.0, 1.0).acos();
        Some(Self {
            rows,
            focal_px,
            tilt_rad,
        })
    }

    /// Where a point `height` above (`x`, `y`) appears, pixels.
    pub fn project(&self, [x, y, height]: [f64; 3]) -> [f64; 2] {
        let value = |r: usize| {
            self.rows[r][0] * x + self.rows[r][1] * y + self.rows[r][2] * height + self.rows[r][3]
        };
        let w = value(2);
        [value(0) / w, value(1) / w]
    }
}

/// The focal length under which the plane's axes are orthogonal and equally long; `None` when
/// the view is too straight to tell or the answer is no camera's.
fn focal(a: [f64; 3], b: [f64; 3], longer: f64) -> Option<f64> {
    // Two equations in 1/f², solved together by least squares.
    let first = (a[0] * b[0] + a[1] * b[1], -a[2] * b[2]);
    let second = (
        a[0] * a[0] + a[1] * a[1] - b[0] * b[0] - b[1] * b[1],
        b[2] * b[2] - a[2] * a[2],
    );
    let inverse =
        (first.0 * first.1 + second.0 * second.1) / (first.0 * first.0 + second.0 * second.0);
    let focal = (1.0 / inverse).sqrt();
    // With little foreshortening the answer hangs on rounding: it must matter by a few percent.
    let size = a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1];
    let matters = (first.0.hypot(second.0)) / size > 0.03;
    (matters && FOCALS.contains(&(focal / longer))).then_some(focal)
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A camera `tilt` degrees off the plumb line, 700 mm away, focal length 1450 px.
    fn truth(tilt: f64, [x, y, z]: [f64; 3]) -> [f64; 2] {
        let (sin, cos) = f64::to_radians(tilt).sin_cos();
        let (u, v, w) = (x, y * cos - z * sin, -y * sin - z * cos + 700.0);
        [1450.0 * u / w + 960.0, 1450.0 * v / w + 540.0]
    }

    #[test]
    fn heads_appear_where_a_real_camera_shows_them() {
        for tilt in [20.0, 35.0, 55.0] {
            let plane: Vec<[f64; 2]> = (0..25)
                .map(|i| {
                    [
                        f64::from(i % 5) * 60.0 - 120.0,
                        f64::from(i / 5) * 60.0 - 120.0,
                    ]
                })
                .collect();
            let image: Vec<[f64; 2]> = plane
                .iter()
                .map(|p| truth(tilt, [p[0], p[1], 0.0]))
                .collect();
            let fit = Homography::fit(&plane, &image, 1.0).unwrap();
            let view = View::from_homography(&fit.map, [1920.0, 1080.0]).unwrap();
            assert!(
                (view.focal_px - 1450.0).abs() < 5.0,
                "focal {} at {tilt}",
                view.focal_px
            );
            assert!((view.tilt_rad.to_degrees() - tilt).abs() < 0.5);
            let (seen, head) = (
                view.project([80.0, -40.0, 16.0]),
                truth(tilt, [80.0, -40.0, 16.0]),
            );
            assert!((seen[0] - head[0]).hypot(seen[1] - head[1]) < 0.5);
        }
    }

    #[test]
    fn straight_down_falls_back_to_the_usual_lens() {
        let down = Homography([[2.0, 0.0, 960.0], [0.0, 2.0, 540.0], [0.0, 0.0, 1.0]]);
        let view = View::from_homography(&down, [1920.0, 1080.0]).unwrap();
        assert!((view.focal_px - USUAL_FOCAL * 1920.0).abs() < 1.0);
        // A head straight below the lens stays where its foot is.
        let head = view.project([0.0, 0.0, 16.0]);
        assert!((head[0] - 960.0).abs() < 1e-6 && (head[1] - 540.0).abs() < 1e-6);
    }
}
