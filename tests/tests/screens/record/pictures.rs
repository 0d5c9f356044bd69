//! Pictures kept of a game: choosing what is kept, and seeing it again.

use std::sync::Arc;
use std::time::Duration;

use carcassonne::geometry::{Cell, Rotation};
use carcassonne::seen::{Calm, SeenTable, SeenTile};
use carcassonne::tie::Tie;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use jiff::Timestamp;
use nebelwacht_tests::photographs::photo::Labels;
use nebelwacht_tests::scripted::{Asked, MemoryLink, MemoryProgram};
use nebelwacht_ui::export::Kind;
use nebelwacht_ui::export::told::{Lack, Told};
use nebelwacht_ui::run::actors::seeing::Look as TableLook;
use nebelwacht_ui::run::keeping::{After, Keeping};
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::run::news::picture::{CellRead, Picture};
use nebelwacht_ui::run::news::{Notice, SourceState};
use nebelwacht_ui::store::album::{Album, TILE_PX};
use nebelwacht_ui::text::{Language, Words};
use opencv::core::{CV_8UC3, Mat, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::Log;
use tracker::log::event::{EventId, EventKind};
use tracker::setup::Pictures;
use vision::gate::{Gate, GateConfig};
use vision::source::frame::Frame;
use vision::view::rectify::decode;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Look, Shown, at_table, open, photograph, played};

/// The table as that photograph shows it.
fn look(picture: &Picture) -> Arc<TableLook> {
    let [width, height] = picture.size.map(|side| i32::try_from(side).unwrap());
    let pixels = picture.rgb.chunks_exact(3);
    let pixels = pixels.map(|px| Vec3b::from_array([px[0], px[1], px[2]]));
    let rows: Vec<Vec3b> = pixels.collect();
    let rgb = Mat::new_rows_cols_with_data(height, width, &rows);
    let mut pixels = Mat::default();
    imgproc::cvt_color_def(&rgb.unwrap(), &mut pixels, imgproc::COLOR_RGB2BGR).unwrap();
    assert_eq!(pixels.typ(), CV_8UC3);
    let frame = Frame {
        pixels,
        seq: 1,
        taken_at_ms: 0,
    };
    let tiles = picture.cells.iter();
    let tiles = tiles.filter(|cell| matches!(cell.read, CellRead::Tile { .. }));
    let seen = SeenTable {
        frame: 1,
        at_ms: 0,
        calm: Calm::Still,
        lattice: 1,
        tiles: tiles
            .map(|cell| SeenTile {
                cell: cell.cell.unwrap(),
                candidates: Vec::new(),
                unknown: 0.0,
                corners_px: cell.corners_px,
            })
            .collect(),
        figures: Vec::new(),
        hidden: Vec::new(),
        cut: Vec::new(),
        unclear: Vec::new(),
        cards: Vec::new(),
        supplies: None,
        map: None,
    };
    Arc::new(TableLook {
        gate: Gate::new(GateConfig::default()).look(&frame).unwrap(),
        frame: Arc::new(frame),
        seen,
        took: Duration::ZERO,
    })
}

/// Keeps pictures of everything that happened in a game, as its table lies now.
fn keep(link: &MemoryLink, place: &tempfile::TempDir, keep: Pictures) -> Album {
    let record = place.path().join("game.jsonl");
    link.set_record(&record);
    let tie = Tie {
        lattice: 1,
        origin: Cell::default(),
        turn: Rotation::R0,
    };
    let snapshot = link.snapshot();
    let events = link.events();
    let log = Log::of(snapshot.setup.clone(), events.to_vec());
    let mut keeping = Keeping::new(Album::of(&record), Some(keep));
    keeping.look(&look(&photograph(&snapshot)));
    // In parts, as a disk that is asked for everything at once is told to be slow.
    for events in events.chunks(8) {
        keeping.note(&log, Some(tie), events, After::Answer);
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(keeping);
    let album = Album::of(&record);
    assert!(!album.kept().0.is_empty(), "something was kept");
    album
}

fn key(shown: &mut Shown, key: Key) {
    shown.harness.key_press(key);
    shown.harness.run();
}

fn radio(shown: &mut Shown, name: &str) {
    let button = shown.harness.get_by_role_and_label(Role::RadioButton, name);
    button.scroll_to_me();
    shown.harness.run();
    let button = shown.harness.get_by_role_and_label(Role::RadioButton, name);
    button.click();
    shown.harness.run();
}

fn button(shown: &mut Shown, name: &str) {
    shown
        .harness
        .get_by_role_and_label(Role::Button, name)
        .click();
    shown.harness.run();
}

#[test]
fn what_is_kept_is_a_setting_and_a_choice_of_each_game() {
    let place = tempfile::tempdir().unwrap();
    let link = played(2, 2, 1);
    let record = place.path().join("game.jsonl");
    link.set_record(&record);
    let mut shown = at_table(&link, ENGLISH);
    button(&mut shown, "More");
    button(&mut shown, "Settings");
    radio(&mut shown, "Pictures of the table: Keep none");
    assert_eq!(shown.settings.borrow().pictures, Pictures::None);
    let here = "Pictures of this game: Keep none";
    assert!(shown.harness.query_by_label(here).is_none(), "by hand");
    link.set_source(SourceState::Running);
    shown.harness.run();
    radio(&mut shown, here);
    assert_eq!(Album::of(&record).switch(), Some(Pictures::None));
    radio(
        &mut shown,
        "Pictures of this game: Keep evidence and boards",
    );
    assert_eq!(Album::of(&record).switch(), Some(Pictures::All));
}

#[test]
fn a_new_game_starts_with_the_settings_choice() {
    let mut program = MemoryProgram::new(played(2, 2, 1));
    program.cameras = vec![nebelwacht_ui::run::link::CameraChoice {
        index: 0,
        name: "Cam".into(),
        trouble: None,
    }];
    let mut shown = open(program, ENGLISH, false);
    shown.settings.borrow_mut().pictures = Pictures::None;
    button(&mut shown, "Use my camera");
    let ui = &mut shown.harness;
    let none = "Pictures of this game: Keep none";
    ui.get_by_label(none).scroll_to_me();
    ui.run();
    ui.get_by_label(none).click();
    ui.run();
    let all = "Pictures of this game: Keep evidence and boards";
    ui.get_by_role_and_label(Role::RadioButton, all);
    button(&mut shown, "Start the game");
    let asked = shown.asked.borrow();
    let [Asked::Start(game)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(game.setup.pictures, Some(Pictures::None));
}

#[test]
fn pictures_that_cannot_be_kept_are_told_and_play_goes_on() {
    let link = played(2, 2, 1);
    let why = "disk full".to_owned();
    link.notify(Notice::PicturesNotKept { why });
    let mut shown = at_table(&link, ENGLISH);
    let told = "Some pictures of this game were not kept (disk full). The game itself continues.";
    shown.harness.get_by_label(told);
    key(&mut shown, Key::H);
    assert_eq!(link.snapshot().tiles.len(), 3);
}

/// Asks why the newest points were given.
fn newest_line(shown: &mut Shown, look: Look) {
    let points = [" points: ", " Punkte: "][usize::from(look.language == "de")];
    let lines = shown.harness.query_all_by_label_contains(points);
    let lines: Vec<_> = lines.collect();
    lines.first().expect("a line of points").click();
    shown.harness.run();
}

/// The tile laid in the turn of the last line of points.
fn scored(link: &MemoryLink) -> EventId {
    let snapshot = link.snapshot();
    let line = snapshot.score_lines.last().expect("points");
    let history = &snapshot.history;
    let laid = history
        .iter()
        .find(|entry| entry.turn == line.turn && matches!(entry.what, EventKind::TileLaid { .. }));
    laid.unwrap().event
}

#[test]
fn a_doubted_event_and_a_line_of_points_show_their_moment() {
    let place = tempfile::tempdir().unwrap();
    let link = played(3, 14, 4);
    let event = scored(&link);
    let album = keep(&link, &place, Pictures::Evidence);
    let mut shown = at_table(&link, ENGLISH);
    let doubt = Doubt::Reading;
    link.send(Command::Doubt { event, doubt });
    shown.harness.run();
    let then = |shown: &Shown| {
        let then = shown
            .harness
            .query_all_by_label_contains("when it was noted");
        then.count()
    };
    assert_eq!(then(&shown), 1, "as it was, and no camera looks now");
    key(&mut shown, Key::Escape);
    assert_eq!(then(&shown), 0);
    newest_line(&mut shown, ENGLISH);
    let moment = "when these points were given.";
    let moments = shown.harness.query_all_by_label_contains(moment);
    assert!(moments.count() > 0);
    assert!(then(&shown) > 0, "its tiles");
    // What nobody kept is simply not there.
    std::fs::remove_dir_all(album.folder()).unwrap();
    let mut shown = at_table(&link, ENGLISH);
    link.send(Command::Doubt { event, doubt });
    shown.harness.run();
    assert_eq!(then(&shown), 0);
}

#[test]
fn looking_back_fades_to_the_photograph_where_there_is_one() {
    let fader = "Fade from the drawn board to the photograph";
    let none = "Only the drawn board is shown: no pictures of the table were kept.";
    let link = played(3, 14, 4);
    let mut shown = at_table(&link, ENGLISH);
    key(&mut shown, Key::L);
    shown.harness.get_by_label(none);
    assert!(shown.harness.query_by_label(fader).is_none());
    let place = tempfile::tempdir().unwrap();
    keep(&link, &place, Pictures::All);
    let mut shown = at_table(&link, ENGLISH);
    key(&mut shown, Key::L);
    assert!(shown.harness.query_by_label(none).is_none());
    let value = |shown: &Shown| {
        let fader = shown.harness.get_by_label(fader);
        fader.accesskit_node().numeric_value()
    };
    assert_eq!(value(&shown), Some(0.0));
    key(&mut shown, Key::V);
    assert_eq!(value(&shown), Some(100.0));
    key(&mut shown, Key::V);
    assert_eq!(value(&shown), Some(0.0));
}

#[test]
fn another_view_fades_in_and_at_once_where_nothing_moves() {
    let link = played(3, 14, 4);
    link.show_picture(photograph(&link.snapshot()));
    let mut shown = at_table(&link, ENGLISH);
    let pictures = |shown: &Shown| {
        let label = "Picture of the table";
        shown.harness.query_all_by_label(label).count()
    };
    let lasts = |shown: &Shown, seconds: f32| {
        let ctx = &shown.harness.ctx;
        ctx.all_styles_mut(|style| style.animation_time = seconds);
    };
    lasts(&shown, 100.0);
    shown.harness.key_press(Key::V);
    for _ in 0..4 {
        shown.harness.step();
    }
    shown.harness.get_by_label("Drawn board, 15 tiles");
    assert_eq!(pictures(&shown), 1, "the view that was left is still going");
    lasts(&shown, 0.0);
    shown.harness.step();
    assert_eq!(pictures(&shown), 0);
    for left in [1, 1, 0] {
        shown.harness.key_press(Key::V);
        shown.harness.run();
        assert_eq!(pictures(&shown), left);
    }
}

#[test]
fn kept_pictures_become_a_mosaic_a_report_and_test_cases() {
    let place = tempfile::tempdir().unwrap();
    let link = played(3, 14, 4);
    let snapshot = link.snapshot();
    let told = || Told::of(&snapshot.setup, &link.events(), Timestamp::UNIX_EPOCH).unwrap();
    let made = |told: &Told, kind: &str| {
        let kind = Kind::find(kind).unwrap();
        (kind.files)(told, Words::new(Language::English))
    };
    for kind in ["photo", "cases"] {
        assert_eq!(made(&told(), kind), Err(Lack::NoPictures), "{kind}");
    }
    let album = keep(&link, &place, Pictures::All);
    let (events, turns) = album.kept();
    let told = told().with_pictures(link.record().as_deref());

    let span = |of: fn(&Cell) -> i32| {
        let all = snapshot.tiles.iter().map(|tile| of(&tile.cell));
        all.clone().max().unwrap() - all.min().unwrap() + 1
    };
    let photo = made(&told, "photo").unwrap();
    let photo = decode(&photo[0].bytes).unwrap();
    let cells = [span(|cell| cell.x), span(|cell| cell.y)];
    assert_eq!([photo.cols(), photo.rows()], cells.map(|n| n * TILE_PX));

    let report = String::from_utf8(made(&told, "html").unwrap()[0].bytes.clone()).unwrap();
    let once = report.matches("url(data:image/jpeg;base64,").count();
    assert!(once > 14, "{once}");
    assert_eq!(
        report.matches("data-event=").count(),
        2 * once,
        "in both languages"
    );

    let cases = made(&told, "cases").unwrap();
    assert_eq!(cases.len(), 2 * (events.len() + turns.len()));
    let label = |name: &str| {
        let file = cases.iter().find(|file| file.name == name).unwrap();
        serde_json::from_slice::<Labels>(&file.bytes).unwrap()
    };
    let tile = &snapshot.tiles[6];
    let one = label(&format!("cases/event-{:04}.json", tile.event.0));
    assert_eq!(one.tiles[0].face, tile.face.as_str());
    let quarters = i32::from(tile.rotation.quarter_turns());
    assert_eq!(one.tiles[0].rotation, quarters);
    let all = label(&format!("cases/turn-{:03}.json", turns[0]));
    assert_eq!(all.tiles.len(), snapshot.tiles.len());
}

#[test]
fn pictures_of_what_was_kept() {
    let place = tempfile::tempdir().unwrap();
    let link = played(3, 14, 4);
    keep(&link, &place, Pictures::Evidence);
    let event = scored(&link);
    each("kept_doubt", |look| {
        let doubt = Doubt::Reading;
        link.send(Command::Doubt { event, doubt });
        let mut shown = open(MemoryProgram::new(link.clone()), look, true);
        key(&mut shown, Key::J);
        key(&mut shown, Key::J);
        newest_line(&mut shown, look);
        shown
    });
    each("kept_history", |look| {
        let mut shown = open(MemoryProgram::new(link.clone()), look, true);
        key(&mut shown, Key::J);
        shown
    });
    each("kept_review", |look| {
        let mut shown = open(MemoryProgram::new(link.clone()), look, true);
        key(&mut shown, Key::L);
        key(&mut shown, Key::V);
        shown
    });
    let boards = tempfile::tempdir().unwrap();
    keep(&link, &boards, Pictures::All);
    each("kept_review_board", |look| {
        let mut shown = open(MemoryProgram::new(link.clone()), look, true);
        key(&mut shown, Key::L);
        key(&mut shown, Key::V);
        shown
    });
}
