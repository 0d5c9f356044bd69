//! Sentences for what can be chosen: what an option does and what it leads to.
//!
//! As in [`super::facts`], every enum is matched without a catch-all.

use carcassonne::geometry::{Cell, Rim, Rotation, Side};
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::{FeatureKind, SegmentRef};
use tracker::log::event::{EventId, EventKind};
use tracker::log::ghost::{Companion, GhostCount, GhostPlace};
use tracker::rules::choice::{ChoiceOption, Effect};
use tracker::snapshot::{FeatureView, Snapshot};

use crate::faces;
use crate::text::{Words, capital, message};

impl Words {
    /// What an option does: `Mage to the road, 2 right from the start tile`.
    pub fn option(self, snapshot: &Snapshot, option: &ChoiceOption) -> String {
        let each: Vec<String> = option
            .shown()
            .iter()
            .map(|event| self.event(snapshot, event))
            .collect();
        capital(&each.join("; "))
    }

    /// What an option leads to: `Anna +4 · 2 ghosts fewer`; empty if it changes nothing that
    /// can be counted.
    pub fn effect(self, snapshot: &Snapshot, effect: &Effect) -> String {
        let mut parts = self.changes(snapshot, &effect.scores);
        if effect.projected != effect.scores {
            let at_end = self.changes(snapshot, &effect.projected);
            if !at_end.is_empty() {
                let points = at_end.join(", ");
                parts.push(self.with(message::EffectAtEnd { points }));
            }
        }
        match effect.ghosts {
            0 => {}
            n if n > 0 => parts.push(self.with(message::EffectMoreGhosts { count: n })),
            n => parts.push(self.with(message::EffectFewerGhosts { count: -n })),
        }
        if effect.ends_game {
            parts.push(self.say(message::EFFECT_ENDS_GAME));
        }
        parts.join(" · ")
    }

    fn changes(self, snapshot: &Snapshot, changes: &[(Option<Color>, i32)]) -> Vec<String> {
        let one = |&(color, points): &(Option<Color>, i32)| {
            let sign = if points < 0 { "−" } else { "+" };
            format!(
                "{} {sign}{}",
                self.scorer(snapshot, color),
                points.unsigned_abs()
            )
        };
        changes.iter().map(one).collect()
    }

    /// What an event does, in the words of somebody who proposes it.
    pub fn event(self, snapshot: &Snapshot, event: &EventKind) -> String {
        match event {
            EventKind::TileLaid { cell, face, .. } => self.with(message::EventTileLaid {
                face: face.as_str(),
                place: self.place_in(snapshot, *cell),
            }),
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color,
                ..
            } => {
                let owner = color.map(|color| self.player(snapshot, color));
                let at = SegmentRef::new(*cell, *segment);
                self.with(message::EventFigurePlaced {
                    figure: self.figure_of(*figure, owner.as_deref()),
                    place: self.segment(snapshot, at),
                })
            }
            EventKind::FigureTaken { figure } => {
                let figure = self.standing(snapshot, *figure);
                self.with(message::EventFigureTaken { figure })
            }
            EventKind::TileDiscarded { face } => self.with(message::EventTileDiscarded {
                face: face.as_str(),
            }),
            EventKind::TurnOf { color } => {
                let name = self.player(snapshot, *color);
                self.with(message::EventTurnOf { name })
            }
            EventKind::PileEmpty => self.say(message::EVENT_PILE_EMPTY),
            EventKind::TurnEnded => self.say(message::EVENT_TURN_ENDED),
            EventKind::GameEnded => self.say(message::EVENT_GAME_ENDED),
            EventKind::GhostsMoved { from, to, count } => {
                self.ghosts_moved(snapshot, *from, *to, *count)
            }
            EventKind::CompanionPlaced { companion, host } => {
                let name = self.companion(*companion);
                match host {
                    Some(host) => self.with(message::EventCompanionPlaced {
                        name,
                        figure: self.standing(snapshot, *host),
                    }),
                    None => self.with(message::EventCompanionAside { name }),
                }
            }
            EventKind::RegionDecided { at: _, removal } => self.decided(snapshot, removal),
            EventKind::MeepleBuried {
                cell: _,
                color,
                figure,
            } => {
                let name = self.player(snapshot, *color);
                match figure {
                    Some(figure) => {
                        let figure = self.standing(snapshot, *figure);
                        self.with(message::EventMeepleBuried { figure })
                    }
                    None => {
                        let figure = self.figure_of(FigureKind::Meeple, Some(&name));
                        self.with(message::EventSupplyBuried { figure })
                    }
                }
            }
            EventKind::TileTurnedDown { cell } => {
                let place = self.place_in(snapshot, *cell);
                self.with(message::EventTileTurnedDown { place })
            }
            EventKind::TileMoved { from, to, rotation } => self.with(message::EventTileMoved {
                from: self.place_in(snapshot, *from),
                to: self.place_in(snapshot, *to),
                degrees: rotation.degrees(),
            }),
            EventKind::TatanDrawn => self.say(message::EVENT_TATAN_DRAWN),
            EventKind::TatanUsed { how } => self.tatan_use(snapshot, *how),
            EventKind::GapFilled { cells } => {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|&cell| self.place_in(snapshot, cell))
                    .collect();
                self.with(message::EventGapFilled {
                    places: self.list(&cells),
                })
            }
            EventKind::ChipLaid { cell, color } => self.chip_laid(*cell, *color),
            EventKind::ChipTurned {
                cell: _,
                value,
                color,
            } => self.chip_turned(*value, *color),
            EventKind::IslandRevealed { island, face } => self.with(message::EventIslandRevealed {
                face: face.as_str(),
                place: self.place_in(snapshot, *island),
            }),
            EventKind::IslandTaken { island } => self.island_taken(snapshot, *island),
            EventKind::Declined { choice: _ } => self.say(message::CHOICE_LEAVE),
            EventKind::Points { color, points } => self.with(message::PointsFor {
                name: self.player(snapshot, *color),
                points,
            }),
            EventKind::Insisted { what } => self.with(message::EventInsisted {
                what: self.event(snapshot, what),
            }),
            EventKind::Corrected { event: _, to } => self.event(snapshot, to),
            EventKind::Inserted { before: _, what } => self.event(snapshot, what),
            EventKind::Removed { event: _ }
            | EventKind::Undone { event: _ }
            | EventKind::Redone { event: _ } => self.say(message::EVENT_CHANGE),
        }
    }

    fn island_taken(self, snapshot: &Snapshot, island: Cell) -> String {
        let islands = snapshot.modules.benelux.iter().flat_map(|b| &b.islands);
        let view = islands.into_iter().find(|view| view.cell == island);
        let color = view.map_or_else(String::new, |view| self.chip(view.color));
        let top = view.and_then(|view| view.top);
        let face = top.map_or_else(|| "?".to_owned(), |face| face.to_string());
        self.with(message::EventIslandTaken { color, face })
    }

    /// What becomes of a completed region of the cooperative game.
    fn decided(self, snapshot: &Snapshot, removal: &[GhostCount]) -> String {
        if removal.is_empty() {
            return self.say(message::EVENT_POINTS_TAKEN);
        }
        let ghosts = removal.iter().map(|ghosts| {
            self.ghosts_moved(snapshot, ghosts.place, GhostPlace::Supply, ghosts.count)
        });
        self.list(&ghosts.collect::<Vec<_>>())
    }

    fn ghosts_moved(
        self,
        snapshot: &Snapshot,
        from: GhostPlace,
        to: GhostPlace,
        count: u8,
    ) -> String {
        let on_board = (from.is_on_board(), to.is_on_board());
        let from = self.ghosts_from(snapshot, from);
        let to = self.ghosts_to(snapshot, to);
        match on_board {
            (false, _) => self.with(message::EventGhostsCome { count, to }),
            (true, false) => self.with(message::EventGhostsGo { count, from }),
            (true, true) => self.with(message::EventGhostsMove { count, from, to }),
        }
    }

    /// `from the mist (2 right from the start tile)`
    pub fn ghosts_from(self, snapshot: &Snapshot, from: GhostPlace) -> String {
        match from {
            GhostPlace::Supply => self.say(message::GHOSTS_FROM_SUPPLY),
            GhostPlace::CatStock => self.say(message::GHOSTS_FROM_CAT),
            GhostPlace::Mist { cell, .. } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsFromMist { place })
            }
            GhostPlace::Circle { cell, .. } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsFromCircle { place })
            }
            GhostPlace::Cemetery { cell } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsFromCemetery { place })
            }
            GhostPlace::Beside { figure } => {
                let figure = self.standing(snapshot, figure);
                self.with(message::GhostsFromBeside { figure })
            }
        }
    }

    /// `onto the mist (2 right from the start tile)`
    pub fn ghosts_to(self, snapshot: &Snapshot, to: GhostPlace) -> String {
        match to {
            GhostPlace::Supply => self.say(message::GHOSTS_TO_SUPPLY),
            GhostPlace::CatStock => self.say(message::GHOSTS_TO_CAT),
            GhostPlace::Mist { cell, .. } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsToMist { place })
            }
            GhostPlace::Circle { cell, .. } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsToCircle { place })
            }
            GhostPlace::Cemetery { cell } => {
                let place = self.place_in(snapshot, cell);
                self.with(message::GhostsToCemetery { place })
            }
            GhostPlace::Beside { figure } => {
                let figure = self.standing(snapshot, figure);
                self.with(message::GhostsToBeside { figure })
            }
        }
    }

    /// The animal's name.
    pub fn companion(self, companion: Companion) -> String {
        self.say(match companion {
            Companion::Rufus => message::COMPANION_RUFUS,
            Companion::Ronja => message::COMPANION_RONJA,
            Companion::Eloise => message::COMPANION_ELOISE,
        })
    }

    /// A figure on the board with owner and place: `meeple of Anna (city, 2 right of the start
    /// tile)`.
    pub fn standing(self, snapshot: &Snapshot, figure: EventId) -> String {
        let standing = snapshot.figures.iter().find(|f| f.event == figure);
        let Some(standing) = standing else {
            return self.figure(FigureKind::Meeple);
        };
        let owner = standing.color.map(|color| self.player(snapshot, color));
        let name = self.figure_of(standing.kind, owner.as_deref());
        self.with(message::StandingAt {
            figure: name,
            place: self.segment(snapshot, standing.at),
        })
    }

    /// A segment on the board: `road, 2 right from the start tile`. Where the tile has several
    /// of its kind, the sides tell them apart.
    pub fn segment(self, snapshot: &Snapshot, at: SegmentRef) -> String {
        let place = self.place_in(snapshot, at.cell);
        let Some(feature) = feature_at(snapshot, at) else {
            return place;
        };
        let name = self.sided(snapshot, at, self.feature(feature.kind));
        self.with(message::SegmentAt {
            feature: name,
            place,
        })
    }

    /// Where a figure stands: `in the city`, with the sides where the tile has several of its kind.
    pub fn on_which(self, snapshot: &Snapshot, kind: FeatureKind, at: SegmentRef) -> String {
        self.sided(snapshot, at, self.on(kind))
    }

    /// A segment's name with the sides that tell it from others of its kind on the tile.
    fn sided(self, snapshot: &Snapshot, at: SegmentRef, name: String) -> String {
        let tile = snapshot.tiles.iter().find(|tile| tile.cell == at.cell);
        let face = tile.and_then(|tile| faces::known(&tile.face));
        let (Some(tile), Some(face), Some(feature)) = (tile, face, feature_at(snapshot, at)) else {
            return name;
        };
        let numbers = (0..face.segments.len()).filter(|&n| n != at.segment);
        let alike = numbers
            .filter_map(|n| feature_at(snapshot, SegmentRef::new(at.cell, n)))
            .any(|other| other.kind == feature.kind && other.id != feature.id);
        let Some(segment) = face.segments.get(at.segment).filter(|_| alike) else {
            return name;
        };
        let rim = segment.rim.iter();
        let rims: Vec<Rim> = rim.map(|rim| rim.rotated(tile.rotation)).collect();
        format!("{name} ({})", self.around(&rims))
    }

    /// Where on a tile the parts of its rim lie: sides, or corners where it is only these.
    pub(in crate::text) fn around(self, rims: &[Rim]) -> String {
        // Two fields of a tile with a road's curve touch the same sides, but not at the same corners.
        let corners: Option<Vec<String>> = rims.iter().map(|rim| self.corner(*rim)).collect();
        if let Some(mut corners) = corners {
            corners.dedup();
            return corners.join(", ");
        }
        let mut sides: Vec<Side> = rims.iter().map(|rim| rim.side()).collect();
        sides.sort_unstable();
        sides.dedup();
        let sides: Vec<String> = sides.into_iter().map(|side| self.side(side)).collect();
        sides.join(", ")
    }

    /// The end of a side, as half a field between road and corner has it: `bottom left`.
    fn corner(self, rim: Rim) -> Option<String> {
        let side = rim.side();
        // Thirds are counted clockwise.
        let toward = match rim.third() {
            0 => side.rotated(Rotation::R270),
            2 => side.rotated(Rotation::R90),
            _ => return None,
        };
        let (along, across) = match side {
            Side::North | Side::South => (side, toward),
            Side::East | Side::West => (toward, side),
        };
        Some(self.with(message::SideCorner {
            along: self.side(along),
            across: self.side(across),
        }))
    }
}

fn feature_at(snapshot: &Snapshot, at: SegmentRef) -> Option<&FeatureView> {
    let mut features = snapshot.features.iter();
    features.find(|feature| feature.segments.contains(&at))
}
