//! Sentences for what the tracker says: points, reminders, questions, faults, differences.
//!
//! Every enum of the tracker that a person may meet is matched here without a catch-all, so
//! that a new variant does not compile until it has words in both languages.

use carcassonne::catalogue::FaceId;
use carcassonne::geometry::Rotation;
use carcassonne::piece::Color;
use tracker::CommandError;
use tracker::belief::doubt::Doubt;
use tracker::board::PlacementFault;
use tracker::rules::RuleFault;
use tracker::rules::expression::{Expression, Term, Unit};
use tracker::snapshot::{
    About, Bonus, Difference, Meaning, Outcome, PlayerView, Question, Reminder, ReminderKind,
    ScoreLine, ScoreReason, Snapshot, TeamView,
};

use super::{Words, capital};
use crate::run::link::{Failure, Notice, PackChoice, Part};

/// Faces that are named one by one; more are only counted.
const NAMED: usize = 12;

impl Words {
    /// The name of the player of that colour, with the colour if they play several; just the
    /// colour's name if nobody plays it.
    pub fn player(self, snapshot: &Snapshot, color: Color) -> String {
        let mut players = snapshot.players.iter();
        match players.find(|p| p.color == color || p.also.contains(&color)) {
            Some(player) if player.also.is_empty() => self.name(player),
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

    /// Why a tile may not lie there.
    pub fn placement_fault(self, fault: &PlacementFault) -> String {
        match fault {
            PlacementFault::Occupied { face } => {
                self.with("fault-occupied", &[("face", face.as_str().into())])
            }
            PlacementFault::NoNeighbour => self.say("fault-no-neighbour"),
            PlacementFault::TooFar => self.say("fault-too-far"),
            PlacementFault::NoSquare { kind } => {
                self.with("fault-no-square", &[("square", self.square(*kind).into())])
            }
            PlacementFault::EdgeMismatch {
                side,
                own,
                neighbour: _,
                neighbour_face,
                theirs,
            } => capital(&self.with(
                "fault-edge",
                &[
                    ("side", self.side(*side).into()),
                    ("own", self.terrain(*own).into()),
                    ("neighbour", neighbour_face.as_str().into()),
                    ("theirs", self.terrain(*theirs).into()),
                ],
            )),
        }
    }

    fn placement_faults(self, faults: &[PlacementFault]) -> String {
        let all: Vec<String> = faults.iter().map(|f| self.placement_fault(f)).collect();
        all.join(" ")
    }

    /// Why the rules refuse something.
    pub fn rule_fault(self, snapshot: &Snapshot, fault: &RuleFault) -> String {
        let face = |key: &str, face: &FaceId| self.with(key, &[("face", face.as_str().into())]);
        match fault {
            RuleFault::UnknownFace(id) => face("refused-unknown-face", id),
            RuleFault::NoCopyLeft(id) => face("refused-no-copy", id),
            RuleFault::Placement(faults) => self.placement_faults(faults),
            RuleFault::Fits(id) => face("refused-fits", id),
            RuleFault::TooManyPoints(points) => {
                self.with("refused-too-many-points", &[("points", (*points).into())])
            }
            RuleFault::NoOpenTurn => self.say("refused-no-turn"),
            RuleFault::GameOver => self.say("refused-over"),
            RuleFault::NotTheNewestTile => self.say("refused-not-newest"),
            RuleFault::NoSuchSegment(_) => self.say("refused-no-segment"),
            RuleFault::SecondFigure => self.say("refused-second"),
            RuleFault::Occupied => self.say("refused-occupied"),
            RuleFault::NoneInHand { color, figure } => self.with(
                "refused-none-in-hand",
                &[
                    ("name", self.player(snapshot, *color).into()),
                    ("figure", self.figure(*figure).into()),
                ],
            ),
            RuleFault::WrongFeature { figure, on } => capital(&self.with(
                "refused-wrong-feature",
                &[
                    ("figure", self.figure(*figure).into()),
                    ("where", self.on(*on).into()),
                ],
            )),
            RuleFault::InMist => self.say("refused-in-mist"),
            RuleFault::NoFarmers => self.say("refused-no-farmers"),
            RuleFault::NotInPlay(figure) => capital(&self.with(
                "refused-not-in-play",
                &[("figure", self.figure(*figure).into())],
            )),
            RuleFault::NotAPlayer(color) => self.with(
                "refused-not-player",
                &[("color", self.color(*color).into())],
            ),
            RuleFault::NoSuchFigure(_) => self.say("refused-no-figure"),
            RuleFault::NoSuchEvent(_) => self.say("refused-no-event"),
            RuleFault::NotAFact => self.say("refused-not-fact"),
            RuleFault::NotBefore => self.say("refused-not-before"),
            RuleFault::NoSuchChoice => self.say("refused-no-choice"),
            RuleFault::GuardsTakeNoGhosts => self.say("refused-guards"),
            RuleFault::StartTilesFirst => self.say("refused-start-first"),
            RuleFault::TileStays { cell, why } => self.stays_because(*cell, *why),
            RuleFault::Chip { cell: _, why } => capital(&self.chip_fault(*why)),
            RuleFault::Island(why) => capital(&self.island_fault(*why)),
            RuleFault::NotTheIslandTile(id) => face("refused-island-tile", id),
            RuleFault::NoTileToDraw => self.say("refused-no-tile"),
            RuleFault::NotCalledFor => self.say("refused-not-called-for"),
            RuleFault::NotSoManyGhosts { there, count } => self.with(
                "refused-ghosts",
                &[("there", (*there).into()), ("count", (*count).into())],
            ),
        }
    }

    /// A passing line.
    pub fn notice(self, snapshot: &Snapshot, notice: &Notice) -> String {
        match notice {
            Notice::Refused(error) => {
                let why = match error {
                    CommandError::Rule(fault) => self.rule_fault(snapshot, fault),
                    CommandError::NoSuchQuestion => self.say("refused-no-question"),
                    CommandError::NoSuchChoice => self.say("refused-no-choice"),
                    CommandError::NothingToUndo => self.say("refused-no-undo"),
                    CommandError::NothingToRedo => self.say("refused-no-redo"),
                };
                self.with("refused-heading", &[("why", why.into())])
            }
            Notice::PackLacks(lacking) => self.pack_lacks(lacking),
            Notice::PicturesNotKept { why } => {
                self.with("pictures-not-kept", &[("why", why.as_str().into())])
            }
            Notice::Restarted { part, why } => {
                let part = self.say(match part {
                    Part::Capture => "part-capture",
                    Part::Vision => "part-vision",
                    Part::Tracker => "part-tracker",
                });
                self.with(
                    "part-restarted",
                    &[("part", part.into()), ("why", why.as_str().into())],
                )
            }
        }
    }

    /// That a pack has no picture of these faces; of many only some are named.
    pub fn pack_lacks(self, lacking: &[FaceId]) -> String {
        let named = lacking.iter().take(NAMED).map(FaceId::as_str);
        let mut names = named.collect::<Vec<_>>().join(" ");
        if let more @ 1.. = lacking.len().saturating_sub(NAMED) {
            names.push(' ');
            names += &self.with("question-more", &[("count", more.into())]);
        }
        self.with("pack-lacks", &[("faces", names.into())])
    }

    /// What a player should not forget.
    pub fn reminder(self, snapshot: &Snapshot, reminder: &Reminder) -> String {
        let name = |color: Color| self.player(snapshot, color);
        match &reminder.kind {
            ReminderKind::TakeHome { figure, at, color } => {
                let standing = snapshot.figures.iter().find(|f| f.event == *figure);
                let kind = standing.map_or(carcassonne::piece::FigureKind::Meeple, |f| f.kind);
                let on = standing.map_or_else(|| self.place(at.cell), |f| self.on(f.on));
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
                kind, color, on, ..
            } => {
                let owner = color.map(|color| self.player(snapshot, color));
                self.with(
                    "answer-figure",
                    &[
                        (
                            "figure",
                            capital(&self.figure_of(*kind, owner.as_deref())).into(),
                        ),
                        ("where", self.on(*on).into()),
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
    pub fn difference(self, difference: &Difference) -> String {
        match difference {
            Difference::TileMissing { cell, face, .. } => self.with(
                "differ-missing",
                &[
                    ("face", face.as_str().into()),
                    ("place", self.place(*cell).into()),
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
                        ("place", self.place(*cell).into()),
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
                        ("place", self.place(*cell).into()),
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
            Difference::TileUnknown { cell } => {
                self.with("differ-unknown", &[("place", self.place(*cell).into())])
            }
            Difference::GameIsOver { cell } => {
                self.with("differ-over", &[("place", self.place(*cell).into())])
            }
            Difference::StartTileMissing { face: Some(face) } => {
                self.with("differ-no-start", &[("face", face.as_str().into())])
            }
            Difference::StartTileMissing { face: None } => self.say("differ-no-start-any"),
            Difference::BoardNotFound => self.say("differ-not-found"),
        }
    }

    /// Why something could not be started, and what to do about it.
    pub fn failure(self, failure: &Failure) -> (String, String) {
        match failure {
            Failure::Camera { index, why } => (
                self.with(
                    "fail-camera",
                    &[("index", (*index).into()), ("why", why.as_str().into())],
                ),
                self.say("fail-camera-help"),
            ),
            Failure::Source { what, why } => (
                self.with(
                    "fail-source",
                    &[("what", what.as_str().into()), ("why", why.as_str().into())],
                ),
                self.say("fail-source-help"),
            ),
            Failure::Record { record, why } => (
                self.with(
                    "fail-record",
                    &[
                        ("record", record.display().to_string().into()),
                        ("why", why.as_str().into()),
                    ],
                ),
                self.say("fail-record-help"),
            ),
            Failure::InUse { record } => (
                self.with(
                    "fail-in-use",
                    &[("record", record.display().to_string().into())],
                ),
                self.say("fail-in-use-help"),
            ),
            Failure::Pack { pack, why } => (
                self.with(
                    "fail-pack",
                    &[("pack", pack.as_str().into()), ("why", why.as_str().into())],
                ),
                self.say("fail-pack-help"),
            ),
            Failure::Differing { faces } => (
                self.with("fail-differing", &[("faces", faces.as_str().into())]),
                self.say("fail-differing-help"),
            ),
            Failure::Folder { folder, why } => (
                self.with(
                    "fail-folder",
                    &[
                        ("folder", folder.display().to_string().into()),
                        ("why", why.as_str().into()),
                    ],
                ),
                self.say("fail-folder-help"),
            ),
            Failure::Other(why) => (
                self.with("fail-other", &[("why", why.as_str().into())]),
                self.say("fail-other-help"),
            ),
        }
    }
}
