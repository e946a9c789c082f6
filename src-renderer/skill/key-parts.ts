/** Three segments without `.` or `..`. */
export function isKey(text: string): boolean {
  const segments = text.split('/');
  return segments.length === 3 && segments.every((segment) => !['', '.', '..'].includes(segment));
}

/** `tokio` for `rust/tokio-rs/tokio`. */
export function nameInKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** `rust/tokio-rs` for `rust/tokio-rs/tokio`; empty without a slash. */
export function placeInKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}
