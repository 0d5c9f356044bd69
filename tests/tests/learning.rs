//! Whole boxes learnt from photographs of spread tiles, no picture of which is known.

use carcassonne::catalogue::{Catalogue, TileSet};
use nebelwacht_tests::spreads::{self, Layout, Learned};
use nebelwacht_tests::{data, packs};
use vision::learn::{Answer, Learning};

fn sum(learned: &Learned, of: impl Fn(&spreads::Outcome) -> usize) -> usize {
    learned.photos.iter().map(of).sum()
}

#[test]
fn our_own_art_is_learnt_however_it_lies() -> anyhow::Result<()> {
    let catalogue = Catalogue::bundled();
    let art = nebelwacht_ui::store::packs::our_art(&catalogue)?;
    let boxful = spreads::boxful(&art, &catalogue)?;
    for (layout, number) in [(Layout::Scattered, 3), (Layout::Apart, 1)] {
        let shot = spreads::shot(layout, number);
        let learned = spreads::learn(&spreads::drawn(&boxful, &shot, 24, 5)?, &catalogue, None)?;
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
    // out, 60 named right without an answer and none wrongly, 7 answers, then none wrong.
    let cut = sum(&learned, |p| p.cut);
    assert!(cut >= 68, "{cut} cut out");
    let right = sum(&learned, |p| p.right);
    assert!(right >= 55, "{right} right");
    assert!(learned.answers <= 10, "{} answers", learned.answers);
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
