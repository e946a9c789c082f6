use serde::Deserialize;
use std::io::BufRead;

#[derive(Deserialize)]
#[serde(untagged)]
enum Order {
    Change { id: u64, amount: u32 },
    Move { id: u64, to: String },
    Cancel { id: u64 },
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        match serde_json::from_str(&line?) {
            Ok(Order::Cancel { id }) => println!("cancel {id}"),
            Ok(Order::Change { id, amount }) => println!("change {id} {amount}"),
            Ok(Order::Move { id, to }) => println!("move {id} {to}"),
            Err(_) => println!("refused"),
        }
    }
    Ok(())
}
