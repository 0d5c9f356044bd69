//! What an option is about: the place on the board, the piece or tile it puts there, the features to
//! light up.

use carcassonne::catalogue::{BACK, FaceId, face_id};
use carcassonne::geometry::Rotation;
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::SegmentRef;
use tracker::log::event::{EventKind, TatanUse};
use tracker::log::ghost::GhostPlace;
use tracker::rules::choice::ChoiceOption;
use tracker::snapshot::Snapshot;

use crate::window::screens::table::wishes::all_segments;
use crate::window::widgets::board::{self, Place};

/// Which end of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    From,
    To,
}

/// A piece that is put somewhere.
pub(super) type Piece = (FigureKind, Option<Color>);

/// The one place that an option is about and the piece it puts there; `None` if it is about
/// none or several.
pub(super) fn place(option: &ChoiceOption, side: Side) -> Option<(Place, Option<Piece>)> {
    let mut places = option
        .shown()
        .iter()
        .filter_map(|event| of_event(event, side));
    let first = places.next()?;
    places.all(|other| other.0 == first.0).then_some(first)
}

fn of_event(event: &EventKind, side: Side) -> Option<(Place, Option<Piece>)> {
    match *event {
        EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color,
            ..
        } => {
            let at = SegmentRef::new(cell, segment);
            Some((Place::Segment(at), Some((figure, color))))
        }
        EventKind::FigureTaken { figure } => Some((Place::Figure(figure), None)),
        EventKind::GhostsMoved { from, to, .. } => {
            let (place, piece) = match side {
                Side::To if to.is_on_board() => (to, Some((FigureKind::Ghost, None))),
                _ => (from, None),
            };
            place.is_on_board().then_some((Place::Ghosts(place), piece))
        }
        EventKind::CompanionPlaced {
            companion,
            host: Some(host),
        } => {
            let kind = board::piece_of(companion);
            Some((Place::Figure(host), Some((kind, None))))
        }
        EventKind::TileLaid { cell, .. } | EventKind::TileTurnedDown { cell } => {
            Some((Place::Cell(cell), None))
        }
        EventKind::MeepleBuried {
            figure: Some(figure),
            ..
        } => Some((Place::Figure(figure), None)),
        EventKind::TileMoved { to, .. } => Some((Place::Cell(to), None)),
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from },
        } => Some((Place::Cell(from), None)),
        EventKind::GapFilled { ref cells } => Some((Place::Cell(*cells.first()?), None)),
        EventKind::IslandTaken { island } => Some((Place::Cell(island), None)),
        EventKind::RegionDecided { at, ref removal } => match removal.first() {
            Some(ghosts) => Some((Place::Ghosts(ghosts.place), None)),
            None => Some((Place::Segment(at), None)),
        },
        _ => None,
    }
}

/// The tile that an event lays.
pub(super) fn tile(snapshot: &Snapshot, event: &EventKind) -> Option<(FaceId, Rotation)> {
    match event {
        EventKind::TileLaid { face, rotation, .. } => Some((*face, *rotation)),
        EventKind::TileMoved { from, rotation, .. } => {
            board::tile_on(snapshot, *from).map(|tile| (tile.face, *rotation))
        }
        EventKind::TileTurnedDown { .. } => face_id(BACK).map(|face| (face, Rotation::R0)),
        _ => None,
    }
}

/// What an option is about, to light it up: features where it names one, else whole tiles.
pub(super) fn segments(snapshot: &Snapshot, option: &ChoiceOption) -> Vec<SegmentRef> {
    let feature = |at: SegmentRef| {
        let feature = snapshot.features.iter().find(|f| f.segments.contains(&at));
        feature.map(|f| f.segments.clone()).unwrap_or_default()
    };
    let figure = |event| {
        let figure = snapshot.figures.iter().find(|f| f.event == event);
        figure.map(|f| feature(f.at)).unwrap_or_default()
    };
    let ghosts = |place: GhostPlace| match (place, place.cell()) {
        (GhostPlace::Beside { figure: host }, _) => figure(host),
        (_, Some(cell)) => all_segments(snapshot, cell),
        _ => Vec::new(),
    };
    let of_event = |event: &EventKind| match event {
        EventKind::FigurePlaced { cell, segment, .. } => feature(SegmentRef::new(*cell, *segment)),
        EventKind::FigureTaken { figure: taken } => figure(*taken),
        EventKind::CompanionPlaced {
            host: Some(host), ..
        } => figure(*host),
        EventKind::GhostsMoved { from, to, .. } => [ghosts(*from), ghosts(*to)].concat(),
        EventKind::TileLaid { cell, .. } => all_segments(snapshot, *cell),
        EventKind::MeepleBuried {
            figure: Some(buried),
            ..
        } => figure(*buried),
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from: cell },
        } => all_segments(snapshot, *cell),
        EventKind::RegionDecided { at, removal } if removal.is_empty() => feature(*at),
        EventKind::RegionDecided { removal, .. } => {
            removal.iter().flat_map(|from| ghosts(from.place)).collect()
        }
        _ => Vec::new(),
    };
    option.shown().iter().flat_map(of_event).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::geometry::Cell;
    use tracker::rules::choice::Effect;

    #[test]
    fn an_option_about_two_places_has_no_spot() {
        let to = |x| EventKind::GhostsMoved {
            from: GhostPlace::Supply,
            to: GhostPlace::Cemetery {
                cell: Cell::new(x, 0),
            },
            count: 1,
        };
        let events = |events: Vec<EventKind>| ChoiceOption {
            events,
            leads_to: Effect::default(),
        };
        assert!(place(&events(vec![to(0)]), Side::To).is_some());
        assert!(place(&events(vec![to(0), to(0)]), Side::To).is_some());
        assert!(place(&events(vec![to(0), to(1)]), Side::To).is_none());
        assert!(place(&events(vec![to(0)]), Side::From).is_none());
    }
}
