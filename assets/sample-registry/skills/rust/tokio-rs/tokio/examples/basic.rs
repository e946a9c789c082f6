//! Line echo server with bounded concurrency, blocking work kept off the
//! workers, and a shutdown that waits for every task. Runs itself once
//! against a client and then stops.
//!
//! ```toml
//! [dependencies]
//! tokio = { version = "1", features = ["full"] }
//! ```

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{watch, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;

type Error = Box<dyn std::error::Error + Send + Sync>;

const MAX_CONNECTIONS: usize = 1024;
const DRAIN: Duration = Duration::from_secs(5);

/// Stands for password hashing, compression, a synchronous driver.
fn expensive(line: &str) -> String {
    std::thread::sleep(Duration::from_millis(5));
    line.to_uppercase()
}

async fn serve_connection(stream: TcpStream, mut stop: watch::Receiver<bool>) -> Result<(), Error> {
    let (read_half, mut write_half) = stream.into_split();
    let mut lines = BufReader::new(read_half).lines();
    loop {
        // `next_line` keeps what it has read so far when it is dropped, so it
        // may stand in a `select!` loop. `read_line` may not.
        let line = tokio::select! {
            _ = stop.changed() => return Ok(()),
            line = lines.next_line() => match line? {
                Some(line) => line,
                None => return Ok(()),
            },
        };
        let mut reply = tokio::task::spawn_blocking(move || expensive(&line)).await?;
        reply.push('\n');
        // Outside of `select!`: a half-written reply would break the protocol.
        write_half.write_all(reply.as_bytes()).await?;
    }
}

async fn serve(listener: TcpListener, mut stop: watch::Receiver<bool>) -> Result<(), Error> {
    let limit = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut tasks = JoinSet::new();
    loop {
        let permit = Arc::clone(&limit).acquire_owned().await?;
        tokio::select! {
            _ = stop.changed() => break,
            accepted = listener.accept() => match accepted {
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
            },
        }
        // Reap what has finished, or the set grows for ever.
        while tasks.try_join_next().is_some() {}
    }

    let drain = async { while tasks.join_next().await.is_some() {} };
    if timeout(DRAIN, drain).await.is_err() {
        tasks.shutdown().await; // abort the rest, and wait for it
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop_tx, stop_rx) = watch::channel(false);
    let server = tokio::spawn(serve(listener, stop_rx));

    let (read_half, mut write_half) = TcpStream::connect(address).await?.into_split();
    write_half.write_all(b"hello\n").await?;
    let mut lines = BufReader::new(read_half).lines();
    let reply = timeout(Duration::from_secs(2), lines.next_line()).await??;
    println!("reply: {reply:?}");

    // A real service would wait here for tokio::signal::ctrl_c().
    stop_tx.send(true)?;
    server.await??;
    println!("stopped cleanly");
    Ok(())
}
