//! Looking back at games: the statistics agree with the scores, for every golden record.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carcassonne::catalogue::face_id;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use carcassonne::spots::RimGeometry;
use tracker::Tracker;
use tracker::board::features::FeatureKind;
use tracker::command::Command;
use tracker::event::EventKind;
use tracker::log::record::Record;
use tracker::snapshot::ScoreReason;
use tracker::snapshot::review::{Highlight, Review};

fn golden() -> Vec<(PathBuf, Record)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let folders = std::fs::read_dir(root).unwrap();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    let mut records: Vec<(PathBuf, Record)> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .map(|path| {
            let record = Record::read(&std::fs::read(&path).unwrap()).unwrap();
            (path, record)
        })
        .collect();
    records.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(records.len() > 50, "{}", records.len());
    records
}

#[test]
fn every_golden_record_adds_up() {
    let mut with_points = 0;
    for (path, record) in golden() {
        let path = path.display();
        let log = record.log();
        let review = Review::of(&log);
        let game = log.game();
        assert_eq!(review.lines.len(), game.lines().len(), "{path}");
        let last = review.moments.last().map(|moment| moment.scores.clone());
        let sums = |points: Vec<&Vec<i32>>| -> Vec<i32> {
            let seats = 0..review.scorers.len();
            seats
                .map(|seat| points.iter().map(|p| p[seat]).sum())
                .collect()
        };
        let reasons = sums(review.by_reason.iter().map(|share| &share.points).collect());
        let modules = sums(review.by_module.iter().map(|share| &share.points).collect());
        assert_eq!(reasons, modules, "{path}");
        // The score track has no numbers below 0, so what was lost there is in no score.
        let plain = game.lines().iter().all(|line| line.points >= 0);
        if plain && let Some(last) = last {
            assert_eq!(reasons, last, "{path}");
            with_points += usize::from(last.iter().any(|&points| points > 0));
        }
        let race = review.race();
        assert!(race.windows(2).all(|two| two[0].0 < two[1].0), "{path}");
    }
    assert!(with_points > 20, "{with_points}");
}

#[test]
fn every_moment_of_a_golden_record_can_be_seen_again() {
    for (path, record) in golden().into_iter().step_by(5) {
        let review = Review::of(&record.log());
        assert!(review.snapshot(None).tiles.is_empty());
        for (index, moment) in review.moments.iter().enumerate() {
            let then = review.snapshot(Some(index));
            let colors = then.modules.mists.as_ref().map(|mists| &mists.colors);
            let scores: Vec<i32> = match (&then.team, colors) {
                (Some(_), Some(each)) if !each.is_empty() => {
                    each.iter().map(|color| color.score).collect()
                }
                (Some(team), _) => vec![team.score],
                (None, _) => then.players.iter().map(|player| player.score).collect(),
            };
            assert_eq!(scores, moment.scores, "{} at {index}", path.display());
            assert_eq!(then.turn.number, moment.turn);
        }
    }
}

fn tile(face: &str, x: i32, y: i32, rotation: Rotation) -> Command {
    Command::PlaceTile {
        cell: Cell::new(x, y),
        face: face_id(face).unwrap(),
        rotation,
        garden: None,
    }
}

fn meeple(x: i32, y: i32, segment: usize, color: Color) -> Command {
    Command::PlaceFigure {
        cell: Cell::new(x, y),
        segment,
        figure: FigureKind::Meeple,
        color: Some(color),
    }
}

fn play(setup: &str, commands: Vec<Command>) -> Tracker {
    let setup = setup.parse().unwrap();
    let mut tracker = Tracker::new(Arc::new(setup), Arc::new(RimGeometry));
    for (n, command) in (0..).zip(commands) {
        tracker.command(n * 1000, command).unwrap();
    }
    tracker
}

#[test]
fn a_small_game_is_told_in_full() {
    let tracker = play(
        "players=Anna:red,Ben:blue",
        vec![
            tile("D", 0, 0, Rotation::R0),
            tile("E", 0, -1, Rotation::R180),
            meeple(0, -1, 0, Color::Red),
            tile("B", 0, 1, Rotation::R0),
            meeple(0, 1, 0, Color::Blue),
            tile("U", 1, 0, Rotation::R90),
            Command::GivePoints {
                color: Color::Blue,
                points: 9,
            },
            Command::EndGame,
        ],
    );
    let review = Review::of(tracker.log());
    assert_eq!(review.scorers, [Some(Color::Red), Some(Color::Blue)]);
    let race: Vec<(u32, Vec<i32>)> = review
        .race()
        .into_iter()
        .map(|(turn, scores)| (turn, scores.to_vec()))
        .collect();
    // Three tiles lie around the monastery at the end, its own included.
    assert_eq!(race[0], (0, vec![0, 0]));
    assert_eq!(race.last().unwrap().1, [4, 12]);
    let reasons: Vec<(ScoreReason, Vec<i32>)> = review
        .by_reason
        .iter()
        .map(|share| (share.of, share.points.clone()))
        .collect();
    assert_eq!(
        reasons,
        [
            (ScoreReason::ByHand, vec![0, 9]),
            (ScoreReason::Completed(FeatureKind::City), vec![4, 0]),
            (ScoreReason::Final(FeatureKind::Monastery), vec![0, 3]),
        ]
    );
    assert_eq!(review.by_module.len(), 1);
    assert_eq!(review.by_module[0].points, [4, 12]);
    // Anna led from her city on, Ben since the points given by hand.
    assert_eq!(review.leads.len(), 1);
    let lead = review.leads[0];
    assert_eq!((lead.from, lead.to), (Some(Color::Red), Some(Color::Blue)));
    let kind = &review.moments[lead.moment].kind;
    assert!(matches!(kind, EventKind::Points { .. }), "{kind:?}");
    let largest = &review.lines[review.largest[0]];
    assert_eq!(largest.line.points, 9);
    assert_eq!(largest.moment, lead.moment);
    let city = review.city.as_ref().unwrap();
    assert_eq!((city.tiles, city.completed), (2, true));
    assert_eq!(review.road.as_ref().unwrap().tiles, 2);
    assert!(review.best.is_empty(), "no module, no ghost");
    let luck: Vec<_> = review.luck.iter().map(|l| (l.player, l.draws)).collect();
    assert_eq!(luck, [(Some(Color::Red), 2), (Some(Color::Blue), 1)]);
    let ben = review.luck[1];
    assert_eq!(ben.treasures, 1, "a monastery");
    assert!(ben.treasures_expected > 0.1 && ben.treasures_expected < 0.5);
    assert!(ben.places >= 1.0 && ben.places_expected > 1.0);
}

#[test]
fn what_was_corrected_is_told_as_it_happened() {
    let mut tracker = play(
        "players=red,blue",
        vec![
            tile("D", 0, 0, Rotation::R0),
            tile("E", 0, -1, Rotation::R180),
            meeple(0, -1, 0, Color::Red),
            tile("U", 1, 0, Rotation::R90),
        ],
    );
    assert_eq!(Review::of(tracker.log()).lines.len(), 1);
    let placed = tracker.log().events()[2].clone();
    let mut to = placed.kind;
    if let EventKind::FigurePlaced { color, .. } = &mut to {
        *color = Some(Color::Blue);
    }
    let event = placed.id;
    tracker
        .command(9000, Command::Correct { event, to })
        .unwrap();
    let review = Review::of(tracker.log());
    assert_eq!(review.moments.len(), 4, "a correction is no moment");
    assert_eq!(review.lines[0].line.color, Some(Color::Blue));
    assert_eq!(
        review.lines[0].moment, 3,
        "the turn ended with the next tile"
    );
}

#[test]
fn eloise_and_ghosts_have_their_best_moments() {
    let told: Vec<(String, Highlight, i32)> = golden()
        .into_iter()
        .flat_map(|(path, record)| {
            let review = Review::of(&record.log());
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let best = review.best.clone().into_iter();
            let told: Vec<_> = best
                .map(|(what, line)| (name.clone(), what, what.points(&review.lines[line].line)))
                .collect();
            told
        })
        .collect();
    for wanted in Highlight::ALL {
        let found = told.iter().find(|(_, what, _)| *what == wanted);
        let (_, _, points) = found.unwrap_or_else(|| panic!("{wanted:?}: {told:?}"));
        assert!(*points > 0);
    }
}
