//! What the sets must hold: the rules dossier "tiles", sections 1 to 6.

use super::*;
use crate::catalogue::{Fault, SegmentKind};
use crate::geometry::{Rotation, Side};

fn mists(faces: &str) -> Result<Catalogue, Vec<String>> {
    let text = format!("set = \"mists\"\n{faces}");
    Catalogue::from_toml(&[&text])
        .map_err(|error| error.faults.iter().map(Fault::to_string).collect())
}

/// Worked examples 1 and 2 of the rules dossier "tiles", and the other faults of mist, all
/// listed at once.
#[test]
fn impossible_mist_is_refused_with_all_its_faults() {
    let faults = mists(
        r#"
        [[face]]
        id = "Z1"
        copies = 1
        edges = "CRFF"
        mist = [
          { sides = "N E" }, { sides = "E", circles = [[0.2, 0.7]] }, { sides = "" },
          { sides = "X" },
        ]
        segments = [
          { kind = "castle" },
          { kind = "cemetery" },
          { kind = "city", rim = "N*" },
          { kind = "field", rim = "NL S*" },
        ]
        [[face]]
        id = "Z2"
        copies = 0
        edges = "****"
        segments = [{ kind = "castle" }]
        "#,
    )
    .unwrap_err();
    for wanted in [
        "mist on the North side, which is city",
        "NL is in 2 segments",
        "mist covers the East side more than once",
        "EM is in 0 segments",
        "WR is in 0 segments",
        "mist 1: a circle at [0.2, 0.7] is not on the tile",
        "mist 2: it reaches no side",
        "mist 3: `X` is not a side",
        "more than one monastery, castle or cemetery",
        "face `Z2`: nothing is printed",
    ] {
        assert!(
            faults.iter().any(|fault| fault.contains(wanted)),
            "{wanted} not in {faults:#?}"
        );
    }
    assert!(
        !faults.iter().any(|fault| fault.contains("EL is in")),
        "what lies under mist is no field: {faults:#?}"
    );
}

#[test]
fn only_the_mist_sets_have_mist() {
    let text = "set = \"base\"\n[[face]]\nid = \"Z\"\ncopies = 1\nedges = \"FFFF\"\n\
                mist = [{ sides = \"N E S W\" }]";
    let faults = Catalogue::from_toml(&[text]).unwrap_err().faults;
    assert!(matches!(faults[..], [Fault::MistInSet { .. }]));
}

#[test]
fn half_a_misty_side_may_still_show_field() {
    // Ruling L1: per third where a tile shows it so.
    let half = mists(
        r#"
        [[face]]
        id = "Z"
        copies = 1
        edges = "FFFF"
        mist = [{ sides = "N" }]
        segments = [{ kind = "field", rim = "NL E* S* W*" }]
        "#,
    );
    assert!(half.is_ok());
}

/// Worked example 4 of the rules dossier "tiles", and ruling L4: it only warns.
#[test]
fn a_missing_tile_is_a_warning() {
    let all = Catalogue::of(&[TileSet::Mists, TileSet::Circles]);
    assert_eq!(all.warnings(), []);
    let missing = all.with(|face| (face.id.as_str() != "M20").then_some(face.copies));
    let said: Vec<String> = missing.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["mists: 59 tiles, 1 missing"]);
    let bare = mists(
        r#"
        [[face]]
        id = "Z"
        copies = 1
        edges = "FFFF"
        mist = [{ sides = "N E S W" }]
        "#,
    )
    .unwrap();
    let said: Vec<String> = bare.warnings().iter().map(ToString::to_string).collect();
    assert!(said.contains(&"face `Z`: mist without a ghost".to_owned()));
    assert!(said.contains(&"mists: 1 tiles, 59 missing".to_owned()));
    assert!(said.contains(&"mists: 0 castles, 5 missing".to_owned()));
}

/// Worked example 5 of the rules dossier "tiles", and the deck sizes of its section 3.
#[test]
fn decks_have_the_sizes_of_the_dossier() {
    use TileSet::{Base, Circles, MageAndWitch, Mists, Tatan};
    let deck = |sets: &[TileSet]| Catalogue::of(sets).deck();
    assert_eq!(deck(&[Base]), 71);
    assert_eq!(deck(&[Base, MageAndWitch]), 79);
    assert_eq!(deck(&[Mists]), 60);
    assert_eq!(deck(&[Mists, Circles]), 69);
    assert_eq!(deck(&[Mists, Base]), 131);
    assert_eq!(deck(&[Circles, Base, Mists]), 140);
    let level_1 = |sets| Catalogue::of(sets).without_castles_and_cemeteries().deck();
    assert_eq!(level_1(&[Mists]), 50);
    assert_eq!(level_1(&[Mists, Circles]), 59);
    // Four players: four Tatan cards.
    let tatan = Catalogue::of(&[Base, Tatan]).with(|face| match face.set {
        Tatan => Some(4),
        _ => Some(face.copies),
    });
    assert_eq!(tatan.deck(), 75);
    assert_eq!(
        Catalogue::of(&[Base, Tatan]).find("Tatan").unwrap().copies,
        6
    );
}

#[test]
fn the_base_start_tile_stays_in_the_box_when_the_mists_bring_theirs() {
    let both = Catalogue::of(&[TileSet::Base, TileSet::Mists]);
    assert_eq!(both.find("D").unwrap().copies, 3);
    assert!(both.start().all(|face| face.set == TileSet::Mists));
    let base = Catalogue::bundled();
    let start: Vec<&str> = base.start().map(|face| face.id.as_str()).collect();
    assert_eq!(start, ["D"]);
    assert!(!base.is_practice() && both.is_practice());
}

/// Section 3 of the rules dossier "mage and witch".
#[test]
fn mage_and_witch_have_eight_tiles_with_the_symbol() {
    let catalogue = Catalogue::of(&[TileSet::Base, TileSet::MageAndWitch]);
    let magic: Vec<_> = catalogue.faces().filter(|face| face.magic).collect();
    assert_eq!(magic.len(), 8);
    assert!(magic.iter().all(|face| face.set == TileSet::MageAndWitch));
    let twins = [("MW1", "L"), ("MW2", "P"), ("MW5", "H"), ("MW6", "T")];
    for (magic, plain) in twins {
        let (magic, plain) = (catalogue.find(magic), catalogue.find(plain));
        let (magic, plain) = (magic.unwrap(), plain.unwrap());
        assert_eq!(magic.edges, plain.edges);
        assert_eq!(magic.segments, plain.segments, "{}", magic.id);
    }
    let gardens: u8 = magic.iter().map(|face| face.garden_copies).sum();
    assert_eq!(gardens, 1);
    assert_eq!(catalogue.find("MW8").unwrap().garden_segment(), Some(5));
}

/// What is known of the boxes (rules dossier "tiles", section 1).
#[test]
fn practice_tiles_keep_to_what_is_known_of_the_boxes() {
    let catalogue = Catalogue::of(&[TileSet::Mists, TileSet::Circles]);
    let back = catalogue.back().unwrap();
    assert!(back.is_wild() && back.symmetry() == 1 && !back.practice);
    let pile = |set| catalogue.set(set).filter(|face| part_of_pile(face));
    assert_eq!(pile(TileSet::Mists).filter(|f| !f.shows_mist()).count(), 12);
    for face in pile(TileSet::Mists).filter(|face| face.shows_mist()) {
        assert!((1..=3).contains(&face.ghosts()), "{}", face.id);
        assert_eq!(face.circles(), 0);
    }
    for face in catalogue
        .set(TileSet::Mists)
        .filter(|f| f.castle().is_some())
    {
        assert!(face.segments.iter().any(|s| s.kind == SegmentKind::Road));
    }
    for face in pile(TileSet::Circles) {
        assert!((1..=3).contains(&face.circles()), "{}", face.id);
    }
    assert!(
        catalogue
            .faces()
            .all(|f| f.practice || f.id.as_str() == BACK)
    );
}

/// A camera must be able to tell the practice tiles apart, and symbols are small.
#[test]
fn practice_tiles_differ_in_more_than_their_symbols() {
    let catalogue = Catalogue::of(&[TileSet::Mists, TileSet::Circles]);
    let print = |face: &Face, by: Rotation| {
        let turned = Side::ALL.map(|side| face.side(side, by).letter());
        let mut segments: Vec<String> = face
            .segments
            .iter()
            .map(|segment| {
                let mut rim: Vec<_> = segment.rim.iter().map(|rim| rim.rotated(by)).collect();
                rim.sort();
                let sort = match segment.kind {
                    SegmentKind::Field { .. } => "field".to_owned(),
                    _ => format!("{:?}", segment.kind),
                };
                format!("{sort} {rim:?}")
            })
            .collect();
        segments.sort();
        let mut mists: Vec<Vec<Side>> = face
            .mists
            .iter()
            .map(|mist| {
                let mut sides: Vec<_> = mist.sides.iter().map(|s| s.rotated(by)).collect();
                sides.sort();
                sides
            })
            .collect();
        mists.sort();
        (turned, segments, mists)
    };
    let faces: Vec<_> = catalogue.faces().collect();
    for (n, a) in faces.iter().enumerate() {
        for b in &faces[..n] {
            for by in Rotation::ALL {
                assert_ne!(print(a, by), print(b, Rotation::R0), "{} {}", a.id, b.id);
            }
        }
    }
}

#[test]
fn mist_is_found_on_the_side_of_a_turned_tile() {
    let catalogue = Catalogue::of(&[TileSet::Mists]);
    let quarter = catalogue.find("S-SW").unwrap();
    let misty = |rotation| Side::ALL.map(|side| quarter.mist_on(side, rotation).is_some());
    assert_eq!(misty(Rotation::R0), [true, true, false, false]);
    assert_eq!(misty(Rotation::R90), [false, true, true, false]);
    assert_eq!(misty(Rotation::R270), [true, false, false, true]);
}
