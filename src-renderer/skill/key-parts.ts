/** What stands last in a key: `tokio` of `rust/tokio-rs/tokio`. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The key without that: `rust/tokio-rs`; empty where it is all there is. */
export function placeInKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}
