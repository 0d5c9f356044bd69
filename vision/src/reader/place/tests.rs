//! Tests of what goes along with a board that was knocked.

use calibration::space::point2;
use carcassonne::piece::Color;

use super::*;
use crate::pieces::memory::tests::piece;

#[test]
fn what_figures_cover_goes_along_with_the_board() {
    // A tile seen obliquely.
    let corners = [
        point2(400.0, 300.0),
        point2(520.0, 300.0),
        point2(540.0, 380.0),
        point2(390.0, 380.0),
    ];
    let lattice = Lattice::from_tile(corners).expect("a lattice");
    let cells = (-1..2).flat_map(|x| (-1..2).map(move |y| Cell::new(x, y)));
    let view = lattice.view(cells, (1280, 720)).expect("a view");
    let mut board = Board::at(lattice.clone(), true);
    let memory = &mut board.figures.memory;
    memory.remember(vec![piece(Color::Red, 0, 0.9, 1.0)], &view);
    let before = memory.covers().clone();
    assert!(before.iter().flatten().count() > 0);
    let knock = Homography::translation(30.0, -12.0);
    board.go_along(lattice.followed(&knock), &knock);
    let after = board.figures.memory.covers();
    for (is, was) in after.iter().flatten().zip(before.iter().flatten()) {
        assert_eq!(*is, knock.apply(*was));
    }
}
