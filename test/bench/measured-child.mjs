/**
 * Runs the built command line, or a bare server that sends bodies it is given, and reports its own use of processor and
 * memory when asked: `{ ask: 'usage' }` over IPC.
 */
import http from 'node:http';
import { fileURLToPath } from 'node:url';

process.on('message', ({ ask, bodies }) => {
  if (ask === 'usage') {
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    process.send({
      cpuMicros: user + system,
      rssBytes: rss,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    });
  }
  if (ask === 'serve') serveBare(new Map(bodies));
});

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
