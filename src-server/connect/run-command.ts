import { spawn } from 'node:child_process';
import type { StdioCommand } from '../contract/clients/mcp-clients.ts';
import { findCommand, type Machine, searchPath } from './machine.ts';
import { systemProgram } from './system-program.ts';

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT = 4_000;

export interface CommandResult {
  readonly ok: boolean;
  /** Both streams. */
  readonly output: string;
}

export function runCommand(machine: Machine, { command, args }: StdioCommand): Promise<CommandResult> {
  const file = findCommand(machine, command);
  if (file === undefined) {
    return Promise.resolve({ ok: false, output: `The command ${command} is not on the PATH.` });
  }
  const isScript = /\.cmd$/i.test(file);
  const [program, words] = isScript
    ? [systemProgram('cmd.exe', machine.env), ['/d', '/s', '/c', `"${windowsCommandLine([file, ...args])}"`]]
    : [file, args];
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: machine.home,
      env: { ...machine.env, [pathName(machine)]: searchPath(machine) },
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

/** Windows accepts only one spelling, usually `Path`. */
function pathName({ env }: Machine): string {
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}

/**
 * Quotes for `cmd /s /c` by Microsoft's C runtime rules. Not for words with `&`, `|`, `<`, `>`, `^` or `%`.
 */
export function windowsCommandLine(words: readonly string[]): string {
  return words
    .map((word) => word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1'))
    .map((word) => `"${word}"`)
    .join(' ');
}
