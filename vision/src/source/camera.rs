//! A camera of this machine, through nokhwa. As thin as it can be: no camera hardware was at
//! hand when it was written, so whatever can live elsewhere does.
//!
//! Frames carry the time at which they arrived. Blocks in [`Source::next`] until the camera
//! delivers, so it belongs on the capture thread.

use std::sync::Arc;

use nokhwa::Camera;
use nokhwa::pixel_format::RgbFormat;
use nokhwa::utils::{ApiBackend, CameraIndex, RequestedFormat, RequestedFormatType, Resolution};
use opencv::core::{Mat, MatTraitConst};
use opencv::imgproc;

use super::error::SourceError;
use super::pace::{Pace, Source};
use crate::source::frame::{Clock, Frame};

/// Size asked of a camera: the smallest at which 70 tiles of a whole table still measure some
/// 50 px each. The camera picks the nearest it has.
const WANTED_SIZE: Resolution = Resolution {
    width_x: 1920,
    height_y: 1080,
};

/// A camera that the system lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CameraSeen {
    /// The number for `camera:N`.
    pub index: u32,
    /// The device's name.
    pub name: String,
}

/// Cameras that the system lists, by number. An empty list is no error.
///
/// # Errors
/// When the system's camera interface itself fails.
pub fn cameras() -> Result<Vec<CameraSeen>, SourceError> {
    let listed = nokhwa::query(ApiBackend::Video4Linux)
        .map_err(|error| SourceError::Other(error.to_string()))?;
    let mut seen: Vec<_> = listed
        .iter()
        .filter_map(|info| {
            let index = info.index().as_index().ok()?;
            Some(CameraSeen {
                index,
                name: info.human_name(),
            })
        })
        .collect();
    seen.sort_by_key(|camera| camera.index);
    Ok(seen)
}

/// A local camera.
pub struct CameraSource {
    index: u32,
    camera: Camera,
    clock: Arc<dyn Clock>,
    opened_at_ms: u64,
    seq: u64,
}

impl CameraSource {
    /// Opens a camera and starts its stream.
    ///
    /// # Errors
    /// When there is no camera, not this one, or when its driver refuses.
    pub fn open(index: u32, clock: Arc<dyn Clock>) -> Result<Self, SourceError> {
        let found = cameras()?;
        if found.is_empty() {
            return Err(SourceError::NoCamera);
        }
        if !found.iter().any(|camera| camera.index == index) {
            let found = found.iter().map(|camera| camera.index).collect();
            return Err(SourceError::NoSuchCamera { index, found });
        }
        let fails = |error: nokhwa::NokhwaError| SourceError::CameraFails {
            index,
            why: error.to_string(),
        };
        let format =
            RequestedFormat::new::<RgbFormat>(RequestedFormatType::HighestResolution(WANTED_SIZE));
        let any = RequestedFormat::new::<RgbFormat>(RequestedFormatType::AbsoluteHighestFrameRate);
        let mut camera = Camera::new(CameraIndex::Index(index), format)
            .or_else(|_| Camera::new(CameraIndex::Index(index), any))
            .map_err(fails)?;
        camera.open_stream().map_err(fails)?;
        let opened_at_ms = clock.now_ms();
        Ok(Self {
            index,
            camera,
            clock,
            opened_at_ms,
            seq: 0,
        })
    }

    fn picture(&mut self) -> Result<Mat, String> {
        let buffer = self.camera.frame().map_err(|error| error.to_string())?;
        let size = buffer.resolution();
        let rgb = buffer
            .decode_image::<RgbFormat>()
            .map_err(|error| error.to_string())?;
        let rows = i32::try_from(size.height()).map_err(|error| error.to_string())?;
        let flat = Mat::from_slice(rgb.as_raw()).map_err(|error| error.message)?;
        let rgb = flat.reshape(3, rows).map_err(|error| error.message)?;
        let mut bgr = Mat::default();
        imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR)
            .map_err(|error| error.message)?;
        Ok(bgr)
    }
}

impl Source for CameraSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        let index = self.index;
        let pixels = self
            .picture()
            .map_err(|why| SourceError::CameraFails { index, why })?;
        let taken_at_ms = self.clock.now_ms().saturating_sub(self.opened_at_ms);
        let seq = self.seq;
        self.seq += 1;
        Ok(Some(Frame {
            pixels,
            seq,
            taken_at_ms,
        }))
    }

    fn describe(&self) -> String {
        let size = self.camera.resolution();
        let name = self.camera.info().human_name();
        format!(
            "camera {}: {name}, {}×{}",
            self.index,
            size.width(),
            size.height()
        )
    }

    fn pace(&self) -> Pace {
        Pace::Live
    }
}
