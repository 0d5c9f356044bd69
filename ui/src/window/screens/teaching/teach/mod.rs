//! Teaching tiles: pictures of tiles that the camera does not know are cut out, named one after
//! the other, and kept in a pack.
//!
//! Pictures come from a photograph of tiles laid out anyhow, or from the running game; a whole box at
//! once is [`whole`]'s. What is
//! proposed and cut comes from `vision::learn::teach`, what a description means from
//! `carcassonne::catalogue::draft`; the pack is kept after every tile, so that nothing is lost.

use std::path::Path;
use std::sync::Arc;

use carcassonne::catalogue::{Terrain, TileSet};
use carcassonne::geometry::Rotation;
use egui::{ComboBox, TextEdit, Ui};
use opencv::core::Mat;
use tracker::rules::Expansion;
use tracker::snapshot::Snapshot;
use vision::learn::Learning;
use vision::learn::teach::{self, Teacher};
use vision::pack::{FacePicture, Pack};

use crate::faces;
use crate::run::link::{Link, Program};
use crate::run::news::picture::Picture;
use crate::run::news::{PackNews, SourceState};
use crate::run::reading::proposal;
use crate::store::learning::BOXES;
use crate::store::packs::{self, NEW};
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::frame::choose_file::ChooseFile;
use crate::window::screens::frame::told::{self, Say};
use crate::window::screens::{Context, Go};
use crate::window::widgets::{card, column};

mod editor;
mod known;
mod live;
mod outlines;
mod spread;
mod whole;

pub use editor::{Item, Verdict};

/// Width of the first page, points.
const WIDTH: f32 = 900.0;

/// Pictures of earlier packs that help with a new one, at most: some boxes full.
const MOST_PICTURES: usize = 600;

/// The lesson: which pack, which box, which tiles are still to be named.
pub struct Teach {
    packs: Vec<String>,
    pack: String,
    set: TileSet,
    path: String,
    dialog: ChooseFile,
    /// Made when the first tile comes: learning takes a moment.
    lesson: Option<Lesson>,
    todo: std::collections::VecDeque<Item>,
    live: live::Live,
    /// A photograph whose outlines are being put right.
    spread: Option<spread::Spread>,
    whole: Option<whole::Whole>,
    whole_path: String,
    whole_dialog: ChooseFile,
    taught: usize,
    told: Option<Result<Say, Say>>,
}

/// A tile that was cut out, and what its neighbours on the board tell of its sides.
type Cut = (Mat, [Option<Terrain>; 4]);

/// The pack that grows, and who learns with it.
struct Lesson {
    id: String,
    pack: Pack,
    teacher: Teacher,
    /// Something in it could not be written yet.
    unwritten: bool,
}

impl Lesson {
    /// Takes up what has come to the pack meanwhile: the table of a running game teaches it, too.
    fn take_up(&mut self, program: &dyn Program) {
        if !self.unwritten
            && let Ok(now) = program.open_pack(&self.id)
        {
            self.pack = Arc::unwrap_or_clone(now);
        }
    }
}

impl Teach {
    /// Looks once which packs there are. The tiles are taken for those of the `game` that runs,
    /// and go into the pack it is read with unless they look different from that.
    pub fn new(program: &dyn Program, game: Option<&dyn Link>) -> Self {
        let own = program.packs().into_iter().filter(|pack| !pack.built_in);
        let packs: Vec<String> = own.map(|pack| pack.id).collect();
        let foreign = matches!(
            game.and_then(Link::pack_news),
            Some(PackNews::Foreign | PackNews::Reads { .. })
        );
        let watched = game.filter(|game| game.source() != SourceState::None);
        let at_work = watched.and_then(|_| program.last_pack());
        let pack = match at_work.filter(|pack| packs.contains(pack)) {
            Some(pack) if !foreign => pack,
            _ if foreign => packs::free_name(|name| packs.iter().any(|pack| pack == name)),
            _ => NEW.to_owned(),
        };
        Self::into_pack(packs, pack, game.map_or(TileSet::Base, box_of))
    }

    /// The tiles of that box which that pack lacks.
    pub fn missing(program: &dyn Program, pack: &str, set: TileSet) -> Self {
        let own = program.packs().into_iter().filter(|pack| !pack.built_in);
        let packs = own.map(|pack| pack.id).collect();
        Self::into_pack(packs, pack.to_owned(), set)
    }

    /// Names the next photograph, to be learnt or cut; what is in hand goes on.
    pub fn photograph(&mut self, path: &Path) {
        match &mut self.whole {
            Some(whole) => whole.next_photograph(path),
            None => self.path = path.display().to_string(),
        }
    }

    fn into_pack(packs: Vec<String>, pack: String, set: TileSet) -> Self {
        Self {
            pack,
            packs,
            set,
            path: String::new(),
            dialog: ChooseFile::default(),
            lesson: None,
            todo: std::collections::VecDeque::new(),
            live: live::Live::default(),
            spread: None,
            whole: None,
            whole_path: String::new(),
            whole_dialog: ChooseFile::default(),
            taught: 0,
            told: None,
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        if let Some(path) = self.dialog.chosen() {
            self.path = path.display().to_string();
        }
        if let Some(path) = self.whole_dialog.chosen() {
            self.whole_path = path.display().to_string();
        }
        let gathers = self.todo.is_empty() && self.whole.is_none() && self.spread.is_none();
        let width = if gathers { WIDTH } else { f32::INFINITY };
        let mut go = crate::window::screens::head_above(ui, ctx, width, message::TEACH_TITLE, None);
        column::middle(ui, width, |ui| {
            told::show(ui, ctx.words, self.told.as_ref())
        });
        let watched = ctx.game.filter(|game| game.source() != SourceState::None);
        let lesson = self.lesson.as_ref().filter(|_| self.taught > 0);
        if let (Some(lesson), Some(_), true) = (lesson, watched, self.todo.is_empty()) {
            let name = lesson.id.as_str();
            let text = ctx.words.with(message::ForeignTake { name });
            if ui.add(card::main_button(palette(ui), &text)).clicked() {
                go = Some(Go::Pack(lesson.id.clone()));
            }
        }
        column::show(ui, |ui| match (self.todo.pop_front(), self.whole.take()) {
            (Some(item), whole) => {
                self.whole = whole;
                self.name(ui, ctx, item);
            }
            (None, Some(whole)) => self.learn(ui, ctx, whole),
            (None, None) => match self.spread.take() {
                Some(spread) => self.outline(ui, ctx, spread),
                None => column::middle(ui, WIDTH, |ui| self.gather(ui, ctx)),
            },
        });
        go
    }

    /// A whole box is being learnt.
    fn learn(&mut self, ui: &mut Ui, ctx: &mut Context<'_>, mut whole: whole::Whole) {
        match whole.show(ui, ctx) {
            None => self.whole = Some(whole),
            Some(whole::Ended::Later) => {}
            Some(whole::Ended::Keep) => {
                if let Err(why) = self.keep_whole(ctx, &whole) {
                    self.told = Some(Err(told::as_it_is(why)));
                    self.whole = Some(whole);
                }
            }
        }
    }

    /// Puts the sure tiles into the pack, beside what is in it; a complete box needs its
    /// photographs no longer.
    fn keep_whole(&mut self, ctx: &mut Context<'_>, whole: &whole::Whole) -> Result<(), String> {
        let Some((learning, learnt)) = whole.result() else {
            return Ok(());
        };
        let new = learning.pack(&whole.id, learnt);
        let new = new.map_err(|error| error.message)?;
        let lesson = self.lesson(&*ctx.program)?;
        lesson.take_up(&*ctx.program);
        lesson.pack.pictures.extend(new.pictures);
        let failed = |failure| ctx.words.failure(&failure).0;
        let kept = ctx.program.keep_pack(&whole.id, &lesson.pack);
        lesson.unwritten = kept.is_err();
        kept.map_err(failed)?;
        let rest = (!learnt.is_complete()).then_some((whole.set(), learning));
        let kept = ctx.program.keep_learning(&whole.id, rest);
        kept.map_err(failed)?;
        if !self.packs.contains(&whole.id) {
            self.packs.push(whole.id.clone());
        }
        let pack = whole.id.clone();
        self.told = Some(Ok(Box::new(move |words| {
            words.with(message::WholeKept { pack: pack.clone() })
        })));
        Ok(())
    }

    /// Begins to learn a whole box, or goes on where it ended.
    fn begin_whole(&mut self, ui: &Ui, ctx: &Context<'_>, path: Option<std::path::PathBuf>) {
        let id = self.pack.trim().to_owned();
        match ctx.program.learning(&id) {
            Ok(kept) => {
                let (set, learning) = kept.unwrap_or_else(|| (self.set, Learning::default()));
                let mut whole = whole::Whole::new(id, set, learning, self.prior(ctx), ui.ctx());
                if let Some(path) = path {
                    whole.add(ui.ctx(), path);
                }
                self.whole = Some(whole);
            }
            Err(failure) => {
                self.told = Some(Err(Box::new(move |words| words.failure(&failure).0)));
            }
        }
    }

    /// The pictures of all packs on the shelf, those taught before among them; one that cannot be read
    /// helps nobody.
    fn prior(&self, ctx: &Context<'_>) -> Option<Arc<Pack>> {
        let packs = self.packs.iter();
        let packs = packs.filter_map(|pack| ctx.program.open_pack(pack).ok());
        let pictures = packs.flat_map(|pack| pack.pictures.clone());
        let pictures: Vec<FacePicture> = pictures.take(MOST_PICTURES).collect();
        (!pictures.is_empty()).then(|| {
            Arc::new(Pack {
                pictures,
                ..Pack::default()
            })
        })
    }

    /// Where the tiles come from and go to.
    fn gather(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) {
        let words = ctx.words;
        card::soft(ui, &words.say(message::TEACH_HELP));
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::TEACH_INTO));
            ui.horizontal_wrapped(|ui| {
                let edit = TextEdit::singleline(&mut self.pack).desired_width(220.0);
                ui.add(edit).accessible_name(words.say(message::TEACH_PACK));
                for pack in &self.packs {
                    if ui.add(card::one_of(self.pack == *pack, pack)).clicked() {
                        self.pack.clone_from(pack);
                    }
                }
            });
            ui.horizontal(|ui| {
                card::body(ui, &words.say(message::TEACH_BOX));
                sets(ui, words, &mut self.set);
            });
            card::soft(ui, &words.say(message::TEACH_BOX_WHY));
        });
        ui.add_space(4.0);
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::WHOLE_BOX));
            if !BOXES.contains(&self.set) {
                card::soft(ui, &words.say(message::WHOLE_BOX_OTHERS));
                return;
            }
            card::soft(ui, &words.say(message::WHOLE_BOX_WHY));
            let texts = [message::WHOLE_BOX, message::WHOLE_BEGIN];
            let row = &mut self.whole_dialog;
            let path = row.picture_row(ui, words, texts, &mut self.whole_path);
            let kept = ctx.program.has_learning(self.pack.trim());
            let goes_on = kept && ui.button(words.say(message::WHOLE_GO_ON)).clicked();
            if path.is_some() || goes_on {
                self.begin_whole(ui, ctx, path);
            }
        });
        ui.add_space(4.0);
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::TEACH_PHOTO));
            card::soft(ui, &words.say(message::TEACH_PHOTO_WHY));
            let texts = [message::TEACH_PHOTO, message::TEACH_CUT];
            let row = &mut self.dialog;
            if let Some(path) = row.picture_row(ui, words, texts, &mut self.path) {
                let open = move || teach::photograph(&path);
                self.look_at(spread::Spread::new(ui.ctx(), open));
            }
        });
        ui.add_space(4.0);
        let picture = ctx.game.and_then(|game| game.picture());
        let (Some(picture), Some(game)) = (picture, ctx.game) else {
            return;
        };
        let snapshot = game.snapshot();
        card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::TEACH_LIVE));
            card::soft(ui, &words.say(message::TEACH_LIVE_WHY));
            if ui.button(words.say(message::TEACH_LIVE_ROWS)).clicked() {
                let picture = Arc::clone(&picture);
                let open = move || teach::from_rgb(&picture.rgb, picture.size).ok();
                self.look_at(spread::Spread::new(ui.ctx(), open));
            }
            let unknown = live::unknown(&picture);
            let all = words.with(message::TeachLiveUnknown {
                count: unknown.len(),
            });
            if !unknown.is_empty() && ui.button(all).clicked() {
                self.cut_cells(ctx, &picture, &unknown, &snapshot);
            }
            if let Some(cell) = self.live.show(ui, words, &picture) {
                self.cut_cells(ctx, &picture, &[cell], &snapshot);
            }
        });
    }

    /// One tile is to be named.
    fn name(&mut self, ui: &mut Ui, ctx: &mut Context<'_>, mut item: Item) {
        let words = ctx.words;
        let text = words.with(message::TeachProgress {
            left: self.todo.len() + 1,
            done: self.taught,
        });
        card::soft(ui, &text);
        let Some(lesson) = &self.lesson else { return };
        match item.show(ui, words, (&lesson.teacher, &lesson.pack), ctx.art) {
            None => self.todo.push_front(item),
            Some(Verdict::Skip) => {}
            Some(Verdict::StopAll) => self.todo.clear(),
            Some(Verdict::Keep) => self.keep(ctx, item, None),
            Some(Verdict::Twin(face, turn)) => self.keep(ctx, item, Some((face, turn))),
        }
    }

    /// The pack chosen, with somebody who knows its pictures and, where it shows none of the
    /// base game, our own art of it.
    fn lesson(&mut self, program: &dyn Program) -> Result<&mut Lesson, String> {
        let id = self.pack.trim().to_owned();
        if self.lesson.as_ref().is_none_or(|lesson| lesson.id != id) {
            let known = self.packs.contains(&id);
            let pack = if known {
                let pack = program.open_pack(&id).map_err(|error| error.to_string())?;
                Arc::unwrap_or_clone(pack)
            } else {
                Pack {
                    name: id.clone(),
                    ..Pack::default()
                }
            };
            faces::remember(&pack.taught);
            let printed = faces::all();
            let all = printed.taught(&pack.taught).unwrap_or(printed);
            let mut teacher = Teacher::new(&pack, &all).map_err(|error| error.to_string())?;
            if pack.pictures.is_empty() {
                let base = carcassonne::catalogue::Catalogue::bundled();
                let drawn = packs::our_art(&base).map_err(|error| error.to_string())?;
                teacher = Teacher::new(&drawn, &base).map_err(|error| error.to_string())?;
            }
            self.lesson = Some(Lesson {
                id,
                pack,
                teacher,
                unwritten: false,
            });
        }
        self.lesson.as_mut().ok_or_else(String::new)
    }

    fn add(&mut self, ctx: &Context<'_>, tiles: Vec<Cut>) -> Result<(), String> {
        let set = self.set;
        let lesson = self.lesson(&*ctx.program)?;
        let items = tiles
            .into_iter()
            .map(|(image, told)| Item::new(image, set, told, &lesson.pack.taught, &lesson.teacher));
        let items = items.collect::<Result<Vec<Item>, _>>();
        let items = items.map_err(|error: opencv::Error| error.message)?;
        self.todo.extend(items);
        Ok(())
    }

    /// The outlines on a photograph are being put right.
    fn outline(&mut self, ui: &mut Ui, ctx: &Context<'_>, mut spread: spread::Spread) {
        match spread.show(ui, ctx.words) {
            None => self.spread = Some(spread),
            Some(spread::Ended::Stop) => {}
            Some(spread::Ended::Fail(why)) => self.told = Some(Err(why)),
            Some(spread::Ended::Name(tiles)) => {
                let tiles = tiles.into_iter().map(|tile| (tile, [None; 4]));
                self.take(ctx, Ok(tiles.collect()));
            }
        }
    }

    fn look_at(&mut self, spread: spread::Spread) {
        self.told = None;
        self.spread = Some(spread);
    }

    /// Cells of the running game's picture; what lies beside them on the board tells their sides.
    fn cut_cells(
        &mut self,
        ctx: &Context<'_>,
        picture: &Picture,
        cells: &[usize],
        game: &Snapshot,
    ) {
        let cut = || -> Result<Vec<_>, Say> {
            let whole = teach::from_rgb(&picture.rgb, picture.size).map_err(of_opencv)?;
            let cut = cells.iter().map(|&n| -> Result<Cut, Say> {
                let there = &picture.cells[n];
                let corners = there.corners_px.map(|corner| corner.map(f64::from).into());
                let tile = teach::cut(&whole, corners).map_err(of_opencv)?;
                let told = there
                    .cell
                    .map_or([None; 4], |cell| proposal::beside(cell, game));
                Ok((tile, told))
            });
            cut.collect()
        };
        self.take(ctx, cut());
    }

    fn take(&mut self, ctx: &Context<'_>, tiles: Result<Vec<Cut>, Say>) {
        let taken = match tiles {
            Ok(tiles) if tiles.is_empty() => Err(told::say(message::TEACH_NONE_FOUND)),
            Ok(tiles) => {
                let count = tiles.len();
                let found: Say = Box::new(move |words| words.with(message::TeachFound { count }));
                self.add(ctx, tiles).map(|()| found).map_err(told::as_it_is)
            }
            Err(why) => Err(why),
        };
        self.told = Some(taken);
    }

    /// Keeps the tile: as a face of its own, or as another picture of one that is known.
    fn keep(
        &mut self,
        ctx: &mut Context<'_>,
        item: Item,
        twin: Option<(carcassonne::catalogue::FaceId, Rotation)>,
    ) {
        let Some(lesson) = &mut self.lesson else {
            return;
        };
        lesson.take_up(&*ctx.program);
        match kept(lesson, &item, twin) {
            Err(why) => {
                self.told = Some(Err(told::as_it_is(why)));
                self.todo.push_front(item);
                return;
            }
            Ok(face) => {
                let named = move |words: Words| {
                    words.with(message::TeachKept {
                        face: face.to_string(),
                    })
                };
                self.told = Some(Ok(Box::new(named)));
            }
        }
        faces::remember(&lesson.pack.taught);
        let written = ctx.program.keep_pack(&lesson.id, &lesson.pack);
        lesson.unwritten = written.is_err();
        if let Err(failure) = written {
            self.told = Some(Err(Box::new(move |words| words.failure(&failure).0)));
        } else if !self.packs.contains(&lesson.id) {
            self.packs.push(lesson.id.clone());
        }
        self.taught += 1;
        for next in &mut self.todo {
            // What was just learnt helps with those that nobody has touched yet.
            next.propose_again(&lesson.pack.taught, &lesson.teacher);
        }
    }
}

/// The box whose tiles a running game most likely wants to be taught: of the others the prints
/// are on record, and a pack is bought or built whole.
fn box_of(game: &dyn Link) -> TileSet {
    let setup = game.snapshot().setup.clone();
    let mist = [Expansion::Mists, Expansion::GhostsCastlesCemeteries];
    if mist.iter().any(|&module| setup.plays(module)) {
        TileSet::Mists
    } else if setup.plays(Expansion::MageAndWitch) {
        TileSet::MageAndWitch
    } else {
        TileSet::Base
    }
}

fn kept(
    lesson: &mut Lesson,
    item: &Item,
    twin: Option<(carcassonne::catalogue::FaceId, Rotation)>,
) -> Result<carcassonne::catalogue::FaceId, String> {
    let wrong = |error: opencv::Error| error.message;
    let (face, image, draft) = match twin {
        Some((face, turn)) => {
            let image = teach::turned_by(&item.image, turn).map_err(wrong)?;
            let known = faces::known(&face);
            let draft = known.as_deref().and_then(carcassonne::catalogue::Draft::of);
            lesson.pack.taught.one_more(&face);
            (face, image, draft)
        }
        None => {
            let taught = lesson.pack.taught.teach(&item.draft);
            taught.map_err(|error| error.to_string())?;
            (item.draft.id, item.image.clone(), Some(item.draft.clone()))
        }
    };
    if let Some(draft) = draft {
        lesson.teacher.learn(&image, &draft).map_err(wrong)?;
    }
    lesson.pack.pictures.push(FacePicture { face, image });
    Ok(face)
}

fn of_opencv(error: opencv::Error) -> Say {
    told::as_it_is(error.message)
}

/// The box that the tiles belong to.
fn sets(ui: &mut Ui, words: Words, set: &mut TileSet) {
    let name = |set| words.box_name(set);
    ComboBox::from_id_salt("teach-box")
        .selected_text(name(*set))
        .show_ui(ui, |ui| {
            for each in TileSet::ALL.into_iter().filter(|s| *s != TileSet::Tatan) {
                ui.selectable_value(set, each, name(each));
            }
        })
        .response
        .accessible_name(words.say(message::TEACH_BOX));
}
