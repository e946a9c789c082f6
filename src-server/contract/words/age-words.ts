import { countWords } from '../diagnostics/severity.ts';

const UNITS = [
  [86_400, (days: number) => countWords(days, 'day')],
  [3_600, (hours: number) => `${hours} h`],
  [60, (minutes: number) => `${minutes} min`],
] as const;

/** `3 s ago`, `4 min ago`, `2 h ago`, `3 days ago` of an ISO 8601 time; `0 s ago` after a clock change. */
export function agoWords(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(iso)) / 1000));
  const [unit = 1, words = (count: number) => `${count} s`] = UNITS.find(([size]) => seconds >= size) ?? [];
  return `${words(Math.floor(seconds / unit))} ago`;
}
