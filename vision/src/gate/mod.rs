//! Is the table quiet? Says for each frame whether it is still, moving, or has a hand in it.
//!
//! Stands between the [`crate::source`] and the reader, which only looks at still frames.
//! Works on a small grey copy, so a quiet table costs next to nothing, and only on frames
//! that are past. Two comparisons decide:
//!
//! - against the *anchor*, the first frame of the present quiet spell: has anything moved
//!   since? (Against the anchor and not against the previous frame, so that a slow hand adds
//!   up.)
//! - against the *background*, the last frame that was still: a large change that touches
//!   the picture's border is an arm, even when it does not move. A change in the middle is
//!   what a move in the game looks like.
//!
//! Light that changes all over the table is evened out first ([`light`]); a knocked camera is
//! told from an arm by moving the background after it ([`align`]). While only a small part of the
//! picture moves, as a sleeve's shadow does that leaves, the rest is still ([`trail`]). Of a single
//! place a [`backdrop`] tells whether it looks as it did before. Never reads tiles, never knows what
//! lies on the table.

mod align;
pub mod backdrop;
mod config;
pub(crate) mod light;
mod regions;
#[cfg(test)]
mod tests;
mod trail;

use carcassonne::seen::{Calm, LostReason};
use opencv::core::{self, Mat, MatExprTraitConst, MatTraitConst, Point, Rect, Size};
use opencv::imgproc;

use crate::cv;
use crate::source::frame::Frame;
pub use align::ViewMove;
pub use config::GateConfig;
use regions::Blob;
pub use regions::RegionPx;
use trail::Trail;

/// The verdict on one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct GateReport {
    /// Still, moving, a hand, or too dark. Never [`LostReason::NoTiles`] or
    /// [`LostReason::Bumped`]: those are the reader's to say.
    pub calm: Calm,
    /// On the first still frame after the camera or the table moved.
    pub view: Option<ViewMove>,
    /// Where a still frame differs from the still frame before, in frame pixels. A hint on
    /// grey differences only: a red meeple on equally bright green may be missing.
    pub changed: Vec<RegionPx>,
    /// Where something foreign rests on a still frame, or where a hand is, in frame pixels: what is
    /// there is hidden, not gone.
    pub covered: Vec<RegionPx>,
    /// Still but for what is `covered`, where something moves: a glimpse of the rest.
    pub in_part: bool,
}

impl GateReport {
    fn just(calm: Calm) -> Self {
        Self {
            calm,
            view: None,
            changed: Vec::new(),
            covered: Vec::new(),
            in_part: false,
        }
    }
}

/// Judges frame after frame of one source.
#[derive(Debug)]
pub struct Gate {
    config: GateConfig,
    /// First frame of the quiet spell, and when it was.
    anchor: Option<(Mat, u64)>,
    /// Frames of the quiet spell after the anchor.
    steps: u32,
    /// The frames just past.
    trail: Trail,
    /// When the last frame was taken, ms.
    newest_ms: u64,
    /// A frame of the last time the table was still.
    background: Option<Mat>,
    /// The background is of this quiet spell: nothing has changed since.
    settled: bool,
    /// How the background was seen, give or take moves of the game.
    seen: Seen,
    /// What looked like an arm in quiet spells: perhaps the arm lies in the background.
    rivals: Vec<Rival>,
    /// That of this quiet spell.
    rival: Option<usize>,
    /// Mean absolute difference between quiet frames, grey levels.
    noise: f64,
}

/// A quiet picture that differs from the background by an arm.
#[derive(Debug)]
struct Rival {
    picture: Mat,
    seen: Seen,
}

/// In how many quiet spells a picture was seen, and how long in all.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    spells: u32,
    ms: u64,
    /// How long before the last of them.
    before_ms: u64,
}

impl Seen {
    /// A quiet spell begins.
    fn begin(&mut self) {
        self.spells = self.spells.saturating_add(1);
        self.before_ms = self.ms;
    }

    /// It has lasted that long.
    fn last(&mut self, ms: u64) {
        self.ms = self.before_ms.saturating_add(ms);
    }

    /// An arm may rest where it was on its way in, but not for as long as a table lies bare.
    fn outlasts(&self, other: &Self) -> bool {
        self.spells > other.spells && self.ms >= other.ms
    }
}

/// Rivals remembered: hands rest here and there between two looks at the table.
const RIVALS: usize = 4;

/// By how much a shadow reaches beyond where it is seen to move, small-picture pixels.
const PENUMBRA_PX: i32 = 4;

/// The area, up to the rim of a picture of that size where it reaches that of its known part.
fn reaching(area: Rect, known: Rect, size: Size) -> Rect {
    let span = |at: i32, length: i32, [low, high]: [i32; 2], whole: i32| {
        let from = if at <= low { 0 } else { at };
        let to = if at + length >= high {
            whole
        } else {
            at + length
        };
        (from, to - from)
    };
    let (right, below) = (known.x + known.width, known.y + known.height);
    let (x, width) = span(area.x, area.width, [known.x, right], size.width);
    let (y, height) = span(area.y, area.height, [known.y, below], size.height);
    Rect::new(x, y, width, height)
}

/// How a motionless picture differs from the background.
struct Difference {
    blobs: Vec<Blob>,
    view: Option<ViewMove>,
    changed_share: f64,
}

impl Difference {
    /// Where it is, in frame pixels.
    fn regions(&self, scale: f64) -> Vec<RegionPx> {
        let scaled = |blob: &Blob| blob.region.scaled(scale);
        self.blobs.iter().map(scaled).collect()
    }

    /// The move of the view, in frame pixels.
    fn view_px(&self, scale: f64) -> Option<ViewMove> {
        self.view.map(|view| view.scaled(scale))
    }
}

impl Gate {
    /// A gate that has seen nothing yet.
    pub fn new(config: GateConfig) -> Self {
        Self {
            config,
            anchor: None,
            steps: 0,
            trail: Trail::default(),
            newest_ms: 0,
            background: None,
            settled: false,
            seen: Seen::default(),
            rivals: Vec::new(),
            rival: None,
            noise: 0.0,
        }
    }

    /// Judges the next frame.
    ///
    /// # Errors
    /// Only when OpenCV fails, which for a non-empty 8-bit picture it does not.
    pub fn look(&mut self, frame: &Frame) -> Result<GateReport, opencv::Error> {
        let (small, scale) = self.shrink(&frame.pixels)?;
        // A source that begins anew counts from 0 again.
        if frame.taken_at_ms < self.newest_ms {
            self.forget_spell();
        }
        self.newest_ms = frame.taken_at_ms;
        if self.too_dark_or_bright(&small)? {
            self.forget_spell();
            return Ok(GateReport::just(Calm::Lost(LostReason::Light)));
        }
        let size_changed = |seen: &Mat| seen.size().ok() != small.size().ok();
        let anchor = self.anchor.as_ref().map(|(anchor, _)| anchor);
        if self.background.iter().chain(anchor).any(size_changed) {
            self.background = None;
            self.rivals.clear();
            self.forget_spell();
        }
        let quiet_ms = self.quiet_for(&small, frame.taken_at_ms)?;
        let long_enough = quiet_ms
            .is_some_and(|ms| ms >= self.config.calm_ms && self.steps >= self.config.calm_steps)
            || self.config.calm_steps == 0;
        if self.settled {
            self.seen.last(quiet_ms.unwrap_or(0));
            return Ok(GateReport::just(Calm::Still));
        }
        self.rival = self.rival.filter(|_| quiet_ms.is_some());
        let Some(background) = self.background.take() else {
            if long_enough {
                self.background = Some(small);
                self.settled = self.anchor.is_some();
                self.seen = Seen::default();
                self.seen.begin();
            }
            let calm = if long_enough {
                Calm::Still
            } else {
                Calm::Moving
            };
            return Ok(GateReport::just(calm));
        };
        let difference = self.compare(&background, &small)?;
        let mut report = self.judge(&difference, quiet_ms, long_enough, scale);
        if report.calm == Calm::Moving
            && let Some(glimpse) = self.glimpse(&difference, &small, frame.taken_at_ms, scale)?
        {
            report = glimpse;
        }
        self.trail
            .push(&small, frame.taken_at_ms, self.config.calm_ms)?;
        let rival = match report.calm == Calm::Hand && long_enough {
            true => Some(self.as_rival(&small, quiet_ms.unwrap_or(0))?),
            false => None,
        };
        if let Some(seen) = rival.filter(|seen| seen.outlasts(&self.seen)) {
            self.seen = seen;
            let is_new_view = difference.changed_share >= self.config.new_view_share;
            report = GateReport {
                view: match is_new_view {
                    true => Some(ViewMove::Unknown),
                    false => difference.view_px(scale),
                },
                changed: difference.regions(scale),
                ..GateReport::just(Calm::Still)
            };
        }
        // What rests at the border is not yet part of the table.
        self.settled = report.calm == Calm::Still && report.covered.is_empty();
        if self.settled {
            self.trail.clear();
            self.seen.begin();
            self.rivals.clear();
            self.rival = None;
        }
        self.background = Some(match difference.view {
            _ if self.settled => small,
            Some(found) if report.calm == Calm::Still => {
                self.gone_along(found, &difference.blobs, &background, &small)?
            }
            _ => background,
        });
        Ok(report)
    }

    /// What is to come is another quiet spell.
    fn forget_spell(&mut self) {
        self.anchor = None;
        self.trail.clear();
        self.settled = false;
    }

    /// The background after a knock while something rests at the border: the table as it is now, and
    /// under what rests as it was, so that the knock is told once.
    fn gone_along(
        &self,
        found: ViewMove,
        blobs: &[Blob],
        background: &Mat,
        small: &Mat,
    ) -> Result<Mat, opencv::Error> {
        let (_, known) = found.apply(background)?;
        let under = found.moved(background)?;
        let mut along = small.try_clone()?;
        let foreign = |blob: &&Blob| blob.is_foreign(&self.config);
        for blob in blobs.iter().filter(foreign) {
            // What rests at the rim of the known part goes on to that of the picture.
            let area = reaching(blob.area(), known, small.size()?);
            let mut to = Mat::roi_mut(&mut along, area)?;
            Mat::roi(&under, area)?.copy_to(&mut to)?;
        }
        Ok(along)
    }

    /// How a quiet picture that differs from the background by an arm was seen up to now. If it
    /// outlasts the background, the arm lay in that, as it does when watching begins with one: a
    /// resting arm does not come back to where it was.
    fn as_rival(&mut self, small: &Mat, quiet_ms: u64) -> Result<Seen, opencv::Error> {
        let at = match self.rival {
            Some(at) => at,
            None => self.known_rival(small)?,
        };
        self.rival = Some(at);
        let seen = &mut self.rivals[at].seen;
        seen.last(quiet_ms);
        Ok(*seen)
    }

    /// The rival of a quiet spell that begins: one that was seen before, or a new one.
    fn known_rival(&mut self, small: &Mat) -> Result<usize, opencv::Error> {
        let foreign = |blob: &Blob| blob.is_foreign(&self.config);
        let mut known = None;
        for (at, rival) in self.rivals.iter().enumerate() {
            let difference = self.compare(&rival.picture, small)?;
            if !difference.blobs.iter().any(foreign) {
                known = Some(at);
                break;
            }
        }
        let picture = small.try_clone()?;
        let at = match known {
            Some(at) => {
                self.rivals[at].picture = picture;
                at
            }
            None => {
                if self.rivals.len() == RIVALS {
                    self.rivals.remove(0);
                }
                let seen = Seen::default();
                self.rivals.push(Rival { picture, seen });
                self.rivals.len() - 1
            }
        };
        self.rivals[at].seen.begin();
        Ok(at)
    }

    fn judge(
        &self,
        difference: &Difference,
        quiet_ms: Option<u64>,
        long_enough: bool,
        scale: f64,
    ) -> GateReport {
        let config = &self.config;
        let quiet_ms = quiet_ms.unwrap_or(0);
        let foreign: Vec<_> = difference
            .blobs
            .iter()
            .filter(|blob| blob.is_foreign(config))
            .collect();
        let px = |blob: &&Blob| blob.region.scaled(scale);
        let still = |covered: Vec<RegionPx>, view| GateReport {
            calm: Calm::Still,
            view,
            changed: difference.regions(scale),
            covered,
            in_part: false,
        };
        if foreign.is_empty() {
            return if long_enough {
                still(Vec::new(), difference.view_px(scale))
            } else {
                GateReport::just(Calm::Moving)
            };
        }
        let hand = || GateReport {
            covered: foreign.iter().map(px).collect(),
            ..GateReport::just(Calm::Hand)
        };
        if !long_enough {
            let everywhere = difference.changed_share > config.new_view_share;
            let moving = difference.view.is_some() || everywhere;
            return if moving {
                GateReport::just(Calm::Moving)
            } else {
                hand()
            };
        }
        let new_view = difference.changed_share >= config.new_view_share;
        if new_view && quiet_ms >= config.new_view_ms {
            return still(Vec::new(), Some(ViewMove::Unknown));
        }
        if config.calm_steps > 0 && quiet_ms >= config.adopt_ms {
            return still(Vec::new(), difference.view_px(scale));
        }
        let rest_ms = match foreign.iter().all(|blob| blob.is_shallow(config)) {
            true => 0,
            false => config.rest_ms,
        };
        if config.calm_steps > 0 && quiet_ms >= rest_ms && !new_view {
            let covered = foreign.iter().map(px).collect();
            return still(covered, difference.view_px(scale));
        }
        hand()
    }

    /// How long nothing has moved, ms; starts a new quiet spell (and answers `None`) when
    /// something has.
    fn quiet_for(&mut self, small: &Mat, now_ms: u64) -> Result<Option<u64>, opencv::Error> {
        if let Some((anchor, since_ms)) = &self.anchor {
            let evened = light::even_out(anchor, small)?;
            let anchor = evened.as_ref().unwrap_or(anchor);
            let difference = cv::difference(anchor, small)?;
            let mask = changed_mask(&difference, self.threshold())?;
            let share = f64::from(core::count_non_zero(&mask)?) / mask.total() as f64;
            if share <= self.config.motion_share {
                let seen = core::mean_def(&difference)?[0];
                // Slow, so that one odd frame does not move the threshold.
                self.noise += (seen - self.noise) / 16.0;
                self.steps = self.steps.saturating_add(1);
                return Ok(Some(now_ms.saturating_sub(*since_ms)));
            }
        }
        self.anchor = Some((small.try_clone()?, now_ms));
        self.steps = 0;
        self.settled = false;
        Ok(None)
    }

    /// A look at what has not moved for long enough while a small part does; `None` if too much moves,
    /// the camera among it, or if that is not yet known.
    fn glimpse(
        &self,
        difference: &Difference,
        small: &Mat,
        now_ms: u64,
        scale: f64,
    ) -> Result<Option<GateReport>, opencv::Error> {
        if difference.view.is_some() {
            return Ok(None);
        }
        let mut covered = None;
        for then in self.trail.back(now_ms, self.config.calm_ms) {
            let (_, moved) = lit_difference(then, small)?;
            let mask = changed_mask(&moved, self.threshold())?;
            let share = f64::from(core::count_non_zero(&mask)?) / mask.total() as f64;
            if share > self.config.part_share {
                return Ok(None);
            }
            let blobs = regions::blobs(&mask)?;
            let moving = blobs.iter().map(|blob| blob.region.grown(PENUMBRA_PX));
            let covered = covered.get_or_insert_with(Vec::new);
            covered.extend(moving.map(|region| region.scaled(scale)));
        }
        Ok(covered.map(|covered| GateReport {
            changed: difference.regions(scale),
            covered,
            in_part: true,
            ..GateReport::just(Calm::Still)
        }))
    }

    /// Finds where the picture differs from the background, light and camera shift evened out.
    fn compare(&self, background: &Mat, small: &Mat) -> Result<Difference, opencv::Error> {
        let (evened, unmoved) = lit_difference(background, small)?;
        let lit = evened.as_ref().unwrap_or(background);
        let plain = self.patches(&unmoved, lit, small)?;
        if !plain.blobs.iter().any(|blob| blob.is_foreign(&self.config)) {
            return Ok(plain);
        }
        let Some(found) = align::find_move(lit, small)? else {
            return Ok(plain);
        };
        let (moved, known) = found.apply(background)?;
        if known.width < small.cols() / 2 || known.height < small.rows() / 2 {
            return Ok(plain);
        }
        let seen = Mat::roi(small, known)?.try_clone()?;
        let evened = light::even_out(&moved, &seen)?;
        let moved = evened.unwrap_or(moved);
        // A lamp's glare keeps its place in the picture when the rest moves: what looks as it did
        // there, or as it did where it was, has not changed.
        let unmoved = Mat::roi(&unmoved, known)?;
        let mut least = Mat::default();
        core::min(&beyond_a_pixel(&moved, &seen)?, &unmoved, &mut least)?;
        let mut aligned = self.patches(&least, &moved, &seen)?;
        if aligned.changed_share >= plain.changed_share {
            return Ok(plain);
        }
        for blob in &mut aligned.blobs {
            if blob.is_foreign(&self.config) {
                blob.look_nearby(&moved, &seen)?;
            }
            blob.region = blob.region.shifted(known.x, known.y);
        }
        Ok(Difference {
            view: Some(found),
            ..aligned
        })
    }

    fn patches(
        &self,
        difference: &Mat,
        background: &Mat,
        small: &Mat,
    ) -> Result<Difference, opencv::Error> {
        let mask = changed_mask(difference, self.threshold())?;
        let changed_share = f64::from(core::count_non_zero(&mask)?) / mask.total() as f64;
        let quiet = changed_share <= self.config.motion_share;
        let mut blobs = if quiet {
            Vec::new()
        } else {
            regions::blobs(&mask)?
        };
        for blob in &mut blobs {
            if blob.is_foreign(&self.config) {
                blob.compare_edges(background, small)?;
            }
        }
        Ok(Difference {
            blobs,
            view: None,
            changed_share,
        })
    }

    fn threshold(&self) -> f64 {
        self.config
            .change_floor
            .max(self.config.change_per_noise * self.noise)
    }

    /// The small grey picture, and how many frame pixels one of its pixels is.
    fn shrink(&self, pixels: &Mat) -> Result<(Mat, f64), opencv::Error> {
        let grey = cv::converted(pixels, imgproc::COLOR_BGR2GRAY)?;
        let scale = f64::from(grey.cols().max(grey.rows())) / f64::from(self.config.width_px);
        if scale <= 1.0 {
            return Ok((grey, 1.0));
        }
        let side = |length: i32| (f64::from(length) / scale).round().max(1.0) as i32;
        let size = Size::new(side(grey.cols()), side(grey.rows()));
        let small = cv::resized(&grey, size, imgproc::INTER_AREA)?;
        Ok((small, scale))
    }

    fn too_dark_or_bright(&self, small: &Mat) -> Result<bool, opencv::Error> {
        let mean = core::mean_def(small)?[0];
        Ok(mean < self.config.dark_level || mean > 255.0 - self.config.dark_level)
    }
}

/// By how much each pixel differs from the background, and the background in the light of now if
/// that is another.
fn lit_difference(background: &Mat, small: &Mat) -> Result<(Option<Mat>, Mat), opencv::Error> {
    let evened = light::even_out(background, small)?;
    let difference = cv::difference(evened.as_ref().unwrap_or(background), small)?;
    Ok((evened, difference))
}

/// By how much each pixel differs from all of the background within a pixel: edges are off by as
/// much after a shift that is only nearly right.
fn beyond_a_pixel(background: &Mat, small: &Mat) -> Result<Mat, opencv::Error> {
    let square = Mat::ones(3, 3, core::CV_8U)?.to_mat()?;
    let extreme = |operation: i32| -> Result<Mat, opencv::Error> {
        let to = cv::morphed(background, operation, &square)?;
        Ok(to)
    };
    let (lowest, highest) = (
        extreme(imgproc::MORPH_ERODE)?,
        extreme(imgproc::MORPH_DILATE)?,
    );
    // 8-bit subtraction stops at 0, so only what lies outside the range remains.
    let below = cv::subtracted(&lowest, small)?;
    let above = cv::subtracted(small, &highest)?;
    let mut difference = Mat::default();
    core::max(&below, &above, &mut difference)?;
    Ok(difference)
}

/// Where the difference, averaged over 3 × 3, is above the threshold.
fn changed_mask(difference: &Mat, threshold: f64) -> Result<Mat, opencv::Error> {
    let mut smooth = Mat::default();
    let border = core::BORDER_REPLICATE;
    imgproc::blur(
        difference,
        &mut smooth,
        Size::new(3, 3),
        Point::new(-1, -1),
        border,
    )?;
    let mask = cv::thresholded(&smooth, threshold, 255.0, imgproc::THRESH_BINARY)?;
    Ok(mask)
}
