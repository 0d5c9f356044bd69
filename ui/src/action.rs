//! Everything a person can do at the table, once: buttons, keys and the key help share it.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::text::Words;

/// Something to do at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Take the first guess of the open question.
    Accept,
    /// Take a guess of the open question, or else an option of the open choice, counted from 0.
    Guess(usize),
    /// Leave the open choice alone.
    Leave,
    /// End the turn.
    EndTurn,
    /// Take the last thing back.
    Undo,
    /// Bring back what was undone.
    Redo,
    /// Stop watching, or go on.
    Pause,
    /// Open or close the panel for entering by hand.
    ByHand,
    /// Turn the tile in hand.
    TurnTile,
    /// Take the tile in hand to the next place where it fits.
    NextPlace,
    /// Lay the tile in hand.
    LayTile,
    /// Put the tile in hand back.
    PutDown,
    /// Show the whole board.
    Fit,
    /// Show the board larger.
    ZoomIn,
    /// Show the board smaller.
    ZoomOut,
    /// Picture, board or both.
    View,
    /// Say that the board on screen is right.
    Resync,
    /// End the game now.
    EndGame,
    /// Open or close the television.
    Tv,
    /// Look back at the game.
    Review,
    /// Show the rules of this game.
    Rules,
    /// Pack the game away, or build it again.
    Rebuild,
    /// Write files from the game.
    Export,
    /// Show the keys.
    Help,
}

impl Action {
    /// What stands in the key help, in its order.
    pub const LISTED: [Self; 22] = [
        Self::Accept,
        Self::Guess(0),
        Self::Leave,
        Self::EndTurn,
        Self::Undo,
        Self::Redo,
        Self::Pause,
        Self::ByHand,
        Self::TurnTile,
        Self::NextPlace,
        Self::LayTile,
        Self::PutDown,
        Self::Fit,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::View,
        Self::Tv,
        Self::Review,
        Self::Rules,
        Self::Rebuild,
        Self::Export,
        Self::Help,
    ];

    /// Its name.
    pub fn name(self, words: Words) -> String {
        words.say(match self {
            Self::Accept => "action-accept",
            Self::Guess(_) => "action-guess",
            Self::Leave => "choice-leave",
            Self::EndTurn => "action-end-turn",
            Self::Undo => "action-undo",
            Self::Redo => "action-redo",
            Self::Pause => "action-pause",
            Self::ByHand => "action-by-hand",
            Self::TurnTile => "action-turn-tile",
            Self::NextPlace => "action-next-place",
            Self::LayTile => "action-lay-tile",
            Self::PutDown => "action-put-down",
            Self::Fit => "action-fit",
            Self::ZoomIn => "table-zoom-in",
            Self::ZoomOut => "table-zoom-out",
            Self::View => "action-view",
            Self::Resync => "action-resync",
            Self::EndGame => "action-end-game",
            Self::Tv => "action-tv",
            Self::Review => "action-review",
            Self::Rules => "action-rules",
            Self::Rebuild => "action-rebuild",
            Self::Export => "action-export",
            Self::Help => "action-help",
        })
    }

    /// The key that does it.
    pub fn key(self) -> Option<KeyboardShortcut> {
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        match self {
            Self::Accept => plain(Key::Space),
            Self::Guess(n) => plain(*DIGITS.get(n)?),
            Self::Leave => plain(Key::X),
            Self::EndTurn | Self::LayTile => plain(Key::Enter),
            Self::Undo => Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::Z)),
            Self::Redo => Some(KeyboardShortcut::new(
                Modifiers::COMMAND.plus(Modifiers::SHIFT),
                Key::Z,
            )),
            Self::Pause => plain(Key::P),
            Self::ByHand => plain(Key::H),
            Self::TurnTile => plain(Key::R),
            Self::NextPlace => plain(Key::N),
            Self::PutDown => plain(Key::Escape),
            Self::Fit => plain(Key::Num0),
            Self::ZoomIn => plain(Key::Plus),
            Self::ZoomOut => plain(Key::Minus),
            Self::View => plain(Key::V),
            Self::Tv => plain(Key::T),
            Self::Review => plain(Key::L),
            Self::Rules => plain(Key::B),
            Self::Rebuild => plain(Key::K),
            Self::Export => Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::E)),
            Self::Help => plain(Key::Questionmark),
            Self::Resync | Self::EndGame => None,
        }
    }

    /// How its key is written in the help and on buttons.
    pub fn key_text(self, words: Words) -> Option<String> {
        if self == Self::Guess(0) {
            return Some("1 … 9".to_owned());
        }
        let shortcut = self.key()?;
        let mut parts = Vec::new();
        if shortcut.modifiers.command {
            parts.push(words.say("key-ctrl"));
        }
        if shortcut.modifiers.shift {
            parts.push(words.say("key-shift"));
        }
        parts.push(match shortcut.logical_key {
            Key::Space => words.say("key-space"),
            Key::Enter => words.say("key-enter"),
            Key::Escape => words.say("key-escape"),
            other => other.symbol_or_name().to_owned(),
        });
        Some(parts.join("+"))
    }
}

const DIGITS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// Which keys mean something at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyState {
    /// How many answers the open question has.
    pub guesses: usize,
    /// How many options of the open choice are shown.
    pub options: usize,
    /// Whether that choice may be left alone.
    pub optional: bool,
    /// Whether a tile is in hand.
    pub holding: bool,
}

/// The actions whose keys were pressed, in the order pressed. Nothing while a text field or a
/// button has the keyboard: space and enter belong to them then.
pub fn pressed(ctx: &egui::Context, state: KeyState) -> Vec<Action> {
    if ctx.memory(|memory| memory.focused().is_some()) {
        return Vec::new();
    }
    let mut wanted: Vec<Action> = Vec::new();
    if state.guesses > 0 {
        wanted.push(Action::Accept);
    }
    let numbered = if state.guesses > 0 {
        state.guesses
    } else {
        state.options
    };
    wanted.extend((0..numbered.min(DIGITS.len())).map(Action::Guess));
    if state.optional {
        wanted.push(Action::Leave);
    }
    // The longer combination first: a key press without shift would match the shorter one.
    wanted.extend([
        Action::Redo,
        Action::Undo,
        Action::Pause,
        Action::ByHand,
        Action::Fit,
        Action::ZoomIn,
        Action::ZoomOut,
        Action::View,
        Action::Tv,
        Action::Review,
        Action::Rules,
        Action::Rebuild,
        Action::Export,
    ]);
    if state.holding {
        wanted.extend([
            Action::TurnTile,
            Action::NextPlace,
            Action::LayTile,
            Action::PutDown,
        ]);
    } else {
        wanted.push(Action::EndTurn);
    }
    let mut actions: Vec<Action> = ctx.input_mut(|input| {
        wanted
            .into_iter()
            .filter(|action| action.key().is_some_and(|key| input.consume_shortcut(&key)))
            .collect()
    });
    // Where the question mark is depends on the keyboard, so any modifiers will do.
    let help =
        ctx.input(|input| input.key_pressed(Key::Questionmark) || input.key_pressed(Key::F1));
    if help {
        actions.push(Action::Help);
    }
    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F11)) {
        actions.push(Action::Tv);
    }
    actions
}
