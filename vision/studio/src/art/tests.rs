//! Tests of the artist. With `NEBELWACHT_ART_OUT` set to a folder they also leave contact
//! sheets there to look at.

use std::collections::BTreeSet;
use std::time::Instant;

use carcassonne::piece::{Color, FigureKind, Pose};
use opencv::core::{Rect, Vector, norm2_def};
use opencv::{imgcodecs, imgproc};

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

/// The pictures of these sets, each print once, and their names.
fn prints(sets: &[TileSet], side_px: i32) -> Vec<(Print, Mat)> {
    let catalogue = Catalogue::of(sets);
    let wanted = |face: &FaceId| catalogue.face(face).is_some_and(|f| sets.contains(&f.set));
    Print::all(&catalogue)
        .into_iter()
        .filter(|print| wanted(&print.face))
        .map(|print| {
            let face = catalogue.face(&print.face).unwrap();
            let svg = face_svg(face, print.garden, print.variant).unwrap();
            (print, raster(&svg, side_px, side_px).unwrap())
        })
        .collect()
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
    // City ground is red-brown, meadow green, roads pale, mist bluish: tell them apart by the
    // middle colour of what the layout calls so.
    let catalogue = Catalogue::of(&TileSet::ALL);
    for face in catalogue.faces().filter(|face| !face.is_wild()) {
        // The symbol of mage and witch shines on what is around it.
        let mut face = Face::clone(face);
        face.magic = false;
        let face = &face;
        let layout = Layout::new(face, false).unwrap();
        let variants = if face.set == TileSet::Base { 3 } else { 1 };
        for variant in 0..variants {
            let picture = raster(&face_svg(face, false, variant).unwrap(), 100, 100).unwrap();
            for (n, segment) in face.segments.iter().enumerate() {
                let on = |p| layout.segment_at(p) == Some(n);
                let Some([blue, green, red]) = middle_colour(&picture, &on) else {
                    panic!("{} {n}: nowhere", face.id);
                };
                let right = match segment.kind {
                    SegmentKind::City { .. } => red > green + 12.0,
                    SegmentKind::Field { .. } => green > red && green > blue + 30.0,
                    SegmentKind::Road if segment.clear => red > 150.0 && red >= green,
                    SegmentKind::Road => blue > 190.0,
                    SegmentKind::Monastery => red > 110.0,
                    SegmentKind::Castle | SegmentKind::Cemetery => (red - blue).abs() < 40.0,
                    SegmentKind::Garden => true,
                };
                assert!(
                    right,
                    "{} {n} {:?}: {red:.0} {green:.0} {blue:.0}",
                    face.id, segment.kind
                );
            }
            for n in 0..face.mists.len() {
                let on = |p| layout.mist_at(p) == Some(n) && layout.segment_at(p).is_none();
                let [blue, green, red] = middle_colour(&picture, &on).unwrap();
                assert!(
                    blue > 170.0 && blue > red && green > red - 9.0,
                    "{} mist {n}: {red:.0} {green:.0} {blue:.0}",
                    face.id
                );
            }
        }
    }
}

/// The mean blue, green and red of a face well inside of something: copies sway by a few
/// hundredths.
fn middle_colour(picture: &Mat, on: &dyn Fn([f32; 2]) -> bool) -> Option<[f64; 3]> {
    const AROUND: [[f32; 2]; 5] = [
        [0.0, 0.0],
        [0.02, 0.0],
        [-0.02, 0.0],
        [0.0, 0.02],
        [0.0, -0.02],
    ];
    let (mut sum, mut count) = ([0.0f64; 3], 0.0);
    for row in 0..100 {
        for column in 0..100 {
            let at = |v: i32| (v as f32 + 0.5) / 100.0 - 0.5;
            let p = [at(column), at(row)];
            if AROUND.iter().all(|d| on([p[0] + d[0], p[1] + d[1]])) {
                let pixel = picture.at_2d::<core::Vec3b>(row, column).unwrap();
                (0..3).for_each(|k| sum[k] += f64::from(pixel[k]));
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| sum.map(|v| v / count))
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
    for (kind, color) in [
        (FigureKind::Hound, Color::Black),
        (FigureKind::Chip, Color::Blue),
        (FigureKind::Chip, Color::Yellow),
        (FigureKind::BigMeeple, Color::Blue),
        (FigureKind::Guard, Color::Red),
        (FigureKind::Guard, Color::Yellow),
        (FigureKind::Abbot, Color::Green),
        (FigureKind::BigMeeple, Color::Black),
    ] {
        let svg = figure::pictogram(kind, Some(color), Pose::Standing);
        figures.push(raster(&svg, 96, 96).unwrap());
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

/// As a camera sees it: small and a little blurred.
fn seen(picture: &Mat) -> Mat {
    let mut small = Mat::default();
    let size = core::Size::new(70, 70);
    imgproc::resize(picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA).unwrap();
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&small, &mut soft, core::Size::new(0, 0), 0.8).unwrap();
    soft
}

#[test]
fn faces_of_all_sets_look_mutually_different() {
    let sets = TileSet::ALL;
    let all = prints(&sets, 140);
    for set in sets {
        let of_set = |print: &Print| Catalogue::of(&sets).face(&print.face).unwrap().set == set;
        let some = all.iter().filter(|(print, _)| of_set(print));
        let some: Vec<Mat> = some.map(|(_, picture)| picture.clone()).collect();
        show(set.name(), &sheet(&some, 9));
    }
    let small: Vec<(Print, Mat)> = all.iter().map(|(p, picture)| (*p, seen(picture))).collect();
    show(
        "all70",
        &sheet(&small.iter().map(|s| s.1.clone()).collect::<Vec<_>>(), 16),
    );
    let mut least = (f64::MAX, String::new());
    for (n, (a, picture)) in small.iter().enumerate() {
        let mut turned = picture.clone();
        for quarter in 0..4 {
            for (b, other) in &small[..n] {
                let far = difference(&turned, other);
                if a.face != b.face && far < least.0 {
                    least = (far, format!("{} {} turned {quarter}", a.face, b.face));
                }
            }
            let mut next = Mat::default();
            core::rotate(&turned, &mut next, core::ROTATE_90_CLOCKWISE).unwrap();
            turned = next;
        }
    }
    println!("most alike: {} by {:.1}", least.1, least.0);
    assert!(least.0 > 15.0, "{} look alike: {:.1}", least.1, least.0);
}

#[test]
fn backs_and_cards_look_the_same_in_every_quarter_turn() {
    for (print, picture) in prints(&[TileSet::Mists, TileSet::Tatan], 100) {
        let face = Catalogue::of(&TileSet::ALL).face(&print.face).cloned();
        if !face.unwrap().is_wild() {
            continue;
        }
        let mut turned = Mat::default();
        core::rotate(&picture, &mut turned, core::ROTATE_90_CLOCKWISE).unwrap();
        let far = difference(&picture, &turned);
        assert!(far < 4.0, "{}: {far:.1}", print.face);
    }
}

/// Tiles that differ by the symbol of mage and witch alone must differ by it in every artwork.
#[test]
fn the_symbol_of_mage_and_witch_shows() {
    let catalogue = Catalogue::of(&[TileSet::Base, TileSet::MageAndWitch]);
    for face in catalogue.faces().filter(|face| face.magic) {
        let layout = Layout::new(face, false).unwrap();
        let mut plain = Face::clone(face);
        plain.magic = false;
        for variant in 0..3 {
            let draw = |face: &Face| {
                seen(&raster(&face_svg(face, false, variant).unwrap(), 140, 140).unwrap())
            };
            let far = difference(&draw(face), &draw(&plain));
            assert!(far > 9.0, "{} {variant}: {far:.1}", face.id);
        }
        let [x, y] = layout.magic().unwrap();
        assert!(x.abs().max(y.abs()) < 0.42, "{}: {x} {y}", face.id);
    }
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

#[test]
fn every_face_of_any_box_is_drawn() {
    use TileSet::{Base, Circles, MageAndWitch, Mists, Tatan};
    for sets in [
        &[Base][..],
        &[Base, MageAndWitch],
        &[Base, Mists, Circles],
        &[Base, MageAndWitch, Mists, Circles, Tatan],
    ] {
        let catalogue = Catalogue::of(sets);
        let start = Instant::now();
        let drawn = pictures(&catalogue, 64).unwrap();
        let faces: BTreeSet<_> = drawn.iter().map(|(face, _)| face).collect();
        assert_eq!(drawn.len(), Print::all(&catalogue).len());
        println!(
            "{} tiles to draw: {} faces, {} pictures in {} ms",
            catalogue.deck(),
            faces.len(),
            drawn.len(),
            start.elapsed().as_millis()
        );
        assert_eq!(faces.len(), catalogue.faces().count());
    }
}
