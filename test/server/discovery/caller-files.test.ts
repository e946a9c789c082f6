import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCallers, type StoredCaller, storeCaller } from '../../../src-server/discovery/caller-files.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const DAY = 24 * 60;

/** The file that was written for a client, in a data folder of its own. */
async function keptFile(caller: StoredCaller) {
  const data = temporaryFolder();
  await storeCaller(data, caller);
  const [name = ''] = readdirSync(join(data, 'callers'));
  return { data, file: join(data, 'callers', name) };
}

describe('what is kept of who called', () => {
  it('is read as it was written', async () => {
    const callers = [
      { name: 'cursor', lastAt: ago(2), lastCall: ago(2) },
      { name: 'zed', lastAt: ago(1) },
    ];
    const data = temporaryFolder();
    for (const caller of callers) await storeCaller(data, caller);
    const byName = (all: readonly StoredCaller[]) => all.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(byName(await readCallers(data))).toEqual(callers);
  });

  it.each(['../../outside', '/etc/passwd', 'CON', 'a/b', '..', 'x'.repeat(60)])(
    'is a file in its folder, whatever its client calls itself: %s',
    async (name) => {
      const data = temporaryFolder();
      await storeCaller(data, { name, lastAt: ago(1) });
      expect(readdirSync(data)).toEqual(['callers']);
      expect(readdirSync(join(data, 'callers'))).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
      expect(await readCallers(data)).toMatchObject([{ name }]);
    },
  );

  it('keeps the last call of another process of the same client, which starts again', async () => {
    const data = temporaryFolder();
    const [call, start] = [ago(5), ago(1)];
    await storeCaller(data, { name: 'cursor', lastAt: call, lastCall: call });
    await storeCaller(data, { name: 'cursor', lastAt: start });
    expect(await readCallers(data)).toEqual([{ name: 'cursor', lastAt: start, lastCall: call }]);
  });

  it('is of 32 clients at most, those that were heard of last', async () => {
    const data = temporaryFolder();
    for (let number = 40; number > 0; number -= 1)
      await storeCaller(data, { name: `client-${number}`, lastAt: ago(number) });
    const names = (await readCallers(data)).map(({ name }) => name);
    expect(names).toHaveLength(32);
    expect(names).not.toContain('client-33');
    expect(readdirSync(join(data, 'callers'))).toHaveLength(32);
  });

  it('is forgotten after 30 days, and its file goes when a client starts, a known one too', async () => {
    const { data, file } = await keptFile({ name: 'gone', lastAt: ago(1) });
    await storeCaller(data, { name: 'known', lastAt: ago(29 * DAY) });
    writeFileSync(file, JSON.stringify({ schema: 1, name: 'gone', lastAt: ago(31 * DAY) }));
    expect(await readCallers(data)).toMatchObject([{ name: 'known' }]);
    await storeCaller(data, { name: 'known', lastAt: ago(1) });
    expect(readdirSync(join(data, 'callers'))).not.toContain(basename(file));
  });

  it.each([
    ['no JSON', '{'],
    ['another format', JSON.stringify({ schema: 2, name: 'cursor', lastAt: ago(1) })],
    ['no time', JSON.stringify({ schema: 1, name: 'cursor', lastAt: 'soon' })],
    ['no name', JSON.stringify({ schema: 1, lastAt: ago(1) })],
    ['too long a name', JSON.stringify({ schema: 1, name: 'x'.repeat(61), lastAt: ago(1) })],
    ['too much', JSON.stringify({ schema: 1, name: 'cursor', lastAt: ago(1), more: 'x'.repeat(5_000) })],
  ])('counts for nothing where it is %s', async (_what, text) => {
    const { data, file } = await keptFile({ name: 'cursor', lastAt: ago(1) });
    writeFileSync(file, text);
    expect(await readCallers(data)).toEqual([]);
  });

  it('tells nothing where nothing was kept', async () => {
    expect(await readCallers(join(temporaryFolder(), 'none'))).toEqual([]);
  });

  it('is not written where its folder is a link', unless(onWindows), async () => {
    const data = temporaryFolder();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(data, 'callers'));
    await expect(storeCaller(data, { name: 'cursor', lastAt: ago(1) })).rejects.toThrow(/is a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('takes nothing away that isn’t its own', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'callers'));
    writeFileSync(join(data, 'callers', 'notes.json'), '{}');
    await storeCaller(data, { name: 'cursor', lastAt: ago(1) });
    expect(readdirSync(join(data, 'callers'))).toContain('notes.json');
  });
});
