//! One module for each verb of the command line.
//!
//! Each prints its result to stdout and answers with a [`Failure`] in words for a person.

pub mod args;
mod cameras;
mod demo;
mod export;
mod games;
mod learn;
pub mod logging;
mod pack;
mod played;
pub mod progress;
mod read;
mod replay;
mod score;
mod watch;

use std::io::Write;

use files::write::Readers;
use serde::Serialize;

use crate::app::window;
use crate::cli::args::{Args, PackVerb, Verb};
use crate::export::Existing;
use crate::failure::{Failure, unexpected};
use crate::run::program::LocalProgram;
use crate::store::folders::Folders;

/// Runs the verb; says with which status the program is to end.
///
/// # Errors
/// When it could not do what it was asked.
pub fn run(args: Args) -> Result<i32, Failure> {
    let folders = Folders::find(args.data_dir.as_deref())?;
    logging::report_panics_to(folders.reports());
    match args.verb {
        None => window::show(LocalProgram::new(folders), None).map(|()| 0),
        Some(Verb::Pack(PackVerb::Learn(args))) => learn::run(&args, &folders),
        Some(verb) => carry_out(verb, folders).map(|()| 0),
    }
}

fn carry_out(verb: Verb, folders: Folders) -> Result<(), Failure> {
    match verb {
        Verb::Demo(demo) => demo::run(&demo, folders),
        Verb::Watch(watch) => watch::run(&watch, folders),
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
        } => replay::run(&record, json, until),
        Verb::Export {
            record,
            to,
            only,
            language,
            replace,
            shared,
            json,
        } => export::run(&export::Order {
            record,
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
        Verb::Pack(verb) => pack::run(verb, &folders),
        Verb::Games { delete, yes, json } => games::run(delete.as_deref(), yes, json, &folders),
        Verb::Icon => print(&studio::art::icon_svg()),
        Verb::Cameras { json } => cameras::run(json),
    }
}

/// Prints a result. A reader that went away (`| head`) is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::new(
            format!("stdout: {error}"),
            "check where the output goes",
        )),
        _ => Ok(()),
    }
}

/// Prints a result as one line of JSON.
fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(|error| unexpected(&error))?;
    print(&(line + "\n"))
}
