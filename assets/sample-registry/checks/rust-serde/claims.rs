//! The claims of the serde skill: `cargo test`. Bad code of the skill fails here as the skill says.
#![cfg(test)]
#![allow(dead_code)]

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{from_str, from_value, json, to_string, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

fn error<'a, T: Deserialize<'a> + std::fmt::Debug>(text: &'a str) -> String {
    from_str::<T>(text).unwrap_err().to_string()
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Loose {
    port: u16,
}
#[derive(Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
struct Strict {
    port: u16,
}
impl Default for Strict {
    fn default() -> Self {
        Strict { port: 80 }
    }
}
#[test]
fn unknown_fields_are_ignored() {
    assert_eq!(from_str::<Loose>(r#"{"prot": 8080}"#).unwrap().port, 0);
    assert_eq!(error::<Strict>(r#"{"prot": 8080}"#), "unknown field `prot`, expected `port` at line 1 column 7");
    assert_eq!(from_str::<Strict>("{}").unwrap().port, 80);
}

#[derive(Deserialize, Debug)]
struct Maybe {
    name: Option<String>,
}
fn trimmed<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(d)?.map(|s| s.trim().to_string()))
}
#[derive(Deserialize, Debug)]
struct MaybeWith {
    #[serde(deserialize_with = "trimmed")]
    name: Option<String>,
}
#[derive(Deserialize, Debug)]
struct MaybeWithDefault {
    #[serde(default, deserialize_with = "trimmed")]
    name: Option<String>,
}
#[test]
fn deserialize_with_makes_an_option_required() {
    assert_eq!(from_str::<Maybe>("{}").unwrap().name, None);
    assert_eq!(error::<MaybeWith>("{}"), "missing field `name` at line 1 column 2");
    assert_eq!(from_str::<MaybeWithDefault>("{}").unwrap().name, None);
    assert_eq!(from_str::<MaybeWithDefault>(r#"{"name": " a "}"#).unwrap().name.unwrap(), "a");
}
fn null_to_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(d: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(d)?.unwrap_or_default())
}
#[derive(Deserialize, Debug)]
struct NullToDefault {
    #[serde(default, deserialize_with = "null_to_default")]
    port: u16,
}
#[test]
fn default_is_not_for_null() {
    assert_eq!(error::<Loose>(r#"{"port": null}"#), "invalid type: null, expected u16 at line 1 column 13");
    assert_eq!(from_str::<NullToDefault>(r#"{"port": null}"#).unwrap().port, 0);
    assert_eq!(from_str::<NullToDefault>("{}").unwrap().port, 0);
}
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}
#[derive(Deserialize, Debug)]
struct Patch {
    a: Option<Option<u8>>,
    #[serde(default, deserialize_with = "some")]
    b: Option<Option<u8>>,
}
#[test]
fn null_and_missing() {
    let p: Patch = from_str(r#"{"a": null, "b": null}"#).unwrap();
    assert_eq!((p.a, p.b), (None, Some(None)));
    let p: Patch = from_str("{}").unwrap();
    assert_eq!((p.a, p.b), (None, None));
}

#[derive(Serialize, Deserialize, Debug, Default)]
struct Skips {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}
#[derive(Serialize, Deserialize, Debug, Default)]
struct SkipsWithDefault {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}
#[test]
fn skipped_fields_must_have_a_default() {
    let text = to_string(&Skips::default()).unwrap();
    assert_eq!(text, "{}");
    assert_eq!(error::<Skips>(&text), "missing field `tags` at line 1 column 2");
    assert!(from_str::<SkipsWithDefault>(&to_string(&SkipsWithDefault::default()).unwrap()).is_ok());
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Order {
    Cancel { id: u64 },
    Change { id: u64, amount: u32 },
}
#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum OrderStrict {
    Cancel(CancelStrict),
    Change { id: u64, amount: u32 },
}
#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct CancelStrict {
    id: u64,
}
#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum OrderTagged {
    Cancel { id: u64 },
    Change { id: u64, amount: u32 },
}
#[test]
fn the_first_variant_that_fits_wins() {
    let text = r#"{"id": 7, "amount": 3}"#;
    assert_eq!(from_str::<Order>(text).unwrap(), Order::Cancel { id: 7 });
    assert_eq!(from_str::<OrderStrict>(text).unwrap(), OrderStrict::Change { id: 7, amount: 3 });
    assert_eq!(error::<Order>(r#"{"id": "7"}"#), "data did not match any variant of untagged enum Order");
    let tagged = r#"{"type": "change", "id": 7, "amount": 3}"#;
    assert_eq!(from_str::<OrderTagged>(tagged).unwrap(), OrderTagged::Change { id: 7, amount: 3 });
    assert_eq!(error::<OrderTagged>(r#"{"type": "change", "id": "7", "amount": 3}"#), "invalid type: string \"7\", expected u64");
    assert_eq!(error::<OrderTagged>(r#"{"id": 7}"#), "missing field `type` at line 1 column 9");
    assert_eq!(error::<OrderTagged>(r#"{"type": "other"}"#), "unknown variant `other`, expected `cancel` or `change` at line 1 column 16");
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "type")]
enum Shape {
    Circle(f64),
    Named(HashMap<String, u8>),
}
#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(tag = "type", content = "value")]
enum ShapeAdjacent {
    Circle(f64),
}
#[test]
fn internal_tags_need_maps() {
    let message = serde_json::to_string(&Shape::Circle(1.0)).unwrap_err().to_string();
    assert_eq!(message, "cannot serialize tagged newtype variant Shape::Circle containing a float");
    assert_eq!(error::<Shape>(r#"{"type": "Circle", "value": 1.0}"#), "invalid type: map, expected f64");
    let text = to_string(&ShapeAdjacent::Circle(1.0)).unwrap();
    assert_eq!(text, r#"{"type":"Circle","value":1.0}"#);
    assert_eq!(from_str::<ShapeAdjacent>(&text).unwrap(), ShapeAdjacent::Circle(1.0));
    let clash = Shape::Named(HashMap::from([("type".to_string(), 1)]));
    assert_eq!(to_string(&clash).unwrap(), r#"{"type":"Named","type":1}"#); // a key twice
}

#[derive(Deserialize, Debug)]
struct Page {
    limit: u32,
}
#[derive(Deserialize, Debug)]
struct Query {
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Denies {
    #[serde(flatten)]
    page: Page,
}
#[derive(Deserialize, Debug)]
struct Numbered {
    #[serde(flatten)]
    by_id: HashMap<u32, String>,
}
#[derive(Deserialize, Debug)]
struct Plain(HashMap<u32, String>);
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct PageStrict {
    limit: u32,
}
#[derive(Deserialize, Debug)]
struct InnerDenies {
    name: String,
    #[serde(flatten)]
    page: PageStrict,
}
#[test]
fn flatten_is_different() {
    let q: Query = from_str(r#"{"limit": 5, "more": 1}"#).unwrap();
    assert_eq!((q.page.limit, q.rest.len()), (5, 1));
    assert!(error::<Denies>(r#"{"limit": 5, "more": 1}"#).starts_with("unknown field `more`"));
    assert!(from_str::<InnerDenies>(r#"{"name": "a", "limit": 5, "more": 1}"#).is_ok()); // not refused
    assert!(from_str::<Plain>(r#"{"1": "a"}"#).is_ok());
    assert!(error::<Numbered>(r#"{"1": "a"}"#).starts_with("invalid type: string \"1\", expected u32"));
}

#[derive(Deserialize, Debug)]
struct Borrows<'a> {
    name: &'a str,
}
#[derive(Deserialize, Debug)]
struct CowPlain<'a> {
    name: Cow<'a, str>,
}
#[derive(Deserialize, Debug)]
struct CowBorrow<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
}
#[test]
fn borrowed_strings() {
    assert_eq!(from_str::<Borrows>(r#"{"name": "a"}"#).unwrap().name, "a");
    assert_eq!(error::<Borrows>(r#"{"name": "a\nb"}"#), "invalid type: string \"a\\nb\", expected a borrowed string at line 1 column 15");
    let value = json!({"name": "a"});
    assert_eq!(Borrows::deserialize(&value).unwrap().name, "a");
    assert!(matches!(from_str::<CowPlain>(r#"{"name": "a"}"#).unwrap().name, Cow::Owned(_)));
    assert!(matches!(from_str::<CowBorrow>(r#"{"name": "a"}"#).unwrap().name, Cow::Borrowed(_)));
    assert!(matches!(from_str::<CowBorrow>(r#"{"name": "a\nb"}"#).unwrap().name, Cow::Owned(_)));
    assert_eq!(serde_json::from_reader::<_, String>(&b"\"a\""[..]).unwrap(), "a");
}

#[derive(Serialize, Hash, PartialEq, Eq)]
struct Point {
    x: i32,
}
#[test]
fn keys_of_maps() {
    assert_eq!(to_string(&HashMap::from([(1u32, "a")])).unwrap(), r#"{"1":"a"}"#);
    assert_eq!(to_string(&HashMap::from([((1, 2), "a")])).unwrap_err().to_string(), "key must be a string");
    assert_eq!(to_string(&HashMap::from([(Point { x: 1 }, "a")])).unwrap_err().to_string(), "key must be a string");
    let pairs: Vec<_> = HashMap::from([((1, 2), "a")]).into_iter().collect();
    assert_eq!(to_string(&pairs).unwrap(), r#"[[[1,2],"a"]]"#);
}
#[test]
fn nan_becomes_null() {
    assert_eq!(to_string(&f64::NAN).unwrap(), "null");
    assert_eq!(to_string(&[f64::INFINITY, 1.0]).unwrap(), "[null,1.0]");
    assert_eq!(error::<f64>("null"), "invalid type: null, expected f64 at line 1 column 4");
    assert_eq!(error::<f64>("NaN"), "expected value at line 1 column 1");
    assert_eq!(from_str::<Option<f64>>("null").unwrap(), None);
}
#[test]
fn numbers() {
    assert!(error::<u64>("1.0").starts_with("invalid type: floating point `1"));
    assert_eq!(error::<u8>("300"), "invalid value: integer `300`, expected u8 at line 1 column 3");
    assert_eq!(error::<u32>("\"1\""), "invalid type: string \"1\", expected u32 at line 1 column 3");
    assert_eq!(from_str::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(from_str::<f32>("16777217").unwrap(), 16777216.0);
    let v: Value = from_str("18446744073709551616").unwrap();
    assert!(v.is_f64()); // beyond u64 it is rounded
}

#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
enum Event {
    UserLeft { user_id: u32 },
}
#[cfg(feature = "since-1-0-177")]
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum EventFields {
    UserLeft { user_id: u32 },
}
#[test]
fn rename_all_of_an_enum_is_for_variants() {
    assert_eq!(to_string(&Event::UserLeft { user_id: 1 }).unwrap(), r#"{"userLeft":{"user_id":1}}"#);
    #[cfg(feature = "since-1-0-177")]
    assert_eq!(to_string(&EventFields::UserLeft { user_id: 1 }).unwrap(), r#"{"userLeft":{"userId":1}}"#);
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    #[serde(other)]
    Unknown,
}
#[test]
fn other_takes_unknown_variants() {
    assert_eq!(from_str::<State>("\"open\"").unwrap(), State::Open);
    assert_eq!(from_str::<State>("\"new in 2027\"").unwrap(), State::Unknown);
}
#[derive(Deserialize, Serialize, Debug)]
struct Renamed {
    #[serde(rename = "fullName", alias = "name")]
    full_name: String,
}
#[test]
fn aliases_are_for_reading() {
    let r: Renamed = from_str(r#"{"name": "a"}"#).unwrap();
    assert_eq!(to_string(&r).unwrap(), r#"{"fullName":"a"}"#);
    assert_eq!(error::<Renamed>(r#"{"name": "a", "fullName": "b"}"#), "duplicate field `fullName` at line 1 column 24");
}

#[derive(Debug)]
struct Unchecked(u8);
impl Unchecked {
    fn new(n: u8) -> Option<Self> {
        (n <= 100).then_some(Unchecked(n))
    }
}
#[derive(Deserialize, Debug)]
struct Percent(u8); // derived: any number
#[derive(Deserialize, Debug)]
#[serde(try_from = "u8")]
struct PercentChecked(u8);
impl TryFrom<u8> for PercentChecked {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        if n <= 100 { Ok(PercentChecked(n)) } else { Err(format!("{n} is over 100")) }
    }
}
#[test]
fn derive_goes_around_constructors() {
    assert!(Unchecked::new(200).is_none());
    assert_eq!(from_str::<Percent>("200").unwrap().0, 200);
    assert!(error::<PercentChecked>("200").starts_with("200 is over 100"));
}

#[test]
fn recursion_is_limited() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    assert_eq!(error::<Value>(&deep), "recursion limit exceeded at line 1 column 128");
    assert!(from_str::<Value>(&("[".repeat(127) + &"]".repeat(127))).is_ok());
}
/// A type of one's own may recurse without the parser: dropping a long list of boxes overflows the stack.
#[test]
fn own_recursion_is_not_limited() {
    if std::env::var("DEEP").is_ok() {
        struct List(Option<Box<List>>);
        let mut list = List(None);
        for _ in 0..1_000_000 {
            list = List(Some(Box::new(list)));
        }
        drop(list);
        return;
    }
    let out = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "own_recursion_is_not_limited", "--nocapture"])
        .env("DEEP", "1")
        .output()
        .unwrap();
    assert!(!out.status.success() && String::from_utf8_lossy(&out.stderr).contains("overflowed its stack"));
}

#[test]
fn errors_quote_the_input() {
    let message = error::<HashMap<String, u32>>(r#"{"password": "hunter2"}"#);
    assert_eq!(message, "invalid type: string \"hunter2\", expected u32 at line 1 column 22");
    let e = from_str::<HashMap<String, u32>>(r#"{"password": "hunter2"}"#).unwrap_err();
    assert_eq!((e.line(), e.column(), e.is_data(), e.is_syntax(), e.is_eof()), (1, 22, true, false, false));
    assert!(from_str::<Value>("{\"a\": 1").unwrap_err().is_eof());
    assert_eq!(error::<Value>("{\"a\": 1"), "EOF while parsing an object at line 1 column 7");
    assert_eq!(error::<Value>(""), "EOF while parsing a value at line 1 column 0");
    assert_eq!(error::<Value>("<html>"), "expected value at line 1 column 1");
}
#[derive(Serialize)]
struct Account {
    name: String,
    #[serde(skip_serializing)]
    password: String,
}
#[test]
fn secrets_are_serialized_unless_skipped() {
    let a = Account { name: "a".into(), password: "b".into() };
    assert_eq!(to_string(&a).unwrap(), r#"{"name":"a"}"#);
}
#[test]
fn duplicate_keys() {
    assert_eq!(from_str::<Value>(r#"{"role": "user", "role": "admin"}"#).unwrap()["role"], "admin");
    assert_eq!(error::<Maybe>(r#"{"name": "a", "name": "b"}"#), "duplicate field `name` at line 1 column 20");
}
#[test]
fn more_than_one_value() {
    assert_eq!(error::<u32>("1 2"), "trailing characters at line 1 column 3");
    let all: Result<Vec<u32>, _> = serde_json::Deserializer::from_str("1 2\n3").into_iter().collect();
    assert_eq!(all.unwrap(), [1, 2, 3]);
}
/// `from_reader` waits for the end of the input, for the end of the value it doesn't ask.
#[test]
fn from_reader_waits_for_the_end() {
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (server, _) = listener.accept().unwrap();
    client.write_all(b"{\"a\": 1}").unwrap();
    let reader = std::thread::spawn(move || {
        let start = Instant::now();
        let v: Value = serde_json::from_reader(server).unwrap();
        (v, start.elapsed())
    });
    std::thread::sleep(Duration::from_millis(500));
    drop(client);
    let (v, waited) = reader.join().unwrap();
    assert!(v["a"] == 1 && waited >= Duration::from_millis(400), "{waited:?}");

    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (server, _) = listener.accept().unwrap();
    client.write_all(b"{\"a\": 1}").unwrap();
    let v: Value = serde_json::Deserializer::from_reader(server).into_iter().next().unwrap().unwrap();
    assert_eq!(v["a"], 1); // the stream is still open
    drop(client);
}
#[test]
fn take_bounds_a_reader() {
    use std::io::Read;
    let long = format!("\"{}\"", "x".repeat(10_000));
    let e = serde_json::from_reader::<_, String>(long.as_bytes().take(1000)).unwrap_err();
    assert!(e.is_eof(), "{e}");
}

#[test]
fn indexing_a_value() {
    let v = json!({"a": {"b": 1}});
    assert!(v["x"]["y"].is_null());
    assert_eq!(v.get("x"), None);
    assert_eq!(v.pointer("/a/b"), Some(&json!(1)));
    assert_eq!(v["a"]["b"].as_str(), None);
    let caught = std::panic::catch_unwind(|| {
        let mut v = json!([1]);
        v["a"] = json!(2);
    });
    assert!(caught.is_err());
    assert_eq!(v["a"]["b"].to_string(), "1");
    assert_eq!(json!("text").to_string(), "\"text\""); // with its quotes
    assert_eq!(json!("text").as_str(), Some("text"));
}
#[test]
fn order_of_keys() {
    assert_eq!(from_str::<Value>(r#"{"b": 1, "a": 2}"#).unwrap().to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn arcs_are_copied() {
    use std::sync::Arc;
    let one = Arc::new("x".to_string());
    let text = to_string(&[Arc::clone(&one), one]).unwrap();
    let back: Vec<Arc<String>> = from_str(&text).unwrap();
    assert!(!Arc::ptr_eq(&back[0], &back[1]));
}
#[test]
fn mutexes_lock_while_serializing() {
    use std::sync::{Arc, Mutex};
    let shared = Arc::new(Mutex::new(1));
    let other = Arc::clone(&shared);
    let guard = shared.lock().unwrap();
    let thread = std::thread::spawn(move || to_string(&*other).unwrap());
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(!thread.is_finished()); // waits for the lock
    drop(guard);
    assert_eq!(thread.join().unwrap(), "1");
    let poisoned = Arc::clone(&shared);
    let _ = std::thread::spawn(move || {
        let _guard = poisoned.lock().unwrap();
        panic!("poison");
    })
    .join();
    assert_eq!(to_string(&*shared).unwrap_err().to_string(), "lock poison error while serializing");
}
fn send<T: Send + Sync + 'static>() {}
fn owned<T: DeserializeOwned>() {}
#[test]
fn what_crosses_threads() {
    send::<Value>();
    send::<serde_json::Error>();
    owned::<Maybe>();
    owned::<Value>();
    let text = String::from(r#"{"name": "a"}"#);
    std::thread::scope(|s| {
        s.spawn(|| assert_eq!(from_str::<Borrows>(&text).unwrap().name, "a"));
    });
}

#[test]
fn raw_values_keep_their_text() {
    #[derive(Deserialize, Serialize)]
    struct Envelope<'a> {
        kind: &'a str,
        #[serde(borrow)]
        body: &'a serde_json::value::RawValue,
    }
    let e: Envelope = from_str(r#"{"kind": "a", "body": {"n":  1.50}}"#).unwrap();
    assert_eq!(e.body.get(), r#"{"n":  1.50}"#);
    assert_eq!(to_string(&e).unwrap(), r#"{"kind":"a","body":{"n":  1.50}}"#);
}
#[test]
fn ignored_any_only_checks() {
    assert!(from_str::<IgnoredAny>(r#"{"a": [1, 2, {"b": null}]}"#).is_ok());
    assert!(from_str::<IgnoredAny>("{").is_err());
}
#[test]
fn adding_and_removing_fields() {
    #[derive(Serialize)]
    struct Old {
        name: String,
    }
    #[derive(Deserialize, Debug)]
    struct New {
        name: String,
        #[serde(default = "one")]
        weight: u32,
    }
    fn one() -> u32 {
        1
    }
    let new: New = from_str(&to_string(&Old { name: "a".into() }).unwrap()).unwrap();
    assert_eq!(new.weight, 1);
}
#[test]
fn versions_by_a_tag() {
    #[derive(Deserialize)]
    #[serde(tag = "version")]
    enum File {
        #[serde(rename = "1")]
        V1 { name: String },
        #[serde(rename = "2")]
        V2 { first: String, last: String },
    }
    assert!(matches!(from_str(r#"{"version": "1", "name": "a"}"#).unwrap(), File::V1 { .. }));
    let e = from_str::<File>(r#"{"version": 1, "name": "a"}"#).map(|_| ()).unwrap_err().to_string();
    assert!(e.starts_with("invalid type: integer `1`, expected variant identifier"), "{e}");
}
#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
enum Unit {
    A,
}
#[test]
fn keys_that_become_text_and_return() {
    fn both<K: Serialize + DeserializeOwned + Ord + std::fmt::Debug>(key: K, text: &str) {
        let map = BTreeMap::from([(key, 1u8)]);
        assert_eq!(to_string(&map).unwrap(), text);
        assert_eq!(from_str::<BTreeMap<K, u8>>(text).unwrap(), map);
    }
    both(-7i64, r#"{"-7":1}"#);
    both('x', r#"{"x":1}"#);
    #[cfg(feature = "since-1-0-177")]
    both(true, r#"{"true":1}"#);
    both(Unit::A, r#"{"A":1}"#);
    assert_eq!(to_string(&HashMap::<(i32, i32), u8>::new()).unwrap(), "{}"); // empty: no error
}
#[test]
fn representations() {
    #[derive(Serialize)]
    enum Plain {
        Circle { r: u8 },
    }
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Internal {
        Circle { r: u8 },
    }
    #[derive(Serialize)]
    #[serde(tag = "type", content = "value")]
    enum Adjacent {
        Circle { r: u8 },
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Circle { r: u8 },
    }
    assert_eq!(to_string(&Plain::Circle { r: 1 }).unwrap(), r#"{"Circle":{"r":1}}"#);
    assert_eq!(to_string(&Internal::Circle { r: 1 }).unwrap(), r#"{"type":"Circle","r":1}"#);
    assert_eq!(to_string(&Adjacent::Circle { r: 1 }).unwrap(), r#"{"type":"Circle","value":{"r":1}}"#);
    assert_eq!(to_string(&Untagged::Circle { r: 1 }).unwrap(), r#"{"r":1}"#);
}
#[test]
fn a_stream_ends_with_its_error() {
    let mut all = serde_json::Deserializer::from_str("1 x 3").into_iter::<u32>();
    assert_eq!(all.next().unwrap().unwrap(), 1);
    assert!(all.next().unwrap().is_err());
    assert!(!matches!(all.next(), Some(Ok(_))));
}
#[test]
fn to_writer_leaves_a_part() {
    let mut out = Vec::new();
    let rows = (vec![1, 2, 3], HashMap::from([((1, 2), "a")]));
    assert!(serde_json::to_writer(&mut out, &rows).is_err());
    assert!(out.starts_with(b"[[1,2,3],"));
}
#[test]
fn to_writer_makes_small_writes() {
    struct Counts(usize);
    impl std::io::Write for Counts {
        fn write(&mut self, b: &[u8]) -> std::io::Result<usize> {
            self.0 += 1;
            Ok(b.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut out = Counts(0);
    serde_json::to_writer(&mut out, &json!({"a": [1, 2, 3]})).unwrap();
    assert!(out.0 > 10, "{}", out.0);
}
#[test]
fn a_sequence_is_written_while_it_iterates() {
    let mut out = Vec::new();
    serde::Serializer::collect_seq(&mut serde_json::Serializer::new(&mut out), (0..3).map(|n| n * 2)).unwrap();
    assert_eq!(out, b"[0,2,4]");
}
mod seconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;
    pub fn serialize<S: Serializer>(d: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u64(d.as_secs())
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        u64::deserialize(d).map(Duration::from_secs)
    }
}
#[derive(Serialize, Deserialize)]
struct Job {
    #[serde(with = "seconds")]
    timeout: std::time::Duration,
}
#[test]
fn a_module_converts() {
    let job = Job { timeout: std::time::Duration::from_secs(30) };
    let text = to_string(&job).unwrap();
    assert_eq!(text, r#"{"timeout":30}"#);
    assert_eq!(from_str::<Job>(&text).unwrap().timeout, job.timeout);
    assert!(from_str::<Job>(r#"{"timeout":"30"}"#).is_err());
}
#[derive(Serialize)]
struct AsText {
    #[serde(serialize_with = "as_text")]
    id: u64,
}
fn as_text<S: serde::Serializer>(n: &u64, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(n)
}
#[test]
fn numbers_as_text() {
    assert_eq!(to_string(&AsText { id: 9007199254740993 }).unwrap(), r#"{"id":"9007199254740993"}"#);
    assert_eq!(to_string(&9007199254740993u64).unwrap(), "9007199254740993");
    assert_eq!(std::mem::size_of::<Value>(), 32);
}
/// Ends the process, or never ends: run in a process of its own.
fn alone(name: &str) -> Option<std::process::Output> {
    use std::process::{Command, Stdio};
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env("ALONE", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    for _ in 0..50 {
        if child.try_wait().unwrap().is_some() {
            return Some(child.wait_with_output().unwrap());
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}
#[test]
fn cycles_overflow_the_stack() {
    use std::cell::RefCell;
    use std::rc::Rc;
    #[derive(Serialize)]
    struct Node {
        next: RefCell<Option<Rc<Node>>>,
    }
    if std::env::var("ALONE").is_ok() {
        let node = Rc::new(Node { next: RefCell::new(None) });
        *node.next.borrow_mut() = Some(Rc::clone(&node));
        let _ = serde_json::to_writer(std::io::sink(), &node);
        return;
    }
    let out = alone("cycles_overflow_the_stack").expect("it ends");
    assert!(!out.status.success() && String::from_utf8_lossy(&out.stderr).contains("overflowed its stack"));
}
#[test]
fn a_lock_that_is_held_blocks_its_own_thread() {
    #[derive(Serialize)]
    struct State {
        counters: std::sync::Mutex<Vec<u32>>,
    }
    if std::env::var("ALONE").is_ok() {
        let state = State { counters: vec![1].into() };
        let guard = state.counters.lock().unwrap();
        let _ = to_string(&state);
        drop(guard);
        return;
    }
    assert!(alone("a_lock_that_is_held_blocks_its_own_thread").is_none_or(|out| !out.status.success()));
}
#[test]
fn a_missing_bufreader_costs() {
    use std::io::{BufReader, Write};
    use std::time::Instant;
    let path = std::env::temp_dir().join("serde-claims.json");
    let data: Vec<BTreeMap<&str, u32>> = (0..20_000).map(|i| BTreeMap::from([("id", i), ("value", i)])).collect();
    std::fs::File::create(&path).unwrap().write_all(serde_json::to_string(&data).unwrap().as_bytes()).unwrap();
    let time = |f: &dyn Fn() -> usize| {
        let start = Instant::now();
        assert_eq!(f(), 20_000);
        start.elapsed()
    };
    let open = || std::fs::File::open(&path).unwrap();
    let bare = time(&|| serde_json::from_reader::<_, Vec<Value>>(open()).unwrap().len());
    let buffered = time(&|| serde_json::from_reader::<_, Vec<Value>>(BufReader::new(open())).unwrap().len());
    let whole = time(&|| from_str::<Vec<Value>>(&std::fs::read_to_string(&path).unwrap()).unwrap().len());
    #[derive(Deserialize)]
    struct Row {
        id: u32,
        value: u32,
    }
    let typed = time(&|| from_str::<Vec<Row>>(&std::fs::read_to_string(&path).unwrap()).unwrap().len());
    let text = std::fs::read_to_string(&path).unwrap();
    let raw = time(&|| from_str::<Vec<&serde_json::value::RawValue>>(&text).unwrap().len());
    println!("{} bytes: bare {bare:?}, buffered {buffered:?}, whole {whole:?}, typed {typed:?}, raw {raw:?}", text.len());
    assert!(bare > 3 * buffered);
    let _ = std::fs::remove_file(&path);
}
#[test]
fn values_into_types() {
    let m: Maybe = from_value(json!({"name": "a"})).unwrap();
    assert_eq!(m.name.as_deref(), Some("a"));
    assert_eq!(serde_json::to_value(HashMap::from([("a", 1)])).unwrap(), json!({"a": 1}));
}
