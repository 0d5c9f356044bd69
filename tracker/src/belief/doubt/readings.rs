//! The other ways in which an event can be read: another face, another place, another figure, another
//! player, or something missed after it.
//!
//! Each is one guess; how likely it is depends on what it would overturn.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;

use super::{IN_TURN, Past, figure_meaning, played};
use crate::belief::question::{Guess, Meaning};
use crate::event::{EventId, EventKind};
use crate::rules::Expansion;

/// Where a figure stands on a tile that lies elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foot {
    /// Where it was seen: the tile lies turned as before.
    AsSeen,
    /// Nobody knows: the tile is turned otherwise.
    Unknown,
}

impl Past<'_> {
    /// All that could have happened instead.
    pub(super) fn other_readings(&self) -> Vec<Guess> {
        let now = &self.fact.kind;
        let mut all = match now.deed() {
            EventKind::TileLaid { .. } => {
                let mut all = self.other_tiles();
                all.extend(self.other_places());
                all
            }
            EventKind::FigurePlaced { color: Some(_), .. } => self.other_figures(),
            EventKind::FigureTaken { figure } => {
                // It was not taken home: it had never stood there.
                let never = [*figure, self.fact.event].map(|event| EventKind::Removed { event });
                let taken_back = Guess::new(Meaning::TakenBack, never.to_vec(), 0.2);
                let others = self.before.figures().filter(|other| other.event != *figure);
                let others = others.map(|other| EventKind::FigureTaken {
                    figure: other.event,
                });
                let others = others.map(|other| self.instead(other)).collect::<Vec<_>>();
                others.into_iter().chain([taken_back]).collect()
            }
            EventKind::TurnOf { color } => self.colors(*color, |color| EventKind::TurnOf { color }),
            EventKind::TileDiscarded { face } => {
                let faces = self.before.catalogue().faces();
                let others = faces.map(|face| face.id).filter(|other| other != face);
                others
                    .map(|face| self.instead(EventKind::TileDiscarded { face }))
                    .collect()
            }
            _ => Vec::new(),
        };
        for choice in self.before.choices() {
            let events: Vec<&EventKind> = choice
                .options
                .iter()
                .filter_map(|option| option.events.first())
                .collect();
            if events.contains(&now) {
                let others = events.into_iter().filter(|other| *other != now);
                all.extend(others.map(|other| self.instead(other.clone())));
            }
        }
        all.retain(|option| match &option.events[..] {
            [EventKind::Corrected { event, to }, ..] if *event == self.fact.event => {
                **to != *now && self.before.clone().apply(self.fact.event, to).is_ok()
            }
            _ => true,
        });
        all
    }

    /// Tiles that fit there, as likely as copies were left.
    fn other_tiles(&self) -> Vec<Guess> {
        let &EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden,
            before,
        } = self.fact.kind.deed()
        else {
            return Vec::new();
        };
        let laid = |face: FaceId, rotation, garden| EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden,
            before,
        };
        let mut all = Vec::new();
        let faces = self
            .before
            .catalogue()
            .faces()
            .filter(|face| !face.is_wild());
        for other in faces {
            let left = f32::from(self.before.copies_left(other));
            for turned in other.distinct_rotations() {
                let garden = garden.filter(|_| other.id == face);
                let meaning = Meaning::Tile {
                    face: other.id,
                    rotation: turned,
                };
                // The same tile turned is the likelier slip: its colours are right.
                let weight = if other.id == face { 3.0 * left } else { left };
                all.push(Guess::new(
                    meaning,
                    self.corrected(laid(other.id, turned, garden)),
                    weight,
                ));
            }
        }
        let own = self.before.catalogue().face(&face);
        // Without abbots nobody minds gardens.
        let minded = self.before.setup().plays(Expansion::Abbot);
        if minded && own.is_some_and(|face| face.garden_copies > 0) {
            let other = garden != Some(true);
            let to = laid(face, rotation, Some(other));
            all.push(Guess::new(Meaning::Garden(other), self.corrected(to), 2.0));
        }
        all
    }

    /// The same tile on another cell, the nearest first: it was tied to the wrong place, or a
    /// wrong cell was clicked. A figure put on it in its turn goes with it.
    fn other_places(&self) -> Vec<Guess> {
        let &EventKind::TileLaid {
            cell,
            face,
            rotation,
            garden,
            before,
        } = self.fact.kind.deed()
        else {
            return Vec::new();
        };
        let Some(own) = self.before.catalogue().face(&face) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for other in self.before.board().frontier() {
            if other == cell {
                continue;
            }
            let away = (other.x - cell.x).abs() + (other.y - cell.y).abs();
            for turned in own.distinct_rotations() {
                let moved = EventKind::TileLaid {
                    cell: other,
                    face,
                    rotation: turned,
                    garden,
                    before,
                };
                #[allow(clippy::cast_precision_loss)]
                let near = 2.0 / away as f32;
                let weight = if turned == rotation { near } else { near / 4.0 };
                let meaning = Meaning::Happened(Box::new(moved.clone()));
                let mut events = self.corrected(moved);
                let foot = match turned == rotation {
                    true => Foot::AsSeen,
                    false => Foot::Unknown,
                };
                events.extend(self.figure_moved(other, foot));
                all.push(Guess::new(meaning, events, weight));
            }
        }
        all
    }

    /// The figure that was put on the tile in its turn, on the tile's new cell.
    fn figure_moved(&self, to: Cell, stands: Foot) -> Option<EventKind> {
        let on = self.cell();
        self.rest_of_turn().iter().find_map(|fact| {
            let mut moved = fact.kind.clone();
            let EventKind::FigurePlaced { cell, foot, .. } = &mut moved else {
                return None;
            };
            if *cell != on {
                return None;
            }
            *cell = to;
            *foot = foot.filter(|_| stands == Foot::AsSeen);
            Some(EventKind::Corrected {
                event: fact.event,
                to: Box::new(moved),
            })
        })
    }

    fn other_figures(&self) -> Vec<Guess> {
        let EventKind::FigurePlaced {
            cell,
            segment,
            figure,
            color,
            foot,
            before,
        } = *self.fact.kind.deed()
        else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let segments = self
            .before
            .board()
            .get(cell)
            .map_or(0, |laid| laid.face.segments.len());
        let colors: Vec<Color> = match self.log.game().setup().players.is_empty() {
            true => Color::ALL.to_vec(),
            false => self.before.colors().collect(),
        };
        for other in colors {
            for (kind, _) in self.before.pieces() {
                for at in 0..=segments {
                    let alike = [Some(other) == color, kind == figure, at == segment];
                    let weight = alike
                        .map(|same| if same { 3.0 } else { 1.0 })
                        .iter()
                        .product();
                    let to = EventKind::FigurePlaced {
                        cell,
                        segment: at,
                        figure: kind,
                        color: Some(other),
                        foot,
                        before,
                    };
                    if let Some(meaning) = figure_meaning(&self.before, &to) {
                        all.push(Guess::new(meaning, self.corrected(to), weight));
                    }
                }
            }
        }
        all
    }

    /// What could have happened besides, before its turn ended.
    pub(super) fn missed(&self) -> Vec<Guess> {
        let own = std::slice::from_ref(self.fact);
        let game = played(played(self.before.clone(), own), self.rest_of_turn());
        let next = self
            .log
            .holding()
            .get(self.at + 1 + self.rest_of_turn().len());
        let insert = |what: EventKind| match next {
            Some(next) => vec![EventKind::Inserted {
                before: next.event,
                what: Box::new(what),
            }],
            None => vec![what],
        };
        let mut all = Vec::new();
        let player = game.open_turn().and_then(|open| open.player);
        for color in game.colors() {
            let own = game.player_of(color).map(|player| player.color) == player;
            let weight = if own { IN_TURN } else { 1.0 };
            for place in game.figure_places(color) {
                let placed = EventKind::FigurePlaced {
                    cell: place.at.cell,
                    segment: place.at.segment,
                    figure: place.figure,
                    color: Some(color),
                    foot: None,
                    before: false,
                };
                if let Some(meaning) = figure_meaning(&game, &placed) {
                    all.push(Guess::new(meaning, insert(placed), weight));
                }
            }
        }
        let choices = game.choices().into_iter().flat_map(|choice| choice.options);
        for option in choices.filter(|option| option.events.len() == 1) {
            let what = option.events[0].clone();
            all.push(Guess::new(
                Meaning::Happened(Box::new(what.clone())),
                insert(what),
                4.0,
            ));
        }
        for figure in game.figures() {
            let what = EventKind::FigureTaken {
                figure: figure.event,
            };
            all.push(Guess::new(
                Meaning::Happened(Box::new(what.clone())),
                insert(what),
                0.5,
            ));
        }
        all.retain(|option| {
            let what = match &option.events[..] {
                [EventKind::Inserted { what, .. }] => what,
                [what] => what,
                _ => return false,
            };
            game.clone().apply(EventId(u64::MAX), what).is_ok()
        });
        all
    }

    /// The other players, to whom the turn may belong.
    pub(super) fn other_turns(&self) -> Vec<Guess> {
        let rest = self.rest_of_turn();
        let now = played(self.before.clone(), std::slice::from_ref(self.fact));
        let player = played(now, rest).open_turn().and_then(|open| open.player);
        let said = rest
            .iter()
            .find(|fact| matches!(fact.kind, EventKind::TurnOf { .. }));
        let next = self.log.holding().get(self.at + 1);
        let players = self.log.game().players().iter().map(|player| player.color);
        let turn_of = |color| {
            let what = EventKind::TurnOf { color };
            match (said, next) {
                (Some(said), _) => EventKind::Corrected {
                    event: said.event,
                    to: Box::new(what),
                },
                (None, Some(next)) => EventKind::Inserted {
                    before: next.event,
                    what: Box::new(what),
                },
                (None, None) => what,
            }
        };
        players
            .filter(|&color| Some(color) != player)
            .map(|color| Guess::new(Meaning::TurnOf(color), vec![turn_of(color)], 1.0))
            .collect()
    }

    fn colors(&self, now: Color, kind: impl Fn(Color) -> EventKind) -> Vec<Guess> {
        let players = self.log.game().players().iter();
        let others = players
            .map(|player| player.color)
            .filter(|&color| color != now);
        others
            .map(|color| Guess::new(Meaning::TurnOf(color), self.corrected(kind(color)), 1.0))
            .collect()
    }
}
