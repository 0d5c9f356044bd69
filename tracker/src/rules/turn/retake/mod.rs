//! Going through a turn again: whose turn it turns out to be, and what is told late.
//!
//! What the rules do by themselves when a tile is laid (a ghost beside the only meeple that can
//! take it, a chip for whoever laid it) depends on whose turn it is, and that may be known only
//! later: from a figure of another colour, or because a person says so. And what was done in a
//! turn may be told after something that came later: the cat after the meeple, a removal of ghosts
//! after the next tile. Then the turn is replayed from before its tile. Part of [`crate::rules::turn`]; no
//! rule of the game stands here.

use std::sync::{Arc, OnceLock};

use carcassonne::piece::Color;

use crate::event::{EventId, EventKind};
use crate::rules::RuleFault;
use crate::rules::choice::Choice;
use crate::rules::game::Game;
use crate::rules::told::Rejected;

mod late;

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

/// Who shows whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Witness {
    /// A person, by a word that no figure overrules.
    Person,
    /// A figure, by its colour.
    Figure,
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

    /// What was open before its tile. What a turn before that left unsaid is among it.
    fn choices(&self) -> &[Choice] {
        let before = || self.before().choices();
        self.before.choices.get_or_init(before)
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

    /// The game with the open turn gone through again as that player's. `None` if no turn is open.
    pub(in crate::rules) fn retaken(&self, player: Color, witness: Witness) -> Option<Self> {
        let said = witness == Witness::Person;
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
        let mut again = self.retaken(player, Witness::Figure)?;
        if let Some(now) = again.open.as_mut() {
            now.expected = open.player.or(open.expected);
        }
        Some(again)
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
}
