//! What the photographer photographs: a table with tiles, figures, chips, clutter and hands, in its
//! light.
//!
//! Plain data with defaults that say where they come from, and how each thing is drawn through a
//! [`crate::synth::camera`]. A scene is the truth of a synthetic picture; it never passes to the
//! reader.

pub(in crate::synth) mod figure;
pub(in crate::synth) mod hand;
pub(in crate::synth) mod map;
pub(in crate::synth) mod props;
pub(in crate::synth) mod table;
pub(in crate::synth) mod tile;

use std::sync::Arc;

use carcassonne::map::Map;

pub use self::figure::Figure;
pub use self::hand::{Carried, Hand};
pub use self::map::Card;
pub use self::props::{Clutter, Prop};
pub use self::table::Table;
pub use self::tile::{SceneTile, TILE_MM, TILE_THICKNESS_MM};
use crate::synth::light::Light;

/// Everything in front of the camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Distance between cell centres, mm. 45.6: tiles pushed together by hand.
    pub pitch_mm: f64,
    /// Tiles, in the order they were laid.
    pub tiles: Vec<SceneTile>,
    /// The printed map on the table, the middle of its square (0, 0) at the table's origin.
    pub map: Option<Arc<Map>>,
    /// Chips and stacks of tiles, by the names under which they are exchanged and taken.
    pub cards: Vec<(u32, Card)>,
    /// Figures on tiles and beside them.
    pub figures: Vec<Figure>,
    /// Things beside the game.
    pub clutter: Vec<Clutter>,
    /// Hands in the picture, at most a few.
    pub hands: Vec<Hand>,
    /// The table top.
    pub table: Table,
    /// Seed of the table top's grain.
    pub table_seed: u64,
    /// The light.
    pub light: Light,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            pitch_mm: 45.6,
            tiles: Vec::new(),
            map: None,
            cards: Vec::new(),
            figures: Vec::new(),
            clutter: Vec::new(),
            hands: Vec::new(),
            table: Table::Oak,
            table_seed: 1,
            light: Light::default(),
        }
    }
}
