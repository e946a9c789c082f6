#!/usr/bin/env node
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledWorker } from '../built-files.ts';
import { startDiskWorker } from '../registry/disk/start-disk-worker.ts';
import { leaveWorkingFolder, userFolders } from '../user-folders.ts';
import { version } from '../version.ts';
import { processIo } from './cli-io.ts';
import { runCachedScript } from './code-cache.ts';

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
  const file = fileURLToPath(new URL('./serve.cjs', import.meta.url));
  return runCachedScript({ file, folder: codeFolder() }) as typeof import('./run-server.ts');
}

/** Undefined without home folder. */
function codeFolder(): string | undefined {
  try {
    return join(userFolders().cache, 'code');
  } catch {
    return undefined;
  }
}
