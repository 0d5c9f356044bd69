//! Sentences for what the tracker says: points, reminders, questions, differences.
//!
//! Every enum of the tracker that a person may meet is matched here without a catch-all, so
//! that a new variant does not compile until it has words in both languages.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use carcassonne::piece::Color;
use tracker::belief::doubt::Doubt;
use tracker::rules::RuleFault;
use tracker::rules::points::expression::{Expression, Term, Unit};
use tracker::snapshot::{
    About, Bonus, Difference, Meaning, Outcome, PlayerView, Question, Reminder, ReminderKind,
    ScoreLine, ScoreReason, Snapshot, TeamView,
};

use crate::store::packs::PackChoice;
use crate::text::{Words, capital};

impl Words {
    /// The name of the player of that colour, with the colour if they play several; just the
    /// colour's name if nobody plays it.
    pub fn player(self, snapshot: &Snapshot, color: Color) -> String {
        let mut players = snapshot.players.iter();
        match players.find(|p| p.color == color || p.also.contains(&color)) {
            Some(player) if player.also.is_empty() => self.name(player),
            // A player nobody named is called by the colour already.
            Some(player) if player.name == player.color.name() && player.color == color => {
                self.name(player)
            }
            Some(player) => self.with(
                "player-color",
                &[
                    ("name", self.name(player).into()),
                    ("color", self.color(color).into()),
                ],
            ),
            None => capital(&self.color(color)),
        }
    }

    /// The name of a tile pack.
    pub fn pack_name(self, pack: &PackChoice) -> String {
        if pack.built_in {
            self.say("new-pack-own")
        } else {
            pack.name.clone()
        }
    }

    /// The name of a player.
    pub fn name(self, player: &PlayerView) -> String {
        // A player nobody named carries the colour's name as files spell it.
        if player.name == player.color.name() {
            capital(&self.color(player.color))
        } else {
            player.name.clone()
        }
    }

    /// A name as saved games and groups keep it: whoever has none is called by the colour.
    pub fn called(self, name: &str) -> String {
        let mut colors = Color::ALL.into_iter();
        let color = colors.find(|color| color.name() == name);
        color.map_or_else(|| name.to_owned(), |color| capital(&self.color(color)))
    }

    /// The same of several.
    pub fn all_called<'n>(self, names: impl IntoIterator<Item = &'n String>) -> Vec<String> {
        let names = names.into_iter();
        names.map(|name| self.called(name)).collect()
    }

    /// Who gets points: the player of that colour, or the team.
    pub fn scorer(self, snapshot: &Snapshot, color: Option<Color>) -> String {
        color.map_or_else(
            || self.say("team-name"),
            |color| self.player(snapshot, color),
        )
    }

    /// How a cooperative game ended.
    pub fn outcome(self, outcome: Option<Outcome>, team: &TeamView) -> String {
        let key = match outcome {
            Some(Outcome::Won) => "outcome-won",
            Some(Outcome::NoGhostsLeft) => "outcome-no-ghosts",
            Some(Outcome::NoTilesLeft) => "outcome-no-tiles",
            None => "outcome-left",
        };
        let args = [
            ("points", team.score.into()),
            ("target", team.target.into()),
        ];
        self.with(key, &args)
    }

    /// `8 tiles × 2 + 2 coats of arms × 2`
    pub fn expression(self, expression: &Expression) -> String {
        let mut text = String::new();
        for term in &expression.terms {
            text += match (text.is_empty(), term.each < 0) {
                (true, false) => "",
                (true, true) => "−",
                (false, false) => " + ",
                (false, true) => " − ",
            };
            text += &self.term(term);
        }
        match expression.colors {
            _ if text.is_empty() => "0".to_owned(),
            None => text,
            Some(colors) => {
                let sum = if expression.terms.len() > 1 {
                    format!("({text})")
                } else {
                    text
                };
                let colors = self.with("unit-colors", &[("count", colors.into())]);
                format!("{sum} × {colors}")
            }
        }
    }

    fn term(self, term: &Term) -> String {
        let key = match term.unit {
            Unit::Tiles | Unit::Surroundings => "unit-tiles",
            Unit::Shields => "unit-shields",
            Unit::Cities => "unit-cities",
            Unit::ByHand => "unit-by-hand",
            Unit::Mage => "unit-mage",
            Unit::Witch => "unit-witch",
            Unit::Ghosts => "unit-ghosts",
            Unit::CastleTile => "unit-castle",
            Unit::MistyTiles => "unit-misty-tiles",
            Unit::Followers => "unit-followers",
            Unit::LargeFollowers => "unit-large-followers",
            Unit::Chip => "unit-chip",
        };
        let counted = self.with(key, &[("count", term.count.into())]);
        if term.each.abs() == 1 {
            counted
        } else {
            format!("{counted} × {}", term.each.abs())
        }
    }

    /// `city finished`
    pub fn reason(self, reason: ScoreReason) -> String {
        match reason {
            ScoreReason::Completed(kind) => {
                let feature = capital(&self.feature(kind));
                self.with("reason-completed", &[("feature", feature.into())])
            }
            ScoreReason::Final(kind) => {
                let feature = capital(&self.feature(kind));
                self.with("reason-final", &[("feature", feature.into())])
            }
            ScoreReason::AbbotRecalled => capital(&self.say("reason-abbot")),
            ScoreReason::ByHand => capital(&self.say("reason-by-hand")),
            ScoreReason::Bonus(bonus) => capital(&self.say(match bonus {
                Bonus::Hound => "reason-hound",
                Bonus::Eloise => "reason-eloise",
                Bonus::Tatan => "reason-tatan",
                Bonus::Chip => "reason-chip",
            })),
        }
    }

    /// A line of points in one sentence, for screen readers.
    pub fn line_spoken(self, snapshot: &Snapshot, line: &ScoreLine) -> String {
        self.with(
            "line-spoken",
            &[
                ("name", self.scorer(snapshot, line.color).into()),
                ("points", line.points.into()),
                ("reason", self.reason(line.reason).into()),
                ("sum", self.expression(&line.expression).into()),
            ],
        )
    }

    /// Who got how many points for what, as a heading.
    pub fn line_heading(self, snapshot: &Snapshot, line: &ScoreLine) -> String {
        let name = self.scorer(snapshot, line.color);
        format!("{name} {:+}: {}", line.points, self.reason(line.reason))
    }

    /// What a player should not forget.
    pub fn reminder(self, snapshot: &Snapshot, reminder: &Reminder) -> String {
        let name = |color: Color| self.player(snapshot, color);
        match &reminder.kind {
            ReminderKind::TakeHome { figure, at, color } => {
                let standing = snapshot.figures.iter().find(|f| f.event == *figure);
                let kind = standing.map_or(carcassonne::piece::FigureKind::Meeple, |f| f.kind);
                let on =
                    standing.map_or_else(|| self.place_in(snapshot, at.cell), |f| self.on(f.on));
                let owner = color.map(name);
                self.with(
                    "remind-take-home",
                    &[
                        ("figure", self.figure_of(kind, owner.as_deref()).into()),
                        ("where", on.into()),
                    ],
                )
            }
            ReminderKind::Completed {
                feature: _,
                kind,
                points,
            } => {
                let feature = capital(&self.feature(*kind));
                let each: Vec<String> = points
                    .iter()
                    .map(|&(color, points)| {
                        self.with(
                            "points-for",
                            &[
                                ("name", self.scorer(snapshot, color).into()),
                                ("points", points.into()),
                            ],
                        )
                    })
                    .collect();
                if each.is_empty() {
                    return self.with("remind-completed-nobody", &[("feature", feature.into())]);
                }
                self.with(
                    "remind-completed",
                    &[
                        ("feature", feature.into()),
                        ("points", each.join(", ").into()),
                    ],
                )
            }
            ReminderKind::MayPlaceFigure { color: None } => self.say("remind-may-place-somebody"),
            ReminderKind::MayPlaceFigure { color: Some(color) } => {
                self.with("remind-may-place", &[("name", name(*color).into())])
            }
            ReminderKind::MayRecallAbbot {
                color,
                figure: _,
                points,
            } => self.with(
                "remind-abbot",
                &[("name", name(*color).into()), ("points", (*points).into())],
            ),
            ReminderKind::OutOfTurn { expected, seen } => self.with(
                "remind-out-of-turn",
                &[
                    ("expected", name(*expected).into()),
                    ("seen", name(*seen).into()),
                ],
            ),
            ReminderKind::FigureNotAllowed {
                at: _,
                foot: _,
                kind,
                color,
                fault,
            } => {
                let owner = color.map(name);
                let figure = self.figure_of(*kind, owner.as_deref()).into();
                if let RuleFault::NoneInHand {
                    color,
                    figure: kind,
                } = fault
                {
                    let mut all = snapshot.supplies.iter();
                    let all = all.find(|own| own.color == *color && own.kind == *kind);
                    let all = all.map_or(0, |own| own.all);
                    let args = [("figure", figure), ("all", all.into())];
                    return capital(&self.with("remind-one-too-many", &args));
                }
                capital(&self.with(
                    "remind-not-allowed",
                    &[
                        ("figure", figure),
                        ("why", self.rule_fault(snapshot, fault).into()),
                    ],
                ))
            }
            ReminderKind::LastTile => self.say("remind-last-tile"),
            ReminderKind::CountHands => self.counts_in_short(snapshot),
            ReminderKind::MageAndWitch(reminder) => self.mage_and_witch(reminder),
            ReminderKind::Mists(reminder) => self.mists(reminder),
            ReminderKind::Eloise(reminder) => self.eloise(reminder),
            ReminderKind::Tatan(reminder) => self.tatan(snapshot, reminder),
            ReminderKind::Ghosts(reminder) => self.ghosts(snapshot, reminder),
            ReminderKind::Benelux(reminder) => self.benelux(snapshot, reminder),
        }
    }

    /// What a question asks.
    pub fn question(self, snapshot: &Snapshot, question: &Question) -> String {
        match question.about {
            About::WhichTile => self.say("ask-tile"),
            About::WhichFigure => self.say("ask-figure"),
            About::FigureGone { figure } => {
                let standing = snapshot.figures.iter().find(|f| f.event == figure);
                let owner = standing
                    .and_then(|f| f.color)
                    .map(|c| self.player(snapshot, c));
                let kind = standing.map_or(carcassonne::piece::FigureKind::Meeple, |f| f.kind);
                let figure = self.figure_of(kind, owner.as_deref());
                self.with("ask-gone", &[("figure", figure.into())])
            }
            About::OldTile { event: _ } => self.say("ask-old-tile"),
            About::Unreadable => self.say("ask-unreadable"),
            About::ClaimedAtOnce { tile: _ } => self.say("ask-at-once"),
            About::Doubted { event, doubt } => match doubt {
                Doubt::Reading => {
                    let entry = snapshot.history.iter().find(|entry| entry.event == event);
                    let noted = entry.map(|entry| self.entry(snapshot, entry));
                    let ask = self.say("ask-doubted");
                    noted.map_or(ask.clone(), |noted| format!("{noted}. {ask}"))
                }
                Doubt::Missed => self.say("ask-missed"),
                Doubt::Turn => self.say("ask-whose-turn"),
            },
        }
    }

    /// What an answer says.
    pub fn meaning(self, snapshot: &Snapshot, meaning: &Meaning) -> String {
        match meaning {
            Meaning::Tile { face, rotation } => self.tile(face, *rotation),
            Meaning::Figure {
                kind,
                color,
                on,
                at,
                ..
            } => {
                let owner = color.map(|color| self.player(snapshot, color));
                self.with(
                    "answer-figure",
                    &[
                        (
                            "figure",
                            capital(&self.figure_of(*kind, owner.as_deref())).into(),
                        ),
                        ("where", self.on_which(snapshot, *on, *at).into()),
                    ],
                )
            }
            Meaning::NoFigure => self.say("answer-no-figure"),
            Meaning::NoTile => self.say("answer-no-tile"),
            Meaning::Unclaimed => self.say("answer-unclaimed"),
            Meaning::StillThere => self.say("answer-still-there"),
            Meaning::Taken => self.say("answer-taken"),
            Meaning::AbbotRecalled => self.say("answer-abbot-recalled"),
            Meaning::TakenBack => self.say("answer-taken-back"),
            Meaning::Happened(what) => capital(&self.event(snapshot, what)),
            Meaning::Garden(true) => self.say("answer-garden"),
            Meaning::Garden(false) => self.say("answer-no-garden"),
            Meaning::TurnOf(color) => {
                let name = self.player(snapshot, *color);
                self.with("answer-turn-of", &[("name", name.into())])
            }
            Meaning::NeverHappened => self.say("answer-never"),
            Meaning::AsItIs => self.say("answer-as-it-is"),
        }
    }

    fn tile(self, face: &FaceId, rotation: Rotation) -> String {
        if rotation == Rotation::R0 {
            return self.with("answer-tile-plain", &[("face", face.as_str().into())]);
        }
        self.with(
            "answer-tile",
            &[
                ("face", face.as_str().into()),
                ("degrees", rotation.degrees().into()),
            ],
        )
    }

    /// One difference between table and board, with what to do.
    pub fn difference(self, snapshot: &Snapshot, difference: &Difference) -> String {
        match difference {
            Difference::TileMissing { cell, face, .. } => self.with(
                "differ-missing",
                &[
                    ("face", face.as_str().into()),
                    ("place", self.place_in(snapshot, *cell).into()),
                ],
            ),
            Difference::TileOther {
                cell,
                face,
                rotation,
                seen_face,
                seen_rotation,
            } => {
                let turned = |rotation: Rotation| format!("{}°", rotation.degrees());
                // The same face can only differ by its turn, so that must be said.
                let (should, seen) = if face == seen_face {
                    (
                        format!("{face} {}", turned(*rotation)),
                        format!("{seen_face} {}", turned(*seen_rotation)),
                    )
                } else {
                    (face.to_string(), seen_face.to_string())
                };
                self.with(
                    "differ-other",
                    &[
                        ("face", should.into()),
                        ("place", self.place_in(snapshot, *cell).into()),
                        ("seen", seen.into()),
                    ],
                )
            }
            Difference::TileIllegal {
                cell,
                face,
                rotation: _,
                faults,
                fitting,
            } => {
                let mut text = self.with(
                    "differ-illegal",
                    &[
                        ("face", face.as_str().into()),
                        ("place", self.place_in(snapshot, *cell).into()),
                        ("why", self.placement_faults(faults).into()),
                    ],
                );
                if let Some((face, rotation)) = fitting {
                    text.push(' ');
                    text += &self.with(
                        "differ-illegal-likely",
                        &[
                            ("face", face.as_str().into()),
                            ("degrees", rotation.degrees().into()),
                        ],
                    );
                }
                text
            }
            Difference::TileUnknown { cell } => self.with(
                "differ-unknown",
                &[("place", self.place_in(snapshot, *cell).into())],
            ),
            Difference::GameIsOver { cell } => self.with(
                "differ-over",
                &[("place", self.place_in(snapshot, *cell).into())],
            ),
            Difference::StartTileMissing { face: Some(face) } => {
                self.with("differ-no-start", &[("face", face.as_str().into())])
            }
            Difference::StartTileMissing { face: None } => self.say("differ-no-start-any"),
            Difference::BoardNotFound => self.say("differ-not-found"),
        }
    }
}
