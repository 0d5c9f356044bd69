//! The maps that were learnt, each a file in the data folder with its print beside it: a picture
//! of the bare map that the camera finds it by. The print never leaves the machine.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::map::Map;
use files::limits::TEXT_BYTES;
use opencv::core::Mat;
use tracker::setup::Setup;

use crate::store::folders::Folders;

/// A map that was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearntMap {
    /// Its file.
    pub path: PathBuf,
    /// What its squares are.
    pub map: Arc<Map>,
    /// Whether the camera can find it: its print lies beside the file.
    pub has_print: bool,
}

fn print_beside(path: &Path) -> PathBuf {
    path.with_extension("png")
}

/// The maps that were learnt, by name. Files that are none are left out with a line in the log.
pub fn list(folders: &Folders) -> Vec<LearntMap> {
    let entries = std::fs::read_dir(folders.maps());
    let paths = entries.into_iter().flatten().flatten().map(|e| e.path());
    let maps = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut maps: Vec<LearntMap> = maps.filter_map(read).collect();
    maps.sort_by(|a, b| a.map.name.cmp(&b.map.name));
    maps
}

fn read(path: PathBuf) -> Option<LearntMap> {
    let text = files::read::text(&path, TEXT_BYTES).map_err(|error| error.to_string());
    let map = text.and_then(|text| Map::from_toml(&text).map_err(|error| error.to_string()));
    let map = map.map_err(|why| tracing::warn!(path = %path.display(), %why, "no map"));
    Some(LearntMap {
        map: Arc::new(map.ok()?),
        has_print: print_beside(&path).is_file(),
        path,
    })
}

/// Keeps a map and its print under the map's name, in place of one of that name.
///
/// # Errors
/// When either cannot be written.
pub fn keep(folders: &Folders, map: &Map, print: &Mat) -> io::Result<PathBuf> {
    let folder = folders.maps();
    let (_, stem) = files::words::file_stem(&map.name);
    let path = folder.join(format!("{stem}.toml"));
    let picture = vision::view::rectify::png(print).map_err(io::Error::other)?;
    let text = toml::to_string(map).map_err(io::Error::other)?;
    // The print first: a map without one is of no use to a camera.
    files::write::file(&print_beside(&path), &picture)?;
    files::write::file(&path, text.as_bytes())?;
    Ok(path)
}

/// The print of the map that a game is played on, if it was learnt here.
pub fn print_for(folders: &Folders, setup: &Setup) -> Option<Arc<Mat>> {
    let map = setup.benelux.as_ref()?.map();
    let learnt = list(folders).into_iter().find(|learnt| learnt.map == map)?;
    vision::learn::teach::photograph(&print_beside(&learnt.path)).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use opencv::core::{CV_8UC3, Scalar};
    use opencv::prelude::*;
    use tracker::rules::expansions::benelux::{BeneluxSetup, MapChoice};

    use super::*;

    #[test]
    fn a_learnt_map_is_listed_and_its_print_serves_its_games() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folders = Folders::find(Some(place.path())).expect("given");
        assert_eq!(list(&folders), []);
        let mut map = Map::clone(&Map::sample());
        (map.name, map.sample) = ("Our Benelux/2".to_owned(), false);
        let print = Mat::new_rows_cols_with_default(48, 64, CV_8UC3, Scalar::all(90.0));
        let path = keep(&folders, &map, &print.expect("a picture")).expect("written");
        std::fs::write(folders.maps().join("odd.toml"), "rows = 3").expect("written");
        let learnt = list(&folders);
        assert_eq!(learnt.len(), 1);
        assert_eq!((&learnt[0].path, learnt[0].has_print), (&path, true));
        let setup = |map| Setup {
            benelux: Some(BeneluxSetup {
                map,
                ..BeneluxSetup::practice()
            }),
            ..Setup::default()
        };
        let played = setup(MapChoice::Learnt(Box::new(map)));
        let found = print_for(&folders, &played).expect("its print");
        assert_eq!((found.cols(), found.rows()), (64, 48));
        assert!(print_for(&folders, &setup(MapChoice::Sample)).is_none());
        assert!(print_for(&folders, &Setup::default()).is_none());
    }
}
