//! The gate on rendered films with known hands, where the data folder is there.
//!
//! `NEBELWACHT_DATA` names it (default `../shared` beside the workspace). Prints one line per
//! film and asserts what every film must hold. With `--nocapture` and `GATE_FRAMES=1` it
//! prints each frame as one letter under the truth's.

use std::path::PathBuf;

use carcassonne::seen::Calm;
use cpu_time::ProcessTime;
use nebelwacht_tests::data;
use serde_json::Value;
use vision::gate::{Gate, GateConfig, RegionPx, ViewMove};
use vision::source::frame::Frame;
use vision::source::{Source, VideoSource};

/// What the film's maker knows of a frame.
struct Truth {
    hand_area: f64,
    hand: bool,
    shaking: bool,
    camera: u64,
}

fn truth_of(film: &str) -> Option<(PathBuf, Vec<Truth>)> {
    let folder = data::part("videos")?;
    let text = std::fs::read_to_string(folder.join(format!("{film}.truth.json"))).ok()?;
    let truth: Value = serde_json::from_str(&text).expect("the truth is JSON");
    let frames = truth["frames"]
        .as_array()
        .expect("frames")
        .iter()
        .map(|frame| Truth {
            hand_area: frame["hand_area"].as_f64().unwrap_or(0.0),
            hand: frame["hand"].as_bool().unwrap_or(false),
            shaking: frame["shaking"].as_bool().unwrap_or(false),
            camera: frame["camera"].as_u64().unwrap_or(0),
        });
    Some((folder.join(format!("{film}.mp4")), frames.collect()))
}

/// Share of the picture that a region is.
fn share(region: &RegionPx, frame: &Frame) -> f64 {
    let [width, height] = frame.size_px().map(f64::from);
    let (across, down) = (region.right - region.left, region.bottom - region.top);
    f64::from(across) * f64::from(down) / (width * height)
}

fn check(film: &str) {
    let Some((path, truth)) = truth_of(film) else {
        return;
    };
    let mut source = VideoSource::open(&path).expect("the film opens");
    let mut gate = Gate::new(GateConfig::default());
    let (mut letters, mut truths) = (String::new(), String::new());
    let (mut hand_said, mut hand_right, mut hand_there) = (0, 0, 0);
    let (mut quiet, mut quiet_still, mut wrong_still) = (0, 0, Vec::new());
    let (mut moves, mut since_hand) = (Vec::new(), 2);
    let mut quiet_cost = Vec::new();
    while let Some(frame) = source.next().expect("frames come") {
        let at = &truth[frame.seq as usize];
        let before = ProcessTime::now();
        let report = gate.look(&frame).expect("the gate works");
        let cost = before.elapsed();
        let disturbed = at.hand || at.shaking;
        since_hand = if disturbed { 0 } else { since_hand + 1 };
        letters.push(match report.calm {
            Calm::Still if report.in_part => 'p',
            Calm::Still if report.covered.is_empty() => '.',
            Calm::Still => 'c',
            Calm::Moving => 'm',
            Calm::Hand => 'H',
            Calm::Lost(_) => '?',
        });
        truths.push(match at {
            Truth { shaking: true, .. } => 'S',
            Truth {
                hand: true,
                hand_area,
                ..
            } if *hand_area > 0.02 => 'H',
            Truth { hand: true, .. } => 'h',
            _ => '.',
        });
        let big_hand = at.hand && at.hand_area > 0.02;
        hand_said += u32::from(report.calm == Calm::Hand);
        hand_right += u32::from(report.calm == Calm::Hand && at.hand);
        hand_there += u32::from(big_hand);
        let hidden: f64 = report.covered.iter().map(|r| share(r, &frame)).sum();
        if big_hand && report.calm == Calm::Still && hidden < at.hand_area {
            wrong_still.push(frame.seq);
        }
        if since_hand >= 2 {
            quiet += 1;
            quiet_still += u32::from(report.calm == Calm::Still);
            quiet_cost.push(cost);
        }
        if let Some(view) = report.view {
            moves.push((frame.seq, view));
        }
    }
    if std::env::var_os("GATE_FRAMES").is_some() {
        println!("{truths}\n{letters}");
    }
    quiet_cost.sort();
    println!(
        "{film}: hand said {hand_said}, right {hand_right} (of {hand_there} frames with more \
         than 2 % hand); still on {quiet_still} of {quiet} quiet frames; still under a hand \
         {wrong_still:?}; view moves {moves:?}; CPU per quiet frame {:?} median, {:?} most",
        quiet_cost[quiet_cost.len() / 2],
        quiet_cost[quiet_cost.len() - 1],
    );
    assert!(
        wrong_still.is_empty(),
        "still under a hand: {wrong_still:?}"
    );
    assert!(
        quiet_still * 100 >= quiet * 80,
        "still on only {quiet_still} of {quiet}"
    );
    let knocks = truth
        .windows(2)
        .filter(|pair| pair[0].camera != pair[1].camera)
        .count();
    let shifts = moves
        .iter()
        .filter(|(_, view)| matches!(view, ViewMove::Shifted(_)));
    assert!(shifts.count() >= knocks, "a knock went unnoticed");
}

#[test]
fn oak_table_with_three_players() {
    check("a_oak");
}

#[test]
fn cloth_table_with_a_brighter_lamp_and_a_knock() {
    check("b_cloth");
}
