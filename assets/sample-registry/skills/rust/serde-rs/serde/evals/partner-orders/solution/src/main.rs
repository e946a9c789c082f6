use serde::Deserialize;
use std::io::BufRead;

/// Each kind refuses keys of the others, so that the order of the variants doesn't matter.
#[derive(Deserialize)]
#[serde(untagged)]
enum Order {
    Cancel(Cancel),
    Change(Change),
    Move(Move),
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    id: u64,
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    id: u64,
    amount: u32,
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    id: u64,
    to: String,
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        match serde_json::from_str(&line?) {
            Ok(Order::Cancel(o)) => println!("cancel {}", o.id),
            Ok(Order::Change(o)) => println!("change {} {}", o.id, o.amount),
            Ok(Order::Move(o)) => println!("move {} {}", o.id, o.to),
            Err(_) => println!("refused"),
        }
    }
    Ok(())
}
