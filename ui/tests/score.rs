//! `score` from end to end: our own photographer's picture of a finished game in, sums out, and a
//! record that opens like any other.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use carcassonne::catalogue::{Catalogue, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::spots::TileGeometry as _;
use clap::Parser as _;
use nebelwacht_ui::cli::args::{Args, ScoreArgs, Verb};
use opencv::core::Vector;
use opencv::imgcodecs;
use serde_json::Value;
use studio::art::Artist;
use studio::synth::{Camera, Figure, Photographer, Scene, SceneTile, Sensor, TILE_THICKNESS_MM};
use tracker::setup::StartTile;
use vision::pieces::ground::Ground;

/// The board, north up; open ends of roads and of the city in the south stay open:
///
/// ```text
///             .    E   .    E180      a city of two tiles, finished
///                 180  .    E         the same
///             W    D   U90  V
///             .    B   E180 U
///             .    .   Q    .
/// ```
const TILES: [(&str, i32, i32, u16); 11] = [
    ("D", 0, 0, 0),
    ("E", 0, -1, 180),
    ("U", 1, 0, 90),
    ("V", 2, 0, 0),
    ("U", 2, 1, 0),
    ("W", -1, 0, 0),
    ("B", 0, 1, 0),
    ("E", 1, 1, 180),
    ("Q", 1, 2, 0),
    ("E", 2, -1, 0),
    ("E", 2, -2, 180),
];

/// Whose meeple stands on which segment of which tile: a highwayman, a farmer, a monk, a knight.
const FIGURES: [(Color, usize, usize, Pose); 4] = [
    (Color::Red, 2, 0, Pose::Standing),
    (Color::Red, 3, 1, Pose::Lying),
    (Color::Blue, 6, 0, Pose::Standing),
    (Color::Blue, 8, 0, Pose::Standing),
];

fn photograph(to: &Path) {
    let mut scene = Scene::default();
    let catalogue = Catalogue::bundled();
    let ground = Ground::default();
    let turn = |degrees| Rotation::try_from(degrees).expect("quarter turns");
    for (face, x, y, degrees) in TILES {
        scene.tiles.push(SceneTile {
            cell: Cell::new(x, y),
            face: face_id(face).expect("a name"),
            garden: false,
            variant: 0,
            rotation: turn(degrees),
            offset_mm: [0.2, -0.1],
            yaw_deg: 0.3,
        });
    }
    for (color, tile, segment, pose) in FIGURES {
        let (face, x, y, degrees) = TILES[tile];
        let face = catalogue.find(face).expect("a face");
        let spot = ground.spot(face, turn(degrees), segment);
        let mm = |cell: i32, spot: f32| (f64::from(cell) + f64::from(spot)) * scene.pitch_mm;
        scene.figures.push(Figure {
            kind: FigureKind::Meeple,
            color: Some(color),
            pose,
            at_mm: [mm(x, spot[0]), mm(y, spot[1])],
            yaw_deg: 10.0,
            on_mm: TILE_THICKNESS_MM,
        });
    }
    let camera = Camera {
        target_mm: [0.5 * scene.pitch_mm, 0.0],
        distance_mm: 560.0,
        ..Camera::default()
    };
    let mut photographer = Photographer::new(Artist::new(catalogue));
    let picture = photographer.photograph(&scene, &camera, &Sensor::default(), 5);
    let path = to.to_str().expect("a plain path");
    let written = imgcodecs::imwrite(path, &picture.expect("drawn"), &Vector::new());
    assert!(written.expect("written"));
}

/// Runs `score` on a photograph in `place`.
fn score(place: &Path, photo: &Path, extra: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_nebelwacht");
    let mut command = Command::new(program);
    command.arg("--data-dir").arg(place.join("data"));
    command.arg("score").arg(photo);
    command.args(["--pack", "built-in", "--players", "Anna:red,Ben:blue"]);
    command.args(extra).output().expect("the program runs")
}

fn json(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn record(place: &Path) -> PathBuf {
    place.join("kept").join("end.jsonl")
}

/// The road: W, D, U, V and the open U in the south, 5. The farmer lies in the field north of the
/// road, which borders the city of D and E in the west and that of the two E in the north, 2 × 3.
/// The monk has D, U and W above him, E beside him and Q below: with his own tile 6. The knight's
/// city has two tiles and a coat of arms, 3.
#[test]
fn the_end_of_a_game_is_scored_from_one_photograph() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let photo = place.path().join("table.png");
    photograph(&photo);
    let kept = record(place.path());
    let kept_name = kept.to_str().expect("a plain path");
    let extra = [
        "--scores",
        "Anna:34,blue:41",
        "--json",
        "--record",
        kept_name,
    ];
    let told = json(&score(place.path(), &photo, &extra));

    assert_eq!(told["tiles"].as_array().map(Vec::len), Some(11), "{told}");
    assert_eq!(told["figures"].as_array().map(Vec::len), Some(4), "{told}");
    let lines = told["lines"].as_array().expect("lines");
    let mut sums: Vec<String> = lines
        .iter()
        .map(|line| {
            let text = |key: &str| line[key].as_str().expect("a text").to_owned();
            let points = &line["points"];
            format!(
                "{} {}: {} = {points}",
                text("player"),
                text("what"),
                text("expression")
            )
        })
        .collect();
    sums.sort();
    let right = [
        "Anna field: 2 cities × 3 = 6",
        "Anna road: 5 tiles = 5",
        "Ben city: 2 tiles + 1 shield = 3",
        "Ben monastery: 6 tiles = 6",
    ];
    assert_eq!(sums, right, "{told}");
    assert_eq!(told["track"], serde_json::json!({"Anna": 34, "Ben": 41}));
    assert_eq!(told["final"], serde_json::json!({"Anna": 45, "Ben": 50}));
    for question in told["questions"].as_array().expect("questions") {
        let guesses = question["guesses"].as_array().expect("guesses");
        assert!(guesses.len() > 1, "a question leaves a choice: {question}");
        assert!(guesses.iter().all(|guess| guess["final"]["Anna"].is_i64()));
    }

    let replay = Command::new(env!("CARGO_BIN_EXE_nebelwacht"))
        .arg("replay")
        .arg(&kept)
        .arg("--json")
        .output()
        .expect("the program runs");
    let replay = json(&replay);
    assert_eq!(replay["final"]["over"], true);
    assert_eq!(
        replay["final"]["scores"],
        serde_json::json!({"red": 45, "blue": 50})
    );
    assert_eq!(replay["refused"], serde_json::json!([]));

    // In words; and a record is never overwritten.
    let words = score(place.path(), &photo, &[]);
    let text = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(text.contains("Anna: 2 cities × 3 = 6 (field)"), "{text}");
    assert!(text.contains("final: Anna 11, Ben 9"), "{text}");
    let again = score(place.path(), &photo, &["--record", kept_name]);
    assert_eq!(again.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        errors.contains("already exists") && errors.contains("help:"),
        "{errors}"
    );
}

#[test]
fn what_is_no_photograph_of_a_board_is_said_in_words() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let garbage = place.path().join("garbage.jpg");
    std::fs::write(&garbage, [0xff_u8, 0xd8, 0xff, 0, 1, 2, 3]).expect("written");
    let blank = place.path().join("blank.png");
    let white = opencv::core::Mat::new_rows_cols_with_default(
        480,
        640,
        opencv::core::CV_8UC3,
        opencv::core::Scalar::all(200.0),
    );
    let path = blank.to_str().expect("a plain path");
    imgcodecs::imwrite(path, &white.expect("a picture"), &Vector::new()).expect("written");
    let missing = place.path().join("missing.jpg");
    let hostile: [(&Path, &[&str], i32, &str); 8] = [
        (&garbage, &[], 1, "garbage.jpg"),
        (&missing, &[], 1, "missing.jpg"),
        (place.path(), &[], 1, "is a folder"),
        (&blank, &["--json"], 1, "no tile was found"),
        (&blank, &["--scores", "Carl:3"], 1, "nobody is called Carl"),
        (&blank, &["--scores", "Anna:3,red:4"], 1, "twice"),
        (&blank, &["--scores", "Anna:-3"], 2, "like `Anna:34`"),
        (
            &blank,
            &["--scores", "Anna:99999999999999"],
            2,
            "like `Anna:34`",
        ),
    ];
    for (photo, extra, status, why) in hostile {
        let output = score(place.path(), photo, extra);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{errors}");
        assert!(
            errors.contains(why) && !errors.contains("panicked"),
            "{why}: {errors}"
        );
        assert!(output.stdout.is_empty(), "stdout carries only results");
    }
    assert!(!record(place.path()).exists());
}

#[test]
fn who_plays_and_what_the_track_shows_is_told_in_one_line_each() {
    fn told(extra: &[&str]) -> Result<ScoreArgs, String> {
        let given = ["nebelwacht", "score", "t.jpg", "--pack", "mine"];
        let args = Args::try_parse_from(given.iter().chain(extra));
        match args.map_err(|error| error.to_string())?.verb {
            Some(Verb::Score(score)) => Ok(*score),
            other => Err(format!("{other:?}")),
        }
    }
    let given = [
        "--players",
        "Anna:red,Ben:blue",
        "--scores",
        "Anna:34,blue:41",
    ];
    let read = told(&given).unwrap();
    let names: Vec<_> = read
        .players
        .players
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(names, ["Anna", "Ben"]);
    assert_eq!(read.players.start, StartTile::Seen);
    assert_eq!(read.scores, [("Anna".into(), 34), ("blue".into(), 41)]);
    for wrong in [
        "",
        "Anna",
        "Anna:mauve",
        "Anna:red,Ben:red",
        "A:red,A:blue",
        "A:red;meeples=1",
        ",",
    ] {
        assert!(told(&["--players", wrong]).is_err(), "{wrong}");
    }
    for wrong in [
        "Anna",
        "Anna:",
        "Anna:-1",
        "Anna:1.5",
        "Anna:99999999999",
        "Anna:10001",
    ] {
        let refused = told(&["--players", "Anna:red", "--scores", wrong]).unwrap_err();
        assert!(refused.contains("like `Anna:34`"), "{wrong}: {refused}");
    }
    assert!(told(&[]).is_err(), "somebody plays");
}
