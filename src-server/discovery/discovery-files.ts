import { promises as fs, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Status } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
import { checkOf } from '../contract/schema-check.ts';
import { discoveryFileSchema } from '../contract/schemas/own-files.ts';
import { type DiscoveryFile, FOREIGN_HOST, type ServiceProbe } from '../contract/service/discovery.ts';
import { isAlive } from '../platform/folder-lock.ts';
import { writeInside } from '../platform/write-file.ts';
import { askService, type ServiceAddress } from './ask-service.ts';

export interface FoundServer {
  readonly file: DiscoveryFile;
  /** Absent if the service requires a token. */
  readonly status?: Status;
  /** Apart from the file, so that it is never printed. Absent in older files. */
  readonly secret?: string;
}

const isDiscoveryFile = checkOf(discoveryFileSchema);
const SERVERS = 'servers';
/** Busy is not missing. */
const ANSWER_MS = 5_000;
const PROBE_MS = 1_000;
const MAX_STATUS_BYTES = 64 * 1024;
/** Containers with one home folder and one process number. */
const SAME_NUMBER = 9;

/** Returns its removal, synchronous for use at exit. */
export async function writeDiscoveryFile(
  dataFolder: string,
  file: DiscoveryFile,
  secret?: string,
): Promise<() => void> {
  const folder = join(dataFolder, SERVERS);
  let name = `${file.pid}.json`;
  for (let at = 2; at <= SAME_NUMBER && (await readFile(join(folder, name)))?.isForeign; at += 1)
    name = `${file.pid}-${at}.json`;
  const text = `${JSON.stringify({ ...file, processes: processSpace(), secret }, undefined, 2)}\n`;
  await writeInside(dataFolder, `${SERVERS}/${name}`, text, { mode: 0o600 });
  return () => {
    try {
      if (readFileSync(join(folder, name), 'utf8') === text) rmSync(join(folder, name));
    } catch {
      // Gone already.
    }
  };
}

export interface AskServersOptions {
  /** Default: all. */
  readonly wants?: (file: DiscoveryFile) => boolean;
  readonly timeoutMs?: number;
}

export interface AskedServers {
  /** Live process, equal instance in `/v1/status`, proof of the secret. */
  readonly answering: readonly FoundServer[];
  /** Connected without an answer. Excludes ended services and other programs' ports. */
  readonly silent: readonly DiscoveryFile[];
}

/** Removes files of dead processes. */
export async function askServers(
  dataFolder: string,
  { wants = () => true, timeoutMs = ANSWER_MS }: AskServersOptions = {},
): Promise<AskedServers> {
  const files = (await liveFiles(join(dataFolder, SERVERS))).filter(({ file }) => wants(file));
  const heard = await Promise.all(
    files.map(async ({ file, secret }) => ({
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

async function liveFiles(folder: string) {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => /^\d+(?:-\d)?\.json$/.test(name));
  const found = await Promise.all(
    names.sort().map(async (name) => {
      const read = await readFile(join(folder, name));
      if (read === undefined || read.isForeign || isAlive(read.file.pid)) return read;
      await fs.rm(join(folder, name), { force: true }).catch(() => {});
      return undefined;
    }),
  );
  return found.filter((read) => read !== undefined);
}

async function readFile(path: string) {
  try {
    const value: unknown = JSON.parse(await fs.readFile(path, 'utf8'));
    if (!isDiscoveryFile(value)) return undefined;
    const { secret, processes = processSpace(), ...file } = value;
    return { file, secret, isForeign: processes !== processSpace() };
  } catch {
    return undefined;
  }
}

/** Where a process number means the same process: of containers with one home folder, each has its own. */
function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** No `status` if a token is required. */
interface ServiceAnswer {
  readonly instanceId: string;
  readonly status?: Status;
}

/** Undefined if missing, or another program. */
export async function askStatus(
  address: ServiceAddress,
  timeoutMs = ANSWER_MS,
): Promise<ServiceAnswer | 'silent' | undefined> {
  try {
    const asking = { timeoutMs, mostBytes: MAX_STATUS_BYTES };
    const { status, headers, body } = await askService(address, '/v1/status', asking);
    if (status === 401) {
      // See demandToken.
      const challenge = /^Bearer realm="skills-registry ([\w-]+)"$/.exec(headers['www-authenticate'] ?? '');
      return challenge?.[1] === undefined ? undefined : { instanceId: challenge[1] };
    }
    const value: unknown = status === 200 ? JSON.parse(body) : undefined;
    if (!isJsonObject(value) || value['app'] !== 'skills-registry') return undefined;
    const { instanceId, registry } = value;
    if (typeof instanceId !== 'string' || !isJsonObject(registry)) return undefined;
    return { instanceId, status: value as unknown as Status };
  } catch (error) {
    return error instanceof ApiError ? 'silent' : undefined;
  }
}

/** Our service rejects a host name with a fixed sentence only. */
export async function probeService(url: string): Promise<ServiceProbe> {
  if (typeof (await askStatus({ url }, PROBE_MS)) === 'object') return 'ours';
  const asking = { timeoutMs: PROBE_MS, mostBytes: 1_024 };
  const reply = await askService({ url }, '/health', asking).catch(() => undefined);
  const isRefusal = reply?.status === 403 && reply.body === JSON.stringify({ error: FOREIGN_HOST });
  return isRefusal ? 'refuses-name' : 'none-of-ours';
}
