//! Figures of a photograph held against its labels: found, and right in colour, pose, feature, cell.

use std::collections::BTreeSet;

use carcassonne::piece::{Color, Pose};
use tracker::board::features::FeatureKind;

use crate::photographs::fault::{Fault, Place};
use crate::photographs::photo::{LabelMeeple, Labels};

/// A figure that was read, in the labels' rows and columns.
#[derive(Clone, Debug)]
pub struct Read {
    /// Row and column of its tile.
    pub at: [i32; 2],
    /// Foot in the picture, pixels.
    pub foot_px: [f64; 2],
    /// What it was read as.
    pub color: Option<Color>,
    /// Standing or lying.
    pub pose: Pose,
    /// What of its tile it stands on.
    pub on: Option<FeatureKind>,
    /// How sure that is.
    pub said: f32,
}

/// How many figures were right in what.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Figures that stand there.
    pub truth: usize,
    /// Of these: seen at all, and right in colour, pose, feature and cell.
    pub found: usize,
    /// Right in colour.
    pub color: usize,
    /// Right in pose.
    pub pose: usize,
    /// Right in what they stand on.
    pub feature: usize,
    /// Right in their cell.
    pub cell: usize,
    /// Right in all of that.
    pub right: usize,
    /// Read where none is.
    pub ghosts: usize,
    /// What was said of each figure that was read, and whether it was right in everything.
    pub said: Vec<(f32, bool)>,
}

impl Marks {
    /// Adds those of another photograph.
    pub fn add(&mut self, other: &Self) {
        self.truth += other.truth;
        self.found += other.found;
        self.color += other.color;
        self.pose += other.pose;
        self.feature += other.feature;
        self.cell += other.cell;
        self.right += other.right;
        self.ghosts += other.ghosts;
        self.said.extend_from_slice(&other.said);
    }

    /// The head of [`Self::row`].
    pub const HEAD: [&str; 8] = [
        "figures",
        "found",
        "colour",
        "pose",
        "feature",
        "cell",
        "all right",
        "false",
    ];

    /// As a row of a table.
    pub fn row(&self) -> Vec<String> {
        [
            self.truth,
            self.found,
            self.color,
            self.pose,
            self.feature,
            self.cell,
            self.right,
            self.ghosts,
        ]
        .map(|n| n.to_string())
        .to_vec()
    }

    /// What was said against how often it was right: lower bound, how many, right, mean said.
    pub fn reliability(&self) -> Vec<(f32, usize, usize, f32)> {
        let bounds = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01];
        let bin = |low: f32, high: f32| {
            let of = self.said.iter().filter(|s| s.0 >= low && s.0 < high);
            let (of, right) = (of.clone().count(), of.filter(|s| s.1).count());
            let sum: f32 = self
                .said
                .iter()
                .map(|s| s.0)
                .filter(|s| *s >= low && *s < high)
                .sum();
            (low, of, right, sum / of.max(1) as f32)
        };
        bounds.windows(2).map(|b| bin(b[0], b[1])).collect()
    }
}

/// How far the foot that was read may be off the labelled one to be the same figure, tile sides:
/// half a tile, since two figures on one tile stand further apart.
const SAME: f64 = 0.5;

/// Joins what was read with the labels; mistakes go to `faults` and `ghosts`.
pub fn join(
    labels: &Labels,
    read: Vec<Read>,
    faults: &mut Vec<Fault>,
    ghosts: &mut Vec<Fault>,
) -> Marks {
    let mut marks = Marks {
        truth: labels.meeples.len(),
        ..Marks::default()
    };
    let side = |label: &LabelMeeple| labels.side_px([label.row, label.col]);
    let known = labels
        .meeples
        .iter()
        .chain(&labels.ignored_figures)
        .enumerate();
    // The nearest pairs first.
    let mut pairs: Vec<(f64, usize, usize)> = known
        .filter_map(|(n, label)| Some((n, label.px?, side(label))))
        .flat_map(|(n, [x, y], side)| {
            let far = move |r: &Read| (r.foot_px[0] - x).hypot(r.foot_px[1] - y) / side;
            read.iter().enumerate().map(move |(m, r)| (far(r), n, m))
        })
        .filter(|(far, ..)| *far < SAME)
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut labelled, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for (_, n, m) in pairs {
        if labelled.contains(&n) || taken.contains(&m) {
            continue;
        }
        labelled.insert(n);
        taken.insert(m);
        let (Some(label), Some(read)) = (labels.meeples.get(n), read.get(m)) else {
            continue; // one that counts neither way
        };
        let (right, said) = compare(label, read, &mut marks);
        marks.said.push((read.said, right));
        if !right {
            let place = label.px.map(|at| Place::Around(at, side(label)));
            faults.push(Fault { what: said, place });
        }
    }
    for (n, label) in labels.meeples.iter().enumerate() {
        if !labelled.contains(&n) {
            let place = label.px.map(|at| Place::Around(at, side(label)));
            faults.push(Fault {
                what: format!("{label}: not found"),
                place,
            });
        }
    }
    for (m, read) in read.iter().enumerate() {
        if taken.contains(&m) || !labels.counts(read.at) {
            continue;
        }
        marks.ghosts += 1;
        marks.said.push((read.said, false));
        let place = Place::Around(read.foot_px, labels.side_px(read.at));
        ghosts.push(Fault::at(read.to_string(), place));
    }
    marks
}

/// Counts what is right of a figure that was found; whether all is, and the mistake in words.
fn compare(label: &LabelMeeple, read: &Read, marks: &mut Marks) -> (bool, String) {
    let feature = label.feature.split(' ').next().unwrap_or_default();
    let color = read.color.map(|c| c.name()) == Some(label.color.as_str());
    let pose = label
        .pose
        .as_deref()
        .is_none_or(|pose| pose == name(read.pose));
    let on = read.on.map(FeatureKind::name) == Some(feature);
    let cell = read.at == [label.row, label.col];
    marks.found += 1;
    marks.color += usize::from(color);
    marks.pose += usize::from(pose);
    marks.feature += usize::from(on);
    marks.cell += usize::from(cell);
    let right = color && pose && on && cell;
    marks.right += usize::from(right);
    (right, format!("{label}: read as {read}"))
}

fn name(pose: Pose) -> &'static str {
    match pose {
        Pose::Standing => "standing",
        Pose::Lying => "lying",
    }
}

impl std::fmt::Display for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let color = self.color.map_or("", |c| c.name());
        let on = self.on.map_or("tile", FeatureKind::name);
        let ([row, col], pose, said) = (self.at, name(self.pose), self.said);
        write!(
            f,
            "{color} {pose} on {on} at row {row} col {col} ({said:.2})"
        )
    }
}
