//! What JCloisterZone calls tiles and places.
//!
//! Facts of its tile definitions: names of tiles, how its drawing of a tile is turned against
//! ours, and how a place on a tile is named by the sides it reaches.

use carcassonne::catalogue::{Face, FaceId};
use carcassonne::geometry::{Rim, Rotation, Side};

/// Its names of our faces, with the name of the copy that shows a garden, and the quarter turns
/// by which its drawing lies ahead of ours.
const TILES: [(&str, &str, Option<&str>, i32); 32] = [
    ("A", "BA/LR", None, 0),
    ("B", "BA/L", None, 0),
    ("C", "BA/Cccc+", None, 0),
    ("D", "BA/RCr", None, 0),
    ("E", "BA/C", Some("BA/CG"), 0),
    ("F", "BA/CFc+", None, 0),
    ("G", "BA/CFc.1", None, 0),
    ("H", "BA/CFC.2", Some("BA/CFCG"), 0),
    ("I", "BA/CC.2", Some("BA/CCG"), 0),
    ("J", "BA/CRr", None, 0),
    ("K", "BA/RrC", None, 0),
    ("L", "BA/CRRR", None, 0),
    ("M", "BA/Cc+", Some("BA/Cc+G"), 0),
    ("N", "BA/Cc.1", Some("BA/CcG"), 0),
    ("O", "BA/CcRr+", None, 0),
    ("P", "BA/CcRr", None, 0),
    ("Q", "BA/Ccc+", None, 0),
    ("R", "BA/Ccc", Some("BA/CccG"), 0),
    ("S", "BA/CccR+", None, 0),
    ("T", "BA/CccR", None, 0),
    ("U", "BA/RFr", Some("BA/RFrG"), 1),
    ("V", "BA/Rr", Some("BA/RrG"), 0),
    ("W", "BA/RRR", None, 0),
    ("X", "BA/RRRR", None, 0),
    ("MW1", "MW/CRRR.3", None, 0),
    ("MW2", "MW/CcRr.1", None, 0),
    ("MW3", "MW/CCCR.3", None, 0),
    ("MW4", "MW/CRcR", None, 0),
    ("MW5", "MW/CFC", None, 0),
    ("MW6", "MW/CccR.1", None, 0),
    ("MW7", "MW/CRRr.2", None, 0),
    ("MW8", "MW/CCRr.2", Some("MW/CCRrG"), 0),
];

/// The tile's name; `None` if there is none.
pub(super) fn tile(face: &FaceId, garden: bool) -> Option<String> {
    let (_, plain, with, _) = TILES.iter().find(|(ours, ..)| *ours == face.as_str())?;
    let name = if garden { (*with)? } else { plain };
    Some(name.to_owned())
}

/// How its drawing of a face lies if ours is turned like that, by the smallest turn that looks
/// the same.
pub(super) fn turned(face: &Face, rotation: Rotation) -> Rotation {
    let ours = TILES.iter().find(|(ours, ..)| *ours == face.id.as_str());
    let ahead = ours.map_or(0, |(.., ahead)| *ahead);
    let theirs = Rotation::from_quarter_turns(i32::from(rotation.quarter_turns()) - ahead);
    face.canonical(theirs)
}

/// The sides of a road or city, in its spelling: `N`, `NS`, `_W` for all but the west.
pub(super) fn sides(rim: impl Iterator<Item = Rim>) -> Option<&'static str> {
    let bits = rim.fold(0_u8, |bits, rim| bits | side_bit(rim.side()));
    Some(match bits {
        0b0001 => "N",
        0b0010 => "E",
        0b0100 => "S",
        0b1000 => "W",
        0b0011 => "NE",
        0b0110 => "SE",
        0b1100 => "SW",
        0b1001 => "NW",
        0b0101 => "NS",
        0b1010 => "WE",
        0b0111 => "_W",
        0b1011 => "_S",
        0b1101 => "_E",
        0b1110 => "_N",
        0b1111 => "NWSE",
        _ => return None,
    })
}

const fn side_bit(side: Side) -> u8 {
    match side {
        Side::North => 0b0001,
        Side::East => 0b0010,
        Side::South => 0b0100,
        Side::West => 0b1000,
    }
}

/// The halves of sides that a field holds, clockwise: `EL.ER.SL`. None of the tiles has a field
/// that reaches no side.
pub(super) fn halves(rim: impl Iterator<Item = Rim>) -> Option<String> {
    let mut halves: Vec<Rim> = rim.filter(|rim| rim.third() != 1).collect();
    halves.sort_unstable();
    let names: Vec<String> = halves.iter().map(ToString::to_string).collect();
    (!names.is_empty()).then(|| names.join("."))
}
