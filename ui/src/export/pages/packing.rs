//! Packing a game away: a page to print with the numbered board, the list of what lies where,
//! and everything the board does not show. With it the table is built again days later.
//!
//! Pure: a snapshot in, a self-contained HTML page out. Every face is a picture of its own
//! inside the page, so that nothing has to be loaded.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use tracker::snapshot::Snapshot;

use crate::export::pictures::board::escaped;
use crate::faces;
use crate::text::Words;
use crate::views::board_plan::{self, Copy, Layouts};

/// Units per tile in the drawing.
const TILE: f32 = 100.0;
/// Room around the board, units: a figure at the rim is not cut off.
const MARGIN: f32 = 20.0;
/// Side of a figure, units.
const FIGURE: f32 = 34.0;

/// What may not stand in an address between quotes.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b'%')
    .add(b'#')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'&');

const STYLE: &str = "body{font-family:system-ui,sans-serif;color:#111;background:#fff;margin:2em}\
h1{font-size:1.4em}h2{font-size:1.1em;margin-top:1.4em}svg{max-width:100%;max-height:24cm}\
li{margin:2px 0}@media print{body{margin:0}h2{break-after:avoid}tr,li{break-inside:avoid}}";

/// The page.
pub fn page(words: Words, snapshot: &Snapshot) -> String {
    let title = words.map_title();
    let language = words.language().code();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <title>{0}</title><style>{STYLE}</style></head><body><h1>{0}</h1>\n",
        escaped(&title)
    );
    page += &format!("<p>{}</p>\n", escaped(&words.map_how()));
    page += &board(snapshot);
    let tiles = snapshot.tiles.iter().zip(1..);
    let rows = tiles.map(|(tile, number)| words.tile_to_lay(snapshot, tile, number));
    let [tiles, standing, pieces, beside] = words.map_headings();
    section(&mut page, &tiles, rows);
    let figures = snapshot.figures.iter();
    let figures = figures.map(|figure| words.figure_to_put(snapshot, figure));
    section(&mut page, &standing, figures);
    section(
        &mut page,
        &pieces,
        words.pieces_to_put(snapshot).into_iter(),
    );
    section(
        &mut page,
        &beside,
        words.beside_the_board(snapshot).into_iter(),
    );
    page + "</body></html>\n"
}

fn section(page: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let _ = write!(page, "<h2>{}</h2><ul>", escaped(title));
    for line in lines {
        let _ = writeln!(page, "<li>{}</li>", escaped(&line));
    }
    *page += "</ul>\n";
}

/// The board with a number on each tile, in the order of laying.
fn board(snapshot: &Snapshot) -> String {
    let cells = snapshot.tiles.iter().map(|tile| tile.cell);
    let Some((min, max)) = board_plan::bounds(cells) else {
        return String::new();
    };
    let wide = (max.x - min.x + 1) as f32 * TILE + 2.0 * MARGIN;
    let tall = (max.y - min.y + 1) as f32 * TILE + 2.0 * MARGIN;
    let left = (min.x as f32 - 0.5) * TILE - MARGIN;
    let top = (min.y as f32 - 0.5) * TILE - MARGIN;
    let (mut defs, mut body) = (BTreeMap::new(), String::new());
    let copies = board_plan::copies_of(snapshot);
    for (tile, number) in snapshot.tiles.iter().zip(1..) {
        let copy = copies.get(&tile.cell).copied();
        let copy = copy.unwrap_or_else(|| Copy::plain(tile.face));
        let name = format!("t-{}-{}", copy.face, u8::from(copy.garden));
        let face = faces::known(&copy.face);
        let drawn = face.and_then(|face| studio::art::face_svg(&face, copy.garden, 0).ok());
        if let Some(drawn) = drawn {
            defs.entry(name.clone()).or_insert_with(|| data_uri(&drawn));
        }
        let (x, y) = (tile.cell.x as f32 * TILE, tile.cell.y as f32 * TILE);
        let turn = tile.rotation.degrees();
        let _ = writeln!(
            body,
            "<use href=\"#{name}\" transform=\"translate({x} {y}) rotate({turn})\"/>\
             <circle cx=\"{0}\" cy=\"{1}\" r=\"15\" fill=\"#fff\" stroke=\"#111\"/>\
             <text x=\"{0}\" y=\"{2}\" font-size=\"18\" text-anchor=\"middle\">{number}</text>",
            x - 32.0,
            y - 32.0,
            y - 26.0,
        );
    }
    body += &figures(snapshot);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {wide} {tall}\" \
         font-family=\"sans-serif\"><defs>\n"
    );
    for (name, data) in defs {
        let half = TILE / 2.0;
        let _ = writeln!(
            svg,
            "<image id=\"{name}\" x=\"-{half}\" y=\"-{half}\" width=\"{TILE}\" height=\"{TILE}\" \
             href=\"{data}\"/>"
        );
    }
    svg + "</defs>\n" + &body + "</svg>\n"
}

fn figures(snapshot: &Snapshot) -> String {
    let mut layouts = Layouts::default();
    let mut body = String::new();
    for figure in &snapshot.figures {
        let [x, y] = board_plan::standing(snapshot, figure, &mut layouts);
        let drawn = studio::art::figure::pictogram(figure.kind, figure.color, figure.pose);
        let _ = writeln!(
            body,
            "<image x=\"{}\" y=\"{}\" width=\"{FIGURE}\" height=\"{FIGURE}\" href=\"{}\"/>",
            x * TILE - FIGURE / 2.0,
            y * TILE - FIGURE / 2.0,
            data_uri(&drawn)
        );
    }
    body
}

/// A drawing as an address. The drawing keeps its own names: two of them may use the same.
fn data_uri(svg: &str) -> String {
    format!("data:image/svg+xml,{}", utf8_percent_encode(svg, ESCAPED))
}

#[cfg(test)]
mod tests {
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::{Color, FigureKind};
    use carcassonne::spots::RimGeometry;
    use std::sync::Arc;
    use tracker::Tracker;
    use tracker::command::Command;

    use super::*;
    use crate::text::Language;

    fn game(setup: &str) -> Tracker {
        Tracker::new(Arc::new(setup.parse().unwrap()), Arc::new(RimGeometry))
    }

    fn played() -> Tracker {
        let mut game = game("players=A&B:red,<Ben>:blue");
        let mut tell = |command| drop(game.command(0, command).unwrap());
        for (face, x, y, rotation) in [
            ("D", 0, 0, Rotation::R0),
            ("E", 0, -1, Rotation::R180),
            ("U", 1, 0, Rotation::R90),
        ] {
            tell(Command::PlaceTile {
                cell: Cell::new(x, y),
                face: carcassonne::catalogue::face_id(face).unwrap(),
                rotation,
                garden: None,
            });
        }
        tell(Command::PlaceFigure {
            cell: Cell::new(1, 0),
            segment: 1,
            figure: FigureKind::Meeple,
            color: Some(Color::Blue),
        });
        game
    }

    #[test]
    fn the_page_says_everything_and_needs_nothing() {
        let snapshot = played().snapshot();
        for language in Language::all() {
            let page = page(Words::new(language), &snapshot);
            assert!(page.contains("A&amp;B") && page.contains("&lt;Ben&gt;"));
            let addresses = page.matches("http").count();
            assert_eq!(
                addresses,
                page.matches("http://www.w3.org").count(),
                "nothing is loaded"
            );
            assert_eq!(page.matches("<use href").count(), 3);
            for number in 1..=3 {
                assert!(page.contains(&format!(">{number}</text>")));
            }
            assert!(page.contains("180°"), "how tile 2 is turned");
            let svg = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap() + 6];
            let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default());
            let size = tree.expect("an SVG that others can read").size();
            assert_eq!((size.width(), size.height()), (240.0, 240.0));
        }
    }

    #[test]
    fn an_empty_table_makes_an_empty_page() {
        let snapshot = game("players=red,blue").snapshot();
        let page = page(Words::new(Language::English), &snapshot);
        assert!(!page.contains("<svg") && page.ends_with("</html>\n"));
    }
}
