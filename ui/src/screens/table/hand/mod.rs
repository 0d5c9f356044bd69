//! Entering by hand: choose the drawn tile, click a glowing place, put a figure, end the turn.
//!
//! Knows where a tile fits by asking [`tracker::board::Board`]; what really happens the
//! tracker decides. The camera may watch all the while.

use carcassonne::catalogue::{FaceId, TileSet};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::map::ChipColor;
use carcassonne::piece::Color;
use egui::{Key, Sense, Stroke, TextEdit, Ui, WidgetInfo, vec2};
use tracker::board::Board;
use tracker::command::Command;
use tracker::log::event::{EventId, EventKind};
use tracker::rules::Expansion;
use tracker::snapshot::{FigurePlace, Snapshot};

use self::lying::{board_of, empty_board};
use super::wishes::Wishes;
use crate::screens::frame::action::Action;
use crate::screens::table::asks::insist;
use crate::screens::table::points::track::Track;
use crate::store::faces;
use crate::text::search::finds;
use crate::text::{Words, capital};
use crate::theme::{palette, size};
use crate::widgets::art::{Art, Copy};
use crate::widgets::board::Held;
use crate::widgets::{board, card, column};

mod foot;
pub mod land;
mod layout;
pub(crate) mod lying;

/// Side of a face in the list, points.
const FACE: f32 = 58.0;

/// What is in hand.
pub struct Hand {
    open: bool,
    held: Option<Held>,
    filter: String,
    /// The search is to get the keyboard.
    focus: bool,
    whose: Option<Color>,
    /// The chip in hand, to be laid on a map, with its colour if its back shows it.
    chip: Option<Option<ChipColor>>,
    /// Whether places against the rules are offered, too.
    anyway: bool,
    /// The points that are being entered.
    track: Track,
    /// The snapshot the tile in hand was fitted to.
    version: Option<u64>,
    /// The board before the first tile.
    empty: Option<Board>,
    board: Board,
    gaps: Vec<Cell>,
    /// Somebody wants to end the game, and is asked once more.
    ending: bool,
}

impl Hand {
    /// An empty hand.
    pub fn new(open: bool) -> Self {
        Self {
            open,
            held: None,
            filter: String::new(),
            focus: false,
            whose: None,
            chip: None,
            anyway: false,
            track: Track::default(),
            version: None,
            empty: None,
            board: Board::default(),
            gaps: Vec::new(),
            ending: false,
        }
    }

    /// Whether the panel is shown.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Shows or hides the panel; a tile in hand is put back.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.held = None;
    }

    /// The tile in hand.
    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref().filter(|_| self.open)
    }

    /// The snapshot's board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How a face fits on a cell of the snapshot's board once the tile of that event is off it.
    pub fn fitting(
        &self,
        snapshot: &Snapshot,
        without: EventId,
        cell: Cell,
        face: &FaceId,
    ) -> Vec<Rotation> {
        let (Some(empty), Some(face)) = (&self.empty, faces::known(face)) else {
            return Vec::new();
        };
        let mut rest = snapshot.clone();
        rest.tiles.retain(|tile| tile.event != without);
        let board = board_of(empty, &rest);
        let turns = face.distinct_rotations();
        turns
            .filter(|&turn| board.accepts(cell, &face, turn))
            .collect()
    }

    /// The gaps beside tiles that can be looked into, while nothing is in hand.
    pub fn gaps(&self) -> &[Cell] {
        if self.held.is_some() { &[] } else { &self.gaps }
    }

    /// Fits board and hand to the newest snapshot.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        if self.version == Some(snapshot.version) {
            return;
        }
        self.version = Some(snapshot.version);
        // Who plays on does not want to end the game.
        self.ending = false;
        let empty = self.empty.get_or_insert_with(|| empty_board(snapshot));
        let board = board_of(empty, snapshot);
        let changed = board != self.board;
        self.board = board;
        if changed {
            // Which tiles still fit is a hint.
            let hints = snapshot.setup.aids.hints;
            let gaps = self.board.frontier().into_iter();
            self.gaps = gaps.filter(|_| hints).collect();
        }
        if changed && let Some(held) = self.held.take() {
            // Somebody laid a tile meanwhile, perhaps this very one.
            let left = left_of(snapshot, held.copy.face);
            if left > 0 && !just_laid(snapshot, &held) {
                self.hold(held.copy.face);
            }
        }
        if !snapshot.turn.open {
            self.whose = None;
        }
        if snapshot.over {
            // Nothing more is laid.
            self.held = None;
        }
    }

    fn hold(&mut self, id: FaceId) {
        let Some(face) = faces::known(&id) else {
            return;
        };
        let mut held = Held {
            copy: Copy::plain(id),
            fits: std::collections::BTreeMap::new(),
            rotation: Rotation::R0,
            at: None,
        };
        if self.board.is_empty() && self.board.ground().is_none() {
            held.fits
                .insert(Default::default(), face.distinct_rotations().collect());
        }
        for (cell, rotation) in self.board.placements(&face) {
            held.fits.entry(cell).or_default().push(rotation);
        }
        if self.anyway {
            let all: Vec<Rotation> = face.distinct_rotations().collect();
            let near = self.board.frontier().into_iter();
            held.fits.extend(near.map(|cell| (cell, all.clone())));
        }
        self.held = Some(held);
    }

    /// Holds the tile over a cell.
    pub fn hold_over(&mut self, cell: carcassonne::geometry::Cell) {
        if let Some(held) = &mut self.held {
            held.at = Some(cell);
        }
    }

    /// The chip in hand and the squares where it may lie.
    pub fn chip_places(&self, snapshot: &Snapshot) -> Vec<(Cell, Option<ChipColor>)> {
        let chip = self.chip.filter(|_| self.open && self.held.is_none());
        let (Some(color), Some(view)) = (chip, &snapshot.modules.benelux) else {
            return Vec::new();
        };
        if view.chips_to_lay == 0 {
            return Vec::new();
        }
        let starts = view.starts.iter().copied().collect();
        let taken = |cell: Cell| {
            let near = |&(other, _): &(Cell, Option<ChipColor>)| {
                other == cell || Side::ALL.iter().any(|&side| cell.neighbour(side) == other)
            };
            self.board.holds(cell) || view.chips.iter().any(near)
        };
        let squares = view.map.squares().map(|(cell, _)| cell);
        squares
            .filter(|&cell| view.map.takes_chip(cell, &starts) && !taken(cell))
            .map(|cell| (cell, color))
            .collect()
    }

    /// Turns the tile in hand.
    pub fn turn(&mut self) {
        if let Some(held) = &mut self.held {
            held.turn();
        }
    }

    /// Takes a tile in hand, opening the panel; a card asks what it is used for.
    pub fn take(&mut self, id: FaceId) -> Option<Command> {
        self.open = true;
        self.filter.clear();
        if faces::known(&id).is_some_and(|face| face.set == TileSet::Tatan) {
            let what = EventKind::TatanDrawn;
            return Some(Command::Tell { what });
        }
        self.hold(id);
        None
    }

    /// Opens the panel and gives its search the keyboard.
    pub fn search(&mut self) {
        self.open = true;
        self.held = None;
        self.focus = true;
    }

    /// Figures of the next colour.
    pub fn next_color(&mut self, snapshot: &Snapshot) {
        let players = snapshot.players.iter();
        let colors = players.flat_map(|p| std::iter::once(p.color).chain(p.also.iter().copied()));
        let colors: Vec<Color> = colors.collect();
        let now = self.color(snapshot);
        let at = colors.iter().position(|&color| Some(color) == now);
        let next = at.map_or(0, |at| (at + 1) % colors.len());
        self.whose = colors.get(next).copied();
    }

    /// Turns the garden of the tile in hand on or off.
    pub fn garden(&mut self) {
        if let Some(held) = &mut self.held
            && faces::known(&held.copy.face).is_some_and(|face| face.garden_copies > 0)
        {
            held.copy.garden = !held.copy.garden;
        }
    }

    /// Takes the tile in hand out of the game.
    pub fn discard(&mut self) -> Option<Command> {
        let held = self.held.take()?;
        let face = held.copy.face;
        Some(Command::DiscardTile { face })
    }

    /// Takes the tile in hand to the place before.
    pub fn last_place(&mut self) {
        if let Some(held) = &mut self.held {
            held.last_place();
        }
    }

    /// Takes the tile in hand to the nearest place in a direction.
    pub fn toward(&mut self, right: i8, down: i8) {
        if let Some(held) = &mut self.held {
            held.toward(right.into(), down.into());
        }
    }

    /// Takes the tile in hand to the next place.
    pub fn next_place(&mut self) {
        if let Some(held) = &mut self.held {
            held.next_place();
        }
    }

    /// Puts the tile in hand back.
    pub fn put_down(&mut self) {
        self.anyway = false;
        self.held = None;
    }

    /// Lays the tile in hand where it is held over.
    pub fn lay(&mut self) -> Option<Command> {
        let held = self.held.as_ref()?;
        let cell = held.at?;
        let rotation = held.rotation_at(cell)?;
        let copy = held.copy;
        self.held = None;
        let legal = faces::known(&copy.face)
            .is_none_or(|face| self.board.accepts(cell, &face, rotation) || self.board.is_empty());
        if std::mem::take(&mut self.anyway) && !legal {
            return Some(Command::Insist {
                what: EventKind::TileLaid {
                    cell,
                    face: copy.face,
                    rotation,
                    garden: copy.garden.then_some(true),
                    before: false,
                },
            });
        }
        Some(Command::PlaceTile {
            cell,
            face: copy.face,
            rotation,
            garden: copy.garden.then_some(true),
        })
    }

    /// Whose figures are being put: the player on turn unless somebody else was chosen.
    pub fn color(&self, snapshot: &Snapshot) -> Option<Color> {
        let first = || snapshot.players.first().map(|player| player.color);
        self.whose.or(snapshot.turn.player).or_else(first)
    }

    /// Where a figure may be put, while the panel is open and no tile is in hand.
    pub fn spots<'a>(&self, snapshot: &'a Snapshot) -> &'a [FigurePlace] {
        if self.open && self.held.is_none() && snapshot.turn.open && !snapshot.over {
            &snapshot.turn.figure_places
        } else {
            &[]
        }
    }

    /// Puts a figure.
    pub fn put(&self, spot: &FigurePlace, snapshot: &Snapshot) -> Command {
        Command::PlaceFigure {
            cell: spot.at.cell,
            segment: spot.at.segment,
            figure: spot.figure,
            color: self.color(snapshot),
        }
    }

    /// Shows the panel.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            card::heading(ui, &words.say("hand-title"));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button(words.say("hand-close")).clicked() {
                    wishes.actions.push(Action::ByHand);
                }
            });
        });
        // What is swapped begins at its top.
        let part = (self.held.is_some(), snapshot.turn.tile);
        column::show_anew(ui, part, |ui| {
            if !snapshot.over {
                if self.held.is_some() {
                    self.in_hand(ui, words, snapshot, art, wishes);
                } else {
                    self.figures(ui, words, snapshot, art, wishes);
                    // What is laid out comes before the first tile.
                    let benelux = snapshot.modules.benelux.as_ref();
                    let chips = benelux.is_some_and(|view| view.chips_to_lay > 0);
                    if chips {
                        self.land(ui, words, snapshot, wishes);
                    }
                    if snapshot.bag.faces.iter().any(|&(_, left)| left > 0) {
                        self.faces(ui, words, snapshot, art, wishes);
                    }
                    if !chips {
                        self.land(ui, words, snapshot, wishes);
                    }
                }
                foot::whose_turn(ui, words, snapshot, wishes);
            }
            self.track.show(ui, words, snapshot, wishes);
            foot::standing(ui, words, snapshot, art, wishes);
            foot::end(ui, words, snapshot, &mut self.ending, wishes);
        });
    }

    /// What there is to tell of a map, or of a pile that nobody counted.
    fn land(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
        let places = self.chip_places(snapshot);
        let places: Vec<Cell> = places.into_iter().map(|(cell, _)| cell).collect();
        land::show(ui, words, snapshot, (&mut self.chip, &places), wishes);
    }

    fn in_hand(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        let Some(held) = &mut self.held else { return };
        let face = held.copy.face;
        let nowhere = held.fits.is_empty();
        let mut changed = false;
        card::plain(ui, |ui| {
            if nowhere {
                let text = words.with("hand-nowhere", &[("face", face.as_str().into())]);
                card::body(ui, &text);
            } else {
                card::body(ui, &words.say("hand-lay"));
            }
            ui.horizontal(|ui| {
                let rotation = held.at.and_then(|cell| held.rotation_at(cell));
                let rotation = rotation.unwrap_or(held.rotation);
                board::tile_image(ui, held.copy, rotation, 96.0, art);
                let args = [("degrees", rotation.degrees().into())];
                card::soft(ui, &words.with("hand-turned", &args));
            });
            let gardens = faces::known(&face).is_some_and(|face| face.garden_copies > 0);
            // Without abbots nobody minds gardens.
            if gardens && snapshot.setup.plays(Expansion::Abbot) {
                ui.checkbox(&mut held.copy.garden, words.say("hand-garden"));
            }
            let anyway = ui.checkbox(&mut self.anyway, words.say("insist-anyway"));
            changed = anyway
                .on_hover_text(words.say("insist-anyway-why"))
                .changed();
            ui.horizontal_wrapped(|ui| {
                if !nowhere
                    && ui
                        .button(format!("{} (R)", words.say("hand-rotate")))
                        .clicked()
                {
                    wishes.actions.push(Action::TurnTile);
                }
                if ui.button(words.say("hand-cancel")).clicked() {
                    wishes.actions.push(Action::PutDown);
                }
                if nowhere && ui.button(words.say("hand-discard")).clicked() {
                    wishes.commands.push(Command::DiscardTile { face });
                    wishes.actions.push(Action::PutDown);
                }
            });
        });
        if changed {
            self.hold(face);
        }
    }

    fn figures(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        let Some(tile) = snapshot.turn.tile.filter(|_| snapshot.turn.open) else {
            return;
        };
        let face = board::tile_on(snapshot, tile).map_or("", |tile| tile.face.as_str());
        card::plain(ui, |ui| {
            let may = !snapshot.turn.figure_places.is_empty();
            let key = if may { "hand-laid" } else { "hand-laid-only" };
            card::body(ui, &words.with(key, &[("face", face.into())]));
            if snapshot.turn.figure_places.is_empty() {
                card::soft(ui, &words.say(why_nowhere(snapshot, tile)));
                if let Some(color) = self.color(snapshot) {
                    insist::figures_anyway(ui, words, snapshot, color, wishes);
                }
                return;
            }
            card::soft(ui, &words.say("hand-whose"));
            ui.horizontal_wrapped(|ui| {
                let now = self.color(snapshot);
                for color in snapshot.players.iter().flat_map(|player| player.colors()) {
                    let name = words.holder(snapshot, color);
                    if ui.selectable_label(now == Some(color), name).clicked() {
                        self.whose = Some(color);
                    }
                }
            });
            let color = self.color(snapshot);
            // Keys go to the open question or choice first.
            let keys = snapshot.questions.is_empty() && snapshot.choices.is_empty();
            for (number, spot) in snapshot.turn.figure_places.iter().enumerate() {
                ui.horizontal(|ui| {
                    if keys && number < 9 {
                        let (room, _) = ui.allocate_exact_size(vec2(20.0, 24.0), Sense::hover());
                        card::key_cap(ui, room.center(), number + 1);
                    }
                    let pose = board::pose_on(spot);
                    board::figure_image(ui, spot.figure, color, pose, 24.0, art);
                    let text = capital(&words.with(
                        "hand-put",
                        &[
                            ("figure", words.figure(spot.figure).into()),
                            ("where", words.on_which(snapshot, spot.on, spot.at).into()),
                        ],
                    ));
                    let button = ui.add(egui::Button::new(text).wrap());
                    if button.hovered() {
                        wishes.lit = vec![spot.at];
                    }
                    if button.clicked() {
                        wishes.commands.push(self.put(spot, snapshot));
                    }
                });
            }
            if let Some(color) = color {
                insist::figures_anyway(ui, words, snapshot, color, wishes);
            }
        });
    }

    fn faces(
        &mut self,
        ui: &mut Ui,
        words: Words,
        snapshot: &Snapshot,
        art: &mut Art,
        wishes: &mut Wishes,
    ) {
        card::body(ui, &words.say("hand-choose"));
        let edit = TextEdit::singleline(&mut self.filter)
            .hint_text(words.say("hand-filter-hint"))
            .desired_width(f32::INFINITY);
        let edit = ui.add(edit).accessible_name(words.say("hand-filter"));
        if std::mem::take(&mut self.focus) {
            edit.request_focus();
        }
        let mut found: Vec<(FaceId, u8)> = snapshot
            .bag
            .faces
            .iter()
            .filter(|(id, left)| {
                let face = faces::known(id);
                *left > 0 && face.is_some_and(|face| finds(words, &face, &self.filter))
            })
            .copied()
            .collect();
        // A whole name means that face, not one whose name begins like it.
        found.sort_by_key(|(id, _)| !id.as_str().eq_ignore_ascii_case(self.filter.trim()));
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut chosen = found.first().filter(|_| entered).map(|&(id, _)| id);
        if found.is_empty() {
            card::soft(ui, &words.say("hand-none-found"));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for (id, left) in found {
                if face(ui, words, id, left, art) {
                    chosen = Some(id);
                }
            }
        });
        if let Some(id) = chosen {
            wishes.commands.extend(self.take(id));
        }
    }
}

/// Why nobody may put a figure on the newest tile.
fn why_nowhere(snapshot: &Snapshot, tile: Cell) -> &'static str {
    let turn = snapshot.turn.number;
    let mut figures = snapshot.figures.iter();
    if figures.any(|figure| figure.at.cell == tile && figure.turn == turn) {
        "hand-put-already"
    } else {
        "hand-no-place"
    }
}

fn left_of(snapshot: &Snapshot, face: FaceId) -> u8 {
    let entry = snapshot.bag.faces.iter().find(|(id, _)| *id == face);
    entry.map_or(0, |&(_, left)| left)
}

/// Whether the newest tile is the one in hand, laid by the camera or another window.
fn just_laid(snapshot: &Snapshot, held: &Held) -> bool {
    snapshot
        .tiles
        .last()
        .is_some_and(|tile| tile.face == held.copy.face)
}

/// One face in the list; whether it was clicked.
fn face(ui: &mut Ui, words: Words, id: FaceId, left: u8, art: &mut Art) -> bool {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(FACE, FACE + 18.0), Sense::click());
    let label = words.with(
        "hand-tile",
        &[("face", id.as_str().into()), ("left", left.into())],
    );
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &label));
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let picture = egui::Rect::from_min_size(rect.min, egui::Vec2::splat(FACE));
    board::draw_tile(
        ui.ctx(),
        ui.painter(),
        picture,
        Copy::plain(id),
        Rotation::R0,
        art,
        p,
    );
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(3.0, p.accent);
        ui.painter()
            .rect_stroke(picture, 3.0, line, egui::StrokeKind::Outside);
    }
    let text = format!("{id} · {left}");
    let font = egui::FontId::proportional(size::SMALL);
    let below = rect.center_bottom() - vec2(0.0, 1.0);
    ui.painter()
        .text(below, egui::Align2::CENTER_BOTTOM, text, font, p.text_soft);
    response.on_hover_text(label).clicked()
}
