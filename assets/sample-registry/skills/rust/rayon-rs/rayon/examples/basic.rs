//! Word counting without a shared lock, on a pool of its own, compared with
//! the sequential result. Every line that it prints was checked before.
//!
//! ```toml
//! [dependencies]
//! rayon = "1"
//! ```

use std::collections::HashMap;

use rayon::prelude::*;
use rayon::ThreadPoolBuilder;

type Counts = HashMap<String, usize>;

fn count_line(mut counts: Counts, line: &str) -> Counts {
    for word in line.split_whitespace() {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

/// Associative and commutative, with the empty map as its identity: the
/// result cannot depend on how Rayon splits the input.
fn merge(mut a: Counts, mut b: Counts) -> Counts {
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    for (word, n) in b {
        *a.entry(word).or_default() += n;
    }
    a
}

fn count_words(lines: &[String]) -> Counts {
    lines
        .par_iter()
        .with_min_len(64) // one line is far too little work for a job
        .fold(Counts::new, |counts, line| count_line(counts, line))
        .reduce(Counts::new, merge)
}

/// Stops early at the first error; which of several errors is unspecified.
fn parse_all(fields: &[&str]) -> Result<Vec<i64>, std::num::ParseIntError> {
    fields.par_iter().map(|f| f.parse::<i64>()).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(4)
        .thread_name(|i| format!("count-{i}"))
        .build()?;

    let lines: Vec<String> = (0..20_000)
        .map(|i| format!("the quick fox {} jumps over the lazy dog {}", i % 7, i % 11))
        .collect();

    // Everything called inside `install` uses this pool, not the global one.
    let parallel = pool.install(|| count_words(&lines));
    let sequential = lines
        .iter()
        .fold(Counts::new(), |counts, line| count_line(counts, line));
    assert_eq!(parallel, sequential);
    println!(
        "distinct words: {}, \"the\": {}",
        parallel.len(),
        parallel["the"]
    );

    // `collect` on an indexed iterator keeps the input's order.
    assert_eq!(parse_all(&["3", "1", "2"])?, vec![3, 1, 2]);
    assert!(parse_all(&["3", "one", "2"]).is_err());

    // `join` runs both closures, in parallel if a second worker is idle.
    let (evens, odds) = pool.join(
        || (0..1_000_u64).filter(|n| n % 2 == 0).sum::<u64>(),
        || (0..1_000_u64).filter(|n| n % 2 == 1).sum::<u64>(),
    );
    assert_eq!((evens, odds), (249_500, 250_000));
    println!("evens {evens}, odds {odds}");
    Ok(())
}
