//! Bots on other machines, over TCP with the same lines as over pipes.
//!
//! A connection carries the conversation with one process of the bot. If the server has a token, the first message of
//! a connection must contain it. Connections are not encrypted, so the token protects the bot's machine against
//! strangers, but not against eavesdroppers on the way.

use super::bot::{Program, QUIT_LIMIT, READY_LIMIT};
use super::line::BotLine;
use super::peer::{Link, Peer};
use std::io::{self, BufReader, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The largest number of connections that a server serves at a time.
const CONNECTIONS: usize = 256;

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

/// Serves a bot: starts a process for each connection, and passes the lines on in both directions.
///
/// # Errors
/// Fails if the system no longer accepts connections.
pub fn serve(program: &Program, token: Option<&str>, listener: &TcpListener) -> io::Result<()> {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let stream = stream?;
        if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            refuse(stream, "too many connections");
            continue;
        }
        let (program, token, open) = (program.clone(), token.map(str::to_owned), Arc::clone(&open));
        thread::Builder::new().spawn(move || {
            // An error concerns this connection only, and the other end notices it.
            let _ = serve_one(&program, token.as_deref(), stream);
            open.fetch_sub(1, Ordering::Relaxed);
        })?;
    }
    Ok(())
}

/// Answers the first message of a connection with the reason why the server closes it.
fn refuse(mut stream: TcpStream, what: &str) {
    // The other end may not read the reason.
    let _ = writeln!(stream, "{}", serde_json::json!({ "type": "refused", "reason": what }));
}

fn serve_one(program: &Program, token: Option<&str>, stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READY_LIMIT))?;
    let mut lines = BufReader::new(stream.try_clone()?);
    let hello = BotLine::read(&mut lines).and_then(|line| line.text().ok());
    let hello = hello.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    let Some(mut hello) = hello.filter(|hello| hello["type"] == "hello") else {
        refuse(stream, "the first line is not hello");
        return Ok(());
    };
    // The bot does not get the token.
    let shown = hello.as_object_mut().and_then(|hello| hello.remove("token"));
    if token.is_some_and(|token| shown.is_none_or(|shown| shown != token)) {
        refuse(stream, "the token is missing or wrong");
        return Ok(());
    }
    stream.set_read_timeout(None)?;
    let mut link = match program.connect() {
        Ok(link) => link,
        Err(error) => {
            refuse(stream, &format!("cannot start the program: {error}"));
            return Ok(());
        }
    };
    if let Some(errors) = link.errors.take() {
        let destination = Arc::clone(&program.errors);
        thread::Builder::new().spawn(move || destination.pass_on(errors))?;
    }
    let (mut output, mut answers) = (link.output, stream.try_clone()?);
    let (ended, has_ended) = mpsc::channel::<()>();
    thread::Builder::new().spawn(move || {
        // Whoever closes the connection, both directions end.
        let _ = io::copy(&mut output, &mut answers);
        let _ = answers.shutdown(Shutdown::Both);
        drop(ended);
    })?;
    let written =
        writeln!(link.input, "{hello}").and_then(|()| io::copy(&mut lines, &mut link.input));
    drop(link.input);
    let _ = has_ended.recv_timeout(QUIT_LIMIT);
    link.peer.end();
    written.map(|_| ())
}
