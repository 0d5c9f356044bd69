//! What lies beside the tiles: the players' wooden pieces.
//!
//! [`heaps`] finds them, [`apart`] says what they tell of paints and light, [`supply`] how many they
//! are. Pieces on tiles are [`crate::pieces::figures`]' business.

pub mod apart;
pub mod heaps;
pub mod supply;
