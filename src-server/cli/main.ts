import { setFlagsFromString } from 'node:v8';
import { leaveWorkingFolder } from '../platform/files.ts';
import { EXIT_CODES, processIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

/**
 * Bytes of bytecode that a function runs before V8 compiles it to machine code; V8's own is 67,584. Most commands end before
 * what is compiled has saved the time that compiling takes.
 */
const COMPILING_BUDGET = 1_000_000;

const args = process.argv.slice(2);
const io = processIo();
if (args[0] === 'serve' || args[0] === 'mcp') leaveWorkingFolder();
else setFlagsFromString(`--interrupt-budget=${COMPILING_BUDGET}`);
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
