//! What is shown of a hall: the tables in their order, taken off the wall at one moment.

use std::collections::HashMap;
use std::sync::Arc;

use hall::message::board;
use hall::message::topic::TableName;
use hall::message::{Ailment, Game, Player, Points, State};
use hall::wall::{Order, Standing, Table, Wall};
use hall::watcher::{Hearing, Watcher};
use tracker::setup::Setup;
use tracker::snapshot::Snapshot;

use crate::faces;
use crate::text::{Words, message};

/// A table as it is shown.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its name.
    pub table: TableName,
    /// How it stands.
    pub standing: Standing,
    /// How its game stands.
    pub state: Option<Arc<State>>,
    /// What is played there, if it tells.
    pub game: Option<Arc<Game>>,
    /// Whether it is there.
    pub online: bool,
    /// Whether its result is final.
    pub is_final: bool,
    /// How long its turn has lasted, ms.
    pub turn_ms: u64,
}

impl Card {
    fn of(table: &Table, standing: Standing, now_ms: u64) -> Self {
        Self {
            table: table.name().clone(),
            standing,
            state: table.state().cloned(),
            game: table.game().cloned(),
            online: table.is_online(),
            is_final: table.is_final(),
            turn_ms: table.turn_ms(now_ms),
        }
    }

    /// Whether somebody should look after it.
    pub fn needs_somebody(&self) -> bool {
        self.standing <= Standing::Waits
    }

    /// The newest points.
    pub fn last(&self) -> &[Points] {
        self.state.as_ref().map_or(&[], |state| &state.last)
    }

    /// The board, to be drawn; none if the table does not show it.
    pub fn board(&self) -> Option<Snapshot> {
        let board = self.state.as_ref()?.board.as_ref()?;
        // A table that plays the base game may not have told its set-up yet.
        let own = self.game.as_ref().map(|game| &game.setup);
        let plain = Setup::default();
        // The window draws faces by their names alone.
        faces::remember(&own.unwrap_or(&plain).tiles);
        Some(board::snapshot(own.unwrap_or(&plain), board))
    }
}

/// Whether nobody has more points, and somebody has fewer.
pub fn leads(state: &State, player: &Player) -> bool {
    let scores = || state.players.iter().map(|player| player.score);
    scores().max() == Some(player.score) && scores().min() < Some(player.score)
}

/// The whole wall at one moment.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The tables in their order.
    pub cards: Vec<Card>,
    /// How the listening goes.
    pub hearing: Hearing,
}

impl Shown {
    /// Takes the wall down, in that order.
    pub fn of(watcher: &Watcher, order: Order) -> Self {
        let hearing = watcher.hearing();
        watcher.look(|wall, now_ms| Self::at(wall, hearing, order, now_ms))
    }

    /// The wall as it stands at that moment of its clock.
    pub fn at(wall: &Wall, hearing: Hearing, order: Order, now_ms: u64) -> Self {
        let sorted = wall.sorted(order, now_ms).into_iter();
        let cards = sorted
            .map(|(table, standing)| Card::of(table, standing, now_ms))
            .collect();
        Self { cards, hearing }
    }
}

/// Boards that were put together from moves, as long as they are the newest.
#[derive(Default)]
pub struct Boards(HashMap<TableName, (u64, u64, Arc<Snapshot>)>);

impl Boards {
    /// The board of a table.
    pub fn of(&mut self, card: &Card) -> Option<Arc<Snapshot>> {
        let state = card.state.as_ref()?;
        let version = (state.session, state.number);
        if let Some((session, number, snapshot)) = self.0.get(&card.table)
            && (*session, *number) == version
        {
            return Some(snapshot.clone());
        }
        let snapshot = Arc::new(card.board()?);
        let kept = (version.0, version.1, snapshot.clone());
        self.0.insert(card.table.clone(), kept);
        Some(snapshot)
    }
}

impl Words {
    /// What is the matter with a table, in a few words; nothing if it plays.
    pub fn hall_standing(self, card: &Card) -> Option<String> {
        let text = match card.standing {
            Standing::Disagrees => message::HALL_DISAGREES,
            Standing::Ails(Ailment::Calls) => message::HALL_CALLS,
            Standing::Ails(Ailment::Unsaved) => message::HALL_UNSAVED,
            Standing::Ails(Ailment::Lost) => message::HALL_LOST,
            Standing::Ails(Ailment::Differs) => message::HALL_DIFFERS,
            Standing::Ails(Ailment::Asks) => message::HALL_ASKS,
            Standing::Gone => message::HALL_GONE,
            Standing::Waits => {
                let minutes = card.turn_ms / 60_000;
                return Some(self.with(message::HallWaits { minutes }));
            }
            Standing::Unconfirmed => message::HALL_UNCONFIRMED,
            Standing::Final => message::HALL_FINAL,
            Standing::Empty => message::HALL_EMPTY,
            Standing::Plays => return None,
        };
        Some(self.say(text))
    }

    /// Why the wall hears nothing, and what to do about it.
    pub fn hall_wall_trouble(self, trouble: &hall::Trouble) -> String {
        use hall::Trouble;
        self.say(match trouble {
            Trouble::Away(_) => message::HALL_WALL_AWAY,
            Trouble::Insecure(_) => message::HALL_TROUBLE_INSECURE,
            Trouble::Refused => message::HALL_TROUBLE_REFUSED,
            // The wall writes and keeps nothing.
            Trouble::Forbidden | Trouble::Unkept(_) => message::HALL_NOBODY_WHY,
            Trouble::Account(_) => message::HALL_TROUBLE_ACCOUNT,
        })
    }

    /// A table's name, as one says it: a bare number is a table's.
    pub fn hall_table(self, table: &TableName) -> String {
        let bare = table.as_str().chars().all(|c| c.is_ascii_digit());
        match bare {
            true => self.with(message::HallTable {
                number: table.as_str(),
            }),
            false => table.to_string(),
        }
    }

    /// Points that were given at some table: who, how many, what for.
    pub fn hall_points(self, state: &State, points: &Points) -> String {
        let who = match points.color {
            None => self.say(message::TEAM_NAME),
            Some(color) => {
                let player = state.players.iter().find(|player| player.color == color);
                player.map_or_else(|| self.color(color), |player| self.hall_player(player))
            }
        };
        format!(
            "{who} {:+} · {}: {}",
            points.points,
            self.reason(points.reason),
            self.expression(&points.expression),
        )
    }

    /// A player's name; those who are called by their colours, in this language.
    pub fn hall_player(self, player: &hall::message::Player) -> String {
        match player.name == player.color.name() {
            true => crate::text::capital(&self.color(player.color)),
            false => player.name.clone(),
        }
    }
}
