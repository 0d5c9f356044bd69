//! The new-game screen: who plays, where the pictures come from, which tiles, which rules.

use egui::{Align, Layout, RichText, Ui};
use tracker::geometry::{Cell, Rotation};
use tracker::rules::Expansion;
use tracker::setup::{Options, Setup, SetupError, StartTile, UnplaceableTile};

use super::{Context, Go};
use crate::link::{Link, NewGame, PackChoice, Program};
use crate::text::Words;
use crate::theme::{palette, size};
use crate::widgets::card;

mod players;
mod source;

use players::Seats;
use source::SourceChoice;

/// What is being chosen.
pub struct NewGameScreen {
    seats: Seats,
    source: SourceChoice,
    packs: Vec<PackChoice>,
    pack: usize,
    abbot: bool,
    start_seen: bool,
    options: Options,
    fault: Option<String>,
}

impl NewGameScreen {
    /// Two players, the first camera (or by hand), the rules of the third edition.
    pub fn new(program: &dyn Program, by_hand: bool) -> Self {
        Self {
            seats: Seats::default(),
            source: SourceChoice::new(program, by_hand),
            packs: program.packs(),
            pack: 0,
            abbot: false,
            start_seen: false,
            options: Options::default(),
            fault: None,
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        egui::Panel::bottom("new_game_buttons")
            .exact_size(62.0)
            .show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    go = self.buttons(ui, ctx);
                });
            });
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.add_space(8.0);
                card::title(ui, &words.say("new-title"));
                ui.add_space(6.0);
                ui.columns(2, |columns| {
                    let [left, right] = columns else { return };
                    left.spacing_mut().item_spacing.y = 8.0;
                    right.spacing_mut().item_spacing.y = 8.0;
                    card::plain(left, |ui| self.seats.show(ui, words));
                    card::plain(left, |ui| self.rules(ui, words));
                    card::plain(right, |ui| self.source.show(ui, ctx));
                    if self.source.needs_pack() {
                        card::plain(right, |ui| self.pack(ui, words));
                    }
                });
                ui.add_space(12.0);
            });
        go
    }

    fn buttons(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let p = palette(ui);
        let mut go = None;
        if ui.button(words.say("new-back")).clicked() {
            go = Some(Go::Welcome);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui
                .add(card::main_button(p, &words.say("new-start")))
                .clicked()
            {
                match self.game(words) {
                    Ok(game) => go = Some(start(ctx.program, game)),
                    Err(fault) => self.fault = Some(fault),
                }
            }
            if let Some(fault) = &self.fault {
                ui.add(
                    egui::Label::new(RichText::new(fault).size(size::BODY).color(p.wrong)).wrap(),
                );
            }
        });
        go
    }

    fn rules(&mut self, ui: &mut Ui, words: Words) {
        let say = |key: &str| words.say(key);
        card::heading(ui, &say("new-options"));
        if Expansion::Abbot.is_playable() {
            card::choice(
                ui,
                &mut self.abbot,
                &say("new-abbot"),
                &say("new-abbot-why"),
            );
        }
        let options = &mut self.options;
        card::choice(
            ui,
            &mut options.farmers,
            &say("new-farmers"),
            &say("new-farmers-why"),
        );
        let mut four = options.two_tile_city == 4;
        card::choice(
            ui,
            &mut four,
            &say("new-small-city"),
            &say("new-small-city-why"),
        );
        options.two_tile_city = if four { 4 } else { 2 };
        let mut back = options.unplaceable_tile == UnplaceableTile::PutBack;
        card::choice(
            ui,
            &mut back,
            &say("new-put-back"),
            &say("new-put-back-why"),
        );
        options.unplaceable_tile = if back {
            UnplaceableTile::PutBack
        } else {
            UnplaceableTile::Removed
        };
        if self.source.needs_pack() {
            let why = say("new-start-seen-why");
            card::choice(ui, &mut self.start_seen, &say("new-start-seen"), &why);
        }
        ui.horizontal(|ui| {
            let label = ui.label(say("new-meeples"));
            let value = egui::DragValue::new(&mut options.meeples).range(1..=20);
            ui.add(value).labelled_by(label.id);
            card::soft(ui, &say("new-meeples-why"));
        });
    }

    fn pack(&mut self, ui: &mut Ui, words: Words) {
        card::heading(ui, &words.say("new-pack"));
        card::soft(ui, &words.say("new-pack-why"));
        if self.packs.is_empty() {
            card::body(ui, &words.say("new-pack-none"));
        }
        for (index, pack) in self.packs.iter().enumerate() {
            let name = if pack.built_in {
                words.say("new-pack-own")
            } else {
                pack.name.clone()
            };
            ui.radio_value(&mut self.pack, index, name);
        }
    }

    /// The game as chosen, or why it cannot be played.
    fn game(&self, words: Words) -> Result<NewGame, String> {
        let source = self
            .source
            .chosen()
            .ok_or_else(|| words.say("new-fault-source"))?;
        let pack = match self.packs.get(self.pack) {
            Some(pack) => pack.id.clone(),
            None if self.source.needs_pack() => return Err(words.say("new-pack-none")),
            None => String::new(),
        };
        let start = if self.start_seen && self.source.needs_pack() {
            StartTile::Seen
        } else {
            StartTile::default()
        };
        let setup = Setup {
            modules: self.abbot.then_some(Expansion::Abbot).into_iter().collect(),
            start,
            options: self.options.clone(),
            players: self.seats.players(),
            ..Setup::default()
        };
        let setup = setup.validated().map_err(|error| match error {
            SetupError::SameColor(_) => words.say("new-fault-colors"),
            other => words.with("new-fault-other", &[("why", other.to_string().into())]),
        })?;
        Ok(NewGame {
            setup,
            source,
            pack,
        })
    }
}

/// Starts the game. One kept by hand begins with its start tile laid, as in the box.
fn start(program: &mut dyn Program, game: NewGame) -> Go {
    let first = match (&game.source, &game.setup.start) {
        (crate::link::Source::ByHand, StartTile::Face(face)) => Some(*face),
        _ => None,
    };
    let link = program.start(game);
    if let (Ok(link), Some(face)) = (&link, first) {
        lay_start_tile(link.as_ref(), face);
    }
    Go::to_table(link)
}

fn lay_start_tile(link: &dyn Link, face: tracker::catalogue::FaceId) {
    if link.snapshot().tiles.is_empty() {
        link.send(tracker::command::Command::PlaceTile {
            cell: Cell::default(),
            face,
            rotation: Rotation::R0,
            garden: None,
        });
    }
}
