import { promises as fs, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Status } from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { checkOf, type SchemaCheck } from '../contract/schema.ts';
import { discoveryFileSchema } from '../contract/schemas/files.ts';
import { type DiscoveryFile, hasLostRegistry, type LayerId, layerIds } from '../contract/service.ts';
import { writeInside } from '../platform/files.ts';
import { isAlive } from '../platform/folder-lock.ts';
import { askService, parse, type ServiceAddress } from './ask-service.ts';

export interface FoundServer {
  readonly file: DiscoveryFile;
  /** Absent if the service requires a token. */
  readonly status?: Status;
  /** Apart from the file, so that it is never printed. */
  readonly secret?: string;
}

const isDiscoveryFile = checkOf(discoveryFileSchema);
const SERVERS = 'servers';
const ANSWER_MS = 5_000;
const LEFT_BEHIND_MS = 7 * 24 * 60 * 60 * 1_000;

/** Removes old files of processes that seem dead, perhaps in another container. Returns the removal, synchronous for use at exit. */
export async function writeDiscoveryFile(
  dataFolder: string,
  file: DiscoveryFile,
  secret?: string,
): Promise<() => void> {
  for (const { path, value } of await readJsonFiles(join(dataFolder, SERVERS), isDiscoveryFile))
    if (!isAlive(value.pid) && Date.now() - Date.parse(value.startedAt) > LEFT_BEHIND_MS)
      await fs.rm(path, { force: true });
  const name = `${SERVERS}/${file.pid}.json`;
  const text = `${JSON.stringify({ ...file, secret }, undefined, 2)}\n`;
  await writeInside(dataFolder, name, text, { mode: 0o600 });
  return () => rmSync(join(dataFolder, name), { force: true });
}

export interface AskedServers {
  /** Equal instance in `/v1/status`, proof of the secret. */
  readonly answering: readonly FoundServer[];
  /** Connected without an answer. Excludes ended services and other programs' ports. */
  readonly silent: readonly DiscoveryFile[];
}

export async function askServers(
  dataFolder: string,
  wants: (file: DiscoveryFile) => boolean = () => true,
  timeoutMs = ANSWER_MS,
): Promise<AskedServers> {
  const files = await readJsonFiles(join(dataFolder, SERVERS), isDiscoveryFile);
  const heard = await Promise.all(
    files
      .filter(({ value }) => wants(value))
      .map(async ({ value: { secret, ...file } }) => ({
        server: { file, ...(secret !== undefined && { secret }) },
        answer: await askStatus({ url: file.url, secret }, timeoutMs),
      })),
  );
  return {
    answering: heard.flatMap(({ server, answer }) => {
      if (answer === 'silent' || answer?.instanceId !== server.file.instanceId) return [];
      return [answer.status === undefined ? server : { ...server, status: answer.status }];
    }),
    silent: heard.flatMap(({ server, answer }) => (answer === 'silent' ? [server.file] : [])),
  };
}

/** Changes whenever a service is announced, moves to another registry, or is withdrawn. Asks no service. */
export async function announcedServices(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, SERVERS);
  const names = await fs.readdir(folder).catch(() => []);
  const marks = names.sort().map(async (name) => {
    const stats = await fs.stat(join(folder, name), { bigint: true }).catch(() => undefined);
    return `${name} ${stats?.mtimeNs} ${stats?.ino}`;
  });
  return (await Promise.all(marks)).join('\n');
}

export async function readJsonFiles<T>(folder: string, check: SchemaCheck<T>) {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = names.map(async (name) => {
    const path = join(folder, name);
    const value = parse(await fs.readFile(path, 'utf8').catch(() => ''));
    return check(value) ? [{ path, value }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Undefined if missing, or another program. No `status` if a token is required. */
export async function askStatus(
  address: ServiceAddress,
  timeoutMs = ANSWER_MS,
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

/**
 * Usable first, then without registry; the app's first, then the latest start.
 *
 * @param layers exactly; a service that asks for a token has one, as far as is known
 */
export function chooseService(
  { answering }: Pick<AskedServers, 'answering'>,
  {
    registry,
    layers,
    hasToken,
  }: { registry?: string | undefined; layers?: readonly LayerId[] | undefined; hasToken?: boolean } = {},
) {
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
    /** Best responsive. */
    chosen,
    /** With a registry, and the caller's token. */
    usable: chosen !== undefined && readiness(chosen) > 0 ? chosen : undefined,
    /** It serves what it has read before. */
    away: chosen !== undefined && hasLostRegistry(chosen) ? chosen : undefined,
    others: sorted.filter((server) => server !== chosen),
  };
}

/** Undefined with a single service. */
export function severalRun({
  chosen,
  others,
}: Pick<ReturnType<typeof chooseService>, 'chosen' | 'others'>): string | undefined {
  if (chosen === undefined || others.length === 0) return undefined;
  const name = ({ file: { url, registry } }: FoundServer) => `${url} (${registry})`;
  return `${others.length + 1} services run. Commands and clients ask ${name(chosen)}, not ${others.map(name).join(', ')}.`;
}
