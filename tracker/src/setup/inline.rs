//! The short form of a set-up, as on the command line: `players=red,blue; farmers=off`.

use super::{
    Aids, ClaimsAtOnce, Options, Player, Setup, SetupError, StartTile, UnplaceableTile, bad,
    modules,
};
use crate::rules::bag::Bag;
use crate::rules::expansions::benelux;
use crate::rules::expansions::ghosts_castles_cemeteries::Parts;
use crate::rules::ruling::RulingError;

impl std::str::FromStr for Setup {
    type Err = SetupError;

    /// Reads the short inline form: `key=value` pairs separated by `;`.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut setup = Self::default();
        for pair in text
            .split(';')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
        {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = (key.trim(), value.trim());
            setup.set(key, value)?;
        }
        setup.validated()
    }
}

impl Setup {
    /// Sets what `key` names: of the table, the base game's options, an expansion, or a ruling.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SetupError> {
        let own = self
            .set_table(key, value)
            .or_else(|| self.options.set(key, value))
            .or_else(|| self.set_expansion(key, value))
            .or_else(|| self.mists.set(key, value));
        own.unwrap_or_else(|| match self.options.rulings.set(key, value) {
            Err(RulingError::Unknown(_)) => Err(SetupError::UnknownKey(key.to_owned())),
            result => Ok(result?),
        })
    }

    /// Who plays with what; `None` if it has no such key.
    fn set_table(&mut self, key: &str, value: &str) -> Option<Result<(), SetupError>> {
        Some(match key {
            "modules" => modules::from_names(items(value))
                .map(|modules| self.modules = modules)
                .map_err(|unknown| SetupError::Unreadable(unknown.to_string())),
            "players" => items(value)
                .enumerate()
                .map(|(seat, item)| inline_player(seat, item))
                .collect::<Result<_, _>>()
                .map(|players| self.players = players),
            "start" => StartTile::try_from(value.to_owned()).map(|start| self.start = start),
            "bag" => Bag::read(value)
                .map(|bag| self.bag = bag)
                .map_err(|part| bad(key, &part, "numbers by name, such as base:2,B:5,others:38")),
            "aids" => yes_or_no(key, value).map(|on| {
                self.aids = match on {
                    true => Aids::default(),
                    false => Aids::PURIST,
                };
            }),
            "pictures" => value.parse().map(|kept| self.pictures = Some(kept)),
            _ => return None,
        })
    }

    /// What belongs to one expansion; `None` if it has no such key.
    fn set_expansion(&mut self, key: &str, value: &str) -> Option<Result<(), SetupError>> {
        Some(match key {
            "large_followers" => yes_or_no(key, value).map(|on| self.tatan.large_followers = on),
            "map" if value == "sample" => {
                self.benelux = Some(benelux::BeneluxSetup::practice());
                Ok(())
            }
            "map" => Err(bad(key, value, "sample (a learnt map needs a set-up file)")),
            "parts" => Parts::read(items(value))
                .map(|parts| self.ghosts_castles_cemeteries = parts)
                .map_err(|part| bad(key, &part, "ghosts castles cemeteries")),
            _ => return None,
        })
    }
}

impl Options {
    /// An option of the base game, by name or number; `None` if it has no such key.
    fn set(&mut self, key: &str, value: &str) -> Option<Result<(), SetupError>> {
        Some(match key {
            "two_tile_city" | "B1" => value
                .parse()
                .map(|points| self.two_tile_city = points)
                .map_err(|_| bad(key, value, "2 or 4")),
            "farmers" | "B2" => yes_or_no(key, value).map(|on| self.farmers = on),
            "unplaceable_tile" | "B3" => match value {
                "removed" => Ok(UnplaceableTile::Removed),
                "put_back" => Ok(UnplaceableTile::PutBack),
                _ => Err(bad(key, value, "removed or put_back")),
            }
            .map(|becomes| self.unplaceable_tile = becomes),
            "claims_at_once" => {
                let mut habits = ClaimsAtOnce::ALL.into_iter();
                let habit = habits.find(|habit| habit.name() == value);
                habit
                    .map(|habit| self.claims_at_once = habit)
                    .ok_or_else(|| bad(key, value, "ask, always or never"))
            }
            "meeples" => value
                .parse()
                .map(|count| self.meeples = count)
                .map_err(|_| bad(key, value, "1 to 20")),
            _ => return None,
        })
    }
}

/// What commas part.
fn items(value: &str) -> impl Iterator<Item = &str> {
    value
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

fn yes_or_no(key: &str, value: &str) -> Result<bool, SetupError> {
    match value {
        "yes" | "on" | "true" => Ok(true),
        "no" | "off" | "false" => Ok(false),
        _ => Err(bad(key, value, "on or off")),
    }
}

/// `red`, or `Anna:red`, or `Anna:red+blue` where one plays several colours.
fn inline_player(seat: usize, item: &str) -> Result<Player, SetupError> {
    let (name, colors) = item.rsplit_once(':').unwrap_or(("", item));
    let expected = "red blue yellow green black pink, or Name:colour, or Name:colour+colour";
    let mut colors = colors.split('+').map(|color| {
        let color = color.trim().parse();
        color.map_err(|_| bad("players", item, expected))
    });
    let color = colors
        .next()
        .unwrap_or_else(|| Err(bad("players", item, expected)))?;
    Ok(Player {
        name: name.trim().to_owned(),
        color,
        also: colors.collect::<Result<_, _>>()?,
        seat: u8::try_from(seat + 1).unwrap_or(u8::MAX),
    })
}
