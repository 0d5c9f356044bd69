//! The new-game screen: who plays, where the pictures come from, which tiles, which rules.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use egui::{Align, Layout, RichText, Ui};
use tracker::command::Command;
use tracker::rules::Expansion;
use tracker::rules::bag::Bag;
use tracker::setup::{Aids, Options, Pictures, Setup, SetupError, StartTile};

use self::modules::Modules;
use self::players::{Known, Play, Seats, Wish};
use self::source::SourceChoice;
use crate::run::link::{Link, NewGame, Program, Source};
use crate::store::packs::PackChoice;
use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::settings::pictures;
use crate::window::screens::{Begins, Context, Go};
use crate::window::widgets::{card, column};

mod aids;
mod bag;
mod map;
mod modules;
mod packs;
mod players;
mod rules;
mod source;

/// What is being chosen.
pub struct NewGameScreen {
    seats: Seats,
    known: Known,
    /// The button that begins the game is to get the keyboard.
    ready: bool,
    source: SourceChoice,
    packs: Vec<PackChoice>,
    /// The pack by its number; `None` for whichever reads the table.
    pack: Option<usize>,
    modules: Modules,
    /// The pack and modules last asked about, and the faces that the pack lacks of them.
    lacking: Option<(Option<usize>, Vec<Expansion>, Vec<FaceId>)>,
    start_seen: bool,
    options: Options,
    aids: Aids,
    bag: Bag,
    pictures: Pictures,
    fault: Option<String>,
}

impl NewGameScreen {
    /// Those who played last, with their rules, else two players and the rules of the third
    /// edition; the first camera, or by hand.
    pub fn new(program: &dyn Program, begins: Begins) -> Self {
        let mut screen = Self {
            seats: Seats::default(),
            known: Known::new(program.groups()),
            ready: false,
            source: match begins {
                Begins::Camera => SourceChoice::camera(program),
                _ => SourceChoice::hand(),
            },
            packs: program.packs(),
            pack: None,
            modules: Modules::new(program),
            lacking: None,
            start_seen: false,
            options: Options::default(),
            aids: Aids::default(),
            bag: Bag::default(),
            pictures: program.settings().pictures,
            fault: None,
        };
        match begins {
            Begins::Photograph => screen.source.photograph(),
            Begins::Phone => screen.source.phone(),
            Begins::Camera | Begins::Hand => {}
        }
        screen.take(0);
        screen
    }

    /// Chooses pictures from that film or folder.
    pub fn watch(&mut self, path: &std::path::Path) {
        self.source.watch(path);
    }

    /// Chooses that photograph of a finished board.
    pub fn photograph(&mut self, path: &std::path::Path) {
        self.source.photograph();
        self.source.name(path);
    }

    /// Takes over what a group played last: people, modules, house rules.
    fn take(&mut self, group: usize) {
        let Some(group) = self.known.groups.get(group) else {
            return;
        };
        let setup = &group.setup;
        self.seats = Seats::of(group);
        self.modules.take(setup);
        self.options = setup.options.clone();
        self.aids = setup.aids;
        self.bag = setup.bag.clone();
        self.start_seen = setup.start == StartTile::Seen;
        self.ready = true;
    }

    /// The rules as the boxes have them, for the people who are there.
    fn forget_rules(&mut self) {
        self.modules.take(&Setup::default());
        self.options = Options::default();
        self.aids = Aids::default();
        self.bag = Bag::default();
        self.start_seen = false;
    }

    /// Shows it.
    pub fn show(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let mut go = None;
        egui::Panel::bottom("new_game_buttons")
            .exact_size(62.0)
            .show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    go = self.buttons(ui, ctx);
                });
            });
        column::show(ui, |ui| {
            ui.add_space(8.0);
            card::title(ui, &words.say(message::NEW_TITLE));
            ui.add_space(6.0);
            // People and modules are what a game is; its pictures and house rules stand beside.
            ui.columns(2, |columns| {
                let [left, right] = columns else { return };
                let plain = Layout::top_down(Align::Min);
                let page = left.with_layout(plain, |ui| self.game_part(ui, ctx)).inner;
                right.with_layout(plain, |ui| self.table_part(ui, ctx));
                go = go.take().or(page);
            });
            ui.add_space(12.0);
        });
        go
    }

    /// Who plays against whom, by the modules.
    fn play(&self) -> Play {
        match self.modules.plays(Expansion::Mists) {
            true => Play::Together,
            false => Play::Apart,
        }
    }

    /// Who plays, with which modules, and what is in the bag.
    fn game_part(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        ui.spacing_mut().item_spacing.y = 8.0;
        let play = self.play();
        card::plain(ui, |ui| {
            match self.seats.show(ui, words, play, &self.known) {
                Some(Wish::Group(group)) => self.take(group),
                Some(Wish::GoOn) => self.ready = true,
                None => {}
            }
        });
        let go = card::plain(ui, |ui| {
            card::heading(ui, &words.say(message::NEW_MODULES));
            self.modules
                .show(ui, words, &mut self.options.rulings, ctx.art);
            self.own_tiles(ui, ctx)
        });
        card::plain(ui, |ui| {
            let mut setup = self.plain();
            setup.players = self.seats.players(self.play());
            bag::show(ui, words, &setup, &mut self.bag);
        });
        go
    }

    /// Where the pictures come from, how they are read and kept, and the rules of the table.
    fn table_part(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) {
        let words = ctx.words;
        ui.spacing_mut().item_spacing.y = 8.0;
        card::plain(ui, |ui| self.source.show(ui, ctx));
        if self.source.needs_pack() {
            card::plain(ui, |ui| self.pack(ui, ctx));
        }
        if self.source.follows() {
            card::plain(ui, |ui| {
                let heading = message::PICTURES_TITLE_NEW;
                pictures::folded(ui, words, heading, &mut self.pictures);
            });
        }
        card::plain(ui, |ui| {
            self.rules(ui, words);
            aids::show(ui, words, &mut self.aids);
        });
    }

    fn buttons(&mut self, ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
        let words = ctx.words;
        let p = palette(ui);
        let mut go = None;
        if ui.button(words.say(message::NEW_BACK)).clicked() {
            go = Some(Go::Welcome);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = match (self.source.is_photograph(), self.source.chosen()) {
                (true, Some(Source::Photos)) => message::NEW_BOARD_PHONE,
                (true, _) => message::NEW_BOARD_START,
                (false, _) => message::NEW_START,
            };
            let begin = ui.add(card::main_button(p, &words.say(text)));
            if std::mem::take(&mut self.ready) {
                begin.request_focus();
            }
            if begin.clicked() {
                match self.game(words) {
                    Ok(NewGame {
                        setup,
                        source,
                        pack,
                    }) if self.source.is_photograph() => {
                        let photo = match source {
                            Source::Path(photo) => Some(photo),
                            _ => None,
                        };
                        go = Some(Go::Score {
                            photo,
                            setup: Box::new(setup),
                            pack,
                        });
                    }
                    Ok(game) => go = Some(start(ctx.program, game)),
                    Err(fault) => self.fault = Some(fault),
                }
            }
            if let Some(fault) = &self.fault {
                ui.add(
                    egui::Label::new(RichText::new(fault).size(size::BODY).color(p.wrong)).wrap(),
                );
            }
        });
        go
    }

    /// The modules as chosen, without anything that somebody could still have to say.
    fn plain(&self) -> Setup {
        let mut setup = Setup {
            modules: self.modules.chosen(),
            ..Setup::default()
        };
        self.modules.numbers(&mut setup);
        setup
    }

    /// The game as chosen, or why it cannot be played.
    fn game(&self, words: Words) -> Result<NewGame, String> {
        let source = self
            .source
            .chosen()
            .ok_or_else(|| words.say(message::NEW_FAULT_SOURCE))?;
        let pack = self.pack.and_then(|chosen| self.packs.get(chosen));
        let pack = pack.map(|pack| pack.id.clone());
        let start = if self.start_seen && self.source.needs_pack() {
            StartTile::Seen
        } else {
            StartTile::default()
        };
        let mut setup = Setup {
            start,
            options: self.options.clone(),
            aids: self.aids,
            bag: self.bag.clone(),
            pictures: Some(self.pictures),
            players: self.seats.players(self.play()),
            ..Setup::default()
        };
        self.modules.apply(words, &mut setup)?;
        let setup = setup.validated().map_err(|error| match error {
            SetupError::SameColor(_) => words.say(message::NEW_FAULT_COLORS),
            other => words.with(message::NewFaultOther {
                why: other.to_string(),
            }),
        })?;
        Ok(NewGame {
            setup,
            source,
            pack,
        })
    }
}

/// The same game once more: the same people, modules and rules, watched by the same camera.
pub fn once_more(program: &dyn Program, game: &dyn Link) -> NewGame {
    let (source, pack) = program.watched(game.record().as_deref());
    NewGame {
        setup: (*game.snapshot().setup).clone(),
        source,
        pack,
    }
}

/// Starts the game. One kept by hand begins with its start tiles laid, as in the box.
pub fn start(program: &mut dyn Program, game: NewGame) -> Go {
    let by_hand = game.source == crate::run::link::Source::ByHand;
    let begins = by_hand && !game.setup.plays(Expansion::Benelux);
    let aims = matches!(
        game.source,
        Source::Camera(_) | Source::Url(_) | Source::Phone | Source::Photos
    );
    let link = program.start(game);
    if let Ok(link) = &link
        && begins
    {
        lay_start_tiles(link.as_ref());
    }
    match link {
        // A camera that was just set up is hardly ever well aimed at once.
        Ok(link) if aims => Go::Aim(link),
        other => Go::to_table(other),
    }
}

fn lay_start_tiles(link: &dyn Link) {
    let snapshot = link.snapshot();
    if !snapshot.tiles.is_empty() {
        return;
    }
    let catalogue = snapshot.setup.catalogue();
    for face in catalogue.start() {
        let Some(cell) = face.start else { continue };
        link.send(Command::PlaceTile {
            cell,
            face: face.id,
            rotation: Rotation::R0,
            garden: None,
        });
    }
}
