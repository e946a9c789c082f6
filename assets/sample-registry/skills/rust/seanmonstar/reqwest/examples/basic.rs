//! A client with limits on time, size and redirects, errors that tell their causes and hide secrets, and a bounded
//! number of requests side by side. Asks a server of its own on the loopback address, and asserts what comes back.
//!
//! ```toml
//! [dependencies]
//! reqwest = { version = "0.13", default-features = false }
//! tokio = { version = "1", features = ["macros", "rt-multi-thread", "sync", "time"] }
//! ```

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

use reqwest::{redirect, Client, Response, StatusCode, Url};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

type Error = Box<dyn std::error::Error + Send + Sync>;

const MAX_BODY: usize = 100_000;

/// What can go wrong with a call: no answer, a refusal, an answer that is too large.
#[derive(Debug)]
enum ApiError {
    NoAnswer { is_timeout: bool, why: String },
    Status(StatusCode, String),
    TooLarge,
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ApiError::NoAnswer { why, .. } => write!(f, "no answer: {why}"),
            ApiError::Status(status, body) => write!(f, "{status}: {body}"),
            ApiError::TooLarge => write!(f, "the answer is over {MAX_BODY} bytes"),
        }
    }
}
impl std::error::Error for ApiError {}

/// The message has the chain of causes, and not the URL, which may hold secrets.
impl From<reqwest::Error> for ApiError {
    fn from(e: reqwest::Error) -> Self {
        let is_timeout = e.is_timeout();
        let e = e.without_url();
        let mut why = e.to_string();
        let mut next = std::error::Error::source(&e);
        while let Some(cause) = next {
            why = format!("{why}: {cause}");
            next = cause.source();
        }
        ApiError::NoAnswer { is_timeout, why }
    }
}

/// Cloning shares the pool of connections.
#[derive(Clone)]
struct Api {
    client: Client,
    base: Url,
}

impl Api {
    fn new(base: &str) -> Result<Api, Error> {
        let client = Client::builder()
            .user_agent("example/1.0")
            .connect_timeout(Duration::from_secs(3))
            .timeout(Duration::from_secs(1)) // until the body has been read
            .referer(false)
            .no_proxy()
            .redirect(redirect::Policy::custom(|attempt| {
                let same = attempt.previous().last().is_some_and(|p| p.origin() == attempt.url().origin());
                if !same {
                    attempt.stop() // headers such as X-Api-Key stay here
                } else if attempt.previous().len() > 5 {
                    attempt.error("too many redirects")
                } else {
                    attempt.follow()
                }
            }))
            .build()?;
        Ok(Api { client, base: base.parse()? })
    }

    async fn get(&self, path: &str) -> Result<Vec<u8>, ApiError> {
        let mut url = self.base.clone();
        url.path_segments_mut().expect("an http URL").pop_if_empty().push(path); // escapes a slash
        let response = self.client.get(url).header("X-Api-Key", "secret").send().await?;
        let status = response.status();
        let body = limited(response).await?;
        if !status.is_success() {
            return Err(ApiError::Status(status, String::from_utf8_lossy(&body).into_owned()));
        }
        Ok(body)
    }

    /// At most `at_once` requests run side by side.
    async fn get_all(&self, paths: Vec<String>, at_once: usize) -> Result<usize, Error> {
        let slots = Arc::new(Semaphore::new(at_once));
        let mut tasks = JoinSet::new();
        for path in paths {
            let permit = Arc::clone(&slots).acquire_owned().await?;
            let api = self.clone();
            tasks.spawn(async move {
                let _permit = permit;
                api.get(&path).await
            });
        }
        let mut bytes = 0;
        while let Some(result) = tasks.join_next().await {
            bytes += result??.len();
        }
        Ok(bytes)
    }
}

async fn limited(mut response: Response) -> Result<Vec<u8>, ApiError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_BODY {
            return Err(ApiError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Answers `/item…` with four bytes, `/big` with too many, `/hang` never, `/away` with a redirect to another port.
fn serve(mut stream: TcpStream, other: u16) {
    let mut data = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(n @ 1..) = stream.read(&mut buffer) {
        data.extend_from_slice(&buffer[..n]);
        if !data.ends_with(b"\r\n\r\n") {
            continue;
        }
        let text = String::from_utf8_lossy(&data).into_owned();
        data.clear();
        let path = text.split(' ').nth(1).unwrap_or_default();
        let (status, headers, body) = match path {
            "/hang" => continue,
            "/big" => ("200 OK", String::new(), "x".repeat(2 * MAX_BODY)),
            "/away" => ("302 Found", format!("Location: http://127.0.0.1:{other}/\r\n"), String::new()),
            p if p.starts_with("/item") => {
                std::thread::sleep(Duration::from_millis(10));
                ("200 OK", String::new(), "item".into())
            }
            _ => ("404 Not Found", String::new(), "no such page".into()),
        };
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len());
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let other = TcpListener::bind("127.0.0.1:0")?; // nobody may come here
    other.set_nonblocking(true)?;
    let other_port = other.local_addr()?.port();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}/", listener.local_addr()?);
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(move || serve(stream, other_port));
        }
    });

    let api = Api::new(&base)?;
    assert_eq!(api.get("item").await?, b"item");
    match api.get("nothing").await {
        Err(ApiError::Status(StatusCode::NOT_FOUND, why)) => assert_eq!(why, "no such page"),
        result => panic!("{result:?}"),
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
    println!("a 404 is told with its body, over the same connection");

    assert!(matches!(api.get("big").await, Err(ApiError::TooLarge)));
    match api.get("hang").await {
        Err(ApiError::NoAnswer { is_timeout: true, why }) => println!("silent server: {why}"),
        result => panic!("{result:?}"),
    }
    assert!(matches!(api.get("away").await, Err(ApiError::Status(StatusCode::FOUND, _))));
    assert!(other.accept().is_err());
    println!("a redirect to another port is not followed");

    match Api::new("http://127.0.0.1:1/")?.get("token=secret").await {
        Err(ApiError::NoAnswer { is_timeout: false, why }) => {
            assert!(!why.contains("secret") && why.contains("refused"), "{why}");
            println!("{why}");
        }
        result => panic!("{result:?}"),
    }

    let before = connections.load(Ordering::SeqCst);
    let paths = (0..30).map(|n| format!("item{n}")).collect();
    assert_eq!(api.get_all(paths, 4).await?, 30 * 4);
    let more = connections.load(Ordering::SeqCst) - before;
    assert!(more <= 8, "{more} connections");
    println!("30 requests, four at a time, needed few connections");
    Ok(())
}
