//! The program's icon: a tile at night, mist over it, and a meeple on watch with a lantern.

use carcassonne::piece::{Color, FigureKind, Pose};

use super::figure::pictogram_group;

/// The icon as a stand-alone SVG of 128 × 128 units, made to be told at 16 pixels too: one
/// figure, one light, nothing thin.
pub fn icon_svg() -> String {
    let watch = pictogram_group(FigureKind::Meeple, Some(Color::Red), Pose::Standing);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"128\" height=\"128\" viewBox=\"0 0 128 128\">\
         <defs><linearGradient id=\"sky\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"#1b2c45\"/><stop offset=\"0.62\" stop-color=\"#47607a\"/>\
         <stop offset=\"0.63\" stop-color=\"#5c7a45\"/><stop offset=\"1\" stop-color=\"#3f5a30\"/></linearGradient>\
         <radialGradient id=\"lamp\"><stop offset=\"0\" stop-color=\"#ffe9a0\"/>\
         <stop offset=\"0.35\" stop-color=\"#ffd766\" stop-opacity=\"0.65\"/>\
         <stop offset=\"1\" stop-color=\"#ffd766\" stop-opacity=\"0\"/></radialGradient>\
         <clipPath id=\"tile\"><rect x=\"4\" y=\"4\" width=\"120\" height=\"120\" rx=\"22\"/></clipPath></defs>\
         <g clip-path=\"url(#tile)\"><rect width=\"128\" height=\"128\" fill=\"url(#sky)\"/>\
         {WALL}\
         <path d=\"M54 128Q58 104 64 80Q72 104 80 128Z\" fill=\"#e5d9b8\"/>\
         <circle cx=\"94\" cy=\"50\" r=\"36\" fill=\"url(#lamp)\"/>\
         <g transform=\"translate(60 70) scale(2.6)\">{watch}</g>\
         <circle cx=\"94\" cy=\"50\" r=\"8\" fill=\"#fff3c4\" stroke=\"#7a5a12\" stroke-width=\"3\"/>\
         <g fill=\"#eef3f7\"><ellipse cx=\"22\" cy=\"108\" rx=\"46\" ry=\"14\" opacity=\"0.82\"/>\
         <ellipse cx=\"104\" cy=\"114\" rx=\"48\" ry=\"15\" opacity=\"0.9\"/>\
         <ellipse cx=\"64\" cy=\"123\" rx=\"56\" ry=\"12\" opacity=\"0.9\"/></g></g>\
         <rect x=\"4\" y=\"4\" width=\"120\" height=\"120\" rx=\"22\" fill=\"none\" stroke=\"#10202f\" stroke-width=\"3\"/>\
         </svg>\n"
    )
}

/// A town's wall on the horizon.
const WALL: &str = "<path d=\"M0 80V48h8v7h8v-7h8v7h8v-7h8v32z\" fill=\"#9b6a45\"/>\
                    <path d=\"M0 60h40M0 70h40\" stroke=\"#6f4628\" stroke-width=\"2\"/>";

#[cfg(test)]
mod tests {
    use opencv::core::Vec3b;
    use opencv::prelude::*;

    use super::*;
    use crate::art::raster;

    /// The red figure must be there at the smallest size a desktop shows, too.
    #[test]
    fn it_can_be_drawn_large_and_small() {
        for side in [16, 48, 256] {
            let icon = raster(&icon_svg(), side, side).expect("drawn");
            let at = |i: i32| icon.at_2d::<Vec3b>(i / side, i % side).expect("inside").0;
            let red = (0..side * side)
                .map(at)
                .filter(|[b, _, r]| *r > 150 && *b < 80);
            let share = red.count() as f64 / f64::from(side * side);
            assert!((0.06..0.4).contains(&share), "{side} px: {share:.2}");
        }
    }
}
