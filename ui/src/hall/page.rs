//! The wall as a web page, through the pages for phones: cards, who needs somebody, standings.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use hall::evening::Row;
use hall::evening::tables::number;
use hall::message::{Player, State};
use hall::wall::Standing;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use phone::{Ask, Asset, House, Options, Page, Part, Phones, Posted, Shot};
use studio::art::figure::pictogram_group;

use super::evening::Evening;
use super::wall::{Boards, Card, Shown};
use crate::export::pictures::board;
use crate::failure::{Failure, unexpected};
use crate::phone::pages;
use crate::text::{Language, Words, message};
use carcassonne::piece::{FigureKind, Pose};

/// Places of the standings on the page; all of them are in the folder of the evening.
const PLACES: usize = 100;

/// The wall's page, as long as this is kept.
pub struct WallPage {
    desk: Arc<Desk>,
    phones: Phones,
}

impl WallPage {
    /// Opens the page of a hall of that name.
    ///
    /// # Errors
    /// When there is no network, or nobody can be waited for.
    pub fn open(name: &str, options: &Options) -> Result<Self, Failure> {
        let desk = Arc::new(Desk {
            name: name.to_owned(),
            posted: RwLock::default(),
            cards: RwLock::default(),
            boards: Mutex::default(),
        });
        let phones = Phones::open(desk.clone(), options).map_err(|error| unexpected(&error))?;
        Ok(Self { desk, phones })
    }

    /// Its address, with the key.
    pub fn link(&self) -> Option<String> {
        self.phones.link(Page::Wall)
    }

    /// Shows the wall as it is now.
    pub fn show(&self, shown: &Shown, evening: &Evening) {
        let mut cards = shown.cards.clone();
        // Cards keep their places, so that a finger finds them; who needs somebody is named above.
        cards.sort_by(|one, other| one.table.order().cmp(&other.table.order()));
        let posted = Arc::new(Posted {
            parts: parts(shown, &cards, evening),
            boards: Vec::new(),
        });
        let cards = cards.into_iter().map(|card| (file_name(&card), card));
        *write(&self.desk.cards) = cards.collect();
        let changed = **read(&self.desk.posted) != *posted;
        if changed {
            *write(&self.desk.posted) = posted.clone();
            self.phones.post(posted);
        }
    }
}

fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// The drawn board of a table, by letters that any address takes.
fn file_name(card: &Card) -> String {
    let letters = card.table.as_str().bytes();
    let hex: String = letters.map(|byte| format!("{byte:02x}")).collect();
    format!("board-{hex}.svg")
}

fn parts(shown: &Shown, cards: &[Card], evening: &Evening) -> Vec<Part> {
    let mut parts = Vec::new();
    for language in Language::all() {
        let words = Words::new(language);
        for (id, markup) in [
            ("needs", needs(words, shown)),
            (
                "cards",
                html! { @for card in cards { (article(words, card)) } },
            ),
            ("standings", places(words, &evening.rows)),
        ] {
            parts.push(Part {
                page: Page::Wall,
                language: language.code(),
                id,
                html: markup.into_string().into(),
            });
        }
    }
    parts
}

/// Who needs somebody, the neediest first; and that the hall itself is not heard.
fn needs(words: Words, shown: &Shown) -> Markup {
    let needy = shown.cards.iter().filter(|card| card.needs_somebody());
    html! {
        @if !shown.hearing.connected { p class="due" { (words.say(message::HALL_AWAY)) } }
        ul {
            @for card in needy {
                li {
                    (words.hall_table(&card.table)) ": " (words.hall_standing(card).unwrap_or_default())
                }
            }
        }
    }
}

fn article(words: Words, card: &Card) -> Markup {
    let class = match card.standing {
        Standing::Disagrees => "wrong",
        _ if card.needs_somebody() => "help",
        _ => "",
    };
    html! {
        article class=(class) {
            h2 {
                span { (words.hall_table(&card.table)) }
                @if let Some(state) = card.state.as_ref().filter(|state| !state.over) {
                    span class="left" {
                        (words.with(message::HallLeft { left: state.tiles_left }))
                    }
                }
            }
            @if let Some(state) = &card.state { (scores(words, state)) }
            p class="said" { (words.hall_standing(card).unwrap_or_default()) }
            @if let Some(state) = &card.state { (details(words, card, state)) }
        }
    }
}

fn scores(words: Words, state: &State) -> Markup {
    let row = |player: &Player| {
        let drawn = pictogram_group(FigureKind::Meeple, Some(player.color), Pose::Standing);
        let leads = super::wall::leads(state, player);
        html! {
            tr class=[leads.then_some("leads")] {
                th scope="row" {
                    svg class="mark" viewBox="-16 -16 32 32" aria-hidden="true" {
                        (PreEscaped(drawn))
                    }
                    (words.hall_player(player))
                    @if player.on_turn { " ▶" }
                }
                td class="number" { @if state.team.is_none() { (player.score) } }
            }
        }
    };
    html! {
        table {
            @for player in &state.players { (row(player)) }
            @if let Some(team) = &state.team {
                tr {
                    th scope="row" { (words.say(message::TEAM_NAME)) }
                    td class="number" { (team.score) " / " (team.target) }
                }
            }
        }
    }
}

fn details(words: Words, card: &Card, state: &State) -> Markup {
    let shows = state.board.is_some();
    html! {
        @if shows || !state.last.is_empty() {
            details {
                summary { (words.say(message::HALL_MORE)) }
                ul class="points" {
                    @for points in &state.last { li { (words.hall_points(state, points)) } }
                }
                @if shows {
                    img loading="lazy"
                        src=(format!("{}?v={}-{}", file_name(card), state.session, state.number))
                        alt=(words.with(message::TableBoard { tiles: state.tiles }));
                }
            }
        }
    }
}

fn places(words: Words, rows: &[Row]) -> Markup {
    html! {
        @if !rows.is_empty() {
            h2 { (words.say(message::HALL_STANDINGS)) }
            (standings_table(words, rows.iter().take(PLACES)))
        }
    }
}

fn standings_table<'r>(words: Words, rows: impl Iterator<Item = &'r Row>) -> Markup {
    let decimal = |value: f64| match words.language() {
        Language::German => number(value).replace('.', ","),
        _ => number(value),
    };
    html! {
        table {
            thead {
                tr {
                    th scope="col" { (words.say(message::HALL_PLACE)) }
                    th scope="col" { (words.say(message::HALL_PLAYER)) }
                    th scope="col" class="number" { (words.say(message::HALL_GAMES)) }
                    th scope="col" class="number" { (words.say(message::HALL_WON)) }
                    th scope="col" class="number" { "Buchholz" }
                    th scope="col" class="number" { (words.say(message::HALL_AHEAD)) }
                    th scope="col" class="number" { (words.say(message::HALL_POINTS)) }
                }
            }
            tbody {
                @for row in rows {
                    tr {
                        td { (row.place) "." }
                        th scope="row" { (row.name) }
                        td class="number" { (row.games) }
                        td class="number" { (decimal(row.won)) }
                        td class="number" { (decimal(row.buchholz)) }
                        td class="number" { (decimal(row.ahead)) }
                        td class="number" { (row.points) }
                    }
                }
            }
        }
    }
}

/// The standings as a page of their own, which needs nothing else.
pub fn standings_page(words: Words, name: &str, evening: &Evening) -> String {
    let style = "body{font:1.1rem/1.4 system-ui,sans-serif;margin:2rem auto;max-width:60rem;\
        padding:0 1rem;color:#24211c;background:#fbf9f4}table{border-collapse:collapse;width:100%}\
        th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid #c9bfa9}\
        .number{text-align:right;font-variant-numeric:tabular-nums}";
    let whole = html! {
        (DOCTYPE)
        html lang=(words.language().code()) {
            head {
                meta charset="UTF-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (words.say(message::HALL_STANDINGS)) " · " (name) }
                style { (PreEscaped(style)) }
            }
            body {
                h1 { (words.say(message::HALL_STANDINGS)) " · " (name) }
                (standings_table(words, evening.rows.iter()))
            }
        }
    };
    whole.into_string()
}

/// The program as the serving sees it.
struct Desk {
    name: String,
    posted: RwLock<Arc<Posted>>,
    /// The tables, by the files of their boards.
    cards: RwLock<HashMap<String, Card>>,
    boards: Mutex<Boards>,
}

impl House for Desk {
    fn page(&self, page: Page, ask: &Ask) -> String {
        let words = Words::new(pages::language(ask));
        if page != Page::Wall {
            // Keys of other rights open nothing here.
            return pages::page(Page::WrongKey, ask, &Posted::default());
        }
        let posted = read(&self.posted).clone();
        let part = |id: &str| {
            let code = words.language().code();
            let mut parts = posted.parts.iter();
            let own = parts.find(|part| part.language == code && part.id == id);
            PreEscaped(own.map(|part| part.html.to_string()).unwrap_or_default())
        };
        let body = html! {
            header {
                h1 { (self.name) }
                p id="lost" role="status" hidden { (words.say(message::PHONE_LOST)) }
            }
            main {
                section id="needs" aria-live="polite" aria-label=(words.say(message::HALL_NEEDS)) {
                    (part("needs"))
                }
                section id="cards" aria-label=(words.say(message::HALL_TABLES)) { (part("cards")) }
                section id="standings" aria-label=(words.say(message::HALL_STANDINGS)) {
                    (part("standings"))
                }
            }
            footer { (pages::other_language(words)) }
        };
        pages::whole(words, Page::Wall, &self.name, &["live.js"], &body).into_string()
    }

    fn asset(&self, name: &str) -> Option<Asset> {
        let card = read(&self.cards).get(name).cloned();
        let Some(card) = card else {
            return pages::asset(name);
        };
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = boards.of(&card)?;
        drop(boards);
        let svg = board::draw(&snapshot, Words::new(Language::English)).ok()?;
        Some(Asset {
            kind: "image/svg+xml",
            bytes: svg.into_bytes().into(),
            // Whoever asks names the session and the number of the state.
            fixed: true,
        })
    }

    fn language(&self, ask: &Ask) -> &'static str {
        pages::language(ask).code()
    }

    fn order(&self, _: Page, _: &[u8], language: &str) -> Result<(), String> {
        Err(Words::new(Language::of_locale(language)).say(message::PHONE_ORDER_UNREADABLE))
    }

    fn lookup(&self, _: &str, _: &str, _: &str) -> Option<String> {
        None
    }

    fn shot(&self, _: Shot) {}

    fn camera(&self, _: Option<IpAddr>) {}

    fn photo(&self, _: Vec<u8>, language: &str) -> Result<String, String> {
        Err(Words::new(Language::of_locale(language)).say(message::PHONE_PHOTO_UNWANTED))
    }
}
