use std::io::BufRead;
use std::sync::mpsc::sync_channel;

fn main() {
    let (lines, received) = sync_channel::<String>(16);
    // Two threads of their own: the closures of rayon::join may run one after the other.
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for line in std::io::stdin().lock().lines() {
                if lines.send(line.expect("standard input")).is_err() {
                    return;
                }
            }
        });
        for line in received {
            println!("{}", line.bytes().map(u64::from).sum::<u64>());
        }
    });
}
