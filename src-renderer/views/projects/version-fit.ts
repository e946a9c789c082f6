/** Positions of the project's version (ring) and the skill's version (square) on a line of 60 units. */
import type { Drift } from '../../../src-server/contract/api/match.ts';

export interface VersionFit {
  /** `undefined` without a fixed version. */
  readonly used: number | undefined;
  /** `undefined` if the skill names no version. */
  readonly about: number | undefined;
  /** Different major versions (for 0.x, minor versions). */
  readonly isApart: boolean;
  /** Unknown distance. */
  readonly isUnknown: boolean;
}

const MIDDLE = 30;
/** From the middle, without and with a version boundary between. */
const [NEAR, FAR] = [8, 15];

/** The later version is on the right. */
export function versionFit(used: string | null, about: string | null, drift: Drift): VersionFit {
  const isApart = drift === 'major' || drift === 'minor';
  const distance = isApart ? FAR : NEAR;
  const order = used === null || about === null ? -1 : Math.sign(compareVersions(used, about));
  return {
    used: used === null ? undefined : MIDDLE + order * distance,
    about: about === null ? undefined : MIDDLE - order * distance,
    isApart,
    isUnknown: drift === 'unknown',
  };
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `v1.15.3-rc.1` → 1, 15, 3 */
function numbersOf(version: string): number[] {
  const core = version.slice(0, 100).replace(/^v/i, '').split(/[-+]/, 1)[0] ?? '';
  return core.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
