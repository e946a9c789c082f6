import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';
import { makeProgram, type RegisterCommand, runProgram } from './program.ts';

/** In help order. */
const COMMANDS = new Map<string, () => Promise<RegisterCommand>>([
  ['serve', async () => (await import('./commands/serve.ts')).registerServe],
  ['status', async () => (await import('./commands/status.ts')).registerStatus],
  ['stop', async () => (await import('./commands/stop.ts')).registerStop],
  ['list', async () => (await import('./commands/list.ts')).registerList],
  ['search', async () => (await import('./commands/search.ts')).registerSearch],
  ['find', async () => (await import('./commands/find.ts')).registerFind],
  ['show', async () => (await import('./commands/show.ts')).registerShow],
  ['match', async () => (await import('./commands/match.ts')).registerMatch],
  ['sync', async () => (await import('./commands/sync.ts')).registerSync],
  ['export', async () => (await import('./commands/export.ts')).registerExport],
  ['export-site', async () => (await import('./commands/export-site.ts')).registerExportSite],
  ['registry', async () => (await import('./commands/registry.ts')).registerRegistry],
  ['mcp', async () => (await import('./commands/mcp.ts')).registerMcp],
  ['connect', async () => (await import('./commands/connect.ts')).registerConnect],
  ['doctor', async () => (await import('./commands/doctor.ts')).registerDoctor],
  ['validate', async () => (await import('./commands/validate.ts')).registerValidate],
  ['index', async () => (await import('./commands/index.ts')).registerIndex],
  ['init', async () => (await import('./commands/init.ts')).registerInit],
  ['submit', async () => (await import('./commands/submit.ts')).registerSubmit],
  ['remove', async () => (await import('./commands/remove.ts')).registerRemove],
]);

/** Failures: see `runProgram`. Only help and unknown words load all commands. */
export async function runCli(args: readonly string[], io: CliIo): Promise<void> {
  const [first = ''] = args;
  const load = COMMANDS.get(first);
  if (load !== undefined) return runProgram(args, io, [await load()]);
  return runProgram(args, io, /^(?:-v|--version)$/.test(first) ? [] : await loadAll());
}

/** For help and test. */
export async function createProgram(io: CliIo): Promise<Command> {
  return makeProgram(io, await loadAll());
}

function loadAll(): Promise<readonly RegisterCommand[]> {
  return Promise.all(Array.from(COMMANDS.values(), (load) => load()));
}
