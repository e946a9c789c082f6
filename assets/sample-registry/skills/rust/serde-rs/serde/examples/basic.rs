//! Reads and writes JSON with serde: strict requests, checked values, a file with versions, a stream with limits, and
//! answers that hold no secrets. Asserts what each bad input gives.
//!
//! ```toml
//! [dependencies]
//! serde = { version = "1", features = ["derive"] }
//! serde_json = "1"
//! ```

use std::io::{BufReader, Read};
use std::time::Duration;

use serde::{Deserialize, Serialize};

type Error = Box<dyn std::error::Error>;

const MAX_BODY: u64 = 1_000;

/// A number up to 100. No input gets around the check.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        if n <= 100 {
            Ok(Percent(n))
        } else {
            Err(format!("{n} is over 100"))
        }
    }
}
impl From<Percent> for u8 {
    fn from(p: Percent) -> u8 {
        p.0
    }
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

/// A request: a misspelt key is an error, what may be missing has a default.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Job {
    name: String,
    #[serde(with = "seconds")]
    time_limit: Duration,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    priority: Option<Percent>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    state: State,
}

/// Others may send states that this program doesn't know yet.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Waiting,
    Done,
    #[serde(other)]
    Unknown,
}

/// The file as written by each release; `User` is what the program works with.
#[derive(Deserialize)]
#[serde(tag = "version")]
enum File {
    #[serde(rename = "1")]
    V1 { name: String },
    #[serde(rename = "2")]
    V2 { first: String, last: String },
}

#[derive(Debug, PartialEq)]
struct User {
    first: String,
    last: String,
    password: String,
}

impl From<File> for User {
    fn from(file: File) -> User {
        let (first, last) = match file {
            File::V1 { name } => match name.split_once(' ') {
                Some((first, last)) => (first.to_string(), last.to_string()),
                None => (name, String::new()),
            },
            File::V2 { first, last } => (first, last),
        };
        User { first, last, password: "hunter2".into() }
    }
}

/// The answer has a type of its own, so a new field of `User` isn't published by accident.
#[derive(Serialize)]
struct UserAnswer<'a> {
    first: &'a str,
    last: &'a str,
}

/// Reads one value of limited length. The message has the place, and nothing of the input.
fn read<T: serde::de::DeserializeOwned>(reader: impl Read) -> Result<T, String> {
    serde_json::from_reader(BufReader::new(reader.take(MAX_BODY)))
        .map_err(|e| format!("bad value at line {}, column {}", e.line(), e.column()))
}

fn main() -> Result<(), Error> {
    let text = r#"{"name":"copy","timeLimit":30,"priority":80,"state":"waiting"}"#;
    let job: Job = read(text.as_bytes())?;
    assert_eq!((job.time_limit, job.priority), (Duration::from_secs(30), Some(Percent(80))));
    assert_eq!(serde_json::to_string(&job)?, text); // against the text, not only round and round
    println!("job: {job:?}");

    let refused = [
        r#"{"name":"copy","timelimit":30,"state":"done"}"#,                // misspelt
        r#"{"name":"copy","timeLimit":"30","state":"done"}"#,              // a text
        r#"{"name":"copy","timeLimit":30,"priority":101,"state":"done"}"#, // over 100
        r#"{"name":"copy","name":"move","timeLimit":30,"state":"done"}"#,  // twice
        r#"{"name":"copy","timeLimit":30,"state":"done"} x"#,              // something behind it
        "<html>",
    ];
    for text in refused {
        let message = read::<Job>(text.as_bytes()).unwrap_err();
        assert!(message.starts_with("bad value at line ") && !message.contains("copy"), "{message}");
    }
    let long = format!(r#"{{"name":"{}","timeLimit":1,"state":"done"}}"#, "x".repeat(10_000));
    assert!(read::<Job>(long.as_bytes()).is_err());
    println!("{} bad values and one that is too long were refused", refused.len());

    let newer: Job = read(&br#"{"name":"copy","timeLimit":1,"state":"paused"}"#[..])?;
    assert_eq!(newer.state, State::Unknown);

    let old: User = read::<File>(&br#"{"version":"1","name":"Ada Lovelace"}"#[..])?.into();
    let new: User = read::<File>(&br#"{"version":"2","first":"Ada","last":"Lovelace"}"#[..])?.into();
    assert_eq!(old, new);
    let answer = serde_json::to_string(&UserAnswer { first: &old.first, last: &old.last })?;
    assert_eq!(answer, r#"{"first":"Ada","last":"Lovelace"}"#);
    assert!(!answer.contains(&old.password));
    println!("both versions of the file give {answer}");

    // A value per line: a bad one costs its line, not the stream.
    let lines = "{\"state\":\"done\"}\nnonsense\n{\"state\":\"waiting\"}\n";
    #[derive(Deserialize)]
    struct Line {
        state: State,
    }
    let (good, bad): (Vec<_>, Vec<_>) = lines.lines().map(serde_json::from_str::<Line>).partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (2, 1));
    assert_eq!(good.into_iter().flatten().last().map(|l| l.state), Some(State::Waiting));
    println!("two lines read, one refused");
    Ok(())
}
