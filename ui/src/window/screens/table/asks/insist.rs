//! What lies or stands on the table against the rules: keeping it because a person insists, and
//! naming what was kept. A slip or a house rule does not stop a game.

use carcassonne::piece::{Color, FigureKind};
use egui::Ui;
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::rules::RuleFault;
use tracker::snapshot::{Difference, Reminder, ReminderKind, Snapshot};

use crate::text::{Words, capital, message};
use crate::window::screens::table::wishes::{Wishes, all_segments};
use crate::window::widgets::card;

/// Keeping a figure where it stands.
fn figure(at: SegmentRef, foot: Option<[f32; 2]>, figure: FigureKind, color: Color) -> Command {
    Command::Insist {
        what: EventKind::FigurePlaced {
            cell: at.cell,
            segment: at.segment,
            figure,
            color: Some(color),
            foot,
            before: false,
        },
    }
}

/// Offers to keep a tile that fits by no reading.
pub fn keep_tile(ui: &mut Ui, words: Words, difference: &Difference, wishes: &mut Wishes) {
    let Difference::TileIllegal {
        cell,
        face,
        rotation,
        faults,
        ..
    } = difference
    else {
        return;
    };
    let may = RuleFault::Placement(faults.clone()).can_be_overruled();
    if may && ui.button(words.say(message::INSIST_TILE)).clicked() {
        wishes.commands.push(Command::Insist {
            what: EventKind::TileLaid {
                cell: *cell,
                face: *face,
                rotation: *rotation,
                garden: None,
                before: false,
            },
        });
    }
}

/// Offers to keep a figure that stands where the rules allow none.
pub fn keep_figure(ui: &mut Ui, words: Words, reminder: &Reminder, wishes: &mut Wishes) {
    let ReminderKind::FigureNotAllowed {
        at,
        foot,
        kind,
        color: Some(color),
        fault,
    } = &reminder.kind
    else {
        return;
    };
    if fault.can_be_overruled() && ui.button(words.say(message::INSIST_FIGURE)).clicked() {
        wishes
            .commands
            .push(figure(*at, Some(*foot), *kind, *color));
    }
}

/// The places of the newest tile where the rules allow no figure of that colour, to put one there
/// all the same.
pub fn figures_anyway(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    color: Color,
    wishes: &mut Wishes,
) {
    let legal = |at: SegmentRef, kind: FigureKind| {
        let mut places = snapshot.turn.figure_places.iter();
        places.any(|place| place.at == at && place.figure == kind)
    };
    let here = |at: &&SegmentRef| Some(at.cell) == snapshot.turn.tile;
    let pieces = snapshot.supplies.iter().filter(|own| own.color == color);
    let kinds: Vec<FigureKind> = pieces.map(|own| own.kind).collect();
    ui.menu_button(words.say(message::INSIST_FIGURE_MENU), |ui| {
        for feature in &snapshot.features {
            for &at in feature.segments.iter().filter(here) {
                for &kind in kinds.iter().filter(|&&kind| !legal(at, kind)) {
                    let button = ui.button(capital(&words.with(message::HandPut {
                        figure: words.figure(kind),
                        place: words.on_which(snapshot, feature.kind, at),
                    })));
                    if button.hovered() {
                        wishes.lit = vec![at];
                    }
                    if button.clicked() {
                        wishes.commands.push(figure(at, None, kind, color));
                        ui.close();
                    }
                }
            }
        }
    });
}

/// What was kept although the rules forbid it, and points that wait for a word.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
    if !snapshot.unsettled.is_empty() {
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::UNSETTLED_TITLE));
            for open in &snapshot.unsettled {
                for line in words.unsettled(snapshot, open) {
                    card::body(ui, &line);
                }
            }
        });
        ui.add_space(2.0);
    }
    if !snapshot.irregular.is_empty() {
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::IRREGULAR_TITLE));
            for what in &snapshot.irregular {
                let text = words.irregularity(snapshot, what);
                if card::body(ui, &text).hovered() {
                    wishes.lit = all_segments(snapshot, what.cell);
                }
            }
        });
        ui.add_space(2.0);
    }
}
