//! The interfaces of this machine that phones in the house can reach.

use std::io;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Addresses that phones can reach, the likeliest first: the one by which this machine reaches
/// others, then private ones of the house, then the rest. Bridges of programs that run machines
/// inside this one come last.
///
/// # Errors
/// When the system does not tell.
pub fn reachable() -> io::Result<Vec<IpAddr>> {
    let interfaces = if_addrs::get_if_addrs()?;
    let own = way_out();
    let mut found: Vec<(u8, IpAddr)> = interfaces
        .iter()
        .filter(|interface| !interface.is_loopback())
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(ip) if !ip.is_link_local() => Some((interface.name.as_str(), ip)),
            // Codes with bracketed addresses confuse readers, and every house has the others.
            _ => None,
        })
        .map(|(name, ip)| (rank(name, ip, own), IpAddr::V4(ip)))
        .collect();
    found.sort();
    found.dedup();
    Ok(found.into_iter().map(|(_, ip)| ip).collect())
}

fn rank(name: &str, ip: Ipv4Addr, own: Option<IpAddr>) -> u8 {
    let inside = ["docker", "br-", "virbr", "veth", "vmnet", "tun", "wg"];
    match () {
        () if inside.iter().any(|start| name.starts_with(start)) => 3,
        () if own == Some(IpAddr::V4(ip)) => 0,
        () if ip.is_private() => 1,
        () => 2,
    }
}

/// The own address on the way to the net. Nothing is sent: connecting such a socket only asks
/// the system which way it would take.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address set aside for examples, which nobody has.
    socket.connect((Ipv4Addr::new(203, 0, 113, 1), 9)).ok()?;
    socket.local_addr().ok().map(|own| own.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_comes_first_and_machines_inside_last() {
        let house = Ipv4Addr::new(192, 168, 1, 5);
        let own = Some(IpAddr::V4(house));
        assert_eq!(rank("wlan0", house, own), 0);
        assert_eq!(rank("eth0", Ipv4Addr::new(10, 0, 0, 2), own), 1);
        assert_eq!(rank("eth1", Ipv4Addr::new(8, 8, 8, 8), own), 2);
        assert_eq!(rank("docker0", Ipv4Addr::new(172, 17, 0, 1), own), 3);
        assert!(reachable().unwrap().iter().all(|ip| !ip.is_loopback()));
    }
}
