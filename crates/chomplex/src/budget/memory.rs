//! The memory of this machine and of this process.

/// The memory still available on this machine, in bytes; 4 GiB if that is unknown.
#[must_use]
pub fn free_memory() -> u64 {
    available_memory().filter(|&bytes| bytes > 0).unwrap_or(4 << 30)
}

#[cfg(target_os = "linux")]
fn available_memory() -> Option<u64> {
    proc_field("/proc/meminfo", "MemAvailable:")
}

#[cfg(target_family = "wasm")]
fn available_memory() -> Option<u64> {
    None
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn available_memory() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let memory = MemoryRefreshKind::nothing().with_ram();
    Some(System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).available_memory())
}

/// The peak memory of this process, in bytes; 0 if that is unknown.
#[must_use]
pub fn peak_memory() -> u64 {
    proc_field("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// The memory of this process, in bytes, without mapped files; 0 if that is unknown.
#[must_use]
pub fn held_memory() -> u64 {
    proc_field("/proc/self/status", "RssAnon:").unwrap_or(0)
}

/// Reads a field of a Linux status file that is given in kibibytes, and returns it in bytes.
fn proc_field(file: &str, field: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}
