//! One tile that is being named: its picture to be clicked on, and beside it what was
//! understood, drawn by our own artist and said in words.

use carcassonne::catalogue::draft::{CIRCLE_RADIUS, Touch, group};
use carcassonne::catalogue::{
    BACK, Draft, Face, FaceId, Place, SegmentKind, Taught, Terrain, TileSet, face_id,
};
use carcassonne::geometry::{Rotation, Side};
use egui::{
    Align2, Color32, ColorImage, FontId, Key, Modifiers, Pos2, Rect, RichText, Role, Sense, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2,
};
use opencv::core::Mat;
use vision::learn::teach::{self, Teacher, Twin};
use vision::pack::Pack;

use crate::text::{Text, Words, message};
use crate::theme::{Palette, palette, size};

use super::known::{self, Match};
use crate::window::widgets::art::Art;
use crate::window::widgets::{art, card};

/// Side of each of the two pictures, points.
const SIDE: f32 = 330.0;
/// Room around the picture for the buttons of the mist, points.
const MARGIN: f32 = 40.0;
/// Side of the texture of what was understood, px.
const DRAWN_PX: u32 = 384;

/// A tile to be named.
pub struct Item {
    /// Its picture.
    pub image: Mat,
    /// What it is described as.
    pub draft: Draft,
    told: [Option<Terrain>; 4],
    twins: Vec<Twin>,
    touched: bool,
    photo: Option<TextureHandle>,
    drawn: Option<(Draft, Result<TextureHandle, String>)>,
}

/// What comes with the tiles and is none: no sides need to be said of it.
const NO_TILES: [(&str, Text); 2] = [
    ("Tatan", message::TEACH_IS_TATAN),
    (BACK, message::TEACH_IS_BACK),
];

/// Whether it is no tile to lay, but a card or a tile's back, of which a picture is all there is to
/// know.
fn no_tile(ui: &mut Ui, words: Words) -> Option<Verdict> {
    let mut verdict = None;
    ui.horizontal_wrapped(|ui| {
        card::soft(ui, &words.say(message::TEACH_NO_TILE));
        for (face, text) in NO_TILES {
            if ui.button(words.say(text)).clicked() {
                verdict = face_id(face).map(|face| Verdict::Twin(face, Rotation::R0));
            }
        }
    });
    verdict
}

/// What a person decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as described: keep it.
    Keep,
    /// It shows that face, turned so: add the picture to it.
    Twin(FaceId, Rotation),
    /// Leave this one out.
    Skip,
    /// Leave all out that are still to come.
    StopAll,
}

impl Item {
    /// A tile with what it seems to show.
    ///
    /// # Errors
    /// Fails when OpenCV does.
    pub fn new(
        image: Mat,
        set: TileSet,
        told: [Option<Terrain>; 4],
        taught: &Taught,
        teacher: &Teacher,
    ) -> opencv::Result<Self> {
        let draft = teacher.propose(&image, taught.free_name(), set, told)?;
        let twins = teacher.twins(&image)?;
        Ok(Self {
            image,
            draft,
            told,
            twins: twins.into_iter().filter(Twin::is_likely).collect(),
            touched: false,
            photo: None,
            drawn: None,
        })
    }

    /// Proposes anew, unless a person has begun to correct it; the name is always a free one.
    pub fn propose_again(&mut self, taught: &Taught, teacher: &Teacher) {
        let name = taught.free_name();
        if !self.touched
            && let Ok(draft) = teacher.propose(&self.image, name, self.draft.set, self.told)
        {
            self.draft = draft;
        }
        self.draft.id = name;
        if let Ok(twins) = teacher.twins(&self.image) {
            self.twins = twins.into_iter().filter(Twin::is_likely).collect();
        }
    }

    /// Shows it; answers when it is decided.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        words: Words,
        (teacher, pack): (&Teacher, &Pack),
        art: &mut Art,
    ) -> Option<Verdict> {
        let mut touch = None;
        let mut verdict = None;
        let ranked = known::ranked(&self.draft);
        let likeliest = ranked.first().filter(|first| first.has_sides()).copied();
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| touch = self.picture(ui, words));
            ui.add_space(12.0);
            ui.vertical(|ui| {
                self.understood(ui, words);
                // A name on record says more than that two pictures are alike.
                if ranked.is_empty() {
                    verdict = self.twin(ui, words);
                }
            });
        });
        if self.draft.takes_circles() {
            card::soft(ui, &words.say(message::TEACH_CIRCLES_WHY));
        }
        ui.horizontal_wrapped(|ui| {
            for each in self.draft.touches() {
                let Some(text) = self.words_for(words, each) else {
                    continue;
                };
                if ui.button(text).clicked() {
                    touch = Some(each);
                }
            }
        });
        if let Some(touch) = touch {
            self.touched = true;
            self.draft.touch(touch);
            if touch.changes_sides() && teacher.arrange(&self.image, &mut self.draft).is_err() {
                self.draft.take_usual();
            }
        }
        ui.add_space(6.0);
        let (on_record, matched) = (!ranked.is_empty(), likeliest);
        let decided = self.decide(ui, words, on_record, matched).or(verdict);
        let named = known::offer(ui, words, (&ranked, pack), art);
        let named = named.map(|named| Verdict::Twin(named.face, named.turn));
        let decided = decided.or(named);
        let own = on_record && self.draft.face().is_ok() && {
            let name = self.draft.id.to_string();
            ui.button(words.with(message::TeachOfNoBox { name }))
                .clicked()
        };
        let decided = decided.or(own.then_some(Verdict::Keep));
        decided.or(no_tile(ui, words))
    }

    /// The likeliest answer, by click or Enter: the face of a box `on_record` that it `means`, or
    /// a face of its own.
    fn decide(
        &mut self,
        ui: &mut Ui,
        words: Words,
        on_record: bool,
        means: Option<Match>,
    ) -> Option<Verdict> {
        let sound = means.is_some() || !on_record && self.draft.face().is_ok();
        let mut verdict = None;
        if on_record && means.is_none() {
            card::body(ui, &words.say(message::TEACH_NO_SUCH));
        }
        ui.horizontal(|ui| {
            let (text, keep) = match means {
                Some(means) => {
                    let name = means.face.to_string();
                    let keep = Verdict::Twin(means.face, means.turn);
                    (words.with(message::TeachKeepKnown { name }), keep)
                }
                None => {
                    let name = self.draft.id.to_string();
                    (words.with(message::TeachKeep { name }), Verdict::Keep)
                }
            };
            if sound || !on_record {
                let button = card::main_button(palette(ui), &text);
                let enter = ui.memory(|memory| memory.focused().is_none())
                    && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
                // Where only the sides agree, the name is a guess to be looked at.
                let enter = enter && means.is_none_or(|means| means.is_whole());
                if ui.add_enabled(sound, button).clicked() || sound && enter {
                    verdict = Some(keep);
                }
            }
            if ui.button(words.say(message::TEACH_SKIP)).clicked() {
                verdict = Some(Verdict::Skip);
            }
            if ui.button(words.say(message::TEACH_STOP)).clicked() {
                verdict = Some(Verdict::StopAll);
            }
        });
        verdict
    }

    /// The rectified picture with its sides and middle to click on.
    fn picture(&mut self, ui: &mut Ui, words: Words) -> Option<Touch> {
        let p = palette(ui);
        let photo = self.photo(ui)?;
        let around = Vec2::splat(SIDE + 2.0 * MARGIN);
        let (outer, _) = ui.allocate_exact_size(around, Sense::hover());
        let rect = outer.shrink(MARGIN);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(photo.id(), rect, whole, Color32::WHITE);
        // Beneath the words on the picture, so that they are clicked first.
        if self.draft.takes_circles() {
            self.circles(ui, words, rect);
        }
        let mut touch = None;
        for side in Side::ALL {
            let n = side.index();
            let name = words.say(SIDES[n]);
            let shown = words.say(terrain(self.draft.edges[n]));
            let at = beside(rect, side, 0.14);
            let label = format!("{name}: {shown}");
            if zone(ui, p, Touch::Side(n), at, &shown, &label) {
                touch = Some(Touch::Side(n));
            }
            let misty = self.draft.mist[n];
            let can = self.draft.set.has_mist() && self.draft.edges[n] != Terrain::City;
            if can {
                let (sign, label) = match misty {
                    true => ("☁", words.with(message::TeachMistOn { side: name })),
                    false => ("·", words.with(message::TeachMistOff { side: name })),
                };
                let at = beside(rect, side, -0.5 * MARGIN / SIDE);
                if zone(ui, p, Touch::Mist(n), at, sign, &label) {
                    touch = Some(Touch::Mist(n));
                }
            }
        }
        let middle = words.say(match self.draft.place {
            None => message::TEACH_NOTHING,
            Some(Place::Monastery) => message::TEACH_MONASTERY,
            Some(Place::Castle) => message::TEACH_CASTLE,
            Some(Place::Cemetery) => message::TEACH_CEMETERY,
        });
        let label = words.with(message::TeachMiddle {
            what: middle.as_str(),
        });
        if zone(ui, p, Touch::Middle, rect.center(), &middle, &label) {
            touch = Some(Touch::Middle);
        }
        touch
    }

    /// Spell circles, put and taken away by clicks on the picture.
    fn circles(&mut self, ui: &mut Ui, words: Words, rect: Rect) {
        let p = palette(ui);
        let on_screen = |[x, y]: [f32; 2]| rect.center() + Vec2::new(x, y) * rect.width();
        let enabled = ui.is_enabled();
        let id = ui.scope_id().with("spell circles");
        let photo = ui.interact(rect, id, Sense::click());
        let label = words.say(message::TEACH_CIRCLE_PUT);
        photo.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
        let mut touched = photo.clicked().then(|| {
            // A key has no place on the picture: the middle of the first side under mist.
            let first = (0..4).find(|&n| self.draft.mist[n]).unwrap_or(0);
            let (x, y) = Side::ALL[first].step();
            let usual = [x as f32 * 0.33, y as f32 * 0.33];
            let clicked = photo.interact_pointer_pos().map(|at| {
                let at = (at - rect.center()) / rect.width();
                [at.x, at.y]
            });
            clicked.unwrap_or(usual)
        });
        for (n, (_, at)) in self.draft.circles.iter().enumerate() {
            let radius = CIRCLE_RADIUS * rect.width();
            let place = Rect::from_center_size(on_screen(*at), Vec2::splat(2.0 * radius));
            let ring = ui.interact(place, id.with(n), Sense::click());
            let label = words.with(message::TeachCircleTake { number: n + 1 });
            ring.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
            let over = ring.hovered() || ring.has_focus();
            let painter = ui.painter();
            let wide = if over { 5.0 } else { 3.0 };
            painter.circle_stroke(place.center(), radius, Stroke::new(wide + 2.0, p.card));
            painter.circle_stroke(place.center(), radius, Stroke::new(wide, p.accent));
            if ring.clicked() {
                touched = Some(*at);
            }
        }
        if let Some(at) = touched {
            self.touched = true;
            self.draft.touch_circle(at);
        }
    }

    fn photo(&mut self, ui: &Ui) -> Option<TextureHandle> {
        if self.photo.is_none() {
            let (size, rgb) = teach::to_rgb(&self.image).ok()?;
            let image = ColorImage::from_rgb(size, &rgb);
            let texture = ui
                .ctx()
                .load_texture("taught", image, TextureOptions::LINEAR);
            self.photo = Some(texture);
        }
        self.photo.clone()
    }

    /// What the rules make of it: drawn, and in words.
    fn understood(&mut self, ui: &mut Ui, words: Words) {
        let p = palette(ui);
        ui.add_space(MARGIN * 0.3);
        card::heading(ui, &words.say(message::TEACH_UNDERSTOOD));
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE * 0.62), Sense::hover());
        let label = words.say(message::TEACH_UNDERSTOOD);
        let enabled = ui.is_enabled();
        response.widget_info(|| WidgetInfo::labeled(Role::Image, enabled, &label));
        if self
            .drawn
            .as_ref()
            .is_none_or(|(draft, _)| *draft != self.draft)
        {
            let drawn = self.draw(ui);
            self.drawn = Some((self.draft.clone(), drawn));
        }
        match self.drawn.as_ref().map(|(_, drawn)| drawn) {
            Some(Ok(texture)) => {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter()
                    .image(texture.id(), rect, whole, Color32::WHITE);
            }
            Some(Err(why)) => {
                let text = RichText::new(why).size(size::SMALL).color(p.wrong);
                ui.add(egui::Label::new(text).wrap());
            }
            None => {}
        }
        if let Ok(face) = self.draft.face() {
            for line in in_words(&face, words) {
                card::soft(ui, &line);
            }
        }
        for side in Side::ALL {
            let n = side.index();
            if self.told[n].is_some_and(|told| told != self.draft.edges[n]) {
                let text = words.with(message::TeachIllegal {
                    side: words.say(SIDES[n]),
                });
                ui.label(RichText::new(text).size(size::BODY).color(p.wrong));
            }
        }
    }

    fn draw(&self, ui: &Ui) -> Result<TextureHandle, String> {
        let face = self.draft.face().map_err(|error| error.to_string())?;
        let svg = studio::art::face_svg(&face, false, 0).map_err(|error| error.to_string())?;
        let image = art::raster(&svg, DRAWN_PX).ok_or_else(String::new)?;
        let ctx = ui.ctx();
        Ok(ctx.load_texture("understood", image, TextureOptions::LINEAR))
    }

    /// Faces it looks like.
    fn twin(&self, ui: &mut Ui, words: Words) -> Option<Verdict> {
        let mut verdict = None;
        for twin in &self.twins {
            let face = twin.face.to_string();
            if ui.button(words.with(message::TeachTwin { face })).clicked() {
                verdict = Some(Verdict::Twin(twin.face, twin.turn));
            }
        }
        if !self.twins.is_empty() {
            card::soft(ui, &words.say(message::TEACH_TWIN_WHY));
        }
        verdict
    }

    /// What a button says; none for what is clicked on the picture.
    fn words_for(&self, words: Words, touch: Touch) -> Option<String> {
        let draft = &self.draft;
        let sides = |groups, first| sides(words, group(groups, first));
        Some(match touch {
            Touch::Side(_) | Touch::Mist(_) | Touch::Middle => return None,
            Touch::Joins => words.say(message::TEACH_JOINS),
            Touch::Fog => words.say(message::TEACH_FOG),
            Touch::Walls => words.say(message::TEACH_WALLS),
            Touch::Shields(first) => words.with(message::TeachShields {
                sides: sides(&draft.joined, first),
                count: draft.shields[first],
            }),
            Touch::Ghosts(first) => {
                let misty = group(&draft.fog, first).filter(|side| draft.mist[side.index()]);
                words.with(message::TeachGhosts {
                    sides: self::sides(words, misty),
                    count: draft.ghosts[first],
                })
            }
            Touch::Hidden(first) => {
                let sides = sides(&draft.joined, first);
                match draft.hidden[first] {
                    true => words.with(message::TeachRoadHidden { sides }),
                    false => words.with(message::TeachRoadClear { sides }),
                }
            }
            Touch::Magic => words.say(if draft.magic {
                message::TEACH_MAGIC_ON
            } else {
                message::TEACH_MAGIC_OFF
            }),
            Touch::Garden => words.say(if draft.garden_copies > 0 {
                message::TEACH_GARDEN_ON
            } else {
                message::TEACH_GARDEN_OFF
            }),
        })
    }
}

const SIDES: [Text; 4] = [
    message::TEACH_NORTH,
    message::TEACH_EAST,
    message::TEACH_SOUTH,
    message::TEACH_WEST,
];

const fn terrain(of: Terrain) -> Text {
    match of {
        Terrain::Field | Terrain::Any => message::TEACH_FIELD,
        Terrain::Road => message::TEACH_ROAD,
        Terrain::City => message::TEACH_CITY,
    }
}

/// A point on that side of the picture, `share` of it inside.
fn beside(rect: Rect, side: Side, share: f32) -> Pos2 {
    let (x, y) = side.step();
    let out = rect.width() * (0.5 - share);
    rect.center() + Vec2::new(x as f32, y as f32) * out
}

/// A place on the picture to click on, with a word on a plate.
fn zone(ui: &mut Ui, p: &Palette, salt: Touch, at: Pos2, text: &str, label: &str) -> bool {
    let font = FontId::proportional(size::BODY);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font.clone(), p.text);
    let room = (galley.size() + Vec2::new(16.0, 8.0)).max(Vec2::splat(30.0));
    let plate = Rect::from_center_size(at, room);
    let id = ui.scope_id().with(salt);
    let response = ui.interact(plate, id, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, label));
    let over = response.hovered() || response.has_focus();
    let line = if over {
        Stroke::new(3.0, p.text)
    } else {
        Stroke::new(1.0, p.text_soft)
    };
    let painter = ui.painter();
    painter.rect(plate, 8.0, p.card, line, StrokeKind::Inside);
    painter.text(plate.center(), Align2::CENTER_CENTER, text, font, p.text);
    response.clicked()
}

fn sides(words: Words, sides: impl Iterator<Item = Side>) -> String {
    let letters: Vec<String> = sides.map(|side| words.say(LETTERS[side.index()])).collect();
    letters.join(" ")
}

const LETTERS: [Text; 4] = [
    message::TEACH_N,
    message::TEACH_E,
    message::TEACH_S,
    message::TEACH_W,
];

/// A line for each thing printed on it.
fn in_words(face: &Face, words: Words) -> Vec<String> {
    let mut lines = Vec::new();
    for segment in &face.segments {
        let mut rim: Vec<Side> = segment.rim.iter().map(|rim| rim.side()).collect();
        rim.dedup();
        let sides = sides(words, rim.into_iter());
        lines.push(match &segment.kind {
            SegmentKind::Road => words.with(message::TeachSaysRoad { sides }),
            SegmentKind::City { shields } => words.with(message::TeachSaysCity { sides, shields }),
            SegmentKind::Field { cities } => {
                let cities = cities.len();
                words.with(message::TeachSaysField { sides, cities })
            }
            SegmentKind::Monastery => words.say(message::TEACH_MONASTERY),
            SegmentKind::Castle => words.say(message::TEACH_CASTLE),
            SegmentKind::Cemetery => words.say(message::TEACH_CEMETERY),
            SegmentKind::Garden => continue,
        });
    }
    for mist in &face.mists {
        let sides = sides(words, mist.sides.iter().copied());
        let ghosts = mist.ghosts;
        lines.push(words.with(message::TeachSaysMist { sides, ghosts }));
        if !mist.circles.is_empty() {
            lines.push(words.with(message::TeachSaysCircles {
                count: mist.circles.len(),
            }));
        }
    }
    lines
}
