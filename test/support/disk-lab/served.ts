import { existsSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { join } from 'node:path';
import type {
  DiagnosticsResponse,
  FindResponse,
  RegistryIndex,
  Status,
} from '../../../src-server/contract/api/api.ts';
import { type CliProcess, startCli, temporaryUserFolder } from '../built-cli.ts';
import { type Answer, ask, eventually } from '../test-server.ts';
import type { DiskLab } from './disk-lab.ts';

/** Longer than any answer may take, shorter than a test may. */
const PATIENCE_MS = 180_000;

export interface ServedOptions {
  /** More options of `serve`; default: look everywhere each second, so that no test has to wait a minute. */
  readonly options?: readonly string[];
  /** Folder that stands for the user's own, kept by a test that starts the service again. */
  readonly userFolder?: string;
  /** See `CliSurroundings`. */
  readonly through?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The built service in a process of its own. */
export interface Served {
  readonly url: string;
  readonly cli: CliProcess;
  readonly userFolder: string;
  /** Rejects where there is no answer within a minute. */
  get(path: string, options?: RequestOptions): Promise<Answer>;
  keys(): Promise<readonly string[]>;
  /** The keys that a question finds. */
  find(question: string): Promise<readonly string[]>;
  /** The keys that a keyword finds. */
  search(keyword: string): Promise<readonly string[]>;
  diagnostics(): Promise<DiagnosticsResponse['diagnostics']>;
  status(): Promise<Status>;
  /** Whether other programs are told of this service. */
  isAnnounced(): boolean;
}

/** Starts the built service on a free port; resolves when it serves, rejects where it ends before. */
export async function startServed(
  registry: string,
  lab: DiskLab | undefined,
  {
    options = ['--scan-interval', '1'],
    userFolder = temporaryUserFolder(),
    through = [],
    env = {},
  }: ServedOptions = {},
): Promise<Served> {
  const cli = startCli(['serve', '-r', registry, '-p', '0', '--json', ...options], {
    userFolder,
    through,
    env: { ...lab?.env, ...env },
  });
  const url = await servedAt(cli);
  const get = (path: string, requestOptions: RequestOptions = {}) =>
    withinPatience(ask(`${url}${path}`, requestOptions), path).catch(async (error: unknown) => {
      // A service that ended says more about it than its sockets do.
      const { exitCode, signalCode } = cli.process;
      throw new Error(
        `${path}: ${String(error)} (exit ${exitCode ?? signalCode})\n${cli.err().slice(-2_000)}`,
      );
    });
  const json = async <T>(path: string) => {
    const { status, text } = await get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const hits = async (path: string) =>
    (await json<Pick<FindResponse, 'results'>>(path)).results.map(({ key }) => key);
  return {
    url,
    cli,
    userFolder,
    get,
    keys: async () => (await json<RegistryIndex>('/v1/skills')).skills.map(({ key }) => key).sort(),
    find: (question) => hits(`/v1/find?limit=1000&q=${encodeURIComponent(question)}`),
    search: (keyword) => hits(`/v1/search?q=${encodeURIComponent(keyword)}`),
    diagnostics: async () => (await json<DiagnosticsResponse>('/v1/diagnostics')).diagnostics,
    status: () => json<Status>('/v1/status'),
    isAnnounced: () => existsSync(join(userFolder, 'skills-registry/servers', `${cli.process.pid}.json`)),
  };
}

async function servedAt(cli: CliProcess): Promise<string> {
  let hasEnded = false;
  void cli.exited.then(() => {
    hasEnded = true;
  });
  const log = await eventually(cli.err, (text) => hasEnded || text.includes('"Serving."'));
  const url = /"url":"(http:[^"]+)"/.exec(log)?.[1];
  if (url === undefined) throw new Error(`The service did not start:\n${log}`);
  return url;
}

/** The value, or a failure that says what was waited for. */
export async function withinPatience<T>(value: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Nothing came of ${what} in ${PATIENCE_MS / 1_000} s.`)),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
