//! The hands of the demo: bring the drawn table to what the game says should lie and stand.
//!
//! Compares the table with the game after each event and does the difference as people would,
//! loose pieces in one visit. Decides nothing about the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use carcassonne::catalogue::{Face, SegmentKind};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::{Color, Pose};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use shapes::layout::Layout;
use studio::art::Print;
use studio::synth::{
    Action, Figure, Scene, SceneTile, Seat, Stage, SynthError, TILE_MM, TILE_THICKNESS_MM,
};
use tracker::board::features::FeatureKind;
use tracker::log::event::EventId;
use tracker::log::ghost::GhostPlace;
use tracker::rules::{self, FigureState, Game, Token};

/// Names of loose pieces begin here; a game has some hundred events, which name its figures.
const FIRST_LOOSE: u32 = 1_000_000;

/// Cards in front of players lie far from all cells; [`Hands::lay_aside`] says on which.
const ASIDE: i32 = 10_000;

/// How near to another piece nobody puts one if there is room, mm: a meeple and a ghost abreast.
const ELBOW_MM: f64 = 15.0;
/// How far from its meeple a ghost or an animal is put, mm.
const BESIDE_MM: f64 = 14.0;
/// Two pieces cannot stand nearer to each other, mm: both are 8 thick and 14 and more wide.
const TOUCH_MM: f64 = 11.0;
/// Places tried along each side of a tile, and how far they reach from its middle, tile sides.
const TRIES: i32 = 8;
const REACH: f64 = 0.4;

/// Places on a tile where a piece may stand, in tile sides from its middle.
fn on_the_tile() -> impl Iterator<Item = [f64; 2]> {
    let step = |i: i32| f64::from(i) / f64::from(TRIES) * REACH;
    let tries = (-TRIES..=TRIES).flat_map(|x| (-TRIES..=TRIES).map(move |y| (x, y)));
    tries.map(move |(x, y)| [step(x), step(y)])
}

/// A ghost or an animal on the table.
#[derive(Clone, Debug)]
struct Loose {
    name: u32,
    token: Token,
    figure: Figure,
}

/// What lies and stands on the drawn table, and what hands did to bring it there.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    pub(super) script: Vec<Action>,
    tiles: Vec<SceneTile>,
    figures: BTreeMap<EventId, Figure>,
    loose: Vec<Loose>,
    /// Cards in front of players.
    aside: Vec<(Color, SceneTile)>,
    named: u32,
    pitch_mm: f64,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            script: Vec::new(),
            tiles: Vec::new(),
            figures: BTreeMap::new(),
            loose: Vec::new(),
            aside: Vec::new(),
            named: FIRST_LOOSE,
            pitch_mm: Scene::default().pitch_mm,
        }
    }
}

impl Hands {
    /// A tile is laid.
    pub(super) fn lay(
        &mut self,
        face: &Face,
        copy: u8,
        cell: Cell,
        rotation: Rotation,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) {
        let print = Print::of_copy(face, copy);
        let Print {
            garden, variant, ..
        } = print;
        let tile = SceneTile::laid_by_hand(cell, face.id, garden, variant, rotation, rng);
        self.tiles.push(tile);
        self.script.push(Action::LayTile {
            tile,
            seat_deg: seat.at_deg,
        });
    }

    /// A card is laid down in front of its player. Where that is depends on how large the board will
    /// be, so it is said only once the game is played: [`put_aside`].
    pub(super) fn lay_aside(&mut self, card: &Face, seat: Seat, rng: &mut ChaCha8Rng) {
        let number = i32::try_from(self.aside.len()).unwrap_or(i32::MAX);
        let cell = Cell::new(ASIDE + number, 0);
        let tile = SceneTile::laid_by_hand(cell, card.id, false, 0, Rotation::R0, rng);
        self.aside.push((seat.color, tile));
        self.script.push(Action::LayTile {
            tile,
            seat_deg: seat.at_deg,
        });
    }

    /// Tiles that are one piece of cardboard are laid.
    pub(super) fn lay_block(&mut self, faces: &[Arc<Face>], seat: Seat, rng: &mut ChaCha8Rng) {
        let tiles = SceneTile::block_laid_by_hand(faces, self.pitch_mm, rng);
        let lay = |&tile: &SceneTile| Action::LayTile {
            tile,
            seat_deg: seat.at_deg,
        };
        self.script
            .push(Action::Together(tiles.iter().map(lay).collect()));
        self.tiles.extend(tiles);
    }

    /// Brings the table to what the game says.
    ///
    /// # Errors
    /// Only where OpenCV fails.
    pub(super) fn arrange(
        &mut self,
        game: &Game,
        seat: Seat,
        seats: &[Seat],
        rng: &mut ChaCha8Rng,
    ) -> Result<(), SynthError> {
        self.move_tiles(game, seat, rng);
        self.turn_down(game, seat, rng);
        self.arrange_figures(game, seat, seats, rng)?;
        self.arrange_loose(game, seat, rng)
    }

    /// Tiles that lie elsewhere than they did.
    fn move_tiles(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) {
        let (tiles, board) = (&mut self.tiles, game.board());
        let new = board
            .tiles()
            .filter(|(cell, _)| !tiles.iter().any(|t| t.cell == *cell));
        let new: Vec<_> = new
            .map(|(cell, laid)| (cell, laid.face.id, laid.rotation))
            .collect();
        for (cell, face, rotation) in new {
            let old = tiles
                .iter_mut()
                .find(|tile| !board.holds(tile.cell) && tile.face == face);
            let Some(old) = old else { continue };
            let from = old.cell;
            *old = SceneTile::laid_by_hand(cell, face, old.garden, old.variant, rotation, rng);
            self.script.push(Action::MoveTile {
                from,
                tile: *old,
                seat_deg: seat.at_deg,
            });
        }
    }

    /// Tiles that lie face down, and cards that fill gaps.
    fn turn_down(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) {
        let board = game.board().tiles();
        let missing = board.filter(|(cell, _)| !self.tiles.iter().any(|t| t.cell == *cell));
        let missing: Vec<(Cell, Arc<Face>)> = missing
            .map(|(cell, laid)| (cell, Arc::clone(&laid.face)))
            .collect();
        for (cell, face) in missing {
            // One visit may fill the gaps of several players; each has cards of their own.
            let lies = |own: bool| {
                let mut aside = self.aside.iter();
                aside
                    .position(|(color, card)| card.face == face.id && (*color == seat.color) == own)
            };
            if let Some(n) = lies(true).or_else(|| lies(false)) {
                let (_, card) = self.aside.remove(n);
                let tile = SceneTile::laid_by_hand(cell, face.id, false, 0, Rotation::R0, rng);
                self.tiles.push(tile);
                self.script.push(Action::MoveTile {
                    from: card.cell,
                    tile,
                    seat_deg: seat.at_deg,
                });
            } else {
                self.lay(&face, 0, cell, Rotation::R0, seat, rng);
            }
        }
    }

    fn arrange_figures(
        &mut self,
        game: &Game,
        seat: Seat,
        seats: &[Seat],
        rng: &mut ChaCha8Rng,
    ) -> Result<(), SynthError> {
        let wanted = |figure: &&rules::Figure| figure.state != FigureState::TakenEarly;
        let gone: Vec<EventId> = self.figures.keys().copied().collect();
        let gone = gone
            .into_iter()
            .filter(|&event| !game.figure(event).as_ref().is_some_and(wanted));
        let mut gone: Vec<(EventId, Figure)> = gone
            .filter_map(|event| Some((event, self.figures.remove(&event)?)))
            .collect();
        let new = game.figures().filter(wanted);
        let new: Vec<rules::Figure> = new
            .filter(|figure| !self.figures.contains_key(&figure.event))
            .copied()
            .collect();
        let take = |event: EventId, seat: Seat| Action::TakeFigure {
            id: name_of(event),
            seat_deg: seat.at_deg,
        };
        for figure in new {
            let Some(stands) = self.standing(game, &figure, rng)? else {
                continue;
            };
            self.figures.insert(figure.event, stands);
            let put = Action::PutFigure {
                id: name_of(figure.event),
                figure: stands,
                seat_deg: seat.at_deg,
            };
            let from = gone
                .iter()
                .position(|(_, old)| (old.kind, old.color) == (figure.kind, figure.color));
            self.script.push(match from {
                Some(from) => {
                    let (old, _) = gone.remove(from);
                    Action::Together(vec![take(old, seat), put])
                }
                None => put,
            });
        }
        for (event, figure) in gone {
            let owner = seats.iter().find(|seat| Some(seat.color) == figure.color);
            self.script
                .push(take(event, owner.copied().unwrap_or(seat)));
        }
        Ok(())
    }

    /// A figure as it stands on its segment, set down by hand: near the middle of the feature,
    /// not on a point.
    fn standing(
        &self,
        game: &Game,
        figure: &rules::Figure,
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<Figure>, SynthError> {
        let Some((face, tile)) = self.tile(game, figure.at.cell) else {
            return Ok(None);
        };
        let segment = figure.at.segment;
        let layout = Layout::new(&face, face.garden_segment() == Some(segment))?;
        // A card has no features; a follower stands in its middle.
        let shape = layout.shapes().get(segment);
        let (stand, room) = shape.map_or(([0.0; 2], 0.15), |shape| (shape.stand, shape.room));
        let careless = f64::from((room * 0.4).min(0.06));
        let mut near = |v: f32| f64::from(v) + rng.random_range(-careless..careless);
        let on_face = stand.map(&mut near);
        let on_face = self.clear_of_loose(&layout, segment, tile, on_face);
        let lies = face.kind(segment).map(FeatureKind::of) == Some(FeatureKind::Field)
            || figure.state == FigureState::Buried;
        Ok(Some(Figure {
            kind: figure.kind,
            color: figure.color,
            pose: if lies { Pose::Lying } else { Pose::Standing },
            at_mm: tile.table_mm(on_face, self.pitch_mm),
            yaw_deg: rng.random_range(0.0..360.0),
            on_mm: TILE_THICKNESS_MM,
        }))
    }

    /// The place on a segment nearest to that one on which no ghost or animal stands already.
    fn clear_of_loose(
        &self,
        layout: &Layout,
        segment: usize,
        tile: SceneTile,
        at: [f64; 2],
    ) -> [f64; 2] {
        let far = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let is_clear = |p: [f64; 2]| {
            let p = tile.table_mm(p, self.pitch_mm);
            let mut loose = self.loose.iter();
            loose.all(|loose| far(loose.figure.at_mm, p) >= TOUCH_MM)
        };
        let on_segment = |p: &[f64; 2]| layout.segment_at(p.map(|v| v as f32)) == Some(segment);
        let others = on_the_tile().filter(|p| on_segment(p) && is_clear(*p));
        let nearest = others.min_by(|&a, &b| far(a, at).total_cmp(&far(b, at)));
        if is_clear(at) {
            at
        } else {
            nearest.unwrap_or(at)
        }
    }

    fn tile(&self, game: &Game, cell: Cell) -> Option<(Arc<Face>, SceneTile)> {
        let tile = self.tiles.iter().find(|tile| tile.cell == cell)?;
        let laid = game.board().get(cell)?;
        Some((Arc::clone(&laid.face), *tile))
    }

    /// Ghosts and animals, all in one visit.
    fn arrange_loose(
        &mut self,
        game: &Game,
        seat: Seat,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), SynthError> {
        let mut wanted = game.tokens();
        let mut spare = Vec::new();
        for loose in std::mem::take(&mut self.loose) {
            match wanted.iter().position(|token| *token == loose.token) {
                Some(at) => {
                    wanted.swap_remove(at);
                    self.loose.push(loose);
                }
                None => spare.push(loose),
            }
        }
        let seat_deg = seat.at_deg;
        let mut visit = Vec::new();
        wanted.sort();
        for token in wanted {
            let Some(to) = self.loose_at(game, token, rng)? else {
                continue;
            };
            let same = |l: &Loose| (l.token.kind, l.token.color) == (token.kind, token.color);
            let name = match spare.iter().position(same) {
                Some(from) => {
                    let id = spare.swap_remove(from).name;
                    visit.push(Action::MoveFigure { id, to, seat_deg });
                    id
                }
                None => {
                    self.named += 1;
                    let (id, figure) = (self.named, to);
                    visit.push(Action::PutFigure {
                        id,
                        figure,
                        seat_deg,
                    });
                    id
                }
            };
            self.loose.push(Loose {
                name,
                token,
                figure: to,
            });
        }
        let home = spare.into_iter().map(|loose| Action::TakeFigure {
            id: loose.name,
            seat_deg,
        });
        visit.extend(home);
        if !visit.is_empty() {
            self.script.push(Action::Together(visit));
        }
        Ok(())
    }

    /// Where a loose piece is put: where it belongs, and where there is room.
    fn loose_at(
        &self,
        game: &Game,
        token: Token,
        rng: &mut ChaCha8Rng,
    ) -> Result<Option<Figure>, SynthError> {
        let cell = game.cell_of(token.place);
        let Some((face, tile)) = cell.and_then(|cell| self.tile(game, cell)) else {
            return Ok(None);
        };
        let layout = Layout::new(&face, false)?;
        let table = |p: [f64; 2]| tile.table_mm(p, self.pitch_mm);
        let far = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let pieces: Vec<[f64; 2]> = self
            .figures
            .values()
            .chain(self.loose.iter().map(|loose| &loose.figure))
            .map(|figure| figure.at_mm)
            .collect();
        let crowd = |at: [f64; 2], elbow: f64| -> f64 {
            let near = pieces
                .iter()
                .map(|&other| (elbow - far(at, other)).max(0.0));
            near.sum()
        };
        let wide = |p: [f32; 2]| table(p.map(f64::from));
        // Nobody stands a ghost where a meeple will want to go.
        let kept_free: Vec<[f64; 2]> = (0..face.segments.len())
            .filter(|&n| face.segments[n].clear)
            .filter(|&n| !matches!(face.segments[n].kind, SegmentKind::Field { .. }))
            .map(|n| wide(layout.shapes()[n].stand))
            .collect();
        let worth = |p: [f64; 2]| -> Option<f64> {
            let at = table(p);
            let room = -2.0 * crowd(at, ELBOW_MM);
            match token.place {
                GhostPlace::Mist { part, .. } => {
                    let here = layout.mist_at(p.map(|v| v as f32)) == Some(part);
                    let printed = layout.mists().get(part).map_or(&[][..], |m| &m.ghosts);
                    let off = printed.iter().map(|&g| far(at, wide(g)));
                    let free = kept_free.iter().map(|&s| (12.0 - far(at, s)).max(0.0));
                    here.then(|| room - 0.3 * off.fold(20.0, f64::min) - 2.0 * free.sum::<f64>())
                }
                GhostPlace::Circle { part, .. } => {
                    let circles = face.mists.get(part).map_or(&[][..], |m| &m.circles);
                    let off = circles.iter().map(|&c| {
                        let c = wide(c);
                        far(at, c) + 10.0 * crowd(c, 5.0)
                    });
                    Some(-off.fold(f64::MAX, f64::min))
                }
                GhostPlace::Cemetery { .. } => {
                    let middle = face.cemetery().map(|n| wide(layout.shapes()[n].stand));
                    Some(room - 0.5 * middle.map_or(0.0, |middle| far(at, middle)))
                }
                GhostPlace::Beside { figure } => {
                    let host = self.figures.get(&figure)?;
                    Some(room - (far(at, host.at_mm) - BESIDE_MM).abs())
                }
                GhostPlace::Supply | GhostPlace::CatStock => None,
            }
        };
        let best = on_the_tile()
            .filter_map(|p| Some((worth(p)?, p)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, p)) = best else { return Ok(None) };
        let p = p.map(|v| v + rng.random_range(-0.02..0.02));
        Ok(Some(Figure {
            kind: token.kind,
            color: token.color,
            pose: Pose::Standing,
            at_mm: table(p),
            yaw_deg: rng.random_range(0.0..360.0),
            on_mm: TILE_THICKNESS_MM,
        }))
    }

    /// The corners of everything that lies, mm.
    pub(super) fn area_mm(&self, game: &Game) -> [[f64; 2]; 2] {
        let cells = || game.board().tiles().map(|(cell, _)| cell);
        let bounds = |axis: fn(Cell) -> i32| {
            let low = cells().map(axis).min().unwrap_or(0);
            let high = cells().map(axis).max().unwrap_or(0);
            let half = TILE_MM / 2.0;
            [
                f64::from(low) * self.pitch_mm - half,
                f64::from(high) * self.pitch_mm + half,
            ]
        };
        let (x, y) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
        [[x[0], y[0]], [x[1], y[1]]]
    }
}

/// Says where the cards that players laid down lie: in front of them, each beside the last.
pub(super) fn put_aside(script: &mut [Action], stage: &Stage, pitch_mm: f64) {
    let mut laid: BTreeMap<Color, usize> = BTreeMap::new();
    for action in script {
        let Action::LayTile { tile, seat_deg } = action else {
            continue;
        };
        let seat = stage.seats.iter().find(|seat| seat.at_deg == *seat_deg);
        let Some(seat) = seat.filter(|_| tile.cell.x >= ASIDE) else {
            continue;
        };
        let number = laid.entry(seat.color).or_default();
        let [x, y] = stage.card_mm(*seat, *number);
        *number += 1;
        tile.offset_mm[0] += x - f64::from(tile.cell.x) * pitch_mm;
        tile.offset_mm[1] += y - f64::from(tile.cell.y) * pitch_mm;
    }
}

/// A figure's name on the table.
fn name_of(event: EventId) -> u32 {
    // A game has some hundred events.
    u32::try_from(event.0).unwrap_or(u32::MAX)
}
