//! The window: one screen at a time, the bar above it, settings that hold for all.
//!
//! [`App`] is an [`eframe::App`], so it runs in a real window as well as in a test without one.
//! It draws only when something changed: every running game wakes it.
//!
//! It is [`open`]ed on the start screen or a game, and shows one of the [`screens`], which are built of
//! [`widgets`]. The [`wall`] of a hall is a window of its own.

use std::sync::Arc;

use egui::{Frame, Margin, RichText, Stroke, Ui};
use tracker::snapshot::Snapshot;

use self::zoom::Growing;
use crate::run::link::settings::Settings;
use crate::run::link::{Link, Program};
use crate::run::news::open_error::OpenError;
use crate::run::sound::{Cue, Sound};
use crate::store::folders::Folders;
use crate::text::{Language, Words, message};
use crate::theme::{self, palette, size};
use crate::window::screens::audience::{hall, phones, tv};
use crate::window::screens::camera::aim::AimScreen;
use crate::window::screens::camera::source::SourceScreen;
use crate::window::screens::frame::dropped::{self, Film};
use crate::window::screens::frame::{bar, help};
use crate::window::screens::record::export::ExportScreen;
use crate::window::screens::record::review::ReviewScreen;
use crate::window::screens::record::share::Sharing;
use crate::window::screens::record::statistics::Statistics;
use crate::window::screens::reference::rebuild::Rebuild;
use crate::window::screens::reference::rules;
use crate::window::screens::reference::tiles_left::TilesLeft;
use crate::window::screens::settings::SettingsScreen;
use crate::window::screens::start::new_game::NewGameScreen;
use crate::window::screens::start::open_game::OpenGame;
use crate::window::screens::start::score::ScoreScreen;
use crate::window::screens::start::welcome::Welcome;
use crate::window::screens::table::wishes::Beyond;
use crate::window::screens::table::{Ongoing, Table};
use crate::window::screens::teaching::packs::Packs;
use crate::window::screens::teaching::teach::Teach;
use crate::window::screens::teaching::teach_map::TeachMap;
use crate::window::screens::{Context, Go};
use crate::window::widgets::art::Art;
use crate::window::widgets::card;
use crate::window::widgets::steady::Steady;

use self::lessons::Lessons;

mod going;
mod lessons;
pub mod open;
pub mod screens;
pub mod wall;
pub mod widgets;
mod zoom;

pub use zoom::grown;

/// The window's contents.
pub struct App {
    program: Box<dyn Program>,
    settings: Settings,
    words: Words,
    /// The game that runs, whatever screen is shown.
    table: Option<Box<Table>>,
    screen: Screen,
    /// What is ticked off of a table that is built again, as long as its game is open.
    rebuild: Rebuild,
    art: Art,
    /// A picture of the game in the making.
    sharing: Sharing,
    /// What is learnt of tiles that were named at the table.
    lessons: Lessons,
    failure: Option<OpenError>,
    help: bool,
    tv: bool,
    growing: Growing,
    /// The state of the game that was listened to last.
    heard: Option<Arc<Snapshot>>,
    /// What goes on with the game when its table is laid anew.
    ongoing: Ongoing,
}

enum Screen {
    Welcome(Welcome),
    New(Box<NewGameScreen>),
    Open(OpenGame),
    Score(Box<ScoreScreen>),
    Table,
    Review(Box<ReviewScreen>),
    Rules,
    Rebuild,
    Packs(Box<Packs>),
    Teach(Box<Teach>),
    TeachMap(Box<TeachMap>),
    Settings(SettingsScreen),
    Export(Box<ExportScreen>),
    Source(SourceScreen),
    Statistics(Box<Statistics>),
    Aim(Box<AimScreen>),
    TilesLeft(Box<TilesLeft>),
    Phones,
    Hall,
}

impl App {
    /// The window on the start screen, or on the table if a game already runs.
    pub fn new(
        ctx: &egui::Context,
        program: Box<dyn Program>,
        link: Option<Box<dyn Link>>,
    ) -> Self {
        let settings = program.settings();
        ctx.add_plugin(Steady::default());
        let table = link.map(|link| Box::new(Table::new(link, ctx)));
        let ongoing = Ongoing {
            record: table.as_ref().and_then(|table| table.link().record()),
            ..Ongoing::default()
        };
        let screen = match &table {
            Some(_) => Screen::Table,
            None => Screen::Welcome(Welcome::new(program.as_ref())),
        };
        let mut app = Self {
            program,
            words: Words::new(Language::English),
            table,
            screen,
            rebuild: Rebuild::default(),
            art: Art::default(),
            sharing: Sharing::default(),
            lessons: Lessons::default(),
            failure: None,
            help: false,
            tv: false,
            growing: Growing::default(),
            heard: None,
            ongoing,
            settings: Settings::default(),
        };
        app.take_over(ctx, settings);
        app
    }

    /// The language it speaks now.
    pub const fn language(&self) -> Language {
        self.words.language()
    }

    fn take_over(&mut self, ctx: &egui::Context, settings: Settings) {
        let language = settings
            .language
            .as_deref()
            .map_or_else(Language::of_system, Language::of_locale);
        self.words = Words::new(language);
        theme::apply(ctx, settings.theme);
        self.growing.take_over(ctx, &settings);
        theme::set_motion(ctx, !settings.reduced_motion);
        self.settings = settings;
    }

    /// Lets be heard what happened since the last pass, and shows the same as a passing line.
    fn listen(&mut self, ui: &Ui) {
        let Some(table) = &mut self.table else {
            self.heard = None;
            return;
        };
        let now = table.link().snapshot();
        let before = self.heard.replace(Arc::clone(&now));
        let wanted = self.settings.sound;
        let Some(before) = before.filter(|before| !Arc::ptr_eq(before, &now)) else {
            return;
        };
        if !(wanted.tones || wanted.voice) {
            return;
        }
        let Some(cue) = Cue::between(&before, &now) else {
            return;
        };
        let text = self.words.cue(&before, &now, cue);
        table.caption(ui, text.clone());
        if wanted.tones {
            self.program.play(Sound::Tone(cue));
        }
        if wanted.voice {
            self.program.play(Sound::Say(text, self.words.language()));
        }
    }

    /// Goes on with what is learnt at the table.
    fn learn(&mut self, ui: &Ui) {
        let Some(table) = &mut self.table else { return };
        let (program, link) = (self.program.as_mut(), table.link());
        let how = (ui.ctx(), self.words);
        for line in self.lessons.follow(program, link, how) {
            table.learnt(ui, line.text, line.of);
        }
    }

    /// Grows with the window, and keeps the size a person chose with Ctrl and plus or minus.
    fn grow(&mut self, ctx: &egui::Context) {
        if let Some(chosen) = self.growing.follow(ctx, &self.settings) {
            self.settings.zoom_percent = Some(chosen);
            self.program.keep_settings(&self.settings);
        }
    }

    /// The television as a window of its own, to be dragged onto the large screen.
    fn show_tv(&mut self, ctx: &egui::Context) {
        let Some(table) = self.table.as_ref().filter(|_| self.tv) else {
            return;
        };
        let snapshot = table.link().snapshot();
        let builder = egui::ViewportBuilder::default()
            .with_title(self.words.say(message::TV_TITLE))
            .with_app_id("nebelwacht")
            .with_inner_size([1280.0, 720.0]);
        let id = egui::ViewportId::from_hash_of("tv");
        ctx.show_viewport_immediate(id, builder, |ui, class| {
            let keys = tv::Keys::pressed(ui.ctx(), class);
            self.tv &= !keys.close;
            if keys.full_screen {
                let full = ui.input(|input| input.viewport().fullscreen == Some(true));
                let command = egui::ViewportCommand::Fullscreen(!full);
                ui.ctx().send_viewport_cmd(command);
            }
            let screen = ui.input(|input| input.viewport().monitor_size);
            let scene = tv::scene::Scene {
                snapshot: &snapshot,
                words: self.words,
                viewing: self.settings.tv.into(),
                screen: screen.unwrap_or(ui.max_rect().size()),
                now_s: ui.input(|input| input.time),
            };
            tv::show(ui, &scene, &mut self.art);
        });
    }

    fn show_screen(&mut self, ui: &mut Ui) -> Option<Go> {
        if let (Screen::Table, Some(table)) = (&self.screen, &mut self.table) {
            let ongoing = &mut self.ongoing;
            return match table.show(ui, self.words, &mut self.art, ongoing, !self.help)? {
                Beyond::Help => {
                    self.help ^= true;
                    None
                }
                Beyond::Tv => Some(Go::Tv),
                Beyond::Page(page) => Some(Go::Page(page)),
                Beyond::Pack(pack) => Some(Go::Pack(pack)),
                Beyond::Learn(lesson) => {
                    self.lessons.begin(lesson);
                    ui.ctx().request_repaint();
                    None
                }
                Beyond::Rematch => Some(Go::Rematch),
                Beyond::Share(to) => Some(Go::Share(to)),
            };
        }
        let mut context = Context {
            program: self.program.as_mut(),
            words: self.words,
            art: &mut self.art,
            game: self.table.as_ref().map(|table| table.link()),
        };
        egui::CentralPanel::default_margins()
            .show(ui, |ui| match &mut self.screen {
                Screen::Welcome(screen) => screen.show(ui, &mut context),
                Screen::New(screen) => screen.show(ui, &mut context),
                Screen::Open(screen) => screen.show(ui, &mut context),
                Screen::Score(screen) => screen.show(ui, &mut context),
                Screen::Review(screen) => screen.show(ui, &mut context),
                Screen::Rebuild => self.rebuild.show(ui, &mut context),
                Screen::TilesLeft(screen) => screen.show(ui, &mut context),
                Screen::Packs(screen) => screen.show(ui, &mut context),
                Screen::Teach(screen) => screen.show(ui, &mut context),
                Screen::TeachMap(screen) => screen.show(ui, &mut context),
                Screen::Settings(screen) => screen.show(ui, &mut context),
                Screen::Rules => rules::show(ui, &mut context),
                Screen::Phones => phones::show(ui, &mut context),
                Screen::Hall => hall::show(ui, &mut context),
                Screen::Export(screen) => screen.show(ui, &context),
                Screen::Source(screen) => screen.show(ui, &mut context),
                Screen::Statistics(screen) => screen.show(ui, &context),
                Screen::Aim(screen) => screen.show(ui, &mut context),
                // Without a game there is no table.
                Screen::Table => Some(Go::Welcome),
            })
            .inner
    }

    fn show_failure(&mut self, ui: &mut Ui) {
        let Some(failure) = &self.failure else { return };
        let (what, help) = self.words.failure(failure);
        let mut closed = false;
        egui::Panel::top("failure").show(ui, |ui| {
            let p = palette(ui);
            card::card(ui, p.card_wrong, Stroke::new(1.0, p.wrong), |ui| {
                let text = RichText::new(what).size(size::HEADING).color(p.text);
                ui.add(egui::Label::new(text).wrap());
                card::body(ui, &help);
                closed = ui.button(self.words.say(message::HAND_CLOSE)).clicked();
            });
        });
        if closed {
            self.failure = None;
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.art.begin_pass();
        self.grow(&ctx);
        ui.painter()
            .rect_filled(ui.max_rect(), 0.0, palette(ui).ground);
        let words = self.words;
        let state = self.table.as_ref().map(|table| table.state(words));
        let link = self.table.as_ref().map(|table| table.link());
        let others = bar::Others {
            guests: link.and_then(|link| Some(link.phones()?.guests.len())),
            seat: link.and_then(|link| link.hall()),
        };
        let bar_frame = Frame::new()
            .fill(palette(ui).card)
            .inner_margin(Margin::symmetric(12, 0));
        let clicks = egui::Panel::top("bar")
            .exact_size(56.0)
            .frame(bar_frame)
            .show(ui, |ui| {
                bar::show(ui, words, &self.settings, state.as_ref(), &others)
            })
            .inner;
        self.show_failure(ui);
        let mut go = clicks.go;
        self.help ^= clicks.help;
        help::follow(&ctx, &mut self.help);
        self.listen(ui);
        self.find_pack(&ctx);
        self.learn(ui);
        let shared = self.sharing.told(&ctx, self.words);
        if let Some(table) = &mut self.table {
            table.follow_settings(&self.settings);
            let (clock, limit_s) = (&mut self.ongoing.clock, self.settings.turn_limit_s);
            clock.follow(ui, &table.link().snapshot(), limit_s);
            if let Some(text) = shared {
                table.caption(ui, text);
            }
        }
        let on_screen = self.show_screen(ui);
        help::show(ui, words, &mut self.help);
        self.show_tv(&ctx);
        go = on_screen.or(go);
        if let Some(path) = dropped::path(&ctx) {
            let film = match (&self.table, &self.screen) {
                (None, _) => Film::Begins,
                (Some(_), Screen::Table | Screen::Source(_) | Screen::Aim(_)) => Film::Joins,
                (Some(_), _) => Film::Stays,
            };
            go = dropped::go(self.program.as_mut(), &path, film).or(go);
        }
        if let Some(go) = go {
            self.go(&ctx, go);
        }
        ring(&ctx, palette(ui));
    }

    // Settings are kept by the program, so that one folder holds them all.
    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Draws a ring around what has the keyboard, whatever kind of control it is.
fn ring(ctx: &egui::Context, p: &theme::Palette) {
    let focused = ctx.memory(|memory| memory.focused());
    let Some(response) = focused.and_then(|id| ctx.read_response(id)) else {
        return;
    };
    let rect = response.interact_rect.expand(2.0);
    if response.interact_rect.is_positive() {
        let above = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("ring"));
        let painter = ctx.layer_painter(above);
        let outside = egui::StrokeKind::Outside;
        painter.rect_stroke(rect, 6.0, Stroke::new(4.0, p.card), outside);
        painter.rect_stroke(rect, 6.0, Stroke::new(2.0, p.text), outside);
    }
}

/// The window's options: title, size, icon, the name by which desktops know it. Its size and place
/// are kept in these folders.
pub fn window_options(folders: &Folders) -> eframe::NativeOptions {
    let mut viewport = egui::ViewportBuilder::default()
        .with_title("Nebelwacht")
        .with_app_id("nebelwacht")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([900.0, 600.0]);
    if let Some(icon) = icon() {
        viewport = viewport.with_icon(icon);
    }
    eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persistence_path: Some(folders.window()),
        ..Default::default()
    }
}

/// The icon for desktops that ask the window and not the menu entry.
fn icon() -> Option<egui::IconData> {
    const SIDE: u32 = 128;
    let tree = resvg::usvg::Tree::from_str(&studio::art::icon_svg(), &Default::default()).ok()?;
    let mut picture = resvg::tiny_skia::Pixmap::new(SIDE, SIDE)?;
    resvg::render(&tree, Default::default(), &mut picture.as_mut());
    let rgba = picture.pixels().iter().flat_map(|pixel| {
        let c = pixel.demultiply();
        [c.red(), c.green(), c.blue(), c.alpha()]
    });
    Some(egui::IconData {
        rgba: rgba.collect(),
        width: SIDE,
        height: SIDE,
    })
}
