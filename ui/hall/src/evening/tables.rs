//! Results and standings as CSV.

use files::words::cell;

use super::{Played, Row, standings::shares};

/// One line for each player of each game.
pub fn results_csv(games: &[Played]) -> String {
    let head = [
        "round",
        "table",
        "player",
        "points",
        "won",
        "game",
        "by_file",
        "disagrees",
    ];
    let lines = games.iter().flat_map(|game| {
        let won = shares(&game.players);
        game.players.iter().zip(won).map(|((name, points), won)| {
            vec![
                game.round
                    .map_or_else(String::new, |round| round.to_string()),
                cell(&game.table),
                cell(name),
                points.to_string(),
                number(won),
                game.game.to_string(),
                yes(game.by_file),
                yes(game.disagrees),
            ]
        })
    });
    text(&head, lines)
}

/// One line for each player.
pub fn standings_csv(rows: &[Row]) -> String {
    let head = [
        "place", "player", "games", "won", "buchholz", "ahead", "points",
    ];
    let lines = rows.iter().map(|row| {
        vec![
            row.place.to_string(),
            cell(&row.name),
            row.games.to_string(),
            number(row.won),
            number(row.buchholz),
            number(row.ahead),
            row.points.to_string(),
        ]
    });
    text(&head, lines)
}

/// At most two digits after the point.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn yes(is: bool) -> String {
    if is { "yes".to_owned() } else { String::new() }
}

fn text(head: &[&str], lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.write_record(head);
    for line in lines {
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
