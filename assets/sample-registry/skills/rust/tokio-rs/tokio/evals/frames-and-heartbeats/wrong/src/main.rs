use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::var("PORT").expect("PORT");
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).await?;
    let mut interval = tokio::time::interval(Duration::from_millis(50));
    loop {
        let mut frame = [0u8; 8];
        tokio::select! {
            read = stream.read_exact(&mut frame) => {
                if read.is_err() {
                    return Ok(());
                }
                println!("{}", String::from_utf8_lossy(&frame));
            }
            _ = interval.tick() => stream.write_all(b".").await?,
        }
    }
}
