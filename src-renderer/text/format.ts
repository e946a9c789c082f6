/** Sizes, times and names, as the page writes them. */

import { countWords } from '../../src-server/contract/words.ts';

/** Writes how often something happened: `once`, `2 times`. */
export function timesWords(count: number): string {
  return count === 1 ? 'once' : countWords(count, 'time');
}

export function servedWords(count: number, isSample: boolean, drafts = 0): string {
  const served = countWords(count, isSample ? 'sample skill' : 'skill');
  return drafts === 0 ? served : `${served}, ${countWords(drafts, 'draft')}`;
}

/** Writes a duration as `0.4 ms`, `12 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  if (ms >= 999.5) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

// Cached: creating a format costs a thousand times more than its use, and lists format every row.
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_WITH_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Writes a day of this year as `28 Apr`, others as `28 Apr 2024`. */
export function formatDay(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return (date.getFullYear() === now.getFullYear() ? DAY : DAY_WITH_YEAR).format(date);
}

// A map instead of an object: a tier may be named `constructor`.
const TIER_NAMES: ReadonlyMap<string, string> = new Map([
  ['tier1', 'Curated'],
  ['tier2', 'Community'],
]);

/** Returns the name of a tier; an unknown one stays as it is. */
export function tierName(tier: string): string {
  return TIER_NAMES.get(tier) ?? tier;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writes an age as `just now`, `2 min ago`, `3 h ago`, `yesterday`, `5 days ago`. */
export function agoWords(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return age < 2 * DAY_MS ? 'yesterday' : `${Math.floor(age / DAY_MS)} days ago`;
}

/** Takes the marks of code away from a heading. */
export function plainHeading(heading: string): string {
  return heading.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '$2');
}
