//! The space in which pieces are looked for: a raster's pixels.

/// The pixels of a [raster](super::raster).
#[derive(Clone, Copy, Debug)]
pub enum Raster {}

/// A part of it, counted from its own first pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {}
