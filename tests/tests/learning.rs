//! Whole boxes learnt from photographs of spread tiles, no picture of which is known.

use calibration::space::{Image, apart, point2, square};
use carcassonne::catalogue::{Catalogue, TileSet};
use nebelwacht_tests::spreads::light::{self, Spoilt};
use nebelwacht_tests::spreads::{self, Layout, Learned};
use nebelwacht_tests::{data, packs};
use opencv::core::{CV_8UC3, Mat, Rect, Scalar};
use opencv::imgproc;
use vision::learn::{Answer, Learning, Light, Quad};

fn sum(learned: &Learned, of: impl Fn(&spreads::Outcome) -> usize) -> usize {
    learned.photos.iter().map(of).sum()
}

#[test]
fn our_own_art_is_learnt_however_it_lies() -> anyhow::Result<()> {
    let catalogue = Catalogue::bundled();
    let art = nebelwacht_ui::store::packs::our_art(&catalogue)?;
    let boxful = spreads::boxful(&art, &catalogue)?;
    // What lies edge to edge was cut into halves and quarters: roads lie as evenly as sides.
    let boxes = [
        (Layout::Scattered, 3, 5),
        (Layout::Apart, 1, 5),
        (Layout::Touching, 4, 4),
        (Layout::Board, 5, 5),
    ];
    for (layout, number, seed) in boxes {
        let shot = spreads::shot(layout, number);
        let spreads = spreads::drawn(&boxful, &shot, 24, seed)?;
        let learned = spreads::learn(&spreads, &catalogue, None)?;
        let cut = sum(&learned, |p| p.cut);
        let ghosts = sum(&learned, |p| p.ghosts);
        let wrong: Vec<_> = learned.photos.iter().flat_map(|p| &p.wrong).collect();
        let right = sum(&learned, |p| p.right);
        println!("{layout:?}: {cut} cut out, {ghosts} ghosts, {right} right, {wrong:?} wrong");
        assert!(
            cut >= 70 && ghosts <= 2,
            "{layout:?}: {cut} cut out, {ghosts} ghosts"
        );
        assert!(right >= 60, "{layout:?}: {right} right");
        assert!(wrong.len() <= 2, "{layout:?}: {wrong:?}");
    }
    Ok(())
}

#[test]
fn a_printed_box_is_learnt_from_its_pages() -> anyhow::Result<()> {
    let Some(folder) = data::part("photos/spreads") else {
        return Ok(());
    };
    let catalogue = Catalogue::bundled();
    let learned = spreads::learn(&spreads::labelled(&folder)?, &catalogue, None)?;
    // Scans with a frame printed within each tile's rim are the hardest to cut. Measured: 72 cut
    // out, 67 named right without an answer and none wrongly, 1 answer, then none wrong.
    let cut = sum(&learned, |p| p.cut);
    assert!(cut >= 68, "{cut} cut out");
    let right = sum(&learned, |p| p.right);
    assert!(right >= 65, "{right} right");
    assert!(learned.answers <= 5, "{} answers", learned.answers);
    let wrong = sum(&learned, |p| p.wrong.len());
    assert_eq!(wrong, 0, "wrong without an answer");
    assert!(
        learned.wrong.is_empty(),
        "{:?} wrong at the end",
        learned.wrong
    );
    Ok(())
}

#[test]
fn a_finished_board_teaches_its_box() -> anyhow::Result<()> {
    let Some(label) = data::part("photos/tables/ln20.json") else {
        return Ok(());
    };
    let catalogue = Catalogue::bundled();
    let learned = spreads::learn(&[spreads::one(&label)?], &catalogue, None)?;
    // Measured: all 72 cut out and named right without an answer.
    let cut = sum(&learned, |p| p.cut);
    assert!(cut >= 70, "{cut} cut out");
    let right = sum(&learned, |p| p.right);
    assert!(right >= 66, "{right} right");
    let wrong = sum(&learned, |p| p.wrong.len());
    assert!(wrong <= 1, "{wrong} wrong without an answer");
    Ok(())
}

/// On snow a road differs from a field by little. Too little trust in what is seen asked twelve times here.
#[test]
fn a_box_of_snow_asks_little() -> anyhow::Result<()> {
    let Some(folder) = data::part("photos/faces/Winter_art") else {
        return Ok(());
    };
    let catalogue = Catalogue::bundled();
    let snow = packs::open(&folder)?;
    let boxful = spreads::boxful(&snow, &catalogue)?;
    let shot = spreads::shot(Layout::Scattered, 1);
    let photos = spreads::drawn(&boxful, &shot, 24, 1)?;
    let learned = spreads::learn(&photos, &catalogue, None)?;
    // Measured: 4 answers, none wrong then.
    assert!(learned.answers <= 8, "{} answers", learned.answers);
    let wrong = &learned.wrong;
    assert!(wrong.is_empty(), "{wrong:?} wrong at the end");
    Ok(())
}

/// What is said of the light begins where tiles begin to be asked about, and not before.
#[test]
fn tiles_are_told_to_be_badly_lit_where_they_are_no_longer_named() -> anyhow::Result<()> {
    let Some(folder) = data::part("photos/spreads") else {
        return Ok(());
    };
    let catalogue = Catalogue::bundled();
    let spreads = spreads::labelled(&folder)?;
    let steps = [
        (Spoilt::Shade(0.25), Light::Good, 11),
        (Spoilt::Shade(0.2), Light::Dark, 0),
        (Spoilt::Lamp(0.3), Light::Good, 9),
        (Spoilt::Lamp(0.35), Light::Glare, 0),
    ];
    for (how, said, least) in steps {
        let tiles = light::named(&spreads, &catalogue, how, 6)?;
        let of = |wanted: bool| tiles.iter().filter(move |tile| tile.spoilt == wanted);
        let (spoilt, others): (Vec<&light::Tile>, Vec<_>) =
            (of(true).collect(), of(false).collect());
        assert!(spoilt.iter().all(|tile| tile.light == said), "{how:?}");
        assert!(
            others.iter().all(|tile| tile.light == Light::Good),
            "{how:?}"
        );
        let right = spoilt.iter().filter(|tile| tile.right == Some(true));
        let right = right.count();
        assert!(right >= least, "{how:?}: {right} of {}", spoilt.len());
        let all = said == Light::Good || right < spoilt.len();
        assert!(all, "{how:?}: all are named, and yet {said:?} is said");
        assert!(
            tiles.iter().all(|tile| tile.right != Some(false)),
            "{how:?}"
        );
    }
    Ok(())
}

/// What somebody says is none of the box takes no tile's place, however much room there is.
#[test]
fn what_is_none_of_the_box_has_no_face() -> anyhow::Result<()> {
    let catalogue = Catalogue::bundled();
    let art = nebelwacht_ui::store::packs::our_art(&catalogue)?;
    let boxful = spreads::boxful(&art, &catalogue)?;
    let mut learning = Learning::default();
    let shot = spreads::shot(Layout::Apart, 3);
    let photos = spreads::drawn(&boxful, &shot, 36, 5)?;
    let at: Vec<_> = photos[0].tiles.iter().map(|(_, quad)| *quad).collect();
    learning.add_at(&photos[0].name, &photos[0].picture, &at)?;
    learning.answer(Answer {
        tile: 7,
        face: None,
        rotation: None,
    });
    let learnt = learning.learn(&catalogue, None)?;
    assert_eq!(learnt.sure(7), None);
    assert!(learnt.too_many.contains(&7) && !learnt.open.contains(&7));
    let others = learnt.named.iter().enumerate().filter(|(n, _)| *n != 7);
    assert!(others.filter(|(_, named)| named.best().is_some()).count() > 30);
    Ok(())
}

#[test]
fn a_pack_as_a_hint_leaves_hardly_a_question() -> anyhow::Result<()> {
    let Some(folder) = data::part("photos/faces/C2_art") else {
        return Ok(());
    };
    let catalogue = Catalogue::of(&[TileSet::Base]);
    let pack = packs::open(&folder)?;
    let boxful = spreads::boxful(&pack, &catalogue)?;
    let mut reached = 0;
    for number in 0..4 {
        let shot = spreads::shot(Layout::Apart, number);
        let photos = spreads::drawn(&boxful, &shot, 24, number as u64)?;
        let learned = spreads::learn(&photos, &catalogue, Some(&*pack))?;
        reached += usize::from(learned.answers <= 3 && learned.wrong.is_empty());
    }
    // The goal is three answers and none wrong after them. One box in four misses it: outlines go
    // wrong in its small pictures of grained wood.
    assert!(reached >= 3, "{reached} of four boxes");
    Ok(())
}

/// A frame printed within the rim of every tile is an edge as good as the rim, but no table begins there.
#[test]
fn tiles_end_at_their_rims_and_not_at_frames_printed_on_them() -> anyhow::Result<()> {
    let white = Scalar::all(250.0);
    let mut page = Mat::new_rows_cols_with_default(900, 1100, CV_8UC3, white)?;
    let mut rims: Vec<Quad> = Vec::new();
    for n in 0..12 {
        let (x, y) = (40 + n % 4 * 260, 40 + n / 4 * 280);
        let mut paint = |inset: i32, colour: Scalar, thick: i32| {
            let side = 230 - 2 * inset;
            let rect = Rect::new(x + inset, y + inset, side, side);
            imgproc::rectangle(&mut page, rect, colour, thick, imgproc::LINE_8, 0)
        };
        paint(0, Scalar::new(60.0, 170.0, 90.0, 0.0), -1)?;
        paint(13, Scalar::all(10.0), 3)?;
        let corners = square::<Image>(0.0, 230.0);
        rims.push(corners.map(|c| point2(c.x + f64::from(x), c.y + f64::from(y))));
    }
    let found = vision::learn::cut(&page)?;
    assert_eq!(found.len(), rims.len());
    for (quad, rim) in found.iter().zip(&rims) {
        for (at, is) in quad.iter().zip(rim) {
            assert!(apart(*at, *is) < 7.0, "{quad:?} is {rim:?}");
        }
    }
    Ok(())
}

/// A pack of an edition that looks quite otherwise tells nothing, and must not mislead.
#[test]
fn a_pack_of_other_colours_does_no_harm() -> anyhow::Result<()> {
    let catalogue = Catalogue::bundled();
    let art = nebelwacht_ui::store::packs::our_art(&catalogue)?;
    let mut other = art.clone();
    for picture in &mut other.pictures {
        let mut inverted = Mat::default();
        opencv::core::bitwise_not_def(&picture.image, &mut inverted)?;
        picture.image = inverted;
    }
    let boxful = spreads::boxful(&art, &catalogue)?;
    let shot = spreads::shot(Layout::Apart, 1);
    let photos = spreads::drawn(&boxful, &shot, 24, 5)?;
    let alone = spreads::learn(&photos, &catalogue, None)?;
    let misled = spreads::learn(&photos, &catalogue, Some(&other))?;
    let right = [&alone, &misled].map(|learned| sum(learned, |p| p.right));
    assert!(right[1] >= right[0], "{right:?} right");
    assert_eq!(sum(&misled, |p| p.wrong.len()), 0);
    Ok(())
}
