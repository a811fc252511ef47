//! Bots on other machines, over TCP with the same lines as over pipes.
//!
//! A connection carries the conversation with one process of the bot. If the server has a token, the first message of
//! a connection must contain it. Connections are not encrypted, so the token protects the bot's machine against
//! strangers, but not against eavesdroppers on the way.

use super::peer::{Link, Peer, READY_LIMIT};
use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::path::Path;

/// The largest number of bytes in a token.
const LONGEST_TOKEN: u64 = 1024;

/// A server that runs a bot.
#[derive(Clone, Debug)]
pub struct Remote {
    /// The server's host and port.
    pub address: String,
    /// The token that the server requires.
    pub token: Option<String>,
}

/// Reads a token from a file, without the white space around it.
///
/// # Errors
/// Fails with a clause if the file cannot be read, or is not a token.
pub fn read_token(file: &Path) -> Result<String, String> {
    let name = file.display();
    let cannot = |error: io::Error| format!("cannot read {name}: {error}");
    let size = file.metadata().map_err(cannot)?.len();
    let text =
        if size <= LONGEST_TOKEN { std::fs::read(file).map_err(cannot)? } else { Vec::new() };
    let token = String::from_utf8(text).unwrap_or_default().trim().to_owned();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        let what = "visible ASCII characters without spaces";
        return Err(format!("{name}: a token has 1 to {LONGEST_TOKEN} {what}"));
    }
    Ok(token)
}

impl Remote {
    /// Connects to the server.
    ///
    /// # Errors
    /// Fails if no address of the host accepts the connection in time.
    pub fn connect(&self) -> io::Result<Link> {
        let mut last = io::Error::other("the host has no address");
        for address in self.address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, READY_LIMIT) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    let (input, output) = (stream.try_clone()?, stream.try_clone()?);
                    return Ok(Link {
                        peer: Peer::Remote(stream),
                        input: Box::new(input),
                        output: Box::new(output),
                        errors: None,
                    });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}
