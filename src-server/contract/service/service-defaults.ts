export const DEFAULT_PORT = 8701;
/** `localhost` may mean another address family, and some firewalls ask about it. */
export const DEFAULT_HOST = '127.0.0.1';
/** Full scans find changes without events. */
export const DEFAULT_SCAN_INTERVAL_MS = 30_000;
