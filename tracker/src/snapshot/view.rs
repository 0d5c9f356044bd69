//! Building the snapshot from the game, the log and the belief.
//!
//! Last step before the screens. It only gathers and names; it decides nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::belief::Belief;
use crate::belief::answers::{Answers, Points, points};
use crate::board::features::{Feature, FeatureKind};
use crate::event::EventId;
use crate::log::history;
use crate::log::{Holding, Log};
use crate::rules::choice::{Choice, Effect, Expected};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::set_out::{self, Item, SetOut};
use crate::rules::{FigureState, Game};
use crate::snapshot::supply::Counted;
use crate::snapshot::{
    BagView, FeatureView, Health, ModuleViews, PlacedTile, PlayerView, Reminder, ReminderKind,
    ScoreLine, Snapshot, StandingFigure, TurnView, Until, Urgency,
};
use carcassonne::piece::{Color, Pose};
use carcassonne::spots::RimGeometry;

/// The snapshot of a log and what is believed beside it.
pub(crate) fn snapshot(
    log: &Log,
    belief: &Belief,
    answers: &Answers,
    health: Health,
    version: u64,
) -> Snapshot {
    let game = log.game();
    let after_turn = game.after_turn();
    let after_end = game.after_end();
    let given = game.lines().len();
    let provisional = after_turn.lines()[given..].to_vec();
    let choices = told(game, game.choices(), &after_turn, &after_end);
    let late_choices = told(game, game.late_choices(), &after_turn, &after_end);
    Snapshot {
        version,
        setup: Arc::clone(game.setup()),
        tiles: tiles(log),
        figures: figures(log),
        features: features(game),
        players: players(game, answers, &after_turn, &after_end, &choices),
        supplies: belief.supplies(game),
        counted: belief.counted(game),
        turn: turn(game),
        bag: bag(game),
        score_lines: game.lines().to_vec(),
        unsettled: after_turn.unsettled().to_vec(),
        irregular: game.irregular().to_vec(),
        reminders: reminders(game, belief, &provisional),
        set_out: set_out(game, belief.counted(game)),
        choices,
        late_choices,
        expected: expected(game),
        modules: modules(game),
        team: game.team(&after_turn),
        provisional,
        projected: after_end.lines()[given..].to_vec(),
        questions: belief.questions().to_vec(),
        desync: belief.desync().cloned(),
        health,
        rejected: log.rejected(),
        history: history::entries(log),
        recount: None,
        over: game.is_over(),
        outcome: game.outcome(),
        can_undo: log.undo_target(),
        can_redo: log.redo_target(),
    }
}

/// The snapshot of a log that nobody watches.
pub fn of_log(log: &Log) -> Snapshot {
    let health = Health {
        calm: None,
        frame: None,
        paused: true,
        pending: Vec::new(),
        cut: Vec::new(),
        storage: None,
    };
    let belief = Belief::new(Arc::new(RimGeometry));
    snapshot(log, &belief, &Answers::default(), health, 0)
}

/// What players had to remember when each turn was about to end, by its number: the reminders of
/// [`Tracker::snapshot_at`](crate::Tracker::snapshot_at) for all turns in two folds instead of
/// one for each.
pub fn reminders_by_turn(log: &Log) -> BTreeMap<u32, Vec<Reminder>> {
    let new = || Game::new(Arc::clone(log.game().setup()));
    let mut game = new();
    let opens_turn = |fact: &Holding| {
        let turn = game.turn();
        // What the rules refuse has no effect here as in the log.
        let _ = game.apply(fact.event, &fact.kind);
        game.turn() > turn
    };
    let opens: Vec<bool> = log.holding().iter().map(opens_turn).collect();
    let belief = Belief::new(Arc::new(RimGeometry));
    let now = |game: &Game| {
        let given = game.lines().len();
        reminders(game, &belief, &game.after_turn().lines()[given..])
    };
    let mut game = new();
    let mut all = BTreeMap::new();
    for (fact, opens) in log.holding().iter().zip(opens) {
        if opens {
            all.insert(game.turn(), now(&game));
        }
        let _ = game.apply(fact.event, &fact.kind);
    }
    all.insert(game.turn(), now(&game));
    all
}

/// How sure an event is and which frame first showed it.
fn source(log: &Log, event: EventId) -> (f32, Option<u64>) {
    log.fact(event)
        .map_or((1.0, None), |fact| (fact.by.confidence(), fact.by.frame()))
}

fn tiles(log: &Log) -> Vec<PlacedTile> {
    let board = log.game().board();
    let lying = log.game().tiles().iter();
    lying
        .filter_map(|tile| {
            let laid = board.get(tile.cell)?;
            let (confidence, frame) = source(log, tile.event);
            Some(PlacedTile {
                event: tile.event,
                cell: tile.cell,
                face: laid.face.id,
                rotation: laid.rotation,
                garden: tile.garden,
                turn: tile.turn,
                confidence,
                frame,
            })
        })
        .collect()
}

fn figures(log: &Log) -> Vec<StandingFigure> {
    let game = log.game();
    let standing = game
        .figures()
        .filter(|figure| figure.state != FigureState::TakenEarly);
    standing
        .filter_map(|figure| {
            let feature = game.features().at(figure.at)?;
            let (confidence, frame) = source(log, figure.event);
            Some(StandingFigure {
                event: figure.event,
                at: figure.at,
                on: feature.kind,
                feature: feature.id,
                kind: figure.kind,
                color: figure.color,
                pose: match feature.kind {
                    FeatureKind::Field => Pose::Lying,
                    _ => Pose::Standing,
                },
                foot: figure.foot,
                turn: figure.turn,
                due_home: figure.state == FigureState::DueHome,
                confidence,
                frame,
            })
        })
        .collect()
}

fn features(game: &Game) -> Vec<FeatureView> {
    // Gardens that only may be there are no feature to show.
    let known = |feature: &&Feature| {
        feature.kind != FeatureKind::Garden
            || game
                .tiles()
                .iter()
                .any(|tile| tile.cell == feature.id.0.cell && tile.garden == Some(true))
    };
    let all = game.features().iter().filter(known);
    all.map(|feature| FeatureView {
        id: feature.id,
        kind: feature.kind,
        segments: feature.segments.clone(),
        open: feature.open,
        value: scoring::value(game, feature, Scored::now(feature)),
        owners: scoring::owners(game, feature),
        figures: scoring::claimants(game, feature)
            .map(|figure| figure.event)
            .collect(),
    })
    .collect()
}

fn players(
    game: &Game,
    answers: &Answers,
    after_turn: &Game,
    after_end: &Game,
    choices: &[Choice],
) -> Vec<PlayerView> {
    let now = answers.iter().map(|answer| &answer.now);
    let mut ranges = score_ranges(&points(game), now);
    for (color, range) in &mut ranges {
        for unsettled in game.unsettled() {
            let now = score_of(game, *color);
            for (_, points) in unsettled.points(Some(*color)) {
                widen(range, now + points);
            }
        }
    }
    let ends = answers.iter().map(|answer| &answer.at_end);
    let mut at_end = score_ranges(&points(after_end), ends);
    for (color, range) in &mut at_end {
        let now = score_of(after_end, *color);
        for option in choices.iter().flat_map(|choice| &choice.options) {
            let changes = option.leads_to.projected.iter();
            let change = changes.filter(|(who, _)| *who == Some(*color));
            let then = change.fold(now, |sum, (_, points)| sum.saturating_add(*points));
            widen(range, then);
        }
    }
    game.players()
        .iter()
        .zip(1..)
        .map(|(player, seat)| PlayerView {
            name: player.name.clone(),
            color: player.color,
            seat,
            score: player.score,
            also: player.also.clone(),
            provisional_score: score_of(after_turn, player.color),
            projected_score: score_of(after_end, player.color),
            score_range: ranges
                .get(&player.color)
                .copied()
                .unwrap_or((player.score, player.score)),
            projected_range: at_end.get(&player.color).copied().unwrap_or_default(),
        })
        .collect()
}

fn score_of(game: &Game, color: Color) -> i32 {
    game.player_of(color).map_or(0, |player| player.score)
}

fn widen(range: &mut (i32, i32), score: i32) {
    *range = (range.0.min(score), range.1.max(score));
}

/// Lowest and highest points of each colour.
fn score_ranges<'p>(
    points: &'p Points,
    others: impl Iterator<Item = &'p Points>,
) -> BTreeMap<Color, (i32, i32)> {
    let mut ranges: BTreeMap<Color, (i32, i32)> = BTreeMap::new();
    for &(color, score) in std::iter::once(points).chain(others).flatten() {
        widen(ranges.entry(color).or_insert((score, score)), score);
    }
    ranges
}

fn turn(game: &Game) -> TurnView {
    let open = game.open_turn();
    let player = open.and_then(|open| open.player);
    let colors: Vec<Color> = match player {
        Some(color) => vec![color],
        None => game.players().iter().map(|player| player.color).collect(),
    };
    let of_seat = |color| {
        game.colors()
            .filter(move |&own| game.player_of(own).is_some_and(|p| p.color == color))
    };
    let mut figure_places: Vec<_> = colors
        .into_iter()
        .flat_map(of_seat)
        .flat_map(|color| game.figure_places(color))
        .collect();
    figure_places.sort();
    figure_places.dedup();
    TurnView {
        number: game.turn(),
        open: open.is_some(),
        player,
        next: game.next_player(),
        tile: open.map(|open| open.cell),
        figure_places,
    }
}

fn bag(game: &Game) -> BagView {
    BagView {
        total: game.deck(),
        left: game.tiles_left(),
        pile: game.pile_left(),
        faces: game
            .catalogue()
            .faces()
            .map(|face| (face.id, game.copies_left(face)))
            .collect(),
        discarded: game.discarded().to_vec(),
    }
}

/// Choices with what each option leads to.
fn told(game: &Game, mut choices: Vec<Choice>, after_turn: &Game, after_end: &Game) -> Vec<Choice> {
    for option in choices.iter_mut().flat_map(|choice| &mut choice.options) {
        let mut then = game.clone();
        // An option is legal, so its events are accepted; their names do not matter here.
        let mut events = option.events.iter().zip(1..);
        if events.all(|(kind, n)| then.apply(EventId(u64::MAX - n), kind).is_ok()) {
            option.leads_to = effect(game, &then, after_turn, after_end);
        }
    }
    choices
}

fn effect(game: &Game, then: &Game, after_turn: &Game, after_end: &Game) -> Effect {
    let (turn, end) = (then.after_turn(), then.after_end());
    Effect {
        scores: changes(after_turn, &turn),
        projected: changes(after_end, &end),
        ghosts: i32::from(then.ghosts().on_board()) - i32::from(game.ghosts().on_board()),
        ends_game: then.is_over() && !game.is_over(),
    }
}

/// Whose score differs between two games, and by how much.
fn changes(from: &Game, to: &Game) -> Vec<(Option<Color>, i32)> {
    let team = (None, to.team_score().saturating_sub(from.team_score()));
    let players = to.players().iter().map(|player| {
        let before = from.player_of(player.color).map_or(0, |p| p.score);
        (Some(player.color), player.score.saturating_sub(before))
    });
    std::iter::once(team)
        .chain(players)
        .filter(|&(_, points)| points != 0)
        .collect()
}

/// What should be seen next: figures that are due home, and what the expansions expect.
fn expected(game: &Game) -> Vec<Expected> {
    let due = game.figures().filter(|f| f.state == FigureState::DueHome);
    let leaves = due.map(|figure| Expected::Leaves {
        piece: figure.kind,
        color: figure.color,
        cell: figure.at.cell,
        count: 1,
    });
    leaves.chain(game.expected()).collect()
}

/// The list of what is laid out. Pieces are there once the camera counts every colour's supply
/// and finds what must be in hand.
fn set_out(game: &Game, counted: Vec<Counted>) -> Vec<Item> {
    let agrees = |color| counted.iter().any(|own| own.color == color && own.agrees);
    let all_there = game.colors().next().is_some() && game.colors().all(agrees);
    let mut items = set_out::items(game);
    for item in &mut items {
        item.done |= all_there && matches!(item.what, SetOut::Pieces(_));
    }
    items
}

fn modules(game: &Game) -> ModuleViews {
    let mut views = ModuleViews::default();
    for expansion in game.expansions() {
        expansion.view(game, &mut views);
    }
    views
}

/// Rules dossier "base game", section 6, and what the expansions add.
fn reminders(game: &Game, belief: &Belief, provisional: &[ScoreLine]) -> Vec<Reminder> {
    let mut all: Vec<Reminder> = due_home(game).collect();
    all.extend(completed(game, provisional));
    all.extend(of_turn(game));
    all.extend(of_last_tile(game));
    for expansion in game.expansions() {
        expansion.reminders(game, &mut all);
    }
    all.extend(belief.reminders().iter().cloned());
    all.sort_by_key(|reminder| reminder.urgency);
    all
}

/// Figures whose feature has scored are to be taken home.
fn due_home(game: &Game) -> impl Iterator<Item = Reminder> {
    let due = game.figures().filter(|f| f.state == FigureState::DueHome);
    due.map(|figure| {
        let kind = ReminderKind::TakeHome {
            figure: figure.event,
            at: figure.at,
            color: figure.color,
        };
        let id = format!("take-home/{}", figure.event);
        let until = Until::FigureTaken;
        let reminder = Reminder::new(id, kind, "base-game 3", Urgency::EndOfTurn, until);
        reminder.at([figure.at.cell]).about([figure.event])
    })
}

/// What the open turn has completed is to be scored.
fn completed(game: &Game, provisional: &[ScoreLine]) -> Vec<Reminder> {
    let completed = game.completed_now();
    let reminders = completed.into_iter().filter_map(|feature| {
        let lines = provisional.iter();
        let points: Vec<(Option<Color>, i32)> = lines
            .filter(|line| line.segments == feature.segments)
            .map(|line| (line.color, line.points))
            .collect();
        if points.is_empty() {
            return None;
        }
        let at = feature.id.0;
        let id = format!("completed/{}/{}/{}", at.cell.x, at.cell.y, at.segment);
        let kind = ReminderKind::Completed {
            feature: feature.id,
            kind: feature.kind,
            points,
        };
        let source = "base-game 2, step 3";
        let reminder = Reminder::new(id, kind, source, Urgency::EndOfTurn, Until::TurnEnds);
        let figures = scoring::claimants(game, feature).map(|figure| figure.event);
        let cells = feature.segments.iter().map(|at| at.cell);
        Some(reminder.at(cells).about(figures))
    });
    reminders.collect()
}

/// A figure may be placed, and it may be somebody else's turn.
fn of_turn(game: &Game) -> Vec<Reminder> {
    let Some(open) = game.open_turn() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let may = open.player.is_none_or(|seat| {
        let own = game.colors();
        let mut own = own.filter(|&own| game.player_of(own).is_some_and(|p| p.color == seat));
        own.any(|color| !game.figure_places(color).is_empty())
    });
    if open.acted.is_none() && may {
        let kind = ReminderKind::MayPlaceFigure { color: open.player };
        let id = format!("may-place/{}", game.turn());
        let source = "base-game 2, step 2";
        let reminder = Reminder::new(id, kind, source, Urgency::Info, Until::FigurePlaced);
        all.push(reminder.at([open.cell]));
    }
    if let (Some(expected), Some(seen)) = (open.expected, open.player) {
        let kind = ReminderKind::OutOfTurn { expected, seen };
        let id = format!("out-of-turn/{}", game.turn());
        let until = Until::TurnEnds;
        all.push(Reminder::new(id, kind, "base-game 2", Urgency::Info, until));
    }
    all
}

/// The last tile lies: hands are counted.
fn of_last_tile(game: &Game) -> Vec<Reminder> {
    if game.pile_left() > 0 || game.is_over() || !game.has_final_scoring() {
        return Vec::new();
    }
    let last = [
        ("last-tile", ReminderKind::LastTile, "base-game 2"),
        ("count-hands", ReminderKind::CountHands, "base-game 2.2"),
    ];
    let reminder =
        |(id, kind, source)| Reminder::new(id, kind, source, Urgency::Info, Until::Changed);
    last.map(reminder).into()
}
