/** What the browser keeps for this page. Where it keeps nothing (storage is blocked, or full) the page goes on without. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a value in this browser. Where that isn't allowed it is forgotten, silently. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is a convenience: asked for again next time.
  }
}
