//! Which hall somebody wants, from settings, environment and command line, checked.

use std::path::{Path, PathBuf};

use hall::broker::account::{Account, Unusable};
use hall::broker::address::{Address, NotAHall};
use hall::message::topic::TableName;
use hall::telling::teller::Wanted;
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
    pub fn wanted(&self, folder: Option<PathBuf>) -> Result<Wanted, NotTold> {
        let address = Address::read(&self.address, self.plain)?;
        let account = account(self.account.as_deref())?;
        let name = match self.table.trim() {
            "" => account.user.clone().unwrap_or_default(),
            name => name.to_owned(),
        };
        if name.is_empty() {
            return Err(NotTold::NoTable);
        }
        let table: TableName = name.parse().map_err(|_| NotTold::Table(name))?;
        Ok(Wanted {
            address,
            account,
            table,
            agreed: self.agreed,
            folder,
        })
    }
}

/// Why a hall is not told of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTold {
    /// The address is none.
    #[error(transparent)]
    Address(#[from] NotAHall),
    /// The account cannot be used, as the system says it.
    #[error("{why}")]
    Account {
        /// Which of its faults it is.
        fault: AccountFault,
        /// In full.
        why: String,
    },
    /// Nobody said which table this is.
    #[error("it is not said which table of the hall this is")]
    NoTable,
    /// A table cannot be called that.
    #[error("`{0}` cannot be a table’s name: it has up to 40 letters, digits, spaces and -_.")]
    Table(String),
    /// The connection cannot even be begun.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// What is wrong with an account, as far as something else is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountFault {
    /// A file of it cannot be read.
    Unread,
    /// What stands in it makes no sense.
    Malformed,
    /// Others on this machine can read it.
    Open,
    /// Its certificates cannot be used.
    Certificates,
}

impl From<Unusable> for NotTold {
    fn from(unusable: Unusable) -> Self {
        let fault = match &unusable {
            Unusable::File { .. } => AccountFault::Unread,
            Unusable::Malformed { .. } => AccountFault::Malformed,
            Unusable::Open(_) => AccountFault::Open,
            Unusable::Certificates(_) => AccountFault::Certificates,
        };
        let why = unusable.to_string();
        Self::Account { fault, why }
    }
}

impl From<NotTold> for Failure {
    fn from(why: NotTold) -> Self {
        let help = match &why {
            NotTold::Address(NotAHall::Malformed(_)) => {
                "name broker and hall: mqtts://broker.example/club/friday"
            }
            NotTold::Address(NotAHall::Password) => {
                "put them into a file of your own and name it with --hall-account, or into \
                 NEBELWACHT_HALL_USER and NEBELWACHT_HALL_PASSWORD"
            }
            NotTold::Address(NotAHall::Plain(_)) => {
                "use mqtts://; --hall-plain sends names and password as they are, which is for \
                 your own cable only"
            }
            NotTold::Account { fault, .. } => match fault {
                AccountFault::Unread => "check the path and who may read it",
                AccountFault::Malformed => {
                    "an account has user, password, authority, certificate and key, a line each"
                }
                AccountFault::Open => "take it from others: chmod 600",
                AccountFault::Certificates => {
                    "name PEM files; `authority` is who vouches for the broker"
                }
            },
            NotTold::NoTable => "name it in the settings or with --hall-table",
            NotTold::Table(_) => "give it another name",
            NotTold::Trouble(trouble) => return in_words(trouble),
        };
        Self::new(why.to_string(), help)
    }
}

/// The account of that file and of the environment.
///
/// # Errors
/// When the file cannot be used.
pub fn account(file: Option<&Path>) -> Result<Account, NotTold> {
    let kept = match file {
        Some(path) => Account::from_file(path)?,
        None => Account::default(),
    };
    Ok(kept.or_from(|name| std::env::var(name).ok()))
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
        assert_eq!(wanted("mqtts://host/club", ""), Err(NotTold::NoTable));
        let plain = Failure::from(wanted("mqtt://10.0.0.1/club", "7").unwrap_err());
        assert!(plain.help.contains("mqtts"), "{plain}");
    }
}
