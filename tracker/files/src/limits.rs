//! How much a file may say, and how large it may be. What is larger is no game, no tile and no
//! table: it was damaged, or made to do harm.

/// Bytes of a game's record. A whole game takes some 30 kB, one with every event corrected
/// ten times 1 MB.
pub const RECORD_BYTES: u64 = 64 << 20;

/// Bytes of one line of a record. The longest is the first, with the print of up to 200 taught
/// tiles at 1 kB each.
pub const LINE_BYTES: usize = 4 << 20;

/// Lines of a record. A game of all boxes has 300 turns of some five events each.
pub const LINES: usize = 100_000;

/// Bytes of a text somebody writes or that describes something: a set-up, a map, a pack, taught
/// tiles, settings.
pub const TEXT_BYTES: u64 = 4 << 20;

/// Bytes of a picture file: twice what a phone with 108 megapixels writes as JPEG.
pub const PICTURE_BYTES: u64 = 64 << 20;

/// Pixels of a photograph of a table: the largest a phone takes. Decoded they are 360 MB.
pub const PHOTO_PIXELS: u64 = 120_000_000;

/// Pixels of the picture of one tile: a whole photograph of a usual phone. It is kept at 192 × 192.
pub const FACE_PIXELS: u64 = 50_000_000;

/// Pictures in a pack: every print of all boxes in twenty artworks.
pub const PACK_PICTURES: usize = 4_000;

/// Letters in the name of a player, a pack or a map: more fit on no screen.
pub const NAME_LETTERS: usize = 80;

/// How far from the start tile a cell may lie, cells in either direction. All tiles of all boxes
/// in one row are 300.
pub const FARTHEST_CELL: i32 = 500;

/// Ghosts, circles or coats of arms of one kind on a tile. Printed are three at most.
pub const PRINTED_ON_A_TILE: usize = 9;

/// Points that may be given by hand at once, in either direction. Together with [`LINES`] no sum
/// leaves the range of 32 bits.
pub const POINTS_BY_HAND: i32 = 10_000;

/// The largest number of an event, frame or moment in ms: 2⁴⁸, nine thousand years of ms. Adding
/// two of them never overflows, and every reader of JSON tells them exactly.
pub const LARGEST_NUMBER: u64 = 1 << 48;

/// The largest number of looks that one reading can rest on: a year at 30 a second.
pub const MOST_LOOKS: u32 = 1_000_000_000;
