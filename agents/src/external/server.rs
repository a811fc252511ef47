//! A server that lets tournaments on other machines play with a bot.

use super::bot::Program;
use super::line::BotLine;
use super::peer::{QUIT_LIMIT, READY_LIMIT};
use std::io::{self, BufReader, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The largest number of connections that a server serves at a time.
const CONNECTIONS: usize = 256;

/// The time between two attempts to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves a bot without end: starts a process for each connection, and passes the lines on in both directions.
pub fn serve(program: &Program, token: Option<&str>, listener: &TcpListener) -> ! {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // The client has given up already, or the system is short of descriptors.
            thread::sleep(PAUSE);
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            refuse(stream, "too many connections");
            continue;
        }
        let (program, token) = (program.clone(), token.map(str::to_owned));
        let counter = Arc::clone(&open);
        let begun = thread::Builder::new().spawn(move || {
            // An error concerns this connection only, and the other end notices it.
            let _ = serve_one(&program, token.as_deref(), stream);
            counter.fetch_sub(1, Ordering::Relaxed);
        });
        if begun.is_err() {
            // The connection is closed.
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
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
