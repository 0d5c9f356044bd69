//! Tile packs and real tables: our own drawings are never taken for somebody's tiles, and the pack
//! that reads what lies there is found.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use carcassonne::catalogue::{Catalogue, TileSet};
use carcassonne::seen::{Calm, LostReason, SeenTable};
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::actors::seeing::Look as Looked;
use nebelwacht_ui::run::actors::{Actor, Step};
use nebelwacht_ui::run::link::{CameraChoice, GoOn, Link};
use nebelwacht_ui::run::news::PackNews;
use nebelwacht_ui::run::reading::pack_source::PackSource;
use nebelwacht_ui::run::reading::scout::{Candidate, Chosen, Others, Scout};
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::packs::PackChoice;
use opencv::core::{Mat, Scalar};
use vision::gate::GateReport;
use vision::pack::{FACE_PX, FacePicture, Pack};
use vision::source::frame::Frame;
use vision::source::mailbox::mailbox;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, begun, open, photograph, played, setup};

fn winter() -> PackChoice {
    PackChoice {
        id: "winter".into(),
        name: "Winter".into(),
        built_in: false,
    }
}

fn program(link: &MemoryLink) -> MemoryProgram {
    let mut program = MemoryProgram::new(link.clone());
    program.packs.push(winter());
    program.cameras = vec![CameraChoice {
        index: 0,
        name: "Table cam".into(),
        trouble: None,
    }];
    program
}

#[test]
fn a_camera_begins_with_no_pack_chosen_and_our_own_art_comes_last() {
    let mut shown = open(program(&begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Use my camera")
        .click();
    ui.run();
    let any = ui.get_by_role_and_label(Role::RadioButton, "Whichever pack reads them");
    assert_eq!(any.accesskit_node().toggled(), Some(Toggled::True));
    let place = |name: &str| {
        ui.get_by_role_and_label(Role::RadioButton, name)
            .rect()
            .top()
    };
    assert!(place("Winter") < place("This program’s drawings (demo tiles)"));
    ui.get_by_role_and_label(Role::Button, "Start the game")
        .click();
    ui.run();
    let asked = shown.asked.borrow();
    assert!(
        matches!(asked.as_slice(), [Asked::Start(game)] if game.pack.is_none()),
        "{asked:?}"
    );
}

fn reads(by_itself: bool) -> PackNews {
    PackNews::Reads {
        pack: winter(),
        tiles: 4,
        by_itself,
    }
}

#[test]
fn tiles_of_another_look_are_said_and_the_right_pack_is_one_click_away() {
    let link = begun(2);
    link.set_record(std::path::Path::new("game.jsonl"));
    link.set_pack_news(reads(false));
    let mut shown = open(program(&link), ENGLISH, true);
    let ui = &mut shown.harness;
    ui.get_by_label("“Winter” reads 4 of the tiles that lie here.");
    ui.get_by_role_and_label(Role::Button, "Play with “Winter”")
        .click();
    ui.run();
    assert_eq!(
        *shown.asked.borrow(),
        [Asked::PlayWith("winter".into(), GoOn::FromRecord)]
    );
    // The card is gone with its cause.
    let title = "Your tiles look different from this pack";
    assert!(shown.harness.query_by_label(title).is_none());
}

#[test]
fn where_nobody_chose_a_pack_the_one_that_reads_is_taken_before_the_first_move() {
    let link = MemoryLink::playing(setup(2));
    link.set_record(std::path::Path::new("game.jsonl"));
    link.set_pack_news(reads(true));
    let shown = open(program(&link), ENGLISH, true);
    assert_eq!(
        *shown.asked.borrow(),
        [Asked::PlayWith("winter".into(), GoOn::Anew)]
    );
}

#[test]
fn tiles_that_no_pack_reads_are_taught_into_a_new_one() {
    let link = begun(2);
    link.set_pack_news(PackNews::Foreign);
    let mut program = program(&link);
    program.last_pack = Some("winter".into());
    program.packs.push(PackChoice {
        id: "mine".into(),
        name: "mine".into(),
        built_in: false,
    });
    let mut shown = open(program, ENGLISH, true);
    let ui = &mut shown.harness;
    ui.get_by_role_and_label(Role::Button, "Teach these tiles")
        .click();
    ui.run();
    let pack = ui.get_by_role_and_label(Role::TextInput, "Name of the pack");
    assert_eq!(pack.accesskit_node().value().as_deref(), Some("mine 2"));
}

#[test]
fn pictures_of_foreign_tiles() {
    let game = played(3, 6, 4);
    let picture = photograph(&game.snapshot());
    each("foreign", |look| {
        let link = MemoryLink::new((*game.snapshot()).clone());
        link.show_picture(picture.clone());
        link.set_pack_news(reads(false));
        open(program(&link), look, true)
    });
}

/// A pack of the base game that no table looks like.
fn grey() -> Pack {
    let side = FACE_PX;
    let all = Catalogue::bundled();
    let faces = all.faces().filter(|face| face.set == TileSet::Base);
    let picture = |(n, face): (usize, &Arc<carcassonne::catalogue::Face>)| {
        let shade = Scalar::all(60.0 + 6.0 * n as f64);
        let mut image =
            Mat::new_rows_cols_with_default(side, side, opencv::core::CV_8UC3, shade).unwrap();
        let middle = opencv::core::Point::new(side / 2, (n as i32 * 7 + 9) % side);
        let white = Scalar::all(255.0);
        opencv::imgproc::circle_def(&mut image, middle, 9 + n as i32, white).unwrap();
        FacePicture {
            face: face.id,
            image,
        }
    };
    Pack {
        name: "grey".into(),
        pictures: faces.enumerate().map(picture).collect(),
        ..Pack::default()
    }
}

/// The scout looks at a photographed table with the wrong pack at work, and finds the right one.
#[test]
fn the_pack_that_reads_what_lies_there_is_found_among_all() {
    let place = tempfile::tempdir().unwrap();
    let folders = Folders::find(Some(place.path())).unwrap();
    let game = played(2, 6, 3);
    let picture = photograph(&game.snapshot());
    let pixels = vision::learn::teach::from_rgb(&picture.rgb, picture.size).unwrap();
    let own = PackChoice {
        id: "built-in".into(),
        name: String::new(),
        built_in: true,
    };
    let at_work = Candidate {
        choice: winter(),
        pack: PackSource::Loaded(Arc::new(grey())),
    };
    let right = Candidate {
        choice: own.clone(),
        pack: PackSource::BuiltIn,
    };
    let others = |packs| Others {
        packs,
        chosen: Chosen::ByNobody,
    };
    let look = |pixels: &Mat, at_ms| {
        Arc::new(Looked {
            frame: Arc::new(Frame {
                pixels: pixels.clone(),
                seq: at_ms,
                taken_at_ms: at_ms,
            }),
            gate: GateReport {
                calm: Calm::Still,
                view: None,
                changed: Vec::new(),
                covered: Vec::new(),
                in_part: false,
            },
            seen: SeenTable {
                frame: at_ms,
                at_ms,
                calm: Calm::Lost(LostReason::Unreadable),
                lattice: 0,
                tiles: Vec::new(),
                figures: Vec::new(),
                hidden: Vec::new(),
                cut: Vec::new(),
                unclear: Vec::new(),
                cards: Vec::new(),
                supplies: None,
                map: None,
            },
            took: Duration::ZERO,
        })
    };
    let told = |packs: Vec<Candidate>, laid: usize| {
        let (to_scout, looks) = mailbox();
        let (tell, told) = mpsc::channel();
        let game = (Arc::new(setup(2)), folders.clone());
        let laid = Arc::new(AtomicUsize::new(laid));
        let mut scout = Scout::new(Arc::new(looks), others(packs), game, laid, tell);
        let mut steps = Vec::new();
        for at_ms in [0, 5000, 26_000, 30_000] {
            to_scout.put(look(&pixels, at_ms));
            steps.push(scout.step(Duration::ZERO));
        }
        (steps, told.try_iter().collect::<Vec<_>>())
    };
    let (_, found) = told(vec![at_work.clone(), right.clone()], 0);
    let [
        PackNews::Reads {
            pack,
            tiles,
            by_itself: true,
        },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    assert!(*pack == own && *tiles >= 2, "{found:?}");
    let (_, foreign) = told(vec![at_work.clone()], 0);
    assert_eq!(foreign, [PackNews::Foreign]);
    // The pack at work that reads as well as any is never disturbed.
    let (_, none) = told(vec![right.clone(), at_work.clone()], 0);
    assert!(none.is_empty(), "{none:?}");
    let (steps, none) = told(vec![at_work, right], 2);
    assert!(none.is_empty() && steps[0] == Step::Done, "{none:?}");
}
