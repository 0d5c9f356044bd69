//! Tests of where cells lie: gathered outlines, lenses, small boards.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use calibration::space::apart;

const TRUE: Homography<Straight, space::Lattice> = Homography::new([
    [80.0, 15.0, 500.0],
    [-12.0, 66.0, 420.0],
    [0.01, -0.05, 1.0],
]);

const SIZE: [f64; 2] = [1100.0, 900.0];

/// Where a camera without a bend shows a place.
fn seen_at(place: LatticePoint) -> ImagePoint {
    TRUE.apply(place).cast_unit()
}

fn seen(cell: Cell, begin: usize) -> Outline {
    let corners = square(cell, FACE_SHARE).map(seen_at);
    Outline {
        corners: std::array::from_fn(|i| corners[(i + begin) % 4]),
        matches: 20,
    }
}

#[test]
fn gathers_tiles_under_perspective_and_leaves_strays() {
    let mut outlines: Vec<Outline> = (0..6)
        .flat_map(|x| (0..5).map(move |y| seen(Cell::new(x, y), (x + y) as usize % 4)))
        .collect();
    let stray = seen_at(point2(2.5, 7.4));
    outlines.push(Outline {
        corners: [(0.0, 0.0), (60.0, 10.0), (50.0, 70.0), (-10.0, 60.0)]
            .map(|(x, y)| stray + vec2(x, y)),
        matches: 9,
    });
    let lattice = Lattice::from_outlines(&outlines, SIZE).unwrap();
    assert_eq!(lattice.offsets.len(), 30);
    for outline in &outlines[..30] {
        let found = lattice.offsets.keys().any(|&cell| {
            let c = lattice.corners(cell);
            (0..4).all(|i| (0..4).any(|j| apart(c[i], outline.corners[j]) < 0.5))
        });
        assert!(found, "no cell covers the outline {:?}", outline.corners);
    }
}

/// Where an upright camera, so many degrees above a table and eight tiles away, shows a place.
fn seen_from(above_deg: f64, place: LatticePoint) -> ImagePoint {
    let (sin, cos) = above_deg.to_radians().sin_cos();
    let (across, down, away) = (place.x, place.y * sin, 8.0 - place.y * cos);
    point2(across, down) * (800.0 / away) + vec2(SIZE[0], SIZE[1]) / 2.0
}

#[test]
fn a_single_outline_tells_how_the_board_lies() {
    for above_deg in [90.0, 60.0, 40.0, 25.0] {
        // Corners of a tile of some 100 px, each read 2 px off.
        let corners = square(Cell::default(), FACE_SHARE).map(|at| seen_from(above_deg, at));
        let mut outline = Outline {
            corners,
            matches: 20,
        };
        for (corner, off) in outline.corners.iter_mut().zip([2.0, -2.0, 2.0, -2.0]) {
            *corner += vec2(off, -off);
        }
        let lattice = Lattice::from_outlines(&[outline], SIZE).unwrap();
        for near in [[2, 0], [-2, 0], [0, 2], [0, -2], [1, -2]] {
            let [x, y] = near;
            let cell = Cell::new(x, y);
            let lies = seen_from(above_deg, middle_of(cell));
            let off = lattice.image_from_lattice.inverse().unwrap().apply(lies) - middle_of(cell);
            let off = off.x.hypot(off.y);
            assert!(off < 0.35, "{off} tiles off at {near:?} from {above_deg}°");
        }
    }
}

#[test]
fn a_bent_picture_tells_its_lens_and_where_the_next_tile_lies() {
    let lens = Lens {
        bend: -0.12,
        ..Lens::straight(SIZE)
    };
    let bent = |p: LatticePoint| lens.distort(TRUE.apply(p));
    let mut lattice = Lattice::from_tile(square(Cell::new(0, 0), FACE_SHARE).map(bent)).unwrap();
    let lattice_from_image = lattice.image_from_lattice.inverse().unwrap();
    let measured = (0..7)
        .flat_map(|x| (0..5).map(move |y| Cell::new(x, y)))
        .map(|cell| {
            let at = middle_of(cell);
            (cell, lattice_from_image.apply(bent(at)) - at)
        })
        .collect();
    lattice.refit(&measured, Few::Cornered(&BTreeMap::new()), SIZE);
    let found = lattice.lens().expect("35 tiles tell a lens");
    assert!(
        (found.bend - lens.bend).abs() < 0.02,
        "read as {}",
        found.bend
    );
    let next = Cell::new(7, 2);
    let wanted = square(next, FACE_SHARE).map(bent);
    for (corner, wanted) in lattice.corners(next).iter().zip(wanted) {
        let off = apart(*corner, wanted);
        assert!(off < 0.5, "expected {off} px beside where it lies");
    }
}

/// Boards of 18 tiles seen through a lens of this bend, refitted from where they lie by
/// hand: how far, pixels in the mean square, the tiles beside them are then expected from
/// where they lie.
fn expected_beside(bend: f64, known: Option<f64>) -> f64 {
    let of = |bend| Lens {
        bend,
        ..Lens::straight(SIZE)
    };
    let bent = |p: LatticePoint| of(bend).distort(TRUE.apply(p));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut squares = Vec::new();
    for _ in 0..20 {
        let tile = square(Cell::new(0, 0), FACE_SHARE).map(bent);
        let mut lattice = Lattice::from_tile(tile).unwrap().through(known.map(of));
        let lattice_from_image = lattice.image_from_lattice.inverse().unwrap();
        let cells = (-2..4).flat_map(|x| (-1..2).map(move |y| Cell::new(x, y)));
        let measured = cells.map(|cell| {
            let at = middle_of(cell);
            let lies = at.map(|v| v + rng.random_range(-0.01..0.01));
            (cell, lattice_from_image.apply(bent(lies)) - at)
        });
        lattice.refit(&measured.collect(), Few::Cornered(&BTreeMap::new()), SIZE);
        for next in [Cell::new(5, 0), Cell::new(-4, 0), Cell::new(1, 4)] {
            let wanted = square(next, FACE_SHARE).map(bent);
            for (c, w) in lattice.corners(next).into_iter().zip(wanted) {
                squares.push((c - w).square_length());
            }
        }
    }
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

#[test]
fn a_lens_known_from_before_helps_a_small_board_and_a_wrong_one_does_no_harm() {
    let (without, with) = (
        expected_beside(-0.2, None),
        expected_beside(-0.2, Some(-0.2)),
    );
    assert!(with < 0.5 * without, "{with} px with it, {without} without");
    let (without, wrong) = (expected_beside(0.0, None), expected_beside(0.0, Some(-0.3)));
    assert!(wrong < 1.2 * without, "{wrong} px, {without} without");
}

#[test]
fn nothing_seen_is_no_lattice() {
    assert!(Lattice::from_outlines(&[], SIZE).is_none());
}
