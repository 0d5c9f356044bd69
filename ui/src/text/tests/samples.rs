//! One of everything that the tracker and the program can say.

use carcassonne::catalogue::{Terrain, face_id};
use carcassonne::geometry::{Cell, Rotation, Side};
use carcassonne::map::{ChipColor, SquareKind};
use carcassonne::piece::{Color, FigureKind};
use hall::broker::address::NotAHall;
use tracker::board::PlacementFault;
use tracker::board::features::{FeatureId, FeatureKind, SegmentRef};
use tracker::log::event::{EventId, EventKind, TatanUse};
use tracker::log::ghost::{Companion, GhostCount, GhostPlace};
use tracker::rules::choice::ChoiceId;
use tracker::rules::expansions::benelux::BeneluxReminder;
use tracker::rules::expansions::ghosts_castles_cemeteries::{GhostsReminder, NotDone, Whose};
use tracker::rules::expansions::mage_and_witch::MageAndWitchReminder;
use tracker::rules::expansions::mists::{GhostsWhy, MistsReminder};
use tracker::rules::expansions::spell_circles::EloiseReminder;
use tracker::rules::expansions::tatan::TatanReminder;
use tracker::rules::{ChipFault, IslandFault, RuleFault, StaysBecause};
use tracker::snapshot::{Difference, Meaning, ReminderKind};
use vision::source::SourceError;

use crate::hall::NotTold;
use crate::hall::wish::AccountFault;
use crate::run::news::open_error::OpenError;

pub fn of_ghosts() -> Vec<ReminderKind> {
    let (figure, color) = (EventId(1), Color::Red);
    let mut all: Vec<GhostsReminder> = Vec::new();
    for whose in [Whose::Opponent, Whose::Own] {
        all.extend([
            GhostsReminder::Haunt {
                whose,
                from_circle: false,
            },
            GhostsReminder::Haunt {
                whose,
                from_circle: true,
            },
            GhostsReminder::PutBeside {
                whose,
                from: GhostPlace::Supply,
                figure,
            },
            GhostsReminder::LeftOut {
                whose,
                why: NotDone::NoGhostLeft,
            },
            GhostsReminder::LeftOut {
                whose,
                why: NotDone::NoMeeple,
            },
        ]);
    }
    all.extend([
        GhostsReminder::DrivenOff {
            figure,
            color: Some(color),
        },
        GhostsReminder::GuardsTakeNone,
        GhostsReminder::DrawIn,
        GhostsReminder::DrawnIn { figure },
        GhostsReminder::Fill {
            supply: 1,
            empty: 2,
        },
        GhostsReminder::ToSupply,
        GhostsReminder::Cost {
            color,
            ghosts: 2,
            points: -4,
            stops_at_zero: true,
        },
        GhostsReminder::Castle {
            misty: 3,
            points: 8,
        },
        GhostsReminder::TakeGuard { color },
        GhostsReminder::NoGuardLeft { color },
        GhostsReminder::CostAtEnd {
            ghosts: vec![(color, 2), (Color::Blue, 1)],
        },
    ]);
    all.into_iter().map(ReminderKind::Ghosts).collect()
}

pub fn of_land() -> Vec<ReminderKind> {
    let (color, island) = (Color::Red, ChipColor::Orange);
    let tatan = [
        TatanReminder::Use,
        TatanReminder::Relocate,
        TatanReminder::TilesDue(2),
        TatanReminder::KeepCard,
        TatanReminder::FillGap { color, points: 6 },
        TatanReminder::PutFollower { color },
        TatanReminder::NoTile,
    ];
    let benelux = [
        BeneluxReminder::LayStartTiles,
        BeneluxReminder::LayChips(20),
        BeneluxReminder::TakeChip(Some(island)),
        BeneluxReminder::TakeChip(None),
        BeneluxReminder::BuyIslandTile {
            color,
            islands: vec![island, ChipColor::Purple],
        },
        BeneluxReminder::RevealTop(island),
        BeneluxReminder::DropIslandTile(face_id("D").unwrap()),
        BeneluxReminder::BorderCloses,
        BeneluxReminder::LastFaceDown { islands: 7 },
        BeneluxReminder::TownCovered,
        BeneluxReminder::LargeCityMet,
    ];
    let tatan = tatan.map(ReminderKind::Tatan);
    tatan
        .into_iter()
        .chain(benelux.map(ReminderKind::Benelux))
        .collect()
}

pub fn faults_of_land() -> Vec<RuleFault> {
    let cell = Cell::new(2, 0);
    let stays = [
        StaysBecause::NothingThere,
        StaysBecause::NoPrint,
        StaysBecause::StartTile,
        StaysBecause::FigureOnIt,
        StaysBecause::Completed,
        StaysBecause::SamePlace,
        StaysBecause::BreaksLandscape,
        StaysBecause::FitsNowhereElse,
    ];
    let kinds = [
        SquareKind::Land,
        SquareKind::Start,
        SquareKind::Town,
        SquareKind::LargeCity,
        SquareKind::Wave,
        SquareKind::Island,
        SquareKind::None,
    ];
    let chips = [
        ChipFault::NoneLeft,
        ChipFault::Occupied,
        ChipFault::BesideChip(cell),
        ChipFault::BesideStartOrCity,
    ];
    let chips = chips.into_iter().chain(kinds.map(ChipFault::NotLand));
    let islands = [
        IslandFault::NoStack,
        IslandFault::UsedUp,
        IslandFault::TurnedUp,
        IslandFault::NoChip,
        IslandFault::FaceDownFirst,
        IslandFault::OneChipATurn,
        IslandFault::NotNow,
    ];
    let stays = stays.map(|why| RuleFault::TileStays { cell, why });
    let squares = kinds.map(|kind| PlacementFault::NoSquare { kind });
    let mut faults: Vec<RuleFault> = stays.into();
    faults.extend(islands.map(RuleFault::Island));
    faults.extend(chips.map(|why| RuleFault::Chip { cell, why }));
    faults.push(RuleFault::Placement(squares.into()));
    faults
}

pub fn faults() -> Vec<RuleFault> {
    let face = face_id("D").unwrap();
    let figure = FigureKind::Meeple;
    let color = Color::Red;
    let edge = PlacementFault::EdgeMismatch {
        side: Side::North,
        own: Terrain::City,
        neighbour: Cell::new(0, -1),
        neighbour_face: face,
        theirs: Terrain::Road,
    };
    vec![
        RuleFault::UnknownFace(face),
        RuleFault::NoCopyLeft(face),
        RuleFault::Placement(vec![
            PlacementFault::Occupied { face },
            PlacementFault::NoNeighbour,
            PlacementFault::TooFar,
            edge,
        ]),
        RuleFault::Fits(face),
        RuleFault::TooManyPoints(20_000),
        RuleFault::NoOpenTurn,
        RuleFault::GameOver,
        RuleFault::NotTheNewestTile,
        RuleFault::NoSuchSegment(3),
        RuleFault::SecondFigure,
        RuleFault::Occupied,
        RuleFault::NoneInHand { color, figure },
        RuleFault::WrongFeature {
            figure,
            on: FeatureKind::Garden,
        },
        RuleFault::InMist,
        RuleFault::GuardsTakeNoGhosts,
        RuleFault::StartTilesFirst,
        RuleFault::NotTheIslandTile(face),
        RuleFault::NoTileToDraw,
        RuleFault::NoFarmers,
        RuleFault::NotInPlay(FigureKind::Ghost),
        RuleFault::NotAPlayer(Color::Pink),
        RuleFault::NoSuchFigure(EventId(1)),
        RuleFault::NoSuchEvent(EventId(1)),
        RuleFault::NotAFact,
        RuleFault::NotBefore,
        RuleFault::NoSuchChoice,
        RuleFault::NotCalledFor,
        RuleFault::NotSoManyGhosts { there: 1, count: 3 },
    ]
}

/// Events that an option may have.
pub fn events() -> Vec<EventKind> {
    let (cell, figure, face) = (Cell::new(2, 0), EventId(1), face_id("D").unwrap());
    let color = Color::Red;
    let places = [
        GhostPlace::Supply,
        GhostPlace::CatStock,
        GhostPlace::Mist { cell, part: 0 },
        GhostPlace::Circle { cell, part: 0 },
        GhostPlace::Cemetery { cell },
        GhostPlace::Beside { figure },
    ];
    let move_each = |from: GhostPlace| {
        let each = |to: GhostPlace| EventKind::GhostsMoved { from, to, count: 1 };
        places.map(each)
    };
    let companion = |companion, host| EventKind::CompanionPlaced { companion, host };
    let mut events = vec![
        EventKind::TileLaid {
            cell,
            face,
            rotation: Rotation::R0,
            garden: None,
            before: false,
        },
        EventKind::FigurePlaced {
            cell,
            segment: 0,
            figure: FigureKind::Mage,
            color: None,
            foot: None,
            before: false,
        },
        EventKind::FigureTaken { figure },
        EventKind::TileDiscarded { face },
        EventKind::TurnOf { color },
        EventKind::TurnEnded,
        EventKind::PileEmpty,
        EventKind::GameEnded,
        companion(Companion::Rufus, Some(figure)),
        companion(Companion::Ronja, Some(figure)),
        companion(Companion::Eloise, None),
        EventKind::Declined {
            choice: ChoiceId("test".into()),
        },
        EventKind::Points { color, points: 3 },
        EventKind::RegionDecided {
            at: SegmentRef::new(cell, 0),
            removal: Vec::new(),
        },
        EventKind::RegionDecided {
            at: SegmentRef::new(cell, 0),
            removal: places.map(|place| GhostCount { place, count: 2 }).into(),
        },
        EventKind::MeepleBuried {
            cell,
            color,
            figure: None,
        },
        EventKind::MeepleBuried {
            cell,
            color,
            figure: Some(figure),
        },
        EventKind::TileTurnedDown { cell },
        EventKind::TileMoved {
            from: cell,
            to: Cell::new(0, 3),
            rotation: Rotation::R90,
        },
        EventKind::TatanDrawn,
        EventKind::TatanUsed {
            how: TatanUse::TwoTiles,
        },
        EventKind::TatanUsed {
            how: TatanUse::Relocate { from: cell },
        },
        EventKind::GapFilled { cells: vec![cell] },
        EventKind::ChipTurned {
            cell,
            value: 2,
            color: None,
        },
        EventKind::ChipTurned {
            cell,
            value: 1,
            color: Some(ChipColor::Orange),
        },
        EventKind::ChipLaid { cell, color: None },
        EventKind::IslandRevealed { island: cell, face },
        EventKind::IslandTaken { island: cell },
        EventKind::Insisted {
            what: Box::new(EventKind::FigurePlaced {
                cell,
                segment: 0,
                figure: FigureKind::Meeple,
                color: Some(color),
                foot: None,
                before: false,
            }),
        },
        EventKind::Removed { event: figure },
    ];
    events.extend(ChipColor::ALL.map(|color| {
        let color = Some(color);
        EventKind::ChipLaid { cell, color }
    }));
    events.extend(places.into_iter().flat_map(move_each));
    events
}

pub fn reminders() -> Vec<ReminderKind> {
    let figure = EventId(1);
    let at = SegmentRef::new(Cell::new(1, 0), 0);
    let color = Color::Red;
    let completed = |points| ReminderKind::Completed {
        feature: FeatureId(at),
        kind: FeatureKind::City,
        points,
    };
    vec![
        ReminderKind::TakeHome {
            figure,
            at,
            color: Some(color),
        },
        completed(vec![(Some(color), 8), (Some(Color::Blue), 8)]),
        completed(vec![(None, 8)]),
        completed(Vec::new()),
        ReminderKind::MayPlaceFigure { color: None },
        ReminderKind::MayPlaceFigure { color: Some(color) },
        ReminderKind::MayRecallAbbot {
            color,
            figure,
            points: 5,
        },
        ReminderKind::OutOfTurn {
            expected: color,
            seen: Color::Blue,
        },
        ReminderKind::FigureNotAllowed {
            at,
            foot: [0.0, 0.0],
            kind: FigureKind::Meeple,
            color: None,
            fault: RuleFault::Occupied,
        },
        ReminderKind::FigureNotAllowed {
            at: SegmentRef::new(Cell::new(1, 0), 0),
            foot: [0.0, 0.0],
            kind: FigureKind::Meeple,
            color: Some(Color::Red),
            fault: RuleFault::NoneInHand {
                color: Color::Red,
                figure: FigureKind::Meeple,
            },
        },
        ReminderKind::LastTile,
        ReminderKind::CountHands,
        ReminderKind::MageAndWitch(MageAndWitchReminder::Move),
        ReminderKind::MageAndWitch(MageAndWitchReminder::Separate),
        ReminderKind::MageAndWitch(MageAndWitchReminder::Remove),
        ReminderKind::MageAndWitch(MageAndWitchReminder::Changes {
            figure: FigureKind::Mage,
            points: 5,
        }),
        ReminderKind::MageAndWitch(MageAndWitchReminder::Changes {
            figure: FigureKind::Witch,
            points: -5,
        }),
    ]
}

pub fn differences() -> Vec<Difference> {
    let (cell, face) = (Cell::new(-1, 2), face_id("K").unwrap());
    let rotation = Rotation::R90;
    let other = |seen_face| Difference::TileOther {
        cell,
        face,
        rotation,
        seen_face,
        seen_rotation: Rotation::R0,
    };
    vec![
        Difference::TileMissing {
            cell,
            face,
            rotation,
        },
        other(face),
        other(face_id("L").unwrap()),
        Difference::TileIllegal {
            cell,
            face,
            rotation,
            faults: vec![PlacementFault::NoNeighbour],
            fitting: Some((face, rotation)),
        },
        Difference::TileUnknown { cell },
        Difference::GameIsOver { cell },
        Difference::StartTileMissing { face: Some(face) },
        Difference::StartTileMissing { face: None },
        Difference::BoardNotFound,
    ]
}

pub fn meanings() -> Vec<Meaning> {
    vec![
        Meaning::Tile {
            face: face_id("D").unwrap(),
            rotation: Rotation::R0,
        },
        Meaning::Figure {
            kind: FigureKind::Abbot,
            color: Some(Color::Blue),
            at: SegmentRef::default(),
            on: FeatureKind::Garden,
        },
        Meaning::NoFigure,
        Meaning::Unclaimed,
        Meaning::NoTile,
        Meaning::StillThere,
        Meaning::Taken,
        Meaning::AbbotRecalled,
        Meaning::TakenBack,
        Meaning::Happened(Box::new(EventKind::TurnEnded)),
        Meaning::Garden(true),
        Meaning::Garden(false),
        Meaning::TurnOf(Color::Red),
        Meaning::NeverHappened,
        Meaning::AsItIs,
    ]
}

pub fn failures() -> Vec<OpenError> {
    let why = || "no reason".to_owned();
    vec![
        OpenError::Source(SourceError::Missing("film.mp4".into())),
        OpenError::Photo {
            photo: "board.jpg".into(),
            why: why(),
        },
        OpenError::NoBoard {
            photo: "board.jpg".into(),
        },
        OpenError::Record {
            record: "game.jsonl".into(),
            why: why(),
        },
        OpenError::InUse {
            record: "game.jsonl".into(),
        },
        OpenError::NotSaved,
        OpenError::Pack {
            pack: "box".into(),
            why: why(),
        },
        OpenError::Differing {
            faces: "T01 T02".to_owned(),
        },
        OpenError::Folder {
            folder: "games".into(),
            why: why(),
        },
        OpenError::Other(why()),
    ]
    .into_iter()
    .chain(not_told().into_iter().map(OpenError::Hall))
    .collect()
}

pub fn not_told() -> Vec<NotTold> {
    let account = |fault| NotTold::Account {
        fault,
        why: "no reason".to_owned(),
    };
    vec![
        NotTold::Address(NotAHall::Malformed("hall".to_owned())),
        NotTold::Address(NotAHall::Password),
        NotTold::Address(NotAHall::Plain("host".to_owned())),
        account(AccountFault::Unread),
        account(AccountFault::Malformed),
        account(AccountFault::Open),
        account(AccountFault::Certificates),
        NotTold::NoTable,
        NotTold::Table("a/b".to_owned()),
        NotTold::Trouble(hall::Trouble::Refused),
    ]
}

pub fn of_mists() -> Vec<ReminderKind> {
    let (hound, ghosts) = (Companion::Rufus, 2);
    let come = |why, count| MistsReminder::GhostsCome {
        count,
        symbols: 2,
        why,
        left: 7,
    };
    let mists = [
        come(GhostsWhy::NoMist, 0),
        come(GhostsWhy::New, 2),
        come(GhostsWhy::Extended, 1),
        come(GhostsWhy::Finished, 0),
        MistsReminder::MistFinished { ghosts },
        MistsReminder::MistSpoiled,
        MistsReminder::CemeteryGhost,
        MistsReminder::HauntedNeighbours { ghosts },
        MistsReminder::CemeteryCleared { ghosts },
        MistsReminder::Bury,
        MistsReminder::Decide {
            value: 4,
            colors: 2,
            points: 8,
            ghosts: 3,
        },
        MistsReminder::PlaceHound { hound },
        MistsReminder::HoundRemoves { hound },
        MistsReminder::JoinPiles { left: 23 },
        MistsReminder::HoundScores { hound, points: 5 },
        MistsReminder::TurnTileDown,
        MistsReminder::FewGhosts { left: 1 },
        MistsReminder::LossOpen,
        MistsReminder::FewTiles {
            left: 1,
            missing: 12,
        },
    ];
    let eloise = [
        EloiseReminder::FillCircles {
            circles: 3,
            moved: 2,
            stock: 1,
        },
        EloiseReminder::PickGhosts { left: 1 },
        EloiseReminder::NoCemeteryGhost,
        EloiseReminder::Stuck,
        EloiseReminder::Bring,
        EloiseReminder::ComesNext,
        EloiseReminder::Scores { points: 4 },
        EloiseReminder::Move,
    ];
    let mists = mists.map(ReminderKind::Mists);
    mists
        .into_iter()
        .chain(eloise.map(ReminderKind::Eloise))
        .collect()
}
