use super::*;

use carcassonne::catalogue::{Catalogue, face_id};
use opencv::core::{CV_8UC3, Mat, Scalar};

use crate::pack::FacePicture;
use crate::tiles::model::descriptor::LENGTH;

/// Two faces of our own art.
fn pack() -> Pack {
    let mut pack = crate::testing::drawn_pack(&Catalogue::bundled());
    pack.pictures.truncate(2);
    pack
}

fn learnt(pack: &Pack) -> (Learning, Features) {
    let few = ModelConfig {
        views: 4,
        views_per_picture: 2,
        ..ModelConfig::default()
    };
    let learning = Learning::of(pack, &few).expect("learnt");
    (learning, Features::of(pack).expect("described"))
}

fn bytes_of((learning, features): &(Learning, Features)) -> Vec<u8> {
    let mut bytes = Vec::new();
    learning.write(&mut bytes);
    features.write(&mut bytes).expect("few features");
    bytes
}

/// Keeps what was learnt of a pack; where, and what that is.
fn kept(folder: &Path, pack: &Pack) -> (PathBuf, Vec<u8>) {
    let learnt = learnt(pack);
    let file = file_of(pack, folder).expect("a name");
    write(&file, &learnt.0, &learnt.1).expect("written");
    (file, bytes_of(&learnt))
}

#[test]
fn what_was_kept_is_what_was_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack();
    let (file, held) = kept(folder.path(), &pack);
    let again = read(&file, &pack).expect("a whole file");
    assert_eq!(bytes_of(&again), held);
    assert_eq!(
        bytes_of(&learnt(&pack)),
        held,
        "the same is learnt every time"
    );
    assert!(Learnt::ready(&pack, &again.0, &again.1).is_ok());
    // A known pack is not learnt again: three thousand views would give other numbers than four.
    let known = Learnt::kept(&pack, folder.path()).expect("known");
    assert_eq!(known.model.len(), 8);
    let still = read(&file, &pack).expect("a whole file");
    assert_eq!(bytes_of(&still), held);
}

#[test]
fn nothing_but_the_whole_file_is_trusted() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack();
    let (file, _) = kept(folder.path(), &pack);
    let whole = std::fs::read(&file).expect("the file");
    let last = whole.len() - 1;
    for damage in [0, 9, whole.len() / 2, last] {
        let mut damaged = whole.clone();
        damaged[damage] ^= 1;
        std::fs::write(&file, damaged).expect("written");
        assert!(read(&file, &pack).is_none(), "byte {damage}");
    }
    for length in [0, 4, 8, 20, 24, whole.len() / 2, last] {
        std::fs::write(&file, &whole[..length]).expect("written");
        assert!(read(&file, &pack).is_none(), "{length} bytes");
    }
    let mut longer = whole.clone();
    longer.push(0);
    std::fs::write(&file, longer).expect("written");
    assert!(read(&file, &pack).is_none());
    let huge = std::fs::File::create(&file).expect("a file");
    huge.set_len(LONGEST + 1).expect("a long file");
    assert!(read(&file, &pack).is_none());
    std::fs::write(&file, &whole).expect("written");
    assert!(read(&file, &pack).is_some());
}

#[test]
fn what_is_learnt_of_the_largest_pack_is_not_too_long_to_be_read() {
    let mut pack = crate::testing::drawn_pack(&Catalogue::bundled());
    pack.pictures.truncate(40);
    let mut described = Vec::new();
    let features = Features::of(&pack).expect("described");
    features.write(&mut described).expect("few features");
    let float = size_of::<f32>();
    let each = described.len() / pack.pictures.len() + float * LENGTH;
    let all = PACK_PICTURES * each + float * LENGTH * LENGTH;
    assert!((all as u64) < LONGEST, "{all} bytes, {each} a picture");
}

#[test]
fn a_sealed_file_that_says_too_much_is_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack();
    let file = file_of(&pack, folder.path()).expect("a name");
    let (learning, _) = learnt(&pack);
    let mut body = Vec::new();
    learning.write(&mut body);
    // Four thousand million features.
    body.extend([0xff; 4]);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(&body);
    bytes.extend(seal(&body, &file).as_bytes());
    std::fs::write(&file, bytes).expect("written");
    assert!(read(&file, &pack).is_none());
}

#[test]
fn another_packs_file_is_not_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = pack();
    let mut other = pack.clone();
    other.pictures[1].image =
        Mat::new_rows_cols_with_default(192, 192, CV_8UC3, Scalar::all(90.0)).expect("a picture");
    let mut renamed = pack.clone();
    renamed.pictures[1].face = face_id("ZZ9").expect("a name");
    let names = [&pack, &other, &renamed].map(|pack| file_of(pack, folder.path()).expect("a name"));
    assert_ne!(names[0], names[1]);
    assert_ne!(names[0], names[2]);
    let (file, _) = kept(folder.path(), &pack);
    std::fs::rename(file, &names[1]).expect("renamed");
    assert!(read(&names[1], &other).is_none());
}

#[test]
fn a_folder_holds_the_last_used_files_only() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..KEPT + 5 {
        let path = folder.path().join(format!("{number:02}.{ENDING}"));
        let file = std::fs::File::create(path).expect("a file");
        let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(number as u64);
        file.set_modified(at).expect("a time");
    }
    let of_somebody = folder.path().join("letter.txt");
    std::fs::write(&of_somebody, "not ours").expect("written");
    let (file, _) = kept(folder.path(), &pack());
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, KEPT + 1);
    assert!(file.is_file() && of_somebody.is_file());
    assert!(!folder.path().join(format!("05.{ENDING}")).exists());
    assert!(folder.path().join(format!("06.{ENDING}")).exists());
}

#[test]
fn a_folder_that_cannot_be_written_costs_nothing_but_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let in_the_way = folder.path().join("file");
    std::fs::write(&in_the_way, "no folder").expect("written");
    let mut pack = Pack::default();
    pack.pictures.push(FacePicture {
        face: face_id("D").expect("a name"),
        image: pack_picture(),
    });
    let learnt = Learnt::kept(&pack, &in_the_way.join("deeper")).expect("learnt all the same");
    assert_eq!(learnt.model.len(), 4);
}

fn pack_picture() -> Mat {
    pack().pictures[0].image.clone()
}
