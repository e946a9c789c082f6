/** A TCP port of 127.0.0.1 that nobody listens on just now. */
export function freePort(): Promise<number>;
