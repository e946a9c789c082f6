import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-registry.ts';

const KILLER = new URL('kill-at-step.mjs', import.meta.url).href;
export const BUILT_CLI = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));

export interface KilledWriter {
  /** A folder with all that it needs, which stands for the user's home folder too. */
  readonly prepare: () => string;
  /** Script and arguments. */
  readonly command: (folder: string) => readonly string[];
  /** The user’s data folder; default: an empty one. */
  readonly data?: (folder: string) => string;
}

export interface KilledRun {
  readonly folder: string;
  /** What it was about to do, such as `rename`; undefined where it came to its end. */
  readonly step: string | undefined;
}

const AT_ONCE = 3;

/** Runs a writer again and again, ended before its first step of writing, its second, and so on until it comes to its end. */
export async function killAtEachStep(writer: KilledWriter): Promise<readonly KilledRun[]> {
  const runs: KilledRun[] = [];
  while (runs.every(({ step }) => step !== undefined)) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => runs.length + 1 + index);
    runs.push(...(await Promise.all(numbers.map((number) => runUntil(writer, number)))));
  }
  return runs;
}

function runUntil(
  { prepare, command, data = () => temporaryFolder() }: KilledWriter,
  step: number,
): Promise<KilledRun> {
  const folder = prepare();
  const child = spawn(process.execPath, ['--import', KILLER, ...command(folder)], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: data(folder),
      KILL_AT_STEP: String(step),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0) reject(new Error(said));
      else resolve({ folder, step: /^killed at (.+)$/m.exec(said)?.[1] });
    });
  });
}
