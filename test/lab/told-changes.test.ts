import { readdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFolderWatcher } from '../../src-server/registry/disk/folder-watcher.ts';
import { eventually } from '../support/test-server.ts';
import { CHANGE_SCENARIOS, type ChangeScenario } from './change-scenarios.ts';
import { pause } from './describe-following.ts';

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
  it.each(scenarios.filter(({ isLarge }) => !isLarge))('tells of $name', expectTold);
  it.each(scenarios.filter(({ isLarge }) => isLarge))('tells of $name', { tags: 'ci' }, expectTold);

  async function expectTold({ arrange, change, place }: ChangeScenario): Promise<void> {
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
  }
});
