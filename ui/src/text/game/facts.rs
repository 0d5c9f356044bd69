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
use crate::text::{Words, capital, message};

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
            Some(player) => self.with(message::PlayerColor {
                name: self.name(player),
                color: self.color(color),
            }),
            None => capital(&self.color(color)),
        }
    }

    /// The name of a tile pack.
    pub fn pack_name(self, pack: &PackChoice) -> String {
        if pack.built_in {
            self.say(message::NEW_PACK_OWN)
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
            || self.say(message::TEAM_NAME),
            |color| self.player(snapshot, color),
        )
    }

    /// How a cooperative game ended.
    pub fn outcome(self, outcome: Option<Outcome>, team: &TeamView) -> String {
        let (points, target) = (team.score, team.target);
        match outcome {
            Some(Outcome::Won) => self.with(message::OutcomeWon { points, target }),
            Some(Outcome::NoGhostsLeft) => self.say(message::OUTCOME_NO_GHOSTS),
            Some(Outcome::NoTilesLeft) => self.say(message::OUTCOME_NO_TILES),
            None => self.with(message::OutcomeLeft { points, target }),
        }
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
                let colors = self.with(message::UnitColors { count: colors });
                format!("{sum} × {colors}")
            }
        }
    }

    fn term(self, term: &Term) -> String {
        let count = term.count;
        let counted = match term.unit {
            Unit::Tiles | Unit::Surroundings => self.with(message::UnitTiles { count }),
            Unit::Shields => self.with(message::UnitShields { count }),
            Unit::Cities => self.with(message::UnitCities { count }),
            Unit::ByHand => self.with(message::UnitByHand { count }),
            Unit::Mage => self.with(message::UnitMage { count }),
            Unit::Witch => self.with(message::UnitWitch { count }),
            Unit::Ghosts => self.with(message::UnitGhosts { count }),
            Unit::CastleTile => self.with(message::UnitCastle { count }),
            Unit::MistyTiles => self.with(message::UnitMistyTiles { count }),
            Unit::Followers => self.with(message::UnitFollowers { count }),
            Unit::LargeFollowers => self.with(message::UnitLargeFollowers { count }),
            Unit::Chip => self.with(message::UnitChip { count }),
        };
        // Tables of a hall may say any number.
        match term.each.unsigned_abs() {
            1 => counted,
            each => format!("{counted} × {each}"),
        }
    }

    /// `city finished`
    pub fn reason(self, reason: ScoreReason) -> String {
        match reason {
            ScoreReason::Completed(kind) => {
                let feature = capital(&self.feature(kind));
                self.with(message::ReasonCompleted { feature })
            }
            ScoreReason::Final(kind) => {
                let feature = capital(&self.feature(kind));
                self.with(message::ReasonFinal { feature })
            }
            ScoreReason::AbbotRecalled => capital(&self.say(message::REASON_ABBOT)),
            ScoreReason::ByHand => capital(&self.say(message::REASON_BY_HAND)),
            ScoreReason::Bonus(bonus) => capital(&self.say(match bonus {
                Bonus::Hound => message::REASON_HOUND,
                Bonus::Eloise => message::REASON_ELOISE,
                Bonus::Tatan => message::REASON_TATAN,
                Bonus::Chip => message::REASON_CHIP,
            })),
        }
    }

    /// A line of points in one sentence, for screen readers.
    pub fn line_spoken(self, snapshot: &Snapshot, line: &ScoreLine) -> String {
        self.with(message::LineSpoken {
            name: self.scorer(snapshot, line.color),
            points: line.points,
            reason: self.reason(line.reason),
            sum: self.expression(&line.expression),
        })
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
                self.with(message::RemindTakeHome {
                    figure: self.figure_of(kind, owner.as_deref()),
                    place: on,
                })
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
                        self.with(message::PointsFor {
                            name: self.scorer(snapshot, color),
                            points,
                        })
                    })
                    .collect();
                if each.is_empty() {
                    return self.with(message::RemindCompletedNobody { feature });
                }
                self.with(message::RemindCompleted {
                    feature,
                    points: each.join(", "),
                })
            }
            ReminderKind::MayPlaceFigure { color: None } => {
                self.say(message::REMIND_MAY_PLACE_SOMEBODY)
            }
            ReminderKind::MayPlaceFigure { color: Some(color) } => {
                self.with(message::RemindMayPlace { name: name(*color) })
            }
            ReminderKind::MayRecallAbbot {
                color,
                figure: _,
                points,
            } => self.with(message::RemindAbbot {
                name: name(*color),
                points,
            }),
            ReminderKind::OutOfTurn { expected, seen } => self.with(message::RemindOutOfTurn {
                expected: name(*expected),
                seen: name(*seen),
            }),
            ReminderKind::FigureNotAllowed {
                at: _,
                foot: _,
                kind,
                color,
                fault,
            } => {
                let owner = color.map(name);
                let figure = self.figure_of(*kind, owner.as_deref());
                if let RuleFault::NoneInHand {
                    color,
                    figure: kind,
                } = fault
                {
                    let mut all = snapshot.supplies.iter();
                    let all = all.find(|own| own.color == *color && own.kind == *kind);
                    let all = all.map_or(0, |own| own.all);
                    return capital(&self.with(message::RemindOneTooMany { figure, all }));
                }
                capital(&self.with(message::RemindNotAllowed {
                    figure,
                    why: self.rule_fault(snapshot, fault),
                }))
            }
            ReminderKind::LastTile => self.say(message::REMIND_LAST_TILE),
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
            About::WhichTile => self.say(message::ASK_TILE),
            About::WhichFigure => self.say(message::ASK_FIGURE),
            About::FigureGone { figure } => {
                let standing = snapshot.figures.iter().find(|f| f.event == figure);
                let owner = standing
                    .and_then(|f| f.color)
                    .map(|c| self.player(snapshot, c));
                let kind = standing.map_or(carcassonne::piece::FigureKind::Meeple, |f| f.kind);
                let figure = self.figure_of(kind, owner.as_deref());
                self.with(message::AskGone { figure })
            }
            About::OldTile { event: _ } => self.say(message::ASK_OLD_TILE),
            About::Unreadable => self.say(message::ASK_UNREADABLE),
            About::ClaimedAtOnce { tile: _ } => self.say(message::ASK_AT_ONCE),
            About::Doubted { event, doubt } => match doubt {
                Doubt::Reading => {
                    let entry = snapshot.history.iter().find(|entry| entry.event == event);
                    let noted = entry.map(|entry| self.entry(snapshot, entry));
                    let ask = self.say(message::ASK_DOUBTED);
                    noted.map_or(ask.clone(), |noted| format!("{noted}. {ask}"))
                }
                Doubt::Missed => self.say(message::ASK_MISSED),
                Doubt::Turn => self.say(message::ASK_WHOSE_TURN),
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
                self.with(message::AnswerFigure {
                    figure: capital(&self.figure_of(*kind, owner.as_deref())),
                    place: self.on_which(snapshot, *on, *at),
                })
            }
            Meaning::NoFigure => self.say(message::ANSWER_NO_FIGURE),
            Meaning::NoTile => self.say(message::ANSWER_NO_TILE),
            Meaning::Unclaimed => self.say(message::ANSWER_UNCLAIMED),
            Meaning::StillThere => self.say(message::ANSWER_STILL_THERE),
            Meaning::Taken => self.say(message::ANSWER_TAKEN),
            Meaning::AbbotRecalled => self.say(message::ANSWER_ABBOT_RECALLED),
            Meaning::TakenBack => self.say(message::ANSWER_TAKEN_BACK),
            Meaning::Happened(what) => capital(&self.event(snapshot, what)),
            Meaning::Garden(true) => self.say(message::ANSWER_GARDEN),
            Meaning::Garden(false) => self.say(message::ANSWER_NO_GARDEN),
            Meaning::TurnOf(color) => {
                let name = self.player(snapshot, *color);
                self.with(message::AnswerTurnOf { name })
            }
            Meaning::NeverHappened => self.say(message::ANSWER_NEVER),
            Meaning::AsItIs => self.say(message::ANSWER_AS_IT_IS),
        }
    }

    fn tile(self, face: &FaceId, rotation: Rotation) -> String {
        if rotation == Rotation::R0 {
            return self.with(message::AnswerTilePlain {
                face: face.as_str(),
            });
        }
        self.with(message::AnswerTile {
            face: face.as_str(),
            degrees: rotation.degrees(),
        })
    }

    /// One difference between table and board, with what to do.
    pub fn difference(self, snapshot: &Snapshot, difference: &Difference) -> String {
        match difference {
            Difference::TileMissing { cell, face, .. } => self.with(message::DifferMissing {
                face: face.as_str(),
                place: self.place_in(snapshot, *cell),
            }),
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
                self.with(message::DifferOther {
                    face: should,
                    place: self.place_in(snapshot, *cell),
                    seen,
                })
            }
            Difference::TileIllegal {
                cell,
                face,
                rotation: _,
                faults,
                fitting,
            } => {
                let mut text = self.with(message::DifferIllegal {
                    face: face.as_str(),
                    place: self.place_in(snapshot, *cell),
                    why: self.placement_faults(faults),
                });
                if let Some((face, rotation)) = fitting {
                    text.push(' ');
                    text += &self.with(message::DifferIllegalLikely {
                        face: face.as_str(),
                        degrees: rotation.degrees(),
                    });
                }
                text
            }
            Difference::TileUnknown { cell } => self.with(message::DifferUnknown {
                place: self.place_in(snapshot, *cell),
            }),
            Difference::GameIsOver { cell } => self.with(message::DifferOver {
                place: self.place_in(snapshot, *cell),
            }),
            Difference::StartTileMissing { face: Some(face) } => {
                self.with(message::DifferNoStart {
                    face: face.as_str(),
                })
            }
            Difference::StartTileMissing { face: None } => self.say(message::DIFFER_NO_START_ANY),
            Difference::BoardNotFound => self.say(message::DIFFER_NOT_FOUND),
        }
    }
}
