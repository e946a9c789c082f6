/** A folder that someone picks is looked at in a thread of its own. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { locateAside } from '../../../src-server/registry/locate.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
/** As it is built. */
const WORKER = pathToFileURL(join(import.meta.dirname, '../../../dist/server/registry-worker.js'));

/** A thread that does this instead of looking. */
function threadThat(does: string): URL {
  const file = join(temporaryFolder(), 'thread.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${does}\n`);
  return pathToFileURL(file);
}

afterEach(() => void vi.useRealTimers());

describe.each([
  ['in a thread', WORKER],
  ['from source', undefined],
])('a picked folder, looked at %s', (_where, worker) => {
  it('is a registry', async () => {
    const registry = temporaryRegistry([KEY]);
    expect(await locateAside(registry, worker)).toMatchObject({ ok: true, location: { root: registry } });
  });

  it('may be a link to one', async () => {
    const registry = temporaryRegistry([KEY]);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(registry, link);
    expect(await locateAside(link, worker)).toMatchObject({ ok: true, location: { layout: 'registry' } });
  });

  it.each([
    ['is missing', (root: string) => join(root, 'gone')],
    [
      'is a link to nothing',
      (root: string) => {
        symlinkSync(join(root, 'gone'), join(root, 'dead'));
        return join(root, 'dead');
      },
    ],
    [
      'is a link to itself',
      (root: string) => {
        symlinkSync(join(root, 'loop'), join(root, 'loop'));
        return join(root, 'loop');
      },
    ],
    [
      'has no skill',
      (root: string) => {
        mkdirSync(join(root, 'empty'));
        return join(root, 'empty');
      },
    ],
    [
      'is a file',
      (root: string) => {
        writeFileSync(join(root, 'file'), 'text');
        return join(root, 'file');
      },
    ],
  ])('is refused with a sentence that names it, if it %s', async (_what, make) => {
    const picked = make(temporaryFolder());
    const found = await locateAside(picked, worker);
    expect(found).toMatchObject({ ok: false, reason: expect.stringContaining(picked) });
    if (!found.ok) expect(found.reason).toMatch(/\.$/);
  });
});

describe('a folder on a disk that doesn’t answer', () => {
  it('is refused after five seconds, and the thread ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found = locateAside('/mnt/hung', threadThat('parentPort.on("message", () => {});'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found).toEqual({
      ok: false,
      reason: '/mnt/hung could not be read within 5 s.',
      candidates: [],
    });
  });

  it('is refused at once if the thread fails', async () => {
    const found = await locateAside('/mnt/odd', threadThat('throw new Error("EIO: i/o error");'));
    expect(found).toEqual({
      ok: false,
      reason: '/mnt/odd could not be read: EIO: i/o error.',
      candidates: [],
    });
  });

  it('is refused at once if the thread ends without a word', async () => {
    const found = await locateAside('/mnt/quiet', threadThat('process.exit(0);'));
    const reason = '/mnt/quiet could not be read: what looks at it has ended.';
    expect(found).toEqual({ ok: false, reason, candidates: [] });
  });
});
