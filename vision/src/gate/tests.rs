//! The gate on small made-up tables: each disturbance by itself, with what it must say.

use calibration::Homography;
use calibration::space::{Image, point2};
use opencv::core::{Mat, Point, Rect, Scalar, Vec3b};
use opencv::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

const WIDTH: i32 = 1920;
const HEIGHT: i32 = 1080;

/// A table with a grain and a few dark things on it, so that a shift can be seen.
fn table() -> Mat {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let size = Size::new(WIDTH, HEIGHT);
    let brown = Scalar::new(90.0, 120.0, 150.0, 0.0);
    let mut table = Mat::new_size_with_default(size, core::CV_8UC3, brown).expect("a picture");
    for _ in 0..400 {
        let (x, y) = (rng.random_range(0..WIDTH), rng.random_range(0..HEIGHT));
        let shade = Scalar::all(rng.random_range(60.0..200.0));
        let spot = Rect::new(x, y, rng.random_range(8..60), rng.random_range(8..60));
        fill(&mut table, spot, shade);
    }
    table
}

fn fill(picture: &mut Mat, rect: Rect, colour: Scalar) {
    imgproc::rectangle(picture, rect, colour, imgproc::FILLED, imgproc::LINE_8, 0)
        .expect("a rectangle");
}

/// The same picture through a sensor with some noise.
fn noisy(picture: &Mat, seed: u64) -> Mat {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut noisy = picture.clone();
    for pixel in noisy.data_typed_mut::<Vec3b>().expect("8-bit colour") {
        let shift: i16 = rng.random_range(-6..=6);
        for value in &mut pixel.0 {
            *value = (i16::from(*value) + shift).clamp(0, 255) as u8;
        }
    }
    noisy
}

/// Plays pictures at a frame rate and collects the reports.
struct Player {
    gate: Gate,
    step_ms: u64,
    seq: u64,
}

impl Player {
    fn at_fps(fps: u64) -> Self {
        Self {
            gate: Gate::new(GateConfig::default()),
            step_ms: 1000 / fps,
            seq: 0,
        }
    }

    fn show(&mut self, picture: &Mat) -> GateReport {
        let taken_at_ms = self.seq * self.step_ms;
        let frame = Frame {
            pixels: picture.clone(),
            seq: self.seq,
            taken_at_ms,
        };
        self.seq += 1;
        self.gate.look(&frame).expect("OpenCV works")
    }

    /// Shows a picture for a while; answers the last report.
    fn hold(&mut self, picture: &Mat, ms: u64) -> GateReport {
        (0..ms / self.step_ms)
            .map(|_| self.show(picture))
            .last()
            .expect("at least one frame")
    }
}

/// An arm from the lower border.
fn with_arm(table: &Mat, x: i32) -> Mat {
    let mut picture = table.clone();
    let skin = Scalar::new(140.0, 170.0, 220.0, 0.0);
    fill(
        &mut picture,
        Rect::new(x, HEIGHT / 2, 170, HEIGHT / 2),
        skin,
    );
    picture
}

/// A tile in the middle.
fn with_tile(table: &Mat) -> Mat {
    let mut picture = table.clone();
    fill(
        &mut picture,
        Rect::new(900, 500, 120, 120),
        Scalar::new(60.0, 190.0, 120.0, 0.0),
    );
    picture
}

#[test]
fn a_quiet_table_is_still_at_any_frame_rate_in_spite_of_noise() {
    let table = table();
    for fps in [2, 5, 30] {
        let mut player = Player::at_fps(fps);
        let shown: Vec<_> = (0..10).map(|seed| noisy(&table, seed)).collect();
        let verdicts: Vec<_> = shown
            .iter()
            .map(|picture| player.show(picture).calm)
            .collect();
        let first = verdicts
            .iter()
            .position(|calm| *calm == Calm::Still)
            .expect("still at last");
        assert_eq!(
            first as u64,
            (180 * fps).div_ceil(1000),
            "at {fps} frames a second"
        );
        assert!(
            verdicts[first..].iter().all(|calm| *calm == Calm::Still),
            "{verdicts:?}"
        );
    }
}

#[test]
fn a_resting_arm_is_a_hand_and_a_laid_tile_is_a_change() {
    let table = table();
    let mut player = Player::at_fps(10);
    assert_eq!(player.hold(&table, 1000).calm, Calm::Still);
    assert_eq!(player.show(&with_arm(&table, 800)).calm, Calm::Hand);
    assert_eq!(player.hold(&with_arm(&table, 850), 3000).calm, Calm::Hand);
    let laid = with_tile(&table);
    let glimpse = player.show(&laid);
    assert_eq!((glimpse.calm, glimpse.in_part), (Calm::Still, true));
    assert!(
        glimpse.covered.iter().any(|r| r.contains([960.0, 560.0])),
        "the arm has just been there: {glimpse:?}"
    );
    let still = (0..4)
        .map(|_| player.show(&laid))
        .find(|report| report.calm == Calm::Still && !report.in_part);
    let changed = still.expect("still after the hand").changed;
    assert_eq!(changed.len(), 1);
    let RegionPx {
        left,
        top,
        right,
        bottom,
    } = changed[0];
    let off = [left - 900, top - 500, right - 1020, bottom - 620];
    // The mean over 3 × 3 small pixels widens it by one of them, which is four here.
    assert!(off.iter().all(|px| px.abs() <= 8), "{changed:?}");
}

/// The table under a sleeve's shadow, soft at its edge, whose middle lies at `x`.
fn in_shadow(table: &Mat, x: i32) -> Mat {
    let mut light =
        Mat::new_size_with_default(Size::new(WIDTH, HEIGHT), core::CV_8UC3, Scalar::all(255.0))
            .expect("a picture");
    fill(
        &mut light,
        Rect::new(x - 150, 700, 300, 250),
        Scalar::all(150.0),
    );
    let mut soft = Mat::default();
    imgproc::blur_def(&light, &mut soft, Size::new(61, 61)).expect("blurred");
    let mut shaded = Mat::default();
    core::multiply(table, &soft, &mut shaded, 1.0 / 255.0, -1).expect("multiplied");
    shaded
}

#[test]
fn while_a_shadow_leaves_the_rest_of_the_table_is_still() {
    let (table, laid) = (table(), with_tile(&table()));
    for fps in [5, 30] {
        let mut player = Player::at_fps(fps);
        player.hold(&table, 1000);
        player.hold(&with_arm(&table, 850), 1000);
        let shadows: Vec<_> = (1..=fps)
            .map(|step| 1300 + 400 * step as i32 / fps as i32)
            .collect();
        let shown = shadows.iter().map(|&x| in_shadow(&laid, x));
        let glimpse = shown.map(|picture| player.show(&picture)).last();
        let glimpse = glimpse.expect("a second of it");
        assert!(
            glimpse.calm == Calm::Still && glimpse.in_part,
            "at {fps}: {glimpse:?}"
        );
        let over = |place: [f32; 2]| glimpse.covered.iter().any(|r| r.contains(place));
        assert!(over([1850.0, 800.0]), "at {fps}: {glimpse:?}");
        assert!(!over([960.0, 560.0]), "at {fps}: {glimpse:?}");
        let came = |r: &RegionPx| r.contains([960.0, 560.0]);
        assert!(glimpse.changed.iter().any(came), "at {fps}: {glimpse:?}");
        let still = player.hold(&laid, 1000);
        assert_eq!((still.calm, still.in_part), (Calm::Still, false));
    }
}

#[test]
fn while_much_of_the_picture_moves_nothing_is_still() {
    let table = table();
    let mut player = Player::at_fps(5);
    player.hold(&table, 1000);
    for x in [300, 700, 1100, 1500] {
        let mut dim = in_shadow(&table, x);
        fill(
            &mut dim,
            Rect::new(x - 300, 200, 700, 500),
            Scalar::all(90.0),
        );
        assert_ne!(player.show(&dim).calm, Calm::Still);
    }
}

#[test]
fn what_stays_at_the_border_is_covered_first_and_then_part_of_the_table() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let with_book = with_arm(&table, 300);
    assert_eq!(player.hold(&with_book, 3000).calm, Calm::Hand);
    let report = player.hold(&with_book, 2000);
    assert_eq!(report.calm, Calm::Still);
    assert!(
        report
            .covered
            .iter()
            .any(|region| region.contains([380.0, 900.0]))
    );
    let report = player.hold(&with_book, 20_000);
    assert_eq!((report.calm, report.covered.len()), (Calm::Still, 0));
}

/// Somebody takes two meeples from a supply that the picture cuts off.
#[test]
fn what_changes_at_the_border_is_not_waited_for_and_a_hand_that_reaches_in_is() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let at_border = |height: i32| {
        let mut picture = table.clone();
        let part = Rect::new(800, HEIGHT - height, 130, height);
        fill(&mut picture, part, Scalar::new(40.0, 40.0, 200.0, 0.0));
        picture
    };
    let taken = player.hold(&at_border(110), 500);
    assert_eq!(taken.calm, Calm::Still);
    assert!(taken.covered.iter().any(|at| at.contains([860.0, 1000.0])));
    let reached = player.hold(&at_border(500), 500);
    assert_eq!(reached.calm, Calm::Hand);
}

#[test]
fn an_arm_that_lay_there_from_the_first_is_known_as_one_once_the_table_was_seen_twice() {
    let table = table();
    let laid = with_tile(&table);
    let mut player = Player::at_fps(10);
    assert_eq!(player.hold(&with_arm(&table, 800), 1000).calm, Calm::Still);
    assert_eq!(player.hold(&table, 1000).calm, Calm::Hand);
    player.hold(&with_arm(&table, 300), 300);
    assert_eq!(player.hold(&laid, 1000).calm, Calm::Still);
    player.show(&with_arm(&laid, 300));
    assert_eq!(player.hold(&laid, 500).calm, Calm::Still);
}

#[test]
fn an_arm_that_rests_twice_does_not_become_the_table() {
    let table = table();
    let mut player = Player::at_fps(10);
    for _ in 0..4 {
        player.hold(&table, 1000);
        player.show(&with_arm(&table, 300));
    }
    for x in [800, 860, 800, 830, 800] {
        assert_eq!(player.hold(&with_arm(&table, x), 1000).calm, Calm::Hand);
    }
    assert_eq!(player.hold(&table, 1000).calm, Calm::Still);
}

#[test]
fn a_hand_that_rests_on_its_way_in_and_out_does_not_become_the_table() {
    let table = table();
    let mut player = Player::at_fps(10);
    // Nobody has touched it yet, so that it was quiet once, but long.
    player.hold(&table, 8000);
    for _ in 0..2 {
        for x in [300, 340, 380, 340, 300] {
            assert_eq!(player.hold(&with_arm(&table, x), 400).calm, Calm::Hand);
        }
    }
    assert_eq!(player.hold(&with_tile(&table), 1000).calm, Calm::Still);
}

#[test]
fn a_brighter_lamp_is_no_hand() {
    let table = table();
    let mut player = Player::at_fps(5);
    player.hold(&table, 2000);
    let mut brighter = Mat::default();
    // One and a half times the light is 1.2 times the grey levels after the camera's gamma.
    table
        .convert_to(&mut brighter, -1, 1.2, 0.0)
        .expect("a brighter picture");
    for _ in 0..5 {
        let report = player.show(&brighter);
        assert_eq!(report.calm, Calm::Still);
        assert_eq!(report.changed, []);
    }
}

/// The picture after a knock that moved it by so many pixels.
fn shifted(picture: &Mat, x: f64, y: f64) -> Mat {
    let mut knocked = Mat::default();
    let shift = Mat::from_slice_2d(&[[1.0, 0.0, x], [0.0, 1.0, y]]).expect("a matrix");
    let (flags, border) = (imgproc::INTER_LINEAR, core::BORDER_REPLICATE);
    let (size, none) = (Size::new(WIDTH, HEIGHT), Scalar::default());
    imgproc::warp_affine(picture, &mut knocked, &shift, size, flags, border, none)
        .expect("a shifted picture");
    knocked
}

#[test]
fn a_knock_moves_then_is_still_with_the_way_it_went() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let knocked = shifted(&table, 24.0, -12.0);
    assert_eq!(player.show(&knocked).calm, Calm::Moving);
    let still = (0..5)
        .map(|_| player.show(&knocked))
        .find(|report| report.calm == Calm::Still);
    let Some(ViewMove::Shifted(matrix)) = still.expect("still again").view else {
        panic!("the knock was not recognised");
    };
    assert!((matrix.0[0][2] - 24.0).abs() < 3.0, "{matrix:?}");
    assert!((matrix.0[1][2] + 12.0).abs() < 3.0, "{matrix:?}");
    assert_eq!(player.show(&knocked).view, None, "said once");
}

#[test]
fn a_knock_is_told_though_something_rests_at_the_border() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let knocked = with_arm(&shifted(&table, 24.0, -12.0), 300);
    let still = (0..50)
        .map(|_| player.show(&knocked))
        .find(|report| report.calm == Calm::Still);
    let still = still.expect("no longer waited for");
    let Some(ViewMove::Shifted(matrix)) = still.view else {
        panic!("the knock was not recognised: {still:?}");
    };
    assert!((matrix.0[0][2] - 24.0).abs() < 3.0, "{matrix:?}");
    assert!((matrix.0[1][2] + 12.0).abs() < 3.0, "{matrix:?}");
    let rests = |report: &GateReport| report.covered.iter().any(|r| r.contains([380.0, 900.0]));
    assert!(rests(&still), "{still:?}");
    let after = player.show(&knocked);
    assert_eq!((after.calm, after.view), (Calm::Still, None), "said once");
    assert!(rests(&after), "{after:?}");
}

#[test]
fn a_knock_seen_from_the_side_bends_the_picture_and_is_no_arm() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let bent = [[1.03, 0.02, -20.0], [-0.01, 1.01, 8.0], [2.5e-5, 1e-5, 1.0]];
    let bent: Homography<Image, Image> = Homography::new(bent);
    let (mut knocked, size) = (Mat::default(), Size::new(WIDTH, HEIGHT));
    let map = bent.to_mat().expect("a matrix");
    let (flags, border) = (imgproc::INTER_LINEAR, core::BORDER_REFLECT);
    let none = Scalar::default();
    imgproc::warp_perspective(&table, &mut knocked, &map, size, flags, border, none)
        .expect("a bent picture");
    let mut reports = (0..6).map(|_| player.show(&knocked));
    let still = reports.find(|report| report.calm == Calm::Still);
    let Some(ViewMove::Shifted(map)) = still.expect("still again").view else {
        panic!("the knock was not recognised");
    };
    let [x, y] = [f64::from(WIDTH), f64::from(HEIGHT)];
    for (x, y) in [(0.0, 0.0), (x, 0.0), (x, y), (0.0, y)] {
        let corner = point2(x, y);
        let off = map.distance(corner, bent.apply(corner));
        assert!(off < 6.0, "{off} px off at {corner:?}");
    }
}

#[test]
fn a_glare_that_keeps_its_place_in_a_knocked_picture_is_no_arm() {
    let size = Size::new(WIDTH, HEIGHT);
    let brown = Scalar::new(90.0, 120.0, 150.0, 0.0);
    let mut plain = Mat::new_size_with_default(size, core::CV_8UC3, brown).expect("a picture");
    let board = Rect::new(600, 300, 700, 500);
    let spots = table();
    let spots = Mat::roi(&spots, board).expect("a part");
    let mut middle = Mat::roi_mut(&mut plain, board).expect("a part");
    spots.copy_to(&mut middle).expect("a board in the middle");
    let box_lid = Rect::new(300, 880, 500, 200);
    fill(&mut plain, box_lid, Scalar::all(40.0));
    let with_glare = |picture: &Mat| {
        let (mut lit, white) = (picture.clone(), Scalar::all(250.0));
        let at = Point::new(1350, 90);
        imgproc::circle(
            &mut lit,
            at,
            110,
            white,
            imgproc::FILLED,
            imgproc::LINE_8,
            0,
        )
        .expect("a circle");
        lit
    };
    let mut player = Player::at_fps(10);
    player.hold(&with_glare(&plain), 1000);
    let knocked = shifted(&plain, 100.0, 40.0);
    let report = player.hold(&with_glare(&knocked), 1000);
    assert_eq!(report.calm, Calm::Still);
    let arm = with_arm(&with_glare(&knocked), 300);
    assert_eq!(player.hold(&arm, 1000).calm, Calm::Hand);
}

#[test]
fn a_lamp_that_shines_on_a_part_is_no_arm() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.hold(&table, 1000);
    let beam = Rect::new(0, 0, WIDTH / 3, HEIGHT);
    let mut lit = table.clone();
    let part = Mat::roi(&table, beam).and_then(|part| part.try_clone());
    let mut target = Mat::roi_mut(&mut lit, beam).expect("a part");
    part.expect("a part")
        .convert_to(&mut target, -1, 0.7, 10.0)
        .expect("a darker part");
    assert_eq!(player.hold(&lit, 1000).calm, Calm::Still);
}

/// A table as nothing of [`table`] is found again in it.
fn from_elsewhere() -> Mat {
    let mut other = Mat::default();
    core::flip(&table(), &mut other, 0).expect("a flipped picture");
    let (middle, dark) = (Point::new(960, 540), Scalar::all(20.0));
    imgproc::circle(&mut other, middle, 500, dark, imgproc::FILLED, 8, 0).expect("a circle");
    other
}

#[test]
fn another_view_is_taken_after_a_while() {
    let mut player = Player::at_fps(10);
    player.hold(&table(), 1000);
    let other = from_elsewhere();
    let reports: Vec<_> = (0..30).map(|_| player.show(&other)).collect();
    let first = reports
        .iter()
        .position(|report| report.calm == Calm::Still)
        .expect("taken");
    assert!((15..18).contains(&first), "after {first} frames");
    assert_eq!(reports[first].view, Some(ViewMove::Unknown));
}

#[test]
fn a_covered_lens_and_a_lamp_in_it_are_too_dark_and_too_bright() {
    let mut player = Player::at_fps(10);
    for grey in [2.0, 253.0] {
        let blank =
            Mat::new_size_with_default(Size::new(WIDTH, HEIGHT), core::CV_8UC3, Scalar::all(grey))
                .expect("a picture");
        assert_eq!(player.show(&blank).calm, Calm::Lost(LostReason::Light));
    }
}

#[test]
fn a_photograph_is_still_by_itself_and_an_arm_in_the_next_one_is_seen() {
    let table = table();
    let mut gate = Gate::new(GateConfig::for_pictures());
    let mut show = |picture: Mat, seq: u64| {
        gate.look(&Frame {
            pixels: picture,
            seq,
            taken_at_ms: seq * 1000,
        })
        .expect("OpenCV works")
    };
    assert_eq!(show(table.clone(), 0).calm, Calm::Still);
    assert_eq!(show(with_arm(&table, 500), 1).calm, Calm::Hand);
    assert_eq!(show(with_tile(&table), 2).calm, Calm::Still);
}

#[test]
fn a_photograph_from_elsewhere_is_still_by_itself() {
    let mut gate = Gate::new(GateConfig::for_pictures());
    let mut show = |pixels: Mat, seq: u64| {
        gate.look(&Frame {
            pixels,
            seq,
            taken_at_ms: seq * 1000,
        })
        .expect("OpenCV works")
    };
    assert_eq!(show(table(), 0).calm, Calm::Still);
    let report = show(from_elsewhere(), 1);
    assert_eq!(report.calm, Calm::Still);
    assert_eq!(report.view, Some(ViewMove::Unknown));
    let report = show(from_elsewhere(), 2);
    assert_eq!((report.calm, report.view), (Calm::Still, None), "said once");
}

/// A table held upright.
fn upright() -> Mat {
    Mat::new_size_with_default(Size::new(1080, 1920), core::CV_8UC3, Scalar::all(99.0))
        .expect("a picture")
}

#[test]
fn a_change_of_size_starts_anew() {
    let mut player = Player::at_fps(10);
    player.hold(&table(), 1000);
    assert_eq!(player.show(&upright()).calm, Calm::Moving);
    assert_eq!(player.hold(&upright(), 1000).calm, Calm::Still);
}

#[test]
fn a_change_of_size_before_anything_was_still_starts_anew() {
    let mut player = Player::at_fps(10);
    player.show(&table());
    assert_eq!(player.show(&upright()).calm, Calm::Moving);
    assert_eq!(player.hold(&upright(), 1000).calm, Calm::Still);
}

/// A camera that is plugged in again counts its time from 0.
#[test]
fn a_clock_that_begins_anew_is_followed() {
    let table = table();
    let mut player = Player::at_fps(10);
    player.seq = 20_000;
    player.show(&table);
    player.seq = 0;
    assert_eq!(player.hold(&table, 1000).calm, Calm::Still);
}

#[test]
fn a_quiet_frame_costs_little() {
    let shown: Vec<_> = (0..3).map(|seed| noisy(&table(), seed)).collect();
    let mut player = Player::at_fps(30);
    let mut cost: Vec<_> = (0..120)
        .map(|turn| {
            let pixels = shown[turn % 3].clone();
            let frame = Frame {
                pixels,
                seq: turn as u64,
                taken_at_ms: turn as u64 * 33,
            };
            let before = cpu_time::ProcessTime::now();
            player.gate.look(&frame).expect("OpenCV works");
            before.elapsed()
        })
        .collect();
    cost.sort();
    println!(
        "CPU per quiet frame at 1920 × 1080: {:?} median, {:?} most",
        cost[60], cost[119]
    );
    // Tests share the process, so this only catches what is out of all proportion.
    assert!(cost[12].as_millis() < 15, "{:?}", cost[12]);
}
