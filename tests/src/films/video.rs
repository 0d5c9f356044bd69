//! Films with truth: runs one through gate, reader and tracker; [`super::joining`] holds what was read
//! against what happened.
//!
//! Format of the truth files: `game` with the players in turn order and the sets they play with,
//! `events[]` with `tile_placed`, `figure_placed`, `figure_removed`, `turn_done`, each with the frame
//! from which it holds; cells x east, y south from the start tile, turns clockwise.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use carcassonne::catalogue::{Catalogue, TileSet};
use cpu_time::ProcessTime;
use nebelwacht_ui::run::reading::reader;
use opencv::core::Mat;
use opencv::prelude::*;
use opencv::videoio;
use serde::Deserialize;
use tracker::Tracker;
use tracker::command::Command;
use tracker::setup::Setup;
use tracker::snapshot::About;
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::pieces::ground::Ground;
use vision::source::frame::Frame;

use super::joining::{join, join_scores};
use crate::films::disturbance::in_words;
use crate::photographs::fault::{self, Fault, Place};

/// A truth file.
#[derive(Debug, Deserialize)]
pub struct Truth {
    /// Frames per second.
    pub fps: f64,
    /// Who plays what.
    pub game: TruthGame,
    /// What happened, in order.
    pub events: Vec<TruthEvent>,
}

/// Who plays what.
#[derive(Clone, Debug, Deserialize)]
pub struct TruthGame {
    /// Colours in turn order.
    pub players: Vec<String>,
    /// What they play with.
    pub rules: TruthRules,
}

/// What is played with.
#[derive(Clone, Debug, Deserialize)]
pub struct TruthRules {
    /// Sets of tiles, by `name:edition`.
    pub sets: BTreeMap<String, u32>,
}

impl Truth {
    /// The set-up that these players would make.
    ///
    /// # Errors
    /// Fails when a colour is none of ours.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let sets = self.game.rules.sets.keys();
        let mage_and_witch = sets.clone().any(|set| set.starts_with("mage-and-witch"));
        let more = if mage_and_witch {
            ",mage_and_witch"
        } else {
            ""
        };
        let players = self.game.players.join(",");
        Ok(format!("modules=base{more}; players={players}").parse()?)
    }
}

/// One thing that happened.
#[derive(Clone, Debug, Deserialize)]
pub struct TruthEvent {
    /// `tile_placed`, `figure_placed`, `figure_removed`, `turn_done` or another.
    #[serde(rename = "type")]
    pub kind: String,
    /// Frame from which it holds.
    pub frame: u64,
    /// Turn it belongs to.
    #[serde(default)]
    pub turn: u32,
    /// Cell of a tile or figure.
    #[serde(default)]
    pub cell: Option<[i32; 2]>,
    /// Face of a tile.
    #[serde(default)]
    pub face: Option<String>,
    /// Quarter turns of a tile.
    #[serde(default)]
    pub rot: Option<i32>,
    /// Edges of a tile as it lies, N E S W: `C`, `R` or `F`.
    #[serde(default)]
    pub edges_board: Option<String>,
    /// Name of a figure.
    #[serde(default)]
    pub id: Option<String>,
    /// Which piece a figure is.
    #[serde(default, rename = "kind")]
    pub piece: Option<String>,
    /// Colour of a figure.
    #[serde(default)]
    pub color: Option<String>,
    /// What a figure stands on.
    #[serde(default)]
    pub feature: Option<TruthFeature>,
    /// Scores after a turn.
    #[serde(default)]
    pub scores: BTreeMap<String, i32>,
}

/// What a figure stands on.
#[derive(Clone, Debug, Deserialize)]
pub struct TruthFeature {
    /// `road`, `city`, `field` or `monastery`.
    pub kind: String,
    /// Sides as they lie on the table.
    #[serde(default)]
    pub board_edges: Vec<String>,
    /// Half sides as they lie on the table.
    #[serde(default)]
    pub board_halves: Vec<String>,
}

/// How the reading of one film compares.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Tiles laid, read right, read right only after the next was laid.
    pub tiles: [usize; 3],
    /// Figures placed or taken, read right, read right but late.
    pub figures: [usize; 3],
    /// Events that did not happen.
    pub wrong: Vec<Fault>,
    /// Events that were not read.
    pub missed: Vec<Fault>,
    /// Turns, and turns whose score was right before the next tile lay.
    pub scores: [usize; 2],
    /// Turns with another score, said in words.
    pub score_faults: Vec<Fault>,
    /// Questions asked.
    pub questions: usize,
    /// Frames read.
    pub frames: u64,
    /// Seconds of CPU for gate, reader and tracker.
    pub cpu_s: f64,
}

fn opened(film: &Path) -> anyhow::Result<videoio::VideoCapture> {
    let capture = videoio::VideoCapture::from_file(film, videoio::CAP_FFMPEG)?;
    if !capture.is_opened()? {
        bail!("{} cannot be opened", film.display());
    }
    Ok(capture)
}

/// Some frames of a film, by their numbers; those beyond its end are the last one.
///
/// # Errors
/// Fails when the film cannot be read.
pub fn frames(film: &Path, mut wanted: Vec<u64>) -> anyhow::Result<BTreeMap<u64, Mat>> {
    wanted.sort_unstable();
    wanted.dedup();
    let mut capture = opened(film)?;
    let (mut found, mut last) = (BTreeMap::new(), Mat::default());
    let mut wanted = wanted.into_iter().peekable();
    for seq in 0.. {
        let mut picture = Mat::default();
        if wanted.peek().is_none() || !capture.read(&mut picture)? || picture.empty() {
            break;
        }
        if wanted.next_if_eq(&seq).is_some() {
            found.insert(seq, picture.try_clone()?);
        }
        last = picture;
    }
    for seq in wanted {
        found.insert(seq, last.try_clone()?);
    }
    Ok(found)
}

impl Outcome {
    /// Writes the frame of every mistake, named `name` and a number.
    ///
    /// # Errors
    /// Fails when the film cannot be read or a picture cannot be written.
    pub fn save_faults(&self, film: &Path, folder: &Path, name: &str) -> anyhow::Result<()> {
        let faults: Vec<(u64, &str)> = [&self.missed, &self.wrong, &self.score_faults]
            .into_iter()
            .flatten()
            .filter_map(|fault| match fault.place {
                Some(Place::Frame(seq)) => Some((seq, fault.what.as_str())),
                _ => None,
            })
            .collect();
        let pictures = frames(film, faults.iter().map(|(seq, _)| *seq).collect())?;
        for (number, (seq, what)) in faults.into_iter().enumerate() {
            if let Some(picture) = pictures.get(&seq) {
                fault::save(folder, &format!("{name}_{number:02}"), what, picture, None)?;
            }
        }
        Ok(())
    }
}

/// How a film is followed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Following {
    /// The set-up names the truth's players and sets; without one, players are found by their colours.
    pub with_setup: bool,
    /// Whoever is asked who claimed something takes an answer that is at least [`LIKELY`] at once.
    pub answered: bool,
    /// A line is printed per event and per question.
    pub log: bool,
    /// All that each look claims is printed.
    pub looks: bool,
}

/// Probability of an answer that the film itself gives reason for: a glimpse of the piece, say.
pub const LIKELY: f32 = 0.9;

/// Runs a film and compares.
///
/// # Errors
/// Fails when the film or its truth cannot be read.
pub fn compare(film: &Path, pack: Arc<Pack>, how: Following) -> anyhow::Result<Outcome> {
    let truth_path = film.with_extension("truth.json");
    let text = std::fs::read_to_string(&truth_path)
        .with_context(|| format!("truth {}", truth_path.display()))?;
    let truth: Truth = serde_json::from_str(&text)?;
    // Films show tiles of more boxes than the base game's.
    let catalogue = Catalogue::of(&TileSet::ALL);
    let mut capture = opened(film)?;
    let setup = Arc::new(match how.with_setup {
        true => truth.setup()?,
        false => Setup::default(),
    });
    let mut reader = reader::reader(pack, &setup)?;
    let mut gate = Gate::new(GateConfig::default());
    let mut tracker = Tracker::new(setup, Arc::new(Ground::default()));
    let mut outcome = Outcome::default();
    // When each fact was appended.
    let mut decided: BTreeMap<u64, u64> = BTreeMap::new();
    let mut asked = std::collections::BTreeSet::new();
    let mut scores_at: Vec<BTreeMap<String, i32>> = Vec::new();
    let started = Instant::now();
    loop {
        let mut pixels = opencv::core::Mat::default();
        if !capture.read(&mut pixels)? || pixels.empty() {
            break;
        }
        let seq = outcome.frames;
        let taken_at_ms = (seq as f64 * 1000.0 / truth.fps) as u64;
        let frame = Frame {
            pixels,
            seq,
            taken_at_ms,
        };
        let looking = ProcessTime::now();
        let report = gate.look(&frame)?;
        let seen = reader.look(&frame, &report)?;
        if how.looks {
            eprint!("{}", in_words(seq, &seen));
        }
        tracker.see(&seen);
        outcome.cpu_s += looking.elapsed().as_secs_f64();
        let questions = tracker.snapshot().questions.clone();
        for question in &questions {
            if asked.insert(question.id.0) && how.log {
                eprintln!(
                    "  frame {seq}: asks {:?} {:?}",
                    question.about, question.guesses
                );
            }
            let likely = question
                .guesses
                .first()
                .is_some_and(|g| g.probability >= LIKELY);
            if how.answered && likely && matches!(question.about, About::ClaimedAtOnce { .. }) {
                let (question, choice) = (question.id, 0);
                tracker.command(taken_at_ms, Command::Answer { question, choice })?;
            }
        }
        for event in tracker.log().events().iter().skip(decided.len()) {
            decided.insert(event.id.0, seq);
            if how.log {
                let sure = event.by.confidence();
                eprintln!("  frame {seq}: {:?} {sure:.2}", event.kind);
            }
        }
        let snapshot = tracker.snapshot();
        let scores = snapshot
            .players
            .iter()
            .map(|p| (p.color.name().to_owned(), p.provisional_score))
            .collect();
        scores_at.push(scores);
        outcome.frames += 1;
    }
    outcome.questions = asked.len();
    let snapshot = tracker.snapshot();
    join(
        &truth,
        &tracker,
        &snapshot,
        &catalogue,
        &decided,
        &mut outcome,
    );
    join_scores(&truth, &scores_at, &mut outcome);
    if how.log {
        eprintln!(
            "  wall {:.1} s; desync {:?}",
            started.elapsed().as_secs_f64(),
            snapshot.desync
        );
    }
    Ok(outcome)
}
