//! What came of finished games, read from their records: who played, who won, where the points came
//! from, how many tiles everybody drew. What the statistics count with.

use std::panic::catch_unwind;
use std::path::Path;

use carcassonne::piece::Color;
use files::limits::RECORD_BYTES;
use tracker::log::record::Record;
use tracker::rules::Expansion;
use tracker::snapshot::Outcome;
use tracker::snapshot::review::Review;

use crate::store::folders::Folders;
use crate::store::groups::is_same_person;
use crate::views::standing::{Origin, ranked};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// When, as a local date, `2026-11-21`.
    pub date: String,
    /// How long it took, minutes.
    pub minutes: u64,
    /// What was played besides the base game.
    pub modules: Vec<Expansion>,
    /// Everybody in the order of the ranking; of seats where all play together.
    pub players: Vec<Played>,
    /// The team's points and whether it won, where all play together.
    pub team: Option<(i32, bool)>,
}

/// What one player made of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The name.
    pub name: String,
    /// The colour.
    pub color: Color,
    /// Points; the team's where all play together.
    pub score: i32,
    /// Whether the player, or the team, has won.
    pub won: bool,
    /// Tiles drawn.
    pub tiles: u32,
    /// Where the points came from, the most first.
    pub from: Vec<(Origin, i32)>,
    /// The line of points that gave most.
    pub best: Option<(Origin, i32)>,
}

/// All finished games, the newest first. Whatever one file says, the others are told.
pub fn finished(folders: &Folders) -> Vec<Finished> {
    let games = folders.kept_games().unwrap_or_default();
    let told = games.iter().filter_map(|path| {
        // As in the list of games: one bad record must not cost the others.
        catch_unwind(|| one(path)).ok().flatten()
    });
    told.collect()
}

/// The game in a file, if it is over.
fn one(path: &Path) -> Option<Finished> {
    let bytes = files::read::bytes(path, RECORD_BYTES).ok()?;
    let record = Record::read(&bytes).ok()?;
    let written = std::fs::metadata(path)
        .and_then(|data| data.modified())
        .ok();
    let written = written.and_then(|time| jiff::Timestamp::try_from(time).ok());
    of_record(&record, written.unwrap_or_default())
}

/// What came of the game of a record, if it is over; `written` is when, should it not say so.
pub fn of_record(record: &Record, written: jiff::Timestamp) -> Option<Finished> {
    let log = record.log();
    let game = log.game();
    if !game.is_over() {
        return None;
    }
    let review = Review::of(&log);
    let played = record.header.started.unwrap_or(written);
    let played = played.to_zoned(jiff::tz::TimeZone::system());
    let times = record.events().map(|event| event.at_ms);
    let team = game.team(game);
    let team = team.map(|team| (team.score, game.outcome() == Some(Outcome::Won)));
    let lines: Vec<_> = review.lines.iter().map(|told| told.line.clone()).collect();
    let scores = game.players().iter().map(|p| (p.color, p.score)).collect();
    let players = ranked(scores, &lines).into_iter().map(|one| {
        let player = game.player_of(one.color);
        let best = lines.iter().filter(|line| line.color == Some(one.color));
        let best = best.max_by_key(|line| line.points);
        let draws = review
            .luck
            .iter()
            .find(|luck| luck.player == Some(one.color));
        Played {
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
            color: one.color,
            score: team.map_or(one.score, |(score, _)| score),
            won: team.map_or(one.place == 1, |(_, won)| won),
            tiles: draws.map_or(0, |luck| luck.draws),
            best: best.map(|line| (Origin::of(line.reason), line.points)),
            from: one.from,
        }
    });
    Some(Finished {
        date: played.strftime("%Y-%m-%d").to_string(),
        minutes: times.max().unwrap_or(0) / 60_000,
        modules: game.setup().modules.clone(),
        players: players.collect(),
        team,
    })
}

/// What one player made of many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Career {
    /// The name.
    pub name: String,
    /// The colour of the newest game.
    pub color: Color,
    /// Games played.
    pub games: u32,
    /// Games won; a shared victory counts for everybody who shares it.
    pub won: u32,
    /// Points per game of those without a team.
    pub average: Option<f64>,
    /// The most points in one of them.
    pub most: Option<i32>,
    /// Tiles drawn per game.
    pub tiles: f64,
    /// What gave most points over all games.
    pub from: Option<(Origin, i32)>,
    /// The line of points that gave most, and when.
    pub best: Option<(Origin, i32, String)>,
}

/// Everybody's games: whoever won most first, then whoever has the most points per game.
pub fn careers<'a>(games: impl Iterator<Item = &'a Finished> + Clone) -> Vec<Career> {
    let mut names: Vec<(String, Color)> = Vec::new();
    for result in games.clone().flat_map(|game| &game.players) {
        let known = |(name, _): &(String, Color)| is_same_person(name, &result.name);
        if !names.iter().any(known) {
            names.push((result.name.clone(), result.color));
        }
    }
    let each = names
        .into_iter()
        .map(|(name, color)| career(name, color, games.clone()));
    let mut careers: Vec<Career> = each.collect();
    careers.sort_by(|one, other| {
        let points = |career: &Career| career.average.unwrap_or(f64::MIN);
        (other.won.cmp(&one.won)).then(points(other).total_cmp(&points(one)))
    });
    careers
}

fn career<'a>(name: String, color: Color, games: impl Iterator<Item = &'a Finished>) -> Career {
    let mut career = Career {
        name,
        color,
        games: 0,
        won: 0,
        average: None,
        most: None,
        tiles: 0.0,
        from: None,
        best: None,
    };
    let (mut points, mut alone, mut tiles) = (0_i64, 0_i64, 0.0);
    let mut from: Vec<(Origin, i32)> = Vec::new();
    for game in games {
        let mut players = game.players.iter();
        let same = |p: &&Played| is_same_person(&p.name, &career.name);
        let Some(result) = players.find(same) else {
            continue;
        };
        career.games += 1;
        career.won += u32::from(result.won);
        tiles += f64::from(result.tiles);
        if game.team.is_none() {
            alone += 1;
            points += i64::from(result.score);
            career.most = career.most.max(Some(result.score));
        }
        for &(origin, points) in &result.from {
            match from.iter_mut().find(|(other, _)| *other == origin) {
                Some((_, sum)) => *sum = sum.saturating_add(points),
                None => from.push((origin, points)),
            }
        }
        if let Some((origin, points)) = result.best
            && career
                .best
                .as_ref()
                .is_none_or(|(_, best, _)| points > *best)
        {
            career.best = Some((origin, points, game.date.clone()));
        }
    }
    career.average = (alone > 0).then(|| points as f64 / alone as f64);
    career.tiles = tiles / f64::from(career.games.max(1));
    career.from = from.into_iter().max_by_key(|(_, points)| *points);
    career
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracker::board::features::FeatureKind;

    fn game(date: &str, scores: &[(&str, Color, i32, bool)]) -> Finished {
        let city = Origin::Feature(FeatureKind::City);
        let players = scores.iter().map(|&(name, color, score, won)| Played {
            name: name.to_owned(),
            color,
            score,
            won,
            tiles: 20,
            from: vec![(city, score)],
            best: Some((city, score / 2)),
        });
        Finished {
            date: date.to_owned(),
            minutes: 40,
            modules: Vec::new(),
            players: players.collect(),
            team: None,
        }
    }

    #[test]
    fn games_of_one_name_are_added_up() {
        let games = [
            game(
                "2026-11-20",
                &[
                    ("Anna", Color::Red, 80, true),
                    ("Ben", Color::Blue, 60, false),
                ],
            ),
            game(
                "2026-11-14",
                &[
                    ("ben", Color::Green, 90, true),
                    ("Anna", Color::Red, 70, false),
                ],
            ),
            game(
                "2026-11-01",
                &[
                    ("Anna", Color::Red, 60, true),
                    ("Clara", Color::Pink, 30, false),
                ],
            ),
        ];
        let careers = careers(games.iter());
        let anna = &careers[0];
        assert_eq!((anna.name.as_str(), anna.games, anna.won), ("Anna", 3, 2));
        assert_eq!((anna.average, anna.most), (Some(70.0), Some(80)));
        assert_eq!(anna.tiles, 20.0);
        let best = anna.best.as_ref().expect("a best line");
        assert_eq!((best.1, best.2.as_str()), (40, "2026-11-20"));
        let ben = &careers[1];
        assert_eq!((ben.games, ben.won, ben.color), (2, 1, Color::Blue));
        assert_eq!(careers[2].won, 0);
    }

    /// Records may say as much as their limits allow, and there may be many of them.
    #[test]
    fn points_of_many_games_that_nobody_can_have_played_are_added_up() {
        let most = i32::MAX;
        let games = vec![game("2026-11-20", &[("Anna", Color::Red, most, true)]); 3];
        let careers = careers(games.iter());
        assert_eq!(careers[0].average, Some(f64::from(most)));
        assert_eq!(careers[0].from.map(|from| from.1), Some(most));
    }
}
