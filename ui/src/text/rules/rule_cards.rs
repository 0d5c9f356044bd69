//! The rules in short, topic by topic: which of them a game is played by, and when each first
//! applies.
//!
//! The words stand in the language files, in our own wording, each with the rule sheet it comes
//! from. Knows snapshots only; what is shown when is the screens' business.

use carcassonne::piece::FigureKind;
use tracker::board::features::FeatureKind;
use tracker::rules::Expansion;
use tracker::rules::choice::ChoiceKind;
use tracker::rules::expansions::benelux::BeneluxReminder;
use tracker::rules::expansions::ghosts_castles_cemeteries::{GhostsReminder, Whose};
use tracker::rules::expansions::mists::MistsReminder;
use tracker::rules::points::expression::Unit;
use tracker::setup::Setup;
use tracker::snapshot::{ReminderKind, ScoreLine, ScoreReason, Snapshot};

/// One rule that is worth a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Topic {
    Placing,
    Meeple,
    Road,
    City,
    Monastery,
    Field,
    Majority,
    End,
    Garden,
    Recall,
    MageMoves,
    MageScores,
    GhostsCome,
    MistFinished,
    PointsOrRemoval,
    Bury,
    CemeteryGhost,
    Haunted,
    MistCastle,
    Hound,
    MistEnd,
    Haunting,
    ThirdGhost,
    GhostCost,
    Castle,
    Warden,
    FillCircles,
    Eloise,
    CircleDuel,
    CircleDestroyed,
    TatanDrawn,
    TatanGap,
    TatanFollower,
    MapSquares,
    MapBorder,
    Chips,
    Islands,
}

impl Topic {
    /// All of them, in the order of the rule sheets.
    pub const ALL: [Self; 37] = [
        Self::Placing,
        Self::Meeple,
        Self::Road,
        Self::City,
        Self::Monastery,
        Self::Field,
        Self::Majority,
        Self::End,
        Self::Garden,
        Self::Recall,
        Self::MageMoves,
        Self::MageScores,
        Self::GhostsCome,
        Self::MistFinished,
        Self::PointsOrRemoval,
        Self::Bury,
        Self::CemeteryGhost,
        Self::Haunted,
        Self::MistCastle,
        Self::Hound,
        Self::MistEnd,
        Self::Haunting,
        Self::ThirdGhost,
        Self::GhostCost,
        Self::Castle,
        Self::Warden,
        Self::FillCircles,
        Self::Eloise,
        Self::CircleDuel,
        Self::CircleDestroyed,
        Self::TatanDrawn,
        Self::TatanGap,
        Self::TatanFollower,
        Self::MapSquares,
        Self::MapBorder,
        Self::Chips,
        Self::Islands,
    ];

    /// The module that brings it; `None` is the base game.
    pub const fn module(self) -> Option<Expansion> {
        match self {
            Self::Placing
            | Self::Meeple
            | Self::Road
            | Self::City
            | Self::Monastery
            | Self::Field
            | Self::Majority
            | Self::End => None,
            Self::Garden | Self::Recall => Some(Expansion::Abbot),
            Self::MageMoves | Self::MageScores => Some(Expansion::MageAndWitch),
            Self::GhostsCome
            | Self::MistFinished
            | Self::PointsOrRemoval
            | Self::Bury
            | Self::CemeteryGhost
            | Self::Haunted
            | Self::MistCastle
            | Self::Hound
            | Self::MistEnd => Some(Expansion::Mists),
            Self::Haunting | Self::ThirdGhost | Self::GhostCost | Self::Castle | Self::Warden => {
                Some(Expansion::GhostsCastlesCemeteries)
            }
            Self::FillCircles | Self::Eloise | Self::CircleDuel | Self::CircleDestroyed => {
                Some(Expansion::SpellCircles)
            }
            Self::TatanDrawn | Self::TatanGap | Self::TatanFollower => Some(Expansion::Tatan),
            Self::MapSquares | Self::MapBorder | Self::Chips | Self::Islands => {
                Some(Expansion::Benelux)
            }
        }
    }

    /// Rule sheet and section it comes from.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Placing => "base-game 1.3",
            Self::Meeple => "base-game 2",
            Self::Road => "base-game 3",
            Self::City => "base-game 3",
            Self::Monastery => "base-game 3",
            Self::Field => "base-game 3",
            Self::Majority => "base-game 3",
            Self::End => "base-game 3",
            Self::Garden => "base-game 2.1",
            Self::Recall => "base-game 2.1",
            Self::MageMoves => "mage-and-witch 1",
            Self::MageScores => "mage-and-witch 1",
            Self::GhostsCome => "mists-coop 6",
            Self::MistFinished => "mists-coop 4",
            Self::PointsOrRemoval => "mists-coop 9",
            Self::Bury => "mists-coop 7",
            Self::CemeteryGhost => "mists-coop 6",
            Self::Haunted => "mists-coop 7",
            Self::MistCastle => "mists-coop 8",
            Self::Hound => "mists-coop 9",
            Self::MistEnd => "mists-coop 10",
            Self::Haunting => "ghosts-castles-cemeteries 3",
            Self::ThirdGhost => "ghosts-castles-cemeteries 3",
            Self::GhostCost => "ghosts-castles-cemeteries 4",
            Self::Castle => "ghosts-castles-cemeteries 4",
            Self::Warden => "ghosts-castles-cemeteries 4",
            Self::FillCircles => "bannkreise A2",
            Self::Eloise => "bannkreise A4",
            Self::CircleDuel => "bannkreise B2",
            Self::CircleDestroyed => "bannkreise B1",
            Self::TatanDrawn => "tatan 2",
            Self::TatanGap | Self::TatanFollower => "tatan 3",
            Self::MapSquares => "benelux 1",
            Self::MapBorder => "benelux 1",
            Self::Chips => "benelux 2",
            Self::Islands => "benelux 2",
        }
    }

    /// Whether a game of that set-up is played by it.
    pub fn is_in(self, setup: &Setup) -> bool {
        let mists = setup.plays(Expansion::Mists);
        let level = setup.mists.level;
        let parts = setup.ghosts_castles_cemeteries;
        match self {
            // Played together there are neither farmers nor majorities nor a final scoring.
            Self::Field => !mists && setup.options.farmers,
            Self::Majority | Self::End => !mists,
            Self::Monastery => !mists,
            Self::Bury => mists && level >= 2,
            Self::CemeteryGhost => mists && (2..=4).contains(&level),
            Self::Haunted => mists && level >= 5,
            Self::MistCastle => mists && level >= 2,
            Self::Hound => mists && level >= 3,
            Self::Eloise => mists && setup.plays(Expansion::SpellCircles),
            Self::CircleDuel | Self::CircleDestroyed => {
                !mists && setup.plays(Expansion::SpellCircles)
            }
            Self::Haunting | Self::ThirdGhost | Self::GhostCost => {
                parts.ghosts && setup.plays(Expansion::GhostsCastlesCemeteries)
            }
            Self::Castle => parts.castles && setup.plays(Expansion::GhostsCastlesCemeteries),
            Self::Warden => parts.cemeteries && setup.plays(Expansion::GhostsCastlesCemeteries),
            Self::Chips | Self::Islands => setup.benelux.as_ref().is_some_and(|table| table.chips),
            _ => self.module().is_none_or(|module| setup.plays(module)),
        }
    }

    /// Whether it applies at this moment, or has shown on the board by now.
    pub fn applies(self, s: &Snapshot) -> bool {
        if !self.is_in(&s.setup) {
            return false;
        }
        match self {
            Self::Placing => s.turn.number >= 1,
            Self::Meeple => s.turn.open && !s.turn.figure_places.is_empty(),
            Self::Road => scored(s, FeatureKind::Road),
            Self::City => scored(s, FeatureKind::City),
            Self::Monastery => figure_on(s, FeatureKind::Monastery),
            Self::Field => figure_on(s, FeatureKind::Field),
            Self::Majority => shared(s),
            Self::End => reminds(s, |kind| *kind == ReminderKind::LastTile) || s.over,
            Self::Garden => s.figures.iter().any(|f| f.kind == FigureKind::Abbot),
            Self::Recall => reminds(s, |k| matches!(k, ReminderKind::MayRecallAbbot { .. })),
            Self::MageMoves => chooses(s, &[ChoiceKind::MoveMageOrWitch]),
            Self::MageScores => counts(s, &[Unit::Mage, Unit::Witch]),
            Self::GhostsCome => mists(s, |k| matches!(k, MistsReminder::GhostsCome { .. })),
            Self::MistFinished => mists(s, |k| matches!(k, MistsReminder::MistFinished { .. })),
            Self::PointsOrRemoval => chooses(s, &[ChoiceKind::PointsOrRemoval]),
            Self::Bury => chooses(s, &[ChoiceKind::BuryMeeple]),
            Self::CemeteryGhost => chooses(s, &[ChoiceKind::CemeteryGhost]),
            Self::Haunted => chooses(s, &[ChoiceKind::TurnTileDown]),
            Self::MistCastle | Self::Castle => figure_on(s, FeatureKind::Castle),
            Self::Hound => chooses(s, &[ChoiceKind::PlaceHound]),
            Self::MistEnd => {
                mists(s, |kind| {
                    matches!(
                        kind,
                        MistsReminder::FewGhosts { .. } | MistsReminder::FewTiles { .. }
                    )
                }) || s.outcome.is_some()
            }
            Self::Haunting => chooses(s, &[ChoiceKind::HauntOpponent, ChoiceKind::HauntOwn]),
            Self::ThirdGhost => ghosts(s, |k| matches!(k, GhostsReminder::DrivenOff { .. })),
            Self::GhostCost => counts(s, &[Unit::Ghosts]),
            Self::Warden => figure_on(s, FeatureKind::Cemetery),
            Self::FillCircles => chooses(s, &[ChoiceKind::FillCircles]),
            Self::Eloise => chooses(s, &[ChoiceKind::BringEloise, ChoiceKind::MoveEloise]),
            Self::CircleDuel => {
                let circles = s.modules.competitive_circles.as_ref();
                circles.is_some_and(|circles| !circles.tiles.is_empty())
            }
            Self::CircleDestroyed => destroys_circles(s),
            Self::TatanDrawn => s.modules.tatan.as_ref().is_some_and(|tatan| tatan.drawn),
            Self::TatanGap => chooses(s, &[ChoiceKind::FillGap]),
            Self::TatanFollower => chooses(s, &[ChoiceKind::FollowerOnTatan]),
            Self::MapSquares => !s.tiles.is_empty(),
            Self::MapBorder => benelux(s, |kind| *kind == BeneluxReminder::BorderCloses),
            Self::Chips => benelux(s, |kind| matches!(kind, BeneluxReminder::TakeChip(_))),
            Self::Islands => chooses(s, &[ChoiceKind::BuyIslandTile]),
        }
    }
}

fn reminds(s: &Snapshot, is: impl Fn(&ReminderKind) -> bool) -> bool {
    s.reminders.iter().any(|reminder| is(&reminder.kind))
}

fn mists(s: &Snapshot, is: impl Fn(&MistsReminder) -> bool) -> bool {
    reminds(
        s,
        |kind| matches!(kind, ReminderKind::Mists(own) if is(own)),
    )
}

fn ghosts(s: &Snapshot, is: impl Fn(&GhostsReminder) -> bool) -> bool {
    reminds(
        s,
        |kind| matches!(kind, ReminderKind::Ghosts(own) if is(own)),
    )
}

fn benelux(s: &Snapshot, is: impl Fn(&BeneluxReminder) -> bool) -> bool {
    reminds(
        s,
        |kind| matches!(kind, ReminderKind::Benelux(own) if is(own)),
    )
}

fn chooses(s: &Snapshot, kinds: &[ChoiceKind]) -> bool {
    s.choices.iter().any(|choice| kinds.contains(&choice.kind))
}

fn figure_on(s: &Snapshot, kind: FeatureKind) -> bool {
    s.figures.iter().any(|figure| figure.on == kind)
}

fn lines(s: &Snapshot) -> impl Iterator<Item = &ScoreLine> {
    s.score_lines.iter().chain(&s.provisional)
}

fn scored(s: &Snapshot, kind: FeatureKind) -> bool {
    lines(s).any(|line| line.reason == ScoreReason::Completed(kind))
}

fn counts(s: &Snapshot, units: &[Unit]) -> bool {
    let mut terms = lines(s).flat_map(|line| &line.expression.terms);
    terms.any(|term| units.contains(&term.unit))
}

/// Whether two colours stand in one feature.
fn shared(s: &Snapshot) -> bool {
    s.features.iter().any(|feature| {
        let figures = s
            .figures
            .iter()
            .filter(|f| feature.figures.contains(&f.event));
        let mut colors: Vec<_> = figures.filter_map(|figure| figure.color).collect();
        colors.sort();
        colors.dedup();
        colors.len() > 1
    })
}

/// Whether the open turn's tile has circles and destroys mist, its own or what lies there.
fn destroys_circles(s: &Snapshot) -> bool {
    let circles = s.modules.competitive_circles.iter().flat_map(|c| &c.tiles);
    let mut circles = circles.filter(|tile| Some(tile.cell) == s.turn.tile);
    let own = |kind: &GhostsReminder| match kind {
        GhostsReminder::PutBeside { whose, .. } | GhostsReminder::LeftOut { whose, .. } => {
            *whose == Whose::Own
        }
        _ => false,
    };
    circles.next().is_some() && (ghosts(s, own) || chooses(s, &[ChoiceKind::HauntOwn]))
}
