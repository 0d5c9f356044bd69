//! Who one is at the broker, and by whom the broker is vouched for.
//!
//! Comes from the environment or from a file of its owner's, never from a command line, and
//! reaches no log: its `Debug` keeps it to itself.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::limits::TEXT_BYTES;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};
use serde::Deserialize;

/// The environment's names for an account.
pub const USER: &str = "NEBELWACHT_HALL_USER";
/// The environment's name for its password.
pub const PASSWORD: &str = "NEBELWACHT_HALL_PASSWORD";

/// An account at a broker.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Account {
    /// The user's name.
    pub user: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// A file of certificates (PEM) of who vouches for the broker; without one, those whom the
    /// system trusts.
    pub authority: Option<PathBuf>,
    /// A certificate of one's own (PEM), instead of a password.
    pub certificate: Option<PathBuf>,
    /// Its private key (PEM).
    pub key: Option<PathBuf>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| "…"))
            .field("authority", &self.authority)
            .field("certificate", &self.certificate)
            .finish_non_exhaustive()
    }
}

/// An account that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A file of it cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why, in the system's words.
        why: io::Error,
    },
    /// The file of the account is not what it should be.
    #[error("{} is not an account file: {why}", path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// Why. Never what stands in it.
        why: String,
    },
    /// Others on this machine can read it.
    #[error("others can read {}, which holds a password", .0.display())]
    Open(PathBuf),
    /// Nobody vouches for anything.
    #[error("no certificates can be used: {0}")]
    Certificates(String),
}

impl Account {
    /// The account in a TOML file; paths in it are beside it.
    ///
    /// # Errors
    /// When it cannot be read, is none, or holds a password that others can read.
    pub fn from_file(path: &Path) -> Result<Self, Unusable> {
        let failed = |why| Unusable::File {
            path: path.to_owned(),
            why,
        };
        let text = files::read::text(path, TEXT_BYTES).map_err(failed)?;
        let account: Result<Self, toml::de::Error> = toml::from_str(&text);
        let mut account = account.map_err(|error| Unusable::Malformed {
            path: path.to_owned(),
            // The whole message shows the line, and that may be the password's.
            why: error.message().to_owned(),
        })?;
        if account.password.is_some() && is_open(path).map_err(failed)? {
            return Err(Unusable::Open(path.to_owned()));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = [
            &mut account.authority,
            &mut account.certificate,
            &mut account.key,
        ];
        for file in files.into_iter().flatten() {
            *file = folder.join(&*file);
        }
        Ok(account)
    }

    /// The same with what the environment says instead; `look` looks a name up there.
    #[must_use]
    pub fn or_from(mut self, look: impl Fn(&str) -> Option<String>) -> Self {
        self.user = look(USER).or(self.user);
        self.password = look(PASSWORD).or(self.password);
        self
    }

    /// How to speak with the broker securely.
    ///
    /// # Errors
    /// When certificates cannot be read or used.
    pub fn tls(&self) -> Result<Arc<ClientConfig>, Unusable> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unfit)?
            .with_root_certificates(self.roots()?);
        let config = match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                let chain = certificates(certificate)?;
                let bytes = pem(key)?;
                let key = PrivateKeyDer::from_pem_slice(&bytes).map_err(unfit)?;
                builder.with_client_auth_cert(chain, key).map_err(unfit)?
            }
            (None, None) => builder.with_no_client_auth(),
            _ => return Err(unfit("a certificate and its key belong together")),
        };
        Ok(Arc::new(config))
    }

    fn roots(&self) -> Result<RootCertStore, Unusable> {
        let mut roots = RootCertStore::empty();
        let found = match &self.authority {
            Some(path) => certificates(path)?,
            None => rustls_native_certs::load_native_certs().certs,
        };
        let (taken, _) = roots.add_parsable_certificates(found);
        match taken {
            0 => Err(unfit("nobody is trusted to vouch for the broker")),
            _ => Ok(roots),
        }
    }
}

fn unfit(why: impl fmt::Display) -> Unusable {
    Unusable::Certificates(why.to_string())
}

fn pem(path: &Path) -> Result<Vec<u8>, Unusable> {
    files::read::bytes(path, TEXT_BYTES).map_err(|why| Unusable::File {
        path: path.to_owned(),
        why,
    })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Unusable> {
    let bytes = pem(path)?;
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
    all.map_err(unfit)
}

#[cfg(unix)]
fn is_open(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn written(text: &str, mode: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hall.toml");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        (folder, path)
    }

    #[test]
    fn a_password_is_its_owners_and_shown_nowhere() {
        let text = "user = \"table-7\"\npassword = \"s3cret\"\nauthority = \"ca.pem\"\n";
        let (folder, path) = written(text, 0o600);
        let account = Account::from_file(&path).unwrap();
        assert_eq!(account.authority, Some(folder.path().join("ca.pem")));
        assert!(!format!("{account:?}").contains("s3cret"));
        let (_folder, open) = written(text, 0o644);
        assert!(matches!(Account::from_file(&open), Err(Unusable::Open(_))));
        // Nothing in it that others may not read.
        let (_folder, open) = written("authority = \"ca.pem\"\n", 0o644);
        assert!(Account::from_file(&open).is_ok());
        for broken in [
            "password = \"s3cret",
            "passwort = \"s3cret\"",
            "password = [\"s3cret\"]",
        ] {
            let (_folder, path) = written(broken, 0o600);
            let told = Account::from_file(&path).unwrap_err().to_string();
            assert!(!told.contains("s3cret"), "{told}");
        }
    }

    #[test]
    fn the_environment_comes_before_the_file() {
        let kept = Account {
            user: Some("kept".into()),
            password: Some("old".into()),
            ..Account::default()
        };
        let look = |name: &str| (name == PASSWORD).then(|| "new".to_owned());
        let account = kept.or_from(look);
        assert_eq!(account.user.as_deref(), Some("kept"));
        assert_eq!(account.password.as_deref(), Some("new"));
    }
}
