import type { Drift } from '../../contract/api/match.ts';
import { COMPARATOR, comparators, isVersionRange } from '../../contract/api/skill-extensions.ts';

/** Major first. */
type Version = readonly number[];

/** `v1.2.3-beta+build` is 1.2.3. */
const NUMBERS = /^[v=]?(\d{1,9}(?:\.\d{1,9})*)(?![\d.])/i;

/**
 * No drift within the skill's range.
 *
 * @param range such as `>=1.4 <3`; ignored if invalid
 */
export function versionDrift(used: string | null, skills: string | null, range: string | undefined): Drift {
  const use = numbersOf(used);
  if (use === undefined) return 'unknown';
  if (range !== undefined && isWithin(use, range)) return 'none';
  const skill = numbersOf(skills);
  if (skill === undefined) return 'unknown';
  const [major = 0, minor = 0] = use;
  const [skillsMajor = 0, skillsMinor = 0] = skill;
  if (major !== skillsMajor) return 'major';
  return major === 0 && minor !== skillsMinor ? 'minor' : 'none';
}

function numbersOf(version: string | null): Version | undefined {
  const numbers = version === null ? undefined : NUMBERS.exec(version.trim())?.[1];
  return numbers?.split('.').map(Number);
}

function isWithin(version: Version, range: string): boolean {
  if (!isVersionRange(range)) return false;
  return comparators(range).every((part) => {
    const [, sign = '=', numbers = ''] = COMPARATOR.exec(part) ?? [];
    const order = compare(version, numbers.split('.').map(Number));
    if (sign === '=') return order === 0;
    return sign.startsWith('>')
      ? order > 0 || (order === 0 && sign === '>=')
      : order < 0 || (order === 0 && sign === '<=');
  });
}

function compare(a: Version, b: Version): number {
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
