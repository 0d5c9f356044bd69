//! The command line, a module for each verb; those that do alike share a room.
//!
//! Each prints its result to stdout and answers with a [`Failure`] in words for a person;
//! [`leave`](crate::leave) then ends the program.

pub mod args;
mod cameras;
pub mod follow;
mod hall;
pub mod output;
mod packs;
mod photographs;
mod played;
mod records;

use files::write::Readers;

use crate::cli::args::{Args, Verb};
use crate::export::Existing;
use crate::failure::Failure;
use crate::run::program::LocalProgram;
use crate::store::folders::Folders;
use crate::window::open;
use follow::{demo, watch};
use output::{logging, print};
use packs::pack;
use photographs::{read, score};
use records::{export, games, replay};

/// Runs the verb; says with which status the program is to end.
///
/// # Errors
/// When it could not do what it was asked.
pub fn run(args: Args) -> Result<i32, Failure> {
    let folders = Folders::find(args.data_dir.as_deref())?;
    logging::report_panics_to(folders.reports());
    match args.verb {
        None => open::window(LocalProgram::new(folders), None).map(|()| 0),
        Some(verb) => carry_out(verb, folders),
    }
}

fn carry_out(verb: Verb, folders: Folders) -> Result<i32, Failure> {
    let done = match verb {
        Verb::Pack(verb) => return pack::run(verb, &folders),
        Verb::Demo(demo) => demo::run(&demo, folders),
        Verb::Watch(watch) => watch::run(&watch, folders),
        Verb::Hall(hall) => hall::run(&hall, folders),
        Verb::Read {
            pictures,
            pack,
            setup,
            json,
        } => read::run(&pictures, &pack, &setup, json, &folders),
        Verb::Score(score) => score::run(&score, &folders),
        Verb::Replay {
            record,
            json,
            until,
        } => replay::run(&folders.record(&record), json, until),
        Verb::Export {
            record,
            to,
            only,
            language,
            replace,
            shared,
            json,
        } => export::run(&export::Order {
            record: folders.record(&record),
            to,
            only,
            language,
            existing: if replace {
                Existing::Replace
            } else {
                Existing::Keep
            },
            readers: if shared {
                Readers::Everybody
            } else {
                Readers::Owner
            },
            json,
        }),
        Verb::Games { delete, yes, json } => games::run(delete.as_deref(), yes, json, &folders),
        Verb::Icon => print(&studio::art::icon_svg()),
        Verb::Cameras { json } => cameras::run(json),
    };
    done.map(|()| 0)
}
