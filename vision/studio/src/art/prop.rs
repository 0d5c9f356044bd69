//! What lies on a table beside the game.

/// What kind of thing lies beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prop {
    /// The score board.
    ScoreBoard,
    /// A stack of face-down tiles.
    TileStack,
    /// The game's box.
    GameBox,
    /// A printed sheet of rules.
    RuleSheet,
    /// A telephone.
    Phone,
    /// A cup of tea.
    Cup,
}

impl Prop {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::ScoreBoard,
        Self::TileStack,
        Self::GameBox,
        Self::RuleSheet,
        Self::Phone,
        Self::Cup,
    ];

    /// Width, depth and height, mm.
    pub const fn size_mm(self) -> [f64; 3] {
        match self {
            Self::ScoreBoard => [170.0, 270.0, 2.0],
            Self::TileStack => [45.0, 45.0, 22.0],
            Self::GameBox => [275.0, 190.0, 66.0],
            Self::RuleSheet => [148.0, 210.0, 0.2],
            Self::Phone => [72.0, 150.0, 8.0],
            Self::Cup => [84.0, 84.0, 94.0],
        }
    }

    pub(crate) const fn side(self) -> [f64; 3] {
        match self {
            Self::ScoreBoard => [196.0, 190.0, 178.0],
            Self::TileStack => [150.0, 146.0, 138.0],
            Self::GameBox => [62.0, 74.0, 88.0],
            Self::RuleSheet => [230.0, 230.0, 226.0],
            Self::Phone => [30.0, 30.0, 34.0],
            Self::Cup => [66.0, 104.0, 140.0],
        }
    }
}
