//! A tile that the camera does not know, or for which no answer to a question was right: its picture, and
//! beside it what may lie there, to be named by one click or key. It waits; nothing else does.
//!
//! What may lie there is the hole finder's, what is likely [`proposal`]'s. The tile goes into the game as
//! if it were entered by hand; its picture is asked to be taken into the pack, if that is wanted.

use std::collections::BTreeSet;
use std::sync::{Arc, mpsc};

use carcassonne::geometry::Cell;
use egui::{
    Align, ColorImage, Context, Image, RichText, Role, Stroke, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, vec2,
};
use tracker::board::Board;
use tracker::command::Command;
use tracker::log::event::EventKind;
use tracker::snapshot::{About, Difference, Snapshot};
use vision::learn::teach;

use crate::run::link::Link;
use crate::run::news::picture::CutOut;
use crate::run::reading::proposal::{self, Likeness, Offer};
use crate::text::{Text, Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::gap;
use crate::window::screens::table::wishes::{Beyond, Lesson, Pass, Wishes};
use crate::window::widgets::picture::kept::Part;
use crate::window::widgets::picture::real::Real;
use crate::window::widgets::{card, offer, pages};

/// Offers that have a key, and so stand on one page.
const ON_A_PAGE: usize = 9;
/// Side of the tile's own picture, points.
const PICTURE: f32 = 84.0;

/// The tile that is to be named, and those that are not.
pub struct Stranger {
    /// Tiles whose name can wait.
    later: BTreeSet<Cell>,
    /// A tile that somebody wants to name although nothing asks.
    wanted: Option<Cell>,
    /// Its card comes into view with the next pass.
    comes_into_view: bool,
    /// What was answered, and of which snapshot: the answer is on its way.
    answered: Option<(Cell, u64)>,
    open: Option<Open>,
    /// Its picture goes into the pack.
    take: bool,
}

impl Default for Stranger {
    fn default() -> Self {
        Self {
            later: BTreeSet::new(),
            wanted: None,
            comes_into_view: false,
            answered: None,
            open: None,
            take: true,
        }
    }
}

/// A tile and what it may be.
struct Open {
    cell: Cell,
    /// The snapshot whose rules said what may lie there.
    version: Option<u64>,
    /// Empty if nothing fits.
    offers: Vec<Offer>,
    page: usize,
    picture: Option<Arc<CutOut>>,
    texture: Option<TextureHandle>,
    likeness: Ranking,
    /// It lies on the board, as something else perhaps.
    is_laid: bool,
    /// A picture can go into a pack.
    can_learn: bool,
}

/// How the offers are put in order.
enum Ranking {
    /// By the rules alone.
    None,
    /// Somebody looks at the picture.
    Asked(mpsc::Receiver<Option<Likeness>>),
    /// By the picture.
    Known(Likeness),
}

impl Stranger {
    /// Turns to what the newest snapshot asks.
    pub fn follow(&mut self, ctx: &Context, link: &dyn Link, snapshot: &Snapshot, board: &Board) {
        let strange = strange(snapshot);
        let is_there = |cell: &Cell| strange.iter().any(|(other, _)| other == cell);
        self.later.retain(is_there);
        self.wanted = self.wanted.filter(is_there);
        let mut unknown = strange.iter().filter(|(_, unknown)| *unknown);
        let next = unknown.find(|(cell, _)| !self.later.contains(cell));
        let cell = self.wanted.or(next.map(|(cell, _)| *cell));
        let on_its_way = |cell: &Cell| self.answered == Some((*cell, snapshot.version));
        let Some(cell) = cell.filter(|cell| !snapshot.over && !on_its_way(cell)) else {
            self.open = None;
            return;
        };
        let mut open = match self.open.take() {
            Some(open) if open.cell == cell => open,
            _ => {
                self.take = true;
                Open::at(cell)
            }
        };
        open.follow(ctx, link, snapshot, board);
        self.open = Some(open);
    }

    /// A command was refused, perhaps an answer that was on its way.
    pub fn refused(&mut self) {
        self.answered = None;
    }

    /// The tile that is asked about. What fits nowhere by the rules is told by the card that says so.
    pub fn cell(&self) -> Option<Cell> {
        let open = self.open.as_ref();
        open.filter(|open| open.is_asked()).map(|open| open.cell)
    }

    /// What is offered with a key now.
    pub fn numbered(&self) -> &[Offer] {
        self.open.as_ref().map_or(&[], Open::page)
    }

    /// Somebody wants to name that tile.
    pub fn want(&mut self, cell: Cell) {
        self.later.remove(&cell);
        self.wanted = Some(cell);
        self.comes_into_view = true;
    }

    /// It is what is offered under that number.
    pub fn take(&mut self, number: usize, snapshot: &Snapshot, wishes: &mut Wishes) {
        let Some(open) = &self.open else { return };
        let Some(offer) = open.page().get(number) else {
            return;
        };
        let &Offer { face, rotation, .. } = offer;
        let cell = open.cell;
        let mut tiles = snapshot.tiles.iter().enumerate();
        let laid = tiles.find(|(_, tile)| tile.cell == cell);
        wishes.commands.push(match laid {
            None => Command::PlaceTile {
                cell,
                face,
                rotation,
                garden: None,
            },
            Some((nth, laid)) => Command::Correct {
                event: laid.event,
                to: EventKind::TileLaid {
                    cell,
                    face,
                    rotation,
                    garden: None,
                    // What lay there when watching began belongs to no turn, the start tile aside.
                    before: nth > 0 && laid.turn == 0,
                },
            },
        });
        let picture = open.picture.clone().filter(|_| self.take && open.can_learn);
        if let Some(picture) = picture {
            wishes.beyond = Some(Beyond::Learn(Lesson {
                face,
                rotation,
                picture,
            }));
        }
        self.wanted = None;
        self.answered = Some((cell, snapshot.version));
    }

    /// Shows the card, if a tile is to be named. `keys` if the number keys are its own.
    pub fn show(&mut self, ui: &mut Ui, real: &Real<'_>, keys: bool, pass: &mut Pass<'_>) {
        let (words, snapshot) = (pass.words, pass.snapshot);
        let open = self.open.as_mut().filter(|open| open.is_asked());
        let Some(open) = open else { return };
        let (mut chosen, mut later) = (None, false);
        let p = palette(ui);
        if std::mem::take(&mut self.comes_into_view) {
            ui.scroll_to_cursor(Some(Align::Min));
        }
        card::card(ui, p.card_ask, Stroke::new(2.0, p.wait), |ui| {
            ui.horizontal(|ui| {
                open.show_picture(ui, words, snapshot, real);
                ui.vertical(|ui| {
                    let text = words.say(open.title());
                    let text = RichText::new(text).size(size::HEADING).color(p.text);
                    ui.add(egui::Label::new(text).wrap());
                    card::body(ui, &words.place_in(snapshot, open.cell));
                });
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
                for (number, offer) in open.page().iter().enumerate() {
                    let key = keys.then_some(number + 1);
                    if offer::face(ui, words, (offer.face, offer.rotation), key, pass.art) {
                        chosen = Some(number);
                    }
                }
            });
            let total = open.offers.len();
            pages::turn(ui, words, &mut open.page, ON_A_PAGE, total);
            match (&open.picture, open.can_learn) {
                (Some(_), true) => {
                    let (text, why) = (message::STRANGER_TAKE, message::STRANGER_TAKE_WHY);
                    let (text, why) = (words.say(text), words.say(why));
                    card::choice(ui, &mut self.take, &text, &why);
                }
                (None, true) => {
                    card::soft(ui, &words.say(message::STRANGER_COVERED));
                }
                (_, false) => {}
            }
            ui.horizontal_wrapped(|ui| {
                later = ui.button(words.say(message::STRANGER_LATER)).clicked();
                if ui.button(words.say(message::STRANGER_NONE)).clicked() {
                    pass.wishes.actions.push(Action::Teach);
                }
            });
        });
        ui.add_space(2.0);
        if let Some(number) = chosen {
            self.take(number, snapshot, pass.wishes);
        } else if later && let Some(cell) = self.cell() {
            self.wanted = None;
            self.later.insert(cell);
            ui.ctx().request_repaint();
        }
    }
}

/// The cells whose tile nobody knows, that fits by no reading, or that is asked about; and whether it is
/// unknown.
fn strange(snapshot: &Snapshot) -> Vec<(Cell, bool)> {
    let asked = snapshot.questions.iter();
    let asked = asked.filter(|question| question.about == About::WhichTile);
    let desync = snapshot.desync.iter();
    let differences = desync.flat_map(|desync| &desync.differences);
    let strange = differences.filter_map(|difference| match difference {
        Difference::TileUnknown { cell } => Some((*cell, true)),
        Difference::TileIllegal { cell, .. } => Some((*cell, false)),
        _ => None,
    });
    strange
        .chain(asked.map(|question| (question.cell, false)))
        .collect()
}

impl Open {
    const fn at(cell: Cell) -> Self {
        Self {
            cell,
            version: None,
            offers: Vec::new(),
            page: 0,
            picture: None,
            texture: None,
            likeness: Ranking::None,
            is_laid: false,
            can_learn: false,
        }
    }

    fn follow(&mut self, ctx: &Context, link: &dyn Link, snapshot: &Snapshot, board: &Board) {
        self.is_laid = board.holds(self.cell);
        // What is put right is learnt from by itself.
        self.can_learn = link.record().is_some() && !self.is_laid;
        let mut sort = false;
        if self.version != Some(snapshot.version) {
            self.version = Some(snapshot.version);
            let hole = gap::hole(snapshot, &board.without(self.cell), self.cell);
            self.offers = proposal::offers(&hole);
            sort = true;
        }
        let mut pictures = link.cut_outs().into_iter();
        let picture = pictures.find(|picture| picture.cell == self.cell);
        let is_same = match (&self.picture, &picture) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            (self.picture, self.texture) = (picture, None);
            self.likeness = Ranking::None;
        }
        if let (Ranking::None, Some(picture), true) =
            (&self.likeness, &self.picture, self.is_asked())
        {
            let told = proposal::beside(self.cell, snapshot);
            let of = snapshot.bag.faces.iter().map(|(face, _)| *face);
            let ctx = ctx.clone();
            let wake = Arc::new(move || ctx.request_repaint());
            let picture = Arc::clone(picture);
            let asked = proposal::look(picture, link.pack(), told, of.collect(), wake);
            self.likeness = Ranking::Asked(asked);
        }
        if let Ranking::Asked(asked) = &self.likeness
            && let Ok(Some(likeness)) = asked.try_recv()
        {
            self.likeness = Ranking::Known(likeness);
            sort = true;
            // Until then nothing said that the likeliest come first.
            self.page = 0;
        }
        if let (true, Ranking::Known(likeness)) = (sort, &self.likeness) {
            proposal::rank(&mut self.offers, likeness);
        }
        self.page = self
            .page
            .min(self.offers.len().saturating_sub(1) / ON_A_PAGE);
    }

    /// Whether anything may lie there that can be asked about.
    fn is_asked(&self) -> bool {
        !self.offers.is_empty()
    }

    /// What is asked.
    const fn title(&self) -> Text {
        match self.is_laid {
            false => message::STRANGER_TITLE,
            true => message::ASK_TILE,
        }
    }

    /// What is offered on this page.
    fn page(&self) -> &[Offer] {
        let from = (self.page * ON_A_PAGE).min(self.offers.len());
        let to = (from + ON_A_PAGE).min(self.offers.len());
        &self.offers[from..to]
    }

    /// The picture that would be kept, or else how it looks there now.
    fn show_picture(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, real: &Real<'_>) {
        let place = words.place_in(snapshot, self.cell);
        let name = words.with(message::RealNow { place });
        match self.texture(ui.ctx()) {
            Some(texture) => {
                let image = Image::new((texture.id(), Vec2::splat(PICTURE)));
                let response = ui.add(image);
                let enabled = ui.is_enabled();
                response.widget_info(|| WidgetInfo::labeled(Role::Image, enabled, &name));
                response.on_hover_text(name);
            }
            None => {
                if let Some(piece) = real.now(self.cell) {
                    piece.show(ui, Part::Tile, PICTURE, &name);
                }
            }
        }
    }

    fn texture(&mut self, ctx: &Context) -> Option<&TextureHandle> {
        if self.texture.is_none() {
            let (size, rgb) = teach::to_rgb(&self.picture.as_ref()?.image).ok()?;
            let image = ColorImage::from_rgb(size, &rgb);
            self.texture = Some(ctx.load_texture("stranger", image, TextureOptions::LINEAR));
        }
        self.texture.as_ref()
    }
}
