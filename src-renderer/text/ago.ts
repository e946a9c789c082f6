const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `2 min ago`, `3 h ago`, `yesterday`, `5 days ago`. */
export function agoWords(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  return age < 2 * DAY ? 'yesterday' : `${Math.floor(age / DAY)} days ago`;
}
