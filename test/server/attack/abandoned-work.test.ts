import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_RUNNING, MAX_WAITING_PER_CONNECTION } from '../../../src-server/contract/api/limits.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { createApp } from '../../../src-server/http/create-app.ts';
import { createAccessPolicy } from '../../../src-server/http/host-policy.ts';
import { listen } from '../../../src-server/http/http-server.ts';
import { openDisk } from '../../../src-server/registry/disk/open-disk.ts';
import { openLiveRegistry } from '../../../src-server/registry/live-registry.ts';
import { emptySnapshot } from '../../../src-server/registry/model/registry-snapshot.ts';
import type { FindOptions } from '../../../src-server/search/search-indexer.ts';
import type { ServedRegistry } from '../../../src-server/served-registry.ts';
import { makeStatus } from '../../../src-server/service/make-status.ts';
import { openServedRegistry } from '../../../src-server/service/open-served-registry.ts';
import type { CountOptions } from '../../../src-server/tokens/token-counter.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { measureStall, STALL_BOUND } from '../../support/stall-meter.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { urlOf } from '../../support/url-of.ts';

const EXPLAIN = 'GET /v1/find?q=word+again&explain=1&limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Finds that go on until they are released, and who began. */
interface HeldFinds {
  readonly port: number;
  readonly url: string;
  readonly begun: () => number;
  readonly release: () => void;
  /** Finds whose callers left before they were released. */
  readonly left: () => number;
}

/** A service whose finds wait for a word, so that what is begun and what isn't can be counted. */
async function startHeld(): Promise<HeldFinds> {
  let begun = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let left = 0;
  const find = async (_query: string, { signal }: FindOptions) => {
    begun += 1;
    signal?.addEventListener('abort', () => {
      left += 1;
    });
    await released;
    return [];
  };
  const served = {
    live: { latest: emptySnapshot({ root: '/', skillsFolder: 'skills', layout: 'registry' }) },
    search: () => ({
      find,
      explain: async (...asked: Parameters<typeof find>) => ({ results: await find(...asked) }),
    }),
    status: () => ({}),
  } as unknown as ServedRegistry;
  const app = createApp({
    served,
    access: createAccessPolicy({ boundHost: '127.0.0.1' }),
    logger: silentLogger,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  onTestFinished(() => release());
  return {
    port: server.port,
    url: `http://127.0.0.1:${server.port}`,
    begun: () => begun,
    release,
    left: () => left,
  };
}

function open(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => {});
  socket.resume();
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Lets the server do all that it would do by itself: a request of another connection goes there and back. */
const settle = async (url: string) => {
  for (let i = 0; i < 20; i += 1) await ask(`${url}/health`);
};

const find = (i: number) => `GET /v1/find?q=word${i} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const finds = (count: number) => Array.from({ length: count }, (_, i) => find(i)).join('');

describe('requests of one connection', () => {
  it('are worked on one at a time', async () => {
    const { port, url, begun } = await startHeld();
    open(port, finds(100));
    await eventually(begun, (count) => count >= 1);
    await settle(url);
    expect(begun()).toBe(1);
  });

  it('are never begun once their connection is closed', async () => {
    const { port, url, begun, release } = await startHeld();
    const socket = open(port, finds(100));
    await eventually(begun, (count) => count >= 1);
    socket.destroy();
    await settle(url);
    release();
    await settle(url);
    expect(begun()).toBe(1);
  });

  it('are not read on while many wait', async () => {
    const { port, url, begun } = await startHeld();
    const chunk = finds(MAX_WAITING_PER_CONNECTION);
    const socket = open(port, chunk);
    await eventually(begun, (count) => count >= 1);
    // Far more than the sockets' buffers hold.
    const rest = chunk.repeat(2_000);
    socket.write(rest);
    await settle(url);
    expect(socket.writableLength).toBeGreaterThan(0);
    expect(begun()).toBe(1);
  });
});

describe('requests of all connections', () => {
  it('beyond the limit get 503 with Retry-After, except for /health and /v1/status', async () => {
    const { port, url, begun, release } = await startHeld();
    const sockets = Array.from({ length: MAX_RUNNING }, () => open(port, finds(1)));
    await eventually(begun, (count) => count === MAX_RUNNING);
    const busy = await rawAsk(`${url}/v1/find?q=a`);
    expect(busy).toEqual({ status: 503, retryAfter: '1', body: { error: expect.any(String) } });
    expect((await rawAsk(`${url}/health`)).status).toBe(200);
    expect((await rawAsk(`${url}/v1/status`)).status).toBe(200);
    sockets[0]?.destroy();
    release();
    await eventually(
      () => rawAsk(`${url}/v1/find?q=a`),
      ({ status }) => status === 200,
    );
  });

  it('leave room again as soon as their callers leave', async () => {
    const { port, url, begun } = await startHeld();
    const sockets = Array.from({ length: MAX_RUNNING }, () => open(port, finds(1)));
    await eventually(begun, (count) => count === MAX_RUNNING);
    for (const socket of sockets) socket.destroy();
    await settle(url);
    open(port, finds(1));
    await eventually(begun, (count) => count === MAX_RUNNING + 1);
  });

  it('tell a find when its caller has left', async () => {
    const { port, url, begun, left } = await startHeld();
    const socket = open(port, EXPLAIN);
    await eventually(begun, (count) => count === 1);
    expect(left()).toBe(0);
    socket.destroy();
    await settle(url);
    await eventually(left, (count) => count === 1);
  });
});

describe('a skill’s answer that is being made', () => {
  it('is cancelled after all waiting clients left, and built again for later clients', async () => {
    const { port, url, calls, release } = await startSlowCounting();
    const sockets = [open(port, SKILL), open(port, SKILL)];
    await eventually(calls, ([first]) => first !== undefined);
    await settle(url);
    sockets[0]?.destroy();
    await settle(url);
    expect(calls().map(({ signal }) => signal?.aborted)).toEqual([false]);
    sockets[1]?.destroy();
    await eventually(calls, ([first]) => first?.signal?.aborted === true);
    release();
    expect((await ask(`${url}/v1/skills/${KEY}`)).status).toBe(200);
    expect(calls().length).toBe(2);
  });

  it('is finished for another waiting client', async () => {
    const { port, url, calls, release } = await startSlowCounting();
    const socket = open(port, SKILL);
    await eventually(calls, ([first]) => first !== undefined);
    const other = ask(`${url}/v1/skills/${KEY}`);
    await settle(url);
    socket.destroy();
    await settle(url);
    release();
    expect((await other).status).toBe(200);
    expect(calls().length).toBe(1);
  });
});

const KEY = 'cpp/gabime/spdlog';
const SKILL = `GET /v1/skills/${KEY} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

/** A service whose token counter waits for a word: until then no skill's answer is finished. */
async function startSlowCounting() {
  const calls: CountOptions[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const logger = silentLogger;
  const disk = openDisk({ logger });
  const location = { root: temporaryRegistry([KEY]), skillsFolder: 'skills', layout: 'registry' } as const;
  const served = await openServedRegistry({
    read: {
      live: openLiveRegistry({ location, disk, watch: 'off', scanIntervalMs: 0, logger }),
      close: () => disk.close(),
    },
    logger,
    cacheFolder: temporaryFolder({}),
    onChange() {},
    describe: (registry) =>
      makeStatus({ instanceId: '', startedAt: new Date(0), submissions: 'off', url: '' }, registry),
  });
  onTestFinished(() => served.close());
  const tokens: ServedRegistry['tokens'] = {
    count: (texts) => served.tokens.count(texts),
    close: () => served.tokens.close(),
    async measure(texts, options = {}) {
      calls.push(options);
      await released;
      options.signal?.throwIfAborted();
      return texts.map(() => ({ tokens: 1, isEstimate: false }));
    },
  };
  const access = createAccessPolicy({ boundHost: '127.0.0.1' });
  const app = createApp({ served: { ...served, tokens }, access, logger });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  onTestFinished(() => release());
  return { port: server.port, url: `http://127.0.0.1:${server.port}`, calls: () => calls, release };
}

/** An answer that need not be one of openapi.json's. */
function rawAsk(url: string) {
  return new Promise<{ status: number; retryAfter: string | undefined; body: unknown }>((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          body: JSON.parse(text),
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a pile of work whose callers have left', () => {
  it('delays no other request', { tags: 'ci' }, async () => {
    const text = `# Words\n\n${'a word and again a word. '.repeat(100)}\n`;
    const skills = Array.from({ length: 60 }, (_, i) => `cpp/acme/lib${i}`);
    const registry = temporaryFolder(
      Object.assign(
        {},
        ...skills.map((key) => skillFiles(`skills/${key}`, key, {}, { 'overview.md': text })),
      ),
    );
    const startService = async () => {
      const args = ['serve', '-p', '0', '-r', join(registry), '--no-watch', '--log-level', 'error'];
      const url = await urlOf(startCli(args, { userFolder: temporaryUserFolder() }));
      await ask(`${url}/v1/find?q=word`);
      return url;
    };
    const [attacked, control] = [await startService(), await startService()];
    const { port } = new URL(attacked);
    const report = await measureStall({ attacked, control }, async () => {
      const sockets = Array.from({ length: 20 }, () => open(Number(port), EXPLAIN.repeat(100)));
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 500));
      // What was left behind must be gone: somebody else's find comes through, in the time of a few.
      await ask(`${attacked}/v1/find?q=word+again&explain=1`);
    });
    expect(report.units, JSON.stringify(report)).toBeLessThan(STALL_BOUND);
  });
});
