//! How to aim the camera, in words.

use vision::view::aim::{Advice, Flaw};

use super::{Words, message};

impl Words {
    /// What to do, and how.
    pub fn advice(self, advice: Advice) -> [String; 2] {
        let texts = match advice {
            Advice::Mend(Flaw::Dark) => [message::AIM_DARK, message::AIM_DARK_HELP],
            Advice::Mend(Flaw::Glare) => [message::AIM_GLARE, message::AIM_GLARE_HELP],
            Advice::Mend(Flaw::Far) => [message::AIM_FAR, message::AIM_FAR_HELP],
            Advice::Mend(Flaw::Blurred) => [message::AIM_BLURRED, message::AIM_BLURRED_HELP],
            Advice::Mend(Flaw::Slanted) => [message::AIM_SLANTED, message::AIM_SLANTED_HELP],
            Advice::Room => [message::AIM_ROOM, message::AIM_ROOM_HELP],
            Advice::LayTile => [message::AIM_LAY, message::AIM_LAY_HELP],
            Advice::Good => [message::AIM_GOOD, message::AIM_GOOD_HELP],
        };
        texts.map(|text| self.say(text))
    }
}
