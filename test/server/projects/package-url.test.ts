import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPackageUrl,
  makePackageUrl,
  parsePackageUrl,
} from '../../../src-server/projects/package-address.ts';

const canonical = (text: string) => {
  const parsed = parsePackageUrl(text);
  return parsed && formatPackageUrl(parsed);
};

describe('a package URL', () => {
  it.each([
    ['pkg:npm/@scope/name@1.0.0', 'pkg:npm/%40scope/name@1.0.0'],
    ['pkg:npm/%40scope/name', 'pkg:npm/%40scope/name'],
    ['pkg:NPM/ws@8.0.0?x=1#lib', 'pkg:npm/ws@8.0.0'],
    ['pkg:pypi/Zope.Interface@5.0', 'pkg:pypi/zope-interface@5.0'],
    [
      'pkg:golang/github.com/Masterminds/semver/v3@v3.2.1',
      'pkg:golang/github.com/Masterminds/semver/v3@v3.2.1',
    ],
    ['pkg:cargo/wasi@0.11.1+wasi', 'pkg:cargo/wasi@0.11.1%2Bwasi'],
    ['pkg:conan/zlib@1.3?user=me&channel=stable', 'pkg:conan/zlib@1.3'],
    ['pkg:github/FMTlib/fmt@10.2.1', 'pkg:github/fmtlib/fmt@10.2.1'],
  ])('%s is %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it.each([
    '',
    'npm/ws',
    'pkg:npm',
    'pkg:npm/',
    'pkg:npm/%zz',
    'pkg:npm/a%00b',
    `pkg:npm/${'x'.repeat(1_001)}`,
  ])('%j is none', (text) => {
    expect(parsePackageUrl(text)).toBeUndefined();
  });

  it('reads back what it writes, whatever the parts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('npm', 'pypi', 'cargo', 'golang', 'conan', 'github'),
        fc.string({ unit: 'grapheme' }),
        fc.option(fc.string({ unit: 'grapheme' })),
        (type, name, version) => {
          const made = makePackageUrl(type, name, version);
          if (made === undefined) return;
          expect(parsePackageUrl(formatPackageUrl(made))).toEqual(made);
        },
      ),
    );
  });
});
