import { countWords } from '../diagnostics/severity.ts';

/** `3 s`, `4 min`, `2 h 14 min`, `3 days`. Negative durations, after a clock change, count as 0. */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return countWords(Math.floor(hours / 24), 'day');
}

/**
 * `4 min ago`
 *
 * @param iso ISO 8601
 */
export function agoWords(iso: string, now = Date.now()): string {
  return `${ageWords(now - Date.parse(iso))} ago`;
}
