//! Line echo server with limits on connections, line length and silence,
//! blocking work kept off the workers, and a shutdown that waits for every
//! task. Runs itself once against two clients and checks what they get.
//!
//! ```toml
//! [dependencies]
//! tokio = { version = "1", features = ["full"] }
//! ```

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{watch, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;

type Error = Box<dyn std::error::Error + Send + Sync>;

const MAX_CONNECTIONS: usize = 1024;
const MAX_LINE: u64 = 16 * 1024;
const IDLE: Duration = Duration::from_secs(60);
const WRITE: Duration = Duration::from_secs(10);
const DRAIN: Duration = Duration::from_secs(5);

/// Stands for password hashing, compression, a synchronous driver.
fn expensive(line: &str) -> String {
    std::thread::sleep(Duration::from_millis(5));
    line.to_uppercase()
}

async fn serve_connection(stream: TcpStream, mut stop: watch::Receiver<bool>) -> Result<(), Error> {
    let (read_half, mut write_half) = stream.into_split();
    // `lines()` has no limit of its own: `take` ends the input after MAX_LINE bytes.
    let mut lines = BufReader::new(read_half.take(MAX_LINE)).lines();
    loop {
        // `next_line` keeps what it has read so far when it is dropped, so it
        // may stand in a `select!` loop. `read_line` may not.
        let line = tokio::select! {
            _ = stop.changed() => return Ok(()),
            line = timeout(IDLE, lines.next_line()) => match line?? {
                Some(line) => line,
                None => return Ok(()),
            },
        };
        if line.len() as u64 >= MAX_LINE {
            return Err("line too long".into()); // it was cut off there
        }
        lines.get_mut().get_mut().set_limit(MAX_LINE); // anew for the next line
        let mut reply = tokio::task::spawn_blocking(move || expensive(&line)).await?;
        reply.push('\n');
        // Outside of `select!`: a half-written reply would break the protocol.
        timeout(WRITE, write_half.write_all(reply.as_bytes())).await??;
    }
}

async fn serve(listener: TcpListener, mut stop: watch::Receiver<bool>) -> Result<(), Error> {
    let limit = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut tasks = JoinSet::new();
    loop {
        // Waiting for a free place ends at a stop too. Both are cancel safe.
        let next = async {
            let permit = Arc::clone(&limit).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            _ = stop.changed() => break,
            // Reap what has finished, or the set grows for ever.
            Some(_) = tasks.join_next() => continue,
            next = next => next,
        };
        let permit = permit?; // fails only if the semaphore was closed
        match accepted {
            Ok((stream, _)) => {
                let stop = stop.clone();
                tasks.spawn(async move {
                    let _permit = permit; // released when the task ends
                    if let Err(e) = serve_connection(stream, stop).await {
                        eprintln!("connection: {e}");
                    }
                });
            }
            // Often EMFILE: wait a little instead of spinning or stopping.
            Err(e) => {
                eprintln!("accept: {e}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    drop(listener); // from here on connecting is refused, instead of waiting for nobody
    let drain = async { while tasks.join_next().await.is_some() {} };
    if timeout(DRAIN, drain).await.is_err() {
        tasks.shutdown().await; // abort the rest, and wait for it
    }
    Ok(())
}

/// Sends bytes, and returns the line that comes back; `None` if the server closes instead.
async fn ask(address: std::net::SocketAddr, bytes: &[u8]) -> Result<Option<String>, Error> {
    let (read_half, mut write_half) = TcpStream::connect(address).await?.into_split();
    write_half.write_all(bytes).await?;
    let mut lines = BufReader::new(read_half).lines();
    match timeout(Duration::from_secs(2), lines.next_line()).await? {
        Ok(line) => Ok(line),
        Err(e) if e.kind() == std::io::ErrorKind::ConnectionReset => Ok(None),
        Err(e) => Err(e.into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop_tx, stop_rx) = watch::channel(false);
    let server = tokio::spawn(serve(listener, stop_rx));

    let reply = ask(address, b"hello\n").await?;
    println!("reply: {reply:?}");
    assert_eq!(reply.as_deref(), Some("HELLO"));

    let endless = vec![b'x'; 2 * MAX_LINE as usize];
    assert_eq!(ask(address, &endless).await?, None);
    println!("too long a line was refused");

    // A real service would wait here for tokio::signal::ctrl_c().
    stop_tx.send(true)?;
    timeout(DRAIN, server).await???;
    println!("stopped cleanly");
    Ok(())
}
