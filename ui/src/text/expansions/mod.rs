//! Sentences for what the expansions bring: mists, ghosts and castles, cards, maps and islands.
//!
//! Called by the sentences of the game; no screen asks which expansion is played.

pub mod ghosts;
pub mod land;
pub mod mists;
pub mod modules;
