//! The turn clock: how long whoever is on the move has taken. Off unless a table wants it; it only
//! shows, and nothing happens when the time is up.

use egui::{RichText, Ui};
use tracker::snapshot::Snapshot;

use crate::text::{Words, message};
use crate::theme::{palette, size};

/// The clock of the running turn.
#[derive(Default)]
pub struct TurnClock {
    /// Seconds a turn may take; 0 for no clock.
    limit_s: u16,
    /// The move that is timed, and since when.
    timed: Option<(u32, f64)>,
}

impl TurnClock {
    /// Begins anew when it is somebody else's move; a turn may take that many seconds, 0 for no clock.
    /// Goes on whatever screen is shown.
    pub fn follow(&mut self, ui: &Ui, snapshot: &Snapshot, limit_s: u16) {
        self.limit_s = limit_s;
        let turn = &snapshot.turn;
        // The next player thinks as soon as the turn before has ended.
        let number = turn.number + u32::from(!turn.open);
        if self.timed.is_none_or(|(timed, _)| timed != number) {
            self.timed = Some((number, ui.input(|input| input.time)));
        }
    }

    /// Shows it, and asks for another pass when the next second has gone by.
    pub fn show(&self, ui: &mut Ui, words: Words, snapshot: &Snapshot) {
        let Some((_, since)) = self.timed.filter(|_| self.limit_s > 0 && !snapshot.over) else {
            return;
        };
        let taken = (ui.input(|input| input.time) - since).max(0.0);
        let next = std::time::Duration::from_secs_f64(1.001 - taken.fract());
        ui.ctx().request_repaint_after(next);
        let seconds = taken as u32;
        let over = seconds > u32::from(self.limit_s);
        let taken = minutes(seconds);
        let limit = minutes(self.limit_s.into());
        let p = palette(ui);
        let (text, color) = match over {
            true => (words.with(message::ClockOver { taken, limit }), p.wrong),
            false => (words.with(message::ClockTime { taken, limit }), p.text_soft),
        };
        ui.label(RichText::new(text).size(size::BODY).color(color));
    }
}

/// `1:05`
fn minutes(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
