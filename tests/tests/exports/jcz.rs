//! Saved games of JCloisterZone, played again by a reader that knows the format and our rules,
//! and compared message by message with what the foreign engine itself did.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use carcassonne::catalogue::{Draft, TileSet, face_id};
use carcassonne::geometry::{Cell, Rim, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use nebelwacht_tests::oracle::{Counts, OracleGame, Place, games, our_face, read_games, replay};
use nebelwacht_ui::export::told::Lack;
use serde_json::Value;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::log::Log;
use tracker::log::event::{By, EventId, EventKind};
use tracker::rules::{Expansion, FigureState};
use tracker::setup::{Player, Setup};

use super::*;

fn save(told: &Told) -> Result<Value, Lack> {
    let kind = Kind::find("jcz").expect("a kind");
    let files = (kind.files)(told, Words::new(Language::English))?;
    Ok(serde_json::from_slice(&files[0].bytes).expect("JSON"))
}

/// Plays a saved game; panics with a reason where the format or the rules are not kept.
struct Reader {
    log: Log,
    pieces: BTreeMap<String, EventId>,
}

fn cell(value: &Value) -> Cell {
    let number = |n: usize| value[n].as_i64().expect("a number") as i32;
    Cell::new(number(0), number(1))
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// The set-up as the file tells it.
fn setup_of(save: &Value) -> Setup {
    let setup = &save["setup"];
    let has = |element: &str| !setup["elements"][element].is_null();
    let mut modules = vec!["base"];
    modules.extend(has("abbot").then_some("abbot"));
    modules.extend(has("mage").then_some("mage_and_witch"));
    let mut ours: Setup = format!("modules={}", modules.join(","))
        .parse()
        .expect("a set-up");
    ours.options.farmers = has("farmers");
    ours.options.meeples = setup["elements"]["small-follower"]
        .as_u64()
        .expect("meeples") as u8;
    if let Some(tiny) = setup["rules"]["tiny-city-scoring"].as_str() {
        ours.options.two_tile_city = tiny.parse().expect("a number");
    }
    let edition = if has("garden") { 2 } else { 1 };
    assert_eq!(has("garden"), has("abbot"));
    assert_eq!(setup["sets"][format!("basic:{edition}")], 1);
    let mage = &setup["sets"][format!("mage-and-witch:{edition}")];
    assert_eq!(*mage == 1, has("mage"));
    let players = save["players"].as_array().expect("players");
    ours.players = players
        .iter()
        .zip(1..)
        .map(|(player, seat)| Player {
            name: text_of(&player["name"]).to_owned(),
            color: Color::ALL[player["slot"].as_u64().expect("a slot") as usize],
            also: Vec::new(),
            seat,
        })
        .collect();
    ours.start = tracker::setup::StartTile::Seen;
    ours.validated().expect("valid")
}

impl Reader {
    fn play(save: &Value) -> Self {
        let version: Vec<&str> = text_of(&save["appVersion"]).split('.').collect();
        assert_eq!(version[..2], ["5", "7"]);
        for field in [
            "gameId",
            "initialRandom",
            "clock",
            "created",
            "players",
            "replay",
        ] {
            assert!(
                !save[field].is_null(),
                "without {field} it is only a set-up"
            );
        }
        let setup = Arc::new(setup_of(save));
        let mut reader = Self {
            log: Log::new(setup),
            pieces: BTreeMap::new(),
        };
        for start in save["setup"]["start"].as_array().expect("start tiles") {
            let at = Cell::new(
                start["x"].as_i64().expect("x") as i32,
                start["y"].as_i64().expect("y") as i32,
            );
            let degrees = start["rotation"].as_i64().expect("degrees");
            reader.lay(text_of(&start["tile"]), at, degrees as i32, true);
        }
        reader.turns(save);
        if !save["gameAnnotations"]["endTurn"].is_null() {
            let draws = save["gameAnnotations"]["drawOrder"]
                .as_array()
                .map(Vec::len);
            let end = save["gameAnnotations"]["endTurn"].as_u64();
            assert_eq!(end, draws.map(|draws| draws as u64));
            // With the last tile of the bag it is over by itself.
            if !reader.log.game().is_over() {
                reader.append(EventKind::GameEnded);
            }
        }
        reader
    }

    fn append(&mut self, kind: EventKind) -> EventId {
        let what = format!("{kind:?}");
        let appended = self.log.append(0, By::Person, kind);
        appended.unwrap_or_else(|fault| panic!("{what}: {fault}"))
    }

    fn lay(&mut self, tile: &str, at: Cell, degrees: i32, start: bool) {
        let catalogue = self.log.game().catalogue().clone();
        let (face, turns, garden) = our_face(&catalogue, tile).expect("a tile");
        let turned = Rotation::from_quarter_turns(degrees / 90 + turns);
        let first = self.log.game().board().is_empty();
        self.append(EventKind::TileLaid {
            cell: at,
            face: face.id,
            rotation: face.canonical(turned),
            garden: Some(garden),
            before: start && !first,
        });
    }

    fn turns(&mut self, save: &Value) {
        let players = save["players"].as_array().expect("players").len();
        let mut draws = save["gameAnnotations"]["drawOrder"]
            .as_array()
            .expect("draws")
            .iter();
        let (mut turn, mut clock, mut acted, mut laid) = (0, 0, false, false);
        for message in save["replay"].as_array().expect("messages") {
            assert_eq!(message["player"], turn % players, "{message}");
            let now = message["clock"].as_u64().expect("a time");
            assert!(now >= clock, "the clock runs backwards: {message}");
            clock = now;
            let payload = &message["payload"];
            let kind = text_of(&message["type"]);
            assert_eq!(kind == "PLACE_TILE", !laid, "{message}");
            match kind {
                "PLACE_TILE" => {
                    let tile = text_of(&payload["tileId"]);
                    // A tile that fits nowhere is passed over by the engine itself.
                    assert!(
                        draws.by_ref().any(|draw| draw == tile),
                        "{tile} was never drawn"
                    );
                    let degrees = text_of(&payload["rotation"])
                        .strip_prefix('R')
                        .expect("R90");
                    let degrees = degrees.parse().expect("degrees");
                    self.lay(tile, cell(&payload["position"]), degrees, false);
                    (laid, acted) = (true, false);
                }
                "MOVE_NEUTRAL_FIGURE" => {
                    assert!(!acted, "too late: {message}");
                    let figure = match text_of(&payload["figureId"]) {
                        "mage.1" => FigureKind::Mage,
                        "witch.1" => FigureKind::Witch,
                        other => panic!("no figure {other}"),
                    };
                    self.place(&payload["to"], figure, None);
                }
                "DEPLOY_MEEPLE" => {
                    assert!(!std::mem::replace(&mut acted, true), "twice: {message}");
                    self.deploy(payload, turn % players);
                }
                "RETURN_MEEPLE" => {
                    assert!(!std::mem::replace(&mut acted, true), "twice: {message}");
                    assert_eq!(payload["source"], "ABBOT_RETURN");
                    let piece = text_of(&payload["pointer"]["meepleId"]);
                    let figure = self.pieces[piece];
                    let at = self.segment(&payload["pointer"]["featurePointer"]);
                    assert_eq!(self.log.game().figure(figure).expect("stands").at, at);
                    self.append(EventKind::FigureTaken { figure });
                }
                "PASS" => {
                    assert!(!std::mem::replace(&mut acted, true), "twice: {message}");
                    assert!(self.may_act(), "nothing is asked for: {message}");
                }
                "COMMIT" => {
                    assert!(acted || !self.may_act(), "the engine waits: {message}");
                    self.append(EventKind::TurnEnded);
                    (laid, turn) = (false, turn + 1);
                }
                other => panic!("no message {other}"),
            }
        }
    }

    /// Whether the engine asks the player for anything after the tile.
    fn may_act(&self) -> bool {
        let game = self.log.game();
        let color = game
            .open_turn()
            .and_then(|open| open.player)
            .expect("a player");
        let abbot = game.figures().any(|figure| {
            figure.kind == FigureKind::Abbot
                && figure.color == Some(color)
                && figure.state == FigureState::Standing
        });
        abbot || !game.figure_places(color).is_empty()
    }

    fn deploy(&mut self, payload: &Value, player: usize) {
        let piece = text_of(&payload["meepleId"]);
        let parts: Vec<&str> = piece.split('.').collect();
        let [owner, kind, number] = parts[..] else {
            panic!("no piece {piece}");
        };
        assert_eq!(owner.parse(), Ok(player));
        let number: u8 = number.parse().expect("a number");
        let game = self.log.game();
        let (figure, most) = match kind {
            "small" => (FigureKind::Meeple, game.setup().options.meeples),
            "abbot" => (FigureKind::Abbot, 1),
            other => panic!("no piece {other}"),
        };
        assert!((1..=most).contains(&number), "{piece} of {most}");
        if let Some(figure) = self.pieces.get(piece).and_then(|event| game.figure(*event)) {
            assert_eq!(figure.state, FigureState::DueHome, "{piece} stands already");
        }
        let color = game.setup().players[player].color;
        let event = self.place(&payload["pointer"], figure, Some(color));
        self.pieces.insert(piece.to_owned(), event);
    }

    fn place(&mut self, pointer: &Value, figure: FigureKind, color: Option<Color>) -> EventId {
        let abbot = pointer["location"] == "AS_ABBOT";
        assert!(!abbot || figure == FigureKind::Abbot);
        let at = self.segment(pointer);
        self.append(EventKind::FigurePlaced {
            cell: at.cell,
            segment: at.segment,
            figure,
            color,
            foot: None,
            before: false,
        })
    }

    /// The segment whose sides are exactly those that are named.
    fn segment(&self, pointer: &Value) -> SegmentRef {
        let at = cell(&pointer["position"]);
        let laid = self.log.game().board().get(at).expect("a tile");
        let face = &laid.face;
        let (feature, location) = (text_of(&pointer["feature"]), text_of(&pointer["location"]));
        let number = match (feature, location) {
            ("Monastery", "I" | "AS_ABBOT") => face.monastery(),
            ("Garden", "I") => face.garden_segment(),
            _ => {
                let (kind, third) = match feature {
                    "City" => (FeatureKind::City, true),
                    "Road" => (FeatureKind::Road, true),
                    "Field" => (FeatureKind::Field, false),
                    other => panic!("no feature {other}"),
                };
                let wanted = rims(location);
                (0..face.segments.len()).find(|&n| {
                    let rim = face.segments[n].rim.iter();
                    let rim = rim.map(|rim| rim.rotated(laid.rotation));
                    let rim: BTreeSet<Rim> =
                        rim.filter(|rim| (rim.third() == 1) == third).collect();
                    face.kind(n).map(FeatureKind::of) == Some(kind) && rim == wanted
                })
            }
        };
        let number = number.unwrap_or_else(|| panic!("no {feature} {location} at {at}"));
        SegmentRef::new(at, number)
    }
}

/// What a location reaches: middles of sides, or halves of sides for a field.
fn rims(location: &str) -> BTreeSet<Rim> {
    if let Ok(halves) = location.split('.').map(str::parse::<Rim>).collect() {
        return halves;
    }
    let (letters, all_but) = match location.strip_prefix('_') {
        Some(letters) => (letters, true),
        None => (location, false),
    };
    assert!(
        letters.chars().all(|letter| "NESW".contains(letter)),
        "{location}"
    );
    let sides = Side::ALL.into_iter().zip("NESW".chars());
    let sides = sides.filter(|(_, letter)| letters.contains(*letter) != all_but);
    sides.map(|(side, _)| Rim::new(side, 1)).collect()
}

/// The scores by colour name.
fn scores(log: &Log) -> BTreeMap<&'static str, i32> {
    let players = log.game().players().iter();
    players
        .map(|player| (player.color.name(), player.score))
        .collect()
}

#[test]
fn every_game_that_it_covers_plays_again_to_the_same_board_and_points() {
    let (mut played, mut lacking) = (Vec::new(), BTreeMap::new());
    for golden in golden() {
        let save = match save(&golden.told) {
            Ok(save) => save,
            Err(lack) => {
                lacking.insert(golden.name, lack);
                continue;
            }
        };
        let reader = Reader::play(&save);
        let (theirs, ours) = (reader.log.game(), golden.told.log.game());
        assert_eq!(theirs.board(), ours.board(), "{}", golden.name);
        let by_color = scores(&reader.log);
        for player in ours.players() {
            assert_eq!(
                by_color[player.color.name()],
                player.score,
                "{}",
                golden.name
            );
        }
        played.push(golden.name);
    }
    println!("{} played again: {played:?}", played.len());
    for (name, lack) in &lacking {
        println!("{name}: {lack:?}");
        let base = ["base/", "mage_and_witch/"]
            .iter()
            .any(|dossier| name.starts_with(dossier));
        if !base {
            // All other modules are no business of that program, and it is said which.
            let Lack::Modules(modules) = lack else {
                panic!("{name}: {lack:?}");
            };
            assert!(!modules.is_empty() && !modules.contains(&Expansion::Abbot));
        }
    }
    assert!(played.len() >= 12, "only {played:?}");
}

#[test]
fn other_tiles_than_those_of_the_boxes_are_not_saved() {
    let box_only: Setup = "players=red,blue".parse().expect("a set-up");
    let two_boxes: Setup = "players=red,blue; bag=base:2".parse().expect("a set-up");
    let mut taught = box_only.clone();
    let mut meadow = Draft::new(face_id("Meadow9").expect("a name"), TileSet::Base);
    meadow.settle();
    taught.tiles.teach(&meadow).expect("it makes sense");
    for (setup, lacks) in [(box_only, false), (two_boxes, true), (taught, true)] {
        let told = Told::of(&setup, &[], Timestamp::UNIX_EPOCH).expect("told");
        assert_eq!(save(&told) == Err(Lack::Bag), lacks);
    }
}

#[test]
fn a_saved_game_says_what_the_engine_itself_did() {
    let Some(path) = games() else {
        nebelwacht_tests::data::skip("there are no games of the engine");
        return;
    };
    let (mut games, mut messages) = (0, 0);
    for (name, text) in read_games(&path).expect("readable") {
        let oracle: OracleGame = serde_json::from_str(&text).expect("a game");
        let (log, _) = replay(&oracle, &mut Counts::default()).expect("played");
        let told = Told::of(log.game().setup(), log.events(), Timestamp::UNIX_EPOCH);
        let told = told.expect("told");
        let save = save(&told).unwrap_or_else(|lack| panic!("{name}: {lack:?}"));
        messages += compare(&name, &save, &oracle);
        let reader = Reader::play(&save);
        let by_color = scores(&reader.log);
        for (player, score) in oracle.final_scores.iter().enumerate() {
            assert_eq!(by_color[Color::ALL[player].name()], *score, "{name}");
        }
        games += 1;
    }
    println!("{games} games, {messages} messages as the engine has them");
    assert!(games > 0);
}

/// Compares each message with what the engine recorded; how many there were.
fn compare(name: &str, save: &Value, oracle: &OracleGame) -> usize {
    let messages = save["replay"].as_array().expect("messages");
    let mut rest = messages.iter();
    for (index, turn) in oracle.moves.iter().enumerate() {
        let what = format!("{name}, move {}", index + 1);
        let mut next = || {
            rest.next()
                .unwrap_or_else(|| panic!("{what}: no more messages"))
        };
        let tile = next();
        assert_eq!(tile["type"], "PLACE_TILE", "{what}");
        assert_eq!(tile["player"], turn.player, "{what}");
        assert_eq!(tile["payload"]["tileId"], turn.tile.as_str(), "{what}");
        assert_eq!(
            cell(&tile["payload"]["position"]),
            Cell::new(turn.x, turn.y)
        );
        // Where a tile looks the same after a turn, the engine knows only some of them.
        let degrees: i32 = text_of(&tile["payload"]["rotation"])[1..]
            .parse()
            .expect("R90");
        let legal = turn.legal_positions.iter();
        let legal: Vec<i32> = legal
            .filter(|(x, y, _)| (*x, *y) == (turn.x, turn.y))
            .flat_map(|(.., rotations)| rotations.clone())
            .collect();
        assert!(legal.contains(&degrees), "{what}: {degrees} of {legal:?}");
        for neutral in &turn.neutral {
            let message = next();
            assert_eq!(message["type"], "MOVE_NEUTRAL_FIGURE", "{what}");
            assert_eq!(
                message["payload"]["figureId"],
                neutral.figure.as_str(),
                "{what}"
            );
            same_place(&what, &message["payload"]["to"], &neutral.to);
        }
        if let Some(meeple) = &turn.meeple {
            let message = next();
            assert_eq!(message["type"], "DEPLOY_MEEPLE", "{what}");
            same_place(&what, &message["payload"]["pointer"], meeple);
        } else if let Some(returned) = &turn.returned {
            let message = next();
            assert_eq!(message["type"], "RETURN_MEEPLE", "{what}");
            same_place(
                &what,
                &message["payload"]["pointer"]["featurePointer"],
                returned,
            );
        } else if !turn.legal_meeples.is_empty() {
            assert_eq!(next()["type"], "PASS", "{what}");
        }
        let mut message = next();
        if message["type"] == "PASS" {
            // An abbot could have been recalled, which the list of meeple places leaves out.
            assert!(turn.legal_meeples.is_empty() && oracle.setup.elements.contains_key("abbot"));
            message = next();
        }
        assert_eq!(message["type"], "COMMIT", "{what}");
    }
    assert_eq!(rest.next(), None, "{name}: messages without a move");
    messages.len()
}

fn same_place(what: &str, pointer: &Value, place: &Place) {
    assert_eq!(
        cell(&pointer["position"]),
        Cell::new(place.x, place.y),
        "{what}"
    );
    let kind = text_of(&pointer["feature"]).to_lowercase();
    assert_eq!(kind, place.kind.name(), "{what}");
    let location = text_of(&pointer["location"]);
    let wanted: BTreeSet<Rim> = if place.board_halves.is_empty() {
        let edges = place.board_edges.iter().flat_map(|edge| rims(edge));
        edges.collect()
    } else {
        rims(&place.board_halves.join("."))
    };
    if wanted.is_empty() {
        assert!(["I", "AS_ABBOT"].contains(&location), "{what}: {location}");
    } else {
        assert_eq!(rims(location), wanted, "{what}");
    }
}
