//! Bots on other machines, over TCP with the same lines as over pipes.
//!
//! A connection carries the conversation with one process of the bot. If the server has a token, the first message of
//! a connection must contain it. Connections are not encrypted, so the token protects the bot's machine against
//! strangers, but not against eavesdroppers on the way.

use super::input::Input;
use super::peer::{Link, Peer, READY_LIMIT};
use crate::read_small_text;
use std::io;
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::path::Path;

/// The largest number of bytes in a token.
const LONGEST_TOKEN: usize = 1024;

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
    let text = read_small_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let token = text.trim().to_owned();
    let is_long = token.len() > LONGEST_TOKEN;
    if token.is_empty() || is_long || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
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
                        input: Box::new(Input::new(input, |stream| {
                            stream.shutdown(Shutdown::Write)
                        })),
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
