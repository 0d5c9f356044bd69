//! `score`: the final scoring of a finished game from one photograph of its board.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::FaceId;
use carcassonne::consistency::Verdict;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use tracker::at_end::{About, Answer, Doubt, Look, Piece, Spot, TakenOver, take_over};
use tracker::board::Board;
use tracker::board::features::SegmentRef;
use tracker::log::Log;
use tracker::log::journal::Journal;
use tracker::log::record::{Header, Line};
use tracker::rules::Game;
use tracker::setup::Setup;
use tracker::snapshot::ScoreReason;
use vision::pack::learnt::Learnt;
use vision::pieces::ground::Ground;
use vision::pieces::named::{NamedFigure, named};
use vision::reader::photo::{BoardReading, read_wanted};

use super::read::{self, Upright};
use super::{print, print_json};
use crate::cli::args::ScoreArgs;
use crate::export::json::{FinalLine, ReadFigure, ScoreGuess, ScoreQuestion, ScoreReport};
use crate::failure::{Failure, unexpected};
use crate::run::{program, reader};
use crate::store::faces;
use crate::store::folders::Folders;

pub(super) fn run(args: &ScoreArgs, folders: &Folders) -> Result<(), Failure> {
    // Learning the pack takes seconds; what cannot go well is said before.
    read::check(&args.photo)?;
    let track = track(args)?;
    if let Some(record) = args.record.as_deref().filter(|record| record.exists()) {
        return Err(is_there(record));
    }
    let pack = program::pack(folders, &args.pack)?;
    let setup = Arc::new(args.players.clone().with_tiles(&pack.taught()));
    let game = Game::new(Arc::clone(&setup));
    let catalogue = game.catalogue();
    let pack = faces::only(&pack.load(catalogue)?, catalogue);
    let wrong = |error: opencv::Error| unexpected(&error);
    let Learnt { model, mut finder } = Learnt::kept(&pack, &folders.learnt()).map_err(wrong)?;
    let picture = read::photograph(&args.photo)?;
    let wanted = reader::wanted(&game);
    let pixels = &picture.pixels;
    let reading = read_wanted(pixels, &mut finder, &model, &pack, catalogue, &wanted);
    let Some(reading) = reading.map_err(wrong)? else {
        return Err(Failure::new(
            format!("no tile was found in {}", args.photo.display()),
            "photograph the whole board from above, and name the pack of these very tiles",
        ));
    };
    let table = Table::new(&reading, &game);
    let taken = table.take_over(&setup, &track);
    if let Some(record) = &args.record {
        write(record, &setup, &taken.log)?;
    }
    let mut report = table.report(&taken, &track);
    let seen = read::report(&args.photo, &picture, Some(&reading), &[]);
    report.picture = seen.picture;
    report.size = seen.size;
    report.warnings = seen.warnings;
    report.tiles = seen.tiles;
    report.tiles.retain_mut(|tile| {
        let laid = taken.log.game().board().get(Cell::new(tile.x, tile.y));
        if let Some(laid) = laid {
            tile.face = laid.face.id.to_string();
            tile.rotation = laid.rotation.degrees();
        }
        laid.is_some()
    });
    report.record.clone_from(&args.record);
    if args.json {
        print_json(&report)
    } else {
        print(&as_text(&report, taken.log.game().board()))
    }
}

/// What the track shows, by colour; players are named as they are called or by their colour.
fn track(args: &ScoreArgs) -> Result<Vec<(Color, i32)>, Failure> {
    let players = &args.players.players;
    let mut track: BTreeMap<Color, i32> = BTreeMap::new();
    for (who, points) in &args.scores {
        let by_name = players.iter().find(|player| player.name == *who);
        let by_color = || {
            players
                .iter()
                .find(|player| player.color.to_string() == *who)
        };
        let player = by_name.or_else(by_color).ok_or_else(|| {
            let names: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
            Failure::new(
                format!("nobody is called {who}"),
                format!("--scores names the players: {}", names.join(", ")),
            )
        })?;
        if track.insert(player.color, *points).is_some() {
            return Err(Failure::new(
                format!("--scores names {who} twice"),
                "give everybody's points once",
            ));
        }
    }
    Ok(track.into_iter().collect())
}

fn is_there(record: &Path) -> Failure {
    Failure::new(
        format!("{} already exists", record.display()),
        "name another file; a record is never overwritten",
    )
}

/// Writes an ordinary record.
fn write(record: &Path, setup: &Setup, log: &Log) -> Result<(), Failure> {
    let refused = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => is_there(record),
        _ => Failure::not_written(record, &error),
    };
    files::write::folder(record.parent().unwrap_or(Path::new(""))).map_err(refused)?;
    let header = Header::new(setup.clone(), Some(jiff::Timestamp::now()));
    let mut journal = Journal::create(record, &header).map_err(refused)?;
    for event in log.events() {
        journal
            .append(&Line::Event(event.clone()))
            .map_err(refused)?;
    }
    journal.sync().map_err(refused)
}

/// A reading, seen from the board: north is the picture's up.
struct Table<'a> {
    reading: &'a BoardReading,
    north: Upright,
    /// The reading's cells and those of the board.
    cells: BTreeMap<Cell, Cell>,
    game: &'a Game,
    ground: Ground,
    /// The figures as they were named last.
    named: RefCell<Vec<NamedFigure>>,
}

impl<'a> Table<'a> {
    fn new(reading: &'a BoardReading, game: &'a Game) -> Self {
        let north = Upright::of(reading);
        let cells = reading.verdicts.keys();
        Self {
            cells: cells.map(|&cell| (north.cell(cell), cell)).collect(),
            reading,
            north,
            game,
            ground: Ground::default(),
            named: RefCell::default(),
        }
    }

    fn take_over(&self, setup: &Arc<Setup>, track: &[(Color, i32)]) -> TakenOver {
        let north = |verdict: &Verdict| {
            let turned = |&(face, rotation, p)| (face, self.north.rotation(rotation), p);
            Verdict {
                ranked: verdict.ranked.iter().map(turned).collect(),
                ..*verdict
            }
        };
        let verdicts = &self.reading.verdicts;
        let cells = self.cells.iter();
        let tiles: BTreeMap<Cell, Verdict> = cells
            .map(|(&to, from)| (to, north(&verdicts[from])))
            .collect();
        let pieces = |board: &Board| self.pieces(board);
        let look = Look {
            tiles: &tiles,
            pieces: &pieces,
            track,
        };
        let taken = take_over(setup, look);
        // The guesses were tried on other boards.
        self.pieces(taken.log.game().board());
        taken
    }

    /// The figures on those tiles.
    fn pieces(&self, board: &Board) -> Vec<Piece> {
        let turned_back = |rotation: Rotation| {
            let mut all = Rotation::ALL.into_iter();
            all.find(|&from| self.north.rotation(from) == rotation)
        };
        let faces = self.cells.iter().filter_map(|(to, from)| {
            let laid = board.get(*to)?;
            Some((*from, (laid.face.id, turned_back(laid.rotation)?)))
        });
        let reading = self.reading;
        let catalogue = self.game.catalogue();
        let faces: BTreeMap<Cell, (FaceId, Rotation)> = faces.collect();
        let figures = named(
            &reading.figures,
            &reading.lattice,
            &faces,
            catalogue,
            &self.ground,
        );
        let spots = |figure: &NamedFigure| {
            let spots = figure.spots.iter().filter_map(|spot| {
                Some(Spot {
                    at: SegmentRef::new(self.north.cell(spot.cell), spot.segment),
                    kind: spot.reading.kind,
                    color: spot.reading.color?,
                    probability: spot.probability,
                })
            });
            Piece {
                spots: spots.collect(),
            }
        };
        let pieces = figures.iter().map(spots).collect();
        self.named.replace(figures);
        pieces
    }

    fn corners(&self, cell: Cell) -> [[f64; 2]; 4] {
        let from = self.cells.get(&cell).copied().unwrap_or_default();
        let read = self.reading.cells.get(&from).map(|read| read.corners);
        let corners = read.unwrap_or_else(|| self.reading.lattice.corners(from));
        self.north.corners(corners)
    }

    /// What came of it; what the picture itself tells is not filled in.
    fn report(&self, taken: &TakenOver, track: &[(Color, i32)]) -> ScoreReport {
        let game = taken.log.game();
        let mut questions: Vec<&Doubt> = taken.doubts.iter().collect();
        questions.sort_by_key(|doubt| std::cmp::Reverse(weight(doubt)));
        let lines = game.lines().iter().filter_map(|line| {
            let ScoreReason::Final(kind) = line.reason else {
                return None;
            };
            Some(FinalLine {
                player: name(game, line.color?),
                points: line.points,
                expression: line.expression.to_string(),
                what: kind.name(),
            })
        });
        ScoreReport {
            picture: String::new(),
            size: [0; 2],
            tiles: Vec::new(),
            figures: self.figures(taken),
            questions: questions
                .iter()
                .map(|doubt| self.question(game, doubt))
                .collect(),
            track: by_name(game, &track.iter().copied().collect()),
            lines: lines.collect(),
            last: by_name(game, &tracker::at_end::scores(game)),
            record: None,
            warnings: Vec::new(),
        }
    }

    fn figures(&self, taken: &TakenOver) -> Vec<ReadFigure> {
        let named = self.named.borrow();
        let placed = taken.placed.iter().filter_map(|placed| {
            let mut figure = read::seen(named.get(placed.piece)?, &self.north);
            let spot = placed.spot;
            (figure.x, figure.y) = (spot.at.cell.x, spot.at.cell.y);
            figure.kind = spot.kind;
            figure.color = Some(spot.color);
            figure.on = placed.on.name();
            figure.confidence = spot.probability;
            Some(figure)
        });
        placed.collect()
    }

    fn question(&self, game: &Game, doubt: &Doubt) -> ScoreQuestion {
        let guesses = doubt.guesses.iter().map(|guess| ScoreGuess {
            what: in_words(game, guess.answer),
            confidence: guess.probability,
            last: by_name(game, &guess.scores),
        });
        ScoreQuestion {
            about: about(game, doubt),
            x: doubt.cell.x,
            y: doubt.cell.y,
            corners_px: self.corners(doubt.cell),
            taken: in_words(game, doubt.taken),
            guesses: guesses.collect(),
        }
    }
}

/// By how many points the guesses differ at most.
fn weight(doubt: &Doubt) -> i32 {
    let all = || doubt.guesses.iter().flat_map(|guess| &guess.scores);
    let differ = |color: &Color| {
        let of = || all().filter(|of| of.0 == color).map(|of| *of.1);
        of().max().unwrap_or(0) - of().min().unwrap_or(0)
    };
    all().map(|of| differ(of.0)).max().unwrap_or(0)
}

fn name(game: &Game, color: Color) -> String {
    let player = game.player_of(color);
    player.map_or_else(|| color.to_string(), |player| player.name.clone())
}

fn by_name(game: &Game, points: &BTreeMap<Color, i32>) -> BTreeMap<String, i32> {
    let named = points
        .iter()
        .map(|(&color, &points)| (name(game, color), points));
    named.collect()
}

fn about(game: &Game, doubt: &Doubt) -> String {
    let cell = doubt.cell;
    let what = match doubt.about {
        About::Tile(_) => format!("the tile at {cell}"),
        About::Piece(_) => format!("the figure at {cell}"),
        About::Finished(feature) => {
            let feature = game.features().get(feature);
            let kind = feature.map_or("feature", |feature| feature.kind.name());
            format!("somebody stands in the finished {kind} at {cell}: was it scored?")
        }
    };
    match &doubt.fault {
        Some(fault) => format!("{what}: {fault}"),
        None => what,
    }
}

fn in_words(game: &Game, answer: Answer) -> String {
    match answer {
        Answer::Tile(face, rotation) => format!("tile {face} {}°", rotation.degrees()),
        Answer::NoTile => "no tile".to_owned(),
        Answer::Piece(spot, on) => {
            let kind = format!("{:?}", spot.kind).to_lowercase();
            let (whose, cell) = (name(game, spot.color), spot.at.cell);
            format!("{whose}'s {kind} on the {on} of the tile at {cell}")
        }
        Answer::NoPiece => "nobody".to_owned(),
        Answer::Scored => "scored before".to_owned(),
        Answer::NotScored => "not scored yet".to_owned(),
    }
}

fn points(points: &BTreeMap<String, i32>) -> String {
    let all = points
        .iter()
        .map(|(name, points)| format!("{name} {points}"));
    all.collect::<Vec<_>>().join(", ")
}

fn as_text(report: &ScoreReport, board: &Board) -> String {
    let mut text = board.to_string();
    text += &format!(
        "{}: {} tiles, {} figures\n",
        report.picture,
        report.tiles.len(),
        report.figures.len()
    );
    for figure in &report.figures {
        let color = figure
            .color
            .map_or(String::new(), |color| format!("{color} "));
        let kind = format!("{:?}", figure.kind).to_lowercase();
        let (x, y, on) = (figure.x, figure.y, figure.on);
        text += &format!("  ({x:>2}, {y:>2})  {color}{kind} on {on}\n");
    }
    for warning in &report.warnings {
        text += &format!("  {warning}\n");
    }
    if !report.questions.is_empty() {
        text += &format!("{} questions\n", report.questions.len());
    }
    for question in &report.questions {
        text += &format!("  {}; taken: {}\n", question.about, question.taken);
        for guess in &question.guesses {
            let (what, sure) = (&guess.what, guess.confidence * 100.0);
            text += &format!("    {what}, {sure:.0} %: {}\n", points(&guess.last));
        }
    }
    if !report.track.is_empty() {
        text += &format!("on the track: {}\n", points(&report.track));
    }
    text += "final scoring\n";
    for line in &report.lines {
        let FinalLine {
            player,
            points,
            expression,
            what,
        } = line;
        text += &format!("  {player}: {expression} = {points} ({what})\n");
    }
    text += &format!("final: {}\n", points(&report.last));
    text
}
