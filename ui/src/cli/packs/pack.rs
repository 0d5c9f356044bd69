//! `pack build`, `pack merge` and `pack show`: making tile packs and inspecting them.

use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, TileSet};
use vision::pack::merge::{Clash, Merged, merge};
use vision::pack::{self, Pack, PackError};

use crate::cli::args::PackVerb;
use crate::cli::output::{count, print, print_json};
use crate::faces;
use crate::failure::Failure;
use crate::run::program;
use crate::store::folders::Folders;

/// Says with which status the program is to end.
pub(in crate::cli) fn run(verb: PackVerb, folders: &Folders) -> Result<i32, Failure> {
    let done = match verb {
        PackVerb::Learn(args) => return super::learn::run(&args, folders),
        PackVerb::Build { from, out, replace } => {
            check_apart(&from, &out)?;
            if !replace && out.symlink_metadata().is_ok() && !pack::is_empty(&out) {
                return Err(PackError::Taken(out).into());
            }
            let pack = Pack::from_pictures(&from)?;
            match replace {
                true => pack.save_over(&out)?,
                false => pack.save(&out)?,
            }
            print(&summary(&pack))
        }
        PackVerb::Merge {
            packs,
            out,
            rename,
            json,
        } => {
            let clash = if rename { Clash::Rename } else { Clash::Refuse };
            let merged = joined(folders, &packs, &out, clash)?;
            if json {
                print_json(&merged_as_json(&merged))
            } else {
                print(&told(&merged))
            }
        }
        PackVerb::Show { pack, json } => {
            let pack = named(folders, &pack)?;
            if json {
                print_json(&as_json(&pack))
            } else {
                print(&summary(&pack))
            }
        }
    };
    done.map(|()| 0)
}

/// Refuses to write a pack among the pictures it is made from, or around them.
fn check_apart(from: &Path, out: &Path) -> Result<(), Failure> {
    // What is not there yet lies where the nearest folder that is there lies.
    let place = |path: &Path| {
        let there = std::path::absolute(path).ok()?;
        there.ancestors().find_map(|folder| {
            let rest = there.strip_prefix(folder).ok()?;
            Some(folder.canonicalize().ok()?.join(rest))
        })
    };
    let (Some(from_place), Some(out_place)) = (place(from), place(out)) else {
        return Ok(());
    };
    if out_place.starts_with(&from_place) || from_place.starts_with(&out_place) {
        return Err(Failure::new(
            format!(
                "{} and {} lie within each other",
                out.display(),
                from.display()
            ),
            "name a folder for the pack apart from the pictures: --out PACK",
        ));
    }
    Ok(())
}

/// The pack of that name: a folder, one that is kept, or our own art of all boxes.
fn named(folders: &Folders, name: &str) -> Result<Arc<Pack>, PackError> {
    program::pack(folders, name)?.load(&Catalogue::of(&TileSet::ALL))
}

/// Joins packs and writes the new one.
fn joined(
    folders: &Folders,
    packs: &[String],
    out: &Path,
    clash: Clash,
) -> Result<Merged, PackError> {
    let packs = packs.iter().map(|pack| named(folders, pack));
    let packs = packs.collect::<Result<Vec<_>, _>>()?;
    let packs: Vec<&Pack> = packs.iter().map(AsRef::as_ref).collect();
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let merged = merge(&name, &packs, clash)?;
    merged.pack.save(out)?;
    Ok(merged)
}

/// What came of joining, before what is in the pack.
fn told(merged: &Merged) -> String {
    let mut text = String::new();
    for (pack, from, to) in &merged.renamed {
        text += &format!("{pack}: {from} is now {to}\n");
    }
    if merged.twice > 0 {
        let verb = if merged.twice == 1 { "was" } else { "were" };
        text += &format!(
            "{} {verb} in several packs\n",
            count(merged.twice, "picture")
        );
    }
    text + &summary(&merged.pack)
}

fn merged_as_json(merged: &Merged) -> serde_json::Value {
    let renamed = merged.renamed.iter().map(|(pack, from, to)| {
        serde_json::json!({"pack": pack, "from": from.to_string(), "to": to.to_string()})
    });
    let mut json = as_json(&merged.pack);
    json["renamed"] = renamed.collect();
    json["in_several_packs"] = merged.twice.into();
    json
}

/// Faces that a pack lacks of the boxes it shows tiles of, and faces it has that no box has.
fn gaps(pack: &Pack) -> (Vec<String>, Vec<String>) {
    let pictured = pack.faces();
    let boxes: Vec<_> = faces::shown_by(pack).sets().collect();
    let unknown = pictured.keys().filter(|face| faces::known(face).is_none());
    let lacks = faces::lacking(pack, &Catalogue::of(&boxes));
    (
        lacks.iter().map(ToString::to_string).collect(),
        unknown.map(ToString::to_string).collect(),
    )
}

fn summary(pack: &Pack) -> String {
    let faces = pack.faces();
    let (lacks, unknown) = gaps(pack);
    let mut text = format!(
        "{}: {}, {}\n",
        pack.name,
        count(faces.len(), "face"),
        count(pack.pictures.len(), "picture")
    );
    for (face, pictures) in &faces {
        text += &format!("  {face}  {pictures}\n");
    }
    if !lacks.is_empty() {
        text += &format!("without a picture: {}\n", lacks.join(" "));
    }
    if !unknown.is_empty() {
        text += &format!("in no catalogue: {}\n", unknown.join(" "));
    }
    text
}

fn as_json(pack: &Pack) -> serde_json::Value {
    let (lacks, unknown) = gaps(pack);
    let faces: serde_json::Map<_, _> = pack
        .faces()
        .into_iter()
        .map(|(face, count)| (face.to_string(), count.into()))
        .collect();
    serde_json::json!({
        "name": pack.name,
        "pictures": pack.pictures.len(),
        "faces": faces,
        "lacks": lacks,
        "in_no_catalogue": unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::packs::BUILT_IN;

    #[test]
    fn our_own_art_can_be_looked_into_and_lacks_nothing() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::find(Some(place.path())).expect("the folder");
        let pack = named(&folders, BUILT_IN).expect("drawn");
        assert_eq!(gaps(&pack), (Vec::new(), Vec::new()));
        assert!(summary(&pack).contains("\n  A  2\n"), "{}", summary(&pack));
        assert!(named(&folders, "mine").is_err());
    }

    #[test]
    fn packs_are_joined_into_a_new_folder_only() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::find(Some(place.path())).expect("the folder");
        let write = |name: &str, faces: &[(&str, f64)]| {
            let picture = |(face, grey): &(&str, f64)| vision::pack::FacePicture {
                face: carcassonne::catalogue::face_id(face).expect("a name"),
                image: opencv::core::Mat::new_size_with_default(
                    opencv::core::Size::new(8, 8),
                    opencv::core::CV_8UC3,
                    opencv::core::Scalar::all(*grey),
                )
                .expect("a picture"),
            };
            let pack = Pack {
                name: name.into(),
                pictures: faces.iter().map(picture).collect(),
                ..Pack::default()
            };
            pack.save(&folders.packs().join(name)).expect("written");
        };
        write("one", &[("D", 9.0), ("E", 50.0)]);
        write("other", &[("D", 99.0), ("E", 50.0)]);
        let out = place.path().join("ours");
        let merge = |packs: &[&str], out: &Path| {
            let packs: Vec<_> = packs.iter().map(ToString::to_string).collect();
            joined(&folders, &packs, out, Clash::Refuse)
        };
        let merged = merge(&["one", "other"], &out).expect("joined");
        assert_eq!(merged.twice, 1);
        let text = told(&merged);
        assert!(
            text.starts_with("1 picture was in several packs\n"),
            "{text}"
        );
        assert!(
            text.contains("ours: 2 faces, 3 pictures\n  D  2\n  E  1\n"),
            "{text}"
        );
        let read = Pack::load(&out).expect("read again");
        assert_eq!((read.pictures.len(), read.name.as_str()), (3, "ours"));
        // What is there stays, an input too.
        for taken in [&out, &folders.packs().join("one")] {
            let refused = merge(&["one", "other"], taken).err();
            assert!(matches!(refused, Some(PackError::Taken(_))), "{refused:?}");
        }
        let missing = merge(&["one", "nobody"], &place.path().join("new")).err();
        assert!(
            matches!(missing, Some(PackError::Missing(_))),
            "{missing:?}"
        );
        assert!(
            !place.path().join("new").exists(),
            "nothing is left half done"
        );
        let broken = folders.packs().join("other").join("pack.toml");
        std::fs::write(broken, "name = 3").expect("written");
        let refused = merge(&["one", "other"], &place.path().join("new")).err();
        assert!(
            matches!(refused, Some(PackError::Manifest { .. })),
            "{refused:?}"
        );
    }

    #[test]
    fn a_pack_is_not_built_into_its_own_pictures_nor_over_anything() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::find(Some(place.path())).expect("the folder");
        let from = place.path().join("photos");
        std::fs::create_dir(&from).expect("made");
        let icon = studio::art::icon_svg();
        let png = studio::art::raster(&icon, 64, 64).expect("drawn");
        let png = vision::view::rectify::png(&png).expect("encoded");
        std::fs::write(from.join("D.png"), &png).expect("written");
        let build = |out: &Path, replace| {
            let (from, out) = (from.clone(), out.to_owned());
            run(PackVerb::Build { from, out, replace }, &folders)
        };
        for inside in [
            from.clone(),
            from.join("pack"),
            from.join("../photos/x"),
            place.path().to_owned(),
        ] {
            for replace in [false, true] {
                let refused = build(&inside, replace).expect_err("refused").to_string();
                assert!(refused.contains("within each other"), "{refused}");
            }
        }
        assert_eq!(std::fs::read(from.join("D.png")).expect("there"), png);
        let out = place.path().join("pack");
        build(&out, false).expect("built");
        let refused = build(&out, false).expect_err("there is one").to_string();
        assert!(refused.contains("--replace"), "{refused}");
        build(&out, true).expect("replaced");
        let other = place.path().join("other");
        std::fs::create_dir(&other).expect("made");
        std::fs::write(other.join("letter.txt"), "dear").expect("written");
        for replace in [false, true] {
            build(&other, replace).expect_err("no pack");
            assert!(other.join("letter.txt").exists());
        }
    }
}
