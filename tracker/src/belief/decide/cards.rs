//! Deciding about Tatan cards (rules dossier "Tatan"): face up beside the board as they are drawn,
//! and in gaps at the end.
//!
//! A card that newly lies beside the board was drawn, which ends the turn before. A gap full of
//! cards was filled, which ends the game; whose cards they are is told by who has as many, or by the
//! follower on them, so it may take a while. What a card is used for is seen from what is laid.

use std::collections::BTreeSet;

use crate::belief::decision::{Decision, Draft};
use crate::belief::evidence::posterior;
use crate::belief::evidence::track::Track;
use crate::belief::evidence::weigh_tile::TileEvidence;
use crate::belief::{Belief, limits};
use crate::board::features::SegmentRef;
use crate::event::{By, EventKind, Evidence};
use crate::log::Log;
use crate::rules::Game;
use crate::rules::expansions::tatan;
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use carcassonne::tie::Tie;

/// Looks for which cards in a gap wait for the follower that tells whose they are: people count the
/// points first.
const FOLLOWER: u32 = 300;

impl Belief {
    /// Cards that newly lie beside the board were drawn, if that was not said already.
    pub(in crate::belief) fn decide_drawn_cards(&mut self, draft: &mut Draft) {
        let drawn = tatan::drawn_so_far(draft.game());
        if !tatan::is_in_play(draft.game()) {
            self.cards.none_in_play(drawn);
        }
        if self.cards.add(draft.table.cards.len()) {
            let frames = Evidence::of_look(draft.table.frame, limits::NEW);
            let drawn = (0..self.cards.unsaid(drawn)).map(|_| EventKind::TatanDrawn);
            draft.decide_all(drawn.map(|kind| Decision::seen(kind, limits::SURE, frames)));
        }
    }

    /// Fills the gaps in which cards lie.
    pub(in crate::belief) fn decide_gaps(&mut self, draft: &mut Draft, tie: Tie) {
        let game = draft.game();
        let settled = self.tiles.new.iter().filter(|(_, new)| new.is_settled());
        let cards = settled.filter(|(_, new)| shows_card(game, &new.evidence));
        let lie: BTreeSet<Cell> = cards.map(|(&cell, _)| tie.cell(cell)).collect();
        for &cell in &lie {
            let Some((gap, events)) = self.judge_gap(draft.log(), tie, cell, &lie) else {
                continue;
            };
            let cells = gap.iter().map(|&cell| tie.lattice_cell(cell));
            let looks = cells.filter_map(|cell| self.tiles.new.remove(&cell));
            let Some(frames) = looks.map(|new| new.evidence.frames()).last() else {
                continue;
            };
            let seen = |kind| Decision::seen(kind, limits::SURE, frames);
            draft.decide_all(events.into_iter().map(seen));
        }
    }

    /// The gap that begins with that cell, if it is full of cards of which it is told whose they
    /// are, and what happened then.
    fn judge_gap(
        &self,
        log: &Log,
        tie: Tie,
        cell: Cell,
        lie: &BTreeSet<Cell>,
    ) -> Option<(Vec<Cell>, Vec<EventKind>)> {
        let gap = tatan::gap(log.game(), cell)?;
        if gap.first() != Some(&cell) || !gap.iter().all(|cell| lie.contains(cell)) {
            return None;
        }
        let owner = self.owner(log.game(), tie, &gap)?;
        let events = filling(log, owner, &gap)?;
        Some((gap, events))
    }

    /// Whether a new tile is a card in a gap that waits to be told whose it is.
    pub(super) fn waits_for_follower(
        &self,
        game: &Game,
        cell: Cell,
        evidence: &TileEvidence,
    ) -> bool {
        let fills = || shows_card(game, evidence) && tatan::gap(game, cell).is_some();
        evidence.looks() < FOLLOWER && fills()
    }

    /// Whose cards lie in a gap: the player's who alone has as many, or whose follower is on them.
    fn owner(&self, game: &Game, tie: Tie, gap: &[Cell]) -> Option<Color> {
        let owners: Vec<Color> = tatan::owners(game, gap.len()).collect();
        if let [only] = owners[..] {
            return Some(only);
        }
        let on_gap = |track: &&Track| gap.contains(&tie.cell(track.cell));
        let mut tracks = self.figures.tracks.iter().filter(on_gap);
        let stands = tracks.find_map(Track::color)?;
        let player = game.player_of(stands)?.color;
        owners.contains(&player).then_some(player)
    }

    /// The follower that belongs on cards which were just laid.
    pub(in crate::belief) fn decide_follower(&mut self, draft: &mut Draft, tie: Tie) {
        let Some(stands) = self.judge_follower(draft.game(), tie) else {
            return;
        };
        let track = self.figures.tracks.remove(stands);
        let at = SegmentRef::new(tie.cell(track.cell), 0);
        for ((figure, color, _), _) in posterior(track.evidence.readings()) {
            let placed = EventKind::FigurePlaced {
                cell: at.cell,
                segment: at.segment,
                figure,
                color,
                foot: Some(tie.foot(track.foot)),
                before: false,
            };
            let frames = track.evidence.frames();
            let placed = Decision::seen(placed, limits::SURE, frames);
            if draft.decide(placed).is_ok() {
                return;
            }
        }
    }

    /// Which of the tracks is the follower that is due on somebody's cards.
    fn judge_follower(&self, game: &Game, tie: Tie) -> Option<usize> {
        let owner = tatan::follower_due(game)?;
        self.figures.tracks.iter().position(|track| {
            let card = game.board().get(tie.cell(track.cell));
            let own = track.color().and_then(|color| game.player_of(color));
            card.is_some_and(|laid| tatan::is_card(&laid.face))
                && own.is_some_and(|player| player.color == owner)
        })
    }
}

/// Whether a new tile is a card, however it lies.
fn shows_card(game: &Game, evidence: &TileEvidence) -> bool {
    let is_card = |face| {
        game.catalogue()
            .face(&face)
            .is_some_and(|face| tatan::is_card(face))
    };
    let readings = posterior(evidence.readings()).into_iter();
    let cards = readings.filter(|(reading, _)| reading.is_some_and(|(face, _)| is_card(face)));
    cards.map(|(_, sure)| sure).sum::<f32>() >= limits::SURE
}

/// What happened if `owner` filled the gap: the pile is empty, those asked before have left it.
fn filling(log: &Log, owner: Color, gap: &[Cell]) -> Option<Vec<EventKind>> {
    let mut tried = log.clone();
    let mut events = Vec::new();
    let mut add = |tried: &mut Log, kind: EventKind| {
        tried.append(0, By::Rule, kind.clone()).ok()?;
        events.push(kind);
        Some(())
    };
    if tatan::filler(tried.game()).is_none() {
        if tried.game().pile_left() > 0 {
            add(&mut tried, EventKind::PileEmpty)?;
        }
        if tried.game().open_turn().is_some() {
            add(&mut tried, EventKind::TurnEnded)?;
        }
    }
    while let Some(asked) = tatan::filler(tried.game()).filter(|asked| *asked != owner) {
        let choice = tatan::gap_choice_id(asked);
        add(&mut tried, EventKind::Declined { choice })?;
    }
    let cells = gap.to_vec();
    add(&mut tried, EventKind::GapFilled { cells })?;
    Some(events)
}
