//! What a blob of wooden colour is: which piece in which pose explains it, and where its foot is.
//!
//! Between the blobs that [`crate::pieces::figures`] finds and the silhouettes that
//! [`crate::pieces::silhouette`] compares them with: weighs pieces, poses and paints against each
//! other. Judges one blob at a time.

use carcassonne::piece::{Color, FigureKind, Pose};
use carcassonne::seen::{FigureCandidate, SeenFigure};
use opencv::core::{Mat, Point, Rect, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use rayon::prelude::*;

use crate::pieces::blob::outline;
use crate::pieces::memory::Memory;
use crate::pieces::paint::grass::is_grass;
use crate::pieces::paint::{self, Paint, alike};
use crate::pieces::place::{PITCH_MM, Place};
use crate::pieces::silhouette::{self, Silhouettes, stature};
use crate::pieces::{blob, ghosts};

/// What a black piece's paint may tell between it and the cat at most, log-likelihood: lamps glare
/// on black wood.
const OFF_PAINT: f64 = 4.0;

/// Reads one blob: which pose explains its outline, and where the foot then is.
///
/// A blob that no pose explains well, or two alike, has lost a part to a colour like its own;
/// then its outline is drawn again along the picture's edges.
pub(crate) fn figure(
    unclear: &Mat,
    blob: &Vector<Point>,
    paint: &Paint,
    place: &Place,
    memory: &Memory,
    fewest: f64,
) -> opencv::Result<Option<(SeenFigure, Vec<silhouette::Fit>)>> {
    if is_grass(blob, paint, place)? {
        return Ok(None);
    }
    let mut fits = fits(unclear, blob, paint, place)?;
    let overlap = |fits: &[Explained]| fits.first().map_or(0.0, |best| best.fit.overlap);
    let again = |explained: &Explained| memory.stood_at(paint, explained.fit.foot);
    let fewest = if fits.first().is_some_and(again) {
        silhouette::MIN_IOU_AGAIN
    } else {
        fewest
    };
    if overlap(&fits) < fewest {
        return Ok(None);
    }
    if !is_clear(&fits)
        && let Some(drawn) = outline::redrawn(place.seen, blob)?
    {
        let sharper = self::fits(unclear, &drawn, paint, place)?;
        if overlap(&sharper) > overlap(&fits) {
            fits = sharper;
        }
    }
    fits = with_alike(fits, place)?;
    let Some(best) = fits.first().map(|best| best.fit) else {
        return Ok(None);
    };
    let candidate = |explained: &Explained| FigureCandidate {
        kind: explained.kind,
        color: explained.color,
        pose: explained.pose,
        log_likelihood: (explained.fit.overlap as f32) * silhouette::SHARPNESS,
        foot: None,
    };
    let candidates = fits.iter().map(candidate).collect();
    let claim = place.claim(best.foot, candidates).map(|mut claim| {
        for (candidate, explained) in claim.candidates.iter_mut().zip(&fits) {
            let off = (explained.fit.foot - best.foot).to_f32();
            candidate.foot = Some([claim.foot[0] + off.x, claim.foot[1] + off.y]);
        }
        (claim, fits.iter().map(|explained| explained.fit).collect())
    });
    Ok(claim)
}

/// Readings of a piece with those that it is of the paint which light makes alike: what its colour says
/// for one counts against the other, and not for there being a piece.
fn with_alike(fits: Vec<Explained>, place: &Place) -> opencv::Result<Vec<Explained>> {
    let mut both = Vec::with_capacity(2 * fits.len());
    for mut piece in fits {
        let other = piece.color.and_then(alike::other);
        if let Some((color, other)) = piece.color.zip(other)
            && place.colors.contains(&other)
            && let Some(odds) =
                alike::odds(color, median(place, &piece.solid())?, place.red_or_pink)?
        {
            let mut as_other = Explained {
                color: Some(other),
                ..piece
            };
            let sharp = f64::from(silhouette::SHARPNESS);
            as_other.fit.overlap -= (-odds).max(0.0) / sharp;
            piece.fit.overlap -= odds.max(0.0) / sharp;
            both.push(as_other);
        }
        both.push(piece);
    }
    both.sort_by(|a, b| b.fit.overlap.total_cmp(&a.fit.overlap));
    Ok(both)
}

/// A piece in a pose, and how it explains a blob.
#[derive(Clone, Copy, Debug)]
struct Explained {
    kind: FigureKind,
    color: Option<Color>,
    pose: Pose,
    fit: silhouette::Fit,
}

impl Explained {
    fn solid(&self) -> ghosts::Known {
        ghosts::Known {
            kind: self.kind,
            pose: self.pose,
            foot: self.fit.foot,
            size: self.fit.size,
            turn: self.fit.turn,
        }
    }
}

/// How each piece of a paint explains a blob, the best first.
fn fits(
    unclear: &Mat,
    blob: &Vector<Point>,
    paint: &Paint,
    place: &Place,
) -> opencv::Result<Vec<Explained>> {
    let Place { raster, view, .. } = place;
    let to_raster = |point| raster.raster_from_image.apply(view.project(point));
    let silhouettes = Silhouettes {
        to_picture: &to_raster,
        unit_mm: PITCH_MM,
    };
    let start = blob::middle(blob)?;
    let start = raster.lattice_from_raster.apply(start);
    let poses = |(kind, color): (FigureKind, Option<Color>)| {
        let lies = kind.can_lie().then_some((kind, color, Pose::Lying));
        std::iter::once((kind, color, Pose::Standing)).chain(lies)
    };
    let fit = |(kind, color, pose): (FigureKind, Option<Color>, Pose)| {
        let fit = silhouettes.fit(unclear, blob, kind, pose, start)?;
        Ok(fit.map(|fit| Explained {
            kind,
            color,
            pose,
            fit,
        }))
    };
    let tries: Vec<_> = paint.pieces(place.animals).flat_map(poses).collect();
    let fits = tries.into_par_iter().map(fit);
    let fits = fits.filter_map(Result::transpose);
    let mut fits: Vec<Explained> = fits.collect::<opencv::Result<_>>()?;
    if fits.iter().any(|piece| piece.color != paint.color) {
        let likely = |piece: &Explained| {
            let wears = (piece.kind, piece.color);
            ghosts::painted(place.light, mean(place, &piece.solid())?, wears)
        };
        let likely: Vec<f64> = fits.iter().map(likely).collect::<opencv::Result<_>>()?;
        let most = likely.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (piece, likely) in fits.iter_mut().zip(likely) {
            let less = (most - likely).min(OFF_PAINT);
            piece.fit.overlap -= less / f64::from(silhouette::SHARPNESS);
        }
    }
    if stature::matters(&paint.kinds) {
        for Explained { fit, .. } in &mut fits {
            fit.overlap -= stature::cost(fit, place.usual_size);
        }
    }
    fits.sort_by(|a, b| b.fit.overlap.total_cmp(&a.fit.overlap));
    Ok(fits)
}

/// Where a piece's solid lies, as a part of the rectified board and a mask of it.
fn within(place: &Place, piece: &ghosts::Known) -> opencv::Result<Option<(Rect, Mat)>> {
    let hull = place.hull(piece)?;
    let frame = Rect::new(0, 0, place.seen.cols(), place.seen.rows());
    let area = imgproc::bounding_rect(&hull)? & frame;
    if area.empty() {
        return Ok(None);
    }
    Ok(Some((area, blob::filled(&hull, area)?)))
}

/// The mean colour where a piece's solid lies.
fn mean(place: &Place, piece: &ghosts::Known) -> opencv::Result<[f64; 3]> {
    let Some((area, inside)) = within(place, piece)? else {
        return Ok([0.0; 3]);
    };
    let mean = opencv::core::mean(&Mat::roi(place.seen, area)?, &inside)?;
    Ok([mean[0], mean[1], mean[2]])
}

/// The median colour there.
fn median(place: &Place, piece: &ghosts::Known) -> opencv::Result<[f64; 3]> {
    let Some((area, inside)) = within(place, piece)? else {
        return Ok([0.0; 3]);
    };
    let here = Mat::roi(place.seen, area)?.try_clone()?;
    let pixels = here.data_typed::<opencv::core::Vec3f>()?.iter();
    let of_piece = pixels.zip(inside.data_typed::<u8>()?);
    let of_piece = of_piece.filter(|(_, inside)| **inside > 0);
    Ok(paint::median(of_piece.map(|(pixel, _)| &pixel.0)).map(f64::from))
}

/// Whether one reading explains a blob well and the others clearly less.
fn is_clear(fits: &[Explained]) -> bool {
    let overlap = |n: usize| fits.get(n).map_or(0.0, |nth| nth.fit.overlap);
    overlap(0) >= silhouette::WELL && overlap(0) - overlap(1) >= silhouette::CLEARLY
}
