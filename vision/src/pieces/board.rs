//! The rectified board as the camera shows it and as it would look bare, brought into one light.
//!
//! What [`crate::pieces::figures`] looks for pieces on. Finds none.

use std::collections::BTreeMap;

use carcassonne::geometry::Cell;
use opencv::core::Mat;

use crate::bare::balance::Balance;
use crate::bare::raster::Raster;
use crate::bare::{BareTile, TableLight, bare_board, illumination, lab};
use crate::pack::Pack;
use crate::picture::illumination::Illumination;
use crate::picture::pyramid::Pyramid;

/// The board as it looks and as it would look bare, in one light.
pub(crate) struct Board {
    pub(crate) raster: Raster,
    /// Lab, in white light and, where that falls off steeply, in even light.
    pub(crate) seen: Mat,
    /// Bare: as the pack has it, and in this light.
    pub(crate) printed: Mat,
    pub(crate) bare: Mat,
    /// Where the bare look is known.
    pub(crate) known: Mat,
    pub(crate) balance: Balance,
    pub(crate) illumination: Illumination,
    pub(crate) light: TableLight,
}

impl Board {
    /// In the light of the `last` whole look, or in its own. Where loose pieces are looked for it is left as
    /// it is: what they change is told from each tile's own earlier look, which must not change with the
    /// balance.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub(crate) fn of(
        raster: Raster,
        pyramid: &Pyramid,
        (tiles, pack): (&BTreeMap<Cell, BareTile>, &Pack),
        without_loose: bool,
        last: Option<(Balance, Illumination, TableLight)>,
    ) -> opencv::Result<Self> {
        let seen = pyramid.warp(&raster.image_from_raster, raster.size)?;
        let (bare, known) = bare_board(&raster, tiles, pack)?;
        let balance = match &last {
            Some((balance, ..)) => *balance,
            None if without_loose => {
                let printed = Balance::of_pack(pack)?.on(&bare)?;
                Balance::of(&printed, &seen, &known)?
            }
            None => Balance::default(),
        };
        let (mut seen, printed) = (lab(&balance.on(&seen)?)?, lab(&bare)?);
        let illumination = match &last {
            Some((_, illumination, _)) => *illumination,
            None if without_loose => illumination::of(&raster, &printed, &seen, &known)?,
            None => Illumination::default(),
        };
        illumination::even(&mut seen, &raster, &illumination)?;
        let light = match last {
            Some((.., light)) => light,
            None => TableLight::of(&printed, &seen, &known)?,
        };
        let bare = light.on(&printed)?;
        Ok(Self {
            raster,
            seen,
            printed,
            bare,
            known,
            balance,
            illumination,
            light,
        })
    }
}
