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
use crate::text::{Words, capital};

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
                parts.push(self.with("effect-at-end", &[("points", points.into())]));
            }
        }
        match effect.ghosts {
            0 => {}
            n if n > 0 => parts.push(self.with("effect-more-ghosts", &[("count", n.into())])),
            n => parts.push(self.with("effect-fewer-ghosts", &[("count", (-n).into())])),
        }
        if effect.ends_game {
            parts.push(self.say("effect-ends-game"));
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
            EventKind::TileLaid { cell, face, .. } => self.with(
                "event-tile-laid",
                &[
                    ("face", face.as_str().into()),
                    ("place", self.place_in(snapshot, *cell).into()),
                ],
            ),
            EventKind::FigurePlaced {
                cell,
                segment,
                figure,
                color,
                ..
            } => {
                let owner = color.map(|color| self.player(snapshot, color));
                let at = SegmentRef::new(*cell, *segment);
                self.with(
                    "event-figure-placed",
                    &[
                        ("figure", self.figure_of(*figure, owner.as_deref()).into()),
                        ("where", self.segment(snapshot, at).into()),
                    ],
                )
            }
            EventKind::FigureTaken { figure } => {
                let figure = self.standing(snapshot, *figure);
                self.with("event-figure-taken", &[("figure", figure.into())])
            }
            EventKind::TileDiscarded { face } => {
                self.with("event-tile-discarded", &[("face", face.as_str().into())])
            }
            EventKind::TurnOf { color } => {
                let name = self.player(snapshot, *color);
                self.with("event-turn-of", &[("name", name.into())])
            }
            EventKind::PileEmpty => self.say("event-pile-empty"),
            EventKind::TurnEnded => self.say("event-turn-ended"),
            EventKind::GameEnded => self.say("event-game-ended"),
            EventKind::GhostsMoved { from, to, count } => {
                self.ghosts_moved(snapshot, *from, *to, *count)
            }
            EventKind::CompanionPlaced { companion, host } => {
                let name = self.companion(*companion);
                match host {
                    Some(host) => self.with(
                        "event-companion-placed",
                        &[
                            ("name", name.into()),
                            ("figure", self.standing(snapshot, *host).into()),
                        ],
                    ),
                    None => self.with("event-companion-aside", &[("name", name.into())]),
                }
            }
            EventKind::RegionDecided { at: _, removal } => self.decided(snapshot, removal),
            EventKind::MeepleBuried {
                cell: _,
                color,
                figure,
            } => {
                let name = self.player(snapshot, *color);
                let meeple = match figure {
                    Some(figure) => self.standing(snapshot, *figure),
                    None => self.figure_of(FigureKind::Meeple, Some(&name)),
                };
                let key = match figure {
                    Some(_) => "event-meeple-buried",
                    None => "event-supply-buried",
                };
                self.with(key, &[("figure", meeple.into())])
            }
            EventKind::TileTurnedDown { cell } => {
                let place = self.place_in(snapshot, *cell);
                self.with("event-tile-turned-down", &[("place", place.into())])
            }
            EventKind::TileMoved { from, to, rotation } => self.with(
                "event-tile-moved",
                &[
                    ("from", self.place_in(snapshot, *from).into()),
                    ("to", self.place_in(snapshot, *to).into()),
                    ("degrees", rotation.degrees().into()),
                ],
            ),
            EventKind::TatanDrawn => self.say("event-tatan-drawn"),
            EventKind::TatanUsed { how } => self.tatan_use(snapshot, *how),
            EventKind::GapFilled { cells } => {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|&cell| self.place_in(snapshot, cell))
                    .collect();
                self.with("event-gap-filled", &[("places", self.list(&cells).into())])
            }
            EventKind::ChipLaid { cell, color } => self.chip_laid(*cell, *color),
            EventKind::ChipTurned {
                cell: _,
                value,
                color,
            } => self.chip_turned(*value, *color),
            EventKind::IslandRevealed { island, face } => self.with(
                "event-island-revealed",
                &[
                    ("face", face.as_str().into()),
                    ("place", self.place_in(snapshot, *island).into()),
                ],
            ),
            EventKind::IslandTaken { island } => self.island_taken(snapshot, *island),
            EventKind::Declined { choice: _ } => self.say("choice-leave"),
            EventKind::Points { color, points } => self.with(
                "points-for",
                &[
                    ("name", self.player(snapshot, *color).into()),
                    ("points", (*points).into()),
                ],
            ),
            EventKind::Insisted { what } => self.with(
                "event-insisted",
                &[("what", self.event(snapshot, what).into())],
            ),
            EventKind::Corrected { event: _, to } => self.event(snapshot, to),
            EventKind::Inserted { before: _, what } => self.event(snapshot, what),
            EventKind::Removed { event: _ }
            | EventKind::Undone { event: _ }
            | EventKind::Redone { event: _ } => self.say("event-change"),
        }
    }

    fn island_taken(self, snapshot: &Snapshot, island: Cell) -> String {
        let islands = snapshot.modules.benelux.iter().flat_map(|b| &b.islands);
        let view = islands.into_iter().find(|view| view.cell == island);
        let color = view.map_or_else(String::new, |view| self.chip(view.color));
        let top = view.and_then(|view| view.top);
        let face = top.map_or_else(|| "?".to_owned(), |face| face.to_string());
        self.with(
            "event-island-taken",
            &[("color", color.into()), ("face", face.into())],
        )
    }

    /// What becomes of a completed region of the cooperative game.
    fn decided(self, snapshot: &Snapshot, removal: &[GhostCount]) -> String {
        if removal.is_empty() {
            return self.say("event-points-taken");
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
        let source = self.ghosts_from(snapshot, from);
        let target = self.ghosts_to(snapshot, to);
        let (key, args) = match (from.is_on_board(), to.is_on_board()) {
            (false, _) => ("event-ghosts-come", vec![("to", target.into())]),
            (true, false) => ("event-ghosts-go", vec![("from", source.into())]),
            (true, true) => (
                "event-ghosts-move",
                vec![("from", source.into()), ("to", target.into())],
            ),
        };
        let count = [("count", count.into())];
        self.with(key, &[&count[..], &args].concat())
    }

    /// `from the mist (2 right from the start tile)`
    pub fn ghosts_from(self, snapshot: &Snapshot, place: GhostPlace) -> String {
        let keys = [
            "ghosts-from-supply",
            "ghosts-from-cat",
            "ghosts-from-mist",
            "ghosts-from-circle",
            "ghosts-from-cemetery",
            "ghosts-from-beside",
        ];
        self.ghost_place(snapshot, place, keys)
    }

    /// `onto the mist (2 right from the start tile)`
    pub fn ghosts_to(self, snapshot: &Snapshot, place: GhostPlace) -> String {
        let keys = [
            "ghosts-to-supply",
            "ghosts-to-cat",
            "ghosts-to-mist",
            "ghosts-to-circle",
            "ghosts-to-cemetery",
            "ghosts-to-beside",
        ];
        self.ghost_place(snapshot, place, keys)
    }

    fn ghost_place(
        self,
        snapshot: &Snapshot,
        place: GhostPlace,
        [supply, cat, mist, circle, cemetery, beside]: [&str; 6],
    ) -> String {
        let on = |key, cell| self.with(key, &[("place", self.place_in(snapshot, cell).into())]);
        match place {
            GhostPlace::Supply => self.say(supply),
            GhostPlace::CatStock => self.say(cat),
            GhostPlace::Mist { cell, .. } => on(mist, cell),
            GhostPlace::Circle { cell, .. } => on(circle, cell),
            GhostPlace::Cemetery { cell } => on(cemetery, cell),
            GhostPlace::Beside { figure } => {
                let figure = self.standing(snapshot, figure);
                self.with(beside, &[("figure", figure.into())])
            }
        }
    }

    /// The animal's name.
    pub fn companion(self, companion: Companion) -> String {
        self.say(match companion {
            Companion::Rufus => "companion-rufus",
            Companion::Ronja => "companion-ronja",
            Companion::Eloise => "companion-eloise",
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
        self.with(
            "standing-at",
            &[
                ("figure", name.into()),
                ("where", self.segment(snapshot, standing.at).into()),
            ],
        )
    }

    /// A segment on the board: `road, 2 right from the start tile`. Where the tile has several
    /// of its kind, the sides tell them apart.
    pub fn segment(self, snapshot: &Snapshot, at: SegmentRef) -> String {
        let place = self.place_in(snapshot, at.cell);
        let Some(feature) = feature_at(snapshot, at) else {
            return place;
        };
        let name = self.sided(snapshot, at, self.feature(feature.kind));
        self.with(
            "segment-at",
            &[("feature", name.into()), ("place", place.into())],
        )
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
        let args = [
            ("along", self.side(along).into()),
            ("across", self.side(across).into()),
        ];
        Some(self.with("side-corner", &args))
    }
}

fn feature_at(snapshot: &Snapshot, at: SegmentRef) -> Option<&FeatureView> {
    let mut features = snapshot.features.iter();
    features.find(|feature| feature.segments.contains(&at))
}
