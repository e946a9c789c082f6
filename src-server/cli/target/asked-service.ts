import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { sampleRegistry } from '../../built-files.ts';
import { goneLine } from '../../contract/service/lost-registry.ts';
import { DEFAULT_HOST } from '../../contract/service/service-defaults.ts';
import { printable } from '../../contract/words/printable.ts';
import { callService, type ServiceAddress, type ServiceReply } from '../../discovery/call-service.ts';
import { offlineRegistry } from '../../discovery/service-surroundings.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { findRegistryAround } from '../../registry/find-registry-near.ts';
import { locateRegistry } from '../../registry/locate-registry.ts';
import type { RunningServer } from '../../service/running-server.ts';
import { StartError } from '../../service/start-error.ts';
import { startServer } from '../../service/start-server.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { collect } from '../collect.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { createStderrLogger } from '../text/stderr-logger.ts';
import { firstAdded } from './added-registry.ts';
import { type ChosenRegistry, chooseUnnamed, REGISTRIES } from './choose-registry.ts';
import { locateOrFail, type NamedRegistry, noRegistry } from './locate-or-fail.ts';
import { reportSubstitution } from './named-registry.ts';
import { type LookedFor, lookForService, type NamedService } from './running-service.ts';

export interface AskingOptions extends NamedService {
  readonly json: boolean;
}

export function addAskingOptions(command: Command): Command {
  return addServiceOptions(command).option('--json', 'print the answer of the service as JSON', false);
}

export function addServiceOptions(command: Command): Command {
  return command
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .option('--token-file <path>', 'file with the token of the service');
}

/** For suggested command lines. */
export function choiceWords({
  registry,
  tokenFile,
  lang,
}: NamedService & { readonly lang?: string }): readonly string[] {
  return [
    ...(lang === undefined ? [] : ['--lang', lang]),
    ...registryOptions(registry),
    ...(tokenFile === undefined ? [] : ['--token-file', tokenFile]),
  ];
}

/** `-r` for each. */
export function registryOptions(registry: NamedService['registry'] = []): readonly string[] {
  return registry.flatMap((name) => ['-r', name]);
}

/** Perhaps temporary. */
export interface AskedService {
  /** Absent if temporary. */
  readonly url?: string;
  readonly registry: string;
  /** Throws `ServiceRefusal`. */
  get(path: string, accept?: string): Promise<string>;
  /** Throws `ServiceRefusal`. */
  post(path: string, json: string): Promise<string>;
}

/** No `url`: temporarily opened. */
export type AnsweringRegistry = Pick<AskedService, 'url' | 'registry'>;

export interface RegistryAccess<S extends AnsweringRegistry> {
  readonly served: (service: AskedService) => S;
  readonly opened: <T>(chosen: ChosenRegistry, io: CliIo, work: (registry: S) => Promise<T>) => Promise<T>;
}

/** Starts a temporary service if necessary, for equal answers. */
export function withService<T>(
  options: AskingOptions,
  io: CliIo,
  work: (service: AskedService) => Promise<T>,
): Promise<T> {
  return withRegistry(options, io, { served: (service) => service, opened: withOwnService }, work);
}

/** For commands with cheaper access to the folder. */
export async function withRegistry<S extends AnsweringRegistry, T>(
  options: AskingOptions,
  io: CliIo,
  access: RegistryAccess<S>,
  work: (registry: S) => Promise<T>,
): Promise<T> {
  const { running, hung, named, layers } = await lookForService(options, io);
  const workAndSay = async (registry: S) => {
    const result = await work(registry);
    if (!options.json) await sayWhich(registry, named, io);
    return result;
  };
  if (running !== undefined) return workAndSay(access.served(asked(running.address, running.registry)));
  const chosen =
    named === undefined ? await unnamedRegistry(hung, io) : { path: named.location.root, layers };
  return access.opened(chosen, io, workAndSay);
}

/** On stderr, unless named by the user. Warns if the working directory is in another registry. */
async function sayWhich(
  { url, registry }: AnsweringRegistry,
  named: NamedRegistry | undefined,
  io: CliIo,
): Promise<void> {
  if (named !== undefined) return reportSubstitution(named, io);
  const around = findRegistryAround(io.cwd);
  const own = around === undefined ? undefined : await locateOrFail(around, io.cwd).catch(() => undefined);
  if (around !== undefined && own !== undefined && own.root !== registry) {
    const word = relative(io.cwd, around) || '.';
    io.err(
      printable(`The current folder is in another registry, ${own.root}. To use that registry: -r ${word}`),
    );
  }
  io.err(printable(`${registry}${url === undefined ? '' : ` (served at ${url})`}:`));
}

/** Throws `CliError` if the remembered registry is gone: another would mislead. */
export async function unnamedRegistry(hung: LookedFor['hung'], io: CliIo): Promise<ChosenRegistry> {
  const known = await offlineRegistry(userFolders(io.env).data, { hung }, async (folder) => {
    const located = locateRegistry(folder);
    return located.ok ? located.location.root : undefined;
  });
  if (known?.isGone)
    throw new CliError(
      EXIT_CODES.noRegistry,
      goneLine(known.folder, (args) => cliLine(args, io)),
    );
  if (known !== undefined) return { path: known.folder };
  const sources = { cwd: io.cwd, sample: sampleRegistry(), added: () => firstAdded(io) };
  return chooseUnnamed(sources);
}

/** Private, no discovery file. */
export function withOwnService<T>(
  chosen: ChosenRegistry,
  io: CliIo,
  work: (service: AskedService) => Promise<T>,
): Promise<T> {
  return withOwnServer(chosen, io, ({ server, address }) =>
    work(asked(address, server.status().registry.path)),
  );
}

export interface OwnServer {
  readonly server: RunningServer;
  readonly address: ServiceAddress & { readonly socketPath: string };
}

export async function withOwnServer<T>(
  { path, layers }: ChosenRegistry,
  io: CliIo,
  work: (own: OwnServer) => Promise<T>,
): Promise<T> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'skills-registry-'));
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replace(/^.*[\\/]/, '')}` : join(folder, 'socket');
  const logger = createStderrLogger({ level: 'error', json: false, write: io.err });
  try {
    const server = await startServer({
      registry: path,
      layers,
      socket: socketPath,
      watch: 'off',
      scanIntervalMs: 0,
      logger,
    });
    const address = { url: `http://${DEFAULT_HOST}`, socketPath };
    return await work({ server, address }).finally(() => server.close());
  } catch (error) {
    // The folder just disappeared.
    if (error instanceof StartError && error.failure.reason === 'no-registry')
      throw noRegistry(error.failure.path, { ...error.failure, reason: error.message });
    throw error;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function asked(address: ServiceAddress, registry: string): AskedService {
  return {
    ...(address.socketPath === undefined ? { url: address.url } : {}),
    registry,
    get: async (path, accept) =>
      bodyOf(await callService(address, path, accept === undefined ? {} : { accept })),
    post: async (path, json) => bodyOf(await callService(address, path, { json })),
  };
}

function bodyOf(reply: ServiceReply): string {
  if (reply.status !== 200 && reply.status !== 201) throw new ServiceRefusal(reply);
  return reply.body;
}

export class ServiceRefusal extends CliError {
  readonly status: number;

  constructor(reply: ServiceReply) {
    super(EXIT_CODES.failed, errorOf(reply));
    this.status = reply.status;
  }
}

/** Foreign bodies: status. */
export function errorOf({ status, body }: ServiceReply): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // The answer is not our service's.
  }
  return `The service answered with status ${status} without a reason.`;
}
