import { expect, it } from 'vitest';
import { silentLogger } from '../../../src-server/contract/logger.ts';
import { openDisk } from '../../../src-server/registry/disk/open-disk.ts';
import type { RegistryDisk, ServedEvents } from '../../../src-server/registry/disk/registry-disk.ts';
import type { SnapshotOptions } from '../../../src-server/registry/disk/snapshot-follower.ts';
import { followAhead } from '../../../src-server/service/follow-ahead.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';

function optionsFor(root: string): SnapshotOptions {
  return {
    location: { root, skillsFolder: 'skills', layout: 'registry' },
    watch: 'off',
    scanIntervalMs: 0,
  };
}

/** What is told, in order. */
function listener() {
  const told: string[] = [];
  const events: ServedEvents = {
    onUpdate: ({ records }) => told.push(`update of ${records.map(({ folder }) => folder).join(', ')}`),
    onUnreadable: (code) => told.push(`unreadable ${code}`),
    seed: () => undefined,
    onRoot: ({ isThere }) => told.push(`root ${isThere ? 'there' : 'gone'}`),
    onWatching: (watching) => told.push(`watching ${watching}`),
  };
  return { told, events };
}

it('reads before anybody follows, and tells who does then what came meanwhile, in order and once', async () => {
  const options = optionsFor(temporaryRegistry([KEY]));
  const disk = openDisk({ logger: silentLogger });
  let follows = 0;
  const counting: RegistryDisk = {
    ...disk,
    follow(...args) {
      follows += 1;
      return disk.follow(...args);
    },
  };
  const ahead = followAhead(counting, options);
  const { told, events } = listener();
  const follower = await ahead.follow(options, events);
  expect(told).toEqual([`update of skills/${KEY}`, 'watching off']);
  expect(follows).toBe(1);
  await follower.close();
  await ahead.close();
});

it('hands on what is told later', async () => {
  let present: ServedEvents | undefined;
  const disk = {
    follow: async (_options: SnapshotOptions, events: ServedEvents) => {
      present = events;
      return { look: async () => {}, close: async () => {} };
    },
  } as unknown as RegistryDisk;
  const options = optionsFor('/registry');
  const { told, events } = listener();
  await followAhead(disk, options).follow(options, events);
  present?.onRoot({ isThere: false, reason: 'It is gone.' });
  present?.onWatching('scan');
  expect(told).toEqual(['root gone', 'watching scan']);
});

it('tells who follows why that failed', async () => {
  const disk = { follow: () => Promise.reject(new Error('a defect')) } as unknown as RegistryDisk;
  const options = optionsFor('/registry');
  const ahead = followAhead(disk, options);
  await expect(ahead.follow(options, listener().events)).rejects.toThrow('a defect');
});
