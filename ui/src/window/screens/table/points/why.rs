//! "Why 28?": a line of points that somebody wants explained. Its sum, its feature lit up on
//! board and picture, the tiles as they lie on the real table, and every tile and figure of it
//! to choose if one of them is wrong.

use carcassonne::geometry::Cell;
use egui::{Stroke, Ui, vec2};
use tracker::belief::doubt::Doubt;
use tracker::command::Command;
use tracker::log::event::{EventId, EventKind};
use tracker::log::history::{Entry, EntryState};
use tracker::snapshot::{ScoreLine, Snapshot};

use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::picture::kept::Part;
use crate::window::widgets::picture::real::Real;
use crate::window::widgets::{board, card};

/// Side of the picture of the moment, points.
const MOMENT: f32 = 132.0;
/// Side of a crop, points.
const CROP: f32 = 72.0;
/// Most crops that are shown.
const MAX_CROPS: usize = 12;

/// Shows the card; whether it stays open.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    line: &ScoreLine,
    real: &mut Real<'_>,
    wishes: &mut Wishes,
) -> bool {
    let mut stays = true;
    let p = palette(ui);
    card::card(ui, p.card, Stroke::new(2.0, p.accent), |ui| {
        card::heading(ui, &words.line_heading(snapshot, line));
        let sum = words.expression(&line.expression);
        let points = line.points;
        card::body(ui, &words.with(message::WhyStill { sum, points }));
        let mut cells: Vec<Cell> = line.segments.iter().map(|at| at.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        moment(ui, words, snapshot, line, real);
        crops(ui, words, snapshot, &cells, real);
        card::soft(ui, &words.say(message::WHY_DOUBT));
        let doubt = |event: EventId| Command::Doubt {
            event,
            doubt: Doubt::Reading,
        };
        ui.horizontal_wrapped(|ui| {
            for &cell in &cells {
                let Some(tile) = board::tile_on(snapshot, cell) else {
                    continue;
                };
                let text = words.with(message::WhyTile {
                    face: tile.face.as_str(),
                    place: words.place_in(snapshot, cell),
                });
                if ui.button(text).clicked() {
                    wishes.commands.push(doubt(tile.event));
                }
            }
            for &figure in &line.figures {
                let entry = snapshot.history.iter().find(|entry| entry.event == figure);
                let Some(entry) = entry else { continue };
                if ui.button(words.entry(snapshot, entry)).clicked() {
                    wishes.commands.push(doubt(figure));
                }
            }
        });
        stays = !ui.button(words.say(message::WHY_CLOSE)).clicked();
    });
    ui.add_space(2.0);
    stays
}

/// The moment the points were given: what was kept when that turn's tile was noted.
fn moment(ui: &mut Ui, words: Words, snapshot: &Snapshot, line: &ScoreLine, real: &mut Real<'_>) {
    let laid = |entry: &&Entry| {
        let holds = !matches!(entry.state, EntryState::Removed { .. } | EntryState::Undone);
        let tile = matches!(
            entry.what,
            EventKind::TileLaid { .. } | EventKind::TileMoved { .. }
        );
        entry.turn == line.turn && tile && holds
    };
    let Some(entry) = snapshot.history.iter().find(laid) else {
        return;
    };
    if let Some(piece) = real.then(ui, entry.event) {
        let name = words.with(message::WhyMoment { turn: line.turn });
        ui.horizontal(|ui| {
            piece.show(ui, Part::Around, MOMENT, &name);
            ui.add(egui::Label::new(name.as_str()).wrap());
        });
    }
}

/// The cells as they are on the real table; where it is not to be seen, as they were when their
/// tiles were noted.
fn crops(ui: &mut Ui, words: Words, snapshot: &Snapshot, cells: &[Cell], real: &mut Real<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let mut shown = 0;
        for &cell in cells {
            let place = words.place_in(snapshot, cell);
            let now = real.now(cell);
            let now = now.map(|piece| (piece, words.with(message::RealNow { place: &place })));
            let tile = board::tile_on(snapshot, cell).map(|tile| tile.event);
            let mut then = || {
                let name = words.with(message::RealThen { place: &place });
                Some((real.then(ui, tile?)?, name))
            };
            let Some((piece, name)) = now.or_else(&mut then) else {
                continue;
            };
            piece.show(ui, Part::Tile, CROP, &name);
            shown += 1;
            if shown == MAX_CROPS {
                break;
            }
        }
    });
}
