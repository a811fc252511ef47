//! What of the system every bot may read.

/// Programs, libraries and settings, …
pub const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt"];
/// … and where it finds random numbers.
#[cfg(target_os = "linux")]
pub const RANDOM: [&str; 2] = ["/dev/random", "/dev/urandom"];
