//! Who plays together: names, colours and seats, with the modules and house rules of the last
//! game. Written when a game begins, so that the next one begins with one click.
//!
//! One file (`groups.json`) in the data folder. A file that cannot be read costs the memory, not the
//! evening; it is put aside before anything is written over it.

use std::path::Path;

use carcassonne::catalogue::Taught;
use carcassonne::piece::Color;
use files::limits::TEXT_BYTES;
use serde::{Deserialize, Serialize};
use tracker::setup::{Player, Setup};

/// Most groups that are kept: nobody looks for an older one in a list.
const MAX_GROUPS: usize = 12;

/// People who play together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Their last game: players, modules, options.
    pub setup: Setup,
}

impl Group {
    /// The players in the order of their seats.
    pub fn players(&self) -> &[Player] {
        &self.setup.players
    }

    /// Their names as they are written.
    pub fn names(&self) -> Vec<String> {
        let named = |player: &Player| player.name.clone();
        self.players().iter().map(named).collect()
    }

    /// The same people, however they sit and whatever their colours.
    fn is_of(&self, players: &[Player]) -> bool {
        let of = |players: &[Player]| {
            let names = players.iter().map(|player| player.name.to_lowercase());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        of(self.players()) == of(players)
    }
}

/// Whether somebody typed the player's name.
fn is_named(player: &Player) -> bool {
    !player.name.is_empty() && player.name != player.color.name()
}

/// Somebody who has played here before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// The colour last played.
    pub color: Color,
}

/// Whether two names are one person's, however they are capitalised.
pub fn is_same_person(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Everybody who has played, whoever played last first.
pub fn profiles(groups: &[Group]) -> Vec<Profile> {
    let mut profiles: Vec<Profile> = Vec::new();
    let players = groups.iter().flat_map(Group::players);
    for player in players.filter(|player| is_named(player)) {
        let known = |profile: &Profile| is_same_person(&profile.name, &player.name);
        if !profiles.iter().any(known) {
            profiles.push(Profile {
                name: player.name.clone(),
                color: player.color,
            });
        }
    }
    profiles
}

/// The groups, the one that played last first; none if there is no such file.
pub fn read(path: &Path) -> Vec<Group> {
    let text = match files::read::text(path, TEXT_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => return put_aside(path, &error),
    };
    match serde_json::from_str::<Vec<Group>>(&text) {
        Ok(groups) => groups.into_iter().filter_map(checked).collect(),
        Err(error) => put_aside(path, &error),
    }
}

/// A group as it may be shown and played; `None` if its set-up makes no sense (any more).
fn checked(group: Group) -> Option<Group> {
    let setup = group.setup.validated();
    let setup = setup.inspect_err(|error| tracing::warn!(%error, "a group is left out"));
    setup.ok().map(|setup| Group { setup })
}

fn put_aside(path: &Path, error: &dyn std::error::Error) -> Vec<Group> {
    // If it cannot even be moved, it cannot be overwritten either.
    let aside = files::write::put_aside(path).ok();
    tracing::warn!(%error, ?aside, "the groups cannot be read");
    Vec::new()
}

/// The groups once these people have begun to play; as they were if nobody has a name.
pub fn with(mut groups: Vec<Group>, setup: &Setup) -> Vec<Group> {
    if !setup.players.iter().any(is_named) {
        return groups;
    }
    groups.retain(|group| !group.is_of(&setup.players));
    // What was taught belongs to a pack, not to people.
    let setup = Setup {
        tiles: Taught::default(),
        ..setup.clone()
    };
    groups.insert(0, Group { setup });
    groups.truncate(MAX_GROUPS);
    groups
}

/// Writes them.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, groups: &[Group]) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(groups)?;
    files::write::file(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(players: &str) -> Setup {
        let setup = format!("players={players}").parse::<Setup>();
        setup.expect("a set-up").validated().expect("sound")
    }

    #[test]
    fn the_last_group_comes_first_and_the_same_people_are_one_group() {
        let groups = with(Vec::new(), &setup("Anna:red,Ben:blue"));
        let groups = with(groups, &setup("Anna:green,Clara:red"));
        let groups = with(groups, &setup("ben:black,Anna:red"));
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].names(), ["ben", "Anna"]);
        let all = profiles(&groups);
        let told: Vec<_> = all.iter().map(|p| (p.name.as_str(), p.color)).collect();
        let expected = [
            ("ben", Color::Black),
            ("Anna", Color::Red),
            ("Clara", Color::Red),
        ];
        assert_eq!(told, expected);
        assert_eq!(with(groups.clone(), &setup("red:red,blue:blue")), groups);
        let groups = with(Vec::new(), &setup("Jörg:red,Ben:blue"));
        let groups = with(groups, &setup("JÖRG:red,Clara:blue"));
        assert_eq!(profiles(&groups).len(), 3);
    }

    #[test]
    fn house_rules_are_kept_with_the_group_and_a_torn_file_is_put_aside() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let path = place.path().join("groups.json");
        assert!(read(&path).is_empty());
        let game = "modules=mage_and_witch; farmers=no; players=Anna:red,Ben:blue";
        let game = game.parse::<Setup>().expect("a set-up");
        let groups = with(Vec::new(), &game);
        write(&path, &groups).expect("written");
        assert_eq!(read(&path), groups);
        assert!(!read(&path)[0].setup.options.farmers);
        // One that cannot be played costs itself; what commands a terminal does not reach one.
        let sound = r#"{"setup":{"player":[{"name":"\u001b[2JBo\u202e","color":"red"}]}}"#;
        let twice = r#"{"setup":{"player":[{"color":"red"},{"color":"red"}]}}"#;
        std::fs::write(&path, format!("[{twice},{sound}]")).expect("written");
        let left = read(&path);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].names(), ["[2JBo"]);
        std::fs::write(&path, "[{").expect("written");
        assert!(read(&path).is_empty());
        assert!(place.path().join("groups.json.unreadable").exists());
    }
}
