//! The screens, one file each. A screen is shown inside the window, gets what it needs in a
//! [`Context`], and returns where to [`Go`] next. It can be shown without a window.
//!
//! A game begins in [`start`] and is played at the [`table`]; [`camera`] is what watches it. Beside it
//! stand what is looked up ([`reference`](mod@reference)), who else looks on ([`audience`]), what becomes of it
//! ([`record`]), and what the program is taught ([`teaching`]). The [`frame`] is around all of them;
//! buttons, keys and palette share each [`action`].

use std::path::PathBuf;

use carcassonne::catalogue::TileSet;
use egui::Ui;
use tracker::setup::Setup;

use crate::run::link::settings::Settings;
use crate::run::link::{Link, Program, Source};
use crate::run::news::open_error::OpenError;
use crate::text::{Text, Words, message};
use crate::window::widgets::art::Art;
use crate::window::widgets::{card, column, steady};

pub mod action;
pub mod audience;
pub mod camera;
pub mod frame;
pub mod record;
pub mod reference;
pub mod settings;
pub mod start;
pub mod table;
pub mod teaching;

/// What every screen gets.
pub struct Context<'a> {
    /// The program around the games.
    pub program: &'a mut dyn Program,
    /// The words.
    pub words: Words,
    /// The drawings.
    pub art: &'a mut Art,
    /// The game that runs, if any.
    pub game: Option<&'a dyn Link>,
}

/// The head of a page: the way back, by button or Escape, and its title.
pub fn head(ui: &mut Ui, ctx: &Context<'_>, title: Text) -> Option<Go> {
    let escape = steady::escaped(ui.ctx());
    let back = match ctx.game {
        Some(_) => message::PAGE_BACK,
        None => message::NEW_BACK,
    };
    let back = ui.horizontal(|ui| {
        let back = ui.button(ctx.words.say(back)).clicked();
        card::title(ui, &ctx.words.say(title));
        back
    });
    (escape || back.inner).then_some(Go::Back)
}

/// The same above a column so wide in the middle of the window, with a sentence that explains.
pub fn head_above(
    ui: &mut Ui,
    ctx: &Context<'_>,
    width: f32,
    title: Text,
    why: Option<Text>,
) -> Option<Go> {
    column::middle(ui, width, |ui| {
        let back = head(ui, ctx, title);
        if let Some(why) = why {
            card::soft(ui, &ctx.words.say(why));
        }
        back
    })
}

/// A screen beside the running game, which goes on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    /// Looking back.
    Review,
    /// The rules of the game.
    Rules,
    /// Packing away and building again.
    Rebuild,
    /// The tiles left and what fits where.
    TilesLeft,
    /// The tile packs.
    Packs,
    /// Teaching tiles.
    Teach,
    /// Teaching a printed map.
    TeachMap,
    /// The settings.
    Settings,
    /// Files from the game.
    Export,
    /// Statistics over finished games.
    Statistics,
    /// What watches the game.
    Source,
    /// Aiming the camera.
    Aim,
    /// The pages for phones.
    Phones,
    /// The hall of tables.
    Hall,
}

/// Where to go next.
pub enum Go {
    /// The start screen.
    Welcome,
    /// The new-game screen.
    New(Begins),
    /// The end of a game from a photograph.
    Score {
        /// The photograph; without one a phone takes it.
        photo: Option<PathBuf>,
        /// What was played.
        setup: Box<Setup>,
        /// The pack; `None` for whichever reads it.
        pack: Option<String>,
    },
    /// The list of saved games.
    Open,
    /// The table, with that game.
    Table(Box<dyn Link>),
    /// Nowhere, and say why.
    Fail(OpenError),
    /// Other settings.
    Settings(Settings),
    /// A screen beside the game.
    Page(Page),
    /// Back to the game if one runs, to the start screen otherwise.
    Back,
    /// Looking back at a saved game.
    Review(PathBuf),
    /// The table, with the panel for entering by hand.
    ByHand,
    /// A game that was just begun with a camera: aim first.
    Aim(Box<dyn Link>),
    /// The same game, watched from elsewhere.
    Watch(Source),
    /// The same game, with another tile pack.
    Pack(String),
    /// Teaching the tiles of a photograph.
    Photograph(PathBuf),
    /// The new-game screen, with that film or folder of pictures.
    Film(PathBuf),
    /// Teaching what a pack lacks of a box.
    Teach(String, TileSet),
    /// Nowhere: a picture of the game is copied, or saved.
    Share(ShareTo),
    /// Once more with the people and rules of the game that runs.
    Rematch,
    /// Nowhere: the television is opened or closed.
    Tv,
}

/// Where a picture of the game goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareTo {
    /// Onto the clipboard.
    Clipboard,
    /// Into a file.
    File,
}

/// What a new game is to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// A camera of this machine.
    Camera,
    /// A phone's camera.
    Phone,
    /// A photograph, and everything was played before.
    Photograph,
    /// A hand.
    Hand,
}

impl Go {
    /// The table, or what went wrong.
    pub fn to_table(link: Result<Box<dyn Link>, OpenError>) -> Self {
        link.map_or_else(Self::Fail, Self::Table)
    }
}
