//! Whole games at random, in every mode and combination of modules, to their end by the rules.
//! After every event nothing is lost or made, what is derived equals what is computed anew, and
//! whatever a choice offers is accepted.
//!
//! A test run plays a few dozen; `NEBELWACHT_GAMES=2000 cargo test --release --test suite self_play --
//! --nocapture` plays that many and prints one line.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use carcassonne::geometry::Cell;
use carcassonne::piece::FigureKind;
use tracker::board::features::Features;
use tracker::event::{EventId, EventKind};
use tracker::log::Log;
use tracker::log::record::{Expect, Header, Line, Record};
use tracker::rules::choice::{Choice, ChoiceKind};
use tracker::rules::points::expression::{Term, Unit};
use tracker::rules::points::scoring::{self, Scored};
use tracker::rules::ruling::Ruling;
use tracker::rules::{Expansion, FigureState, Game};
use tracker::setup::Setup;
use tracker::snapshot::{Bonus, ScoreLine, ScoreReason};

/// Modules with what else their set-up needs. Cooperative ones stand for all their levels and
/// numbers of players.
const MODES: [&str; 18] = [
    "modules=base",
    "modules=abbot",
    "modules=mage_and_witch",
    "modules=mage_and_witch,tatan; large_followers=on",
    "modules=abbot,mage_and_witch,tatan",
    "modules=mists",
    "modules=mists,spell_circles",
    "modules=ghosts_castles_cemeteries",
    "modules=ghosts_castles_cemeteries,spell_circles",
    "modules=ghosts_castles_cemeteries,spell_circles,mage_and_witch,tatan",
    "modules=abbot,ghosts_castles_cemeteries,spell_circles,mage_and_witch,tatan",
    "modules=benelux; map=sample",
    "modules=benelux,mage_and_witch; map=sample",
    "modules=benelux,abbot,mage_and_witch,tatan; map=sample",
    "modules=mists,mage_and_witch",
    "modules=mists,spell_circles,tatan",
    "modules=mists,abbot",
    "modules=ghosts_castles_cemeteries,benelux; map=sample",
];

/// Games of a normal test run.
const FEW: usize = 36;
/// How many events lie between two looks at the whole snapshot.
const LOOKS: usize = 16;

fn setup(mode: &str, number: usize) -> Arc<Setup> {
    let coop = mode.contains("modules=mists");
    let players = if coop {
        [
            "Anna:red+blue+green+black",
            "Anna:red+blue,Ben:green+black",
            "red,blue,green",
            "red,blue,green,black",
            "red,blue,green,black,pink",
        ][number % 5]
    } else {
        [
            "red,blue",
            "red,blue,pink",
            "red,blue,green,black",
            "green,red,blue,pink,yellow",
        ][number % 4]
    };
    // Many ghosts let a game last, few end it soon.
    let ghosts = [60, 15, 60, 40, 60, 12, 60][number % 7];
    // Hounds that come early have time to meet the cat.
    let hounds = if ghosts == 60 {
        "; first_hound=2; second_hound=6; target=300"
    } else {
        ""
    };
    let level = 1 + number % 6;
    let level = format!("; level={level}; confirmed=yes; ghosts={ghosts}{hounds}");
    let level = if coop { level } else { String::new() };
    let text = format!("{mode}; players={players}{level}");
    let mut setup: Setup = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    if number % 2 == 1 {
        super::answers::vary(&mut setup, number as u64);
    }
    Arc::new(setup)
}

/// What was seen in all games, so that the properties are no idle talk.
#[derive(Debug, Default)]
struct Seen {
    choices: BTreeSet<String>,
    merged: usize,
    ghosts_after_witch: usize,
    cat_after_hound: usize,
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn check(log: &Log, seen: &mut Seen) -> Result<(), String> {
    let game = log.game();
    nothing_lost(game)?;
    ensure(game.features() == &anew(game), || {
        "features are not those of the board".into()
    })?;
    let choices = game.choices();
    let names: BTreeSet<_> = choices.iter().map(|choice| &choice.id).collect();
    ensure(names.len() == choices.len(), || {
        format!("choices share a name: {names:?}")
    })?;
    for choice in &choices {
        seen.choices.insert(format!("{:?}", choice.kind));
        accepted(game, choice)?;
    }
    merge_before_scoring(game, &choices, seen)?;
    drop(game.expected());
    if game.is_over() {
        let mut places = game.colors().flat_map(|color| game.figure_places(color));
        ensure(places.next().is_none(), || {
            "figures may be placed after the end".into()
        })?;
    }
    if log.events().len().is_multiple_of(LOOKS) || game.is_over() {
        shown(log)?;
    }
    Ok(())
}

fn nothing_lost(game: &Game) -> Result<(), String> {
    let scores = game.players().iter().map(|player| player.score);
    ensure(
        scores.chain([game.team_score()]).all(|score| score >= 0),
        || "points below 0".into(),
    )?;
    let own = game.players().iter().any(|player| player.score > 0);
    ensure(!(own && game.shares_score()), || {
        "points of the team went to a player".into()
    })?;
    let setup = game.setup();
    let undecided = game.is_over() && game.outcome().is_none();
    ensure(!(undecided && setup.plays(Expansion::Mists)), || {
        "neither won nor lost".into()
    })?;
    let ghosts = if setup.plays(Expansion::Mists) {
        setup.mists.level().ghosts
    } else if setup.plays(Expansion::GhostsCastlesCemeteries) {
        15
    } else {
        0
    };
    ensure(game.ghosts().total() == ghosts, || {
        format!("{} ghosts", game.ghosts().total())
    })?;
    for color in game.colors() {
        for (kind, start) in game.pieces() {
            let gained = if kind == FigureKind::Guard { 3 } else { 0 };
            let own = game
                .figures()
                .filter(|f| f.color == Some(color) && f.kind == kind);
            let out = own.filter(|f| f.state != FigureState::DueHome).count();
            let all = out + usize::from(game.in_hand(color, kind));
            let (least, most) = (usize::from(start), usize::from(start + gained));
            ensure((least..=most).contains(&all), || {
                format!("{color} has {all} {kind:?}")
            })?;
        }
    }
    for kind in game.neutral_pieces() {
        let counts = game
            .figures()
            .filter(|f| f.kind == kind && f.state != FigureState::DueHome);
        ensure(counts.count() <= 1, || format!("more than one {kind:?}"))?;
    }
    let back = game.catalogue().back().map(|back| back.id);
    for face in game.catalogue().faces().filter(|f| Some(f.id) != back) {
        let laid = game.board().tiles().filter(|(_, l)| l.face.id == face.id);
        let all = laid.count() + usize::from(game.copies_left(face));
        ensure(all <= usize::from(face.copies), || {
            format!("{all} copies of {}", face.id)
        })?;
    }
    ensure(game.tiles().len() == game.board().len(), || {
        "tiles are not those of the board".into()
    })
}

fn anew(game: &Game) -> Features {
    let shows = |cell: &Cell| {
        let laid = game.board().get(*cell);
        laid.is_some_and(|laid| laid.face.garden_copies > 0)
    };
    let gardens = game
        .tiles()
        .iter()
        .filter(|tile| tile.garden != Some(false));
    let gardens = gardens.map(|tile| tile.cell).filter(shows);
    let played = game.setup().plays(Expansion::Abbot);
    Features::of(game.board(), &gardens.filter(|_| played).collect())
}

fn accepted(game: &Game, choice: &Choice) -> Result<(), String> {
    ensure(!choice.options.is_empty(), || {
        format!("{:?} has no option", choice.id)
    })?;
    for option in &choice.options {
        let mut then = game.clone();
        for event in &option.events {
            let done = then.apply(EventId(1_000_000), event);
            ensure(done.is_ok(), || {
                format!("{:?} offers {event:?}: {done:?}", choice.kind)
            })?;
        }
    }
    if choice.optional {
        let left = EventKind::Declined {
            choice: choice.id.clone(),
        };
        let done = game.clone().apply(EventId(1_000_000), &left);
        ensure(done.is_ok(), || {
            format!("{:?} cannot be left: {done:?}", choice.id)
        })?;
    }
    Ok(())
}

fn shown(log: &Log) -> Result<(), String> {
    let over = log.game().is_over().into();
    let look = Expect {
        at: [("/over".to_owned(), over)].into(),
        ..Expect::default()
    };
    let failures = look.failures(log);
    ensure(failures.is_empty(), || failures.join("; "))
}

/// Mage and witch, section 1: two in one feature are separated before the scoring, and then
/// the one that stays counts.
fn merge_before_scoring(game: &Game, choices: &[Choice], seen: &mut Seen) -> Result<(), String> {
    let standing = |kind| {
        let mut figures = game.figures();
        figures.find(|f| f.kind == kind && f.state != FigureState::DueHome)
    };
    let (Some(mage), Some(witch)) = (standing(FigureKind::Mage), standing(FigureKind::Witch))
    else {
        return Ok(());
    };
    let (at, other) = (game.features().at(mage.at), game.features().at(witch.at));
    let Some(feature) = at.filter(|f| other.is_some_and(|o| o.id == f.id)) else {
        return Ok(());
    };
    if game.is_over() {
        return Ok(());
    }
    let may_stay = answered(game, "W2", "no");
    seen.merged += 1;
    let separate = choices.iter().find(|choice| {
        matches!(
            choice.kind,
            ChoiceKind::SeparateMageAndWitch | ChoiceKind::RemoveMageOrWitch
        )
    });
    let Some(separate) = separate else {
        return ensure(may_stay, || {
            "mage and witch are together and nobody separates them".into()
        });
    };
    for option in &separate.options {
        let mut then = game.clone();
        for event in &option.events {
            drop(then.apply(EventId(1_000_000), event));
        }
        let value = scoring::value(&then, feature, Scored::now(feature));
        let changed = |term: &Term| matches!(term.unit, Unit::Mage | Unit::Witch);
        let count = value.terms.iter().filter(|term| changed(term)).count();
        // Half of one point, rounded up for the owner, takes nothing away.
        let nothing_to_halve = value.points() <= 1;
        ensure(count == 1 || nothing_to_halve, || {
            format!("{count} count after separating")
        })?;
    }
    Ok(())
}

fn answered(game: &Game, ruling: &str, answer: &str) -> bool {
    let ruling = Ruling::find(ruling).expect("an option");
    game.setup().options.rulings.answer(ruling) == answer
}

/// The order of effects, as it stands in the points given.
fn in_order(game: &Game, seen: &mut Seen) -> Result<(), String> {
    let lines = game.lines();
    let ghosts_last = answered(game, "G13", "yes");
    for line in lines {
        let terms = &line.expression.terms;
        let of = |unit| terms.iter().position(|term| term.unit == unit);
        ensure(
            of(Unit::Mage).is_none() || of(Unit::Witch).is_none(),
            || format!("both mage and witch in {}", line.expression),
        )?;
        let points = |terms: &[Term]| terms.iter().map(|t| t.count * t.each).sum::<i32>();
        if let Some(witch) = of(Unit::Witch) {
            let half = points(&terms[..witch]) / 2;
            ensure(terms[witch].count == half, || {
                format!("no half in {}", line.expression)
            })?;
        }
        // Ruling G13: ghosts are deducted from what mage or witch left.
        if let (Some(changed), Some(ghosts)) =
            (of(Unit::Mage).or(of(Unit::Witch)), of(Unit::Ghosts))
        {
            seen.ghosts_after_witch += 1;
            let mage = of(Unit::Mage).is_some();
            ensure((changed < ghosts) == (mage || ghosts_last), || {
                format!("ghosts out of order in {}", line.expression)
            })?;
        }
    }
    // Ruling BK11: a meeple's region is scored, then its hound, then its cat.
    let of_host = |line: &ScoreLine, host: EventId| line.figures.contains(&host);
    for (number, cat) in lines.iter().enumerate() {
        let (ScoreReason::Bonus(Bonus::Eloise), &[host]) = (cat.reason, &cat.figures[..]) else {
            continue;
        };
        let hound = |line: &ScoreLine| line.reason == ScoreReason::Bonus(Bonus::Hound);
        let late = lines[number..]
            .iter()
            .any(|line| hound(line) && of_host(line, host));
        ensure(!late, || "the hound came after the cat".into())?;
        let before = lines[..number].iter();
        seen.cat_after_hound += before.filter(|l| hound(l) && of_host(l, host)).count();
        let region = |line: &ScoreLine| !matches!(line.reason, ScoreReason::Bonus(_));
        let late = lines[number..]
            .iter()
            .any(|line| region(line) && of_host(line, host));
        ensure(!late, || "the region came after the cat".into())?;
    }
    Ok(())
}

/// The record, written and read again, makes the same game.
fn recorded(log: &Log) -> Result<(), String> {
    let header = Header::new(Setup::clone(log.game().setup()), None);
    let text = |value: Result<String, serde_json::Error>| value.map_err(|why| why.to_string());
    let mut lines = text(serde_json::to_string(&header))? + "\n";
    for event in log.events() {
        lines += &(text(serde_json::to_string(&Line::Event(event.clone())))? + "\n");
    }
    let record = Record::read(lines.as_bytes()).map_err(|why| why.to_string())?;
    ensure(record.log() == *log, || {
        "the record makes another game".into()
    })
}

fn one_game(mode: &str, number: usize, seen: &mut Seen) -> Result<usize, String> {
    let setup = setup(mode, number);
    let seed = u64::try_from(number).map_err(|why| why.to_string())?;
    let log = super::play::play(&setup, seed, &mut |log| check(log, seen))?;
    in_order(log.game(), seen)?;
    recorded(&log)?;
    Ok(log.events().len())
}

/// What came of some games.
#[derive(Debug, Default)]
struct Tally {
    seen: Seen,
    played: BTreeMap<&'static str, (usize, usize)>,
    wrong: Vec<String>,
}

impl Tally {
    fn of(numbers: impl Iterator<Item = usize>) -> Self {
        let mut tally = Self::default();
        for number in numbers {
            let (mode, game) = (MODES[number % MODES.len()], number / MODES.len());
            let played = AssertUnwindSafe(|| one_game(mode, game, &mut tally.seen));
            let what = match catch_unwind(played) {
                Ok(Ok(events)) => {
                    let (games, all) = tally.played.entry(mode).or_default();
                    (*games, *all) = (*games + 1, *all + events);
                    continue;
                }
                Ok(Err(what)) => what,
                Err(_) => "panicked".to_owned(),
            };
            println!("{mode}, game {game}: {what}");
            tally.wrong.push(format!("{mode}, game {game}: {what}"));
        }
        tally
    }

    fn add(&mut self, other: Self) {
        self.seen.choices.extend(other.seen.choices);
        self.seen.merged += other.seen.merged;
        self.seen.ghosts_after_witch += other.seen.ghosts_after_witch;
        self.seen.cat_after_hound += other.seen.cat_after_hound;
        for (mode, (games, events)) in other.played {
            let all = self.played.entry(mode).or_default();
            *all = (all.0 + games, all.1 + events);
        }
        self.wrong.extend(other.wrong);
    }
}

#[test]
fn whole_games_keep_the_rules() {
    let asked = std::env::var("NEBELWACHT_GAMES").ok();
    let games = asked
        .as_deref()
        .map_or(FEW, |n| n.parse().expect("a number of games"));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let part = |worker| scope.spawn(move || Tally::of((worker..games).step_by(workers)));
        let parts: Vec<_> = (0..workers).map(part).collect();
        for part in parts {
            all.add(part.join().expect("every game's panic is caught"));
        }
    });
    let events: usize = all.played.values().map(|(_, events)| events).sum();
    let by_mode = all.played.iter();
    let by_mode: Vec<String> = by_mode
        .map(|(mode, (games, events))| format!("[{mode}] {games} games {events} events"))
        .collect();
    let by_mode = by_mode.join(", ");
    println!("self-play: {games} games, {events} events, by mode {by_mode}");
    println!("{:?}", all.seen);
    let wrong = all.wrong;
    assert!(
        wrong.is_empty(),
        "{} of {games} games:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
