//! The games that the program starts and opens, what each was watched from, and the hall it is told to.
//!
//! Before anything is changed it is looked at whether a source and a pack can be used.

use std::path::Path;
use std::sync::Arc;

use tracker::command::Command;
use tracker::setup::Setup;
use vision::source::SourceSpec;
use vision::source::frame::{Clock, MachineClock};

use super::feeds::{feed, find_camera, in_words, source_of};
use super::kept::Last;
use super::local::{LocalProgram, other};
use crate::demo::Demo;
use crate::demo::plan::Plan;
use crate::run::input::{Input, PHONE, PHOTOS};
use crate::run::link::Program as _;
use crate::run::link::threads::{ThreadLink, Watched};
use crate::run::link::{GoOn, Link, NewGame, Source};
use crate::run::live_game::{LiveGame, OnEnd};
use crate::run::news::Notice;
use crate::run::news::open_error::OpenError;
use crate::run::reading::pack_source::PackSource;
use crate::run::reading::scout::Chosen;
use crate::store::folders::Folders;
use crate::store::groups;
use crate::store::records;

/// The demo's game when nobody chose one.
pub(super) const DEMO_SEED: u64 = 1;

fn threads(
    keeper: LiveGame,
    watched: Option<Watched>,
    clock: &Arc<dyn Clock>,
    (folders, phones): (&Folders, &phone::Options),
) -> Result<Box<dyn Link>, OpenError> {
    let films = watched
        .as_ref()
        .is_some_and(|w| matches!(w.feed, Input::Phone(_)));
    match ThreadLink::start(keeper, watched, clock) {
        Ok(link) => {
            let link = link
                .with_phones(phones.clone())
                .with_hall_in(folders.hall());
            if films {
                // Without its page no phone can film.
                link.show_phones(true)?;
            }
            Ok(Box::new(link))
        }
        Err(failure) => Err(OpenError::Other(failure.what)),
    }
}

impl LocalProgram {
    /// Starts a demo; `on_end` is told of the game when it has ended.
    ///
    /// # Errors
    /// When the table cannot be drawn or the system gives no thread.
    pub fn demo_of(&self, plan: &Plan, on_end: Option<OnEnd>) -> Result<Box<dyn Link>, OpenError> {
        let demo = Demo::new(plan).map_err(|error| other(&error))?;
        let demo = Arc::new(demo);
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let keeper = LiveGame::new(demo.setup.clone(), clock.clone()).ending(on_end);
        let watched = Watched {
            // The bag is empty then, which no camera sees.
            at_end: demo.complete.then_some(Command::EndGame),
            feed: Input::Practice(demo),
            pack: PackSource::BuiltIn,
            kept: None,
            others: None,
        };
        // Nobody plays there, so no hall is told.
        threads(keeper, Some(watched), &clock, (&self.folders, &self.phones))
    }

    /// Shows a game that a command line names, and remembers what it is watched from.
    ///
    /// # Errors
    /// When nothing can be written there or the system gives no thread.
    pub fn watch(
        &mut self,
        keeper: LiveGame,
        watched: Watched,
        clock: &Arc<dyn Clock>,
        last: [&str; 2],
    ) -> Result<Box<dyn Link>, OpenError> {
        self.remember(&keeper, last);
        threads(keeper, Some(watched), clock, (&self.folders, &self.phones))
    }

    pub(super) fn remember(&mut self, keeper: &LiveGame, [source, pack]: [&str; 2]) {
        let Some(record) = keeper.record() else {
            return;
        };
        self.kept.last = Some(Last {
            record: record.to_owned(),
            source: source.to_owned(),
            pack: pack.to_owned(),
        });
        self.write_settings();
    }

    /// Tells the hall of a game that begins here, if that is set.
    fn seated(&self, link: Box<dyn Link>) -> Box<dyn Link> {
        let hall = &self.kept.settings.hall;
        if hall.always
            && let Err(why) = link.join_hall(Some(hall))
        {
            // The game goes on all the same, and its table says what is wrong.
            tracing::warn!(%why, "the hall is not told of this game");
            link.say(Notice::HallNotTold(why));
        }
        link
    }

    /// What a saved game was watched from, if that is live; by hand otherwise, as a film would
    /// begin again from its start.
    pub(super) fn as_before(&self, record: &Path) -> Source {
        let last = self.kept.last.as_ref();
        let Some(last) = last.filter(|last| last.record == record) else {
            return Source::ByHand;
        };
        match last.source.as_str() {
            PHONE => return Source::Phone,
            PHOTOS => return Source::Photos,
            _ => {}
        }
        match last.source.parse::<SourceSpec>() {
            Ok(SourceSpec::Camera(index)) if find_camera(index).is_ok() => Source::Camera(index),
            Ok(SourceSpec::Stream(url)) => Source::Url(url),
            _ => Source::ByHand,
        }
    }

    /// Begins a game; what it is watched from is looked at first.
    pub(super) fn begin(&mut self, game: NewGame) -> Result<Box<dyn Link>, OpenError> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let (pack, chosen) = match game.pack {
            Some(pack) => (pack, Chosen::ByPerson),
            None => (self.likely_pack(), Chosen::ByNobody),
        };
        let watched = match feed(&game.source, &clock)? {
            Some(feed) => Some(Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack: self.checked_pack(&pack)?,
                at_end: None,
                others: Some(self.others(&pack, chosen)),
            }),
            None => None,
        };
        let mut setup = game.setup;
        let groups = groups::with(self.groups(), &setup);
        if let Err(error) = groups::write(&self.folders.groups(), &groups) {
            tracing::warn!(%error, "who plays is not remembered");
        }
        if let Some(watched) = &watched {
            setup = setup.with_tiles(&watched.pack.taught());
        }
        let keeper = LiveGame::begin_in(&setup, &self.folders, &clock);
        if watched.is_some() {
            self.remember(&keeper, [&in_words(&game.source), &pack]);
        }
        threads(keeper, watched, &clock, (&self.folders, &self.phones))
            .map(|link| self.seated(link))
    }

    /// Goes on with a saved game.
    pub(super) fn reopen(
        &mut self,
        record: &Path,
        source: Source,
    ) -> Result<Box<dyn Link>, OpenError> {
        let clock: Arc<dyn Clock> = Arc::new(MachineClock::start());
        let source = match source {
            Source::AsBefore => self.as_before(record),
            other => other,
        };
        let watched = match feed(&source, &clock)? {
            Some(feed) => {
                let last = self.kept.last.as_ref();
                let last = last.filter(|last| last.record == record);
                let (name, chosen) = match last {
                    Some(last) => (last.pack.clone(), Chosen::ByPerson),
                    None => (self.likely_pack(), Chosen::ByNobody),
                };
                let pack = self.checked_pack(&name)?;
                let others = self.others(&name, chosen);
                Some((feed, pack, name, others))
            }
            None => None,
        };
        let keeper = LiveGame::reopen(record, clock.clone()).map_err(|failure| {
            let path = record.to_owned();
            if failure == crate::failure::Failure::in_use(record) {
                OpenError::InUse { record: path }
            } else {
                let why = failure.what;
                OpenError::Record { record: path, why }
            }
        })?;
        let watched = watched.map(|(feed, pack, name, others)| {
            self.remember(&keeper, [&in_words(&source), &name]);
            Watched {
                kept: Some(self.folders.clone()),
                feed,
                pack,
                at_end: None,
                others: Some(others),
            }
        });
        threads(keeper, watched, &clock, (&self.folders, &self.phones))
            .map(|link| self.seated(link))
    }

    /// Goes on with the running game by another pack.
    pub(super) fn go_on_with(
        &mut self,
        record: &Path,
        setup: &Setup,
        from: GoOn,
        pack: &str,
    ) -> Result<Box<dyn Link>, OpenError> {
        // Before anything is changed: what cannot be used is said and the game goes on as it was.
        self.checked_pack(pack)?;
        let last = self.kept.last.as_mut();
        let last = last.filter(|last| last.record == record);
        let source = match last {
            Some(last) => {
                pack.clone_into(&mut last.pack);
                source_of(&last.source)
            }
            None => Source::ByHand,
        };
        match from {
            GoOn::FromRecord => self.reopen(record, source),
            GoOn::Anew => self.begin(NewGame {
                setup: setup.clone(),
                source,
                pack: Some(pack.to_owned()),
            }),
        }
    }

    /// Deletes a saved game with everything kept of it.
    pub(super) fn delete_game(&mut self, record: &Path) -> Result<(), OpenError> {
        match records::delete(record) {
            Ok(_) => {
                let last = self.kept.last.as_ref();
                if last.is_some_and(|last| last.record == record) {
                    self.kept.last = None;
                    self.write_settings();
                }
                Ok(())
            }
            Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                Err(OpenError::InUse {
                    record: record.to_owned(),
                })
            }
            Err(error) => Err(OpenError::Other(error.to_string())),
        }
    }
}
