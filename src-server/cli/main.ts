#!/usr/bin/env node
import { processIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

await runCli(process.argv.slice(2), processIo());
