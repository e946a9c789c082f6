import { promises as fs, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Status } from '../contract/api/api.ts';
import { checkOf } from '../contract/schema-check.ts';
import { discoveryFileSchema } from '../contract/schemas/own-files.ts';
import type { DiscoveryFile } from '../contract/service/discovery.ts';
import { isAlive } from '../platform/folder-lock.ts';
import { writeInside } from '../platform/write-file.ts';
import { NO_ANSWER, queryStatus } from './fetch-status.ts';

export interface FoundServer {
  readonly file: DiscoveryFile;
  /** Absent if the service requires a token. */
  readonly status?: Status;
  /** Absent in older files. */
  readonly secret?: string;
}

const isDiscoveryFile = checkOf(discoveryFileSchema);
const SERVERS = 'servers';
const ANSWER_MS = 5_000;
/** Containers with one home folder and one process number, beside the first. */
const SAME_NUMBER = 8;

function serversFolder(dataFolder: string): string {
  return join(dataFolder, SERVERS);
}

/**
 * Returns a removal function, synchronous for use at exit.
 *
 * @param secret proves the service's identity
 */
export async function writeDiscoveryFile(
  dataFolder: string,
  file: DiscoveryFile,
  secret?: string,
): Promise<() => void> {
  const name = await freeName(serversFolder(dataFolder), file.pid);
  const text = `${JSON.stringify({ ...file, processes: processSpace(), secret }, undefined, 2)}\n`;
  await writeInside(dataFolder, `${SERVERS}/${name}`, text, { mode: 0o600 });
  const path = join(serversFolder(dataFolder), name);
  return () => {
    if (readText(path) === text) rmSync(path, { force: true });
  };
}

/** A process of another container may have the same number, and the same home folder. */
async function freeName(folder: string, pid: number): Promise<string> {
  const names = [`${pid}.json`, ...Array.from({ length: SAME_NUMBER }, (_, at) => `${pid}-${at + 2}.json`)];
  for (const name of names) if (!(await readDiscoveryFile(join(folder, name)))?.isForeign) return name;
  return names.at(-1) ?? '';
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
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

export interface AskServersOptions {
  /** Default: all. */
  readonly wants?: (file: DiscoveryFile) => boolean;
  /** Per service. Default: 5 seconds, as busy is not missing. */
  readonly timeoutMs?: number;
  /** For request logs. Default: none. */
  readonly userAgent?: string;
}

export interface AskedServers {
  /** Live process, equal instance in `/v1/status`, proof of the secret. */
  readonly answering: readonly FoundServer[];
  /** Busy or hung: connected without an answer. Excludes ended services and other programs' ports. */
  readonly silent: readonly FoundServer[];
}

/** Removes files of dead processes. */
export async function askServers(
  dataFolder: string,
  { wants = () => true, timeoutMs = ANSWER_MS, ...asking }: AskServersOptions = {},
): Promise<AskedServers> {
  const files = (await readDiscoveryFiles(dataFolder)).filter(({ file }) => wants(file));
  const heard = await Promise.all(
    files.map(async ({ file, secret }) => ({
      server: { file, ...(secret !== undefined && { secret }) },
      answer: await queryStatus(file.url, { ...asking, timeoutMs, secret }),
    })),
  );
  return {
    answering: heard.flatMap(({ server, answer }) => {
      if (answer === NO_ANSWER || answer?.instanceId !== server.file.instanceId) return [];
      return [answer.status === undefined ? server : { ...server, status: answer.status }];
    }),
    silent: heard.flatMap(({ server, answer }) => (answer === NO_ANSWER ? [server] : [])),
  };
}

export async function findServers(
  dataFolder: string,
  options: AskServersOptions = {},
): Promise<readonly FoundServer[]> {
  return (await askServers(dataFolder, options)).answering;
}

/** Undefined without a service of this user on the port. */
export async function findServerOnPort(
  dataFolder: string,
  port: number,
): Promise<(FoundServer & { readonly answers: boolean }) | undefined> {
  const { answering, silent } = await askServers(dataFolder, { wants: (file) => file.port === port });
  const [owner] = [...answering, ...silent];
  return owner && { ...owner, answers: answering.includes(owner) };
}

/** Separate, never printed by mistake. */
type ReadFile = Pick<FoundServer, 'file' | 'secret'> & { readonly isForeign: boolean };

async function readDiscoveryFiles(dataFolder: string): Promise<readonly ReadFile[]> {
  const folder = serversFolder(dataFolder);
  const names = await fs.readdir(folder).catch(() => []);
  const files: ReadFile[] = [];
  for (const name of names.sort()) {
    if (!/^\d+(?:-\d)?\.json$/.test(name)) continue;
    const path = join(folder, name);
    const read = await readDiscoveryFile(path);
    if (read === undefined) continue;
    if (read.isForeign || isAlive(read.file.pid)) files.push(read);
    else await fs.rm(path, { force: true }).catch(() => {});
  }
  return files;
}

async function readDiscoveryFile(path: string): Promise<ReadFile | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(path, 'utf8'));
    if (!isDiscoveryFile(value)) return undefined;
    const written = value as DiscoveryFile & { readonly secret?: string; readonly processes?: string };
    const { secret, processes = processSpace(), ...file } = written;
    return { file, isForeign: processes !== processSpace(), ...(secret !== undefined && { secret }) };
  } catch {
    return undefined;
  }
}
