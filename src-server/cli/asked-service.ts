import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { sampleRegistry } from '../built-files.ts';
import { awayLine, isAway } from '../contract/away-registry.ts';
import type { DiscoveryFile } from '../contract/discovery.ts';
import { silentLogger } from '../contract/logger.ts';
import { printable } from '../contract/printable.ts';
import { DEFAULT_HOST } from '../contract/service-defaults.ts';
import { silentLine } from '../contract/silent-service.ts';
import { callService, type ServiceAddress, type ServiceReply } from '../discovery/call-service.ts';
import { chooseService, severalRun } from '../discovery/choose-service.ts';
import {
  type AskedServers,
  askServers,
  type FoundServer,
  findAllServers,
} from '../discovery/discovery-files.ts';
import { startedSources } from '../discovery/service-surroundings.ts';
import { findRegistryAround } from '../registry/disk/find-registry-near.ts';
import { rootOf } from '../service/last-registry.ts';
import { StartError } from '../service/start-error.ts';
import { startServer } from '../start-server.ts';
import { userFolders } from '../user-folders.ts';
import { chooseNear, namedByEnvironment } from './choose-registry.ts';
import { CliError, type CliIo } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { locateOrFail, meantFolder } from './locate-or-fail.ts';
import { ownLine } from './own-command.ts';
import { readTokenFile } from './read-token-file.ts';
import { sayWaiting } from './say-waiting.ts';
import { createStderrLogger } from './stderr-logger.ts';
import { takenInstead } from './taken-instead.ts';

/** Which service is asked, as the options name it. */
export interface NamedService {
  readonly registry?: string;
  readonly tokenFile?: string;
}

/** The options of every command that asks a service. */
export interface AskingOptions extends NamedService {
  /** The service's answer instead of a text for people. */
  readonly json: boolean;
}

/** Adds the options of `AskingOptions`. */
export function addAskingOptions(command: Command): Command {
  return command
    .option(
      '-r, --registry <folder>',
      'the registry; default: SKILLS_REGISTRY, else what a running service serves, else the one you stand in, right above or below, else that of the service started last, else the sample',
    )
    .option('--token-file <path>', 'the token, for a service that asks for one')
    .option('--json', 'print the answer of the service', false);
}

/** The words that name the same service again, for a line to run next. */
export function choiceWords({ registry, tokenFile }: NamedService): readonly string[] {
  return [
    ...(registry === undefined ? [] : ['-r', registry]),
    ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
  ];
}

/** A service that answers, be it for this question alone. */
export interface AskedService {
  /** Absent where it is for this question alone. */
  readonly url?: string;
  /** The registry that it serves. */
  readonly registry: string;
  /** The answer. Throws `ServiceRefusal` where it is an error. */
  get(path: string): Promise<string>;
}

/**
 * Does `work` with the service that is meant: the running one that serves the named registry, or what `chooseService`
 * says where none is named. Where none runs, the registry is opened for as long as `work` takes and asked the
 * same way, so that the answers are the same: the named one, else the one near the current folder, else what clients get
 * that start the program by themselves, else the sample.
 */
export async function withService<T>(
  options: AskingOptions,
  io: CliIo,
  work: (service: AskedService) => Promise<T>,
): Promise<T> {
  const { running, silent, named } = await lookForService(options, io);
  const workAndSay = async (service: AskedService) => {
    const result = await work(service);
    if (!options.json) await sayWhich(service, named, io);
    return result;
  };
  if (running === undefined) {
    const folder = named?.root ?? (await unnamedFolder(silent, io));
    return withOwnService(folder, io, workAndSay);
  }
  return workAndSay(asked(running.address, running.registry));
}

/**
 * Whose answer it is, where nobody named the registry, and that it isn't that of the one where somebody stands; beside the
 * answer, which may go into a file.
 */
async function sayWhich(
  { url, registry }: AskedService,
  named: NamedRegistry | undefined,
  io: CliIo,
): Promise<void> {
  if (named !== undefined) return sayTaken(named.path, named.root, io);
  const around = findRegistryAround(io.cwd);
  const own = around === undefined ? undefined : await locateOrFail(around, io.cwd).catch(() => undefined);
  if (around !== undefined && own !== undefined && own.root !== registry) {
    const word = relative(io.cwd, around) || '.';
    io.err(printable(`You stand in another registry, ${own.root}: -r ${word} asks that one.`));
  }
  io.err(printable(`${registry}${url === undefined ? '' : ` (served at ${url})`}:`));
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

interface LookedFor {
  readonly running: RunningService | undefined;
  /** Services that don't answer. */
  readonly silent: readonly FoundServer[];
  /** What was to be asked; undefined where nobody named one. */
  readonly named: NamedRegistry | undefined;
}

async function lookForService(options: NamedService, io: CliIo): Promise<LookedFor> {
  const named = await namedRegistry(options.registry, io);
  const root = named?.root;
  const token =
    options.tokenFile === undefined ? undefined : readTokenFile(resolve(io.cwd, options.tokenFile));
  const isUsable = ({ status }: FoundServer) =>
    // One that asks for a token is nobody's to use who has none.
    status === undefined ? token !== undefined : status.registry.available;
  const { answering, silent } = await listenForServices(root, isUsable, io);
  const choice = chooseService(answering.filter(isUsable), root);
  const warning = root === undefined ? severalRun(choice) : undefined;
  if (warning !== undefined) io.err(printable(`${warning} Name a registry with -r to choose.`));
  if (choice.meant === undefined) {
    if (root === undefined) refuseAway(answering, io);
    return { running: undefined, silent, named };
  }
  const { url, registry, app } = choice.meant.file;
  const address = { url, ...(token === undefined ? {} : { token }) };
  return { running: { address, registry, app }, silent, named };
}

/** Where somebody's service runs, what lies around or the sample is no answer to what that one was asked. */
function refuseAway(answering: readonly FoundServer[], io: CliIo): void {
  const { meant } = chooseService(answering.filter(isAway));
  if (meant !== undefined)
    throw new CliError(EXIT_CODES.failed, printable(awayLine(meant, (args) => ownLine(args, io))));
}

/** It was waited for already. */
const WAITED_MS = 200;

/** The services that answer soon; where none of use does, those that answer late, and a word of each that doesn't. */
async function listenForServices(
  root: string | undefined,
  isUsable: (server: FoundServer) => boolean,
  io: CliIo,
): Promise<AskedServers> {
  const { data } = userFolders(io.env);
  const wants = ({ registry }: DiscoveryFile) => root === undefined || registry === root;
  const soon = await askServers(data, { wants });
  if (soon.silent.length === 0 || soon.answering.some(isUsable)) return soon;
  const hung = new Set(soon.silent.map(({ file }) => file.instanceId));
  const late = await findAllServers(data, {
    wants: ({ instanceId }) => hung.has(instanceId),
    late: sayWaiting(io, WAITED_MS),
  });
  for (const { file } of late.silent) io.err(printable(silentLine(file, process.platform)));
  return { answering: [...soon.answering, ...late.answering], silent: late.silent };
}

/** A registry that somebody named. */
export interface NamedRegistry {
  /** As it was named. */
  readonly path: string;
  /** Absolute, links resolved. */
  readonly root: string;
}

/** The registry that is named, by an option or else by `SKILLS_REGISTRY`. Throws `CliError` where it is none. */
export async function namedRegistry(
  option: string | undefined,
  { env, cwd }: Pick<CliIo, 'env' | 'cwd'>,
): Promise<NamedRegistry | undefined> {
  const path = option ?? namedByEnvironment(env);
  return path === undefined ? undefined : { path, root: (await locateOrFail(path, cwd)).root };
}

/** Says so where another folder than the named one is taken. */
export async function sayTaken(named: string, root: string, io: CliIo): Promise<void> {
  const instead = await takenInstead(await meantFolder(named, io.cwd), root);
  if (instead !== undefined) io.err(printable(instead));
}

/** What is opened where none is named. What was served last is only looked at where nothing else is meant: its disk may hang. */
async function unnamedFolder(silent: readonly FoundServer[], { env, cwd }: CliIo): Promise<string> {
  const near = chooseNear(cwd);
  if (near !== undefined) return near.path;
  const { hung, served } = await startedSources(userFolders(env).data, { silent }, (folder) =>
    rootOf(folder, silentLogger),
  );
  return hung ?? served ?? sampleRegistry();
}

/** Listens where nobody else can ask, and is announced to nobody. */
async function withOwnService<T>(
  registry: string,
  io: CliIo,
  work: (service: AskedService) => Promise<T>,
): Promise<T> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'skills-registry-'));
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replace(/^.*[\\/]/, '')}` : join(folder, 'socket');
  const logger = createStderrLogger({ level: 'error', json: false, write: io.err });
  try {
    const server = await startServer({
      registry,
      socket: socketPath,
      watch: 'off',
      scanIntervalMs: 0,
      logger,
    });
    const address = { url: `http://${DEFAULT_HOST}`, socketPath };
    return await work(asked(address, server.status().registry.path)).finally(() => server.close());
  } catch (error) {
    const isNoRegistry = error instanceof StartError && error.failure.reason === 'no-registry';
    if (isNoRegistry) throw new CliError(EXIT_CODES.noRegistry, error.message, { cause: error });
    throw error;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function asked(address: ServiceAddress, registry: string): AskedService {
  return {
    ...(address.socketPath === undefined ? { url: address.url } : {}),
    registry,
    async get(path) {
      const reply = await callService(address, path);
      if (reply.status !== 200) throw new ServiceRefusal(reply);
      return reply.body;
    },
  };
}

/** A service's answer that is an error, in its own words. */
export class ServiceRefusal extends CliError {
  /** Of HTTP. */
  readonly status: number;

  constructor(reply: ServiceReply) {
    super(EXIT_CODES.failed, errorOf(reply));
    this.status = reply.status;
  }
}

/** What a service says of a failure; its status where it is no error of ours. */
export function errorOf({ status, body }: ServiceReply): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Something else than our service answered.
  }
  return `The service answered with status ${status} and no word of explanation.`;
}
