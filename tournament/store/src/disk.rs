//! Changes to the file system. Tests let them fail from some point on, as if the process had been killed there.

use std::fs::File;
use std::io::{self, Write};
#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The file system as jobs change it.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// Twice the number of changes that are left until the process counts as killed.
    #[cfg(test)]
    left: Option<Arc<AtomicU64>>,
}

/// A file open for writing.
#[derive(Debug)]
pub struct DiskFile {
    file: File,
    disk: Disk,
}

impl Disk {
    /// Makes a change.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests count the changes"))]
    pub(crate) fn change<T>(&self, change: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        #[cfg(test)]
        self.spend().map_err(|_| io::Error::other("killed"))?;
        change()
    }

    /// Opens a file for writing; `open` may create or truncate it.
    pub(crate) fn open(&self, open: impl FnOnce() -> io::Result<File>) -> io::Result<DiskFile> {
        Ok(DiskFile { file: self.change(open)?, disk: self.clone() })
    }

    /// Returns a disk that fails after half of this number of changes. With an odd number, the last write is torn.
    #[cfg(test)]
    pub(crate) fn killed_after(halves: u64) -> Self {
        Self { left: Some(Arc::new(halves.into())) }
    }

    /// Takes a change from those left, or returns the half of one that is left.
    #[cfg(test)]
    fn spend(&self) -> Result<(), u64> {
        let Some(left) = &self.left else { return Ok(()) };
        let taken =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(2));
        taken.map(drop).map_err(|_| left.swap(0, Ordering::Relaxed))
    }
}

impl DiskFile {
    pub(crate) const fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(crate) const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Waits until the content is on disk. Tests don't wait: only a power cut would show the difference.
    pub(crate) fn sync(&self) -> io::Result<()> {
        if cfg!(test) { Ok(()) } else { self.file.sync_data() }
    }
}

impl Write for DiskFile {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        #[cfg(test)]
        if let Err(half) = self.disk.spend() {
            self.file.write_all(&content[..content.len() / 2 * usize::from(half == 1)])?;
            return Err(io::Error::other("killed"));
        }
        self.file.write(content)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
