import { readdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFolderWatcher } from '../../src-server/registry/disk/folder-watcher.ts';
import { LAB_TIMEOUT_MS, startServed } from '../support/disk-lab/served.ts';
import { eventually } from '../support/test-server.ts';
import { CHANGE_SCENARIOS } from './change-scenarios.ts';

vi.setConfig({ testTimeout: LAB_TIMEOUT_MS });

/** One way of following at a time, so that none is healed by the other. */
const WAYS = [
  ['the system’s events alone', ['--watch', 'events', '--scan-interval', '0']],
  ['the scan alone', ['--watch', 'scan', '--scan-interval', '1']],
  ['both, as they come', ['--scan-interval', '1']],
] as const;

/** So long after the start nothing is looked at any more because of that alone. */
const STARTED_MS = 800;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(WAYS)('by %s', (_way, options) => {
  it.each(CHANGE_SCENARIOS)('shows $name', async ({ arrange, change, isSeen }) => {
    const root = arrange();
    const served = await startServed(root, undefined, { options });
    await pause(STARTED_MS);
    expect(await isSeen(served), 'seen before it happened').toBe(false);
    change(root);
    await eventually(
      () => isSeen(served),
      (seen) => seen,
    );
  });
});

describe('by the system’s events alone, while another change is being picked up', () => {
  it.each(CHANGE_SCENARIOS)('shows $name', async ({ arrange, change, isSeen }) => {
    const root = arrange();
    const served = await startServed(root, undefined, { options: WAYS[0][1] });
    await pause(STARTED_MS);
    writeFileSync(join(root, 'skills/notes.txt'), 'Nobody serves this.\n');
    // The other change is waited for 75 ms, then looked at.
    await pause(80);
    change(root);
    await eventually(
      () => isSeen(served),
      (seen) => seen,
    );
  });
});

describe('with neither events nor a scan', () => {
  it.each([['--no-watch'], ['--watch', 'off']])(
    '%s %s leaves everything as it was read',
    async (...options) => {
      const [scenario] = CHANGE_SCENARIOS;
      if (scenario === undefined) throw new Error('There is no scenario.');
      const root = scenario.arrange();
      const served = await startServed(root, undefined, { options });
      expect((await served.status()).registry.watching).toBe('off');
      scenario.change(root);
      await pause(2_500);
      expect(await scenario.isSeen(served)).toBe(false);
    },
  );
});

/** Whether what is told leads to a look at the place: it is that place, above it, or below it. */
function leadsTo(root: string, place: string) {
  const wanted = join(root, place);
  const holds = (folder: string, path: string) => {
    const between = relative(folder, path);
    return between === '' || (!between.startsWith('..') && !isAbsolute(between));
  };
  return (told: string) => holds(told, wanted) || holds(wanted, told);
}

/**
 * Node's whole-tree watch on Linux is made of one for each folder and file, and tells of nothing when one known name takes
 * the place of another; those of macOS and Windows do.
 */
const LOST_BY_NODE_ON_LINUX = new Set([
  'two folders that are swapped',
  'a link that leads to another folder now',
]);

describe.each([
  ['one watch for the whole tree', 'darwin'],
  ['a watch for each folder', 'linux'],
] as const)('%s', (_form, platform) => {
  // A change is told where it happens; that of a whole folder's watches being lost would show here.
  const scenarios = CHANGE_SCENARIOS.filter(
    ({ name }) => platform === 'linux' || process.platform !== 'linux' || !LOST_BY_NODE_ON_LINUX.has(name),
  );
  it.each(scenarios)('tells of $name', async ({ arrange, change, place }) => {
    const root = arrange();
    const told: string[] = [];
    const failures: string[] = [];
    const watcher = createFolderWatcher(
      { root, onChange: (path) => told.push(path), onFailure: (error) => failures.push(String(error)) },
      platform,
    );
    onTestFinished(() => watcher.close());
    const addAll = (folder: string): void => {
      watcher.add(folder);
      for (const item of readdirSync(folder, { withFileTypes: true }))
        if (item.isDirectory()) addAll(join(folder, item.name));
    };
    addAll(root);
    // Watching a tree takes a moment to begin with: until a change that is of no concern is told.
    await eventually(
      () => {
        writeFileSync(join(root, 'begin.txt'), String(told.length));
        return told.some((path) => path.endsWith('begin.txt'));
      },
      (hasBegun) => hasBegun,
    );
    await pause(300);
    told.length = 0;
    change(root);
    const isAboutIt = leadsTo(root, place);
    // The root holds everything: only what is told more precisely counts, where the place isn't right in it.
    await eventually(
      () => told.filter((path) => isAboutIt(path) && path !== root).length,
      (count) => count > 0,
    );
    expect(failures).toEqual([]);
  });
});
