//! What is being watched, and by which tiles.

use tracker::command::Command;

use crate::run::input::Input;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::scout::Others;
use crate::store::folders::Folders;

/// What is being watched, and by which tiles.
#[derive(Clone)]
pub struct Watched {
    /// Where pictures come from.
    pub feed: Input,
    /// What the tiles look like.
    pub pack: PackSource,
    /// Where what was learnt of cameras and maps is kept.
    pub kept: Option<Folders>,
    /// Sent once the source has come to its end.
    pub at_end: Option<Command>,
    /// Packs that are tried if this one does not read the table.
    pub others: Option<Others>,
}
