//! Tells another light from an arm: a lamp or a cloud changes how bright each thing is, an arm
//! hides it.
//!
//! Compares the edges of two pictures where they differ: of a changed patch as a whole, and place
//! by place all over the picture, since an arm may reach into other light, and a sleeve as grey as
//! the table changes nothing but the pattern it hides. Edges are what is left of the grey picture
//! without its local mean. Knows nothing of time.

use opencv::core::{self, Mat, MatExprTraitConst, MatTraitConst, Rect, Size};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConstManual, MatTraitManual};

/// Side of the square against whose mean edges stand out, small-picture pixels: a third of a tile.
const EDGE_PX: i32 = 9;

/// Correlation of edges from which both pictures show the same: noise of a cheap webcam in the
/// evening leaves 0.9 on a patterned cloth, and what an arm hides has less than 0.3.
const SAME_EDGES: f64 = 0.8;

/// Side of the squares that are compared one by one, small-picture pixels: half as wide as a wrist
/// on a whole-table view, and wide enough for some edges of a table with little pattern.
const PLACE_PX: i32 = 25;

/// The same within such a square, where noise counts for more.
const SAME_EDGES_THERE: f32 = 0.5;

/// Share of a square that must have changed for it to say something: a lost dot of the pattern.
const CHANGED_THERE: f32 = 0.02;

/// Whether both pictures show the same in `area`; `inside` are the pixels that count, 255.
pub(super) fn is_relit(
    old: &Mat,
    new: &Mat,
    area: Rect,
    inside: &Mat,
) -> Result<bool, opencv::Error> {
    let part = |picture: &Mat| edges(&Mat::roi(picture, area)?, inside);
    let Products { common, alone } = Products::of(&part(old)?, &part(new)?)?;
    let sum = |of: &Mat| core::sum_elems(of).map(|sums| sums[0]);
    Ok(sum(&common)? > SAME_EDGES * (sum(&alone[0])? * sum(&alone[1])?).sqrt())
}

/// Where something hides what was there: 255 where the `changed` pixels (255) have lost their edges
/// or got others. Edges weaker than `faint` grey levels say nothing, and a gap between two such
/// places that says nothing either belongs to them.
pub(super) fn hidden(
    old: &Mat,
    new: &Mat,
    changed: &Mat,
    faint: f64,
) -> Result<Mat, opencv::Error> {
    let Products { common, alone } = Products::of(&edges(old, changed)?, &edges(new, changed)?)?;
    let mut share = Mat::default();
    changed.convert_to(&mut share, core::CV_32F, 1.0 / 255.0, 0.0)?;
    let share = near(&share)?;
    let (common, old, new) = (near(&common)?, near(&alone[0])?, near(&alone[1])?);
    let least = (faint * faint) as f32;
    let size = changed.size()?;
    let none = || Mat::zeros_size(size, core::CV_8U).and_then(|zeros| zeros.to_mat());
    let (mut same, mut other) = (none()?, none()?);
    let marks = same.data_typed_mut::<u8>()?.iter_mut();
    for (at, (same, other)) in marks.zip(other.data_typed_mut::<u8>()?).enumerate() {
        if share[at] < CHANGED_THERE || old[at].max(new[at]) < least * share[at] {
            continue;
        }
        let shared = common[at] >= SAME_EDGES_THERE * (old[at] * new[at]).sqrt();
        *(if shared { same } else { other }) = 255;
    }
    let square = Mat::ones(PLACE_PX, PLACE_PX, core::CV_8U)?.to_mat()?;
    let filter = |marks: &Mat, operation: i32| -> Result<Mat, opencv::Error> {
        let mut filtered = Mat::default();
        imgproc::morphology_ex_def(marks, &mut filtered, operation, &square)?;
        Ok(filtered)
    };
    let mut hidden = filter(&other, imgproc::MORPH_CLOSE)?;
    hidden.set_to(&core::Scalar::all(0.0), &same)?;
    // Where nothing more is told, a square says as much of its rim as of its middle.
    let mut told = Mat::default();
    core::bitwise_or_def(&hidden, &same, &mut told)?;
    let mut sure = Mat::default();
    core::bitwise_and_def(&hidden, &filter(&told, imgproc::MORPH_ERODE)?, &mut sure)?;
    Ok(sure)
}

/// Edges of two pictures multiplied with each other, and each with itself.
struct Products {
    common: Mat,
    alone: [Mat; 2],
}

impl Products {
    fn of(old: &Mat, new: &Mat) -> Result<Self, opencv::Error> {
        let product = |a: &Mat, b: &Mat| -> Result<Mat, opencv::Error> {
            let mut product = Mat::default();
            core::multiply_def(a, b, &mut product)?;
            Ok(product)
        };
        Ok(Self {
            common: product(old, new)?,
            alone: [product(old, old)?, product(new, new)?],
        })
    }
}

/// The edges of a picture, as differences of grey levels; 0 where `inside` is.
fn edges(picture: &impl core::ToInputArray, inside: &Mat) -> Result<Mat, opencv::Error> {
    let (mut soft, mut edges) = (Mat::default(), Mat::default());
    imgproc::box_filter(
        picture,
        &mut soft,
        core::CV_32F,
        Size::new(EDGE_PX, EDGE_PX),
        core::Point::new(-1, -1),
        true,
        core::BORDER_REFLECT_101,
    )?;
    let mut lone = Mat::zeros_size(inside.size()?, core::CV_32F)?.to_mat()?;
    core::subtract(picture, &soft, &mut edges, &core::no_array(), core::CV_32F)?;
    edges.copy_to_masked(&mut lone, inside)?;
    Ok(lone)
}

/// The mean of the square around each place.
fn near(of: &Mat) -> Result<Vec<f32>, opencv::Error> {
    let mut mean = Mat::default();
    imgproc::blur_def(of, &mut mean, Size::new(PLACE_PX, PLACE_PX))?;
    Ok(mean.data_typed::<f32>()?.to_vec())
}
