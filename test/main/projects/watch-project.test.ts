import { EventEmitter } from 'node:events';
import type { FSWatcher, WatchListener, watch } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { watchProject } from '../../../src-main/projects/watch-project.ts';
import { createFakeClock } from '../fake-clock.ts';

function setUp(files: readonly string[]) {
  const clock = createFakeClock();
  const onChange = vi.fn();
  const folders = new Map<string, { tell: (name: string | null) => void; fail(): void; isClosed: boolean }>();
  const watchFolder = ((folder: string, _options: object, listener: WatchListener<string>) => {
    if (folder.includes('gone')) throw new Error('ENOENT');
    const emitter = new EventEmitter();
    const one = {
      tell: (name: string | null) => listener('change', name),
      fail: () => void emitter.emit('error', new Error('EPERM')),
      isClosed: false,
    };
    folders.set(folder, one);
    const close = () => {
      one.isClosed = true;
    };
    return Object.assign(emitter, { close }) as unknown as FSWatcher;
  }) as unknown as typeof watch;
  const stop = watchProject({ folder: '/shop', files, clock, onChange, watchFolder });
  return { clock, onChange, folders, stop };
}

it('tells once that files changed, when they have settled', async () => {
  const { clock, onChange, folders } = setUp(['package-lock.json']);
  folders.get('/shop')?.tell('package-lock.json');
  await clock.advance(300);
  folders.get('/shop')?.tell('package-lock.json');
  await clock.advance(300);
  expect(onChange).not.toHaveBeenCalled();
  await clock.advance(200);
  expect(onChange).toHaveBeenCalledOnce();
});

it('tells of what agents read, of files below, and of nothing else', async () => {
  const { clock, onChange, folders } = setUp(['api/Cargo.lock', 'gone/uv.lock']);
  expect([...folders.keys()]).toEqual(['/shop', '/shop/.agents', '/shop/api']);
  folders.get('/shop')?.tell('README.md');
  folders.get('/shop/api')?.tell('AGENTS.md');
  await clock.advance(1_000);
  expect(onChange).not.toHaveBeenCalled();
  folders.get('/shop')?.tell('AGENTS.md');
  await clock.advance(1_000);
  folders.get('/shop/api')?.tell('Cargo.lock');
  await clock.advance(1_000);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('takes a folder that goes away for a change', async () => {
  const { clock, onChange, folders } = setUp(['Cargo.lock']);
  folders.get('/shop')?.tell('shop');
  await clock.advance(1_000);
  folders.get('/shop')?.fail();
  await clock.advance(1_000);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('watches fifty folders at most, the root always', () => {
  const files = Array.from({ length: 80 }, (_, number) => `packages/p${number}/package.json`);
  const { folders } = setUp(files);
  expect(folders.size).toBe(50);
  expect(folders.has('/shop')).toBe(true);
});

it('tells nothing once it is stopped', async () => {
  const { clock, onChange, folders, stop } = setUp(['Cargo.lock']);
  folders.get('/shop')?.tell('Cargo.lock');
  stop();
  await clock.advance(1_000);
  expect(onChange).not.toHaveBeenCalled();
  expect(folders.get('/shop')?.isClosed).toBe(true);
});
