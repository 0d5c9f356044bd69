//! Going through a turn again: whose turn it turns out to be, and what is told late.
//!
//! What the rules do by themselves when a tile is laid (a ghost beside the only meeple that can
//! take it, a chip for whoever laid it) depends on whose turn it is, and that may be known only
//! later: from a figure of another colour, or because a person says so. And what was done in a
//! turn may be told after something that came later: the cat after the meeple, a removal of ghosts
//! after the next tile. Then the turn is replayed from before its tile. Part of [`crate::rules::turn`]; no
//! rule of the game stands here.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::sync::{Arc, OnceLock};

use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::choice::{Choice, ChoiceId};
use crate::rules::game::{FigureState, Game};
use crate::rules::told::Rejected;
use carcassonne::piece::Color;

/// Turns that can be gone through again, the newest included. What is told one tile late may first
/// be taken for the newest turn's and only be moved back when that turn's own is told; then the
/// turn before hands on what it had taken in the same way, and that one may have been closed by a
/// person's word.
const TURNS: usize = 5;

/// The newest turn, to go through it again.
#[derive(Clone, Debug)]
pub(in crate::rules) struct ThisTurn {
    /// What was before its tile.
    before: Arc<Before>,
    /// The turn before, and so on, together at most [`TURNS`].
    older: Option<Arc<Self>>,
    /// What has happened since, the tile first, whether it still holds or not.
    since: Vec<(EventId, EventKind)>,
    /// Whose turn it is by the word of a person, and whose it was by the seats.
    said: Option<(Color, Option<Color>)>,
}

/// The table before a tile.
#[derive(Debug)]
struct Before {
    /// The game, without the turns before: these are in [`ThisTurn::older`], so that forgetting the
    /// oldest costs no copy of a game.
    game: Game,
    /// Its open choices, found out when they are first asked for: that is dear, and every event of
    /// the turn may ask.
    choices: OnceLock<Vec<Choice>>,
}

impl Before {
    fn choices(&self) -> &[Choice] {
        self.choices.get_or_init(|| self.game.choices())
    }
}

/// The same facts make the same game, so that need not be compared.
impl PartialEq for ThisTurn {
    fn eq(&self, other: &Self) -> bool {
        self.since == other.since && self.said == other.said
    }
}

impl ThisTurn {
    /// A turn that such an event may open, before it happens.
    pub(in crate::rules) fn opened_by(game: &Game, kind: &EventKind) -> Option<Self> {
        let opens = matches!(
            kind.deed(),
            EventKind::TileLaid { before: false, .. } | EventKind::TileMoved { .. }
        );
        opens.then(|| {
            let mut game = game.clone();
            let older = game.this_turn.take();
            let choices = OnceLock::new();
            Self {
                before: Arc::new(Before { game, choices }),
                older: older.and_then(|turn| turn.newest(TURNS - 1)).map(Arc::new),
                since: Vec::new(),
                said: None,
            }
        })
    }

    /// That turn and the ones before, together so many.
    fn newest(&self, turns: usize) -> Option<Self> {
        let older = self.older.as_ref();
        (turns > 0).then(|| Self {
            older: older.and_then(|turn| turn.newest(turns - 1)).map(Arc::new),
            ..self.clone()
        })
    }

    /// The game before its tile.
    fn before(&self) -> Game {
        let mut game = self.before.game.clone();
        game.this_turn = self.older.as_deref().cloned();
        game
    }

    /// Something happened in it or after it. Whose turn it is is not kept with the rest: the
    /// newest word counts.
    pub(in crate::rules) fn note(&mut self, event: EventId, kind: &EventKind, open: bool) {
        if open && matches!(kind, EventKind::TurnOf { .. }) {
            return;
        }
        // A turn that somebody called over, and that waits for what is not told yet, ends after that.
        let newest = self.since.last();
        let waits = open && newest.is_some_and(|(_, last)| *last == EventKind::TurnEnded);
        let at = self.since.len() - usize::from(waits && *kind != EventKind::TurnEnded);
        self.since.insert(at, (event, kind.clone()));
    }
}

impl Game {
    /// Events that were accepted, but not any more once it was known whose turn it was.
    pub fn overturned(&self) -> &[Rejected] {
        &self.overturned
    }

    /// The game with the open turn gone through again as that player's; `said` if a person says
    /// so, which no figure overrules. `None` if no turn is open.
    pub(in crate::rules) fn retaken(&self, player: Color, said: bool) -> Option<Self> {
        let expected = self.open?.expected;
        let turn = self.this_turn.as_ref()?;
        let mut again = turn.before();
        again.forced_next = Some(player);
        for (event, kind) in &turn.since {
            if let Err(fault) = again.step(*event, kind) {
                again.overturn(*event, kind, fault);
            }
            if let Some(open) = again.open.as_mut() {
                // Figures that show another player have been heard.
                open.said = true;
            }
        }
        again.set_said(said.then_some((player, expected)));
        if let Some(open) = again.open.as_mut() {
            open.said = said;
            open.expected = expected;
        }
        Some(again)
    }

    fn overturn(&mut self, event: EventId, kind: &EventKind, fault: RuleFault) {
        self.overturned.push(Rejected { event, fault });
        self.note(event, kind);
    }

    /// It belongs to the newest turn, though it changed nothing.
    fn note(&mut self, event: EventId, kind: &EventKind) {
        let open = self.open.is_some();
        if let Some(turn) = self.this_turn.as_mut() {
            turn.note(event, kind, open);
        }
    }

    fn set_said(&mut self, said: Option<(Color, Option<Color>)>) {
        if let Some(turn) = self.this_turn.as_mut() {
            turn.said = said;
        }
    }

    /// The same where a figure shows whose turn it is; `None` if that is known already.
    pub(in crate::rules) fn shown_to_be_of(&self, player: Color) -> Option<Self> {
        let open = self.open?;
        if open.said || open.player == Some(player) {
            return None;
        }
        let mut again = self.retaken(player, false)?;
        if let Some(now) = again.open.as_mut() {
            now.expected = open.player.or(open.expected);
        }
        Some(again)
    }

    /// The game if this belongs before the newest tile although it could happen now: it answers a
    /// choice that was open before that tile, or is what the player before did instead of placing
    /// a figure. `None` if it does not, or if what came later could not have happened then.
    pub(in crate::rules) fn told_late(&self, event: EventId, kind: &EventKind) -> Option<Self> {
        if !may_come_late(kind) {
            return None;
        }
        let turn = self.this_turn.as_ref()?;
        let answers = self.may_answer(kind);
        if answers && self.answers_older(turn.before.choices(), kind)
            || self.was_recalled(turn, kind)
        {
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
        if !may_come_late(kind) || !may_be_lateness(kind, fault) {
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
            if game.answers_older(turn.before.choices(), kind) {
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

    /// The game with the tile of the newest turn just laid, after that past.
    fn begun(&self, mut before: Self) -> Option<Self> {
        let turn = self.this_turn.as_ref()?;
        let (event, kind) = turn.since.first()?;
        if let Some((player, _)) = turn.said {
            before.forced_next = Some(player);
        }
        before.step(*event, kind).ok()?;
        before.set_said(turn.said);
        if let (Some(open), Some((_, expected))) = (before.open.as_mut(), turn.said) {
            (open.said, open.expected) = (true, expected);
        }
        Some(before)
    }

    /// A game of this turn after all that has happened in it from event `first` on.
    fn gone_on(&self, mut game: Self, first: usize) -> Option<Self> {
        for (event, kind) in self.this_turn.as_ref()?.since.iter().skip(first) {
            game.again(self, *event, kind)?;
        }
        Some(game)
    }

    /// What happened in `known` happens once more. What was overturned there still may be, and a
    /// choice that is not there any more need not be left alone.
    fn again(&mut self, known: &Self, event: EventId, kind: &EventKind) -> Option<()> {
        let Err(fault) = self.step(event, kind) else {
            return Some(());
        };
        if matches!(kind, EventKind::Declined { .. }) {
            self.note(event, kind);
            return Some(());
        }
        let refused = known.overturned.iter().any(|other| other.event == event);
        refused.then(|| self.overturn(event, kind, fault))
    }

    /// The event that opened the newest turn.
    pub fn turn_opened_by(&self) -> Option<EventId> {
        let turn = self.this_turn.as_ref()?;
        turn.since.first().map(|(event, _)| *event)
    }

    /// Choices of the turn before that nobody told and that the newest tile closed. They can still
    /// be told; what the rules say of an untold one holds until then.
    pub fn late_choices(&self) -> Vec<Choice> {
        let Some(turn) = self.this_turn.as_ref().filter(|_| self.open.is_some()) else {
            return Vec::new();
        };
        let open: BTreeSet<ChoiceId> = self.choices().into_iter().map(|c| c.id).collect();
        let mut late = turn.before.choices().to_vec();
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
    pub(in crate::rules) fn untold_before(&self) -> impl Iterator<Item = &Choice> {
        let turn = self.this_turn.as_ref();
        let choices = turn.map(|turn| turn.before.choices()).unwrap_or_default();
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
