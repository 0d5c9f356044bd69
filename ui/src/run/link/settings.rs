//! What is kept between two runs of the program.

use serde::{Deserialize, Serialize};
use tracker::setup::Pictures;

use crate::hall::HallSettings;
use crate::run::sound::SoundSettings;

/// What is kept between two runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language, `de` or `en`; absent: the system's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Text size in percent, 100 if absent.
    pub zoom_percent: Option<u16>,
    /// Nothing on screen moves by itself.
    pub reduced_motion: bool,
    /// The television.
    pub tv: TvSettings,
    /// What new games keep of their pictures.
    pub pictures: Pictures,
    /// Sound and voice.
    pub sound: SoundSettings,
    /// In games by hand, figures that have scored stay until somebody takes them home.
    pub scored_stay: bool,
    /// How long a turn may take, seconds; 0 for no clock at all.
    pub turn_limit_s: u16,
    /// The hall of tables that games are told to.
    pub hall: HallSettings,
}

/// Where the television stands and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TvSettings {
    /// From the players' eyes to the screen, cm.
    pub distance_cm: u16,
    /// From corner to corner of the screen, inches, as it is sold.
    pub diagonal_inch: u16,
}

impl Default for TvSettings {
    /// A common set in a living room.
    fn default() -> Self {
        Self {
            distance_cm: 300,
            diagonal_inch: 43,
        }
    }
}

/// Which theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}
