//! What can be wrong with a source, each with one sentence what to do about it.
//!
//! Shown as `error: …` and `help: …` on the command line and as one card in the window. Never
//! carries a stack of causes: the sentence a person needs, and OpenCV's own words only where
//! nothing better is known.

use std::path::{Path, PathBuf};

/// Why a source gives no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The text names no source.
    #[error("`{0}` is not a picture source")]
    Unreadable(String),
    /// Nothing is at that path.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// The path exists but may not be read.
    #[error("`{}` cannot be read: {why}", path.display())]
    Forbidden {
        /// File or folder.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// A file whose content is no video, whatever its name says.
    #[error("`{}` is not a video ({found})", path.display())]
    NotAVideo {
        /// The file.
        path: PathBuf,
        /// What it looks like instead.
        found: String,
    },
    /// Looks like a video, but its index or codec cannot be read.
    #[error("`{}` is a video that cannot be opened", .0.display())]
    BrokenVideo(PathBuf),
    /// The video ended early. Frames before the tear were delivered.
    #[error("`{}` ends after {played} of {expected} frames", path.display())]
    Torn {
        /// The file.
        path: PathBuf,
        /// Frames delivered.
        played: u64,
        /// Frames its header promises.
        expected: u64,
    },
    /// A folder without a single picture.
    #[error("`{}` holds no picture", .0.display())]
    EmptyFolder(PathBuf),
    /// One picture that cannot be read; the next call goes on with the next one.
    #[error("`{}` is not a readable picture: {why}", path.display())]
    BadPicture {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// No camera at all.
    #[error("no camera was found")]
    NoCamera,
    /// Cameras are there, but not this one.
    #[error("there is no camera {index}; there is {}", list(found))]
    NoSuchCamera {
        /// The number asked for.
        index: u32,
        /// Numbers that exist.
        found: Vec<u32>,
    },
    /// The camera is there but does not work.
    #[error("camera {index} cannot be opened: {why}")]
    CameraFails {
        /// Its number.
        index: u32,
        /// The driver's words.
        why: String,
    },
    /// The stream gives no picture at the moment; it is being tried again.
    #[error("{url} sends no picture ({why}); trying again")]
    StreamWaits {
        /// Its address.
        url: String,
        /// What was last seen of it.
        why: String,
    },
    /// The stream was tried long enough.
    #[error("{url} sent no picture for {seconds} s ({why})")]
    StreamGone {
        /// Its address.
        url: String,
        /// How long it was tried.
        seconds: u64,
        /// What was last seen of it.
        why: String,
    },
    /// A phone that films sends nothing at the moment.
    #[error("{}", match here {
        true => "the phone is connected and sends no picture",
        false => "no phone is filming",
    })]
    PhoneWaits {
        /// Whether its page is open.
        here: bool,
    },
    /// What a phone sent is no picture.
    #[error("a picture of the phone was left out: {why}")]
    PhoneSends {
        /// What is wrong with it.
        why: String,
    },
    /// OpenCV failed in a way that nothing above names.
    #[error("reading pictures failed: {0}")]
    Other(String),
}

fn list(numbers: &[u32]) -> String {
    let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
    format!("camera {}", numbers.join(", "))
}

impl SourceError {
    /// What the system says of a file or folder.
    pub(super) fn of(path: &Path, error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::Missing(path.to_owned()),
            _ => Self::Forbidden {
                path: path.to_owned(),
                why: error.to_string(),
            },
        }
    }

    /// What the person can do about it, one sentence.
    pub fn help(&self) -> String {
        match self {
            Self::Unreadable(_) => "give `camera:0`, a video file, a folder of pictures, an \
                http:// or rtsp:// address, `phone`, or `synth:7`"
                .into(),
            Self::Missing(_) => "check the spelling; for a camera write `camera:0`".into(),
            Self::Forbidden { .. } => "check the access rights".into(),
            Self::NotAVideo { .. } => {
                "give a video file (mp4, mkv, avi, webm, mov), or the folder for pictures".into()
            }
            Self::BrokenVideo(_) => "try it in a video player; if it does not play there, copy \
                it again, else convert it: `ffmpeg -i FILE -c:v libx264 new.mp4`"
                .into(),
            Self::Torn { .. } => "everything up to there was used; copy the file again if the \
                end is needed"
                .into(),
            Self::EmptyFolder(_) => "put .jpg or .png pictures into it".into(),
            Self::BadPicture { .. } => {
                "it is left out; open it in a picture viewer to check".into()
            }
            Self::NoCamera => "plug one in (`nebelwacht cameras` lists what is seen), use a \
                phone (`--source phone`), or try `nebelwacht demo`"
                .into(),
            Self::NoSuchCamera { found, .. } => match found.first() {
                Some(first) => format!("write `camera:{first}`; `nebelwacht cameras` names them"),
                None => "`nebelwacht cameras` lists what is seen".into(),
            },
            Self::CameraFails { .. } => "close other programs that use it, plug it in again, or \
                check that you may read /dev/video* (group `video`)"
                .into(),
            Self::StreamWaits { .. } | Self::StreamGone { .. } => "check that the phone or \
                camera sends, and that this address shows the picture in a browser or player"
                .into(),
            Self::PhoneWaits { here: true } => {
                "look at the phone: its page must stay open and its \
                screen lit"
                    .into()
            }
            Self::PhoneWaits { here: false } => "scan the code with the phone, and keep its page \
                open"
                .into(),
            Self::PhoneSends { .. } => "the next picture comes by itself".into(),
            Self::Other(_) => "run again with -v and report what it prints".into(),
        }
    }

    /// Whether the source goes on by itself and may be asked for the next frame.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::StreamWaits { .. }
                | Self::BadPicture { .. }
                | Self::PhoneWaits { .. }
                | Self::PhoneSends { .. }
        )
    }
}

impl From<opencv::Error> for SourceError {
    fn from(error: opencv::Error) -> Self {
        Self::Other(error.message)
    }
}
