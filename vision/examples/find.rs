use opencv::prelude::*;
use opencv::{core, imgcodecs, imgproc};
use std::path::Path;
use std::time::Instant;
use vision::{finder::*, pack::Pack};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let pack = Pack::from_pictures(Path::new(&a[1])).unwrap();
    let t = Instant::now();
    let mut f = Finder::new(&pack, FinderConfig::default()).unwrap();
    eprintln!("index {:?}", t.elapsed());
    let mut img = imgcodecs::imread(&a[2], imgcodecs::IMREAD_COLOR).unwrap();
    let t = Instant::now();
    let o = f.find(&img).unwrap();
    eprintln!("find {:?} {}", t.elapsed(), o.len());
    for q in &o {
        eprint!("{} ", q.matches);
        for i in 0..4 {
            let p =
                |k: usize| core::Point::new(q.corners[k % 4][0] as i32, q.corners[k % 4][1] as i32);
            imgproc::line(
                &mut img,
                p(i),
                p(i + 1),
                core::Scalar::new(0., 0., if q.matches > 15 { 0. } else { 255. }, 0.),
                2,
                8,
                0,
            )
            .unwrap();
        }
        let c = q.centre();
        imgproc::put_text_def(
            &mut img,
            &q.matches.to_string(),
            core::Point::new(c[0] as i32, c[1] as i32),
            0,
            0.8,
            core::Scalar::new(255., 0., 255., 0.),
        )
        .unwrap();
    }
    eprintln!();
    imgcodecs::imwrite_def(&a[3], &img).unwrap();
}
