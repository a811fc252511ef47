//! The direction of a connection in which a bot's input goes.

use std::io::{self, Write};

/// A stream to a bot's input. Dropping it ends the input, even if other handles of the stream are open.
pub struct Input<S> {
    stream: S,
    /// Shuts down this direction of the stream.
    end: fn(&S) -> io::Result<()>,
}

impl<S> Input<S> {
    pub const fn new(stream: S, end: fn(&S) -> io::Result<()>) -> Self {
        Self { stream, end }
    }
}

impl<S: Write> Write for Input<S> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.stream.write(content)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl<S> Drop for Input<S> {
    fn drop(&mut self) {
        // The other end may already be closed.
        let _ = (self.end)(&self.stream);
    }
}
