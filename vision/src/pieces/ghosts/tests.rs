//! Ghosts on a small made-up board that is seen from above and from flatter: how many there are, and
//! whether they have gone.

use std::collections::BTreeSet;

use calibration::space::{self, Raised, point2, vec2};
use opencv::core::{Rect, Scalar};

use super::testing::{Meadow, plain};
use super::*;
use crate::bare::lab;
use crate::pieces::place::PITCH_MM;
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
struct Watched {
    meadow: Meadow,
    lean: f64,
    /// How far shadows fall, in heights.
    lamps: Vec<LatticeOffset>,
    /// A hand is over this tile.
    hand: Option<Cell>,
    /// What is looked for.
    kinds: Vec<(FigureKind, Option<Color>)>,
    /// What is found by its outline and known.
    outlined: Vec<FigureKind>,
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

fn cat(x: f64, y: f64) -> Stands {
    Stands {
        kind: FigureKind::Cat,
        at: point2(x, y),
        color: None,
    }
}

fn wood(kind: FigureKind, color: Option<Color>) -> [f64; 3] {
    let [r, g, b] = paint(kind, color).map(f64::from);
    let bgr = Scalar::new(b, g, r, 0.0);
    let bgr = Mat::new_rows_cols_with_default(1, 1, opencv::core::CV_8UC3, bgr).expect("a pixel");
    let lab = lab(&bgr).expect("Lab");
    lab.at::<Vec3f>(0).expect("a pixel").0.map(f64::from)
}

impl Watched {
    fn seen_with(lean: f64) -> Self {
        let mut watched = Self {
            meadow: Meadow::of([-1, 0, 1].map(|x| Cell::new(x, 0))),
            lean,
            lamps: vec![vec2(0.5, 0.15)],
            hand: None,
            kinds: vec![(FigureKind::Ghost, None)],
            outlined: vec![FigureKind::Meeple],
            looks: Looks::default(),
        };
        for _ in 0..2 {
            assert_eq!(watched.look(&[]), 0);
        }
        watched
    }

    /// The same after a lonely meeple has told how shadows fall.
    fn lit(lean: f64) -> Self {
        let mut watched = Self::seen_with(lean);
        assert_eq!(watched.look(&[meeple(1.0, 0.1)]), 0);
        watched
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

    /// How many loose pieces are found where these stand, of which some are known.
    fn look(&mut self, there: &[Stands]) -> usize {
        let (bare, mut seen) = (self.meadow.plain(GROUND), self.meadow.plain(GROUND));
        let to_raster = self.meadow.raster.raster_from_lattice;
        let to_picture =
            |p: Raised<space::Lattice>| to_raster.apply(point2(p.x, p.y - self.lean * p.z));
        let silhouettes = Silhouettes {
            to_picture: &to_picture,
            unit_mm: PITCH_MM,
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
            let tile = self.meadow.raster.rect(cell, 0);
            let skin = plain(tile.size(), SKIN);
            let mut on = Mat::roi_mut(&mut seen, tile).expect("a part");
            skin.copy_to(&mut on).expect("copied");
        }
        let known = there
            .iter()
            .filter(|piece| self.outlined.contains(&piece.kind));
        let known = known.map(|piece| Known {
            kind: piece.kind,
            pose: Pose::Standing,
            foot: piece.at,
            size: 1.0,
            turn: turn(piece.kind),
        });
        let known: Vec<Known> = known.collect();
        let found = self.meadow.seen([&seen, &bare], &silhouettes, |board| {
            find(board, &known, &self.kinds, &mut self.looks)
        });
        found.expect("looked at").len()
    }

    fn unclear(&self) -> Vec<Cell> {
        let unclear: BTreeSet<Cell> = self.looks.unclear().collect();
        unclear.into_iter().collect()
    }
}

#[test]
fn ghosts_are_counted() {
    let mut watched = Watched::lit(STEEP);
    let heap = [ghost(0.0, 0.0), ghost(0.3, 0.1), ghost(0.05, 0.3)];
    assert_eq!(watched.look(&heap[..1]), 1);
    assert_eq!(watched.look(&heap[..2]), 2);
    assert_eq!(watched.look(&heap), 3);
    assert_eq!(watched.look(&heap[1..]), 2);
    assert_eq!(watched.look(&[]), 0);
}

#[test]
fn a_second_shadow_is_no_second_ghost() {
    let mut watched = Watched::lit(STEEP);
    watched.lamps.push(vec2(-0.6, 0.3));
    assert_eq!(watched.look(&[ghost(0.0, 0.0)]), 1);
}

#[test]
fn what_has_another_paint_is_no_ghost() {
    let mut watched = Watched::lit(STEEP);
    let black = Stands {
        color: Some(Color::Black),
        ..ghost(0.0, 0.0)
    };
    assert_eq!(watched.look(&[black]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
}

#[test]
fn little_of_a_ghost_is_not_taken_for_one() {
    let mut watched = Watched::lit(FLAT);
    assert_eq!(watched.look(&[meeple(0.0, 0.25), ghost(0.02, -0.02)]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
}

#[test]
fn a_ghost_behind_a_meeple_may_stand_until_its_place_is_bare() {
    let mut watched = Watched::lit(FLAT);
    assert_eq!(watched.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(watched.look(&[meeple(0.0, 0.25), ghost(0.02, -0.02)]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
    assert_eq!(watched.look(&[meeple(0.0, 0.25)]), 0);
    assert_eq!(watched.unclear(), []);
}

#[test]
fn behind_a_meeple_that_hides_its_place_a_ghost_may_stand() {
    let mut watched = Watched::lit(FLATTEST);
    assert_eq!(watched.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(watched.look(&[meeple(0.0, 0.2)]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
    assert_eq!(watched.look(&[ghost(0.02, -0.02)]), 1);
    assert_eq!(watched.unclear(), []);
    assert_eq!(watched.look(&[]), 0);
    assert_eq!(watched.unclear(), []);
}

#[test]
fn a_figure_in_a_ghosts_place_hides_none() {
    let mut watched = Watched::lit(FLATTEST);
    assert_eq!(watched.look(&[ghost(0.0, 0.0)]), 1);
    assert_eq!(watched.look(&[meeple(0.0, 0.0)]), 0);
    assert_eq!(watched.unclear(), []);
}

/// What was read as a second cat was a part of her.
#[test]
fn the_cat_is_not_hidden_beside_where_she_is_found() {
    let mut watched = Watched::lit(FLATTEST);
    watched.kinds.push((FigureKind::Cat, None));
    assert_eq!(watched.look(&[cat(0.02, -0.02)]), 1);
    assert_eq!(watched.look(&[meeple(0.0, 0.2)]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
    watched.outlined.push(FigureKind::Cat);
    assert_eq!(watched.look(&[meeple(0.0, 0.2), cat(1.0, 0.2)]), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)], "too far away");
    assert_eq!(watched.look(&[meeple(0.0, 0.2), cat(0.3, 0.1)]), 0);
    assert_eq!(watched.unclear(), []);
}

#[test]
fn a_ghost_under_a_hand_may_stand_still() {
    let mut watched = Watched::lit(STEEP);
    let stands = [ghost(0.0, 0.0)];
    assert_eq!(watched.look(&stands), 1);
    watched.hand = Some(Cell::new(0, 0));
    assert_eq!(watched.look(&stands), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
    watched.hand = None;
    assert_eq!(watched.look(&stands), 1);
    assert_eq!(watched.look(&[]), 0);
    assert_eq!(watched.unclear(), []);
}

#[test]
fn no_ghost_stands_where_no_tile_lies_any_more() {
    let mut watched = Watched::lit(STEEP);
    assert_eq!(watched.look(&[ghost(0.0, 0.0)]), 1);
    watched.meadow.tiles.remove(&Cell::new(0, 0));
    assert_eq!(watched.look(&[]), 0);
    assert_eq!(watched.unclear(), []);
}

#[test]
fn a_heap_is_unclear_until_it_is_known_how_shadows_fall() {
    let mut watched = Watched::seen_with(STEEP);
    let heap = || (0..6).map(|n| ghost(0.27 * f64::from(n % 3) - 0.27, 0.27 * f64::from(n / 3)));
    assert_eq!(watched.look(&heap().collect::<Vec<_>>()), 0);
    assert_eq!(watched.unclear(), [Cell::new(0, 0)]);
    let and_meeple = heap().chain([meeple(1.0, 0.1)]).collect::<Vec<_>>();
    assert!(watched.look(&and_meeple) > 2);
}
