import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import { silentLine } from '../../contract/service/silent-service.ts';
import { printable } from '../../contract/words/printable.ts';
import { askServers, type FoundServer, findServers } from '../../discovery/discovery-files.ts';
import { isAlive } from '../../platform/folder-lock.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { namedRegistry } from '../target/named-registry.ts';

interface StopOptions {
  readonly registry?: string;
  readonly port?: number;
  readonly all: boolean;
}

/** Services finish requests within 5 s; busy machines take longer. */
export const STOP_MS = 15_000;
const POLL_MS = 50;

/** Refuses the tray app's service. */
export function registerStop(program: Command, io: CliIo): void {
  program
    .command('stop')
    .description('stop a running service; if several run, name the service with -r, --port or --all')
    .option('-r, --registry <folder>', 'stop the service of this registry; default: SKILLS_REGISTRY')
    .option('-p, --port <number>', 'stop the service on this port', parsePort)
    .option('--all', 'stop all services except the tray app’s', false)
    .action((options: StopOptions) => stop(options, io));
}

function parsePort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 1 to 65535.');
}

async function stop(options: StopOptions, io: CliIo): Promise<void> {
  // `--port` and `--all` override SKILLS_REGISTRY.
  const isSaid = options.port !== undefined || options.all;
  const named = await namedRegistry(options.registry, isSaid ? { ...io, env: {} } : io);
  const root = named?.location.root;
  const { data } = userFolders(io.env);
  const wants = ({ port, registry }: DiscoveryFile) =>
    (options.port === undefined || port === options.port) && (root === undefined || registry === root);
  const { answering: matching, silent } = await askServers(data, { wants });
  for (const { file } of silent) {
    io.err(printable(silentLine(file, process.platform)));
    io.setExitCode(EXIT_CODES.failed);
  }
  if (matching.length === 0) {
    if (silent.length === 0)
      io.out(root === undefined && options.port === undefined ? 'Nothing runs.' : 'No such service runs.');
    return;
  }
  const ofApp = matching.filter(({ file }) => file.app === 'tray');
  for (const { file } of ofApp) {
    io.err(printable(`The service at ${file.url} belongs to the tray app. Stop it there, or quit the app.`));
    io.setExitCode(EXIT_CODES.failed);
  }
  const own = matching.filter(({ file }) => file.app !== 'tray');
  if (own.length > 1 && !options.all) {
    io.err(`${own.length} services run; name one with --port or -r, or give --all:`);
    for (const server of own) io.err(printable(describe(server)));
    io.setExitCode(EXIT_CODES.usage);
    return;
  }
  for (const server of own) await end(server, data, io);
}

function describe({ file }: FoundServer): string {
  return `${file.url} (pid ${file.pid}), serving ${file.registry}`;
}

/** SIGTERM, then waits. */
async function end(server: FoundServer, dataFolder: string, io: CliIo): Promise<void> {
  const { pid, instanceId } = server.file;
  // The service's own process ID must match, because the system reuses IDs of dead processes.
  if (server.status !== undefined && server.status.pid !== pid)
    throw new CliError(
      EXIT_CODES.failed,
      `${describe(server)} says that it is process ${server.status.pid}.`,
    );
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH')
      throw new CliError(EXIT_CODES.failed, `${describe(server)} can't be ended: ${code}.`);
  }
  const wants = (file: DiscoveryFile) => file.instanceId === instanceId;
  const runs = async () => isAlive(pid) || (await findServers(dataFolder, { wants })).length > 0;
  for (const deadline = Date.now() + STOP_MS; await runs(); await setTimeout(POLL_MS))
    if (Date.now() > deadline)
      throw new CliError(
        EXIT_CODES.failed,
        `${describe(server)} was asked to end ${STOP_MS / 1_000} seconds ago and still runs.`,
      );
  io.out(printable(`Stopped ${describe(server)}.`));
}
