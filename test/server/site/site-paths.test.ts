import { isAbsolute, join, relative, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathFault, SitePaths } from '../../../src-server/site/site-paths.ts';

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('..', '.', '', 'con', 'NUL.txt', 'a', 'A', 'a.gz', 'a.br', '~', 'C:', '.git', 'x '),
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));

describe('pathFault', () => {
  it('accepts no path that leaves the folder, on any system', () => {
    fc.assert(
      fc.property(path, (candidate) => {
        if (pathFault(candidate) !== undefined) return;
        expect(relative('/site', join('/site', candidate)).split('/')).toEqual(candidate.split('/'));
        expect(isAbsolute(candidate) || win32.isAbsolute(candidate)).toBe(false);
        expect(win32.normalize(candidate)).toBe(candidate.replaceAll('/', '\\'));
      }),
    );
  });
});

describe('SitePaths', () => {
  it('takes in no two paths that are the same file on a system without letters’ case', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (candidates) => {
        const paths = new SitePaths();
        const taken = candidates.filter((candidate) => paths.add(candidate) === undefined);
        const folded = taken.map((one) => one.toLowerCase());
        expect(new Set(folded).size).toBe(folded.length);
        for (const one of folded)
          for (const other of folded) {
            expect(other.startsWith(`${one}/`)).toBe(false);
            expect([`${one}.gz`, `${one}.br`]).not.toContain(other);
          }
      }),
    );
  });
});
