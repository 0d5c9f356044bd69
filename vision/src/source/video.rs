//! A video file as a source, decoded by OpenCV.
//!
//! Time is the frame's number over the file's frame rate, so that a film reads the same on
//! every machine. A truncated film is played as far as it goes, and only then reports it.

use std::path::{Path, PathBuf};

use opencv::core::{Mat, MatTraitConst};
use opencv::videoio::{
    self, CAP_ANY, CAP_FFMPEG, CAP_PROP_FPS, CAP_PROP_FRAME_COUNT, VideoCapture, VideoCaptureAPIs,
    VideoCaptureTrait, VideoCaptureTraitConst,
};

use super::error::SourceError;
use super::pace::{Pace, Source};
use crate::source::frame::Frame;

/// Frame rate where a file states none or nonsense: what most cameras record at.
const FALLBACK_FPS: f64 = 30.0;

/// Highest frame rate that is believed; some files state their time base (90 000) instead.
const MAX_FPS: f64 = 1000.0;

/// Share of the promised frames that may be missing at the end before a film counts as torn:
/// containers round the count from the duration, and some decoders hold back a frame or two.
const COUNT_SLACK: f64 = 0.01;

/// A video file, frame by frame.
pub struct VideoSource {
    path: PathBuf,
    capture: VideoCapture,
    fps: f64,
    /// As the header says; 0 where it says nothing.
    expected: u64,
    played: u64,
    over: bool,
}

impl VideoSource {
    /// Opens a video file, with FFmpeg where OpenCV has it, else with what OpenCV has.
    ///
    /// # Errors
    /// When nothing is there, when the content is no video, or when OpenCV cannot open it.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        check_content(path)?;
        let name = path.as_os_str();
        // Named, because left alone OpenCV tries all it has and each complains on stderr.
        let ffmpeg = videoio::has_backend(VideoCaptureAPIs::CAP_FFMPEG)?;
        let capture = VideoCapture::from_file(name, if ffmpeg { CAP_FFMPEG } else { CAP_ANY })?;
        if !capture.is_opened()? {
            return Err(SourceError::BrokenVideo(path.to_owned()));
        }
        let fps = capture.get(CAP_PROP_FPS)?;
        let fps = if fps.is_finite() && fps > 0.0 && fps <= MAX_FPS {
            fps
        } else {
            FALLBACK_FPS
        };
        let expected = capture.get(CAP_PROP_FRAME_COUNT)?;
        // Float to integer conversion saturates, so a negative or absurd count reads as 0 or huge.
        let expected = if expected < 1e9 { expected as u64 } else { 0 };
        Ok(Self {
            path: path.to_owned(),
            capture,
            fps,
            expected,
            played: 0,
            over: false,
        })
    }

    /// Frames per second, as used for the frames' time.
    pub fn fps(&self) -> f64 {
        self.fps
    }
}

/// Looks at the first bytes, because OpenCV's answer to a text file named `.mp4` is silence.
fn check_content(path: &Path) -> Result<(), SourceError> {
    let forbidden = |error: std::io::Error| SourceError::of(path, &error);
    let file = files::read::open(path).map_err(forbidden)?;
    let size = file.metadata().map_err(forbidden)?.len();
    let not_a_video = |found: &str| {
        Err(SourceError::NotAVideo {
            path: path.to_owned(),
            found: found.into(),
        })
    };
    if size == 0 {
        return not_a_video("the file is empty");
    }
    match infer::get_from_path(path).map_err(forbidden)? {
        Some(kind) if kind.matcher_type() == infer::MatcherType::Video => Ok(()),
        // OpenCV plays animated pictures too.
        Some(kind) if kind.mime_type() == "image/gif" => Ok(()),
        Some(kind) => not_a_video(&format!("it looks like {}", kind.mime_type())),
        None if is_text(path).map_err(forbidden)? => not_a_video("it is a text file"),
        // An unknown container: let OpenCV try.
        None => Ok(()),
    }
}

/// Whether the beginning of a file is plain text.
fn is_text(path: &Path) -> std::io::Result<bool> {
    use std::io::Read;
    let mut start = Vec::new();
    std::fs::File::open(path)?
        .take(1024)
        .read_to_end(&mut start)?;
    let printable = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    Ok(start.iter().all(printable))
}

impl Source for VideoSource {
    fn next(&mut self) -> Result<Option<Frame>, SourceError> {
        if self.over {
            return Ok(None);
        }
        let mut pixels = Mat::default();
        if self.capture.read(&mut pixels)? && !pixels.empty() {
            let seq = self.played;
            self.played += 1;
            let taken_at_ms = (seq as f64 * 1000.0 / self.fps).round() as u64;
            return Ok(Some(Frame {
                pixels,
                seq,
                taken_at_ms,
            }));
        }
        self.over = true;
        let slack = (self.expected as f64 * COUNT_SLACK).ceil().max(2.0) as u64;
        if self.played + slack < self.expected {
            return Err(SourceError::Torn {
                path: self.path.clone(),
                played: self.played,
                expected: self.expected,
            });
        }
        Ok(None)
    }

    fn describe(&self) -> String {
        format!(
            "{}, {} frames at {} per second",
            self.path.display(),
            self.expected,
            self.fps
        )
    }

    fn pace(&self) -> Pace {
        Pace::Recorded
    }

    fn frames_expected(&self) -> Option<u64> {
        (self.expected > 0).then_some(self.expected)
    }
}
