//! Figures as seen: those of the board, there or missing, and tracks of others.

use std::collections::BTreeMap;

use super::track::{SAME_FIGURE, Track, distance, likeliest, neutral};
use crate::belief::limits;
use crate::event::{EventId, Evidence};
use crate::rules::{Figure, FigureState, Game};
use carcassonne::geometry::Cell;
use carcassonne::seen::{SeenFigure, SeenTable};
use carcassonne::spots::TileGeometry;
use carcassonne::tie::Tie;

/// All that was seen of figures, loose pieces apart.
#[derive(Debug, Default)]
pub struct Figures {
    /// What seems to be new.
    pub tracks: Vec<Track>,
    /// Looks in a row in which a figure's place was visible and empty.
    pub missing: BTreeMap<EventId, Evidence>,
    /// Figures of which a person said that they are still there.
    pub excused: Vec<EventId>,
    /// The open turn's figure, read again.
    pub newest: Option<(EventId, Track)>,
}

impl Figures {
    /// Adds a look's figures: known ones are there or missing, others tracked. What stood on a tile
    /// that is not believed yet, as `awaits` says of its lattice cell, is kept until that is: a
    /// meeple that scores at once may be gone by then.
    pub fn add(
        &mut self,
        (game, geometry): (&Game, &dyn TileGeometry),
        tie: Option<Tie>,
        table: &SeenTable,
        seen: &[SeenFigure],
        awaits: impl Fn(Cell) -> bool,
    ) {
        let mut unmatched: Vec<&SeenFigure> = seen.iter().collect();
        if let Some(tie) = tie {
            self.match_known(game, geometry, tie, table, &mut unmatched);
        }
        for seen in unmatched {
            match self.tracks.iter_mut().find(|track| track.is_near(seen)) {
                Some(track) => track.add(seen, table.frame),
                None => self.tracks.push(Track::new(seen, table.frame)),
            }
        }
        self.tracks.retain_mut(|track| {
            let seen = seen.iter().any(|figure| track.is_near(figure));
            if !seen && !table.hidden.contains(&track.cell) {
                track.absent += 1;
            }
            track.absent < limits::NEW || awaits(track.cell)
        });
    }

    /// Finds each figure of the board among those seen; takes it out of `unmatched`.
    fn match_known(
        &mut self,
        game: &Game,
        geometry: &dyn TileGeometry,
        tie: Tie,
        table: &SeenTable,
        unmatched: &mut Vec<&SeenFigure>,
    ) {
        let on_board = |event: &EventId| game.figure(*event).is_some();
        self.missing.retain(|event, _| on_board(event));
        self.excused.retain(on_board);
        for figure in game
            .figures()
            .filter(|f| f.state != FigureState::TakenEarly)
        {
            let cell = tie.lattice_cell(figure.at.cell);
            let foot = expected_foot(game, geometry, figure);
            let nearest = unmatched
                .iter()
                .enumerate()
                .filter(|(_, seen)| seen.cell == cell)
                .map(|(at, seen)| (at, distance(tie.foot(seen.foot), foot), *seen))
                .filter(|(_, away, seen)| may_be(seen, figure, *away))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((at, _, seen)) = nearest {
                unmatched.swap_remove(at);
                self.is_there(figure.event, seen, table.frame);
            } else if !table.hidden.contains(&cell)
                && table.tiles.iter().any(|tile| tile.cell == cell)
            {
                self.miss(figure.event, table.frame);
            }
        }
    }

    /// A figure of the board was seen.
    fn is_there(&mut self, figure: EventId, seen: &SeenFigure, frame: u64) {
        self.missing.remove(&figure);
        self.excused.retain(|&event| event != figure);
        self.tracks.retain(|track| !track.is_near(seen));
        if let Some((event, track)) = &mut self.newest
            && *event == figure
        {
            track.add(seen, frame);
        }
    }

    /// The place of a figure of the board was visible and empty.
    fn miss(&mut self, figure: EventId, frame: u64) {
        let absence = self.missing.entry(figure).or_insert(Evidence {
            first_frame: frame,
            last_frame: frame,
            looks: 0,
        });
        absence.last_frame = frame;
        absence.looks += 1;
    }

    /// The tracks on a cell of the board that may yet become figures.
    pub fn open_tracks(&self, tie: Tie, cell: Cell) -> impl Iterator<Item = &Track> {
        let open = self.tracks.iter().filter(|track| !track.settled);
        open.filter(move |track| tie.cell(track.cell) == cell)
    }

    /// A person said that what is seen on that cell of the board is no figure.
    pub fn settle(&mut self, tie: Tie, cell: Cell) {
        let here = |track: &&mut Track| tie.cell(track.cell) == cell;
        for track in self.tracks.iter_mut().filter(here) {
            track.settled = true;
        }
    }

    /// Nothing of what was seen counts any more: the lattice is another one.
    pub fn forget_tracks(&mut self) {
        self.tracks.clear();
        self.newest = None;
    }
}

/// Where on its tile a figure should stand.
pub fn expected_foot(game: &Game, geometry: &dyn TileGeometry, figure: &Figure) -> [f32; 2] {
    figure.foot.unwrap_or_else(|| {
        game.board().get(figure.at.cell).map_or([0.0; 2], |laid| {
            geometry.spot(&laid.face, laid.rotation, figure.at.segment)
        })
    })
}

/// Whether what is seen so far away from a figure's place may be that figure.
fn may_be(seen: &SeenFigure, figure: &Figure, away: f32) -> bool {
    match (neutral(seen), figure.color) {
        (Some(kind), None) => kind == figure.kind,
        (None, Some(color)) => {
            let likeliest = likeliest(seen).and_then(|candidate| candidate.color);
            away < SAME_FIGURE || likeliest == Some(color)
        }
        _ => false,
    }
}
