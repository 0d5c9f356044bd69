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
use tracker::rules::Game;
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
    let catalogue = setup.catalogue();
    let mut log = Log::new(setup);
    let mut differences = Vec::new();
    let play = |log: &mut Log, kind: EventKind| log.append(0, By::Person, kind);
    for start in &oracle.setup.start {
        let (face, turns, _) = our_face(&catalogue, &start.tile)?;
        let cell = Cell::new(start.x, start.y);
        let rotation = turned(face, start.rotation, turns);
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: Some(false),
            before: false,
        };
        play(&mut log, laid)?;
    }
    for (index, turn) in oracle.moves.iter().enumerate() {
        let mut differ = |what: &str, expected: String, got: String| {
            if expected != got {
                differences.push(format!(
                    "move {}: {what}: expected {expected}, got {got}",
                    index + 1
                ));
            }
        };
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
        let ours: BTreeSet<_> = log.game().board().placements(face).into_iter().collect();
        counts.placements += places.len();
        differ("placements", format!("{places:?}"), format!("{ours:?}"));

        let (cell, rotation) = (
            Cell::new(turn.x, turn.y),
            turned(face, turn.rotation, turns),
        );
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation,
            garden: Some(garden),
            before: false,
        };
        if let Err(fault) = play(&mut log, laid) {
            differ("tile", "laid".to_owned(), fault.to_string());
            return Ok((log, differences));
        }
        for neutral in &turn.neutral {
            if let Some(difference) = move_neutral(&mut log, neutral)? {
                differ("neutral figure", String::new(), difference);
            }
        }
        let color = Color::ALL[turn.player];
        let lines_before = log.game().lines().len();
        if let Some(returned) = &turn.returned {
            let at = segment(log.game(), returned)?;
            let figure = log.game().figures().find(|figure| figure.at == at);
            let figure = figure.map_or(EventId(0), |figure| figure.event);
            if let Err(fault) = play(&mut log, EventKind::FigureTaken { figure }) {
                differ("abbot", "recalled".to_owned(), fault.to_string());
            }
        } else {
            let expected: Result<BTreeSet<_>> = turn
                .legal_meeples
                .iter()
                .map(|place| Ok((figure_kind(place), segment(log.game(), place)?)))
                .collect();
            let got = log.game().figure_places(color);
            let got: BTreeSet<_> = got
                .into_iter()
                .map(|place| (place.figure, place.at))
                .collect();
            counts.meeple_lists += 1;
            differ(
                "meeple places",
                format!("{:?}", expected?),
                format!("{got:?}"),
            );
        }
        if let Some(meeple) = &turn.meeple {
            let at = segment(log.game(), meeple)?;
            let placed = EventKind::FigurePlaced {
                cell: at.cell,
                segment: at.segment,
                figure: figure_kind(meeple),
                color: Some(color),
                foot: None,
                before: false,
            };
            if let Err(fault) = play(&mut log, placed) {
                differ("meeple", "placed".to_owned(), fault.to_string());
            }
        }
        // The last move's scores are given before final scoring, so every turn is compared by
        // what it would give if it ended now.
        let mut scores: Vec<i32> = log
            .game()
            .players()
            .iter()
            .map(|player| player.score)
            .collect();
        let provisional = log.game().provisional();
        let mut lines: Vec<(usize, i32)> = log.game().lines()[lines_before..]
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
        counts.scores += scores.len() + expected.len();
        differ("points", format!("{expected:?}"), format!("{lines:?}"));
        differ(
            "scores",
            format!("{:?}", turn.scores_after),
            format!("{scores:?}"),
        );
        // The engine stops before the figures of the very last move go home.
        let last = index + 1 == oracle.moves.len();
        let supply = |game: &Game| -> Vec<u8> {
            let players = Color::ALL[..oracle.players].iter();
            players
                .map(|&color| game.in_hand(color, FigureKind::Meeple))
                .collect()
        };
        let before = supply(log.game());
        play(
            &mut log,
            if last {
                EventKind::GameEnded
            } else {
                EventKind::TurnEnded
            },
        )?;
        let after = if last { before } else { supply(log.game()) };
        counts.scores += after.len();
        differ(
            "supply",
            format!("{:?}", turn.supply_after),
            format!("{after:?}"),
        );
        if last {
            let left = log.game().tiles_left() as usize;
            differ(
                "tiles left",
                oracle.discarded.len().to_string(),
                left.to_string(),
            );
        }
    }
    let scores: Vec<i32> = log
        .game()
        .players()
        .iter()
        .map(|player| player.score)
        .collect();
    counts.scores += scores.len();
    if scores != oracle.final_scores {
        differences.push(format!(
            "final: expected {:?}, got {scores:?}",
            oracle.final_scores
        ));
    }
    Ok((log, differences))
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
