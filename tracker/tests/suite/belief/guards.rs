//! Guards and meeples, which look alike, on simulated tables.

use super::table::{NONE, Table};
use carcassonne::catalogue::FaceId;
use carcassonne::piece::Color::Red;
use carcassonne::piece::FigureKind::{Ghost, Guard, Meeple};
use carcassonne::piece::{FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure, SeenTable};
use tracker::board::features::FeatureKind;
use tracker::log::event::By;
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
        let host = table.figures.iter().find(|f| f.event == figure);
        let number = host.and_then(|host| table.figures.iter().position(|f| f.event == host.event));
        let beside = ghost_beside(&seen.figures[number.expect("the host stands")]);
        seen.figures.push(beside);
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
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    /// A misty tile that extends a bank of the start tile, with nothing else to do.
    Extending,
    /// A tile with a feature of this kind that haunts nobody.
    Calm(FeatureKind),
}

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
            let fits = match wanted {
                Wanted::Extending => asks == [ChoiceKind::HauntOpponent],
                Wanted::Calm(kind) => {
                    let features = tried.game().features();
                    let of_kind = |place| features.at(place).is_some_and(|f| f.kind == kind);
                    let places = tried.game().figure_places(Red).into_iter();
                    !asks.iter().any(|&kind| haunts(kind))
                        && places.map(|place| place.at).any(of_kind)
                }
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
    let (face, cell, degrees) = next_place(&table, calm).expect("a calm tile");
    table.lay(face.as_str(), cell.x, cell.y, degrees);
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

/// With a guard as a meeple, a ghost that could stand beside one meeple alone might have been put beside
/// two: what is read awry once must not take it from where it stands.
#[test]
fn a_ghost_read_beside_a_guard_takes_none_from_a_hidden_meeple() {
    let mut table = start();
    let calm = Wanted::Calm(FeatureKind::City);
    let with_second_as_guard = |table: &mut Table| {
        let mut seen = table.seen();
        if let Some(second) = seen.figures.get_mut(1) {
            as_guard(second, 3.0);
        }
        seen
    };
    for reds_turn in [true, false, true] {
        let (face, cell, degrees) = next_place(&table, calm).expect("a calm tile");
        table.lay(face.as_str(), cell.x, cell.y, degrees);
        if reds_turn {
            put_on(&mut table, FeatureKind::City);
        }
        for _ in 0..6 {
            let seen = with_second_as_guard(&mut table);
            table.tracker.see(&seen);
        }
    }
    haunt_first(&mut table);
    for _ in 0..6 {
        let mut seen = with_second_as_guard(&mut table);
        with_ghosts(&table, &mut seen);
        table.tracker.see(&seen);
    }
    let stand = table.tracker.log().game().tokens();
    assert_eq!((kinds(&table), stand.len()), (vec![Meeple, Guard], 1));
    for _ in 0..12 {
        let mut seen = with_second_as_guard(&mut table);
        seen.figures.push(ghost_beside(&seen.figures[1]));
        let hidden = seen.figures[0].cell;
        seen.tiles.retain(|tile| tile.cell != hidden);
        seen.figures.retain(|figure| figure.cell != hidden);
        seen.hidden.push(hidden);
        table.tracker.see(&seen);
    }
    assert_eq!(kinds(&table), [Meeple, Guard]);
    assert_eq!(table.tracker.log().game().tokens(), stand);
}

fn kinds(table: &Table) -> Vec<FigureKind> {
    let figures = table.tracker.log().game().figures();
    figures.map(|figure| figure.kind).collect()
}

/// Blue extends a bank and haunts Red's first meeple.
fn haunt_first(table: &mut Table) {
    let (face, cell, degrees) = next_place(table, Wanted::Extending).expect("a tile that extends");
    table.lay(face.as_str(), cell.x, cell.y, degrees);
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
        let (face, cell, degrees) = next_place(&table, wanted).expect("a calm tile");
        table.lay(face.as_str(), cell.x, cell.y, degrees);
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
