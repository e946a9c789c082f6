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
