//! A card with the rule that has just applied for the first time in this game. It waits beside
//! the table, goes away by itself after two turns, and never comes again.

use std::collections::{BTreeSet, VecDeque};

use egui::{Stroke, Ui};
use tracker::snapshot::Snapshot;

use crate::text::rules::rule_cards::Topic;
use crate::text::{Words, message};
use crate::theme::palette;
use crate::window::screens::action::Action;
use crate::window::screens::table::wishes::Wishes;
use crate::window::widgets::card;

/// Turns a card stays if nobody closes it.
const STAYS: u32 = 2;

/// The cards of a game.
#[derive(Default)]
pub struct RuleCards {
    /// Rules that have applied; `None` before the first look.
    applied: Option<BTreeSet<Topic>>,
    /// Cards to show, with the turn in which their rule applied.
    waiting: VecDeque<(Topic, u32)>,
}

impl RuleCards {
    /// Notes what applies now. What has applied before this screen first saw the game is known
    /// to the table already.
    pub fn follow(&mut self, snapshot: &Snapshot) {
        if !snapshot.setup.aids.rule_cards {
            return;
        }
        let turn = snapshot.turn.number;
        let now = Topic::ALL
            .into_iter()
            .filter(|topic| topic.applies(snapshot));
        let Some(applied) = &mut self.applied else {
            self.applied = Some(now.collect());
            return;
        };
        for topic in now {
            if applied.insert(topic) {
                self.waiting.push_back((topic, turn));
            }
        }
        let over = snapshot.over;
        self.waiting
            .retain(|&(_, since)| !over && turn <= since + STAYS);
    }

    /// Shows the oldest waiting card.
    pub fn show(&mut self, ui: &mut Ui, words: Words, snapshot: &Snapshot, wishes: &mut Wishes) {
        let Some(&(topic, _)) = self.waiting.front() else {
            return;
        };
        let p = palette(ui);
        let mut seen = false;
        card::card(ui, p.card, Stroke::new(1.5, p.good), |ui| {
            let topic_name = words.topic(topic);
            card::heading(ui, &words.with(message::RuleCard { topic: topic_name }));
            let source = words.with(message::RulesSource {
                source: words.sheet(topic.source()),
            });
            let text = words.topic_text(topic, &snapshot.setup);
            card::body(ui, &format!("{text} {source}"));
            ui.horizontal_wrapped(|ui| {
                seen = ui.button(words.say(message::RULE_CARD_SEEN)).clicked();
                if ui.button(Action::Rules.name(words)).clicked() {
                    wishes.actions.push(Action::Rules);
                }
            });
        });
        ui.add_space(2.0);
        if seen {
            self.waiting.pop_front();
        }
    }
}
