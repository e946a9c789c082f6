import type { CliIo } from './cli-io.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerServe } from './commands/serve.ts';
import { runProgram } from './program.ts';

/** `runCli` for the commands that clients start and wait for, without loading what the others do. */
export function runServer(args: readonly string[], io: CliIo): Promise<void> {
  return runProgram(args, io, [registerServe, registerMcp]);
}
