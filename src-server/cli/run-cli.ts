import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';
import { registerConnect } from './commands/connect.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExport } from './commands/export.ts';
import { registerFind } from './commands/find.ts';
import { registerIndex } from './commands/index.ts';
import { registerInit } from './commands/init.ts';
import { registerList } from './commands/list.ts';
import { registerMatch } from './commands/match.ts';
import { registerMcp } from './commands/mcp.ts';
import { registerRemove } from './commands/remove.ts';
import { registerRemoveCommand } from './commands/remove-command.ts';
import { registerSearch } from './commands/search.ts';
import { registerServe } from './commands/serve.ts';
import { registerShow } from './commands/show.ts';
import { registerStatus } from './commands/status.ts';
import { registerStop } from './commands/stop.ts';
import { registerSubmit } from './commands/submit.ts';
import { registerSync } from './commands/sync.ts';
import { registerValidate } from './commands/validate.ts';
import { makeProgram, type RegisterCommand, runProgram } from './program.ts';

/** In the order of the help. */
const COMMANDS: readonly RegisterCommand[] = [
  registerServe,
  registerStatus,
  registerStop,
  registerList,
  registerSearch,
  registerFind,
  registerShow,
  registerMatch,
  registerSync,
  registerExport,
  registerMcp,
  registerConnect,
  registerDoctor,
  registerValidate,
  registerIndex,
  registerInit,
  registerSubmit,
  registerRemove,
  registerRemoveCommand,
];

/** Runs the command line; every failure becomes a line on stderr and an exit code, never a stack trace. */
export function runCli(args: readonly string[], io: CliIo): Promise<void> {
  return runProgram(args, io, COMMANDS);
}

/** The commands with their options; also what the help and its test are made from. */
export function createProgram(io: CliIo): Command {
  return makeProgram(io, COMMANDS);
}
