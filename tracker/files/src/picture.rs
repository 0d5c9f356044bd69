//! What a picture file's first bytes say: its size in pixels, before it is decoded, and whether
//! its end is there.
//!
//! A small file can ask for gigabytes: 20000 × 20000 pixels of one colour fit into 49 kB. The
//! decoder fills what a cut-off file lacks with grey and says nothing.

use std::io;

use imagesize::ImageType;

/// Endings of the names of pictures that [`look`] knows, in small letters.
pub const ENDINGS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "bmp"];

/// What is known of a picture before it is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: [usize; 2],
    /// Whether the file goes on to the picture's end.
    pub whole: bool,
}

/// Looks at a picture of at most `most` pixels: JPEG, PNG, WebP or BMP.
///
/// # Errors
/// When it is none of them, or larger.
pub fn look(bytes: &[u8], most: u64) -> io::Result<Picture> {
    let refused = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let unknown = |_| refused("it is no JPEG, PNG, WebP or BMP picture".to_owned());
    let kind = imagesize::image_type(bytes).map_err(unknown)?;
    let whole = match kind {
        ImageType::Jpeg => ends_as_jpeg(bytes),
        ImageType::Png => ends_as_png(bytes),
        // RIFF counts what follows its first eight bytes.
        ImageType::Webp => number(bytes, 4).is_some_and(|rest| rest + 8 <= bytes.len() as u64),
        ImageType::Bmp => number(bytes, 2).is_some_and(|all| all <= bytes.len() as u64),
        _ => {
            return Err(refused(
                "it is no JPEG, PNG, WebP or BMP picture".to_owned(),
            ));
        }
    };
    let size = imagesize::blob_size(bytes).map_err(unknown)?;
    let pixels = (size.width as u64).saturating_mul(size.height as u64);
    if pixels > most {
        return Err(refused(format!(
            "it has {} × {} pixels; {} million are the most",
            size.width,
            size.height,
            most / 1_000_000
        )));
    }
    Ok(Picture {
        size: [size.width, size.height],
        whole,
    })
}

/// Four bytes, the least significant first.
fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let four = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u64::from(u32::from_le_bytes(four)))
}

/// Whether a marker for the picture's end comes after its first scan (ITU T.81, annex B). Phones
/// put a small picture with an end of its own into the header, and films after the end.
fn ends_as_jpeg(bytes: &[u8]) -> bool {
    const START_OF_SCAN: u8 = 0xda;
    const END: u8 = 0xd9;
    let mut at = 2;
    loop {
        let Some(&[0xff, marker]) = bytes.get(at..).and_then(|rest| rest.first_chunk::<2>()) else {
            return false;
        };
        match marker {
            END => return true,
            // Filling before a marker, and markers that stand alone.
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            _ => {
                let Some(&[high, low]) =
                    bytes.get(at + 2..).and_then(|rest| rest.first_chunk::<2>())
                else {
                    return false;
                };
                at += 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
                if marker == START_OF_SCAN {
                    // Within a scan 0xff is followed by 0 or by the marker that ends it.
                    let scans = bytes.get(at..).unwrap_or_default();
                    return scans.windows(2).any(|pair| pair == [0xff, END]);
                }
            }
        }
    }
}

/// Whether the chunk that ends a PNG is there.
fn ends_as_png(bytes: &[u8]) -> bool {
    let mut at = 8;
    while let Some(&[a, b, c, d, k, i, n, e]) =
        bytes.get(at..).and_then(|rest| rest.first_chunk::<8>())
    {
        if [k, i, n, e] == *b"IEND" {
            return true;
        }
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        // Length, kind and checksum besides.
        at = at.saturating_add(12).saturating_add(length);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest JPEG that has a scan: 1 × 1, with a small picture of its own in the header.
    fn jpeg() -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8];
        bytes.extend([0xff, 0xe1, 0, 8, 0xff, 0xd8, 0xff, 0xd9, 0, 0]);
        bytes.extend([0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
        bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
        bytes.extend([0x12, 0x34, 0xff, 0x00, 0x56, 0xff, 0xd9]);
        bytes
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        let chunk = |bytes: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]| {
            bytes.extend((data.len() as u32).to_be_bytes());
            bytes.extend(kind);
            bytes.extend(data);
            bytes.extend([0; 4]);
        };
        let mut header = width.to_be_bytes().to_vec();
        header.extend(height.to_be_bytes());
        header.extend([8, 2, 0, 0, 0]);
        chunk(&mut bytes, b"IHDR", &header);
        chunk(&mut bytes, b"IDAT", &[7; 50]);
        chunk(&mut bytes, b"IEND", &[]);
        bytes
    }

    #[test]
    fn a_picture_that_is_cut_anywhere_is_not_whole() {
        for (whole, needed) in [(jpeg(), 2), (png(3, 4), 8)] {
            assert!(look(&whole, 100).unwrap().whole);
            let mut followed = whole.clone();
            followed.extend([1; 30]);
            assert!(look(&followed, 100).unwrap().whole);
            for cut in 0..whole.len() - needed {
                // So short that nobody can tell what it is.
                let cut = look(&whole[..cut], 100);
                assert!(cut.is_err() || !cut.unwrap().whole);
            }
        }
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused_by_its_header() {
        assert_eq!(look(&png(300, 400), 120_000).unwrap().size, [300, 400]);
        let refused = look(&png(20_000, 20_000), 120_000_000).unwrap_err();
        assert!(refused.to_string().contains("20000 × 20000"), "{refused}");
        assert!(look(&png(u32::MAX, u32::MAX), u64::MAX - 1).is_ok());
        assert!(look(b"hello", 100).is_err());
        assert!(look(&[], 100).is_err());
    }
}
