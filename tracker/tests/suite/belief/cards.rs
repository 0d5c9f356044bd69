//! Tatan cards on simulated tables: drawn, and in gaps.

use super::table::{NONE, Standing, Table};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color::{self, Blue, Red};
use carcassonne::piece::FigureKind;
use carcassonne::seen::SeenCard;
use tracker::board::features::SegmentRef;
use tracker::log::Log;
use tracker::log::event::{By, EventKind};
use tracker::rules::expansions::tatan;

const HOLE: Cell = Cell { x: 0, y: 1 };

fn start() -> Table {
    let mut table = Table::new("modules=tatan; players=red,blue", 3, NONE);
    table.lay("D", 0, 0, 0);
    table.looks(5);
    table
}

/// Somebody draws a card and lays it aside, face up.
fn draw(table: &mut Table) {
    let face = table.face("Tatan").id;
    let corners_px = [[0.0; 2]; 4];
    table.cards.push(SeenCard { face, corners_px });
    say(table, EventKind::TatanDrawn);
    table.looks(4);
}

/// It happens in the true game.
fn say(table: &mut Table, kind: EventKind) {
    table.truth.append(0, By::Person, kind).expect("allowed");
}

fn same(table: &Table) {
    assert_eq!(table.differences(), "");
}

fn drawn(table: &Table) -> u8 {
    tatan::drawn_so_far(table.tracker.log().game())
}

#[test]
fn a_card_that_newly_lies_beside_the_board_was_drawn() {
    let mut table = start();
    draw(&mut table);
    assert_eq!(drawn(&table), 1);
    // Two tiles, by one player.
    for x in [1, 2] {
        table.lay("U", x, 0, 90);
        table.looks(5);
        same(&table);
    }
    table.lay("U", 3, 0, 90);
    table.put(Blue, 0);
    table.looks(6);
    same(&table);
    assert_eq!(drawn(&table), 1);
}

#[test]
fn a_card_whose_draw_was_said_is_not_drawn_again() {
    let mut table = start();
    let told = EventKind::TatanDrawn;
    let command = tracker::command::Command::Tell { what: told };
    table.tracker.command(0, command).expect("allowed");
    draw(&mut table);
    same(&table);
    assert_eq!(drawn(&table), 1);
    // It is hidden for a while, and pushed aside.
    for lie in [0, 1] {
        let cards = table.cards.clone();
        table.cards.truncate(lie);
        table.looks(4);
        table.cards = cards;
        table.looks(4);
    }
    assert_eq!(drawn(&table), 1);
}

#[test]
fn a_card_that_lay_there_before_was_not_drawn_now() {
    let mut table = Table::new("modules=tatan; players=red,blue", 3, NONE);
    let face = table.face("Tatan").id;
    let corners_px = [[0.0; 2]; 4];
    table.cards = vec![SeenCard { face, corners_px }];
    table.lay("D", 0, 0, 0);
    table.looks(8);
    assert_eq!(drawn(&table), 0);
}

/// Lays tiles on these cells one after the other, whichever fit.
fn surround(log: &Log, cells: &[Cell]) -> Option<Vec<(String, Cell, Rotation)>> {
    let Some((&cell, rest)) = cells.split_first() else {
        return Some(Vec::new());
    };
    let game = log.game();
    for face in game.catalogue().faces().filter(|face| !face.is_wild()) {
        let places = game.board().placements(face).into_iter();
        for (_, rotation) in places.filter(|(place, _)| *place == cell) {
            let mut then = log.clone();
            let laid = EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            };
            if game.copies_left(face) > 0
                && then.append(0, By::Person, laid).is_ok()
                && let Some(mut later) = surround(&then, rest)
            {
                later.insert(0, (face.id.to_string(), cell, rotation));
                return Some(later);
            }
        }
    }
    None
}

/// Both players have drawn a card, and a gap is left in the board.
fn with_gap(cards: usize) -> Table {
    let mut table = start();
    for _ in 0..cards {
        draw(&mut table);
        // The rest of the turn.
        let cells = [
            Cell::new(1, 0),
            Cell::new(2, 0),
            Cell::new(3, 0),
            Cell::new(4, 0),
        ];
        let free = cells
            .into_iter()
            .filter(|c| !table.truth.game().board().holds(*c));
        let free: Vec<Cell> = free.take(2).collect();
        lay_on(&mut table, &free);
    }
    let ring = [(1, 0), (1, 1), (1, 2), (0, 2), (-1, 2), (-1, 1), (-1, 0)];
    let ring = ring.map(|(x, y)| Cell::new(x, y));
    let open = ring
        .into_iter()
        .filter(|c| !table.truth.game().board().holds(*c));
    let open: Vec<Cell> = open.collect();
    lay_on(&mut table, &open);
    same(&table);
    table
}

fn lay_on(table: &mut Table, cells: &[Cell]) {
    for (face, cell, rotation) in surround(&table.truth, cells).expect("something fits") {
        table.lay(&face, cell.x, cell.y, rotation.degrees());
        table.looks(5);
    }
}

/// A card comes to lie in the gap.
fn lay_card(table: &mut Table) {
    let card = table.face("Tatan");
    table.cards.pop();
    table.tiles.push((HOLE, card, Rotation::R0));
}

fn put_follower(table: &mut Table, color: Color) {
    table.figures.push(Standing {
        at: SegmentRef::new(HOLE, 0),
        kind: FigureKind::Meeple,
        color: Some(color),
        event: tracker::log::event::EventId(999),
    });
}

fn follower(table: &Table) -> Option<Option<Color>> {
    let game = table.tracker.log().game();
    let mut figures = game.figures();
    figures
        .find(|figure| figure.at.cell == HOLE)
        .map(|figure| figure.color)
}

#[test]
fn the_only_card_that_can_lie_in_a_gap_fills_it() {
    let mut table = with_gap(1);
    let owner = tatan::owners(table.truth.game(), 1)
        .next()
        .expect("one was drawn");
    lay_card(&mut table);
    table.looks(5);
    let game = table.tracker.log().game();
    assert!(game.board().holds(HOLE));
    assert_eq!(tatan::follower_due(game), Some(owner));
    put_follower(&mut table, owner);
    table.looks(5);
    assert_eq!(follower(&table), Some(Some(owner)));
    assert!(table.tracker.snapshot().desync.is_none());
}

#[test]
fn of_two_who_have_cards_the_follower_tells_who_filled_the_gap() {
    for owner in [Red, Blue] {
        let mut table = with_gap(2);
        assert_eq!(tatan::owners(table.truth.game(), 1).count(), 2);
        lay_card(&mut table);
        table.looks(20);
        let game = table.tracker.log().game();
        assert!(!game.board().holds(HOLE), "it waits for the follower");
        assert!(table.tracker.snapshot().desync.is_none());
        put_follower(&mut table, owner);
        table.looks(6);
        assert_eq!(follower(&table), Some(Some(owner)));
    }
}
