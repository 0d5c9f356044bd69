//! Mage and witch (rules dossier "Mage & Witch").
//!
//! A tile with the magic symbol moves one of the two figures, before a meeple is placed; a tile
//! that joins their features drives one of them away before the scoring. The mage adds a point
//! for each tile, the witch halves.

use crate::rules::points::scoring::Scored;
use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;

use crate::board::features::{Feature, FeatureId, FeatureKind, SegmentRef};
use crate::event::{EventId, EventKind};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::game::{Figure, FigureState, Game, TurnTile};
use crate::rules::points::expression::{Expression, Term, Unit};
use crate::rules::ruling::Ruling;
use crate::rules::set_out::{Item, SetOut};
use crate::rules::told::{ModuleViews, Possible, Reminder, ReminderKind, Until, Urgency};
use crate::rules::{JustLaid, Moments, RuleFault};
use crate::setup::Setup;
use carcassonne::catalogue::TileSet;
use carcassonne::piece::FigureKind;

/// W1: a moved figure must come to another feature.
const MUST_CHANGE_FEATURE: Ruling = Ruling::yes("W1", "moved_figure_changes_feature");
/// W2: where a merge leaves no feature to go to, one figure leaves the board.
const MERGE_REMOVES: Ruling = Ruling::yes("W2", "merge_without_target_removes_one");
/// W3: a figure leaves a completed feature although nobody scored there.
const LEAVES_UNSCORED: Ruling = Ruling::yes("W3", "figure_leaves_unscored_feature");
/// W8: one move that separates the two satisfies a merge and a symbol on the same tile.
const ONE_MOVE: Ruling = Ruling::yes("W8", "one_move_for_merge_and_symbol");

/// Its table options.
pub const RULINGS: &[&Ruling] = &[
    &MUST_CHANGE_FEATURE,
    &MERGE_REMOVES,
    &LEAVES_UNSCORED,
    &ONE_MOVE,
];

/// The two figures, in the order in which the sheet names them.
const BOTH: [FigureKind; 2] = [FigureKind::Mage, FigureKind::Witch];

/// The module.
pub struct MageAndWitch;

/// What is to be remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct MageAndWitchState {
    /// The tiles whose symbols still ask for a move, the oldest first.
    due: VecDeque<TurnTile>,
}

/// What to remind of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MageAndWitchReminder {
    /// The tile's symbol asks for a move before a meeple is placed.
    Move,
    /// One of them must leave the common feature before it is scored.
    Separate,
    /// There is no feature to go to: one leaves the board.
    Remove,
    /// A figure changes what the turn scores by so many points for each owner, then leaves.
    Changes {
        /// Mage or witch.
        figure: FigureKind,
        /// More or fewer.
        points: i32,
    },
}

/// Where the two are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MageAndWitchView {
    /// Where the mage stands, if she is on the board.
    pub mage: Option<StandsIn>,
    /// Where the witch stands, if she is on the board.
    pub witch: Option<StandsIn>,
}

/// Where one of them stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StandsIn {
    /// The segment.
    pub at: SegmentRef,
    /// The road or city.
    pub feature: FeatureId,
    /// By how much she changes it, as it stands.
    pub points: i32,
}

impl Moments for MageAndWitch {
    fn tile_sets(&self, _setup: &Setup) -> &'static [TileSet] {
        &[TileSet::MageAndWitch]
    }

    /// Section 1, number 1, and its components.
    fn set_out(&self, game: &Game, into: &mut Vec<Item>) {
        let step = |what| {
            Item::new(
                Some(crate::rules::Expansion::MageAndWitch),
                what,
                "mage-and-witch 1",
            )
        };
        let board = game.figures().filter(|figure| BOTH.contains(&figure.kind));
        into.push(step(SetOut::MageAndWitch).done(board.count() > 0));
        into.push(step(SetOut::CropCircleCard));
    }

    fn neutral_pieces(&self) -> &'static [FigureKind] {
        &BOTH
    }

    /// Section 1, rules 2 and 3.
    fn on_tile_laid(&self, game: &mut Game, laid: JustLaid) {
        let face = game.board.get(laid.cell).map(|tile| &tile.face);
        // With nobody on the board and nowhere to go, nothing happens, now or later.
        let may_come = |kind| standing(game, kind).is_some() || !targets(game, kind).is_empty();
        if !laid.before && face.is_some_and(|face| face.magic) && BOTH.into_iter().any(may_come) {
            let tile = game.newest_tile();
            let due = &mut game.states.mage_and_witch.due;
            // What nobody told for longer than a turn was forgotten on the table.
            due.retain(|older| older.turn + 1 >= tile.turn);
            due.push_back(tile);
        }
    }

    fn apply(
        &self,
        game: &mut Game,
        event: EventId,
        kind: &EventKind,
    ) -> Option<Result<(), RuleFault>> {
        match *kind {
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color: None,
                foot,
                before,
            } if BOTH.contains(&figure) => {
                let at = SegmentRef::new(cell, segment);
                Some(bring(game, event, figure, at, foot, before))
            }
            EventKind::FigureTaken { figure } => {
                let kind = game.figures.get(&figure).filter(|f| counts(f))?.kind;
                if BOTH.contains(&kind) {
                    remove(game, kind)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Section 2.
    fn value(&self, game: &Game, feature: &Feature, _: Scored, expression: &mut Expression) {
        match present(game, feature)[..] {
            [FigureKind::Mage] => expression.add(feature.tiles, Unit::Mage, 1),
            [FigureKind::Witch] => {
                let half = expression.points() / 2;
                if half > 0 {
                    expression.terms.push(Term {
                        count: half,
                        unit: Unit::Witch,
                        each: -1,
                    });
                }
            }
            // Nobody, or both as long as nobody told which of them leaves.
            _ => {}
        }
    }

    /// Never both: until one of a merged pair was moved, either may be the one that counts.
    fn possible(&self, game: &Game, feature: &Feature, scored: Scored) -> Option<Vec<Possible>> {
        let both = present(game, feature);
        if both.len() < 2 || open_choice(game).is_none() {
            return None;
        }
        let either = both.into_iter().map(|stays| {
            let mut one = game.clone();
            let goes = |kind| BOTH.contains(&kind) && kind != stays;
            one.figures.retain(|_, figure| !goes(figure.kind));
            let lines = crate::rules::points::scoring::lines(&one, feature, scored);
            Possible { stays, lines }
        });
        Some(either.collect())
    }

    /// Section 1, rule 7, and ruling W3.
    fn on_scored(&self, game: &mut Game, feature: &Feature, figures: &[EventId]) {
        if figures.is_empty() && !game.setup.options.rulings.yes(&LEAVES_UNSCORED) {
            return;
        }
        let present = present(game, feature);
        if present.len() > 1 && open_choice(game).is_some() {
            // Who stays and who goes elsewhere is still to be told.
            return;
        }
        for kind in present {
            leave(game, kind);
        }
    }

    fn choices(&self, game: &Game) -> Vec<Choice> {
        open_choice(game).into_iter().collect()
    }

    fn reminders(&self, game: &Game, into: &mut Vec<Reminder>) {
        let tile = game.open.map(|open| open.cell);
        if let Some(choice) = open_choice(game) {
            let (kind, source) = match choice.kind {
                ChoiceKind::SeparateMageAndWitch => {
                    (MageAndWitchReminder::Separate, "mage-and-witch 1.5")
                }
                ChoiceKind::RemoveMageOrWitch => {
                    (MageAndWitchReminder::Remove, "mage-and-witch 1.3")
                }
                _ => (MageAndWitchReminder::Move, "mage-and-witch 1.2"),
            };
            let until = Until::Chosen(choice.id.clone());
            let kind = ReminderKind::MageAndWitch(kind);
            let on_board = BOTH.into_iter().filter_map(|kind| standing(game, kind));
            let reminder = Reminder::new(choice.id.0, kind, source, Urgency::Now, until);
            into.push(reminder.at(tile).about(on_board.map(|f| f.event)));
        }
        for feature in game.completed_now() {
            let [figure] = present(game, feature)[..] else {
                continue;
            };
            let kind = ReminderKind::MageAndWitch(MageAndWitchReminder::Changes {
                figure,
                points: change(game, feature, Scored::Completed),
            });
            let id = format!("{figure:?}-changes/{}", game.turn);
            let source = "mage-and-witch 1.6";
            let reminder = Reminder::new(id, kind, source, Urgency::EndOfTurn, Until::TurnEnds);
            into.push(
                reminder
                    .at(feature.segments.iter().map(|at| at.cell))
                    .about(standing(game, figure).map(|figure| figure.event)),
            );
        }
    }

    fn view(&self, game: &Game, into: &mut ModuleViews) {
        let stands = |kind| {
            let figure = standing(game, kind)?;
            let feature = game.features.at(figure.at)?;
            Some(StandsIn {
                at: figure.at,
                feature: feature.id,
                points: change(game, feature, Scored::now(feature)),
            })
        };
        into.mage_and_witch = Some(MageAndWitchView {
            mage: stands(FigureKind::Mage),
            witch: stands(FigureKind::Witch),
        });
    }
}

/// The figure leaves the feature that was scored.
fn leave(game: &mut Game, kind: FigureKind) {
    let Some(event) = standing(game, kind).map(|figure| figure.event) else {
        return;
    };
    if let Some(figure) = game.figures.get_mut(&event) {
        if figure.state == FigureState::TakenEarly {
            game.figures.remove(&event);
        } else {
            figure.state = FigureState::DueHome;
        }
    }
}

/// Whether the figure still counts where it stands.
fn counts(figure: &Figure) -> bool {
    figure.state != FigureState::DueHome
}

fn standing(game: &Game, kind: FigureKind) -> Option<&Figure> {
    game.figures().find(|f| f.kind == kind && counts(f))
}

fn feature_of(game: &Game, kind: FigureKind) -> Option<FeatureId> {
    let figure = standing(game, kind)?;
    game.features.at(figure.at).map(|feature| feature.id)
}

/// Which of the two stand in the feature.
fn present(game: &Game, feature: &Feature) -> Vec<FigureKind> {
    let stands = |kind: &FigureKind| feature_of(game, *kind) == Some(feature.id);
    BOTH.into_iter().filter(stands).collect()
}

/// By how much the one present changes the value.
fn change(game: &Game, feature: &Feature, scored: Scored) -> i32 {
    crate::rules::points::scoring::value(game, feature, scored)
        .terms
        .iter()
        .filter(|term| matches!(term.unit, Unit::Mage | Unit::Witch))
        .map(|term| term.count * term.each)
        .sum()
}

/// The unfinished roads and cities that the figure may go to.
fn targets(game: &Game, kind: FigureKind) -> BTreeSet<FeatureId> {
    let others = BOTH.into_iter().filter(|&other| other != kind);
    let mut closed: BTreeSet<FeatureId> = others.filter_map(|k| feature_of(game, k)).collect();
    if game.setup.options.rulings.yes(&MUST_CHANGE_FEATURE) {
        closed.extend(feature_of(game, kind));
    }
    game.features
        .iter()
        .filter(|f| matches!(f.kind, FeatureKind::Road | FeatureKind::City) && f.open)
        .map(|feature| feature.id)
        .filter(|id| !closed.contains(id))
        .collect()
}

/// Whether the two stand in one feature.
fn merged(game: &Game) -> bool {
    let mage = feature_of(game, FigureKind::Mage);
    mage.is_some() && mage == feature_of(game, FigureKind::Witch)
}

/// Figures that may be moved or brought in: all, but of a merged pair only those on the board.
fn open_choice(game: &Game) -> Option<Choice> {
    let merged = merged(game);
    let due = game.states.mage_and_witch.due.front().copied();
    if !merged && due.is_none() {
        return None;
    }
    let go = |kind: FigureKind| {
        targets(game, kind).into_iter().map(move |feature| {
            ChoiceOption::of(EventKind::FigurePlaced {
                cell: feature.0.cell,
                segment: feature.0.segment,
                figure: kind,
                color: None,
                foot: None,
                before: false,
            })
        })
    };
    let mut options: Vec<ChoiceOption> = BOTH.into_iter().flat_map(go).collect();
    let mut kind = if merged {
        ChoiceKind::SeparateMageAndWitch
    } else {
        ChoiceKind::MoveMageOrWitch
    };
    if options.is_empty() && (!merged || game.setup.options.rulings.yes(&MERGE_REMOVES)) {
        kind = ChoiceKind::RemoveMageOrWitch;
        let on_board = BOTH.into_iter().filter_map(|kind| standing(game, kind));
        options.extend(on_board.map(|figure| {
            ChoiceOption::of(EventKind::FigureTaken {
                figure: figure.event,
            })
        }));
    }
    let tile = due.unwrap_or_else(|| game.newest_tile());
    (!options.is_empty()).then(|| Choice {
        id: ChoiceId(format!("mage-and-witch/{tile}/{kind:?}")),
        kind,
        who: game.open.and_then(|open| open.player),
        optional: false,
        options,
        source: "mage-and-witch 1",
    })
}

/// Puts the figure on a segment, from wherever it was.
fn bring(
    game: &mut Game,
    event: EventId,
    kind: FigureKind,
    at: SegmentRef,
    foot: Option<[f32; 2]>,
    before: bool,
) -> Result<(), RuleFault> {
    let feature = game.features.at(at);
    let feature = feature.ok_or(RuleFault::NoSuchSegment(at.segment))?;
    if before && game.turn > 0 {
        return Err(RuleFault::NotBefore);
    }
    if !before && open_choice(game).is_none() {
        return Err(RuleFault::NotCalledFor);
    }
    if !targets(game, kind).contains(&feature.id) {
        return Err(RuleFault::WrongFeature {
            figure: kind,
            on: feature.kind,
        });
    }
    let was_merged = merged(game);
    let left = feature_of(game, kind);
    game.figures.retain(|_, figure| figure.kind != kind);
    let figure = Figure {
        event,
        at,
        kind,
        color: None,
        foot,
        turn: game.turn,
        state: FigureState::Standing,
    };
    game.figures.insert(event, figure);
    moved(game, kind, left.filter(|_| was_merged));
    Ok(())
}

/// Takes the figure off the board, where no feature is left for it.
fn remove(game: &mut Game, kind: FigureKind) -> Option<Result<(), RuleFault>> {
    let figure = standing(game, kind)?;
    let may = open_choice(game).is_some_and(|c| c.kind == ChoiceKind::RemoveMageOrWitch);
    if !may {
        // As any figure that goes home from what this turn completes.
        let leaves_scored = game
            .features
            .at(figure.at)
            .is_some_and(|feature| game.is_completed_now(feature));
        return (!leaves_scored).then_some(Err(RuleFault::NotCalledFor));
    }
    let left = feature_of(game, kind).filter(|_| merged(game));
    game.figures.retain(|_, figure| figure.kind != kind);
    moved(game, kind, left);
    Some(Ok(()))
}

/// Rule 2, or rule 5, or by ruling W8 both are satisfied. `merged` is the feature in which the two
/// were together; if it was scored meanwhile, it is known now who counted.
fn moved(game: &mut Game, gone: FigureKind, merged: Option<FeatureId>) {
    if merged.is_none() || game.setup.options.rulings.yes(&ONE_MOVE) {
        game.states.mage_and_witch.due.pop_front();
    }
    let Some(feature) = merged else {
        return;
    };
    let closed = game.features.get(feature).is_some_and(|f| !f.open);
    let scored = closed
        && game
            .features
            .get(feature)
            .is_some_and(|f| !game.is_completed_now(f));
    for stays in BOTH.into_iter().filter(|&kind| kind != gone) {
        game.settle_score(feature, stays);
        if scored {
            leave(game, stays);
        }
    }
}
