//! What lies on disk: folders, saved games and their pictures, tile packs, cameras, maps.
//!
//! A file is believed by nobody: what cannot be read costs a message, never the program.
//! Records are written by the running game ([`crate::run::live_game`]); here they are read,
//! listed and deleted.

pub mod album;
pub mod cameras;
pub mod folders;
pub mod groups;
pub mod growing;
pub mod learning;
pub mod maps;
pub mod packs;
pub mod records;
pub mod results;
