/**
 * A process that reports its own use of processor (all threads, and the one that serves; Linux) and memory when it gets
 * the message 'usage': the built command line (`service`), or the least that a Node program can do instead (`reader`: reads every file of the registry and looks for
 * words in it; `bodies`: sends the bodies that it gets as a message).
 */
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds that reading all files took. */
let readMs;

process.on('message', (message) => {
  if (message !== 'usage') return serveBodies(new Map(message));
  globalThis.gc?.(); // garbage is no growth
  const { user, system } = process.cpuUsage();
  const [servingNanos] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number);
  const { rss, heapUsed } = process.memoryUsage();
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  const cpuMicros = user + system;
  process.send({
    cpuMicros,
    servingMicros: servingNanos / 1_000,
    rssBytes: rss,
    heapBytes: heapUsed,
    peakRssBytes,
    readMs,
  });
});

function serveBodies(bodies) {
  for (const answer of bodies.values()) answer.body = Buffer.from(answer.body, 'base64');
  const server = http.createServer((request, response) => {
    const { headers, body } = bodies.get(request.url);
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}

function serveReader(registry, port) {
  const texts = [];
  const readAll = (folder) => {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name);
      if (item.isDirectory()) readAll(path);
      else texts.push(readFileSync(path, 'utf8'));
    }
  };
  const startedAt = performance.now();
  readAll(registry);
  readMs = performance.now() - startedAt;
  const server = http.createServer(({ url }, response) => {
    const words = new URL(url, 'http://localhost').searchParams.get('q')?.split(' ') ?? [];
    const found = texts.filter((text) => words.some((word) => text.includes(word))).length;
    response.end(JSON.stringify({ found }));
  });
  server.listen(port, '127.0.0.1');
}

// A benchmark that failed leaves nothing running.
process.once('disconnect', () => process.exit());

const [, , program, , , port] = process.argv;
if (program === 'reader') serveReader(process.argv.at(-1), Number(port));
if (program === 'service') {
  process.channel.unref(); // the service ends when nothing of its own keeps it running
  const cli = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
  process.argv.splice(1, 2, cli);
  await import(cli);
}
