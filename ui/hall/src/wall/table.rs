//! One table, as far as the hall has heard of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tracker::event::Event;

use super::Refusal;
use crate::check::{self, Difference, Reckoned};
use crate::limits::{EVENTS, EVENTS_BYTES, LAST_POINTS, PIECES, PLAYERS, RESULTS};
use crate::message::topic::{Kind, TableName};
use crate::message::{Game, Happened, Outcome, Player, Presence, State, Unread, read};

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    name: TableName,
    online: bool,
    session: u64,
    state: Option<Arc<State>>,
    /// When its newest state came, by the hall's clock.
    heard_ms: u64,
    game: Option<Arc<Game>>,
    events: BTreeMap<u64, Event>,
    /// What they took when they came.
    events_bytes: usize,
    drawing: Option<Arc<str>>,
    record: Option<Arc<[u8]>>,
    confirmed: Option<Confirmed>,
    /// Final results of games before this one, the oldest first.
    before: Vec<Confirmed>,
}

/// A result that a table has confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmed {
    /// The result.
    pub outcome: Outcome,
    /// Where the hall, which has reckoned itself, disagrees; `None` as long as it has no record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<Difference>>,
    /// The table has told another result afterwards, which does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Outcome>,
}

impl Confirmed {
    /// Whether the organisers should look at it.
    pub fn disagrees(&self) -> bool {
        let differences = self.differences.iter().flatten();
        let mut serious = differences.filter(|one| !matches!(one, Difference::Irregular(_)));
        self.changed.is_some() || serious.next().is_some()
    }

    /// The result of the same game as it was heard of later: the first one stays final, and what
    /// is not known any more stays known.
    pub(crate) fn heard_again(&mut self, heard: &Self) {
        if !same_points(&self.outcome, &heard.outcome) {
            self.changed = Some(heard.outcome.clone());
            return;
        }
        if heard.differences.is_some() {
            self.differences.clone_from(&heard.differences);
        }
        if heard.changed.is_some() {
            self.changed.clone_from(&heard.changed);
        }
    }
}

/// Whether two results of a game say the same.
fn same_points(one: &Outcome, other: &Outcome) -> bool {
    let points = |of: &Outcome| -> Vec<_> {
        let players = of.players.iter();
        players.map(|player| (player.color, player.score)).collect()
    };
    points(one) == points(other) && one.team == other.team
}

impl Table {
    pub(super) fn new(name: TableName) -> Self {
        Self {
            name,
            online: false,
            session: 0,
            state: None,
            heard_ms: 0,
            game: None,
            events: BTreeMap::new(),
            events_bytes: 0,
            drawing: None,
            record: None,
            confirmed: None,
            before: Vec::new(),
        }
    }

    /// Takes a message in; says whether anything has changed.
    pub(super) fn take(
        &mut self,
        kind: Kind,
        payload: &[u8],
        now_ms: u64,
    ) -> Result<bool, Refusal> {
        Ok(match kind {
            Kind::Presence => self.presence(&read(payload)?),
            Kind::State => {
                let state: State = read(payload)?;
                self.take_state(sound(state)?, now_ms)
            }
            Kind::Game => self.take_game(read(payload)?)?,
            Kind::Event => self.take_event(read(payload)?, payload.len()),
            Kind::Drawing => self.take_drawing(payload)?,
            Kind::Result => self.take_result(read(payload)?)?,
            Kind::Record => self.take_record(payload),
        })
    }

    fn presence(&mut self, presence: &Presence) -> bool {
        // A start that is older counts only if the one after it has ended: a machine may have
        // lost both its clock and its memory.
        if presence.session < self.session && (self.online || !presence.online) {
            return false;
        }
        let changed = self.online != presence.online || self.session != presence.session;
        if presence.session < self.session {
            self.state = None;
        }
        self.session = presence.session;
        self.online = presence.online;
        changed
    }

    fn take_state(&mut self, state: State, now_ms: u64) -> bool {
        let order = |state: &State| (state.session, state.number);
        if self
            .state
            .as_ref()
            .is_some_and(|old| order(old) >= order(&state))
        {
            return false;
        }
        if self
            .state
            .as_ref()
            .is_some_and(|old| old.game != state.game)
        {
            self.next_game();
        }
        self.state = Some(Arc::new(state));
        self.heard_ms = now_ms;
        true
    }

    /// Another game begins: what belongs to the last one goes, but for its result.
    fn next_game(&mut self) {
        self.forget_events();
        self.drawing = None;
        self.record = None;
        if let Some(last) = self.confirmed.take()
            && self.before.len() < RESULTS
        {
            self.before.push(last);
        }
        let game = self.game.take();
        // It may have come before the first state of it.
        self.game = game.filter(|game| self.state.as_ref().is_none_or(|old| old.game != game.game));
    }

    fn take_game(&mut self, mut game: Game) -> Result<bool, Refusal> {
        let unfit = |error: tracker::setup::SetupError| {
            Unread::Malformed(files::words::sentence(&error.to_string()))
        };
        game.setup = game.setup.validated().map_err(unfit)?;
        if self.game.as_deref() == Some(&game) {
            return Ok(false);
        }
        if self.game.as_ref().is_some_and(|old| old.game != game.game) {
            self.forget_events();
        }
        self.game = Some(Arc::new(game));
        Ok(true)
    }

    fn forget_events(&mut self) {
        self.events.clear();
        self.events_bytes = 0;
    }

    fn take_event(&mut self, happened: Happened, bytes: usize) -> bool {
        let current = self
            .game
            .as_ref()
            .is_some_and(|game| game.game == happened.game);
        let full = self.events.len() >= EVENTS || self.events_bytes + bytes > EVENTS_BYTES;
        if !current || full {
            return false;
        }
        self.events_bytes += bytes;
        let id = happened.event.id.0;
        self.events.insert(id, happened.event).is_none()
    }

    fn take_drawing(&mut self, payload: &[u8]) -> Result<bool, Refusal> {
        let text = std::str::from_utf8(payload).map_err(|_| malformed("no text"))?;
        if !text.trim_start().starts_with("<svg") {
            return Err(malformed("no drawing").into());
        }
        let changed = self.drawing.as_deref() != Some(text);
        self.drawing = Some(text.into());
        Ok(changed)
    }

    fn take_result(&mut self, outcome: Outcome) -> Result<bool, Refusal> {
        let outcome = Outcome {
            players: named(outcome.players)?,
            ..outcome
        };
        let all = self.before.iter_mut().chain(&mut self.confirmed);
        if let Some(known) = all
            .into_iter()
            .find(|known| known.outcome.game == outcome.game)
        {
            if same_points(&known.outcome, &outcome) {
                return Ok(false);
            }
            // The first one is final.
            let news = known.changed.as_ref() != Some(&outcome);
            known.changed = Some(outcome);
            return Ok(news);
        }
        if let Some(last) = self.confirmed.take()
            && self.before.len() < RESULTS
        {
            self.before.push(last);
        }
        self.confirmed = Some(Confirmed {
            outcome,
            differences: None,
            changed: None,
        });
        self.reckon();
        Ok(true)
    }

    fn take_record(&mut self, payload: &[u8]) -> bool {
        if self.record.as_deref() == Some(payload) {
            return false;
        }
        self.record = Some(payload.into());
        self.reckon();
        true
    }

    /// Folds the record, or what was heard, and compares.
    fn reckon(&mut self) {
        let Some(confirmed) = &mut self.confirmed else {
            return;
        };
        let reckoned = match (&self.record, &self.game) {
            (Some(bytes), _) => Some(Reckoned::of(bytes)),
            (None, Some(game)) if game.game == confirmed.outcome.game => {
                check::heard(game, &self.events).map(|record| Reckoned::of_record(&record))
            }
            _ => None,
        };
        let differences = reckoned.map(|reckoned| match reckoned {
            Ok(reckoned) => reckoned.differences(&confirmed.outcome),
            Err(error) => vec![Difference::Unreadable(error.to_string())],
        });
        // The record of the game before may still lie there.
        let other = differences.as_deref() == Some(&[Difference::OtherGame]);
        confirmed.differences = differences.filter(|_| !other);
    }

    /// Its name.
    pub fn name(&self) -> &TableName {
        &self.name
    }

    /// Whether it is there.
    pub fn is_online(&self) -> bool {
        self.online
    }

    /// How its game stands.
    pub fn state(&self) -> Option<&Arc<State>> {
        self.state.as_ref()
    }

    /// What is played, if the table tells.
    pub fn game(&self) -> Option<&Arc<Game>> {
        self.game.as_ref()
    }

    /// Events heard of its game.
    pub fn events(&self) -> usize {
        self.events.len()
    }

    /// The drawn board, SVG of somebody else's, if the table sends one.
    pub fn drawing(&self) -> Option<&Arc<str>> {
        self.drawing.as_ref()
    }

    /// The record of its last confirmed game.
    pub fn record(&self) -> Option<&Arc<[u8]>> {
        self.record.as_ref()
    }

    /// Its newest confirmed result.
    pub fn confirmed(&self) -> Option<&Confirmed> {
        self.confirmed.as_ref()
    }

    /// All its confirmed results, the oldest first.
    pub fn results(&self) -> impl Iterator<Item = &Confirmed> {
        self.before.iter().chain(&self.confirmed)
    }

    /// Whether the result of the game that is shown is final.
    pub fn is_final(&self) -> bool {
        let shown = self.state.as_ref().map(|state| state.game);
        let confirmed = self.confirmed.as_ref();
        confirmed.is_some_and(|it| shown.is_none_or(|game| game == it.outcome.game))
    }

    /// Whether a result of it needs looking at.
    pub fn disagrees(&self) -> bool {
        self.confirmed.as_ref().is_some_and(Confirmed::disagrees)
    }

    /// How long its turn has lasted at that moment of the hall's clock, ms. What passed before its
    /// newest state is by the table's clock, which may be wrong but not its differences.
    pub fn turn_ms(&self, now_ms: u64) -> u64 {
        let Some(state) = &self.state else { return 0 };
        let before = state.at.duration_since(state.turn_since).as_millis();
        let before = u64::try_from(before).unwrap_or(0);
        before.saturating_add(now_ms.saturating_sub(self.heard_ms))
    }

    /// Tiles left; the most there can be if nobody knows.
    pub(super) fn left(&self) -> u32 {
        self.state
            .as_ref()
            .map_or(u32::MAX, |state| state.tiles_left)
    }

    /// The best score.
    pub(super) fn best(&self) -> i32 {
        let players = self.state.iter().flat_map(|state| &state.players);
        players.map(|player| player.score).max().unwrap_or(i32::MIN)
    }
}

fn malformed(what: &str) -> Unread {
    Unread::Malformed(what.to_owned())
}

/// A state with no more in it than a table has.
fn sound(mut state: State) -> Result<State, Unread> {
    state.players = named(state.players)?;
    state.last.truncate(LAST_POINTS);
    state.trouble.truncate(PLAYERS);
    state.trouble.sort();
    if let Some(board) = &state.board
        && (board.tiles.len() > PIECES || board.figures.len() > PIECES)
    {
        return Err(Unread::TooMuch("pieces"));
    }
    Ok(state)
}

/// Players with names that can be shown.
fn named(mut players: Vec<Player>) -> Result<Vec<Player>, Unread> {
    if players.len() > PLAYERS {
        return Err(Unread::TooMuch("players"));
    }
    for player in &mut players {
        player.name = files::words::name(&player.name);
        if player.name.is_empty() {
            player.name = player.color.to_string();
        }
    }
    Ok(players)
}
