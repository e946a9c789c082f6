/** @module-tag ci */
import { describe, expect, it } from 'vitest';
import { startServed } from '../support/disk-lab/served.ts';
import { median } from '../support/median.mjs';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { notOnLinux, unless } from '../support/unless.ts';
import { residentBytes, runMixedLoad } from './mixed-load.mjs';

const KEYS = Array.from({ length: 30 }, (_, number) => `go/author/name-${number}`);
/** A heap that is kept small shows growth soon, and hides that which is none. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=96' };

describe('a mixed load while the registry is edited', () => {
  it('gets only correct answers', async () => {
    const registry = temporaryRegistry(KEYS);
    const { url } = await startServed(registry, undefined);
    const { unexpected, edits } = await runMixedLoad({ url, registry, keys: KEYS, requests: 1_500 });
    expect(unexpected).toEqual([]);
    expect(edits).toBeGreaterThan(2);
  });

  it('takes no more memory in the second half than in the first', unless(notOnLinux), async () => {
    const registry = temporaryRegistry(KEYS);
    const { url, cli } = await startServed(registry, undefined, { env: SMALL_HEAP });
    const { pid = 0 } = cli.process;
    await runMixedLoad({ url, registry, keys: KEYS, requests: 1_000 });
    const samples: number[] = [];
    await runMixedLoad({
      url,
      registry,
      keys: KEYS,
      requests: 4_000,
      onProgress: (request) => request % 10 === 0 && samples.push(residentBytes(pid)),
    });
    const half = samples.length / 2;
    const [first, second] = [median(samples.slice(0, half)), median(samples.slice(half))];
    expect(second / first).toBeLessThan(1.15);
  });
});
