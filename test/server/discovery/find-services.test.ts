import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, get, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeService } from '../../../src-server/cli/own-connector.ts';
import {
  type DiscoveryFile,
  NONCE_HEADER,
  PROOF_HEADER,
  serviceUrl,
} from '../../../src-server/contract/service.ts';
import { proofOf } from '../../../src-server/discovery/ask-service.ts';
import {
  askServers,
  chooseService,
  severalRun,
  writeDiscoveryFile,
} from '../../../src-server/discovery/find-services.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const NOBODY = { answering: [], silent: [], ignored: [], unread: [] };

/** Base URL of something else that speaks HTTP. */
const serveAt = async (listener: RequestListener) => (await listening(createServer(listener))).url;

describe('who answers at an address', () => {
  /** The service as it is asked by another name. */
  const under = (name: string, service: string) =>
    serveAt((request, response) => {
      get(`${service}${request.url}`, { headers: { Host: name } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    });

  it('is the service by its own name, and refuses others until they are allowed', async () => {
    const registry = temporaryRegistry(['cpp/a/b']);
    const strict = await startTestServer(registry);
    expect(await probeService(strict.url)).toBe('ours');
    expect(await probeService(await under('host.docker.internal', strict.url))).toBe('refuses-name');
    const open = await startTestServer(registry, { allowedHosts: ['host.docker.internal'] });
    expect(await probeService(await under('host.docker.internal', open.url))).toBe('ours');
  });

  it.each<readonly [string, RequestListener]>([
    [
      'tells another status',
      (_, response) => response.end('{"app":"another","instanceId":"one","registry":{}}'),
    ],
    ['tells half a status', (_, response) => response.end('{"app":"skills-registry","registry":{}}')],
    ['tells none', (_, response) => response.end('null')],
    ['refuses in its own words', (_, response) => response.writeHead(403).end('{"error":"Go away."}')],
    ['has no end', (_, response) => response.writeHead(403).end('x'.repeat(100_000))],
  ])('is none of ours where a stranger %s', async (_what, listener) => {
    expect(await probeService(await serveAt(listener))).toBe('none-of-ours');
  });

  it('is nobody where nobody listens', async () => {
    expect(await probeService('http://127.0.0.1:1')).toBe('none-of-ours');
  });
});

describe('the file of a service whose process number is taken', () => {
  /** A file that a service left behind whose process number another process has now. */
  async function leftBehind(url: string) {
    const dataFolder = temporaryFolder();
    const file = discoveryFile({ instanceId: 'ended', port: Number(new URL(url).port), registry: '/gone' });
    await writeDiscoveryFile(dataFolder, file);
    return { dataFolder, file };
  }

  it('names nobody where the port is free, or another program answers there', async () => {
    const server = createServer();
    const { url } = await listening(server);
    server.close();
    await once(server, 'close');
    const stranger = await serveAt((_request, response) => void response.end('hello'));
    const other = await startTestServer(temporaryRegistry(['cpp/a/b']));
    for (const left of [url, stranger, other.url])
      expect(await askServers((await leftBehind(left)).dataFolder)).toEqual(NOBODY);
  });

  it('names one that is silent where it takes the question and says nothing, or stops in the middle', async () => {
    for (const begin of ['', '{"app":']) {
      const url = await serveAt((_request, response) => void (begin !== '' && response.write(begin)));
      const { dataFolder, file } = await leftBehind(url);
      expect(await askServers(dataFolder, () => true, 200)).toEqual({ ...NOBODY, silent: [file] });
    }
  });
});

describe('ports on which nobody says a word', () => {
  it('are asked side by side, so that ten cost a command as much as one', async () => {
    const dataFolder = temporaryFolder();
    const startedAt = new Date().toISOString();
    let open = 0;
    let most = 0;
    for (let at = 1; at <= 10; at += 1) {
      const server = createTcpServer((socket) => {
        open += 1;
        most = Math.max(most, open);
        socket
          .on('error', () => {})
          .on('close', () => {
            open -= 1;
          });
        socket.resume();
      });
      const { port } = await listening(server);
      await writeDiscoveryFile(
        dataFolder,
        discoveryFile({ port, pid: at, instanceId: `left-${at}`, startedAt }),
      );
    }
    expect((await askServers(dataFolder, () => true, 1_000)).silent).toHaveLength(10);
    expect(most).toBe(10);
  });

  it('don’t hide a service that answers, and are named by status', async () => {
    const { url } = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const { data } = userFolders();
    const silent = await listening(createTcpServer((socket) => void socket.on('error', () => {}).resume()));
    await writeDiscoveryFile(data, discoveryFile({ port: silent.port, pid: 1, instanceId: 'left' }));
    const { out } = await runCliAs(['status'], { userFolder: join(data, '..') });
    expect(out).toContain(`${url}  1 skill`);
    expect(out).toContain(`${silent.url}  does not answer`);
  });
});

describe('a file with the name of a discovery file that is none', () => {
  const names = ['1.json', '2.json', '3.json', '4.json', '5.json', '6.json', '7.json'];

  it('is said by status with its reason, and by nobody else', unless(onWindows), async () => {
    const userFolder = temporaryFolder({ 'skills-registry/servers/1.json': 'no JSON' });
    const servers = join(userFolder, 'skills-registry/servers');
    writeFileSync(join(servers, '2.json'), '{"schema":1}');
    writeFileSync(join(servers, '3.json'), ' '.repeat(70_000));
    mkdirSync(join(servers, '4.json'));
    symlinkSync('1.json', join(servers, '5.json'));
    execFileSync('mkfifo', [join(servers, '6.json')]);
    writeFileSync(join(servers, '7.json'), '');
    // These carry other names.
    writeFileSync(join(servers, 'notes.json'), 'mine');
    writeFileSync(join(servers, '8.txt'), 'mine');
    const { out, err } = await runCliAs(['status'], { userFolder });
    expect(out).toContain('Nothing runs.');
    const reasons = [
      'it is not what a service writes',
      'it is not what a service writes',
      'it has more than 65536 bytes',
      'it is a folder',
      'it is a link',
      'it is no regular file',
      'it is not what a service writes',
    ].map(
      (why, at) =>
        `Ignored ${join(servers, names[at] ?? '')}: ${why}. Delete the file if no service of yours wrote it.`,
    );
    expect(err.trimEnd().split('\n').sort()).toEqual(reasons);
    expect((await runCliAs(['stop'], { userFolder })).err).toBe('');
    expect(JSON.parse((await runCliAs(['status', '--json'], { userFolder })).out)).toEqual([]);
  });

  it('hides no service beside it, also where there are thousands', async () => {
    const { url } = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const { data } = userFolders();
    for (let at = 0; at < 3_000; at += 1) writeFileSync(join(data, 'servers', `x${at}.json`), '');
    expect((await askServers(data)).answering.map(({ file }) => file.url)).toContain(url);
    for (let at = 0; at < 3_000; at += 1) rmSync(join(data, 'servers', `x${at}.json`));
  });
});

describe('a service that several files announce', () => {
  it('is one service, with the file of its own process', async () => {
    const { url } = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const { data } = userFolders();
    const [own] = (await askServers(data)).answering;
    if (own === undefined) throw new Error('The service is not announced.');
    // The first by name, and others: a copy, and one that a service of an earlier process left behind.
    const names = ['0.json', '1.json', `${process.pid}.copy.json`];
    for (const [pid, name] of names.entries())
      writeFileSync(
        join(data, 'servers', name),
        JSON.stringify({ ...own.file, secret: own.secret, pid: pid < 2 ? pid + 1 : own.file.pid }),
      );
    const heard = await askServers(data);
    expect(heard.answering.map(({ file }) => file)).toEqual([own.file]);
    expect(severalRun(chooseService(heard))).toBeUndefined();
    const { out } = await runCliAs(['status'], { userFolder: join(data, '..') });
    expect(out.split(url)).toHaveLength(2);
  });

  it('is one that is silent, too', async () => {
    const { port } = await listening(createServer(() => undefined));
    const dataFolder = temporaryFolder();
    for (const pid of [1, 2]) await writeDiscoveryFile(dataFolder, discoveryFile({ port, pid }));
    expect((await askServers(dataFolder, () => true, 200)).silent).toHaveLength(1);
  });

  it('are two where each has its own', async () => {
    const registry = temporaryRegistry(['cpp/a/b']);
    const [one, two] = [await startTestServer(registry), await startTestServer(registry)];
    const dataFolder = temporaryFolder();
    for (const [at, { url }] of [one, two].entries()) {
      const { instanceId } = (await (await fetch(`${url}/v1/status`)).json()) as { instanceId: string };
      const port = Number(new URL(url).port);
      await writeDiscoveryFile(dataFolder, discoveryFile({ port, instanceId, pid: at + 1 }));
    }
    expect((await askServers(dataFolder)).answering).toHaveLength(2);
  });
});

describe('a file that names an address', () => {
  /** Asks what a file announces, with a stranger behind its address who knows the file’s secret. */
  async function askedBy(facts: (port: number) => Partial<DiscoveryFile>) {
    const secret = 'known-to-who-wrote-the-file';
    const { port } = await listening(
      createServer((request, response) => {
        const nonce = String(request.headers[NONCE_HEADER]);
        response.setHeader(PROOF_HEADER, proofOf(secret, nonce));
        response.end('{"app":"skills-registry","instanceId":"fake","registry":{"available":true}}');
      }),
    );
    const dataFolder = temporaryFolder();
    await writeDiscoveryFile(dataFolder, { ...discoveryFile({ port }), ...facts(port) }, secret);
    const { answering, silent, ignored } = await askServers(dataFolder);
    expect(silent).toEqual([]);
    return { urls: answering.map(({ file }) => file.url), ignored, path: join(dataFolder, 'servers') };
  }
  const at = (host: string, port: number) => ({ host, url: serviceUrl(host, port) });
  const ofMachine = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

  it.each<readonly [string, (port: number) => Partial<DiscoveryFile>, string]>([
    ['of another computer', (port) => at('skills.example', port), "'skills.example' is not this machine"],
    ['of another network', (port) => at('198.51.100.7', port), "'198.51.100.7' is not this machine"],
    [
      'that only begins as this machine does',
      (port) => at('127.0.0.1.skills.example', port),
      "'127.0.0.1.skills.example' is not this machine",
    ],
    [
      'other than its host',
      (port) => ({ url: `http://localhost:${port}` }),
      'is not that of its host and port',
    ],
    ['other than its port', () => ({ port: 9 }), 'is not that of its host and port'],
    [
      'with a user before the host',
      (port) => ({ url: `http://127.0.0.1:${port}@skills.example` }),
      'is not that of its host and port',
    ],
    [
      'for MCP elsewhere',
      () => ({ mcpUrl: 'http://skills.example/mcp' }),
      'is not that of its host and port',
    ],
  ])('%s is ignored, with a line that says so', async (_what, facts, why) => {
    const { urls, ignored, path } = await askedBy((port) => ({
      mcpUrl: `${facts(port).url ?? `http://127.0.0.1:${port}`}/mcp`,
      ...facts(port),
    }));
    expect(urls).toEqual([]);
    expect(ignored).toEqual([expect.stringContaining(`Ignored ${join(path, `${process.pid}.json`)}: `)]);
    expect(ignored[0]).toContain(why);
  });

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '::', ...ofMachine.slice(0, 1)])(
    'of this machine, %s, is asked',
    async (host) => {
      const { urls, ignored } = await askedBy((port) => ({
        ...at(host, port),
        mcpUrl: `${serviceUrl(host, port)}/mcp`,
      }));
      expect(ignored).toEqual([]);
      // The stranger listens at 127.0.0.1 alone.
      if (!ofMachine.includes(host)) expect(urls).toHaveLength(1);
    },
  );

  it('makes each command say so, and none ask there', async () => {
    const userFolder = temporaryFolder();
    const file = {
      ...discoveryFile(),
      ...at('skills.example', 8701),
      mcpUrl: 'http://skills.example:8701/mcp',
    };
    await writeDiscoveryFile(join(userFolder, 'skills-registry'), file);
    for (const args of [['status'], ['open'], ['stop'], ['list'], ['connect']]) {
      const { out, err } = await runCliAs(args, { userFolder, cwd: temporaryFolder() });
      expect({ args, said: `${out}${err}`.match(/^Ignored .*$/gm) }).toEqual({
        args,
        said: [expect.stringContaining("'skills.example' is not this machine")],
      });
    }
  });

  it('is announced by the address that a name stands for, which answers by it', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']), { host: '127.1' });
    const { answering, ignored } = await askServers(userFolders().data);
    expect(ignored).toEqual([]);
    expect(answering.map(({ file }) => file.url)).toEqual([`http://127.0.0.1:${new URL(server.url).port}`]);
  });
});

describe('the file of a service', () => {
  it('is removed by its own end, and long after its process by the start of another', async () => {
    const dataFolder = temporaryFolder();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const days = (number: number) => new Date(Date.now() - number * 24 * 60 * 60_000).toISOString();
    await writeDiscoveryFile(dataFolder, discoveryFile({ pid, startedAt: days(8) }));
    // Perhaps of another container: there it lives.
    await writeDiscoveryFile(dataFolder, discoveryFile({ pid: pid + 1, startedAt: days(1) }));
    const end = await writeDiscoveryFile(dataFolder, discoveryFile({}));
    const names = () => readdirSync(join(dataFolder, 'servers')).toSorted();
    expect(names()).toEqual([`${pid + 1}.json`, `${process.pid}.json`].toSorted());
    end();
    expect(names()).toEqual([`${pid + 1}.json`]);
  });
});
