import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { printable } from '../../contract/outside-text.ts';
import type { DiscoveryFile } from '../../contract/service.ts';
import { askServers, type FoundServer } from '../../discovery/find-services.ts';
import { userFolders } from '../../platform/files.ts';
import { isAlive } from '../../platform/folder-lock.ts';
import { CliError, type CliIo, EXIT_CODES, examples, parseNumber } from '../cli-io.ts';
import { locateNamed } from '../named-registry.ts';

interface StopOptions {
  readonly registry?: string;
  readonly port?: number;
  readonly all: boolean;
}

/** A service finishes its requests within 5 s; a busy machine takes longer. */
const STOP_MS = 15_000;
const POLL_MS = 50;

export function registerStop(program: Command, io: CliIo): void {
  const command = program
    .command('stop')
    .description('stop a running service; if several run, name the service with -r, --port or --all')
    .option('-r, --registry <folder>', 'stop the service of this registry')
    .option('-p, --port <number>', 'stop the service on this port', parseNumber(1, 65_535))
    .option('--all', 'stop all services except the tray app’s', false)
    .action((options: StopOptions) => stop(options, io));
  examples(command, io, { 'Stop the service on a port': ['stop', '--port', '8710'] });
}

async function stop({ registry, port, all }: StopOptions, io: CliIo): Promise<void> {
  const root = registry === undefined ? undefined : (await locateNamed(registry, io)).location.root;
  const { data } = userFolders(io.env);
  const { answering, silent, ignored } = await askServers(
    data,
    (file) => (port === undefined || file.port === port) && (root === undefined || file.registry === root),
  );
  const refuse = (sentence: string) => {
    io.err(printable(sentence));
    io.setExitCode(EXIT_CODES.failed);
  };
  for (const line of ignored) io.err(printable(line));
  for (const { url, pid } of silent)
    refuse(`The service at ${url} does not answer. If it hangs, end process ${pid}.`);
  for (const { file } of answering.filter(isOfApp))
    refuse(`The service at ${file.url} belongs to the tray app. Stop it there, or quit the app.`);
  const own = answering.filter((server) => !isOfApp(server));
  if (answering.length + silent.length === 0) io.out('No such service runs.');
  if (own.length > 1 && !all)
    throw new CliError(
      EXIT_CODES.usage,
      `${own.length} services run; name one with --port or -r, or give --all:`,
      { below: own.map(describe) },
    );
  for (const server of own) await endService(server, data, io);
}

const isOfApp = ({ file }: FoundServer) => file.app === 'tray';

function describe({ file }: FoundServer): string {
  return `${file.url} (pid ${file.pid}), serving ${file.registry}`;
}

/** Sends SIGTERM to a service and waits for its end. Throws a `CliError` if it can’t be ended. */
export async function endService(server: FoundServer, dataFolder: string, io: CliIo): Promise<void> {
  const { pid, instanceId } = server.file;
  const fail = (what: string) => new CliError(EXIT_CODES.failed, `${describe(server)} ${what}`);
  // The system reuses the numbers of dead processes.
  if (server.status !== undefined && server.status.pid !== pid)
    throw fail(`says that it is process ${server.status.pid}.`);
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH') throw fail(`can't be ended: ${code}.`);
  }
  const wants = (file: DiscoveryFile) => file.instanceId === instanceId;
  const runs = async () => isAlive(pid) || (await askServers(dataFolder, wants)).answering.length > 0;
  for (const deadline = Date.now() + STOP_MS; await runs(); await setTimeout(POLL_MS))
    if (Date.now() > deadline) throw fail(`was asked to end ${STOP_MS / 1_000} seconds ago and still runs.`);
  io.out(printable(`Stopped ${describe(server)}.`));
}
