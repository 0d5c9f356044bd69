//! What can happen on a filmed table: the words of a script.
//!
//! Everything is given exactly as it will lie or stand; how a hand gets there is the film's
//! matter.

use carcassonne::geometry::Cell;

use crate::synth::camera::Camera;
use crate::synth::light::Light;
use crate::synth::scene::{Card, Figure, SceneTile};

/// Something that happens on the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A hand lays a tile.
    LayTile {
        /// The tile, exactly as it will lie.
        tile: SceneTile,
        /// Where the player sits, degrees clockwise from the table's north.
        seat_deg: f64,
    },
    /// A hand puts a figure down.
    PutFigure {
        /// Name by which it is taken again; must not stand on the table already.
        id: u32,
        /// The figure, exactly as it will stand.
        figure: Figure,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a figure away. Nothing happens if there is none of that name.
    TakeFigure {
        /// Its name.
        id: u32,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a figure up and sets it down elsewhere. Nothing happens if there is none
    /// of that name.
    MoveFigure {
        /// Its name, before and after.
        id: u32,
        /// The figure, exactly as it will stand.
        to: Figure,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand nudges a tile: it then lies as given. Nothing happens on an empty cell.
    NudgeTile {
        /// The tile as it lies afterwards, on the same cell.
        tile: SceneTile,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a tile back. Nothing happens on an empty cell.
    TakeTile {
        /// The cell it lay on.
        cell: Cell,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a tile up and lays it elsewhere; what stood on it stays behind. Nothing
    /// happens on an empty cell.
    MoveTile {
        /// The cell it lies on.
        from: Cell,
        /// The tile, exactly as it will lie; also another side of it, turned over.
        tile: SceneTile,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand lays a chip or a stack of tiles, in place of what lies there under that name.
    PutCard {
        /// Name by which it is exchanged and taken.
        id: u32,
        /// The card, exactly as it will lie.
        card: Card,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// A hand takes a chip or a stack of tiles away. Nothing happens if there is none of that
    /// name.
    TakeCard {
        /// Its name.
        id: u32,
        /// Where the player sits.
        seat_deg: f64,
    },
    /// One hand does several of the above in one visit, each on the table as it was before
    /// the visit. The first one says where the player sits; what needs no hand is left out.
    Together(Vec<Action>),
    /// Somebody knocks the camera: it shakes for two frames and then stands differently.
    Bump(Camera),
    /// The light is another one from now on.
    LightChange(Light),
    /// Nothing happens for some frames.
    Wait(u32),
}

impl Action {
    /// Where the player sits whose hand does it; 0 where no hand is needed.
    pub(in crate::synth) fn seat_deg(&self) -> f64 {
        match self {
            Self::LayTile { seat_deg, .. }
            | Self::NudgeTile { seat_deg, .. }
            | Self::TakeTile { seat_deg, .. }
            | Self::MoveTile { seat_deg, .. }
            | Self::PutCard { seat_deg, .. }
            | Self::TakeCard { seat_deg, .. }
            | Self::PutFigure { seat_deg, .. }
            | Self::TakeFigure { seat_deg, .. }
            | Self::MoveFigure { seat_deg, .. } => *seat_deg,
            Self::Together(all) => all.first().map_or(0.0, Self::seat_deg),
            Self::Bump(_) | Self::LightChange(_) | Self::Wait(_) => 0.0,
        }
    }
}
