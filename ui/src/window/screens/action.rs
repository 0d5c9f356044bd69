//! Everything a person can do at the table, once: buttons, keys and the key help share it.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::text::{Words, message};

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
    /// Take back all of the newest turn.
    UndoTurn,
    /// Bring back a whole turn.
    RedoTurn,
    /// The history of events, or the last points.
    History,
    /// Stop watching, or go on.
    Pause,
    /// Open or close the panel for entering by hand.
    ByHand,
    /// Search the drawn tile.
    FindTile,
    /// Everything that can be done, by name.
    Palette,
    /// Put figures of the next colour.
    Whose,
    /// Take all figures home that have scored.
    TakeHome,
    /// Look into the next gap of the board.
    Gap,
    /// The tile in hand shows a garden, or none.
    Garden,
    /// The tile in hand fits nowhere.
    Discard,
    /// Take the tile in hand to the place before.
    LastPlace,
    /// Take the tile in hand to the nearest place in a direction: right, down.
    Toward(i8, i8),
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
    /// Play once more with the same people and rules.
    Rematch,
    /// Copy a picture of board and ranking.
    CopyPicture,
    /// Save it.
    SavePicture,
    /// Look back at the game.
    Review,
    /// Let a camera join or leave.
    Source,
    /// Aim the camera.
    Aim,
    /// Teach tiles that the camera does not know.
    Teach,
    /// Show the rules of this game.
    Rules,
    /// Pack the game away, or build it again.
    Rebuild,
    /// Write files from the game.
    Export,
    /// Show which tiles are left and where they fit.
    TilesLeft,
    /// Show or hide the borders of all fields.
    Fields,
    /// The pages for phones.
    Phones,
    /// The hall of tables.
    Hall,
    /// Confirm the result for the hall.
    ConfirmResult,
    /// Call the organisers of the hall, or no longer.
    CallHall,
    /// Show the keys.
    Help,
}

impl Action {
    /// What stands in the key help, in its order.
    pub const LISTED: &[Self] = &[
        Self::Palette,
        Self::Accept,
        Self::Guess(0),
        Self::Leave,
        Self::EndTurn,
        Self::Undo,
        Self::Redo,
        Self::UndoTurn,
        Self::RedoTurn,
        Self::History,
        Self::Pause,
        Self::ByHand,
        Self::FindTile,
        Self::TurnTile,
        Self::NextPlace,
        Self::LastPlace,
        Self::LayTile,
        Self::PutDown,
        Self::Garden,
        Self::Discard,
        Self::Whose,
        Self::TakeHome,
        Self::Gap,
        Self::Fit,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::View,
        Self::Fields,
        Self::Tv,
        Self::Review,
        Self::Aim,
        Self::Rules,
        Self::Rebuild,
        Self::Export,
        Self::TilesLeft,
        Self::ConfirmResult,
        Self::CallHall,
        Self::Help,
    ];

    /// What the palette offers, in its order.
    pub const NAMED: &[Self] = &[
        Self::FindTile,
        Self::EndTurn,
        Self::TakeHome,
        Self::Gap,
        Self::TilesLeft,
        Self::Whose,
        Self::Undo,
        Self::Redo,
        Self::UndoTurn,
        Self::RedoTurn,
        Self::History,
        Self::Review,
        Self::Rules,
        Self::Rebuild,
        Self::Export,
        Self::CopyPicture,
        Self::SavePicture,
        Self::Rematch,
        Self::Tv,
        Self::Phones,
        Self::Hall,
        Self::Aim,
        Self::Source,
        Self::Teach,
        Self::Leave,
        Self::ByHand,
        Self::View,
        Self::Fields,
        Self::Fit,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::Pause,
        Self::Resync,
        Self::EndGame,
        Self::Help,
    ];

    /// Its name.
    pub fn name(self, words: Words) -> String {
        words.say(match self {
            Self::Accept => message::ACTION_ACCEPT,
            Self::Guess(_) => message::ACTION_GUESS,
            Self::Leave => message::ACTION_LEAVE,
            Self::EndTurn => message::ACTION_END_TURN,
            Self::Undo => message::ACTION_UNDO,
            Self::Redo => message::ACTION_REDO,
            Self::UndoTurn => message::ACTION_UNDO_TURN,
            Self::RedoTurn => message::ACTION_REDO_TURN,
            Self::History => message::ACTION_HISTORY,
            Self::Pause => message::ACTION_PAUSE,
            Self::ByHand => message::ACTION_BY_HAND,
            Self::FindTile => message::ACTION_FIND_TILE,
            Self::Palette => message::ACTION_PALETTE,
            Self::Whose => message::ACTION_WHOSE,
            Self::TakeHome => message::ACTION_TAKE_HOME,
            Self::Gap => message::ACTION_GAP,
            Self::Garden => message::ACTION_GARDEN,
            Self::Discard => message::ACTION_DISCARD,
            Self::LastPlace => message::ACTION_LAST_PLACE,
            Self::TurnTile => message::ACTION_TURN_TILE,
            Self::NextPlace | Self::Toward(..) => message::ACTION_NEXT_PLACE,
            Self::LayTile => message::ACTION_LAY_TILE,
            Self::PutDown => message::ACTION_PUT_DOWN,
            Self::Fit => message::ACTION_FIT,
            Self::ZoomIn => message::TABLE_ZOOM_IN,
            Self::ZoomOut => message::TABLE_ZOOM_OUT,
            Self::View => message::ACTION_VIEW,
            Self::Resync => message::ACTION_RESYNC,
            Self::EndGame => message::ACTION_END_GAME,
            Self::Tv => message::ACTION_TV,
            Self::Rematch => message::ACTION_REMATCH,
            Self::CopyPicture => message::PICTURE_COPY,
            Self::SavePicture => message::PICTURE_SAVE,
            Self::Review => message::ACTION_REVIEW,
            Self::Aim => message::AIM_TITLE,
            Self::Rules => message::ACTION_RULES,
            Self::Rebuild => message::ACTION_REBUILD,
            Self::Export => message::ACTION_EXPORT,
            Self::Source => message::ACTION_SOURCE,
            Self::Teach => message::TEACH_TITLE,
            Self::TilesLeft => message::ACTION_TILES_LEFT,
            Self::Fields => message::ACTION_FIELDS,
            Self::Phones => message::PHONES_TITLE,
            Self::Hall => message::HALL_TITLE,
            Self::ConfirmResult => message::HALL_CONFIRM,
            Self::CallHall => message::HALL_CALL,
            Self::Help => message::ACTION_HELP,
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
            Self::UndoTurn => {
                let keys = Modifiers::COMMAND.plus(Modifiers::ALT);
                Some(KeyboardShortcut::new(keys, Key::Z))
            }
            Self::RedoTurn => {
                let keys = Modifiers::COMMAND.plus(Modifiers::ALT);
                Some(KeyboardShortcut::new(keys.plus(Modifiers::SHIFT), Key::Z))
            }
            Self::History => plain(Key::J),
            Self::Pause => plain(Key::P),
            Self::ByHand => plain(Key::H),
            Self::FindTile => plain(Key::F),
            Self::Palette => Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::K)),
            Self::Whose => plain(Key::W),
            Self::TakeHome => plain(Key::A),
            Self::Gap => plain(Key::O),
            Self::Garden => plain(Key::G),
            Self::Discard => plain(Key::D),
            Self::LastPlace => Some(KeyboardShortcut::new(Modifiers::SHIFT, Key::N)),
            Self::Toward(right, down) => plain(match (right, down) {
                (1, _) => Key::ArrowRight,
                (-1, _) => Key::ArrowLeft,
                (_, 1) => Key::ArrowDown,
                _ => Key::ArrowUp,
            }),
            Self::TurnTile => plain(Key::R),
            Self::NextPlace => plain(Key::N),
            Self::PutDown => plain(Key::Escape),
            Self::Fit => plain(Key::Num0),
            Self::ZoomIn => plain(Key::Plus),
            Self::ZoomOut => plain(Key::Minus),
            Self::View => plain(Key::V),
            Self::Tv => plain(Key::T),
            Self::Review => plain(Key::L),
            Self::Aim => plain(Key::C),
            Self::Rules => plain(Key::B),
            Self::Rebuild => plain(Key::K),
            Self::Export => Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::E)),
            Self::TilesLeft => plain(Key::I),
            Self::Fields => plain(Key::M),
            Self::ConfirmResult => plain(Key::E),
            Self::CallHall => plain(Key::Q),
            Self::Help => plain(Key::Questionmark),
            Self::Resync
            | Self::EndGame
            | Self::Source
            | Self::Teach
            | Self::Phones
            | Self::Hall
            | Self::Rematch
            | Self::CopyPicture
            | Self::SavePicture => None,
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
            parts.push(words.say(message::KEY_CTRL));
        }
        if shortcut.modifiers.alt {
            parts.push(words.say(message::KEY_ALT));
        }
        if shortcut.modifiers.shift {
            parts.push(words.say(message::KEY_SHIFT));
        }
        parts.push(match shortcut.logical_key {
            Key::Space => words.say(message::KEY_SPACE),
            Key::Enter => words.say(message::KEY_ENTER),
            Key::Escape => words.say(message::KEY_ESCAPE),
            other => other.symbol_or_name().to_owned(),
        });
        Some(parts.join("+"))
    }
}

/// The digits' keys, 1 first.
pub(crate) const DIGITS: [Key; 9] = [
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
