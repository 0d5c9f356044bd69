//! A running game with its pages, in this very process.

use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use nebelwacht_ui::cli::follow::without_window::follow;
use nebelwacht_ui::phone::camera::PhoneCamera;
use nebelwacht_ui::phone::stand::{Shown, Stand};
use nebelwacht_ui::run::actors;
use nebelwacht_ui::run::input::Input;
use nebelwacht_ui::run::live_game::{Beside, LiveGame};
use nebelwacht_ui::run::reading::reader;
use nebelwacht_ui::store::packs;
use phone::Page;
use tracker::command::Command;
use tracker::setup::Setup;
use vision::source::frame::{Clock, MachineClock};
use vision::source::mailbox::mailbox;

/// A game that is watched by a phone and shown to others.
pub struct Hall {
    pub stand: Option<Stand>,
    orders: mpsc::Sender<actors::tracking::Order<tracker::CommandError>>,
    stop: Arc<AtomicBool>,
    following: Option<JoinHandle<LiveGame>>,
}

impl Hall {
    /// A new game by that set-up.
    pub fn open(setup: &Setup, folder: &Path, camera: PhoneCamera) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let mut keeper = LiveGame::new(setup.clone(), clock.clone());
        let (games, shown_games) = mailbox();
        let (looks, shown_looks) = mailbox();
        keeper.show_to(Beside {
            games,
            looks: Some(looks),
        });
        let (orders, ordered) = mpsc::channel();
        let shown = Arc::new(Shown {
            games: shown_games,
            looks: shown_looks,
        });
        let options = phone::Options {
            address: Some(IpAddr::from([127, 0, 0, 1])),
            port: None,
            pinned: true,
            folder: folder.join("phones"),
            ..phone::Options::default()
        };
        let stand = Stand::open(shown, orders.clone(), Some(camera.clone()), &options);
        let stop = Arc::new(AtomicBool::new(false));
        let (asked, feed) = (stop.clone(), Input::Phone(camera.clone()));
        let setup = setup.clone();
        let following = std::thread::spawn(move || {
            // Drawn on the reader's own thread: the game is there at once.
            let eyes = move || {
                let pack = Arc::new(packs::our_art(&setup.catalogue()).ok()?);
                reader::reader(pack, &setup).ok()
            };
            let followed = follow(&feed, eyes, keeper, &clock, ordered, &asked);
            followed.expect("a game is followed").0
        });
        Self {
            stand: Some(stand.expect("the pages open")),
            orders,
            stop,
            following: Some(following),
        }
    }

    /// The address of a page.
    pub fn link(&self, page: Page) -> String {
        let link = self.stand.as_ref().and_then(|stand| stand.link(page));
        link.expect("the pages are open")
    }

    /// Has a person at the table do something.
    pub fn tell(&self, command: Command) {
        let (answer, told) = mpsc::channel();
        let order = actors::tracking::Order { command, answer };
        self.orders.send(order).expect("the game goes on");
        told.recv().expect("an answer").expect("carried out");
    }

    /// Ends the game and answers with it.
    pub fn close(mut self) -> LiveGame {
        self.stand = None;
        self.stop.store(true, Ordering::SeqCst);
        let following = self.following.take().expect("once");
        following.join().expect("it ended well")
    }
}
