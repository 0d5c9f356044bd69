//! The game as a saved game of JCloisterZone (`.jcz`), version 5 of its format.
//!
//! Such a file holds the set-up and every player's decisions; points are the reader's own to
//! compute, so only games are given whose rules it has: the base game, abbots and gardens, mage
//! and witch, as the table options of both agree. What the bag gave is told with
//! `gameAnnotations`. For all other games [`Lack`] says why not.
//!
//! The shape (facts of its version 5.7): `replay` is one message per decision. A turn is
//! `PLACE_TILE`, then `MOVE_NEUTRAL_FIGURE` if the tile asks for it, then one of
//! `DEPLOY_MEEPLE`, `RETURN_MEEPLE` and `PASS` if there is anything to decide, then `COMMIT`. A
//! place is a position, the feature's kind, and its location by the sides it reaches on the
//! board.

use std::collections::BTreeMap;

use carcassonne::catalogue::FaceId;
use carcassonne::piece::{Color, FigureKind};
use serde::Serialize;
use serde_json::{Value, json};
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::log::Holding;
use tracker::log::event::{EventId, EventKind};
use tracker::rules::ruling::Ruling;
use tracker::rules::{Expansion, Figure, FigureState, Game};
use tracker::setup::{Setup, UnplaceableTile};
use tracker::snapshot::ScoreReason;

use crate::export::told::{File, Lack, Told};
use crate::text::Words;

mod names;

pub(in crate::export) const JCZ: &str = "game.jcz";

/// The version of the program whose saved games these are.
const APP_VERSION: &str = "5.7.0";

/// A saved game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Save {
    app_version: &'static str,
    game_id: String,
    name: &'static str,
    initial_random: f64,
    created: String,
    clock: u64,
    setup: Value,
    players: Vec<Value>,
    replay: Vec<Message>,
    game_annotations: Annotations,
}

/// A decision.
#[derive(Serialize)]
struct Message {
    #[serde(rename = "type")]
    kind: &'static str,
    payload: Value,
    player: usize,
    clock: u64,
}

/// What the bag gave, and after how many draws the game was over.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    draw_order: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_turn: Option<usize>,
}

/// The saved game.
pub(in crate::export) fn jcz(told: &Told, _: Words) -> Result<Vec<File>, Lack> {
    let setup = told.log.game().setup();
    check_setup(setup)?;
    let mut writer = Writer::new(told)?;
    let times = told
        .log
        .events()
        .iter()
        .map(|event| (event.id, event.at_ms));
    let times: BTreeMap<EventId, u64> = times.collect();
    for fact in told.log.holding() {
        writer.tell(fact, times.get(&fact.event).copied().unwrap_or(0))?;
    }
    let save = writer.finish(told)?;
    let mut bytes = serde_json::to_vec_pretty(&save).map_err(|error| Lack::failed(&error))?;
    bytes.push(b'\n');
    Ok(vec![File::new(JCZ, bytes)])
}

/// Whether its rules cover what this table agreed on.
fn check_setup(setup: &Setup) -> Result<(), Lack> {
    let covered = [Expansion::Abbot, Expansion::MageAndWitch];
    let others = setup
        .modules
        .iter()
        .filter(|module| !covered.contains(module));
    let others: Vec<Expansion> = others.copied().collect();
    if !others.is_empty() {
        return Err(Lack::Modules(others));
    }
    if !setup.bag.is_default() || !setup.tiles.is_empty() {
        return Err(Lack::Bag);
    }
    let rulings = &setup.options.rulings;
    let unlike = |ruling: &&&'static Ruling| rulings.answer(ruling) != ruling.answers[0];
    let own = setup.modules.iter().flat_map(|module| module.rulings());
    match own.into_iter().find(|ruling| unlike(ruling)) {
        Some(ruling) => Err(Lack::Ruling(ruling)),
        None => Ok(()),
    }
}

/// A message of the open turn: kind, payload, and when, ms.
type Said = (&'static str, Value, u64);

/// Folds the game beside writing it, to know what stands where and what may be decided.
struct Writer {
    game: Game,
    /// The colours in the order of play, from whoever began.
    order: Vec<Color>,
    /// Copies left of each tile by its foreign name.
    left: BTreeMap<String, u8>,
    start: Vec<Value>,
    replay: Vec<Message>,
    drawn: Vec<String>,
    /// Which piece of its owner each figure is.
    pieces: BTreeMap<EventId, (Color, String)>,
    turns: usize,
    turn: Option<Turn>,
    now_ms: u64,
}

/// The open turn.
struct Turn {
    player: usize,
    messages: Vec<Said>,
    /// What the player did with a figure: the event that placed it, and the message. A figure
    /// may still be taken back.
    acted: Option<(EventId, Said)>,
}

impl Writer {
    fn new(told: &Told) -> Result<Self, Lack> {
        let whole = told.log.game();
        let mut order: Vec<Color> = whole.players().iter().map(|player| player.color).collect();
        let first = told.story.players.get(&1);
        let first = first.and_then(|first| order.iter().position(|color| color == first));
        order.rotate_left(first.unwrap_or(0));
        if order.is_empty() {
            return Err(Lack::NoPlayers);
        }
        let setup = whole.setup();
        let mut left = BTreeMap::new();
        for face in whole.catalogue().faces() {
            let gardens = if has_gardens(setup) {
                face.garden_copies
            } else {
                0
            };
            for (garden, copies) in [(false, face.copies - gardens), (true, gardens)] {
                if copies > 0 {
                    let name = names::tile(&face.id, garden).ok_or(Lack::Tile(face.id))?;
                    left.insert(name, copies);
                }
            }
        }
        Ok(Self {
            game: Game::new(setup.clone()),
            order,
            left,
            start: Vec::new(),
            replay: Vec::new(),
            drawn: Vec::new(),
            pieces: BTreeMap::new(),
            turns: 0,
            turn: None,
            now_ms: 0,
        })
    }

    /// Takes one fact of the game.
    fn tell(&mut self, fact: &Holding, at_ms: u64) -> Result<(), Lack> {
        if fact.kind.ends_turn() {
            self.end_turn()?;
        }
        self.now_ms = self.now_ms.max(at_ms);
        let before = Before::of(&self.game, &fact.kind);
        if self.game.apply(fact.event, &fact.kind).is_err() {
            // It had no effect, and the log lists it as rejected.
            return Ok(());
        }
        match &fact.kind {
            EventKind::TileLaid { .. } => self.laid(&fact.kind, before.turn),
            EventKind::FigurePlaced {
                figure: FigureKind::Mage | FigureKind::Witch,
                ..
            } => self.moved_neutral(&fact.kind),
            EventKind::FigurePlaced { .. } => self.placed(fact),
            EventKind::FigureTaken { .. } => self.taken(&before, &fact.kind),
            EventKind::TileDiscarded { face } => self.discarded(*face),
            EventKind::TurnEnded
            | EventKind::GameEnded
            | EventKind::PileEmpty
            | EventKind::TurnOf { .. } => Ok(()),
            other => Err(Lack::Event(other.clone())),
        }
    }

    fn laid(&mut self, laid: &EventKind, turn_before: u32) -> Result<(), Lack> {
        let EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden,
            ..
        } = *laid
        else {
            return Ok(());
        };
        let known = self.game.catalogue().face(&face).cloned();
        let known = known.ok_or(Lack::Tile(face))?;
        let tile = self.take_copy(&face, garden)?;
        let degrees = names::turned(&known, rotation).degrees();
        if self.game.turn() == turn_before {
            let start = json!({"tile": tile, "x": cell.x, "y": cell.y, "rotation": degrees});
            self.start.push(start);
            return Ok(());
        }
        self.drawn.push(tile.clone());
        let tile = json!({
            "tileId": tile,
            "rotation": format!("R{degrees}"),
            "position": [cell.x, cell.y],
        });
        self.turn = Some(Turn {
            player: self.turns % self.order.len(),
            messages: vec![("PLACE_TILE", tile, self.now_ms)],
            acted: None,
        });
        self.turns += 1;
        Ok(())
    }

    /// The foreign name of a copy that is still in the bag: one without a garden unless the
    /// record says otherwise, as long as there is one.
    fn take_copy(&mut self, face: &FaceId, garden: Option<bool>) -> Result<String, Lack> {
        let wanted = if has_gardens(self.game.setup()) {
            garden
        } else {
            Some(false)
        };
        let first = wanted.unwrap_or(false);
        let names = [first, !first]
            .into_iter()
            .take(if wanted.is_some() { 1 } else { 2 });
        for name in names.filter_map(|garden| names::tile(face, garden)) {
            if let Some(left) = self.left.get_mut(&name).filter(|left| **left > 0) {
                *left -= 1;
                return Ok(name);
            }
        }
        Err(Lack::Tile(*face))
    }

    fn discarded(&mut self, face: FaceId) -> Result<(), Lack> {
        if self.game.setup().options.unplaceable_tile == UnplaceableTile::PutBack {
            return Err(Lack::PutBack);
        }
        // It was drawn before this turn's tile: between turns that is where it stands.
        let tile = self.take_copy(&face, None)?;
        self.drawn.push(tile);
        Ok(())
    }

    fn placed(&mut self, fact: &Holding) -> Result<(), Lack> {
        let refused = || Lack::Event(fact.kind.clone());
        let EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color: Some(color),
            ..
        } = fact.kind
        else {
            return Err(refused());
        };
        let kind = match figure {
            FigureKind::Meeple => "small",
            FigureKind::Abbot => "abbot",
            _ => return Err(refused()),
        };
        let number = self.free_piece(color, kind);
        let pointer = self.pointer(SegmentRef::new(cell, segment), figure)?;
        let player = self.order.iter().position(|other| *other == color);
        let (Some(player), Some(turn)) = (player, &mut self.turn) else {
            return Err(Lack::StoodBefore);
        };
        if turn.player != player || turn.acted.is_some() {
            return Err(Lack::OutOfTurn(self.game.turn()));
        }
        let piece = format!("{player}.{kind}.{number}");
        let message = json!({"pointer": pointer, "meepleId": piece});
        turn.acted = Some((fact.event, ("DEPLOY_MEEPLE", message, self.now_ms)));
        self.pieces.insert(fact.event, (color, piece));
        Ok(())
    }

    /// The least number of a piece that its owner has in hand.
    fn free_piece(&self, color: Color, kind: &str) -> usize {
        let out = |event: &EventId| {
            let figure = self.game.figure(*event);
            figure.is_some_and(|figure| figure.state != FigureState::DueHome)
        };
        let pieces = self.pieces.iter();
        let pieces = pieces.filter(|(event, (owner, _))| *owner == color && out(event));
        let used: Vec<&str> = pieces.map(|(_, (_, piece))| piece.as_str()).collect();
        let free = |number: &usize| {
            let ending = format!(".{kind}.{number}");
            !used.iter().any(|piece| piece.ends_with(&ending))
        };
        (1..=used.len()).find(free).unwrap_or(used.len() + 1)
    }

    fn moved_neutral(&mut self, placed: &EventKind) -> Result<(), Lack> {
        let EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            ..
        } = *placed
        else {
            return Ok(());
        };
        let id = match figure {
            FigureKind::Mage => "mage.1",
            _ => "witch.1",
        };
        let to = self.pointer(SegmentRef::new(cell, segment), figure)?;
        let open = self.turn.as_mut().ok_or(Lack::StoodBefore)?;
        if open.acted.is_some() {
            return Err(Lack::OutOfTurn(self.game.turn()));
        }
        let message = json!({"figureId": id, "to": to});
        open.messages
            .push(("MOVE_NEUTRAL_FIGURE", message, self.now_ms));
        Ok(())
    }

    /// A figure left the board: it goes home after scoring, it was not meant, or it is an abbot
    /// that is recalled.
    fn taken(&mut self, before: &Before, taken: &EventKind) -> Result<(), Lack> {
        let refused = || Lack::Event(taken.clone());
        let figure = before.figure.ok_or_else(refused)?;
        let Some((_, piece)) = self.pieces.get(&figure.event).cloned() else {
            // Mage or witch. If nothing is left for them the reader removes one by itself; of
            // two it wants to be told which, in a message that is on no record.
            return if before.neutral == 1 {
                Ok(())
            } else {
                Err(refused())
            };
        };
        let scored = self.game.figure(figure.event).is_some();
        if figure.state == FigureState::DueHome || scored {
            return Ok(());
        }
        let recalled = self.game.lines().iter().skip(before.lines);
        let recalled = recalled
            .rev()
            .any(|line| line.reason == ScoreReason::AbbotRecalled);
        let pointer = self.pointer(figure.at, figure.kind)?;
        let turn = self.turn.as_mut().ok_or_else(refused)?;
        match &turn.acted {
            Some((acted, _)) if *acted == figure.event => turn.acted = None,
            None if recalled => {
                let message = json!({
                    "pointer": {"featurePointer": pointer, "meepleId": piece},
                    "source": "ABBOT_RETURN",
                });
                turn.acted = Some((figure.event, ("RETURN_MEEPLE", message, self.now_ms)));
            }
            _ => return Err(refused()),
        }
        Ok(())
    }

    /// Where a figure stands.
    fn pointer(&self, at: SegmentRef, figure: FigureKind) -> Result<Value, Lack> {
        let laid = self.game.board().get(at.cell);
        let laid = laid.ok_or_else(|| Lack::Failed(format!("there is no tile at {}", at.cell)))?;
        let kind = laid.face.kind(at.segment).map(FeatureKind::of);
        let rim = || {
            let rim = laid
                .face
                .segments
                .get(at.segment)
                .map_or(&[][..], |s| &s.rim);
            rim.iter().map(|rim| rim.rotated(laid.rotation))
        };
        let (feature, location) = match kind {
            Some(FeatureKind::City) => ("City", names::sides(rim()).map(str::to_owned)),
            Some(FeatureKind::Road) => ("Road", names::sides(rim()).map(str::to_owned)),
            Some(FeatureKind::Field) => ("Field", names::halves(rim())),
            Some(FeatureKind::Monastery) if figure == FigureKind::Abbot => {
                ("Monastery", Some("AS_ABBOT".to_owned()))
            }
            Some(FeatureKind::Monastery) => ("Monastery", Some("I".to_owned())),
            Some(FeatureKind::Garden) => ("Garden", Some("I".to_owned())),
            Some(FeatureKind::Castle | FeatureKind::Cemetery) | None => ("", None),
        };
        let location = location.ok_or(Lack::Tile(laid.face.id))?;
        Ok(json!({
            "position": [at.cell.x, at.cell.y],
            "feature": feature,
            "location": location,
        }))
    }

    /// Writes the open turn down as it was decided.
    fn end_turn(&mut self) -> Result<(), Lack> {
        let Some(mut turn) = self.turn.take() else {
            return Ok(());
        };
        let color = self.order.get(turn.player).copied();
        let seen = self.game.open_turn().and_then(|open| open.player);
        if seen.is_some() && seen != color {
            return Err(Lack::OutOfTurn(self.game.turn()));
        }
        match turn.acted.take() {
            Some((_, message)) => turn.messages.push(message),
            None if color.is_some_and(|color| self.may_act(color)) => {
                turn.messages.push(("PASS", json!({}), self.now_ms));
            }
            None => {}
        }
        turn.messages
            .push(("COMMIT", json!({"random": 0.0}), self.now_ms));
        self.write(turn);
        Ok(())
    }

    /// Whether there is anything to decide about figures; else the reader asks for nothing.
    fn may_act(&self, color: Color) -> bool {
        let recall = |figure: &Figure| {
            figure.kind == FigureKind::Abbot
                && figure.color == Some(color)
                && figure.state == FigureState::Standing
        };
        !self.game.figure_places(color).is_empty() || self.game.figures().any(recall)
    }

    fn write(&mut self, turn: Turn) {
        let messages = turn.messages.into_iter();
        self.replay
            .extend(messages.map(|(kind, payload, clock)| Message {
                kind,
                payload,
                player: turn.player,
                clock,
            }));
    }

    fn finish(mut self, told: &Told) -> Result<Save, Lack> {
        let over = self.game.is_over();
        if over {
            self.end_turn()?;
        } else if let Some(mut turn) = self.turn.take() {
            // The reader goes on where the table stopped.
            let acted = turn.acted.take();
            turn.messages.extend(acted.map(|(_, message)| message));
            self.write(turn);
        }
        let game = told.log.game();
        let player = |color: &Color| {
            let name = game.player_of(*color).map(|player| player.name.clone());
            let slot = Color::ALL.iter().position(|other| other == color);
            json!({"name": name, "slot": slot})
        };
        Ok(Save {
            app_version: APP_VERSION,
            game_id: told.id().simple().to_string(),
            name: "",
            initial_random: 0.0,
            created: told.played.to_string(),
            clock: self.now_ms,
            setup: setup_of(game.setup(), &self.start),
            players: self.order.iter().map(player).collect(),
            replay: self.replay,
            game_annotations: Annotations {
                end_turn: over.then_some(self.drawn.len()),
                draw_order: self.drawn,
            },
        })
    }
}

/// What must be known of the game before a fact is applied.
struct Before {
    turn: u32,
    lines: usize,
    /// The figure that is taken.
    figure: Option<Figure>,
    /// How many of mage and witch are on the board.
    neutral: usize,
}

impl Before {
    fn of(game: &Game, kind: &EventKind) -> Self {
        let figure = match kind {
            EventKind::FigureTaken { figure } => game.figure(*figure).copied(),
            _ => None,
        };
        Self {
            turn: game.turn(),
            lines: game.lines().len(),
            figure,
            neutral: game
                .figures()
                .filter(|figure| figure.color.is_none())
                .count(),
        }
    }
}

fn has_gardens(setup: &Setup) -> bool {
    setup.plays(Expansion::Abbot)
}

fn setup_of(setup: &Setup, start: &[Value]) -> Value {
    let abbot = setup.plays(Expansion::Abbot);
    let mage_and_witch = setup.plays(Expansion::MageAndWitch);
    // The second edition's tiles are the first's with gardens.
    let edition = if abbot { 2 } else { 1 };
    let mut sets = serde_json::Map::new();
    sets.insert(format!("basic:{edition}"), 1.into());
    let mut elements = serde_json::Map::new();
    elements.insert("small-follower".to_owned(), setup.options.meeples.into());
    if setup.options.farmers {
        elements.insert("farmers".to_owned(), true.into());
    }
    if abbot {
        elements.insert("abbot".to_owned(), 1.into());
        elements.insert("garden".to_owned(), true.into());
    }
    if mage_and_witch {
        sets.insert(format!("mage-and-witch:{edition}"), 1.into());
        elements.insert("mage".to_owned(), 1.into());
        elements.insert("witch".to_owned(), 1.into());
    }
    let mut rules = serde_json::Map::new();
    if setup.options.two_tile_city == 2 {
        rules.insert("tiny-city-scoring".to_owned(), "2".into());
    }
    json!({
        "sets": sets,
        "elements": elements,
        "rules": rules,
        "timer": null,
        "start": start,
        "options": {},
    })
}
