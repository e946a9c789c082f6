import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeCollector } from '../../../../src-server/registry/disk/change-collector.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function collecting(onBatch: (paths: readonly string[]) => Promise<void> = async () => {}) {
  const batches: string[][] = [];
  const collector = createChangeCollector({
    quietMs: 100,
    maxWaitMs: 1_000,
    async onBatch(paths) {
      batches.push([...paths]);
      await onBatch([...paths]);
    },
  });
  return { batches, collector };
}

describe('createChangeCollector', () => {
  it('waits until nothing comes any more, and delivers once', async () => {
    const { batches, collector } = collecting();
    collector.add('a');
    await vi.advanceTimersByTimeAsync(99);
    collector.add('b');
    collector.add('a');
    await vi.advanceTimersByTimeAsync(99);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([['a', 'b']]);
  });

  it('is not starved by steady changes', async () => {
    const { batches, collector } = collecting();
    for (let ms = 0; ms < 3_000; ms += 50) {
      collector.add(`at ${ms}`);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(batches.length).toBeGreaterThanOrEqual(2);
    expect(batches.flat()[0]).toBe('at 0');
  });

  it('delivers one batch after the other, losing nothing', async () => {
    let finish = () => {};
    const { batches, collector } = collecting(() => new Promise<void>((resolve) => (finish = resolve)));
    collector.add('a');
    await vi.advanceTimersByTimeAsync(100);
    collector.add('b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(batches).toEqual([['a']]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(batches).toEqual([['a'], ['b']]);
  });

  it('flushes at once and waits for what it flushed', async () => {
    const { batches, collector } = collecting();
    collector.add('a');
    await collector.flush('b');
    expect(batches).toEqual([['a', 'b']]);
  });

  it('delivers nothing after it was closed', async () => {
    const { batches, collector } = collecting();
    collector.add('a');
    await collector.close();
    collector.add('b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(batches).toEqual([]);
  });
});
