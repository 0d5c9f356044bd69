//! The score cards of the television, and how many of them go beside each other.

use carcassonne::piece::Color;
use egui::{Align, FontId, Layout, Ui, UiBuilder, Vec2, vec2};
use tracker::snapshot::{PlayerView, Snapshot};

use super::scene::{PAD, RIM, Scene, at_top, card, plain};
use super::sizes::Sizes;
use crate::text::message;
use crate::text::names::initial;
use crate::theme::DARK;
use crate::window::widgets::badge;
/// The least share of the width that is left for the board.
const BOARD: f32 = 0.34;
/// How much smaller everything becomes at each try, if it does not fit.
const SMALLER: f32 = 0.96;

/// Where badge, name and score of a card stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Beside each other.
    Wide,
    /// The name below badge and score.
    Tall,
}

/// How the cards are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Sizes as they are drawn.
    pub sizes: Sizes,
    /// Whether these are smaller than they should be.
    pub too_small: bool,
    /// All cards together, points.
    pub size: Vec2,
    columns: usize,
    shape: Shape,
    card: Vec2,
}

/// One card: a player's, or the team's.
struct Entry<'a> {
    color: Option<(Color, &'a [Color])>,
    name: String,
    score: Option<String>,
    on_turn: bool,
}

fn entries<'a>(scene: &Scene<'a>) -> Vec<Entry<'a>> {
    let (words, snapshot) = (scene.words, scene.snapshot);
    let team = snapshot.team.as_ref().map(|team| Entry {
        color: None,
        name: words.with(message::TvTarget {
            target: team.target,
        }),
        score: Some(team.score.to_string()),
        on_turn: false,
    });
    let player = |player: &'a PlayerView| Entry {
        color: Some((player.color, &player.also[..])),
        name: words.name(player),
        score: snapshot.team.is_none().then(|| player.score.to_string()),
        on_turn: on_turn(snapshot, player),
    };
    team.into_iter()
        .chain(snapshot.players.iter().map(player))
        .collect()
}

fn on_turn(snapshot: &Snapshot, player: &PlayerView) -> bool {
    let turn = &snapshot.turn;
    let whose = if turn.open { turn.player } else { turn.next };
    !snapshot.over && whose.is_some_and(|it| it == player.color || player.also.contains(&it))
}

impl Plan {
    /// The first arrangement that leaves room for the board: fewest columns first, then
    /// names below; then everything smaller.
    pub fn find(ui: &Ui, scene: &Scene<'_>, room: Vec2, wanted: Sizes) -> Self {
        let entries = entries(scene);
        let mut sizes = wanted;
        loop {
            for columns in 1..=3 {
                for shape in [Shape::Wide, Shape::Tall] {
                    let plan = Self::of(ui, &entries, sizes, columns, shape);
                    let fits = plan.size.x <= room.x * (1.0 - BOARD)
                        && plan.size.y <= room.y - 2.0 * sizes.text;
                    // The end of the ladder: smaller than this nobody reads anything.
                    if fits || sizes.text < 6.0 {
                        return Self {
                            too_small: sizes != wanted,
                            ..plan
                        };
                    }
                }
            }
            sizes = sizes.scaled(SMALLER);
        }
    }

    fn of(ui: &Ui, entries: &[Entry<'_>], sizes: Sizes, columns: usize, shape: Shape) -> Self {
        let wide = |text: &str, size: f32| {
            let font = FontId::proportional(size);
            let painter = ui.painter();
            painter
                .layout_no_wrap(text.to_owned(), font, DARK.text)
                .size()
                .x
        };
        let widest = |of: &dyn Fn(&Entry<'_>) -> f32| entries.iter().map(of).fold(0.0, f32::max);
        // Long names are cut off: the score must not suffer from them.
        let name = widest(&|entry| wide(&entry.name, sizes.text)).min(sizes.text * 6.0);
        // Room for the points to come, so that the cards do not move at 100.
        let digits = |entry: &Entry<'_>| {
            let score = entry.score.as_ref();
            score.map_or(0.0, |score| {
                wide(score, sizes.score).max(wide("00", sizes.score))
            })
        };
        let score = widest(&digits);
        let badge = Self::badge(sizes);
        let gap = sizes.text * 0.4;
        let inner = match shape {
            Shape::Wide => vec2(badge + gap + name + gap + score, sizes.score * 1.12),
            Shape::Tall => vec2(
                (badge + gap + score).max(name),
                sizes.score * 1.12 + sizes.text * 1.3,
            ),
        };
        let card = inner + Vec2::splat(2.0 * sizes.text * (PAD + RIM));
        let rows = entries.len().div_ceil(columns).max(1);
        let between = |n: usize, each: f32| each * n as f32 + gap * (n as f32 - 1.0);
        Self {
            sizes,
            too_small: false,
            size: vec2(between(columns, card.x), between(rows, card.y)),
            columns,
            shape,
            card,
        }
    }

    fn badge(sizes: Sizes) -> f32 {
        sizes.score * 0.82
    }
}

/// Shows the cards from the top.
pub fn show(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan) {
    let step = plan.card + Vec2::splat(plan.sizes.text * 0.4);
    for (index, entry) in entries(scene).iter().enumerate() {
        let (row, column) = (index / plan.columns, index % plan.columns);
        let at = vec2(column as f32 * step.x, row as f32 * step.y);
        let rect = at_top(ui, at, plan.card);
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            card(ui, plan.sizes, entry.on_turn, |ui| {
                one(ui, scene, plan, entry);
            });
        });
    }
}

fn one(ui: &mut Ui, scene: &Scene<'_>, plan: &Plan, entry: &Entry<'_>) {
    let sizes = plan.sizes;
    let inner = plan.card - Vec2::splat(2.0 * sizes.text * (PAD + RIM));
    ui.set_min_size(inner);
    ui.set_max_size(inner);
    ui.spacing_mut().item_spacing = Vec2::splat(sizes.text * 0.2);
    let top = vec2(inner.x, sizes.score * 1.12);
    let color = if entry.on_turn {
        DARK.accent
    } else {
        DARK.text
    };
    ui.allocate_ui_with_layout(top, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(top);
        wood(ui, scene, entry, Plan::badge(sizes));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(score) = &entry.score {
                ui.add(plain(score, sizes.score, DARK.text).extend());
            }
            if plan.shape == Shape::Wide {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(plain(&entry.name, sizes.text, color))
                });
            }
        });
    });
    if plan.shape == Shape::Tall {
        ui.add(plain(&entry.name, sizes.text, color));
    }
}

/// The badges of the colours a player plays.
fn wood(ui: &mut Ui, scene: &Scene<'_>, entry: &Entry<'_>, side: f32) {
    let Some((color, also)) = entry.color else {
        return;
    };
    let spoken = match &entry.score {
        Some(score) => format!("{}: {score}", entry.name),
        None => entry.name.clone(),
    };
    badge::badge(ui, color, &initial(&entry.name), side, &spoken);
    for &more in also {
        badge::badge(ui, more, "", side * 0.5, &scene.words.color(more));
    }
}
