import fs, {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { version } from '../../../package.json';
import { codeFileName, decodeCode, encodeCode, runCachedScript } from '../../../src-server/cli/code-cache.ts';
import { keepCode } from '../../../src-server/cli/keep-code.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';

const SCRIPT = `
const other = require('./other.cjs');
module.exports = { here: __filename, sum: (a, b) => a + b + other.more };
`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A program with a folder for its code. */
function program(source = SCRIPT) {
  const root = temporaryFolder({ 'program/script.cjs': source, 'program/other.cjs': 'exports.more = 39;' });
  const file = join(root, 'program/script.cjs');
  const folder = join(root, 'cache/code');
  const kept = join(folder, codeFileName(file));
  return { file, folder, kept, run: () => runCachedScript({ file, folder }) as Exports };
}

interface Exports {
  readonly here: string;
  readonly sum: (a: number, b: number) => number;
}

/** Runs it, and lets so much time pass that its code is kept. */
async function runAndKeep({ run, kept }: ReturnType<typeof program>): Promise<void> {
  run();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await vi.waitFor(() => expect(existsSync(kept)).toBe(true), { timeout: 30_000 });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
}

/** Whether a start goes without what was kept, and would keep its own. */
function isMadeAnew({ run }: ReturnType<typeof program>): boolean {
  vi.clearAllTimers();
  expect(run().sum(1, 2)).toBe(42);
  return vi.getTimerCount() === 1;
}

describe('a script with a code cache', () => {
  it('runs as if it were required, and keeps its code for this user alone a while later', async () => {
    const script = program();
    expect(script.run()).toMatchObject({ here: script.file });
    expect(script.run().sum(1, 2)).toBe(42);
    expect(existsSync(script.folder)).toBe(false);
    await runAndKeep(script);
    if (process.platform !== 'win32') {
      expect(statSync(script.kept).mode & 0o777).toBe(0o600);
      expect(statSync(script.folder).mode & 0o777).toBe(0o700);
    }
  });

  it('takes the code that was kept, and marks it as used', async () => {
    const script = program();
    await runAndKeep(script);
    utimesSync(script.kept, 1, 1);
    expect(isMadeAnew(script)).toBe(false);
    expect(statSync(script.kept).mtimeMs).toBeGreaterThan(1_000);
  });

  it.each([
    ['EROFS', ['futimesSync', 'utimesSync']],
    ['EPERM', ['futimesSync']], // Windows, of a file that is open to be read
  ] as const)('takes it, too, where %s keeps it from being marked', async (code, names) => {
    const script = program();
    await runAndKeep(script);
    for (const name of names)
      vi.spyOn(fs, name).mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
    syncBuiltinESMExports();
    expect(isMadeAnew(script)).toBe(false);
  });

  it('is compiled anew where its source is another one of the same length', async () => {
    const script = program();
    await runAndKeep(script);
    writeFileSync(script.file, SCRIPT.replace('a + b', 'b - a'));
    expect(script.run().sum(1, 2)).toBe(40);
    expect(vi.getTimerCount()).toBe(1);
  });

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (code: Buffer) => code.subarray(0, code.length / 2)],
    [
      'damaged',
      (code: Buffer) => Buffer.concat([code.subarray(0, -1), Buffer.of(~(code.at(-1) ?? 0) & 255)]),
    ],
  ])('is compiled anew where what was kept is %s', async (_how, change) => {
    const script = program();
    await runAndKeep(script);
    writeFileSync(script.kept, change(readFileSync(script.kept)));
    expect(isMadeAnew(script)).toBe(true);
  });

  it('is compiled anew where what was kept is of another engine', async () => {
    const source = `${SCRIPT}// This engine has not seen it yet.`;
    const script = program(source);
    await keepCode(script.kept, encodeCode(source, Buffer.from('of another engine')));
    expect(isMadeAnew(script)).toBe(true);
  });

  it('does not believe code that others can write', unless(onWindows), async () => {
    const script = program();
    await runAndKeep(script);
    chmodSync(script.kept, 0o666);
    expect(isMadeAnew(script)).toBe(true);
  });

  it('does not follow a link to code', unless(onWindows), async () => {
    const script = program();
    await runAndKeep(script);
    const elsewhere = `${script.kept}.elsewhere`;
    renameSync(script.kept, elsewhere);
    symlinkSync(elsewhere, script.kept);
    expect(isMadeAnew(script)).toBe(true);
  });

  it('keeps and takes nothing where NODE_DISABLE_COMPILE_CACHE is set', async () => {
    const script = program();
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
    expect(script.run().sum(1, 2)).toBe(42);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('runs where nothing can be kept', unless(onWindows), async () => {
    const { file } = program();
    const run = () => runCachedScript({ file, folder: '/dev/null/code' }) as Exports;
    expect(run().sum(1, 2)).toBe(42);
    await vi.runAllTimersAsync();
    expect(run().sum(1, 2)).toBe(42);
  });

  it('tells its own errors by its own lines', () => {
    const { run, file } = program(`\nmodule.exports = {};\nthrow new Error('a defect');`);
    expect(run).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:3`) }));
  });
});

describe('code that is kept', () => {
  it('is of one place, version, Node, processor and engine', () => {
    const [name, elsewhere] = [codeFileName('/a'), codeFileName('/b')];
    expect(name).not.toBe(elsewhere);
    for (const part of [version, process.version, process.arch, process.versions.v8])
      expect(name).toContain(part);
  });

  it('takes the place of an earlier version’s, and of what nobody used for long; the rest stays', async () => {
    const folder = join(temporaryFolder(), 'code');
    const [old, long, other, own] = [
      'a1-0.0.1@v20.0.0-x64.code',
      'b2-0.1.0@v20.0.0-x64.code',
      'c3-0.1.0@v20.0.0-x64.code',
      'a1-0.1.0@v20.0.0-x64.code',
    ];
    await keepCode(join(folder, old), Buffer.from('1'));
    await keepCode(join(folder, long), Buffer.from('2'));
    await keepCode(join(folder, other), Buffer.from('3'));
    writeFileSync(join(folder, 'notes.txt'), '');
    utimesSync(join(folder, long), 1, 1);
    utimesSync(join(folder, 'notes.txt'), 1, 1);
    await keepCode(join(folder, own), Buffer.from('4'));
    expect(readdirSync(folder).toSorted()).toEqual([own, other, 'notes.txt'].toSorted());
  });

  it('is believed the next time, where others could write what was there', unless(onWindows), async () => {
    const script = program();
    await keepCode(script.kept, Buffer.from('theirs'));
    chmodSync(script.kept, 0o666);
    await keepCode(script.kept, Buffer.from('ours'));
    expect(statSync(script.kept).mode & 0o777).toBe(0o600);
  });

  it('leaves alone what another Node keeps of the same program', async () => {
    const folder = join(temporaryFolder(), 'code');
    const names = ['a1-0.1.0@v20.0.0-x64.code', 'a1-0.1.0@v24.0.0-x64.code', 'a1-0.1.0@v24.0.0-arm64.code'];
    for (const name of names) await keepCode(join(folder, name), Buffer.from('1'));
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  });

  it('is what V8 made of the very source', () => {
    const bytes = encodeCode('source', Buffer.from('code'));
    expect(decodeCode('source', bytes)).toEqual(Buffer.from('code'));
    expect(decodeCode('another', bytes)).toBeUndefined();
    expect(decodeCode('source', bytes.subarray(0, 8))).toBeUndefined();
  });
});
