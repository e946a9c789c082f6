import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The flags that V8 of a version gets, for all kinds of work in their order. */
async function flagsOf(v8: string): Promise<string[]> {
  const flags: string[] = [];
  vi.resetModules();
  vi.doMock('node:v8', () => ({ setFlagsFromString: (flag: string) => flags.push(flag) }));
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, v8 } });
  const { compileFor } = await import('../../../src-server/platform/v8-compiling.ts');
  for (const work of ['command', 'start', 'wordsOfFew', 'known', 'manyRequests'] as const) compileFor(work);
  return flags;
}

describe('what V8 is told of compiling', () => {
  afterEach(() => {
    vi.doUnmock('node:v8');
    vi.unstubAllGlobals();
  });

  it('tells V8 of Node 20 to compile later while a service starts, and as usual after many requests', async () => {
    expect(await flagsOf('11.3.244.8-node.38')).toEqual([
      '--interrupt-budget=1000000',
      '--interrupt-budget=400000',
      '--max-inlined-bytecode-size-cumulative=0',
      '--max-inlined-bytecode-size-cumulative=920',
      '--interrupt-budget=67584',
    ]);
  });

  it.each([
    ['Node 22', '12.4.254.21-node.35'],
    ['Node 24', '13.6.233.17-node.53'],
    ['Node 25', '14.1.146.11-node.22'],
    ['Electron', '14.2.231.22-electron.0'],
  ])('tells V8 of %s nothing, since it does not know the flag', async (_program, v8) => {
    expect(await flagsOf(v8)).toEqual([]);
  });

  it('sets only flags that V8 of this Node knows', async () => {
    const flags = await flagsOf(process.versions.v8);
    const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', '0'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
