import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnector } from '../../src-server/connect/connector.ts';
import type { Machine } from '../../src-server/connect/machine.ts';
import type { ConnectTarget } from '../../src-server/contract/clients/clients.ts';
import { temporaryFolder } from './temporary-registry.ts';

/** A file that is there, as what is installed would be. */
const SCRIPT = join(import.meta.dirname, '..', 'fixtures', 'connect', 'skills-registry.cjs');

export const TARGET: ConnectTarget = {
  mcpUrl: 'http://127.0.0.1:8701/mcp',
  stdio: { command: process.execPath, args: [SCRIPT, 'mcp'] },
};

/** A machine with nothing on it but a home folder, removed when the test ends. */
export function fakeMachine(changes: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    home: temporaryFolder(),
    env: {},
    applications: [],
    systemFile: () => undefined,
    ...changes,
  };
}

/** A connector for a made-up machine. */
export function fakeConnector(machine: Machine, target: ConnectTarget = TARGET) {
  return createConnector({ machine, target: () => target });
}

/** Puts a command on a `PATH` of its own; it writes its arguments to `called.txt` beside it. */
export function fakeCommand(
  name: string,
  script = 'printf "%s\\n" "$@" > "$(dirname "$0")/called.txt"',
): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return folder;
}
