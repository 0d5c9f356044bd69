//! The view that was left fades over the one that was chosen, so that the eye keeps its place;
//! at once where nothing is to move by itself.

use egui::Context;

use crate::window::screens::table::wishes::View;

/// How long it takes, in units of the style's animation time.
const TIMES: f32 = 3.0;

/// What is fading, if anything.
#[derive(Default)]
pub struct Fade {
    shown: Option<View>,
    /// The view that was left, and when, seconds.
    left: Option<(View, f64)>,
}

impl Fade {
    /// Follows the view that is chosen. Gives the one that was left and how much of it is still
    /// to be seen, 1 to 0.
    pub fn follow(&mut self, ctx: &Context, view: View) -> Option<(View, f32)> {
        let now = ctx.input(|input| input.time);
        let before = self.shown.replace(view);
        if let Some(before) = before.filter(|&before| before != view) {
            self.left = Some((before, now));
        }
        let lasts = ctx.global_style().animation_time * TIMES;
        let (left, since) = self.left?;
        let gone = (now - since) as f32;
        if gone >= lasts {
            self.left = None;
            return None;
        }
        ctx.request_repaint();
        Some((left, 1.0 - gone / lasts))
    }
}
