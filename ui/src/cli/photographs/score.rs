//! `score`: the final scoring of a finished game from one photograph of its board.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use tracker::at_end::{About, Answer, Doubt, TakenOver};
use tracker::board::Board;
use tracker::rules::Game;
use tracker::snapshot::ScoreReason;

use super::by_phone::{self, Photographed};
use super::read;
use crate::cli::args::ScoreArgs;
use crate::cli::output::{count, print, print_json};
use crate::export::json::{FinalLine, ReadFigure, ScoreGuess, ScoreQuestion, ScoreReport};
use crate::failure::Failure;
use crate::run::program;
use crate::run::reading::read_board::{self, Known, ReadBoard};
use crate::store::folders::Folders;

/// Names a phone that takes the photograph.
const PHONE: &str = "phone";

pub(in crate::cli) fn run(args: &ScoreArgs, folders: &Folders) -> Result<(), Failure> {
    let by_phone = args.photo == Path::new(PHONE);
    if !by_phone {
        args.at.refuse("leave it out, or score `phone`")?;
        read::check(&args.photo)?;
    }
    let known = Known {
        track: track(args)?,
        answers: Vec::new(),
    };
    if let Some(record) = args.record.as_deref().filter(|record| record.exists()) {
        return Err(is_there(record));
    }
    let pack = program::pack(folders, &args.pack)?;
    let Photographed {
        board,
        known,
        taken,
    } = if by_phone {
        by_phone::photograph(args, folders, &pack, &known)?
    } else {
        let board = ReadBoard::read(&args.photo, &args.players, &pack, folders)?;
        let taken = board.taken_over(&known);
        Photographed {
            board,
            known,
            taken,
        }
    };
    if let Some(record) = &args.record {
        read_board::write(record, board.setup(), &taken.log).map_err(|error| {
            match error.kind() {
                ErrorKind::AlreadyExists => is_there(record),
                _ => Failure::not_written(record, &error),
            }
        })?;
    }
    let report = whole_report(args, &board, &taken, &known);
    if args.json {
        print_json(&report)
    } else {
        print(&as_text(&report, taken.log.game().board()))
    }
}

/// What came of it, with what the picture itself tells.
fn whole_report(
    args: &ScoreArgs,
    board: &ReadBoard,
    taken: &TakenOver,
    known: &Known,
) -> ScoreReport {
    let mut report = report(board, taken, &known.track);
    let seen = read::report(&args.photo, &board.picture, Some(&board.reading), &[]);
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
    report
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

/// What came of it; what the picture itself tells is not filled in.
fn report(board: &ReadBoard, taken: &TakenOver, track: &[(Color, i32)]) -> ScoreReport {
    let game = taken.log.game();
    let told = |doubt| question(board, game, doubt);
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
        figures: figures(board, taken),
        questions: taken.questions().map(told).collect(),
        idle: taken.idle().map(told).collect(),
        track: by_name(game, &track.iter().copied().collect()),
        lines: lines.collect(),
        last: by_name(game, &tracker::at_end::scores(game)),
        record: None,
        warnings: Vec::new(),
    }
}

fn figures(board: &ReadBoard, taken: &TakenOver) -> Vec<ReadFigure> {
    let named = board.figures(taken.log.game().board());
    let placed = taken.placed.iter().filter_map(|placed| {
        let named = named.get(placed.piece)?.as_ref()?;
        let mut figure = read::seen(named, &board.north);
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

fn question(board: &ReadBoard, game: &Game, doubt: &Doubt) -> ScoreQuestion {
    let guesses = doubt.guesses.iter().map(|guess| ScoreGuess {
        what: in_words(game, guess.answer),
        confidence: guess.probability,
        last: by_name(game, &guess.scores),
    });
    ScoreQuestion {
        of: match doubt.about {
            About::Tile(_) => "tile",
            About::Piece(_) | About::Finished(_) => "figure",
        },
        about: about(game, doubt),
        x: doubt.cell.x,
        y: doubt.cell.y,
        corners_px: board.corners_px(doubt.cell).map(|at| at.to_array()),
        taken: in_words(game, doubt.taken),
        guesses: guesses.collect(),
    }
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
        About::Finished(at) => {
            let feature = game.features().at(at);
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
            let kind = spot.kind.name();
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

/// How much is in doubt that need not be asked.
fn idle(idle: &[ScoreQuestion]) -> String {
    let tiles = idle.iter().filter(|of| of.of == "tile").count();
    let both = [(tiles, "tile"), (idle.len() - tiles, "figure")];
    let both = both.into_iter().filter(|(number, _)| *number > 0);
    let both: Vec<String> = both.map(|(number, noun)| count(number, noun)).collect();
    let both = both.join(" and ");
    format!("in doubt, but nobody's points hang on it: {both}")
}

fn as_text(report: &ScoreReport, board: &Board) -> String {
    let mut text = board.to_string();
    text += &format!(
        "{}: {}, {}\n",
        report.picture,
        count(report.tiles.len(), "tile"),
        count(report.figures.len(), "figure")
    );
    for figure in &report.figures {
        let color = figure
            .color
            .map_or(String::new(), |color| format!("{color} "));
        let kind = figure.kind.name();
        let (x, y, on) = (figure.x, figure.y, figure.on);
        text += &format!("  ({x:>2}, {y:>2})  {color}{kind} on {on}\n");
    }
    for warning in &report.warnings {
        text += &format!("  {warning}\n");
    }
    if !report.questions.is_empty() {
        text += &format!("{}\n", count(report.questions.len(), "question"));
    }
    for question in &report.questions {
        text += &format!("  {}; taken: {}\n", question.about, question.taken);
        for guess in &question.guesses {
            let (what, sure) = (&guess.what, guess.confidence * 100.0);
            text += &format!("    {what}, {sure:.0} %: {}\n", points(&guess.last));
        }
    }
    if !report.idle.is_empty() {
        text += &format!("{}\n", idle(&report.idle));
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
