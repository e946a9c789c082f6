#!/usr/bin/env node
import { version } from '../version.ts';
import { processIo } from './cli-io.ts';

const args = process.argv.slice(2);
const [first = ''] = args;
// Scripts ask for it often; nothing of the command line needs to be there.
if (args.length === 1 && (first === '--version' || first === '-v')) processIo().out(version);
else await (await import('./run-cli.ts')).runCli(args, processIo());
