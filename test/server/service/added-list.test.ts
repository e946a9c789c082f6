import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { REGISTRY_LIST } from '../../../src-server/registries/registry-store.ts';
import { AddedList } from '../../../src-server/service/added-list.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';

it('repeats a change that fails with growing pauses, and the next change at once', async () => {
  // The file's state is read in real time.
  const later = setTimeout;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const entry = {
    ...{ name: 'one', address: 'https://git.example.com/one', commit: 'a'.repeat(40), previous: null },
    ...{ folder: null, ref: null, checked_at: null, error: null, follow: false, pinned: false },
    ...{ skills: 1, update: null },
  };
  const data = temporaryFolder({});
  const list = new AddedList(data, silentLogger, false);
  onTestFinished(() => list.close());
  let calls = 0;
  list.follow(async () => {
    calls += 1;
    throw new Error('The copy is broken.');
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1_000);
      await new Promise((resolve) => void later(resolve, 10));
    }
  };
  writeFiles(data, { [`registries/${REGISTRY_LIST}`]: { schema: 1, registries: [entry] } });
  await pass(120);
  expect(calls).toBeGreaterThan(5);
  expect(calls).toBeLessThan(12);
  const before = calls;
  writeFiles(data, { [`registries/${REGISTRY_LIST}`]: { schema: 1, registries: [{ ...entry, skills: 2 }] } });
  await pass(2);
  expect(calls).toBeGreaterThan(before);
});
