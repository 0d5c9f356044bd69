//! Sentences for what was refused, what failed, and what can be done about it.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use carcassonne::catalogue::FaceId;
use hall::broker::address::NotAHall;
use tracker::CommandError;
use tracker::board::PlacementFault;
use tracker::rules::RuleFault;
use tracker::snapshot::Snapshot;

use super::{Words, capital};
use crate::hall::NotTold;
use crate::hall::wish::AccountFault;
use crate::run::news::open_error::OpenError;
use crate::run::news::{Notice, Part};

/// Faces named one by one; of more only the number is told.
const NAMED: usize = 12;

impl Words {
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

    pub(super) fn placement_faults(self, faults: &[PlacementFault]) -> String {
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
            RuleFault::TileStays { cell, why } => self.stays_because(snapshot, *cell, *why),
            RuleFault::Chip { cell: _, why } => capital(&self.chip_fault(*why)),
            RuleFault::Island(why) => capital(&self.island_fault(*why)),
            RuleFault::NotTheIslandTile(id) => face("refused-island-tile", id),
            RuleFault::NoTileToDraw => self.say("refused-no-tile"),
            RuleFault::NotCalledFor => self.not_called_for(snapshot),
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
            Notice::HallNotTold(why) => {
                let (what, help) = self.hall_not_told(why);
                self.with(
                    "hall-notice",
                    &[("what", what.into()), ("help", help.into())],
                )
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

    /// Why something could not be started, and what to do about it.
    pub fn failure(self, failure: &OpenError) -> (String, String) {
        match failure {
            OpenError::Source(error) => self.no_pictures(error),
            OpenError::Photo { photo, why } => (
                self.with(
                    "fail-photo",
                    &[
                        ("photo", photo.display().to_string().into()),
                        ("why", why.as_str().into()),
                    ],
                ),
                self.say("fail-photo-help"),
            ),
            OpenError::NoBoard { photo } => (
                self.with(
                    "fail-no-board",
                    &[("photo", photo.display().to_string().into())],
                ),
                self.say("fail-no-board-help"),
            ),
            OpenError::Record { record, why } => (
                self.with(
                    "fail-record",
                    &[
                        ("record", record.display().to_string().into()),
                        ("why", why.as_str().into()),
                    ],
                ),
                self.say("fail-record-help"),
            ),
            OpenError::InUse { record } => (
                self.with(
                    "fail-in-use",
                    &[("record", record.display().to_string().into())],
                ),
                self.say("fail-in-use-help"),
            ),
            OpenError::Pack { pack, why } => (
                self.with(
                    "fail-pack",
                    &[("pack", pack.as_str().into()), ("why", why.as_str().into())],
                ),
                self.say("fail-pack-help"),
            ),
            OpenError::Differing { faces } => (
                self.with("fail-differing", &[("faces", faces.as_str().into())]),
                self.say("fail-differing-help"),
            ),
            OpenError::Folder { folder, why } => (
                self.with(
                    "fail-folder",
                    &[
                        ("folder", folder.display().to_string().into()),
                        ("why", why.as_str().into()),
                    ],
                ),
                self.say("fail-folder-help"),
            ),
            OpenError::Hall(why) => self.hall_not_told(why),
            OpenError::Other(why) => (
                self.with("fail-other", &[("why", why.as_str().into())]),
                self.say("fail-other-help"),
            ),
        }
    }

    /// Why a hall is not told of a game, and what to do about it.
    pub fn hall_not_told(self, why: &NotTold) -> (String, String) {
        let told = |what: &str, help: &str| (self.say(what), self.say(help));
        let account = |help: &str| {
            let args = [("why", why.to_string().into())];
            (self.with("hall-fail-account", &args), self.say(help))
        };
        match why {
            NotTold::Address(NotAHall::Malformed(_)) => {
                told("hall-fail-address", "hall-address-wrong")
            }
            NotTold::Address(NotAHall::Password) => {
                told("hall-fail-address", "hall-address-password")
            }
            NotTold::Address(NotAHall::Plain(_)) => told("hall-fail-address", "hall-address-plain"),
            NotTold::Account { fault, .. } => account(match fault {
                AccountFault::Unread => "hall-fail-unread-help",
                AccountFault::Malformed => "hall-fail-malformed-help",
                AccountFault::Open => "hall-fail-open-help",
                AccountFault::Certificates => "hall-fail-certificates-help",
            }),
            NotTold::NoTable => told("hall-fail-no-table", "hall-fail-no-table-help"),
            NotTold::Table(_) => told("hall-fail-table", "hall-fail-table-help"),
            NotTold::Trouble(trouble) => {
                (self.say("hall-fail-trouble"), self.hall_trouble(trouble))
            }
        }
    }

    /// That the rules do not call for something, and what they call for instead.
    fn not_called_for(self, snapshot: &Snapshot) -> String {
        let open = snapshot.choices.iter();
        let open: Vec<String> = open.map(|choice| self.choice(snapshot, choice)).collect();
        if open.is_empty() {
            return self.say("refused-not-called-for");
        }
        let args = [("open", open.join(" ").into())];
        self.with("refused-called-for-other", &args)
    }
}
