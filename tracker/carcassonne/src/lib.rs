//! Carcassonne's vocabulary: what all parts of the program call a tile, a place, a piece.
//!
//! - [`geometry`]: cells, sides, rotations, the rim of a tile;
//! - [`catalogue`]: the faces of every box, and those that a family taught;
//! - [`feature`]: what tiles are joined to;
//! - [`piece`]: colours and kinds of figures, and how they stand;
//! - [`mod@map`]: what is printed under the tiles of a map;
//! - [`spots`]: on which segment of a tile a figure's foot stands;
//! - [`tie`]: how the camera's lattice lies on the board;
//! - [`seen`]: what a camera claims, unchecked; [`consistency`] weighs such claims of a whole
//!   board against edges and copies.
//!
//! Nothing here knows a turn, a point, a picture or a word for a screen, and nothing here
//! imports from the crates above.

pub mod bounds;
pub mod catalogue;
pub mod consistency;
pub mod feature;
pub mod geometry;
pub mod map;
pub mod piece;
pub mod seen;
pub mod spots;
pub mod tie;
