//! The score cards: colour, pattern, initial and name of each player, points, figures in hand;
//! above them whose turn it is and how many tiles are left; at the end who has won.

use egui::{Align, Layout, RichText, Stroke, Ui};
use tracker::piece::Pose;
use tracker::snapshot::{PlayerView, Snapshot};

use crate::text::{Words, capital};
use crate::theme::{palette, size};
use crate::widgets::art::Art;
use crate::widgets::{badge, board, card};

/// Shows turn and cards.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, art: &mut Art) {
    ui.add_space(4.0);
    if snapshot.over {
        end(ui, words, snapshot);
    } else {
        turn(ui, words, snapshot);
    }
    let close = snapshot.players.len() > 4;
    ui.spacing_mut().item_spacing.y = if close { 4.0 } else { 6.0 };
    for player in &snapshot.players {
        player_card(ui, words, snapshot, player, art);
    }
    ui.spacing_mut().item_spacing.y = 6.0;
}

fn turn(ui: &mut Ui, words: Words, snapshot: &Snapshot) {
    let p = palette(ui);
    let turn = &snapshot.turn;
    ui.horizontal(|ui| {
        let number = if turn.number == 0 {
            words.say("table-turn-before")
        } else {
            words.with("table-turn", &[("number", turn.number.into())])
        };
        ui.label(RichText::new(number).size(size::HEADING).color(p.text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let left = words.with("table-tiles-left", &[("left", snapshot.bag.left.into())]);
            let of = words.with("table-tiles-of", &[("total", snapshot.bag.total.into())]);
            ui.label(
                RichText::new(format!("{left} {of}"))
                    .size(size::BODY)
                    .color(p.text),
            );
        });
    });
    let name = |color| words.player(snapshot, color);
    let who = match (turn.open, turn.player, turn.next) {
        (true, Some(color), _) => words.with("table-turn-of", &[("name", name(color).into())]),
        (false, _, Some(color)) => words.with("table-turn-next", &[("name", name(color).into())]),
        _ => words.say("table-turn-unknown"),
    };
    card::soft(ui, &who);
}

fn end(ui: &mut Ui, words: Words, snapshot: &Snapshot) {
    let p = palette(ui);
    let best = snapshot.players.iter().map(|p| p.score).max().unwrap_or(0);
    let winners: Vec<String> = snapshot
        .players
        .iter()
        .filter(|player| player.score == best)
        .map(|player| words.player(snapshot, player.color))
        .collect();
    card::card(ui, p.card, Stroke::new(2.0, p.accent), |ui| {
        card::heading(ui, &words.say("table-end-title"));
        let text = match winners.as_slice() {
            [] => return,
            [one] => words.with(
                "table-end-winner",
                &[("name", one.as_str().into()), ("points", best.into())],
            ),
            many => words.with(
                "table-end-tie",
                &[("names", words.list(many).into()), ("points", best.into())],
            ),
        };
        card::body(ui, &text);
    });
}

fn player_card(ui: &mut Ui, words: Words, snapshot: &Snapshot, player: &PlayerView, art: &mut Art) {
    let p = palette(ui);
    let on_turn = !snapshot.over
        && if snapshot.turn.open {
            snapshot.turn.player == Some(player.color)
        } else {
            snapshot.turn.next == Some(player.color)
        };
    let line = if on_turn {
        Stroke::new(2.5, p.accent)
    } else {
        Stroke::new(1.0, p.line)
    };
    let name = words.player(snapshot, player.color);
    let spoken = words.with(
        "table-card",
        &[
            ("name", name.as_str().into()),
            ("color", words.color(player.color).into()),
            ("points", player.score.into()),
        ],
    );
    card::card(ui, p.card, line, |ui| {
        // Nothing in here is clicked, so rows need no room for a finger.
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal(|ui| {
            badge::badge(ui, player.color, &badge::initial(&name), 38.0, &spoken);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let score = RichText::new(player.score.to_string()).size(size::SCORE);
                ui.label(score.color(p.text));
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.horizontal(|ui| {
                        ui.add(
                            egui::Label::new(
                                RichText::new(&name).size(size::HEADING).color(p.text),
                            )
                            .truncate(),
                        );
                        if on_turn {
                            let mark = format!("▶ {}", words.say("table-card-turn"));
                            ui.label(RichText::new(mark).size(size::SMALL).color(p.accent));
                        }
                    });
                    ui.horizontal(|ui| supply(ui, words, snapshot, player, art));
                });
            });
        });
    });
}

/// Figures in hand and what the score may still become.
fn supply(ui: &mut Ui, words: Words, snapshot: &Snapshot, player: &PlayerView, art: &mut Art) {
    ui.spacing_mut().item_spacing.x = 3.0;
    for &(kind, count) in &player.supply {
        board::figure_image(ui, kind, Some(player.color), Pose::Standing, 18.0, art);
        let figure = capital(&words.figure(kind));
        let spoken = words.with(
            "table-supply",
            &[("count", count.into()), ("figure", figure.into())],
        );
        card::soft(ui, &format!("{count}")).on_hover_text(spoken);
    }
    if snapshot.over {
        return;
    }
    let (low, high) = player.score_range;
    let more = if low != high {
        words.with(
            "table-score-range",
            &[("low", low.into()), ("high", high.into())],
        )
    } else if player.provisional_score != player.score {
        let points = player.provisional_score;
        words.with("table-score-with-turn", &[("points", points.into())])
    } else if player.projected_score != player.score {
        let points = player.projected_score;
        words.with("table-score-projected", &[("points", points.into())])
    } else {
        return;
    };
    ui.add_space(6.0);
    card::soft(ui, &more);
}
