//! The picture to share: the board as it stands or ended, with the ranking beside it, as PNG.
//!
//! One drawing made of the board's own and a column of places, names, points and where they came
//! from; nothing else is on it, so it can be shown to anybody.

use std::fmt::Write as _;

use super::board::{self, escaped, hex};
use crate::export::pages::transcript::ending;
use crate::export::told::{File, Lack, Told};
use crate::text::names::initial;
use crate::text::{Words, message};
use crate::theme::{LIGHT, wood};
use crate::views::standing::{Standing, standings};

pub(in crate::export) const PICTURE: &str = "final.png";

/// Height of the picture, units.
const HEIGHT: f32 = 1000.0;
/// Widest that the board becomes, units.
const BOARD: f32 = 1500.0;
/// Width of the column beside it, units.
const COLUMN: f32 = 560.0;
/// Room around everything, units.
const ROOM: f32 = 40.0;
/// Units become so many px.
const SCALE: f32 = 1.2;
/// Most sources of points told of one player.
const MAX_REASONS: usize = 4;

/// The picture as a file.
pub(in crate::export) fn picture(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    let svg = draw(told, words)?;
    Ok(vec![File::new(PICTURE, board::rendered(&svg, SCALE)?)])
}

/// The picture of a game as PNG.
///
/// # Errors
/// When it cannot be drawn.
pub fn png(told: &Told, words: Words) -> Result<Vec<u8>, Lack> {
    board::rendered(&draw(told, words)?, SCALE)
}

fn draw(told: &Told, words: Words) -> Result<String, Lack> {
    let snapshot = &told.snapshot;
    let drawn = board::draw(snapshot, words)?;
    let (width, height) = board::extent(snapshot);
    let scale = ((HEIGHT - 2.0 * ROOM) / height).min(BOARD / width);
    let (wide, high) = (width * scale, height * scale);
    let top = (HEIGHT - high) / 2.0;
    let whole = wide + COLUMN + 3.0 * ROOM;
    // The board is an SVG of its own; placed and sized it lies within this one.
    let placed = format!("<svg x=\"{ROOM}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"");
    let own = drawn.find('>').unwrap_or(0);
    let head = &drawn[..own];
    let view = head.find("viewBox=").map_or("", |at| {
        let view = &head[at..];
        let end = view[9..].find('"').map_or(view.len(), |end| end + 10);
        &view[..end]
    });
    let board = format!("{placed} {view}{}", &drawn[own..]);
    let side = column(told, words, wide + 2.0 * ROOM);
    let (ground, text) = (hex(LIGHT.ground), hex(LIGHT.text));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {HEIGHT}\" \
         width=\"{whole}\" height=\"{HEIGHT}\">\
         <rect width=\"{whole}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>{board}\
         <g font-family=\"{}, sans-serif\" fill=\"{text}\">{side}</g></svg>\n",
        board::FONT
    ))
}

/// Title, ranking and date, from the left edge `x`.
fn column(told: &Told, words: Words, x: f32) -> String {
    let snapshot = &told.snapshot;
    let mut side = String::new();
    let mut text = |x: f32, y: f32, size: f32, anchor: &str, fill: &str, text: &str| {
        // Writing to a string cannot fail.
        let _ = write!(
            side,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\">{}</text>",
            escaped(text)
        );
    };
    let (ink, soft) = (hex(LIGHT.text), hex(LIGHT.text_soft));
    let title = words.game_of(&snapshot.setup.modules);
    let mut y = ROOM + 40.0;
    for line in wrapped(&title, 30) {
        text(x, y, 36.0, "start", &ink, &line);
        y += 42.0;
    }
    let date = told.began().strftime("%Y-%m-%d").to_string();
    text(x, y, 24.0, "start", &soft, &date);
    y += 60.0;
    let outcome = ending(told, words).unwrap_or_else(|| words.winners(snapshot));
    for line in wrapped(&outcome, 38) {
        text(x, y, 28.0, "start", &ink, &line);
        y += 34.0;
    }
    y += 40.0;
    let mut badges = String::new();
    for one in standings(snapshot) {
        let name = words.player(snapshot, one.color);
        badge(&mut badges, [x + 62.0, y - 34.0], &one, &name);
        text(x, y, 30.0, "start", &soft, &format!("{}.", one.place));
        text(x + 126.0, y, 36.0, "start", &ink, &name);
        let score = one.score.to_string();
        text(x + COLUMN, y, 46.0, "end", &ink, &score);
        let from = words.sources(&one.from, MAX_REASONS);
        text(x + 126.0, y + 34.0, 22.0, "start", &soft, &from);
        y += 92.0;
    }
    let made = words.say(message::PICTURE_MADE);
    text(x, HEIGHT - ROOM, 20.0, "start", &soft, &made);
    side + &badges
}

/// A player's colour and initial, as in the window.
fn badge(to: &mut String, [x, y]: [f32; 2], one: &Standing, name: &str) {
    let wood = wood(one.color);
    let (fill, rim, ink) = (hex(wood.fill), hex(wood.rim), hex(wood.ink));
    let letter = escaped(&initial(name));
    let (middle, base) = (x + 24.0, y + 33.0);
    let _ = write!(
        to,
        "<rect x=\"{x}\" y=\"{y}\" width=\"48\" height=\"48\" rx=\"9\" fill=\"{fill}\" \
         stroke=\"{rim}\" stroke-width=\"2\"/><text x=\"{middle}\" y=\"{base}\" \
         font-size=\"26\" text-anchor=\"middle\" fill=\"{ink}\">{letter}</text>"
    );
}

/// A text in lines of at most so many letters, cut between words.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carcassonne::catalogue::face_id;
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::{Color, FigureKind};
    use jiff::Timestamp;
    use tracker::board::features::SegmentRef;
    use tracker::log::Log;
    use tracker::log::event::{By, EventKind};

    use super::*;
    use crate::text::Language;

    #[test]
    fn who_leads_an_unfinished_game_has_not_won_it() {
        let words = Words::new(Language::English);
        let drawn = |setup: &str, kinds: Vec<EventKind>| {
            let mut log = Log::new(Arc::new(setup.parse().unwrap()));
            for kind in kinds {
                log.append(0, By::Person, kind).unwrap();
            }
            let setup = log.game().setup();
            let told = Told::of(setup, log.events(), Timestamp::UNIX_EPOCH).unwrap();
            let svg = draw(&told, words).unwrap();
            assert!(svg.contains("The game is not over yet."), "{svg}");
            for ended in ["wins", "ended early"] {
                assert!(!svg.contains(ended), "{svg}");
            }
            (told, svg)
        };
        let [d, e] = ["D", "E"].map(|name| face_id(name).unwrap());
        let north = Cell::new(0, -1);
        let city = SegmentRef::new(north, 0);
        let closes = vec![
            EventKind::tile(d, Cell::new(0, 0), Rotation::R0),
            EventKind::tile(e, north, Rotation::R180),
            EventKind::figure(FigureKind::Meeple, Color::Red, city),
        ];
        // The open turn's points are in the ranking, as they are in every other file.
        let (told, svg) = drawn("players=Anna:red,Ben:blue", closes);
        let points = told.snapshot.players[0].provisional_score;
        assert!(points > 0);
        assert!(svg.contains(&format!(">{points}</text>")), "{svg}");
        drawn(
            "modules=mists; level=1; confirmed=yes; players=red,blue,green",
            Vec::new(),
        );
    }

    #[test]
    fn long_titles_are_cut_between_words() {
        assert_eq!(wrapped("one two three", 9), ["one two", "three"]);
        assert_eq!(wrapped("", 9), Vec::<String>::new());
    }
}
