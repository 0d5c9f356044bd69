//! Names and sentences from files of others, made fit to be shown.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::limits::NAME_LETTERS;

/// Bytes of a [`file_stem`]: with an ending, and the name of a file in the making, no disk refuses it.
const STEM_BYTES: usize = 200;

/// Letters of a [`sentence`]: what is wrong with a file and what to do about it takes half as many.
const SENTENCE_LETTERS: usize = 300;

/// A name as it may be shown on a screen or a terminal: no control characters (a terminal obeys
/// some), none that turn the direction of the text around it or end its line, and not longer than
/// [`NAME_LETTERS`].
pub fn name(text: &str) -> String {
    plain(text, NAME_LETTERS)
}

/// A sentence that quotes such a file, likewise, but longer: what to do stands at its end.
pub fn sentence(text: &str) -> String {
    plain(text, SENTENCE_LETTERS)
}

fn plain(text: &str, most: usize) -> String {
    let plain = text.chars().filter(|&letter| is_plain(letter));
    plain.take(most).collect::<String>().trim().to_owned()
}

/// A text as the cell of a table, which no spreadsheet takes for a formula: one that begins as formulas do has
/// the sign before it by which spreadsheets know a text. A name such as `=HYPERLINK(…)` would otherwise be
/// carried out by whoever opens the table.
pub fn cell(text: &str) -> String {
    let first = text.trim_start_matches(' ').chars().next();
    match first.is_some_and(|sign| "=+-@\t\r\n＝＋－＠".contains(sign)) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

/// A name as the beginning of a file's name, and as much of the name as that holds: no two names that fit have
/// the same one.
pub fn file_stem(name: &str) -> (String, String) {
    let (mut kept, mut stem) = (String::new(), String::new());
    for letter in name.chars() {
        let mut bytes = [0; 4];
        let letter: &str = letter.encode_utf8(&mut bytes);
        let encoded = utf8_percent_encode(letter, NON_ALPHANUMERIC).to_string();
        if stem.len() + encoded.len() > STEM_BYTES {
            break;
        }
        kept += letter;
        stem += &encoded;
    }
    (kept, stem)
}

/// Whether a letter shows itself and does nothing else.
pub fn is_plain(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_line = matches!(letter, '\u{2028}' | '\u{2029}');
    // A name of nothing else would be no name. What joins the parts of an emoji shows in it.
    let unseen = matches!(letter, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    !letter.is_control() && !turns && !ends_line && !unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_a_formula() {
        for live in [
            "=1+1",
            "+1",
            "-1 by hand",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            " =1",
            "＝1",
        ] {
            assert_eq!(cell(live), format!("'{live}"));
        }
        for text in ["Anna", "8 tiles × 2", "−3 ghosts", "", "1+1"] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn every_name_has_a_file_of_its_own_that_fits_on_a_disk() {
        let stem = |name: &str| file_stem(name).1;
        assert_eq!(stem("Table7"), "Table7");
        let alike = ["T 1", "T-1", "T.1"].map(stem);
        assert!(alike[0] != alike[1] && alike[1] != alike[2] && alike[0] != alike[2]);
        let (kept, stem) = file_stem(&"卡".repeat(80));
        assert!(stem.len() <= STEM_BYTES && kept.chars().count() == STEM_BYTES / 9);
    }

    #[test]
    fn a_name_shows_itself_and_does_nothing_else() {
        assert_eq!(name("  Jörg 🦊 "), "Jörg 🦊");
        assert_eq!(name("\u{1b}[2JAnna\r\n\u{202e}x"), "[2JAnnax");
        assert_eq!(name("\u{61c}A\u{2028}B"), "AB");
        assert_eq!(name("\u{feff}\u{200b} \u{2060}\u{ad}"), "");
        assert_eq!(name("👩\u{200d}🚀"), "👩\u{200d}🚀");
        assert_eq!(name(&"n".repeat(1000)).len(), NAME_LETTERS);
        assert_eq!(sentence("\u{1b}[2Jwrong\r\n"), "[2Jwrong");
        assert_eq!(sentence(&"n".repeat(1000)).len(), SENTENCE_LETTERS);
    }
}
