//! Packs for reports: a pack folder, or a folder of face pictures.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use vision::pack::Pack;

/// Loads a pack, or makes one from a folder of pictures that is no pack yet.
pub fn open(path: &Path) -> anyhow::Result<Arc<Pack>> {
    let pack = if path.join("pack.toml").is_file() {
        Pack::load(path)
    } else {
        Pack::from_pictures(path)
    };
    Ok(Arc::new(
        pack.with_context(|| format!("pack {}", path.display()))?,
    ))
}
