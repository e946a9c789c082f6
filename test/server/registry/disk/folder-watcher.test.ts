import { type FSWatcher, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFolderWatcher } from '../../../../src-server/registry/disk/folder-watcher.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

const opened: FSWatcher[] = [];

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>();
  const watch = (...args: Parameters<typeof actual.watch>) => {
    const watcher = actual.watch(...args);
    opened.push(watcher);
    return watcher;
  };
  return { ...actual, watch };
});

/** Emits what Node emits after it has closed a handle. */
function failing(code: string, platform: NodeJS.Platform, isRemoved: boolean) {
  const root = temporaryFolder({ 'a/b.md': 'b' });
  const [onChange, onFailure] = [vi.fn(), vi.fn()];
  opened.length = 0;
  const watcher = createFolderWatcher({ root, onChange, onFailure }, platform);
  onTestFinished(() => watcher.close());
  watcher.add(root);
  if (platform === 'linux') watcher.add(join(root, 'a'));
  if (isRemoved) rmSync(root, { recursive: true });
  opened.at(-1)?.emit('error', Object.assign(new Error(code), { code }));
  return { onChange, onFailure };
}

describe('an error of a watcher', () => {
  it.each(
    (['linux', 'win32', 'darwin'] as const).flatMap((platform) =>
      ['EPERM', 'EACCES', 'EIO', 'EMFILE', 'UNKNOWN'].map((code) => [code, platform] as const),
    ),
  )('ends watching by events where the folder is still there: %s on %s', (code, platform) => {
    expect(failing(code, platform, false).onFailure).toHaveBeenCalledExactlyOnceWith(code);
  });

  it.each(['linux', 'win32', 'darwin'] as const)('is a removal where the folder is gone: %s', (platform) => {
    expect(failing('EPERM', platform, true).onFailure).not.toHaveBeenCalled();
  });
});
