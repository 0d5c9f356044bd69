//! Differential test: games played and scored by an independent engine are played again by our
//! rules, and every list of legal tile places, legal meeple places, supply and score must agree.
//!
//! `NEBELWACHT_ORACLE` names the folder or `.tar.xz` archive of games; the default lies beside
//! the repository. Without it the test says `skipped`. Its own `main`, so that the result line
//! is printed in any case.

use std::collections::BTreeSet;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use tracker::catalogue::{Catalogue, Face};
use tracker::event::{By, EventId, EventKind};
use tracker::features::{FeatureKind, SegmentRef};
use tracker::geometry::{Cell, Rim, Rotation, Side};
use tracker::log::Log;
use tracker::piece::{Color, FigureKind};
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

#[derive(Deserialize)]
struct OracleGame {
    id: String,
    players: usize,
    setup: OracleSetup,
    moves: Vec<Move>,
    discarded: Vec<String>,
    final_scores: Vec<i32>,
}

#[derive(Deserialize)]
struct OracleSetup {
    elements: serde_json::Map<String, serde_json::Value>,
    rules: serde_json::Map<String, serde_json::Value>,
    start: Vec<Start>,
}

#[derive(Deserialize)]
struct Start {
    tile: String,
    x: i32,
    y: i32,
    rotation: i32,
}

#[derive(Deserialize)]
struct Move {
    player: usize,
    tile: String,
    x: i32,
    y: i32,
    rotation: i32,
    legal_positions: Vec<(i32, i32, Vec<i32>)>,
    #[serde(default)]
    legal_meeples: Vec<Place>,
    #[serde(default)]
    neutral: Vec<Neutral>,
    meeple: Option<Place>,
    returned: Option<Place>,
    #[serde(default)]
    events: Vec<Scored>,
    scores_after: Vec<i32>,
    supply_after: Vec<u8>,
}

/// Mage or witch is moved before the meeple.
#[derive(Deserialize)]
struct Neutral {
    figure: String,
    options: usize,
    #[serde(flatten)]
    to: Place,
}

#[derive(Deserialize)]
struct Place {
    #[serde(default, rename = "type")]
    figure: String,
    x: i32,
    y: i32,
    kind: FeatureKind,
    #[serde(default)]
    board_edges: Vec<String>,
    #[serde(default)]
    board_halves: Vec<String>,
}

#[derive(Deserialize)]
struct Scored {
    player: usize,
    points: i32,
    #[serde(default, rename = "final")]
    at_the_end: bool,
}

#[derive(Default)]
struct Counts {
    placements: usize,
    meeple_lists: usize,
    scores: usize,
}

fn main() -> ExitCode {
    let given = std::env::var_os("NEBELWACHT_ORACLE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/games.tar.xz");
    let path = given.clone().unwrap_or(beside);
    if given.is_none() && !path.exists() {
        println!("oracle: skipped, no games at {}", path.display());
        return ExitCode::SUCCESS;
    }
    match run(&path) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<bool> {
    let (mut agreeing, mut all, mut counts) = (0, 0, Counts::default());
    for (name, text) in read_games(path)? {
        let game: OracleGame =
            serde_json::from_str(&text).with_context(|| format!("{name} is no game"))?;
        all += 1;
        let differences = replay(&game, &mut counts)?;
        agreeing += usize::from(differences.is_empty());
        for difference in differences {
            println!("{}: {difference}", game.id);
        }
    }
    if all == 0 {
        bail!("there is no game in {}", path.display());
    }
    let Counts {
        placements,
        meeple_lists,
        scores,
    } = counts;
    println!(
        "oracle: {agreeing} of {all} games agree ({placements} placements, {meeple_lists} meeple lists, {scores} scores)"
    );
    Ok(agreeing == all)
}

/// The games of a folder or archive as (name, JSON), by name.
fn read_games(path: &Path) -> Result<Vec<(String, String)>> {
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
fn our_face<'c>(catalogue: &'c Catalogue, tile: &str) -> Result<(&'c Arc<Face>, i32, bool)> {
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

/// Plays one game and lists every difference as `move, expected, got`.
fn replay(oracle: &OracleGame, counts: &mut Counts) -> Result<Vec<String>> {
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
            return Ok(differences);
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
    Ok(differences)
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
