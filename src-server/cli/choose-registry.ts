import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { sampleRegistry } from '../built-files.ts';
import { registryOfEnvironment } from '../connect/registry-option.ts';
import { printable } from '../contract/outside-text.ts';
import type { RegistryQueries, ServiceQueries } from '../contract/queries.ts';
import { goneLine, type LayerChoice, layerIds, lostRegistryLine } from '../contract/service.ts';
import { listWords } from '../contract/words.ts';
import { HttpQueries, type ServiceAddress } from '../discovery/ask-service.ts';
import { askServers, chooseService } from '../discovery/find-services.ts';
import { offlineRegistry } from '../discovery/kept-files.ts';
import { userFolders } from '../platform/files.ts';
import { openRegistryStore } from '../registries/registry-store.ts';
import { findRegistryNear, locateRegistry } from '../registry/locate.ts';
import { StartError } from '../service/layers.ts';
import type { OpenedRegistry } from '../service/open-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from './cli-io.ts';
import { type LocatedRegistry, locateNamed, namedRegistry, type Surroundings } from './named-registry.ts';
import { createStderrLogger } from './text.ts';

/** Against guessing. */
const MIN_LENGTH = 16;
const MAX_BYTES = 4_096;

/** Of a private file. Throws `CliError`, never with file content. */
export function readTokenFile(path: string): string {
  const fail = (why: string) => new CliError(EXIT_CODES.usage, why);
  let file: number;
  try {
    // Never blocks on named pipes.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw fail(`${path} can't be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw fail(`${path} is no file.`);
    if (stats.size > MAX_BYTES) throw fail(`${path} is too large for a token.`);
    if (process.platform !== 'win32' && !isPrivate(stats, process.getuid?.()))
      throw fail(`Other users can read ${path}. Run: chmod 600 '${path}'`);
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < MIN_LENGTH)
      throw fail(`The token in ${path} is too short. The minimum is ${MIN_LENGTH} characters.`);
    if (!/^[\x21-\x7e]+$/.test(text))
      throw fail(`The token in ${path} must be one word of ASCII letters, digits and signs.`);
    return text;
  } finally {
    closeSync(file);
  }
}

/**
 * Readable by its owner only; a file of root also by a group, the form of secrets in Kubernetes and systemd (PostgreSQL
 * has the same rule for keys).
 */
export function isPrivate({ mode, uid }: Pick<Stats, 'mode' | 'uid'>, user: number | undefined): boolean {
  const isGiven = uid === 0 && user !== 0;
  return (mode & (isGiven ? 0o037 : 0o077)) === 0;
}

/**
 * The registry of a command is the first of these. Who asks (`askRegistry`) gets a service that runs over exactly these
 * layers, else the folders are opened in this process. `serve` and `export-site` skip the running service and the
 * remembered registry (`chooseRegistry`). Commands that write files name a folder, or stand in it (`locateOrFail`).
 */
export const REGISTRY_ORDER = [
  '-r <folder or name>',
  'SKILLS_REGISTRY',
  'the registry of a running service',
  'the remembered registry',
  'the registry at, above or right below the current folder',
  'all added registries, in layers',
  'the sample',
] as const;

/** Of `-r`. */
export const REGISTRIES =
  'registry: folder, or name of an added registry (repeatable, the upper first); default: see the main help';

export interface AskingOptions {
  /** Each `-r`, upper first. */
  readonly registry?: readonly string[];
  readonly tokenFile?: string;
  /** Says nothing beside the answer. */
  readonly json?: boolean;
}

export interface ChosenRegistry {
  readonly path: string;
  /** Default: `path` alone. */
  readonly layers?: readonly LayerChoice[];
  /** Not chosen: added registries, sample. */
  readonly isFallback?: true;
}

export interface AskedRegistry {
  readonly queries: RegistryQueries & Pick<ServiceQueries, 'match'>;
  /** Root of the uppermost. */
  readonly registry: string;
  /** Of all layers, upper first: root, or name of an added registry. */
  readonly registries: readonly string[];
  /** Absent if opened in this process. */
  readonly url?: string;
}

export function addAskingOptions(command: Command): Command {
  return command
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .option('--token-file <path>', 'file with the token of the service');
}

/** For commands with an answer: `--json`, or text. */
export function addAnswerOptions(command: Command): Command {
  return addAskingOptions(command).option('--json', 'print the answer as JSON', false);
}

/** For repeatable options. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** The running service, else the registry in this process. */
export async function askRegistry<T>(
  options: AskingOptions,
  io: CliIo,
  work: (asked: AskedRegistry) => Promise<T>,
): Promise<T> {
  const { running, named } = await findService(options, io);
  const workAndSay = async (asked: AskedRegistry) => {
    const result = await work(asked);
    const { url, registries } = asked;
    const which = `${registries.join(', ')}${url === undefined ? '' : ` (served at ${url})`}:`;
    // One registry that the user has named needs no mention.
    const said = named.length === 1 ? named[0]?.instead : which;
    if (said !== undefined && options.json !== true) io.err(printable(said));
    return result;
  };
  if (running !== undefined) {
    const { address, registry, registries } = running;
    return workAndSay({ queries: new HttpQueries(address), registry, registries, url: address.url });
  }
  const chosen =
    named[0] === undefined
      ? await unnamedRegistry(io)
      : { path: named[0].location.root, layers: named.map(({ choice }) => choice) };
  const opened = await openChosen(chosen, io);
  const { queries, live } = opened;
  const roots = live.latest.layers.map(({ root }) => root);
  const registries = roots.length === 0 ? [chosen.path] : roots;
  const registry = roots[0] ?? chosen.path;
  return workAndSay({ queries, registry, registries }).finally(() => opened.close());
}

/** In this process, as it is now. */
export async function openChosen(chosen: ChosenRegistry, io: CliIo): Promise<OpenedRegistry> {
  const { openOwnRegistry } = await import('../service/open-registry.ts');
  const logger = createStderrLogger({ level: 'error', json: false, write: io.err });
  return openOwnRegistry(chosen, logger, 'off').catch((error: unknown) => {
    throw asCliError(error);
  });
}

export interface RunningService {
  readonly address: ServiceAddress;
  readonly registry: string;
  /** All registries that answer, the uppermost first. */
  readonly registries: readonly string[];
  readonly app: 'tray' | 'cli';
}

interface FoundService {
  readonly running: RunningService | undefined;
  /** Upper first; empty if unnamed. */
  readonly named: readonly LocatedRegistry[];
}

/** Throws `CliError` if a named folder is no registry. */
export async function findService(options: AskingOptions, io: CliIo): Promise<FoundService> {
  const names = askedNames(options.registry, io.env);
  const named = await Promise.all(names.map((name) => locateNamed(name, io)));
  const root = named[0]?.location.root;
  const token =
    options.tokenFile === undefined ? undefined : readTokenFile(resolve(io.cwd, options.tokenFile));
  const { answering, silent } = await askServers(
    userFolders(io.env).data,
    ({ registry }) => root === undefined || registry === root,
  );
  const layers = root === undefined ? undefined : named.map(({ id }) => id);
  const { usable, away } = chooseService(
    { answering },
    { registry: root, layers, hasToken: token !== undefined },
  );
  if (away !== undefined) io.err(printable(lostRegistryLine(away, (args) => cliLine(args, io))));
  if (usable === undefined) {
    for (const { url } of silent) io.err(printable(`The service at ${url} does not answer.`));
    return { running: undefined, named };
  }
  const { url, registry, app } = usable.file;
  const registries = (usable.status && layerIds(usable.status)) ?? layers ?? [registry];
  return { running: { address: { url, secret: usable.secret, token }, registry, registries, app }, named };
}

/** Each `-r`, else `SKILLS_REGISTRY`. */
export function askedNames(
  options: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const variable = registryOfEnvironment({ env });
  return options ?? (variable === undefined ? [] : [variable]);
}

/** 4 to 7. Throws `CliError` if the remembered registry is gone: another would mislead. */
export async function unnamedRegistry(io: Surroundings): Promise<ChosenRegistry> {
  const known = await offlineRegistry(userFolders(io.env).data, async (folder) => {
    const located = locateRegistry(folder);
    return located.ok ? located.location.root : undefined;
  });
  if (known?.isGone)
    throw new CliError(
      EXIT_CODES.noRegistry,
      goneLine(known.folder, (args) => cliLine(args, io)),
    );
  return known === undefined ? nearOrAdded(io) : { path: known.folder };
}

/** 1 and 2, else 5 to 7. */
export async function chooseRegistry(
  options: readonly string[] | undefined,
  io: Surroundings,
): Promise<ChosenRegistry> {
  const names = askedNames(options, io.env);
  return names.length === 0 ? nearOrAdded(io) : namedLayers(names, io);
}

/** Single folders have no layers. */
export async function namedLayers(names: readonly string[], io: Surroundings): Promise<ChosenRegistry> {
  const named = await Promise.all(names.map((name) => namedRegistry(name, io)));
  const path = named[0]?.folder ?? '';
  const layers = named.map(({ choice }) => choice);
  return layers.length === 1 && layers.every((choice) => 'folder' in choice) ? { path } : { path, layers };
}

/** Others are counted. */
const MOST_NAMED = 10;

async function nearOrAdded({ env, cwd }: Surroundings): Promise<ChosenRegistry> {
  const near = findRegistryNear(cwd);
  if (near !== undefined && near.folders.length > 1) {
    const names = listWords(
      near.folders.map((folder) => printable(basename(folder))),
      MOST_NAMED,
    );
    const many = `${cwd} holds ${near.folders.length} registries: ${names}`;
    throw new CliError(EXIT_CODES.noRegistry, `${many}. Name one with -r.`);
  }
  if (near !== undefined) return { path: near.folders[0] };
  const layers = [{ allAdded: true }] as const;
  const store = openRegistryStore(userFolders(env).data);
  const [first] = store.list();
  if (first !== undefined) {
    const path = await store.readyFolder(first);
    return { path, layers, isFallback: true };
  }
  return { path: sampleRegistry(), layers, isFallback: true };
}

/** The folder just disappeared. */
export function asCliError(error: unknown): unknown {
  if (!(error instanceof StartError) || error.failure.reason !== 'no-registry') return error;
  return new CliError(EXIT_CODES.noRegistry, error.message);
}
