//! The board as a drawing and as a picture, read by parsers that know nothing of it.

use std::sync::Arc;

use carcassonne::catalogue::{Draft, Place, TileSet, face_id};
use carcassonne::geometry::{Cell, Rotation};
use resvg::{tiny_skia, usvg};
use tracker::log::Log;
use tracker::log::event::{By, EventKind};
use tracker::log::record::{Header, to_lines};
use tracker::setup::Setup;

use super::*;

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("an SVG")
}

/// How often a symbol of that kind is used in the drawing.
fn uses(svg: &str, of: &str) -> usize {
    svg.matches(&format!("<use href=\"#{of}")).count()
}

#[test]
fn every_board_is_an_svg_with_every_tile() {
    for golden in golden() {
        let svg = text(made(&golden.told, "svg", ".svg"));
        let tiles = golden.told.snapshot.tiles.len();
        let islands = golden.told.snapshot.modules.benelux.iter();
        let islands: usize = islands
            .flat_map(|map| &map.islands)
            .filter(|island| island.top.is_some())
            .count();
        assert_eq!(uses(&svg, "tile-"), tiles + islands, "{}", golden.name);
        let size = tree(&svg).size();
        assert!(
            size.width() >= 100.0 && size.height() >= 100.0,
            "{}",
            golden.name
        );
        assert!(
            !svg.contains("http://") || svg.matches("http").count() == 1,
            "links out"
        );
    }
}

#[test]
fn a_taught_tile_is_drawn_as_its_own_record_has_it() {
    let meadow = face_id("Meadow77").expect("a name");
    let drawn = |place: Option<Place>| {
        let mut setup: Setup = "players=red,blue".parse().expect("a set-up");
        let mut draft = Draft::new(meadow, TileSet::Base);
        draft.place = place;
        draft.settle();
        setup.tiles.teach(&draft).expect("it makes sense");
        let mut log = Log::new(Arc::new(setup));
        let start = face_id("D").expect("a name");
        let south = Cell::new(0, 1);
        for (face, cell) in [(start, Cell::new(0, 0)), (meadow, south)] {
            let laid = EventKind::tile(face, cell, Rotation::R0);
            log.append(0, By::Person, laid).expect("it fits");
        }
        let header = Header::new(Setup::clone(log.game().setup()), None);
        let lines = to_lines(&header, log.events()).expect("JSON");
        Told::read(&lines, Timestamp::UNIX_EPOCH).expect("a record")
    };
    // Two games that were both told before either is drawn, with two prints of one name.
    let [bare, cloister] = [None, Some(Place::Monastery)].map(drawn);
    let [bare, cloister] = [bare, cloister].map(|told| text(made(&told, "svg", ".svg")));
    assert_eq!(uses(&bare, "tile-Meadow77"), 1);
    assert_eq!(uses(&cloister, "tile-Meadow77"), 1);
    assert_ne!(bare, cloister);
}

#[test]
fn a_board_is_drawn_where_its_tiles_lie() {
    // Three tiles in an L: its bounding box has one cell without a tile.
    let golden = golden();
    let name = "base/08-start-city-closes.jsonl";
    let golden = golden.iter().find(|golden| golden.name == name);
    let told = &golden.expect("that golden record").told;
    let bytes = made(told, "png", ".png");
    let picture = tiny_skia::Pixmap::decode_png(&bytes).expect("a PNG");
    let cells: Vec<_> = told.snapshot.tiles.iter().map(|tile| tile.cell).collect();
    let left = cells.iter().map(|cell| cell.x).min().expect("tiles");
    let top = cells.iter().map(|cell| cell.y).min().expect("tiles");
    let right = cells.iter().map(|cell| cell.x).max().expect("tiles");
    let tile_px = picture.width() as f32 / ((right - left + 1) as f32 + 0.7);
    let felt = picture.pixel(1, 1).expect("a corner");
    let at = |x: i32, y: i32| {
        let px = |n: i32, least: i32| ((n - least) as f32 + 0.85) * tile_px;
        // A little beside the middle, where no figure stands.
        let (x, y) = (px(x, left) + tile_px * 0.3, px(y, top) + tile_px * 0.3);
        picture.pixel(x as u32, y as u32).expect("inside")
    };
    for cell in &cells {
        assert_ne!(at(cell.x, cell.y), felt, "no tile at {cell:?}");
    }
}

#[test]
fn every_picture_can_be_decoded_and_shows_more_than_felt() {
    for golden in golden() {
        let bytes = made(&golden.told, "png", ".png");
        let picture = tiny_skia::Pixmap::decode_png(&bytes).expect("a PNG");
        let first = picture.pixels()[0];
        let other = picture
            .pixels()
            .iter()
            .filter(|pixel| **pixel != first)
            .count();
        let share = other as f32 / picture.pixels().len() as f32;
        assert!(share > 0.1, "{}: {share}", golden.name);
        assert!(picture.width() <= 6000 && picture.height() <= 6000);
    }
}

#[test]
fn ghosts_and_map_are_on_the_board() {
    let all = golden();
    let svg = |name: &str| {
        let golden = all.iter().find(|golden| golden.name.starts_with(name));
        text(made(
            &golden.expect("that golden record").told,
            "svg",
            ".svg",
        ))
    };
    assert!(svg("mists/02").contains("clip-ghost-none-standing"));
    let map = svg("benelux/01");
    assert!(
        map.contains(">Meppel<") && map.contains("<circle"),
        "no map"
    );
}
