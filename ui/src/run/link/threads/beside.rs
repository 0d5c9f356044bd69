//! Who else is told of a running game: the pages for phones and a hall, each on or off.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use phone::Page;
use vision::source::Pace;
use vision::source::mailbox::{Receiver, mailbox};

use crate::hall::{HallSettings, Messenger};
use crate::phone::camera::PhoneCamera;
use crate::phone::stand::{Shown, Stand};
use crate::run::input::Input;
use crate::run::live_game::{Beside, LiveGame};
use crate::views::published::Published;

/// What the pages for phones are made of, on or off.
pub(super) struct ForPhones {
    pub(super) shown: Arc<Shown>,
    /// The phone that is watched through.
    pub(super) camera: Option<PhoneCamera>,
    /// How they are offered, if at all.
    pub(super) options: Option<phone::Options>,
    pub(super) stand: RefCell<Option<Stand>>,
    /// The game is being put away.
    pub(super) closed: Arc<AtomicBool>,
}

impl ForPhones {
    /// For a game that is watched like this, and where the game shows itself.
    pub(super) fn of(feed: Option<&Input>) -> (Self, Beside) {
        let (games, shown_games) = mailbox();
        let (looks, shown_looks) = mailbox();
        let camera = match feed {
            Some(Input::Phone(camera)) => Some(camera.clone()),
            _ => None,
        };
        let phones = Self {
            shown: Arc::new(Shown {
                games: shown_games,
                looks: shown_looks,
            }),
            camera,
            options: None,
            stand: RefCell::default(),
            closed: Arc::default(),
        };
        let looks = Some(looks);
        (phones, Beside { games, looks })
    }

    pub(super) fn pages(&self) -> Vec<Page> {
        let mut pages = vec![Page::Look, Page::Answer, Page::Overlay];
        let first = self.camera.as_ref().map(|camera| match camera.pace() {
            Pace::Pictures => Page::Photo,
            Pace::Live | Pace::Recorded => Page::Camera,
        });
        pages.splice(0..0, first);
        pages
    }
}

/// What telling a hall is made of, on or off.
pub(super) struct ForHall {
    pub(super) games: Arc<Receiver<Arc<Published>>>,
    /// The game before anything happened in it.
    pub(super) first: Arc<Published>,
    pub(super) folder: Option<PathBuf>,
    pub(super) messenger: RefCell<Option<Messenger>>,
    /// The hall that was joined last.
    pub(super) joined: RefCell<Option<HallSettings>>,
}

impl ForHall {
    /// For that game, and where the game shows itself.
    pub(super) fn of(keeper: &mut LiveGame) -> (Self, Beside) {
        let (games, shown) = mailbox();
        let hall = Self {
            games: Arc::new(shown),
            first: keeper.published(),
            folder: None,
            messenger: RefCell::default(),
            joined: RefCell::default(),
        };
        (hall, Beside { games, looks: None })
    }
}
