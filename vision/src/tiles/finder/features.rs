//! The features of a pack's faces: where on a face each lies and how it is described; learnt once
//! and kept on disk.

use opencv::core::{KeyPoint, Mat, Ptr, Vector};
use opencv::features2d::SIFT;
use opencv::imgproc;
use opencv::prelude::*;

use crate::cv;
use crate::pack::{FACE_PX, Pack};
use crate::tiles::numbers;

/// Numbers of a SIFT descriptor.
const DESCRIPTOR: usize = 128;

/// The features of a pack's faces.
pub(crate) struct Features {
    pub(super) points: Vec<OnFace>,
    /// One row each, 8 bits a number: SIFT rounds its histograms to these.
    pub(super) descriptors: Mat,
}

impl Features {
    /// Describes the faces of `pack`.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of(pack: &Pack) -> opencv::Result<Self> {
        let mut sift = SIFT::create_def()?;
        let mut all = Vector::<Mat>::new();
        let mut points = Vec::new();
        for picture in &pack.pictures {
            let grey = cv::converted(&picture.image, imgproc::COLOR_BGR2GRAY)?;
            let (keypoints, descriptors) = detect(&mut sift, &grey)?;
            let side = FACE_PX as f32;
            points.extend(keypoints.iter().map(|keypoint| OnFace {
                at: [keypoint.pt().x, keypoint.pt().y].map(|v| v / side - 0.5),
                size: keypoint.size() / side,
                angle: keypoint.angle(),
            }));
            if !keypoints.is_empty() {
                all.push(descriptors);
            }
        }
        let mut joined = Mat::default();
        opencv::core::vconcat(&all, &mut joined)?;
        let descriptors = cv::retyped(&joined, opencv::core::CV_8U, 1.0, 0.0)?;
        Ok(Self {
            points,
            descriptors,
        })
    }

    /// Appends them to a file.
    ///
    /// # Errors
    /// Fails when there are more than any pack has.
    pub(crate) fn write(&self, into: &mut Vec<u8>) -> std::io::Result<()> {
        numbers::put_count(into, self.points.len())?;
        for point in &self.points {
            let [x, y] = point.at;
            numbers::put_floats(into, [x, y, point.size, point.angle]);
        }
        let bytes = self.descriptors.data_bytes();
        into.extend(bytes.map_err(std::io::Error::other)?);
        Ok(())
    }

    /// Takes them from a file.
    pub(crate) fn read(from: &mut numbers::Reading<'_>) -> Option<Self> {
        let count = from.count()?;
        let numbers = from.floats(4 * count)?;
        let (points, _) = numbers.as_chunks::<4>();
        let points = points.iter().map(|&[x, y, size, angle]| OnFace {
            at: [x, y],
            size,
            angle,
        });
        let bytes = from.bytes(count.checked_mul(DESCRIPTOR)?)?;
        let rows = i32::try_from(count).ok()?;
        let flat = Mat::from_slice(bytes).ok()?;
        let descriptors = flat.reshape(1, rows).ok()?.try_clone().ok()?;
        Some(Self {
            points: points.collect(),
            descriptors,
        })
    }
}

/// A feature of a face.
#[derive(Clone, Copy)]
pub(super) struct OnFace {
    pub(super) at: [f32; 2],
    pub(super) size: f32,
    pub(super) angle: f32,
}

/// The features of a grey picture and their descriptions, one row each.
pub(super) fn detect(sift: &mut Ptr<SIFT>, grey: &Mat) -> opencv::Result<(Vector<KeyPoint>, Mat)> {
    let mut keypoints = Vector::new();
    let mut descriptors = Mat::default();
    let mask = opencv::core::no_array();
    sift.detect_and_compute(grey, &mask, &mut keypoints, &mut descriptors, false)?;
    Ok((keypoints, descriptors))
}
