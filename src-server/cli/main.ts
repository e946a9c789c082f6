#!/usr/bin/env node
import { version } from '../version.ts';
import { processIo } from './cli-io.ts';

const args = process.argv.slice(2);
const [first = ''] = args;
const io = processIo();
// What is started often, and waited for, loads nothing that it doesn't need.
if (args.length === 1 && (first === '--version' || first === '-v')) io.out(version);
else if (first === 'serve' || first === 'mcp') await (await import('./run-server.ts')).runServer(args, io);
else await (await import('./run-cli.ts')).runCli(args, io);
