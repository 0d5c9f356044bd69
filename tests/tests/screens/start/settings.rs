//! Settings, tile packs, and the aids of a new game.

use carcassonne::catalogue::{TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::link::settings::ThemeChoice;
use nebelwacht_ui::run::news::open_error::OpenError;
use nebelwacht_ui::run::sound::{Cue, Devices, Sound, SoundSettings};
use nebelwacht_ui::store::packs::{BoxFacts, PackChoice, PackFacts, PackWork};
use nebelwacht_ui::text::Language;
use nebelwacht_ui::window::App;
use tracker::command::Command;
use tracker::setup::Aids;
use vision::pack::merge::Clash;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, begun, open, played, played_until};

fn page(mut shown: Shown, look: Look, name: [&str; 2]) -> Shown {
    let german = usize::from(look.language == "de");
    for label in [["More", "Mehr"][german], name[german]] {
        let button = shown.harness.get_by_role_and_label(Role::Button, label);
        button.click();
        shown.harness.run();
    }
    shown
}

const SETTINGS: [&str; 2] = ["Settings", "Einstellungen"];
const PACKS: [&str; 2] = ["Tile packs", "Plättchensätze"];

fn click(ui: &mut Harness<'_, App>, role: Role, label: &str) {
    ui.get_by_role_and_label(role, label).click();
    ui.run();
}

#[test]
fn settings_take_effect_at_once_and_are_kept() {
    let shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let mut shown = page(shown, ENGLISH, SETTINGS);
    let ui = &mut shown.harness;
    ui.get_by_label("Letters will be 17.5 mm high, scores 52.0 mm.");
    click(ui, Role::RadioButton, "Dark");
    assert!(ui.ctx.global_style().visuals.dark_mode);
    click(ui, Role::CheckBox, "No animations");
    assert!(ui.ctx.global_style().animation_time.abs() < f32::EPSILON);
    click(ui, Role::RadioButton, "Deutsch");
    ui.get_by_label("Einstellungen");
    click(ui, Role::Button, "Zurück");
    ui.get_by_role_and_label(Role::Button, "Vorführung ansehen");
    let kept = shown.settings.borrow();
    assert_eq!(kept.theme, ThemeChoice::Dark);
    assert_eq!(kept.language.as_deref(), Some("de"));
    assert!(kept.reduced_motion);
}

/// Packs of every kind.
pub fn shelf() -> Vec<PackFacts> {
    let pack = |id: &str, built_in, lacks: &[&str], trouble: Option<&str>| PackFacts {
        choice: PackChoice {
            id: id.to_owned(),
            name: id.to_owned(),
            built_in,
        },
        faces: 24 - lacks.len(),
        pictures: 61,
        boxes: vec![
            BoxFacts {
                set: TileSet::Base,
                of: 24,
                lacks: lacks.iter().map(|face| face_id(face).unwrap()).collect(),
            },
            BoxFacts {
                set: TileSet::MageAndWitch,
                of: 8,
                lacks: if built_in {
                    Vec::new()
                } else {
                    vec![face_id("MW1").unwrap(); 8]
                },
            },
        ],
        trouble: trouble.map(str::to_owned),
    };
    vec![
        pack("built-in", true, &[], None),
        pack("living room", false, &["C", "Q"], None),
        pack("grandma", false, &[], None),
        pack(
            "broken",
            false,
            &[],
            Some("there is no tile pack at packs/broken"),
        ),
    ]
}

fn with_packs() -> MemoryProgram {
    let mut program = MemoryProgram::new(begun(2));
    program.shelf = shelf();
    program
}

#[test]
fn packs_say_what_they_lack_and_are_worked_on() {
    let program = with_packs();
    let work = std::rc::Rc::clone(&program.work);
    let mut shown = page(open(program, ENGLISH, false), ENGLISH, PACKS);
    let ui = &mut shown.harness;
    ui.get_by_label("Base game: 22 of 24, without C Q");
    ui.get_by_label_contains("delete it. (there is no tile pack");
    // Deleting is asked again, and nothing else is in the way meanwhile.
    click(ui, Role::Button, "Delete: living room");
    assert!(work.borrow().is_empty());
    click(ui, Role::Button, "Keep: living room");
    click(ui, Role::Button, "Delete: living room");
    click(ui, Role::Button, "Really delete: living room");
    let deleted = PackWork::Delete {
        pack: "living room".into(),
    };
    assert_eq!(*work.borrow(), [deleted]);
    click(ui, Role::Button, "Copy into the folder: grandma");
    ui.get_by_label_contains("First enter the folder");
    let folder = ui.get_by_role_and_label(Role::TextInput, "Folder");
    folder.focus();
    ui.run();
    ui.get_by_role_and_label(Role::TextInput, "Folder")
        .type_text("/media/stick");
    ui.run();
    click(ui, Role::Button, "Copy into the folder: grandma");
    let copied = PackWork::Export {
        pack: "grandma".into(),
        to: "/media/stick".into(),
    };
    assert_eq!(work.borrow().last(), Some(&copied));
    ui.get_by_label("Done: packs/mine");
}

#[test]
fn packs_that_use_a_name_twice_are_joined_under_new_names() {
    let mut program = with_packs();
    program.failure = Some(OpenError::Differing {
        faces: "T01".into(),
    });
    let work = std::rc::Rc::clone(&program.work);
    let mut shown = page(open(program, ENGLISH, false), ENGLISH, PACKS);
    let ui = &mut shown.harness;
    for (which, name) in [("First pack", "living room"), ("Second pack", "grandma")] {
        ui.get_by_role_and_label(Role::ComboBox, which)
            .scroll_to_me();
        ui.run();
        click(ui, Role::ComboBox, which);
        click(ui, Role::Button, name);
    }
    let field = ui.get_by_role_and_label(Role::TextInput, "Name of the joined pack");
    field.focus();
    ui.run();
    ui.get_by_role_and_label(Role::TextInput, "Name of the joined pack")
        .type_text("ours");
    ui.run();
    click(ui, Role::Button, "Join");
    ui.get_by_label_contains("Both packs have tiles named T01");
    click(
        ui,
        Role::Button,
        "They are different tiles: join under new names",
    );
    let join = |clash| PackWork::Join {
        one: "living room".into(),
        other: "grandma".into(),
        name: "ours".into(),
        clash,
    };
    assert_eq!(*work.borrow(), [join(Clash::Refuse), join(Clash::Rename)]);
}

#[test]
fn a_purist_table_gets_no_hints() {
    let mut shown = open(MemoryProgram::new(begun(2)), ENGLISH, false);
    let ui = &mut shown.harness;
    click(ui, Role::Button, "Keep score by hand");
    let aids = ui.get_by_label("Aids: all on");
    aids.scroll_to_me();
    ui.run();
    ui.get_by_label("Aids: all on").click();
    ui.run();
    ui.get_by_role_and_label(Role::Button, "None of them")
        .scroll_to_me();
    ui.run();
    click(ui, Role::Button, "None of them");
    ui.get_by_label("Aids: none (purist)");
    click(ui, Role::Button, "Start the game");
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(game.setup.aids, Aids::PURIST);
}

#[test]
fn what_a_table_does_not_want_is_not_shown() {
    let players = "players=Anna:red,Ben:blue,Clara:green";
    let game = |aids: &str| {
        let setup = format!("modules=mage_and_witch; {players}; {aids}");
        let chooses = |s: &tracker::snapshot::Snapshot| s.turn.number > 12 && !s.choices.is_empty();
        played_until(&setup, 5, chooses)
    };
    let (with, without) = (game("aids=on"), game("aids=off"));
    let count = |link: &MemoryLink, text: &str| {
        let shown = at_table(link, ENGLISH);
        shown.harness.query_all_by_label_contains(text).count()
    };
    assert!(count(&with, "projected: ") > 0);
    assert_eq!(count(&without, "projected: "), 0);
    let open = played(3, 8, 2);
    assert!(!open.snapshot().setup.aids.hints || count(&open, "may still") <= 1);
}

fn devices() -> Devices {
    Devices {
        player: Some("aplay".into()),
        voice: Some("spd-say".into()),
    }
}

#[test]
fn sound_is_off_until_it_is_wanted_and_tried_out() {
    let mut program = MemoryProgram::new(begun(2));
    program.devices = devices();
    let heard = program.heard.clone();
    let mut shown = page(open(program, ENGLISH, false), ENGLISH, SETTINGS);
    assert_eq!(shown.settings.borrow().sound, SoundSettings::default());
    let ui = &mut shown.harness;
    for (role, name) in [
        (Role::Button, "Try a tone"),
        (Role::Button, "Try the voice"),
        (Role::CheckBox, "Tones"),
        (Role::CheckBox, "Voice"),
    ] {
        ui.get_by_role_and_label(role, name).scroll_to_me();
        ui.run();
        click(ui, role, name);
    }
    assert!(matches!(
        &heard.borrow()[..],
        [Sound::Tone(_), Sound::Say(..)]
    ));
    let all = SoundSettings {
        tones: true,
        voice: true,
    };
    assert_eq!(shown.settings.borrow().sound, all);
}

#[test]
fn a_machine_without_sound_says_what_is_missing() {
    let shown = page(
        open(MemoryProgram::new(begun(2)), ENGLISH, false),
        ENGLISH,
        SETTINGS,
    );
    let ui = &shown.harness;
    assert_eq!(
        ui.query_all_by_label_contains("This machine has no program")
            .count(),
        2
    );
    assert_eq!(ui.query_all_by_label_contains("Try").count(), 0);
}

/// Every cue is a line on the table as well, word for word what is spoken.
#[test]
fn what_is_heard_is_also_seen() {
    let link = begun(2);
    let program = MemoryProgram::new(link.clone());
    let heard = program.heard.clone();
    let mut shown = open(program, ENGLISH, true);
    let lay = |x: i32, face: &str, rotation| Command::PlaceTile {
        cell: Cell::new(x, 0),
        face: face_id(face).unwrap(),
        rotation,
        garden: None,
    };
    link.send(lay(1, "U", Rotation::R90));
    shown.harness.run();
    assert!(heard.borrow().is_empty(), "it is off");
    let mut program = MemoryProgram::new(link.clone());
    program.heard = heard.clone();
    let mut shown = page(open(program, ENGLISH, true), ENGLISH, SETTINGS);
    for name in ["Tones", "Voice"] {
        let ui = &mut shown.harness;
        ui.get_by_role_and_label(Role::CheckBox, name)
            .scroll_to_me();
        ui.run();
        click(ui, Role::CheckBox, name);
    }
    click(&mut shown.harness, Role::Button, "Back to the table");
    for (command, cue) in [
        (lay(2, "U", Rotation::R90), Cue::Tile),
        (Command::EndGame, Cue::Over),
    ] {
        link.send(command);
        shown.harness.run();
        let sounds = std::mem::take(&mut *heard.borrow_mut());
        let [Sound::Tone(tone), Sound::Say(text, Language::English)] = &sounds[..] else {
            panic!("{sounds:?}");
        };
        assert_eq!(*tone, cue);
        shown.harness.get_by_label(text.as_str());
    }
}

#[test]
fn pictures_of_settings_and_packs() {
    each("settings", |look| {
        page(
            open(crate::playing::aim::with_known_camera(), look, false),
            look,
            SETTINGS,
        )
    });
    each("packs", |look| {
        page(open(with_packs(), look, false), look, PACKS)
    });
}
