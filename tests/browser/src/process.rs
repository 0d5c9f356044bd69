//! What a process has used so far, as Linux tells.

use std::collections::BTreeMap;

/// Processor time of a process, s.
pub fn cpu_s(process: u32) -> f64 {
    ticks(&format!("/proc/{process}/stat")).map_or(0.0, |(_, s)| s)
}

/// Processor time of its threads that live, s, by their names.
pub fn cpu_s_by_thread(process: u32) -> BTreeMap<String, f64> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let mut used = BTreeMap::new();
    for thread in threads {
        let stat = thread.path().join("stat");
        if let Some((name, s)) = ticks(&stat.to_string_lossy()) {
            *used.entry(name).or_default() += s;
        }
    }
    used
}

/// Name and processor time in one of these files.
fn ticks(path: &str) -> Option<(String, f64)> {
    const A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(path).ok()?;
    let (start, after) = stat.rsplit_once(')')?;
    let name = start.split_once('(')?.1.to_owned();
    let ticks = after.split_whitespace().skip(11).take(2);
    let ticks: f64 = ticks.filter_map(|one| one.parse::<f64>().ok()).sum();
    Some((name, ticks / A_SECOND))
}

/// Memory of a process, MB.
pub fn memory_mb(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kb.unwrap_or(0.0) / 1024.0
}
