//! How much memory this process holds.

/// Resident memory in MiB as the kernel counts it; 0 where it does not say.
pub fn resident_mib() -> u64 {
    told_mib("VmRSS:")
}

/// The most it has held since the start or since [`forget_peak`].
pub fn peak_mib() -> u64 {
    told_mib("VmHWM:")
}

/// From now on the peak is counted anew, where the kernel lets it.
pub fn forget_peak() {
    // Without it the peak is that of everything so far, which is still no less than the truth.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn told_mib(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|l| l.starts_with(name))
        .unwrap_or_default();
    let kib = line
        .split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
