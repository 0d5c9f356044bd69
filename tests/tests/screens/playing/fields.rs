//! The borders of all fields over the drawn board and over the live picture.

use egui::{Key, Pos2, Rect, pos2};
use egui_kittest::kittest::Queryable;
use nebelwacht_tests::scripted::MemoryLink;
use nebelwacht_ui::run::link::Link;
use nebelwacht_ui::theme::wood;
use tracker::board::features::FeatureKind;
use tracker::snapshot::Snapshot;

use crate::everywhere::looks::each;
use crate::games::{ENGLISH, Shown, at_table, photograph, played_until};

fn key(shown: &mut Shown, key: Key) {
    shown.harness.key_press(key);
    shown.harness.run();
}

/// Three fields or more, one of a player and one of nobody.
pub fn with_fields() -> MemoryLink {
    let owned = |s: &Snapshot, wanted: bool| {
        let fields = s.features.iter().filter(|f| f.kind == FeatureKind::Field);
        fields.filter(|f| f.owners.is_empty() != wanted).count()
    };
    let players = "players=Anna:red,Ben:blue,Clara:yellow";
    let link = played_until(players, 3, |s| {
        s.turn.number > 18 && owned(s, true) > 1 && owned(s, false) > 1
    });
    link.show_picture(photograph(&link.snapshot()));
    link
}

/// How many pixels are in an owner's colour now and were not before.
fn in_owners_colours(before: &Pixels, now: &Pixels, rect: Rect, snapshot: &Snapshot) -> usize {
    let fields = snapshot.features.iter();
    let fields = fields.filter(|feature| feature.kind == FeatureKind::Field);
    let owners = fields.flat_map(|field| &field.owners);
    let colors: Vec<[u8; 4]> = owners.map(|&owner| wood(owner).fill.to_array()).collect();
    let new = before
        .iter()
        .zip(now)
        .filter(|((at, old), (_, new))| rect.contains(*at) && old != new && colors.contains(new));
    new.count()
}

type Pixels = Vec<(Pos2, [u8; 4])>;

fn pixels(shown: &mut Shown) -> Pixels {
    let picture = shown.harness.render().unwrap();
    let all = picture.enumerate_pixels();
    all.map(|(x, y, pixel)| (pos2(x as f32, y as f32), pixel.0))
        .collect()
}

#[test]
fn one_key_shows_all_borders_on_board_and_picture_and_hides_them_again() {
    let link = with_fields();
    let snapshot = link.snapshot();
    let mut shown = at_table(&link, ENGLISH);
    let board = shown.harness.get_by_label_contains("Drawn board").rect();
    let picture = shown.harness.get_by_label("Picture of the table").rect();
    let bare = pixels(&mut shown);
    key(&mut shown, Key::M);
    let label = format!(
        "Drawn board with borders of fields, {} tiles",
        snapshot.tiles.len()
    );
    shown.harness.get_by_label(&label);
    let lined = pixels(&mut shown);
    for (name, rect) in [("board", board), ("picture", picture)] {
        let count = in_owners_colours(&bare, &lined, rect, &snapshot);
        assert!(count > 500, "{name}: {count} pixels");
    }
    key(&mut shown, Key::M);
    assert!(shown.harness.query_by_label(&label).is_none());
    assert!(pixels(&mut shown) == bare);
}

#[test]
fn the_palette_finds_them_and_a_purist_table_does_without() {
    let mut shown = at_table(&with_fields(), ENGLISH);
    let command = egui::Modifiers::COMMAND;
    shown.harness.key_press_modifiers(command, Key::K);
    shown.harness.run();
    shown.harness.event(egui::Event::Text("borders".to_owned()));
    shown.harness.run();
    key(&mut shown, Key::Enter);
    shown
        .harness
        .get_by_label_contains("with borders of fields");

    let link = played_until("players=red,blue; aids=off", 3, |s| s.turn.number > 3);
    let mut shown = at_table(&link, ENGLISH);
    key(&mut shown, Key::M);
    shown
        .harness
        .get_by_label("This game is played without this aid.");
    assert!(
        shown
            .harness
            .query_by_label_contains("with borders of fields")
            .is_none()
    );
}

#[test]
fn pictures_of_the_borders() {
    let link = with_fields();
    each("fields", |look| {
        let mut shown = at_table(&link, look);
        key(&mut shown, Key::M);
        shown
    });
}
