//! The parts of a photograph's page, worded: what is in doubt, the track, the sums. And the pieces of
//! the photograph they show.

use std::collections::BTreeMap;
use std::sync::Arc;

use maud::{Markup, html};
use opencv::core::{Mat, Point, Scalar, Vector};
use opencv::{imgcodecs, imgproc};
use phone::{Page, Part};
use tracker::at_end::{About, Answer, Doubt, TakenOver};
use tracker::snapshot::ScoreReason;

use super::order::Order;
use super::{Read, Sheet};
use crate::phone::hand;
use crate::phone::parts::mark;
use crate::run::reading::read_board::ReadBoard;
use crate::text::{Words, message};

/// Side of a piece of the photograph, px: a phone shows two pixels for each of a page's.
const PIECE_PX: i32 = 280;
/// JPEG quality of such a piece, percent.
const QUALITY: i32 = 80;
/// Thickness of the outline of a cell, px.
const OUTLINE_PX: i32 = 3;

/// All parts of the page in one language.
pub(super) fn of(words: Words, sheet: &Sheet<'_>, version: u64) -> Vec<Part> {
    let [state, doubts, track, sums] = match sheet {
        Sheet::Reading => [
            html! { p { (words.say(message::SCORE_READING)) } },
            html! {},
            html! {},
            html! {},
        ],
        Sheet::Failed(failure) => {
            let (what, help) = words.failure(failure);
            let state = html! { p class="due" { (what) } p { (help) } };
            [state, html! {}, html! {}, html! {}]
        }
        Sheet::Read(read) => [
            html! {},
            doubts(words, read, version),
            track(words, read),
            sums(words, read),
        ],
    };
    let part = |(id, html): (&'static str, Markup)| Part {
        page: Page::Photo,
        language: words.language().code(),
        id,
        html: Arc::from(html.into_string()),
    };
    let parts = [
        ("state", state),
        ("questions", doubts),
        ("track", track),
        ("sums", sums),
    ];
    parts.into_iter().map(part).collect()
}

/// The answers to each question: those guessed, then the tiles that were not.
pub(super) fn guesses(taken: &TakenOver) -> Vec<Vec<(About, Answer)>> {
    let of = |doubt: &Doubt| {
        let guesses = doubt.guesses.iter().map(|guess| guess.answer);
        let all = guesses.chain(taken.other_tiles(doubt));
        all.map(|answer| (doubt.about, answer)).collect()
    };
    taken.questions().map(of).collect()
}

fn piece_name(version: u64, doubt: usize) -> String {
    format!("piece.{version}.{doubt}.jpg")
}

/// The pieces of the photograph that are asked about.
pub(super) fn pieces(read: &Read<'_>, version: u64) -> BTreeMap<String, Vec<u8>> {
    let questions = read.taken.questions().enumerate();
    let drawn = questions.filter_map(|(number, doubt)| {
        let jpeg = piece(read.board, doubt)
            .map_err(|error| tracing::warn!(%error, "a piece of the photograph cannot be shown"));
        Some((piece_name(version, number), jpeg.ok()?))
    });
    drawn.collect()
}

fn piece(board: &ReadBoard, doubt: &Doubt) -> opencv::Result<Vec<u8>> {
    let (mut picture, corners) = board.cut_out(doubt.cell, PIECE_PX)?;
    outline(&mut picture, corners)?;
    let mut jpeg = Vector::new();
    let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
    imgcodecs::imencode(".jpg", &picture, &mut jpeg, &quality)?;
    Ok(jpeg.as_slice().to_vec())
}

fn outline(picture: &mut Mat, corners: [[f32; 2]; 4]) -> opencv::Result<()> {
    let px = |share: f32| (share * PIECE_PX as f32).round() as i32;
    let corners: Vector<Point> = corners
        .iter()
        .map(|&[x, y]| Point::new(px(x), px(y)))
        .collect();
    let amber = Scalar::new(74.0, 184.0, 240.0, 0.0);
    let smooth = imgproc::LINE_AA;
    imgproc::polylines(picture, &corners, true, amber, OUTLINE_PX, smooth, 0)
}

fn doubts(words: Words, read: &Read<'_>, version: u64) -> Markup {
    let count = read.taken.questions().count();
    html! {
        h2 { (words.with(message::ScoreDoubts { count })) }
        @if let Some(idle) = words.idle(read.taken) {
            p class="soft" { (idle) }
        }
        @for (number, doubt) in read.taken.questions().enumerate() {
            fieldset {
                legend { (words.doubt(read.seen, doubt)) }
                img class="piece" src=(piece_name(version, number)) width="140" height="140"
                    alt=(words.place_in(read.seen, doubt.cell));
                @if let Some(fault) = &doubt.fault {
                    p class="soft" { (words.rule_fault(read.seen, fault)) }
                }
                @for (guess, what) in doubt.guesses.iter().enumerate() {
                    @let order = Order::Guess { version, doubt: number, guess };
                    button type="button" data-order=(order.text())
                        aria-pressed=(doubt.taken == what.answer) {
                        (drawn(what.answer))
                        (words.guess(read.seen, what))
                    }
                }
                @let others = read.taken.other_tiles(doubt);
                @if !others.is_empty() {
                    details {
                        summary { (words.say(message::OTHER_TILE)) }
                        div class="faces" {
                            @for (other, what) in others.into_iter().enumerate() {
                                @let guess = doubt.guesses.len() + other;
                                @let order = Order::Guess { version, doubt: number, guess };
                                @if let Answer::Tile(face, rotation) = what {
                                    button type="button" data-order=(order.text())
                                        aria-label=(words.turned_tile(face, rotation)) {
                                        (drawn(what))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        @if !read.known.answers.is_empty() {
            button type="button" data-order=(Order::Back { version }.text()) {
                (words.say(message::SCORE_BACK))
            }
        }
    }
}

/// The tile that an answer is, as it would lie there.
fn drawn(answer: Answer) -> Markup {
    html! {
        @if let Answer::Tile(face, rotation) = answer {
            span class=(format!("turned turned-{}", rotation.degrees())) { (hand::face(face)) }
        }
    }
}

fn track(words: Words, read: &Read<'_>) -> Markup {
    let points = |color| read.known.track.iter().find(|of| of.0 == color);
    html! {
        h2 { (words.say(message::SCORE_TRACK)) }
        p class="soft" { (words.say(message::SCORE_TRACK_WHY)) }
        @for player in &read.seen.players {
            label class="told" {
                (mark(player.color)) (words.name(player)) " "
                input type="number" inputmode="numeric" min="0"
                    max=(files::limits::POINTS_BY_HAND) data-track=(player.color)
                    value=(points(player.color).map_or(0, |of| of.1));
            }
        }
    }
}

fn sums(words: Words, read: &Read<'_>) -> Markup {
    let seen = read.seen;
    let lines = seen.score_lines.iter();
    let last = lines.filter(|line| matches!(line.reason, ScoreReason::Final(_)));
    let mut players: Vec<_> = seen.players.iter().collect();
    players.sort_by_key(|player| std::cmp::Reverse(player.score));
    html! {
        h2 { (words.say(message::TABLE_LINES_FINAL)) }
        ul class="points" {
            @for line in last {
                li {
                    @if let Some(color) = line.color { (mark(color)) }
                    (words.line_heading(seen, line)) " "
                    span class="sum" { (words.expression(&line.expression)) }
                }
            }
        }
        table {
            caption class="unseen" { (words.say(message::PHONE_SCORES)) }
            tbody {
                @for player in players {
                    tr {
                        th scope="row" { (mark(player.color)) (words.name(player)) }
                        td class="number" data-color=(player.color) { (player.score) }
                    }
                }
            }
        }
        @if let Some(team) = &seen.team {
            p class="team" { (words.with(message::ScoreTeam { points: team.score })) }
        }
    }
}
