//! Everything grows with the window, so that a large one is filled and can be read from further
//! away; what a person chose as size of the letters is multiplied with that.

use egui::{Context, Vec2, vec2};

use crate::run::link::settings::Settings;

/// The window that everything is laid out for, points.
const USUAL: Vec2 = vec2(1280.0, 800.0);

/// How much larger everything gets at most.
const LARGEST: f32 = 2.0;

/// Steps in which it grows: every size of the letters is drawn anew.
const STEP: f32 = 0.05;

/// How much larger everything is drawn in a window of that size, in points as the system counts
/// them, than in the usual one; in a smaller window nothing shrinks.
pub fn grown(window: Vec2) -> f32 {
    let fits = (window / USUAL).min_elem().clamp(1.0, LARGEST);
    (fits / STEP + 0.01).floor() * STEP
}

/// Follows the size of the window, and what a person chooses by Ctrl with plus or minus.
pub(super) struct Growing {
    by: f32,
}

impl Default for Growing {
    fn default() -> Self {
        Self { by: 1.0 }
    }
}

impl Growing {
    /// Draws everything as large as chosen in the settings.
    pub(super) fn take_over(&self, ctx: &Context, settings: &Settings) {
        let chosen = settings.zoom_percent.unwrap_or(100).clamp(50, 300);
        ctx.set_zoom_factor(f32::from(chosen) / 100.0 * self.by);
    }

    /// Follows the window; the percentage a person chose meanwhile by the keys, if one did.
    pub(super) fn follow(&mut self, ctx: &Context, settings: &Settings) -> Option<u16> {
        let zoom = ctx.zoom_factor();
        let now = (zoom / self.by * 100.0).round() as u16;
        let chosen = now != settings.zoom_percent.unwrap_or(100)
            && !ctx.input(|input| input.pointer.any_down());
        let by = grown(ctx.content_rect().size() * zoom);
        if (by - self.by).abs() > STEP / 2.0 {
            ctx.set_zoom_factor(zoom / self.by * by);
            self.by = by;
        }
        chosen.then_some(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_window_shows_the_same_larger() {
        for (window, wanted) in [
            ([900.0, 600.0], 1.0),
            ([1280.0, 800.0], 1.0),
            ([1366.0, 768.0], 1.0),
            ([1920.0, 800.0], 1.0),
            ([1920.0, 1080.0], 1.35),
            ([2560.0, 1440.0], 1.8),
            ([3840.0, 2160.0], 2.0),
        ] {
            let found = grown(window.into());
            assert!((found - wanted).abs() < 0.001, "{window:?}: {found}");
        }
    }

    /// A window as the system hands it out: so many points of its own, divided by the zoom.
    fn passes(ctx: &Context, window: Vec2, count: usize, mut pass: impl FnMut(&Context)) {
        for _ in 0..count {
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, window / ctx.zoom_factor());
            let input = egui::RawInput {
                screen_rect: Some(room),
                ..Default::default()
            };
            drop(ctx.run_ui(input, |ui| pass(ui.ctx())));
        }
    }

    /// It comes to rest, whatever was chosen, and never takes its own growth for a choice.
    #[test]
    fn it_follows_the_window_and_keeps_what_was_chosen() {
        let ctx = Context::default();
        let mut growing = Growing::default();
        let settings = Settings {
            zoom_percent: Some(120),
            ..Settings::default()
        };
        growing.take_over(&ctx, &settings);
        for (window, wanted) in [
            ([1920.0, 1080.0], 1.62),
            ([1280.0, 800.0], 1.2),
            ([2560.0, 1440.0], 2.16),
        ] {
            passes(&ctx, window.into(), 5, |ctx| {
                assert_eq!(growing.follow(ctx, &settings), None);
            });
            let zoom = ctx.zoom_factor();
            assert!((zoom - wanted).abs() < 0.001, "{window:?}: {zoom}");
        }
        ctx.set_zoom_factor(1.8);
        let mut chosen = None;
        passes(&ctx, vec2(2560.0, 1440.0), 2, |ctx| {
            chosen = growing.follow(ctx, &settings);
        });
        assert_eq!(chosen, Some(100));
    }
}
