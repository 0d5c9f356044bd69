//! What many tests of this crate begin with: the studio's tiles as a pack, its map with its print.

use std::sync::Arc;

use carcassonne::catalogue::Catalogue;
use carcassonne::map::Map;

use crate::map::{MapPrint, SQUARE_PX};
use crate::pack::{FACE_PX, Pack};

/// The pack of our own art.
pub fn drawn_pack(catalogue: &Catalogue) -> Pack {
    Pack::of_our_art(studio::art::pictures(catalogue, FACE_PX).expect("drawn"))
}

/// The practice map.
pub fn practice_map() -> MapPrint {
    let map = Map::sample();
    let picture = studio::art::map::map_picture(&map, SQUARE_PX).expect("drawn");
    MapPrint {
        map,
        picture: Arc::new(picture),
    }
}
