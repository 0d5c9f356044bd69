//! Games that an independent engine played and scored, and their replay by our rules.
//!
//! Its names of tiles and places are those of JCloisterZone; they are
//! translated here, for the differential test and for the test of exports to that program.

use std::collections::BTreeSet;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use carcassonne::catalogue::{Catalogue, Face};
use carcassonne::geometry::{Cell, Rim, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use serde::Deserialize;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::log::Log;
use tracker::log::event::{By, EventId, EventKind};
use tracker::rules::{Game, RuleFault};
use tracker::setup::{Player, Setup};

/// The engine's tile names and ours. The last number is the quarter turns by which the engine's
/// drawing of the tile differs from ours.
const FACES: [(&str, &str, i32); 32] = [
    ("L", "B", 0),
    ("LR", "A", 0),
    ("Cccc+", "C", 0),
    ("RCr", "D", 0),
    ("C", "E", 0),
    ("CFc+", "F", 0),
    ("CFc.1", "G", 0),
    ("CFC.2", "H", 0),
    ("CC.2", "I", 0),
    ("CRr", "J", 0),
    ("RrC", "K", 0),
    ("CRRR", "L", 0),
    ("Cc+", "M", 0),
    ("Cc.1", "N", 0),
    ("CcRr+", "O", 0),
    ("CcRr", "P", 0),
    ("Ccc+", "Q", 0),
    ("Ccc", "R", 0),
    ("CccR+", "S", 0),
    ("CccR", "T", 0),
    ("RFr", "U", 1),
    ("Rr", "V", 0),
    ("RRR", "W", 0),
    ("RRRR", "X", 0),
    ("MW/CRRR.3", "MW1", 0),
    ("MW/CcRr.1", "MW2", 0),
    ("MW/CCCR.3", "MW3", 0),
    ("MW/CRcR", "MW4", 0),
    ("MW/CFC", "MW5", 0),
    ("MW/CccR.1", "MW6", 0),
    ("MW/CRRr.2", "MW7", 0),
    ("MW/CCRr.2", "MW8", 0),
];

/// The engine's names of tiles with a garden that do not follow from the plain tile's name.
const GARDENS: [(&str, &str); 9] = [
    ("MW/CCRrG", "MW/CCRr.2"),
    ("CCG", "CC.2"),
    ("CFCG", "CFC.2"),
    ("CG", "C"),
    ("Cc+G", "Cc+"),
    ("CcG", "Cc.1"),
    ("CccG", "Ccc"),
    ("RFrG", "RFr"),
    ("RrG", "Rr"),
];

/// A game.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct OracleGame {
    pub id: String,
    pub players: usize,
    pub setup: OracleSetup,
    pub moves: Vec<Move>,
    pub discarded: Vec<String>,
    pub final_scores: Vec<i32>,
}

/// What was agreed on.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct OracleSetup {
    pub elements: serde_json::Map<String, serde_json::Value>,
    pub rules: serde_json::Map<String, serde_json::Value>,
    pub start: Vec<Start>,
}

/// A tile that lies there from the start.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Start {
    pub tile: String,
    pub x: i32,
    pub y: i32,
    pub rotation: i32,
}

/// A turn.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Move {
    pub player: usize,
    pub tile: String,
    pub x: i32,
    pub y: i32,
    pub rotation: i32,
    pub legal_positions: Vec<(i32, i32, Vec<i32>)>,
    #[serde(default)]
    pub legal_meeples: Vec<Place>,
    #[serde(default)]
    pub neutral: Vec<Neutral>,
    pub meeple: Option<Place>,
    pub returned: Option<Place>,
    #[serde(default)]
    pub events: Vec<Scored>,
    pub scores_after: Vec<i32>,
    pub supply_after: Vec<u8>,
}

/// Mage or witch is moved before the meeple.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Neutral {
    pub figure: String,
    pub options: usize,
    #[serde(flatten)]
    pub to: Place,
}

/// A place for a figure.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Place {
    #[serde(default, rename = "type")]
    pub figure: String,
    pub x: i32,
    pub y: i32,
    pub kind: FeatureKind,
    #[serde(default)]
    pub board_edges: Vec<String>,
    #[serde(default)]
    pub board_halves: Vec<String>,
}

/// Points for somebody.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Scored {
    pub player: usize,
    pub points: i32,
    #[serde(default, rename = "final")]
    pub at_the_end: bool,
}

/// How much was compared.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Counts {
    pub placements: usize,
    pub meeple_lists: usize,
    pub scores: usize,
}

/// The folder or archive of games, unless there is none: `NEBELWACHT_ORACLE`, or what lies
/// beside the repository.
pub fn games() -> Option<PathBuf> {
    let given = std::env::var_os("NEBELWACHT_ORACLE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/games.tar.xz");
    given.or_else(|| beside.exists().then_some(beside))
}

/// The games of a folder or archive as (name, JSON), by name.
///
/// # Errors
/// When it cannot be read.
pub fn read_games(path: &Path) -> Result<Vec<(String, String)>> {
    let mut games = Vec::new();
    if path.is_dir() {
        let nested = path.join("games");
        let folder = if nested.is_dir() { &nested } else { path };
        for entry in std::fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|end| end == "json") {
                let name = file
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                games.push((name, std::fs::read_to_string(&file)?));
            }
        }
        games.retain(|(name, _)| name != "tiles.json");
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("{}", path.display()))?;
        let mut unpacked = Vec::new();
        lzma_rs::xz_decompress(&mut BufReader::new(file), &mut unpacked)
            .map_err(|error| anyhow!("{} is no .xz: {error:?}", path.display()))?;
        for entry in tar::Archive::new(Cursor::new(unpacked)).entries()? {
            let mut entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            if name.ends_with(".json") && !name.ends_with("tiles.json") {
                let mut text = String::new();
                entry.read_to_string(&mut text)?;
                games.push((name, text));
            }
        }
    }
    games.sort();
    Ok(games)
}

/// Our face, the quarter turns to add, and whether it shows a garden.
///
/// # Errors
/// When the tile is in no table.
pub fn our_face<'c>(catalogue: &'c Catalogue, tile: &str) -> Result<(&'c Arc<Face>, i32, bool)> {
    let name = tile.strip_prefix("BA/").unwrap_or(tile);
    let garden = GARDENS.iter().find(|(with, _)| *with == name);
    let plain = garden.map_or(name, |&(_, plain)| plain);
    let (_, id, turns) = FACES
        .iter()
        .find(|(theirs, ..)| *theirs == plain)
        .ok_or_else(|| anyhow!("the tile {tile} is not in the table of names"))?;
    let face = catalogue.find(id).ok_or_else(|| anyhow!("no face {id}"))?;
    Ok((face, *turns, garden.is_some()))
}

fn turned(face: &Face, degrees: i32, turns: i32) -> Rotation {
    face.canonical(Rotation::from_quarter_turns(degrees / 90 + turns))
}

/// Plays one game, and lists every difference as `move, expected, got`.
///
/// # Errors
/// When the game uses a tile or an option that we do not have.
pub fn replay(oracle: &OracleGame, counts: &mut Counts) -> Result<(Log, Vec<String>)> {
    let setup = Arc::new(our_setup(oracle)?);
    let mut replay = Replay {
        oracle,
        counts,
        catalogue: setup.catalogue(),
        log: Log::new(setup),
        number: 0,
        differences: Vec::new(),
    };
    replay.lay_start()?;
    for turn in &oracle.moves {
        replay.number += 1;
        if !replay.lay(turn)? {
            return Ok((replay.log, replay.differences));
        }
        for neutral in &turn.neutral {
            if let Some(difference) = move_neutral(&mut replay.log, neutral)? {
                replay.differ("neutral figure", "", difference);
            }
        }
        let lines_before = replay.log.game().lines().len();
        replay.move_figures(turn)?;
        replay.compare_points(turn, lines_before);
        replay.end(turn)?;
    }
    replay.compare_final_scores();
    Ok((replay.log, replay.differences))
}

/// A game of the engine that is played again by our rules.
struct Replay<'a> {
    oracle: &'a OracleGame,
    counts: &'a mut Counts,
    catalogue: Arc<Catalogue>,
    log: Log,
    /// Of the move that is compared, from 1.
    number: usize,
    differences: Vec<String>,
}

impl Replay<'_> {
    fn differ(&mut self, what: &str, expected: impl Into<String>, got: String) {
        let expected = expected.into();
        if expected != got {
            let number = self.number;
            self.differences.push(format!(
                "move {number}: {what}: expected {expected}, got {got}"
            ));
        }
    }

    fn play(&mut self, kind: EventKind) -> Result<EventId, RuleFault> {
        self.log.append(0, By::Person, kind)
    }

    fn lay_start(&mut self) -> Result<()> {
        for start in &self.oracle.setup.start {
            let (face, turns, _) = our_face(&self.catalogue, &start.tile)?;
            let laid = EventKind::TileLaid {
                cell: Cell::new(start.x, start.y),
                face: face.id,
                rotation: turned(face, start.rotation, turns),
                garden: Some(false),
                before: false,
            };
            self.play(laid)?;
        }
        Ok(())
    }

    /// Where the tile may lie, and that it may lie where it was laid; `false` if the game cannot go on.
    fn lay(&mut self, turn: &Move) -> Result<bool> {
        let catalogue = Arc::clone(&self.catalogue);
        let (face, turns, garden) = our_face(&catalogue, &turn.tile)?;
        let places: BTreeSet<(Cell, Rotation)> = turn
            .legal_positions
            .iter()
            .flat_map(|(x, y, rotations)| {
                rotations
                    .iter()
                    .map(|&r| (Cell::new(*x, *y), turned(face, r, turns)))
            })
            .collect();
        let ours = self.log.game().board().placements(face);
        let ours: BTreeSet<_> = ours.into_iter().collect();
        self.counts.placements += places.len();
        self.differ("placements", format!("{places:?}"), format!("{ours:?}"));
        let laid = EventKind::TileLaid {
            cell: Cell::new(turn.x, turn.y),
            face: face.id,
            rotation: turned(face, turn.rotation, turns),
            garden: Some(garden),
            before: false,
        };
        let laid = self.play(laid);
        if let Err(fault) = &laid {
            self.differ("tile", "laid", fault.to_string());
        }
        Ok(laid.is_ok())
    }

    /// Takes an abbot home or compares where figures may stand, and puts one.
    fn move_figures(&mut self, turn: &Move) -> Result<()> {
        let color = Color::ALL[turn.player];
        if let Some(returned) = &turn.returned {
            let at = segment(self.log.game(), returned)?;
            let figure = self.log.game().figures().find(|figure| figure.at == at);
            let figure = figure.map_or(EventId(0), |figure| figure.event);
            if let Err(fault) = self.play(EventKind::FigureTaken { figure }) {
                self.differ("abbot", "recalled", fault.to_string());
            }
        } else {
            let game = self.log.game();
            let expected: Result<BTreeSet<_>> = turn
                .legal_meeples
                .iter()
                .map(|place| Ok((figure_kind(place), segment(game, place)?)))
                .collect();
            let got = game.figure_places(color).into_iter();
            let got: BTreeSet<_> = got.map(|place| (place.figure, place.at)).collect();
            self.counts.meeple_lists += 1;
            let expected = format!("{:?}", expected?);
            self.differ("meeple places", expected, format!("{got:?}"));
        }
        if let Some(meeple) = &turn.meeple {
            let at = segment(self.log.game(), meeple)?;
            let placed = EventKind::FigurePlaced {
                cell: at.cell,
                segment: at.segment,
                figure: figure_kind(meeple),
                color: Some(color),
                foot: None,
                before: false,
            };
            if let Err(fault) = self.play(placed) {
                self.differ("meeple", "placed", fault.to_string());
            }
        }
        Ok(())
    }

    /// The last move's scores are given before final scoring, so every turn is compared by what it
    /// would give if it ended now.
    fn compare_points(&mut self, turn: &Move, lines_before: usize) {
        let game = self.log.game();
        let mut scores = scores_of(game);
        let provisional = game.provisional();
        let mut lines: Vec<(usize, i32)> = game.lines()[lines_before..]
            .iter()
            .chain(&provisional)
            .filter_map(|line| Some((player(line.color?), line.points)))
            .collect();
        for line in &provisional {
            scores[line.color.map_or(0, player)] += line.points;
        }
        lines.sort_unstable();
        let mut expected: Vec<(usize, i32)> = turn
            .events
            .iter()
            .filter(|scored| !scored.at_the_end)
            .map(|scored| (scored.player, scored.points))
            .collect();
        expected.sort_unstable();
        self.counts.scores += scores.len() + expected.len();
        self.differ("points", format!("{expected:?}"), format!("{lines:?}"));
        let expected = format!("{:?}", turn.scores_after);
        self.differ("scores", expected, format!("{scores:?}"));
    }

    fn supply(&self) -> Vec<u8> {
        let players = Color::ALL[..self.oracle.players].iter();
        let meeples = |color: &Color| self.log.game().in_hand(*color, FigureKind::Meeple);
        players.map(meeples).collect()
    }

    /// Ends the turn, and compares what is then in the supplies.
    fn end(&mut self, turn: &Move) -> Result<()> {
        let last = self.number == self.oracle.moves.len();
        let before = self.supply();
        self.play(match last {
            true => EventKind::GameEnded,
            false => EventKind::TurnEnded,
        })?;
        // The engine stops before the figures of the very last move go home.
        let after = if last { before } else { self.supply() };
        self.counts.scores += after.len();
        let expected = format!("{:?}", turn.supply_after);
        self.differ("supply", expected, format!("{after:?}"));
        if last {
            let left = self.log.game().tiles_left() as usize;
            let expected = self.oracle.discarded.len().to_string();
            self.differ("tiles left", expected, left.to_string());
        }
        Ok(())
    }

    fn compare_final_scores(&mut self) {
        let scores = scores_of(self.log.game());
        self.counts.scores += scores.len();
        if scores != self.oracle.final_scores {
            self.differences.push(format!(
                "final: expected {:?}, got {scores:?}",
                self.oracle.final_scores
            ));
        }
    }
}

fn scores_of(game: &Game) -> Vec<i32> {
    let players = game.players().iter();
    players.map(|player| player.score).collect()
}

/// Moves mage or witch; says what is different about it.
fn move_neutral(log: &mut Log, neutral: &Neutral) -> Result<Option<String>> {
    let figure = match neutral.figure.split('.').next() {
        Some("mage") => FigureKind::Mage,
        Some("witch") => FigureKind::Witch,
        _ => bail!("the figure {} is unknown", neutral.figure),
    };
    let at = segment(log.game(), &neutral.to)?;
    let placed = EventKind::FigurePlaced {
        cell: at.cell,
        segment: at.segment,
        figure,
        color: None,
        foot: None,
        before: false,
    };
    // The engine counts a place for each segment, we one for each feature.
    let goes = |event: &EventKind| match event {
        EventKind::FigurePlaced {
            cell,
            segment,
            figure: kind,
            ..
        } if *kind == figure => {
            let at = SegmentRef::new(*cell, *segment);
            log.game().features().at(at).map_or(0, |f| f.segments.len())
        }
        _ => 0,
    };
    let choices = log.game().choices();
    let options: usize = choices
        .iter()
        .flat_map(|choice| &choice.options)
        .flat_map(|option| &option.events)
        .map(goes)
        .sum();
    if options != neutral.options {
        let expected = neutral.options;
        return Ok(Some(format!("{options} places instead of {expected}")));
    }
    let refused = log.append(0, By::Person, placed).err();
    Ok(refused.map(|fault| fault.to_string()))
}

fn player(color: Color) -> usize {
    Color::ALL
        .iter()
        .position(|&other| other == color)
        .unwrap_or_default()
}

fn our_setup(oracle: &OracleGame) -> Result<Setup> {
    let plays = |element: &str| oracle.setup.elements.contains_key(element);
    let mut setup: Setup = match (plays("abbot"), plays("mage")) {
        (false, false) => "",
        (true, false) => "modules=abbot",
        (false, true) => "modules=mage_and_witch",
        (true, true) => "modules=abbot,mage_and_witch",
    }
    .parse()?;
    if oracle
        .setup
        .rules
        .get("tiny-city-scoring")
        .and_then(|value| value.as_str())
        == Some("2")
    {
        setup.options.two_tile_city = 2;
    }
    setup.options.farmers = oracle
        .setup
        .elements
        .get("farmers")
        .and_then(serde_json::Value::as_bool)
        != Some(false);
    setup.players = Color::ALL[..oracle.players]
        .iter()
        .map(|&color| Player {
            name: String::new(),
            color,
            also: Vec::new(),
            seat: 0,
        })
        .collect();
    Ok(setup.validated()?)
}

fn figure_kind(place: &Place) -> FigureKind {
    if place.figure == "Abbot" {
        FigureKind::Abbot
    } else {
        FigureKind::Meeple
    }
}

/// Our segment for the engine's: by what it is and where it reaches the rim of the board's cell.
fn segment(game: &Game, place: &Place) -> Result<SegmentRef> {
    let cell = Cell::new(place.x, place.y);
    let laid = game
        .board()
        .get(cell)
        .ok_or_else(|| anyhow!("no tile at {cell}"))?;
    let rim = if let Some(half) = place.board_halves.first() {
        Some(half.parse::<Rim>()?)
    } else if let Some(edge) = place.board_edges.first() {
        let side = Side::ALL["NESW".find(edge.as_str()).unwrap_or_default()];
        Some(Rim::new(side, 1))
    } else {
        None
    };
    let number = match (place.kind, rim) {
        (FeatureKind::Monastery, _) => laid.face.monastery(),
        (FeatureKind::Garden, _) => laid.face.garden_segment(),
        (FeatureKind::Castle, _) => laid.face.castle(),
        (FeatureKind::Cemetery, _) => laid.face.cemetery(),
        (_, Some(rim)) => laid.face.segment_at(rim, laid.rotation),
        (_, None) => None,
    };
    let number = number.ok_or_else(|| anyhow!("no such {} at {cell}", place.kind))?;
    Ok(SegmentRef::new(cell, number))
}
