//! What is written where: nothing that is there is lost, and a kind that lacks stops no other.

use files::write::Readers;
use nebelwacht_ui::failure::Failure;

use super::*;

fn all() -> Vec<&'static Kind> {
    Kind::usual()
}

fn export(told: &Told, folder: &Path, existing: Existing) -> Result<Exported, String> {
    let words = Words::new(Language::English);
    let written = write(told, words, &all(), folder, existing, Readers::Owner);
    written.map_err(|why| Failure::from(why).to_string())
}

#[test]
fn a_file_with_other_content_is_never_replaced_unasked() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("made/on/the/way");
    let golden = golden();
    let first = export(&golden[0].told, &folder, Existing::Keep).expect("written");
    assert!(first.files.len() >= all().len() - 1);
    let read = |path: &Path| std::fs::read(path).expect("there");
    let before: Vec<Vec<u8>> = first.files.iter().map(|(_, path)| read(path)).collect();
    // The same game again changes nothing.
    export(&golden[0].told, &folder, Existing::Keep).expect("the same again");
    // Another game is refused as a whole, by the name of what is in the way.
    let refused = export(&golden[1].told, &folder, Existing::Keep).expect_err("refused");
    assert!(refused.contains("already exists"), "{refused}");
    assert!(refused.contains("--replace"), "{refused}");
    let after: Vec<Vec<u8>> = first.files.iter().map(|(_, path)| read(path)).collect();
    assert!(before == after, "something was replaced");
    export(&golden[1].told, &folder, Existing::Replace).expect("replaced");
    assert_ne!(read(&folder.join("game.jsonl")), before[0]);
    let hidden = std::fs::read_dir(&folder).expect("there").filter(|entry| {
        let name = entry.as_ref().expect("readable").file_name();
        name.to_string_lossy().starts_with('.')
    });
    assert_eq!(hidden.count(), 0, "temporary files are left behind");
}

#[test]
fn no_file_of_a_replaced_game_stays() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let golden = golden();
    let jcz = Kind::find("jcz").expect("a kind");
    let of = |known: bool| {
        let words = Words::new(Language::English);
        let is_it = |told: &Told| (jcz.files)(told, words).is_ok() == known;
        let found = golden.iter().find(|golden| is_it(&golden.told));
        &found.expect("a golden record").told
    };
    export(of(true), place.path(), Existing::Replace).expect("written");
    let saved = place.path().join(jcz.names[0]);
    assert!(saved.is_file());
    std::fs::write(place.path().join("mine.txt"), "mine").expect("written");
    let second = export(of(false), place.path(), Existing::Replace).expect("replaced");
    assert!(second.lacking.iter().any(|(kind, _)| *kind == "jcz"));
    assert!(!saved.exists() && place.path().join("mine.txt").exists());
}

#[test]
fn what_cannot_be_written_is_a_failure() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let file = place.path().join("a-file");
    std::fs::write(&file, "mine").expect("written");
    let told = &golden()[0].told;
    let failure = export(told, &file.join("folder"), Existing::Keep).expect_err("no folder");
    assert!(failure.contains("cannot be written"), "{failure}");
    assert!(failure.contains("help:"), "{failure}");
    // A folder of a file's name is in the way, not replaced.
    let folder = place.path().join("taken");
    std::fs::create_dir_all(folder.join("points.csv")).expect("made");
    export(told, &folder, Existing::Keep).expect_err("in the way");
}

#[test]
fn equal_games_give_equal_bytes() {
    let [one, other] = [golden(), golden()];
    for (one, other) in one.iter().zip(&other).step_by(9) {
        for kind in &KINDS {
            let words = Words::new(Language::German);
            assert_eq!(
                (kind.files)(&one.told, words),
                (kind.files)(&other.told, words),
                "{} {}",
                one.name,
                kind.name
            );
        }
    }
}
