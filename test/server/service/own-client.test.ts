import { describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../../src-server/contract/service/logger.ts';
import type { StoredCaller } from '../../../src-server/discovery/caller-files.ts';
import { createOwnClient } from '../../../src-server/service/own-client.ts';

/** The client of a process, and what was kept of it; no pause ends by itself. */
function ownClient(keep?: () => Promise<void>) {
  const kept: StoredCaller[] = [];
  const debug = vi.fn();
  const own = createOwnClient({
    keep:
      keep ??
      (async (caller) => {
        kept.push(caller);
      }),
    logger: { debug } as unknown as Logger,
    pauseMs: 1_000_000,
  });
  return { own, kept, debug };
}

/** Whatever was to be kept at once is kept. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the client of a process', () => {
  it('is kept when it starts and when its first call was answered, at once', async () => {
    const { own, kept } = ownClient();
    own.started('cursor');
    await settled();
    expect(kept).toEqual([{ name: 'cursor', lastAt: expect.any(String) }]);
    own.called();
    await settled();
    expect(kept[1]).toEqual({
      name: 'cursor',
      lastAt: expect.any(String),
      lastCall: expect.any(String),
    });
  });

  it('is kept once more at the end, however often it called', async () => {
    const { own, kept } = ownClient();
    own.started('cursor');
    await settled();
    own.called();
    await settled();
    for (let calls = 0; calls < 1_000; calls += 1) own.called();
    await settled();
    expect(kept).toHaveLength(2);
    await own.close();
    expect(kept).toHaveLength(3);
  });

  it('is not kept again at the end where nothing happened since', async () => {
    const { own, kept } = ownClient();
    own.started('cursor');
    await own.close();
    await own.close();
    expect(kept).toHaveLength(1);
  });

  it('is not kept where it never said who it is', async () => {
    const { own, kept } = ownClient();
    own.called();
    await own.close();
    expect(kept).toEqual([]);
  });

  it('goes on where it can’t be kept, with a word for who looks into it', async () => {
    const { own, debug } = ownClient(() => Promise.reject(new Error('EROFS')));
    own.started('cursor');
    own.called();
    await own.close();
    expect(debug).toHaveBeenCalledWith(expect.stringContaining('could not be kept'), {
      error: 'Error: EROFS',
    });
  });
});
