//! The life of the program: read the command line, run one verb, say how it ended.

use std::process::ExitCode;

use clap::Parser;
use nebelwacht_ui::cli::args::Args;
use nebelwacht_ui::cli::{self, logging};

fn main() -> ExitCode {
    // Wrong usage ends in here with status 2 and clap's own message.
    let args = Args::parse();
    logging::start(args.verbose);
    match cli::run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
