//! Pictures of what is not a face: the back of a tile and the tops of things beside the game.

use std::fmt::Write as _;

use super::ink::{Ink, hex};
use super::prop::Prop;

/// The back of a tile, our own: waves of mist around a moon. It looks the same in every
/// quarter turn, as a back says nothing of how a tile lies.
pub fn tile_back_svg() -> String {
    let mut body = String::from(
        "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"#2b4c58\"/>\
         <rect x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" fill=\"#35616d\" stroke=\"#c9b27a\" stroke-width=\"1.8\"/>",
    );
    for turn in [0, 90, 180, 270] {
        let _ = write!(
            body,
            "<g transform=\"rotate({turn})\" fill=\"none\" stroke-linecap=\"round\">"
        );
        for (k, (y, half)) in [(37, 32), (30, 24), (23, 16)].into_iter().enumerate() {
            let mut d = format!("M{} {y}", -half);
            for _ in 0..half / 4 {
                d.push_str("q2 -5 4 0t4 0");
            }
            let _ = write!(
                body,
                "<path d=\"{d}\" stroke=\"#b9cdd0\" stroke-width=\"2\" opacity=\"{:.2}\"/>",
                0.85 - 0.2 * k as f32
            );
        }
        body.push_str("<circle cx=\"37\" cy=\"37\" r=\"3\" fill=\"#c9b27a\"/></g>");
    }
    body.push_str(
        "<circle r=\"13\" fill=\"#e3dcbc\"/><circle r=\"13\" fill=\"none\" stroke=\"#c9b27a\" stroke-width=\"1.6\"/>\
         <circle r=\"7\" fill=\"#cfc69d\"/>",
    );
    tile(&body)
}

/// A Tatan card, our own: four golden arrows that chase each other around a lamp, for tiles
/// are taken up and laid elsewhere. It looks the same in every quarter turn.
pub fn tatan_svg() -> String {
    let mut body = String::from(
        "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"#5a1d2b\"/>\
         <rect x=\"-45\" y=\"-45\" width=\"90\" height=\"90\" rx=\"5\" fill=\"#8a2b36\" stroke=\"#e9c46a\" stroke-width=\"2.4\"/>\
         <circle r=\"38\" fill=\"#6d2230\"/>",
    );
    for turn in [0, 90, 180, 270] {
        let _ = write!(
            body,
            "<g transform=\"rotate({turn})\">\
             <path d=\"M-23 -19A30 30 0 0 1 12 -27.5\" fill=\"none\" stroke=\"#f0cf7c\" stroke-width=\"7\"/>\
             <path d=\"M9 -38L25 -22L6 -16Z\" fill=\"#f0cf7c\"/>\
             <path d=\"M-43 -43h14l-14 14z\" fill=\"#e9c46a\"/>\
             <path d=\"M0 -15L4 -4H-4Z\" fill=\"#fff3cf\"/></g>"
        );
    }
    body.push_str("<circle r=\"7\" fill=\"#fff3cf\"/><circle r=\"3.4\" fill=\"#8a2b36\"/>");
    tile(&body)
}

/// A tile that is not on record: a blank with a question mark.
pub fn other_svg() -> String {
    tile(
        "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"#8d949c\"/>\
         <rect x=\"-45\" y=\"-45\" width=\"90\" height=\"90\" rx=\"5\" fill=\"#aab1b8\" stroke=\"#5d646b\" stroke-width=\"2.4\"/>\
         <path d=\"M-17 -14A17 17 0 1 1 6 2Q0 5 0 14\" fill=\"none\" stroke=\"#3b4046\" stroke-width=\"8\"/>\
         <circle cy=\"27\" r=\"5.5\" fill=\"#3b4046\"/>",
    )
}

fn tile(body: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\">{body}</svg>")
}

/// The top of a prop as seen from above, as wide and deep as [`Prop::size_mm`] says.
pub fn prop_svg(prop: Prop) -> String {
    let [w, h, _] = prop.size_mm();
    let open = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">"
    );
    let body = match prop {
        Prop::TileStack => return tile_back_svg(),
        Prop::ScoreBoard => score_board(w, h),
        Prop::GameBox => game_box(w, h),
        Prop::RuleSheet => rule_sheet(w, h),
        Prop::Phone => format!(
            "<rect width=\"{w}\" height=\"{h}\" fill=\"#17181b\"/><rect x=\"3\" y=\"4\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#22262d\"/>\
             <path d=\"M3 40L60 4h9v20L20 146H3Z\" fill=\"#3b424c\" opacity=\"0.5\"/>",
            w - 6.0,
            h - 8.0
        ),
        Prop::Cup => format!(
            "<circle cx=\"{0}\" cy=\"{0}\" r=\"{0}\" fill=\"#426888\"/>",
            w / 2.0
        ),
    };
    format!("{open}{body}</svg>")
}

fn score_board(w: f64, h: f64) -> String {
    let mut svg = format!(
        "<rect width=\"{w}\" height=\"{h}\" fill=\"#e6d9b8\"/>\
         <rect x=\"24\" y=\"24\" width=\"{}\" height=\"{}\" fill=\"#a9b878\" stroke=\"#8a7a4c\" stroke-width=\"1.5\"/>",
        w - 48.0,
        h - 48.0
    );
    let mut ink = Ink::new(7);
    for _ in 0..60 {
        let (x, y) = (
            ink.roll(30.0, w as f32 - 36.0),
            ink.roll(30.0, h as f32 - 36.0),
        );
        let colour = ink.vary([140.0, 158.0, 92.0], 0.15, 10.0);
        let _ = write!(
            svg,
            "<ellipse cx=\"{x:.0}\" cy=\"{y:.0}\" rx=\"7\" ry=\"4\" fill=\"{}\" opacity=\"0.7\"/>",
            hex(colour)
        );
    }
    // Fifty spaces around the rim: nine across and sixteen down.
    let (columns, rows) = (9, 18);
    let (dx, dy) = (w / f64::from(columns), h / f64::from(rows));
    let mut count = 0;
    let mut space = |x: f64, y: f64, svg: &mut String| {
        let fill = if count % 5 == 0 { "#d7a45a" } else { "#f6efd9" };
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\" fill=\"{fill}\" stroke=\"#7a6238\" stroke-width=\"0.8\"/>",
            x + 1.5,
            y + 1.2,
            dx - 3.0,
            dy - 2.4
        );
        count += 1;
    };
    for column in 0..columns {
        space(f64::from(column) * dx, 0.0, &mut svg);
    }
    for row in 1..rows {
        space(w - dx, f64::from(row) * dy, &mut svg);
    }
    for column in (0..columns - 1).rev() {
        space(f64::from(column) * dx, h - dy, &mut svg);
    }
    for row in (1..rows - 1).rev() {
        space(0.0, f64::from(row) * dy, &mut svg);
    }
    svg
}

fn game_box(w: f64, h: f64) -> String {
    format!(
        "<rect width=\"{w}\" height=\"{h}\" fill=\"#465868\"/>\
         <rect x=\"6\" y=\"6\" width=\"{}\" height=\"{}\" fill=\"#9db0a8\"/>\
         <path d=\"M6 130q60 -50 120 -14t143 -30v98H6Z\" fill=\"#6f8c58\"/>\
         <path d=\"M6 160q80 -40 150 -4t113 -14v42H6Z\" fill=\"#57764a\"/>\
         <path d=\"M120 116V60h-6V46h9v7h9v-7h12v7h9v-7h9v14h-6v56Z\" fill=\"#5a4c42\"/>\
         <circle cx=\"214\" cy=\"46\" r=\"20\" fill=\"#f0dfae\"/>\
         <path d=\"M20 140q40 -16 80 0t80 0t80 0\" fill=\"none\" stroke=\"#e8efec\" stroke-width=\"7\" opacity=\"0.6\"/>\
         <rect x=\"40\" y=\"20\" width=\"120\" height=\"16\" rx=\"4\" fill=\"#7c2f2a\"/>",
        w - 12.0,
        h - 12.0
    )
}

fn rule_sheet(w: f64, h: f64) -> String {
    let mut svg = format!("<rect width=\"{w}\" height=\"{h}\" fill=\"#f2f0ea\"/>");
    let mut ink = Ink::new(3);
    let mut y = 14.0;
    while y < h - 14.0 {
        if ink.pick(7) == 0 && y < h - 50.0 {
            let colour = ink.vary([130.0, 150.0, 120.0], 0.2, 30.0);
            let _ = write!(
                svg,
                "<rect x=\"14\" y=\"{y:.0}\" width=\"50\" height=\"26\" fill=\"{}\"/>",
                hex(colour)
            );
            y += 34.0;
            continue;
        }
        let end = w as f32 - 14.0 - ink.roll(0.0, 30.0);
        let _ = write!(
            svg,
            "<path d=\"M14 {y:.1}H{end:.0}\" stroke=\"#55534e\" stroke-width=\"1.6\" stroke-dasharray=\"7 1.5 4 1.5 9 1.5\"/>"
        );
        y += 5.0;
    }
    svg
}
