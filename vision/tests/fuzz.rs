//! What others may send as pictures: mutated packs, picture files and films, as files and as a
//! stream's bytes. Whatever it is, it is refused in words or read, in bounded time and memory.
//!
//! As `tracker/tests/fuzz`: some hundred cases here, for hours by `make fuzz`.

#[path = "../../tracker/tests/fuzz/mutate.rs"]
mod mutate;

use std::path::Path;
use std::sync::LazyLock;

use files::limits::{FACE_PIXELS, PHOTO_PIXELS};
use mutate::{Damage, damage};
use opencv::core::{CV_8UC3, Mat, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use proptest::prelude::*;
use vision::pack::Pack;
use vision::picture;
use vision::source::{Source, VideoSource};

/// A picture with something in it, in each format that is read.
static PICTURES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let size = Size::new(64, 48);
    let mut image = Mat::new_size_with_default(size, CV_8UC3, Scalar::new(40.0, 160.0, 90.0, 0.0))
        .expect("a picture");
    imgproc::circle_def(
        &mut image,
        opencv::core::Point::new(30, 20),
        12,
        Scalar::all(220.0),
    )
    .expect("drawn");
    let encoded = |ending: &str| {
        let mut bytes = Vector::new();
        imgcodecs::imencode_def(ending, &image, &mut bytes).expect("encoded");
        bytes.to_vec()
    };
    [".jpg", ".png", ".webp", ".bmp"].map(encoded).to_vec()
});

/// Five pictures as a phone streams them.
static STREAM: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let jpeg = &PICTURES[0];
    let part = |_| {
        let head = format!(
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
            jpeg.len()
        );
        [head.as_bytes(), jpeg, b"\r\n"].concat()
    };
    (0..5).flat_map(part).collect()
});

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    proptest::collection::vec(damage(), 0..6)
}

fn damaged(bytes: &[u8], other: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    damages
        .iter()
        .for_each(|damage| damage.of(&mut bytes, other));
    bytes
}

/// A folder with a pack of two pictures, whose description is `text`.
fn pack(folder: &Path, text: &[u8]) {
    std::fs::write(folder.join("D_01.png"), &PICTURES[1]).expect("written");
    std::fs::write(folder.join("E_01.png"), &PICTURES[0]).expect("written");
    std::fs::write(folder.join("pack.toml"), text).expect("written");
}

const MANIFEST: &str = "format = \"nebelwacht-pack\"\nversion = 1\nname = \"mine\"\n\n[[picture]]\nface = \"D\"\nfile = \"D_01.png\"\n\n[[picture]]\nface = \"E\"\nfile = \"E_01.png\"\n";

proptest! {
    #[test]
    fn a_damaged_pack_is_refused_or_stays_within_its_folder(damages in damages()) {
        let place = tempfile::tempdir().expect("a temporary folder");
        let (from, out) = (place.path().join("from"), place.path().join("out"));
        std::fs::create_dir(&from).expect("made");
        pack(&from, &damaged(MANIFEST.as_bytes(), MANIFEST.as_bytes(), &damages));
        match Pack::load(&from) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(read) => {
                read.save(&out).expect("what is read can be written");
                let again = Pack::load(&out).expect("and read again");
                prop_assert_eq!(again.faces(), read.faces());
                prop_assert_eq!(again.name, read.name);
            }
        }
        let beside = std::fs::read_dir(place.path()).expect("listed").count();
        prop_assert!(beside <= 2, "something was written elsewhere");
    }

    #[test]
    fn a_damaged_picture_is_refused_or_decoded(
        (one, other) in (0..4_usize, 0..4_usize),
        damages in damages(),
    ) {
        let bytes = damaged(&PICTURES[one], &PICTURES[other], &damages);
        if let Ok(read) = picture::decode(&bytes, FACE_PIXELS) {
            let pixels = read.pixels.rows() as u64 * read.pixels.cols() as u64;
            prop_assert!(pixels > 0 && pixels <= FACE_PIXELS);
            if damages.is_empty() {
                prop_assert!(read.whole);
            }
        } else {
            prop_assert!(!damages.is_empty());
        }
    }

    #[test]
    fn a_picture_that_is_cut_is_never_taken_for_whole(which in 0..2_usize, at in any::<prop::sample::Index>()) {
        let whole = &PICTURES[which];
        let cut = &whole[..at.index(whole.len() - 12)];
        if let Ok(read) = picture::decode(cut, PHOTO_PIXELS) {
            prop_assert!(!read.whole);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        // Opening a film costs more than decoding a picture.
        cases: ProptestConfig::default().cases.div_ceil(8),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_damaged_stream_is_refused_or_read_to_its_end(damages in damages()) {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("stream.mjpeg");
        std::fs::write(&path, damaged(&STREAM, &STREAM, &damages)).expect("written");
        if let Ok(mut source) = VideoSource::open(&path) {
            for _ in 0..50 {
                match source.next() {
                    Ok(Some(frame)) => prop_assert!(!frame.pixels.empty()),
                    Ok(None) => break,
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
