//! What is known of the camera: its lens, and where the last board lay with it.
//!
//! Kept apart for each size of its pictures, from before this table and from what the tiles have
//! told since. Trusted no further than the tiles bear out.

use calibration::{KnownBoard, KnownLens, KnownView, Lens};
use opencv::core::Mat;

use crate::reader::given::size_of;

/// What is known of one camera.
pub(in crate::reader) struct Camera {
    /// From before, for each size of pictures.
    before: Vec<KnownView>,
    /// Width and height of the last picture, pixels.
    size: Option<[u32; 2]>,
    /// From before, for pictures of this size; the board's place only until it was tried.
    known: Option<KnownView>,
    /// The lens as most tiles of this game told it in pictures of this size.
    told: Option<KnownLens>,
}

impl Camera {
    pub(in crate::reader) const fn of(before: Vec<KnownView>) -> Self {
        Self {
            before,
            size: None,
            known: None,
            told: None,
        }
    }

    /// Remembers what is known of a camera that makes such pictures; says whether they are of
    /// another size than the last.
    pub(in crate::reader) fn recall(&mut self, picture: &Mat) -> bool {
        if self.makes(picture) {
            return false;
        }
        let size = size_of(picture);
        let of_size = self.before.iter().find(|known| known.size == size);
        self.known = of_size.cloned();
        self.told = None;
        self.size = Some(size);
        true
    }

    /// Whether such pictures are the last that it made.
    pub(in crate::reader) fn makes(&self, picture: &Mat) -> bool {
        self.size == Some(size_of(picture))
    }

    /// The lens known from before.
    pub(in crate::reader) fn lens(&self) -> Option<Lens> {
        self.known.as_ref().and_then(KnownView::lens)
    }

    /// Where the last board lay, to be tried once.
    pub(in crate::reader) fn take_board(&mut self) -> Option<KnownBoard> {
        self.known.as_mut()?.board.take()
    }

    /// Takes in what the tiles now tell of the lens: as many tiles or more know it as well or better.
    pub(in crate::reader) fn hear(&mut self, told: Option<KnownLens>) {
        let tiles = |lens: Option<KnownLens>| lens.map_or(0, |lens| lens.tiles);
        if tiles(told) >= tiles(self.told) {
            self.told = told;
        }
    }

    /// The lens as it is known now: fewer tiles know less, but a lens may be set anew, and a file be
    /// wrong.
    pub(in crate::reader) fn newest_lens(&self) -> Option<KnownLens> {
        let before = self.known.as_ref().and_then(|known| known.lens);
        let newer = |told: &KnownLens| before.is_none_or(|b| 2 * told.tiles >= b.tiles);
        self.told.filter(newer).or(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Scalar};

    #[test]
    fn what_tiles_tell_of_a_lens_holds_for_pictures_of_their_size_only() {
        let picture = |width, height| {
            let black = Scalar::all(0.0);
            Mat::new_rows_cols_with_default(height, width, CV_8UC3, black).expect("a picture")
        };
        let mut camera = Camera::of(Vec::new());
        camera.recall(&picture(128, 72));
        let told = Some(KnownLens {
            bend: -0.1,
            tiles: 40,
        });
        camera.hear(told);
        assert!(!camera.recall(&picture(128, 72)));
        assert_eq!(camera.newest_lens(), told);
        assert!(camera.recall(&picture(192, 108)));
        assert_eq!(camera.newest_lens(), None);
    }
}
