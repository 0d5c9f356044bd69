//! The life of the program: read the command line, run one verb, say how it ended.

use clap::Parser;
use nebelwacht_ui::cli::args::Args;
use nebelwacht_ui::cli::output::logging;
use nebelwacht_ui::{cli, leave};

fn main() {
    // Wrong usage ends in here with status 2 and clap's own message.
    let args = Args::parse();
    logging::start(args.verbose);
    let status = match cli::run(args) {
        Ok(status) => status,
        Err(failure) => {
            eprintln!("{failure}");
            1
        }
    };
    leave::now(status)
}
