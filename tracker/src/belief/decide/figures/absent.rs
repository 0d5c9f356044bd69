//! Deciding about figures that are gone: home, recalled, taken back, or nobody knows why.

use crate::belief::decision::{Decision, Draft};
use crate::belief::question::{About, Guess, Meaning};
use crate::belief::{Belief, limits};
use crate::event::{EventId, EventKind, Evidence};
use crate::rules::{Figure, FigureState, Game};

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

/// What a figure's empty place comes to.
enum Gone {
    /// It may be hidden, or on its way to somewhere else.
    Waiting,
    /// It left.
    Left(Decision),
    /// Somebody has to say where it went.
    Odd(Vec<Guess>),
}

impl Belief {
    /// Decides about figures whose place is visibly empty.
    pub(in crate::belief) fn decide_missing_figures(&mut self, draft: &mut Draft) {
        let missing = self.figures.missing.iter();
        let missing: Vec<(EventId, Evidence)> = missing.map(|(&e, &looks)| (e, looks)).collect();
        for (event, absence) in missing {
            let Some(&figure) = draft.game().figure(event) else {
                continue;
            };
            match self.judge_missing_figure(draft.game(), &figure, absence) {
                Gone::Waiting => {}
                Gone::Left(decision) => draft.decide_all([decision]),
                Gone::Odd(guesses) => {
                    let about = About::FigureGone { figure: event };
                    let (cell, frame) = (figure.at.cell, draft.table.frame);
                    self.questions.ask(about, cell, frame, guesses);
                }
            }
        }
    }

    fn judge_missing_figure(&self, game: &Game, figure: &Figure, absence: Evidence) -> Gone {
        let event = figure.event;
        let taken = EventKind::FigureTaken { figure: event };
        let left = |kind, sure| Gone::Left(Decision::seen(kind, sure, absence));
        let looks = absence.looks;
        match meaning_of_absence(game, figure) {
            Absence::Home if looks >= limits::GONE => left(taken, limits::WENT_HOME),
            Absence::TakenBack if looks >= limits::MISSED => {
                left(EventKind::Removed { event }, limits::WENT_BY_RULE)
            }
            Absence::ByRule if looks >= limits::MISSED => left(taken, limits::WENT_BY_RULE),
            // What belongs to nobody is only on its way to somewhere else.
            Absence::Odd if figure.color.is_none() => Gone::Waiting,
            Absence::Odd if looks >= limits::GONE_UNEXPECTEDLY && self.tiles.new.is_empty() => self
                .where_it_went(game, figure)
                .map_or(Gone::Waiting, Gone::Odd),
            _ => Gone::Waiting,
        }
    }

    /// What may have become of a figure. `None` if that is asked or answered already, or if its
    /// owner's supply is in view and as full as it is with the figure on the board: then something
    /// hides it there.
    fn where_it_went(&self, game: &Game, figure: &Figure) -> Option<Vec<Guess>> {
        let event = figure.event;
        let asked = self.questions.is_open(About::FigureGone { figure: event });
        let supplies = self.supplies(game);
        let more = |color| self.hands.more_than(&supplies, color);
        let more = figure.color.and_then(more);
        if asked || self.figures.excused.contains(&event) || more == Some(0) {
            return None;
        }
        // Nothing happens by itself: a figure in the open is likelier hidden than gone, unless it
        // lies in its supply.
        let in_hand = more.is_some_and(|more| more > 0);
        let [hidden, home, back] = if in_hand {
            [0.04, 0.6, 0.36]
        } else {
            [0.6, 0.25, 0.15]
        };
        let taken = vec![EventKind::FigureTaken { figure: event }];
        let removed = vec![EventKind::Removed { event }];
        let mut guesses = vec![
            Guess::new(Meaning::StillThere, Vec::new(), hidden),
            Guess::new(Meaning::Taken, taken, home),
            Guess::new(Meaning::TakenBack, removed, back),
        ];
        if in_hand {
            guesses.rotate_left(1);
        }
        Some(guesses)
    }
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
