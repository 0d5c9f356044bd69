//! What is told late: whether it belongs to the turn that is open, and what the game is if it was done
//! in the turn before.
//!
//! Nothing is guessed: what fits where it is told stays there.

use std::collections::BTreeSet;
use std::mem::discriminant;

use super::ThisTurn;
use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::choice::{Choice, ChoiceId};
use crate::rules::game::{FigureState, Game};

/// Events of a turn that is gone through again for what is told late, at most (chosen): the
/// longest of the golden records has 20.
const MOST: usize = 200;

impl Game {
    /// The game if this belongs before the newest tile although it could happen now: it answers a
    /// choice that was open before that tile, or is what the player before did instead of placing
    /// a figure. `None` if it does not, or if what came later could not have happened then.
    pub(in crate::rules) fn told_late(&self, event: EventId, kind: &EventKind) -> Option<Self> {
        if self.is_crowded() || !may_come_late(kind) {
            return None;
        }
        let turn = self.this_turn.as_ref()?;
        let answers = self.may_answer(kind);
        if answers && self.answers_older(turn.choices(), kind) || self.was_recalled(turn, kind) {
            return self.with_before(event, kind);
        }
        if let Some(again) = self.in_order(event, kind) {
            return Some(again);
        }
        if self.open.is_some() || !answers && !self.takes_standing(kind) {
            return None;
        }
        // Somebody said already that the turn is over.
        let was_due = |game: &Self| {
            game.open.is_some()
                && (recalls(game, kind) || self.answers_older(&game.choices(), kind))
        };
        self.within(event, kind, was_due)
    }

    /// Whether more has happened in this turn than any rule asks for: going through it again would
    /// take a game for each.
    fn is_crowded(&self) -> bool {
        let turn = self.this_turn.as_ref();
        turn.is_some_and(|turn| turn.since.len() > MOST)
    }

    /// Whether a figure goes that has not been scored.
    fn takes_standing(&self, kind: &EventKind) -> bool {
        let EventKind::FigureTaken { figure } = kind else {
            return false;
        };
        let figure = self.figures.get(figure);
        figure.is_some_and(|figure| figure.state == FigureState::Standing)
    }

    /// Whether a choice may have such an event among its options: to find out which is dear, and
    /// most of what hands do answers none.
    fn may_answer(&self, kind: &EventKind) -> bool {
        match kind {
            EventKind::FigurePlaced { color, .. } => color.is_none(),
            EventKind::FigureTaken { figure } => {
                let figure = self.figures.get(figure);
                figure.is_some_and(|figure| figure.color.is_none())
            }
            EventKind::Declined { .. } | EventKind::IslandRevealed { .. } => false,
            _ => true,
        }
    }

    /// Whether it answers one of the choices that were open earlier and is still.
    fn answers_older(&self, earlier: &[Choice], kind: &EventKind) -> bool {
        let offers = |choice: &&Choice| choice.options.iter().any(|option| option.is(kind));
        let older = earlier.iter().filter(offers);
        let older: BTreeSet<&ChoiceId> = older.map(|choice| &choice.id).collect();
        !older.is_empty() && self.choices().iter().any(|c| older.contains(&c.id))
    }

    /// Whether it answers nothing but choices that somebody said were left alone.
    fn was_left(&self, kind: &EventKind) -> bool {
        if self.declined.is_empty() || !self.may_answer(kind) {
            return false;
        }
        let all = self.expansions();
        let all = all.flat_map(|expansion| expansion.choices(self));
        let offers = |choice: &Choice| choice.options.iter().any(|option| option.is(kind));
        let mut answered = all.filter(offers).peekable();
        answered.peek().is_some() && answered.all(|choice| self.declined.contains(&choice.id))
    }

    /// Whether it is an abbot that its owner, who laid the tile before and placed no figure,
    /// recalled then. One whose place the newest tile finishes goes home because it is scored.
    fn was_recalled(&self, turn: &ThisTurn, kind: &EventKind) -> bool {
        let EventKind::FigureTaken { figure } = kind else {
            return false;
        };
        let Some(still) = self.figures.get(figure) else {
            return false;
        };
        let owner = still.color.and_then(|color| self.player_of(color));
        let owner = owner.map(|player| player.color);
        let now = self.open.and_then(|open| open.player);
        let place = self.features.at(still.at);
        let scored = place.is_some_and(|place| self.is_completed_now(place));
        if still.state != FigureState::Standing || now == owner || scored {
            return false;
        }
        let before = &turn.before.game;
        match before.open {
            Some(then) => then.player == owner && recalls(before, kind),
            // Somebody had said that the turn was over.
            None => {
                let own = |game: &Self| {
                    game.open.is_some_and(|open| open.player == owner) && recalls(game, kind)
                };
                turn.before().within(EventId(u64::MAX), kind, own).is_some()
            }
        }
    }

    /// The game with something that cannot happen now put where it belongs: as late in the newest
    /// turn, or else in the one before, as the rules allow. `None` if it belongs nowhere, or if
    /// what came later could not have happened then.
    pub(in crate::rules) fn belated(
        &self,
        event: EventId,
        kind: &EventKind,
        fault: &RuleFault,
    ) -> Option<Self> {
        if self.is_crowded() || !may_come_late(kind) || !may_be_lateness(kind, fault) {
            return None;
        }
        let anywhere = |_: &Self| true;
        self.within(event, kind, anywhere)
            .or_else(|| self.exchanged(event, kind))
            .or_else(|| self.with_before(event, kind))
    }

    /// Whether that, which cannot happen now, can still be told where it belongs. Unlike
    /// [`Self::apply`] it asks no choices, so a choice may ask it.
    pub(in crate::rules) fn can_be_belated(&self, kind: &EventKind) -> bool {
        let event = EventId(u64::MAX);
        self.in_order(event, kind).is_some()
            || self
                .belated(event, kind, &RuleFault::NotCalledFor)
                .is_some()
    }

    /// The game with that put before what is done after it in a turn, if it could be done by then:
    /// what a tile asks for comes before anything that hands do, and a meeple is placed before its
    /// region is scored, whichever was told first. A figure that is gone, or its ghosts, may change
    /// what there is to choose.
    fn in_order(&self, event: EventId, kind: &EventKind) -> Option<Self> {
        let turn = self.this_turn.as_ref()?;
        let mut others = turn.since.iter().skip(1);
        let first = 1 + others.position(|(_, other)| is_after(other, kind))?;
        let mut game = self.begun(turn.before())?;
        for (event, kind) in &turn.since[1..first] {
            game.again(self, *event, kind)?;
        }
        if answers_a_tile(kind) {
            if game.answers_older(turn.choices(), kind) {
                return self.with_before(event, kind);
            }
            // What was left alone was left alone then, whenever it is told.
            game.declined.extend(self.declined.iter().cloned());
            if !game.is_called_for(kind) {
                return None;
            }
        }
        game.step(event, kind).ok()?;
        self.gone_on(game, first)
    }

    /// The game with something of the same kind, which was taken for this turn's, put before the
    /// newest tile, and this in its stead: each of two turns had its own, and they are told in their
    /// order.
    fn exchanged(&self, event: EventId, kind: &EventKind) -> Option<Self> {
        let turn = self.this_turn.as_ref()?;
        let alike = |other: &EventKind| discriminant(other) == discriminant(kind);
        let others = turn.since.iter().enumerate().skip(1);
        let mut others = others.filter(|(_, (_, other))| alike(other));
        others.find_map(|(n, (id, other))| {
            let mut before = turn.before();
            before.apply(*id, other).ok()?;
            let mut game = self.begun(before)?;
            for (event, kind) in &turn.since[1..n] {
                game.again(self, *event, kind)?;
            }
            let mut late = game.clone();
            if game.step(event, kind).is_ok()
                && let Some(game) = self.gone_on(game, n + 1)
            {
                return Some(game);
            }
            for (event, kind) in &turn.since[n + 1..] {
                late.again(self, *event, kind)?;
            }
            late.step(event, kind).ok()?;
            Some(late)
        })
    }

    /// The game with that put into the newest turn, as late as it can be but not last, and where
    /// `fits` holds.
    fn within(
        &self,
        event: EventId,
        kind: &EventKind,
        fits: impl Fn(&Self) -> bool,
    ) -> Option<Self> {
        let turn = self.this_turn.as_ref()?;
        // The game after each event of this turn but the last.
        let mut game = self.begun(turn.before())?;
        let mut steps = Vec::new();
        for (event, kind) in turn.since.iter().skip(1) {
            steps.push(game.clone());
            game.again(self, *event, kind)?;
        }
        for (n, mut game) in steps.into_iter().enumerate().rev() {
            if fits(&game)
                && game.step(event, kind).is_ok()
                && let Some(then) = self.gone_on(game, n + 1)
            {
                return Some(then);
            }
        }
        None
    }

    /// The game with that done before the newest tile, and what can then not have happened after it
    /// as well: each of several things may have been told late.
    fn with_before(&self, event: EventId, kind: &EventKind) -> Option<Self> {
        let turn = self.this_turn.as_ref()?;
        let mut before = turn.before();
        // What was left alone was left alone then, whenever it is told.
        before.declined.extend(self.declined.iter().cloned());
        if before.was_left(kind) {
            return None;
        }
        before.apply(event, kind).ok()?;
        let mut since: Vec<_> = turn.since.iter().skip(1).collect();
        loop {
            let mut game = self.begun(before.clone())?;
            let again =
                |(event, kind): &&(EventId, EventKind)| game.again(self, *event, kind).is_none();
            let Some(refused) = since.iter().position(again) else {
                return Some(game);
            };
            let (event, kind) = since.remove(refused);
            if !may_come_late(kind) {
                return None;
            }
            before.apply(*event, kind).ok()?;
        }
    }

    /// Choices of the turn before that nobody told and that the newest tile closed. They can still
    /// be told; what the rules say of an untold one holds until then.
    pub fn late_choices(&self) -> Vec<Choice> {
        let Some(turn) = self.this_turn.as_ref().filter(|_| self.open.is_some()) else {
            return Vec::new();
        };
        let open: BTreeSet<ChoiceId> = self.choices().into_iter().map(|c| c.id).collect();
        let mut late = turn.choices().to_vec();
        late.retain(|choice| !open.contains(&choice.id) && !self.declined.contains(&choice.id));
        for choice in &mut late {
            choice.optional = true;
            // What came later may be at odds with some of it.
            choice.options.retain(|option| {
                let (mut then, mut events) = (self.clone(), option.events.iter());
                events.all(|kind| then.apply(EventId(u64::MAX), kind).is_ok())
            });
        }
        let least = |choice: &Choice| usize::from(choice.kind.has_default());
        late.retain(|choice| choice.options.len() > least(choice));
        late
    }

    /// The choices that were open before the newest tile and may have been made then.
    pub(crate) fn untold_before(&self) -> impl Iterator<Item = &Choice> {
        let turn = self.this_turn.as_ref();
        let choices = turn.map(|turn| turn.choices()).unwrap_or_default();
        let told = |choice: &&Choice| self.declined.contains(&choice.id);
        choices.iter().filter(move |choice| !told(choice))
    }
}

/// Whether such an event may answer a choice that a tile brought.
const fn answers_a_tile(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::GhostsMoved { .. }
            | EventKind::CompanionPlaced { .. }
            | EventKind::RegionDecided { .. }
            | EventKind::MeepleBuried { .. }
            | EventKind::FigurePlaced { color: None, .. }
    )
}

/// Whether the other is done later in a turn. A region is scored after a figure was placed.
const fn is_after(other: &EventKind, told: &EventKind) -> bool {
    let scores = matches!(told, EventKind::RegionDecided { .. });
    match other {
        EventKind::FigureTaken { .. } | EventKind::TurnEnded => answers_a_tile(told),
        EventKind::FigurePlaced { color: Some(_), .. } => answers_a_tile(told) && !scores,
        EventKind::RegionDecided { .. } => {
            matches!(told, EventKind::FigurePlaced { color: Some(_), .. })
        }
        _ => false,
    }
}

/// Whether taking that figure now is recalling an abbot.
fn recalls(game: &Game, kind: &EventKind) -> bool {
    let EventKind::FigureTaken { figure } = kind else {
        return false;
    };
    let figure = game.figures.get(figure);
    let mut expansions = game.expansions();
    figure.is_some_and(|figure| expansions.any(|e| e.on_figure_taken(game, figure).is_some()))
}

/// Whether people do such things at the end of a turn or in passing, so that they may be told after
/// what came next.
const fn may_come_late(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::FigurePlaced { before: false, .. }
            | EventKind::FigureTaken { .. }
            | EventKind::GhostsMoved { .. }
            | EventKind::CompanionPlaced { .. }
            | EventKind::RegionDecided { .. }
            | EventKind::MeepleBuried { .. }
            | EventKind::TileTurnedDown { .. }
            | EventKind::TatanUsed { .. }
            | EventKind::ChipTurned { .. }
            | EventKind::IslandRevealed { .. }
            | EventKind::Declined { .. }
    )
}

/// Whether the fault may come from being told late. A player's figure that breaks a rule on the
/// newest tile broke it before, too.
const fn may_be_lateness(kind: &EventKind, fault: &RuleFault) -> bool {
    match kind {
        EventKind::FigurePlaced { color: Some(_), .. } => matches!(
            fault,
            RuleFault::NotTheNewestTile
                | RuleFault::NoOpenTurn
                | RuleFault::NotCalledFor
                | RuleFault::GameOver
        ),
        _ => true,
    }
}
