import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  type FollowOptions,
  followRegistry,
} from '../../../../src-server/registry/disk/registry-follower.ts';
import type { RootState } from '../../../../src-server/registry/disk/root-watch.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
import { faultyReader } from '../../../support/faulty-reader.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

/** Follows a registry, and hears all its folders. */
function follow(root: string, options: Partial<FollowOptions> = {}) {
  const following = lookFirst(root, options);
  void following.follower.watchFolders();
  return following;
}

function lookFirst(root: string, options: Partial<FollowOptions> = {}) {
  const reader = faultyReader();
  const deltas: FolderDelta[] = [];
  const roots: RootState[] = [];
  const watching: string[] = [];
  const follower = followRegistry(
    reader,
    {
      location: { root, skillsFolder: 'skills', layout: 'registry' },
      watch: 'auto',
      scanIntervalMs: 0,
      ...options,
    },
    {
      onDelta: (delta) => void deltas.push(delta),
      onRoot: (state) => void roots.push(state),
      onWatching: (how, why) => void watching.push(`${how}${why === undefined ? '' : `: ${why}`}`),
    },
  );
  onTestFinished(() => follower.close());
  return { reader, deltas, roots, watching, follower };
}

const upserted = (deltas: readonly FolderDelta[]) =>
  deltas.flatMap((delta) => delta.upserted.map(({ folder }) => folder));

describe('following', () => {
  it('has told everything when it begins', () => {
    const { deltas } = follow(temporaryRegistry([KEY]));
    expect(upserted(deltas)).toEqual([`skills/${KEY}`]);
  });

  it('sets no handle on a skill’s folder before it is told to, and finds then what no event told', async () => {
    const root = temporaryRegistry([KEY]);
    const { deltas, reader, follower } = lookFirst(root, { watch: 'events' });
    const folder = join(root, 'skills', KEY);
    const watched: string[] = [];
    const { call } = reader;
    reader.call = (path, ask) => {
      watched.push(path);
      return call(path, ask);
    };
    const later = new Date(Date.now() + 60_000);
    writeFileSync(join(folder, 'safety.md'), 'before anybody listened\n');
    utimesSync(join(folder, 'safety.md'), later, later);
    expect(upserted(deltas)).toHaveLength(1);
    await follower.watchFolders();
    expect(upserted(deltas)).toHaveLength(2);
    expect(watched).toContain(folder);
    writeFileSync(join(folder, 'safety.md'), 'and now an event tells\n');
    await eventually(
      () => upserted(deltas).length,
      (times) => times > 2,
    );
  });

  it('leaves no timer behind, whatever was still to be done', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { follower } = follow(temporaryRegistry([KEY]), {
      watch: 'scan',
      scanIntervalMs: 1_000,
    });
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await follower.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('finds without any event what changed, when it looks at everything', async () => {
    const root = temporaryRegistry([KEY]);
    const { deltas } = follow(root, { watch: 'scan' });
    writeFiles(root, skillFiles('skills/go/jackc/pgx', 'go/jackc/pgx'));
    await eventually(
      () => upserted(deltas),
      (folders) => folders.includes('skills/go/jackc/pgx'),
    );
  });

  it('finds by its slow look what the events did not tell', async () => {
    const root = temporaryRegistry([KEY]);
    const { deltas, reader } = follow(root, { watch: 'events', scanIntervalMs: 100 });
    // Deaf for this folder: no watch can be set.
    const folder = join(root, 'skills/js');
    reader.call = () => undefined as never;
    writeFiles(root, skillFiles('skills/js/websockets/ws', 'js/websockets/ws'));
    await eventually(
      () => upserted(deltas),
      (folders) => folders.includes('skills/js/websockets/ws'),
    );
    writeFileSync(join(folder, 'websockets/ws/safety.md'), 'nobody was told\n');
    await eventually(
      () => upserted(deltas).filter((one) => one === 'skills/js/websockets/ws').length,
      (times) => times > 1,
    );
  });

  it('finds the second of two changes within a tick of the clock', async () => {
    const root = temporaryRegistry([KEY]);
    const file = join(root, 'skills', KEY, 'safety.md');
    const { deltas, reader } = follow(root, { watch: 'events' });
    await eventually(
      () => reader.reads.length,
      (reads) => reads > 0,
    );
    const stat = reader.stat;
    const frozen = stat(file);
    // The same stamp for another text, as a coarse clock makes it.
    reader.stat = (path) => (path === file ? frozen : stat(path));
    const before = readFileSync(file);
    writeFileSync(file, Buffer.alloc(before.length, 'z'));
    const { atime, mtime } = statSync(file);
    utimesSync(file, atime, mtime);
    await new Promise((resolve) => setTimeout(resolve, 50));
    reader.stat = stat;
    await eventually(
      () => upserted(deltas).length,
      (times) => times > 1,
    );
  });

  it('tries again by itself what could not be read', async () => {
    const root = temporaryRegistry([KEY]);
    const { deltas, reader, follower } = follow(root, { watch: 'events' });
    reader.fail(join(root, 'skills', KEY, 'examples'), 'EIO');
    await follower.scan(join(root, 'skills', KEY));
    expect(deltas.at(-1)?.unreadable).toHaveLength(1);
    reader.heal(join(root, 'skills', KEY, 'examples'));
    await eventually(
      () => deltas.at(-1)?.unreadable,
      (places) => places?.length === 0,
    );
  });

  it('looks often where the system has no events left, and says why', async () => {
    const root = temporaryRegistry([KEY]);
    const { watching } = follow(root, { watch: 'scan' });
    expect(watching).toEqual(['scan']);
    expect(follow(root, { watch: 'off' }).watching).toEqual(['off']);
  });

  it('tells that the root went away, and what is there when it is back', async () => {
    const parent = temporaryFolder();
    const root = join(parent, 'registry');
    renameSync(temporaryRegistry([KEY]), root);
    const { roots, deltas } = follow(root);
    renameSync(root, `${root}-former`);
    await eventually(
      () => roots.at(-1),
      (state) => state?.isThere === false,
    );
    writeFiles(`${root}-former`, skillFiles('skills/go/jackc/pgx', 'go/jackc/pgx'));
    renameSync(`${root}-former`, root);
    await eventually(
      () => roots.at(-1),
      (state) => state?.isThere === true,
    );
    await eventually(
      () => upserted(deltas),
      (folders) => folders.includes('skills/go/jackc/pgx'),
    );
    expect(deltas.flatMap(({ removed }) => removed)).toEqual([]);
  });
});
