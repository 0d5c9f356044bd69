//! Both languages are complete and agree, and every key used in the sources exists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use tracker::board::PlacementFault;
use tracker::catalogue::{Terrain, face_id};
use tracker::choice::{ChoiceId, Effect};
use tracker::event::{EventId, EventKind, TatanUse};
use tracker::features::{FeatureId, FeatureKind, SegmentRef};
use tracker::geometry::{Cell, Rotation, Side};
use tracker::ghost::{Companion, GhostCount, GhostPlace};
use tracker::map::{ChipColor, SquareKind};
use tracker::piece::{Color, FigureKind};
use tracker::rules::benelux::BeneluxReminder;
use tracker::rules::ghosts_castles_cemeteries::{GhostsReminder, NotDone, Whose};
use tracker::rules::mage_and_witch::MageAndWitchReminder;
use tracker::rules::mists::{GhostsWhy, MistsReminder};
use tracker::rules::spell_circles::EloiseReminder;
use tracker::rules::tatan::TatanReminder;
use tracker::rules::{ChipFault, IslandFault, RuleFault, StaysBecause};
use tracker::ruling::Ruling;
use tracker::snapshot::{
    About, Bonus, Difference, Meaning, Outcome, Question, QuestionId, Reminder, ReminderKind,
    ScoreReason, TeamView, Until, Urgency,
};

use super::*;
use crate::link::{Failure, Notice};

/// Keys of a language with the names of their arguments.
fn keys(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("locales")
        .join(language.code());
    let mut keys = BTreeMap::new();
    for file in files(&folder, "ftl") {
        let text = std::fs::read_to_string(&file).unwrap();
        let resource = fluent_syntax::parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut args = BTreeSet::new();
                walk(&message.value.expect("a message has a text"), &mut args);
                let again = keys.insert(message.id.name.to_owned(), args);
                assert!(again.is_none(), "{} twice", message.id.name);
            }
        }
    }
    keys
}

fn walk(pattern: &Pattern<&str>, args: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => name(inline, args),
                Expression::Select { selector, variants } => {
                    name(selector, args);
                    for variant in variants {
                        walk(&variant.value, args);
                    }
                }
            }
        }
    }
}

fn name(inline: &InlineExpression<&str>, args: &mut BTreeSet<String>) {
    if let InlineExpression::VariableReference { id } = inline {
        args.insert(id.name.to_owned());
    }
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found
}

#[test]
fn both_languages_have_the_same_keys_and_arguments() {
    let (english, german) = (keys(Language::English), keys(Language::German));
    assert!(english.len() > 100);
    for (key, args) in &english {
        assert_eq!(german.get(key), Some(args), "{key} in German");
    }
    for key in german.keys() {
        assert!(english.contains_key(key), "{key} only in German");
    }
}

/// String literals of the screens that look like a key: `a-b`, lower case.
fn literals() -> BTreeSet<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    let parts = ["screens", "widgets", "text"].map(|part| source.join(part));
    let mut all: Vec<PathBuf> = parts.iter().flat_map(|part| files(part, "rs")).collect();
    all.extend(["app.rs", "action.rs", "text.rs"].map(|file| source.join(file)));
    for file in all.iter().filter(|file| !file.ends_with("tests.rs")) {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            // Every second piece between quotes is a literal.
            for piece in line.split('"').skip(1).step_by(2) {
                let looks_like_one = piece.contains('-')
                    && piece.starts_with(|c: char| c.is_ascii_lowercase())
                    && piece
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
                if looks_like_one {
                    found.insert(piece.to_owned());
                }
            }
        }
    }
    found
}

#[test]
fn every_key_in_the_sources_exists_and_every_key_is_used() {
    let english: BTreeSet<String> = keys(Language::English).into_keys().collect();
    let used = literals();
    let missing: Vec<_> = used.difference(&english).collect();
    let rulings = "ruling-";
    let dead: Vec<_> = english
        .difference(&used)
        .filter(|key| !key.starts_with(rulings))
        .collect();
    assert!(missing.is_empty(), "used but not in the files: {missing:?}");
    assert!(dead.is_empty(), "in the files but never used: {dead:?}");
}

#[test]
fn every_table_option_has_words_and_no_others_have() {
    let mut wanted = BTreeSet::new();
    for ruling in Ruling::all() {
        let key = setup::ruling_key(ruling);
        if !setup::is_yes_or_no(ruling) {
            let answers = ruling.answers.iter();
            wanted.extend(answers.map(|answer| format!("{key}-{answer}")));
        }
        wanted.insert(key);
    }
    for language in Language::ALL {
        let there = keys(language).into_keys();
        let there: BTreeSet<String> = there.filter(|key| key.starts_with("ruling-")).collect();
        assert_eq!(there, wanted, "{language:?}");
    }
}

#[test]
fn lists_and_places_read_well() {
    let english = Words::new(Language::English);
    let names = ["Anna", "Ben", "Cleo"].map(str::to_owned);
    assert_eq!(english.list(&names), "Anna, Ben and Cleo");
    let german = Words::new(Language::German);
    assert_eq!(german.list(&names[..2]), "Anna und Ben");
    assert_eq!(
        english.figure_of(FigureKind::Meeple, Some("Anna")),
        "meeple of Anna"
    );
    assert_eq!(
        german.place(tracker::geometry::Cell::new(-2, 1)),
        "2 links und 1 unter vom Start"
    );
}

#[test]
fn the_system_language_is_understood() {
    assert_eq!(Language::of_locale("de-AT"), Language::German);
    assert_eq!(Language::of_locale("de_DE.UTF-8"), Language::German);
    assert_eq!(Language::of_locale("en-GB"), Language::English);
    assert_eq!(Language::of_locale("fr"), Language::English);
    assert_eq!(Language::of_locale(""), Language::English);
}

fn of_mists() -> Vec<ReminderKind> {
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

fn of_ghosts() -> Vec<ReminderKind> {
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

fn of_land() -> Vec<ReminderKind> {
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
        BeneluxReminder::TakeChip(island),
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

fn faults_of_land() -> Vec<RuleFault> {
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

/// Everything the tracker and the program can say, in both languages: no argument is missing
/// and no key is unknown.
#[test]
fn every_fact_has_words() {
    let setup = "modules=base; players=Anna:red,blue".parse().unwrap();
    let link = crate::link::memory::MemoryLink::playing(setup);
    let snapshot = crate::link::Link::snapshot(&link);
    for language in Language::ALL {
        let words = Words::new(language);
        let mut said: Vec<String> = Vec::new();
        said.extend(
            faults()
                .iter()
                .chain(&faults_of_land())
                .map(|fault| words.rule_fault(&snapshot, fault)),
        );
        said.extend(
            reminders()
                .iter()
                .chain(&of_ghosts())
                .chain(&of_mists())
                .chain(&of_land())
                .map(|kind| {
                    let (urgency, until) = (Urgency::Info, Until::Changed);
                    let reminder = Reminder::new("", kind.clone(), "", urgency, until);
                    words.reminder(&snapshot, &reminder)
                }),
        );
        said.extend(differences().iter().map(|d| words.difference(d)));
        said.extend(meanings().iter().map(|m| words.meaning(&snapshot, m)));
        said.extend(failures().iter().flat_map(|failure| {
            let (what, help) = words.failure(failure);
            [what, help]
        }));
        let figure = EventId(1);
        for about in [
            About::WhichTile,
            About::WhichFigure,
            About::FigureGone { figure },
            About::OldTile { event: figure },
        ] {
            let question = Question {
                id: QuestionId(1),
                about,
                cell: Cell::new(0, 0),
                frame: 0,
                guesses: Vec::new(),
            };
            said.push(words.question(&snapshot, &question));
        }
        said.extend(events().iter().map(|event| words.event(&snapshot, event)));
        said.push(words.notice(&snapshot, &Notice::PackLacks(vec![face_id("D").unwrap()])));
        let effect = |sign: i32| Effect {
            scores: vec![(None, sign), (Some(Color::Red), 2 * sign)],
            projected: vec![(None, sign)],
            ghosts: sign,
            ends_game: true,
        };
        said.extend([1, -2].map(|sign| words.effect(&snapshot, &effect(sign))));
        for kind in FeatureKind::ALL {
            said.push(words.reason(ScoreReason::Completed(kind)));
            said.push(words.reason(ScoreReason::Final(kind)));
        }
        let team = TeamView {
            score: 34,
            provisional_score: 40,
            target: 50,
        };
        for outcome in [
            None,
            Some(Outcome::Won),
            Some(Outcome::NoGhostsLeft),
            Some(Outcome::NoTilesLeft),
        ] {
            said.push(words.outcome(outcome, &team));
        }
        said.push(words.reason(ScoreReason::AbbotRecalled));
        said.push(words.reason(ScoreReason::ByHand));
        for bonus in [Bonus::Hound, Bonus::Eloise, Bonus::Tatan, Bonus::Chip] {
            said.push(words.reason(ScoreReason::Bonus(bonus)));
        }
        for text in said {
            assert!(
                !text.is_empty() && !text.contains(['{', '‹', '$']),
                "{text}"
            );
        }
    }
}

fn faults() -> Vec<RuleFault> {
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
            edge,
        ]),
        RuleFault::Fits(face),
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
fn events() -> Vec<EventKind> {
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
        EventKind::ChipTurned { cell, value: 2 },
        EventKind::IslandRevealed { island: cell, face },
        EventKind::IslandTaken { island: cell },
        EventKind::Removed { event: figure },
    ];
    events.extend(ChipColor::ALL.map(|color| EventKind::ChipLaid { cell, color }));
    events.extend(places.into_iter().flat_map(move_each));
    events
}

fn reminders() -> Vec<ReminderKind> {
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
            cell: at.cell,
            kind: FigureKind::Meeple,
            color: None,
            fault: RuleFault::Occupied,
        },
        ReminderKind::LastTile,
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

fn differences() -> Vec<Difference> {
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
        Difference::StartTileMissing { face: Some(face) },
        Difference::StartTileMissing { face: None },
        Difference::BoardNotFound,
    ]
}

fn meanings() -> Vec<Meaning> {
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
        Meaning::StillThere,
        Meaning::Taken,
        Meaning::AbbotRecalled,
        Meaning::TakenBack,
    ]
}

fn failures() -> Vec<Failure> {
    let why = || "no reason".to_owned();
    vec![
        Failure::Camera {
            index: 1,
            why: why(),
        },
        Failure::Source {
            what: "film.mp4".into(),
            why: why(),
        },
        Failure::Record {
            record: "game.jsonl".into(),
            why: why(),
        },
        Failure::Pack {
            pack: "box".into(),
            why: why(),
        },
        Failure::Folder {
            folder: "games".into(),
            why: why(),
        },
        Failure::Other(why()),
    ]
}
