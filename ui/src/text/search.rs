//! Finding a drawn tile by what is printed on it.
//!
//! Every word of the search must be true of the face: the beginning of its name (`D`, `MW`), a
//! side or feature by its name in the person's language (`city city road`, `Kloster`), or the
//! four sides clockwise by letters, however the tile is turned (`crfr`; `r` road, `f` field,
//! German `s` Stadt and `w` Wiese). Pure; the screens show what is found.

use carcassonne::catalogue::{Face, SegmentKind, Terrain};
use tracker::board::features::FeatureKind;

use crate::text::{Words, message};

/// Whether the face is one of those searched for. An empty search finds everything.
pub fn finds(words: Words, face: &Face, search: &str) -> bool {
    let search = search.to_lowercase();
    let mut sides = face.edges.to_vec();
    search.split_whitespace().all(|word| {
        // A side that a word has named is not there for the next word.
        let named = |side: &Terrain| begins(&words.terrain(*side), word);
        if let Some(side) = sides.iter().position(named) {
            sides.swap_remove(side);
            return true;
        }
        let edge = [Terrain::City, Terrain::Road, Terrain::Field]
            .into_iter()
            .any(|side| begins(&words.terrain(side), word));
        let id = face.id.as_str().to_lowercase();
        !edge && (id.starts_with(word) || shows(words, face, word) || around(face, word))
            || edge && id.starts_with(word)
    })
}

/// Whether a name begins with a word; one letter is no word but the name of a face.
fn begins(name: &str, word: &str) -> bool {
    word.chars().count() > 1 && name.to_lowercase().starts_with(word)
}

/// Whether the face shows what the word names besides its sides.
fn shows(words: Words, face: &Face, word: &str) -> bool {
    let features = face.segments.iter().map(|segment| &segment.kind);
    let mut named: Vec<String> = features
        .filter_map(|kind| match kind {
            SegmentKind::Monastery => Some(words.feature(FeatureKind::Monastery)),
            SegmentKind::Castle => Some(words.feature(FeatureKind::Castle)),
            SegmentKind::Cemetery => Some(words.feature(FeatureKind::Cemetery)),
            SegmentKind::City { shields: 1.. } => Some(words.say(message::SEARCH_SHIELD)),
            _ => None,
        })
        .collect();
    if face.garden_copies > 0 {
        named.push(words.feature(FeatureKind::Garden));
    }
    if face.magic {
        named.push(words.say(message::SEARCH_MAGIC));
    }
    if face.shows_mist() {
        named.push(words.say(message::SEARCH_MIST));
    }
    if face.ghosts() > 0 {
        named.extend(several(&words.say(message::SEARCH_GHOST)));
    }
    if face.circles() > 0 {
        named.extend(several(&words.say(message::SEARCH_CIRCLE)));
    }
    named.iter().any(|name| begins(name, word))
}

/// The words of a text that has several, apart from each other by commas.
fn several(words: &str) -> Vec<String> {
    words.split(", ").map(str::to_owned).collect()
}

/// Whether the letters are the sides, clockwise from any of them.
fn around(face: &Face, letters: &str) -> bool {
    let sides: Option<Vec<Terrain>> = letters
        .chars()
        .map(|letter| match letter {
            'c' | 's' => Some(Terrain::City),
            'r' => Some(Terrain::Road),
            'f' | 'w' => Some(Terrain::Field),
            _ => None,
        })
        .collect();
    let Some(sides) = sides.filter(|sides| sides.len() == 4) else {
        return false;
    };
    (0..4).any(|turn| (0..4).all(|side| sides[side] == face.edges[(side + turn) % 4]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;
    use tracker::setup::Setup;

    fn found(language: Language, search: &str) -> String {
        let game = Setup::default().catalogue();
        let words = Words::new(language);
        let faces = game.faces().filter(|face| finds(words, face, search));
        let names: Vec<&str> = faces.map(|face| face.id.as_str()).collect();
        names.join("")
    }

    #[test]
    fn circles_spells_and_ghosts_are_found() {
        let setup: Setup =
            "modules=mists,spell_circles; players=red,blue,green; level=1; confirmed=yes"
                .parse()
                .expect("a set-up");
        let game = setup.catalogue();
        let count = |language, search| {
            let words = Words::new(language);
            game.faces()
                .filter(|face| finds(words, face, search))
                .count()
        };
        let circles = game.faces().filter(|face| face.circles() > 0).count();
        let ghosts = game.faces().filter(|face| face.ghosts() > 0).count();
        assert!(circles > 0 && ghosts > circles);
        for (language, circle, spell, ghost) in [
            (Language::English, "circle", "spell", "ghost"),
            (Language::German, "Kreis", "Bannkreis", "Geist"),
        ] {
            assert_eq!(count(language, circle), circles);
            assert_eq!(count(language, spell), circles);
            assert_eq!(count(language, ghost), ghosts);
        }
    }

    #[test]
    fn tiles_are_found_by_name_sides_and_letters() {
        let english = |search| found(Language::English, search);
        assert_eq!(english("").len(), 24);
        assert_eq!(english("d"), "D");
        assert_eq!(english("monastery"), "AB");
        assert_eq!(english("monastery road"), "A");
        // Two opposite cities and two fields, two of them joined.
        assert_eq!(english("cfcf"), english("fcfc"));
        assert_eq!(english("cfcf"), "FGH");
        assert_eq!(english("road road road road"), "X");
        assert_eq!(english("city city city city"), "C");
        assert_eq!(english("rrrr"), "X");
        assert_eq!(english("shield city city city road"), "S");
        assert_eq!(english("city road nonsense"), "");
        let german = |search| found(Language::German, search);
        assert_eq!(german("Kloster Straße"), "A");
        assert_eq!(german("swsw"), "FGH");
        assert_eq!(german("stadt stadt stadt wiese wappen"), "Q");
    }
}
