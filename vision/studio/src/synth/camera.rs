//! The photographer's camera: where it stands, its lens, and the maps between the table,
//! the distortion-free canvas everything is painted on, and the finished picture.
//!
//! Table coordinates are millimetres, x right, y down, origin at the start tile's centre;
//! heights grow upwards from the table top. For OpenCV a point is (x, y, −height), which is
//! right-handed. This module never looks at what lies on the table.

use opencv::calib3d;
use opencv::core::{self, Mat, Point2d, Point3d, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

use crate::synth::error::SynthError;

/// A pinhole camera with radial lens distortion, looking at the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// Point of the table in the middle of the picture, mm. Default: the start tile.
    pub target_mm: [f64; 2],
    /// Distance from the lens to that point, mm. 690: a webcam on a short arm sees about
    /// 900 × 500 mm of table.
    pub distance_mm: f64,
    /// Angle between the line of sight and the plumb line, degrees, 0..=75. 20: an arm at
    /// the table's edge; 35 and more: a phone leaning on something.
    pub tilt_deg: f64,
    /// Where the camera stands around the table, degrees: 0 in the south looking north,
    /// growing clockwise as seen from above (90: in the west).
    pub turn_deg: f64,
    /// Turn of the camera about its own line of sight, degrees, clockwise. 0.5: nobody
    /// mounts a camera exactly level.
    pub roll_deg: f64,
    /// Focal length, pixels. 1450 at 1920 wide: about 67° across, a usual webcam.
    pub focal_px: f64,
    /// Radial distortion k1, k2, k3 of OpenCV's model. Small barrel by default, as webcams
    /// have.
    pub radial: [f64; 3],
    /// Picture size in pixels, width and height.
    pub size: [i32; 2],
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            target_mm: [0.0, 0.0],
            distance_mm: 690.0,
            tilt_deg: 20.0,
            turn_deg: 7.0,
            roll_deg: 0.5,
            focal_px: 1450.0,
            radial: [-0.04, 0.01, 0.0],
            size: [1920, 1080],
        }
    }
}

impl Camera {
    /// Rows: the camera's right, down and forward axes in (x, y, −height).
    pub fn rotation(&self) -> [[f64; 3]; 3] {
        let (sin_tilt, cos_tilt) = self.tilt_deg.to_radians().sin_cos();
        let (sin_turn, cos_turn) = self.turn_deg.to_radians().sin_cos();
        let (sin_roll, cos_roll) = self.roll_deg.to_radians().sin_cos();
        let forward = [sin_turn * sin_tilt, -cos_turn * sin_tilt, cos_tilt];
        let right = [cos_turn, sin_turn, 0.0];
        let down = cross(forward, right);
        let mix =
            |a: f64, b: f64| -> [f64; 3] { std::array::from_fn(|i| a * right[i] + b * down[i]) };
        [mix(cos_roll, sin_roll), mix(-sin_roll, cos_roll), forward]
    }

    /// The lens in (x, y, −height), mm.
    pub fn position(&self) -> [f64; 3] {
        let forward = self.rotation()[2];
        std::array::from_fn(|i| {
            let target = [self.target_mm[0], self.target_mm[1], 0.0][i];
            target - forward[i] * self.distance_mm
        })
    }

    /// The translation that goes with [`Camera::rotation`]: x_camera = R x + t.
    pub fn translation(&self) -> [f64; 3] {
        let position = self.position();
        self.rotation().map(|row| -dot(row, position))
    }

    /// OpenCV's 3×3 camera matrix; the optical axis meets the picture's middle.
    pub fn matrix(&self) -> [[f64; 3]; 3] {
        let [width, height] = self.size.map(f64::from);
        [
            [self.focal_px, 0.0, (width - 1.0) / 2.0],
            [0.0, self.focal_px, (height - 1.0) / 2.0],
            [0.0, 0.0, 1.0],
        ]
    }

    /// Where points of the table (`[x, y, height]`, mm) appear in the picture, pixels.
    /// Fails only where OpenCV does; points behind the lens give meaningless places.
    pub fn project(&self, points_mm: &[[f64; 3]]) -> Result<Vec<[f64; 2]>, SynthError> {
        let points: Vector<Point3d> = points_mm
            .iter()
            .map(|p| Point3d::new(p[0], p[1], -p[2]))
            .collect();
        let mut rvec = Mat::default();
        calib3d::rodrigues_def(&mat(&self.rotation())?, &mut rvec)?;
        let tvec = Mat::from_slice(&self.translation())?.try_clone()?;
        let [k1, k2, k3] = self.radial;
        let lens = Mat::from_slice(&[k1, k2, 0.0, 0.0, k3])?.try_clone()?;
        let mut seen = Vector::<Point2d>::new();
        calib3d::project_points_def(
            &points,
            &rvec,
            &tvec,
            &mat(&self.matrix())?,
            &lens,
            &mut seen,
        )?;
        Ok(seen.iter().map(|p| [p.x, p.y]).collect())
    }
}

/// The camera made ready for painting: a distortion-free canvas a little larger than the
/// picture, and the map that bends it into the picture.
pub(in crate::synth) struct View {
    pub camera: Camera,
    axes: [[f64; 3]; 3],
    shift: [f64; 3],
    position: [f64; 3],
    /// Pixels of canvas left of and above the picture.
    margin: [i32; 2],
    /// Canvas size.
    pub canvas: Size,
    bend: (Mat, Mat),
}

/// Distance in pixels between the places where the lens is computed exactly; the bend is
/// smooth, straight lines between them err by less than 0.01 px.
const BEND_STEP: i32 = 8;

impl View {
    pub fn new(camera: &Camera) -> Result<Self, SynthError> {
        let [width, height] = camera.size;
        if !(16..=8192).contains(&width) || !(16..=8192).contains(&height) {
            return Err(SynthError::PictureSize(width, height));
        }
        let (columns, rows) = (width / BEND_STEP + 3, height / BEND_STEP + 3);
        let mut nodes = Vector::<Point2d>::with_capacity((columns * rows) as usize);
        let at = |i: i32| (f64::from(i) - 0.5) * f64::from(BEND_STEP) - 0.5;
        for row in 0..rows {
            for column in 0..columns {
                nodes.push(Point2d::new(at(column), at(row)));
            }
        }
        let matrix = mat(&camera.matrix())?;
        let [k1, k2, k3] = camera.radial;
        let mut ideal = Vector::<Point2d>::new();
        calib3d::undistort_points(
            &nodes,
            &mut ideal,
            &matrix,
            &Mat::from_slice(&[k1, k2, 0.0, 0.0, k3])?,
            &core::no_array(),
            &matrix,
        )?;
        let (mut low, mut high) = ([0.0f64; 2], [f64::from(width), f64::from(height)]);
        for p in ideal.iter() {
            low = [low[0].min(p.x), low[1].min(p.y)];
            high = [high[0].max(p.x), high[1].max(p.y)];
        }
        // A wildly wrong lens would ask for a canvas of any size; a fifth is beyond fish-eyes.
        let limit = |size: i32| f64::from(size) * 0.2;
        let margin = [
            (-low[0]).min(limit(width)).ceil() as i32 + 2,
            (-low[1]).min(limit(height)).ceil() as i32 + 2,
        ];
        let beyond = [
            (high[0] - f64::from(width)).min(limit(width)).ceil() as i32 + 2,
            (high[1] - f64::from(height)).min(limit(height)).ceil() as i32 + 2,
        ];
        let mut coarse =
            Mat::new_rows_cols_with_default(rows, columns, core::CV_32FC2, Scalar::all(0.0))?;
        for (to, from) in coarse
            .data_typed_mut::<core::Vec2f>()?
            .iter_mut()
            .zip(ideal.iter())
        {
            to[0] = (from.x + f64::from(margin[0])) as f32;
            to[1] = (from.y + f64::from(margin[1])) as f32;
        }
        let mut fine = Mat::default();
        imgproc::resize(
            &coarse,
            &mut fine,
            Size::new(columns * BEND_STEP, rows * BEND_STEP),
            0.0,
            0.0,
            imgproc::INTER_LINEAR,
        )?;
        let cut = core::Rect::new(BEND_STEP, BEND_STEP, width, height);
        let fine = Mat::roi(&fine, cut)?.try_clone()?;
        let mut bend = (Mat::default(), Mat::default());
        imgproc::convert_maps(
            &fine,
            &core::no_array(),
            &mut bend.0,
            &mut bend.1,
            core::CV_16SC2,
            false,
        )?;
        Ok(Self {
            axes: camera.rotation(),
            shift: camera.translation(),
            position: camera.position(),
            margin,
            canvas: Size::new(
                width + margin[0] + beyond[0],
                height + margin[1] + beyond[1],
            ),
            bend,
            camera: camera.clone(),
        })
    }

    /// Canvas pixel of a table point `[x, y, height]`. Points behind or in the lens are
    /// pushed far away so that shapes stay finite.
    pub fn place(&self, point: [f64; 3]) -> [f64; 2] {
        let world = [point[0], point[1], -point[2]];
        let camera: [f64; 3] = std::array::from_fn(|i| dot(self.axes[i], world) + self.shift[i]);
        let depth = camera[2].max(20.0);
        let [width, height] = self.camera.size.map(f64::from);
        [
            self.camera.focal_px * camera[0] / depth
                + (width - 1.0) / 2.0
                + f64::from(self.margin[0]),
            self.camera.focal_px * camera[1] / depth
                + (height - 1.0) / 2.0
                + f64::from(self.margin[1]),
        ]
    }

    /// Distance from the lens to a table point `[x, y, height]`, mm.
    pub fn distance(&self, point: [f64; 3]) -> f64 {
        let away = self.towards(point);
        dot(away, away).sqrt()
    }

    /// Vector from a table point to the lens as (x, y, height).
    pub fn towards(&self, point: [f64; 3]) -> [f64; 3] {
        [
            self.position[0] - point[0],
            self.position[1] - point[1],
            -self.position[2] - point[2],
        ]
    }

    /// Pixels per millimetre at a table point, roughly.
    pub fn scale(&self, point: [f64; 3]) -> f64 {
        self.camera.focal_px / self.distance(point).max(20.0)
    }

    /// The 3×3 map from table mm on the plane at `height` to canvas pixels.
    pub fn plane_to_canvas(&self, height: f64) -> [[f64; 3]; 3] {
        let [width, tall] = self.camera.size.map(f64::from);
        let centre = [
            (width - 1.0) / 2.0 + f64::from(self.margin[0]),
            (tall - 1.0) / 2.0 + f64::from(self.margin[1]),
        ];
        let column = |j: usize, constant: bool| -> [f64; 3] {
            let raw: [f64; 3] = std::array::from_fn(|i| {
                if constant {
                    self.shift[i] - self.axes[i][2] * height
                } else {
                    self.axes[i][j]
                }
            });
            [
                self.camera.focal_px * raw[0] + centre[0] * raw[2],
                self.camera.focal_px * raw[1] + centre[1] * raw[2],
                raw[2],
            ]
        };
        let (a, b, c) = (column(0, false), column(1, false), column(2, true));
        std::array::from_fn(|i| [a[i], b[i], c[i]])
    }

    /// Bends a painted canvas into the picture the lens gives.
    pub fn expose(&self, canvas: &Mat) -> Result<Mat, SynthError> {
        let mut picture = Mat::default();
        imgproc::remap(
            canvas,
            &mut picture,
            &self.bend.0,
            &self.bend.1,
            imgproc::INTER_LINEAR,
            core::BORDER_REPLICATE,
            Scalar::all(0.0),
        )?;
        Ok(picture)
    }
}

pub(in crate::synth) fn mat(rows: &[[f64; 3]; 3]) -> Result<Mat, SynthError> {
    Ok(Mat::from_slice_2d(rows)?)
}

pub(in crate::synth) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(in crate::synth) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_agrees_with_opencv_when_the_lens_is_perfect() {
        let camera = Camera {
            radial: [0.0; 3],
            tilt_deg: 40.0,
            turn_deg: 200.0,
            ..Camera::default()
        };
        let view = View::new(&camera).unwrap();
        let points = [[0.0, 0.0, 0.0], [100.0, -50.0, 16.0], [-80.0, 120.0, 2.0]];
        for (seen, point) in camera.project(&points).unwrap().iter().zip(points) {
            let placed = view.place(point);
            for i in 0..2 {
                assert!((placed[i] - f64::from(view.margin[i]) - seen[i]).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn north_is_up_for_a_camera_in_the_south() {
        let camera = Camera {
            turn_deg: 0.0,
            roll_deg: 0.0,
            ..Camera::default()
        };
        let seen = camera
            .project(&[[0.0, 0.0, 0.0], [0.0, -50.0, 0.0], [50.0, 0.0, 0.0]])
            .unwrap();
        assert!(
            seen[1][1] < seen[0][1] - 50.0,
            "north is higher in the picture"
        );
        assert!(seen[2][0] > seen[0][0] + 50.0, "east is to the right");
        assert!((seen[0][0] - 959.5).abs() < 1e-6 && (seen[0][1] - 539.5).abs() < 1e-6);
    }
}
