//! Sentences for what was refused, what failed, and what can be done about it.
//!
//! As in [`crate::text::game::facts`], every enum is matched without a catch-all.

use carcassonne::catalogue::FaceId;
use hall::broker::address::NotAHall;
use tracker::CommandError;
use tracker::board::PlacementFault;
use tracker::rules::RuleFault;
use tracker::snapshot::Snapshot;

use super::{Text, Words, capital, message};
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
            PlacementFault::Occupied { face } => self.with(message::FaultOccupied {
                face: face.as_str(),
            }),
            PlacementFault::NoNeighbour => self.say(message::FAULT_NO_NEIGHBOUR),
            PlacementFault::TooFar => self.say(message::FAULT_TOO_FAR),
            PlacementFault::NoSquare { kind } => self.with(message::FaultNoSquare {
                square: self.square(*kind),
            }),
            PlacementFault::EdgeMismatch {
                side,
                own,
                neighbour: _,
                neighbour_face,
                theirs,
            } => capital(&self.with(message::FaultEdge {
                side: self.side(*side),
                own: self.terrain(*own),
                neighbour: neighbour_face.as_str(),
                theirs: self.terrain(*theirs),
            })),
        }
    }

    pub(super) fn placement_faults(self, faults: &[PlacementFault]) -> String {
        let all: Vec<String> = faults.iter().map(|f| self.placement_fault(f)).collect();
        all.join(" ")
    }

    /// Why the rules refuse something.
    pub fn rule_fault(self, snapshot: &Snapshot, fault: &RuleFault) -> String {
        match fault {
            RuleFault::UnknownFace(id) => {
                self.with(message::RefusedUnknownFace { face: id.as_str() })
            }
            RuleFault::NoCopyLeft(id) => self.with(message::RefusedNoCopy { face: id.as_str() }),
            RuleFault::Placement(faults) => self.placement_faults(faults),
            RuleFault::Fits(id) => self.with(message::RefusedFits { face: id.as_str() }),
            RuleFault::TooManyPoints(points) => self.with(message::RefusedTooManyPoints { points }),
            RuleFault::NoOpenTurn => self.say(message::REFUSED_NO_TURN),
            RuleFault::GameOver => self.say(message::REFUSED_OVER),
            RuleFault::NotTheNewestTile => self.say(message::REFUSED_NOT_NEWEST),
            RuleFault::NoSuchSegment(_) => self.say(message::REFUSED_NO_SEGMENT),
            RuleFault::SecondFigure => self.say(message::REFUSED_SECOND),
            RuleFault::Occupied => self.say(message::REFUSED_OCCUPIED),
            RuleFault::NoneInHand { color, figure } => self.with(message::RefusedNoneInHand {
                name: self.player(snapshot, *color),
                figure: self.figure(*figure),
            }),
            RuleFault::WrongFeature { figure, on } => {
                capital(&self.with(message::RefusedWrongFeature {
                    figure: self.figure(*figure),
                    place: self.on(*on),
                }))
            }
            RuleFault::InMist => self.say(message::REFUSED_IN_MIST),
            RuleFault::NoFarmers => self.say(message::REFUSED_NO_FARMERS),
            RuleFault::NotInPlay(figure) => capital(&self.with(message::RefusedNotInPlay {
                figure: self.figure(*figure),
            })),
            RuleFault::NotAPlayer(color) => self.with(message::RefusedNotPlayer {
                color: self.color(*color),
            }),
            RuleFault::NoSuchFigure(_) => self.say(message::REFUSED_NO_FIGURE),
            RuleFault::NoSuchEvent(_) => self.say(message::REFUSED_NO_EVENT),
            RuleFault::NotAFact => self.say(message::REFUSED_NOT_FACT),
            RuleFault::NotBefore => self.say(message::REFUSED_NOT_BEFORE),
            RuleFault::NoSuchChoice => self.say(message::REFUSED_NO_CHOICE),
            RuleFault::GuardsTakeNoGhosts => self.say(message::REFUSED_GUARDS),
            RuleFault::StartTilesFirst => self.say(message::REFUSED_START_FIRST),
            RuleFault::TileStays { cell, why } => self.stays_because(snapshot, *cell, *why),
            RuleFault::Chip { cell: _, why } => capital(&self.chip_fault(*why)),
            RuleFault::Island(why) => capital(&self.island_fault(*why)),
            RuleFault::NotTheIslandTile(id) => {
                self.with(message::RefusedIslandTile { face: id.as_str() })
            }
            RuleFault::NoTileToDraw => self.say(message::REFUSED_NO_TILE),
            RuleFault::NotCalledFor => self.not_called_for(snapshot),
            RuleFault::NotSoManyGhosts { there, count } => {
                self.with(message::RefusedGhosts { there, count })
            }
        }
    }

    /// A passing line.
    pub fn notice(self, snapshot: &Snapshot, notice: &Notice) -> String {
        match notice {
            Notice::Refused(error) => {
                let why = match error {
                    CommandError::Rule(fault) => self.rule_fault(snapshot, fault),
                    CommandError::NoSuchQuestion => self.say(message::REFUSED_NO_QUESTION),
                    CommandError::NoSuchChoice => self.say(message::REFUSED_NO_CHOICE),
                    CommandError::NothingToUndo => self.say(message::REFUSED_NO_UNDO),
                    CommandError::NothingToRedo => self.say(message::REFUSED_NO_REDO),
                };
                self.with(message::RefusedHeading { why })
            }
            Notice::PackLacks(lacking) => self.pack_lacks(lacking),
            Notice::PicturesNotKept { why } => self.with(message::PicturesNotKept { why }),
            Notice::HallNotTold(why) => {
                let (what, help) = self.hall_not_told(why);
                self.with(message::HallNotice { what, help })
            }
            Notice::Restarted { part, why } => {
                let part = self.say(match part {
                    Part::Capture => message::PART_CAPTURE,
                    Part::Vision => message::PART_VISION,
                    Part::Tracker => message::PART_TRACKER,
                });
                self.with(message::PartRestarted { part, why })
            }
        }
    }

    /// That a pack has no picture of these faces; of many only some are named.
    pub fn pack_lacks(self, lacking: &[FaceId]) -> String {
        let named = lacking.iter().take(NAMED).map(FaceId::as_str);
        let mut names = named.collect::<Vec<_>>().join(" ");
        if let more @ 1.. = lacking.len().saturating_sub(NAMED) {
            names.push(' ');
            names += &self.with(message::QuestionMore { count: more });
        }
        self.with(message::PackLacks { faces: names })
    }

    /// Why something could not be started, and what to do about it.
    pub fn failure(self, failure: &OpenError) -> (String, String) {
        match failure {
            OpenError::Source(error) => self.no_pictures(error),
            OpenError::Photo { photo, why } => (
                self.with(message::FailPhoto {
                    photo: photo.display().to_string(),
                    why,
                }),
                self.say(message::FAIL_PHOTO_HELP),
            ),
            OpenError::NoBoard { photo } => (
                self.with(message::FailNoBoard {
                    photo: photo.display().to_string(),
                }),
                self.say(message::FAIL_NO_BOARD_HELP),
            ),
            OpenError::Record { record, why } => (
                self.with(message::FailRecord {
                    record: record.display().to_string(),
                    why,
                }),
                self.say(message::FAIL_RECORD_HELP),
            ),
            OpenError::InUse { record } => (
                self.with(message::FailInUse {
                    record: record.display().to_string(),
                }),
                self.say(message::FAIL_IN_USE_HELP),
            ),
            OpenError::Pack { pack, why } => (
                self.with(message::FailPack { pack, why }),
                self.say(message::FAIL_PACK_HELP),
            ),
            OpenError::Differing { faces } => (
                self.with(message::FailDiffering { faces }),
                self.say(message::FAIL_DIFFERING_HELP),
            ),
            OpenError::Folder { folder, why } => (
                self.with(message::FailFolder {
                    folder: folder.display().to_string(),
                    why,
                }),
                self.say(message::FAIL_FOLDER_HELP),
            ),
            OpenError::NotSaved => (
                self.say(message::FAIL_NOT_SAVED),
                self.say(message::FAIL_NOT_SAVED_HELP),
            ),
            OpenError::Hall(why) => self.hall_not_told(why),
            OpenError::Other(why) => (
                self.with(message::FailOther { why }),
                self.say(message::FAIL_OTHER_HELP),
            ),
        }
    }

    /// Why a hall is not told of a game, and what to do about it.
    pub fn hall_not_told(self, why: &NotTold) -> (String, String) {
        let told = |what: Text, help: Text| (self.say(what), self.say(help));
        let account = |what: Text, help: Text| {
            let (what, why) = (self.say(what), why.to_string());
            (
                self.with(message::HallFailAccount { what, why }),
                self.say(help),
            )
        };
        match why {
            NotTold::Address(NotAHall::Malformed(_)) => {
                told(message::HALL_FAIL_ADDRESS, message::HALL_ADDRESS_WRONG)
            }
            NotTold::Address(NotAHall::Password) => {
                told(message::HALL_FAIL_ADDRESS, message::HALL_ADDRESS_PASSWORD)
            }
            NotTold::Address(NotAHall::Plain(_)) => {
                told(message::HALL_FAIL_ADDRESS, message::HALL_ADDRESS_PLAIN)
            }
            NotTold::Account { fault, .. } => match fault {
                AccountFault::Unread => {
                    account(message::HALL_FAIL_UNREAD, message::HALL_FAIL_UNREAD_HELP)
                }
                AccountFault::Malformed => account(
                    message::HALL_FAIL_MALFORMED,
                    message::HALL_FAIL_MALFORMED_HELP,
                ),
                AccountFault::Open => {
                    account(message::HALL_FAIL_OPEN, message::HALL_FAIL_OPEN_HELP)
                }
                AccountFault::Certificates => account(
                    message::HALL_FAIL_CERTIFICATES,
                    message::HALL_FAIL_CERTIFICATES_HELP,
                ),
            },
            NotTold::NoTable => told(
                message::HALL_FAIL_NO_TABLE,
                message::HALL_FAIL_NO_TABLE_HELP,
            ),
            NotTold::Table(_) => told(message::HALL_FAIL_TABLE, message::HALL_FAIL_TABLE_HELP),
            NotTold::Trouble(trouble) => (
                self.say(message::HALL_FAIL_TROUBLE),
                self.hall_trouble(trouble),
            ),
        }
    }

    /// That the rules do not call for something, and what they call for instead.
    fn not_called_for(self, snapshot: &Snapshot) -> String {
        let open = snapshot.choices.iter();
        let open: Vec<String> = open.map(|choice| self.choice(snapshot, choice)).collect();
        if open.is_empty() {
            return self.say(message::REFUSED_NOT_CALLED_FOR);
        }
        self.with(message::RefusedCalledForOther {
            open: open.join(" "),
        })
    }
}
