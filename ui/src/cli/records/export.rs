//! `export`: files from a saved game, and the files that `watch` and `demo` leave at the end.

use std::path::{Path, PathBuf};

use files::write::Readers;
use jiff::Timestamp;
use serde::Serialize;
use tracker::log::Log;

use crate::cli::args::ExportArgs;
use crate::cli::output::{count, print, print_json};
use crate::export::told::Told;
use crate::export::{self, Existing, Exported, Kind, NotWritten};
use crate::failure::Failure;
use crate::run::live_game::OnEnd;
use crate::store::records;
use crate::text::{Language, Words};

/// What `export` is told.
pub(in crate::cli) struct Order {
    pub record: PathBuf,
    pub to: PathBuf,
    pub only: Vec<&'static Kind>,
    pub language: Option<Language>,
    pub existing: Existing,
    pub readers: Readers,
    pub json: bool,
}

/// What `export --json` prints.
#[derive(Serialize)]
struct ExportReport {
    files: Vec<FileReport>,
    left_out: Vec<LeftOut>,
}

#[derive(Serialize)]
struct FileReport {
    kind: &'static str,
    path: PathBuf,
}

#[derive(Serialize)]
struct LeftOut {
    kind: &'static str,
    why: String,
}

pub(in crate::cli) fn run(order: &Order) -> Result<(), Failure> {
    let told = Told::of_file(&order.record)?;
    if told.torn {
        records::note_torn(&order.record);
    }
    let words = words(order.language);
    let all = Kind::usual();
    let kinds = if order.only.is_empty() {
        &all
    } else {
        &order.only
    };
    let exported = export::write(
        &told,
        words,
        kinds,
        &order.to,
        order.existing,
        order.readers,
    )?;
    note_lacking(&told, &exported, words);
    if order.json {
        return print_json(&report(&told, &exported, words));
    }
    let lines = exported
        .files
        .iter()
        .map(|(_, path)| format!("{}\n", path.display()));
    print(&lines.collect::<String>())
}

fn words(language: Option<Language>) -> Words {
    Words::new(language.unwrap_or_else(Language::of_system))
}

fn note_lacking(told: &Told, exported: &Exported, words: Words) {
    for note in words.lacking(&told.snapshot, &exported.lacking) {
        eprintln!("note: {note}");
    }
}

fn report(told: &Told, exported: &Exported, words: Words) -> ExportReport {
    let files = exported.files.iter().map(|(kind, path)| FileReport {
        kind,
        path: path.clone(),
    });
    let left_out = exported.lacking.iter().map(|(kind, lack)| LeftOut {
        kind,
        why: words.lack(&told.snapshot, lack),
    });
    ExportReport {
        files: files.collect(),
        left_out: left_out.collect(),
    }
}

/// Says before a game begins that its files would find others in their way.
pub(in crate::cli) fn check(args: &ExportArgs) -> Result<(), Failure> {
    match &args.to {
        Some(folder) => Ok(export::check_free(folder)?),
        None => Ok(()),
    }
}

/// Writes what was asked for of a game that has ended.
pub(in crate::cli) fn at_end(
    args: &ExportArgs,
    game: (&Log, Option<&Path>),
    began: Timestamp,
) -> Result<(), Failure> {
    match &args.to {
        Some(folder) => leave(folder, words(args.language), game, began, Existing::Keep),
        None => Ok(()),
    }
}

/// The same for a game in the window, which may end more than once: its last thing can be
/// undone. The files of its first end are its own to replace.
pub(in crate::cli) fn on_end(
    args: &ExportArgs,
    record: Option<PathBuf>,
    began: Timestamp,
) -> Option<OnEnd> {
    let (folder, words) = (args.to.clone()?, words(args.language));
    let mut existing = Existing::Keep;
    Some(Box::new(move |log| {
        let game = (log, record.as_deref());
        match leave(&folder, words, game, began, existing) {
            Ok(()) => existing = Existing::Replace,
            Err(failure) => eprintln!("{failure}"),
        }
    }))
}

fn leave(
    folder: &Path,
    words: Words,
    (log, record): (&Log, Option<&Path>),
    began: Timestamp,
    existing: Existing,
) -> Result<(), Failure> {
    let setup = log.game().setup();
    let told = Told::of(setup, log.events(), began).map_err(NotWritten::from)?;
    let told = told.with_pictures(record);
    let all = Kind::usual();
    let exported = export::write(&told, words, &all, folder, existing, Readers::Owner)?;
    note_lacking(&told, &exported, words);
    let files = count(exported.files.len(), "file");
    eprintln!("{files} in {}", folder.display());
    Ok(())
}
