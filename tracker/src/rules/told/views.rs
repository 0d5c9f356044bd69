//! What the expansions show of themselves, side by side.

use crate::rules::expansions::benelux::BeneluxView;
use crate::rules::expansions::ghosts_castles_cemeteries::GhostsCastlesCemeteriesView;
use crate::rules::expansions::mage_and_witch::MageAndWitchView;
use crate::rules::expansions::mists::MistsView;
use crate::rules::expansions::spell_circles::{CompetitiveCirclesView, EloiseView};
use crate::rules::expansions::tatan::TatanView;
use serde::Serialize;

/// What the expansions have to show; a part is absent if its module is not played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModuleViews {
    /// Mage and witch.
    pub mage_and_witch: Option<MageAndWitchView>,
    /// Mists over Carcassonne, cooperative.
    pub mists: Option<MistsView>,
    /// Eloise, the cat of the spell circles.
    pub eloise: Option<EloiseView>,
    /// Tatan.
    pub tatan: Option<TatanView>,
    /// The Benelux map.
    pub benelux: Option<BeneluxView>,
    /// Ghosts, castles and cemeteries.
    pub ghosts_castles_cemeteries: Option<GhostsCastlesCemeteriesView>,
    /// The spell circles, competitive.
    pub competitive_circles: Option<CompetitiveCirclesView>,
}
