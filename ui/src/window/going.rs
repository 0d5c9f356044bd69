//! Where the window goes next: another screen, another game, the same game watched otherwise.
//!
//! A screen only says where to; what that takes is done here.

use std::path::{Path, PathBuf};

use super::{App, Screen};
use crate::faces;
use crate::run::link::{GoOn, Link, Source, SwitchedOn};
use crate::run::news::open_error::OpenError;
use crate::run::news::{Notice, PackNews};
use crate::window::screens::camera::source::SourceScreen;
use crate::window::screens::record::export::ExportScreen;
use crate::window::screens::record::review::ReviewScreen;
use crate::window::screens::record::share::Share;
use crate::window::screens::record::statistics::Statistics;
use crate::window::screens::reference::rebuild::Rebuild;
use crate::window::screens::settings::SettingsScreen;
use crate::window::screens::start::new_game::{self, NewGameScreen};
use crate::window::screens::start::open_game::OpenGame;
use crate::window::screens::start::score::ScoreScreen;
use crate::window::screens::start::welcome::Welcome;
use crate::window::screens::table::{Ongoing, Table};
use crate::window::screens::teaching::packs::Packs;
use crate::window::screens::teaching::teach::Teach;
use crate::window::screens::{Begins, Go, Page, ShareTo};

impl App {
    pub(super) fn go(&mut self, ctx: &egui::Context, go: Go) {
        self.failure = None;
        if let Some(table) = &self.table {
            // What was looked at meanwhile may have other prints by the same names.
            faces::remember(&table.link().snapshot().setup.tiles);
        }
        match go {
            Go::Welcome => {
                self.table = None;
                self.forget_game(None);
                (self.help, self.tv) = (false, false);
                self.screen = Screen::Welcome(Welcome::new(self.program.as_ref()));
            }
            Go::Score { photo, setup, pack } => {
                let program = self.program.as_ref();
                let screen = ScoreScreen::new(program, ctx, photo, &setup, pack.as_deref());
                self.screen = Screen::Score(Box::new(screen));
            }
            Go::New(begins) => {
                let screen = NewGameScreen::new(self.program.as_ref(), begins);
                self.screen = Screen::New(Box::new(screen));
            }
            Go::Open => self.screen = Screen::Open(OpenGame::new(self.program.as_ref())),
            Go::Table(link) => {
                let record = link.record();
                if record.is_none() || record != self.ongoing.record {
                    self.forget_game(record);
                }
                self.table = Some(Box::new(Table::new(link, ctx)));
                self.screen = Screen::Table;
            }
            Go::Back if self.table.is_some() => self.screen = Screen::Table,
            Go::Back => self.go(ctx, Go::Welcome),
            Go::Page(page) => self.screen = self.page(ctx, page),
            // What was done on a page that asks for one stays there.
            Go::Photograph(path) => match &mut self.screen {
                Screen::New(screen) => screen.photograph(&path),
                Screen::Score(screen) => screen.read(self.program.as_ref(), path),
                Screen::Teach(screen) => screen.photograph(&path),
                Screen::TeachMap(screen) => screen.photograph(&path),
                _ => {
                    let game = self.table.as_ref().map(|table| table.link());
                    let mut teach = Teach::new(self.program.as_ref(), game);
                    teach.photograph(&path);
                    self.screen = Screen::Teach(Box::new(teach));
                }
            },
            Go::Film(path) => match &mut self.screen {
                Screen::New(screen) => screen.watch(&path),
                _ => {
                    let mut screen = NewGameScreen::new(self.program.as_ref(), Begins::Camera);
                    screen.watch(&path);
                    self.screen = Screen::New(Box::new(screen));
                }
            },
            Go::Teach(pack, set) => {
                let teach = Teach::missing(self.program.as_ref(), &pack, set);
                self.screen = Screen::Teach(Box::new(teach));
            }
            Go::Review(path) => match self.program.read(&path) {
                Ok(record) => {
                    let review = ReviewScreen::of_record(&path, &record);
                    self.screen = Screen::Review(Box::new(review));
                }
                Err(failure) => return self.go(ctx, Go::Fail(failure)),
            },
            Go::ByHand => {
                if let Some(table) = &mut self.table {
                    table.by_hand();
                }
                self.go(ctx, Go::Back);
            }
            Go::Aim(link) => {
                // A phone is aimed on its own page, which its code opens.
                let films = link.phones().is_some();
                self.go(ctx, Go::Table(link));
                self.go(ctx, Go::Page(if films { Page::Phones } else { Page::Aim }));
            }
            Go::Watch(source) => return self.watch(ctx, source),
            Go::Pack(pack) => {
                let game = self.table.as_ref().map(|table| table.link());
                if game.is_some_and(|game| game.record().is_none()) {
                    return self.go(ctx, Go::Fail(OpenError::NotSaved));
                }
                // Before the game goes on, so that what is said of a pack that fails stays.
                self.go(ctx, Go::Back);
                self.play_with(ctx, &pack);
            }
            Go::Share(to) => self.share(ctx, to),
            Go::Rematch => return self.rematch(ctx),
            Go::Tv => self.tv ^= self.table.is_some(),
            Go::Fail(failure) => {
                tracing::warn!(%failure, "a game could not be started");
                self.failure = Some(failure);
            }
            Go::Settings(settings) => {
                self.program.keep_settings(&settings);
                self.take_over(ctx, settings);
            }
        }
        ctx.request_repaint();
    }

    /// Begins anew with the game of that record: what was ticked, timed and heard of another is over.
    fn forget_game(&mut self, record: Option<PathBuf>) {
        self.rebuild = Rebuild::default();
        self.heard = None;
        self.ongoing = Ongoing {
            record,
            ..Ongoing::default()
        };
    }

    /// Goes on with the running game from another source; as it was if that cannot be opened.
    fn watch(&mut self, ctx: &egui::Context, source: Source) {
        let Some(game) = self.table.as_ref().map(|table| table.link()) else {
            return;
        };
        let Some(record) = game.record() else {
            return self.go(ctx, Go::Fail(OpenError::NotSaved));
        };
        if let Err(failure) = self.program.check_source(&source) {
            return self.go(ctx, Go::Fail(failure));
        }
        let films = matches!(source, Source::Phone | Source::Photos);
        let on = game.hand_on();
        // Its record is free only when nobody writes it any more.
        self.table = None;
        match self.program.open(&record, source) {
            Ok(link) => {
                switch_on(link.as_ref(), &on);
                let to = if films { Go::Aim } else { Go::Table };
                self.go(ctx, to(link));
            }
            Err(failure) => {
                self.as_before(ctx, &record, &on);
                self.go(ctx, Go::Fail(failure));
            }
        }
    }

    /// Goes on with a game as it was watched before; by hand if that is not possible.
    fn as_before(&mut self, ctx: &egui::Context, record: &Path, on: &SwitchedOn) {
        let mut ways = [Source::AsBefore, Source::ByHand].into_iter();
        match ways.find_map(|source| self.program.open(record, source).ok()) {
            Some(link) => {
                switch_on(link.as_ref(), on);
                self.table = Some(Box::new(Table::new(link, ctx)));
            }
            None => self.go(ctx, Go::Welcome),
        }
    }

    /// Plays once more. The camera is free only when nobody watches the old game any more.
    fn rematch(&mut self, ctx: &egui::Context) {
        let Some(game) = self.table.as_ref().map(|table| table.link()) else {
            return;
        };
        let Some(record) = game.record() else {
            // Only the demo is played without one.
            let go = Go::to_table(self.program.demo());
            return self.go(ctx, go);
        };
        let on = game.hand_on();
        let again = new_game::once_more(self.program.as_ref(), game);
        self.table = None;
        match new_game::start(self.program.as_mut(), again) {
            Go::Fail(failure) => {
                self.as_before(ctx, &record, &on);
                self.go(ctx, Go::Fail(failure));
            }
            go => self.go(ctx, go),
        }
    }

    /// Has a picture of the running game drawn, for the clipboard or a file.
    fn share(&mut self, ctx: &egui::Context, to: ShareTo) {
        let Some(table) = &self.table else { return };
        let game = table.link();
        let how = match to {
            ShareTo::Clipboard => Share::Copy,
            ShareTo::File => {
                let record = game.record();
                let stem = record.as_deref().and_then(std::path::Path::file_stem);
                let name = stem.map_or_else(|| "demo".into(), |stem| stem.to_owned());
                let folder = self.program.exports_folder().join(name);
                Share::Save(folder.join("final.png"))
            }
        };
        self.sharing.begin(ctx, self.words, game, how);
    }

    /// Goes on with the running game and another pack; whatever screen is shown stays.
    fn play_with(&mut self, ctx: &egui::Context, pack: &str) {
        let Some(game) = self.table.as_ref().map(|table| table.link()) else {
            return;
        };
        let Some(record) = game.record() else { return };
        let from = match game.events().is_empty() {
            true => GoOn::Anew,
            false => GoOn::FromRecord,
        };
        let setup = game.snapshot().setup.clone();
        let as_it_was = new_game::once_more(self.program.as_ref(), game);
        let on = game.hand_on();
        // Its record is free only when nobody writes it any more.
        self.table = None;
        match self.program.play_with(&record, &setup, from, pack) {
            Ok(link) => {
                switch_on(link.as_ref(), &on);
                // Before the first move it is another one.
                self.ongoing.record = link.record();
                self.table = Some(Box::new(Table::new(link, ctx)));
            }
            Err(failure) => {
                match from {
                    GoOn::FromRecord => self.as_before(ctx, &record, &on),
                    // The record of a game without a move has gone with it.
                    GoOn::Anew => {
                        let go = new_game::start(self.program.as_mut(), as_it_was);
                        self.go(ctx, go);
                    }
                }
                self.go(ctx, Go::Fail(failure));
            }
        }
        ctx.request_repaint();
    }

    /// Where nobody chose a pack, the one that reads the table is taken before the first move.
    pub(super) fn find_pack(&mut self, ctx: &egui::Context) {
        let Some(game) = self.table.as_ref().map(|table| table.link()) else {
            return;
        };
        if let Some(PackNews::Reads {
            pack,
            by_itself: true,
            ..
        }) = game.pack_news()
            && game.events().is_empty()
        {
            self.play_with(ctx, &pack.id);
        }
    }

    /// A screen beside the running game.
    fn page(&self, ctx: &egui::Context, page: Page) -> Screen {
        let game = self.table.as_ref().map(|table| table.link());
        match (page, game) {
            (Page::Aim, _) => Screen::Aim(Box::default()),
            (Page::Statistics, _) => {
                let statistics = Statistics::new(self.program.as_ref(), ctx);
                Screen::Statistics(Box::new(statistics))
            }
            (Page::Source, _) => Screen::Source(SourceScreen::new(self.program.as_ref())),
            (Page::Review, Some(game)) => {
                let (record, setup) = (game.record(), game.snapshot().setup.clone());
                let review = ReviewScreen::of_running(record.as_deref(), &setup, game.events());
                Screen::Review(Box::new(review))
            }
            (Page::Rules, _) => Screen::Rules,
            (Page::Phones, _) => Screen::Phones,
            (Page::Hall, _) => Screen::Hall,
            (Page::Packs, _) => Screen::Packs(Box::new(Packs::new(self.program.as_ref()))),
            (Page::Teach, game) => Screen::Teach(Box::new(Teach::new(self.program.as_ref(), game))),
            (Page::TeachMap, _) => Screen::TeachMap(Box::default()),
            (Page::Settings, _) => Screen::Settings(SettingsScreen::new(self.program.as_ref())),
            (Page::TilesLeft, _) => Screen::TilesLeft(Box::default()),
            (Page::Rebuild, Some(_)) => Screen::Rebuild,
            (Page::Export, Some(game)) => {
                let export = ExportScreen::new(self.program.as_ref(), game);
                Screen::Export(Box::new(export))
            }
            // Without a game there are only the saved ones to look back at or to build.
            (Page::Rebuild | Page::Review | Page::Export, None) => {
                Screen::Open(OpenGame::new(self.program.as_ref()))
            }
        }
    }
}

/// Switches on beside a game what was before it went on otherwise.
fn switch_on(game: &dyn Link, on: &SwitchedOn) {
    if on.phones
        && game.phones().is_none()
        && let Err(why) = game.show_phones(true)
    {
        tracing::warn!(%why, "the pages for phones are off now");
    }
    if let Some(hall) = &on.hall
        && game.hall().is_none()
        && let Err(why) = game.join_hall(Some(hall))
    {
        tracing::warn!(%why, "the hall is not told of this game any more");
        game.say(Notice::HallNotTold(why));
    }
}
