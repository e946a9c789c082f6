#!/usr/bin/env node
import { createRequire } from 'node:module';
import { compiledWorker } from '../built-files.ts';
import { startDiskWorker } from '../registry/disk/start-disk-worker.ts';
import { leaveWorkingFolder } from '../user-folders.ts';
import { version } from '../version.ts';
import { processIo } from './cli-io.ts';

void run(process.argv.slice(2));

/** Loads needed code only: clients often start `serve` and `mcp`, and wait. */
async function run(args: readonly string[]): Promise<void> {
  const [first = ''] = args;
  const io = processIo();
  if (first === 'serve' || first === 'mcp') leaveWorkingFolder();
  if (args.length === 1 && (first === '--version' || first === '-v')) io.out(version);
  else if (first === 'serve') {
    // The worker starts while this thread loads the server code.
    const workerUrl = compiledWorker('disk-worker');
    const worker = workerUrl === undefined ? undefined : startDiskWorker(workerUrl);
    await serverProgram().runServer(args, io, worker);
  } else if (first === 'mcp') await serverProgram().runServer(args, io);
  else await (await import('./run-cli.ts')).runCli(args, io);
}

function serverProgram() {
  return createRequire(import.meta.url)('./serve.cjs') as typeof import('./run-server.ts');
}
