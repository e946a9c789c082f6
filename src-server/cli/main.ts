import { leaveWorkingFolder } from '../platform/files.ts';
import { compileFor } from '../platform/v8-compiling.ts';
import { EXIT_CODES, processIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

const args = process.argv.slice(2);
const io = processIo();
if (args[0] === 'serve' || args[0] === 'mcp') leaveWorkingFolder();
else compileFor('command');
let isSettled = false;
process.once('beforeExit', () => {
  if (isSettled) return;
  // Nothing is left that could go on: what the command waits for has ended.
  io.err('The command ended without an answer: what it waited for has ended.');
  io.setExitCode(EXIT_CODES.failed);
});
void runCli(args, io).finally(() => {
  isSettled = true;
});
