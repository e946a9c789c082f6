import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src-main/contract/settings.ts';
import { openSettingsStore, withLatest } from '../../../src-main/settings/settings-store.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSettingsStore(file, silentLogger);
const read = () => JSON.parse(readFileSync(file, 'utf8'));

describe('a settings file', () => {
  it('that is missing means the first start, and is not made before something changes', async () => {
    const store = open();
    expect(store.origin).toEqual({ kind: 'none' });
    expect(store.get()).toEqual(DEFAULT_SETTINGS);
    await store.settled();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written whole, for its user only, with nothing left beside it', async () => {
    const store = open();
    store.update({ port: 9000 });
    await store.settled();
    expect(read()).toEqual({ schemaVersion: 1, port: 9000 });
    expect(readdirSync(folder)).toEqual(['settings.json']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('holds the last of many changes', async () => {
    const store = open();
    for (let port = 9000; port < 9020; port += 1) store.update({ port });
    await store.settled();
    expect(read().port).toBe(9019);
    expect(open().get().port).toBe(9019);
  });

  it('that is corrupt is kept aside and replaced by the defaults', () => {
    writeFileSync(file, '{"port": 87');
    const store = open();
    expect(store.get()).toEqual(DEFAULT_SETTINGS);
    const backup = store.origin.kind === 'recovered' ? store.origin.backup : '';
    expect(readFileSync(backup, 'utf8')).toBe('{"port": 87');
  });

  it('with one wrong value keeps the others, and says which one', () => {
    writeFileSync(file, '{"schemaVersion":1,"port":0,"registry":"/mine"}');
    const store = open();
    expect(store.get()).toEqual({ ...DEFAULT_SETTINGS, registry: '/mine' });
    expect(store.origin).toMatchObject({
      ...{ kind: 'recovered', isPartial: true, reason: expect.stringContaining('/port') },
    });
  });

  it('with a byte order mark is read', () => {
    writeFileSync(file, '\uFEFF{"schemaVersion":1,"port":9000}');
    expect(open().get().port).toBe(9000);
  });

  it('that cannot be read is no reason not to start', () => {
    mkdirSync(file);
    expect(open().origin.kind).toBe('recovered');
  });

  it('that cannot be written is no reason to fail', async () => {
    const store = openSettingsStore(join(folder, 'file', 'settings.json'), silentLogger);
    writeFileSync(join(folder, 'file'), '');
    store.update({ port: 9000 });
    await store.settled();
    expect(store.get().port).toBe(9000);
  });
});

describe('recent registries', () => {
  it('have the latest first and each once', () => {
    expect(withLatest(['/a', '/b', '/c'], '/b')).toEqual(['/b', '/a', '/c']);
  });

  it('are ten at most', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `/${index}`);
    expect(withLatest(ten, '/new')).toEqual(['/new', ...ten.slice(0, 9)]);
  });

  it('can be forgotten', () => {
    const store = open();
    store.chooseRegistry('/a');
    store.chooseRegistry('/b');
    expect(store.forgetRegistry('/a').recentRegistries).toEqual(['/b']);
    expect(store.get().registry).toBe('/b');
  });
});
