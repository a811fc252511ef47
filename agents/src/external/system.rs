//! The parts of the system that every bot may read.

/// Folders of programs, libraries and settings.
pub const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt"];
/// Sources of random numbers.
#[cfg(target_os = "linux")]
pub const RANDOM: [&str; 2] = ["/dev/random", "/dev/urandom"];
