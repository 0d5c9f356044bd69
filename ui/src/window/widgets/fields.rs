//! The borders of all fields at once, over the drawn board and over the live picture: each field
//! in the colours of those who own it, with their badges, or in plain white.
//!
//! Where a tile lies on the screen is the caller's business. Where two tiles continue one field,
//! or nothing lies yet, there is no border.

use std::collections::HashMap;

use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use egui::{Color32, Context, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use shapes::layout::turned;
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::snapshot::{FeatureView, PlacedTile, Snapshot};

use super::art::Art;
use super::badge;
use super::picture::perspective::in_perspective;
use crate::text::Words;
use crate::text::names::initial;
use crate::theme::wood;
use crate::views::board_plan::{Point, shows_garden};

/// Width of a border, in tile sides: less than half a road, so that both of its sides show.
const WIDTH: f32 = 0.04;
/// Length of a dash, in tile sides.
const DASH: f32 = 0.11;
/// Dashes in a border at most: a tile that is seen as good as edge-on would have them without number.
const MOST_DASHES: f32 = 10_000.0;
/// Side of a badge, in tile sides.
const BADGE: f32 = 0.26;
/// Opacity of an owned field's ground, of 255: the tile stays in sight.
const TINT: u8 = 150;

/// What to draw on, and where.
pub struct Canvas<'a> {
    /// For the shapes of segments.
    pub ctx: &'a Context,
    /// What is painted with.
    pub painter: &'a Painter,
    /// Where a point of a cell lies, −0.5…0.5 east and south; `None` if the cell is not in view.
    pub at: &'a dyn Fn(Cell, Point) -> Option<Pos2>,
    /// Whose initials stand on badges.
    pub words: Words,
}

/// Draws the borders of all fields.
pub fn draw(on: &Canvas<'_>, snapshot: &Snapshot, art: &mut Art) {
    let tiles: HashMap<Cell, &PlacedTile> = snapshot.tiles.iter().map(|t| (t.cell, t)).collect();
    let fields = snapshot.features.iter();
    for field in fields.filter(|feature| feature.kind == FeatureKind::Field) {
        for &segment in &field.segments {
            if let Some(tile) = tiles.get(&segment.cell) {
                draw_segment(on, tile, segment, &field.owners, art);
            }
        }
    }
    // On top of all lines.
    for field in snapshot.features.iter().filter(|f| !f.owners.is_empty()) {
        if field.kind == FeatureKind::Field {
            draw_badges(on, snapshot, &tiles, field, art);
        }
    }
}

fn draw_segment(
    on: &Canvas<'_>,
    tile: &PlacedTile,
    at: SegmentRef,
    owners: &[Color],
    art: &mut Art,
) {
    const CORNERS: [Point; 4] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
    let corner = |n: usize| (on.at)(tile.cell, CORNERS[n]);
    let (Some(nw), Some(ne), Some(se), Some(sw)) = (corner(0), corner(1), corner(2), corner(3))
    else {
        return;
    };
    let garden = shows_garden(tile, at.segment);
    if !owners.is_empty()
        && let Some(ground) = art.ground(on.ctx, tile.face, garden, at.segment)
    {
        // Those who share a field take turns, tile by tile.
        let turn = (tile.cell.x + tile.cell.y).rem_euclid(owners.len() as i32);
        let [r, g, b, _] = wood(owners[turn as usize]).fill.to_array();
        let tint = Color32::from_rgba_unmultiplied(r, g, b, TINT);
        let quad = [nw, ne, se, sw];
        let mesh = in_perspective(quad, tile.rotation, ground.id(), tint);
        on.painter.add(mesh);
    }
    let Some(layout) = art.layout(tile.face, garden) else {
        return;
    };
    let Some(shape) = layout.shapes().get(at.segment) else {
        return;
    };
    let side = nw.distance(ne).min(nw.distance(sw));
    for line in shape.rings.iter().flat_map(|ring| within(ring)) {
        let place = |&point: &Point| (on.at)(tile.cell, turned(point, tile.rotation));
        let line: Vec<Pos2> = line.iter().filter_map(place).collect();
        draw_line(on.painter, &line, owners, side);
    }
}

/// A border: plain for one owner, in dashes for several, white where nobody stands.
fn draw_line(painter: &Painter, line: &[Pos2], owners: &[Color], side: f32) {
    let width = (side * WIDTH).clamp(1.5, 4.0);
    let (first, casing) = match owners.first() {
        Some(&owner) => (wood(owner).fill, wood(owner).ink),
        None => (Color32::WHITE, Color32::BLACK),
    };
    let thin = if owners.is_empty() { 0.6 } else { 1.0 };
    let under = Stroke::new(width * thin + 1.5, casing.gamma_multiply(0.75));
    painter.add(Shape::line(line.to_vec(), under));
    painter.add(Shape::line(line.to_vec(), Stroke::new(width * thin, first)));
    let dash = side * DASH;
    if !is_for_dashes(line, dash) {
        return;
    }
    for (n, &owner) in owners.iter().enumerate().skip(1) {
        painter.extend(Shape::dashed_line_with_offset(
            line,
            Stroke::new(width, wood(owner).fill),
            &[dash],
            &[dash * (owners.len() - 1) as f32],
            dash * n as f32,
        ));
    }
}

/// Whether a border can be drawn in dashes of that length.
fn is_for_dashes(line: &[Pos2], dash: f32) -> bool {
    let length: f32 = line.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    length < dash * MOST_DASHES
}

/// The owners' badges on the roomiest segment without a figure, so that nobody has to tell a
/// field's owner by colour alone.
fn draw_badges(
    on: &Canvas<'_>,
    snapshot: &Snapshot,
    tiles: &HashMap<Cell, &PlacedTile>,
    field: &FeatureView,
    art: &mut Art,
) {
    let stands = |at: &SegmentRef| snapshot.figures.iter().any(|figure| figure.at == *at);
    let mut best: Option<(bool, f32, Cell, Point)> = None;
    for at in &field.segments {
        let Some(tile) = tiles.get(&at.cell) else {
            continue;
        };
        let layout = art.layout(tile.face, shows_garden(tile, at.segment));
        let Some(shape) = layout.and_then(|layout| layout.shapes().get(at.segment)) else {
            continue;
        };
        let found = (!stands(at), shape.room);
        if best.is_none_or(|(free, room, ..)| found > (free, room)) {
            let stand = turned(shape.stand, tile.rotation);
            best = Some((found.0, found.1, at.cell, stand));
        }
    }
    let Some((_, _, cell, stand)) = best else {
        return;
    };
    let beside = (on.at)(cell, [stand[0] + BADGE, stand[1]]);
    let (Some(middle), Some(beside)) = ((on.at)(cell, stand), beside) else {
        return;
    };
    let side = middle.distance(beside).clamp(12.0, 30.0);
    let count = field.owners.len() as f32;
    for (n, &owner) in (0_u8..).zip(&field.owners) {
        let right = (f32::from(n) - (count - 1.0) / 2.0) * (side + 2.0);
        let square = Rect::from_center_size(middle + Vec2::new(right, 0.0), Vec2::splat(side));
        let initial = initial(&on.words.player(snapshot, owner));
        badge::paint(on.painter, square, owner, &initial);
    }
}

/// The parts of an outline that do not run along the tile's rim.
fn within(ring: &[Point]) -> Vec<Vec<Point>> {
    let on_rim = |a: Point, b: Point| (0..2).any(|i| a[i] == b[i] && a[i].abs() == 0.5);
    let n = ring.len();
    let rim = |i: usize| on_rim(ring[i % n], ring[(i + 1) % n]);
    // Beginning after an edge on the rim, no part is cut in two.
    let start = (0..n).find(|&i| rim(i)).map_or(0, |i| i + 1);
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut open = false;
    for i in start..start + n {
        if rim(i) {
            open = false;
            continue;
        }
        match parts.last_mut().filter(|_| open) {
            Some(part) => part.push(ring[(i + 1) % n]),
            None => parts.push(vec![ring[i % n], ring[(i + 1) % n]]),
        }
        open = true;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_without_end_or_of_dashes_without_length_has_none() {
        let line = |x: f32| [Pos2::ZERO, Pos2::new(x, 0.0)];
        assert!(is_for_dashes(&line(100.0), 4.0));
        assert!(!is_for_dashes(&line(100.0), 0.0));
        assert!(!is_for_dashes(&line(f32::INFINITY), 4.0));
        assert!(!is_for_dashes(&line(100.0), f32::NAN));
    }

    #[test]
    fn an_outline_loses_what_runs_along_the_rim() {
        let half = [
            [-0.5, -0.5],
            [0.5, -0.5],
            [0.5, 0.0],
            [0.1, 0.1],
            [-0.5, 0.0],
        ];
        assert_eq!(within(&half), [[[0.5, 0.0], [0.1, 0.1], [-0.5, 0.0]]]);
        // Begun anywhere else it is the same line.
        let turned = [half[3], half[4], half[0], half[1], half[2]];
        assert_eq!(within(&turned), within(&half));
        let island = [[-0.1, -0.1], [0.1, -0.1], [0.0, 0.1]];
        let closed = within(&island);
        assert_eq!(closed.len(), 1);
        assert_eq!((closed[0].len(), closed[0][0]), (4, closed[0][3]));
        let whole = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
        assert!(within(&whole).is_empty());
    }
}
