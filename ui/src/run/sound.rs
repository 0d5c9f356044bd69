//! Sound and voice: short tones and spoken lines through what the machine has.
//!
//! No sound library is built in: the system's own players (`pw-play`, `paplay`, `aplay`) and
//! voices (`spd-say`, `espeak-ng`) are started when they are there, so that nothing needs to be
//! installed for those who want silence. Off unless switched on, and everything that is heard
//! is on screen too. A player that hangs or fails never holds up the window.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tracker::snapshot::Snapshot;

use crate::text::Language;

/// What may be heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SoundSettings {
    /// A tone for each cue.
    pub tones: bool,
    /// A sentence for each cue.
    pub voice: bool,
}

/// A moment worth a tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    /// A tile was read.
    Tile,
    /// Points were scored.
    Points,
    /// There is a question.
    Question,
    /// Table and screen differ, or the camera lost the table.
    Wrong,
    /// The game is over.
    Over,
}

impl Cue {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Tile,
        Self::Points,
        Self::Question,
        Self::Wrong,
        Self::Over,
    ];

    /// What happened between two states of a game that is worth a tone: the most urgent only.
    pub fn between(before: &Snapshot, now: &Snapshot) -> Option<Self> {
        let newer = |of: fn(&Snapshot) -> usize| of(now) > of(before);
        [
            (now.over && !before.over, Self::Over),
            (now.desync.is_some() && before.desync.is_none(), Self::Wrong),
            (newer(|game| game.questions.len()), Self::Question),
            (newer(|game| game.score_lines.len()), Self::Points),
            (newer(|game| game.tiles.len()), Self::Tile),
        ]
        .into_iter()
        .find_map(|(happened, cue)| happened.then_some(cue))
    }

    /// Pitches one after the other, Hz; rising for good news, falling for trouble.
    const fn pitches(self) -> &'static [f32] {
        match self {
            Self::Tile => &[587.0],
            Self::Points => &[659.0, 880.0],
            Self::Question => &[523.0, 523.0],
            Self::Wrong => &[440.0, 311.0],
            Self::Over => &[523.0, 659.0, 784.0],
        }
    }
}

/// Something to be heard.
#[derive(Clone, Debug, PartialEq)]
pub enum Sound {
    /// A tone.
    Tone(Cue),
    /// A sentence.
    Say(String, Language),
}

/// What the machine has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Devices {
    /// A program that plays sound files.
    pub player: Option<PathBuf>,
    /// A program that speaks.
    pub voice: Option<PathBuf>,
}

/// Programs that play a sound file named as their last argument.
const PLAYERS: [&str; 3] = ["pw-play", "paplay", "aplay"];
/// Programs that speak their last argument.
const VOICES: [&str; 3] = ["spd-say", "espeak-ng", "espeak"];

impl Devices {
    /// Looks along a search path such as `PATH`.
    pub fn find(path: &std::ffi::OsStr) -> Self {
        let folders: Vec<PathBuf> = std::env::split_paths(path).collect();
        let first = |names: &[&str]| {
            let all = names
                .iter()
                .flat_map(|name| folders.iter().map(move |f| f.join(name)));
            all.into_iter().find(|program| program.is_file())
        };
        Self {
            player: first(&PLAYERS),
            voice: first(&VOICES),
        }
    }

    /// The command that makes the sound, if the machine can; tones lie in `folder`.
    fn command(&self, sound: &Sound, folder: &Path) -> Option<Command> {
        match sound {
            Sound::Tone(cue) => {
                let file = folder.join(format!("{cue:?}.wav"));
                if !file.exists() {
                    files::write::file(&file, &wav(cue.pitches())).ok()?;
                }
                let mut command = Command::new(self.player.as_ref()?);
                command.arg(file);
                Some(command)
            }
            Sound::Say(text, language) => {
                let voice = self.voice.as_ref()?;
                let mut command = Command::new(voice);
                let speech = voice.file_name().is_some_and(|name| name == "spd-say");
                let flag = if speech { "-l" } else { "-v" };
                command.args([flag, language.code()]);
                if speech {
                    command.arg("-w");
                }
                command.args(["--", text]);
                Some(command)
            }
        }
    }
}

/// Sounds that wait while another is heard; what comes when so many wait is not worth hearing.
const WAITING: usize = 3;
/// Longest that a player may take, a long sentence.
const LONGEST: Duration = Duration::from_secs(12);

/// Plays sounds one after the other on a thread of its own.
pub struct Speaker {
    /// What it found.
    pub devices: Devices,
    to: Option<Sender<Sound>>,
    waiting: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

impl Speaker {
    /// A speaker on this machine.
    pub fn new(devices: Devices) -> Self {
        Self {
            devices,
            to: None,
            waiting: std::sync::Arc::default(),
        }
    }

    /// Lets it be heard as soon as what is heard now has ended. Nothing happens where the
    /// machine has no player.
    pub fn play(&mut self, sound: Sound) {
        use std::sync::atomic::Ordering::SeqCst;
        if self.waiting.load(SeqCst) >= WAITING {
            return;
        }
        if self.to.is_none() {
            self.to = start(self.devices.clone(), self.waiting.clone());
        }
        let Some(to) = &self.to else { return };
        self.waiting.fetch_add(1, SeqCst);
        if to.send(sound).is_err() {
            // What waited has gone with it.
            self.waiting.store(0, SeqCst);
            self.to = None;
        }
    }
}

fn start(
    devices: Devices,
    waiting: std::sync::Arc<std::sync::atomic::AtomicUsize>,
) -> Option<Sender<Sound>> {
    let (to, from) = channel::<Sound>();
    let work = move || {
        let Ok(folder) = tempfile::tempdir() else {
            tracing::warn!("no folder for sounds");
            return;
        };
        while let Ok(sound) = from.recv() {
            if let Some(mut command) = devices.command(&sound, folder.path()) {
                let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
                match quiet.stderr(Stdio::null()).spawn() {
                    Ok(child) => wait(child),
                    Err(error) => tracing::warn!(%error, "a sound could not be played"),
                }
            }
            waiting.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
        }
    };
    let thread = std::thread::Builder::new().name("sound".to_owned());
    let started = thread.spawn(work);
    started
        .map_err(|error| tracing::warn!(%error, "no thread for sounds"))
        .ok()?;
    Some(to)
}

/// Until it has ended, or is ended.
fn wait(mut child: Child) {
    let since = Instant::now();
    while since.elapsed() < LONGEST {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(40)),
            _ => return,
        }
    }
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}

/// Samples a second.
const RATE: u32 = 22_050;
/// Length of a tone, seconds.
const TONE_S: f32 = 0.16;

/// Tones as a WAV file: 16 bit, one channel, each fading in and out so that nothing clicks.
fn wav(pitches: &[f32]) -> Vec<u8> {
    let per_tone = (RATE as f32 * TONE_S) as u32;
    let samples = pitches.iter().flat_map(|pitch| {
        (0..per_tone).map(move |n| {
            let t = n as f32 / RATE as f32;
            let fade = (t / TONE_S * std::f32::consts::PI).sin();
            let wave = (t * pitch * std::f32::consts::TAU).sin();
            (wave * fade * 9000.0) as i16
        })
    });
    let data: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
    let length = u32::try_from(data.len()).unwrap_or(0);
    let mut file = b"RIFF".to_vec();
    file.extend((36 + length).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    file.extend([1u16, 1].into_iter().flat_map(u16::to_le_bytes));
    file.extend([RATE, RATE * 2].into_iter().flat_map(u32::to_le_bytes));
    file.extend([2u16, 16].into_iter().flat_map(u16::to_le_bytes));
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(data);
    file
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A program that writes down what it was told.
    fn program(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"{name} $*\" >> \"{}\"\n",
            folder.join("heard").display()
        );
        std::fs::write(&path, script).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("allowed");
        path
    }

    fn heard(folder: &Path, lines: usize) -> String {
        for _ in 0..200 {
            let text = std::fs::read_to_string(folder.join("heard")).unwrap_or_default();
            if text.lines().count() >= lines {
                return text;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing was played");
    }

    #[test]
    fn tones_and_sentences_go_to_what_the_machine_has() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let silent = Devices::find(place.path().as_os_str());
        assert_eq!(silent, Devices::default());
        let player = program(place.path(), "aplay");
        program(place.path(), "espeak-ng");
        let devices = Devices::find(place.path().as_os_str());
        assert_eq!(devices.player, Some(player));
        let mut speaker = Speaker::new(devices);
        speaker.play(Sound::Tone(Cue::Points));
        speaker.play(Sound::Say("Anna bekommt 4".to_owned(), Language::German));
        let heard = heard(place.path(), 2);
        assert!(heard.contains("Points.wav"), "{heard}");
        assert!(
            heard.contains("espeak-ng -v de -- Anna bekommt 4"),
            "{heard}"
        );
        // Where there is nothing, nothing happens.
        Speaker::new(silent).play(Sound::Tone(Cue::Over));
    }

    #[test]
    fn a_tone_is_a_wav_file_of_its_length() {
        let file = wav(Cue::Over.pitches());
        let number =
            |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
        assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!((number(4) as usize + 8, number(24)), (file.len(), RATE));
        assert_eq!(number(40) as usize, file.len() - 44);
        let loudest = file[44..]
            .chunks_exact(2)
            .map(|s| i16::from_le_bytes([s[0], s[1]]).abs());
        assert!((4000..12_000).contains(&loudest.max().unwrap_or(0)));
    }
}
