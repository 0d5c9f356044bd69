//! A tile that the camera does not know is named at the table: by one click or key, its picture goes into
//! the pack, and undoing takes both back.

use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, FaceId, face_id};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::Calm;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nebelwacht_tests::scripted::{MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::picture::CutOut;
use nebelwacht_ui::store::folders::Folders;
use nebelwacht_ui::store::packs;
use nebelwacht_ui::window::App;
use opencv::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::snapshot::{Desync, Difference, Snapshot};
use vision::learn::teach::turned_by;
use vision::pack::{FacePicture, Pack};

use crate::everywhere::looks::each_of;
use crate::games::{
    ENGLISH, Look, Shown, begun, board_of, next_tile, open, photograph, played, with_question,
};
use crate::playing::steady::wait;
use crate::record::rebuild::seen;

const TITLE: &str = "The camera does not know this tile. Which one is it?";

/// A table on which a tile lies that the camera does not know, and the truth about it.
struct Strange {
    link: MemoryLink,
    program: Option<MemoryProgram>,
    folders: Folders,
    cell: Cell,
    face: FaceId,
    rotation: Rotation,
    /// As the pack is to keep it.
    picture: FacePicture,
    pictures: usize,
}

/// Such a table. The pack it is read with lies in `place` and knows all of our art but that face.
fn strange(place: &Path) -> Strange {
    let link = played(3, 9, 4);
    let snapshot = link.snapshot();
    let mut random = ChaCha8Rng::seed_from_u64(11);
    strange_on(link, place, next_tile(&snapshot, &mut random).unwrap())
}

/// The same on a table of which that is the truth.
fn strange_on(
    link: MemoryLink,
    place: &Path,
    (face, cell, rotation): (FaceId, Cell, Rotation),
) -> Strange {
    let snapshot = link.snapshot();
    let mut pack = packs::our_art(&Catalogue::bundled()).unwrap();
    let art = pack.pictures.iter().find(|picture| picture.face == face);
    // The same print as a camera shows it, darker.
    let mut image = opencv::core::Mat::default();
    art.unwrap()
        .image
        .convert_to(&mut image, -1, 0.9, 0.0)
        .unwrap();
    let picture = FacePicture { face, image };
    pack.pictures.retain(|picture| picture.face != face);
    let folders = Folders::find(Some(place)).unwrap();
    packs::replace(&folders, "mine", &pack).unwrap();
    let mut program = MemoryProgram::new(link.clone());
    program.folders = Some(folders.clone());
    program.last_pack = Some("mine".to_owned());
    link.set_record(&place.join("game.jsonl"));
    link.show_picture(photograph(&snapshot));
    link.set_cut_outs(vec![CutOut {
        frame: 3,
        cell,
        image: turned_by(&picture.image, rotation).unwrap(),
    }]);
    link.show(differing(&snapshot, vec![Difference::TileUnknown { cell }]));
    link.sent();
    Strange {
        link,
        program: Some(program),
        folders,
        cell,
        face,
        rotation,
        picture,
        pictures: pack.pictures.len(),
    }
}

fn differing(snapshot: &Snapshot, differences: Vec<Difference>) -> Snapshot {
    let mut snapshot = snapshot.clone();
    snapshot.health.calm = Some(Calm::Still);
    snapshot.desync = Some(Desync {
        since_frame: 12,
        differences,
    });
    snapshot
}

impl Strange {
    fn at_table(&mut self) -> Shown {
        let mut shown = open(self.program.take().unwrap(), ENGLISH, true);
        settle(&mut shown.harness);
        shown
    }

    fn label(&self) -> String {
        let degrees = self.rotation.degrees();
        format!("Tile {}, turned by {degrees}°", self.face)
    }

    /// Whether the picture is in the pack on disk, and how many others are.
    fn kept(&self) -> (bool, usize) {
        let pack = Pack::load(&self.folders.packs().join("mine")).unwrap();
        let there = pack.position(&self.picture).unwrap().is_some();
        (there, pack.pictures.len() - usize::from(there))
    }

    /// What the table has been told to be read by: whether the picture is in it.
    fn is_read(&self) -> Option<bool> {
        let pack = self.link.is_read_by()?;
        Some(pack.position(&self.picture).unwrap().is_some())
    }
}

/// The names of the faces that are offered, in their order.
fn offered(ui: &Harness<'_, App>) -> Vec<String> {
    let faces = ui.query_all_by_role(Role::Button);
    let labels = faces.filter_map(|node| node.accesskit_node().label());
    let offered = |label: &String| label.contains(", turned by ") || label.ends_with("° gedreht");
    labels.filter(offered).collect()
}

/// Waits until the picture was looked at, and everything is taken for seen.
fn settle(ui: &mut Harness<'_, App>) {
    let before = offered(ui);
    for _ in 0..100 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        ui.run_steps(2);
        if offered(ui) != before {
            break;
        }
    }
    wait(ui);
}

fn press(ui: &mut Harness<'_, App>, label: &str) {
    let button = ui.get_by_role_and_label(Role::Button, label);
    button.scroll_to_me();
    wait(ui);
    ui.get_by_role_and_label(Role::Button, label).click();
    wait(ui);
}

#[test]
fn one_click_names_the_tile_and_teaches_it_and_undo_takes_back_both() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let mut shown = strange.at_table();
    let ui = &mut shown.harness;
    ui.get_by_label(TITLE);
    assert_eq!(offered(ui)[0], strange.label(), "likeliest first");
    press(ui, &strange.label());
    let Strange {
        cell,
        face,
        rotation,
        ..
    } = strange;
    let laid = Command::PlaceTile {
        cell,
        face,
        rotation,
        garden: None,
    };
    assert_eq!(strange.link.sent(), [laid]);
    assert!(ui.query_by_label(TITLE).is_none());
    let learnt = format!("Tile {face} is learnt: its picture is in the pack “mine”.");
    ui.get_by_label(&learnt);
    assert_eq!(strange.kept(), (true, strange.pictures));
    assert_eq!(strange.is_read(), Some(true));
    // What was done last is taken back where it is told.
    press(ui, "↩ Undo");
    assert!(!board_of(&strange.link.snapshot()).holds(cell));
    ui.get_by_label(&format!(
        "The picture of tile {face} is out of the pack “mine” again."
    ));
    assert!(ui.query_by_label(&learnt).is_none());
    assert_eq!(strange.kept(), (false, strange.pictures));
    assert_eq!(strange.is_read(), Some(false));
    ui.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    wait(ui);
    assert!(board_of(&strange.link.snapshot()).holds(cell));
    assert_eq!(strange.kept(), (true, strange.pictures));
}

/// Named wrongly and put right, it is a picture of what it is.
#[test]
fn a_corrected_name_is_corrected_in_the_pack() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let mut shown = strange.at_table();
    let ui = &mut shown.harness;
    let other = offered(ui)
        .into_iter()
        .find(|label| !label.starts_with(&format!("Tile {},", strange.face)))
        .expect("something else fits");
    press(ui, &other);
    let laid = strange.link.snapshot().tiles.last().unwrap().clone();
    assert_ne!(laid.face, strange.face);
    assert_eq!(strange.kept(), (false, strange.pictures + 1));
    strange.link.send(Command::Correct {
        event: laid.event,
        to: EventKind::TileLaid {
            cell: strange.cell,
            face: strange.face,
            rotation: strange.rotation,
            garden: None,
            before: false,
        },
    });
    wait(ui);
    assert_eq!(strange.kept(), (true, strange.pictures));
}

/// What the camera took for another face is learnt from whoever puts it right, and unlearnt with that.
#[test]
fn a_tile_put_right_is_learnt_as_well() {
    let place = tempfile::tempdir().unwrap();
    let link = begun(2);
    let snapshot = link.snapshot();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let truth = next_tile(&snapshot, &mut random).unwrap();
    let (face, cell, rotation) = truth;
    let (catalogue, board) = (Catalogue::bundled(), board_of(&snapshot));
    let taken_for = catalogue.faces().find_map(|other| {
        let mut fits = other.distinct_rotations();
        let fits = fits.find(|&turn| other.id != face && board.accepts(cell, other, turn));
        fits.map(|turn| (other.id, turn))
    });
    let mut strange = strange_on(link.clone(), place.path(), truth);
    let mut table = seen(&snapshot, 1);
    for frame in 1..20 {
        if frame == 6 {
            let mut tile = table.tiles[0].clone();
            tile.cell = cell;
            let (face, turn) = taken_for.expect("something else fits");
            (tile.candidates[0].face, tile.candidates[0].rotation) = (face, turn);
            table.tiles.push(tile);
        }
        (table.frame, table.at_ms) = (frame, 200 * frame);
        link.look(&table);
    }
    let laid = link.snapshot().tiles.last().unwrap().clone();
    assert_eq!(
        (laid.cell, Some((laid.face, laid.rotation))),
        (cell, taken_for)
    );
    assert!(laid.frame.is_some(), "the camera laid it");
    let mut shown = open(strange.program.take().unwrap(), ENGLISH, true);
    let ui = &mut shown.harness;
    wait(ui);
    assert_eq!(strange.kept(), (false, strange.pictures));
    link.send(Command::Correct {
        event: laid.event,
        to: EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden: None,
            before: false,
        },
    });
    wait(ui);
    assert_eq!(strange.kept(), (true, strange.pictures));
    assert_eq!(strange.is_read(), Some(true));
    press(ui, "↩ Undo");
    assert_eq!(link.snapshot().tiles.last().unwrap().face, laid.face);
    assert_eq!(strange.kept(), (false, strange.pictures));
}

#[test]
fn a_number_key_names_the_tile_once_the_card_was_seen() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let snapshot = strange.link.snapshot();
    // Nothing is asked at first.
    let mut calm = (*snapshot).clone();
    calm.desync = None;
    strange.link.show(calm);
    let mut shown = open(strange.program.take().unwrap(), ENGLISH, true);
    let ui = &mut shown.harness;
    wait(ui);
    strange.link.show((*snapshot).clone());
    ui.run_steps(1);
    ui.key_press(Key::Num1);
    ui.run_steps(1);
    assert!(strange.link.sent().is_empty(), "the hand had moved before");
    settle(ui);
    // An open question has the keys.
    let mut asked = with_question(&snapshot);
    asked.desync.clone_from(&snapshot.desync);
    strange.link.show(asked);
    wait(ui);
    ui.key_press(Key::Num1);
    wait(ui);
    let sent = strange.link.sent();
    assert!(matches!(sent[..], [Command::Answer { .. }]), "{sent:?}");
    strange.link.show((*snapshot).clone());
    ui.run_steps(2);
    while offered(ui)[0] != strange.label() {
        settle(ui);
    }
    wait(ui);
    ui.key_press(Key::Num1);
    wait(ui);
    let sent = strange.link.sent();
    assert!(
        matches!(sent[..], [Command::PlaceTile { face, .. }] if face == strange.face),
        "{sent:?}"
    );
    assert!(strange.kept().0);
}

#[test]
fn naming_can_wait() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let mut shown = strange.at_table();
    let ui = &mut shown.harness;
    assert!(ui.query_by_label("Name this tile").is_none(), "it is asked");
    press(ui, "Later");
    assert!(ui.query_by_label(TITLE).is_none());
    ui.key_press(Key::Num1);
    wait(ui);
    assert!(strange.link.sent().is_empty());
    press(ui, "Name this tile");
    ui.get_by_label(TITLE);
    // Whoever knows a tile that the rules do not offer teaches it.
    press(ui, "None of these: teach it");
    ui.get_by_label("Which pack they go into");
}

/// Only what shows wholly is taken, and only if it is wanted.
#[test]
fn no_picture_is_taken_of_what_is_covered_or_not_wanted() {
    let place = tempfile::tempdir().unwrap();
    let mut covered = strange(place.path());
    covered.link.set_cut_outs(Vec::new());
    let mut shown = open(covered.program.take().unwrap(), ENGLISH, true);
    let ui = &mut shown.harness;
    ui.get_by_label("The tile does not show completely, so no picture of it is kept.");
    while !offered(ui).contains(&covered.label()) {
        press(ui, "More answers");
    }
    press(ui, &covered.label());
    assert!(board_of(&covered.link.snapshot()).holds(covered.cell));
    assert_eq!(covered.kept(), (false, covered.pictures));
    assert_eq!(covered.is_read(), None);

    let place = tempfile::tempdir().unwrap();
    let mut unwanted = strange(place.path());
    let mut shown = unwanted.at_table();
    let ui = &mut shown.harness;
    ui.get_by_label("Keep its picture in the pack").click();
    wait(ui);
    press(ui, &unwanted.label());
    assert!(board_of(&unwanted.link.snapshot()).holds(unwanted.cell));
    assert_eq!(unwanted.kept(), (false, unwanted.pictures));
}

/// A tile that fits by no reading is perhaps one that the camera does not know.
#[test]
fn a_misread_tile_is_named_as_well() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let difference = Difference::TileIllegal {
        cell: strange.cell,
        face: face_id("C").unwrap(),
        rotation: Rotation::R0,
        faults: Vec::new(),
        fitting: None,
    };
    let snapshot = differing(&strange.link.snapshot(), vec![difference]);
    strange.link.show(snapshot);
    let mut shown = open(strange.program.take().unwrap(), ENGLISH, true);
    let ui = &mut shown.harness;
    wait(ui);
    assert!(ui.query_by_label(TITLE).is_none(), "it asks nothing itself");
    press(ui, "Name this tile");
    settle(ui);
    press(ui, &strange.label());
    assert_eq!(strange.kept(), (true, strange.pictures));
}

/// In a low window the card stands above the scores, and what is named there is learnt as well.
#[test]
fn a_tile_named_in_a_low_window_is_learnt() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let low = Look {
        size: [900.0, 600.0],
        ..ENGLISH
    };
    let mut shown = open(strange.program.take().unwrap(), low, true);
    let ui = &mut shown.harness;
    settle(ui);
    press(ui, &strange.label());
    assert_eq!(strange.kept(), (true, strange.pictures));
}

/// Where nothing fits nothing is asked, and nobody looks at the picture, pass after pass.
#[test]
fn what_fits_nowhere_is_not_looked_at() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    let mut none_left = (*strange.link.snapshot()).clone();
    for (_, left) in &mut none_left.bag.faces {
        *left = 0;
    }
    strange.link.show(none_left);
    let shown = open(strange.program.take().unwrap(), ENGLISH, true);
    assert!(shown.harness.query_by_label(TITLE).is_none());
    let picture = strange.link.cut_outs().pop().unwrap();
    // The link has it, the table and this test; so would whoever looks at it.
    assert_eq!(Arc::strong_count(&picture), 3);
}

/// A camera that goes on looking takes nobody back to the first page.
#[test]
fn looks_turn_no_page() {
    let place = tempfile::tempdir().unwrap();
    // Beside the start tile alone almost everything fits.
    let link = begun(2);
    let truth = next_tile(&link.snapshot(), &mut ChaCha8Rng::seed_from_u64(11));
    let mut strange = strange_on(link, place.path(), truth.unwrap());
    let mut shown = strange.at_table();
    let ui = &mut shown.harness;
    let first = offered(ui);
    press(ui, "More answers");
    let more = offered(ui);
    assert_ne!(more, first);
    let mut looked = (*strange.link.snapshot()).clone();
    looked.version += 1;
    strange.link.show(looked);
    wait(ui);
    assert_eq!(offered(ui), more);
}

/// A store that refuses is told of, and the game goes on.
#[test]
fn a_pack_that_cannot_be_written_stops_nothing() {
    let place = tempfile::tempdir().unwrap();
    let mut strange = strange(place.path());
    strange.program.as_mut().unwrap().folders = None;
    let mut shown = strange.at_table();
    let ui = &mut shown.harness;
    press(ui, &strange.label());
    assert!(board_of(&strange.link.snapshot()).holds(strange.cell));
    ui.get_by_label_contains("no pack grows here");
    assert_eq!(strange.kept(), (false, strange.pictures));
}

#[test]
fn pictures_of_a_tile_to_name() {
    let place = tempfile::tempdir().unwrap();
    let mut shown = strange(place.path()).at_table();
    each_of("stranger", &mut shown.harness);
    shown.harness.key_press(Key::Num1);
    wait(&mut shown.harness);
    each_of("stranger_learnt", &mut shown.harness);
}
