/** Sorts by UTF-16 units, which is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Groups the digits of a number: `1,234`. Loading locales for `toLocaleString('en')` takes half as long as starting
 * Node.
 */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3}){1,8}$)/g, ',');
}

/**
 * Lists names: `a, b and 1,234 more`.
 *
 * @param most names that are listed, at least 1
 */
export function listWords(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

/** Joins a list whole: `a`, `a and b`, `a, b and c`. */
export function joinWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Lists sentences: `One. Two. And 1,234 more.` */
export function listSentences(sentences: readonly string[], most: number): string {
  const rest = sentences.length - most;
  return [...sentences.slice(0, most), ...(rest > 0 ? [`And ${groupDigits(rest)} more.`] : [])].join(' ');
}

/** How bad a finding is; docs/format.md explains it. */
export type Severity = 'error' | 'warning' | 'info';
export type SeverityCounts = Readonly<Record<Severity, number>>;

export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

/** Sorts severities, the worst first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** Counts things: `1 skill`, `10,000 skills`. */
export function countWords(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

/** Writes how often something happened: `once`, `2 times`. */
export function timesWords(count: number): string {
  return count === 1 ? 'once' : countWords(count, 'time');
}

/** Counts problems: `3 errors, 1 warning, 2 notes`; `no problems`. */
export function problemWords(counts: SeverityCounts): string {
  const said = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    countWords(counts[severity], ...SEVERITY_WORDS[severity]),
  );
  return said.length === 0 ? 'no problems' : said.join(', ');
}

/** Tells how far checking is: `still checking: 12 of 85 skills done`. */
export function checkingWords({ done, total }: { readonly done: number; readonly total: number }): string {
  return `still checking: ${groupDigits(done)} of ${countWords(total, 'skill')} done`;
}

/** How far the service is with what it does after a start or a large change. */
export interface ServiceProgress {
  /** Skills that a scan has read which still goes on. */
  readonly reading?: { readonly done: number };
  /** The number of skills whose words find knows, of all. */
  readonly indexing?: { readonly done: number; readonly total: number };
  readonly checking?: { readonly done: number; readonly total: number };
}

/** Skills that are left, from which on progress is shown in the window: fewer are done before one has read of it. */
const SHOWN_FROM = 50;

/** A step of the service's work in words, with its count; `total` is undefined where nobody knows it. */
interface ProgressWords {
  /** A few words without a full stop: `240 of 1,000 checked`. */
  readonly line: string;
  readonly done: number;
  readonly total: number | undefined;
}

/**
 * Says how far the service is, by the step that goes first; undefined where nothing is left to do.
 * @param least skills that are left; where fewer are, nothing is said
 */
export function progressWords(
  { reading, indexing, checking }: ServiceProgress,
  least = SHOWN_FROM,
): ProgressWords | undefined {
  if (reading !== undefined)
    return { line: `${countWords(reading.done, 'skill')} read so far`, done: reading.done, total: undefined };
  for (const [step, does] of [
    [indexing, 'known to find'],
    [checking, 'checked'],
  ] as const) {
    if (step === undefined || step.total - step.done < least) continue;
    const { done, total } = step;
    return { line: `${groupDigits(done)} of ${countWords(total, 'skill')} ${does}`, done, total };
  }
  return undefined;
}

/** Writes a size as `812 B`, `4.1 KiB`, `1.4 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  // What would be rounded to 1024.0 KiB is a mebibyte.
  return kibibytes < 1023.95 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/**
 * How far the fetch of a registry is. Numbers are whole and not negative; `part` is received, from 0 to 1, where git
 * tells it. Example: `{ step: 'receiving', bytes: 1_258_291, part: 0.45 }`.
 */
export type FetchProgress =
  | { readonly step: 'receiving'; readonly bytes: number; readonly part?: number | undefined }
  | { readonly step: 'writing'; readonly done: number; readonly total: number };

/** Says how far a fetch is: `1.2 MiB received (45 %)`, then `240 of 1,000 files written`. */
export function fetchWords(progress: FetchProgress): string {
  if (progress.step === 'writing')
    return `${groupDigits(progress.done)} of ${countWords(progress.total, 'file')} written`;
  const { bytes, part } = progress;
  return `${formatBytes(bytes)} received${part === undefined ? '' : ` (${Math.floor(part * 100)} %)`}`;
}

/** A date of ISO 8601: `2026-01-31`, `20260131`, `2026-W05-6`, `2026W056`, `2026-031`. */
const DATE = /^(\d{4})(?:(-?)(\d\d)\2(\d\d)|(-?)W(\d\d)\5([1-7])|-?(\d{3}))$/;
/** A time of ISO 8601, with a zone or without: `12`, `12:30`, `1230`, `12:30:15.5`. */
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d))?)?([.,]\d{1,20})?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date, or date and time; without a zone, as UTC. Undefined for
 * other values.
 */
export function isoTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 60) return undefined;
  const [date = '', time = '00', ...more] = value.split(/[Tt ]/);
  const [day, inDay] = [dayOf(date), timeOfDay(time)];
  return more.length > 0 || day === undefined || inDay === undefined ? undefined : day + inDay;
}

/** Whether a time has the form of RFC 3339, with or without seconds and fraction. */
export function isRfc3339(time: string): boolean {
  return RFC_3339.test(time) && isoTime(time) !== undefined;
}

function dayOf(date: string): number | undefined {
  const [, year, , month = '1', day, , week, weekday, ordinal] = DATE.exec(date) ?? [];
  if (year === undefined) return undefined;
  // 4 January is in the first week.
  const monday = utc(year, 1, 4) - ((new Date(utc(year, 1, 4)).getUTCDay() + 6) % 7) * DAY_MS;
  const ms = week
    ? monday + (7 * Number(week) + Number(weekday) - 8) * DAY_MS
    : utc(year, month, day ?? ordinal);
  // The Thursday of a week has the week's year.
  const named = new Date(week ? ms + (4 - Number(weekday)) * DAY_MS : ms);
  const isRight = named.getUTCFullYear() === Number(year) && week !== '00';
  return isRight && (day === undefined || named.getUTCMonth() + 1 === Number(month)) ? ms : undefined;
}

function utc(year: string, month: number | string, day: number | string | undefined): number {
  return new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
}

function timeOfDay(text: string): number | undefined {
  const [, hour, minute, second, fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const parts = [hour, minute, second].map((part) => Number(part ?? 0)) as [number, number, number];
  const unit = second === undefined ? (minute === undefined ? HOUR_MS : 60_000) : 1_000;
  const ms = parts[0] * HOUR_MS + parts[1] * 60_000 + parts[2] * 1_000;
  const whole = ms + Math.floor(Number(`0${fraction.replace(',', '.')}`) * unit);
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  const offset = (zoneHours * HOUR_MS + zoneMinutes * 60_000) * (zone.startsWith('-') ? -1 : 1);
  // 24:00 is the end of a day, second 60 a leap second.
  const isTime = parts[1] < 60 && parts[2] <= 60 && (parts[0] < 24 || whole === DAY_MS);
  return isTime && zoneHours < 24 && zoneMinutes < 60 ? whole - offset : undefined;
}

/**
 * Tells a time in the time zone of this machine: `09:14` today, else `18 Nov 09:14`. `at` is in milliseconds since
 * 1970.
 */
export function clockWords(at: number, now: Date): string {
  const date = new Date(at);
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === now.toDateString()) return clock;
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clock}`;
}

/**
 * Tells how long ago an ISO 8601 time was: `just now`, `2 min ago`, `3 h ago`, `yesterday`, `5 days ago`; `just now` after a
 * clock change, and nothing of what is no time.
 */
export function agoWords(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return age < 2 * DAY_MS ? 'yesterday' : `${Math.floor(age / DAY_MS)} days ago`;
}

const COMMIT_DIGITS = 10;

export function shortCommit(commit: string): string {
  return commit.slice(0, COMMIT_DIGITS);
}

/** Shows `~/registry` for `/home/someone/registry`; the words are for display and no path. */
export function shortFolder(path: string): string {
  return path.replace(/^(?:\/(?:home|Users)\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[\\/]|$)/, '~');
}

/** Groups items by their keys, in the order of the first items. `Map.groupBy` needs Node 21. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
