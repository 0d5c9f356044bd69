//! Shapes that drawing and reading share: where on a tile each feature lies
//! ([`layout`]), how large a map's board is ([`map_board`]), the wooden pieces as solids
//! ([`solid`]).
//!
//! The artist draws from them, the reader explains pictures with them. Nothing here draws a
//! picture of a tile or looks at one.

pub mod layout;
pub mod map_board;
pub mod solid;
