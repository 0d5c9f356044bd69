//! Tests of the artist. With `NEBELWACHT_ART_OUT` set to a folder they also leave contact
//! sheets there to look at.

use std::time::Instant;

use opencv::core::{Rect, Vector, norm2_def};
use opencv::imgcodecs;
use tracker::piece::{Color, FigureKind, Pose};

use super::*;

/// Writes a picture if somebody wants to look.
pub(crate) fn show(name: &str, picture: &Mat) {
    if let Ok(folder) = std::env::var("NEBELWACHT_ART_OUT") {
        imgcodecs::imwrite(
            format!("{folder}/art_{name}.png").as_str(),
            picture,
            &Vector::new(),
        )
        .unwrap();
    }
}

/// Pictures of equal size in rows of `columns`.
fn sheet(pictures: &[Mat], columns: usize) -> Mat {
    let (w, h) = (pictures[0].cols() + 4, pictures[0].rows() + 4);
    let rows = pictures.len().div_ceil(columns) as i32;
    let mut all = Mat::new_rows_cols_with_default(
        rows * h,
        columns as i32 * w,
        core::CV_8UC3,
        Scalar::all(90.0),
    )
    .unwrap();
    for (i, picture) in pictures.iter().enumerate() {
        let at = Rect::new(
            (i % columns) as i32 * w + 2,
            (i / columns) as i32 * h + 2,
            w - 4,
            h - 4,
        );
        picture
            .copy_to(&mut Mat::roi_mut(&mut all, at).unwrap())
            .unwrap();
    }
    all
}

fn difference(a: &Mat, b: &Mat) -> f64 {
    norm2_def(a, b).unwrap() / (a.total() as f64 * 3.0).sqrt()
}

#[test]
fn equal_copies_are_equal_and_others_differ() {
    let catalogue = Catalogue::bundled();
    for face in catalogue.faces() {
        let draw = |variant| raster(&face_svg(face, false, variant).unwrap(), 64, 64).unwrap();
        assert_eq!(
            face_svg(face, false, 5).unwrap(),
            face_svg(face, false, 5).unwrap()
        );
        let far = difference(&draw(0), &draw(1));
        assert!(far > 8.0, "{}: two copies look alike ({far:.1})", face.id);
    }
}

#[test]
fn terrain_is_where_the_layout_says() {
    // City ground is red-brown, meadow green, roads pale: tell them apart by the middle
    // colour of what the layout calls so.
    let catalogue = Catalogue::bundled();
    for face in catalogue.faces() {
        let layout = Layout::new(face, false).unwrap();
        for variant in 0..3 {
            let picture = raster(&face_svg(face, false, variant).unwrap(), 100, 100).unwrap();
            for (n, segment) in face.segments.iter().enumerate() {
                let (mut sum, mut count) = ([0.0f64; 3], 0.0);
                for row in 0..100 {
                    for column in 0..100 {
                        let p = [
                            (column as f32 + 0.5) / 100.0 - 0.5,
                            (row as f32 + 0.5) / 100.0 - 0.5,
                        ];
                        // Well inside: copies sway by a few hundredths.
                        let around = [
                            [0.0, 0.0],
                            [0.02, 0.0],
                            [-0.02, 0.0],
                            [0.0, 0.02],
                            [0.0, -0.02],
                        ];
                        if around
                            .iter()
                            .all(|d| layout.segment_at([p[0] + d[0], p[1] + d[1]]) == n)
                        {
                            let pixel = picture.at_2d::<core::Vec3b>(row, column).unwrap();
                            (0..3).for_each(|k| sum[k] += f64::from(pixel[k]));
                            count += 1.0;
                        }
                    }
                }
                let [blue, green, red] = sum.map(|v| v / count);
                let right = match segment.kind {
                    SegmentKind::City { .. } => red > green + 12.0,
                    SegmentKind::Field { .. } => green > red && green > blue + 30.0,
                    SegmentKind::Road => red > 150.0 && red >= green,
                    SegmentKind::Monastery => red > 110.0,
                    SegmentKind::Garden | SegmentKind::Castle | SegmentKind::Cemetery => true,
                };
                assert!(
                    right,
                    "{} {n} {:?}: {red:.0} {green:.0} {blue:.0}",
                    face.id, segment.kind
                );
            }
        }
    }
}

#[test]
fn bad_sizes_and_bad_drawings_are_refused() {
    assert!(matches!(raster("<svg", 10, 10), Err(ArtError::Svg(_))));
    assert!(matches!(
        raster(&tile_back_svg(), 0, 10),
        Err(ArtError::Size(0, 10))
    ));
    assert!(matches!(
        raster(&tile_back_svg(), 10, 9000),
        Err(ArtError::Size(10, 9000))
    ));
}

#[test]
fn everything_can_be_drawn() {
    let catalogue = Catalogue::bundled();
    let start = Instant::now();
    let svgs: Vec<String> = catalogue
        .faces()
        .flat_map(|face| (0..2).map(move |v| face_svg(face, v == 1, v).unwrap()))
        .collect();
    let drawn = start.elapsed();
    let start = Instant::now();
    let faces: Vec<Mat> = svgs
        .iter()
        .map(|svg| raster(svg, 256, 256).unwrap())
        .collect();
    let rastered = start.elapsed();
    let each = |t: std::time::Duration| t.as_secs_f64() * 1000.0 / svgs.len() as f64;
    println!(
        "face: {:.1} ms to draw, {:.1} ms to raster at 256 px, {} kB of SVG",
        each(drawn),
        each(rastered),
        svgs.iter().map(String::len).sum::<usize>() / svgs.len() / 1024
    );
    show("faces", &sheet(&faces, 8));
    let small: Vec<Mat> = svgs
        .iter()
        .map(|svg| raster(svg, 48, 48).unwrap())
        .collect();
    show("faces48", &sheet(&small, 12));

    let kinds = [
        FigureKind::Meeple,
        FigureKind::BigMeeple,
        FigureKind::Abbot,
        FigureKind::Guard,
        FigureKind::Ghost,
        FigureKind::Cat,
        FigureKind::Mage,
        FigureKind::Witch,
        FigureKind::Hound,
        FigureKind::Chip,
    ];
    let mut figures = Vec::new();
    for pose in [Pose::Standing, Pose::Lying] {
        for color in Color::ALL {
            figures.push(
                raster(
                    &figure::pictogram(FigureKind::Meeple, Some(color), pose),
                    96,
                    96,
                )
                .unwrap(),
            );
        }
    }
    for kind in kinds {
        figures.push(raster(&figure::pictogram(kind, None, Pose::Standing), 96, 96).unwrap());
    }
    show("figures", &sheet(&figures, 6));
    for prop in Prop::ALL {
        let [w, h, _] = prop.size_mm();
        let picture = raster(&prop_svg(prop), w as i32 * 2, h as i32 * 2).unwrap();
        show(&format!("prop_{prop:?}"), &picture);
    }
    let blank = Mat::new_rows_cols_with_default(96, 96, core::CV_8UC3, Scalar::all(255.0)).unwrap();
    assert!(
        figures
            .iter()
            .all(|picture| difference(picture, &blank) > 15.0)
    );
}

#[test]
fn a_box_has_every_print_that_its_copies_show() {
    let catalogue = Catalogue::bundled();
    let all = Print::all(&catalogue);
    let gardens = |face: &Face| {
        (0..face.copies)
            .filter(|&c| Print::of_copy(face, c).garden)
            .count()
    };
    for face in catalogue.faces() {
        assert_eq!(gardens(face), usize::from(face.garden_copies));
        assert!((0..face.copies).all(|c| all.contains(&Print::of_copy(face, c))));
    }
    assert!(all.len() < 72 && all.len() > 48, "{}", all.len());
}
