//! Ghosts on a small made-up board that is seen from above and from flatter: how many there are, and
//! whether they have gone.

use std::collections::{BTreeMap, BTreeSet};

use calibration::space::{self, Raised, point2, vec2};
use carcassonne::geometry::Rotation;
use opencv::core::{Rect, Scalar, Size};
use opencv::imgproc;

use super::*;
use crate::bare::raster::{CELL_PX, Raster};
use crate::bare::{BareTile, lab};
use crate::lattice::Lattice;
use crate::pieces::silhouette::{Outlines, Silhouettes, turns};

/// How far to the north what stands one cell high is seen, in cells: from some 55° above …
const STEEP: f64 = 0.7;
/// … 38° …
const FLAT: f64 = 1.3;
/// … and 24°.
const FLATTEST: f64 = 2.2;
const GROUND: [f64; 3] = [62.0, -8.0, 14.0];
const SKIN: [f64; 3] = [70.0, 18.0, 20.0];
/// By how much a shadow is darker.
const DARKER: f64 = 14.0;

/// Three tiles of one green in a row, and what was seen of them.
struct Meadow {
    lean: f64,
    /// How far shadows fall, in heights.
    lamps: Vec<LatticeOffset>,
    raster: Raster,
    tiles: BTreeMap<Cell, BareTile>,
    /// A hand is over this tile.
    hand: Option<Cell>,
    looks: Looks,
}

/// What stands on it.
struct Stands {
    kind: FigureKind,
    at: LatticePoint,
    color: Option<Color>,
}

fn ghost(x: f64, y: f64) -> Stands {
    Stands {
        kind: FigureKind::Ghost,
        at: point2(x, y),
        color: None,
    }
}

fn meeple(x: f64, y: f64) -> Stands {
    Stands {
        kind: FigureKind::Meeple,
        at: point2(x, y),
        color: Some(Color::Black),
    }
}

fn picture(size: Size, [l, a, b]: [f64; 3]) -> Mat {
    let colour = Scalar::new(l, a, b, 0.0);
    Mat::new_size_with_default(size, opencv::core::CV_32FC3, colour).expect("a picture")
}

fn wood(kind: FigureKind, color: Option<Color>) -> [f64; 3] {
    let [r, g, b] = paint(kind, color).map(f64::from);
    let bgr = Scalar::new(b, g, r, 0.0);
    let bgr = Mat::new_rows_cols_with_default(1, 1, opencv::core::CV_8UC3, bgr).expect("a pixel");
    let lab = lab(&bgr).expect("Lab");
    lab.at::<Vec3f>(0).expect("a pixel").0.map(f64::from)
}

impl Meadow {
    fn seen_with(lean: f64) -> Self {
        let side = f64::from(CELL_PX);
        let corners = space::square(2.0 * side, 3.0 * side);
        let lattice = Lattice::from_tile(corners).expect("a lattice");
        let cells = [-1, 0, 1].map(|x| Cell::new(x, 0));
        let tile = |cell: Cell| BareTile {
            picture: 0,
            rotation: Rotation::R0,
            corners: lattice.corners(cell),
        };
        let mut meadow = Self {
            lean,
            lamps: vec![vec2(0.5, 0.15)],
            raster: Raster::from_above(&lattice, cells.iter()).expect("a raster"),
            tiles: cells.map(|cell| (cell, tile(cell))).into(),
            hand: None,
            looks: Looks::default(),
        };
        for _ in 0..2 {
            assert_eq!(meadow.look(&[]), 0);
        }
        meadow
    }

    /// The same after a lonely meeple has told how shadows fall.
    fn lit(lean: f64) -> Self {
        let mut meadow = Self::seen_with(lean);
        assert_eq!(meadow.look(&[meeple(1.0, 0.1)]), 0);
        meadow
    }

    fn draw(
        &self,
        seen: &mut Mat,
        outline: &Outlines<crate::bare::pixels::Raster>,
        color: [f64; 3],
    ) {
        let whole = Rect::new(0, 0, seen.cols(), seen.rows());
        let mut mask = target::blank(whole).expect("a mask");
        fill(&mut mask, outline, whole, SOLID).expect("filled");
        let [l, a, b] = color;
        seen.set_to(&Scalar::new(l, a, b, 0.0), &mask).expect("set");
    }

    /// How many loose pieces are found where these stand, of which the meeples are known.
    fn look(&mut self, there: &[Stands]) -> usize {
        let size = self.raster.size;
        let (bare, mut seen) = (picture(size, GROUND), picture(size, GROUND));
        let to_raster = self.raster.raster_from_lattice;
        let to_picture =
            |p: Raised<space::Lattice>| to_raster.apply(point2(p.x, p.y - self.lean * p.z));
        let silhouettes = Silhouettes {
            to_picture: &to_picture,
            unit_mm: 45.7,
        };
        let turn = |kind| turns(&body(kind), Pose::Standing)[0];
        for Stands { kind, at, .. } in there {
            for slope in &self.lamps {
                let (body, pose) = (body(*kind), Pose::Standing);
                let shadow = silhouettes.shadow(&body, pose, *at, 1.0, turn(*kind), *slope);
                let [l, a, b] = GROUND;
                self.draw(&mut seen, &shadow, [l - DARKER, a, b]);
            }
        }
        // From behind to before.
        let mut drawn: Vec<&Stands> = there.iter().collect();
        drawn.sort_by(|one, other| one.at.y.total_cmp(&other.at.y));
        for Stands { kind, at, color } in drawn {
            let [l, a, b] = wood(*kind, *color);
            let solid =
                |size| silhouettes.shape(&body(*kind), Pose::Standing, *at, size, turn(*kind));
            self.draw(&mut seen, &solid(1.0), [WALLS * l, a, b]);
            self.draw(&mut seen, &solid(0.35), [l, a, b]);
        }
        if let Some(cell) = self.hand {
            let tile = self.raster.rect(cell, 0);
            let skin = picture(tile.size(), SKIN);
            let mut on = Mat::roi_mut(&mut seen, tile).expect("a part");
            skin.copy_to(&mut on).expect("copied");
        }
        let mut known = target::blank(Rect::new(0, 0, size.width, size.height)).expect("a mask");
        for cell in self.tiles.keys() {
            let (tile, white) = (self.raster.rect(*cell, 0), Scalar::all(255.0));
            let filled = imgproc::FILLED;
            imgproc::rectangle(&mut known, tile, white, filled, imgproc::LINE_8, 0).expect("drawn");
        }
        let light = TableLight::of(&bare, &bare, &known).expect("a light");
        let board = Board {
            raster: &self.raster,
            tiles: &self.tiles,
            seen: &seen,
            bare: &bare,
            known: &known,
            light: &light,
            silhouettes: &silhouettes,
        };
        let meeples = there
            .iter()
            .filter(|piece| piece.kind == FigureKind::Meeple);
        let meeples = meeples.map(|piece| Known {
            kind: piece.kind,
            pose: Pose::Standing,
            foot: piece.at,
            size: 1.0,
            turn: turn(piece.kind),
        });
        let meeples: Vec<Known> = meeples.collect();
        let kinds = [(FigureKind::Ghost, None)];
        let found = find(&board, &meeples, &kinds, &mut self.looks).expect("looked at");
        found.len()
    }

    fn unclear(&self) -> Vec<Cell> {
        let unclear: BTreeSet<Cell> = self.looks.unclear().collect();
        unclear.into_iter().collect()
    }
}

#[test]
fn ghosts_are_counted() {
    let mut meadow = Meadow::lit(STEEP);
    let heap = [ghost(0.0, 0.0), ghost(0.3, 0.1), ghost(0.05, 0.3)];
    assert_eq!(meadow.look(&heap[..1]), 1);
    assert_eq!(meadow.look(&heap[..2]), 2);
    assert_eq!(meadow.look(&heap), 3);
    assert_eq!(meadow.look(&heap[1..]), 2);
    assert_eq!(meadow.look(&[]), 0);
}

#[test]
fn a_second_shadow_is_no_second_ghost() {
    let mut meadow = Meadow::lit(STEEP);
    meadow.lamps.push(vec2(-0.6, 0.3));
    assert_eq!(meadow.look(&[ghost(0.0, 0.0)]), 1);
}

#[test]
fn what_has_another_paint_is_no_ghost() {
    let mut meadow = Meadow::lit(STEEP);
    let black = Stands {
        color: Some(Color::Black),
        ..ghost(0.0, 0.0)
    };
    assert_eq!(meadow.look(&[black]), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
}

#[test]
fn little_of_a_ghost_is_not_taken_for_one() {
    let mut meadow = Meadow::lit(FLAT);
    assert_eq!(meadow.look(&[meeple(0.0, 0.25), ghost(0.02, -0.02)]), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
}

#[test]
fn a_ghost_behind_a_meeple_may_stand_until_its_place_is_bare() {
    let mut meadow = Meadow::lit(FLAT);
    assert_eq!(meadow.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(meadow.look(&[meeple(0.0, 0.25), ghost(0.02, -0.02)]), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
    assert_eq!(meadow.look(&[meeple(0.0, 0.25)]), 0);
    assert_eq!(meadow.unclear(), []);
}

#[test]
fn behind_a_meeple_that_hides_its_place_a_ghost_may_stand() {
    let mut meadow = Meadow::lit(FLATTEST);
    assert_eq!(meadow.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(meadow.look(&[meeple(0.0, 0.2)]), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
    assert_eq!(meadow.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(meadow.unclear(), []);
    assert_eq!(meadow.look(&[]), 0);
    assert_eq!(meadow.unclear(), []);
}

#[test]
fn a_figure_in_a_ghosts_place_hides_none() {
    let mut meadow = Meadow::lit(FLATTEST);
    assert_eq!(meadow.look(&[ghost(0.0, 0.0)]), 1);
    assert_eq!(meadow.look(&[meeple(0.0, 0.0)]), 0);
    assert_eq!(meadow.unclear(), []);
}

#[test]
fn a_ghost_under_a_hand_may_stand_still() {
    let mut meadow = Meadow::lit(STEEP);
    let stands = [ghost(0.0, 0.0)];
    assert_eq!(meadow.look(&stands), 1);
    meadow.hand = Some(Cell::new(0, 0));
    assert_eq!(meadow.look(&stands), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
    meadow.hand = None;
    assert_eq!(meadow.look(&stands), 1);
    assert_eq!(meadow.look(&[]), 0);
    assert_eq!(meadow.unclear(), []);
}

#[test]
fn no_ghost_stands_where_no_tile_lies_any_more() {
    let mut meadow = Meadow::lit(STEEP);
    assert_eq!(meadow.look(&[ghost(0.0, 0.0)]), 1);
    meadow.tiles.remove(&Cell::new(0, 0));
    assert_eq!(meadow.look(&[]), 0);
    assert_eq!(meadow.unclear(), []);
}

#[test]
fn a_heap_is_unclear_until_it_is_known_how_shadows_fall() {
    let mut meadow = Meadow::seen_with(STEEP);
    let heap = || (0..6).map(|n| ghost(0.27 * f64::from(n % 3) - 0.27, 0.27 * f64::from(n / 3)));
    assert_eq!(meadow.look(&heap().collect::<Vec<_>>()), 0);
    assert_eq!(meadow.unclear(), [Cell::new(0, 0)]);
    let and_meeple = heap().chain([meeple(1.0, 0.1)]).collect::<Vec<_>>();
    assert!(meadow.look(&and_meeple) > 2);
}
