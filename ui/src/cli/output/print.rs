//! What a verb says on standard output.

use std::fmt::Display;
use std::io::Write;

use serde::Serialize;

use crate::failure::{Failure, unexpected};

/// Prints a result. A reader that went away (`| head`) is no failure.
pub(in crate::cli) fn print(text: &str) -> Result<(), Failure> {
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
pub(in crate::cli) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(|error| unexpected(&error))?;
    print(&(line + "\n"))
}

/// So many of them: `1 tile`, `2 tiles`.
pub(in crate::cli) fn count<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
