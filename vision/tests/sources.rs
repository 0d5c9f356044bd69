//! Files and folders as sources, and what each says when something is wrong with them.

use std::path::Path;
use std::sync::Arc;

use opencv::core::{CV_8UC3, Mat, Scalar, Size, mean_def};
use opencv::imgcodecs::imwrite_def;
use opencv::prelude::*;
use opencv::videoio::VideoWriter;
use vision::source::frame::HandClock;
use vision::source::{FolderSource, Pace, Source, SourceError, SourceSpec, VideoSource, open};

/// A picture of one grey level.
fn grey(level: f64) -> Mat {
    Mat::new_size_with_default(Size::new(320, 240), CV_8UC3, Scalar::all(level)).expect("made")
}

/// A film of `frames` pictures that grow brighter by 5, at 10 a second.
fn film(path: &Path, fourcc: &[u8; 4], frames: u32) {
    let [a, b, c, d] = fourcc.map(char::from);
    let codec = VideoWriter::fourcc(a, b, c, d).expect("a code");
    let name = path.to_str().expect("a plain name");
    let mut writer = VideoWriter::new(name, codec, 10.0, Size::new(320, 240), true).expect("made");
    assert!(
        writer.is_opened().expect("known"),
        "OpenCV cannot write {name}"
    );
    for number in 0..frames {
        writer
            .write(&grey(f64::from(20 + 5 * number)))
            .expect("written");
    }
    writer.release().expect("closed");
}

/// All frames, and the error at the end if there was one.
fn play(source: &mut dyn Source) -> (Vec<(u64, u64, f64)>, Option<SourceError>) {
    let mut frames = Vec::new();
    loop {
        match source.next() {
            Ok(Some(frame)) => {
                let level = mean_def(&frame.pixels).expect("a mean")[0];
                frames.push((frame.seq, frame.taken_at_ms, level));
            }
            Ok(None) => return (frames, None),
            Err(error) => return (frames, Some(error)),
        }
    }
}

#[test]
fn films_play_in_order_with_their_own_time() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, codec) in [("film.avi", b"MJPG"), ("film.mp4", b"mp4v")] {
        let path = folder.path().join(name);
        film(&path, codec, 20);
        let mut source = VideoSource::open(&path).expect("opens");
        assert_eq!(
            (source.pace(), source.frames_expected()),
            (Pace::Recorded, Some(20))
        );
        let (frames, error) = play(&mut source);
        assert_eq!(error, None);
        assert_eq!(frames.len(), 20, "{name}");
        let mut before = 0.0;
        for (number, (seq, at_ms, level)) in frames.into_iter().enumerate() {
            assert_eq!((seq, at_ms), (number as u64, number as u64 * 100), "{name}");
            // Codecs lose a little and may narrow the range; pictures differ by five.
            let made = 20.0 + 5.0 * number as f64;
            assert!(
                (level - made).abs() < 7.0,
                "{name} {seq}: {level}, made {made}"
            );
            assert!(level > before + 2.0, "{name} {seq}: {level} after {before}");
            before = level;
        }
        assert!(matches!(source.next(), Ok(None)), "it stays at its end");
    }
}

#[test]
fn a_film_that_breaks_off_plays_to_the_tear_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("film.avi");
    film(&path, b"MJPG", 40);
    let whole = std::fs::read(&path).expect("read");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("cut");
    let (frames, error) = play(&mut VideoSource::open(&path).expect("opens"));
    assert!((10..30).contains(&frames.len()), "{} frames", frames.len());
    let played = frames.len() as u64;
    let torn = error.expect("it says that it broke off");
    assert_eq!(
        torn,
        SourceError::Torn {
            path,
            played,
            expected: 40
        }
    );
    assert!(torn.help().contains("up to there"));
}

#[test]
fn files_that_are_no_films_say_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    film(&at("cut.mp4"), b"mp4v", 20);
    let whole = std::fs::read(at("cut.mp4")).expect("read");
    // An mp4's index stands at its end: without it nothing plays.
    std::fs::write(at("cut.mp4"), &whole[..whole.len() / 2]).expect("cut");
    std::fs::write(at("text.mp4"), "Shopping list: milk, eggs\n").expect("written");
    std::fs::write(at("empty.mp4"), "").expect("written");
    imwrite_def(at("picture.png").as_os_str(), &grey(99.0)).expect("written");
    std::fs::rename(at("picture.png"), at("picture.mp4")).expect("renamed");
    std::fs::write(at("noise.mp4"), [0, 255, 1, 254].repeat(500)).expect("written");
    let error = |name: &str| {
        VideoSource::open(&at(name))
            .err()
            .map(|error| error.to_string())
    };
    for (name, said) in [
        ("text.mp4", "is not a video (it is a text file)"),
        ("empty.mp4", "is not a video (the file is empty)"),
        ("picture.mp4", "is not a video (it looks like image/png)"),
        ("cut.mp4", "is a video that cannot be opened"),
        ("noise.mp4", "is a video that cannot be opened"),
        ("none.mp4", "does not exist"),
    ] {
        let error = error(name).unwrap_or_default();
        assert!(error.ends_with(said), "{name}: {error}");
    }
}

#[test]
fn folders_come_by_number_and_leave_out_what_is_no_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for (name, level) in [
        ("table10.png", 100.0),
        ("table2.PNG", 20.0),
        ("table1.jpg", 10.0),
    ] {
        imwrite_def(at(name).as_os_str(), &grey(level)).expect("written");
    }
    std::fs::write(at("table3.jpg"), "no picture").expect("written");
    std::fs::write(at("notes.txt"), "nothing").expect("written");
    std::fs::create_dir(at("more.png")).expect("made");
    let mut source = FolderSource::open(folder.path()).expect("opens");
    assert_eq!(source.frames_expected(), Some(4));
    let (first, error) = play(&mut source);
    let levels: Vec<_> = first.iter().map(|frame| frame.2.round()).collect();
    assert_eq!(levels, [10.0, 20.0]);
    let error = error.expect("the third is none");
    let bad = |error: &SourceError| matches!(error, SourceError::BadPicture { path, .. } if *path == at("table3.jpg"));
    assert!(bad(&error), "{error}");
    assert!(error.is_passing());
    let (rest, error) = play(&mut source);
    assert_eq!((rest.len(), rest[0].0, error), (1, 3, None));
}

#[test]
fn missing_sources_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = FolderSource::open(folder.path()).expect_err("nothing in it");
    assert_eq!(error, SourceError::EmptyFolder(folder.path().into()));
    // No test machine has a 978th camera; whether it has any decides what is said.
    let clock = Arc::new(HandClock::default());
    let error = open(&SourceSpec::Camera(977), clock)
        .err()
        .expect("no such camera");
    assert!(
        matches!(
            &error,
            SourceError::NoCamera | SourceError::NoSuchCamera { index: 977, .. }
        ),
        "{error}"
    );
    assert!(
        error.help().contains("nebelwacht cameras"),
        "{}",
        error.help()
    );
}
