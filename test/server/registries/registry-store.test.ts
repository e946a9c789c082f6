import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { updateBetween } from '../../../src-server/registries/compare-copies.ts';
import type { CopyFacts } from '../../../src-server/registries/copy.ts';
import { openRegistryStore } from '../../../src-server/registries/registry-store.ts';
import { shownRegistry } from '../../main/registries/shown-registry.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

function setUp() {
  const data = mkdtempSync(join(tmpdir(), 'skills-registry-store-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const store = openRegistryStore(data);
  return { store };
}

it('a removed registry keeps its copy until the next change: services may still read it', async () => {
  const { store } = setUp();
  const { date: _, ...registry } = shownRegistry('team');
  await store.change(() => [registry]);
  const copy = join(store.folder, 'copies', 'team');
  mkdirSync(copy, { recursive: true });
  await store.change(() => []);
  expect([store.list(), existsSync(copy)]).toEqual([[], true]);
  await store.change((all) => all);
  expect(existsSync(copy)).toBe(false);
});

it.each(['copies', 'incoming'])(
  'deletes nothing behind a link in place of its folder %s',
  unless(onWindows),
  async (name) => {
    const { store } = setUp();
    const other = temporaryFolder({ 'photos/a.png': 'mine', 'note.txt': 'mine' });
    mkdirSync(store.folder, { recursive: true });
    symlinkSync(other, join(store.folder, name));
    await store.change((all) => all);
    expect(readdirSync(other).sort()).toEqual(['note.txt', 'photos']);
  },
);

it('an update lists at most 10,000 skills', () => {
  const factsOf = (commit: string, count: number): CopyFacts => {
    const keys = Array.from({ length: count }, (_, number) => `js/a/b${number}`);
    const skills = keys.map((key) => [key, { folder: key, language: 'js', risk: null }]);
    const files = Object.fromEntries(keys.map((key) => [`${key}/skill.json`, commit]));
    return { commit, date: null, files, skills: Object.fromEntries(skills), skipped: [], bytes: 0 };
  };
  const update = updateBetween(factsOf('a', 0), factsOf('b', 10_001));
  expect(update.added).toHaveLength(10_000);
  expect(Object.keys(update).sort()).toEqual(['added', 'changed', 'commit', 'removed', 'risk_raised']);
});
