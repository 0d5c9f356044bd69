//! Tatan cards (rules dossier "Tatan"): face up beside the board as they are drawn, and in gaps at
//! the end.
//!
//! A card that newly lies beside the board was drawn, which ends the turn before. A gap full of
//! cards was filled, which ends the game; whose cards they are is told by who has as many, or by the
//! follower on them, so it may take a while. What a card is used for is seen from what is laid.

use std::collections::BTreeSet;

use crate::board::features::SegmentRef;
use crate::log::Log;
use crate::log::event::{By, EventKind};
use crate::rules::{Game, tatan};
use carcassonne::geometry::Cell;
use carcassonne::piece::Color;
use carcassonne::seen::SeenTable;

use super::evidence::posterior;
use super::figures::Track;
use super::{Belief, TileEvidence, limits};

/// Looks for which cards in a gap wait for the follower that tells whose they are: people count the
/// points first.
const FOLLOWER: u32 = 300;

/// The cards beside the board.
#[derive(Debug, Default)]
pub(super) struct Cards {
    /// How many are seen, and in how many looks in a row.
    now: (usize, u32),
    /// The most that lay there at one time; `None` before the first look.
    most: Option<usize>,
    /// Cards drawn before the one in play.
    drawn_before: u8,
    /// Cards that have come to lie there since.
    came: u8,
}

impl Belief {
    /// Cards that newly lie beside the board were drawn, if that was not said already.
    pub(super) fn decide_drawn_cards(&mut self, log: &mut Log, table: &SeenTable) {
        let drawn = tatan::drawn_so_far(log.game());
        let cards = &mut self.cards;
        if !tatan::is_in_play(log.game()) {
            (cards.drawn_before, cards.came) = (drawn, 0);
        }
        let (now, looks) = cards.now;
        let lie = table.cards.len();
        cards.now = (lie, if lie == now { looks + 1 } else { 1 });
        if cards.now.1 < limits::NEW {
            return;
        }
        let most = cards.most.get_or_insert(lie);
        let new = lie.saturating_sub(*most);
        *most += new;
        cards.came = cards
            .came
            .saturating_add(u8::try_from(new).unwrap_or(u8::MAX));
        let said = drawn.saturating_sub(cards.drawn_before);
        let evidence = crate::log::event::Evidence {
            first_frame: table.frame,
            last_frame: table.frame,
            looks: limits::NEW,
        };
        for _ in said..cards.came {
            let drawn = EventKind::TatanDrawn;
            drop(Self::append(log, table, limits::SURE, evidence, drawn));
        }
    }

    /// Fills the gaps in which cards lie.
    pub(super) fn decide_gaps(&mut self, log: &mut Log, table: &SeenTable) {
        let Some(frame) = self.frame else { return };
        let lie = self.cells.iter().filter(|(_, new)| {
            let seen = new.evidence.looks() >= limits::NEW && new.absent == 0;
            seen && shows_card(log.game(), &new.evidence)
        });
        let lie: BTreeSet<Cell> = lie.map(|(&cell, _)| frame.cell(cell)).collect();
        for &cell in &lie {
            let Some(gap) = tatan::gap(log.game(), cell).filter(|gap| gap.first() == Some(&cell))
            else {
                continue;
            };
            if !gap.iter().all(|cell| lie.contains(cell)) {
                continue;
            }
            let Some(owner) = self.owner(log.game(), &gap) else {
                continue;
            };
            let Some(events) = filling(log, owner, &gap) else {
                continue;
            };
            let looks = gap
                .iter()
                .filter_map(|&cell| self.cells.remove(&frame.lattice_cell(cell)));
            let Some(evidence) = looks.map(|new| new.evidence.frames()).last() else {
                continue;
            };
            for kind in events {
                // It was tried.
                drop(Self::append(log, table, limits::SURE, evidence, kind));
            }
        }
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
    fn owner(&self, game: &Game, gap: &[Cell]) -> Option<Color> {
        let owners: Vec<Color> = tatan::owners(game, gap.len()).collect();
        if let [only] = owners[..] {
            return Some(only);
        }
        let frame = self.frame?;
        let on_gap = |track: &&Track| gap.contains(&frame.cell(track.cell));
        let stands = self.tracks.iter().filter(on_gap).find_map(color_of)?;
        let player = game.player_of(stands)?.color;
        owners.contains(&player).then_some(player)
    }

    /// The follower that belongs on cards which were just laid.
    pub(super) fn decide_follower(&mut self, log: &mut Log, table: &SeenTable) {
        let (Some(frame), Some(owner)) = (self.frame, tatan::follower_due(log.game())) else {
            return;
        };
        let game = log.game();
        let stands = self.tracks.iter().position(|track| {
            let cell = frame.cell(track.cell);
            let card = game.board().get(cell);
            let own = color_of(track).and_then(|color| game.player_of(color));
            card.is_some_and(|laid| tatan::is_card(&laid.face))
                && own.is_some_and(|player| player.color == owner)
        });
        let Some(stands) = stands else { return };
        let track = self.tracks.remove(stands);
        let at = SegmentRef::new(frame.cell(track.cell), 0);
        for ((figure, color, _), _) in posterior(track.evidence.readings()) {
            let placed = EventKind::FigurePlaced {
                cell: at.cell,
                segment: at.segment,
                figure,
                color,
                foot: Some(frame.foot(track.foot)),
                before: false,
            };
            let frames = track.evidence.frames();
            if Self::append(log, table, limits::SURE, frames, placed).is_ok() {
                return;
            }
        }
    }
}

/// Whose figure a track is, once it was seen often enough.
fn color_of(track: &Track) -> Option<Color> {
    let seen = track.absent == 0 && track.evidence.looks() >= limits::NEW;
    let best = posterior(track.evidence.readings()).into_iter().next();
    best.filter(|_| seen).and_then(|((_, color, _), _)| color)
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
