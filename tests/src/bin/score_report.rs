//! Prints what `score` makes of labelled photographs of finished boards: the final points by the
//! labels and by the reading before anybody answers, how much is asked, the points after each answer
//! by the labels, seconds and memory; and which lines of the scoring, tiles and figures differ.
//!
//! `score_report PHOTOS… --pack PACK` takes photographs that have labels (`NAME.json`) beside them, or
//! folders of such. Points are compared on what the labels name: a tile that the picture's rim cuts, or
//! that nobody can name, is left out of the reading as well, with the figure on it. What stands in
//! something finished counts as scored before for both: no photograph tells.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use calibration::Homography;
use calibration::space::{self, ImageCorners, ImagePoint, LatticePoint, apart};
use carcassonne::geometry::{Cell, Rotation};
use carcassonne::piece::Color;
use clap::Parser;
use cpu_time::ProcessTime;
use nebelwacht_tests::photographs::photo::{LabelMeeple, LabelTile, Labels};
use nebelwacht_tests::photographs::{final_points, photo};
use nebelwacht_tests::{memory, packs, table};
use nebelwacht_ui::run::reading::pack_source::PackSource;
use nebelwacht_ui::run::reading::read_board::{Known, ReadBoard};
use nebelwacht_ui::store::folders::Folders;
use opencv::prelude::*;
use tracker::at_end::{About, Answer, Doubt, TakenOver, scores};
use tracker::board::Board;
use tracker::board::features::SegmentRef;
use tracker::rules::Game;

/// How far a foot that was read may be off a labelled figure to be the same, tile sides.
const SAME: f64 = 0.5;
/// How near to the picture's rim a corner may be read of a tile that the rim cuts, diagonals.
const RIM: f64 = 0.1;
/// Answers at most: more than there are tiles and figures would go round in circles.
const ANSWERS: usize = 200;

#[derive(Parser)]
#[command(about = "Scores labelled photographs of finished boards, and says what differs and why")]
struct Args {
    /// Photographs with labels beside them, or folders of such.
    #[arg(required = true)]
    photos: Vec<PathBuf>,
    /// A tile pack, or folder of face pictures.
    #[arg(long)]
    pack: PathBuf,
    /// Only the photographs of these names.
    #[arg(long, num_args = 1..)]
    only: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let pack = PackSource::Loaded(packs::open(&args.pack)?);
    let data = std::env::temp_dir().join("nebelwacht-score-report");
    let folders = Folders::find(Some(&data)).map_err(|failure| anyhow::anyhow!("{failure}"))?;
    let head = [
        "photograph",
        "tiles",
        "figures",
        "by the labels",
        "as read",
        "asked",
        "idle",
        "after answers",
        "answered",
        "s",
        "CPU s",
        "MB",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for photo in args.photos.iter().flat_map(|given| photo::labelled(given)) {
        let name = photo.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if args.only.is_empty() || args.only.contains(&name) {
            println!("{name}");
            rows.push(judge(&photo, &name, &pack, &folders)?);
        }
    }
    print!("{}", table::text(&rows));
    Ok(())
}

/// One photograph; its row, the rest is printed.
fn judge(
    photo: &Path,
    name: &str,
    pack: &PackSource,
    folders: &Folders,
) -> anyhow::Result<Vec<String>> {
    let labels = photo::labels(photo)?;
    let truth = final_points::of_labels(&labels);
    let right = scores(truth.log.game());
    let colors: Vec<Color> = right.keys().copied().collect();
    let setup = final_points::setup(&colors);
    memory::forget_peak();
    let (begun, cpu) = (Instant::now(), ProcessTime::now());
    let board = ReadBoard::read(photo, &setup, pack, folders);
    let board = board.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    let mut known = Known::default();
    let whole = board.taken_over(&known);
    let (seconds, cpu) = (begun.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let peak = memory::peak_mib();
    let (asked, idle) = (whole.questions().count(), whole.idle().count());
    println!("  asked of the whole photograph: {asked}, idle {idle}");

    let mut case = Case { labels, board };
    case.leave_out();
    let mut taken = case.board.taken_over(&known);
    let row = [
        taken.log.game().board().tiles().count().to_string(),
        taken.placed.len().to_string(),
        points(&right),
        points(&scores(taken.log.game())),
        taken.questions().count().to_string(),
        taken.idle().count().to_string(),
    ];
    println!("  by the labels {}", points(&right));
    println!("  as read       {}", points(&scores(taken.log.game())));
    case.print_differences(&taken);
    lines(truth.log.game(), taken.log.game());
    let mut answered = 0;
    while answered < ANSWERS {
        let first = taken.questions().next().cloned();
        let Some(doubt) = first else { break };
        let (answer, how) = case.answer(&doubt, &taken);
        answered += 1;
        let about = doubt.about;
        println!(
            "  asked {answered}: {about:?}, {:.1} points hang on it: {how}",
            doubt.stake
        );
        known.answers.push((about, answer));
        taken = case.board.taken_over(&known);
        println!("    now {}", points(&scores(taken.log.game())));
    }
    if answered > 0 {
        println!("  left after the answers:");
        case.print_differences(&taken);
        lines(truth.log.game(), taken.log.game());
    }
    let after = [
        points(&scores(taken.log.game())),
        answered.to_string(),
        format!("{seconds:.1}"),
        format!("{cpu:.1}"),
        peak.to_string(),
    ];
    let row = [name.to_owned()].into_iter().chain(row).chain(after);
    Ok(row.collect())
}

/// A photograph, read and labelled.
struct Case {
    labels: Labels,
    board: ReadBoard,
}

impl Case {
    /// Leaves out of the reading what the labels leave out.
    fn leave_out(&mut self) {
        let size = self.board.picture.pixels.size().unwrap_or_default();
        let reading = &self.board.reading;
        let cut = |corners: &ImageCorners| {
            let (width, height) = (f64::from(size.width), f64::from(size.height));
            let rim = RIM * apart(corners[0], corners[2]);
            let inside = |at: f64, end: f64| at > rim && at < end - rim;
            corners
                .iter()
                .any(|p| !inside(p.x, width) || !inside(p.y, height))
        };
        let mut verdicts = reading.verdicts.clone();
        for (cell, verdict) in &mut verdicts {
            let read = reading.cells.get(cell).map(|read| read.corners);
            let corners = read.unwrap_or_else(|| reading.lattice.corners(*cell));
            let is_left_out = || cut(&corners) || self.is_unsure(&corners);
            if self.labelled(&corners).is_none() && is_left_out() {
                verdict.present = 0.0;
            }
        }
        let figures = reading.figures.iter().filter(|figure| {
            let foot = figure.foot_px.map(f64::from);
            let is_it = |label| self.sides(label, foot).is_some_and(|sides| sides < SAME);
            let is_ignored = self.labels.ignored_figures.iter().any(is_it);
            let stands = verdicts.get(&figure.cell).is_some_and(|v| v.present > 0.0);
            stands && !is_ignored
        });
        let figures = figures.cloned().collect();
        self.board.reading.figures = figures;
        self.board.reading.verdicts = verdicts;
    }

    /// Whether it lies where the labels say that nobody can name a tile.
    fn is_unsure(&self, corners: &ImageCorners) -> bool {
        let tiles = self.labels.tiles.iter();
        let (px, places): (Vec<ImagePoint>, Vec<LatticePoint>) = tiles
            .map(|tile| {
                let middle = space::middle(&tile.poly_px.map(ImagePoint::from));
                (
                    middle,
                    space::point2(f64::from(tile.col), f64::from(tile.row)),
                )
            })
            .unzip();
        let places = Homography::fit(&px, &places, 0.25);
        let place = places.map(|fit| fit.map.apply(space::middle(corners)));
        place.is_some_and(|at| {
            let [row, col] = [at.y, at.x].map(|v| v.round() as i32);
            self.labels.unsure.contains(&[row, col])
        })
    }

    /// The label of what has those corners, and how the corners are turned against it.
    fn labelled(&self, corners: &ImageCorners) -> Option<(&LabelTile, i32)> {
        let mut tiles = self.labels.tiles.iter();
        tiles.find_map(|tile| Some((tile, tile.lies_at(corners)?)))
    }

    /// The label of what lies on a cell of the board, with its turn there.
    fn tile(&self, cell: Cell) -> Option<(&LabelTile, Rotation)> {
        let (label, turn) = self.labelled(&self.board.corners_px(cell))?;
        Some((label, Rotation::from_quarter_turns(label.rotation + turn)))
    }

    /// How far a labelled figure is from a place in the picture, tile sides.
    fn sides(&self, label: &LabelMeeple, px: [f64; 2]) -> Option<f64> {
        let side = self.labels.side_px([label.row, label.col]);
        Some(apart(ImagePoint::from(label.px?), ImagePoint::from(px)) / side)
    }

    /// The labelled figure that a figure of the reading is, the nearest one.
    fn figure(&self, number: usize) -> Option<&LabelMeeple> {
        let foot = self
            .board
            .reading
            .figures
            .get(number)?
            .foot_px
            .map(f64::from);
        let near = self.labels.meeples.iter();
        let near = near.filter_map(|label| Some((label, self.sides(label, foot)?)));
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|of| of.1 < SAME).map(|of| of.0)
    }

    /// The segment of the board that a labelled figure stands on.
    fn segment(&self, label: &LabelMeeple, board: &Board) -> Option<SegmentRef> {
        let mut cells = board.tiles().map(|(cell, _)| cell);
        let cell = cells.find(|&cell| {
            self.tile(cell)
                .is_some_and(|(tile, _)| [tile.row, tile.col] == [label.row, label.col])
        })?;
        let labelled = final_points::Labelled {
            labels: &self.labels,
            turn: self.labelled(&self.board.corners_px(cell))?.1,
        };
        let segment = labelled.segment(label, board.get(cell)?)?;
        Some(SegmentRef::new(cell, segment))
    }

    /// What the labels answer, in words as well. A figure's reading that is not among the guesses cannot
    /// be answered.
    fn answer(&self, doubt: &Doubt, taken: &TakenOver) -> (Answer, String) {
        let game = taken.log.game();
        let guesses = || doubt.guesses.iter().map(|guess| guess.answer);
        let stays = |why: &str| (doubt.taken, format!("{why}, stays as taken"));
        let said = |answer: Answer| (answer, format!("{answer:?}"));
        let (right, truth) = match doubt.about {
            About::Tile(cell) => {
                let Some((label, turn)) = self.tile(cell) else {
                    let none = guesses().find(|guess| *guess == Answer::NoTile);
                    return none.map_or_else(|| stays("no tile is labelled there"), said);
                };
                let mut all = guesses().chain(taken.other_tiles(doubt));
                let right = all.find(|guess| match guess {
                    Answer::Tile(face, rotation) => {
                        let face = game.catalogue().face(face);
                        face.is_some_and(|face| {
                            face.id.as_str() == label.face
                                && face.canonical(*rotation) == face.canonical(turn)
                        })
                    }
                    _ => false,
                });
                (right, format!("{} {}°", label.face, turn.degrees()))
            }
            About::Piece(number) => {
                let Some(label) = self.figure(number) else {
                    let none = guesses().find(|guess| *guess == Answer::NoPiece);
                    return none.map_or_else(|| stays("nobody is labelled there"), said);
                };
                let at = self.segment(label, game.board());
                let right = guesses().find(|guess| match guess {
                    Answer::Piece(spot, _) => {
                        let same = at.is_some_and(|at| same_feature(game, spot.at, at));
                        spot.color.to_string() == label.color && same
                    }
                    _ => false,
                });
                (right, label.to_string())
            }
            About::Finished(_) => return said(Answer::Scored),
        };
        right.map_or_else(|| stays(&format!("{truth} is not among the answers")), said)
    }

    /// Tiles and figures that were taken for others than the labels say.
    fn print_differences(&self, taken: &TakenOver) {
        let game = taken.log.game();
        let board = game.board();
        let mut found = Vec::new();
        for (cell, laid) in board.tiles() {
            let read = format!("{} {}°", laid.face.id, laid.rotation.degrees());
            match self.tile(cell) {
                Some((label, turn)) => {
                    found.push([label.row, label.col]);
                    let same = laid.face.canonical(laid.rotation) == laid.face.canonical(turn);
                    if laid.face.id.as_str() != label.face || !same {
                        let (face, turn) = (&label.face, turn.degrees());
                        println!("    tile at {cell}: {read}, labelled {face} {turn}°");
                    }
                }
                None => {
                    let corners = self.board.corners_px(cell);
                    let corners = corners.map(|p| [p.x.round() as i32, p.y.round() as i32]);
                    println!("    tile at {cell}: {read}, none is labelled at {corners:?}");
                }
            }
        }
        for label in &self.labels.tiles {
            if !found.contains(&[label.row, label.col]) {
                println!("    tile at row {} col {}: missing", label.row, label.col);
            }
        }
        let mut met = Vec::new();
        for placed in &taken.placed {
            let spot = placed.spot;
            let read = format!("{} on {} at {}", spot.color, placed.on.name(), spot.at.cell);
            let Some(label) = self.figure(placed.piece) else {
                println!("    figure {read}: none is labelled");
                continue;
            };
            met.push(label.px);
            let at = self.segment(label, board);
            let same = at.is_some_and(|at| same_feature(game, spot.at, at));
            if spot.color.to_string() != label.color || !same {
                println!(
                    "    figure {read} {:.2}: labelled {label}",
                    spot.probability
                );
            }
        }
        for label in self
            .labels
            .meeples
            .iter()
            .filter(|label| !met.contains(&label.px))
        {
            println!("    figure missing: {label}");
        }
    }
}

fn same_feature(game: &Game, a: SegmentRef, b: SegmentRef) -> bool {
    let id = |at| game.features().at(at).map(|feature| feature.id);
    id(a).is_some() && id(a) == id(b)
}

fn points(points: &BTreeMap<Color, i32>) -> String {
    let all = points
        .iter()
        .map(|(color, points)| format!("{color} {points}"));
    all.collect::<Vec<_>>().join(", ")
}

/// Lines of the scoring that only one of both has.
fn lines(truth: &Game, read: &Game) {
    let of = |game: &Game| {
        let lines = game.lines().iter();
        let mut lines: Vec<String> = lines
            .map(|line| {
                let color = line
                    .color
                    .map_or_else(String::new, |color| color.to_string());
                format!(
                    "{color}: {} = {} ({:?})",
                    line.expression, line.points, line.reason
                )
            })
            .collect();
        lines.sort();
        lines
    };
    let (mut right, mut wrong) = (of(truth), of(read));
    right.retain(|line| match wrong.iter().position(|other| other == line) {
        Some(same) => {
            wrong.remove(same);
            false
        }
        None => true,
    });
    right
        .iter()
        .for_each(|line| println!("    only by the labels: {line}"));
    wrong
        .iter()
        .for_each(|line| println!("    only as read: {line}"));
}
