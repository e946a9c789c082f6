export const DEFAULT_PORT = 8701;
/** `localhost` may be another address family, and alerts some firewalls. */
export const DEFAULT_HOST = '127.0.0.1';
/** Full scans find changes without events. */
export const DEFAULT_SCAN_INTERVAL_MS = 30_000;
