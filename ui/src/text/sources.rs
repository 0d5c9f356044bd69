//! Sentences for why there are no pictures: what is wrong with a camera, film, folder, address
//! or phone, and what can be done about it. The system's own words follow in brackets.

use std::path::Path;

use vision::source::SourceError;

use super::{Text, Words, message};

/// What is wrong with a camera, as far as the system's words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CameraFault {
    /// Another program has it.
    Busy,
    /// The system does not let this account use it.
    Forbidden,
    /// It is not there, or no longer.
    Gone,
    /// It is there and sends nothing.
    Silent,
    /// Anything else.
    Other,
}

impl CameraFault {
    /// Reads the words of Linux, which nokhwa hands on as text: its error number if one stands
    /// there, else what the number means in English.
    fn of(why: &str) -> Self {
        let why = why.to_lowercase();
        let number = why.rsplit_once("os error ").and_then(|(_, rest)| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        });
        let says = |words: &[&str]| words.iter().any(|word| why.contains(word));
        match number {
            // EBUSY
            Some(16) => Self::Busy,
            // EPERM, EACCES
            Some(1 | 13) => Self::Forbidden,
            // ENOENT, ENXIO, ENODEV
            Some(2 | 6 | 19) => Self::Gone,
            // EIO, EPIPE, EPROTO, ETIMEDOUT
            Some(5 | 32 | 71 | 110) => Self::Silent,
            Some(_) => Self::Other,
            None if says(&["busy"]) => Self::Busy,
            None if says(&["permission denied", "not permitted"]) => Self::Forbidden,
            None if says(&["no such device", "no such file", "not found"]) => Self::Gone,
            None if says(&["input/output error", "timed out", "timeout"]) => Self::Silent,
            None => Self::Other,
        }
    }
}

impl Words {
    /// What is wrong with a camera and what to do about it, from the system's words.
    pub fn camera_trouble(self, why: &str) -> (String, String) {
        let (what, help) = match CameraFault::of(why) {
            CameraFault::Busy => (message::CAMERA_BUSY, message::CAMERA_BUSY_HELP),
            CameraFault::Forbidden => (message::CAMERA_FORBIDDEN, message::CAMERA_FORBIDDEN_HELP),
            CameraFault::Gone => (message::CAMERA_GONE, message::CAMERA_GONE_HELP),
            CameraFault::Silent => (message::CAMERA_SILENT, message::CAMERA_SILENT_HELP),
            CameraFault::Other => (message::CAMERA_FAILS, message::CAMERA_FAILS_HELP),
        };
        (self.say(what), self.with_detail(help, why))
    }

    fn with_detail(self, help: Text, why: &str) -> String {
        let help = self.say(help);
        self.with(message::SourceDetail { help, why })
    }

    /// Why there are no pictures, and what to do about it.
    pub fn no_pictures(self, error: &SourceError) -> (String, String) {
        let told = |what: String, help: Text| (what, self.say(help));
        let path_of = |path: &Path| path.display().to_string();
        let with_detail = |what: String, help: Text, why: &str| (what, self.with_detail(help, why));
        match error {
            SourceError::Unreadable(what) => told(
                self.with(message::SourceUnreadable { what }),
                message::SOURCE_UNREADABLE_HELP,
            ),
            SourceError::Missing(path) => told(
                self.with(message::SourceMissing {
                    path: path_of(path),
                }),
                message::SOURCE_MISSING_HELP,
            ),
            SourceError::Forbidden { path, why } => with_detail(
                self.with(message::SourceForbidden {
                    path: path_of(path),
                }),
                message::SOURCE_FORBIDDEN_HELP,
                why,
            ),
            SourceError::NotAVideo { path, found } => with_detail(
                self.with(message::SourceNotAFilm {
                    path: path_of(path),
                }),
                message::SOURCE_NOT_A_FILM_HELP,
                found,
            ),
            SourceError::BrokenVideo(path) => told(
                self.with(message::SourceBrokenFilm {
                    path: path_of(path),
                }),
                message::SOURCE_BROKEN_FILM_HELP,
            ),
            SourceError::Torn {
                path,
                played,
                expected,
            } => told(
                self.with(message::SourceTorn {
                    path: path_of(path),
                    played,
                    expected,
                }),
                message::SOURCE_TORN_HELP,
            ),
            SourceError::EmptyFolder(path) => told(
                self.with(message::SourceNoPictureIn {
                    path: path_of(path),
                }),
                message::SOURCE_NO_PICTURE_IN_HELP,
            ),
            SourceError::BadPicture { path, why } => with_detail(
                self.with(message::SourceBadPicture {
                    path: path_of(path),
                }),
                message::SOURCE_BAD_PICTURE_HELP,
                why,
            ),
            SourceError::NoCamera => {
                told(self.say(message::SOURCE_NONE), message::SOURCE_NONE_HELP)
            }
            SourceError::NoSuchCamera { index, found } => {
                let found: Vec<String> = found.iter().map(u32::to_string).collect();
                told(
                    self.with(message::SourceNoSuchCamera {
                        index,
                        found: self.list(&found),
                    }),
                    message::SOURCE_NO_SUCH_CAMERA_HELP,
                )
            }
            SourceError::CameraFails { index, why } => {
                let (what, help) = self.camera_trouble(why);
                (self.with(message::SourceCameraFails { index, what }), help)
            }
            SourceError::StreamWaits { url, why } => with_detail(
                self.with(message::SourceWaits { url }),
                message::SOURCE_WAITS_HELP,
                why,
            ),
            SourceError::StreamGone { url, seconds, why } => with_detail(
                self.with(message::SourceGone { url, seconds }),
                message::SOURCE_WAITS_HELP,
                why,
            ),
            SourceError::PhoneWaits { here: true } => told(
                self.say(message::SOURCE_PHONE_SILENT),
                message::SOURCE_PHONE_SILENT_HELP,
            ),
            SourceError::PhoneWaits { here: false } => told(
                self.say(message::SOURCE_PHONE_AWAY),
                message::SOURCE_PHONE_AWAY_HELP,
            ),
            SourceError::PhoneSends { why } => with_detail(
                self.say(message::SOURCE_PHONE_SENDS),
                message::SOURCE_PHONE_SENDS_HELP,
                why,
            ),
            SourceError::Other(why) => told(
                self.with(message::SourceOther { why }),
                message::SOURCE_OTHER_HELP,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    /// As Linux says it, alone, after a device, and in the sentences of nokhwa.
    #[test]
    fn the_common_troubles_of_a_camera_are_told_apart() {
        for (why, fault) in [
            ("Device or resource busy", CameraFault::Busy),
            (
                "Could not open device 0: Device or resource busy (os error 16)",
                CameraFault::Busy,
            ),
            (
                "/dev/video0: Permission denied (os error 13)",
                CameraFault::Forbidden,
            ),
            (
                "Operation not permitted (os error 1)",
                CameraFault::Forbidden,
            ),
            (
                "Could not capture frame: No such device (os error 19)",
                CameraFault::Gone,
            ),
            (
                "/dev/video4: No such file or directory (os error 2)",
                CameraFault::Gone,
            ),
            ("Input/output error (os error 5)", CameraFault::Silent),
            ("the format MJPG is unknown", CameraFault::Other),
            ("Invalid argument (os error 22)", CameraFault::Other),
        ] {
            assert_eq!(CameraFault::of(why), fault, "{why}");
            for language in Language::all() {
                let (what, help) = Words::new(language).camera_trouble(why);
                assert!(!what.contains(why), "{what}");
                assert!(help.ends_with(&format!("({why})")), "{help}");
            }
        }
    }

    /// In German nothing of the English sentence is left but what is named.
    #[test]
    fn every_trouble_is_told_in_german() {
        let german = Words::new(Language::German);
        let (what, help) = german.no_pictures(&SourceError::Missing("film.mp4".into()));
        assert!(
            what.contains("film.mp4") && !what.contains("exist"),
            "{what}"
        );
        assert_eq!(help, german.say(message::SOURCE_MISSING_HELP));
        let busy = SourceError::CameraFails {
            index: 2,
            why: "Device or resource busy (os error 16)".into(),
        };
        let (what, help) = german.no_pictures(&busy);
        assert!(
            what.contains("Kamera 2") && !what.contains("busy"),
            "{what}"
        );
        assert!(
            help.starts_with(&german.say(message::CAMERA_BUSY_HELP)),
            "{help}"
        );
    }
}
