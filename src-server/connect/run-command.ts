import { spawn } from 'node:child_process';
import type { StdioCommand } from '../contract/clients/mcp-clients.ts';
import { findCommand, type Place, searchPath } from './place.ts';
import { systemProgram } from './system-program.ts';

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT = 4_000;

/** How a command ended. */
export interface CommandResult {
  readonly ok: boolean;
  /** What it printed, both streams. */
  readonly output: string;
}

/** Runs a client's own command, without a shell, and waits for it. */
export function runCommand(place: Place, { command, args }: StdioCommand): Promise<CommandResult> {
  const file = findCommand(place, command);
  if (file === undefined) {
    return Promise.resolve({ ok: false, output: `The command ${command} is not on the PATH.` });
  }
  const isScript = /\.cmd$/i.test(file);
  const [program, words] = isScript
    ? [systemProgram('cmd.exe', place.env), ['/d', '/s', '/c', `"${windowsCommandLine([file, ...args])}"`]]
    : [file, args];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: place.home,
      env: { ...place.env, [pathName(place)]: searchPath(place) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      windowsHide: true,
      windowsVerbatimArguments: isScript,
    });
    let output = '';
    const add = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

/** Windows calls it `Path`, and takes only one of the two. */
function pathName({ env }: Place): string {
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

/**
 * Words as one command line for `cmd /s /c`, each in quotes as Microsoft's C runtime reads them. What cmd itself would
 * act on (`&`, `|`, `<`, `>`, `^`, `%`) must not be in them.
 */
export function windowsCommandLine(words: readonly string[]): string {
  return words
    .map((word) => word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1'))
    .map((word) => `"${word}"`)
    .join(' ');
}
