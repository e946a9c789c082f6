/** Readers of settings. For invalid text, return `undefined`. */

export function readPort(text: string): number | undefined {
  const port = Number(text.trim());
  return /^\d{1,5}$/.test(text.trim()) && port >= 1 && port <= 65535 ? port : undefined;
}

/** An origin per line; ignores blank lines. */
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
