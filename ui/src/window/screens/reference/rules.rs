//! The rules this game is played by, in short: topic by topic for each module, and what the
//! table agreed on where the sheets leave something open.

use egui::Ui;
use tracker::rules::Expansion;
use tracker::rules::ruling::Ruling;
use tracker::setup::Setup;

use crate::text::rules::rule_cards::Topic;
use crate::text::rules::rulings::is_yes_or_no;
use crate::text::{Words, message};
use crate::window::screens::{Context, Go};
use crate::window::widgets::art::Art;
use crate::window::widgets::{card, column, example};

/// Width of the column of text, points: longer lines are hard to read.
const WIDTH: f32 = 760.0;

/// Shows the rules of the running game, or of the base game without one.
pub fn show(ui: &mut Ui, ctx: &mut Context<'_>) -> Option<Go> {
    let words = ctx.words;
    let running = ctx.game.map(|game| game.snapshot().setup.clone());
    let go = crate::window::screens::head_above(
        ui,
        ctx,
        WIDTH,
        message::RULES_TITLE,
        Some(message::RULES_HELP),
    );
    let nothing = Setup::default();
    let setup = running.as_deref().unwrap_or(&nothing);
    column::show_middle(ui, WIDTH, |ui| {
        if running.is_none() {
            card::body(ui, &words.say(message::RULES_NONE));
        }
        module(ui, words, setup, None, ctx.art);
        for &expansion in &setup.modules {
            module(ui, words, setup, Some(expansion), ctx.art);
        }
        ui.add_space(12.0);
    });
    go
}

/// The topics of one module and its table options.
fn module(ui: &mut Ui, words: Words, setup: &Setup, module: Option<Expansion>, art: &mut Art) {
    let topics = Topic::ALL.into_iter();
    let topics = topics.filter(|topic| topic.module() == module && topic.is_in(setup));
    let agreed = match module {
        None => words
            .base_options(setup)
            .into_iter()
            .map(|text| (text, None))
            .collect(),
        Some(module) => rulings(words, setup, module),
    };
    let name = match module {
        None => words.say(message::REVIEW_BASE),
        Some(module) => words.module(module),
    };
    card::plain(ui, |ui| {
        card::title(ui, &name);
        for topic in topics {
            ui.add_space(4.0);
            card::heading(ui, &words.topic(topic));
            card::body(ui, &words.topic_text(topic, setup));
        }
        if !agreed.is_empty() {
            ui.add_space(8.0);
            card::heading(ui, &words.say(message::RULES_OPTIONS));
            for (text, ruling) in agreed {
                card::body(ui, &format!("• {text}"));
                if let Some(ruling) = ruling {
                    example::show(ui, words, ruling, art);
                }
            }
        }
    });
    ui.add_space(6.0);
}

/// What was agreed, and which option it is.
type Agreed = (String, Option<&'static Ruling>);

/// The module's rulings that change something in this game, with this table's answers.
fn rulings(words: Words, setup: &Setup, module: Expansion) -> Vec<Agreed> {
    let of = |ruling: &&'static Ruling| {
        let answer = setup.options.rulings.answer(ruling);
        let rule = words.ruling(ruling);
        if !is_yes_or_no(ruling) {
            let answer = words.ruling_answer(ruling, answer);
            return words.with(message::RulesAnswer { rule, answer });
        }
        match answer {
            "yes" => words.with(message::RulesYes { rule }),
            _ => words.with(message::RulesNo { rule }),
        }
    };
    let all = module.rulings().iter();
    let all = all.filter(|ruling| ruling.matters(setup));
    all.map(|ruling| (of(ruling), Some(*ruling))).collect()
}
