//! The claims of the reqwest skill: `cargo test`. Bad code of the skill fails here as the skill says.
#![cfg(test)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::{redirect, Client, StatusCode, Url};
use serde::Deserialize;

/// A loopback server. It records requests; an empty answer stays silent, "close" closes.
#[derive(Clone)]
struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
}
impl Server {
    fn new(handler: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server {
            port: listener.local_addr().unwrap().port(),
            requests: Default::default(),
            connections: Default::default(),
        };
        let (me, handler) = (server.clone(), Arc::new(handler));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                me.connections.fetch_add(1, Ordering::SeqCst);
                let (me, handler) = (me.clone(), Arc::clone(&handler));
                std::thread::spawn(move || me.serve(stream, &*handler));
            }
        });
        server
    }
    fn serve(&self, mut stream: TcpStream, handler: &(dyn Fn(&str) -> Vec<u8> + Send + Sync)) {
        let mut data = Vec::new();
        let mut buffer = [0; 65536];
        loop {
            let text = String::from_utf8_lossy(&data).to_string();
            if let Some(end) = text.find("\r\n\r\n") {
                let head = text[..end].to_lowercase();
                let length = head.split("content-length: ").nth(1).map_or(0, |t| t.split("\r\n").next().unwrap().parse().unwrap());
                let whole = if head.contains("chunked") { text.ends_with("0\r\n\r\n") } else { data.len() >= end + 4 + length };
                if whole {
                    self.requests.lock().unwrap().push(text.clone());
                    data.clear();
                    let answer = handler(&text);
                    if answer == b"close" || !answer.is_empty() && stream.write_all(&answer).is_err() || answer.windows(17).any(|w| w == b"Connection: close") {
                        return;
                    }
                    continue;
                }
            }
            match stream.read(&mut buffer) {
                Ok(n) if n > 0 => data.extend_from_slice(&buffer[..n]),
                _ => return,
            }
        }
    }
    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
    fn last(&self) -> String {
        self.requests.lock().unwrap().last().cloned().unwrap_or_default()
    }
    fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}
fn answer(status: &str, body: &[u8], headers: &str) -> Vec<u8> {
    let mut out = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    out.extend_from_slice(body);
    out
}
fn ok() -> Server {
    Server::new(|_| answer("200 OK", b"ok", ""))
}
fn redirect_to(target: String, status: &'static str) -> Server {
    Server::new(move |r| if r.contains(" /end") { answer("200 OK", b"end", "") } else { answer(status, b"", &format!("Location: {target}\r\n")) })
}
fn client() -> Client {
    Client::builder().no_proxy().timeout(Duration::from_secs(10)).build().unwrap()
}
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(e) = next {
        text = format!("{text}: {e}");
        next = e.source();
    }
    text
}

#[tokio::test]
async fn a_404_is_ok() {
    let s = Server::new(|_| answer("404 Not Found", b"{\"why\":\"gone\"}", ""));
    let response = client().get(s.url("/x?key=secret")).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    let error = response.error_for_status().unwrap_err();
    assert_eq!(error.to_string(), format!("HTTP status client error (404 Not Found) for url ({})", s.url("/x?key=secret")));
    assert_eq!(error.status(), Some(StatusCode::NOT_FOUND));
    assert!(!error.without_url().to_string().contains("secret"));
    let response = client().get(s.url("/")).send().await.unwrap();
    assert!(response.error_for_status_ref().is_err());
    assert_eq!(response.text().await.unwrap(), "{\"why\":\"gone\"}"); // still readable
}
#[tokio::test]
async fn a_client_per_request_connects_anew() {
    let s = ok();
    for _ in 0..5 {
        client().get(s.url("/")).send().await.unwrap().text().await.unwrap();
    }
    assert_eq!(s.connections(), 5);
    let one = client();
    for _ in 0..5 {
        one.clone().get(s.url("/")).send().await.unwrap().text().await.unwrap();
    }
    assert_eq!(s.connections(), 6);
    for _ in 0..3 {
        reqwest::get(s.url("/")).await.unwrap().text().await.unwrap();
    }
    assert_eq!(s.connections(), 9);
}
#[tokio::test]
async fn unread_bodies_cost_the_connection() {
    let s = Server::new(|_| answer("200 OK", &vec![b'x'; 2_000_000], ""));
    let one = client();
    for _ in 0..3 {
        drop(one.get(s.url("/")).send().await.unwrap());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(s.connections(), 3);
}
/// Debug builds panic, release builds block the worker: here a timer of the same runtime comes too late.
#[tokio::test]
async fn blocking_in_async() {
    let s = Server::new(|_| { std::thread::sleep(Duration::from_millis(500)); answer("200 OK", b"ok", "") });
    let url = s.url("/");
    let start = Instant::now();
    let timer = tokio::spawn(async move { tokio::time::sleep(Duration::from_millis(50)).await; start.elapsed() });
    let caught = tokio::spawn(async move { reqwest::blocking::get(url).map(|_| ()) }).await;
    if cfg!(debug_assertions) {
        let message = caught.unwrap_err().into_panic();
        let message = message.downcast_ref::<String>().cloned().or(message.downcast_ref::<&str>().map(|s| s.to_string())).unwrap();
        assert!(message.contains("Cannot drop a runtime in a context where blocking is not allowed"), "{message}");
    } else {
        assert!(caught.unwrap().is_ok() && timer.await.unwrap() >= Duration::from_millis(450));
    }
    let url = s.url("/");
    let text = tokio::task::spawn_blocking(move || reqwest::blocking::get(url).unwrap().text().unwrap()).await.unwrap();
    assert_eq!(text, "ok");
}
#[tokio::test]
async fn no_timeout_by_default() {
    let s = Server::new(|_| Vec::new());
    let plain = Client::builder().no_proxy().build().unwrap();
    assert!(tokio::time::timeout(Duration::from_secs(3), plain.get(s.url("/")).send()).await.is_err());
    let limited = Client::builder().no_proxy().timeout(Duration::from_millis(300)).build().unwrap();
    let error = limited.get(s.url("/")).send().await.unwrap_err();
    assert!(error.is_timeout() && chain(&error).contains("operation timed out"), "{}", chain(&error));
    println!("{}", chain(&error));
    let per_request = plain.get(s.url("/")).timeout(Duration::from_millis(300)).send().await.unwrap_err();
    assert!(per_request.is_timeout());
}
#[tokio::test]
async fn timeout_covers_the_body() {
    let s = Server::new(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin".to_vec());
    let limited = Client::builder().no_proxy().timeout(Duration::from_millis(300)).build().unwrap();
    let response = limited.get(s.url("/")).send().await.unwrap();
    let error = response.text().await.unwrap_err();
    println!("body: {}", chain(&error));
    assert!(error.is_timeout());
}
#[cfg(feature = "since-0-13")]
#[tokio::test]
async fn read_timeout_is_for_each_read() {
    let s = Server::new(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin".to_vec());
    let limited = Client::builder().no_proxy().read_timeout(Duration::from_millis(300)).build().unwrap();
    assert!(limited.get(s.url("/")).send().await.unwrap().text().await.unwrap_err().is_timeout());
}
#[derive(Deserialize, Debug)]
struct Item {
    #[allow(dead_code)]
    id: u32,
}
#[tokio::test]
async fn decode_errors_hide_their_cause() {
    let s = Server::new(|_| answer("200 OK", b"<html>", ""));
    let error = client().get(s.url("/")).send().await.unwrap().json::<Item>().await.unwrap_err();
    assert!(error.is_decode());
    println!("decode: {error} | {}", chain(&error));
    assert!(chain(&error).contains("expected value at line 1 column 1"));
    #[cfg(feature = "since-0-13")]
    assert!(!error.to_string().contains("expected value"));
    let refused = client().get("http://127.0.0.1:1/").send().await.unwrap_err();
    println!("refused: {refused} | {}", chain(&refused));
    assert!(refused.is_connect() && chain(&refused).contains("Connection refused"));
    #[cfg(feature = "since-0-13")]
    assert!(!refused.to_string().contains("Connection refused"));
}
#[tokio::test]
async fn header_appends() {
    let s = ok();
    client().get(s.url("/")).header("X-A", "1").header("X-A", "2").send().await.unwrap();
    assert!(s.last().contains("x-a: 1\r\nx-a: 2\r\n"), "{}", s.last());
    let mut all = reqwest::header::HeaderMap::new();
    all.insert("x-a", "default".parse().unwrap());
    let with_default = Client::builder().no_proxy().default_headers(all.clone()).build().unwrap();
    with_default.get(s.url("/")).header("X-A", "own").send().await.unwrap();
    assert!(s.last().contains("x-a: own") && !s.last().contains("default"), "{}", s.last());
    client().get(s.url("/")).header("X-A", "1").headers(all).send().await.unwrap();
    assert!(s.last().contains("x-a: default") && !s.last().contains("x-a: 1"), "{}", s.last());
}
#[tokio::test]
async fn bad_headers_fail_at_send() {
    let s = ok();
    let error = client().get(s.url("/")).header("X-Name", "eve\r\nX-Admin: yes").send().await.unwrap_err();
    println!("header: {}", chain(&error));
    assert!(error.is_builder() && s.count() == 0);
}
#[test]
fn join_drops_the_last_part() {
    let join = |base: &str, path: &str| Url::parse(base).unwrap().join(path).unwrap().to_string();
    assert_eq!(join("https://api.example.com/v1", "items"), "https://api.example.com/items");
    assert_eq!(join("https://api.example.com/v1/", "items"), "https://api.example.com/v1/items");
    assert_eq!(join("https://api.example.com/v1/", "/items"), "https://api.example.com/items");
    assert_eq!(join("https://api.example.com/v1/", "https://evil.example/"), "https://evil.example/");
    assert_eq!(join("https://api.example.com/v1/", "//evil.example/"), "https://evil.example/");
    let mut dots = Url::parse("https://api.example.com/v1/").unwrap();
    dots.path_segments_mut().unwrap().pop_if_empty().extend(["items", ".."]);
    assert_eq!(dots.as_str(), "https://api.example.com/v1/items");
    let mut url = Url::parse("https://api.example.com/v1/").unwrap();
    url.path_segments_mut().unwrap().pop_if_empty().extend(["items", "a/b"]);
    assert_eq!(url.as_str(), "https://api.example.com/v1/items/a%2Fb");
}
#[tokio::test]
async fn redirects_change_the_method() {
    let s = redirect_to("/end".into(), "302 Found");
    let response = client().post(s.url("/go")).body("a=1").send().await.unwrap();
    assert_eq!((response.status(), response.url().path()), (StatusCode::OK, "/end"));
    assert!(s.last().starts_with("GET /end") && !s.last().contains("a=1"));
    let s = redirect_to("/end".into(), "307 Temporary Redirect");
    client().post(s.url("/go")).body("a=1").send().await.unwrap();
    assert!(s.last().starts_with("POST /end") && s.last().contains("a=1"));
    let chunks = futures_util::stream::iter(vec![Ok::<_, std::io::Error>("a=1")]);
    let request = client().post(s.url("/go")).body(reqwest::Body::wrap_stream(chunks));
    assert!(request.try_clone().is_none());
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::TEMPORARY_REDIRECT); // a stream can't be sent twice
}
#[tokio::test]
async fn ten_redirects() {
    let s = Server::new(|_| answer("302 Found", b"", "Location: /again\r\n"));
    let error = client().get(s.url("/")).send().await.unwrap_err();
    assert!(error.is_redirect() && chain(&error).contains("too many redirects"), "{}", chain(&error));
    println!("requests: {}", s.count());
}
#[tokio::test]
async fn what_follows_a_redirect() {
    let other = ok();
    let s = redirect_to(other.url("/taken"), "302 Found");
    let request = |c: Client| c.get(s.url("/?token=secret0")).header("X-Api-Key", "secret1").bearer_auth("secret2");
    request(client()).send().await.unwrap();
    let got = other.last();
    assert!(got.contains("x-api-key: secret1") && !got.contains("secret2"), "{got}");
    assert!(got.contains("referer: http://127.0.0.1") && got.contains("token=secret0"), "{got}"); // the query goes along
    request(Client::builder().no_proxy().referer(false).build().unwrap()).send().await.unwrap();
    assert!(!other.last().contains("secret0"));
    let stays = Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::custom(|a| {
            let same = a.previous().last().is_some_and(|p| p.origin() == a.url().origin());
            if !same { a.stop() } else if a.previous().len() > 5 { a.error("too many redirects") } else { a.follow() }
        }))
        .build()
        .unwrap();
    let before = other.count();
    assert_eq!(request(stays).send().await.unwrap().status(), StatusCode::FOUND);
    assert_eq!(other.count(), before);
}
/// Connections end with the runtime that opened them; the client opens others.
#[test]
fn a_client_of_another_runtime() {
    let s = ok();
    let shared = client();
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { shared.get(s.url("/")).send().await?.text().await })
    };
    assert_eq!(run().unwrap(), "ok");
    let second = run();
    assert_eq!((second.unwrap().as_str(), s.connections()), ("ok", 2));
}
#[cfg(feature = "since-0-13")]
#[tokio::test]
async fn gzip() {
    let packed = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0];
    let s = Server::new(move |_| answer("200 OK", &packed, "Content-Encoding: gzip\r\n"));
    let response = client().get(s.url("/")).send().await.unwrap();
    assert_eq!(response.content_length(), None);
    assert_eq!(response.text().await.unwrap(), "hello");
    let by_hand = client().get(s.url("/")).header("Accept-Encoding", "gzip").send().await.unwrap();
    assert_eq!(by_hand.text().await.unwrap(), "hello");
    let off = Client::builder().no_proxy().gzip(false).build().unwrap().get(s.url("/")).send().await.unwrap();
    assert_eq!(off.bytes().await.unwrap().len(), 25);
}
#[tokio::test]
async fn a_bound_on_the_body() {
    let s = Server::new(|_| answer("200 OK", &vec![b'x'; 1_000_000], ""));
    let whole = client().get(s.url("/")).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(whole.len(), 1_000_000);
    async fn limited(mut response: reqwest::Response, max: usize) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|e| e.to_string())? {
            if body.len() + chunk.len() > max {
                return Err(format!("over {max} bytes"));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
    assert!(limited(client().get(s.url("/")).send().await.unwrap(), 1000).await.is_err());
    assert_eq!(limited(client().get(s.url("/")).send().await.unwrap(), 1_000_000).await.unwrap().len(), 1_000_000);
}
#[tokio::test]
async fn a_body_that_breaks_off() {
    let s = Server::new(|_| b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nbegin".to_vec());
    let mut response = client().get(s.url("/")).timeout(Duration::from_millis(500)).send().await.unwrap();
    assert_eq!(response.chunk().await.unwrap().unwrap(), "begin");
    let error = response.chunk().await.unwrap_err();
    println!("broken off: {}", chain(&error));
    assert!(!error.is_timeout());
}
#[tokio::test]
async fn a_request_has_its_own_timeout() {
    let s = Server::new(|_| { std::thread::sleep(Duration::from_millis(600)); answer("200 OK", b"ok", "") });
    let hasty = Client::builder().no_proxy().timeout(Duration::from_millis(100)).build().unwrap();
    assert!(hasty.get(s.url("/")).timeout(Duration::from_secs(5)).send().await.is_ok());
}
#[test]
fn secrets_in_headers_are_hidden() {
    let request = client().get("http://127.0.0.1/").bearer_auth("secret1").header("x-key", "secret2").build().unwrap();
    let shown = format!("{request:?}");
    assert!(!shown.contains("secret1") && shown.contains("secret2"), "{shown}");
}
#[tokio::test]
async fn dropping_a_blocking_client_in_async_code_is_fine() {
    let blocking = tokio::task::spawn_blocking(reqwest::blocking::Client::new).await.unwrap();
    let dropped = tokio::spawn(async move { drop(blocking) }).await;
    assert!(dropped.is_ok());
}
/// Built elsewhere and used on a worker: a panic in debug builds, in release builds the worker is blocked.
#[tokio::test]
async fn a_blocking_client_used_on_a_worker() {
    let s = ok();
    let blocking = tokio::task::spawn_blocking(reqwest::blocking::Client::new).await.unwrap();
    let used = tokio::spawn(async move { blocking.get(s.url("/")).send().map(|r| r.status().as_u16()).map_err(|e| chain(&e)) }).await;
    println!("used on a worker: {:?}", used.as_ref().map_err(|e| e.is_panic()));
    assert_eq!(used.is_err(), cfg!(debug_assertions));
}
#[tokio::test]
async fn a_lock_over_an_await_makes_requests_wait() {
    let s = Server::new(|_| { std::thread::sleep(Duration::from_millis(100)); answer("200 OK", b"ok", "") });
    let locked = Arc::new(tokio::sync::Mutex::new(client()));
    let start = Instant::now();
    let calls = (0..5).map(|_| { let (l, u) = (locked.clone(), s.url("/")); async move { l.lock().await.get(u).send().await.unwrap().text().await.unwrap() } });
    futures_util::future::join_all(calls).await;
    assert!(start.elapsed() >= Duration::from_millis(500) && s.connections() == 1);
}
#[tokio::test]
async fn reuse_can_be_switched_off() {
    let s = ok();
    let c = Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
    for _ in 0..3 {
        c.get(s.url("/")).send().await.unwrap().text().await.unwrap();
    }
    assert_eq!(s.connections(), 3);
}
#[tokio::test]
async fn cookies_are_off() {
    let s = Server::new(|_| answer("200 OK", b"", "Set-Cookie: sid=7\r\n"));
    let plain = client();
    plain.get(s.url("/")).send().await.unwrap();
    plain.get(s.url("/")).send().await.unwrap();
    assert!(!s.last().contains("sid=7"));
    let jar = Client::builder().no_proxy().cookie_store(true).build().unwrap();
    jar.get(s.url("/")).send().await.unwrap();
    jar.get(s.url("/")).send().await.unwrap();
    assert!(s.last().contains("cookie: sid=7"));
}
#[tokio::test]
async fn json_and_its_type() {
    let s = ok();
    client().post(s.url("/")).json(&serde_json::json!({"a": 1})).send().await.unwrap();
    assert!(s.last().contains("content-type: application/json") && s.last().ends_with("{\"a\":1}"));
    client().post(s.url("/")).header("content-type", "application/vnd.api+json").json(&1).send().await.unwrap();
    #[cfg(feature = "since-0-13")] // 0.11 replaces it
    assert!(s.last().contains("content-type: application/vnd.api+json") && !s.last().contains("type: application/json"));
    client().post(s.url("/")).body("{}").send().await.unwrap();
    assert!(!s.last().contains("content-type"), "{}", s.last());
    client().get(s.url("/")).query(&[("q", "a&b")]).send().await.unwrap();
    assert!(s.last().starts_with("GET /?q=a%26b "));
    assert!(!s.last().to_lowercase().contains("user-agent"), "{}", s.last());
}
#[cfg(feature = "since-0-13")]
mod resolver {
    use super::*;
    use reqwest::dns::{Addrs, Name, Resolve, Resolving};
    use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

    fn is_public(ip: IpAddr) -> bool {
        match ip {
            IpAddr::V4(ip) => !(ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified()),
            IpAddr::V6(ip) => ip.to_ipv4_mapped().map_or(!(ip.is_loopback() || ip.is_unspecified()), |ip| is_public(ip.into())),
        }
    }
    struct Public(Arc<AtomicUsize>);
    impl Resolve for Public {
        fn resolve(&self, name: Name) -> Resolving {
            self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move {
                let name = name.as_str().to_string();
                let found = tokio::task::spawn_blocking(move || (name.as_str(), 0).to_socket_addrs()).await??;
                let public: Vec<SocketAddr> = found.filter(|a| is_public(a.ip())).collect();
                if public.is_empty() {
                    return Err("no public address".into());
                }
                Ok(Box::new(public.into_iter()) as Addrs)
            })
        }
    }
    #[tokio::test]
    async fn refuses_names_but_never_sees_addresses() {
        let s = ok();
        let asked = Arc::new(AtomicUsize::new(0));
        let c = Client::builder().no_proxy().dns_resolver(Arc::new(Public(asked.clone()))).build().unwrap();
        let error = c.get(format!("http://localhost:{}/", s.port)).send().await.unwrap_err();
        assert!(chain(&error).contains("no public address"), "{}", chain(&error));
        assert_eq!((s.connections(), asked.load(Ordering::SeqCst)), (0, 1));
        c.get(s.url("/")).send().await.unwrap(); // 127.0.0.1 is no name
        assert_eq!((s.connections(), asked.load(Ordering::SeqCst)), (1, 1));
    }
    #[tokio::test]
    async fn literal_addresses_are_seen_in_the_policy() {
        let s = redirect_to("/end".into(), "302 Found");
        fn allowed(url: &Url) -> bool {
            match url.host_str().map(|h| h.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>()) {
                Some(Ok(ip)) => is_public(ip),
                Some(Err(_)) => true,
                None => false,
            }
        }
        assert!(!allowed(&s.url("/").parse().unwrap()) && !allowed(&"http://[::1]/".parse().unwrap()) && allowed(&"http://example.com/".parse().unwrap()));
        assert!(!allowed(&"http://2130706433/".parse().unwrap())); // a number is an address, too
        let c = Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::custom(|a| if allowed(a.url()) { a.follow() } else { a.error("address refused") }))
            .build()
            .unwrap();
        let error = c.get(s.url("/")).send().await.unwrap_err();
        assert!(error.is_redirect() && chain(&error).contains("address refused"));
    }
    #[tokio::test]
    async fn retries_are_for_a_host() {
        let s = Server::new(|_| answer("503 Busy", b"", ""));
        let plain = client();
        assert_eq!(plain.get(s.url("/")).send().await.unwrap().status(), 503);
        assert_eq!(s.count(), 1);
        let policy = reqwest::retry::for_host("127.0.0.1")
            .max_retries_per_request(2)
            .classify_fn(|r| if r.status() == Some(StatusCode::SERVICE_UNAVAILABLE) { r.retryable() } else { r.success() });
        let retries = Client::builder().no_proxy().retry(policy).build().unwrap();
        let start = Instant::now();
        assert_eq!(retries.get(s.url("/")).send().await.unwrap().status(), 503);
        println!("retried: {} requests in {:?}", s.count() - 1, start.elapsed());
        assert_eq!(s.count(), 4);
    }
    #[tokio::test]
    async fn https_only() {
        let c = Client::builder().https_only(true).build().unwrap();
        let error = c.get("http://127.0.0.1:1/").send().await.unwrap_err();
        assert!(chain(&error).contains("URL scheme is not allowed"), "{}", chain(&error));
    }
    #[tokio::test]
    async fn form() {
        let s = ok();
        client().post(s.url("/")).form(&[("a", "b c")]).send().await.unwrap();
        assert!(s.last().contains("application/x-www-form-urlencoded") && s.last().ends_with("a=b+c"));
    }
}
#[tokio::test]
async fn other_schemes_are_refused() {
    for url in ["file:///etc/hostname", "ftp://127.0.0.1/"] {
        let error = client().get(url).send().await.unwrap_err();
        println!("{}", chain(&error));
        assert!(error.is_builder() || error.is_request());
    }
    assert!(chain(&client().get("example.com").send().await.unwrap_err()).contains("relative URL without a base"));
}
#[tokio::test]
async fn proxy_of_the_environment() {
    // In a process of its own, since variables are the process's.
    if std::env::var("ALONE").is_ok() {
        let body = Client::new().get("http://example.invalid/").send().await.unwrap().text().await.unwrap();
        assert_eq!(body, "from the proxy");
        let direct = Client::builder().no_proxy().build().unwrap().get("http://example.invalid/").send().await;
        assert!(direct.unwrap_err().is_connect());
        return;
    }
    let proxy = Server::new(|_| answer("200 OK", b"from the proxy", ""));
    let out = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "proxy_of_the_environment", "--nocapture"])
        .env("ALONE", "1")
        .env("http_proxy", proxy.url("/"))
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}
#[test]
fn blocking_has_thirty_seconds() {
    let s = Server::new(|_| Vec::new());
    let start = Instant::now();
    let error = reqwest::blocking::Client::builder().no_proxy().build().unwrap().get(s.url("/")).send().unwrap_err();
    assert!(error.is_timeout() && start.elapsed().as_secs() >= 29 && start.elapsed().as_secs() < 40, "{:?}", start.elapsed());
}
/// Each blocking client has a thread with a runtime.
#[test]
fn a_blocking_client_is_a_thread() {
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().filter(|t| {
        let name = std::fs::read_to_string(t.as_ref().unwrap().path().join("comm")).unwrap_or_default();
        name.starts_with("reqwest-interna")
    }).count();
    let before = threads();
    let clients: Vec<_> = (0..5).map(|_| reqwest::blocking::Client::new()).collect();
    assert!(threads() >= before + 5, "{}", threads());
    drop(clients);
}
#[tokio::test]
async fn dropped_futures_cancel() {
    let s = Server::new(|r| if r.contains("/slow") { std::thread::sleep(Duration::from_millis(500)); answer("200 OK", b"late", "") } else { answer("200 OK", b"ok", "") });
    let one = client();
    let cancelled = tokio::time::timeout(Duration::from_millis(100), one.get(s.url("/slow")).send()).await;
    assert!(cancelled.is_err());
    assert_eq!(one.get(s.url("/")).send().await.unwrap().text().await.unwrap(), "ok");
    assert_eq!((s.connections(), s.count()), (2, 2)); // the server had the request, and its connection is gone
}
#[tokio::test]
async fn limited_concurrency() {
    use futures_util::StreamExt;
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (r, m) = (running.clone(), most.clone());
    let s = Server::new(move |_| {
        m.fetch_max(r.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(50));
        r.fetch_sub(1, Ordering::SeqCst);
        answer("200 OK", b"ok", "")
    });
    let one = client();
    let urls: Vec<String> = (0..30).map(|_| s.url("/")).collect();
    let fetch = |url: String| { let one = one.clone(); async move { one.get(url).send().await?.text().await } };
    let done: Vec<_> = futures_util::stream::iter(urls.clone()).map(fetch).buffer_unordered(4).collect().await;
    assert!(done.iter().all(|r| r.is_ok()) && most.load(Ordering::SeqCst) <= 4);
    assert!(s.connections() <= 8, "{}", s.connections());
    most.store(0, Ordering::SeqCst);
    let done = futures_util::future::join_all(urls.into_iter().map(fetch)).await;
    assert!(done.iter().all(|r| r.is_ok()));
    println!("at once without a limit: {}", most.load(Ordering::SeqCst));
    assert!(most.load(Ordering::SeqCst) > 10);
}
#[test]
fn clients_are_shared() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Client>();
    shared::<reqwest::blocking::Client>();
    fn send<T: Send>() {}
    send::<reqwest::Response>();
    send::<reqwest::Error>();
}
/// The certificate is made by openssl, which also serves it.
#[tokio::test]
async fn certificates() {
    let dir = std::env::temp_dir().join(format!("reqwest-claims-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let sh = |script: &str| std::process::Command::new("sh").args(["-c", script]).current_dir(&dir).output().unwrap();
    assert!(sh("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ca.test -keyout ca.key -out ca.crt -addext basicConstraints=critical,CA:TRUE &&
        openssl req -newkey rsa:2048 -nodes -subj /CN=good.test -keyout key.pem -out csr.pem && printf 'subjectAltName=DNS:good.test' > ext &&
        openssl x509 -req -in csr.pem -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out crt.pem").status.success());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut server = std::process::Command::new("openssl")
        .args(["s_server", "-accept", &format!("127.0.0.1:{port}"), "-key", "key.pem", "-cert", "crt.pem", "-www", "-quiet"])
        .current_dir(&dir)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let at = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let builder = || Client::builder().no_proxy().timeout(Duration::from_secs(5)).resolve("good.test", at).resolve("bad.test", at);
    let (good, bad) = (format!("https://good.test:{port}/"), format!("https://bad.test:{port}/"));
    let refused = builder().build().unwrap().get(&good).send().await.unwrap_err();
    println!("unknown authority: {refused} | {}", chain(&refused));
    assert!(refused.is_connect());
    let ca = reqwest::Certificate::from_pem(&std::fs::read(dir.join("ca.crt")).unwrap()).unwrap();
    let trusting = builder().add_root_certificate(ca).build().unwrap();
    let answer = trusting.get(&good).send().await.unwrap();
    let status = answer.status();
    answer.text().await.unwrap(); // s_server serves one at a time
    let wrong = trusting.get(&bad).send().await.unwrap_err();
    println!("wrong name: {}", chain(&wrong));
    let anyone = builder().danger_accept_invalid_certs(true).build().unwrap().get(&bad).send().await;
    server.kill().unwrap();
    server.wait().unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    assert_eq!(status, 200);
    assert!(chain(&wrong).contains("certificate") && wrong.is_connect());
    assert_eq!(anyone.unwrap().status(), 200);
}
