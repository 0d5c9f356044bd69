//! Games whose watching begins badly, filmed by our own photographer: whatever is missed at the start
//! is found later, or said in words. Nothing is passed over in silence.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use carcassonne::catalogue::{Catalogue, face_id};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use carcassonne::seen::{Calm, LostReason};
use nebelwacht_tests::films::short::{camera, lay, tile};
use opencv::core::{Mat, Point2f, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use studio::art::Artist;
use studio::synth::{Action, Film, FilmConfig, Light, Scene, SceneTile};
use tracker::Tracker;
use tracker::command::Command;
use tracker::setup::Setup;
use tracker::snapshot::{About, Meaning};
use vision::gate::{Gate, GateConfig};
use vision::pack::Pack;
use vision::pieces::ground::Ground;
use vision::reader::{Reader, ReaderConfig};
use vision::source::frame::Frame;
use vision::tiles::learnt::Learnt;

/// Our own art of the base game.
static PACK: LazyLock<Arc<Pack>> = LazyLock::new(|| {
    Arc::new(nebelwacht_ui::store::packs::our_art(&Catalogue::bundled()).expect("drawn"))
});
/// Where what was learnt of packs is kept, so that the films need not learn it each.
static KEPT: LazyLock<PathBuf> = LazyLock::new(|| std::env::temp_dir().join("nebelwacht-starts"));

/// The first tiles of a game, as they fit.
fn tiles() -> [SceneTile; 5] {
    [
        tile("D", 0, 0, 0),
        tile("E", 0, -1, 180),
        tile("U", 1, 0, 90),
        tile("U", -1, 0, 90),
        tile("E", 0, 1, 90),
    ]
}

/// What came of a film.
struct Followed {
    tracker: Tracker,
    asked: BTreeSet<String>,
    /// The table and the screen were said to differ.
    differed: bool,
    unreadable: bool,
}

impl Followed {
    fn lie(&mut self) -> Vec<(String, Cell)> {
        let snapshot = self.tracker.snapshot();
        let tiles = snapshot.tiles.iter();
        tiles
            .map(|tile| (tile.face.to_string(), tile.cell))
            .collect()
    }
}

/// Films a script, and follows all frames from `first` on.
fn follow(pack: &Arc<Pack>, config: FilmConfig, script: Vec<Action>, first: usize) -> Followed {
    let setup: Setup = "players=red,blue".parse().expect("a set-up");
    let learnt = Learnt::kept(pack, &KEPT).expect("learnt");
    let reading = ReaderConfig {
        start: vec![face_id("D").expect("a name")],
        ..ReaderConfig::default()
    };
    let catalogue = Catalogue::bundled();
    let mut reader =
        Reader::with(learnt, Arc::clone(pack), catalogue.clone(), reading).expect("a reader");
    let mut gate = Gate::new(GateConfig::default());
    let mut followed = Followed {
        tracker: Tracker::new(Arc::new(setup), Arc::new(Ground::default())),
        asked: BTreeSet::new(),
        differed: false,
        unreadable: false,
    };
    let film = Film::new(script, config, Artist::new(catalogue));
    for shot in film.skip(first) {
        let shot = shot.expect("a frame");
        let frame = Frame {
            pixels: shot.picture,
            seq: shot.index,
            taken_at_ms: shot.at_ms,
        };
        let report = gate.look(&frame).expect("judged");
        let seen = reader.look(&frame, &report).expect("read");
        followed.unreadable |= seen.calm == Calm::Lost(LostReason::Unreadable);
        followed.tracker.see(&seen);
        let snapshot = followed.tracker.snapshot();
        followed.differed |= snapshot.desync.is_some();
        let asked = snapshot.questions.iter().map(|q| format!("{:?}", q.about));
        followed.asked.extend(asked);
    }
    followed
}

fn config() -> FilmConfig {
    FilmConfig {
        camera: camera(),
        still_frames: 7,
        ..FilmConfig::default()
    }
}

fn all_found(followed: &mut Followed, wanted: &[SceneTile]) {
    let found = followed.lie();
    for tile in wanted {
        let lies = (tile.face.to_string(), tile.cell);
        assert!(found.contains(&lies), "{lies:?} is not among {found:?}");
    }
    assert_eq!(found.len(), wanted.len());
}

#[test]
fn a_first_tile_that_is_never_seen_alone_is_found() {
    let [start, second, rest @ ..] = tiles();
    let mut script = vec![Action::Together(vec![lay(start), lay(second)])];
    script.extend(rest.map(lay));
    let mut followed = follow(&PACK, config(), script, 0);
    all_found(&mut followed, &tiles());
}

#[test]
fn watching_may_begin_while_a_hand_lays_the_first_tile() {
    let config = FilmConfig {
        lead_frames: 1,
        ..config()
    };
    let script: Vec<Action> = tiles().map(lay).into();
    let mut followed = follow(&PACK, config, script, 3);
    all_found(&mut followed, &tiles());
}

/// Somebody leaves the hand on the first tile until the second comes.
#[test]
fn a_first_tile_may_stay_under_a_hand() {
    let config = FilmConfig {
        rest_frames: 14,
        ..config()
    };
    let script: Vec<Action> = tiles().map(lay).into();
    let mut followed = follow(&PACK, config, script, 0);
    all_found(&mut followed, &tiles());
}

/// Phone pictures of somebody else's copy: warm, soft, a little askew.
#[test]
fn a_pack_of_another_copy_will_do() {
    let mut pack = Pack::clone(&PACK);
    for (nth, picture) in pack.pictures.iter_mut().enumerate() {
        picture.image = another_copy(&picture.image, nth);
    }
    let script: Vec<Action> = tiles().map(lay).into();
    let mut followed = follow(&Arc::new(pack), config(), script, 0);
    all_found(&mut followed, &tiles());
}

#[test]
fn the_lamp_may_be_switched_as_the_first_tile_is_laid() {
    let quick = FilmConfig {
        still_frames: 0,
        lead_frames: 5,
        ..config()
    };
    let dim = Light {
        level: 0.62,
        warmth: 0.4,
        ..Light::default()
    };
    let [start, rest @ ..] = tiles();
    let mut script = vec![lay(start), Action::LightChange(dim), Action::Wait(7)];
    script.extend(
        rest.into_iter()
            .flat_map(|tile| [lay(tile), Action::Wait(7)]),
    );
    let mut followed = follow(&PACK, quick, script, 0);
    all_found(&mut followed, &tiles());
}

#[test]
fn a_game_may_be_joined_in_the_middle_with_the_points_so_far() {
    let [start, second, third, rest @ ..] = tiles();
    let config = FilmConfig {
        scene: Scene {
            tiles: vec![start, second, third],
            ..Scene::default()
        },
        ..config()
    };
    let mut followed = follow(&PACK, config, rest.map(lay).into(), 0);
    all_found(&mut followed, &tiles());
    let before = Command::GivePoints {
        color: Color::Blue,
        points: 17,
    };
    followed.tracker.command(0, before).expect("accepted");
    let snapshot = followed.tracker.snapshot();
    let scores: Vec<i32> = snapshot.players.iter().map(|player| player.score).collect();
    assert_eq!(scores, [0, 17]);
}

#[test]
fn a_start_tile_that_the_pack_lacks_is_told() {
    let mut pack = Pack::clone(&PACK);
    pack.pictures.retain(|picture| picture.face.as_str() != "D");
    let script: Vec<Action> = tiles().map(lay).into();
    let followed = follow(&Arc::new(pack), config(), script, 0);
    let told = followed.differed || followed.unreadable;
    assert!(told || !followed.asked.is_empty(), "nothing was said");
}

#[test]
fn with_a_pack_of_another_artwork_somebody_is_asked_once() {
    let mut pack = Pack::clone(&PACK);
    for picture in &mut pack.pictures {
        picture.image = another_art(&picture.image);
    }
    let script: Vec<Action> = tiles().map(lay).into();
    let mut followed = follow(&Arc::new(pack), config(), script, 0);
    assert_eq!(followed.asked.len(), 1, "{:?}", followed.asked);
    assert!(!followed.differed, "it is asked, not told to be missing");
    let question = followed.tracker.snapshot().questions[0].clone();
    assert_eq!(question.about, About::Unreadable);
    assert!(matches!(question.guesses[0].meaning, Meaning::Tile { .. }));
    let yes = Command::Answer {
        question: question.id,
        choice: 0,
    };
    followed.tracker.command(0, yes).expect("accepted");
    assert_eq!(followed.lie(), [("D".to_owned(), Cell::new(0, 0))]);
}

#[test]
fn a_table_on_which_nothing_comes_is_left_alone() {
    let followed = follow(&PACK, config(), vec![Action::Wait(40)], 0);
    assert!(followed.asked.is_empty() && !followed.unreadable && !followed.differed);
}

/// The picture as somebody takes it of their own tile: turned by a degree or two, cut a little off its
/// edge, in warm light, not quite sharp.
fn another_copy(image: &Mat, nth: usize) -> Mat {
    let side = image.cols();
    let off = |k: usize| ((nth * 7 + k * 5) % 9) as f32 - 4.0;
    let middle = Point2f::new(side as f32 / 2.0 + off(1), side as f32 / 2.0 + off(2));
    let turn = f64::from(off(3)) * 0.5;
    let askew = imgproc::get_rotation_matrix_2d(middle, turn, 1.04).expect("a turn");
    let (mut turned, mut soft, mut warm) = (Mat::default(), Mat::default(), Mat::default());
    let (size, how) = (image.size().expect("a size"), imgproc::INTER_LINEAR);
    let edge = opencv::core::BORDER_REPLICATE;
    imgproc::warp_affine(
        image,
        &mut turned,
        &askew,
        size,
        how,
        edge,
        Scalar::default(),
    )
    .expect("turned");
    imgproc::gaussian_blur_def(&turned, &mut soft, Size::new(0, 0), 1.6).expect("blurred");
    opencv::core::multiply_def(&soft, &Scalar::new(0.62, 0.8, 0.95, 1.0), &mut warm)
        .expect("tinted");
    let mut dim = Mat::default();
    opencv::core::add_def(&warm, &Scalar::all(18.0), &mut dim).expect("flattened");
    dim
}

/// The picture mirrored, with its colours exchanged and its edges where no tile has any.
fn another_art(image: &Mat) -> Mat {
    let mut channels = Vector::<Mat>::new();
    opencv::core::split(image, &mut channels).expect("three channels");
    let order = [2, 0, 1].map(|c| channels.get(c).expect("a channel"));
    let mut exchanged = Mat::default();
    opencv::core::merge(&Vector::<Mat>::from_iter(order), &mut exchanged).expect("merged");
    let half = exchanged.cols() / 2;
    let mut moved = exchanged.clone();
    for (from, to) in [(0, half), (half, 0)] {
        let part = opencv::core::Rect::new(from, 0, half, exchanged.rows());
        let there = opencv::core::Rect::new(to, 0, half, exchanged.rows());
        let part = Mat::roi(&exchanged, part).expect("a half");
        let mut there = Mat::roi_mut(&mut moved, there).expect("a half");
        part.copy_to(&mut there).expect("copied");
    }
    let mut mirrored = Mat::default();
    opencv::core::flip(&moved, &mut mirrored, 1).expect("mirrored");
    mirrored
}
