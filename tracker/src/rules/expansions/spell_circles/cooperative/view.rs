//! What to show of Eloise and the circles, and what not to forget (rules dossier "Spell
//! circles", section D).

use serde::Serialize;

use super::eloise::{self, EloiseState};
use crate::board::features::{FeatureId, SegmentRef};
use crate::event::EventId;
use crate::event::ghost::{GhostCount, GhostPlace};
use crate::rules::choice::ChoiceKind;
use crate::rules::expansions::mists::{
    is_scored_now, region_points, spares_cemeteries, spoiled_now,
};
use crate::rules::expansions::spell_circles::in_circles;
use crate::rules::told::{Reminder, ReminderKind, Until, Urgency};
use crate::rules::{Figure, Game};
use carcassonne::geometry::Cell;

/// Eloise and the ghosts in circles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EloiseView {
    /// Where she is.
    pub place: EloisePlace,
    /// Ghosts in circles on the whole board: what she brings when her meeple is scored.
    pub in_circles: u8,
    /// The ghosts in circles, tile by tile. They cannot be removed.
    pub trapped: Vec<GhostCount>,
    /// Ghosts in front of her; when none is left she comes.
    pub cat_stock: u8,
    /// What her own meeple would bring if it scored now.
    pub pending: Option<HostView>,
    /// The same for every meeple that she could go to now.
    pub hosts: Vec<HostView>,
}

/// Where she is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloisePlace {
    /// Not called yet.
    Away,
    /// She may be put beside a meeple, or comes with the next.
    Called,
    /// With the meeple of that event.
    With(EventId),
    /// She has to go to another meeple.
    Moving,
    /// Beside the board, until the next meeple is placed.
    Beside,
}

/// What a meeple would bring with her beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HostView {
    /// The event that placed it.
    pub figure: EventId,
    /// Where it stands.
    pub at: SegmentRef,
    /// Its region.
    pub region: FeatureId,
    /// Whether the region is completed, so that the end of the turn scores it.
    pub completed: bool,
    /// What the region brings as it stands, all colours together.
    pub region_points: i32,
    /// What she brings besides.
    pub eloise_points: i32,
}

/// What to remind of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloiseReminder {
    /// The circles of the tile are filled.
    FillCircles {
        /// How many.
        circles: u8,
        /// With ghosts from around.
        moved: u8,
        /// With ghosts from the stock.
        stock: u8,
    },
    /// Somebody has to pick the ghosts that are moved.
    PickGhosts {
        /// How many are still to be picked.
        left: u8,
    },
    /// No ghost comes onto a cemetery, since none came from the stock.
    NoCemeteryGhost,
    /// A bank with ghosts in circles is spoiled: they are stuck.
    Stuck,
    /// Her stock is empty: she joins a meeple, before the turn's meeple is placed.
    Bring,
    /// Nobody was there to be joined, or it was left alone: she comes with the next meeple.
    ComesNext,
    /// Her meeple is about to be scored.
    Scores {
        /// What she brings.
        points: i32,
    },
    /// She moves to another meeple.
    Move,
}

fn host_view(game: &Game, figure: &Figure) -> Option<HostView> {
    let feature = game.features.at(figure.at)?;
    let (region_points, colors) = region_points(game, feature);
    Some(HostView {
        figure: figure.event,
        at: figure.at,
        region: feature.id,
        completed: !feature.open,
        region_points,
        eloise_points: eloise::bonus(game, colors).points(),
    })
}

/// The view of a game.
pub(super) fn of(game: &Game) -> EloiseView {
    let place = game.states.eloise.place;
    let host = match place {
        EloiseState::With { host, .. } => game.figures.get(&host),
        _ => None,
    };
    let others = eloise::hosts(game).filter(|figure| Some(figure.event) != host.map(|h| h.event));
    let board = game.states.ghosts.board();
    EloiseView {
        place: match place {
            EloiseState::Away => EloisePlace::Away,
            EloiseState::Called(_) => EloisePlace::Called,
            EloiseState::With { host, .. } => EloisePlace::With(host),
            EloiseState::Moving(_) => EloisePlace::Moving,
            EloiseState::Beside => EloisePlace::Beside,
        },
        in_circles: in_circles(game),
        trapped: board
            .filter(|(place, _)| matches!(place, GhostPlace::Circle { .. }))
            .map(|(place, count)| GhostCount { place, count })
            .collect(),
        cat_stock: game.states.ghosts.at(GhostPlace::CatStock),
        pending: host.and_then(|figure| host_view(game, figure)),
        hosts: others
            .filter_map(|figure| host_view(game, figure))
            .collect(),
    }
}

/// Section D.
pub(super) fn reminders(game: &Game) -> Vec<Reminder> {
    if game.over {
        return Vec::new();
    }
    let mut all = of_suction(game);
    all.extend(of_eloise(game));
    all
}

fn reminder(id: String, what: EloiseReminder, urgency: Urgency, until: Until) -> Reminder {
    Reminder::new(
        id,
        ReminderKind::Eloise(what),
        "bannkreise D",
        urgency,
        until,
    )
}

fn of_suction(game: &Game) -> Vec<Reminder> {
    let mut all = Vec::new();
    let suction = game.states.eloise.suction.as_ref();
    let Some(suction) = suction.filter(|_| game.open.is_some()) else {
        return all;
    };
    let turn = suction.turn;
    let fill = EloiseReminder::FillCircles {
        circles: suction.circles,
        moved: suction.moved,
        stock: suction.stock,
    };
    let id = format!("circles/{turn}");
    let fill = reminder(id, fill, Urgency::BeforeMeeple, Until::TurnEnds);
    all.push(fill.at([suction.cell]).at(suction.cells()));
    let left = game.states.ghosts.unsettled();
    if let Some(choice) = super::suction::choice(game) {
        let until = Until::Chosen(choice.id.clone());
        let what = EloiseReminder::PickGhosts { left };
        let pick = reminder(choice.id.0, what, Urgency::BeforeMeeple, until);
        all.push(pick.at(suction.cells()));
    }
    if spares_cemeteries(game) {
        let (id, what) = (
            format!("no-cemetery-ghost/{turn}"),
            EloiseReminder::NoCemeteryGhost,
        );
        all.push(reminder(id, what, Urgency::Info, Until::TurnEnds));
    }
    all
}

fn of_eloise(game: &Game) -> Vec<Reminder> {
    let mut all = Vec::new();
    let place = game.states.eloise.place;
    // Where she joined a meeple by herself nobody has to be reminded.
    let waits = matches!(place, EloiseState::Called(_) | EloiseState::Moving(_));
    let mut choices = eloise::choices(game).into_iter().filter(|_| waits);
    let choice = choices
        .next()
        .filter(|choice| !game.declined.contains(&choice.id));
    if let Some(choice) = choice {
        let (what, urgency) = match choice.kind {
            ChoiceKind::BringEloise => (EloiseReminder::Bring, Urgency::BeforeMeeple),
            _ => (EloiseReminder::Move, Urgency::EndOfTurn),
        };
        let until = Until::Chosen(choice.id.clone());
        let figures = eloise::hosts(game).map(|figure| figure.event);
        all.push(reminder(choice.id.0, what, urgency, until).about(figures));
    } else if matches!(place, EloiseState::Called(_) | EloiseState::Beside) {
        let what = EloiseReminder::ComesNext;
        let id = "eloise/comes-next".to_owned();
        all.push(reminder(id, what, Urgency::Info, Until::FigurePlaced));
    }
    if let EloiseState::With { host, .. } = place
        && let Some(figure) = game.figures.get(&host).filter(|f| is_scored_now(game, f))
        && let Some(view) = host_view(game, figure)
    {
        let what = EloiseReminder::Scores {
            points: view.eloise_points,
        };
        let id = format!("eloise/scores/{}", game.turn);
        let scores = reminder(id, what, Urgency::EndOfTurn, Until::TurnEnds);
        all.push(scores.at([figure.at.cell]).about([host]));
    }
    let holds_circle_ghosts = |cell: &Cell| {
        let mut board = game.states.ghosts.board();
        board.any(|(place, _)| {
            matches!(place, GhostPlace::Circle { .. }) && place.cell() == Some(*cell)
        })
    };
    let mut stuck = spoiled_now(game);
    stuck.retain(holds_circle_ghosts);
    if !stuck.is_empty() {
        let id = format!("stuck/{}", game.turn);
        let stuck_now = reminder(id, EloiseReminder::Stuck, Urgency::Info, Until::TurnEnds);
        all.push(stuck_now.at(stuck));
    }
    all
}
