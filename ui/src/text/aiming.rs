//! How to aim the camera, in words.

use vision::view::aim::{Advice, Flaw};

use super::Words;

impl Words {
    /// What to do, and how.
    pub fn advice(self, advice: Advice) -> [String; 2] {
        let keys = match advice {
            Advice::Mend(Flaw::Dark) => ["aim-dark", "aim-dark-help"],
            Advice::Mend(Flaw::Glare) => ["aim-glare", "aim-glare-help"],
            Advice::Mend(Flaw::Far) => ["aim-far", "aim-far-help"],
            Advice::Mend(Flaw::Blurred) => ["aim-blurred", "aim-blurred-help"],
            Advice::Mend(Flaw::Slanted) => ["aim-slanted", "aim-slanted-help"],
            Advice::Room => ["aim-room", "aim-room-help"],
            Advice::LayTile => ["aim-lay", "aim-lay-help"],
            Advice::Good => ["aim-good", "aim-good-help"],
        };
        keys.map(|key| self.say(key))
    }
}
