//! Entering by hand on a phone: a tile of the bag, a place where it fits, a figure, the end of the
//! turn, and one step back.

use carcassonne::catalogue::FaceId;
use carcassonne::piece::Color;
use maud::{Markup, html};
use serde::Serialize;
use tracker::snapshot::{FigurePlace, Snapshot};

use super::order::{Order, button, colors_on_turn};
use crate::faces;
use crate::text::{Words, message};
use crate::views::lying::{board_of, empty_board};

/// How the files of faces are called.
const FACE: &str = "face.";
const SVG: &str = ".svg";

/// A face as a small picture; it is fetched when it is looked at.
pub fn face(id: FaceId) -> Markup {
    html! {
        img class="face" src=(format!("{FACE}{id}{SVG}")) alt="" loading="lazy" width="56"
            height="56";
    }
}

/// The drawing of a face, by the name of its file.
pub fn face_file(name: &str) -> Option<String> {
    let name = name.strip_prefix(FACE)?.strip_suffix(SVG)?;
    let face = faces::known(&carcassonne::catalogue::face_id(name)?)?;
    studio::art::face_svg(&face, false, 0).ok()
}

/// What can be entered now.
pub fn panel(words: Words, snapshot: &Snapshot) -> Markup {
    let turn = &snapshot.turn;
    let newest = snapshot.tiles.last().map(|tile| tile.event);
    let faces = snapshot.bag.faces.iter().filter(|(_, left)| *left > 0);
    let colors = colors_on_turn(snapshot);
    html! {
        @if turn.open && !snapshot.over {
            @if let Some(tile) = newest.filter(|_| !turn.figure_places.is_empty()) {
                fieldset {
                    legend { (words.say(message::PHONE_FIGURE)) }
                    @for (place, spot) in turn.figure_places.iter().enumerate() {
                        @for color in &colors {
                            (button(
                                &Order::Figure { place, tile, figure: spot.figure, color: *color },
                                &put(words, snapshot, spot, color.filter(|_| colors.len() > 1)),
                            ))
                        }
                    }
                }
            }
            (button(&Order::EndTurn { turn: turn.number }, &words.say(message::PHONE_END_TURN)))
        }
        @if let Some(event) = snapshot.can_undo {
            (button(&Order::Undo { event }, &words.say(message::PHONE_UNDO)))
        }
        @if !snapshot.over && snapshot.bag.left > 0 {
            details id="lay" {
                summary { (words.say(message::PHONE_LAY)) }
                p class="soft" { (words.say(message::PHONE_LAY_HOW)) }
                div class="faces" {
                    @for (id, left) in faces {
                        button type="button" data-face=(id) {
                            (face(*id)) span { (left) " × " (id) }
                        }
                    }
                }
                div class="places" {}
            }
        }
    }
}

/// Which figure is put where, with its colour where the seat has several.
fn put(words: Words, snapshot: &Snapshot, spot: &FigurePlace, color: Option<Color>) -> String {
    let figure = crate::text::capital(&words.figure(spot.figure));
    let place = words.segment(snapshot, spot.at);
    match color {
        Some(color) => format!("{figure} ({}): {place}", words.color(color)),
        None => format!("{figure}: {place}"),
    }
}

/// A place where a tile fits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// What a page shows for it.
    label: String,
    /// What it sends if that is the place.
    order: Order,
}

/// Where a face fits, in words; empty if it is none or fits nowhere.
pub fn places(words: Words, snapshot: &Snapshot, name: &str) -> Vec<Place> {
    let id = carcassonne::catalogue::face_id(name);
    let Some((id, known)) = id.and_then(|id| Some((id, faces::known(&id)?))) else {
        return Vec::new();
    };
    let board = board_of(&empty_board(snapshot), snapshot);
    let mut places = board.placements(&known);
    if board.is_empty() && board.ground().is_none() {
        let turned = known.distinct_rotations();
        places.extend(turned.map(|rotation| (carcassonne::geometry::Cell::default(), rotation)));
    }
    let one =
        |(cell, rotation): &(carcassonne::geometry::Cell, carcassonne::geometry::Rotation)| Place {
            label: words.with(message::PhonePlace {
                place: words.place_in(snapshot, *cell),
                degrees: rotation.degrees(),
            }),
            order: Order::Tile {
                face: id,
                x: cell.x,
                y: cell.y,
                rotation: rotation.degrees(),
            },
        };
    places.iter().map(one).collect()
}
