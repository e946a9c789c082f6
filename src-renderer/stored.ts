/** Reads from `localStorage`; undefined if storage is blocked. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes to `localStorage`; ignores blocked or full storage. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The value is a convenience; the user sets it again.
  }
}
