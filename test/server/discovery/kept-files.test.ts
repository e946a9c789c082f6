import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { askServers } from '../../../src-server/discovery/find-services.ts';
import {
  readCallers,
  rememberedRegistry,
  rememberRegistry,
  type StoredCaller,
  storeCaller,
} from '../../../src-server/discovery/kept-files.ts';
import { announce } from '../../../src-server/service/listen.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

afterEach(() => void vi.useRealTimers());

describe('the remembered registry', () => {
  it('is one of those that several services choose at the same moment, and no failure of the others', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 20; round += 1) {
      const choices = Array.from({ length: 4 }, (_, at) => `/chosen/${round}/${at}`);
      await Promise.all(choices.map((choice) => rememberRegistry(folder, choice)));
      expect(choices).toContain(await rememberedRegistry(folder));
    }
  });

  it('is what the app serves, at once, or a command once it has run for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const folder = temporaryFolder();
    const serve = (registry: string, app: 'tray' | 'cli') =>
      announce(
        folder,
        { ...discoveryFile({ registry, app }), startedAt: new Date().toISOString() },
        { secret: '', isChosen: true, logger: silentLogger },
      );
    await serve('/app', 'tray');
    expect(await rememberedRegistry(folder)).toBe('/app');
    const trial = await serve('/trial', 'cli');
    vi.advanceTimersByTime(59_000);
    await trial.withdraw();
    vi.advanceTimersByTime(60_000);
    await rememberRegistry(folder, '/chosen');
    expect(await rememberedRegistry(folder)).toBe('/chosen');
    await serve('/long', 'cli');
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => expect(await rememberedRegistry(folder)).toBe('/long'));
  });

  it.each(['{', '{"schema": 2, "registry": "/a"}', '{"schema": 1, "registry": "a"}', 'null'])(
    'is none where its file says %s',
    async (text) => {
      const folder = temporaryFolder({ 'remembered-registry.json': text });
      expect(await rememberedRegistry(folder)).toBeUndefined();
    },
  );
});

describe('what is kept of who called', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const DAY = 24 * 60;

  it.each(['cursor', '../../outside', '/etc/passwd', 'CON', '..', 'x'.repeat(60)])(
    'is a file in its folder, whatever its client calls itself: %s',
    async (name) => {
      const data = temporaryFolder();
      const caller = { name, lastAt: ago(1), lastCall: ago(2) };
      await storeCaller(data, caller);
      expect(readdirSync(data)).toEqual(['callers']);
      expect(readdirSync(join(data, 'callers'))).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
      expect(await readCallers(data)).toEqual([caller]);
    },
  );

  it('keeps the last call of another process of the same client, which starts again', async () => {
    const data = temporaryFolder();
    const [call, start] = [ago(5), ago(1)];
    await storeCaller(data, { name: 'cursor', lastAt: call, lastCall: call });
    await storeCaller(data, { name: 'cursor', lastAt: start });
    expect(await readCallers(data)).toEqual([{ name: 'cursor', lastAt: start, lastCall: call }]);
  });

  it('is forgotten after 30 days, and nothing else is taken away', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'callers'));
    writeFileSync(join(data, 'callers', 'notes.json'), '{}');
    await storeCaller(data, { name: 'known', lastAt: ago(29 * DAY) });
    await storeCaller(data, { name: 'gone', lastAt: ago(31 * DAY) });
    const names = (all: readonly StoredCaller[]) => all.map(({ name }) => name);
    expect(names(await readCallers(data))).toEqual(['known']);
    expect(readdirSync(join(data, 'callers'))).toHaveLength(2);
    expect(await readCallers(join(data, 'none'))).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['another format', JSON.stringify({ schema: 2, name: 'cursor', lastAt: ago(1) })],
    ['no time', JSON.stringify({ schema: 1, name: 'cursor', lastAt: 'soon' })],
    ['too long a name', JSON.stringify({ schema: 1, name: 'x'.repeat(61), lastAt: ago(1) })],
  ])('counts for nothing where it is %s', async (_what, text) => {
    const data = temporaryFolder({ [`callers/${'0'.repeat(32)}.json`]: text });
    expect(await readCallers(data)).toEqual([]);
  });

  it('is not written where its folder is a link', unless(onWindows), async () => {
    const [data, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(data, 'callers'));
    await expect(storeCaller(data, { name: 'cursor', lastAt: ago(1) })).rejects.toThrow(/is a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe('a file by which programs find each other', () => {
  it.each<[string, (path: string) => void]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a file without an end', (path) => symlinkSync('/dev/zero', path)],
    ['too long', (path) => writeFileSync(path, ' '.repeat(LIMITS.announcedBytes + 1))],
  ])('counts as absent where it is %s', unless(onWindows), async (_what, place) => {
    const data = temporaryFolder();
    for (const folder of ['servers', 'callers']) mkdirSync(join(data, folder));
    for (const name of ['servers/1.json', 'callers/1.json', 'remembered-registry.json'])
      place(join(data, name));
    expect(await askServers(data)).toEqual({
      answering: [],
      silent: [],
      ignored: [],
      unread: [expect.stringContaining('servers/1.json: it ')],
    });
    expect(await readCallers(data)).toEqual([]);
    expect(await rememberedRegistry(data)).toBeUndefined();
  });
});
