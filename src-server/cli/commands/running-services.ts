import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { printable, printableJson } from '../../contract/outside-text.ts';
import {
  type DiscoveryFile,
  hasLostRegistry,
  LOST_REGISTRY_STATE,
  lostRegistryLine,
} from '../../contract/service.ts';
import { agoWords, checkingWords, problemWords } from '../../contract/words.ts';
import { askServers, chooseService, type FoundServer, severalRun } from '../../discovery/find-services.ts';
import { userFolders } from '../../platform/files.ts';
import { isAlive } from '../../platform/folder-lock.ts';
import { openInBrowser, refusesBrowser, whyNoBrowser } from '../browser.ts';
import { collect, findAskedService, REGISTRIES } from '../choose-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples, parseNumber } from '../cli-io.ts';
import { locateNamed } from '../named-registry.ts';
import { layerWords, servedSkills } from '../text.ts';

export function registerStatus(program: Command, io: CliIo): void {
  const command = program
    .command('status')
    .description('show the running services and their registries')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const { answering, silent, ignored, unread } = await askServers(userFolders(io.env).data);
      for (const line of [...ignored, ...unread]) io.err(printable(line));
      if (json) {
        const unheard = silent.map((file) => ({ ...file, silent: true }));
        return io.out(printableJson([...answering.map(describeForMachines), ...unheard], 2));
      }
      const several = severalRun(chooseService({ answering }));
      const lines = [
        ...answering.flatMap((server) => describeForPeople(server, describeState(server.status), io)),
        ...silent.flatMap((file) => describeForPeople({ file }, 'does not answer', io)),
        ...(several === undefined ? [] : [several]),
      ];
      const start = `Nothing runs. Start it with: ${cliLine(['serve', '-r', '<folder>'], io)}`;
      io.out(lines.length === 0 ? start : lines.map(printable).join('\n'));
    });
  examples(command, io, { 'For a script': ['status', '--json'] });
}

function describeForMachines({ file, status }: FoundServer): Record<string, unknown> {
  if (status === undefined) return { ...file, needsToken: true };
  const { counts, diagnostics, checking, registry, registries } = status;
  return { ...file, counts, diagnostics, checking, available: registry.available, registries };
}

function describeForPeople(server: FoundServer, state: string, io: CliIo): readonly string[] {
  const { file, status } = server;
  const { registries = [] } = status ?? {};
  return [
    `${file.url}  ${state}`,
    ...(registries.length < 2 ? [file.registry] : registries.map(layerWords)).map((line) => `  ${line}`),
    `  pid ${file.pid} (${file.app === 'tray' ? 'tray app' : 'command line'}), started ${agoWords(file.startedAt)}`,
    ...(hasLostRegistry(server) ? [`  ${lostRegistryLine(server, (args) => cliLine(args, io))}`] : []),
  ];
}

export function describeState(status: FoundServer['status']): string {
  if (status === undefined) return 'needs a token';
  if (!status.registry.available) return LOST_REGISTRY_STATE;
  const far = status.checking === undefined ? '' : ` so far (${checkingWords(status.checking)})`;
  return `${servedSkills(status.counts)}, ${problemWords(status.diagnostics)}${far}`;
}

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

interface OpenOptions {
  readonly registry?: readonly string[];
}

export function registerOpen(program: Command, io: CliIo): void {
  const command = program
    .command('open')
    .description('open the page of a running service in the browser, and print its address')
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .action((options: OpenOptions) => open(options, io));
  examples(command, io, { 'Open the page of the service of a folder': ['open', '-r', 'my-registry'] });
}

async function open(options: OpenOptions, io: CliIo): Promise<void> {
  const { running, named, locked } = await findAskedService(options, io);
  if (running === undefined) {
    if (locked !== undefined)
      throw new CliError(
        EXIT_CODES.failed,
        `The service at ${locked} demands a token, which a browser does not send.`,
      );
    const roots = named.map(({ location }) => location.root);
    const registries = roots.length === 0 ? ['-r', '<folder>'] : roots.flatMap((root) => ['-r', root]);
    throw new CliError(
      EXIT_CODES.failed,
      roots.length === 0 ? 'No service runs.' : `No service runs over ${roots.join(', ')}.`,
      { below: [`Start one, with its page: ${cliLine(['serve', ...registries, '--open'], io)}`] },
    );
  }
  const { url } = running.address;
  const seat = { env: io.env, platform: process.platform };
  const why = whyNoBrowser(seat) ?? (await openInBrowser(url, seat));
  if (why !== undefined) {
    io.err(printable(`No browser was opened: ${why}.`));
    // Who wants none has what there is to have.
    if (refusesBrowser(io.env) === undefined) io.setExitCode(EXIT_CODES.failed);
  }
  io.out(printable(url));
}
