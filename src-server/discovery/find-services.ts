/** Announces a running service to programs of its user, and finds those that run. */

import { promises as fs, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject, type Status } from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf, type SchemaCheck } from '../contract/schema.ts';
import { discoveryFileSchema } from '../contract/schemas/files.ts';
import {
  type DiscoveryFile,
  hasLostRegistry,
  type LayerId,
  type LostRegistryService,
  layerIds,
  serviceUrl,
} from '../contract/service.ts';
import { groupBy } from '../contract/words.ts';
import { writeInside } from '../platform/files.ts';
import { isAlive } from '../platform/folder-lock.ts';
import { isOwnHost } from '../platform/own-addresses.ts';
import { readPlain } from '../platform/plain-file.ts';
import { askService, parse, type ServiceAddress } from './ask-service.ts';

/** A running service of the user, by its discovery file and what it says of itself. */
export interface FoundServer {
  readonly file: DiscoveryFile;
  /** The status is absent if the service requires a token. */
  readonly status?: Status;
  /** The secret stands apart from the file, so that it is never printed. */
  readonly secret?: string;
}

const isDiscoveryFile = checkOf(discoveryFileSchema);
const SERVERS_FOLDER = 'servers';
/** A service that hangs, and a stranger who says nothing, cost a command this once: all are asked side by side. */
const STATUS_ANSWER_MS = 2_000;
const LEFT_BEHIND_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Writes a discovery file, and removes old ones of processes that seem dead: they may run in another
 * container. Returns the removal of the file, which is synchronous for use at exit.
 */
export async function writeDiscoveryFile(
  dataFolder: string,
  file: DiscoveryFile,
  secret?: string,
): Promise<() => void> {
  for (const { path, value } of await readJsonFiles(join(dataFolder, SERVERS_FOLDER), isDiscoveryFile))
    if (!isAlive(value.pid) && Date.now() - Date.parse(value.startedAt) > LEFT_BEHIND_MS)
      await fs.rm(path, { force: true });
  const name = `${SERVERS_FOLDER}/${file.pid}.json`;
  const text = `${JSON.stringify({ ...file, secret }, undefined, 2)}\n`;
  await writeInside(dataFolder, name, text, { mode: 0o600 });
  return () => rmSync(join(dataFolder, name), { force: true });
}

/** The services that discovery files announce, by whether they answer. */
export interface AskedServers {
  /** Services that answered: they proved the secret, and `/v1/status` has the instance of the file. */
  readonly answering: readonly FoundServer[];
  /**
   * Services that take connections and don’t answer. Those that ended, and ports of other programs, are left
   * out.
   */
  readonly silent: readonly DiscoveryFile[];
  /** A sentence for people for each file that names an address which no service of this machine has. */
  readonly ignored: readonly string[];
  /** A sentence for people for each file with the name of a discovery file, `<pid>.json`, that is none. */
  readonly unread: readonly string[];
}

/** Asks the services that discovery files announce. A file that names another computer is not believed. */
export async function askServers(
  dataFolder: string,
  wants: (file: DiscoveryFile) => boolean = () => true,
  timeoutMs = STATUS_ANSWER_MS,
): Promise<AskedServers> {
  const all = await inspectJsonFiles(join(dataFolder, SERVERS_FOLDER), isDiscoveryFile);
  const files = all
    .filter((file) => 'value' in file)
    .filter(({ value }) => wants(value))
    .map(({ path, value }) => ({ path, value, fault: addressFault(value) }));
  const heard = await Promise.all(
    files
      .filter(({ fault }) => fault === undefined)
      .map(async ({ value: { secret, ...file } }) => ({
        server: { file, ...(secret !== undefined && { secret }) },
        answer: await askStatus({ url: file.url, secret }, timeoutMs),
      })),
  );
  const answering = heard.flatMap(({ server, answer }): readonly FoundServer[] => {
    if (answer === 'silent' || answer?.instanceId !== server.file.instanceId) return [];
    return [answer.status === undefined ? server : { ...server, status: answer.status }];
  });
  const silent = heard.flatMap(({ server, answer }) => (answer === 'silent' ? [server] : []));
  return {
    answering: eachOnce(answering),
    silent: eachOnce(silent).map(({ file }) => file),
    ignored: files.flatMap(({ path, fault }) => (fault === undefined ? [] : [ignoredLine(path, fault)])),
    unread: all.flatMap((file) => {
      if ('value' in file) return [];
      if (basename(file.path) === SERVERS_FOLDER) return [`Ignored ${file.path}: ${file.fault}.`];
      return DISCOVERY_NAME.test(basename(file.path)) ? [ignoredLine(file.path, file.fault)] : [];
    }),
  };
}

/** Services name their files by their process. Others of the folder are somebody’s own, and not spoken of. */
const DISCOVERY_NAME = /^\d+\.json$/;

function ignoredLine(path: string, fault: string): string {
  return `Ignored ${path}: ${fault}. Delete the file if no service of yours wrote it.`;
}

/** Returns each service once, best with the file of its own process: others are copies, or were left behind. */
function eachOnce(servers: readonly FoundServer[]): readonly FoundServer[] {
  const services = groupBy(servers, ({ file }) => file.instanceId);
  return [...services.values()].flatMap(
    (same) => same.find(({ file, status }) => file.pid === status?.pid) ?? same.slice(0, 1),
  );
}

/** Says why no service of this machine has the addresses of a file; undefined if one may have them. */
function addressFault({ host, port, url, mcpUrl }: DiscoveryFile): string | undefined {
  if (!isOwnHost(host)) return `its host '${host}' is not this machine`;
  const own = serviceUrl(host, port);
  const other = url === own ? mcpUrl : url;
  return url === own && mcpUrl === `${own}/mcp`
    ? undefined
    : `its address ${other} is not that of its host and port`;
}

/**
 * Returns a text that changes whenever a service is announced, moves to another registry, or is withdrawn. No
 * service is asked.
 */
export async function announcedServices(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, SERVERS_FOLDER);
  const names = await fs.readdir(folder).catch(() => []);
  const marks = names.sort().map(async (name) => {
    const stats = await fs.stat(join(folder, name), { bigint: true }).catch(() => undefined);
    return `${name} ${stats?.mtimeNs} ${stats?.ino}`;
  });
  return (await Promise.all(marks)).join('\n');
}

/** Reads the JSON files of a folder that pass a check. */
export async function readJsonFiles<T>(
  folder: string,
  check: SchemaCheck<T>,
): Promise<readonly ReadFile<T>[]> {
  return (await inspectJsonFiles(folder, check)).filter((file) => 'value' in file);
}

interface ReadFile<T> {
  readonly path: string;
  readonly value: T;
}

interface UnreadFile {
  readonly path: string;
  /** Why the file is not read, as the end of a sentence: `it is a link`. */
  readonly fault: string;
}

/** Reads the JSON files of a folder, one after the other: a folder may have more than a process may open at once. */
async function inspectJsonFiles<T>(
  folder: string,
  check: SchemaCheck<T>,
): Promise<readonly (ReadFile<T> | UnreadFile)[]> {
  const files: (ReadFile<T> | UnreadFile)[] = [];
  const names = await fs.readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ENOENT') files.push({ path: folder, fault: `it can't be read (${code})` });
    return [];
  });
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const path = join(folder, name);
    try {
      const value = parse((await readPlain(path, LIMITS.announcedBytes)).toString('utf8'));
      files.push(check(value) ? { path, value } : { path, fault: 'it is not what a service writes' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A service that ended meanwhile took its file with it.
      if (code !== 'ENOENT')
        files.push({ path, fault: code === undefined ? message : `it can't be read (${code})` });
    }
  }
  return files;
}

/**
 * Asks for the status. It is undefined if nothing or another program answers; there is no `status` if a token
 * is required.
 */
export async function askStatus(
  address: ServiceAddress,
  timeoutMs = STATUS_ANSWER_MS,
): Promise<{ readonly instanceId: string; readonly status?: Status } | 'silent' | undefined> {
  try {
    const { status, headers, body } = await askService(address, '/v1/status', { timeoutMs });
    // See demandToken.
    const realm = /^Bearer realm="skills-registry ([\w-]+)"$/.exec(headers['www-authenticate'] ?? '');
    if (status === 401 && realm?.[1] !== undefined) return { instanceId: realm[1] };
    const value = parse(body);
    if (status !== 200 || !isJsonObject(value) || value['app'] !== 'skills-registry') return undefined;
    const { instanceId, registry } = value;
    if (typeof instanceId !== 'string' || !isJsonObject(registry)) return undefined;
    return { instanceId, status: value as unknown as Status };
  } catch (error) {
    return error instanceof ApiError ? 'silent' : undefined;
  }
}

/** What the asker of a service knows. Without members, any service may be chosen. */
interface RequestedService {
  /** The absolute root of the uppermost registry. */
  readonly registry?: string | undefined;
  /** Exactly these layers, the upper first, as `['/home/me/skills', 'team']`. */
  readonly layers?: readonly LayerId[] | undefined;
  /** The asker has a token, so that a service that demands one is as good as any. Default: false. */
  readonly hasToken?: boolean;
}

/** Which running service commands and clients ask. All of them answered. */
interface ServiceChoice {
  /** The best one that fits the request; undefined if none does. */
  readonly chosen: FoundServer | undefined;
  /** The chosen one, if it can answer: it needs no token that the asker lacks. */
  readonly usable: FoundServer | undefined;
  /** The chosen one, if it lost its registry: it serves what it has read before. */
  readonly away: (FoundServer & LostRegistryService) | undefined;
  /** All the others, the best first. */
  readonly others: readonly FoundServer[];
}

/**
 * Chooses the service that a command or client asks, in this order: one with its registry, one that lost it, one that
 * demands a token; then the app’s, then the one that started last, then that of the lowest process number. A service that
 * demands a token doesn’t tell its layers, so it counts as having only the uppermost of them.
 *
 * @example chooseService(await askServers(data), { registry: '/home/me/skills' }).usable?.file.url // 'http://127.0.0.1:8701'
 */
export function chooseService(
  { answering }: Pick<AskedServers, 'answering'>,
  { registry, layers, hasToken }: RequestedService = {},
): ServiceChoice {
  const readiness = ({ status }: FoundServer): 0 | 1 | 2 => {
    if (status === undefined) return hasToken ? 2 : 0;
    return status.registry.available ? 2 : 1;
  };
  const sorted = answering.toSorted(
    (a, b) =>
      readiness(b) - readiness(a) ||
      Number(b.file.app === 'tray') - Number(a.file.app === 'tray') ||
      Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt) ||
      a.file.pid - b.file.pid,
  );
  const layersOf = ({ status }: FoundServer) => status && layerIds(status);
  const chosen = sorted.find(
    (server) =>
      (registry === undefined || server.file.registry === registry) &&
      (layers === undefined || (layersOf(server) ?? layers.slice(0, 1)).join('\0') === layers.join('\0')),
  );
  return {
    chosen,
    usable: chosen !== undefined && readiness(chosen) > 0 ? chosen : undefined,
    away: chosen !== undefined && hasLostRegistry(chosen) ? chosen : undefined,
    others: sorted.filter((server) => server !== chosen),
  };
}

/** Says which service is asked if several run. */
export function severalRun({ chosen, others }: Pick<ServiceChoice, 'chosen' | 'others'>): string | undefined {
  if (chosen === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(chosen)}, not ${others.map(name).join(', ')}.`;
}
