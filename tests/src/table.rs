//! Plain text tables for reports.

/// Rows of cells as text with aligned columns, the first row being the head.
pub fn text(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|c| {
            rows.iter()
                .filter_map(|r| r.get(c))
                .map(|t| t.chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (cell, width) in row.iter().zip(&widths) {
            out.push_str(&format!("| {cell:<width$} "));
        }
        out.push_str("|\n");
        if number == 0 {
            widths
                .iter()
                .for_each(|w| out.push_str(&format!("|{}", "-".repeat(w + 2))));
            out.push_str("|\n");
        }
    }
    out
}
