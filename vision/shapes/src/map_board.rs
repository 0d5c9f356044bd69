//! How large a map's printed board is, and the paint of its chips.

use carcassonne::geometry::Cell;
use carcassonne::map::{ChipColor, Map};

/// Printed board around the squares, in squares: chips that were turned over lie there.
pub const MARGIN: f64 = 0.6;

/// The paint of a chip and of its island, red, green, blue.
pub const fn chip_paint(color: ChipColor) -> [f32; 3] {
    match color {
        ChipColor::Purple => [126.0, 58.0, 152.0],
        ChipColor::LightBlue => [78.0, 172.0, 226.0],
        ChipColor::Orange => [236.0, 134.0, 34.0],
    }
}

/// North-west and south-east corner of the printed board, in squares; squares have their middles
/// at whole numbers.
pub fn board(map: &Map) -> [[f64; 2]; 2] {
    let last = |axis: fn(Cell) -> i32| map.squares().map(|(c, _)| axis(c)).max().unwrap_or(0);
    let end = |n: i32| f64::from(n) + 0.5 + MARGIN;
    let start = -0.5 - MARGIN;
    [[start; 2], [end(last(|c| c.x)), end(last(|c| c.y))]]
}
