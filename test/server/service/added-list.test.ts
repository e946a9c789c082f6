import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { RegistryRefusal } from '../../../src-server/registries/registry-refusal.ts';
import { REGISTRY_LIST } from '../../../src-server/registries/registry-store.ts';
import { AddedList } from '../../../src-server/service/added-list.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';

const ENTRY = {
  ...{ name: 'one', address: 'https://git.example.com/one', commit: 'a'.repeat(40), previous: null },
  ...{ folder: null, ref: null, checked_at: null, error: null, follow: false, pinned: false },
  ...{ skills: 1, update: null },
};

function follow(onChange: () => Promise<void>) {
  // The file's state is read in real time.
  const later = setTimeout;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const data = temporaryFolder({});
  const list = new AddedList(data, silentLogger, false);
  onTestFinished(() => list.close());
  list.follow(onChange);
  return {
    list,
    write: (...registries: readonly object[]) =>
      writeFiles(data, { [`registries/${REGISTRY_LIST}`]: { schema: 1, registries } }),
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        vi.advanceTimersByTime(1_000);
        await new Promise((resolve) => void later(resolve, 10));
      }
    },
  };
}

it('repeats a change that fails with growing pauses, and the next change at once', async () => {
  let calls = 0;
  const { write, pass } = follow(async () => {
    calls += 1;
    throw new Error('The copy is broken.');
  });
  write(ENTRY);
  await pass(120);
  expect(calls).toBeGreaterThan(5);
  expect(calls).toBeLessThan(12);
  const before = calls;
  write({ ...ENTRY, skills: 2 });
  await pass(11);
  expect(calls).toBeGreaterThan(before);
});

it('reads a list again that the disk refused', async () => {
  let calls = 0;
  const { list, write, pass } = follow(async () => {
    calls += 1;
  });
  await pass(2);
  vi.spyOn(list.store, 'list').mockImplementationOnce(() => {
    throw new RegistryRefusal("registries.json can't be read (EBUSY).", { cause: new Error('EBUSY') });
  });
  write(ENTRY);
  await pass(12);
  expect([calls, list.registries.length]).toEqual([1, 1]);
});
