//! What a phone that films is told: where tiles were read, what the camera thinks, what would help
//! it to see better. The phone draws it over its picture and computes nothing.

use std::time::{Duration, Instant};

use carcassonne::seen::{Calm, SeenTable};
use serde::Serialize;
use tracker::snapshot::Snapshot;
use vision::view::aim::Advice;

use super::camera::PhoneCamera;
use crate::run::actors::seeing::Look;
use crate::run::news::SourceState;
use crate::run::reading::overlay::Overlay;
use crate::text::game::state::{self, Mark};
use crate::text::{Language, Words, message};

/// How often a picture is judged: a person who aims sees at once what a move has done.
const JUDGE_EVERY: Duration = Duration::from_secs(1);

/// What is told of a look.
#[derive(Debug, Serialize)]
struct Told {
    /// Width and height of the picture, px.
    size: [u32; 2],
    /// Corners of the tiles seen, px of the picture.
    tiles: Vec<Tile>,
    /// How good the next pictures should be.
    want: &'static str,
    /// `good`, `wait` or `wrong`.
    mark: &'static str,
    /// In each language: what is the case, and what to do.
    en: [String; 2],
    de: [String; 2],
}

/// A tile that was seen.
#[derive(Debug, Serialize)]
struct Tile {
    /// Its corners, px.
    at: [[i32; 2]; 4],
    /// Whether it was read, and not only seen.
    read: bool,
}

/// Tells one phone.
pub(super) struct Telling {
    camera: PhoneCamera,
    overlay: Overlay,
    judged: Option<Instant>,
    advice: Option<Advice>,
}

impl Telling {
    pub(super) fn new(camera: PhoneCamera) -> Self {
        Self {
            camera,
            overlay: Overlay::default(),
            judged: None,
            advice: None,
        }
    }

    /// What to tell of this look; nothing if no phone is there.
    pub(super) fn of(
        &mut self,
        look: &Look,
        snapshot: Option<&Snapshot>,
        now: Instant,
    ) -> Option<String> {
        if !self.camera.is_here() {
            return None;
        }
        self.overlay.follow(&look.seen);
        let due = self
            .judged
            .is_none_or(|judged| now.duration_since(judged) >= JUDGE_EVERY);
        if due && look.seen.calm != Calm::Hand {
            self.judged = Some(now);
            match self.overlay.aim(&look.frame) {
                Ok(aim) => self.advice = Some(aim.advice),
                Err(error) => tracing::warn!(%error, "a frame could not be judged"),
            }
        }
        let seen = self.overlay.seen();
        let (mark, [en, de]) = self.words(snapshot);
        let told = Told {
            size: look.frame.size_px(),
            tiles: seen.map_or_else(Vec::new, tiles),
            want: if look.seen.calm == Calm::Still {
                "best"
            } else {
                "less"
            },
            mark,
            en,
            de,
        };
        serde_json::to_string(&told).ok()
    }

    /// What the camera thinks; while all is well, what would make it better.
    fn words(&self, snapshot: Option<&Snapshot>) -> (&'static str, [[String; 2]; 2]) {
        let all = [Language::English, Language::German].map(Words::new);
        let Some(snapshot) = snapshot else {
            return (
                "wait",
                all.map(|words| {
                    [message::AIM_WAITING, message::AIM_WAITING_HELP].map(|text| words.say(text))
                }),
            );
        };
        let aiming = self.advice.filter(|advice| {
            let mend = matches!(advice, Advice::Mend(_) | Advice::Room);
            !snapshot.over && (mend || snapshot.tiles.is_empty())
        });
        let states = all.map(|words| state::state(words, snapshot, &SourceState::Running));
        if let Some(advice) =
            aiming.filter(|_| states[0].mark != Mark::Wrong || snapshot.tiles.is_empty())
        {
            let good = matches!(advice, Advice::Good | Advice::LayTile);
            let texts = all.map(|words| words.advice(advice));
            return (if good { "good" } else { "wait" }, texts);
        }
        let mark = match states[0].mark {
            Mark::Good => "good",
            Mark::Wait => "wait",
            Mark::Wrong => "wrong",
        };
        (mark, states.map(|state| [state.title, state.help]))
    }
}

fn tiles(seen: &SeenTable) -> Vec<Tile> {
    let one = |tile: &carcassonne::seen::SeenTile| Tile {
        at: tile
            .corners_px
            .map(|corner| corner.map(|v| v.round() as i32)),
        read: tile
            .candidates
            .first()
            .is_some_and(|best| best.log_likelihood >= tile.unknown),
    };
    seen.tiles.iter().map(one).collect()
}
