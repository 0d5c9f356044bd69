//! Which hall somebody wants, from settings, environment and command line, checked.

use std::path::{Path, PathBuf};

use hall::account::{Account, Unusable};
use hall::address::{Address, NotAHall};
use hall::teller::Wanted;
use hall::topic::TableName;
use hall::{Agreed, Trouble};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The environment's name for the address.
pub const ADDRESS: &str = "NEBELWACHT_HALL";
/// The environment's name for the table.
pub const TABLE: &str = "NEBELWACHT_HALL_TABLE";
/// The environment's name for the file of the account.
pub const ACCOUNT: &str = "NEBELWACHT_HALL_ACCOUNT";

/// The hall a table belongs to. No password stands in here: it is in the account's file or in the
/// environment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HallSettings {
    /// Its address, `mqtts://host/club/friday`; empty for none.
    pub address: String,
    /// The table's name in it; empty for the account's user.
    pub table: String,
    /// The file of the account; without one there is none.
    pub account: Option<PathBuf>,
    /// What is told.
    pub agreed: Agreed,
    /// Whether it is told of every game that begins here.
    pub always: bool,
    /// Whether an unencrypted connection to another machine is allowed.
    pub plain: bool,
}

/// What is told to the hall beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HallWish {
    /// The organisers should come, or need not any more.
    Call(bool),
    /// The result is right and final.
    Confirm,
}

impl HallSettings {
    /// The same with what the environment says where nothing is set; `look` looks a name up there.
    #[must_use]
    pub fn or_from(mut self, look: impl Fn(&str) -> Option<String>) -> Self {
        let filled = |own: String, name| match own.is_empty() {
            true => look(name).unwrap_or_default(),
            false => own,
        };
        self.address = filled(self.address, ADDRESS);
        self.table = filled(self.table, TABLE);
        self.account = self.account.or_else(|| look(ACCOUNT).map(PathBuf::from));
        self
    }

    /// Where to, as who, and what is told; what waits for the broker is kept in `folder`.
    ///
    /// # Errors
    /// When the address, the account or the table's name cannot be used.
    pub fn wanted(&self, folder: Option<PathBuf>) -> Result<Wanted, Failure> {
        let address = Address::read(&self.address, self.plain).map_err(no_hall)?;
        let account = account(self.account.as_deref())?;
        let name = match self.table.trim() {
            "" => account.user.clone().unwrap_or_default(),
            name => name.to_owned(),
        };
        if name.is_empty() {
            return Err(Failure::new(
                "it is not said which table of the hall this is",
                "name it in the settings or with --hall-table",
            ));
        }
        let table: TableName = name.parse().map_err(|error| {
            Failure::new(
                format!("`{name}` is no table: {error}"),
                "give it another name",
            )
        })?;
        Ok(Wanted {
            address,
            account,
            table,
            agreed: self.agreed,
            folder,
        })
    }
}

/// The account of that file and of the environment.
///
/// # Errors
/// When the file cannot be used.
pub fn account(file: Option<&Path>) -> Result<Account, Failure> {
    let kept = match file {
        Some(path) => Account::from_file(path).map_err(unusable)?,
        None => Account::default(),
    };
    Ok(kept.or_from(|name| std::env::var(name).ok()))
}

/// What to do about an address that is none.
pub fn no_hall(error: NotAHall) -> Failure {
    let help = match &error {
        NotAHall::Malformed(_) => "name broker and hall: mqtts://broker.example/club/friday",
        NotAHall::Password => {
            "put them into a file of your own and name it with --hall-account, or into \
             NEBELWACHT_HALL_USER and NEBELWACHT_HALL_PASSWORD"
        }
        NotAHall::Plain(_) => {
            "use mqtts://; --hall-plain sends names and password as they are, which is for your \
             own cable only"
        }
    };
    Failure::new(error.to_string(), help)
}

fn unusable(error: Unusable) -> Failure {
    let help = match &error {
        Unusable::File { .. } => "check the path and who may read it",
        Unusable::Malformed { .. } => {
            "an account has user, password, authority, certificate and key, a line each"
        }
        Unusable::Open(_) => "take it from others: chmod 600",
        Unusable::Certificates(_) => "name PEM files; `authority` is who vouches for the broker",
    };
    Failure::new(error.to_string(), help)
}

/// What to do about a connection that does not come about.
pub fn in_words(trouble: &Trouble) -> Failure {
    let help = match trouble {
        Trouble::Away(_) => "it is tried again; check address and network",
        Trouble::Insecure(_) => {
            "name who vouches for the broker as `authority` in the account’s file"
        }
        Trouble::Refused => "check user and password, or the certificate",
        Trouble::Forbidden => "ask the organisers which table this account may write",
        Trouble::Account(_) => "check the account’s file",
        Trouble::Unkept(_) => "check free space and access rights, or name another --data-dir",
    };
    Failure::new(trouble.to_string(), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_comes_before_the_environment() {
        let look = |name: &str| Some(format!("what {name} says"));
        let set = HallSettings {
            address: "mqtts://host/club".into(),
            ..HallSettings::default()
        };
        let filled = set.or_from(look);
        assert_eq!(filled.address, "mqtts://host/club");
        assert_eq!(filled.table, "what NEBELWACHT_HALL_TABLE says");
        assert!(filled.account.is_some());
    }

    #[test]
    fn a_hall_that_cannot_be_used_says_what_to_do() {
        let wanted = |address: &str, table: &str| {
            let set = HallSettings {
                address: address.into(),
                table: table.into(),
                ..HallSettings::default()
            };
            set.wanted(None).map(|wanted| wanted.table.to_string())
        };
        assert_eq!(wanted("mqtts://host/club", "7").unwrap(), "7");
        assert!(wanted("mqtts://host/club", "a/b").is_err());
        let plain = wanted("mqtt://10.0.0.1/club", "7").unwrap_err();
        assert!(plain.help.contains("mqtts"), "{plain}");
    }
}
