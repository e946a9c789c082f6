import { expect, it, onTestFinished, vi } from 'vitest';
import type { FromDiskThread, ToDiskThread } from '../../../../src-server/registry/disk/disk-messages.ts';
import type { DiskThread } from '../../../../src-server/registry/disk/disk-thread.ts';
import { FollowerThread } from '../../../../src-server/registry/disk/follower-thread.ts';
import type { ServedEvents } from '../../../../src-server/registry/disk/registry-disk.ts';
import type { SnapshotOptions } from '../../../../src-server/registry/disk/snapshot-follower.ts';
import type { LaneEvents } from '../../../../src-server/registry/disk/thread-keeper.ts';

const DIRECTORY = '/registry/skills/go/jackc/pgx';

interface Started {
  readonly sent: ToDiskThread[];
  readonly tell: (message: FromDiskThread) => void;
  readonly onEnd: LaneEvents['onEnd'];
}

/** Follows a registry of one skill by threads that only take note of what they are asked. */
async function followOnPaper() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const threads: Started[] = [];
  const follower = new FollowerThread({
    start(tell, { onEnd }) {
      const sent: ToDiskThread[] = [];
      threads.push({ sent, tell, onEnd });
      return { send: (message: ToDiskThread) => void sent.push(message) } as unknown as DiskThread;
    },
  });
  const folders = new Map([['go/jackc/pgx', { directory: DIRECTORY, fingerprint: '[]' }]]);
  const events = { seed: () => ({ contents: { folders } }), onUnreadable() {} } as unknown as ServedEvents;
  const [first] = threads as [Started];
  const following = follower.follow({} as SnapshotOptions, events);
  first.tell({ type: 'done', id: 1 });
  await following;
  return { follower, threads, first };
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
