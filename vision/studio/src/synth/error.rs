//! What can go wrong as a picture is taken.

use carcassonne::catalogue::FaceId;

/// Why a picture could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// A picture smaller than 16 or larger than 8192 pixels on a side.
    #[error("a picture of {0}×{1} pixels is outside 16…8192")]
    PictureSize(i32, i32),
    /// A face has no picture.
    #[error("no picture of face {0}")]
    NoPicture(FaceId),
    /// The artist failed.
    #[error("drawing failed: {0}")]
    Art(#[from] crate::art::ArtError),
    /// OpenCV failed.
    #[error("image work failed: {0}")]
    OpenCv(#[from] opencv::Error),
}
