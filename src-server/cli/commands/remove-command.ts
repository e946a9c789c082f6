import { join } from 'node:path';
import type { Command } from 'commander';
import { packageRoot } from '../../built-files.ts';
import { createCommandInstaller } from '../../connect/command/command-installer.ts';
import { windowsUserPath } from '../../connect/command/user-path.ts';
import { thisMachine } from '../../connect/machine.ts';
import { printable } from '../../contract/words/printable.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** For the app's uninstaller: removes only a command that starts this copy. */
export function registerRemoveCommand(program: Command, io: CliIo): void {
  program.command('remove-command', { hidden: true }).action(() => removeCommand(io));
}

async function removeCommand(io: CliIo): Promise<void> {
  const installer = createCommandInstaller({
    machine: thisMachine(io.env),
    cli: { node: process.execPath, script: join(packageRoot(), 'dist', 'server', 'skills-registry.cjs') },
    terminalPath: async () => io.env['PATH'] ?? '',
    userPath: windowsUserPath(io.env),
  });
  if ((await installer.state()).found !== 'ours') return;
  const { ok, message } = await installer.remove();
  if (!ok) throw new CliError(EXIT_CODES.failed, message);
  io.out(printable(message));
}
