//! `pack learn`: a whole box from photographs of its tiles. Photographs and answers are kept beside
//! the pack until the box is complete; what is open is asked on a page.

use std::path::{Path, PathBuf};

use carcassonne::catalogue::{Catalogue, FaceId, TileSet, face_id};
use serde::Serialize;
use vision::learn::{Answer, Learning, Learnt};
use vision::pack::PackError;

use crate::cli::args::LearnArgs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{count, print, print_json};
use crate::cli::photographs::read;
use crate::export::pages::questions;
use crate::failure::{Failure, unexpected};
use crate::store::folders::Folders;
use crate::store::learning;
use crate::text::{Language, Words};

/// Exit status while questions are open or tiles missing.
const OPEN: i32 = 3;
/// The page with the questions, beside what is kept.
const PAGE: &str = "questions.html";

/// What `pack learn --json` prints.
#[derive(Serialize)]
struct Report {
    photos: Vec<PhotoReport>,
    complete: bool,
    missing: Vec<MissingReport>,
    questions: usize,
}

#[derive(Serialize)]
struct PhotoReport {
    picture: String,
    tiles: Vec<TileReport>,
}

#[derive(Serialize)]
struct TileReport {
    /// As answers name it.
    tile: usize,
    corners_px: [[f64; 2]; 4],
    face: Option<FaceId>,
    rotation: Option<u16>,
    confidence: f32,
    open: bool,
    alternatives: Vec<(FaceId, f32)>,
}

#[derive(Serialize)]
struct MissingReport {
    face: FaceId,
    copies: u8,
}

/// Learns; says with which status the program is to end.
pub(in crate::cli) fn run(args: &LearnArgs, folders: &Folders) -> Result<i32, Failure> {
    let kept = learning::folder(&args.out);
    let begun = learning::load(&kept).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", kept.display()),
            "delete that folder to begin anew, or name another pack: --out PACK",
        )
    })?;
    let continues = begun.is_some();
    if !continues && !args.replace && args.out.symlink_metadata().is_ok() {
        return Err(PackError::Taken(args.out.clone()).into());
    }
    let (set, mut learning) = match begun {
        Some((begun, learning)) => (same_box(begun, args)?, learning),
        None => (args.set.unwrap_or(TileSet::Base), Learning::default()),
    };
    if args.photos.is_empty() && learning.tiles.is_empty() {
        return Err(Failure::new(
            "no photograph to learn from",
            "name one or more: pack learn PHOTO… --out PACK",
        ));
    }
    let prior = args.from.as_deref();
    let prior =
        prior.map(|name| crate::run::program::pack(folders, name)?.load(&Catalogue::bundled()));
    let prior = prior.transpose()?;
    add(&mut learning, &args.photos)?;
    let catalogue = Catalogue::of(&[set]);
    for answer in answers(args)? {
        learning.answer(checked(answer, &learning, &catalogue)?);
    }
    let learnt = learning.learn(&catalogue, prior.as_deref());
    let learnt = learnt.map_err(|error| unexpected(&error))?;
    keep(args, &kept, (&learning, set), &learnt, continues)?;
    if args.json {
        print_json(&report(&learning, &learnt))?;
    } else {
        print(&told(&learning, &learnt, args, &kept))?;
    }
    Ok(if learnt.is_complete() { 0 } else { OPEN })
}

/// The box that was begun, unless another one is named.
fn same_box(begun: TileSet, args: &LearnArgs) -> Result<TileSet, Failure> {
    match args.set {
        Some(other) if other != begun => Err(Failure::new(
            format!("the box {} is being learnt there", begun.name()),
            format!(
                "leave --box away to go on with it, or name another pack for {}: --out PACK",
                other.name()
            ),
        )),
        _ => Ok(begun),
    }
}

/// Cuts the tiles out of photographs that were not taken in before.
fn add(learning: &mut Learning, photos: &[PathBuf]) -> Result<(), Failure> {
    let mut progress = Progress::start("photographs", Some(photos.len() as u64));
    for (done, path) in photos.iter().enumerate() {
        let name = path.display().to_string();
        progress.at(done as u64, &name);
        if learning.photos.contains(&name) {
            progress.say(&format!("{name} was taken in before"));
            continue;
        }
        let picture = read::photograph(path)?.pixels;
        let found = learning
            .add(&name, &picture)
            .map_err(|error| unexpected(&error))?;
        if found == 0 {
            progress.say(&format!(
                "{name}: no tile was found; lay them on a table of another colour"
            ));
        }
    }
    progress.finish();
    Ok(())
}

/// What answers say: the tile as the page numbers it, from 1, and the face.
fn answers(args: &LearnArgs) -> Result<Vec<(usize, Option<FaceId>)>, Failure> {
    let mut lines = args.answer.clone();
    if let Some(path) = &args.answers {
        let text = files::read::text(path, files::limits::TEXT_BYTES).map_err(|error| {
            let what = format!("{} cannot be read: {error}", path.display());
            Failure::new(
                what,
                "name a text file with a line TILE=FACE for each answer",
            )
        })?;
        lines.extend(text.split_whitespace().map(str::to_owned));
    }
    let read = |line: &String| {
        let (tile, face) = line.trim().split_once('=')?;
        let tile = tile.trim().parse::<usize>().ok()?.checked_sub(1)?;
        match face.trim() {
            "-" => Some((tile, None)),
            face => Some((tile, Some(face_id(face)?))),
        }
    };
    let read = |line| {
        read(line).ok_or_else(|| {
            let help = "write TILE=FACE, like 12=V, or 12=- for a tile of no face of this box";
            Failure::new(format!("`{line}` is not an answer"), help)
        })
    };
    lines.iter().map(read).collect()
}

fn checked(
    (tile, face): (usize, Option<FaceId>),
    learning: &Learning,
    catalogue: &Catalogue,
) -> Result<Answer, Failure> {
    let number = tile + 1;
    if tile >= learning.tiles.len() {
        let what = format!("there is no tile {number}");
        let help = format!("tiles are numbered 1 to {}", learning.tiles.len());
        return Err(Failure::new(what, help));
    }
    if let Some(face) = face.filter(|face| catalogue.face(face).is_none()) {
        let what = format!("{face} is not a face of this box");
        let faces: Vec<&str> = catalogue.faces().map(|face| face.id.as_str()).collect();
        return Err(Failure::new(what, format!("they are {}", faces.join(" "))));
    }
    Ok(Answer {
        tile,
        face,
        rotation: None,
    })
}

/// Writes the pack of what is sure, and keeps what was photographed and said until all is.
fn keep(
    args: &LearnArgs,
    kept: &Path,
    (learning, set): (&Learning, TileSet),
    learnt: &Learnt,
    continues: bool,
) -> Result<(), Failure> {
    let name = args.out.file_name().unwrap_or_default().to_string_lossy();
    let pack = learning.pack(&name, learnt);
    let pack = pack.map_err(|error| unexpected(&error))?;
    if !pack.pictures.is_empty() {
        match continues || args.replace {
            true => pack.save_over(&args.out)?,
            false => pack.save(&args.out)?,
        }
    }
    if learnt.is_complete() {
        return files::write::remove_folder(kept)
            .map_err(|error| Failure::not_written(kept, &error));
    }
    let failed = |error: std::io::Error| Failure::not_written(kept, &error);
    learning::save(learning, set, kept).map_err(failed)?;
    let words = Words::new(args.language.unwrap_or_else(Language::of_system));
    let page = questions::html(learning, learnt, &args.out, set, words)?;
    files::write::file(&kept.join(PAGE), page.as_bytes()).map_err(failed)
}

fn report(learning: &Learning, learnt: &Learnt) -> Report {
    let tile = |number: usize| {
        let named = &learnt.named[number];
        let best = named.best();
        TileReport {
            tile: number + 1,
            corners_px: learning.tiles[number].corners_px.map(|at| at.to_array()),
            face: best.map(|b| b.0),
            rotation: best.map(|b| u16::from(b.1.quarter_turns()) * 90),
            confidence: best.map_or(0.0, |b| b.2),
            open: learnt.open.contains(&number),
            alternatives: named
                .ranked
                .iter()
                .skip(1)
                .take(4)
                .map(|r| (r.0, r.2))
                .collect(),
        }
    };
    let photos = learning.photos.iter().enumerate().map(|(photo, name)| {
        let of = |n: &usize| learning.tiles[*n].cutout.photo == photo;
        PhotoReport {
            picture: name.clone(),
            tiles: (0..learning.tiles.len()).filter(of).map(tile).collect(),
        }
    });
    let missing = learnt.missing.iter();
    Report {
        photos: photos.collect(),
        complete: learnt.is_complete(),
        missing: missing
            .map(|&(face, copies)| MissingReport { face, copies })
            .collect(),
        questions: learnt.open.len(),
    }
}

/// What came of it, for a person.
fn told(learning: &Learning, learnt: &Learnt, args: &LearnArgs, kept: &Path) -> String {
    let mut text = String::new();
    for (photo, name) in learning.photos.iter().enumerate() {
        let own = (0..learning.tiles.len()).filter(|&n| learning.tiles[n].cutout.photo == photo);
        let named = own.map(|n| match learnt.sure(n) {
            Some((face, _)) => format!("{}={face}", n + 1),
            None => format!("{}=?", n + 1),
        });
        let named: Vec<String> = named.collect();
        let tiles = count(named.len(), "tile");
        text += &format!("{name}: {tiles}\n  {}\n", named.join(" "));
    }
    if !learnt.missing.is_empty() {
        let missing = learnt.missing.iter();
        let missing: Vec<String> = missing.map(|(face, n)| format!("{n} × {face}")).collect();
        text += &format!("not there yet: {}\n", missing.join(", "));
    }
    if learnt.is_complete() {
        text += &format!("complete: {}\n", args.out.display());
    } else {
        let page = kept.join(PAGE);
        let open = learnt.open.len();
        text += &format!("{}: open {}\n", count(open, "question"), page.display());
        let line = questions::going_on(&args.out);
        text += &format!(
            "go on with another photograph or with answers: {line} --answer TILE=FACE …\n"
        );
    }
    text
}
