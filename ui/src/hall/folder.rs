//! The folder of an evening: what comes in (pairings, records that were handed in) and what goes
//! out (results, standings, the report for a tournament program), as files anybody can open.

use std::collections::HashMap;
use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use files::limits::{RECORD_BYTES, TEXT_BYTES};
use files::write::Readers;
use hall::Wall;
use hall::check::Reckoned;
use hall::evening::{self, HandedIn, Pairings, Results, standings, tables, trf};

use crate::failure::Failure;
use crate::store::folders::RECORD_ENDING;
use crate::text::{Language, Words};

use super::evening::Evening;
use super::page;

/// The results that tables have confirmed: a broker gives back only the newest one of each.
const RESULTS: &str = "confirmed.json";

/// Most records that are handed in.
const RECORDS: usize = 2_000;

/// An evening's folder.
pub struct EveningFolder {
    folder: PathBuf,
    name: String,
    rounds: u32,
    language: Language,
    pairings: Pairings,
    /// Every result that was confirmed, in this run of the program or an earlier one.
    results: Results,
    /// Records by their files, as they were last read.
    handed_in: HashMap<PathBuf, (Option<SystemTime>, HandedIn)>,
    /// What was last written, by the file's name.
    written: HashMap<&'static str, String>,
    trouble: Vec<String>,
}

impl EveningFolder {
    /// The folder of an evening of that name; `records` in it is where records are handed in.
    ///
    /// # Errors
    /// When it cannot be made, or its results cannot be read.
    pub fn open(
        folder: &Path,
        name: &str,
        rounds: u32,
        language: Language,
    ) -> Result<Self, Failure> {
        let made = files::write::folder(&folder.join("records"));
        made.map_err(|error| Failure::not_written(folder, &error))?;
        Ok(Self {
            folder: folder.to_owned(),
            name: name.to_owned(),
            rounds,
            language,
            pairings: Pairings::default(),
            results: kept_results(&folder.join(RESULTS))?,
            handed_in: HashMap::new(),
            written: HashMap::new(),
            trouble: Vec::new(),
        })
    }

    /// Reads what came in, reckons up, and writes what has changed.
    pub fn update(&mut self, wall: &Wall) -> Evening {
        self.trouble.clear();
        self.read_pairings();
        self.read_records();
        let handed_in: Vec<HandedIn> = self.sorted_records();
        self.results.hear(wall);
        let evening = reckoned(&self.results, &handed_in, &self.pairings);
        self.write(RESULTS, self.results.to_json());
        self.write("results.csv", tables::results_csv(&evening.played));
        self.write("standings.csv", tables::standings_csv(&evening.rows));
        let words = Words::new(self.language);
        let html = page::standings_page(words, &self.name, &evening);
        self.write("standings.html", html);
        let report = trf::report(
            &self.name,
            &evening.played,
            &self.pairings,
            &evening.rows,
            self.rounds,
        );
        // Without pairings, and with tables of more than two, there is no such report.
        if let Ok(report) = report {
            self.write("tournament.trf", report);
        }
        let mut trouble = std::mem::take(&mut self.trouble);
        trouble.extend(evening.trouble);
        Evening { trouble, ..evening }
    }

    fn read_pairings(&mut self) {
        let path = self.folder.join("pairings.csv");
        let text = match files::read::text(&path, TEXT_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => return self.trouble.push(format!("pairings.csv: {error}")),
        };
        match Pairings::read(&text) {
            Ok(pairings) => self.pairings = pairings,
            // The last ones that could be read stay: somebody may be writing.
            Err(error) => self.trouble.push(format!("pairings.csv: {error}")),
        }
    }

    fn read_records(&mut self) {
        let is_record = |entry: &DirEntry| {
            let path = entry.path();
            path.extension()
                .is_some_and(|ending| ending == RECORD_ENDING)
        };
        let entries = std::fs::read_dir(self.folder.join("records"));
        let entries = entries.and_then(|all| all.collect::<io::Result<Vec<_>>>());
        let mut entries = match entries {
            Ok(entries) => entries,
            // Nobody has taken back what was handed in.
            Err(error) => return self.trouble.push(format!("records: {error}")),
        };
        entries.retain(is_record);
        if entries.len() > RECORDS {
            let more = entries.len() - RECORDS;
            self.trouble
                .push(format!("records: {more} more than {RECORDS} are left out"));
        }
        entries.sort_by_key(DirEntry::file_name);
        let mut there = HashMap::new();
        for entry in entries.into_iter().take(RECORDS) {
            let path = entry.path();
            let changed = entry
                .metadata()
                .ok()
                .and_then(|found| found.modified().ok());
            let kept = self.handed_in.remove(&path);
            let kept = kept.filter(|(before, _)| *before == changed);
            let read = kept.unwrap_or_else(|| (changed, hand_in(&path)));
            there.insert(path, read);
        }
        self.handed_in = there;
    }

    fn sorted_records(&mut self) -> Vec<HandedIn> {
        let mut all: Vec<HandedIn> = self
            .handed_in
            .values()
            .map(|(_, one)| one.clone())
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        for one in &all {
            if let Err(why) = &one.reckoned {
                self.trouble.push(format!("{}: {why}", one.name));
            }
        }
        all
    }

    fn write(&mut self, name: &'static str, text: String) {
        if self.written.get(name) == Some(&text) {
            return;
        }
        let path = self.folder.join(name);
        match files::write::file_for(&path, text.as_bytes(), Readers::Owner) {
            Ok(()) => drop(self.written.insert(name, text)),
            Err(error) => self.trouble.push(format!("{name}: {error}")),
        }
    }
}

/// What an earlier run kept; none is the beginning of an evening.
fn kept_results(path: &Path) -> Result<Results, Failure> {
    let unread = |why: String| {
        Failure::new(
            format!("{} cannot be read: {why}", path.display()),
            "the results of this evening are in it; restore it, or move it away to begin anew",
        )
    };
    match files::read::text(path, RECORD_BYTES) {
        Ok(text) => Results::from_json(&text).map_err(|error| unread(error.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Results::default()),
        Err(error) => Err(unread(error.to_string())),
    }
}

/// An evening out of what was heard and handed in.
pub fn reckoned(results: &Results, handed_in: &[HandedIn], pairings: &Pairings) -> Evening {
    let played = evening::played(results, handed_in, pairings);
    let rows = standings(&played, pairings);
    let differing = evening::differences(results, handed_in);
    let trouble = differing.into_iter().map(|(name, differences)| {
        let told: Vec<String> = differences.iter().map(difference).collect();
        format!("{name}: {}", told.join(", "))
    });
    Evening {
        played,
        rows,
        trouble: trouble.collect(),
    }
}

/// Where a record and what was published disagree, in plain English: for reports and logs.
pub fn difference(difference: &hall::check::Difference) -> String {
    use hall::check::Difference;
    let or_none = |points: &Option<i32>| points.map_or("none".to_owned(), |p| p.to_string());
    match difference {
        Difference::Unreadable(why) => format!("the record cannot be read: {why}"),
        Difference::OtherGame => "the record is another game’s".to_owned(),
        Difference::NotOver => "the game in the record is not over".to_owned(),
        Difference::Refused(count) => format!("the rules refuse {count} events"),
        Difference::Points {
            color,
            published,
            reckoned,
        } => format!(
            "{color} has {} as published and {} as reckoned",
            or_none(published),
            or_none(reckoned)
        ),
        Difference::Team {
            published,
            reckoned,
        } => format!(
            "the team has {} as published and {} as reckoned",
            or_none(published),
            or_none(reckoned)
        ),
        Difference::Irregular(count) => format!("{count} moves against the rules were insisted on"),
    }
}

fn hand_in(path: &Path) -> HandedIn {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let read = files::read::bytes(path, RECORD_BYTES).map_err(|error| error.to_string());
    let reckoned = read.and_then(|bytes| Reckoned::of(&bytes).map_err(|error| error.to_string()));
    HandedIn {
        name: files::words::name(&stem),
        reckoned,
    }
}
