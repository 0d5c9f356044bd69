//! The one way by which pictures of others come in: regular files only, their size known before
//! they are decoded, and whether their end is there.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use files::limits::PICTURE_BYTES;
use opencv::core::{Mat, Vector};
use opencv::imgcodecs;
use opencv::prelude::*;

/// The marker that ends a JPEG. Once it comes, the decoder gives what was there before; without it,
/// nothing.
const END_OF_JPEG: [u8; 2] = [0xff, 0xd9];

/// A picture that was read.
pub struct Picture {
    /// BGR, turned as its EXIF orientation says.
    pub pixels: Mat,
    /// Whether the file goes on to the picture's end; what is missing is grey.
    pub whole: bool,
}

/// Reads a picture file of at most `most` pixels.
///
/// # Errors
/// When it is no regular file, no JPEG, PNG, WebP or BMP, or too large.
pub fn read(path: &Path, most: u64) -> io::Result<Picture> {
    decode(&files::read::bytes(path, PICTURE_BYTES)?, most)
}

/// Looks whether a file is such a picture without decoding it.
///
/// # Errors
/// As [`read`].
pub fn check(path: &Path, most: u64) -> io::Result<()> {
    files::picture::look(&files::read::bytes(path, PICTURE_BYTES)?, most).map(drop)
}

/// Decodes a picture of at most `most` pixels.
///
/// # Errors
/// As [`read`].
pub fn decode(bytes: &[u8], most: u64) -> io::Result<Picture> {
    let known = files::picture::look(bytes, most)?;
    let refused = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let ended: Cow<'_, [u8]> = match known.whole {
        true => Cow::Borrowed(bytes),
        false => Cow::Owned([bytes, &END_OF_JPEG[..]].concat()),
    };
    let bytes = Vector::<u8>::from_slice(&ended);
    let pixels = imgcodecs::imdecode(&bytes, imgcodecs::IMREAD_COLOR);
    let pixels = pixels.map_err(|error| refused(error.message))?;
    if pixels.empty() {
        return Err(refused("it cannot be decoded".to_owned()));
    }
    Ok(Picture {
        pixels,
        whole: known.whole,
    })
}

/// Reads a picture as [`read`], and refuses one that is cut off.
///
/// # Errors
/// As [`read`], and when the file ends before the picture does.
pub fn whole(path: &Path, most: u64) -> io::Result<Mat> {
    let bytes = files::read::bytes(path, PICTURE_BYTES)?;
    if files::picture::look(&bytes, most)?.whole {
        return Ok(decode(&bytes, most)?.pixels);
    }
    let why = "it is cut off; copy it again";
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, why))
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Scalar};

    use super::*;

    #[test]
    fn of_a_cut_photograph_its_part_is_read_and_that_is_told() {
        let grey = Scalar::all(90.0);
        let photo = Mat::new_rows_cols_with_default(480, 640, CV_8UC3, grey).expect("a picture");
        let mut jpeg = Vector::new();
        imgcodecs::imencode_def(".jpg", &photo, &mut jpeg).expect("encoded");
        let jpeg = jpeg.to_vec();
        assert!(decode(&jpeg, 1_000_000).expect("read").whole);
        let cut = decode(&jpeg[..jpeg.len() * 7 / 10], 1_000_000).expect("read as far as it goes");
        assert!(!cut.whole);
        assert_eq!((cut.pixels.cols(), cut.pixels.rows()), (640, 480));
        assert!(decode(&jpeg, 640 * 480 - 1).is_err(), "too large");
    }
}
