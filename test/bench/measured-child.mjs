/**
 * Runs the built command line, or a bare server that sends bodies it is given, and reports its own use of processor and
 * memory when asked: `{ ask: 'usage' }` over IPC. `{ ask: 'block' }` reports the longest block of the event loop since the
 * last question, in milliseconds of the main thread's processor time (Linux): other programs on the machine don't lengthen it.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

process.on('message', ({ ask, bodies }) => {
  if (ask === 'usage') {
    // With --expose-gc: garbage is no growth.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    process.send({
      cpuMicros: user + system,
      rssBytes: rss,
      heapBytes: heapUsed,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    });
  }
  if (ask === 'block') {
    if (longestBlock === undefined) watchBlocks();
    process.send({ blockMs: longestBlock });
    longestBlock = 0;
  }
  if (ask === 'serve') serveBare(new Map(bodies));
});

/** Between two ticks of the timer lies one round of the event loop, and the timer's pause. */
let longestBlock;
function watchBlocks() {
  longestBlock = 0;
  let before = processorMs();
  setInterval(() => {
    const now = processorMs();
    longestBlock = Math.max(longestBlock, now - before);
    before = now;
  }, 2).unref();
}

/** What the main thread has used of the processor. */
function processorMs() {
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

/** The least a Node server can do: the body by the whole path. */
function serveBare(bodies) {
  const prepared = new Map();
  for (const [path, { headers, body }] of bodies)
    prepared.set(path, { headers, body: Buffer.from(body, 'base64') });
  const server = http.createServer((request, response) => {
    const answer = prepared.get(request.url);
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}

if (process.argv[2] !== 'bare') {
  process.channel.unref(); // the service ends when nothing of its own keeps it running
  process.argv.splice(1, 1, fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url)));
  await import('../../dist/server/skills-registry.cjs');
}
