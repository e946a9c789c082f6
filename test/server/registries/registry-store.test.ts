import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRegistryStore, REGISTRY_LIST } from '../../../src-server/registries/registry-store.ts';
import { shownRegistry } from '../../main/shown-registry.ts';
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

it('reads a list that an earlier version wrote', async () => {
  const { store } = setUp();
  const { date: _, ...registry } = shownRegistry('team');
  const earlier = { ...registry, previous: 'c'.repeat(40), skipped: null };
  mkdirSync(store.folder, { recursive: true });
  writeFileSync(join(store.folder, REGISTRY_LIST), JSON.stringify({ schema: 1, registries: [earlier] }));
  expect(store.list()).toMatchObject([registry]);
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
