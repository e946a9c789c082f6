'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const dns = require('node:dns');
const { once } = require('node:events');
const https = require('node:https');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const net = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { test } = require('node:test');
const { gzipSync } = require('node:zlib');
const undici = require('undici');
const { Agent, Client, interceptors, request } = undici;
const { serving, within } = require('./helpers.cjs');

test('a redirect to another origin drops authorization and cookie, not other headers', async () => {
  let headers;
  await serving(
    (req, res) => {
      headers = req.headers;
      res.end('there');
    },
    async (target) => {
      await serving(
        (req, res) => res.writeHead(302, { location: target }).end(),
        async (url) => {
          const secrets = { authorization: 'Bearer s', cookie: 'sid=1', 'x-api-key': 'k' };
          const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 3 }));
          for (const ask of [() => request(url, { headers: secrets, dispatcher }), () => undici.fetch(url, { headers: secrets })]) {
            await ask();
            assert.deepEqual([headers.authorization, headers.cookie, headers['x-api-key']], [undefined, undefined, 'k']);
          }
          await assert.rejects(undici.fetch(url, { redirect: 'error' }), (error) => error.cause.message === 'unexpected redirect');
          assert.equal((await undici.fetch(url, { redirect: 'manual' })).status, 302);
        },
      );
    },
  );
});

test('a redirect leads to a private address although the first was checked', async () => {
  await serving(
    (req, res) => res.end('internal'),
    async (internal) => {
      await serving(
        (req, res) => res.writeHead(302, { location: internal }).end(),
        async (url) => assert.equal(await (await undici.fetch(url)).text(), 'internal'),
      );
    },
  );
});

const blocked = new net.BlockList();
for (const [address, bits] of [['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['169.254.0.0', 16], ['0.0.0.0', 8]]) {
  blocked.addSubnet(address, bits);
}
blocked.addAddress('::1', 'ipv6');
const isBlocked = (address) => blocked.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4');
const lookup = (host, options, done) =>
  dns.lookup(host, { ...options, all: true }, (error, list) => {
    if (error) return done(error);
    if (list.some(({ address }) => isBlocked(address))) return done(new Error(`refused: ${host}`));
    if (options.all) done(null, list);
    else done(null, list[0].address, list[0].family);
  });

test('a lookup guard refuses names, is not asked for literal addresses', async () => {
  await serving(
    (req, res) => res.end('ok'),
    async (url) => {
      const dispatcher = new Agent({ connect: { lookup } });
      await assert.rejects(request(url.replace('127.0.0.1', 'localhost'), { dispatcher }), /refused: localhost/);
      assert.equal(await (await request(url, { dispatcher })).body.text(), 'ok');
    },
  );
});

test('a guard in the connector refuses both, redirects included', async () => {
  const guarded = () => {
    const connect = undici.buildConnector({ lookup });
    return new Agent({
      connect(options, done) {
        if (net.isIP(options.hostname.replace(/^\[|\]$/g, '')) && isBlocked(options.hostname.replace(/^\[|\]$/g, ''))) {
          return done(new Error(`refused: ${options.hostname}`), null);
        }
        return connect(options, done);
      },
    });
  };
  await serving(
    (req, res) => res.end('ok'),
    async (url, seen) => {
      const { port } = new URL(url);
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '0.0.0.0', '[::ffff:127.0.0.1]']) {
        const { error } = await within(request(`http://${host}:${port}`, { dispatcher: guarded() }), 3000);
        assert.match(error.message, /refused/, host);
      }
      assert.deepEqual(seen.requests, []);
    },
  );
});

test('maxResponseSize: no limit by default; counts bytes of the wire, not unpacked ones', async () => {
  await serving(
    (req, res) => {
      if (req.url === '/big') return res.end('x'.repeat(2_000_000));
      res.setHeader('content-encoding', 'gzip');
      res.end(gzipSync(Buffer.alloc(50_000_000)));
    },
    async (url) => {
      assert.equal((await (await request(`${url}/big`)).body.text()).length, 2_000_000);
      const dispatcher = new Agent({ maxResponseSize: 1_000_000 });
      const { body } = await request(`${url}/big`, { dispatcher });
      await assert.rejects(body.text(), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE', message: 'Response content exceeded max size' });
      const response = await undici.fetch(`${url}/big`, { dispatcher });
      await assert.rejects(response.text(), (error) => error.message === 'terminated' && error.cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE');
      const bomb = await undici.fetch(`${url}/bomb`, { dispatcher });
      assert.equal((await bomb.arrayBuffer()).byteLength, 50_000_000);
      // Counted while it is unpacked.
      const read = async (limit) => {
        let size = 0;
        for await (const part of (await undici.fetch(`${url}/bomb`, { dispatcher })).body) {
          size += part.length;
          if (size > limit) throw new Error('too large');
        }
      };
      await assert.rejects(read(1_000_000), /too large/);
    },
  );
});

test('a path segment of two dots climbs, also encoded by encodeURIComponent', async () => {
  await serving(
    (req, res) => res.end(req.url),
    async (url) => {
      const asked = async (id) => (await request(`${url}/users/${id}/posts`)).body.text();
      assert.equal(await asked('../admin'), '/admin/posts');
      assert.equal(await asked(encodeURIComponent('../admin')), '/users/..%2Fadmin/posts');
      assert.equal(await asked(encodeURIComponent('..')), '/posts');
      assert.equal(await asked('7?admin=1#'), '/users/7?admin=1');
      const client = new Client(url);
      const { body } = await client.request({ method: 'GET', path: '/users/../admin' });
      assert.equal(await body.text(), '/users/../admin'); // as it is written
      await assert.rejects(client.request({ method: 'GET', path: '/a b' }), { message: 'invalid request path' });
      await client.close();
    },
  );
});

test('TLS: a self-signed certificate is refused, rejectUnauthorized false takes any, ca only its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'undici-'));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')], { stdio: 'ignore' });
  const cert = readFileSync(join(folder, 'cert'));
  const server = https.createServer({ key: readFileSync(join(folder, 'key')), cert }, (req, res) => res.end('ok'));
  server.listen(0);
  await once(server, 'listening');
  const url = `https://localhost:${server.address().port}`;
  await assert.rejects(request(url), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const open = new Agent({ connect: { rejectUnauthorized: false } });
  assert.equal(await (await request(url, { dispatcher: open })).body.text(), 'ok');
  const own = new Agent({ connect: { ca: cert } });
  assert.equal(await (await request(url, { dispatcher: own })).body.text(), 'ok');
  await Promise.all([open.destroy(), own.destroy()]);
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test('the cache interceptor keeps answers with max-age, apart for other authorizations', async () => {
  await serving(
    (req, res) => {
      res.setHeader('cache-control', 'max-age=60');
      res.end(req.headers.authorization ?? 'anonymous');
    },
    async (url, seen) => {
      const dispatcher = new Agent().compose(interceptors.cache());
      const ask = async (path, headers) => {
        const text = await (await request(url + path, { dispatcher, headers })).body.text();
        await new Promise((resolve) => setTimeout(resolve, 30));
        return text;
      };
      for (let i = 0; i < 3; i++) await ask('/', {});
      assert.equal(seen.requests.length, 1);
      assert.equal(await ask('/me', { authorization: 'a' }), 'a');
      assert.equal(await ask('/me', { authorization: 'b' }), 'b');
    },
  );
});
