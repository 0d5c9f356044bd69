//! What is known of a camera: a rendered board tells its lens and where it lies, and both are used
//! again as far as they hold.

use super::*;

/// The tiles of a rendered picture tell a lens that is known: its bend within 0.03, and where
/// any cell of the table appears, to the picture's rim, within 3 px in the mean.
#[test]
fn a_picture_with_a_known_lens_tells_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let faces = ["A", "C", "D", "E", "G", "H", "J", "N", "P", "R", "V", "W"];
    let cells: Vec<Cell> = (-6..=6)
        .flat_map(|x| (-2..=2).map(move |y| Cell::new(x, y)))
        .collect();
    let laid: Vec<_> = cells
        .iter()
        .map(|cell| {
            let turn = Rotation::from_quarter_turns(rng.random_range(0..4));
            (*cell, faces[rng.random_range(0..faces.len())], turn)
        })
        .collect();
    let picture = photograph(laid.into_iter(), Vec::new());

    let pack = pack();
    let model = Model::learn(&pack, &ModelConfig::default()).unwrap();
    let camera = camera();
    let corners = seen(&camera, &space::square(-0.5, 0.5));
    let mut lattice = Lattice::from_tile(corners.try_into().unwrap()).unwrap();
    let pyramid = Pyramid::new(&picture).unwrap();
    read_board(&pyramid, &mut lattice, &model).unwrap();

    // What the division model can say of this lens at best: fitted to the whole picture, exact.
    let table: Vec<LatticePoint> = (-18..=18)
        .flat_map(|x| (-12..=12).map(move |y| point2(f64::from(x) / 2.0, f64::from(y) / 2.0)))
        .collect();
    let exact = seen(&camera, &table);
    let (table, exact): (Vec<_>, Vec<_>) = table
        .into_iter()
        .zip(exact)
        .filter(|(_, p)| (0.0..SIZE[0]).contains(&p.x) && (0.0..SIZE[1]).contains(&p.y))
        .unzip();
    let (truth, _) = Lens::fit(&table, &exact, SIZE, 20.0).unwrap();
    let told = lattice.told_lens().expect("65 tiles tell a lens");
    let all = || table.iter().zip(&exact);
    let with = rms(all().map(|(at, is)| apart(lattice.place(*at), *is)));
    let plain = lattice.image_from_lattice;
    let without = rms(all().map(|(at, is)| plain.distance(*at, *is)));
    println!(
        "bend {:.4} told by {} tiles, truth {:.4}; cells of the whole picture {with:.2} px off, \
         {without:.2} px without the lens",
        told.bend, told.tiles, truth.bend
    );
    assert!(told.tiles >= 60, "{} tiles", told.tiles);
    assert!((told.bend - truth.bend).abs() < 0.03);
    assert!(with < 3.0, "{with} px");
    assert!(without > 4.0 * with, "{without} px");
}

fn rms(errors: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = errors.map(|e| e * e).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

#[test]
fn a_camera_is_known_again_and_what_no_longer_holds_is_found_anew() {
    let picture = small_board(Vec::new());
    let known = known_board();
    let (lens, board) = (known.lens, known.board.clone().unwrap());
    let cells = board.cells.clone();
    let points: Vec<_> = cells.iter().map(|c| c.map(f64::from).into()).collect();
    let mut same = reader(known.clone(), Wanted::default());
    let seen = same.look(&frame(picture.clone()), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 12);
    // Cells are numbered as they were: nothing was searched for.
    let named: Vec<_> = seen.tiles.iter().map(|t| [t.cell.x, t.cell.y]).collect();
    assert_eq!(named, cells);
    let now = same.known().unwrap();
    assert_eq!(now.check(), Ok(()));
    assert_eq!(now.lens, lens, "twelve tiles tell nothing new");
    let place = now.board.unwrap();
    assert_eq!(place.cells.len(), 12);
    for at in &points {
        let [a, b] = [&place, &board].map(|board| board.image_from_lattice.apply(*at));
        assert!(apart(a, b) < 3.0, "{a:?} {b:?}");
    }

    // The camera was turned since: the board lies half a cell and more beside.
    let mut moved = known;
    let shift: Homography<Image, Image> = Homography::translation(-37.0, 31.0);
    let board = moved.board.as_mut().unwrap();
    board.image_from_lattice = shift.after(&board.image_from_lattice);
    let mut reader = reader(moved, Wanted::default());
    let seen = reader.look(&frame(picture), &still()).unwrap();
    assert_eq!(seen.tiles.len(), 12);
}

/// What a hand hides beside the board may be a gap.
#[test]
fn a_gap_under_a_hand_is_no_tile_of_the_known_board() {
    let gap = Cell::new(3, 0);
    let middle = seen(&camera(), &[middle_of(gap)])[0];
    let hand = RegionPx {
        left: middle.x as i32 - 10,
        top: middle.y as i32 - 10,
        right: middle.x as i32 + 10,
        bottom: middle.y as i32 + 10,
    };
    let covered = GateReport {
        covered: vec![hand],
        ..still()
    };
    let mut reader = reader(known_board(), Wanted::default());
    let picture = frame(small_board(Vec::new()));
    let table = reader.look(&picture, &covered).unwrap();
    assert!(table.hidden.contains(&gap), "{:?}", table.hidden);
    let board = reader.known().unwrap().board.unwrap();
    assert_eq!(board.cells, known_board().board.unwrap().cells);
}
