//! Films with truth: runs one through gate, reader and tracker and joins what was read to what
//! happened.
//!
//! Format of the truth files: `game` with the players in turn order and the sets they play with,
//! `events[]` with `tile_placed`, `figure_placed`, `figure_removed`, `turn_done`, each with the frame
//! from which it holds; cells x east, y south from the start tile, turns clockwise.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use carcassonne::catalogue::{Catalogue, FaceId, SegmentKind, TileSet};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use cpu_time::ProcessTime;
use nebelwacht_ui::run::reading::reader;
use opencv::core::Mat;
use opencv::prelude::*;
use opencv::videoio;
use serde::Deserialize;
use tracker::Tracker;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::setup::Setup;
use tracker::snapshot::{About, Snapshot};
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::pieces::ground::Ground;
use vision::source::frame::Frame;

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

/// A figure's place as something that compares.
fn place(kind: &str, sides: &[String]) -> String {
    let mut sides: Vec<&str> = sides.iter().map(String::as_str).collect();
    sides.sort_unstable();
    format!("{kind} {}", sides.join(","))
}

/// The same for a segment of a placed tile.
fn place_of(catalogue: &Catalogue, snapshot: &Snapshot, cell: Cell, segment: usize) -> String {
    let Some(tile) = snapshot.tiles.iter().find(|t| t.cell == cell) else {
        return "nowhere".into();
    };
    let Some(face) = catalogue.face(&tile.face) else {
        return "unknown".into();
    };
    let letters = ["N", "E", "S", "W"];
    let rims: Vec<_> = face
        .segments
        .get(segment)
        .map(|s| s.rim.iter().map(|r| r.rotated(tile.rotation)).collect())
        .unwrap_or_default();
    match face.kind(segment) {
        Some(SegmentKind::City { .. }) | Some(SegmentKind::Road) => {
            let mut sides: Vec<String> = rims
                .iter()
                .map(|r| letters[r.side().index()].to_owned())
                .collect();
            sides.sort();
            sides.dedup();
            let road = matches!(face.kind(segment), Some(SegmentKind::Road));
            place(if road { "road" } else { "city" }, &sides)
        }
        Some(SegmentKind::Field { .. }) => {
            let halves: Vec<String> = rims
                .iter()
                .filter(|r| r.third() != 1)
                .map(|r| {
                    format!(
                        "{}{}",
                        letters[r.side().index()],
                        if r.third() == 0 { "L" } else { "R" }
                    )
                })
                .collect();
            place("field", &halves)
        }
        Some(SegmentKind::Monastery) => place("monastery", &[]),
        _ => "other".into(),
    }
}

/// Turns that look alike by edges compare equal.
fn same_turn(catalogue: &Catalogue, face: &str, a: Rotation, b: Rotation) -> bool {
    catalogue
        .find(face)
        .is_some_and(|f| f.canonical(a) == f.canonical(b))
}

/// The edges of a tile as it lies, N E S W, as the truth writes them; faces that only the films name
/// are compared by these.
fn edges(catalogue: &Catalogue, face: FaceId, rotation: Rotation) -> Option<String> {
    let face = catalogue.face(&face)?;
    let side = |side| face.side(side, rotation).letter();
    Some(Side::ALL.map(side).iter().collect())
}

/// Whether a figure is the one that an event tells of. The truth names the paint of the mage and the
/// witch too, who are nobody's.
fn is_piece(event: &TruthEvent, figure: FigureKind, color: Option<Color>) -> bool {
    let neutral = matches!(event.piece.as_deref(), Some("mage" | "witch"));
    match color {
        Some(color) => !neutral && Some(color.name()) == event.color.as_deref(),
        None => Some(figure.name()) == event.piece.as_deref(),
    }
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

/// A fact that was read, with its event's number.
type Fact = (u64, EventKind);

/// What was read, held against what happened.
struct Joining<'a> {
    truth: &'a Truth,
    catalogue: &'a Catalogue,
    snapshot: &'a Snapshot,
    /// When each fact was appended.
    decided: &'a BTreeMap<u64, u64>,
    /// Facts that nothing that happened has explained so far.
    facts: Vec<Fact>,
    /// Figures of the truth, by the facts that placed them.
    placed: BTreeMap<String, u64>,
}

/// Events against truth. Facts that hold at the end count; what was read and later withdrawn
/// counts as wrong.
fn join(
    truth: &Truth,
    tracker: &Tracker,
    snapshot: &Snapshot,
    catalogue: &Catalogue,
    decided: &BTreeMap<u64, u64>,
    outcome: &mut Outcome,
) {
    let facts = tracker.log().events().iter();
    let facts = facts.filter(|e| e.kind.is_fact());
    let mut joining = Joining {
        truth,
        catalogue,
        snapshot,
        decided,
        facts: facts.map(|e| (e.id.0, e.kind.clone())).collect(),
        placed: BTreeMap::new(),
    };
    for event in &truth.events {
        let Some([x, y]) = event.cell else { continue };
        joining.happened(event, Cell::new(x, y), outcome);
    }
    outcome.wrong.extend(joining.left());
}

impl Joining<'_> {
    /// Counts something that happened, and looks for the fact that says so.
    fn happened(&mut self, event: &TruthEvent, cell: Cell, outcome: &mut Outcome) {
        let (count, found) = match event.kind.as_str() {
            "tile_placed" => (&mut outcome.tiles, self.laid(event, cell)),
            "figure_placed" => {
                let Some(feature) = &event.feature else {
                    outcome.figures[0] += 1;
                    return;
                };
                let found = self.put(event, feature, cell);
                if let (Some(i), Some(id)) = (found, &event.id) {
                    self.placed.insert(id.clone(), self.facts[i].0);
                }
                (&mut outcome.figures, found)
            }
            "figure_removed" => (&mut outcome.figures, self.taken(event)),
            _ => return,
        };
        count[0] += 1;
        match found {
            Some(index) => {
                let (id, _) = self.facts.remove(index);
                let late = self
                    .decided
                    .get(&id)
                    .is_some_and(|f| *f > self.next_tile(event.frame));
                count[if late { 2 } else { 1 }] += 1;
            }
            None => {
                // It could be seen until the next tile came.
                let last = self.next_tile(event.frame).saturating_sub(1);
                let missed = Fault::at(described(event, cell), Place::Frame(last));
                outcome.missed.push(missed);
            }
        }
    }

    /// The frame from which the next tile lies.
    fn next_tile(&self, frame: u64) -> u64 {
        let tiles = self.truth.events.iter();
        let mut tiles = tiles.filter(|e| e.kind == "tile_placed").map(|e| e.frame);
        tiles.find(|f| *f > frame).unwrap_or(u64::MAX)
    }

    fn position(&self, is: impl Fn(&EventKind) -> bool) -> Option<usize> {
        self.facts.iter().position(|(_, kind)| is(kind))
    }

    fn laid(&self, event: &TruthEvent, cell: Cell) -> Option<usize> {
        let face = event.face.clone().unwrap_or_default();
        let turn = Rotation::from_quarter_turns(event.rot.unwrap_or(0));
        let catalogue = self.catalogue;
        self.position(|kind| {
            matches!(kind, EventKind::TileLaid { cell: c, face: f, rotation, .. }
            if *c == cell && match catalogue.find(&face) {
                Some(_) => f.as_str() == face && same_turn(catalogue, &face, *rotation, turn),
                None => event.edges_board == edges(catalogue, *f, *rotation),
            })
        })
    }

    fn put(&self, event: &TruthEvent, feature: &TruthFeature, cell: Cell) -> Option<usize> {
        let mut sides = feature.board_edges.clone();
        sides.extend(feature.board_halves.clone());
        let wanted = place(&feature.kind, &sides);
        let (catalogue, snapshot) = (self.catalogue, self.snapshot);
        self.position(|kind| {
            matches!(kind, EventKind::FigurePlaced { cell: c, segment, figure, color, .. }
                if *c == cell
                    && is_piece(event, *figure, *color)
                    && place_of(catalogue, snapshot, *c, *segment) == wanted)
        })
    }

    fn taken(&self, event: &TruthEvent) -> Option<usize> {
        let placed = event.id.as_ref().and_then(|id| self.placed.get(id));
        let placed = placed.copied();
        self.position(
            |kind| matches!(kind, EventKind::FigureTaken { figure } if Some(figure.0) == placed),
        )
    }

    /// Facts that nothing explains.
    fn left(self) -> impl Iterator<Item = Fault> {
        let decided = self.decided;
        let counts = |(_, kind): &Fact| {
            matches!(
                kind,
                EventKind::TileLaid { .. }
                    | EventKind::FigurePlaced { .. }
                    | EventKind::FigureTaken { .. }
            )
        };
        let facts = self.facts.into_iter().filter(counts);
        facts.map(move |(id, kind)| Fault {
            what: format!("#{id} {kind:?}"),
            place: decided.get(&id).copied().map(Place::Frame),
        })
    }
}

/// What happened, in words of the truth's file.
fn described(event: &TruthEvent, cell: Cell) -> String {
    format!(
        "turn {} {} {} {} at {cell}",
        event.turn,
        event.kind,
        event
            .face
            .as_deref()
            .or(event.color.as_deref())
            .unwrap_or(""),
        event.feature.as_ref().map_or("", |f| f.kind.as_str()),
    )
}

/// Scores just before the next tile lies, and at the film's end.
fn join_scores(truth: &Truth, scores_at: &[BTreeMap<String, i32>], outcome: &mut Outcome) {
    let tiles: Vec<u64> = truth
        .events
        .iter()
        .filter(|e| e.kind == "tile_placed")
        .map(|e| e.frame)
        .collect();
    for event in truth.events.iter().filter(|e| e.kind == "turn_done") {
        outcome.scores[0] += 1;
        let until = tiles
            .iter()
            .copied()
            .find(|f| *f > event.frame)
            .unwrap_or(u64::MAX);
        let last = (until.saturating_sub(1)).min(scores_at.len().saturating_sub(1) as u64);
        let Some(read) = scores_at.get(last as usize) else {
            continue;
        };
        let right = event
            .scores
            .iter()
            .all(|(c, v)| read.get(c).copied().unwrap_or(0) == *v)
            && read
                .iter()
                .all(|(c, v)| event.scores.get(c).copied().unwrap_or(0) == *v);
        if right {
            outcome.scores[1] += 1;
        } else {
            let what = format!("turn {}: {:?} read as {read:?}", event.turn, event.scores);
            outcome
                .score_faults
                .push(Fault::at(what, Place::Frame(last)));
        }
    }
}
