import { expect, it, onTestFinished, vi } from 'vitest';
import type { FromDiskThread, ToDiskThread } from '../../../../src-server/registry/disk/disk-messages.ts';
import type { DiskThread } from '../../../../src-server/registry/disk/disk-thread.ts';

import type { ServedEvents } from '../../../../src-server/registry/disk/registry-disk.ts';
import {
  RegistryThread,
  type ThreadEvents,
  type ThreadStarter,
} from '../../../../src-server/registry/disk/registry-thread.ts';
import type { SnapshotOptions } from '../../../../src-server/registry/disk/snapshot-follower.ts';

const DIRECTORY = '/registry/skills/go/jackc/pgx';

interface Started {
  readonly sent: ToDiskThread[];
  readonly tell: (message: FromDiskThread) => void;
  readonly onEnd: ThreadEvents['onEnd'];
  readonly onGivenUp: ThreadEvents['onGivenUp'];
}

/** Follows a registry of one skill by threads that only take note of what they are asked. */
async function followOnPaper() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const threads: Started[] = [];
  const starter: ThreadStarter = {
    start(tell, { onEnd, onGivenUp }) {
      const sent: ToDiskThread[] = [];
      threads.push({ sent, tell, onEnd, onGivenUp });
      return { send: (message: ToDiskThread) => void sent.push(message) } as unknown as DiskThread;
    },
  };
  const follower = new RegistryThread(starter);
  const folders = new Map([['go/jackc/pgx', { directory: DIRECTORY, fingerprint: '[]' }]]);
  const events = { seed: () => ({ contents: { folders } }), onUnreadable() {} } as unknown as ServedEvents;
  const following = follower.follow({} as SnapshotOptions, events);
  const [first] = threads as [Started];
  first.tell({ type: 'done', id: 1 });
  await following;
  return { follower, threads, first, starter };
}

it('a pending index is requested from the next thread after a check ended the thread', async () => {
  const { follower, threads, first } = await followOnPaper();
  const indexed = follower.index(['go/jackc/pgx']);
  const looked = follower.scan(DIRECTORY);
  first.onEnd(new Error('exit'), DIRECTORY);
  await looked;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(threads).toHaveLength(2);
  const next = threads[1] as Started;
  expect(next.sent.map(({ type }) => type)).toEqual(['follow', 'index']);
  expect(next.sent[0]).toMatchObject({ seed: { quarantined: [{ directory: DIRECTORY }] } });
  next.tell({ type: 'indexed', id: 2, indexed: [] });
  expect(await indexed).toEqual([]);
});

it.each([
  ['outside a check', undefined],
  ['in the check of a skill that is not served', '/registry/skills/other'],
])('an index that waits when the thread ends %s is rejected', async (_, checked) => {
  const { follower, threads, first } = await followOnPaper();
  const indexed = follower.index(['go/jackc/pgx']);
  first.onEnd(new Error('exit'), checked);
  await expect(indexed).rejects.toThrow('exit');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(threads[1]?.sent.map(({ type }) => type)).toEqual(['follow']);
});

it('a reader that ends is replaced with the next request', async () => {
  const { threads, starter } = await followOnPaper();
  const reader = new RegistryThread(starter);
  const reading = reader.read([]);
  threads[1]?.onEnd(new Error('exit'));
  expect(await reading).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads).toHaveLength(2);
  void reader.read([]).catch(() => {});
  expect(threads).toHaveLength(3);
});

it('a call that hangs while the disk closes starts no thread', async () => {
  const { follower, threads, first } = await followOnPaper();
  await follower.close();
  first.onGivenUp();
  expect(threads).toHaveLength(1);
});
