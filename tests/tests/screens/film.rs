//! The documents' film: the window on the demo while its pictures are read, frame by frame.
//!
//! Only takes the frames; `make pictures` makes one small animation of them.

use std::path::Path;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use nebelwacht_ui::app::App;
use nebelwacht_ui::demo::Plan;
use nebelwacht_ui::desk::Desk;
use nebelwacht_ui::folders::Folders;
use nebelwacht_ui::link::{Program, Settings, ThemeChoice};

/// Width and height of the window, points.
const SIZE: [f32; 2] = [1120.0, 700.0];
/// Between two frames: the demo's hands take a few seconds for a move.
const EVERY: Duration = Duration::from_millis(400);
/// Frames to take, from the first tile on: some six turns.
const FRAMES: usize = 100;
/// Passes of the window before each frame: drawings of tiles come a few per pass.
const PASSES: usize = 4;

/// Writes the frames as `0001.png` and so on into that folder.
pub fn take(to: &Path) {
    let place = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(Folders::find(Some(place.path())).unwrap());
    desk.keep_settings(&Settings {
        language: Some("en".to_owned()),
        theme: ThemeChoice::Light,
        ..Settings::default()
    });
    let link = desk.demo_of(&Plan::base(1).turns(12), None).unwrap();
    let mut window = Harness::builder()
        .with_size(SIZE)
        .with_theme(egui::Theme::Light)
        .build_eframe(|cc| App::new(&cc.egui_ctx, Box::new(desk), Some(link)));
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to).unwrap();
    for number in 1..=FRAMES {
        let due = Instant::now() + EVERY;
        for _ in 0..PASSES {
            window.step();
        }
        let drawn = window.render().unwrap();
        drawn.save(to.join(format!("{number:04}.png"))).unwrap();
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}
