import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));

export interface CliProcess {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** The exit code; null where a signal ended it. */
  readonly exited: Promise<number | null>;
}

export interface CliSurroundings {
  /** Folder that stands for the user's data and cache folders. */
  readonly userFolder: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A command that starts it, such as `nsenter`, with its arguments; it must become the process, not stay above it. */
  readonly through?: readonly string[];
  /** What is piped into it; its standard input ends right behind. Default: nothing. */
  readonly input?: string | Buffer;
  /** Its standard input stays open, for the test to write. */
  readonly keepsInput?: boolean;
}

/** A folder that stands for a user's own, removed when the test ends. */
export function temporaryUserFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-registry-user-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built command line as a process of its own; ended when the test ends. */
export function startCli(
  args: readonly string[],
  { userFolder, cwd = userFolder, env = {}, through = [], input = '', keepsInput = false }: CliSurroundings,
): CliProcess {
  const [command = process.execPath, ...rest] = [...through, process.execPath, CLI, ...args];
  const child = spawn(command, rest, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: userFolder,
      XDG_DATA_HOME: userFolder,
      XDG_CACHE_HOME: userFolder,
      LOCALAPPDATA: userFolder,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // One that ends without reading is no failure of the test.
  child.stdin.on('error', () => undefined);
  if (keepsInput) child.stdin.write(input);
  else child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { process: child, out: () => out, err: () => err, exited };
}

/** Runs the built command line to its end. */
export async function runCliProcess(args: readonly string[], surroundings: CliSurroundings) {
  const cli = startCli(args, surroundings);
  const code = await cli.exited;
  return { code, out: cli.out(), err: cli.err() };
}
