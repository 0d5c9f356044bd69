//! The wall's own window: what `nebelwacht hall` opens. Listens, shows, and keeps the evening's
//! files and page true; knows no game.

use std::sync::Arc;
use std::time::Instant;

use egui::Ui;
use hall::Watcher;

use crate::failure::Failure;
use crate::hall::wall::Shown;
use crate::store::folders::Folders;
use crate::text::Words;
use crate::window::open;
use crate::window::screens::audience::tv::sizes::Viewing;
use crate::window::screens::audience::wall::{Scene, Wall};
use crate::window::widgets::art::Art;

/// The wall's window.
pub struct WallApp {
    watcher: Arc<Watcher>,
    name: String,
    words: Words,
    viewing: Viewing,
    wall: Wall,
    art: Art,
    began: Instant,
}

impl WallApp {
    /// A window on that hall.
    pub fn new(
        ctx: &egui::Context,
        watcher: Arc<Watcher>,
        name: &str,
        words: Words,
        viewing: Viewing,
    ) -> Self {
        crate::theme::apply(ctx, crate::run::link::settings::ThemeChoice::Dark);
        let woken = ctx.clone();
        watcher.on_change(Arc::new(move |_| woken.request_repaint()));
        Self {
            watcher,
            name: name.to_owned(),
            words,
            viewing,
            wall: Wall::default(),
            art: Art::default(),
            began: Instant::now(),
        }
    }
}

impl eframe::App for WallApp {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.art.begin_pass();
        let keys = ui.input(|input| {
            (
                input.key_pressed(egui::Key::F11),
                input.key_pressed(egui::Key::L),
                input.viewport().fullscreen.unwrap_or(false),
            )
        });
        if keys.0 {
            let full = egui::ViewportCommand::Fullscreen(!keys.2);
            ui.ctx().send_viewport_cmd(full);
        }
        if keys.1 {
            self.words = Words::new(self.words.language().next());
        }
        let shown = Shown::of(&self.watcher, self.wall.order);
        let scene = Scene {
            shown: &shown,
            name: &self.name,
            words: self.words,
            viewing: self.viewing,
            screen: ui.ctx().content_rect().size(),
            now_s: self.began.elapsed().as_secs_f64(),
        };
        self.wall.show(ui, &scene, &mut self.art);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Shows the wall until its window is closed, whose size and place are kept in these folders.
///
/// # Errors
/// When no window can be opened.
pub fn show(
    watcher: Arc<Watcher>,
    name: &str,
    words: Words,
    viewing: Viewing,
    folders: &Folders,
) -> Result<(), Failure> {
    if !open::has_display() {
        return Err(open::no_window("there is no display"));
    }
    let mut options = super::window_options(folders);
    options.viewport = options.viewport.with_title(format!("Nebelwacht · {name}"));
    let called = name.to_owned();
    let made = move |context: &eframe::CreationContext<'_>| {
        let app = WallApp::new(&context.egui_ctx, watcher, &called, words, viewing);
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native("Nebelwacht wall", options, Box::new(made))
        .map_err(|error| open::no_window(&error.to_string()))
}
