//! The catalogue of tile faces, read from data files and checked as they are read.

use arrayvec::ArrayString;

/// The name of a face: `A`…`X`, `MW3`, `M07`, `BK2`, `S-NW`. Eight bytes at most.
pub type FaceId = ArrayString<8>;
