//! The television: scores, board and the next thing to do, to be read from the sofa.
//!
//! A second window that only shows; nothing in it can be clicked. It is always dark, and the
//! whole picture strays by a few millimetres an hour, so that nothing burns in; nothing else
//! moves. The sizes come from distance and diagonal ([`sizes`]), never from taste.

use egui::{Align, Color32, Key, Layout, Ui, UiBuilder, Vec2};
use tracker::snapshot::{Reminder, Snapshot, Urgency};

use self::cards::Plan;
use self::scene::Scene;
use self::sizes::{Sizes, Viewing};
use crate::run::link::settings::TvSettings;
use crate::text::{Words, message};
use crate::theme::DARK;
use crate::window::screens::table::says::modules;
use crate::window::widgets::art::Art;
use crate::window::widgets::board;

pub mod cards;
pub mod scene;
pub mod sizes;

/// Room around everything and between parts, in text sizes.
const GAP: f32 = 0.5;
/// How much of the drawn board's light is taken away: it stands still for a long time.
const VEIL: u8 = 70;

/// What is wanted of the window itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// It is to be closed.
    pub close: bool,
    /// It is to fill the screen, or no longer.
    pub full_screen: bool,
}

impl Keys {
    /// The keys pressed in the window: Escape or T closes it, F11 fills the screen. Inside the
    /// main window, where there is no other, the keys belong to the table.
    pub fn pressed(ctx: &egui::Context, class: egui::ViewportClass) -> Self {
        if class == egui::ViewportClass::EmbeddedWindow {
            return Self::default();
        }
        ctx.input(|input| Self {
            close: input.viewport().close_requested()
                || input.key_pressed(Key::Escape)
                || input.key_pressed(Key::T),
            full_screen: input.key_pressed(Key::F11),
        })
    }
}

impl From<TvSettings> for Viewing {
    fn from(settings: TvSettings) -> Self {
        Self {
            distance_m: f32::from(settings.distance_cm.clamp(50, 1500)) / 100.0,
            diagonal_in: f32::from(settings.diagonal_inch.clamp(7, 200)),
        }
    }
}

/// Shows it in all the room there is.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, art: &mut Art) {
    ui.ctx()
        .request_repaint_after(std::time::Duration::from_secs_f64(sizes::STEP_S));
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, Color32::BLACK);
    *ui.visuals_mut() = egui::Theme::Dark.default_visuals();
    let stray = sizes::STRAY * whole.height();
    let room = whole
        .shrink(stray)
        .translate(sizes::shift(scene.now_s) * whole.height());
    let wanted = scene.viewing.sizes(scene.screen);
    let plan = Plan::find(ui, scene, room.size(), wanted);
    let gap = plan.sizes.text * GAP;
    let room = room.shrink(gap);
    let (left, right) = room.split_left_right_at_x(room.right() - plan.size.x);
    ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        cards::show(ui, scene, &plan);
    });
    let left = left.with_max_x(left.right() - gap);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        news(ui, scene, plan.sizes, art);
    });
}

/// Whose turn, board, newest points, what to do.
fn news(ui: &mut Ui, scene: &Scene<'_>, sizes: Sizes, art: &mut Art) {
    let (words, snapshot) = (scene.words, scene.snapshot);
    ui.spacing_mut().item_spacing = Vec2::splat(sizes.text * GAP * 0.5);
    line(ui, &turn(words, snapshot), sizes.text, DARK.accent, 1);
    for (_, text) in modules::headlines(words, snapshot).into_iter().take(2) {
        line(ui, &text, sizes.text, DARK.text_soft, 1);
    }
    // From below, so that the board gets what is left.
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        if let Some(reminder) = urgent(snapshot) {
            let text = format!("➡ {}", words.reminder(snapshot, reminder));
            line(ui, &text, sizes.text, DARK.wait, 2);
        }
        if let Some(text) = newest(words, snapshot) {
            line(ui, &text, sizes.text, DARK.text, 2);
        }
        let area = ui.available_rect_before_wrap();
        ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
            let lit = newest_segments(snapshot);
            let label = words.with(message::TableBoard {
                tiles: snapshot.tiles.len(),
            });
            board::show_still(ui, words, snapshot, &lit, &label, art);
            let veil = Color32::from_black_alpha(VEIL);
            ui.painter().rect_filled(area, 8.0, veil);
        });
    });
}

/// How much smaller a text becomes at each try, and at most, if it does not fit: in a window that
/// is smaller than the screen a whole sentence says more than the beginning of a large one.
const SMALLER: (f32, f32) = (0.92, 0.5);

/// A text of at most `rows` rows, smaller if it needs more; what does not fit then is cut off with
/// an ellipsis.
fn line(ui: &mut Ui, text: &str, size: f32, color: Color32, rows: usize) {
    let job = |size: f32| {
        let mut job = egui::text::LayoutJob::simple(
            text.to_owned(),
            egui::FontId::proportional(size),
            color,
            ui.available_width(),
        );
        job.wrap.max_rows = rows;
        job.wrap.break_anywhere = false;
        job
    };
    let mut tried = size;
    let mut galley = ui.painter().layout_job(job(tried));
    while galley.elided && tried > size * SMALLER.1 {
        tried *= SMALLER.0;
        galley = ui.painter().layout_job(job(tried));
    }
    ui.label(galley);
}

fn turn(words: Words, snapshot: &Snapshot) -> String {
    if snapshot.over {
        return match &snapshot.team {
            Some(team) => words.outcome(snapshot.outcome, team),
            None => words.winners(snapshot),
        };
    }
    let turn = &snapshot.turn;
    let name = |color| words.player(snapshot, color);
    let who = match (turn.open, turn.player, turn.next) {
        (true, Some(color), _) => words.with(message::TableTurnOf { name: name(color) }),
        (false, _, Some(color)) => words.with(message::TableTurnNext { name: name(color) }),
        _ if turn.number == 0 => words.say(message::TABLE_TURN_BEFORE),
        _ => words.with(message::TableTurn {
            number: turn.number,
        }),
    };
    let left = words.with(message::TableTilesLeft {
        left: snapshot.bag.left,
    });
    format!("{who} · {left}")
}

/// What has to be done before play goes on; what is only good to know stays on the table's
/// own screen.
fn urgent(snapshot: &Snapshot) -> Option<&Reminder> {
    let open = snapshot.reminders.iter().filter(|_| !snapshot.over);
    let mut due = open.filter(|reminder| reminder.urgency != Urgency::Info);
    let first = due.next();
    due.find(|reminder| reminder.overdue).or(first)
}

/// The newest points, with the sum they come from.
fn newest(words: Words, snapshot: &Snapshot) -> Option<String> {
    let line = snapshot
        .provisional
        .first()
        .or(snapshot.score_lines.last())?;
    Some(format!(
        "{} {:+} · {}: {}",
        words.scorer(snapshot, line.color),
        line.points,
        words.reason(line.reason),
        words.expression(&line.expression),
    ))
}

fn newest_segments(snapshot: &Snapshot) -> Vec<tracker::board::features::SegmentRef> {
    let line = snapshot.provisional.first();
    line.map(|line| line.segments.clone()).unwrap_or_default()
}
