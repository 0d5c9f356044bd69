//! Guards and meeples, which look alike, on simulated tables.

use super::table::{NONE, Standing, Table};
use carcassonne::catalogue::FaceId;
use carcassonne::piece::Color::Red;
use carcassonne::piece::FigureKind::{Ghost, Guard, Meeple};
use carcassonne::piece::{FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure, SeenTable};
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::log::event::{By, EventId};
use tracker::log::ghost::GhostPlace;
use tracker::rules::choice::ChoiceKind;

/// What a table's camera claims if it takes every meeple for a guard, surely or hardly.
fn with_guards(table: &mut Table, how_surely: f32) -> SeenTable {
    let mut seen = table.seen();
    for figure in &mut seen.figures {
        as_guard(figure, how_surely);
    }
    seen
}

fn as_guard(figure: &mut SeenFigure, how_surely: f32) {
    let as_guards = figure.candidates.iter().map(|candidate| FigureCandidate {
        kind: Guard,
        log_likelihood: candidate.log_likelihood + how_surely,
        ..*candidate
    });
    let as_guards: Vec<FigureCandidate> = as_guards.collect();
    figure.candidates.extend(as_guards);
    let key = |c: &FigureCandidate| c.log_likelihood;
    figure.candidates.sort_by(|a, b| key(b).total_cmp(&key(a)));
}

/// A ghost beside a figure as seen.
fn ghost_beside(figure: &SeenFigure) -> SeenFigure {
    let ghost = FigureCandidate {
        kind: Ghost,
        color: None,
        pose: Pose::Standing,
        log_likelihood: 0.0,
        foot: None,
    };
    SeenFigure {
        foot: figure.foot.map(|v| v + 0.1),
        candidates: vec![ghost],
        ..figure.clone()
    }
}

/// The ghosts that stand by the true game, beside the feet of their hosts.
fn with_ghosts(table: &Table, seen: &mut SeenTable) {
    for token in table.truth.game().tokens() {
        let GhostPlace::Beside { figure } = token.place else {
            continue;
        };
        // People take it home with its host.
        let stands = table.figures.iter().position(|f| f.event == figure);
        seen.figures
            .extend(stands.map(|host| ghost_beside(&seen.figures[host])));
    }
}

fn start() -> Table {
    let mut table = Table::new(
        "modules=ghosts_castles_cemeteries; players=red,blue",
        3,
        NONE,
    );
    let catalogue = table.truth.game().catalogue().clone();
    for face in catalogue.start() {
        let cell = face.start.expect("a start tile");
        table.lay(face.id.as_str(), cell.x, cell.y, 0);
    }
    table.looks(6);
    table
}

/// Where a tile is laid next.
#[derive(Clone, Copy)]
enum Wanted {
    /// A misty tile that extends a bank of the start tile, with nothing else to do.
    Extending,
    /// A tile with a new feature of this kind, on one side at most, that haunts nobody.
    Calm(FeatureKind),
    /// A tile that completes the feature there and haunts nobody.
    Completing(SegmentRef),
}

/// The first place for such a tile.
fn next_place(table: &Table, wanted: Wanted) -> Option<(FaceId, carcassonne::geometry::Cell, u16)> {
    let game = table.truth.game();
    let faces = game
        .catalogue()
        .faces()
        .filter(|face| game.copies_left(face) > 0);
    let haunts = |kind| matches!(kind, ChoiceKind::HauntOpponent | ChoiceKind::HauntOwn);
    for face in faces {
        for (cell, rotation) in game.board().placements(face) {
            let mut tried = table.truth.clone();
            let laid = tracker::log::event::EventKind::TileLaid {
                cell,
                face: face.id,
                rotation,
                garden: None,
                before: false,
            };
            if tried.append(0, By::Person, laid).is_err() {
                continue;
            }
            let asks: Vec<_> = tried.game().choices().iter().map(|c| c.kind).collect();
            let features = tried.game().features();
            let calm = !asks.iter().any(|&kind| haunts(kind));
            let fits = match wanted {
                Wanted::Extending => asks == [ChoiceKind::HauntOpponent],
                Wanted::Calm(kind) => {
                    let is_new = |at: SegmentRef| {
                        let feature = features.at(at).filter(|f| f.kind == kind && f.open);
                        let small = face.segments[at.segment].rim.len() <= 3;
                        small && feature.is_some_and(|f| f.tiles == 1)
                    };
                    let places = tried.game().figure_places(Red).into_iter();
                    calm && places.map(|place| place.at).any(is_new)
                }
                Wanted::Completing(at) => calm && features.at(at).is_some_and(|f| !f.open),
            };
            if fits {
                return Some((face.id, cell, rotation.degrees()));
            }
        }
    }
    None
}

fn put_on(table: &mut Table, kind: FeatureKind) {
    let game = table.truth.game();
    let of_kind = |at| game.features().at(at).is_some_and(|f| f.kind == kind);
    let places = game.figure_places(Red).into_iter();
    let place = places.map(|place| place.at).find(|at| of_kind(*at));
    table.put(Red, place.expect("a feature of this kind").segment);
}

#[test]
fn nobody_is_asked_whether_it_is_a_guard() {
    let mut table = start();
    let calm = Wanted::Calm(FeatureKind::City);
    lay(&mut table, calm);
    put_on(&mut table, FeatureKind::City);
    for _ in 0..12 {
        let seen = with_guards(&mut table, -0.2);
        table.tracker.see(&seen);
    }
    let game = table.tracker.log().game();
    let stands: Vec<_> = game.figures().map(|f| (f.color, f.kind)).collect();
    assert_eq!(stands, [(Some(Red), Meeple)], "there are more meeples");
    let questions = &table.tracker.snapshot().questions;
    assert!(questions.is_empty(), "{questions:#?}");
}

/// There are two guards of each colour.
#[test]
fn where_no_guard_is_left_it_is_a_meeple() {
    let mut table = start();
    for puts in [true, false, true, false, true] {
        lay(&mut table, Wanted::Calm(FeatureKind::City));
        if puts {
            put_on(&mut table, FeatureKind::City);
        }
        for _ in 0..12 {
            let seen = with_guards(&mut table, 5.0);
            table.tracker.see(&seen);
        }
    }
    assert_eq!(kinds(&table), [Guard, Guard, Meeple]);
    assert_eq!(table.tracker.snapshot().questions, []);
}

#[test]
fn a_guard_with_a_ghost_is_a_meeple() {
    a_ghost_tells(FeatureKind::City);
}

/// Ghosts come to wardens, too, if they are meeples (rules dossier "ghosts, castles and cemeteries",
/// sections 3 and 4).
#[test]
fn a_guard_on_a_cemetery_with_a_ghost_is_a_meeple() {
    a_ghost_tells(FeatureKind::Cemetery);
}

/// Red has a haunted meeple and a guard, each in a city.
struct Haunted {
    table: Table,
    meeple: Standing,
    guard: EventId,
}

impl Haunted {
    fn new() -> Self {
        let mut table = start();
        let calm = Wanted::Calm(FeatureKind::City);
        lay(&mut table, calm);
        put_on(&mut table, FeatureKind::City);
        table.looks(6);
        lay(&mut table, calm);
        table.looks(6);
        lay(&mut table, calm);
        put_on(&mut table, FeatureKind::City);
        let [meeple, guard] = [0, 1].map(|n| table.figures[n].clone());
        let guard = guard.event;
        let mut haunted = Self {
            table,
            meeple,
            guard,
        };
        haunted.looks(|_| {});
        haunt_first(&mut haunted.table);
        haunted.looks(|_| {});
        haunted
    }

    /// Some looks, in which the guard looks like one; what else is seen is up to `seen`.
    fn looks(&mut self, mut seen: impl FnMut(&mut SeenTable)) {
        for _ in 0..12 {
            let figures = self.table.figures.iter();
            let guard = figures.clone().position(|f| f.event == self.guard);
            let mut look = self.table.seen();
            as_guard(&mut look.figures[guard.expect("it stands")], 3.0);
            with_ghosts(&self.table, &mut look);
            seen(&mut look);
            self.table.tracker.see(&look);
        }
    }
}

/// A ghost beside the guard that is none.
fn misread(seen: &mut SeenTable) {
    let mut figures = seen.figures.iter();
    let guard = figures.find(|figure| figure.candidates[0].kind == Guard);
    let ghost = ghost_beside(guard.expect("it is seen"));
    seen.figures.push(ghost);
}

/// With the guard as a meeple, the ghost that could stand beside one meeple alone might have been put
/// beside two: what is read awry once must not take it from where it stands.
#[test]
fn a_ghost_read_beside_a_guard_takes_none_from_a_hidden_meeple() {
    let mut haunted = Haunted::new();
    let stand = haunted.table.tracker.log().game().tokens();
    assert_eq!(
        (kinds(&haunted.table), stand.len()),
        (vec![Meeple, Guard], 1)
    );
    haunted.looks(|seen| {
        misread(seen);
        let hidden = seen.figures[0].cell;
        seen.tiles.retain(|tile| tile.cell != hidden);
        seen.figures.retain(|figure| figure.cell != hidden);
        seen.hidden.push(hidden);
    });
    assert_eq!(kinds(&haunted.table), [Meeple, Guard]);
    assert_eq!(haunted.table.tracker.log().game().tokens(), stand);
}

/// The same once the haunted meeple has scored and gone home: its ghost has cost points.
#[test]
fn a_ghost_read_beside_a_guard_takes_no_points_back() {
    let mut haunted = Haunted::new();
    lay(&mut haunted.table, Wanted::Completing(haunted.meeple.at));
    haunted.looks(|_| {});
    haunted.table.take(haunted.meeple.event);
    haunted.looks(|_| {});
    lay(&mut haunted.table, Wanted::Calm(FeatureKind::City));
    haunted.looks(|_| {});
    let scores = |haunted: &Haunted| {
        let players = haunted.table.tracker.log().game().players();
        players
            .iter()
            .map(|player| player.score)
            .collect::<Vec<_>>()
    };
    let before = scores(&haunted);
    assert!(before[0] > 0, "{before:?}");
    haunted.looks(misread);
    assert_eq!(kinds(&haunted.table), [Guard]);
    assert_eq!(scores(&haunted), before);
}

fn lay(table: &mut Table, wanted: Wanted) {
    let (face, cell, degrees) = next_place(table, wanted).expect("a tile like that");
    table.lay(face.as_str(), cell.x, cell.y, degrees);
}

fn kinds(table: &Table) -> Vec<FigureKind> {
    let figures = table.tracker.log().game().figures();
    figures.map(|figure| figure.kind).collect()
}

/// Blue extends a bank and haunts Red's first meeple.
fn haunt_first(table: &mut Table) {
    lay(table, Wanted::Extending);
    let choice = table.truth.game().choices().pop().expect("a ghost");
    for kind in choice.options[0].events.clone() {
        table.truth.append(0, By::Person, kind).expect("offered");
    }
}

/// Red's first meeple stands on this kind of feature and is haunted, the second on a city.
fn a_ghost_tells(first: FeatureKind) {
    let mut table = start();
    let calm = Wanted::Calm(FeatureKind::City);
    for (puts, wanted) in [
        (Some(first), Wanted::Calm(first)),
        (None, calm),
        (Some(FeatureKind::City), calm),
    ] {
        lay(&mut table, wanted);
        if let Some(kind) = puts {
            put_on(&mut table, kind);
        }
        for _ in 0..6 {
            let seen = with_guards(&mut table, 3.0);
            table.tracker.see(&seen);
        }
    }
    assert_eq!(kinds(&table), [Guard, Guard]);
    haunt_first(&mut table);
    for _ in 0..12 {
        let mut seen = with_guards(&mut table, 3.0);
        with_ghosts(&table, &mut seen);
        table.tracker.see(&seen);
    }
    assert_eq!(kinds(&table), [Meeple, Guard]);
    let [believed, truth] = [&table.tracker.log(), &&table.truth].map(|log| log.game().tokens());
    assert_eq!(believed.len(), 1);
    assert_eq!(believed.len(), truth.len());
}
