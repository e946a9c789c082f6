/**
 * Two replicas with a clone each, behind nginx with the configuration of `deploy/`.
 *
 * @module-tag ci
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import type { RegistryIndex } from '../../src-server/contract/api/api.ts';
import { allAnswers } from '../support/all-answers.ts';
import { type CliProcess, startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { fetchThrough } from '../support/fetch-through.ts';
import { createWorkTree, type WorkTree } from '../support/git-clone.ts';
import { startNginx, withoutNginx } from '../support/nginx.ts';
import { withoutOpenssl } from '../support/self-signed.ts';
import { skillFiles, temporaryFolder } from '../support/temporary-registry.ts';
import { ask, eventually } from '../support/test-server.ts';
import { unless } from '../support/unless.ts';

const SITE = 'https://skills.example.com';
const [TOKIO, PGX] = ['rust/tokio-rs/tokio', 'go/jackc/pgx'] as const;
const CLIENTS = 4;
const QUESTIONS: readonly (readonly [string, RequestInit?])[] = [
  ['/v1/skills'],
  [`/v1/skills/${TOKIO}`],
  [`/v1/skills/${TOKIO}/overview`],
  ['/v1/search?q=tokio'],
  [
    '/v1/find',
    { method: 'POST', body: '{"q":"about tokio"}', headers: { 'Content-Type': 'application/json' } },
  ],
];

/** A process that is started again on the same port, each time with an empty home, as a new pod. */
class Replica {
  readonly url: string;
  readonly tree: WorkTree;
  readonly #port: number;
  #process: CliProcess | undefined;

  constructor(port: number, tree: WorkTree) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.tree = tree;
  }

  async start(): Promise<void> {
    const place = ['-p', String(this.#port), '-r', this.tree.folder];
    const options = ['--replica', '--allowed-host', 'skills.example.com'];
    this.#process = startCli(['serve', ...place, ...options], { userFolder: temporaryUserFolder() });
    await eventually(
      () =>
        ask(`${this.url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null | undefined> {
    this.#process?.process.kill(signal);
    return this.#process?.exited;
  }

  get = (path: string) => ask(this.url + path);
}

/** Asks without a pause until the test ends, and counts. */
function startLoad(request: typeof fetch) {
  const failures: string[] = [];
  let [answered, isOver] = [0, false];
  const client = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      const [path, options] = QUESTIONS[turn % QUESTIONS.length] ?? ['/'];
      const outcome = await request(SITE + path, options).then(
        async (answer) =>
          answer.status === 200 && (await answer.text()) !== '' ? undefined : `${answer.status}`,
        String,
      );
      if (outcome === undefined) answered += 1;
      else failures.push(`${path}: ${outcome}`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, place) => client(place));
  const end = async () => {
    isOver = true;
    await Promise.all(clients);
  };
  onTestFinished(end);
  return {
    failures,
    end,
    /** Resolves after more answers than connections of nginx: every replica was asked. */
    async more(): Promise<void> {
      const before = answered;
      await eventually(
        () => answered - before,
        (count) => count > 50 || failures.length > 0,
      );
    },
  };
}

describe('two replicas behind nginx', unless(withoutNginx, withoutOpenssl), () => {
  it('lose no request while restarted one by one, killed, and updated, and answer the same then', async () => {
    const home = temporaryFolder();
    const origin = createWorkTree(join(home, 'origin'));
    origin.commit('2026-01-01T12:00:00Z', skillFiles(`skills/${TOKIO}`, TOKIO));
    const ports = [await freePort(), await freePort()];
    const replicas = ports.map(
      (port, place) => new Replica(port, origin.clone(join(home, `clone-${place}`))),
    );
    const [one, other] = replicas as [Replica, Replica];
    await Promise.all(replicas.map((replica) => replica.start()));
    const config = readFileSync('deploy/nginx.conf', 'utf8')
      .replace('127.0.0.1:8701', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:8702', `127.0.0.1:${ports[1]}`);
    const through = fetchThrough(await startNginx({ config }));
    const load = startLoad(through);
    await load.more();

    for (const replica of replicas) {
      expect(await replica.end('SIGTERM')).toBe(0);
      await load.more();
      await replica.start();
      await load.more();
    }
    expect(load.failures).toEqual([]);

    await one.end('SIGKILL');
    await load.more();
    expect(load.failures).toEqual([]);
    await one.start();

    const at = '2026-01-01T13:00:00.000Z';
    origin.commit(at, skillFiles(`skills/${PGX}`, PGX));
    for (const { tree } of replicas) tree.git('pull', '-q');
    const updated = { version: Date.parse(at), updated_at: at };
    for (const { get } of replicas)
      await eventually(
        async () => (await get('/v1/skills')).json<RegistryIndex>(),
        ({ version, skills }) => version === updated.version && skills.length === 2,
      );
    await load.more();
    await load.end();
    expect(load.failures).toEqual([]);
    const [first, second] = [await allAnswers(one.get), await allAnswers(other.get)];
    expect(second).toEqual(first);
    const list = (await (await through(`${SITE}/v1/skills`)).json()) as RegistryIndex;
    expect(list).toMatchObject(updated);
  });
});
