//! The demo, read by its pictures alone, and the window beside it: where the documents' pictures
//! and their film come from.
//!
//! Goes by the demo's own time and without threads, so that it comes out the same on any machine.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use carcassonne::seen::Calm;
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::demo::Demo;
use nebelwacht_ui::demo::plan::Plan;
use nebelwacht_ui::run::actors::seeing::Look as Looked;
use nebelwacht_ui::run::actors::tracking::TrackedGame;
use nebelwacht_ui::run::live_game::LiveGame;
use nebelwacht_ui::run::news::picture::Picture;
use nebelwacht_ui::run::reading::overlay::Overlay;
use nebelwacht_ui::run::reading::reader;
use tracker::log::record::Header;
use vision::gate::{Gate, GateConfig};
use vision::source::frame::{Frame, MachineClock};

use crate::games::{ENGLISH, Look, open};

/// Turns that are played before it ends.
const TURNS: u32 = 9;
/// Width and height of the filmed window, points.
const SIZE: [f32; 2] = [1120.0, 700.0];
/// Time of the demo between two frames of the film: hands take some seconds for a move.
const EVERY_MS: u64 = 700;
/// Passes of the window before each frame: drawings of tiles come a few per pass.
const PASSES: usize = 3;

/// What was read in the end: the game's record, and the last picture with what was read in it.
pub struct Read {
    pub record: Vec<u8>,
    pub picture: Picture,
}

/// Films the demo and reads it; the window's frames go into the folder as `0001.png` and so on.
pub fn take(to: &Path) -> Read {
    let demo = Demo::new(&Plan::base(1).turns(TURNS + 1)).unwrap();
    let pack = Arc::new(nebelwacht_ui::store::packs::our_art(&demo.setup.catalogue()).unwrap());
    let mut reader = reader::reader(pack, &demo.setup).unwrap();
    let mut gate = Gate::new(GateConfig::default());
    let mut keeper = LiveGame::new(demo.setup.clone(), Arc::new(MachineClock::start()));
    let mut overlay = Overlay::default();

    let link = MemoryLink::new((*keeper.snapshot()).clone());
    let look = Look {
        size: SIZE,
        ..ENGLISH
    };
    // Opened with the first picture, as a window without one offers to enter things by hand.
    let mut window = None;
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to).unwrap();

    let (mut taken, mut due_ms) = (0, 0);
    for drawn in demo.film() {
        let drawn = drawn.unwrap();
        let frame = Arc::new(Frame {
            pixels: drawn.picture,
            seq: drawn.index,
            taken_at_ms: drawn.at_ms,
        });
        let gate = gate.look(&frame).unwrap();
        let seen = reader.look(&frame, &gate).unwrap();
        overlay.follow(&seen);
        keeper.see(&Arc::new(Looked {
            frame: frame.clone(),
            gate,
            seen,
            took: Duration::ZERO,
        }));
        let snapshot = keeper.snapshot();
        let tie = keeper.tracker().belief().tie();
        let picture = overlay.picture(&frame, tie).unwrap();
        if drawn.at_ms >= due_ms {
            (taken, due_ms) = (taken + 1, drawn.at_ms + EVERY_MS);
            link.show((*snapshot).clone());
            link.show_picture(picture.clone());
            let window = window
                .get_or_insert_with(|| open(MemoryProgram::new(link.clone()), look, true).harness);
            for _ in 0..PASSES {
                window.step();
            }
            let shown = window.render().unwrap();
            shown.save(to.join(format!("{taken:04}.png"))).unwrap();
        }
        let still = snapshot.health.calm == Some(Calm::Still) && snapshot.health.pending.is_empty();
        if still && snapshot.turn.number >= TURNS && !picture.cells.is_empty() {
            let mut record = serde_json::to_vec(&Header::new(demo.setup, None)).unwrap();
            record.push(b'\n');
            for event in keeper.events().iter() {
                record.extend(serde_json::to_vec(event).unwrap());
                record.push(b'\n');
            }
            return Read { record, picture };
        }
    }
    panic!("the demo was never read so far");
}
