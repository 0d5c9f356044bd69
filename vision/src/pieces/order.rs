//! Which of two pieces hides the other: the one that stands nearer to the camera.
//!
//! In one picture a piece is read by what shows of it beside others that may hide the rest
//! ([`crate::pieces::figures`]). Where one shows that stands farther away, nothing stands that would hide it: a
//! patch of print before a piece is none of another paint, most of which that one would have to hide. Looks for
//! no piece.

use calibration::space::LatticePoint;
use opencv::core::{Mat, Rect};
use opencv::imgproc;
use opencv::prelude::*;

use crate::bare::pixels;
use crate::cv;
use crate::pieces::memory::{Remembered, known_solid};
use crate::pieces::paint::wooden::Wooden;
use crate::pieces::place::{PITCH_MM, Place};
use crate::pieces::silhouette::{Outlines, covered};

/// How much farther away a piece stands at least that another hides, millimetres: half of what pieces are thick.
const BEHIND_MM: f64 = 5.0;
/// Share of a piece through which another shows, from which on it is none. On forty changed copies of four
/// photographs false ones had 0.14 to 0.33, and none that is there was lost from 0.2 on.
const SEEN_THROUGH: f64 = 0.2;

/// Leaves out the pieces through which a clearer one shows that stands behind them: of two readings of one
/// piece in neighbouring paints the better stays.
///
/// # Errors
/// Fails when OpenCV does.
pub(crate) fn leave_out_seen_through(
    found: &mut Vec<Remembered>,
    masks: &[Wooden],
    place: &Place,
) -> opencv::Result<()> {
    let through = found
        .iter()
        .map(|one| seen_through(one, found, masks, place));
    let through: Vec<f64> = through.collect::<opencv::Result<_>>()?;
    let mut through = through.into_iter();
    found.retain(|_| through.next().is_none_or(|share| share < SEEN_THROUGH));
    Ok(())
}

/// The largest share of a piece that shows a clearer one which stands behind it.
fn seen_through(
    one: &Remembered,
    found: &[Remembered],
    masks: &[Wooden],
    place: &Place,
) -> opencv::Result<f64> {
    let Some(solid) = known_solid(one) else {
        return Ok(0.0);
    };
    let own = place.shape(&solid);
    let depth = |foot: LatticePoint| place.view.depth(foot.to_3d());
    let mut most = 0.0f64;
    for other in found.iter().filter(|other| may_tell(other, one, depth)) {
        let wood = masks.iter().find(|wood| *wood.paint == other.paint);
        if let Some((wood, behind)) = wood.zip(known_solid(other)) {
            most = most.max(shown_within(&own, &place.shape(&behind), &wood.mask)?);
        }
    }
    Ok(most)
}

/// Whether a piece would be hidden by one and is clearer; `depth` is how far away a foot is, in cells.
fn may_tell(other: &Remembered, one: &Remembered, depth: impl Fn(LatticePoint) -> f64) -> bool {
    let is_behind = match (known_solid(other), known_solid(one)) {
        (Some(other), Some(one)) => depth(other.foot) > depth(one.foot) + BEHIND_MM / PITCH_MM,
        _ => false,
    };
    is_behind && other.paint != one.paint && other.overlap() > one.overlap()
}

/// Share of what a solid covers where another one's paint shows, and that lies there.
fn shown_within(
    own: &Outlines<pixels::Raster>,
    other: &Outlines<pixels::Raster>,
    paint: &Mat,
) -> opencv::Result<f64> {
    let raster = Rect::new(0, 0, paint.cols(), paint.rows());
    let area = imgproc::bounding_rect(&cv::polygon(own.iter().flatten()))? & raster;
    if area.empty() {
        return Ok(0.0);
    }
    let own = covered(own, area)?;
    let both = cv::both(&own, &covered(other, area)?)?;
    let shown = cv::both(&both, &Mat::roi(paint, area)?)?;
    let count = |mask: &Mat| opencv::core::count_non_zero(mask).map(f64::from);
    Ok(count(&shown)? / count(&own)?.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::memory::tests::piece;
    use calibration::space::{self, vec2};
    use carcassonne::piece::Color;
    use opencv::core::Scalar;

    /// A square of 20 pixels that begins at that column.
    fn solid(column: f64) -> Outlines<pixels::Raster> {
        vec![
            space::square(0.0, 19.0)
                .map(|corner| corner + vec2(column, 5.0))
                .to_vec(),
        ]
    }

    #[test]
    fn only_a_clearer_piece_of_another_paint_behind_it_tells_against_one() {
        let one = piece(Color::Yellow, 0, 0.6, 1.0);
        let tells = |color: Color, overlap: f64, x: i32| {
            may_tell(&piece(color, x, overlap, 1.0), &one, |foot| foot.x)
        };
        assert!(tells(Color::Blue, 0.7, 1));
        assert!(!tells(Color::Blue, 0.5, 1), "less clear");
        assert!(!tells(Color::Blue, 0.7, -1), "before it");
        assert!(!tells(Color::Yellow, 0.7, 1), "of its own paint");
    }

    #[test]
    fn a_piece_is_seen_through_where_the_paint_of_the_one_behind_it_shows() -> opencv::Result<()> {
        let shown = |columns: Rect| -> opencv::Result<f64> {
            let none = Scalar::all(0.0);
            let mut paint = Mat::new_rows_cols_with_default(30, 60, opencv::core::CV_8UC1, none)?;
            imgproc::rectangle(
                &mut paint,
                columns,
                Scalar::all(255.0),
                -1,
                imgproc::LINE_8,
                0,
            )?;
            shown_within(&solid(10.0), &solid(20.0), &paint)
        };
        // The one behind shows as far as it reaches …
        assert_eq!(shown(Rect::new(0, 0, 60, 30))?, 0.5);
        // … or is hidden as it should be, and shows beside the other only.
        assert_eq!(shown(Rect::new(30, 0, 30, 30))?, 0.0);
        let off = Mat::new_rows_cols_with_default(4, 4, opencv::core::CV_8UC1, Scalar::all(0.0))?;
        assert_eq!(
            shown_within(&solid(10.0), &solid(20.0), &off)?,
            0.0,
            "outside"
        );
        Ok(())
    }
}
