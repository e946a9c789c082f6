import { resolve } from 'node:path';
import { awayLine } from '../../contract/service/away-registry.ts';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import { silentLine } from '../../contract/service/silent-service.ts';
import { printable } from '../../contract/words/printable.ts';
import type { ServiceAddress } from '../../discovery/call-service.ts';
import { chooseService, type ServiceChoice, severalRun } from '../../discovery/choose-service.ts';
import {
  type AskedServers,
  askServers,
  type FoundServer,
  findAllServers,
} from '../../discovery/discovery-files.ts';
import { userFolders } from '../../user-folders.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { ownLine } from '../own-command.ts';
import { readTokenFile } from '../read-token-file.ts';
import { sayWaiting } from '../text/say-waiting.ts';
import type { NamedRegistry } from './locate-or-fail.ts';
import { namedRegistry } from './named-registry.ts';

/** Which service is asked, as the options name it. */
export interface NamedService {
  readonly registry?: string;
  readonly tokenFile?: string;
}

/** A service of this user that runs and may be asked. */
export interface RunningService {
  readonly address: ServiceAddress;
  readonly registry: string;
  /** Who runs it. */
  readonly app: FoundServer['file']['app'];
}

/**
 * The running service that is meant; undefined where there is none. Throws `CliError` where the named folder is no registry,
 * or none is named and what runs has lost its own.
 */
export async function findRunning(options: NamedService, io: CliIo): Promise<RunningService | undefined> {
  return (await lookForService(options, io)).running;
}

/** What was heard where a service was looked for. */
export interface LookedFor {
  readonly running: RunningService | undefined;
  /** The service that would be asked, if it answered. */
  readonly hung: ServiceChoice['hung'];
  /** What was to be asked; undefined where nobody named one. */
  readonly named: NamedRegistry | undefined;
}

/** As `findRunning`, with what was heard besides. */
export async function lookForService(options: NamedService, io: CliIo): Promise<LookedFor> {
  const named = await namedRegistry(options.registry, io);
  const root = named?.location.root;
  const token =
    options.tokenFile === undefined ? undefined : readTokenFile(resolve(io.cwd, options.tokenFile));
  const choose = (heard: AskedServers) =>
    chooseService(heard, { registry: root, hasToken: token !== undefined });
  const choice = await listenForServices(root, choose, io);
  const { usable, away, hung } = choice;
  const warning = root === undefined ? severalRun(choice) : undefined;
  if (warning !== undefined) io.err(printable(`${warning} Name a registry with -r to choose.`));
  // No other registry is an answer to what this service was asked.
  if (away !== undefined && root === undefined)
    throw new CliError(EXIT_CODES.failed, printable(awayLine(away, (args) => ownLine(args, io))));
  if (usable === undefined) return { running: undefined, hung, named };
  const { url, registry, app } = usable.file;
  const address = { url, ...(token === undefined ? {} : { token }) };
  return { running: { address, registry, app }, hung, named };
}

/** It was waited for already. */
const WAITED_MS = 200;

/** The services that answer soon; where none of use does, those that answer late, and a word of each that doesn't. */
async function listenForServices(
  root: string | undefined,
  choose: (heard: AskedServers) => ServiceChoice,
  io: CliIo,
): Promise<ServiceChoice> {
  const { data } = userFolders(io.env);
  const wants = ({ registry }: DiscoveryFile) => root === undefined || registry === root;
  const soon = await askServers(data, { wants });
  const choice = choose(soon);
  if (choice.hung === undefined) return choice;
  const hung = new Set(soon.silent.map(({ file }) => file.instanceId));
  const late = await findAllServers(data, {
    wants: ({ instanceId }) => hung.has(instanceId),
    late: sayWaiting(io, WAITED_MS),
  });
  for (const { file } of late.silent) io.err(printable(silentLine(file, process.platform)));
  return choose({ answering: [...soon.answering, ...late.answering], silent: late.silent });
}
