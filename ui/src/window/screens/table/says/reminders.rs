//! What a player should not forget, and where table and board differ.

use carcassonne::geometry::Cell;
use egui::{RichText, Stroke, Ui};
use tracker::board::features::SegmentRef;
use tracker::command::Command;
use tracker::log::event::EventId;
use tracker::rules::expansions::benelux::BeneluxReminder;
use tracker::snapshot::{Difference, Reminder, ReminderKind, Snapshot, Until, Urgency};

use crate::text::{Words, message};
use crate::theme::{palette, size};
use crate::window::screens::action::Action;
use crate::window::screens::table::asks::insist;
use crate::window::screens::table::wishes::{Wishes, all_segments};
use crate::window::widgets::{board, card};

/// Shows what not to forget; `listed` if another card says what is laid out before the first turn.
pub fn show(ui: &mut Ui, words: Words, snapshot: &Snapshot, listed: bool, wishes: &mut Wishes) {
    // What an open choice asks for stands on its own card, and so does the count of hands.
    let has_card = |reminder: &&Reminder| match &reminder.until {
        Until::Chosen(id) => snapshot.choices.iter().any(|choice| choice.id == *id),
        _ => match &reminder.kind {
            ReminderKind::CountHands => true,
            ReminderKind::Benelux(
                BeneluxReminder::LayStartTiles | BeneluxReminder::LayChips(_),
            ) => listed,
            _ => false,
        },
    };
    let reminders = snapshot.reminders.iter();
    // What one may do but need not is a hint, which a table may not want.
    let hints = snapshot.setup.aids.hints;
    let reminders = reminders.filter(|r| !snapshot.over && (hints || !is_hint(&r.kind)));
    let reminders: Vec<_> = reminders.filter(|r| !has_card(r)).collect();
    if reminders.is_empty() && snapshot.rejected.is_empty() {
        return;
    }
    card::plain(ui, |ui| {
        card::heading(ui, &words.say(message::TABLE_REMINDERS));
        for (text, alike) in in_words(words, snapshot, &reminders) {
            one(ui, words, snapshot, (&text, &alike), wishes);
            for reminder in alike {
                insist::keep_figure(ui, words, reminder, wishes);
            }
        }
        for rejected in &snapshot.rejected {
            let why = words.rule_fault(snapshot, &rejected.fault);
            card::soft(ui, &words.with(message::RejectedEvent { why }));
        }
    });
    ui.add_space(2.0);
}

/// Whether a reminder only says what somebody could do.
const fn is_hint(kind: &ReminderKind) -> bool {
    matches!(
        kind,
        ReminderKind::MayPlaceFigure { .. } | ReminderKind::MayRecallAbbot { .. }
    )
}

/// What reads the same is said once, with how often: two stacks of one island's tiles.
fn in_words<'r>(
    words: Words,
    snapshot: &Snapshot,
    reminders: &[&'r Reminder],
) -> Vec<(String, Vec<&'r Reminder>)> {
    let mut told: Vec<(String, Vec<&Reminder>)> = Vec::new();
    for &reminder in reminders {
        let text = words.reminder(snapshot, reminder);
        match told.iter_mut().find(|(other, _)| *other == text) {
            Some((_, alike)) => alike.push(reminder),
            None => told.push((text, vec![reminder])),
        }
    }
    for (text, alike) in &mut told {
        if alike.len() > 1 {
            *text = format!("{} × {text}", alike.len());
        }
    }
    told
}

fn one(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    (text, alike): (&str, &[&Reminder]),
    wishes: &mut Wishes,
) {
    let Some(reminder) = alike.first() else {
        return;
    };
    let p = palette(ui);
    let (sign, color) = match reminder.urgency {
        _ if reminder.overdue => ("➡", p.wrong),
        Urgency::Now | Urgency::BeforeMeeple | Urgency::EndOfTurn => ("➡", p.wait),
        Urgency::Info => ("•", p.text_soft),
    };
    let shown = ui
        .horizontal_top(|ui| {
            ui.label(RichText::new(sign).size(size::BODY).color(color));
            ui.add(egui::Label::new(RichText::new(text).size(size::BODY).color(p.text)).wrap())
        })
        .inner;
    let home = alike.iter().filter_map(|each| due_home(each));
    let home: Vec<EventId> = home.collect();
    if !home.is_empty() && ui.button(words.say(message::HOME_TAKE)).clicked() {
        let take = home
            .into_iter()
            .map(|figure| Command::TakeFigure { figure });
        wishes.commands.extend(take);
    }
    let source = words.with(message::RemindRule {
        source: words.sheet(reminder.source),
    });
    let shown = if reminder.source.is_empty() {
        shown
    } else {
        shown.on_hover_text(source)
    };
    if shown.hovered() {
        let each = alike.iter().flat_map(|alike| segments(snapshot, alike));
        wishes.lit = each.collect();
    }
}

/// The figure that a reminder wants taken home.
const fn due_home(reminder: &Reminder) -> Option<EventId> {
    match reminder.kind {
        ReminderKind::TakeHome { figure, .. } => Some(figure),
        _ => None,
    }
}

/// What a reminder speaks of: features where it names one, else whole tiles.
fn segments(snapshot: &Snapshot, reminder: &Reminder) -> Vec<SegmentRef> {
    let of_feature = |at: &SegmentRef| {
        let feature = snapshot.features.iter().find(|f| f.segments.contains(at));
        feature.map(|f| f.segments.clone()).unwrap_or_default()
    };
    match &reminder.kind {
        ReminderKind::TakeHome { at, .. } => of_feature(at),
        ReminderKind::Completed { feature, .. } => of_feature(&feature.0),
        ReminderKind::MayRecallAbbot { figure, .. } => snapshot
            .figures
            .iter()
            .find(|f| f.event == *figure)
            .map(|f| of_feature(&f.at))
            .unwrap_or_default(),
        _ => reminder
            .cells
            .iter()
            .flat_map(|&cell| all_segments(snapshot, cell))
            .collect(),
    }
}

/// Shows where table and board differ, but for the tile that is being `named` on its own card.
pub fn desync(
    ui: &mut Ui,
    words: Words,
    snapshot: &Snapshot,
    named: Option<Cell>,
    wishes: &mut Wishes,
) {
    let desync = snapshot.desync.iter();
    let differences = desync.flat_map(|desync| &desync.differences);
    let is_told = |difference: &&Difference| {
        let cell = named.and(board::cell_of(difference));
        cell.is_none() || cell != named
    };
    let differences: Vec<&Difference> = differences.filter(is_told).collect();
    if differences.is_empty() {
        return;
    }
    let p = palette(ui);
    card::card(ui, p.card_wrong, Stroke::new(2.0, p.wrong), |ui| {
        card::heading(ui, &words.say(message::DESYNC_TITLE));
        for difference in &differences {
            let text = words.difference(snapshot, difference);
            let line = ui.label(RichText::new(text).size(size::BODY).color(p.text));
            if let Some(cell) = board::cell_of(difference)
                && line.hovered()
            {
                wishes.lit = all_segments(snapshot, cell);
            }
            insist::keep_tile(ui, words, difference, wishes);
            if let Difference::TileUnknown { cell } | Difference::TileIllegal { cell, .. } =
                difference
                && ui.button(words.say(message::STRANGER_NAME)).clicked()
            {
                wishes.name = Some(*cell);
            }
        }
        let unknown = |d: &&Difference| matches!(d, Difference::TileUnknown { .. });
        if differences.iter().any(unknown) && ui.button(words.say(message::TEACH_THIS)).clicked() {
            wishes.actions.push(Action::Teach);
        }
        card::soft(ui, &words.say(message::DESYNC_HELP));
        if ui.button(Action::Resync.name(words)).clicked() {
            wishes.actions.push(Action::Resync);
        }
    });
    ui.add_space(2.0);
}
