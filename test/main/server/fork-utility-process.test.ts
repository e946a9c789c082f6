/** Against a fake of what Electron's sources do around a utility process. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ElectronForFork, forkUtilityProcess } from '../../../src-main/server/fork-utility-process.ts';

function setUp() {
  const app = new EventEmitter();
  const children: ReturnType<typeof createChild>[] = [];
  const utilityProcess = {
    fork: (_entry: string, _args: string[], { serviceName }: { serviceName: string }) => {
      const child = createChild(serviceName);
      children.push(child);
      return child.api;
    },
  };
  const seen: string[] = [];
  const fork = forkUtilityProcess(
    { app, utilityProcess } as unknown as ElectronForFork,
    '/app/utility-process.js',
    'service',
  );
  const start = (name: string) =>
    fork({
      onSpawn: () => void seen.push(`${name} spawned`),
      onMessage() {},
      onOutput: (line, stream) => void seen.push(`${name} ${stream}: ${line}`),
      onFatalError() {},
      onGone: (reason) => void seen.push(`${name} gone: ${reason}`),
      onExit: (code) => void seen.push(`${name} exit ${code}`),
    });
  return { app, children, seen, start };
}

function createChild(serviceName: string) {
  const api = new EventEmitter();
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  Object.assign(api, { ...streams, pid: undefined, postMessage() {}, kill: () => false });
  return {
    api,
    serviceName,
    ...streams,
    /** As lib/browser/api/utility-process.ts: the streams lose all listeners right after the event. */
    exit(code: number) {
      api.emit('exit', code);
      for (const stream of Object.values(streams)) stream.removeAllListeners();
    },
  };
}

it('keeps the last words that arrive after the exit, before it tells of the end', async () => {
  const { children, seen, start } = setUp();
  start('one');
  const [child] = children;
  child?.stderr.write('FATAL ERROR: ');
  await nextTurn();
  child?.exit(6);
  await nextTurn();
  child?.stderr.write('Reached heap limit\nAllocation failed');
  setTimeout(() => {
    child?.stderr.end('\n at Array.push');
    child?.stdout.end();
  }, 20);
  await expect.poll(() => seen.at(-1)).toBe('one exit 6');
  expect(seen).toEqual([
    'one stderr: FATAL ERROR: Reached heap limit',
    'one stderr: Allocation failed',
    'one stderr:  at Array.push',
    'one exit 6',
  ]);
});

it('does not wait for a pipe that another program holds open', async () => {
  const { children, seen, start } = setUp();
  start('one');
  children[0]?.stdout.write('no line break');
  children[0]?.exit(0);
  await expect.poll(() => seen).toEqual(['one stdout: no line break', 'one exit 0']);
});

it('splits neither characters nor lines where the chunks do', async () => {
  const { children, seen, start } = setUp();
  start('one');
  const [child] = children;
  for (const byte of Buffer.from('ä€😀\r\nend\n')) child?.stdout.write(Buffer.from([byte]));
  child?.stdout.end();
  child?.stderr.end();
  child?.exit(0);
  await expect.poll(() => seen.at(-1)).toBe('one exit 0');
  expect(seen.slice(0, -1)).toEqual(['one stdout: ä€😀', 'one stdout: end']);
});

it('tells of a lost process the one that it was, however many are forked', () => {
  const { app, children, seen, start } = setUp();
  for (const name of ['one', 'two', 'three']) start(name);
  expect(new Set(children.map(({ serviceName }) => serviceName)).size).toBe(3);
  const gone = (name: string | undefined) =>
    app.emit('child-process-gone', {}, { name, reason: 'launch-failed', exitCode: 1 });
  gone(children[1]?.serviceName);
  gone('Network Service');
  gone(undefined);
  expect(seen).toEqual(['two gone: launch-failed']);
  expect(app.listenerCount('child-process-gone')).toBe(1);
});
