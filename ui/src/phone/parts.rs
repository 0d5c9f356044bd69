//! The parts of the live pages, worded: who has how many points and for what, what must not be
//! forgotten, what is asked.

use std::sync::Arc;

use carcassonne::piece::{Color, FigureKind, Pose};
use maud::{Markup, PreEscaped, html};
use phone::{Page, Part};
use studio::art::figure::pictogram_group;
use tracker::snapshot::{Question, ScoreLine, Snapshot, Urgency};

use super::hand;
use super::order::{Order, button};
use crate::text::{Language, Words, message};

/// Lines of points on a page; all of them are in the window and in what is exported.
const LINES: usize = 8;
/// Lines of points for stream software.
const OVERLAY_LINES: usize = 2;

/// All parts of all live pages. `board` counts the boards drawn so far.
pub fn of(snapshot: &Snapshot, board: u64) -> Vec<Part> {
    let mut parts = Vec::new();
    for language in Language::all() {
        let words = Words::new(language);
        let scores = shared(scores(words, snapshot));
        let everybody = [
            ("turn", shared(turn(words, snapshot))),
            ("scores", scores.clone()),
            ("reminders", shared(reminders(words, snapshot))),
            ("points", shared(points(words, snapshot, LINES))),
            ("left", shared(left(words, snapshot))),
            ("board", shared(drawn(words, snapshot, board))),
        ];
        let mut add = |page, id, html: &Arc<str>| {
            parts.push(Part {
                page,
                language: language.code(),
                id,
                html: html.clone(),
            });
        };
        for (id, html) in &everybody {
            add(Page::Look, id, html);
            add(Page::Answer, id, html);
        }
        add(
            Page::Answer,
            "questions",
            &shared(questions(words, snapshot)),
        );
        add(Page::Answer, "hand", &shared(hand::panel(words, snapshot)));
        add(Page::Overlay, "scores", &scores);
        let few = shared(points(words, snapshot, OVERLAY_LINES));
        add(Page::Overlay, "points", &few);
    }
    parts
}

fn shared(html: Markup) -> Arc<str> {
    html.into_string().into()
}

/// A player's mark: their figure, with the pattern of their colour.
pub(super) fn mark(color: Color) -> Markup {
    let drawn = pictogram_group(FigureKind::Meeple, Some(color), Pose::Standing);
    html! {
        svg class="mark" viewBox="-16 -16 32 32" aria-hidden="true" { (PreEscaped(drawn)) }
    }
}

fn turn(words: Words, snapshot: &Snapshot) -> Markup {
    let turn = &snapshot.turn;
    let name = |color| words.player(snapshot, color);
    let who = match (snapshot.over, turn.open, turn.player, turn.next) {
        (true, ..) => words.say(message::TABLE_END_TITLE),
        (_, true, Some(color), _) => words.with(message::TableTurnOf { name: name(color) }),
        (_, false, _, Some(color)) => words.with(message::TableTurnNext { name: name(color) }),
        _ if turn.number == 0 => words.say(message::TABLE_TURN_BEFORE),
        _ => words.with(message::TableTurn {
            number: turn.number,
        }),
    };
    html! { (who) }
}

fn scores(words: Words, snapshot: &Snapshot) -> Markup {
    let together = snapshot.team.as_ref();
    let best = snapshot.players.iter().map(|player| player.score).max();
    let projected = snapshot.setup.aids.projection && !snapshot.over;
    html! {
        @if let Some(team) = together {
            p class="team" {
                (words.say(message::TEAM_NAME)) " "
                strong class="number" data-team="" { (team.score) }
                " " (words.with(message::TvTarget { target: team.target }))
            }
        }
        @if snapshot.players.is_empty() {
            p { (words.say(message::LACK_NO_PLAYERS)) }
        }
        table {
            caption class="unseen" { (words.say(message::PHONE_SCORES)) }
            tbody {
                @for player in &snapshot.players {
                    @let on_turn = snapshot.turn.open && snapshot.turn.player == Some(player.color);
                    tr class=[on_turn.then_some("playing")] {
                        th scope="row" {
                            @for color in player.colors() { (mark(color)) }
                            (words.name(player))
                            @if snapshot.over && together.is_none() && Some(player.score) == best {
                                " ★"
                            }
                        }
                        @if together.is_none() {
                            td class="number" data-color=(player.color) { (player.score) }
                            td class="soft" {
                                @if player.provisional_score != player.score {
                                    (words.with(message::TableScoreWithTurn { points: player.provisional_score }))
                                    " "
                                }
                                @if projected {
                                    (words.with(message::TableScoreProjected { points: player.projected_score }))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn reminders(words: Words, snapshot: &Snapshot) -> Markup {
    let open = snapshot.reminders.iter().filter(|_| !snapshot.over);
    let open: Vec<_> = open.collect();
    html! {
        @if !open.is_empty() {
            h2 { (words.say(message::TABLE_REMINDERS)) }
            ul {
                @for reminder in open {
                    li class=[(reminder.urgency != Urgency::Info).then_some("due")] {
                        (words.reminder(snapshot, reminder))
                    }
                }
            }
        }
    }
}

/// The newest points first; those that the open turn will give are marked as not given yet.
fn points(words: Words, snapshot: &Snapshot, most: usize) -> Markup {
    let coming = snapshot.provisional.iter().map(|line| (line, true));
    let given = snapshot.score_lines.iter().rev().map(|line| (line, false));
    let lines: Vec<(&ScoreLine, bool)> = coming.chain(given).take(most).collect();
    html! {
        h2 { (words.say(message::TABLE_LINES)) }
        @if lines.is_empty() { p class="soft" { (words.say(message::TABLE_LINES_NONE)) } }
        ul class="points" {
            @for (line, coming) in lines {
                li class=[coming.then_some("coming")] {
                    @if let Some(color) = line.color { (mark(color)) }
                    (words.line_heading(snapshot, line)) " "
                    span class="sum" { (words.expression(&line.expression)) }
                }
            }
        }
    }
}

fn left(words: Words, snapshot: &Snapshot) -> Markup {
    let faces = snapshot.bag.faces.iter().filter(|(_, left)| *left > 0);
    html! {
        p { (words.with(message::TableTilesLeft { left: snapshot.bag.left })) }
        @if snapshot.setup.aids.tiles_left && snapshot.bag.left > 0 {
            details {
                summary { (words.say(message::PHONE_LEFT_WHICH)) }
                ul class="faces" {
                    @for (face, left) in faces {
                        li { (hand::face(*face)) span { (left) " × " (face) } }
                    }
                }
            }
        }
    }
}

fn drawn(words: Words, snapshot: &Snapshot, board: u64) -> Markup {
    let label = words.with(message::TableBoard {
        tiles: snapshot.tiles.len(),
    });
    html! {
        @if !snapshot.tiles.is_empty() {
            img src=(format!("board.svg?v={board}&lang={}", words.language().code())) alt=(label);
        }
    }
}

/// What somebody may answer or must decide now.
fn questions(words: Words, snapshot: &Snapshot) -> Markup {
    let any = !snapshot.questions.is_empty() || !snapshot.choices.is_empty();
    html! {
        @if any {
            h2 { (words.say(message::PHONE_QUESTIONS)) }
            @for question in &snapshot.questions { (asked(words, snapshot, question)) }
            @for choice in &snapshot.choices {
                fieldset {
                    legend { (words.choice(snapshot, choice)) }
                    @for (option, what) in choice.options.iter().enumerate() {
                        (button(
                            &Order::Choose { choice: choice.id.clone(), option },
                            &words.option(snapshot, what),
                        ))
                    }
                    @if choice.optional {
                        (button(
                            &Order::Decline { choice: choice.id.clone() },
                            &words.say(message::PHONE_LEAVE_ALONE),
                        ))
                    }
                }
            }
        }
    }
}

fn asked(words: Words, snapshot: &Snapshot, question: &Question) -> Markup {
    html! {
        fieldset data-question=(question.id.0) {
            legend {
                (words.question(snapshot, question)) " (" (words.place_in(snapshot, question.cell)) ")"
            }
            @for (guess, what) in question.guesses.iter().enumerate() {
                (button(
                    &Order::Answer { question: question.id, guess },
                    &words.meaning(snapshot, &what.meaning),
                ))
            }
        }
    }
}
