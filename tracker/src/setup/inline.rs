//! The short form of a set-up, as on the command line: `players=red,blue; farmers=off`.

use super::{
    Aids, ClaimsAtOnce, Player, Setup, SetupError, StartTile, UnplaceableTile, bad, modules,
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
            let items = || {
                value
                    .split(',')
                    .map(str::trim)
                    .filter(|item| !item.is_empty())
            };
            match key {
                "modules" => {
                    setup.modules = modules::from_names(items())
                        .map_err(|name| bad(key, &name, "names of modules"))?;
                }
                "players" => {
                    setup.players = items()
                        .enumerate()
                        .map(|(seat, item)| inline_player(seat, item))
                        .collect::<Result<_, _>>()?;
                }
                "start" => setup.start = StartTile::try_from(value.to_owned())?,
                "two_tile_city" | "B1" => {
                    setup.options.two_tile_city =
                        value.parse().map_err(|_| bad(key, value, "2 or 4"))?;
                }
                "farmers" | "B2" => {
                    setup.options.farmers = yes_or_no(key, value)?;
                }
                "unplaceable_tile" | "B3" => {
                    setup.options.unplaceable_tile = match value {
                        "removed" => UnplaceableTile::Removed,
                        "put_back" => UnplaceableTile::PutBack,
                        _ => return Err(bad(key, value, "removed or put_back")),
                    };
                }
                "claims_at_once" => {
                    let mut habits = ClaimsAtOnce::ALL.into_iter();
                    let answer = habits.find(|habit| habit.name() == value);
                    setup.options.claims_at_once =
                        answer.ok_or_else(|| bad(key, value, "ask, always or never"))?;
                }
                "large_followers" => {
                    setup.tatan.large_followers = yes_or_no(key, value)?;
                }
                "map" => {
                    let table = benelux::BeneluxSetup::practice();
                    setup.benelux = (value == "sample").then_some(table);
                    if setup.benelux.is_none() {
                        return Err(bad(key, value, "sample (a learnt map needs a set-up file)"));
                    }
                }
                "aids" => {
                    setup.aids = if yes_or_no(key, value)? {
                        Aids::default()
                    } else {
                        Aids::PURIST
                    };
                }
                "parts" => {
                    setup.ghosts_castles_cemeteries = Parts::read(items())
                        .map_err(|part| bad(key, &part, "ghosts castles cemeteries"))?;
                }
                "bag" => {
                    setup.bag = Bag::read(value).map_err(|part| {
                        bad(key, &part, "numbers by name, such as base:2,B:5,others:38")
                    })?;
                }
                "pictures" => setup.pictures = Some(value.parse()?),
                "meeples" => {
                    setup.options.meeples =
                        value.parse().map_err(|_| bad(key, value, "1 to 20"))?;
                }
                _ => match (
                    setup.mists.set(key, value),
                    setup.options.rulings.set(key, value),
                ) {
                    (Some(result), _) => result?,
                    (None, Err(RulingError::Unknown(_))) => {
                        return Err(SetupError::UnknownKey(key.to_owned()));
                    }
                    (None, result) => result?,
                },
            }
        }
        setup.validated()
    }
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
