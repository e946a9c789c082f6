import type { DiskWorker } from '../registry/disk/start-disk-worker.ts';
import type { CliIo } from './cli-io.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerServe } from './commands/serve.ts';
import { type RegisterCommand, runProgram } from './program.ts';

/**
 * `runCli` for `serve` and `mcp`, without other commands.
 *
 * @param diskWorker if already started
 */
export function runServer(args: readonly string[], io: CliIo, diskWorker?: DiskWorker): Promise<void> {
  const registerThisServe: RegisterCommand = (program) => registerServe(program, io, diskWorker);
  return runProgram(args, io, [registerThisServe, registerMcp]);
}
