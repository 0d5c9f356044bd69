//! Where the pictures come from: camera, film or folder, network, or nowhere.

use egui::{TextEdit, Ui, vec2};

use crate::run::link::{CameraChoice, Program, Source};
use crate::text::{Text, Words, message};
use crate::theme::palette;
use crate::window::screens::Context;
use crate::window::screens::frame::choose_file::{ChooseFile, What};
use crate::window::widgets::card;

/// The ways, each with its text and what that means.
const WAYS: [(Kind, Text, Text); 7] = [
    (
        Kind::Camera,
        message::NEW_SOURCE_CAMERA,
        message::NEW_SOURCE_CAMERA_WHY,
    ),
    (
        Kind::Phone,
        message::NEW_SOURCE_PHONE,
        message::NEW_SOURCE_PHONE_WHY,
    ),
    (
        Kind::Photos,
        message::NEW_SOURCE_PHOTOS,
        message::NEW_SOURCE_PHOTOS_WHY,
    ),
    (
        Kind::Path,
        message::NEW_SOURCE_PATH,
        message::NEW_SOURCE_PATH_WHY,
    ),
    (
        Kind::Url,
        message::NEW_SOURCE_URL,
        message::NEW_SOURCE_URL_WHY,
    ),
    (
        Kind::Board,
        message::NEW_SOURCE_BOARD,
        message::NEW_SOURCE_BOARD_WHY,
    ),
    (
        Kind::Hand,
        message::NEW_SOURCE_HAND,
        message::NEW_SOURCE_HAND_WHY,
    ),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Camera,
    Phone,
    Photos,
    Path,
    Url,
    Board,
    Hand,
}

/// The choice.
pub struct SourceChoice {
    kind: Kind,
    cameras: Vec<CameraChoice>,
    camera: Option<u32>,
    path: String,
    url: String,
    dialog: ChooseFile,
}

impl SourceChoice {
    /// Watched by the first usable camera.
    pub fn camera(program: &dyn Program) -> Self {
        let mut choice = Self {
            kind: Kind::Camera,
            ..Self::hand()
        };
        choice.look(program);
        choice
    }

    /// By hand.
    pub fn hand() -> Self {
        Self {
            kind: Kind::Hand,
            cameras: Vec::new(),
            camera: None,
            path: String::new(),
            url: String::new(),
            dialog: ChooseFile::default(),
        }
    }

    fn look(&mut self, program: &dyn Program) {
        self.cameras = program.cameras();
        let mut usable = self
            .cameras
            .iter()
            .filter(|camera| camera.trouble.is_none());
        self.camera = usable.next().map(|camera| camera.index);
    }

    /// Chooses a film or a folder of pictures.
    pub fn watch(&mut self, path: &std::path::Path) {
        self.kind = Kind::Path;
        self.name(path);
    }

    /// Names the file of what is chosen.
    pub fn name(&mut self, path: &std::path::Path) {
        self.path = path.display().to_string();
    }

    /// Chooses a phone that films.
    pub fn phone(&mut self) {
        self.kind = Kind::Phone;
    }

    /// Chooses a photograph of a finished board, still to be named.
    pub fn photograph(&mut self) {
        self.kind = Kind::Board;
    }

    /// Chooses no pictures.
    pub fn by_hand(&mut self) {
        self.kind = Kind::Hand;
    }

    /// Whether pictures are read, so that the look of the tiles must be known.
    pub fn needs_pack(&self) -> bool {
        self.kind != Kind::Hand
    }

    /// Whether a game is followed while it is played.
    pub fn follows(&self) -> bool {
        !matches!(self.kind, Kind::Hand | Kind::Board)
    }

    /// Whether a finished board is read from one photograph.
    pub fn is_photograph(&self) -> bool {
        self.kind == Kind::Board
    }

    /// What was chosen; `None` if something is missing.
    pub fn chosen(&self) -> Option<Source> {
        match self.kind {
            Kind::Camera => self.camera.map(Source::Camera),
            Kind::Phone => Some(Source::Phone),
            Kind::Photos => Some(Source::Photos),
            Kind::Board if self.path.trim().is_empty() => Some(Source::Photos),
            Kind::Path if self.path.trim().is_empty() => None,
            Kind::Path | Kind::Board => Some(Source::Path(self.path.trim().into())),
            Kind::Url if self.url.trim().is_empty() => None,
            Kind::Url => Some(Source::Url(self.url.trim().to_owned())),
            Kind::Hand => Some(Source::ByHand),
        }
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) {
        let words = ctx.words;
        if let Some(path) = self.dialog.chosen() {
            self.path = path.display().to_string();
        }
        card::heading(ui, &words.say(message::NEW_SOURCE));
        for (kind, text, why) in WAYS {
            let chosen = ui.radio_value(&mut self.kind, kind, words.say(text));
            card::explained(ui, &words.say(why));
            if chosen.changed() && kind == Kind::Camera && self.cameras.is_empty() {
                self.look(ctx.program);
            }
            // What is to be said about a way stands right below it.
            if self.kind == kind {
                card::below(ui, |ui| self.details(ui, ctx));
            }
        }
    }

    /// What is to be said about the chosen way.
    fn details(&mut self, ui: &mut Ui, ctx: &Context<'_>) {
        let words = ctx.words;
        match self.kind {
            Kind::Camera => self.cameras(ui, ctx),
            Kind::Path => self.path(ui, ctx),
            Kind::Board => self.board(ui, words),
            Kind::Url => {
                let edit = TextEdit::singleline(&mut self.url)
                    .hint_text(words.say(message::NEW_URL_HINT))
                    .align(egui::Align2::LEFT_CENTER);
                let size = vec2(ui.available_width(), 30.0);
                ui.add_sized(size, edit)
                    .accessible_name(words.say(message::NEW_URL));
            }
            Kind::Hand | Kind::Phone | Kind::Photos => {}
        }
    }

    fn cameras(&mut self, ui: &mut Ui, ctx: &Context<'_>) {
        let words = ctx.words;
        let p = palette(ui);
        if self.cameras.is_empty() {
            let none = egui::RichText::new(words.say(message::NEW_CAMERA_NONE)).color(p.wait);
            ui.label(none);
        } else {
            card::body(ui, &words.say(message::NEW_CAMERA_CHOICE));
        }
        for camera in &self.cameras {
            match &camera.trouble {
                None => {
                    ui.radio_value(&mut self.camera, Some(camera.index), &camera.name);
                }
                Some(why) => {
                    let cannot = egui::RadioButton::new(false, &camera.name);
                    ui.add_enabled(false, cannot);
                    let (what, help) = words.camera_trouble(why);
                    card::explained(ui, &format!("{what} {help}"));
                }
            }
        }
        ui.horizontal(|ui| {
            if ui.button(words.say(message::NEW_CAMERA_AGAIN)).clicked() {
                self.look(ctx.program);
            }
        });
    }

    fn path(&mut self, ui: &mut Ui, ctx: &Context<'_>) {
        let words = ctx.words;
        let edit = TextEdit::singleline(&mut self.path)
            .hint_text(words.say(message::NEW_PATH_HINT))
            .align(egui::Align2::LEFT_CENTER);
        let size = vec2(ui.available_width(), 30.0);
        ui.add_sized(size, edit)
            .accessible_name(words.say(message::NEW_PATH));
        ui.horizontal(|ui| {
            if ui.button(words.say(message::NEW_PATH_FILE)).clicked() {
                self.dialog.ask(ui.ctx(), What::Film, None);
            }
            if ui.button(words.say(message::NEW_PATH_FOLDER)).clicked() {
                self.dialog.ask(ui.ctx(), What::Folder, None);
            }
        });
        self.dialog.say(ui, words);
    }

    /// A file; without one a phone takes the photograph.
    fn board(&mut self, ui: &mut Ui, words: Words) {
        card::body(ui, &words.say(message::NEW_BOARD_HOW));
        let edit = TextEdit::singleline(&mut self.path)
            .hint_text(words.say(message::NEW_BOARD_HINT))
            .align(egui::Align2::LEFT_CENTER);
        let size = vec2(ui.available_width(), 30.0);
        ui.add_sized(size, edit)
            .accessible_name(words.say(message::NEW_BOARD));
        if ui.button(words.say(message::TEACH_CHOOSE)).clicked() {
            self.dialog.ask(ui.ctx(), What::Picture, None);
        }
        self.dialog.say(ui, words);
    }
}
