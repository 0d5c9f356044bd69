//! The play for BG Stats: the QR code read back from its drawing, the link taken apart, the
//! file's numbers compared with the game's.

use percent_encoding::percent_decode_str;
use resvg::{tiny_skia, usvg};
use serde_json::Value;
use tracker::rules::Expansion;
use tracker::snapshot::Outcome;

use super::*;

/// What a phone sees in the code.
fn scanned(svg: &str) -> String {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("an SVG");
    let size = tree.size().to_int_size();
    let mut picture = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a size");
    picture.fill(tiny_skia::Color::WHITE);
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut picture.as_mut(),
    );
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let grey = |x: usize, y: usize| picture.pixels()[y * width + x].red();
    let mut prepared = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let grids = prepared.detect_grids();
    assert_eq!(grids.len(), 1, "one code");
    grids[0].decode().expect("readable").1
}

fn payload(link: &str) -> Value {
    let data = link.strip_prefix("https://app.bgstatsapp.com/createPlay.html?data=");
    let data = data.expect("the app's address");
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "%-_.~".contains(letter);
    assert!(data.chars().all(allowed), "not encoded: {data}");
    let text = percent_decode_str(data).decode_utf8().expect("UTF-8");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_code_is_the_link_and_the_link_is_the_game() {
    let mut longest = 0;
    for golden in golden() {
        let name = &golden.name;
        let no_player = golden.told.snapshot.players.is_empty();
        let kind = Kind::find("bgstats").expect("a kind");
        let files = (kind.files)(&golden.told, Words::new(Language::German));
        if no_player {
            assert!(files.is_err(), "{name}");
            continue;
        }
        let link = text(made(&golden.told, "bgstats", ".txt"));
        let link = link.trim_end();
        longest = longest.max(link.len());
        assert_eq!(
            scanned(&text(made(&golden.told, "bgstats", ".svg"))),
            link,
            "{name}"
        );
        let play = payload(link);
        let file = made(&golden.told, "bgstats", ".bgsplay");
        let file: Value = serde_json::from_slice(&file).expect("JSON");
        check(&golden, &play, &file);
    }
    println!("the longest link has {longest} letters");
}

fn check(golden: &Golden, play: &Value, file: &Value) {
    let (name, snapshot) = (&golden.name, &golden.told.snapshot);
    let mists = golden.told.log.game().setup().plays(Expansion::Mists);
    let number = if mists { 358_124 } else { 822 };
    assert_eq!(play["game"]["bggId"], number, "{name}");
    assert_eq!(file["games"][0]["bggId"], number, "{name}");
    assert_eq!(file["games"][0]["cooperative"], mists, "{name}");
    assert_eq!(play["playDate"], "2026-11-21 19:30:00", "{name}");
    assert_eq!(
        file["plays"][0]["playDate"], "2026-11-21 19:30:00",
        "{name}"
    );
    assert_eq!(file["plays"][0]["gameRefId"], file["games"][0]["id"]);
    for field in ["sourceName", "sourcePlayId"] {
        assert!(
            play[field].as_str().is_some_and(|text| !text.is_empty()),
            "{name}: {field}"
        );
    }
    let told = play["players"].as_array().expect("players");
    let kept = file["plays"][0]["playerScores"].as_array().expect("scores");
    assert_eq!(told.len(), snapshot.players.len(), "{name}");
    assert_eq!(kept.len(), told.len(), "{name}");
    for (n, player) in snapshot.players.iter().enumerate() {
        // An open turn counts as if it ended.
        let score = snapshot.team.as_ref().map(|team| team.provisional_score);
        let score = score.unwrap_or(player.provisional_score);
        assert_eq!(told[n]["score"], score, "{name}");
        assert_eq!(kept[n]["score"], score.to_string(), "{name}");
        // The app refuses plays in which a player lacks one of these.
        for flag in ["winner", "startPlayer"] {
            assert!(
                told[n][flag].is_boolean() && kept[n][flag].is_boolean(),
                "{name}"
            );
        }
        let wins = snapshot.over
            && match (&snapshot.team, snapshot.outcome) {
                (Some(_), outcome) => outcome == Some(Outcome::Won),
                (None, _) => snapshot
                    .players
                    .iter()
                    .all(|other| other.score <= player.score),
            };
        assert_eq!(told[n]["winner"], wins, "{name}");
        assert_eq!(kept[n]["winner"], wins, "{name}");
        let id = &kept[n]["playerRefId"];
        let known = file["players"].as_array().expect("players");
        let known = known
            .iter()
            .find(|known| known["id"] == *id)
            .expect("listed");
        assert_eq!(known["name"], told[n]["name"], "{name}");
    }
    if snapshot.team.is_some() || !snapshot.over {
        let comment = play["comments"].as_str().unwrap_or_default();
        assert!(!comment.is_empty(), "{name}: how it ended is not said");
    }
}

/// Whoever has no name is no person of the app's list, and nobody's statistics are called Red.
#[test]
fn a_player_without_a_name_is_anonymous() {
    let setup = "players=Anna:red,blue".parse().expect("a set-up");
    let told = Told::of(&setup, &[], Timestamp::UNIX_EPOCH).expect("told");
    let kind = Kind::find("bgstats").expect("a kind");
    let files = (kind.files)(&told, Words::new(Language::German)).expect("made");
    let file = files.iter().find(|file| file.name.ends_with(".bgsplay"));
    let file: Value = serde_json::from_slice(&file.expect("made").bytes).expect("JSON");
    let players = file["players"].as_array().expect("players");
    let told = players
        .iter()
        .map(|player| (player["name"].as_str(), player["isAnonymous"].as_bool()));
    let wanted = [(Some("Anna"), Some(false)), (Some("Blau"), Some(true))];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
}

#[test]
fn six_players_with_long_names_fit_into_a_code() {
    let names = ["red", "blue", "yellow", "green", "black", "pink"];
    let players: Vec<String> = names
        .iter()
        .map(|color| format!("Maximiliane-Hörbiger von {color}:{color}"))
        .collect();
    let setup = format!(
        "modules=mage_and_witch,tatan,abbot; players={}",
        players.join(",")
    );
    let setup = setup.parse().expect("a set-up");
    let told = Told::of(&setup, &[], Timestamp::UNIX_EPOCH).expect("told");
    let link = text(made(&told, "bgstats", ".txt"));
    let code = text(made(&told, "bgstats", ".svg"));
    assert_eq!(scanned(&code), link.trim_end());
    println!("{} letters", link.len());
}
