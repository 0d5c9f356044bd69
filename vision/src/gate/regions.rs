//! Connected patches of a change mask, and which of them look like an arm.

use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual, Rect, Size};
use opencv::imgproc;

use super::GateConfig;
use crate::cv;

/// An upright rectangle in frame pixels; right and bottom are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RegionPx {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl RegionPx {
    /// Whether a point lies inside.
    pub fn contains(&self, [x, y]: [f32; 2]) -> bool {
        x >= self.left as f32
            && x < self.right as f32
            && y >= self.top as f32
            && y < self.bottom as f32
    }

    pub(super) fn shifted(self, x: i32, y: i32) -> Self {
        Self {
            left: self.left + x,
            top: self.top + y,
            right: self.right + x,
            bottom: self.bottom + y,
        }
    }

    pub(super) fn grown(self, by: i32) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub(super) fn scaled(self, scale: f64) -> Self {
        let down = |value: i32| (f64::from(value) * scale).floor() as i32;
        let up = |value: i32| (f64::from(value) * scale).ceil() as i32;
        Self {
            left: down(self.left),
            top: down(self.top),
            right: up(self.right),
            bottom: up(self.bottom),
        }
    }
}

/// One connected patch of change.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    pub region: RegionPx,
    /// Share of the picture it covers.
    pub share: f64,
    /// Length of the picture's border it covers, as a share of the picture's longer side.
    pub border: f64,
    /// How far it reaches in from there, likewise; 1 for what does not touch it.
    pub depth: f64,
    /// Its pixels, 255, in its region.
    inside: Mat,
    /// It shows what it showed before: in another light, or a little aside.
    known: bool,
}

impl Blob {
    /// Whether it is too large for a move of the game, or reaches in from the border like an arm.
    pub fn is_foreign(&self, config: &GateConfig) -> bool {
        let arm = self.share >= config.arm_share && self.border >= config.arm_border;
        !self.known && (arm || self.share >= config.large_share)
    }

    /// Whether it reaches in so little that nobody's hand is over the board.
    pub fn is_shallow(&self, config: &GateConfig) -> bool {
        self.depth <= config.shallow
    }

    /// Looks whether both pictures have the same edges there: an arm hides what it covers, a
    /// lamp or a cloud only changes how bright each colour is.
    pub fn compare_edges(&mut self, old: &Mat, new: &Mat) -> Result<(), opencv::Error> {
        let (old, new) = (edges(old, self.area())?, edges(new, self.area())?);
        let pairs = old
            .data_typed::<f32>()?
            .iter()
            .zip(new.data_typed::<f32>()?);
        let (mut common, mut alone) = (0.0, [0.0; 2]);
        for ((old, new), inside) in pairs.zip(self.inside.data_typed::<u8>()?) {
            if *inside > 0 {
                common += f64::from(old * new);
                alone[0] += f64::from(old * old);
                alone[1] += f64::from(new * new);
            }
        }
        self.known = common > SAME_EDGES * (alone[0] * alone[1]).sqrt();
        Ok(())
    }

    /// Looks whether what is there now was nearby before. After a knock a cup lies elsewhere than the
    /// table takes it: what rises above the table moves otherwise.
    pub fn look_nearby(&mut self, old: &Mat, new: &Mat) -> Result<(), opencv::Error> {
        let area = self.area();
        let around = Rect::new(
            area.x - NEARBY_PX,
            area.y - NEARBY_PX,
            area.width + 2 * NEARBY_PX,
            area.height + 2 * NEARBY_PX,
        );
        let around = around & Rect::new(0, 0, old.cols(), old.rows());
        let (old, new) = (edges(old, around)?, edges(new, area)?);
        let mut alike = Mat::default();
        let how = imgproc::TM_CCORR_NORMED;
        imgproc::match_template(&old, &new, &mut alike, how, &self.inside)?;
        let mut most = 0.0;
        let everywhere = core::no_array();
        core::min_max_loc(&alike, None, Some(&mut most), None, None, &everywhere)?;
        self.known |= most > SAME_THING;
        Ok(())
    }

    /// Its bounds in the small picture.
    pub fn area(&self) -> Rect {
        let RegionPx {
            left,
            top,
            right,
            bottom,
        } = self.region;
        Rect::new(left, top, right - left, bottom - top)
    }
}

/// How each pixel of a part stands out from those around it.
fn edges(picture: &Mat, part: Rect) -> Result<Mat, opencv::Error> {
    let mut float = Mat::default();
    Mat::roi(picture, part)?.convert_to(&mut float, core::CV_32F, 1.0, 0.0)?;
    let soft = cv::averaged(&float, Size::new(EDGE_PX, EDGE_PX))?;
    let edges = cv::subtracted(&float, &soft)?;
    Ok(edges)
}

/// Side of the square against whose mean edges stand out, small-picture pixels: a third of a tile.
const EDGE_PX: i32 = 9;

/// Correlation of edges from which both pictures show the same: noise of a cheap webcam in the
/// evening leaves 0.9 on a patterned cloth, and what an arm hides has less than 0.3.
const SAME_EDGES: f64 = 0.8;

/// How far a thing may be from where the table takes it in a knock, small-picture pixels: a tall cup at the
/// edge of the picture, seen from 30 degrees above the table.
const NEARBY_PX: i32 = 14;
/// Correlation of edges from which it is the same thing there; a sleeve that comes over a table reaches
/// 0.4 somewhere near.
const SAME_THING: f64 = 0.65;

/// Gap that is bridged within a patch, small-picture pixels: parts of a hand as bright as
/// the table leave holes about a finger wide.
const BRIDGE_PX: i32 = 7;

/// Depth of the band along the picture's edge that counts as border: the bridging and the
/// 3 × 3 mean make the outermost pixels unsure.
const BORDER_PX: i32 = 3;

/// Patches smaller than this many pixels are flicker.
const SMALLEST_PX: i32 = 12;

/// The connected patches of a mask (255 = changed), largest first.
pub(super) fn blobs(mask: &Mat) -> Result<Vec<Blob>, opencv::Error> {
    let closed = cv::morphed(mask, imgproc::MORPH_CLOSE, &cv::disc(BRIDGE_PX)?)?;
    let mut labels = Mat::default();
    let mut stats = Mat::default();
    let mut centres = Mat::default();
    let count = imgproc::connected_components_with_stats(
        &closed,
        &mut labels,
        &mut stats,
        &mut centres,
        8,
        core::CV_32S,
    )?;
    let (cols, rows) = (closed.cols(), closed.rows());
    let total = f64::from(cols) * f64::from(rows);
    let border = border_lengths(&labels, count)?;
    let mut found = Vec::new();
    for label in 1..count {
        let stat = |column: i32| stats.at_2d::<i32>(label, column).copied();
        let size = stat(imgproc::CC_STAT_AREA)?;
        if size < SMALLEST_PX {
            continue;
        }
        let (left, top) = (stat(imgproc::CC_STAT_LEFT)?, stat(imgproc::CC_STAT_TOP)?);
        let (width, height) = (
            stat(imgproc::CC_STAT_WIDTH)?,
            stat(imgproc::CC_STAT_HEIGHT)?,
        );
        let area = Rect::new(left, top, width, height);
        let one = core::Scalar::all(f64::from(label));
        let inside = cv::compared(&Mat::roi(&labels, area)?, &one, core::CMP_EQ)?;
        found.push(Blob {
            region: RegionPx {
                left,
                top,
                right: left + width,
                bottom: top + height,
            },
            inside,
            known: false,
            share: f64::from(size) / total,
            border: f64::from(border[label as usize]) / f64::from(cols.max(rows)),
            depth: f64::from(depth(area, closed.size()?)) / f64::from(cols.max(rows)),
        });
    }
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    Ok(found)
}

/// How far an area reaches in from the border that it touches, pixels; the longer side where it touches
/// none.
fn depth(area: Rect, picture: Size) -> i32 {
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    let touched = [
        (area.x, right),
        (area.y, bottom),
        (picture.width - right, picture.width - area.x),
        (picture.height - bottom, picture.height - area.y),
    ];
    let touched = touched.into_iter().filter(|(off, _)| *off < BORDER_PX);
    let reaches = touched.map(|(_, reaches)| reaches).min();
    reaches.unwrap_or(picture.width.max(picture.height))
}

/// Per label, how many pixels along the picture's edge have it within the border band.
fn border_lengths(labels: &Mat, count: i32) -> Result<Vec<i32>, opencv::Error> {
    let (cols, rows) = (labels.cols(), labels.rows());
    let mut lengths = vec![0; count.max(1) as usize];
    let depth = BORDER_PX.min(cols).min(rows);
    let mut count_line = |band: &mut dyn Iterator<Item = (i32, i32)>| -> Result<(), _> {
        let mut last = 0;
        for (y, x) in band {
            let label = *labels.at_2d::<i32>(y, x)?;
            if label != 0 && label != last {
                lengths[label as usize] += 1;
                last = label;
            }
        }
        Ok::<(), opencv::Error>(())
    };
    for x in 0..cols {
        count_line(&mut (0..depth).map(|d| (d, x)))?;
        count_line(&mut (0..depth).map(|d| (rows - 1 - d, x)))?;
    }
    for y in 0..rows {
        count_line(&mut (0..depth).map(|d| (y, d)))?;
        count_line(&mut (0..depth).map(|d| (y, cols - 1 - d)))?;
    }
    Ok(lengths)
}
