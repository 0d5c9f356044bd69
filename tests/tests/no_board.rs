//! Pictures without a board, drawn here: no tile in them is claimed with more than an even chance.

use carcassonne::catalogue::Catalogue;
use opencv::core::{CV_8UC3, Mat, Point, Rect, Scalar, Size, Vector};
use opencv::imgproc::{self, LINE_AA};
use opencv::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vision::reader::photo::read_picture;
use vision::tiles::learnt::Learnt;

const SIZE: Size = Size {
    width: 1280,
    height: 900,
};

fn plain(bgr: [f64; 3]) -> Mat {
    let [b, g, r] = bgr;
    Mat::new_size_with_default(SIZE, CV_8UC3, Scalar::new(b, g, r, 0.0)).expect("a picture")
}

fn quad(picture: &mut Mat, corners: [[f64; 2]; 4], bgr: [f64; 3]) {
    let points = corners.map(|[x, y]| Point::new(x.round() as i32, y.round() as i32));
    let [b, g, r] = bgr;
    let colour = Scalar::new(b, g, r, 0.0);
    let points = Vector::<Point>::from_slice(&points);
    imgproc::fill_convex_poly(picture, &points, colour, LINE_AA, 0).expect("drawn");
}

/// Corners of square (x, y) of a plane seen obliquely.
fn square(x: f64, y: f64, side: f64) -> [[f64; 2]; 4] {
    let place = |x: f64, y: f64| {
        let near = 1.0 + y / 12.0;
        [
            640.0 + (x - 4.0) * 100.0 * near,
            90.0 + y * 85.0 * near.sqrt(),
        ]
    };
    [
        place(x, y),
        place(x + side, y),
        place(x + side, y + side),
        place(x, y + side),
    ]
}

fn chessboard() -> Mat {
    let mut picture = plain([60.0, 80.0, 110.0]);
    for y in 0..8 {
        for x in 0..8 {
            let dark = (x + y) % 2 == 1;
            let bgr = if dark {
                [50.0, 90.0, 60.0]
            } else {
                [190.0, 220.0, 235.0]
            };
            quad(&mut picture, square(f64::from(x), f64::from(y), 1.0), bgr);
        }
    }
    picture
}

/// A cube of nine coloured stickers a side, on a wooden table.
fn cube() -> Mat {
    let mut picture = plain([70.0, 110.0, 150.0]);
    let paints = [
        [40.0, 40.0, 200.0],
        [60.0, 160.0, 40.0],
        [200.0, 90.0, 30.0],
        [40.0, 210.0, 235.0],
        [235.0, 235.0, 235.0],
        [30.0, 120.0, 235.0],
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    quad(&mut picture, square(2.4, 1.9, 3.2), [20.0, 20.0, 20.0]);
    for y in 0..3 {
        for x in 0..3 {
            let bgr = paints[rng.random_range(0..paints.len())];
            let at = square(2.5 + f64::from(x), 2.0 + f64::from(y), 0.9);
            quad(&mut picture, at, bgr);
        }
    }
    picture
}

/// Blades of grass in all greens, some daisies.
fn lawn() -> Mat {
    let mut picture = plain([40.0, 110.0, 60.0]);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..30_000 {
        let at = Point::new(
            rng.random_range(0..SIZE.width),
            rng.random_range(0..SIZE.height),
        );
        let tip = at + Point::new(rng.random_range(-9..9), rng.random_range(-22..-4));
        let green = rng.random_range(70.0..190.0);
        let blade = Scalar::new(green * 0.35, green, green * 0.55, 0.0);
        imgproc::line(&mut picture, at, tip, blade, 2, LINE_AA, 0).expect("drawn");
    }
    for _ in 0..80 {
        let at = Point::new(
            rng.random_range(0..SIZE.width),
            rng.random_range(0..SIZE.height),
        );
        let white = Scalar::new(240.0, 245.0, 245.0, 0.0);
        imgproc::circle(&mut picture, at, 6, white, -1, LINE_AA, 0).expect("drawn");
    }
    picture
}

/// A sheet cake with squares of icing: green, a road of chocolate, a wall of biscuit.
fn cake() -> Mat {
    let mut picture = plain([200.0, 205.0, 215.0]);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    quad(&mut picture, square(0.8, 0.8, 6.4), [60.0, 100.0, 150.0]);
    for y in 1..7 {
        for x in 1..7 {
            let [x, y] = [x, y].map(f64::from);
            let green = rng.random_range(150.0..190.0);
            quad(
                &mut picture,
                square(x + 0.05, y + 0.05, 0.9),
                [90.0, green, 130.0],
            );
            if rng.random_bool(0.6) {
                let road = square(x + 0.42, y + 0.05, 0.16);
                let end = square(x + 0.42, y + 0.79, 0.16);
                let brown = [40.0, 60.0, 100.0];
                quad(&mut picture, [road[0], road[1], end[2], end[3]], brown);
            } else {
                quad(
                    &mut picture,
                    square(x + 0.3, y + 0.3, 0.4),
                    [110.0, 170.0, 205.0],
                );
            }
        }
    }
    picture
}

/// Grey bones on black, like an X-ray.
fn x_ray() -> Mat {
    let mut picture = plain([12.0, 12.0, 12.0]);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for rib in 0..11 {
        let grey = rng.random_range(110.0..200.0);
        let shade = Scalar::new(grey, grey, grey, 0.0);
        let centre = Point::new(640, 160 + rib * 60);
        let axes = Size::new(330 - rib * 8, 60);
        imgproc::ellipse(
            &mut picture,
            centre,
            axes,
            0.0,
            10.0,
            170.0,
            shade,
            14,
            LINE_AA,
            0,
        )
        .expect("drawn");
        let part = Rect::new(610, 120 + rib * 60, 60, 44);
        imgproc::rectangle(&mut picture, part, shade, -1, LINE_AA, 0).expect("drawn");
    }
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&picture, &mut soft, Size::new(0, 0), 3.0).expect("blurred");
    soft
}

/// Slight noise, as every camera has.
fn photographed(picture: &Mat, seed: u64) -> Mat {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut noisy = picture.clone();
    for value in noisy.data_bytes_mut().expect("one piece") {
        let off: f64 = rng.random_range(-6.0..6.0);
        *value = (f64::from(*value) + off).clamp(0.0, 255.0) as u8;
    }
    noisy
}

/// Names of tiles that are claimed in pictures that hold none.
fn claimed(pictures: Vec<(&str, Mat)>) -> Vec<String> {
    let catalogue = Catalogue::bundled();
    let pack = nebelwacht_ui::store::packs::our_art(&catalogue).expect("drawn");
    let kept = std::env::temp_dir().join("nebelwacht-starts");
    let Learnt { model, mut finder } = Learnt::kept(&pack, &kept).expect("learnt");
    let mut claimed = Vec::new();
    for (name, picture) in pictures {
        let picture = photographed(&picture, 9);
        let read = read_picture(&picture, &mut finder, &model, &pack, &catalogue).expect("read");
        for (cell, verdict) in read.iter().flat_map(|read| &read.verdicts) {
            let best = verdict.ranked.first().map_or(0.0, |best| best.2);
            let sure = verdict.present * (1.0 - verdict.unknown) * best;
            if sure > 0.5 {
                claimed.push(format!("{name} {cell}: {sure:.2}"));
            }
        }
    }
    claimed
}

#[test]
fn no_tile_is_claimed_where_there_is_no_board() {
    let claimed = claimed(vec![
        ("chessboard", chessboard()),
        ("cube", cube()),
        ("lawn", lawn()),
        ("X-ray", x_ray()),
    ]);
    assert!(claimed.is_empty(), "{claimed:#?}");
}

#[test]
fn no_tile_is_claimed_on_a_cake() {
    let claimed = claimed(vec![("cake", cake())]);
    assert!(claimed.is_empty(), "{claimed:#?}");
}
