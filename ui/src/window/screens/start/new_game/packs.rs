//! Which tile pack reads the table, and what it lacks of the modules that are chosen.

use carcassonne::catalogue::{Face, FaceId, TileSet};
use egui::Ui;
use tracker::rules::Expansion;
use tracker::setup::Setup;

use super::{NewGameScreen, modules};
use crate::run::link::Program;
use crate::store::packs::PackChoice;
use crate::text::message;
use crate::window::screens::{Context, Go, Page};
use crate::window::widgets::card;

/// Seconds until the first tile can be taught: a photograph, or the camera aimed.
const OPENING_S: u32 = 120;

/// Seconds for a tile of that box: looking at it, and three for each click. Clicks are those
/// measured on the practice tiles: 3.1 for mist, 10.6 where circles are clicked, 1 for a card.
const fn teaching_s(set: TileSet) -> u32 {
    const LOOKING: u32 = 5;
    LOOKING
        + match set {
            TileSet::Circles => 32,
            TileSet::Tatan => 3,
            _ => 9,
        }
}

impl NewGameScreen {
    /// What no box of a family is known by: how many of its own tiles the camera must be shown
    /// first, how long that takes, and how to try the game without.
    pub(super) fn own_tiles(&mut self, ui: &mut Ui, ctx: &Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let setup = self.plain();
        let boxes = setup.boxes();
        let own: Vec<_> = boxes.faces().filter(|face| is_own(face)).cloned().collect();
        if own.is_empty() {
            return None;
        }
        if !self.source.needs_pack() {
            card::soft(ui, &words.say(message::OWN_TILES_PRACTICE));
            return None;
        }
        let drawn = self.likely().is_none_or(|pack| pack.built_in);
        let lacking = self.lacking(ctx.program);
        let unknown = own
            .iter()
            .filter(|face| drawn || lacking.contains(&face.id));
        let (count, seconds) = unknown.fold((0, OPENING_S), |(count, seconds), face| {
            (count + 1, seconds + teaching_s(face.set))
        });
        if count == 0 {
            return None;
        }
        let text = words.with(message::OwnTilesFirst {
            count,
            minutes: seconds.div_ceil(60),
        });
        modules::warn(ui, &text);
        let mut go = None;
        ui.horizontal_wrapped(|ui| {
            if ui.button(words.say(message::OWN_TILES_TEACH)).clicked() {
                go = Some(Go::Page(Page::Teach));
            }
            if ui.button(words.say(message::OWN_TILES_TRY)).clicked() {
                self.source.by_hand();
            }
        });
        go
    }

    pub(super) fn pack(&mut self, ui: &mut Ui, ctx: &Context<'_>) {
        let words = ctx.words;
        card::heading(ui, &words.say(message::NEW_PACK));
        card::soft(ui, &words.say(message::NEW_PACK_WHY));
        ui.radio_value(&mut self.pack, None, words.say(message::NEW_PACK_ANY));
        let own = self.packs.iter().any(|pack| !pack.built_in);
        let why = if own {
            message::NEW_PACK_ANY_WHY
        } else {
            message::NEW_PACK_NONE
        };
        card::explained(ui, &words.say(why));
        let mut packs: Vec<(usize, &PackChoice)> = self.packs.iter().enumerate().collect();
        packs.sort_by_key(|(_, pack)| pack.built_in);
        for (index, pack) in packs {
            ui.radio_value(&mut self.pack, Some(index), words.pack_name(pack));
            if pack.built_in {
                card::explained(ui, &words.say(message::NEW_PACK_OWN_WHY));
            }
        }
        let lacking = self.lacking(ctx.program);
        if !lacking.is_empty() {
            modules::warn(ui, &words.pack_lacks(lacking));
        }
    }

    /// The pack chosen, or any own one if it is left to the table.
    fn likely(&self) -> Option<&PackChoice> {
        match self.pack {
            Some(chosen) => self.packs.get(chosen),
            None => self.packs.iter().find(|pack| !pack.built_in),
        }
    }

    /// The faces of the chosen modules that the chosen pack has no picture of.
    fn lacking(&mut self, program: &dyn Program) -> &[FaceId] {
        let modules = self.modules.chosen();
        let asked = |(pack, asked, _): &(Option<usize>, Vec<Expansion>, Vec<FaceId>)| {
            *pack == self.pack && *asked == modules
        };
        if !self.lacking.as_ref().is_some_and(asked) {
            let setup = Setup {
                modules: modules.clone(),
                ..Setup::default()
            };
            // Whichever reads the table lacks no more than the fullest.
            let packs = self.packs.iter().enumerate().filter(|(index, pack)| {
                self.pack.map_or(!pack.built_in, |chosen| chosen == *index)
            });
            let lacking = packs.map(|(_, pack)| program.pack_lacks(&pack.id, &setup));
            let lacking = lacking.min_by_key(Vec::len).unwrap_or_default();
            self.lacking = Some((self.pack, modules, lacking));
        }
        self.lacking.as_ref().map_or(&[], |(_, _, lacking)| lacking)
    }
}

/// Whether a face stands in for one that only a family's own tile shows.
fn is_own(face: &Face) -> bool {
    face.practice || face.set == TileSet::Tatan
}
