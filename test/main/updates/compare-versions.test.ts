import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { compareVersions, isVersion } from '../../../src-main/updates/compare-versions.ts';

/** The specification's own example, and the core's. */
const IN_ORDER = [
  ...['0.0.1', '0.9.0', '0.10.0', '1.0.0-1', '1.0.0-2', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1'],
  ...['1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1'],
  ...['1.2.0', '2.0.0', '10.0.0'],
];

describe('compareVersions', () => {
  it('puts them in the order of the specification', () => {
    expect([...IN_ORDER].reverse().sort(compareVersions)).toEqual(IN_ORDER);
    for (const [index, version] of IN_ORDER.entries()) {
      expect(compareVersions(version, version)).toBe(0);
      for (const later of IN_ORDER.slice(index + 1)) {
        expect(compareVersions(version, later), `${version} ${later}`).toBeLessThan(0);
        expect(compareVersions(later, version), `${later} ${version}`).toBeGreaterThan(0);
      }
    }
  });

  const identifier = fc.oneof(fc.nat().map(String), fc.stringMatching(/^[a-c-]{1,3}$/));
  const version = fc
    .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.array(identifier, { maxLength: 3 }))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join('.')}` : ''}`);

  it('is an order: the same both ways round, and transitive', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
        expect(compareVersions(a, b) === 0).toBe(a === b);
      }),
    );
  });

  it('compares cores as numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(Math.sign(compareVersions(`1.${a}.0`, `1.${b}.0`))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe('isVersion', () => {
  it.each([...IN_ORDER, packageJson.version])('is true of %s', (text) => {
    expect(isVersion(text)).toBe(true);
  });

  it.each([
    '',
    '1',
    '1.2',
    '1.2.3.4',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3+build',
    ' 1.2.3',
    '1.2.3\n',
    'v1.2.3',
  ])('is false of %j', (text) => {
    expect(isVersion(text)).toBe(false);
  });

  it('takes no time for what is long', () => {
    expect(isVersion(`1.2.3-${'0.'.repeat(50_000)}`)).toBe(false);
  });
});
