//! Figures that are gone: home, recalled, taken back, or nobody knows why.

use crate::log::Log;
use crate::log::event::{EventId, EventKind, Evidence};
use crate::rules::{Figure, FigureState, Game};
use crate::snapshot::{About, Guess, Meaning};
use carcassonne::seen::SeenTable;

use super::{Belief, limits};

impl Belief {
    /// Figures whose place is visibly empty.
    pub(super) fn decide_missing(&mut self, log: &mut Log, table: &SeenTable) {
        let missing: Vec<(EventId, Evidence)> = self
            .missing
            .iter()
            .map(|(&event, &absence)| (event, absence))
            .collect();
        for (event, evidence) in missing {
            let Some(&figure) = log.game().figure(event) else {
                continue;
            };
            let looks = evidence.looks;
            match meaning_of_absence(log.game(), &figure) {
                Absence::Home if looks >= limits::GONE => {
                    let taken = EventKind::FigureTaken { figure: event };
                    drop(Self::append(log, table, limits::WENT_HOME, evidence, taken));
                }
                Absence::TakenBack if looks >= limits::MISSED => {
                    drop(Self::append(
                        log,
                        table,
                        limits::WENT_BY_RULE,
                        evidence,
                        EventKind::Removed { event },
                    ));
                }
                Absence::ByRule if looks >= limits::MISSED => {
                    let taken = EventKind::FigureTaken { figure: event };
                    drop(Self::append(
                        log,
                        table,
                        limits::WENT_BY_RULE,
                        evidence,
                        taken,
                    ));
                }
                // What belongs to nobody is only on its way to somewhere else.
                Absence::Odd if figure.color.is_none() => {}
                Absence::Odd if looks >= limits::GONE_UNEXPECTEDLY && self.cells.is_empty() => {
                    self.ask_where_it_went(log, &figure, table.frame);
                }
                _ => {}
            }
        }
    }

    /// Asks, unless its owner's supply is in view and as full as it is with the figure on the
    /// board: then something hides it there.
    fn ask_where_it_went(&mut self, log: &Log, figure: &Figure, frame: u64) {
        let event = figure.event;
        let about = About::FigureGone { figure: event };
        let asked = self
            .questions
            .iter()
            .any(|question| question.about == about);
        let more = figure.color.and_then(|color| self.more_in_hand(log, color));
        if asked || self.excused.contains(&event) || more == Some(0) {
            return;
        }
        let guess = |meaning, events, probability| Guess {
            meaning,
            events,
            probability,
            overturns: 0,
        };
        let taken = vec![EventKind::FigureTaken { figure: event }];
        let still_there = guess(Meaning::StillThere, Vec::new(), 0.6);
        let taken = guess(Meaning::Taken, taken, 0.25);
        let taken_back = guess(Meaning::TakenBack, vec![EventKind::Removed { event }], 0.15);
        // Nothing happens by itself: a figure in the open is likelier hidden than gone, unless it
        // lies in its supply.
        let in_hand = more.is_some_and(|more| more > 0);
        let mut guesses = vec![still_there, taken, taken_back];
        if in_hand {
            for (guess, probability) in guesses.iter_mut().zip([0.04, 0.6, 0.36]) {
                guess.probability = probability;
            }
            guesses.rotate_left(1);
        }
        self.ask(about, figure.at.cell, frame, guesses);
    }
}

/// What it means that a figure is gone.
enum Absence {
    /// Its feature has scored or is being scored: it went home.
    Home,
    /// It was placed in the open turn: the player thought better of it.
    TakenBack,
    /// An expansion's rule lets it go now, as an abbot that is recalled.
    ByRule,
    /// No rule takes it away.
    Odd,
}

fn meaning_of_absence(game: &Game, figure: &Figure) -> Absence {
    let feature = game.features().at(figure.at);
    if figure.state == FigureState::DueHome
        || feature.is_some_and(|feature| game.is_completed_now(feature))
    {
        return Absence::Home;
    }
    if game
        .open_turn()
        .is_some_and(|open| open.acted == Some(figure.event))
    {
        return Absence::TakenBack;
    }
    let recalled = game
        .expansions()
        .any(|e| e.on_figure_taken(game, figure).is_some());
    let taken = EventKind::FigureTaken {
        figure: figure.event,
    };
    if recalled || game.is_called_for(&taken) {
        Absence::ByRule
    } else {
        Absence::Odd
    }
}
