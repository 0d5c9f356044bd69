use opencv::prelude::*;
use opencv::{core, imgcodecs, imgproc};
use std::path::Path;
use std::time::Instant;
use vision::{descriptor::*, model::*, pack::Pack};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let pack = Pack::from_pictures(Path::new(&a[1])).unwrap();
    let t = Instant::now();
    let model = Model::learn(
        &pack,
        &ModelConfig {
            ridge: std::env::var("RIDGE")
                .map(|v| v.parse().unwrap())
                .unwrap_or(0.3),
            ..Default::default()
        },
    )
    .unwrap();
    eprintln!("learn {:?}", t.elapsed());
    let js: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&a[2]).unwrap()).unwrap();
    let img = imgcodecs::imread(&a[2].replace(".json", ".jpg"), imgcodecs::IMREAD_COLOR).unwrap();
    let wins = windows(6.0, 1.5, &[0.94, 1.0, 1.06]);
    let (mut ok, mut n) = (0, 0);
    let t = Instant::now();
    for tile in js["tiles"].as_array().unwrap() {
        let q: Vec<core::Point2f> = tile["poly_px"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| {
                core::Point2f::new(p[0].as_f64().unwrap() as f32, p[1].as_f64().unwrap() as f32)
            })
            .collect();
        let m = MARGIN_PX as f32;
        let t = TILE_PX as f32;
        let to = [
            core::Point2f::new(m, m),
            core::Point2f::new(m + t, m),
            core::Point2f::new(m + t, m + t),
            core::Point2f::new(m, m + t),
        ];
        let w = imgproc::get_perspective_transform_slice_def([q[0], q[1], q[2], q[3]], to).unwrap();
        let big = ((q[1].x - q[0].x).abs() / t).max(1.0);
        let mut soft = core::Mat::default();
        let pad = 60;
        let bb = core::Rect::new(
            (q[0].x.min(q[3].x) as i32 - pad).max(0),
            (q[0].y as i32 - pad).max(0),
            1,
            1,
        );
        let _ = bb;
        if big > 1.3 {
            imgproc::gaussian_blur_def(&img, &mut soft, core::Size::new(0, 0), big as f64 * 0.4)
                .unwrap();
        } else {
            soft = img.clone();
        }
        let mut patch = core::Mat::default();
        imgproc::warp_perspective_def(&soft, &mut patch, &w, core::Size::new(PATCH_PX, PATCH_PX))
            .unwrap();
        let pl = Planes::new(&patch).unwrap();
        let (nm, win) = model.name(&pl, &wins);
        let ty = tile["type"].as_str().unwrap();
        let rot = tile["rotation"].as_i64().unwrap() as i32;
        let sym = match ty {
            "B" | "C" | "X" => 1,
            "F" | "G" | "H" | "U" => 2,
            _ => 4,
        };
        let b = nm.ranked[0];
        let good = b.0.as_str() == ty && (b.1.quarter_turns() as i32 - rot).rem_euclid(sym) == 0;
        n += 1;
        if good {
            ok += 1
        }
        println!(
            "{} {}{} -> {}{} {:.1} 2nd {}{} {:.1} like {:.2} win {:?} {}",
            if good { "  " } else { "**" },
            ty,
            rot,
            b.0,
            b.1.quarter_turns(),
            b.2,
            nm.ranked[1].0,
            nm.ranked[1].1.quarter_turns(),
            nm.ranked[1].2,
            nm.likeness,
            win.shift_px,
            win.scale
        );
    }
    eprintln!("{ok} of {n} {:?}", t.elapsed());
}
