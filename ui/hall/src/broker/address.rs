//! Which broker, and which part of its topics: `mqtts://host/club/friday`.

use std::fmt;
use std::net::IpAddr;

/// Where a hall is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The broker's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whether the connection is encrypted and the broker proves who it is.
    pub secure: bool,
    /// What all topics begin with: `club/friday`.
    pub base: String,
}

/// An address that is none, or that is not gone to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAHall {
    /// It is no such address.
    #[error("`{0}` is not a hall’s address; one looks like mqtts://broker.example/club/friday")]
    Malformed(String),
    /// There is a password in it, where others see it.
    #[error("user and password do not belong in the address, where everybody sees them")]
    Password,
    /// It would go unencrypted through the net.
    #[error("mqtt:// to {0} would be unencrypted")]
    Plain(String),
}

/// Ports by which brokers are reached, secure and plain.
const PORTS: (u16, u16) = (8883, 1883);

impl Address {
    /// Reads an address. Unencrypted ones lead to this very machine only, unless `plain` allows
    /// more.
    ///
    /// # Errors
    /// When it is none, holds a password, or is not allowed.
    pub fn read(text: &str, plain: bool) -> Result<Self, NotAHall> {
        let malformed = || NotAHall::Malformed(shown(text));
        let (scheme, rest) = text.trim().split_once("://").ok_or_else(malformed)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "mqtts" => true,
            "mqtt" => false,
            _ => return Err(malformed()),
        };
        let (place, base) = rest.split_once('/').ok_or_else(malformed)?;
        if place.contains('@') {
            return Err(NotAHall::Password);
        }
        let base = base.trim_matches('/');
        let sound = |part: &str| {
            let plain = |c: char| !c.is_control() && !"+#$ ?".contains(c);
            !part.is_empty() && part.chars().all(plain)
        };
        if base.is_empty() || base.len() > 200 || !base.split('/').all(sound) {
            return Err(malformed());
        }
        let (host, port) = host_and_port(place).ok_or_else(malformed)?;
        let port = match port {
            None if secure => PORTS.0,
            None => PORTS.1,
            Some(port) => port.parse().map_err(|_| malformed())?,
        };
        if !secure && !plain && !is_this_machine(host) {
            return Err(NotAHall::Plain(host.to_owned()));
        }
        Ok(Self {
            host: host.to_owned(),
            port,
            secure,
            base: base.to_owned(),
        })
    }
}

/// `[::1]:8883`, `host:8883`, `host`.
fn host_and_port(place: &str) -> Option<(&str, Option<&str>)> {
    let (host, rest) = match place.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => place.split_at(place.find(':').unwrap_or(place.len())),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    let sound = !host.is_empty() && host.len() <= 253 && host.chars().all(plain);
    let port = match rest {
        "" => None,
        rest => Some(rest.strip_prefix(':')?),
    };
    sound.then_some((host, port))
}

fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// As much of a mistyped address as may be shown: no password that stands in it.
fn shown(text: &str) -> String {
    let after = text.rsplit('@').next().unwrap_or(text);
    files::words::name(after)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "mqtts" } else { "mqtt" };
        let (open, close) = match self.host.contains(':') {
            true => ("[", "]"),
            false => ("", ""),
        };
        write!(
            f,
            "{scheme}://{open}{}{close}:{}/{}",
            self.host, self.port, self.base
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        let read = |text| Address::read(text, false).unwrap().to_string();
        assert_eq!(
            read("mqtts://broker.example/club/friday"),
            "mqtts://broker.example:8883/club/friday"
        );
        assert_eq!(
            read("MQTTS://10.0.0.7:1234/club/"),
            "mqtts://10.0.0.7:1234/club"
        );
        assert_eq!(read("mqtt://localhost/club"), "mqtt://localhost:1883/club");
        assert_eq!(read("mqtt://[::1]:99/club"), "mqtt://[::1]:99/club");
    }

    #[test]
    fn what_is_unsafe_or_none_is_refused() {
        let refused = |text, plain| Address::read(text, plain).unwrap_err();
        assert_eq!(
            refused("mqtts://anna:secret@host/club", false),
            NotAHall::Password
        );
        assert!(matches!(
            refused("mqtt://10.0.0.7/club", false),
            NotAHall::Plain(_)
        ));
        assert!(Address::read("mqtt://10.0.0.7/club", true).is_ok());
        for none in [
            "",
            "club",
            "http://host/club",
            "mqtts://host",
            "mqtts://host/",
            "mqtts:///club",
            "mqtts://host/a//b",
            "mqtts://host/+/a",
            "mqtts://host/#",
            "mqtts://host/$SYS",
            "mqtts://host:99999/a",
            "mqtts://ho st/a",
            "mqtts://[::1/a",
        ] {
            assert!(
                matches!(refused(none, true), NotAHall::Malformed(_)),
                "{none}"
            );
        }
        let told = refused("mqtt:/anna:secret@host/club", false).to_string();
        assert!(!told.contains("secret"), "{told}");
    }
}
