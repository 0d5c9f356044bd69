//! What the answers to the open questions would make of the game.
//!
//! Between belief, which asks, and the snapshot, which shows between which points a game lies.
//! The game is folded anew for every answer, so what came out is kept until the next event.
//! Decides nothing but which questions no longer matter.

use std::collections::{BTreeMap, BTreeSet};

use crate::belief::question::{About, Guess, Question, QuestionId};
use crate::event::By;
use crate::log::Log;
use crate::rules::Game;
use carcassonne::piece::Color;

/// The points of all colours.
pub(crate) type Points = Vec<(Color, i32)>;

/// A game as one answer would have it.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    /// The points now, and if the game ended now.
    pub(crate) now: Points,
    pub(crate) at_end: Points,
    /// Whether it would make no difference from now on, or contradicts what was seen later.
    moot: bool,
}

/// The answers to the questions that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// Length of the log they hold for.
    events: usize,
    of: BTreeMap<QuestionId, Vec<Answered>>,
}

impl Answers {
    /// Brings them up to date.
    pub(crate) fn update(&mut self, log: &Log, questions: &[Question]) {
        if self.events != log.events().len() {
            self.of.clear();
            self.events = log.events().len();
        }
        let open: BTreeSet<QuestionId> = questions.iter().map(|q| q.id).collect();
        self.of.retain(|id, _| open.contains(id));
        for question in questions {
            // What a person only doubts leaves the points as they are until it is answered.
            if matches!(question.about, About::Doubted { .. }) {
                continue;
            }
            let answers = || answers(log, question);
            self.of.entry(question.id).or_insert_with(answers);
        }
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Answered> {
        self.of.values().flatten()
    }

    /// The questions about figures whose answers all are the same by now: the figure went home,
    /// and what came later leaves one reading.
    pub(crate) fn moot<'q>(&self, questions: &'q [Question]) -> impl Iterator<Item = &'q Question> {
        let moot = |question: &&Question| {
            question.about == About::WhichFigure
                && self
                    .of
                    .get(&question.id)
                    .is_some_and(|answers| answers.iter().all(|answer| answer.moot))
        };
        questions.iter().filter(moot)
    }
}

/// The points of all colours in a game.
pub(crate) fn points(game: &Game) -> Points {
    let players = game.players().iter();
    players.map(|player| (player.color, player.score)).collect()
}

fn answers(log: &Log, question: &Question) -> Vec<Answered> {
    let changing = question.guesses.iter();
    let changing = changing.filter(|guess| !guess.events.is_empty());
    changing.filter_map(|guess| answered(log, guess)).collect()
}

fn answered(log: &Log, guess: &Guess) -> Option<Answered> {
    let mut other = log.clone();
    for kind in &guess.events {
        other.append(0, By::Person, kind.clone()).ok()?;
    }
    let at_end = points(&other.game().after_end());
    let refuted = other.rejected().len() > log.rejected().len();
    Some(Answered {
        now: points(other.game()),
        at_end,
        moot: refuted || goes_on_alike(log.game(), other.game()),
    })
}

/// Whether two games differ in nothing that counts from now on.
fn goes_on_alike(one: &Game, other: &Game) -> bool {
    let hands = |game: &Game| -> Vec<u8> {
        let colors = game.colors();
        let pieces = colors.flat_map(|color| game.pieces().map(move |(kind, _)| (color, kind)));
        pieces
            .map(|(color, kind)| game.in_hand(color, kind))
            .collect()
    };
    points(one) == points(other)
        && one.team_score() == other.team_score()
        && one.board() == other.board()
        && one.figures().eq(other.figures())
        && one.tokens() == other.tokens()
        && hands(one) == hands(other)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::belief::question::Meaning;
    use crate::event::EventKind;
    use crate::setup::Setup;
    use carcassonne::geometry::{Cell, Rotation};
    use carcassonne::piece::FigureKind;

    fn lay(log: &mut Log, name: &str, cell: Cell, degrees: u16) {
        lay_as(log, name, cell, degrees, false);
    }

    fn lay_as(log: &mut Log, name: &str, cell: Cell, degrees: u16, before: bool) {
        let catalogue = log.game().catalogue().clone();
        let face = catalogue.find(name).expect("a face");
        let rotation = Rotation::try_from(degrees).expect("a rotation");
        let laid = EventKind::TileLaid {
            cell,
            face: face.id,
            rotation: face.canonical(rotation),
            garden: None,
            before,
        };
        log.append(0, By::Person, laid).expect("legal");
    }

    /// The city of golden record `mists/09a`: two colours in it count double for the team.
    #[test]
    fn whose_it_was_is_asked_as_long_as_the_teams_points_hang_on_it() {
        let setup: Setup = "modules=mists; level=1; players=red,blue,green"
            .parse()
            .expect("a set-up");
        let mut log = Log::new(Arc::new(setup));
        let quarters = [
            ("S-NW", 0, 0),
            ("S-NE", 1, 0),
            ("S-SW", 0, 1),
            ("S-SE", 1, 1),
        ];
        for (n, (quarter, x, y)) in quarters.into_iter().enumerate() {
            lay_as(&mut log, quarter, Cell::new(x, y), 0, n > 0);
        }
        let knight = |cell: Cell, segment: usize, color: Color| EventKind::FigurePlaced {
            cell,
            segment,
            figure: FigureKind::Meeple,
            color: Some(color),
            foot: None,
            before: false,
        };
        lay(&mut log, "M29", Cell::new(1, -1), 180);
        lay(&mut log, "M34", Cell::new(2, 1), 0);
        let cell = Cell::new(2, 1);
        let red = knight(cell, 0, Color::Red);
        let red = log.append(0, By::Person, red).expect("legal");
        let change = EventKind::Corrected {
            event: red,
            to: Box::new(knight(cell, 0, Color::Blue)),
        };
        let otherwise = Guess::new(Meaning::NoFigure, vec![change], 0.4);
        lay(&mut log, "M46", Cell::new(2, -1), 0);
        let blue = knight(Cell::new(2, -1), 1, Color::Blue);
        let blue = log.append(0, By::Person, blue).expect("legal");
        lay(&mut log, "M47", Cell::new(2, 0), 0);
        for told in [
            EventKind::TurnEnded,
            EventKind::FigureTaken { figure: red },
            EventKind::FigureTaken { figure: blue },
        ] {
            log.append(0, By::Person, told).expect("legal");
        }
        assert_eq!(log.game().team_score(), 16);
        let answer = answered(&log, &otherwise).expect("accepted");
        assert!(!answer.moot, "of one colour it is worth 8");
    }

    #[test]
    fn once_it_is_home_nobody_asks_whether_it_was_the_large_one() {
        let setup: Setup = "modules=tatan; players=red,blue; large_followers=on"
            .parse()
            .expect("a set-up");
        let mut log = Log::new(Arc::new(setup));
        let cell = Cell::new(0, -1);
        lay(&mut log, "D", Cell::new(0, 0), 0);
        lay(&mut log, "E", cell, 180);
        let placed = |figure: FigureKind, segment: usize| EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color: Some(Color::Red),
            foot: None,
            before: false,
        };
        let knight = placed(FigureKind::Meeple, 0);
        let knight = log.append(0, By::Person, knight).expect("legal");
        let instead = |to: EventKind| {
            let change = EventKind::Corrected {
                event: knight,
                to: Box::new(to),
            };
            Guess::new(Meaning::NoFigure, vec![change], 0.4)
        };
        let large = instead(placed(FigureKind::BigMeeple, 0));
        let farmer = instead(placed(FigureKind::Meeple, 1));
        let moot = |log: &Log, guess: &Guess| answered(log, guess).expect("accepted").moot;
        assert!(
            !moot(&log, &large),
            "it counts for two as long as it stands"
        );
        lay(&mut log, "U", Cell::new(1, 0), 90);
        let taken = EventKind::FigureTaken { figure: knight };
        log.append(0, By::Person, taken).expect("legal");
        assert!(moot(&log, &large));
        assert!(!moot(&log, &farmer), "the city would have given no points");
    }
}
