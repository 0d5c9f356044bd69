//! The spaces in which places are said, as types: a place in one is no place in another.
//!
//! A [`Point`] knows its space, and a [`Homography`](crate::Homography) knows the two it leads
//! between, so that mixing them up does not compile. Rooms that work in a space of their own, say
//! the pixels of a patch they have cut out, name it where they use it.

pub use euclid::{point2, point3, vec2};

/// The camera's picture: pixels, x right, y down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {}

/// The same picture without the lens's bend, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Straight {}

/// The board: one unit per cell, a cell's centre at whole numbers, y down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {}

/// The board as it is played, its cells numbered from the start tile, north up: the lattice once it
/// is tied to the game. Units and axes as there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {}

/// The table seen from above, millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {}

/// A tile as it is printed: (0, 0) at its top left, (1, 1) at its bottom right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {}

/// A picture cut out of another and straightened: its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patch {}

/// A place in a space.
pub type Point<Space> = euclid::Point2D<f64, Space>;

/// A place above a plane; heights are in the plane's unit, upwards.
pub type Raised<Space> = euclid::Point3D<f64, Space>;

/// A place in the camera's picture.
pub type ImagePoint = Point<Image>;

/// A place on the board.
pub type LatticePoint = Point<Lattice>;

/// A place on the table.
pub type TablePoint = Point<Table>;

/// A place on a tile's print.
pub type FacePoint = Point<Face>;

/// A step from one place to another.
pub type Offset<Space> = euclid::Vector2D<f64, Space>;

/// The four corners of something, in clockwise order.
pub type Corners<Space> = [Point<Space>; 4];

/// How far something lies beside its place on the board, in cells.
pub type LatticeOffset = Offset<Lattice>;

/// The corners of something in the camera's picture: of a tile from the lattice's north-west.
pub type ImageCorners = Corners<Image>;

/// How far two places are apart.
pub fn apart<Space>(a: Point<Space>, b: Point<Space>) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// The upright square from (`low`, `low`) to (`high`, `high`), from its top left.
pub const fn square<Space>(low: f64, high: f64) -> Corners<Space> {
    [
        Point::new(low, low),
        Point::new(high, low),
        Point::new(high, high),
        Point::new(low, high),
    ]
}

/// The mean of four corners.
pub fn middle<Space>(corners: &Corners<Space>) -> Point<Space> {
    let mean = |along: fn(&Point<Space>) -> f64| corners.iter().map(along).sum::<f64>() / 4.0;
    point2(mean(|p| p.x), mean(|p| p.y))
}
