//! The strip above board and picture: what each expansion has to show, always at the same
//! place. Pointing at an entry lights up what it speaks of.

use carcassonne::geometry::Cell;
use carcassonne::piece::{FigureKind, Pose};
use egui::{FontId, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use tracker::board::features::SegmentRef;
use tracker::rules::expansions::benelux::BeneluxView;
use tracker::rules::expansions::ghosts_castles_cemeteries::GhostsCastlesCemeteriesView;
use tracker::rules::expansions::mage_and_witch::{MageAndWitchView, StandsIn};
use tracker::rules::expansions::mists::{HoundPlace, MistsView, Warning};
use tracker::rules::expansions::spell_circles::{EloisePlace, EloiseView};
use tracker::rules::expansions::tatan::TatanView;
use tracker::snapshot::Snapshot;

use crate::text::{Words, capital};
use crate::theme::{palette, size};
use crate::window::screens::table::wishes::{Pass, all_segments};
use crate::window::widgets::art::Art;
use crate::window::widgets::board;

/// One thing to show.
struct Entry {
    piece: Option<FigureKind>,
    text: String,
    /// Something dangerous.
    warns: bool,
    lit: Vec<SegmentRef>,
}

impl Entry {
    fn new(piece: Option<FigureKind>, text: String) -> Self {
        Self {
            piece,
            text,
            warns: false,
            lit: Vec::new(),
        }
    }

    fn lighting(mut self, lit: Vec<SegmentRef>) -> Self {
        self.lit = lit;
        self
    }
}

/// Whether any module has something to show.
pub fn any(snapshot: &Snapshot) -> bool {
    let modules = &snapshot.modules;
    modules.mage_and_witch.is_some()
        || modules.mists.is_some()
        || modules.eloise.is_some()
        || modules.tatan.is_some()
        || modules.benelux.is_some()
        || modules.ghosts_castles_cemeteries.is_some()
}

/// The first thing each module has to say, in a few words, for screens with little room.
pub fn headlines(words: Words, snapshot: &Snapshot) -> Vec<(Option<FigureKind>, String)> {
    let modules = &snapshot.modules;
    let first = |entries: Vec<Entry>| entries.into_iter().next();
    let eloise = modules.eloise.as_ref();
    let mists = modules.mists.as_ref();
    let haunted = modules.ghosts_castles_cemeteries.as_ref();
    let tatan = modules.tatan.as_ref();
    let mage = modules.mage_and_witch.as_ref();
    [
        mists.and_then(|view| first(self::mists(words, snapshot, view))),
        eloise.and_then(|view| first(self::eloise(words, snapshot, view))),
        haunted.and_then(|view| first(ghosts(words, snapshot, view))),
        mage.and_then(|view| first(mage_and_witch(words, snapshot, view))),
        tatan.and_then(|view| first(self::tatan(words, snapshot, view))),
    ]
    .into_iter()
    .flatten()
    .map(|entry| (entry.piece, entry.text))
    .collect()
}

/// Most of the window's height that the strip takes; what is beyond is scrolled to.
const MAX_HEIGHT_SHARE: f32 = 0.2;

/// Shows the strip.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>) {
    let (words, snapshot) = (pass.words, pass.snapshot);
    let modules = &snapshot.modules;
    let mut entries = Vec::new();
    if let Some(view) = &modules.mage_and_witch {
        entries.extend(mage_and_witch(words, snapshot, view));
    }
    if let Some(view) = &modules.eloise {
        entries.extend(eloise(words, snapshot, view));
    }
    if let Some(view) = &modules.mists {
        entries.extend(mists(words, snapshot, view));
    }
    if let Some(view) = &modules.ghosts_castles_cemeteries {
        entries.extend(ghosts(words, snapshot, view));
    }
    if let Some(view) = &modules.competitive_circles {
        let held: u8 = view.tiles.iter().map(|tile| tile.ghosts).sum();
        let cells: Vec<Cell> = view.tiles.iter().map(|tile| tile.cell).collect();
        entries.push(circles(words, snapshot, held, &cells));
    }
    if let Some(view) = &modules.tatan {
        entries.extend(tatan(words, snapshot, view));
    }
    if let Some(view) = &modules.benelux {
        entries.extend(benelux(words, snapshot, view));
    }
    // In a small window the board needs the room more.
    let most = ui.ctx().content_rect().height() * MAX_HEIGHT_SHARE;
    let area = egui::ScrollArea::vertical().max_height(most);
    area.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(6.0);
            for entry in entries {
                if show_entry(ui, &entry, pass.art) {
                    pass.wishes.lit = entry.lit;
                }
            }
        });
    });
}

/// One entry, measured first so that the row breaks before it; whether the pointer is on it.
fn show_entry(ui: &mut Ui, entry: &Entry, art: &mut Art) -> bool {
    let p = palette(ui);
    let (line, color) = if entry.warns {
        (Stroke::new(1.5, p.wrong), p.wrong)
    } else {
        (Stroke::new(1.0, p.line), p.text)
    };
    let text = if entry.warns {
        format!("⚠ {}", entry.text)
    } else {
        entry.text.clone()
    };
    let font = FontId::proportional(size::SMALL);
    let left = if entry.piece.is_some() { 30.0 } else { 8.0 };
    let room = ui.max_rect().width() - left - 8.0;
    let galley = ui.painter().layout(text, font, color, room);
    let wanted = vec2(
        left + galley.size().x + 8.0,
        galley.size().y.max(18.0) + 8.0,
    );
    let (rect, response) = ui.allocate_exact_size(wanted, Sense::hover());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, enabled, &entry.text));
    let painter = ui.painter();
    painter.rect(rect, 6.0, p.card, line, StrokeKind::Inside);
    if let Some(kind) = entry.piece {
        let middle = rect.left_center() + vec2(17.0, 0.0);
        let square = Rect::from_center_size(middle, Vec2::splat(18.0));
        let piece = (kind, None, Pose::Standing);
        board::draw_on_card(ui, square, piece, art);
    }
    let at = pos2(rect.left() + left, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, color);
    response.hovered() && !entry.lit.is_empty()
}

fn feature(snapshot: &Snapshot, at: SegmentRef) -> Vec<SegmentRef> {
    let mut features = snapshot.features.iter();
    let feature = features.find(|feature| feature.segments.contains(&at));
    feature.map(|f| f.segments.clone()).unwrap_or_default()
}

fn tiles(snapshot: &Snapshot, cells: &[Cell]) -> Vec<SegmentRef> {
    let each = cells.iter().flat_map(|&cell| all_segments(snapshot, cell));
    each.collect()
}

fn signed(points: i32) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    format!("{sign}{}", points.unsigned_abs())
}

fn mage_and_witch(words: Words, snapshot: &Snapshot, view: &MageAndWitchView) -> Vec<Entry> {
    let entry = |kind: FigureKind, stands: Option<StandsIn>| {
        let name = capital(&words.figure(kind));
        let Some(stands) = stands else {
            let text = words.with("panel-figure-away", &[("figure", name.into())]);
            return Entry::new(Some(kind), text);
        };
        let args = [
            ("figure", name.into()),
            ("where", words.segment(snapshot, stands.at).into()),
            ("points", signed(stands.points).into()),
        ];
        let text = words.with("panel-figure-changes", &args);
        Entry::new(Some(kind), text).lighting(feature(snapshot, stands.at))
    };
    vec![
        entry(FigureKind::Mage, view.mage),
        entry(FigureKind::Witch, view.witch),
    ]
}

fn mists(words: Words, snapshot: &Snapshot, view: &MistsView) -> Vec<Entry> {
    let ghosts = words.with(
        "panel-ghosts",
        &[
            ("board", view.on_board.into()),
            ("supply", view.supply.into()),
        ],
    );
    let mut ghosts = Entry::new(Some(FigureKind::Ghost), ghosts);
    let warns = |few: fn(&Warning) -> bool| view.warnings.iter().any(few);
    ghosts.warns = warns(|warning| matches!(warning, Warning::FewGhosts(_)));
    let waiting: Vec<String> = view.waiting_piles.iter().map(u32::to_string).collect();
    let pile = if waiting.is_empty() {
        words.with("panel-pile", &[("left", view.active_pile.into())])
    } else {
        let waiting = waiting.join(" + ");
        let args = [
            ("left", view.active_pile.into()),
            ("waiting", waiting.into()),
        ];
        words.with("panel-piles", &args)
    };
    let mut pile = Entry::new(None, pile);
    pile.warns = warns(|warning| matches!(warning, Warning::FewTiles(_)));
    let mut entries = vec![ghosts, pile];
    for hound in &view.hounds {
        let name = words.companion(hound.hound);
        let (key, lit) = match hound.place {
            HoundPlace::Track => ("panel-hound-waits", Vec::new()),
            HoundPlace::Due => ("panel-hound-due", Vec::new()),
            HoundPlace::With(host) => {
                let mut figures = snapshot.figures.iter();
                let host = figures.find(|figure| figure.event == host);
                let lit = host.map(|host| feature(snapshot, host.at));
                ("panel-hound-with", lit.unwrap_or_default())
            }
            HoundPlace::Gone => continue,
        };
        let args = [("name", name.into()), ("space", hound.space.into())];
        let text = words.with(key, &args);
        entries.push(Entry::new(Some(FigureKind::Hound), text).lighting(lit));
    }
    for castle in &view.castles {
        let key = if castle.blocked {
            "panel-castle-blocked"
        } else {
            "panel-castle"
        };
        let args = [
            ("filled", castle.filled.into()),
            ("value", castle.value.into()),
        ];
        let lit = all_segments(snapshot, castle.at.cell);
        entries.push(Entry::new(None, words.with(key, &args)).lighting(lit));
    }
    for cemetery in view.cemeteries.iter().filter(|cemetery| cemetery.open) {
        let args = [
            ("filled", cemetery.filled.into()),
            ("needed", cemetery.needed.into()),
        ];
        let lit = all_segments(snapshot, cemetery.cell);
        let text = words.with("panel-cemetery", &args);
        entries.push(Entry::new(None, text).lighting(lit));
    }
    for (key, cells) in [
        ("panel-open-mist", &view.open_mist),
        ("panel-spoiled-mist", &view.spoiled_mist),
    ] {
        if !cells.is_empty() {
            let text = words.with(key, &[("count", cells.len().into())]);
            entries.push(Entry::new(None, text).lighting(tiles(snapshot, cells)));
        }
    }
    entries
}

fn eloise(words: Words, snapshot: &Snapshot, view: &EloiseView) -> Vec<Entry> {
    let cat = Some(FigureKind::Cat);
    let pending = |points: i32| words.with("panel-eloise-pending", &[("points", points.into())]);
    let entry = match (view.place, &view.pending) {
        (EloisePlace::Away, _) => {
            let args = [("count", view.cat_stock.into())];
            Entry::new(cat, words.with("panel-eloise-away", &args))
        }
        (EloisePlace::With(_), Some(host)) => {
            Entry::new(cat, pending(host.eloise_points)).lighting(feature(snapshot, host.at))
        }
        (EloisePlace::Called, _) => Entry::new(cat, words.say("panel-eloise-called")),
        (EloisePlace::Moving | EloisePlace::With(_), _) => {
            Entry::new(cat, words.say("panel-eloise-moving"))
        }
        (EloisePlace::Beside, _) => Entry::new(cat, words.say("panel-eloise-beside")),
    };
    let cells: Vec<Cell> = view
        .trapped
        .iter()
        .filter_map(|at| at.place.cell())
        .collect();
    vec![entry, circles(words, snapshot, view.in_circles, &cells)]
}

fn circles(words: Words, snapshot: &Snapshot, ghosts: u8, cells: &[Cell]) -> Entry {
    let text = words.with("panel-circles", &[("count", ghosts.into())]);
    Entry::new(Some(FigureKind::Ghost), text).lighting(tiles(snapshot, cells))
}

fn ghosts(words: Words, snapshot: &Snapshot, view: &GhostsCastlesCemeteriesView) -> Vec<Entry> {
    let supply = words.with("panel-ghosts-left", &[("supply", view.supply.into())]);
    let mut entries = vec![Entry::new(Some(FigureKind::Ghost), supply)];
    if !view.owed.is_empty() {
        let text = words.with("panel-owed", &[("count", view.owed.len().into())]);
        let mut owed = Entry::new(None, text);
        owed.warns = true;
        entries.push(owed);
    }
    for haunted in &view.haunted {
        let name = haunted.color.map(|color| words.player(snapshot, color));
        let args = [
            ("count", haunted.ghosts.into()),
            ("name", name.unwrap_or_default().into()),
        ];
        let text = words.with("panel-haunted", &args);
        entries.push(Entry::new(None, text).lighting(feature(snapshot, haunted.at)));
    }
    for castle in &view.castles {
        let args = [
            ("filled", castle.surroundings.into()),
            ("value", castle.points.into()),
        ];
        let lit = all_segments(snapshot, castle.at.cell);
        entries.push(Entry::new(None, words.with("panel-castle", &args)).lighting(lit));
    }
    for cemetery in &view.cemeteries {
        let args = [
            ("filled", cemetery.surroundings.into()),
            ("needed", 8.into()),
        ];
        let lit = all_segments(snapshot, cemetery.at.cell);
        entries.push(Entry::new(None, words.with("panel-cemetery", &args)).lighting(lit));
    }
    let guards = view.guards_left.iter();
    let guards: Vec<String> = guards
        .map(|&(color, left)| format!("{} {left}", words.player(snapshot, color)))
        .collect();
    let text = words.with("panel-guards", &[("each", guards.join(", ").into())]);
    entries.push(Entry::new(None, text));
    entries
}

fn tatan(words: Words, snapshot: &Snapshot, view: &TatanView) -> Vec<Entry> {
    let cards = view.cards.iter().filter(|(_, count)| *count > 0);
    let cards: Vec<String> = cards
        .map(|&(color, count)| format!("{} {count}", words.player(snapshot, color)))
        .collect();
    let args = [
        ("cards", cards.join(", ").into()),
        ("held", cards.len().into()),
        ("pile", view.in_pile.into()),
    ];
    let mut entries = vec![Entry::new(None, words.with("panel-tatan", &args))];
    if !view.movable.is_empty() {
        let text = words.with("panel-movable", &[("count", view.movable.len().into())]);
        entries.push(Entry::new(None, text).lighting(tiles(snapshot, &view.movable)));
    }
    for gap in &view.gaps {
        let around = gap.cells.iter().flat_map(|cell| cell.surrounding());
        let around: Vec<Cell> = around.collect();
        let text = words.with("panel-gap", &[("points", gap.points.into())]);
        entries.push(Entry::new(None, text).lighting(tiles(snapshot, &around)));
    }
    entries
}

fn benelux(words: Words, snapshot: &Snapshot, view: &BeneluxView) -> Vec<Entry> {
    let mut entries = Vec::new();
    let left = words.with("panel-face-down", &[("left", view.ordinary_left.into())]);
    entries.push(Entry::new(None, left));
    for player in view
        .players
        .iter()
        .filter(|player| !player.chips.is_empty())
    {
        let chips = player.chips.iter().map(|&(color, value)| {
            let color = words.any_chip(color);
            value.map_or_else(|| color.clone(), |value| format!("{color} {value}"))
        });
        let args = [
            ("name", words.player(snapshot, player.color).into()),
            ("chips", chips.collect::<Vec<_>>().join(", ").into()),
        ];
        let text = words.with("panel-chips", &args);
        entries.push(Entry::new(Some(FigureKind::Chip), text));
    }
    for island in view.islands.iter().filter(|island| island.left > 0) {
        let mut args = vec![
            ("color", words.chip(island.color).into()),
            ("left", island.left.into()),
        ];
        let key = match island.top {
            Some(face) => {
                args.push(("face", face.to_string().into()));
                "panel-island"
            }
            None => "panel-island-hidden",
        };
        entries.push(Entry::new(None, words.with(key, &args)));
    }
    entries
}
