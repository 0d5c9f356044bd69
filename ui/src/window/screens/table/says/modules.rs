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

use crate::text::{Words, capital, message, signed};
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

fn mage_and_witch(words: Words, snapshot: &Snapshot, view: &MageAndWitchView) -> Vec<Entry> {
    let entry = |kind: FigureKind, stands: Option<StandsIn>| {
        let name = capital(&words.figure(kind));
        let Some(stands) = stands else {
            let text = words.with(message::PanelFigureAway { figure: name });
            return Entry::new(Some(kind), text);
        };
        let text = words.with(message::PanelFigureChanges {
            figure: name,
            place: words.segment(snapshot, stands.at),
            points: signed(stands.points),
        });
        Entry::new(Some(kind), text).lighting(feature(snapshot, stands.at))
    };
    vec![
        entry(FigureKind::Mage, view.mage),
        entry(FigureKind::Witch, view.witch),
    ]
}

fn mists(words: Words, snapshot: &Snapshot, view: &MistsView) -> Vec<Entry> {
    let ghosts = words.with(message::PanelGhosts {
        board: view.on_board,
        supply: view.supply,
    });
    let mut ghosts = Entry::new(Some(FigureKind::Ghost), ghosts);
    let warns = |few: fn(&Warning) -> bool| view.warnings.iter().any(few);
    ghosts.warns = warns(|warning| matches!(warning, Warning::FewGhosts(_)));
    let waiting: Vec<String> = view.waiting_piles.iter().map(u32::to_string).collect();
    let pile = if waiting.is_empty() {
        words.with(message::PanelPile {
            left: view.active_pile,
        })
    } else {
        let waiting = waiting.join(" + ");
        words.with(message::PanelPiles {
            left: view.active_pile,
            waiting,
        })
    };
    let mut pile = Entry::new(None, pile);
    pile.warns = warns(|warning| matches!(warning, Warning::FewTiles(_)));
    let mut entries = vec![ghosts, pile];
    for hound in &view.hounds {
        let name = words.companion(hound.hound);
        let space = hound.space;
        let (text, lit) = match hound.place {
            HoundPlace::Track => (
                words.with(message::PanelHoundWaits { name, space }),
                Vec::new(),
            ),
            HoundPlace::Due => (
                words.with(message::PanelHoundDue { name, space }),
                Vec::new(),
            ),
            HoundPlace::With(host) => {
                let mut figures = snapshot.figures.iter();
                let host = figures.find(|figure| figure.event == host);
                let lit = host.map(|host| feature(snapshot, host.at));
                (
                    words.with(message::PanelHoundWith { name }),
                    lit.unwrap_or_default(),
                )
            }
            HoundPlace::Gone => continue,
        };
        entries.push(Entry::new(Some(FigureKind::Hound), text).lighting(lit));
    }
    for castle in &view.castles {
        let (filled, value) = (castle.filled, castle.value);
        let text = match castle.blocked {
            true => words.say(message::PANEL_CASTLE_BLOCKED),
            false => words.with(message::PanelCastle { filled, value }),
        };
        let lit = all_segments(snapshot, castle.at.cell);
        entries.push(Entry::new(None, text).lighting(lit));
    }
    for cemetery in view.cemeteries.iter().filter(|cemetery| cemetery.open) {
        let lit = all_segments(snapshot, cemetery.cell);
        let text = words.with(message::PanelCemetery {
            filled: cemetery.filled,
            needed: cemetery.needed,
        });
        entries.push(Entry::new(None, text).lighting(lit));
    }
    let open = words.with(message::PanelOpenMist {
        count: view.open_mist.len(),
    });
    let spoiled = words.with(message::PanelSpoiledMist {
        count: view.spoiled_mist.len(),
    });
    for (text, cells) in [(open, &view.open_mist), (spoiled, &view.spoiled_mist)] {
        if !cells.is_empty() {
            entries.push(Entry::new(None, text).lighting(tiles(snapshot, cells)));
        }
    }
    entries
}

fn eloise(words: Words, snapshot: &Snapshot, view: &EloiseView) -> Vec<Entry> {
    let cat = Some(FigureKind::Cat);
    let pending = |points: i32| words.with(message::PanelEloisePending { points });
    let entry = match (view.place, &view.pending) {
        (EloisePlace::Away, _) => Entry::new(
            cat,
            words.with(message::PanelEloiseAway {
                count: view.cat_stock,
            }),
        ),
        (EloisePlace::With(_), Some(host)) => {
            Entry::new(cat, pending(host.eloise_points)).lighting(feature(snapshot, host.at))
        }
        (EloisePlace::Called, _) => Entry::new(cat, words.say(message::PANEL_ELOISE_CALLED)),
        (EloisePlace::Moving | EloisePlace::With(_), _) => {
            Entry::new(cat, words.say(message::PANEL_ELOISE_MOVING))
        }
        (EloisePlace::Beside, _) => Entry::new(cat, words.say(message::PANEL_ELOISE_BESIDE)),
    };
    let cells: Vec<Cell> = view
        .trapped
        .iter()
        .filter_map(|at| at.place.cell())
        .collect();
    vec![entry, circles(words, snapshot, view.in_circles, &cells)]
}

fn circles(words: Words, snapshot: &Snapshot, ghosts: u8, cells: &[Cell]) -> Entry {
    let text = words.with(message::PanelCircles { count: ghosts });
    Entry::new(Some(FigureKind::Ghost), text).lighting(tiles(snapshot, cells))
}

fn ghosts(words: Words, snapshot: &Snapshot, view: &GhostsCastlesCemeteriesView) -> Vec<Entry> {
    let supply = words.with(message::PanelGhostsLeft {
        supply: view.supply,
    });
    let mut entries = vec![Entry::new(Some(FigureKind::Ghost), supply)];
    if !view.owed.is_empty() {
        let text = words.with(message::PanelOwed {
            count: view.owed.len(),
        });
        let mut owed = Entry::new(None, text);
        owed.warns = true;
        entries.push(owed);
    }
    for haunted in &view.haunted {
        let name = haunted.color.map(|color| words.player(snapshot, color));
        let text = words.with(message::PanelHaunted {
            count: haunted.ghosts,
            name: name.unwrap_or_default(),
        });
        entries.push(Entry::new(None, text).lighting(feature(snapshot, haunted.at)));
    }
    for castle in &view.castles {
        let lit = all_segments(snapshot, castle.at.cell);
        entries.push(
            Entry::new(
                None,
                words.with(message::PanelCastle {
                    filled: castle.surroundings,
                    value: castle.points,
                }),
            )
            .lighting(lit),
        );
    }
    for cemetery in &view.cemeteries {
        let lit = all_segments(snapshot, cemetery.at.cell);
        entries.push(
            Entry::new(
                None,
                words.with(message::PanelCemetery {
                    filled: cemetery.surroundings,
                    needed: 8,
                }),
            )
            .lighting(lit),
        );
    }
    let guards = view.guards_left.iter();
    let guards: Vec<String> = guards
        .map(|&(color, left)| format!("{} {left}", words.player(snapshot, color)))
        .collect();
    let text = words.with(message::PanelGuards {
        each: guards.join(", "),
    });
    entries.push(Entry::new(None, text));
    entries
}

fn tatan(words: Words, snapshot: &Snapshot, view: &TatanView) -> Vec<Entry> {
    let cards = view.cards.iter().filter(|(_, count)| *count > 0);
    let cards: Vec<String> = cards
        .map(|&(color, count)| format!("{} {count}", words.player(snapshot, color)))
        .collect();
    let mut entries = vec![Entry::new(
        None,
        words.with(message::PanelTatan {
            cards: cards.join(", "),
            held: cards.len(),
            pile: view.in_pile,
        }),
    )];
    if !view.movable.is_empty() {
        let text = words.with(message::PanelMovable {
            count: view.movable.len(),
        });
        entries.push(Entry::new(None, text).lighting(tiles(snapshot, &view.movable)));
    }
    for gap in &view.gaps {
        let around = gap.cells.iter().flat_map(|cell| cell.surrounding());
        let around: Vec<Cell> = around.collect();
        let text = words.with(message::PanelGap { points: gap.points });
        entries.push(Entry::new(None, text).lighting(tiles(snapshot, &around)));
    }
    entries
}

fn benelux(words: Words, snapshot: &Snapshot, view: &BeneluxView) -> Vec<Entry> {
    let mut entries = Vec::new();
    let left = words.with(message::PanelFaceDown {
        left: view.ordinary_left,
    });
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
        let text = words.with(message::PanelChips {
            name: words.player(snapshot, player.color),
            chips: chips.collect::<Vec<_>>().join(", "),
        });
        entries.push(Entry::new(Some(FigureKind::Chip), text));
    }
    for island in view.islands.iter().filter(|island| island.left > 0) {
        let (color, left) = (words.chip(island.color), island.left);
        let text = match island.top {
            Some(face) => {
                let face = face.to_string();
                words.with(message::PanelIsland { color, left, face })
            }
            None => words.with(message::PanelIslandHidden { color, left }),
        };
        entries.push(Entry::new(None, text));
    }
    entries
}
