import { createServer } from 'node:net';
import { programFolder, version } from '../built-files.ts';
import type { DiscoveryFile, LayerId, Logger } from '../contract/service.ts';
import { askServers, chooseService, writeDiscoveryFile } from '../discovery/find-services.ts';
import { rememberRegistry } from '../discovery/kept-files.ts';
import type { HttpApp } from '../http/app.ts';
import { type ListeningServer, listen, type ServerLimits } from '../http/server.ts';
import { StartError } from './server-options.ts';

interface BindOptions extends ServerLimits {
  readonly host: string;
  readonly port: number;
  readonly registry: string;
  readonly layers: readonly LayerId[];
  readonly dataFolder: string;
}

const PORTS_TO_TRY = 20;

/** Listens at a port. If that fails, the `StartError` names the owner of the port and a free one. */
export async function bindPort(app: HttpApp, options: BindOptions): Promise<ListeningServer> {
  const { host, port } = options;
  try {
    return await listen(app, { host, port }, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') throw await explainPort(code, options, error);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      const message = `${host} is no address of this machine.`;
      throw new StartError({ reason: 'address-unavailable', host, port }, message, { cause: error });
    }
    throw error;
  }
}

async function explainPort(
  code: 'EADDRINUSE' | 'EACCES',
  { host, port, registry, layers, dataFolder }: BindOptions,
  cause: unknown,
): Promise<StartError> {
  // Windows refuses reserved ports with EACCES, also if our service has the port.
  const { answering, silent } = await askServers(dataFolder, (file) => file.port === port);
  const owner = answering[0]?.file;
  const sameRegistry = chooseService({ answering }, { registry, layers }).chosen !== undefined;
  const nextFreePort = await findFreePort(host, port + 1);
  const reason = code === 'EADDRINUSE' || owner !== undefined ? 'port-taken' : 'port-denied';
  const free = nextFreePort === undefined ? {} : { nextFreePort };
  const failure = { reason, host, port, ...(owner && { owner, sameRegistry }), ...free } as const;
  return new StartError(failure, describe(reason, port, owner, silent[0]), { cause });
}

function describe(
  reason: 'port-taken' | 'port-denied',
  port: number,
  owner: DiscoveryFile | undefined,
  silent: DiscoveryFile | undefined,
): string {
  if (reason === 'port-denied') return `Port ${port} may not be used: the system denies it.`;
  if (owner !== undefined)
    return `Port ${port} is taken by Skills Registry itself (pid ${owner.pid}), which serves ${owner.registry}.`;
  const holder = silent === undefined ? 'another program' : `process ${silent.pid}, which does not answer`;
  return `Port ${port} is taken by ${holder}.`;
}

/** Finds a free port; undefined if the next 20 are taken. */
async function findFreePort(host: string, from: number): Promise<number | undefined> {
  for (let port = from; port < from + PORTS_TO_TRY && port <= 65_535; port += 1) {
    if (await isFree(host, port)) return port;
  }
  return undefined;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Milliseconds that a service must run in a terminal to be remembered: a shorter `serve` leaves no choice behind. */
const TRIAL_MS = 60_000;

interface AnnounceOptions {
  readonly secret: string;
  /** Whether the user chose the registry, so that it is remembered. */
  readonly isChosen: boolean;
  readonly logger: Logger;
}

/** Writes the discovery file, and remembers the registry. A failure is logged, and doesn't prevent serving. */
export async function announce(
  dataFolder: string,
  facts: Omit<DiscoveryFile, 'schema' | 'pid' | 'version' | 'mcpUrl' | 'program'>,
  { secret, isChosen, logger }: AnnounceOptions,
) {
  const file = {
    ...facts,
    schema: 1,
    pid: process.pid,
    version,
    mcpUrl: `${facts.url}/mcp`,
    program: programFolder(),
  } as const;
  const warn = (what: string) => (error: unknown) => logger.warn(what, { error: String(error) });
  const unfindable = warn(
    'The discovery file could not be written; other programs will not find this service by themselves.',
  );
  let remove = () => {};
  let isWithdrawn = false;
  const write = async (registry: string) => {
    if (isWithdrawn) return;
    remove = await writeDiscoveryFile(dataFolder, { ...file, registry }, secret);
    if (isWithdrawn) remove();
  };
  let writing = write(facts.registry).catch(unfindable);
  await writing;
  const remember = () =>
    rememberRegistry(dataFolder, facts.registry).catch(warn('The registry could not be remembered.'));
  const isTrial = facts.app !== 'tray';
  if (isChosen && !isTrial) await remember();
  const trial = isChosen && isTrial ? setTimeout(remember, TRIAL_MS).unref() : undefined;
  return {
    move(registry: string): void {
      writing = writing.then(() => write(registry)).catch(unfindable);
    },
    /** Resolves when nothing is written any more. */
    withdraw(): Promise<void> {
      isWithdrawn = true;
      clearTimeout(trial);
      remove();
      return writing;
    },
  };
}
