//! What this room and the rest of the program need of each other.
//!
//! The program implements [`House`]; all its methods are called from this room's threads and may
//! take as long as reading a photograph does, except where they say otherwise. What is on live
//! pages is [`Posted`] whenever it changes.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::Arc;

use crate::key::Right;

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Page {
    /// Nothing to see without a key.
    NoKey,
    /// The key is for something else.
    WrongKey,
    /// The score, for everybody.
    Look,
    /// Score and last points only, transparent, for stream software.
    Overlay,
    /// The score, with what may be answered, entered and undone.
    Answer,
    /// What happens next, before the browser warns of the secure page.
    Welcome,
    /// The camera, a secure page.
    Camera,
    /// One photograph at a time.
    Photo,
    /// The tables of a hall.
    Wall,
}

impl Page {
    /// The first part of its address; none for what is shown in another page's place.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::Look => "look",
            Self::Overlay => "overlay",
            Self::Answer => "answer",
            Self::Camera => "camera",
            Self::Photo => "photo",
            Self::Wall => "wall",
            Self::NoKey | Self::WrongKey | Self::Welcome => return None,
        })
    }

    /// The page of that name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Look,
            Self::Overlay,
            Self::Answer,
            Self::Camera,
            Self::Photo,
            Self::Wall,
        ];
        all.into_iter().find(|page| page.name() == Some(name))
    }

    /// The right that opens it.
    pub const fn right(self) -> Option<Right> {
        match self {
            Self::Look | Self::Overlay | Self::Wall => Some(Right::Look),
            Self::Answer => Some(Right::Answer),
            Self::Welcome | Self::Camera | Self::Photo => Some(Right::Camera),
            Self::NoKey | Self::WrongKey => None,
        }
    }
}

/// How a page is asked for.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// A language the person has chosen on the page.
    pub chosen: Option<String>,
    /// The languages the browser would like, as it writes them.
    pub liked: String,
    /// The address of the same page where browsers call it secure.
    pub secure: String,
    /// The address of the page for single photographs.
    pub photo: String,
    /// What the browser says it is.
    pub browser: String,
}

/// A file that belongs to a page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Whether that stays the same under its name, for everybody and every game, so that a browser may
    /// keep it for a while.
    pub fixed: bool,
}

/// A picture of the camera.
#[derive(Debug)]
pub struct Shot {
    /// JPEG, as it came: nobody has looked at it.
    pub jpeg: Vec<u8>,
    /// What the phone and its camera call themselves, as far as they say so.
    pub camera: Arc<str>,
    /// Dropped once the picture was taken or a newer one came instead; tells the phone to send
    /// the next.
    pub taken: Taken,
}

/// Tells that a picture was taken, when dropped.
#[derive(Debug)]
pub struct Taken(
    pub(crate) Option<tokio::sync::mpsc::UnboundedSender<u64>>,
    pub(crate) u64,
);

impl Taken {
    /// One that tells nobody.
    pub const fn untold() -> Self {
        Self(None, 0)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(tell) = &self.0 {
            // The phone may be gone.
            let _ = tell.send(self.1);
        }
    }
}

/// The rest of the program, as seen from here.
pub trait House: Send + Sync + 'static {
    /// The whole page, HTML.
    fn page(&self, page: Page, ask: &Ask) -> String;

    /// A file of that name that belongs to the pages.
    fn asset(&self, name: &str) -> Option<Asset>;

    /// Which of its languages the program speaks on a page that is asked for like this.
    fn language(&self, ask: &Ask) -> &'static str;

    /// Carries out what somebody wants on that page, [`Page::Answer`] or [`Page::Photo`]; `Err` says
    /// in words of that language why not.
    ///
    /// # Errors
    /// When it cannot be read or was refused, or that page may want nothing.
    fn order(&self, page: Page, order: &[u8], language: &str) -> Result<(), String>;

    /// What somebody with the right to answer asks for, JSON.
    fn lookup(&self, what: &str, query: &str, language: &str) -> Option<String>;

    /// Takes a picture of the camera in; never waits.
    fn shot(&self, shot: Shot);

    /// The camera page has opened or closed; never waits.
    fn camera(&self, from: Option<IpAddr>);

    /// Takes a single photograph in; answers in words of that language what came of it, or
    /// why nothing did.
    ///
    /// # Errors
    /// When it is no photograph, or nobody wants one.
    fn photo(&self, bytes: Vec<u8>, language: &str) -> Result<String, String>;
}

/// A part of a live page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// On which page.
    pub page: Page,
    /// In which language.
    pub language: &'static str,
    /// The element it fills.
    pub id: &'static str,
    /// What is in it, HTML.
    pub html: Arc<str>,
}

/// What is on the live pages now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posted {
    /// All parts of all pages.
    pub parts: Vec<Part>,
    /// The drawn board in each language, SVG.
    pub boards: Vec<(&'static str, Arc<str>)>,
}
