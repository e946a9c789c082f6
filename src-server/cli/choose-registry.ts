/** Chooses the registry that a command asks, opens or serves. */

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { sampleRegistry } from '../built-files.ts';
import { registryOfEnvironment } from '../connect/registry-option.ts';
import type { Status } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { printable } from '../contract/outside-text.ts';
import type { RegistryQueries, ServiceQueries } from '../contract/queries.ts';
import { goneLine, type LayerChoice, type Logger, layerIds, lostRegistryLine } from '../contract/service.ts';
import { listWords } from '../contract/words.ts';
import { HttpQueries, type ServiceAddress } from '../discovery/ask-service.ts';
import { askServers, chooseService } from '../discovery/find-services.ts';
import { offlineRegistry } from '../discovery/kept-files.ts';
import { userFolders } from '../platform/files.ts';
import { openRegistryStore } from '../registries/registry-store.ts';
import { findRegistryAround, findRegistryNear, locateRegistry } from '../registry/locate.ts';
import { LayerChoices } from '../service/layers.ts';
import type { OpenedRegistry } from '../service/open-registry.ts';
import { StartError } from '../service/server-options.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES } from './cli-io.ts';
import { type LocatedRegistry, locateNamed, namedRegistry, type Surroundings } from './named-registry.ts';
import { createStderrLogger } from './text.ts';

/** What the help of each asking command says of `-r`. */
export const REGISTRIES =
  'registry: folder, or name of an added registry (repeatable, the upper first); default: see the main help';

export interface AskingOptions {
  /** What each `-r` names, the upper first. */
  readonly registry?: readonly string[];
  readonly tokenFile?: string;
  /** With JSON, nothing is said beside the answer. */
  readonly json?: boolean;
}

/**
 * The registry that a command opens or serves, as the absolute folder of its uppermost layer, such as
 * `/home/me/skills`.
 */
export interface ChosenRegistry {
  readonly path: string;
  /** The layers, the upper first; by default `path` alone. */
  readonly layers?: readonly LayerChoice[];
  /** Nobody chose this registry: it is that of the added registries, or the sample. */
  readonly isFallback?: true;
}

/**
 * The registry that a command asks: queries that a running service answers, or the registry in this process,
 * with names for people.
 */
export interface AskedRegistry<Queries = AllQueries> {
  readonly queries: Queries;
  /** The root of the uppermost layer. */
  readonly registry: string;
  /** The root, or the name of an added registry, of each layer, the upper first. */
  readonly registries: readonly string[];
  /** The service’s address; absent if the registry was opened in this process. */
  readonly url?: string;
}

type AllQueries = RegistryQueries & Pick<ServiceQueries, 'match'>;

/** A registry that was opened in this process. */
interface OpenedHere<Queries> {
  readonly queries: Queries;
  /** The roots of its layers, the upper first. */
  readonly roots: readonly string[];
  close(): Promise<void>;
}

export function addAskingOptions(command: Command): Command {
  return command
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .option('--token-file <path>', 'file with the token of the service');
}

/** Adds the options of a command that answers with text, or with `--json`. */
export function addAnswerOptions(command: Command): Command {
  return addAskingOptions(command).option('--json', 'print the answer as JSON', false);
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/**
 * Lets a command ask the running service, else the registry that is opened in this process for the time of
 * `work`.
 */
export function askRegistry<T>(
  options: AskingOptions,
  io: CliIo,
  work: (asked: AskedRegistry) => Promise<T>,
): Promise<T> {
  return askService<T, AllQueries>(options, io, work, async (chosen) => {
    const opened = await openChosen(chosen, io);
    const roots = opened.registry.latest.layers.map(({ root }) => root);
    return { queries: opened.queries, roots, close: () => opened.close() };
  });
}

/** What a list says: the skills, and how many of them agents get. */
type ListQueries = Pick<RegistryQueries, 'list'> & {
  status(): Promise<Pick<Status, 'counts'>>;
};

/**
 * Asks as `askRegistry` does, for a command that lists skills: without a service, the folders are read once, and not
 * split.
 */
export function askForList<T>(
  options: AskingOptions,
  io: CliIo,
  work: (asked: AskedRegistry<ListQueries>) => Promise<T>,
): Promise<T> {
  return askService<T, ListQueries>(options, io, work, async ({ path, layers }) => {
    const { readList } = await import('../registry/read-registry.ts');
    const folders = await new LayerChoices({ registry: path, layers }, errorLogger(io)).folders();
    const { index, counts, roots } = readList(folders);
    const queries = { list: async () => index, status: async () => ({ counts }) };
    return { queries, roots, close: async () => {} };
  });
}

async function askService<T, Queries>(
  options: AskingOptions,
  io: CliIo,
  work: (asked: AskedRegistry<Queries | HttpQueries>) => Promise<T>,
  open: (chosen: ChosenRegistry) => Promise<OpenedHere<Queries>>,
): Promise<T> {
  const isNamed = askedNames(options.registry, io.env).length > 0;
  const { running, named } = await findAskedService(options, io);
  const workAndSay = async (asked: AskedRegistry<Queries | HttpQueries>) => {
    const result = await work(asked);
    const { url, registries } = asked;
    const which = `${registries.join(', ')}${url === undefined ? '' : ` (served at ${url})`}:`;
    // One registry that the user has named needs no mention.
    const said = isNamed && named.length === 1 ? named[0]?.instead : which;
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
  const opened = await open(chosen).catch((error: unknown) => {
    throw asCliError(error);
  });
  const { queries, roots } = opened;
  const registries = roots.length === 0 ? [chosen.path] : roots;
  const registry = roots[0] ?? chosen.path;
  return workAndSay({ queries, registry, registries }).finally(() => opened.close());
}

/** Finds the service that a command asks: over what is named, else over the registry that the current folder lies in, else any. */
export async function findAskedService(options: AskingOptions, io: CliIo): Promise<FoundService> {
  const isNamed = askedNames(options.registry, io.env).length > 0;
  const here = isNamed ? undefined : registryAround(io.cwd);
  return findService(here === undefined ? options : { ...options, registry: [here] }, io);
}

/** Returns the registry that a folder lies in. A library with a skill of its own is none: people ask there about others. */
function registryAround(folder: string): string | undefined {
  const around = findRegistryAround(folder);
  const located = around === undefined ? undefined : locateRegistry(around);
  if (located?.ok !== true) return undefined;
  const { layout, root } = located.location;
  return layout === 'registry' || layout === 'flat' ? root : undefined;
}

/** Opens a registry in this process as it is now, without following its changes. */
export async function openChosen(chosen: ChosenRegistry, io: CliIo): Promise<OpenedRegistry> {
  const { openOwnRegistry } = await import('../service/open-registry.ts');
  return openOwnRegistry(chosen, errorLogger(io), 'off').catch((error: unknown) => {
    throw asCliError(error);
  });
}

function errorLogger({ err }: CliIo): Logger {
  return createStderrLogger({ level: 'error', json: false, write: err });
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
  /** What the user named, the upper first; empty if nothing was named. */
  readonly named: readonly LocatedRegistry[];
  /** The address of a service that would be asked if it didn't demand a token. */
  readonly locked?: string;
}

/**
 * Finds the running service over the named layers, or over any. Throws a `CliError` if a named folder is no
 * registry.
 */
export async function findService(options: AskingOptions, io: CliIo): Promise<FoundService> {
  const names = askedNames(options.registry, io.env);
  const named = await Promise.all(names.map((name) => locateNamed(name, io)));
  const root = named[0]?.location.root;
  const token =
    options.tokenFile === undefined ? undefined : readTokenFile(resolve(io.cwd, options.tokenFile));
  const { answering, silent, ignored } = await askServers(
    userFolders(io.env).data,
    ({ registry }) => root === undefined || registry === root,
  );
  for (const line of ignored) io.err(printable(line));
  const layers = root === undefined ? undefined : named.map(({ id }) => id);
  const { chosen, usable, away } = chooseService(
    { answering },
    { registry: root, layers, hasToken: token !== undefined },
  );
  if (away !== undefined) io.err(printable(lostRegistryLine(away, (args) => cliLine(args, io))));
  if (usable === undefined) {
    for (const { url } of silent) io.err(printable(`The service at ${url} does not answer.`));
    return { running: undefined, named, ...(chosen !== undefined && { locked: chosen.file.url }) };
  }
  const { url, registry, app } = usable.file;
  const registries = (usable.status && layerIds(usable.status)) ?? layers ?? [registry];
  return { running: { address: { url, secret: usable.secret, token }, registry, registries, app }, named };
}

/** Returns what each `-r` names, else what `SKILLS_REGISTRY` does. */
export function askedNames(
  options: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const variable = registryOfEnvironment({ env });
  return options ?? (variable === undefined ? [] : [variable]);
}

/**
 * Takes the remembered registry, else the one right below the current folder, the added ones, or the sample. Throws a
 * `CliError` if the remembered registry is gone, because another one would mislead.
 */
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
  return known === undefined ? nearOrAdded(io, 'below') : { path: known.folder };
}

/** Takes the first of 1 to 3 and 6 to 8 in `REGISTRY_ORDER` of the main help. */
export async function chooseRegistry(
  options: readonly string[] | undefined,
  io: Surroundings,
): Promise<ChosenRegistry> {
  const names = askedNames(options, io.env);
  return names.length === 0 ? nearOrAdded(io) : namedLayers(names, io);
}

/** Makes a choice of what the user named. A single folder has no layers. */
export async function namedLayers(names: readonly string[], io: Surroundings): Promise<ChosenRegistry> {
  const named = await Promise.all(names.map((name) => namedRegistry(name, io)));
  const path = named[0]?.folder ?? '';
  const layers = named.map(({ choice }) => choice);
  return layers.length === 1 && layers.every((choice) => 'folder' in choice) ? { path } : { path, layers };
}

/** At most this many registries are named; the others are counted. */
const MOST_REGISTRIES_NAMED = 10;

/** @param where `below` if the caller has looked at the current folder and above it, or must not */
async function nearOrAdded(
  { env, cwd }: Surroundings,
  where: 'anywhere' | 'below' = 'anywhere',
): Promise<ChosenRegistry> {
  const found = findRegistryNear(cwd);
  const near = where === 'below' && found?.where !== 'below' ? undefined : found;
  if (near !== undefined && near.folders.length > 1) {
    const names = listWords(
      near.folders.map((folder) => printable(basename(folder))),
      MOST_REGISTRIES_NAMED,
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

/** Makes a `CliError` of a start whose folder just disappeared. */
export function asCliError(error: unknown): unknown {
  if (!(error instanceof StartError) || error.failure.reason !== 'no-registry') return error;
  return new CliError(EXIT_CODES.noRegistry, error.message);
}

/** Reads the token of a private file. The `CliError` that it throws never has the file’s content. */
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
    if (stats.size > LIMITS.secretBytes) throw fail(`${path} is too large for a token.`);
    if (process.platform !== 'win32' && !isPrivate(stats, process.getuid?.()))
      throw fail(`Other users can read ${path}. Run: chmod 600 '${path}'`);
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < LIMITS.leastSecretLength)
      throw fail(`The token in ${path} is too short. The minimum is ${LIMITS.leastSecretLength} characters.`);
    if (!/^[\x21-\x7e]+$/.test(text))
      throw fail(`The token in ${path} must be one word of ASCII letters, digits and signs.`);
    return text;
  } finally {
    closeSync(file);
  }
}

/**
 * Says whether a file is readable by its owner only. A file of root may be readable by a group, too: that is
 * the form of secrets in Kubernetes and systemd (PostgreSQL has the same rule for keys).
 */
export function isPrivate({ mode, uid }: Pick<Stats, 'mode' | 'uid'>, user: number | undefined): boolean {
  const isGiven = uid === 0 && user !== 0;
  return (mode & (isGiven ? 0o037 : 0o077)) === 0;
}
