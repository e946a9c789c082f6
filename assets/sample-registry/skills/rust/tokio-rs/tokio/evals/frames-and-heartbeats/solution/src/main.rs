use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::var("PORT").expect("PORT");
    let stream = TcpStream::connect(format!("127.0.0.1:{port}")).await?;
    let (mut reader, mut writer) = stream.into_split();
    // The reader is a task of its own, which no heartbeat interrupts in the middle of a frame.
    let reading = tokio::spawn(async move {
        let mut frame = [0u8; 8];
        while reader.read_exact(&mut frame).await.is_ok() {
            println!("{}", String::from_utf8_lossy(&frame));
        }
    });
    let beating = tokio::spawn(async move {
        let mut interval = tokio::time::interval(Duration::from_millis(50));
        loop {
            interval.tick().await;
            if writer.write_all(b".").await.is_err() {
                return;
            }
        }
    });
    let _ = reading.await;
    beating.abort();
    Ok(())
}
