//! A hash that is the same on every machine.

use std::fmt;

/// The 64-bit hash FNV-1a (Fowler, Noll and Vo), which uses only integer operations.
///
/// # Examples
/// ```
/// let mut hash = agents::Fnv::default();
/// hash.add(*b"foobar");
/// assert_eq!(hash.0, 0x8594_4171_f739_67e8);
/// ```
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes to the hash.
    pub fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.bytes());
        Ok(())
    }
}
