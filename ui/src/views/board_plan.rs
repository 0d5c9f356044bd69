//! Where things lie on the drawn board, in tile sides from the middle of the start cell.
//!
//! Shared by the window's board and the exported one. Knows the snapshot and the layout of
//! faces; it draws nothing.

use std::collections::HashMap;
use std::sync::Arc;

use carcassonne::catalogue::{Catalogue, Face, FaceId};
use carcassonne::geometry::Cell;
use carcassonne::piece::FigureKind;
use shapes::layout::{Layout, turned};
use tracker::board::features::SegmentRef;
use tracker::log::event::EventId;
use tracker::log::ghost::{Companion, GhostCount, GhostPlace};
use tracker::rules::expansions::mists::HoundPlace;
use tracker::rules::expansions::spell_circles::EloisePlace;
use tracker::setup::Setup;
use tracker::snapshot::{PlacedTile, Snapshot, StandingFigure};

use crate::faces;

/// Right and down, in tile sides.
pub type Point = [f32; 2];

/// Side of a figure, in tile sides: a meeple of 16 mm on a tile of 45 mm.
pub const FIGURE: f32 = 0.36;
/// Side of a ghost or animal, in tile sides.
pub const SMALL: f32 = 0.24;

/// The layouts of faces, each made once.
#[derive(Default)]
pub struct Layouts {
    /// The faces of the game that is drawn; what they lack is every game's.
    own: Option<Arc<Catalogue>>,
    made: HashMap<(FaceId, bool), Option<Layout>>,
}

impl Layouts {
    /// Those of one game. Elsewhere somebody may have taught another print by the same name.
    pub fn of_game(setup: &Setup) -> Self {
        Self {
            own: Some(setup.catalogue()),
            made: HashMap::new(),
        }
    }

    /// The face of that name; `None` if neither the game nor this version knows it.
    pub fn face(&self, face: &FaceId) -> Option<Arc<Face>> {
        printed(self.own.as_deref(), face)
    }

    /// Makes the layout of a face anew when it is next asked for.
    pub fn forget(&mut self, face: &FaceId) {
        self.made.retain(|(made, _), _| made != face);
    }

    /// Where the segments of a face lie; `None` for a face this version does not know.
    pub fn of(&mut self, face: FaceId, garden: bool) -> Option<&Layout> {
        let Self { own, made } = self;
        let made = made.entry((face, garden));
        made.or_insert_with(|| Layout::new(&*printed(own.as_deref(), &face)?, garden).ok())
            .as_ref()
    }
}

fn printed(own: Option<&Catalogue>, face: &FaceId) -> Option<Arc<Face>> {
    let own = own.and_then(|own| own.face(face));
    own.cloned().or_else(|| faces::known(face))
}

/// A face as it is printed on one copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copy {
    /// Which face.
    pub face: FaceId,
    /// Whether it shows a garden.
    pub garden: bool,
    /// Which copy; copies differ in what is strewn about.
    pub variant: u64,
}

impl Copy {
    /// The first copy of a face, without a garden.
    pub const fn plain(face: FaceId) -> Self {
        Self {
            face,
            garden: false,
            variant: 0,
        }
    }
}

/// Which copy of its face each tile is, counted in the order of laying.
pub fn copies_of(snapshot: &Snapshot) -> HashMap<Cell, Copy> {
    let mut laid: HashMap<FaceId, u64> = HashMap::new();
    let mut copies = HashMap::new();
    for tile in &snapshot.tiles {
        let count = laid.entry(tile.face).or_default();
        let copy = Copy {
            face: tile.face,
            garden: tile.garden == Some(true),
            variant: *count,
        };
        copies.insert(tile.cell, copy);
        *count += 1;
    }
    copies
}

/// The tile on a cell.
pub fn tile_on(snapshot: &Snapshot, cell: Cell) -> Option<&PlacedTile> {
    snapshot.tiles.iter().find(|tile| tile.cell == cell)
}

/// Whether the copy must be drawn with a garden: it is known to have one, or one is meant.
pub fn shows_garden(tile: &PlacedTile, segment: usize) -> bool {
    let meant = faces::known(&tile.face).is_some_and(|face| face.garden_segment() == Some(segment));
    meant || tile.garden == Some(true)
}

/// The middle of a cell.
pub const fn middle(cell: Cell) -> Point {
    [cell.x as f32, cell.y as f32]
}

fn moved([x, y]: Point, [right, down]: Point) -> Point {
    [x + right, y + down]
}

/// Where a segment's figure stands; `None` if no tile lies there.
pub fn segment(snapshot: &Snapshot, at: SegmentRef, layouts: &mut Layouts) -> Option<Point> {
    let tile = tile_on(snapshot, at.cell)?;
    let stand = layouts
        .of(tile.face, shows_garden(tile, at.segment))
        .and_then(|layout| layout.shapes().get(at.segment))
        .map_or([0.0, 0.0], |shape| turned(shape.stand, tile.rotation));
    Some(moved(middle(at.cell), stand))
}

/// Where a figure stands.
pub fn standing(snapshot: &Snapshot, figure: &StandingFigure, layouts: &mut Layouts) -> Point {
    let cell = middle(figure.at.cell);
    match figure.foot {
        Some(foot) => moved(cell, foot),
        None => segment(snapshot, figure.at, layouts).unwrap_or(cell),
    }
}

/// Where the figure of an event stands; `None` if it is not on the board.
pub fn figure(snapshot: &Snapshot, event: EventId, layouts: &mut Layouts) -> Option<Point> {
    let figure = snapshot.figures.iter().find(|f| f.event == event)?;
    Some(standing(snapshot, figure, layouts))
}

/// Where the ghosts of a place stand; `None` off the board.
pub fn ghosts_at(snapshot: &Snapshot, place: GhostPlace, layouts: &mut Layouts) -> Option<Point> {
    if let GhostPlace::Beside { figure: host } = place {
        return Some(moved(figure(snapshot, host, layouts)?, [0.17, -0.13]));
    }
    let cell = place.cell()?;
    let tile = tile_on(snapshot, cell)?;
    let face = layouts.face(&tile.face)?;
    if let (GhostPlace::Cemetery { .. }, Some(number)) = (place, face.cemetery()) {
        return segment(snapshot, SegmentRef::new(cell, number), layouts);
    }
    let layout = layouts.of(tile.face, tile.garden == Some(true));
    let printed = match place {
        // Where the tile shows a ghost, one stands well inside the mist.
        GhostPlace::Mist { part, .. } => layout
            .and_then(|layout| layout.mists().get(part))
            .and_then(|mist| mist.ghosts.first().copied()),
        GhostPlace::Circle { part, .. } => face
            .mists
            .get(part)
            .and_then(|mist| mist.circles.first().copied()),
        _ => None,
    };
    let on_tile = turned(printed.unwrap_or_default(), tile.rotation);
    Some(moved(middle(cell), on_tile))
}

/// Every place on the board with ghosts.
pub fn ghosts(snapshot: &Snapshot) -> Vec<GhostCount> {
    let modules = &snapshot.modules;
    let mists = modules.mists.iter().flat_map(|mists| &mists.ghosts);
    let haunted = modules.ghosts_castles_cemeteries.iter();
    let haunted = haunted
        .flat_map(|view| &view.haunted)
        .map(|haunted| GhostCount {
            place: GhostPlace::Beside {
                figure: haunted.figure,
            },
            count: haunted.ghosts,
        });
    let tiles = modules
        .competitive_circles
        .iter()
        .flat_map(|view| &view.tiles);
    let circles = tiles.filter(|tile| tile.ghosts > 0).map(|tile| GhostCount {
        place: GhostPlace::Circle {
            cell: tile.cell,
            part: part_with_circles(snapshot, tile.cell),
        },
        count: tile.ghosts,
    });
    mists.copied().chain(haunted).chain(circles).collect()
}

/// The number of the mist that shows the circles of a tile.
fn part_with_circles(snapshot: &Snapshot, cell: Cell) -> usize {
    let tile = tile_on(snapshot, cell);
    let face = tile.and_then(|tile| faces::known(&tile.face));
    let mists = face.as_ref().map_or(&[][..], |face| &face.mists);
    let shows = mists.iter().position(|mist| !mist.circles.is_empty());
    shows.unwrap_or(0)
}

/// The animals that are beside a meeple.
pub fn companions(snapshot: &Snapshot) -> Vec<(Companion, EventId)> {
    let modules = &snapshot.modules;
    let hounds = modules.mists.iter().flat_map(|mists| &mists.hounds);
    let with = hounds.filter_map(|hound| match hound.place {
        HoundPlace::With(host) => Some((hound.hound, host)),
        HoundPlace::Track | HoundPlace::Due | HoundPlace::Gone => None,
    });
    let mut all: Vec<_> = with.collect();
    if let Some(EloisePlace::With(host)) = modules.eloise.as_ref().map(|eloise| eloise.place) {
        all.push((Companion::Eloise, host));
    }
    all
}

/// Where an animal stands beside that meeple; `None` if that is not on the board.
pub fn companion_at(
    snapshot: &Snapshot,
    (companion, host): (Companion, EventId),
    layouts: &mut Layouts,
) -> Option<Point> {
    // Eloise and a hound may both be beside one meeple.
    let beside = match companion {
        Companion::Rufus => [-0.17, 0.12],
        Companion::Ronja => [0.17, 0.12],
        Companion::Eloise => [-0.17, -0.1],
    };
    Some(moved(figure(snapshot, host, layouts)?, beside))
}

/// The piece that stands for an animal.
pub const fn piece_of(companion: Companion) -> FigureKind {
    match companion {
        Companion::Rufus | Companion::Ronja => FigureKind::Hound,
        Companion::Eloise => FigureKind::Cat,
    }
}

/// Whether it is the meeple of a grave.
pub fn is_buried(snapshot: &Snapshot, figure: EventId) -> bool {
    let mut graves = snapshot.modules.mists.iter().flat_map(|m| &m.buried);
    graves.any(|buried| buried.figure == figure)
}

/// The north-west and the south-east corner of what lies on these cells; none of none.
pub fn bounds(cells: impl IntoIterator<Item = Cell>) -> Option<(Cell, Cell)> {
    let corners = cells.into_iter().map(|cell| (cell, cell));
    corners.reduce(|(first, last), (cell, _)| {
        (
            Cell::new(first.x.min(cell.x), first.y.min(cell.y)),
            Cell::new(last.x.max(cell.x), last.y.max(cell.y)),
        )
    })
}

/// The cells of tiles and map.
pub fn cells(snapshot: &Snapshot) -> impl Iterator<Item = Cell> {
    let maps = snapshot.modules.benelux.iter();
    let map = maps.flat_map(|view| view.map.squares().map(|(cell, _)| cell));
    snapshot.tiles.iter().map(|tile| tile.cell).chain(map)
}
