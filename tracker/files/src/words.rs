//! Names from files of others, made fit to be shown.

use crate::limits::NAME_LETTERS;

/// A name as it may be shown on a screen or a terminal: no control characters (a terminal obeys
/// some), none that turn the direction of the text around it or end its line, and not longer than
/// [`NAME_LETTERS`].
pub fn name(text: &str) -> String {
    let plain = text.chars().filter(|&letter| is_plain(letter));
    plain
        .take(NAME_LETTERS)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Whether a letter shows itself and does nothing else.
pub fn is_plain(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_line = matches!(letter, '\u{2028}' | '\u{2029}');
    !letter.is_control() && !turns && !ends_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_itself_and_does_nothing_else() {
        assert_eq!(name("  Jörg 🦊 "), "Jörg 🦊");
        assert_eq!(name("\u{1b}[2JAnna\r\n\u{202e}x"), "[2JAnnax");
        assert_eq!(name("\u{61c}A\u{2028}B"), "AB");
        assert_eq!(name(&"n".repeat(1000)).len(), NAME_LETTERS);
    }
}
