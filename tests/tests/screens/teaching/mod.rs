//! Teaching the camera: tiles, maps, and a tile at the table that it does not know.

pub(crate) mod stranger;
pub(crate) mod teach;
pub(crate) mod teach_map;
mod while_playing;
