//! The practice map and its chips, our own: what is printed on the squares, with decoration that
//! differs from square to square, so that a camera can tell where it looks.
//!
//! Draws what [`Map`] says and nothing else; knows no tiles. Hundredths of a square.

use std::fmt::Write as _;

use carcassonne::geometry::{Cell, Side};
use carcassonne::map::{ChipColor, Map, Square, SquareKind};
use opencv::core::Mat;

use shapes::map_board::{MARGIN, board, chip_paint};

use super::ink::{Ink, Rgb, hex, seed_of, shade};
use super::{ArtError, raster};

const PAPER: Rgb = [228.0, 220.0, 198.0];
const SEA: Rgb = [190.0, 203.0, 203.0];
const LAND: Rgb = [219.0, 207.0, 171.0];
const LINE: Rgb = [150.0, 136.0, 108.0];
const BORDER: Rgb = [96.0, 78.0, 62.0];
const PENCIL: Rgb = [120.0, 112.0, 84.0];
const START_EDGE: Rgb = [176.0, 46.0, 40.0];

/// The board's picture, BGR, `square_px` pixels to the square.
pub fn map_picture(map: &Map, square_px: i32) -> Result<Mat, ArtError> {
    let [low, high] = board(map);
    let px = |k: usize| ((high[k] - low[k]) * f64::from(square_px)).round() as i32;
    raster(&map_svg(map), px(0), px(1))
}

/// The board as a stand-alone SVG of 100 × 100 units to the square.
pub fn map_svg(map: &Map) -> String {
    let [low, high] = board(map).map(|p| p.map(|v| v * 100.0));
    let (wide, tall) = (high[0] - low[0], high[1] - low[1]);
    let mut ink = Ink::new(seed_of(&map.name, 0));
    ink.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {wide} {tall}\" width=\"{wide}\" height=\"{tall}\">",
        low[0], low[1]
    ));
    let sheet = |inset: f64, colour: Rgb| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            low[0] + inset,
            low[1] + inset,
            wide - 2.0 * inset,
            tall - 2.0 * inset,
            hex(colour)
        )
    };
    ink.raw(&sheet(0.0, PAPER));
    ink.raw(&sheet(MARGIN * 100.0, SEA));
    for (cell, square) in map.squares() {
        ink.raw(&format!(
            "<g transform=\"translate({} {})\">",
            cell.x * 100,
            cell.y * 100
        ));
        printed(&mut ink, square);
        ink.raw("</g>");
    }
    for (cell, _) in map.squares().filter(|(_, s)| s.kind.takes_tile()) {
        for side in Side::ALL {
            if !map.kind(cell.neighbour(side)).takes_tile() {
                edge(&mut ink, cell, side);
            }
        }
    }
    ink.raw("</svg>");
    ink.take()
}

/// A side at which the playable area ends.
fn edge(ink: &mut Ink, cell: Cell, side: Side) {
    let (x, y) = (cell.x * 100, cell.y * 100);
    let d = match side {
        Side::North => format!("M{} {}h100", x - 50, y - 50),
        Side::South => format!("M{} {}h100", x - 50, y + 50),
        Side::West => format!("M{} {}v100", x - 50, y - 50),
        Side::East => format!("M{} {}v100", x + 50, y - 50),
    };
    ink.line(&d, BORDER, 4.0, 0.9, "stroke-linecap=\"square\"");
}

fn printed(ink: &mut Ink, square: &Square) {
    match square.kind {
        SquareKind::Land => land(ink),
        SquareKind::Town => town(ink),
        SquareKind::Start => {
            town(ink);
            frame(ink, 44.0, START_EDGE, 6.0);
        }
        SquareKind::LargeCity => large_city(ink, square),
        SquareKind::Wave => wave(ink),
        SquareKind::Island => island(ink, square.color),
        SquareKind::None => {}
    }
}

fn frame(ink: &mut Ink, half: f32, colour: Rgb, width: f32) {
    let side = 2.0 * half;
    let d = format!("M{} {}h{side}v{side}h-{side}Z", -half, -half);
    ink.line(&d, colour, width, 1.0, "");
}

/// Paper with pencilled grass, dunes, paths and trees.
fn land(ink: &mut Ink) {
    let ground = ink.vary(LAND, 0.05, 4.0);
    ink.fill("M-50 -50H50V50H-50Z", ground, 1.0);
    ink.line("M-50 -50H50V50H-50Z", LINE, 1.2, 0.8, "");
    for _ in 0..3 + ink.pick(3) {
        let (x, y) = (ink.roll(-38.0, 38.0), ink.roll(-38.0, 38.0));
        let (wide, colour) = (ink.roll(8.0, 20.0), ink.vary(PENCIL, 0.3, 5.0));
        let d = match ink.pick(4) {
            0 => format!("M{} {y}q{} {} {wide} 0", x - wide / 2.0, wide / 2.0, -wide),
            1 => format!(
                "M{x} {y}v{}M{x} {y}l{} {}M{x} {y}l{} {}",
                -wide * 0.6,
                -wide * 0.3,
                -wide * 0.45,
                wide * 0.3,
                -wide * 0.45
            ),
            2 => format!(
                "M{} {y}l{} {}l{} {}",
                x - 8.0,
                wide * 0.5,
                -wide * 0.7,
                wide * 0.5,
                wide * 0.7
            ),
            _ => format!("M{x} {y}q{} {} {} {}", wide, wide * 0.4, wide * 0.5, wide),
        };
        let width = ink.roll(1.6, 3.2);
        ink.line(&d, colour, width, 0.85, "stroke-linecap=\"round\"");
    }
    for _ in 0..2 + ink.pick(4) {
        let at = [ink.roll(-40.0, 40.0), ink.roll(-40.0, 40.0)];
        let size = ink.roll(2.0, 5.5);
        let colour = ink.vary([136.0, 134.0, 104.0], 0.25, 8.0);
        ink.ellipse(at, [size, size * 0.8], colour, 0.9);
    }
}

fn houses(ink: &mut Ink, count: usize, reach: f32) {
    for _ in 0..count {
        let (x, y) = (ink.roll(-reach, reach), ink.roll(-reach, reach));
        let (w, h) = (ink.roll(9.0, 15.0), ink.roll(7.0, 11.0));
        let wall = ink.vary([226.0, 214.0, 190.0], 0.06, 4.0);
        let roof = ink.vary([150.0, 98.0, 82.0], 0.2, 8.0);
        let box_ = format!("M{} {y}v{}h{w}v-{}Z", x - w / 2.0, h, h);
        ink.fill_lined(&box_, wall, shade(wall, 0.6), 1.0);
        let top = format!(
            "M{} {y}l{} -{}l{} {}Z",
            x - w / 2.0 - 1.5,
            w / 2.0 + 1.5,
            h * 0.8,
            w / 2.0 + 1.5,
            h * 0.8
        );
        ink.fill_lined(&top, roof, shade(roof, 0.6), 1.0);
    }
}

fn town(ink: &mut Ink) {
    land(ink);
    houses(ink, 5, 26.0);
}

/// Walls all around but where it is open.
fn large_city(ink: &mut Ink, square: &Square) {
    ink.fill("M-50 -50H50V50H-50Z", [188.0, 176.0, 154.0], 1.0);
    houses(ink, 16, 36.0);
    let walls = [
        (Side::North, "M-46 -46H46"),
        (Side::East, "M46 -46V46"),
        (Side::South, "M46 46H-46"),
        (Side::West, "M-46 46V-46"),
    ];
    for (side, d) in walls {
        let open = square.open_sides.contains(&side);
        let more = if open {
            "stroke-dasharray=\"30 32\""
        } else {
            ""
        };
        ink.line(d, [108.0, 98.0, 90.0], 7.0, 1.0, more);
    }
}

fn wave(ink: &mut Ink) {
    ink.fill("M-50 -50H50V50H-50Z", [128.0, 156.0, 170.0], 1.0);
    for y in [-30.0, -8.0, 14.0, 36.0] {
        let x = ink.roll(-44.0, -30.0);
        let d = format!("M{x} {y}q9 -13 18 0t18 0t18 0t18 0");
        ink.line(&d, [232.0, 238.0, 238.0], 3.4, 0.9, "");
    }
}

fn island(ink: &mut Ink, color: Option<ChipColor>) {
    ink.fill("M-50 -50H50V50H-50Z", shade(SEA, 0.92), 1.0);
    let rim = ink.roll(4.0, 10.0);
    let d = format!("M-36 4Q-38 -30 -4 -34T34 {}Q38 30 6 34T-36 4Z", -rim);
    ink.fill_lined(&d, LAND, LINE, 2.0);
    if let Some(color) = color {
        frame(ink, 45.0, chip_paint(color), 7.0);
    }
}

/// A chip as a stand-alone SVG of 100 × 100 units: its back, or with one pale dot or two what it
/// is worth.
pub fn chip_svg(color: ChipColor, value: Option<u8>) -> String {
    let paint = chip_paint(color);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 100 100\"><rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"{}\"/>\
         <circle r=\"43\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\"/>",
        hex(paint),
        hex(shade(paint, 0.78))
    );
    let dots: &[(f32, f32, f32)] = match value {
        None => &[],
        Some(1) => &[(0.0, 0.0, 22.0)],
        Some(_) => &[(-23.0, 0.0, 13.0), (23.0, 0.0, 13.0)],
    };
    for (x, y, r) in dots {
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#f6f2e8\"/>"
        );
    }
    svg.push_str("</svg>");
    svg
}
