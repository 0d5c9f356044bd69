//! Sentences for why there are no pictures: what is wrong with a camera, film, folder, address
//! or phone, and what can be done about it. The system's own words follow in brackets.

use vision::source::SourceError;

use super::Words;

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
            CameraFault::Busy => ("camera-busy", "camera-busy-help"),
            CameraFault::Forbidden => ("camera-forbidden", "camera-forbidden-help"),
            CameraFault::Gone => ("camera-gone", "camera-gone-help"),
            CameraFault::Silent => ("camera-silent", "camera-silent-help"),
            CameraFault::Other => ("camera-fails", "camera-fails-help"),
        };
        let help = self.say(help);
        let detail = [("help", help.into()), ("why", why.into())];
        (self.say(what), self.with("source-detail", &detail))
    }

    /// Why there are no pictures, and what to do about it.
    pub fn no_pictures(self, error: &SourceError) -> (String, String) {
        let told = |what: String, help: &str| (what, self.say(help));
        let at = |key: &str, path: &std::path::Path| {
            self.with(key, &[("path", path.display().to_string().into())])
        };
        let with_detail = |what: String, help: &str, why: &str| {
            let detail = [("help", self.say(help).into()), ("why", why.into())];
            (what, self.with("source-detail", &detail))
        };
        match error {
            SourceError::Unreadable(what) => {
                let what = [("what", what.as_str().into())];
                told(
                    self.with("source-unreadable", &what),
                    "source-unreadable-help",
                )
            }
            SourceError::Missing(path) => told(at("source-missing", path), "source-missing-help"),
            SourceError::Forbidden { path, why } => {
                with_detail(at("source-forbidden", path), "source-forbidden-help", why)
            }
            SourceError::NotAVideo { path, found } => with_detail(
                at("source-not-a-film", path),
                "source-not-a-film-help",
                found,
            ),
            SourceError::BrokenVideo(path) => {
                told(at("source-broken-film", path), "source-broken-film-help")
            }
            SourceError::Torn {
                path,
                played,
                expected,
            } => {
                let args = [
                    ("path", path.display().to_string().into()),
                    ("played", (*played).into()),
                    ("expected", (*expected).into()),
                ];
                told(self.with("source-torn", &args), "source-torn-help")
            }
            SourceError::EmptyFolder(path) => told(
                at("source-no-picture-in", path),
                "source-no-picture-in-help",
            ),
            SourceError::BadPicture { path, why } => with_detail(
                at("source-bad-picture", path),
                "source-bad-picture-help",
                why,
            ),
            SourceError::NoCamera => told(self.say("source-none"), "source-none-help"),
            SourceError::NoSuchCamera { index, found } => {
                let found: Vec<String> = found.iter().map(u32::to_string).collect();
                let args = [
                    ("index", (*index).into()),
                    ("found", self.list(&found).into()),
                ];
                told(
                    self.with("source-no-such-camera", &args),
                    "source-no-such-camera-help",
                )
            }
            SourceError::CameraFails { index, why } => {
                let (what, help) = self.camera_trouble(why);
                let args = [("index", (*index).into()), ("what", what.into())];
                (self.with("source-camera-fails", &args), help)
            }
            SourceError::StreamWaits { url, why } => {
                let url = [("url", url.as_str().into())];
                with_detail(self.with("source-waits", &url), "source-waits-help", why)
            }
            SourceError::StreamGone { url, seconds, why } => {
                let args = [("url", url.as_str().into()), ("seconds", (*seconds).into())];
                with_detail(self.with("source-gone", &args), "source-waits-help", why)
            }
            SourceError::PhoneWaits { here: true } => {
                told(self.say("source-phone-silent"), "source-phone-silent-help")
            }
            SourceError::PhoneWaits { here: false } => {
                told(self.say("source-phone-away"), "source-phone-away-help")
            }
            SourceError::PhoneSends { why } => with_detail(
                self.say("source-phone-sends"),
                "source-phone-sends-help",
                why,
            ),
            SourceError::Other(why) => {
                let why = [("why", why.as_str().into())];
                told(self.with("source-other", &why), "source-other-help")
            }
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
        assert_eq!(help, german.say("source-missing-help"));
        let busy = SourceError::CameraFails {
            index: 2,
            why: "Device or resource busy (os error 16)".into(),
        };
        let (what, help) = german.no_pictures(&busy);
        assert!(
            what.contains("Kamera 2") && !what.contains("busy"),
            "{what}"
        );
        assert!(help.starts_with(&german.say("camera-busy-help")), "{help}");
    }
}
