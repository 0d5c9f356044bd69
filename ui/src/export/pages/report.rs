//! The report: one page of HTML that needs nothing else, in both languages, for reading on a
//! screen and for printing.
//!
//! The language is switched without a script; on paper only the chosen one stands. Numbers are
//! also attributes (`data-scorer`, `data-score`, `data-points` …) for whoever reads the page by
//! machine.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use carcassonne::piece::Color;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use tracker::log::event::EventId;
use vision::view::rectify::{decode, jpeg};

use super::race::race;
use super::transcript::{ending, heading, line, played, remarks, turns};
use crate::export::pictures::board::{self, hex};
use crate::export::points::{Scored, finals, scored};
use crate::export::told::{File, Lack, Told};
use crate::text::{Language, Words, message, signed};
use crate::theme::wood;

pub(in crate::export) const HTML: &str = "report.html";

const STYLE: &str = include_str!("report.css");

/// Side of a kept picture on the page, px: 8 kB each.
const PICTURE_PX: i32 = 200;

/// The page.
pub(in crate::export) fn html(told: &Told, words: Words) -> Result<Vec<File>, Lack> {
    let board = board::draw(&told.snapshot, words)?;
    let all = || Language::all().map(Words::new);
    let title = words.game_of(&told.log.game().setup().modules);
    let pictures = pictures(told);
    let style = pictures_style(&pictures);
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().code()) {
            head {
                meta charset="UTF-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Nebelwacht";
                title { (title) " · " (played(told)) }
                style { (PreEscaped(STYLE)) (PreEscaped(&style)) }
            }
            body {
                @for language in Language::all() {
                    @let code = language.code();
                    input type="radio" name="language" id=(code)
                        checked[language == words.language()];
                    label for=(code) { (Words::new(language).say(message::REPORT_LANGUAGE)) }
                }
                @for words in all() {
                    header lang=(words.language().code()) { (head(told, words)) }
                }
                figure class="board" { (PreEscaped(board)) }
                @for words in all() {
                    main lang=(words.language().code()) { (body(told, &pictures, words)) }
                }
            }
        }
    };
    Ok(vec![File::new(HTML, page.into_string())])
}

fn head(told: &Told, words: Words) -> Markup {
    let setup = told.log.game().setup();
    let finals = finals(told);
    let best = finals.iter().map(|(_, score)| *score).max();
    let together = told.snapshot.team.is_some();
    html! {
        h1 { (words.game_of(&setup.modules)) }
        p class="when" {
            (played(told)) " · "
            (words.with(message::OpenTurns { turns: told.story.turns() }))
            @if told.minutes() > 0 {
                " · " (words.with(message::ReportMinutes { minutes: told.minutes() }))
            }
        }
        @if let Some(ending) = ending(told, words) { p class="ending" { (ending) } }
        @if finals.is_empty() { p { (words.say(message::LACK_NO_PLAYERS)) } }
        table class="scores" {
            @for (color, score) in &finals {
                @let wins = told.snapshot.over && !together && Some(*score) == best;
                tr data-scorer=(name(*color)) data-score=(score) {
                    td { (chip(*color)) (words.scorer(&told.snapshot, *color))
                        @if wins { " ★" } }
                    td class="number" { (score) }
                }
            }
        }
    }
}

fn body(told: &Told, pictures: &Pictures, words: Words) -> Markup {
    let lines = scored(told);
    html! {
        section {
            h2 { (words.say(message::REPORT_RACE)) }
            (race(told, words))
        }
        @if !lines.is_empty() {
            section {
                h2 { (words.say(message::REPORT_BY_CATEGORY)) }
                (shares(told, words))
            }
            section {
                h2 { (words.say(message::REPORT_LINES)) }
                (points_table(told, &lines, words))
            }
        }
        section {
            h2 { (words.say(message::REPORT_TRANSCRIPT)) }
            @for turn in turns(told, words) {
                div class="turn" data-turn=(turn.number) {
                    h3 { (heading(told, &turn, words)) }
                    @for event in &turn.events { p { (event) } }
                    (of_turn(told, pictures, turn.number, words))
                    @for scored in &turn.lines {
                        p { strong { (line(told, scored, words)) } }
                    }
                }
            }
        }
        @for (title, lines) in remarks(told, words) {
            section class="remarks" {
                h2 { (title) }
                @for line in &lines { p { (line) } }
            }
        }
        footer { (words.say(message::REPORT_MADE)) }
    }
}

/// Small copies of the kept pictures, JPEG, by event.
type Pictures = BTreeMap<EventId, Vec<u8>>;

/// What was kept of the moments told. Each is on the page once, for both languages.
fn pictures(told: &Told) -> Pictures {
    let Some(album) = &told.album else {
        return Pictures::new();
    };
    let small = |event: EventId| {
        let bytes = files::read::bytes(&album.event(event), files::limits::PICTURE_BYTES).ok()?;
        small_copy(&bytes)
            .map_err(|error| tracing::warn!(%error, %event, "a kept picture"))
            .ok()
    };
    let moments = told.review.moments.iter();
    let kept = moments.filter_map(|moment| Some((moment.event, small(moment.event)?)));
    kept.collect()
}

fn small_copy(bytes: &[u8]) -> opencv::Result<Vec<u8>> {
    let mut small = Mat::default();
    let size = Size::new(PICTURE_PX, PICTURE_PX);
    let area = imgproc::INTER_AREA;
    imgproc::resize(&decode(bytes)?, &mut small, size, 0.0, 0.0, area)?;
    jpeg(&small)
}

fn pictures_style(pictures: &Pictures) -> String {
    let rule = |(event, bytes): (&EventId, &Vec<u8>)| {
        let data = BASE64_STANDARD.encode(bytes);
        let number = event.0;
        format!(".e{number}{{background-image:url(data:image/jpeg;base64,{data})}}\n")
    };
    pictures.iter().map(rule).collect()
}

/// The pictures of a turn.
fn of_turn(told: &Told, pictures: &Pictures, turn: u32, words: Words) -> Markup {
    let moments = told.review.moments.iter();
    let kept = moments.filter(|m| m.turn == turn && pictures.contains_key(&m.event));
    html! {
        @for moment in kept {
            @let name = words.event(&told.snapshot, &moment.kind);
            span class=(format!("kept e{}", moment.event.0)) role="img" aria-label=(name)
                title=(name) data-event=(moment.event.0) {}
        }
    }
}

fn points_table(told: &Told, lines: &[Scored<'_>], words: Words) -> Markup {
    html! {
        table class="lines" {
            thead { tr {
                th { (words.say(message::REPORT_TURN)) }
                th { (words.say(message::REPORT_PLAYER)) }
                th class="number" { (words.say(message::REPORT_POINTS)) }
                th { (words.say(message::REPORT_REASON)) }
                th { (words.say(message::REPORT_SUM)) }
                th class="number" { (words.say(message::REPORT_SCORE)) }
            } }
            tbody { @for Scored { line, moved, score } in lines {
                tr data-scorer=(name(line.color)) data-points=(moved) {
                    td class="number" { (line.turn) }
                    td { (chip(line.color)) (words.scorer(&told.snapshot, line.color)) }
                    td class="number" { (signed(*moved)) }
                    td { (words.reason(line.reason)) }
                    td { (words.expression(&line.expression)) }
                    td class="number" { (score) }
                }
            } }
        }
    }
}

/// Points by what they were given for; below, what the modules brought of it.
fn shares(told: &Told, words: Words) -> Markup {
    let review = &told.review;
    let cells = |points: &[i32]| {
        html! { @for points in points { td class="number" { (points) } } }
    };
    html! {
        table class="categories" {
            thead { tr {
                th {}
                @for color in &review.scorers {
                    th class="number" { (chip(*color)) (words.scorer(&told.snapshot, *color)) }
                }
            } }
            tbody {
                @for share in &review.by_reason {
                    tr { td { (words.reason(share.of)) } (cells(&share.points)) }
                }
                @for share in &review.by_module {
                    @let of = share.of.map_or_else(|| words.say(message::REPORT_BASE), |m| words.module(m));
                    tr class="module" {
                        td { (words.with(message::ReportOfWhich { module: of })) }
                        (cells(&share.points))
                    }
                }
            }
        }
    }
}

/// A player's colour, beside the name that says the same.
fn chip(color: Option<Color>) -> Markup {
    html! {
        @if let Some(color) = color {
            span class="chip" style=(format!("background:{}", hex(wood(color).fill))) {}
        }
    }
}

fn name(color: Option<Color>) -> &'static str {
    color.map_or("team", Color::name)
}
