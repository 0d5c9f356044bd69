//! Where each paint shows on the board.
//!
//! A pixel is wood where its colour may be a paint's and the bare board does not explain it. Black is
//! told by how dark it is there, every other paint by its hue. Finds pixels; which belong together is
//! for [`crate::pieces::figures`].

use carcassonne::piece::Color;
use opencv::core::{Mat, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

use super::{PAINTS, Paint, SHADED_CHROMA, Tint, place};
use crate::bare::{Dark, DarkPixels, Unexplained};
use crate::cv;

/// Colour difference (Lab, lightness at half weight) the bare board must be missed by.
const DIFFERENCE: f32 = 14.0;
/// The same in any shade, as shares of the lightness: green wood is off grass by 0.4, a roof in the
/// light off one in the shade by 0.1.
const DIFFERENCE_IN_SHADE: f32 = 0.28;

/// Share of what lies beside the board from which the table is of a paint's hue: a figure that leans over the edge
/// covers less of it.
const WORN_BY_TABLE: f32 = 0.03;

/// Widest seam between two tiles as they were read, pixels of the rectified board: 5 mm.
const SEAM_PX: i32 = 11;

/// Black wood is darker than this share of the board's usual lightness there, whatever the
/// light: it has 0.25 to 0.5 of it, and hardly any colour.
const BLACK: f32 = 0.54;
const BLACK_CHROMA: f32 = 12.0;
/// It is darker than this share of the darkest patch around it, too: grey walls in a shadow keep
/// 0.6. Up to this chroma, as a share of its lightness, only grey patches can be taken for it.
const BLACK_ON_DARK: f32 = 0.45;
const BLACK_SATURATION: f32 = 0.25;
/// What has the print's colour there, as shares of its lightness off by no more, and is not that much
/// darker either, may be the print in a shadow: on the drawn table three quarters of a cemetery behind a
/// ghost are. On photographs black pieces lose their rims by it, so that it is asked only where there
/// are ghosts.
const SAME_IN_SHADOW: f32 = 0.17;

/// Beside the board, where no print tells how dark it may be, it is darker than this share: on a drawn
/// table by flash black wood has 0.17 to 0.23, the dark squares of the cloth 0.47 to 0.53.
const BLACK_BESIDE: f32 = 0.38;

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

    /// The same as masks; `too_dark` is where the board is too dark to have a colour.
    fn to_wooden<'a>(
        &self,
        paint: &'a Paint,
        too_dark: Option<&Mat>,
        size: Size,
    ) -> opencv::Result<Wooden<'a>> {
        let mask = self.mask.to_mat(size)?;
        let is_black = paint.color == Some(Color::Black);
        let shade = too_dark.filter(|_| !is_black);
        let pale = Some(&self.pale).filter(|marks| !marks.0.is_empty());
        let pale = pale.map(|marks| marks.to_mat(size)).transpose()?;
        let colorless = match (shade, pale) {
            (Some(shade), Some(pale)) => Some(cv::either(shade, &pale)?),
            (shade, pale) => pale.or(shade.cloned()),
        };
        let with_shade = |colorless: Mat| smoothed(&cv::either(&mask, &colorless)?);
        let with_shade = colorless.map(with_shade).transpose()?;
        Ok(Wooden {
            paint,
            mask: smoothed(&mask)?,
            with_shade,
            unclear: self.unclear.to_mat(size)?,
            out_of_place: self.out_of_place.to_mat(size)?,
        })
    }
}

/// Where each paint that shows somewhere may do so; `median` is the bare board's lightness. Where there
/// are `ghosts` a dark print may lie in the shadow of one, which has no paint itself.
pub(crate) fn wooden<'a>(
    [seen, bare, known]: [&Mat; 3],
    median: f32,
    paints: &'a [Paint],
    ghosts: bool,
) -> opencv::Result<Vec<Wooden<'a>>> {
    let soft = cv::softened(seen, 1.0)?;
    let unexplained = Unexplained::new(&soft, bare, known)?;
    let black = paints.iter().position(|p| p.color == Some(Color::Black));
    let dark = match black {
        Some(_) => Some(Dark::of(bare, seen, known, median)?),
        None => None,
    };
    let dark = dark.as_ref().map(Dark::pixels).transpose()?;
    let pixels: &[Vec3f] = seen.data_typed()?;
    let with_seams = with_seams(known)?;
    let known: &[u8] = known.data_typed()?;
    let mut worn = worn_by_table(pixels, known, paints);
    let black = black.zip(dark);
    if let Some((n, dark)) = &black {
        worn[*n] = is_table_black(pixels, known, dark);
    }
    let sought = Sought {
        paints,
        bits: paints.iter().map(Paint::bit).collect(),
        worn,
        black,
        ghosts,
        unexplained: &unexplained,
        known,
    };
    let with_seams: &[u8] = with_seams.data_typed()?;
    let colored = sought.colored();
    let mut found = vec![Shown::default(); paints.len()];
    for (i, pixel) in pixels.iter().enumerate() {
        let mut pixel = Pixel::of(i, *pixel, with_seams[i] == 0);
        sought.mark_black(&mut pixel, &mut found);
        let near = PAINTS[place(pixel.lab)] & colored;
        if near != 0 && pixel.square >= SHADED_CHROMA * SHADED_CHROMA {
            sought.mark_colored(&mut pixel, near, &mut found);
        }
    }
    let size = seen.size()?;
    let black = sought.black.as_ref().map(|(n, _)| *n);
    let dark = black.map(|n| &found[n].mask);
    let dark = dark.filter(|marks| !marks.0.is_empty());
    let too_dark = dark.map(|marks| marks.to_mat(size)).transpose()?;
    let found = paints.iter().zip(&found);
    found
        .filter(|(_, shown)| !shown.is_nowhere())
        .map(|(paint, shown)| shown.to_wooden(paint, too_dark.as_ref(), size))
        .collect()
}

/// A pixel of the board.
struct Pixel {
    at: usize,
    lab: [f32; 3],
    /// Its chroma, squared.
    square: f32,
    /// Beside the board: the tiles beside a seam tell what shows in it.
    beside: bool,
    /// Whether the bare board does not explain it, once that was asked.
    differs: Option<bool>,
}

impl Pixel {
    fn of(at: usize, lab: Vec3f, beside: bool) -> Self {
        let [_, a, b] = lab.0;
        Self {
            at,
            lab: lab.0,
            square: a * a + b * b,
            beside,
            differs: beside.then_some(true),
        }
    }

    /// The dear question: asked last, and once for all paints.
    fn differs(&mut self, unexplained: &Unexplained) -> bool {
        let at = self.at;
        *self.differs.get_or_insert_with(|| {
            unexplained.at(at, DIFFERENCE) || unexplained.in_any_shade(at, DIFFERENCE_IN_SHADE)
        })
    }
}

/// The paints that are looked for, and what their pixels are held against.
struct Sought<'a> {
    paints: &'a [Paint],
    /// [`Paint::bit`] of each.
    bits: Vec<u8>,
    /// Whether the table beside the board is of the hue of each.
    worn: Vec<bool>,
    /// Black among the paints, and how dark the board is without it.
    black: Option<(usize, DarkPixels<'a>)>,
    ghosts: bool,
    unexplained: &'a Unexplained<'a>,
    /// Where the bare board is known.
    known: &'a [u8],
}

impl Sought<'_> {
    /// The bits of all paints but black.
    fn colored(&self) -> u8 {
        let colored = self.paints.iter().zip(&self.bits);
        let colored = colored.filter(|(paint, _)| paint.color != Some(Color::Black));
        colored.fold(0, |bits, (_, bit)| bits | bit)
    }

    /// Marks a pixel that may be black wood.
    fn mark_black(&self, pixel: &mut Pixel, found: &mut [Shown]) {
        let (i, square, lightness) = (pixel.at, pixel.square, pixel.lab[0]);
        if square < BLACK_CHROMA * BLACK_CHROMA
            && let Some((n, dark)) = &self.black
            && lightness < BLACK * dark.usual(i)
        {
            let shows = match self.known[i] > 0 {
                true => {
                    // Shade leaves coloured patches their colour.
                    let only_grey = square < (BLACK_SATURATION * lightness).powi(2);
                    let dark_here = BLACK_ON_DARK * dark.darkest_near(i, only_grey);
                    let unexplained = self.unexplained;
                    let may_be_shaded = self.ghosts && !only_grey;
                    let in_shadow =
                        || may_be_shaded && unexplained.in_shadow(i, SAME_IN_SHADOW, BLACK_ON_DARK);
                    (lightness < dark_here && !in_shadow()) || pixel.differs(unexplained)
                }
                false => pixel.beside && !self.worn[*n] && is_black_beside(pixel.lab, i, dark),
            };
            let pixels = self.known.len();
            found[*n].marks(!shows).set(i, pixels);
            if shows {
                // The side of any piece that lies in its own shade.
                for other in (0..found.len()).filter(|other| other != n) {
                    found[other].unclear.set(i, pixels);
                }
            }
        }
    }

    /// Marks a pixel that may be wood of another paint; `near` are those of its hue.
    fn mark_colored(&self, pixel: &mut Pixel, near: u8, found: &mut [Shown]) {
        let (i, unexplained, pixels) = (pixel.at, self.unexplained, self.known.len());
        let tint = Tint::of(pixel.lab);
        for (n, paint) in self.paints.iter().enumerate() {
            if near & self.bits[n] == 0 || tint.is_nearer_to_other(paint, self.paints) {
                continue;
            }
            if !tint.may_be(paint, pixel.beside && self.worn[n]) {
                if !pixel.beside && tint.may_be_pale(paint) && pixel.differs(unexplained) {
                    found[n].pale.set(i, pixels);
                }
            } else {
                // A shadow on grass is as green as grass, and green wood greener.
                let is_shade = paint.color == Some(Color::Green)
                    && !pixel.beside
                    && !unexplained.in_any_shade(i, DIFFERENCE_IN_SHADE);
                let explained = is_shade || !pixel.differs(unexplained);
                found[n].marks(explained).set(i, pixels);
                if explained && unexplained.in_place(i, DIFFERENCE) {
                    found[n].out_of_place.set(i, pixels);
                }
            }
        }
    }
}

/// The known board with the seams between its tiles.
fn with_seams(known: &Mat) -> opencv::Result<Mat> {
    let size = Size::new(SEAM_PX, SEAM_PX);
    let element = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, size)?;
    let closed = cv::morphed(known, imgproc::MORPH_CLOSE, &element)?;
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

/// Whether a pixel beside the board may be black wood.
fn is_black_beside([lightness, a, b]: [f32; 3], i: usize, dark: &DarkPixels) -> bool {
    a * a + b * b < BLACK_CHROMA * BLACK_CHROMA && lightness < BLACK_BESIDE * dark.usual(i)
}

/// Whether the table beside the board is itself as dark as black wood.
fn is_table_black(pixels: &[Vec3f], known: &[u8], dark: &DarkPixels) -> bool {
    let (mut all, mut black) = (0.0f32, 0.0f32);
    let is_beside = |i: &usize| known[*i] == 0 && dark.usual(*i) > 0.0;
    for i in (0..pixels.len()).filter(is_beside).step_by(7) {
        all += 1.0;
        black += f32::from(u8::from(is_black_beside(pixels[i].0, i, dark)));
    }
    black > WORN_BY_TABLE * all
}

/// A mask without single pixels and small holes.
pub(crate) fn smoothed(mask: &impl opencv::core::ToInputArray) -> opencv::Result<Mat> {
    let open = cv::morphed(mask, imgproc::MORPH_OPEN, &cv::disc(3)?)?;
    cv::morphed(&open, imgproc::MORPH_CLOSE, &cv::disc(5)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carcassonne::piece::FigureKind;

    const SIDE: usize = 80;

    /// A square picture, pixel by pixel.
    fn picture<T: opencv::core::DataType>(of: impl Fn(usize, usize) -> T) -> Mat {
        let pixels: Vec<T> = (0..SIDE * SIDE).map(|i| of(i % SIDE, i / SIDE)).collect();
        let row = Mat::from_slice(&pixels).expect("pixels");
        let square = row.reshape(0, SIDE as i32).expect("a square");
        square.try_clone().expect("a copy")
    }

    fn marks(mask: &Mat, x: i32, y: i32) -> bool {
        *mask.at_2d::<u8>(y, x).expect("inside") > 0
    }

    #[test]
    fn what_shows_in_a_seam_is_told_by_the_tiles_beside_it() {
        // Grass with a seam that nobody knows, in which grass shows, and a green piece beside it.
        let (grass, wood) = (
            Vec3f::from([60.0, -35.0, 45.0]),
            Vec3f::from([35.0, -38.0, 18.0]),
        );
        let is_seam = |x: usize| (40..47).contains(&x);
        let is_piece = |x: usize, y: usize| (50..64).contains(&x) && (30..55).contains(&y);
        let seen = picture(|x, y| if is_piece(x, y) { wood } else { grass });
        let bare = picture(|x, _| if is_seam(x) { Vec3f::default() } else { grass });
        let known = picture(|x, _| if is_seam(x) { 0u8 } else { 255 });
        let paints = [Paint::of_player(Color::Green, &[FigureKind::Meeple])];
        let shows = wooden([&seen, &bare, &known], 60.0, &paints, false).expect("masks");
        let mask = &shows.first().expect("green shows").mask;
        assert!(marks(mask, 57, 42), "the piece");
        assert!(!marks(mask, 43, 10) && !marks(mask, 43, 42), "the seam");
    }

    /// A black piece leans over the board's edge: beside the board it is wood as well, unless the table
    /// is as dark.
    #[test]
    fn a_black_piece_goes_on_beside_the_board_unless_the_table_is_black() {
        let (grass, wood) = ([60.0, -35.0, 45.0], [14.0, 1.0, -4.0]);
        let is_board = |x: usize| x < 50;
        let is_piece = |x: usize, y: usize| (38..53).contains(&x) && (30..50).contains(&y);
        let mask_on = |table: [f32; 3]| {
            let seen = picture(|x, y| {
                Vec3f::from(match (is_piece(x, y), is_board(x)) {
                    (true, _) => wood,
                    (false, true) => grass,
                    (false, false) => table,
                })
            });
            let bare = picture(|x, _| Vec3f::from(if is_board(x) { grass } else { [0.0; 3] }));
            let known = picture(|x, _| if is_board(x) { 255u8 } else { 0 });
            let paints = [Paint::of_player(Color::Black, &[FigureKind::Meeple])];
            let shows = wooden([&seen, &bare, &known], 60.0, &paints, false).expect("masks");
            shows.first().expect("black shows").mask.clone()
        };
        let on_oak = mask_on([55.0, 8.0, 20.0]);
        assert!(marks(&on_oak, 44, 40) && marks(&on_oak, 51, 40));
        assert!(!marks(&on_oak, 65, 40));
        let on_slate = mask_on([16.0, 0.0, -3.0]);
        assert!(marks(&on_slate, 44, 40) && !marks(&on_slate, 51, 40));
    }

    /// A cemetery is dark all over, but for its pale stones, between which no patch as large as a figure's
    /// head is dark. In a ghost's shadow it is as dark as black wood, and as brown as it was.
    #[test]
    fn a_cemetery_in_a_ghosts_shadow_is_no_black_piece() {
        let (ground, stone) = ([32.0, -0.4, 10.0], [70.0, 0.0, 5.0]);
        let bare = picture(|x, y| {
            let is_stone = x % 8 < 2 && y % 8 < 2;
            Vec3f::from(if is_stone { stone } else { ground })
        });
        let known = picture(|_, _| 255u8);
        let paints = [Paint::of_player(Color::Black, &[FigureKind::Meeple])];
        let shows = |middle: [f32; 3], ghosts: bool| {
            let is_middle = |x: usize, y: usize| (28..52).contains(&x) && (28..52).contains(&y);
            let under = |x, y| *bare.at_2d::<Vec3f>(y as i32, x as i32).expect("inside");
            let seen = picture(|x, y| match is_middle(x, y) {
                true => Vec3f::from(middle),
                false => under(x, y),
            });
            let boards = [&seen, &bare, &known];
            let masks = wooden(boards, 60.0, &paints, ghosts).expect("masks");
            let black = masks.first();
            black.is_some_and(|black| marks(&black.mask, 40, 40))
        };
        let (shade, wood) = ([18.0, -0.2, 6.5], [12.0, 0.0, -2.0]);
        assert!(shows(shade, false), "as dark as wood");
        assert!(!shows(shade, true), "the ground in a ghost's shadow");
        assert!(shows(wood, true) && shows(wood, false), "wood");
    }

    /// A yellow piece seen from above: its top glares, its front does not. Beside it straw as pale as
    /// the top, which no wood belongs to.
    #[test]
    fn a_glare_belongs_to_the_wood_beside_it_and_is_nothing_alone() {
        let inside = |(x, y): (usize, usize),
                      columns: std::ops::Range<usize>,
                      rows: std::ops::Range<usize>| {
            columns.contains(&x) && rows.contains(&y)
        };
        let (ground, front, top) = ([86.0, 2.0, 8.0], [62.0, 0.0, 48.0], [84.0, -2.0, 34.0]);
        let seen = picture(|x, y| {
            let at = (x, y);
            Vec3f::from(if inside(at, 20..34, 40..52) {
                front
            } else if inside(at, 20..34, 28..40) || inside(at, 55..69, 28..40) {
                top
            } else {
                ground
            })
        });
        let bare = picture(|_, _| Vec3f::from(ground));
        let known = picture(|_, _| 255u8);
        let paints = [Paint::of_player(Color::Yellow, &[FigureKind::Meeple])];
        let shows = wooden([&seen, &bare, &known], 86.0, &paints, false).expect("masks");
        let yellow = shows.first().expect("yellow shows");
        let whole = yellow.with_shade.as_ref().expect("pale parts");
        assert!(marks(&yellow.mask, 27, 46) && !marks(&yellow.mask, 27, 33));
        assert!(
            marks(whole, 27, 46) && marks(whole, 27, 33),
            "the whole piece"
        );
        assert!(!marks(&yellow.mask, 62, 34), "straw is no piece");
    }
}
