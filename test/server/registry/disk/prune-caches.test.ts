import { describe, expect, it } from 'vitest';
import { staleCaches } from '../../../../src-server/registry/disk/prune-caches.ts';

const DAY = 24 * 60 * 60 * 1000;
const GIB = 1024 ** 3;
const now = 1000 * DAY;
const file = (name: string, daysAgo: number, size = 1) => ({ name, size, usedMs: now - daysAgo * DAY });

describe('staleCaches', () => {
  it('names what was not used for a month, and keeps the one just written', () => {
    const files = [file('old.index', 31), file('used.index', 29), file('own.index', 40)];
    expect(staleCaches(files, 'own.index', now)).toEqual(['old.index']);
  });

  it('names the longest unused ones where all together are over a gibibyte', () => {
    const files = [file('a.index', 3, GIB / 2), file('b.index', 2, GIB / 2), file('own.index', 0, GIB / 2)];
    expect(staleCaches(files, 'own.index', now)).toEqual(['a.index']);
  });

  it('counts what is kept beside an index like it', () => {
    const files = [
      file('a.skills', 31),
      file('b.findings', 31),
      file('c.skills', 3),
      file('own.index', 0, GIB),
    ];
    expect(staleCaches(files, 'own.index', now)).toEqual(['c.skills', 'a.skills', 'b.findings']);
  });

  it('names what a killed process left, but not what is being written', () => {
    const name = (digit: string) => `a.index.${digit.repeat(36)}.tmp`;
    expect(staleCaches([file(name('1'), 1), file(name('2'), 0)], 'own.index', now)).toEqual([name('1')]);
  });

  it('leaves alone what is no cache', () => {
    expect(staleCaches([file('notes.txt', 100), file('x.tmp', 100)], 'own.index', now)).toEqual([]);
  });
});
