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

use crate::text::Words;
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
const NO_TILES: [(&str, &str); 2] = [("Tatan", "teach-is-tatan"), (BACK, "teach-is-back")];

/// Whether it is no tile to lay, but a card or a tile's back, of which a picture is all there is to
/// know.
fn no_tile(ui: &mut Ui, words: Words) -> Option<Verdict> {
    let mut verdict = None;
    ui.horizontal_wrapped(|ui| {
        card::soft(ui, &words.say("teach-no-tile"));
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
            card::soft(ui, &words.say("teach-circles-why"));
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
            let args = [("name", self.draft.id.to_string().into())];
            ui.button(words.with("teach-of-no-box", &args)).clicked()
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
            card::body(ui, &words.say("teach-no-such"));
        }
        ui.horizontal(|ui| {
            let (key, name, keep) = match means {
                Some(means) => (
                    "teach-keep-known",
                    means.face,
                    Verdict::Twin(means.face, means.turn),
                ),
                None => ("teach-keep", self.draft.id, Verdict::Keep),
            };
            if sound || !on_record {
                let text = words.with(key, &[("name", name.to_string().into())]);
                let button = card::main_button(palette(ui), &text);
                let enter = ui.memory(|memory| memory.focused().is_none())
                    && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
                // Where only the sides agree, the name is a guess to be looked at.
                let enter = enter && means.is_none_or(|means| means.is_whole());
                if ui.add_enabled(sound, button).clicked() || sound && enter {
                    verdict = Some(keep);
                }
            }
            if ui.button(words.say("teach-skip")).clicked() {
                verdict = Some(Verdict::Skip);
            }
            if ui.button(words.say("teach-stop")).clicked() {
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
                let key = if misty {
                    "teach-mist-on"
                } else {
                    "teach-mist-off"
                };
                let label = words.with(key, &[("side", name.into())]);
                let sign = if misty { "☁" } else { "·" };
                let at = beside(rect, side, -0.5 * MARGIN / SIDE);
                if zone(ui, p, Touch::Mist(n), at, sign, &label) {
                    touch = Some(Touch::Mist(n));
                }
            }
        }
        let middle = words.say(match self.draft.place {
            None => "teach-nothing",
            Some(Place::Monastery) => "teach-monastery",
            Some(Place::Castle) => "teach-castle",
            Some(Place::Cemetery) => "teach-cemetery",
        });
        let label = words.with("teach-middle", &[("what", middle.as_str().into())]);
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
        let label = words.say("teach-circle-put");
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
            let args = [("number", (n + 1).into())];
            let label = words.with("teach-circle-take", &args);
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
        card::heading(ui, &words.say("teach-understood"));
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE * 0.62), Sense::hover());
        let label = words.say("teach-understood");
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
                let args = [("side", words.say(SIDES[n]).into())];
                let text = words.with("teach-illegal", &args);
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
            let args = [("face", twin.face.to_string().into())];
            if ui.button(words.with("teach-twin", &args)).clicked() {
                verdict = Some(Verdict::Twin(twin.face, twin.turn));
            }
        }
        if !self.twins.is_empty() {
            card::soft(ui, &words.say("teach-twin-why"));
        }
        verdict
    }

    /// What a button says; none for what is clicked on the picture.
    fn words_for(&self, words: Words, touch: Touch) -> Option<String> {
        let draft = &self.draft;
        let sides = |groups, first| sides(words, group(groups, first));
        Some(match touch {
            Touch::Side(_) | Touch::Mist(_) | Touch::Middle => return None,
            Touch::Joins => words.say("teach-joins"),
            Touch::Fog => words.say("teach-fog"),
            Touch::Walls => words.say("teach-walls"),
            Touch::Shields(first) => {
                let args = [
                    ("sides", sides(&draft.joined, first).into()),
                    ("count", draft.shields[first].into()),
                ];
                words.with("teach-shields", &args)
            }
            Touch::Ghosts(first) => {
                let misty = group(&draft.fog, first).filter(|side| draft.mist[side.index()]);
                let args = [
                    ("sides", self::sides(words, misty).into()),
                    ("count", draft.ghosts[first].into()),
                ];
                words.with("teach-ghosts", &args)
            }
            Touch::Hidden(first) => {
                let key = if draft.hidden[first] {
                    "teach-road-hidden"
                } else {
                    "teach-road-clear"
                };
                words.with(key, &[("sides", sides(&draft.joined, first).into())])
            }
            Touch::Magic => words.say(if draft.magic {
                "teach-magic-on"
            } else {
                "teach-magic-off"
            }),
            Touch::Garden => words.say(if draft.garden_copies > 0 {
                "teach-garden-on"
            } else {
                "teach-garden-off"
            }),
        })
    }
}

const SIDES: [&str; 4] = ["teach-north", "teach-east", "teach-south", "teach-west"];

const fn terrain(of: Terrain) -> &'static str {
    match of {
        Terrain::Field | Terrain::Any => "teach-field",
        Terrain::Road => "teach-road",
        Terrain::City => "teach-city",
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

const LETTERS: [&str; 4] = ["teach-n", "teach-e", "teach-s", "teach-w"];

/// A line for each thing printed on it.
fn in_words(face: &Face, words: Words) -> Vec<String> {
    let mut lines = Vec::new();
    for segment in &face.segments {
        let mut rim: Vec<Side> = segment.rim.iter().map(|rim| rim.side()).collect();
        rim.dedup();
        let at = ("sides", sides(words, rim.into_iter()).into());
        lines.push(match &segment.kind {
            SegmentKind::Road => words.with("teach-says-road", &[at]),
            SegmentKind::City { shields } => {
                words.with("teach-says-city", &[at, ("shields", (*shields).into())])
            }
            SegmentKind::Field { cities } => {
                words.with("teach-says-field", &[at, ("cities", cities.len().into())])
            }
            SegmentKind::Monastery => words.say("teach-monastery"),
            SegmentKind::Castle => words.say("teach-castle"),
            SegmentKind::Cemetery => words.say("teach-cemetery"),
            SegmentKind::Garden => continue,
        });
    }
    for mist in &face.mists {
        let args = [
            ("sides", sides(words, mist.sides.iter().copied()).into()),
            ("ghosts", mist.ghosts.into()),
        ];
        lines.push(words.with("teach-says-mist", &args));
        if !mist.circles.is_empty() {
            let args = [("count", mist.circles.len().into())];
            lines.push(words.with("teach-says-circles", &args));
        }
    }
    lines
}
