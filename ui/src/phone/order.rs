//! What a phone may want: some of the commands a person at the window has, each with what it was
//! looking at, so that nobody takes back or answers what somebody else has changed meanwhile.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, FigureKind};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use tracker::command::Command;
use tracker::log::event::EventId;
use tracker::rules::choice::ChoiceId;
use tracker::snapshot::{QuestionId, Snapshot};

/// An order, as a page sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// That guess of an open question is right.
    Answer {
        /// Which question.
        question: QuestionId,
        /// Index into its guesses.
        guess: usize,
    },
    /// That option is taken.
    Choose {
        /// Which choice.
        choice: ChoiceId,
        /// Index into its options.
        option: usize,
    },
    /// That choice is left alone.
    Decline {
        /// Which choice.
        choice: ChoiceId,
    },
    /// This tile lies there.
    Tile {
        /// Which face.
        face: FaceId,
        /// Right of the start tile.
        x: i32,
        /// Below the start tile.
        y: i32,
        /// How it is turned, degrees clockwise.
        rotation: u16,
    },
    /// This figure stands there.
    Figure {
        /// Index into the snapshot's places for figures.
        place: usize,
        /// The tile it was meant for.
        tile: EventId,
        /// Which piece.
        figure: FigureKind,
        /// In which of the colours of whoever's turn it is; none as long as nobody knows whose.
        color: Option<Color>,
    },
    /// The newest event did not happen.
    Undo {
        /// That event.
        event: EventId,
    },
    /// The turn is over.
    EndTurn {
        /// Its number.
        turn: u32,
    },
}

/// Why an order cannot be carried out as it was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// It makes no sense.
    Unreadable,
    /// Somebody or something was faster.
    Overtaken,
}

impl Order {
    /// The command, as the game stands.
    ///
    /// # Errors
    /// When the game has moved on since the page showed it.
    pub fn command(self, now: &Snapshot) -> Result<Command, Stale> {
        Ok(match self {
            Self::Answer { question, guess } => Command::Answer {
                question,
                choice: guess,
            },
            Self::Choose { choice, option } => Command::Choose { choice, option },
            Self::Decline { choice } => Command::Decline { choice },
            Self::Tile {
                face,
                x,
                y,
                rotation,
            } => {
                let cell = Cell::new(x, y);
                if !cell.is_near() {
                    return Err(Stale::Unreadable);
                }
                Command::PlaceTile {
                    cell,
                    face,
                    rotation: Rotation::try_from(rotation).map_err(|_| Stale::Unreadable)?,
                    garden: None,
                }
            }
            Self::Figure {
                place,
                tile,
                figure,
                color,
            } => {
                let newest = now.tiles.last().map(|tile| tile.event);
                let place = now.turn.figure_places.get(place);
                let place = place.filter(|place| newest == Some(tile) && place.figure == figure);
                let place = place.filter(|_| colors_on_turn(now).contains(&color));
                let place = place.ok_or(Stale::Overtaken)?;
                Command::PlaceFigure {
                    cell: place.at.cell,
                    segment: place.at.segment,
                    figure,
                    color,
                }
            }
            Self::Undo { event } if now.can_undo == Some(event) => Command::Undo,
            Self::EndTurn { turn } if now.turn.open && now.turn.number == turn => Command::EndTurn,
            Self::Undo { .. } | Self::EndTurn { .. } => return Err(Stale::Overtaken),
        })
    }

    /// Reads what a page sent.
    ///
    /// # Errors
    /// When it is no order.
    pub fn read(bytes: &[u8]) -> Result<Self, Stale> {
        serde_json::from_slice(bytes).map_err(|_| Stale::Unreadable)
    }

    /// As a page sends it.
    pub fn text(&self) -> String {
        // Numbers, names and enums always can be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The colours of whoever's turn it is, the first one first.
pub(super) fn colors_on_turn(now: &Snapshot) -> Vec<Option<Color>> {
    let player = now.turn.player;
    let mut seats = now.players.iter();
    let seat = seats.find(|seat| seat.colors().any(|color| Some(color) == player));
    match seat {
        Some(seat) => seat.colors().map(Some).collect(),
        None => vec![player],
    }
}

/// A button that sends an order.
pub(super) fn button(order: &Order, label: &str) -> Markup {
    html! { button type="button" data-order=(order.text()) { (label) } }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carcassonne::spots::RimGeometry;
    use tracker::Tracker;
    use tracker::board::features::{FeatureKind, SegmentRef};
    use tracker::snapshot::FigurePlace;

    use super::*;
    use crate::text::{Language, Words};

    fn game() -> Tracker {
        let setup = "players=Anna:red,Ben:blue".parse().unwrap();
        Tracker::new(Arc::new(setup), Arc::new(RimGeometry))
    }

    #[test]
    fn orders_come_back_as_they_were_written() {
        let face = carcassonne::catalogue::face_id("D").unwrap();
        let order = Order::Tile {
            face,
            x: -1,
            y: 2,
            rotation: 90,
        };
        assert_eq!(Order::read(order.text().as_bytes()), Ok(order));
        for nonsense in [
            "",
            "{}",
            "[]",
            r#"{"pause":null}"#,
            r#"{"undo":{"event":-1}}"#,
            r#"{"undo":{"event":1,"more":2}}"#,
            r#"{"tile":{"face":"../../etc","x":0,"y":0,"rotation":0}}"#,
            "\u{0}",
        ] {
            assert_eq!(
                Order::read(nonsense.as_bytes()),
                Err(Stale::Unreadable),
                "{nonsense}"
            );
        }
    }

    #[test]
    fn a_figure_stands_in_any_colour_of_its_seat_and_in_no_other() {
        let mut game = game();
        let lay = Command::PlaceTile {
            cell: Cell::new(0, 0),
            face: carcassonne::catalogue::face_id("D").unwrap(),
            rotation: Rotation::R0,
            garden: None,
        };
        game.command(0, lay).unwrap();
        let mut now = Snapshot::clone(&game.snapshot());
        now.players[0].also = vec![Color::Yellow];
        now.turn.open = true;
        now.turn.player = Some(Color::Red);
        let (cell, segment, figure) = (Cell::new(0, 0), 0, FigureKind::Meeple);
        now.turn.figure_places = vec![FigurePlace {
            figure,
            at: SegmentRef::new(cell, segment),
            on: FeatureKind::City,
        }];
        let tile = now.tiles[0].event;
        let command = |color| {
            let order = Order::Figure {
                place: 0,
                tile,
                figure,
                color,
            };
            order.command(&now)
        };
        for color in [Color::Red, Color::Yellow].map(Some) {
            let put = Command::PlaceFigure {
                cell,
                segment,
                figure,
                color,
            };
            assert_eq!(command(color), Ok(put));
        }
        for other in [Some(Color::Blue), None] {
            assert_eq!(command(other), Err(Stale::Overtaken));
        }
        let panel = crate::phone::hand::panel(Words::new(Language::English), &now);
        assert!(panel.into_string().contains("color&quot;:&quot;yellow"));
    }

    #[test]
    fn what_was_overtaken_is_not_done() {
        let mut game = game();
        let before = game.snapshot();
        let face = carcassonne::catalogue::face_id("D").unwrap();
        let lay = Order::Tile {
            face,
            x: 0,
            y: 0,
            rotation: 0,
        };
        game.command(0, lay.command(&before).unwrap()).unwrap();
        let after = game.snapshot();
        assert_eq!(after.tiles.len(), 1);
        let event = after.can_undo.unwrap();
        assert!(Order::Undo { event }.command(&after).is_ok());
        assert_eq!(
            Order::Undo { event }.command(&before),
            Err(Stale::Overtaken)
        );
        let turn = after.turn.number + 7;
        assert_eq!(
            Order::EndTurn { turn }.command(&after),
            Err(Stale::Overtaken)
        );
        for x in [i32::MIN, i32::MIN + 1, -501, 501, i32::MAX] {
            let far = Order::Tile {
                face,
                x,
                y: 0,
                rotation: 0,
            };
            assert_eq!(far.command(&after), Err(Stale::Unreadable), "{x}");
        }
        let odd = Order::Tile {
            face,
            x: 0,
            y: 0,
            rotation: 45,
        };
        assert_eq!(odd.command(&after), Err(Stale::Unreadable));
    }
}
