//! The score cards: colour, pattern, initial and name of each player, points, figures in hand;
//! above them whose turn it is and how many tiles are left; at the end who has won.

use carcassonne::piece::Pose;
use egui::{Align, Layout, RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2};
use tracker::rules::expansions::mists::{HoundPlace, MistsView};
use tracker::snapshot::{Outcome, PlayerView, Snapshot, TeamView};

use super::clock::TurnClock;
use super::ranking;
use crate::hall::Seat;
use crate::text::names::initial;
use crate::text::{Words, capital, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::asks::count::sign_of;
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::art::Art;
use crate::window::widgets::{badge, board, card};

/// Shows turn and cards.
pub fn show(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    (clock, seat): (&TurnClock, Option<&Seat>),
    art: &mut Art,
    wishes: &mut Wishes,
) {
    ui.add_space(4.0);
    if snapshot.over {
        end(ui, words, snapshot, seat, wishes);
    } else {
        turn(ui, words, snapshot);
        clock.show(ui, words, snapshot);
    }
    if let Some(team) = &snapshot.team {
        team_card(ui, words, snapshot, team);
    }
    let close = snapshot.players.len() > 4;
    ui.spacing_mut().item_spacing.y = if close { 4.0 } else { 6.0 };
    // The ranking has told their points.
    let ranked = snapshot.over && snapshot.team.is_none();
    for player in snapshot.players.iter().filter(|_| !ranked) {
        player_card(ui, words, snapshot, player, art);
    }
    ui.spacing_mut().item_spacing.y = 6.0;
}

fn turn(ui: &mut Ui, words: Words, snapshot: &Snapshot) {
    let p = palette(ui);
    let turn = &snapshot.turn;
    let heading = |text: String| RichText::new(text).size(size::HEADING).color(p.text);
    let left = words.with(message::TableTilesLeft {
        left: snapshot.bag.left,
    });
    let of = words.with(message::TableTilesOf {
        total: snapshot.bag.total,
    });
    let left = format!("{left} {of}");
    if turn.number == 0 {
        // Too long to stand beside each other.
        ui.label(heading(words.say(message::TABLE_TURN_BEFORE)));
        card::body(ui, &left);
    } else {
        ui.horizontal(|ui| {
            let number = turn.number;
            ui.label(heading(words.with(message::TableTurn { number })));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                card::body(ui, &left);
            });
        });
    }
    let name = |color| {
        let player = snapshot.players.iter().find(|player| player.color == color);
        player.map_or_else(
            || words.player(snapshot, color),
            |player| words.name(player),
        )
    };
    let who = match (turn.open, turn.player, turn.next) {
        (true, Some(color), _) => words.with(message::TableTurnOf { name: name(color) }),
        (false, _, Some(color)) => words.with(message::TableTurnNext { name: name(color) }),
        _ => words.say(message::TABLE_TURN_UNKNOWN),
    };
    card::soft(ui, &who);
}

/// How it ended, and what to do now.
fn end(ui: &mut Ui, words: Words, snapshot: &Snapshot, seat: Option<&Seat>, wishes: &mut Wishes) {
    let p = palette(ui);
    let won = snapshot
        .outcome
        .is_none_or(|outcome| outcome == Outcome::Won);
    let (fill, line) = if won {
        (p.card, p.accent)
    } else {
        (p.card_wrong, p.wrong)
    };
    card::card(ui, fill, Stroke::new(2.0, line), |ui| {
        let large = ranking::large(ui);
        let title = RichText::new(words.say(message::TABLE_END_TITLE)).size(size::HEADING * large);
        ui.label(title.color(p.text));
        let text = match &snapshot.team {
            Some(team) => words.outcome(snapshot.outcome, team),
            None => words.winners(snapshot),
        };
        let text = RichText::new(text).size(size::BODY * large);
        ui.add(egui::Label::new(text.color(p.text)).wrap());
        ranking::show(ui, words, snapshot);
        if let Some(seat) = seat {
            in_hall(ui, words, seat, wishes);
        }
        let again = card::main_button(p, &Action::Rematch.name(words));
        if ui.add(again).clicked() {
            wishes.actions.push(Action::Rematch);
        }
        ui.horizontal_wrapped(|ui| {
            for action in [
                Action::CopyPicture,
                Action::SavePicture,
                Action::Review,
                Action::Export,
            ] {
                if ui.button(action.name(words)).clicked() {
                    wishes.actions.push(action);
                }
            }
        });
    });
}

/// The result for the hall: to be confirmed by one key, then final.
fn in_hall(ui: &mut Ui, words: Words, seat: &Seat, wishes: &mut Wishes) {
    let p = palette(ui);
    if !seat.confirmed {
        let action = Action::ConfirmResult;
        let key = action.key_text(words).unwrap_or_default();
        let name = action.name(words);
        let button = card::main_button(p, &format!("{name} ({key})"));
        if ui.add(button).clicked() {
            wishes.actions.push(action);
        }
        card::soft(ui, &words.say(message::HALL_CONFIRM_WHY));
        return;
    }
    let sent = seat.status.waiting == 0;
    let (sign, color, text) = match sent {
        true => ("✔", p.good, message::HALL_CONFIRMED),
        false => ("…", p.wait, message::HALL_CONFIRMED_WAITS),
    };
    card::sign(ui, sign, color, &words.say(text));
}

/// The team's points on the way to the target, with the hounds that wait on it.
fn team_card(ui: &mut Ui, words: Words, snapshot: &Snapshot, team: &TeamView) {
    let p = palette(ui);
    let (points, target) = (team.score, team.target);
    card::card(ui, p.card, Stroke::new(2.5, p.accent), |ui| {
        ui.horizontal(|ui| {
            card::heading(ui, &words.say(message::TEAM_NAME));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let score = words.with(message::TeamOf { points, target });
                ui.label(RichText::new(score).size(size::SCORE).color(p.text));
            });
        });
        let spoken = words.with(message::TeamSpoken { points, target });
        track(ui, snapshot, team, &spoken);
        let mists = snapshot.modules.mists.as_ref();
        for own in mists.iter().flat_map(|mists| &mists.colors) {
            ui.horizontal(|ui| {
                badge::badge(ui, own.color, "", 18.0, "");
                let name = capital(&words.color(own.color));
                card::body(ui, &format!("{name} {}", own.score));
            });
        }
        if snapshot.over {
            return;
        }
        let text = if team.provisional_score == team.score {
            let missing = mists.map_or(team.target - team.score, |mists| mists.missing);
            let waits = |mists: &MistsView| {
                let mut hounds = mists.hounds.iter();
                hounds.any(|hound| hound.place == HoundPlace::Track && hound.space < team.target)
            };
            match mists.is_some_and(waits) {
                true => words.with(message::TeamMissingHound { points: missing }),
                false => words.with(message::TeamMissing { points: missing }),
            }
        } else {
            let later = team.provisional_score;
            words.with(message::TeamDone { points: later })
        };
        card::soft(ui, &text);
    });
}

/// The score track as a bar: points, points after the turn, and marks for the hounds.
fn track(ui: &mut Ui, snapshot: &Snapshot, team: &TeamView, spoken: &str) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, enabled, spoken));
    let share = |points: i32| (points as f32 / team.target.max(1) as f32).clamp(0.0, 1.0);
    let part = |points| {
        let mut part = rect;
        part.set_width(rect.width() * share(points));
        part
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, p.button);
    let soft = p.accent.gamma_multiply(0.45);
    painter.rect_filled(part(team.provisional_score), 4.0, soft);
    painter.rect_filled(part(team.score), 4.0, p.accent);
    for hound in snapshot.modules.mists.iter().flat_map(|m| &m.hounds) {
        if hound.place == HoundPlace::Track {
            let x = part(hound.space).right();
            let mark = egui::Rangef::new(rect.top() - 2.0, rect.bottom() + 2.0);
            painter.vline(x, mark, Stroke::new(2.5, p.text));
        }
    }
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
    let name = words.name(player);
    let color = words.color(player.color);
    let large = ranking::large(ui);
    let spoken = if snapshot.team.is_some() {
        words.with(message::TableCardTogether { name: &name, color })
    } else {
        let points = player.score;
        words.with(message::TableCard {
            name: &name,
            color,
            points,
        })
    };
    card::card(ui, p.card, line, |ui| {
        // Nothing in here is clicked, so rows need no room for a finger.
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal(|ui| {
            badge::badge(ui, player.color, &initial(&name), 38.0 * large, &spoken);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if snapshot.team.is_none() {
                    let score = RichText::new(player.score.to_string());
                    ui.label(score.size(size::SCORE * large).color(p.text));
                }
                for &color in &player.also {
                    badge::badge(ui, color, "", 20.0, &words.color(color));
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.horizontal(|ui| {
                        ui.add(
                            egui::Label::new(
                                RichText::new(&name)
                                    .size(size::HEADING * large)
                                    .color(p.text),
                            )
                            .truncate(),
                        );
                        if on_turn {
                            let mark = format!("▶ {}", words.say(message::TABLE_CARD_TURN));
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
    let p = palette(ui);
    for color in player.colors() {
        for own in snapshot
            .supplies_of(player)
            .filter(|own| own.color == color)
        {
            let pose = Pose::Standing;
            board::figure_image(ui, own.kind, Some(own.color), pose, 18.0, art);
            let spoken = words.pieces(own);
            card::soft(ui, &own.in_hand.to_string()).on_hover_text(spoken);
        }
        if let Some(seen) = words.seen_in_supply(snapshot, color) {
            let (sign, paint) = sign_of(&seen, p);
            let sign = RichText::new(sign).size(size::SMALL).color(paint);
            let shown = ui.label(sign);
            shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, &seen.whole));
            shown.on_hover_text(seen.whole);
        }
    }
    if snapshot.over || snapshot.team.is_some() {
        return;
    }
    let (low, high) = player.score_range;
    let more = if low != high {
        words.with(message::TableScoreRange { low, high })
    } else if player.provisional_score != player.score {
        let points = player.provisional_score;
        words.with(message::TableScoreWithTurn { points })
    } else {
        match projected(words, snapshot, player) {
            Some(text) => text,
            None => return,
        }
    };
    ui.add_space(6.0);
    card::soft(ui, &more);
}

/// What the player would have if the game ended now: a range where something is open.
fn projected(words: Words, snapshot: &Snapshot, player: &PlayerView) -> Option<String> {
    if !snapshot.setup.aids.projection {
        return None;
    }
    let (low, high) = player.projected_range;
    if low != high {
        return Some(words.with(message::TableScoreProjectedRange { low, high }));
    }
    (high != player.score).then(|| words.with(message::TableScoreProjected { points: high }))
}
