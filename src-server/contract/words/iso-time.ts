/** `2026-01-31`, `20260131`, `2026-W05-6`, `2026W056`, `2026-031` */
const DATE = /^(\d{4})(?:(-?)(\d\d)\2(\d\d)|(-?)W(\d\d)\5([1-7])|-?(\d{3}))$/;
/** `12`, `12:30`, `1230`, `12:30:15.5`, with a zone or without */
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d))?)?([.,]\d{1,20})?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** Milliseconds since 1970 of an ISO 8601 date, or date and time; UTC without a zone. Undefined for others. */
export function isoTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 60) return undefined;
  const [date = '', time = '00', ...more] = value.split(/[Tt ]/);
  const [day, inDay] = [dayOf(date), timeOfDay(time)];
  return more.length > 0 || day === undefined || inDay === undefined ? undefined : day + inDay;
}

/** The form of RFC 3339, with or without seconds and fraction. */
export function isRfc3339(time: string): boolean {
  return RFC_3339.test(time) && isoTime(time) !== undefined;
}

function dayOf(date: string): number | undefined {
  const [, year, , month, day, , week, weekday, ordinal] = DATE.exec(date) ?? [];
  if (year === undefined) return undefined;
  if (week !== undefined) return weekDate(Number(year), Number(week), Number(weekday));
  const ms = utc(Number(year), Number(month ?? 1), Number(day ?? ordinal));
  const found = new Date(ms);
  const isMonthRight = month === undefined || found.getUTCMonth() + 1 === Number(month);
  return isMonthRight && found.getUTCFullYear() === Number(year) ? ms : undefined;
}

/** The Thursday of a week has the week's year; 4 January is in week 1. */
function weekDate(year: number, week: number, weekday: number): number | undefined {
  const inFirst = utc(year, 1, 4);
  const monday = inFirst - ((new Date(inFirst).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS;
  const isInYear = new Date(monday + 3 * DAY_MS).getUTCFullYear() === year;
  return week > 0 && isInYear ? monday + (weekday - 1) * DAY_MS : undefined;
}

function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function timeOfDay(text: string): number | undefined {
  const [, hour, minute, second, fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const parts = [hour, minute, second].map((part) => Number(part ?? 0)) as [number, number, number];
  const unit = second === undefined ? (minute === undefined ? HOUR_MS : 60_000) : 1_000;
  const ms = parts[0] * HOUR_MS + parts[1] * 60_000 + parts[2] * 1_000;
  const whole = ms + Math.floor(Number(`0${fraction.replace(',', '.')}`) * unit);
  // 24:00 is the end of a day, second 60 a leap second.
  const isRight = parts[1] < 60 && parts[2] <= 60 && (parts[0] < 24 || whole === DAY_MS);
  const offset = offsetOf(zone);
  return isRight && offset !== undefined ? whole - offset : undefined;
}

function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  const sign = zone.startsWith('-') ? -1 : 1;
  return hours < 24 && minutes < 60 ? sign * (hours * HOUR_MS + minutes * 60_000) : undefined;
}
