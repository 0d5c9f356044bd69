//! This installation's own certificate, for the pages that browsers call secure.
//!
//! Nobody vouches for it, so a browser warns once; what it gives is a connection that nobody else
//! in the house reads, and the camera, which browsers hand to secure pages only. It is made once
//! for each address and kept with its private key in a file of its owner's only.

use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// No such file is longer; a key and a certificate are 1 kB.
const LONGEST: u64 = 64 << 10;

/// A whole identity as PEM: private key, then certificate.
fn made_for(address: IpAddr) -> Result<String, rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(vec![address.to_string()])?;
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, "Nebelwacht");
    params.distinguished_name = name;
    // Whoever has accepted it once should not be asked again every year.
    params.not_before = date_time_ymd(2025, 1, 1);
    params.not_after = date_time_ymd(2045, 1, 1);
    let certificate = params.self_signed(&key)?;
    Ok(key.serialize_pem() + &certificate.pem())
}

/// How to serve that address securely: with the certificate in `folder`, which is made if there
/// is none for the address or what is there cannot be used.
///
/// # Errors
/// When it can be neither read nor made and written.
pub fn config(folder: &Path, address: IpAddr) -> io::Result<Arc<ServerConfig>> {
    let path = folder.join(format!("{address}.pem").replace(':', "-"));
    match files::read::text(&path, LONGEST) {
        Ok(pem) => match served(&pem) {
            Ok(config) => return Ok(config),
            Err(why) => {
                tracing::warn!(path = %path.display(), %why, "this certificate is made anew");
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let pem = made_for(address).map_err(io::Error::other)?;
    files::write::file_for(&path, pem.as_bytes(), files::write::Readers::Owner)?;
    served(&pem)
}

fn served(pem: &str) -> io::Result<Arc<ServerConfig>> {
    let key = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(io::Error::other)?;
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
    let certificates = certificates.map_err(io::Error::other)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(io::Error::other)?;
    // A socket for pictures is opened the way HTTP/1.1 does it.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_certificate_is_made_once_and_its_owners_only() {
        let folder = tempfile::tempdir().unwrap();
        let address: IpAddr = "192.168.1.5".parse().unwrap();
        config(folder.path(), address).unwrap();
        let path = folder.path().join("192.168.1.5.pem");
        let first = std::fs::read_to_string(&path).unwrap();
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        config(folder.path(), address).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), first);
        std::fs::write(&path, "-----BEGIN NONSENSE-----").unwrap();
        config(folder.path(), address).unwrap();
        assert_ne!(std::fs::read_to_string(&path).unwrap(), first);
        config(folder.path(), "fe80::1".parse().unwrap()).unwrap();
    }
}
