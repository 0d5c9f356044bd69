//! All languages are complete and agree, and everything that can be said has words. That the sources
//! and English agree the compiler sees to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use carcassonne::catalogue::{Catalogue, face_id};
use carcassonne::geometry::{Cell, Rim, Rotation};
use carcassonne::piece::{Color, FigureKind};
use tracker::board::features::FeatureKind;
use tracker::log::event::EventId;
use tracker::rules::choice::Effect;
use tracker::rules::ruling::Ruling;
use tracker::snapshot::{
    About, Bonus, Outcome, Question, QuestionId, Reminder, ScoreReason, TeamView, Until, Urgency,
};

use super::*;
use crate::run::news::Notice;
use crate::text::rules::rulings;

mod samples;

use samples::{
    differences, events, failures, faults, faults_of_land, meanings, of_ghosts, of_land, of_mists,
    reminders,
};

/// The folder of all languages.
fn locales() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("locales")
}

/// Keys of a language with the names of their arguments.
fn keys(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    keys_in(&locales().join(language.code()))
}

/// The same of a folder.
fn keys_in(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let texts = language_file::read(folder).unwrap_or_else(|why| panic!("{why}"));
    let texts = texts.into_iter();
    texts.map(|text| (text.key, text.arguments)).collect()
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

/// What a language's folder lacks of the English one, has too much or with other arguments.
fn lacks(folder: &Path) -> Vec<String> {
    let (english, own) = (keys(Language::English), keys_in(folder));
    let missing = english.keys().filter(|key| !own.contains_key(*key));
    let missing = missing.map(|key| format!("{key} is missing"));
    let strange = own.iter().filter_map(|(key, args)| match english.get(key) {
        None => Some(format!("{key} is not in English")),
        Some(wanted) if wanted != args => Some(format!("{key} has {args:?}, not {wanted:?}")),
        Some(_) => None,
    });
    missing.chain(strange).collect()
}

/// Every folder is a language of the program, and lacks nothing.
#[test]
fn every_language_has_the_keys_and_arguments_of_english() {
    assert!(keys(Language::English).len() > 100);
    let folders = std::fs::read_dir(locales()).unwrap();
    let mut codes: Vec<String> = folders
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    codes.sort();
    let mut known: Vec<&str> = Language::all().map(Language::code).collect();
    assert_eq!(known[0], "en", "the one others fall back to comes first");
    known.sort_unstable();
    assert_eq!(known, codes);
    for code in codes {
        let lacking = lacks(&locales().join(&code));
        assert!(lacking.is_empty(), "{code}: {lacking:#?}");
    }
}

/// Forms that speak to one person: pronouns, and what a verb is told as.
const TO_ONE: &str = "du dich dir dein deine deinem deinen deiner deines \
    beende berichtige bring bringe dreh drehe drück drücke fotografiere führ führe gib klick \
    klicke lass leg lege lies mach mache neige nenne nimm öffne prüfe rück rücke sag sage scanne \
    schalte schließe setz setze sieh sorge starte steck stecke stell such suche tipp tippe \
    tu vergleiche versuche wähle warte wisch wische zeichne zeig zeige zieh ziehe";

/// Words of a text that speak to one person. A noun such as `Klick` is none unless a sentence
/// begins with it.
fn to_one(text: &str) -> Vec<String> {
    let mut begins = true;
    let mut found = Vec::new();
    for piece in text.split_whitespace() {
        let word = piece.trim_matches(|c: char| !c.is_alphabetic());
        let small = word.starts_with(char::is_lowercase);
        let known = TO_ONE
            .split_whitespace()
            .any(|one| one == word.to_lowercase());
        if known && (small || begins) {
            found.push(word.to_owned());
        }
        if piece.chars().any(char::is_alphanumeric) {
            begins = piece.ends_with(['.', ':', '!', '?', '=', '…']);
        }
    }
    found
}

/// German speaks to everybody at the table, wherever it does: `Legt das Plättchen`, never `Lege`.
#[test]
fn german_speaks_to_everybody_at_the_table() {
    assert_eq!(to_one("Zeig sie: Klick sie an."), ["Zeig", "Klick"]);
    assert_eq!(to_one("Ein Klick zeigt deine Stelle"), ["deine"]);
    let mut found = Vec::new();
    for file in files(&locales().join("de"), "ftl") {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let text = line.split_once(" = ").map_or(line, |(_, text)| text);
            let own = to_one(text);
            if !own.is_empty() && !line.starts_with('#') {
                found.push(format!("{own:?} in {line}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A third language that is not complete is told what it lacks.
#[test]
fn what_a_further_language_lacks_is_listed() {
    let place = tempfile::tempdir().unwrap();
    for file in files(&locales().join("en"), "ftl") {
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.replace("new-back = Back\n", "");
        let text = text.replace("{ $seat }", "{ $chair }");
        let text = text.replace("app-name =", "nom-app =");
        let name = file.file_name().unwrap();
        std::fs::write(place.path().join(name), text).unwrap();
    }
    let mut lacking = lacks(place.path());
    lacking.sort();
    let expected = [
        "app-name is missing",
        "new-back is missing",
        r#"new-color has {"chair"}, not {"seat"}"#,
        r#"new-name has {"chair"}, not {"seat"}"#,
        "nom-app is not in English",
    ];
    assert_eq!(lacking, expected);
}

/// What the build script stops at, with where it is.
#[test]
fn what_is_no_text_of_ours_is_told_with_its_place() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("odd.ftl");
    for (written, told) in [
        ("# odd\n\na-b = c\nd-e c\n", "odd.ftl:4: "),
        ("a-b = { $c\n", "odd.ftl:1: "),
        ("a-b = c\na-b = d\n", "odd.ftl: a-b is there twice"),
        ("a-b = { c-d }\n", "odd.ftl: a-b has references"),
        ("a-b = { NUMBER($c) }\n", "odd.ftl: a-b has functions"),
        ("a-b = c\n    .d = e\n", "odd.ftl: a-b has attributes"),
        ("-a = b\n", "odd.ftl: -a is a term"),
    ] {
        std::fs::write(&file, written).unwrap();
        let why = language_file::read(place.path()).err().unwrap();
        assert!(why.contains(told), "{why}");
    }
}

/// A number keeps its plural forms, and a text is what it is.
#[test]
fn numbers_choose_their_form() {
    let words = Words::new(Language::English);
    let guards = |count: u8| words.with(message::LayGuards { count });
    assert_eq!([guards(1), guards(3)], ["one guard", "3 guards"]);
    let from_text = words.with(message::LayGuards { count: "1" });
    assert_eq!(from_text, "1 guards");
}

/// The German sheets' own terms, and what they do not say.
#[test]
fn german_terms_are_those_of_the_sheets() {
    const STRANGE: [(&str, &str); 6] = [
        ("Burg", "Schloss"),
        ("Stufe", "Level"),
        ("erläng", "erweitern"),
        ("Zauberkreis", "Bannkreis"),
        ("magische Zeichen", "Magiesymbol"),
        ("Wertungsleiste", "Wertungstafel"),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/de");
    for file in files(&folder, "ftl") {
        let text = std::fs::read_to_string(&file).unwrap();
        for (strange, term) in STRANGE {
            let line = text.lines().find(|line| line.contains(strange));
            assert_eq!(line, None, "{}: the sheet says {term}", file.display());
        }
    }
}

#[test]
fn every_table_option_has_words_and_no_others_have() {
    let (mut options, mut answers) = (BTreeSet::new(), BTreeSet::new());
    for ruling in Ruling::all() {
        options.insert(ruling.number);
        if !rulings::is_yes_or_no(ruling) {
            answers.extend(ruling.answers.iter().map(|answer| (ruling.number, *answer)));
        }
    }
    let said = rulings::SENTENCES.iter().map(|(number, _)| *number);
    assert_eq!(said.collect::<BTreeSet<_>>(), options);
    let said = rulings::ANSWERS.iter();
    let said = said.map(|(number, answer, _)| (*number, *answer));
    assert_eq!(said.collect::<BTreeSet<_>>(), answers);
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
        "Anna’s meeple"
    );
    assert_eq!(
        german.place(carcassonne::geometry::Cell::new(-2, 1)),
        "2 links und 1 unterhalb vom Start"
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

/// Everything the tracker and the program can say, in all languages: no argument is missing.
#[test]
fn every_fact_has_words() {
    let setup = "modules=base; players=Anna:red,blue".parse().unwrap();
    let log = tracker::log::Log::new(std::sync::Arc::new(setup));
    let snapshot = tracker::snapshot_of(&log);
    for language in Language::all() {
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
        said.extend(differences().iter().map(|d| words.difference(&snapshot, d)));
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
            About::ClaimedAtOnce { tile: figure },
            About::Unreadable,
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
        let not_told = samples::not_told().into_iter().map(Notice::HallNotTold);
        said.extend(not_told.map(|notice| words.notice(&snapshot, &notice)));
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

#[test]
fn every_lack_of_an_export_has_words() {
    use crate::export::told::Lack;
    let log = tracker::log::Log::new(std::sync::Arc::default());
    let snapshot = tracker::snapshot_of(&log);
    let lacks = [
        Lack::Modules(vec![tracker::rules::Expansion::Tatan]),
        Lack::Ruling(Ruling::all().next().unwrap()),
        Lack::Bag,
        Lack::PutBack,
        Lack::Tile(face_id("D").unwrap()),
        Lack::Event(tracker::log::event::EventKind::TatanDrawn),
        Lack::StoodBefore,
        Lack::OutOfTurn(3),
        Lack::NoPlayers,
        Lack::TooLong,
        Lack::Failed("full".to_owned()),
    ];
    for words in Language::all().map(Words::new) {
        for lack in &lacks {
            let text = words.lack(&snapshot, lack);
            assert!(!text.contains(['‹', '{']), "{text}");
        }
    }
}

#[test]
fn no_two_places_of_a_tile_have_one_name() {
    let catalogue = Catalogue::bundled();
    for face in catalogue.faces() {
        for rotation in Rotation::ALL {
            let mut names = BTreeSet::new();
            for segment in &face.segments {
                let rims: Vec<Rim> = segment
                    .rim
                    .iter()
                    .map(|rim| rim.rotated(rotation))
                    .collect();
                let name = Words::new(Language::English).around(&rims);
                let is_new = names.insert((format!("{:?}", segment.kind), name.clone()));
                assert!(
                    is_new || rims.is_empty(),
                    "{} {rotation:?}: {name}",
                    face.id.as_str()
                );
            }
        }
    }
}
