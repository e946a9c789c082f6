import { promises as fs, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../contract/api/api.ts';
import isDiscoveryFile from '../contract/schemas/discovery-file.schema.json?validate';
import type { DiscoveryFile } from '../contract/service/discovery.ts';
import { writeInside } from '../writing/write-inside.ts';
import { listenTo, NO_ANSWER, PATIENT_TIMEOUT_MS } from './fetch-status.ts';
import { sayLate } from './say-late.ts';

/** A running service and what it reports of itself. */
export interface FoundServer {
  readonly file: DiscoveryFile;
  /** Absent where the service tells it to those alone who show its token. */
  readonly status?: Status;
  /** Of the discovery file; absent in files of earlier versions. */
  readonly secret?: string;
}

/** Who is told that a service lets them wait. */
export interface LateWatch {
  readonly say: (file: DiscoveryFile) => void;
  /** As of `sayLate`. */
  readonly afterMs?: number;
}

/** Folder of the discovery files; readable by this user alone. */
const SERVERS = 'servers';

function serversFolder(dataFolder: string): string {
  return join(dataFolder, SERVERS);
}

/**
 * Writes the file of this process with the secret by which the service proves that it is the one; returns how to
 * remove it, which works at any time, a process's exit included.
 */
export async function writeDiscoveryFile(
  dataFolder: string,
  file: DiscoveryFile,
  secret?: string,
): Promise<() => void> {
  const name = `${file.pid}.json`;
  const text = `${JSON.stringify({ ...file, secret }, undefined, 2)}\n`;
  await writeInside(dataFolder, `${SERVERS}/${name}`, text, { mode: 0o600 });
  return () => rmSync(join(serversFolder(dataFolder), name), { force: true });
}

/** Which services are asked, and how long they are waited for. */
export interface AskServersOptions {
  /** Default: all. */
  readonly wants?: (file: DiscoveryFile) => boolean;
  /** For each; default: that of `listenTo`. */
  readonly timeoutMs?: number;
  /** Who asks, as the services' records of requests have it; default: nobody that is known. */
  readonly userAgent?: string;
  readonly late?: LateWatch | undefined;
}

/** What was heard of this user's services. */
export interface AskedServers {
  /** They run: their process lives, `/v1/status` names the same instance, and proves that it knows the file's secret. */
  readonly answering: readonly FoundServer[];
  /**
   * Something at their address took the question and said nothing: they are busy, or hang. What they serve is known from
   * their files alone. One that ended while it was asked, or whose address somebody else has now, is none.
   */
  readonly silent: readonly FoundServer[];
}

/** Asks all services of this user at once. Files of dead processes are removed; they only mislead. */
export async function askServers(
  dataFolder: string,
  { wants = () => true, late, ...asking }: AskServersOptions = {},
): Promise<AskedServers> {
  const files = (await readDiscoveryFiles(dataFolder)).filter(({ file }) => wants(file));
  const heard = await Promise.all(
    files.map(async ({ file, secret }) => ({
      server: { file, ...(secret !== undefined && { secret }) },
      answer: await sayLate(
        listenTo(file.url, { ...asking, secret }),
        late && (() => late.say(file)),
        late?.afterMs,
      ),
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

/** The services of this user that run; as `askServers`. */
export async function findServers(
  dataFolder: string,
  options: AskServersOptions = {},
): Promise<readonly FoundServer[]> {
  return (await askServers(dataFolder, options)).answering;
}

/** For who tells a person what runs: as `askServers`, with patience. */
export function findAllServers(
  dataFolder: string,
  options: Omit<AskServersOptions, 'timeoutMs'> = {},
): Promise<AskedServers> {
  return askServers(dataFolder, { ...options, timeoutMs: PATIENT_TIMEOUT_MS });
}

/**
 * The service of this user that holds a port, and whether it answers; undefined where the port's owner is someone else.
 */
export async function findServerOnPort(
  dataFolder: string,
  port: number,
  late?: LateWatch,
): Promise<{ readonly file: DiscoveryFile; readonly answers: boolean } | undefined> {
  const { answering, silent } = await findAllServers(dataFolder, {
    wants: (file) => file.port === port,
    late,
  });
  const [owner] = [...answering, ...silent];
  return owner && { file: owner.file, answers: answering.includes(owner) };
}

/** The instances that live processes of this user say they are; asks none of them. */
export async function listInstances(dataFolder: string): Promise<readonly string[]> {
  return (await readDiscoveryFiles(dataFolder)).map(({ file }) => file.instanceId);
}

/** A file without its secret, which nobody prints by mistake. */
type ReadFile = Pick<FoundServer, 'file' | 'secret'>;

async function readDiscoveryFiles(dataFolder: string): Promise<readonly ReadFile[]> {
  const folder = serversFolder(dataFolder);
  const names = await fs.readdir(folder).catch(() => []);
  const files: ReadFile[] = [];
  for (const name of names.sort()) {
    if (!/^\d+\.json$/.test(name)) continue;
    const path = join(folder, name);
    const read = await readDiscoveryFile(path);
    if (read === undefined) continue;
    if (isAlive(read.file.pid)) files.push(read);
    else await fs.rm(path, { force: true }).catch(() => {});
  }
  return files;
}

async function readDiscoveryFile(path: string): Promise<ReadFile | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(path, 'utf8'));
    if (!isDiscoveryFile(value)) return undefined;
    const { secret, ...file } = value as DiscoveryFile & { readonly secret?: string };
    return { file, ...(secret !== undefined && { secret }) };
  } catch {
    return undefined;
  }
}

/** Whether a process runs, this user's or another one's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
