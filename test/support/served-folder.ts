import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { silentLogger } from '../../src-server/contract/service/logger.ts';
import { createApp } from '../../src-server/http/create-app.ts';
import { createAccessPolicy } from '../../src-server/http/host-policy.ts';
import { listen } from '../../src-server/http/http-server.ts';
import type { DiskReader } from '../../src-server/registry/disk/disk-reader.ts';
import { diskHere } from '../../src-server/registry/disk/open-disk.ts';
import type { RegistryDisk } from '../../src-server/registry/disk/registry-disk.ts';
import { followSnapshots, type SnapshotFollower } from '../../src-server/registry/disk/snapshot-follower.ts';
import { openLiveRegistry } from '../../src-server/registry/live-registry.ts';
import type { RegistryLocation } from '../../src-server/registry/model/registry-snapshot.ts';
import type { SnapshotUpdate } from '../../src-server/registry/model/snapshot-update.ts';
import { followOptions } from '../../src-server/service/follow-options.ts';
import { makeStatus } from '../../src-server/service/make-status.ts';
import { openServedRegistry } from '../../src-server/service/open-served-registry.ts';
import { type Answer, ask } from './test-server.ts';

export interface ServedFolder {
  get(path: string): Promise<Answer>;
  /** Lets it look at absolute paths, as if the system had told of them; resolves when all of it is served and indexed. */
  tell(paths: Iterable<string>): Promise<void>;
  /** Absolute paths that it couldn't read, which it would look at again by itself. */
  unreadable(): readonly string[];
  close(): Promise<void>;
}

/** A folder that is served by a thread which another one can take the place of. */
export interface ServedByThread extends ServedFolder {
  /** Ends the thread that reads the registry; the next one begins with what is served, and looks at everything. */
  replaceThread(): void;
}

/** Serves a registry by a reader of the test's choice, with nothing noticed but what the test tells, until the test ends. */
export async function serveFolder(
  root: string,
  reader: DiskReader,
  cacheFolder: string,
): Promise<ServedByThread> {
  const { disk, replaceThread } = asOnThread(reader);
  return { ...(await serveDisk(root, disk, cacheFolder)), replaceThread };
}

/** A disk here that hands everything over as a thread does: as copies. */
function asOnThread(reader: DiskReader): { readonly disk: RegistryDisk; replaceThread(): void } {
  let follower: SnapshotFollower | undefined;
  let begin = (): SnapshotFollower => expect.unreachable();
  let checks = false;
  const disk: RegistryDisk = {
    ...diskHere(reader),
    async follow(options, events) {
      const onUpdate = (update: SnapshotUpdate) => events.onUpdate(structuredClone(update));
      begin = () => followSnapshots(reader, options, { ...events, onUpdate }, structuredClone(events.seed()));
      follower = begin();
      const present = () => follower ?? expect.unreachable();
      return {
        scan: (path) => present().scan(path),
        index: (keys) => present().index(keys),
        watchFolders: () => present().watchFolders(),
        check() {
          checks = true;
          return present().check();
        },
        caughtUp: () => present().caughtUp(),
        close: () => present().close(),
      };
    },
  };
  return {
    disk,
    replaceThread() {
      void follower?.close();
      follower = begin();
      if (checks) void follower.check();
    },
  };
}

/** The same by a whole disk of the test's choice. */
export async function serveDisk(
  root: string,
  disk: RegistryDisk,
  cacheFolder: string,
): Promise<ServedFolder> {
  const location: RegistryLocation = { root, skillsFolder: 'skills', layout: 'registry' };
  const identity = { instanceId: '', startedAt: new Date(0), acceptsSubmissions: false, url: '' };
  const served = await openServedRegistry({
    read: {
      live: openLiveRegistry({
        ...followOptions({ watch: false, scanIntervalMs: 0 }, location, cacheFolder),
        disk,
        logger: silentLogger,
      }),
      close: () => disk.close(),
    },
    logger: silentLogger,
    cacheFolder,
    onChange() {},
    describe: (registry) => makeStatus(identity, registry),
  });
  const access = createAccessPolicy({ boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] });
  const app = createApp({ served, access, logger: silentLogger });
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  await served.search().ready;
  served.beginChecks();
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await close(0);
    await served.close();
  };
  const service: ServedFolder = {
    get: (path) => ask(`http://127.0.0.1:${port}${path}`),
    async tell(paths) {
      await Promise.all([...paths].map((directory) => served.live.refresh({ directory })));
      await served.search().ready;
    },
    unreadable: () => served.live.latest.contents.unreadable.map(({ path }) => join(root, path)),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
  onTestFinished(() => service.close());
  return service;
}
