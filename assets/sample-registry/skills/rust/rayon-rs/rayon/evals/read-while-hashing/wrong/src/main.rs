use std::io::BufRead;
use std::sync::mpsc::sync_channel;

fn main() {
    let (lines, received) = sync_channel::<String>(16);
    rayon::join(
        move || {
            for line in std::io::stdin().lock().lines() {
                lines.send(line.expect("standard input")).expect("receiver");
            }
        },
        move || {
            for line in received {
                println!("{}", line.bytes().map(u64::from).sum::<u64>());
            }
        },
    );
}
