/** Reads what was typed into a settings field; undefined where it isn't that. */

export function readPort(text: string): number | undefined {
  const port = Number(text.trim());
  return /^\d{1,5}$/.test(text.trim()) && port >= 1 && port <= 65535 ? port : undefined;
}

/** One origin in each line; blank lines don't count. */
export function readOrigins(text: string): readonly string[] | undefined {
  const origins = [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
  return origins.every((origin) => /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/.test(origin)) && origins.length <= 100
    ? origins
    : undefined;
}

/** Whether only this computer reaches an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
