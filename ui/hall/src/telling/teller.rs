//! A table's side of the hall: what of a game is told, when it has changed.
//!
//! Gets the newest snapshot and all events, in whatever thread its caller has; tells what the
//! table has agreed to and nothing else.

use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use tracker::event::Event;
use tracker::log::record::Record;
use tracker::setup::Setup;
use tracker::snapshot::{PlayerView, Snapshot};

use crate::broker::account::Account;
use crate::broker::address::Address;
use crate::broker::link::Trouble;
use crate::message::board;
use crate::message::topic::{Kind, TableName};
use crate::message::{Ailment, Game, Happened, Outcome, Player, State, Team, VERSION, write};
use crate::telling::agreed::Agreed;
use crate::telling::outbox::Post;
use crate::telling::publisher::{Options, Publisher, Status};
use carcassonne::seen::Calm;

/// Where a table tells of itself, and what.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The hall.
    pub address: Address,
    /// Who one is there.
    pub account: Account,
    /// The table.
    pub table: TableName,
    /// What it has agreed to.
    pub agreed: Agreed,
    /// Where what waits for the broker is kept; without it, in memory.
    pub folder: Option<PathBuf>,
}

/// Tells one game.
pub struct Teller {
    publisher: Publisher,
    agreed: Agreed,
    session: u64,
    number: u64,
    game: Timestamp,
    /// The number of the newest event that was told.
    told: u64,
    setup: Option<Setup>,
    state: Option<State>,
    turn: (u32, Timestamp),
    calls: bool,
}

impl Teller {
    /// Begins to tell of the game that was started then.
    ///
    /// # Errors
    /// When the account cannot be used or the system gives no thread.
    pub fn open(wanted: &Wanted, game: Timestamp, now: Timestamp) -> Result<Self, Trouble> {
        let folder = wanted.folder.as_ref().map(|folder| place(folder, wanted));
        let session = next_session(folder.as_deref(), now);
        let publisher = Publisher::open(Options {
            address: wanted.address.clone(),
            account: wanted.account.clone(),
            table: wanted.table.clone(),
            session,
            outbox: folder.map(|folder| folder.join("outbox.jsonl")),
        })?;
        Ok(Self {
            publisher,
            agreed: wanted.agreed,
            session,
            number: 0,
            game,
            told: 0,
            setup: None,
            state: None,
            turn: (0, now),
            calls: false,
        })
    }

    /// Tells what has changed.
    pub fn tell(&mut self, snapshot: &Snapshot, events: &[Event], now: Timestamp) {
        if self.turn.0 != snapshot.turn.number {
            self.turn = (snapshot.turn.number, now);
        }
        if self.agreed.board {
            self.tell_game(snapshot);
            self.tell_events(events);
        }
        let state = self.state(snapshot, now);
        let same = |old: &State| {
            let numbered = State {
                number: old.number,
                at: old.at,
                ..state.clone()
            };
            numbered == *old
        };
        if self.state.as_ref().is_some_and(same) {
            return;
        }
        self.number += 1;
        self.publisher.newest(Kind::State, write(&state));
        self.state = Some(state);
    }

    fn tell_game(&mut self, snapshot: &Snapshot) {
        let setup = self.agreed.setup(&snapshot.setup);
        if self.setup.as_ref() == Some(&setup) {
            return;
        }
        let game = Game {
            v: VERSION,
            game: self.game,
            setup: setup.clone(),
        };
        self.publisher.newest(Kind::Game, write(&game));
        self.setup = Some(setup);
    }

    fn tell_events(&mut self, events: &[Event]) {
        // The log only grows, so what is new stands at its end.
        let first = events.partition_point(|event| event.id.0 <= self.told);
        for event in &events[first..] {
            self.told = event.id.0;
            let happened = Happened {
                v: VERSION,
                game: self.game,
                event: event.clone(),
            };
            self.post(Kind::Event, write(&happened));
        }
    }

    fn post(&self, kind: Kind, payload: Vec<u8>) {
        if let Ok(text) = String::from_utf8(payload) {
            self.publisher.post(Post { kind, text });
        }
    }

    fn state(&self, snapshot: &Snapshot, now: Timestamp) -> State {
        State {
            session: self.session,
            number: self.number + 1,
            game: self.game,
            turn_since: self.turn.1,
            trouble: self.ailments(snapshot),
            ..state(snapshot, &self.agreed, now)
        }
    }

    fn ailments(&self, snapshot: &Snapshot) -> Vec<Ailment> {
        let health = &snapshot.health;
        let lost = matches!(health.calm, Some(Calm::Lost(_)));
        let all = [
            (self.calls, Ailment::Calls),
            (health.storage.is_some(), Ailment::Unsaved),
            (lost && !snapshot.over, Ailment::Lost),
            (
                snapshot.desync.is_some() && !snapshot.over,
                Ailment::Differs,
            ),
            (!snapshot.questions.is_empty(), Ailment::Asks),
        ];
        all.into_iter()
            .filter_map(|(is, ailment)| is.then_some(ailment))
            .collect()
    }

    /// Somebody asks for the organisers, or does not any more; told with the next state.
    pub fn call(&mut self, calls: bool) {
        self.calls = calls;
    }

    /// Whether somebody asks for the organisers.
    pub fn calls(&self) -> bool {
        self.calls
    }

    /// Whether the drawn board is wanted.
    pub fn wants_drawing(&self) -> bool {
        self.agreed.drawing
    }

    /// Tells the drawn board, if that was agreed to.
    pub fn drawing(&self, svg: &str) {
        if self.agreed.drawing {
            self.publisher
                .newest(Kind::Drawing, svg.as_bytes().to_vec());
        }
    }

    /// Confirms the result: it is final, and the record goes with it. A game that is not over has
    /// none.
    pub fn confirm(&mut self, snapshot: &Snapshot, record: &Record, now: Timestamp) -> bool {
        if !snapshot.over {
            return false;
        }
        let outcome = Outcome {
            v: VERSION,
            game: self.game,
            players: players(snapshot, &self.agreed),
            team: team(snapshot),
            turns: snapshot.turn.number,
            confirmed: now,
        };
        // The hall counts the record as soon as it has both.
        if let Some(told) = self.agreed.record(record) {
            self.post(Kind::Record, told);
        }
        self.post(Kind::Result, write(&outcome));
        true
    }

    /// How it goes.
    pub fn status(&self) -> Status {
        self.publisher.status()
    }
}

/// How a game stands, as far as the table has agreed to tell; the first state of its session.
pub fn state(snapshot: &Snapshot, agreed: &Agreed, now: Timestamp) -> State {
    State {
        v: VERSION,
        session: 0,
        number: 1,
        at: now,
        game: now,
        players: players(snapshot, agreed),
        team: team(snapshot),
        turn: snapshot.turn.number,
        turn_since: now,
        tiles: u32::try_from(snapshot.tiles.len()).unwrap_or(u32::MAX),
        tiles_left: snapshot.bag.left,
        over: snapshot.over,
        last: board::last_points(snapshot),
        trouble: Vec::new(),
        board: agreed.board.then(|| board::told(snapshot)),
    }
}

fn players(snapshot: &Snapshot, agreed: &Agreed) -> Vec<Player> {
    let turn = &snapshot.turn;
    let on_turn = if turn.open { turn.player } else { turn.next };
    let of = |player: &PlayerView| Player {
        name: agreed.name(&player.name, player.color),
        color: player.color,
        score: player.score,
        on_turn: !snapshot.over && on_turn.is_some_and(|it| player.colors().any(|c| c == it)),
    };
    snapshot.players.iter().map(of).collect()
}

fn team(snapshot: &Snapshot) -> Option<Team> {
    snapshot.team.as_ref().map(|team| Team {
        score: team.score,
        target: team.target,
    })
}

/// The folder of a table in a hall: two tables on one machine do not share it.
fn place(folder: &Path, wanted: &Wanted) -> PathBuf {
    let names = [
        &wanted.address.host,
        &wanted.address.base,
        wanted.table.as_str(),
    ];
    let names = names.map(|name| files::words::file_stem(name).1);
    names
        .iter()
        .fold(folder.to_owned(), |folder, name| folder.join(name))
}

/// The number of this start: larger than the last one that is remembered, and than any that is
/// not, as far as the clock is right.
fn next_session(folder: Option<&Path>, now: Timestamp) -> u64 {
    let by_clock = u64::try_from(now.as_second()).unwrap_or(0);
    let Some(folder) = folder else {
        return by_clock;
    };
    let path = folder.join("session");
    let kept = files::read::text(&path, 64).ok();
    let kept = kept
        .and_then(|text| text.trim().parse::<u64>().ok())
        .unwrap_or(0);
    let session = by_clock
        .max(kept.saturating_add(1))
        .min(files::limits::LARGEST_NUMBER);
    let written = || -> io::Result<()> {
        files::write::folder(folder)?;
        files::write::file(&path, session.to_string().as_bytes())
    };
    if let Err(error) = written() {
        tracing::warn!(%error, "the number of this start is not kept");
    }
    session
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_grow_even_if_the_clock_goes_back() {
        let folder = tempfile::tempdir().unwrap();
        let at = |second| Timestamp::from_second(second).unwrap();
        let first = next_session(Some(folder.path()), at(2_000_000_000));
        let second = next_session(Some(folder.path()), at(1_000));
        assert!(second > first);
        std::fs::write(folder.path().join("session"), "nonsense").unwrap();
        assert_eq!(next_session(Some(folder.path()), at(5)), 5);
    }
}
