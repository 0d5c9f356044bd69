//! Codes to scan: an address as a pattern, for a terminal and for a page.

use qrcode::{EcLevel, QrCode};

/// An address as squares, rows from the top; true is dark. None if it is too long for a code.
pub fn squares(link: &str) -> Option<Vec<Vec<bool>>> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let width = code.width();
    let dark = code.into_colors();
    let rows = dark.chunks(width);
    Some(
        rows.map(|row| row.iter().map(|c| *c == qrcode::Color::Dark).collect())
            .collect(),
    )
}

/// For a terminal, two rows of squares to a line. Dark squares are what is not printed, so that it
/// can be scanned off a dark terminal; around it is the quiet rim that readers need.
pub fn in_letters(link: &str) -> String {
    let Some(squares) = squares(link) else {
        return String::new();
    };
    let size = squares.len() as isize;
    let light = |row: isize, column: isize| {
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        !(inside && squares[row as usize][column as usize])
    };
    let mut text = String::new();
    for row in (-2..size + 2).step_by(2) {
        for column in -2..size + 2 {
            text.push(match (light(row, column), light(row + 1, column)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_in_letters_has_its_rim_and_all_its_squares() {
        let link = "http://192.168.178.23:8420/camera/0123456789012345678901234567890123456789012/";
        let side = squares(link).unwrap().len();
        let text = in_letters(link);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), (side + 4).div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == side + 4));
        assert!(lines[0].chars().all(|c| c == '█'));
        assert!(in_letters(&"a".repeat(10_000)).is_empty());
    }
}
