import { leaveWorkingFolder } from '../platform/user-folders.ts';
import { processIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

const args = process.argv.slice(2);
const io = processIo();
if (args[0] === 'serve' || args[0] === 'mcp') leaveWorkingFolder();
void runCli(args, io);
