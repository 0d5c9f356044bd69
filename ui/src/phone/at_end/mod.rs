//! The end of a game on the phone that photographs it: one button, then what is in doubt with pieces
//! of the photograph, the points on the track, and the final scoring as sums.
//!
//! Beside [`super::stand`], which serves a running game. Whoever reads and scores (the window's
//! screen, the command line) says how far that is ([`Sheet`]); what is tapped comes back as a
//! [`Wish`]. Reads no pixels, counts no points. Closing it closes the page and removes the
//! photograph.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock, mpsc};

use carcassonne::piece::Color;
use phone::{Ask, Asset, Guest, House, Options, Page, Phones, Posted, Shot};
use tracker::at_end::{About, Answer, TakenOver};
use tracker::snapshot::Snapshot;

use super::pages;
use super::stand::{in_words, is_photograph};
use crate::failure::Failure;
use crate::run::news::open_error::OpenError;
use crate::run::reading::read_board::{Known, ReadBoard};
use crate::text::{Language, Words, message};
use crate::views::published::Wake;

mod order;
mod parts;

use order::Order;

/// How far it is with the photograph.
pub enum Sheet<'a> {
    /// It is being read.
    Reading,
    /// It cannot be used.
    Failed(&'a OpenError),
    /// It was read, and this follows.
    Read(Read<'a>),
}

/// A board that was read, and what follows.
#[derive(Clone, Copy)]
pub struct Read<'a> {
    /// The board.
    pub board: &'a ReadBoard,
    /// What somebody has said of it.
    pub known: &'a Known,
    /// The game that came of it.
    pub taken: &'a TakenOver,
    /// What everybody sees of that game.
    pub seen: &'a Snapshot,
}

/// What somebody with the phone wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// A doubt is settled.
    Answer(About, Answer),
    /// The last answer was wrong.
    TakeBack,
    /// The track shows so much of that colour.
    Track(Color, i32),
}

impl Wish {
    /// Notes it; whether it changed anything.
    pub fn carry_out(self, known: &mut Known) -> bool {
        match self {
            Self::Answer(about, answer) => known.answers.push((about, answer)),
            Self::TakeBack => return known.answers.pop().is_some(),
            Self::Track(color, points) => {
                known.track.retain(|of| of.0 != color);
                known.track.push((color, points));
            }
        }
        true
    }
}

/// The page, as long as this is kept.
pub struct PhotoStand {
    phones: Phones,
    desk: Arc<Desk>,
    photos: mpsc::Receiver<PathBuf>,
    wishes: mpsc::Receiver<Wish>,
    versions: u64,
}

impl PhotoStand {
    /// Opens the page; `wake` is called when somebody has sent something.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    pub fn open(options: &Options, wake: Wake) -> Result<Self, Failure> {
        let (photo, photos) = mpsc::channel();
        let (wish, wishes) = mpsc::channel();
        let desk = Arc::new(Desk {
            path: options.folder.join("photograph.jpg"),
            photo: Mutex::new(photo),
            wish: Mutex::new(wish),
            wake,
            offer: RwLock::default(),
        });
        let phones = Phones::open(desk.clone(), options).map_err(in_words)?;
        Ok(Self {
            phones,
            desk,
            photos,
            wishes,
            versions: 0,
        })
    }

    /// The page's address, to be put into a code.
    pub fn link(&self) -> String {
        self.phones.link(Page::Photo).unwrap_or_default()
    }

    /// Whose pages are open.
    pub fn guests(&self) -> Vec<Guest> {
        self.phones.guests()
    }

    /// The newest photograph since the last call.
    pub fn photo(&self) -> Option<PathBuf> {
        self.photos.try_iter().last()
    }

    /// What was tapped since the last call.
    pub fn wishes(&self) -> Vec<Wish> {
        self.wishes.try_iter().collect()
    }

    /// Puts something else on the page. What was tapped on an older one counts no more.
    pub fn show(&mut self, sheet: &Sheet<'_>) {
        self.versions += 1;
        let version = self.versions;
        let posted = Arc::new(Posted {
            parts: Language::all()
                .flat_map(|language| parts::of(Words::new(language), sheet, version))
                .collect(),
            boards: Vec::new(),
        });
        let offer = match sheet {
            Sheet::Read(read) => Offer {
                doubts: parts::guesses(read.taken),
                colors: read.seen.players.iter().map(|p| p.color).collect(),
                pieces: parts::pieces(read, version),
                version,
                posted: posted.clone(),
            },
            Sheet::Reading | Sheet::Failed(_) => Offer {
                posted: posted.clone(),
                ..Offer::default()
            },
        };
        let mut shown = self.desk.offer.write();
        *shown.as_deref_mut().unwrap_or_else(|e| e.get_mut()) = offer;
        drop(shown);
        self.phones.post(posted);
    }
}

impl Drop for PhotoStand {
    fn drop(&mut self) {
        if let Err(error) = files::write::remove(&self.desk.path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "the photograph of a phone stays");
        }
    }
}

/// What the page offers now.
#[derive(Default)]
struct Offer {
    /// Counts the sheets shown.
    version: u64,
    /// The answers to each question.
    doubts: Vec<Vec<(About, Answer)>>,
    colors: Vec<Color>,
    /// Pieces of the photograph by the names of their files, JPEG.
    pieces: BTreeMap<String, Vec<u8>>,
    posted: Arc<Posted>,
}

impl Offer {
    /// What an order means on this sheet; `None` if it was meant for another.
    fn wish(&self, order: &Order) -> Option<Wish> {
        let now = |version: u64| version == self.version;
        match *order {
            Order::Guess {
                version,
                doubt,
                guess,
            } if now(version) => {
                let (about, answer) = *self.doubts.get(doubt)?.get(guess)?;
                Some(Wish::Answer(about, answer))
            }
            Order::Back { version } if now(version) => Some(Wish::TakeBack),
            Order::Track { color, points } => {
                let most = files::limits::POINTS_BY_HAND;
                let known = self.colors.contains(&color) && (0..=most).contains(&points);
                known.then_some(Wish::Track(color, points))
            }
            Order::Guess { .. } | Order::Back { .. } => None,
        }
    }
}

/// The program as the serving sees it.
struct Desk {
    path: PathBuf,
    photo: Mutex<mpsc::Sender<PathBuf>>,
    wish: Mutex<mpsc::Sender<Wish>>,
    wake: Wake,
    offer: RwLock<Offer>,
}

impl Desk {
    fn offer(&self) -> std::sync::RwLockReadGuard<'_, Offer> {
        self.offer.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends something to whoever reads; whether there is still somebody.
    fn send<T>(&self, to: &Mutex<mpsc::Sender<T>>, what: T) -> bool {
        let to = to.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = to.send(what).is_ok();
        (self.wake)();
        sent
    }
}

impl House for Desk {
    fn page(&self, page: Page, ask: &Ask) -> String {
        let posted = self.offer().posted.clone();
        match page {
            Page::NoKey | Page::WrongKey => pages::page(page, ask, &posted),
            // Nothing is filmed here, and no game runs.
            _ => pages::at_end(ask, &posted),
        }
    }

    fn asset(&self, name: &str) -> Option<Asset> {
        let piece = self.offer().pieces.get(name).cloned();
        let piece = piece.map(|jpeg| Asset {
            kind: "image/jpeg",
            bytes: jpeg.into(),
            // Sheets are counted anew by each start of the program.
            fixed: false,
        });
        piece.or_else(|| pages::asset(name))
    }

    fn language(&self, ask: &Ask) -> &'static str {
        pages::language(ask).code()
    }

    fn order(&self, _page: Page, order: &[u8], language: &str) -> Result<(), String> {
        let words = Words::new(Language::of_locale(language));
        let order = Order::read(order).ok_or_else(|| words.say(message::PHONE_ORDER_UNREADABLE))?;
        let wish = self.offer().wish(&order);
        let wish = wish.ok_or_else(|| words.say(message::PHONE_ORDER_OVERTAKEN))?;
        match self.send(&self.wish, wish) {
            true => Ok(()),
            false => Err(words.say(message::PHONE_NOT_SENT)),
        }
    }

    fn lookup(&self, _what: &str, _query: &str, _language: &str) -> Option<String> {
        None
    }

    fn shot(&self, _shot: Shot) {}

    fn camera(&self, _from: Option<IpAddr>) {}

    fn photo(&self, bytes: Vec<u8>, language: &str) -> Result<String, String> {
        let words = Words::new(Language::of_locale(language));
        if !is_photograph(&bytes) {
            return Err(words.say(message::PHONE_PHOTO_NONE));
        }
        let owner = files::write::Readers::Owner;
        let kept = files::write::file_for(&self.path, &bytes, owner);
        if let Err(error) = kept {
            tracing::warn!(%error, "the photograph of a phone cannot be kept");
            return Err(words.say(message::PHONE_NOT_SENT));
        }
        match self.send(&self.photo, self.path.clone()) {
            // What comes of it shows on the page.
            true => Ok(String::new()),
            false => Err(words.say(message::PHONE_NOT_SENT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use carcassonne::geometry::Cell;

    use super::*;

    #[test]
    fn what_was_tapped_counts_for_the_sheet_it_was_on() {
        let about = About::Tile(Cell::new(0, 0));
        let offer = Offer {
            version: 3,
            doubts: vec![vec![(about, Answer::NoTile)]],
            colors: vec![Color::Red],
            ..Offer::default()
        };
        let wish = |order: &str| offer.wish(&Order::read(order.as_bytes())?);
        let right = r#"{"guess":{"version":3,"doubt":0,"guess":0}}"#;
        assert_eq!(wish(right), Some(Wish::Answer(about, Answer::NoTile)));
        assert_eq!(wish(r#"{"back":{"version":3}}"#), Some(Wish::TakeBack));
        let track = r#"{"track":{"color":"red","points":34}}"#;
        assert_eq!(wish(track), Some(Wish::Track(Color::Red, 34)));
        for none in [
            r#"{"guess":{"version":2,"doubt":0,"guess":0}}"#,
            r#"{"guess":{"version":3,"doubt":0,"guess":1}}"#,
            r#"{"guess":{"version":3,"doubt":9,"guess":0}}"#,
            r#"{"back":{"version":4}}"#,
            r#"{"track":{"color":"blue","points":3}}"#,
            r#"{"track":{"color":"red","points":-1}}"#,
            r#"{"track":{"color":"red","points":99999999}}"#,
            "{}",
            "",
        ] {
            assert_eq!(wish(none), None, "{none}");
        }
    }

    #[test]
    fn no_phone_keeps_a_piece_of_a_photograph() {
        let desk = Desk {
            path: PathBuf::new(),
            photo: Mutex::new(mpsc::channel().0),
            wish: Mutex::new(mpsc::channel().0),
            wake: Arc::new(|| {}),
            offer: RwLock::new(Offer {
                pieces: BTreeMap::from([("piece.1.0.jpg".to_owned(), vec![0])]),
                ..Offer::default()
            }),
        };
        let fixed = |name: &str| desk.asset(name).map(|asset| asset.fixed);
        assert_eq!(fixed("piece.1.0.jpg"), Some(false));
        assert_eq!(fixed("page.css"), Some(true));
    }

    #[test]
    fn wishes_add_up() {
        let mut known = Known::default();
        let about = About::Tile(Cell::new(0, 0));
        assert!(!Wish::TakeBack.carry_out(&mut known));
        assert!(Wish::Answer(about, Answer::NoTile).carry_out(&mut known));
        assert!(Wish::Track(Color::Red, 3).carry_out(&mut known));
        assert!(Wish::Track(Color::Red, 34).carry_out(&mut known));
        assert_eq!(known.track, [(Color::Red, 34)]);
        assert!(Wish::TakeBack.carry_out(&mut known));
        assert!(known.answers.is_empty());
    }
}
