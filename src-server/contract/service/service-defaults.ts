/** What a service does where nothing else is said. */

export const DEFAULT_PORT = 8701;
/** Never the name `localhost`: it may mean another address family, and some firewalls ask about it. */
export const DEFAULT_HOST = '127.0.0.1';
/** Milliseconds between looks at everything, which find what no event told. */
export const DEFAULT_SCAN_INTERVAL_MS = 30_000;
