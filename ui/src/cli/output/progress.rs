//! Progress on stderr: a bar on a terminal, a line a second elsewhere.
//!
//! Results never go through here; stdout belongs to them.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(1);

/// Shows how far a verb is.
#[derive(Debug)]
pub enum Progress {
    /// On a terminal.
    Bar(ProgressBar),
    /// Elsewhere: one line a second.
    Lines {
        /// What is counted, plural.
        unit: &'static str,
        /// How many there will be, if known.
        total: Option<u64>,
        /// When the last line was written.
        last: Instant,
    },
}

impl Progress {
    /// Starts counting `unit` up to `total`.
    pub fn start(unit: &'static str, total: Option<u64>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self::Lines {
                unit,
                total,
                last: Instant::now(),
            };
        }
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                format!("{{wide_bar}} {{pos}}/{{len}} {unit} {{msg}}"),
            ),
            None => (
                ProgressBar::new_spinner(),
                format!("{{spinner}} {{pos}} {unit} {{msg}}"),
            ),
        };
        // The template is ours; should it be refused, the plain bar does as well.
        let style = ProgressStyle::with_template(&template)
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self::Bar(bar.with_style(style))
    }

    /// Says how many are done, and something about them.
    pub fn at(&mut self, done: u64, note: &str) {
        match self {
            Self::Bar(bar) => {
                bar.set_position(done);
                bar.set_message(note.to_owned());
            }
            Self::Lines { unit, total, last } => {
                if last.elapsed() < LINE_EVERY {
                    return;
                }
                *last = Instant::now();
                match total {
                    Some(total) => eprintln!("{done} of {total} {unit} {note}"),
                    None => eprintln!("{done} {unit} {note}"),
                }
            }
        }
    }

    /// Writes a line without tearing the bar.
    pub fn say(&self, line: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| eprintln!("{line}")),
            Self::Lines { .. } => eprintln!("{line}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
