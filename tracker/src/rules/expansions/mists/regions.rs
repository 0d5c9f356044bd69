//! Completed regions: points for every colour, or ghosts removed (rules dossier "mists coop",
//! sections 8 and 9).

use std::collections::BTreeMap;

use super::{UNCLAIMED_REMOVES, level_of};
use crate::board::features::{Feature, FeatureKind, SegmentRef};
use crate::event::EventKind;
use crate::event::ghost::{GhostCount, GhostPlace};
use crate::rules::choice::{Choice, ChoiceId, ChoiceKind, ChoiceOption};
use crate::rules::points::expression::{Expression, Unit};
use crate::rules::points::scoring::{self, Scored};
use crate::rules::told::ScoreLine;
use crate::rules::{Game, RuleFault};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;

/// The most ghosts that a forgone region removes from a tile, and a hound from each.
pub(super) const MAX_REMOVED: u8 = 3;

/// What can be scored: nobody farms, and cemeteries bring nothing.
const fn scores(kind: FeatureKind) -> bool {
    matches!(
        kind,
        FeatureKind::Road | FeatureKind::City | FeatureKind::Castle
    )
}

/// The different colours in the region, in player order.
pub(super) fn colors_in(game: &Game, feature: &Feature) -> Vec<Color> {
    let present: Vec<Color> = scoring::claimants(game, feature)
        .filter_map(|figure| figure.color)
        .collect();
    game.colors()
        .filter(|color| present.contains(color))
        .collect()
}

/// Remembers who stands in what the turn completes.
pub(super) fn note_colors(game: &mut Game) {
    let regions = game.completed_now().into_iter();
    let colors = regions.map(|feature| (feature.id, colors_in(game, feature)));
    let colors: Vec<_> = colors.filter(|(_, colors)| !colors.is_empty()).collect();
    game.states.mists.colors.extend(colors);
}

/// The colours that stood in a region scored in this turn.
pub(in crate::rules) fn colors_of(game: &Game, feature: &Feature) -> Vec<Color> {
    let colors = game.states.mists.colors.get(&feature.id);
    colors.cloned().unwrap_or_default()
}

/// Whether the points of the region that is being scored are forgone.
pub(in crate::rules) fn is_forgone(game: &Game, feature: &Feature) -> bool {
    game.states.mists.forgone == Some(feature.id)
}

/// What a region brings as it stands, all colours together, and how many colours that are.
pub(in crate::rules) fn region_points(game: &Game, feature: &Feature) -> (i32, usize) {
    let colors = colors_in(game, feature).len();
    let each = i32::try_from(colors).unwrap_or(i32::MAX);
    let points = scoring::value(game, feature, Scored::Completed).points();
    (points.saturating_mul(each), colors)
}

/// Section 8: 2 points for the castle's tile and 2 for each misty one around it.
pub(super) fn castle_value(game: &Game, feature: &Feature, expression: &mut Expression) {
    if feature.kind != FeatureKind::Castle {
        return;
    }
    let around = feature.id.0.cell.surrounding();
    let misty = around.into_iter().filter_map(|cell| game.board.get(cell));
    let misty = misty.filter(|laid| laid.face.shows_mist()).count();
    expression.add(1, Unit::CastleTile, 2);
    expression.add(misty, Unit::MistyTiles, 2);
}

/// Section 9: the value for each different colour, together or each for itself.
pub(super) fn lines(game: &Game, feature: &Feature, scored: Scored) -> Vec<ScoreLine> {
    let forgone = is_forgone(game, feature);
    if scored == Scored::AtTheEnd || forgone || !scores(feature.kind) {
        return Vec::new();
    }
    let colors = colors_in(game, feature);
    let mut expression = scoring::value(game, feature, Scored::Completed);
    let line =
        |color, expression| scoring::line(game, feature, Scored::Completed, color, expression);
    if level_of(game).scores_by_color() {
        let each = colors.into_iter();
        return each
            .map(|color| line(Some(color), expression.clone()))
            .collect();
    }
    if colors.is_empty() {
        return Vec::new();
    }
    expression.colors = Some(i32::try_from(colors.len()).unwrap_or(i32::MAX));
    vec![line(None, expression)]
}

/// The regions of the open turn that are still to be decided, those without meeple by ruling
/// M3 only.
pub(super) fn undecided(game: &Game) -> Vec<&Feature> {
    let unclaimed = game.setup.options.rulings.yes(&UNCLAIMED_REMOVES);
    let decided = &game.states.mists.decided;
    let open = game.completed_now().into_iter();
    open.filter(|feature| scores(feature.kind) && !decided.contains(&feature.id))
        .filter(|feature| unclaimed || is_claimed(game, feature))
        .collect()
}

fn is_claimed(game: &Game, feature: &Feature) -> bool {
    scoring::claimants(game, feature).next().is_some()
}

/// Ghosts that can be removed, by tile. Those in circles are trapped (spell circles, A3).
pub(super) fn removable(game: &Game) -> BTreeMap<Cell, Vec<GhostCount>> {
    let mut tiles: BTreeMap<Cell, Vec<GhostCount>> = BTreeMap::new();
    for (place, count) in game.states.ghosts.board() {
        let trapped = matches!(place, GhostPlace::Circle { .. });
        if let Some(cell) = place.cell().filter(|_| !trapped) {
            tiles
                .entry(cell)
                .or_default()
                .push(GhostCount { place, count });
        }
    }
    tiles
}

/// Every way to take as many as possible, but not more than `most`, from places of one tile.
pub(super) fn ways(places: &[GhostCount], most: u8) -> Vec<Vec<GhostCount>> {
    let Some((first, rest)) = places.split_first() else {
        return vec![Vec::new()];
    };
    let later: u8 = rest.iter().map(|at| at.count).sum();
    let goal = most.min(first.count + later);
    let take = goal.saturating_sub(later)..=first.count.min(goal);
    let mut all = Vec::new();
    for count in take {
        for mut way in ways(rest, goal - count) {
            if count > 0 {
                let place = first.place;
                way.insert(0, GhostCount { place, count });
            }
            all.push(way);
        }
    }
    all
}

/// One choice for each region (section 11, number 5).
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    if game.states.ghosts.unsettled() > 0 {
        return Vec::new();
    }
    let tiles = removable(game);
    let removals = || tiles.values().flat_map(|places| ways(places, MAX_REMOVED));
    let choice = |feature: &Feature| {
        let at = feature.id.0;
        let points = is_claimed(game, feature).then(Vec::new);
        let options: Vec<ChoiceOption> = points
            .into_iter()
            .chain(removals())
            .map(|removal| ChoiceOption::of(EventKind::RegionDecided { at, removal }))
            .collect();
        (!options.is_empty()).then(|| Choice {
            id: id(game, at),
            kind: ChoiceKind::PointsOrRemoval,
            who: None,
            optional: !is_claimed(game, feature),
            options,
            source: "mists-coop 9",
        })
    };
    undecided(game).into_iter().filter_map(choice).collect()
}

/// The name of a region's choice.
pub(super) fn id(game: &Game, at: SegmentRef) -> ChoiceId {
    let SegmentRef { cell, segment } = at;
    ChoiceId(format!(
        "region/{}/{}/{}/{segment}",
        game.turn, cell.x, cell.y
    ))
}

/// The team decides: the region is scored now.
pub(super) fn decide(
    game: &mut Game,
    at: SegmentRef,
    removal: &[GhostCount],
) -> Result<(), RuleFault> {
    let feature = game
        .features
        .at(at)
        .ok_or(RuleFault::NoSuchSegment(at.segment))?;
    let id = feature.id;
    let open = undecided(game).iter().any(|feature| feature.id == id);
    let nothing = removal.is_empty() && !is_claimed(game, feature);
    if !open || nothing || game.states.ghosts.unsettled() > 0 {
        return Err(RuleFault::NotCalledFor);
    }
    check_removal(game, removal)?;
    note_colors(game);
    let home = game.states.ghosts.home();
    let mut ghosts = game.states.ghosts.clone();
    for &GhostCount { place, count } in removal {
        ghosts.shift(place, home, count)?;
    }
    game.states.ghosts = ghosts;
    game.states.mists.decided.insert(id);
    game.states.mists.forgone = (!removal.is_empty()).then_some(id);
    game.score(id);
    game.states.mists.forgone = None;
    Ok(())
}

/// Up to three, all from one tile, none that is trapped.
fn check_removal(game: &Game, removal: &[GhostCount]) -> Result<(), RuleFault> {
    let tiles = removable(game);
    let cells = removal.iter().map(|part| part.place.cell());
    let places = cells.flatten().next().and_then(|cell| tiles.get(&cell));
    let there = places.map(Vec::as_slice).unwrap_or_default();
    let fits = |part: &GhostCount| part.count > 0 && there.iter().any(|at| at.place == part.place);
    let count = removal
        .iter()
        .fold(0_u8, |sum, part| sum.saturating_add(part.count));
    if removal.iter().all(fits) && count <= MAX_REMOVED {
        Ok(())
    } else {
        Err(RuleFault::NotCalledFor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_ghosts_as_possible_leave_one_tile() {
        let cell = Cell::new(0, 0);
        let at = |part, count| GhostCount {
            place: GhostPlace::Mist { cell, part },
            count,
        };
        assert_eq!(ways(&[at(0, 2)], 3), [vec![at(0, 2)]]);
        assert_eq!(ways(&[at(0, 5)], 3), [vec![at(0, 3)]]);
        assert_eq!(ways(&[at(0, 1), at(1, 2)], 3), [vec![at(0, 1), at(1, 2)]]);
        let both = ways(&[at(0, 2), at(1, 2)], 3);
        assert_eq!(both, [vec![at(0, 1), at(1, 2)], vec![at(0, 2), at(1, 1)]]);
    }

    #[test]
    fn no_more_than_three_leave_and_from_one_tile_only() {
        let setup = "modules=mists; players=red,blue,green".parse().unwrap();
        let mut game = Game::new(std::sync::Arc::new(setup));
        let [here, there] = [0, 1].map(|x| GhostPlace::Mist {
            cell: Cell::new(x, 0),
            part: 0,
        });
        for place in [here, there] {
            game.states.ghosts.put(place, 5).unwrap();
        }
        let of = |place, count| GhostCount { place, count };
        assert_eq!(check_removal(&game, &[of(here, 3)]), Ok(()));
        let refused = Err(RuleFault::NotCalledFor);
        assert_eq!(check_removal(&game, &[of(here, 4)]), refused);
        assert_eq!(check_removal(&game, &[of(here, 1), of(there, 1)]), refused);
    }
}
