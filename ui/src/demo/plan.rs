//! What a demo is to play, and why it cannot.

use studio::synth::SynthError;
use tracker::rules::{Expansion, RuleFault};
use tracker::setup::SetupError;

/// Why there is no demo.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The rules refused a move; the player asks before, so this is a fault of the program.
    #[error("the demo's player broke a rule: {0}")]
    Rule(#[from] RuleFault),
    /// The modules do not go together, or a level is given without the mists.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The table could not be drawn.
    #[error("the synthetic table could not be drawn: {0}")]
    Synth(#[from] SynthError),
}

/// Which game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Equal seeds play equal games.
    pub seed: u64,
    /// Two to five; as the seed says if not given.
    pub players: Option<u8>,
    /// Stops after so many turns; if not given, when the rules end the game.
    pub turns: Option<u32>,
    /// Expansions.
    pub modules: Vec<Expansion>,
    /// The level of the cooperative game; 1 if not given, refused without the mists.
    pub level: Option<u8>,
}

impl Plan {
    /// A whole base game.
    pub const fn base(seed: u64) -> Self {
        Self {
            seed,
            players: None,
            turns: None,
            modules: Vec::new(),
            level: None,
        }
    }

    /// The same, cut off after some turns.
    #[must_use]
    pub fn turns(mut self, turns: u32) -> Self {
        self.turns = Some(turns);
        self
    }
}
