//! Where the photographer gets the tops of tiles and props.

use carcassonne::catalogue::FaceId;
use opencv::core::Mat;

use crate::art::{Artist, Prop, prop_svg, raster};
use crate::synth::error::SynthError;

/// Where the photographer gets the tops of tiles and props: the artist, or a folder of
/// pictures in a test.
pub trait Pictures {
    /// The face as printed (unturned), BGR, `size_px` square.
    fn face(
        &mut self,
        face: FaceId,
        garden: bool,
        variant: u64,
        size_px: i32,
    ) -> Result<Mat, SynthError>;

    /// The top of a prop, BGR, as wide as the prop's width, `width_px` wide.
    fn prop(&mut self, prop: Prop, width_px: i32) -> Result<Mat, SynthError>;
}

impl Pictures for Artist {
    fn face(
        &mut self,
        face: FaceId,
        garden: bool,
        variant: u64,
        size_px: i32,
    ) -> Result<Mat, SynthError> {
        self.picture(face, garden, variant, size_px)?
            .ok_or(SynthError::NoPicture(face))
    }

    fn prop(&mut self, prop: Prop, width_px: i32) -> Result<Mat, SynthError> {
        let [width, depth, _] = prop.size_mm();
        let height_px = (f64::from(width_px) * depth / width).round() as i32;
        Ok(raster(&prop_svg(prop), width_px, height_px)?)
    }
}
