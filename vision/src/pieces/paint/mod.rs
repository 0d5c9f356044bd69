//! Wood's colours: which paints the players' pieces wear, and where in a picture they show.
//!
//! A pixel is wood where its colour may be a paint's and the bare board does not explain it.
//! Says where, never what stands there: that is [`crate::pieces::figures`]' business.

pub(crate) mod grass;

use std::sync::LazyLock;

use carcassonne::piece::{Color, FigureKind};
use opencv::core::{Mat, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::{Dark, Unexplained};

/// Colour difference (Lab, lightness at half weight) the bare board must be missed by.
const DIFFERENCE: f32 = 14.0;
/// The same in any shade, as shares of the lightness: green wood is off grass by 0.4, a roof in the
/// light off one in the shade by 0.1.
const DIFFERENCE_IN_SHADE: f32 = 0.28;
/// The same beside the board, where the table itself is of the paint's hue: wood is brown too.
const CHROMA_BESIDE: f32 = 42.0;
/// Share of what lies beside the board from which that is so: a figure that leans over the edge
/// covers less of it.
const WORN_BY_TABLE: f32 = 0.03;

/// Widest seam between two tiles as they were read, pixels of the rectified board: 5 mm.
const SEAM_PX: i32 = 11;

/// A paint that is looked for, and the pieces that wear it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The player's colour; `None` for pieces that belong to nobody, each of which has its own.
    pub color: Option<Color>,
    /// The pieces, not empty.
    pub kinds: Vec<FigureKind>,
}

impl Paint {
    /// The meeples of all colours.
    pub fn meeples() -> Vec<Self> {
        Color::ALL
            .map(|color| Self::of_player(color, &[FigureKind::Meeple]))
            .to_vec()
    }

    /// A player's pieces.
    pub fn of_player(color: Color, kinds: &[FigureKind]) -> Self {
        Self {
            color: Some(color),
            kinds: kinds.to_vec(),
        }
    }

    /// The pieces that wear this paint, and those of the animals that are as dark.
    pub(crate) fn pieces(
        &self,
        animals: &[(FigureKind, Option<Color>)],
    ) -> impl Iterator<Item = (FigureKind, Option<Color>)> {
        let is_black = self.color == Some(Color::Black);
        let dark = move |(kind, _): &&(FigureKind, _)| is_black && *kind == FigureKind::Cat;
        let own = self.kinds.iter().map(|&kind| (kind, self.color));
        own.chain(animals.iter().filter(dark).copied())
    }

    /// A piece that belongs to nobody; `None` if it cannot be found by its paint.
    pub fn of_nobody(kind: FigureKind) -> Option<Self> {
        matches!(kind, FigureKind::Mage | FigureKind::Witch).then(|| Self {
            color: None,
            kinds: vec![kind],
        })
    }

    /// How it shows: its hue in degrees, the least chroma (grass, brick and thatch of like hue
    /// shine less), and how far warm or cold light may turn the hue.
    fn wood(&self) -> (f32, f32, f32) {
        match self.color {
            Some(Color::Red) => (32.0, 28.0, 22.0),
            Some(Color::Blue) => (280.0, 24.0, 30.0),
            Some(Color::Yellow) => (88.0, 44.0, 20.0),
            Some(Color::Green) => (140.0, 26.0, 24.0),
            // Under a warm lamp pink turns towards red: told apart by `SATURATION` there.
            Some(Color::Pink) => (358.0, 22.0, 34.0),
            Some(Color::Black) => (0.0, 0.0, 180.0),
            None if self.kinds.contains(&FigureKind::Mage) => (316.0, 24.0, 22.0),
            None => (58.0, 44.0, 14.0),
        }
    }

    /// One bit for each paint there is.
    pub(crate) fn bit(&self) -> u8 {
        let players = self.color.map(|color| 1 << color as u8);
        let mage = self.kinds.contains(&FigureKind::Mage);
        players.unwrap_or(if mage { 1 << 6 } else { 1 << 7 })
    }

    /// How far a hue is from the paint's, in shares of how far light may turn it.
    pub(crate) fn away(&self, hue_deg: f32) -> f32 {
        let (hue, _, reach) = self.wood();
        let apart = (hue_deg - hue).abs();
        apart.min((360.0 - apart).abs()) / reach
    }
}

/// Chroma over lightness that parts red (1.3 to 1.8) from pink (0.7 to 1.0) where their hues
/// overlap; shade changes both alike.
const SATURATION: f32 = 1.15;
/// The hues, in degrees, in which both red and pink are possible. Beyond, what is pale may be red
/// in a glare or pink under a warm lamp: it counts for both, and the better outline tells.
const RED_OR_PINK: std::ops::Range<f32> = 8.0..24.0;

/// Paint in its own shade loses chroma with its lightness, but keeps more of it than lightness:
/// green wood away from the lamp has 22 at 14. What grows or is printed has less than its
/// lightness, and below this much chroma hues are noise.
const SHADED_CHROMA: f32 = 14.0;

/// Share of a paint's chroma that glossy wood keeps at least in a glare.
const PALE: f32 = 0.55;

/// Black wood is darker than this share of the board's usual lightness there, whatever the
/// light: it has 0.25 to 0.5 of it, and hardly any colour.
const BLACK: f32 = 0.54;
const BLACK_CHROMA: f32 = 12.0;
/// It is darker than this share of the darkest patch around it, too: grey walls in a shadow keep
/// 0.6. Up to this chroma, as a share of its lightness, only grey patches can be taken for it.
const BLACK_ON_DARK: f32 = 0.45;
const BLACK_SATURATION: f32 = 0.25;

/// A pixel's colour.
pub(crate) struct Tint {
    pub(crate) lightness: f32,
    pub(crate) chroma: f32,
    /// Degrees.
    pub(crate) hue: f32,
}

/// Chroma and hue (degrees) of all a and b, which are whole numbers from −128 on.
static TINTS: LazyLock<Vec<[f32; 2]>> = LazyLock::new(|| {
    let steps = || (0..256u16).map(|v| f32::from(v) - 128.0);
    let tint = |a: f32| steps().map(move |b| [a.hypot(b), b.atan2(a).to_degrees()]);
    steps().flat_map(tint).collect()
});

/// The place of a and b in [`TINTS`] and [`PAINTS`].
fn place([_, a, b]: [f32; 3]) -> usize {
    let step = |v: f32| usize::from((v + 128.0) as u8);
    256 * step(a) + step(b)
}

/// The paints, as bits of [`Paint::bit`], whose hue all a and b may show: most pixels show none,
/// and need not be asked about each.
static PAINTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let nobodys = [FigureKind::Mage, FigureKind::Witch];
    let paints: Vec<Paint> = Paint::meeples()
        .into_iter()
        .chain(nobodys.into_iter().filter_map(Paint::of_nobody))
        .collect();
    let bits = |hue: f32| {
        let near = paints.iter().filter(|paint| paint.away(hue) <= 1.0);
        near.fold(0, |bits, paint| bits | paint.bit())
    };
    TINTS.iter().map(|[_, hue]| bits(*hue)).collect()
});

/// Whether a pixel cannot be wood of any paint but black: too pale even for paint in its own shade,
/// or of no paint's hue.
pub(crate) fn shows_no_paint(pixel: [f32; 3]) -> bool {
    let [_, a, b] = pixel;
    let black = 1u8 << Color::Black as u8;
    a * a + b * b < SHADED_CHROMA * SHADED_CHROMA || PAINTS[place(pixel)] & !black == 0
}

impl Tint {
    pub(crate) fn of(pixel: [f32; 3]) -> Self {
        let [lightness, ..] = pixel;
        let [chroma, hue] = TINTS[place(pixel)];
        Self {
            lightness,
            chroma,
            hue,
        }
    }

    /// Whether it may be wood of a paint other than black.
    ///
    /// Where the table beside the board is of its hue, only strong colours are: a figure may lean
    /// over the edge.
    pub(crate) fn may_be(&self, paint: &Paint, only_strong: bool) -> bool {
        let (_, least, _) = paint.wood();
        let least = if only_strong {
            least.max(CHROMA_BESIDE)
        } else {
            least.min(self.lightness.max(SHADED_CHROMA))
        };
        let pale = self.chroma < SATURATION * self.lightness;
        let other = match paint.color {
            Some(Color::Red) => pale && RED_OR_PINK.contains(&self.hue),
            Some(Color::Pink) => !pale && (RED_OR_PINK.start..180.0).contains(&self.hue),
            _ => false,
        };
        self.chroma >= least && !other && paint.away(self.hue) <= 1.0
    }

    /// Whether it may be such wood in a glare or in its own shade, where it keeps its hue and loses
    /// chroma: alone it tells nothing.
    fn may_be_pale(&self, paint: &Paint) -> bool {
        let (_, least, _) = paint.wood();
        self.chroma >= (PALE * least).max(SHADED_CHROMA) && paint.away(self.hue) <= 1.0
    }

    /// Whether another paint is nearer in hue, where one of the two is nobody's: those lie
    /// between the players' colours.
    fn is_nearer_to_other(&self, paint: &Paint, paints: &[Paint]) -> bool {
        paints.iter().any(|other| {
            (other.color.is_none() || paint.color.is_none())
                && other.color != Some(Color::Black)
                && other.away(self.hue) < paint.away(self.hue)
        })
    }
}

/// Where a paint shows.
pub(crate) struct Wooden<'a> {
    pub(crate) paint: &'a Paint,
    /// Its colour where the bare board does not explain it, smoothed.
    pub(crate) mask: Mat,
    /// The same with what is too dark there to have a colour, or pale; `None` where nothing is.
    pub(crate) with_shade: Option<Mat>,
    /// Its colour where there may be something else of it: a red roof, a dark table.
    pub(crate) unclear: Mat,
    /// That part of it which the bare board has nearby, but not there.
    pub(crate) out_of_place: Mat,
}

/// The pixels of a mask, which is kept only once there is one.
#[derive(Clone, Default)]
struct Marks(Vec<u8>);

impl Marks {
    fn set(&mut self, i: usize, pixels: usize) {
        self.0.resize(pixels, 0);
        self.0[i] = 255;
    }

    fn to_mat(&self, size: Size) -> opencv::Result<Mat> {
        if self.0.is_empty() {
            return Mat::new_size_with_default(size, opencv::core::CV_8UC1, Scalar::all(0.0));
        }
        Mat::from_slice(&self.0)?
            .reshape(1, size.height)?
            .try_clone()
    }
}

/// Where one paint shows, as [`Wooden`] says it, before it is smoothed.
#[derive(Clone, Default)]
struct Shown {
    mask: Marks,
    unclear: Marks,
    out_of_place: Marks,
    /// Its hue where it is too pale to be told by its colour alone.
    pale: Marks,
}

impl Shown {
    /// The mask where the print explains no colour, what is unclear where it does.
    fn marks(&mut self, explained: bool) -> &mut Marks {
        match explained {
            true => &mut self.unclear,
            false => &mut self.mask,
        }
    }

    fn is_nowhere(&self) -> bool {
        let all = [&self.mask, &self.unclear, &self.out_of_place, &self.pale];
        all.iter().all(|marks| marks.0.is_empty())
    }
}

/// Where each paint that shows somewhere may do so; `median` is the bare board's lightness.
pub(crate) fn wooden<'a>(
    seen: &Mat,
    bare: &Mat,
    known: &Mat,
    median: f32,
    paints: &'a [Paint],
) -> opencv::Result<Vec<Wooden<'a>>> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(seen, &mut soft, Size::new(0, 0), 1.0)?;
    let unexplained = Unexplained::new(&soft, bare, known)?;
    let black = paints.iter().position(|p| p.color == Some(Color::Black));
    let dark = match black {
        Some(_) => Some(Dark::of(bare, seen, known, median)?),
        None => None,
    };
    let dark = dark.as_ref().map(Dark::pixels).transpose()?;
    let pixels: &[Vec3f] = seen.data_typed()?;
    let between = between_tiles(known)?;
    let between: &[u8] = between.data_typed()?;
    let known: &[u8] = known.data_typed()?;
    let worn = worn_by_table(pixels, known, paints);
    let bits: Vec<u8> = paints.iter().map(Paint::bit).collect();
    let colored = paints.iter().filter(|p| p.color != Some(Color::Black));
    let colored = colored.fold(0, |bits, paint| bits | paint.bit());
    let mut found = vec![Shown::default(); paints.len()];
    for (i, pixel) in pixels.iter().enumerate() {
        // The tiles beside a seam tell what shows in it.
        let beside = between[i] == 0;
        let [lightness, a, b] = pixel.0;
        let square = a * a + b * b;
        // The dear question last, once for all paints.
        let mut differs = beside.then_some(true);
        let mut differs = || {
            *differs.get_or_insert_with(|| {
                unexplained.at(i, DIFFERENCE) || unexplained.in_any_shade(i, DIFFERENCE_IN_SHADE)
            })
        };
        if square < BLACK_CHROMA * BLACK_CHROMA
            && let Some((n, dark)) = black.zip(dark.as_ref())
            && lightness < BLACK * dark.usual(i)
        {
            // Beside the board black is never wood: the table, too, may be dark.
            // Shade leaves coloured patches their colour.
            let only_grey = square < (BLACK_SATURATION * lightness).powi(2);
            let dark_here = BLACK_ON_DARK * dark.darkest_near(i, only_grey);
            let shows = known[i] > 0 && (lightness < dark_here || differs());
            found[n].marks(!shows).set(i, pixels.len());
            if shows {
                // The side of any piece that lies in its own shade.
                for other in (0..paints.len()).filter(|other| *other != n) {
                    found[other].unclear.set(i, pixels.len());
                }
            }
        }
        let near = PAINTS[place(pixel.0)] & colored;
        if near == 0 || square < SHADED_CHROMA * SHADED_CHROMA {
            continue;
        }
        let tint = Tint::of(pixel.0);
        for (n, paint) in paints.iter().enumerate() {
            if near & bits[n] == 0 || tint.is_nearer_to_other(paint, paints) {
                continue;
            }
            if !tint.may_be(paint, beside && worn[n]) {
                if !beside && tint.may_be_pale(paint) && differs() {
                    found[n].pale.set(i, pixels.len());
                }
            } else {
                // A shadow on grass is as green as grass, and green wood greener.
                let is_shade = paint.color == Some(Color::Green)
                    && !beside
                    && !unexplained.in_any_shade(i, DIFFERENCE_IN_SHADE);
                let explained = is_shade || !differs();
                found[n].marks(explained).set(i, pixels.len());
                if explained && unexplained.in_place(i, DIFFERENCE) {
                    found[n].out_of_place.set(i, pixels.len());
                }
            }
        }
    }
    let size = seen.size()?;
    let dark = black.map(|n| &found[n].mask);
    let dark = dark.filter(|marks| !marks.0.is_empty());
    let too_dark = dark.map(|marks| marks.to_mat(size)).transpose()?;
    let found = paints.iter().zip(&found);
    found
        .filter(|(_, shown)| !shown.is_nowhere())
        .map(|(paint, shown)| {
            let mask = shown.mask.to_mat(size)?;
            let is_black = paint.color == Some(Color::Black);
            let shade = too_dark.as_ref().filter(|_| !is_black);
            let pale = Some(&shown.pale).filter(|marks| !marks.0.is_empty());
            let pale = pale.map(|marks| marks.to_mat(size)).transpose()?;
            let colorless = match (shade, pale) {
                (Some(shade), Some(pale)) => Some(either(shade, &pale)?),
                (shade, pale) => pale.or(shade.cloned()),
            };
            let with_shade = |colorless: Mat| smoothed(&either(&mask, &colorless)?);
            let with_shade = colorless.map(with_shade).transpose()?;
            Ok(Wooden {
                paint,
                mask: smoothed(&mask)?,
                with_shade,
                unclear: shown.unclear.to_mat(size)?,
                out_of_place: shown.out_of_place.to_mat(size)?,
            })
        })
        .collect()
}

/// The known board with the seams between its tiles.
fn between_tiles(known: &Mat) -> opencv::Result<Mat> {
    let size = Size::new(SEAM_PX, SEAM_PX);
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, size)?;
    let mut closed = Mat::default();
    imgproc::morphology_ex_def(known, &mut closed, imgproc::MORPH_CLOSE, &element)?;
    Ok(closed)
}

/// Whether the table beside the board is itself of the hue of each paint.
fn worn_by_table(pixels: &[Vec3f], known: &[u8], paints: &[Paint]) -> Vec<bool> {
    let beside = pixels.iter().zip(known).filter(|(_, known)| **known == 0);
    let (mut all, mut worn) = (0.0f32, vec![0.0f32; paints.len()]);
    for (pixel, _) in beside.step_by(5) {
        all += 1.0;
        let near = PAINTS[place(pixel.0)];
        if near == 0 {
            continue;
        }
        let tint = Tint::of(pixel.0);
        for (paint, count) in paints.iter().zip(&mut worn) {
            let may_be = near & paint.bit() != 0 && tint.may_be(paint, false);
            *count += f32::from(u8::from(may_be));
        }
    }
    worn.iter()
        .map(|count| *count > WORN_BY_TABLE * all)
        .collect()
}

/// What is in one mask or the other.
pub(crate) fn either(one: &Mat, other: &Mat) -> opencv::Result<Mat> {
    let mut either = Mat::default();
    opencv::core::bitwise_or_def(one, other, &mut either)?;
    Ok(either)
}

/// A mask without single pixels and small holes.
pub(crate) fn smoothed(mask: &impl opencv::core::ToInputArray) -> opencv::Result<Mat> {
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(3, 3))?;
    let (mut open, mut closed) = (Mat::default(), Mat::default());
    imgproc::morphology_ex_def(mask, &mut open, imgproc::MORPH_OPEN, &element)?;
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(5, 5))?;
    imgproc::morphology_ex_def(&open, &mut closed, imgproc::MORPH_CLOSE, &element)?;
    Ok(closed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tint(lightness: f32, chroma: f32, hue: f32) -> Tint {
        Tint {
            lightness,
            chroma,
            hue,
        }
    }

    #[test]
    fn pink_under_a_warm_lamp_and_red_in_a_glare_may_be_either() {
        let paint = |color| Paint::of_player(color, &[FigureKind::Meeple]);
        let (red, pink) = (paint(Color::Red), paint(Color::Pink));
        // Of drawn tables in warm light: a pink meeple, a red one's lit side, a red one.
        for (seen, may_be_red, may_be_pink) in [
            (tint(51.0, 48.0, 25.0), true, true),
            (tint(50.0, 50.0, 27.0), true, true),
            (tint(33.0, 61.0, 36.0), true, false),
            (tint(39.0, 54.0, 26.0), true, false),
            (tint(55.0, 45.0, 10.0), false, true),
        ] {
            let may = [&red, &pink].map(|paint| seen.may_be(paint, false));
            assert_eq!(may, [may_be_red, may_be_pink], "hue {}", seen.hue);
        }
    }

    #[test]
    fn what_shows_in_a_seam_is_told_by_the_tiles_beside_it() {
        // Grass with a seam that nobody knows, in which grass shows, and a green piece beside it.
        let (grass, wood) = (
            Vec3f::from([60.0, -35.0, 45.0]),
            Vec3f::from([35.0, -38.0, 18.0]),
        );
        let side = 80;
        let at = |of: &dyn Fn(usize, usize) -> Vec3f| {
            let pixels: Vec<Vec3f> = (0..side * side).map(|i| of(i % side, i / side)).collect();
            let mat = Mat::from_slice(&pixels).expect("pixels");
            mat.reshape(3, side as i32)
                .expect("a board")
                .try_clone()
                .expect("a copy")
        };
        let is_seam = |x: usize| (40..47).contains(&x);
        let is_piece = |x: usize, y: usize| (50..64).contains(&x) && (30..55).contains(&y);
        let seen = at(&|x, y| if is_piece(x, y) { wood } else { grass });
        let bare = at(&|x, _| if is_seam(x) { Vec3f::default() } else { grass });
        let known: Vec<u8> = (0..side * side)
            .map(|i| if is_seam(i % side) { 0 } else { 255 })
            .collect();
        let known = Mat::from_slice(&known).expect("pixels");
        let known = known
            .reshape(1, side as i32)
            .expect("a mask")
            .try_clone()
            .expect("a copy");
        let paints = [Paint::of_player(Color::Green, &[FigureKind::Meeple])];
        let shows = wooden(&seen, &bare, &known, 60.0, &paints).expect("masks");
        let mask = &shows.first().expect("green shows").mask;
        let shows = |x: i32, y: i32| *mask.at_2d::<u8>(y, x).expect("inside") > 0;
        assert!(shows(57, 42), "the piece");
        assert!(!shows(43, 10) && !shows(43, 42), "the seam");
    }

    /// A yellow piece seen from above: its top glares, its front does not. Beside it straw as pale as
    /// the top, which no wood belongs to.
    #[test]
    fn a_glare_belongs_to_the_wood_beside_it_and_is_nothing_alone() {
        let side = 80usize;
        let inside = |(x, y): (usize, usize),
                      columns: std::ops::Range<usize>,
                      rows: std::ops::Range<usize>| {
            columns.contains(&x) && rows.contains(&y)
        };
        let (ground, front, top) = ([86.0, 2.0, 8.0], [62.0, 0.0, 48.0], [84.0, -2.0, 34.0]);
        let shown: Vec<Vec3f> = (0..side * side)
            .map(|i| {
                let at = (i % side, i / side);
                let color = if inside(at, 20..34, 40..52) {
                    front
                } else if inside(at, 20..34, 28..40) || inside(at, 55..69, 28..40) {
                    top
                } else {
                    ground
                };
                Vec3f::from(color)
            })
            .collect();
        let board = |pixels: &[Vec3f]| {
            let mat = Mat::from_slice(pixels).expect("pixels");
            let board = mat.reshape(3, side as i32).expect("a board");
            board.try_clone().expect("a copy")
        };
        let (seen, bare) = (
            board(&shown),
            board(&vec![Vec3f::from(ground); side * side]),
        );
        let known = Mat::new_size_with_default(
            Size::new(side as i32, side as i32),
            opencv::core::CV_8UC1,
            Scalar::all(255.0),
        )
        .expect("a mask");
        let paints = [Paint::of_player(Color::Yellow, &[FigureKind::Meeple])];
        let shows = wooden(&seen, &bare, &known, 86.0, &paints).expect("masks");
        let yellow = shows.first().expect("yellow shows");
        let whole = yellow.with_shade.as_ref().expect("pale parts");
        let at = |mask: &Mat, x: i32, y: i32| *mask.at_2d::<u8>(y, x).expect("inside") > 0;
        assert!(at(&yellow.mask, 27, 46) && !at(&yellow.mask, 27, 33));
        assert!(at(whole, 27, 46) && at(whole, 27, 33), "the whole piece");
        assert!(!at(&yellow.mask, 62, 34), "straw is no piece");
    }
}
