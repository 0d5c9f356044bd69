//! A page that asks which faces the doubtful tiles of a box show, and hands out a line to answer with.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use carcassonne::catalogue::{Catalogue, FaceId, TileSet};
use carcassonne::geometry::Rotation;
use maud::{DOCTYPE, PreEscaped, html};
use std::path::Path;
use vision::learn::{Learning, Learnt};
use vision::view::rectify::jpeg;

use crate::failure::{Failure, unexpected};
use crate::text::{Words, message};

const STYLE: &str = include_str!("questions.css");
/// Gathers what is chosen into the line.
const SCRIPT: &str = "const line = document.querySelector('output'), head = line.textContent;\
    document.addEventListener('change', () => { line.textContent = head + \
    [...document.querySelectorAll('input:checked')].map(i => ' --answer ' + i.name + '=' + i.value)\
    .join(''); });";
/// Guesses shown for a tile.
const GUESSES: usize = 5;

/// The beginning of the line with which the learning of that pack goes on; what is kept says of
/// which box.
pub fn going_on(pack: &Path) -> String {
    let pack = pack.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "-_./".contains(letter);
    let quoted = match !pack.is_empty() && pack.chars().all(plain) {
        true => pack,
        false => format!("'{}'", pack.replace('\'', r"'\''")),
    };
    format!("nebelwacht pack learn --out {quoted}")
}

/// The page.
///
/// # Errors
/// Fails when a tile cannot be drawn.
pub fn html(
    learning: &Learning,
    learnt: &Learnt,
    pack: &Path,
    set: TileSet,
    words: Words,
) -> Result<String, Failure> {
    let catalogue = Catalogue::of(&[set]);
    let drawn = |face: &FaceId, turn: Rotation| -> Result<PreEscaped<String>, Failure> {
        let face = catalogue.face(face);
        let svg = face
            .map(|face| studio::art::face_svg(face, false, 0))
            .transpose();
        let svg = svg.map_err(|error| unexpected(&error))?.unwrap_or_default();
        let turn = u16::from(turn.quarter_turns()) * 90;
        Ok(PreEscaped(format!(
            "<div style=\"transform:rotate({turn}deg)\">{svg}</div>"
        )))
    };
    let mut questions = Vec::new();
    for &tile in &learnt.open {
        let seen = &learning.tiles[tile];
        let picture = jpeg(&seen.cutout.picture).map_err(|error| unexpected(&error))?;
        let photo = learning.photos.get(seen.cutout.photo);
        let mut guesses: Vec<(FaceId, PreEscaped<String>)> = Vec::new();
        for (face, turn, _) in &learnt.named[tile].ranked {
            if guesses.len() < GUESSES && guesses.iter().all(|(other, _)| other != face) {
                guesses.push((*face, drawn(face, *turn)?));
            }
        }
        questions.push((tile + 1, photo, BASE64_STANDARD.encode(picture), guesses));
    }
    let line = going_on(pack);
    let mut missing = Vec::new();
    for (face, copies) in &learnt.missing {
        missing.push((*face, *copies, drawn(face, Rotation::R0)?));
    }
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().code()) {
            head {
                meta charset="UTF-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (words.say(message::LEARN_PAGE_TITLE)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (words.say(message::LEARN_PAGE_TITLE)) }
                @if !questions.is_empty() {
                    p { (words.say(message::LEARN_PAGE_HELP)) }
                }
                @for (number, photo, picture, guesses) in &questions {
                    fieldset {
                        legend {
                            (words.with(message::LearnTile { number }))
                            @if let Some(photo) = photo { " · " (photo) }
                        }
                        img class="seen" alt="" src={ "data:image/jpeg;base64," (picture) };
                        @for (face, art) in guesses {
                            label {
                                (art)
                                input type="radio" name=(number) value=(face);
                                " " (face)
                            }
                        }
                        label {
                            input type="radio" name=(number) value="-";
                            " " (words.say(message::LEARN_NONE_OF_IT))
                        }
                    }
                }
                @if !missing.is_empty() {
                    h2 { (words.say(message::LEARN_MISSING)) }
                    fieldset {
                        @for (face, copies, art) in &missing {
                            label { (art) (copies) " × " (face) }
                        }
                    }
                }
                @if !questions.is_empty() {
                    h2 { (words.say(message::LEARN_PAGE_LINE)) }
                    output { (line) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    };
    Ok(page.into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_typed_as_it_stands() {
        let line = |pack: &str| going_on(Path::new(pack));
        let plain = "nebelwacht pack learn --out packs/schön-1";
        assert_eq!(line("packs/schön-1"), plain);
        let quoted = r"nebelwacht pack learn --out 'Anna'\''s packs/$1'";
        assert_eq!(line("Anna's packs/$1"), quoted);
    }
}
