use opencv::{core, imgcodecs, imgproc};
use std::path::Path;
use std::time::Instant;
use vision::{cells::*, finder::*, lattice::*, model::*, pack::Pack};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let pack = Pack::from_pictures(Path::new(&a[1])).unwrap();
    let t = Instant::now();
    let mut f = Finder::new(&pack, FinderConfig::default()).unwrap();
    eprintln!("index {:?}", t.elapsed());
    let model = Model::learn(&pack, &ModelConfig::default()).unwrap();
    let mut img = imgcodecs::imread(&a[2], imgcodecs::IMREAD_COLOR).unwrap();
    let t = Instant::now();
    let o = f.find(&img).unwrap();
    eprintln!("find {:?} {}", t.elapsed(), o.len());
    let t = Instant::now();
    let mut l = Lattice::from_outlines(&o).unwrap();
    eprintln!("lattice {:?} {}", t.elapsed(), l.offsets.len());
    let py = Pyramid::new(&img).unwrap();
    let t = Instant::now();
    let r = read_board(&py, &mut l, &model).unwrap();
    eprintln!("read {:?} {}", t.elapsed(), r.len());
    for (c, q) in &r {
        let col = if q.likeness > SURE {
            core::Scalar::new(255., 255., 0., 0.)
        } else if q.likeness > NEVER {
            core::Scalar::new(0., 255., 255., 0.)
        } else {
            core::Scalar::new(0., 0., 200., 0.)
        };
        for i in 0..4 {
            let p =
                |k: usize| core::Point::new(q.corners[k % 4][0] as i32, q.corners[k % 4][1] as i32);
            imgproc::line(&mut img, p(i), p(i + 1), col, 2, 8, 0).unwrap();
        }
        let s = format!(
            "{}{} {:.2} {:.0}",
            q.ranked[0].0,
            q.ranked[0].1.quarter_turns(),
            q.likeness,
            q.ranked[0].2 - q.ranked[1].2
        );
        println!("{c} {s}");
        imgproc::put_text_def(
            &mut img,
            &s,
            core::Point::new(
                q.corners[3][0] as i32 + 4,
                (q.corners[3][1] + q.corners[0][1]) as i32 / 2,
            ),
            0,
            0.7 * l.side_px(*c) / 120.,
            col,
        )
        .unwrap();
    }
    eprintln!();
    imgcodecs::imwrite_def(&a[3], &img).unwrap();
}
