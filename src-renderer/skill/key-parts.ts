/** Whether a text can be a key: three segments, none of which leads a path elsewhere. What is there, the service knows. */
export function isKey(text: string): boolean {
  const segments = text.split('/');
  return segments.length === 3 && segments.every((segment) => !['', '.', '..'].includes(segment));
}

/** What stands last in a key: `tokio` of `rust/tokio-rs/tokio`. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The key without that: `rust/tokio-rs`; empty where it is all there is. */
export function placeInKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}
