//! Wood's colours: which paints the players' pieces wear, and which a pixel may be.
//!
//! `wooden` says where on the board they show, `grass` what only looks so, `alike` which of two paints it
//! rather is. Says never what stands there: that is [`crate::pieces::figures`]' business.

pub(crate) mod alike;
pub(crate) mod grass;
pub(crate) mod wooden;

use std::sync::LazyLock;

use carcassonne::piece::{Color, FigureKind};

/// Chroma of wood beside the board, at least, where the table itself is of the paint's hue: wood is brown too.
const CHROMA_BESIDE: f32 = 42.0;

/// The median of some colours, channel by channel: a glint on wet paint does not move it. Black of none.
pub(crate) fn median<'a>(colours: impl Iterator<Item = &'a [f32; 3]> + Clone) -> [f32; 3] {
    std::array::from_fn(|channel| {
        let mut values: Vec<f32> = colours.clone().map(|colour| colour[channel]).collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    })
}

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

/// More chroma than this share of its lightness has no pink: of blobs on drawn tables in the evening, where
/// white balance turns red's dark side to pink's hues, red has 2.0 and more on the mean, pink 1.2 and less.
const SATURATED: f32 = 1.6;

/// Paint in its own shade loses chroma with its lightness, but keeps more of it than lightness:
/// green wood away from the lamp has 22 at 14. What grows or is printed has less than its
/// lightness, and below this much chroma hues are noise.
const SHADED_CHROMA: f32 = 14.0;

/// Share of a paint's chroma that glossy wood keeps at least in a glare.
const PALE: f32 = 0.55;

/// A pixel's colour.
pub(crate) struct Tint {
    pub(crate) lightness: f32,
    pub(crate) chroma: f32,
    /// Degrees.
    pub(crate) hue: f32,
}

/// Chroma and hue (degrees) of all whole a and b, from −128 on.
static TINTS: LazyLock<Vec<[f32; 2]>> = LazyLock::new(|| {
    let steps = || (0..256u16).map(|v| f32::from(v) - 128.0);
    let tint = |a: f32| steps().map(move |b| [a.hypot(b), b.atan2(a).to_degrees()]);
    steps().flat_map(tint).collect()
});

/// The place of a and b in [`TINTS`] and [`PAINTS`]: the nearest, as even light leaves fractions of them.
fn place([_, a, b]: [f32; 3]) -> usize {
    let step = |v: f32| usize::from((v + 128.0).round() as u8);
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
        let saturated = self.chroma > SATURATED * self.lightness;
        let is_hue = paint.away(self.hue) <= 1.0;
        let may_be = match paint.color {
            Some(Color::Red) => is_hue && !(pale && RED_OR_PINK.contains(&self.hue)),
            Some(Color::Pink) => {
                is_hue && !saturated && (pale || !(RED_OR_PINK.start..180.0).contains(&self.hue))
            }
            _ => is_hue,
        };
        self.chroma >= least && may_be
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
    fn a_colour_that_even_light_moved_by_a_hair_is_the_same() {
        for (a, b) in [(20.0, -30.0), (-20.0, 30.0)] {
            let places = [0.0, 0.01, -0.01].map(|off| place([50.0, a + off, b - off]));
            assert_eq!(places, [places[0]; 3]);
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
            // By a candle, white balance turns a red one's dark side beyond red: it is no pink.
            (tint(7.0, 19.0, 6.0), false, false),
            (tint(17.0, 19.0, -4.0), false, true),
        ] {
            let may = [&red, &pink].map(|paint| seen.may_be(paint, false));
            assert_eq!(may, [may_be_red, may_be_pink], "hue {}", seen.hue);
        }
    }
}
