import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Has a server listen at a port that the system chooses, until the test ends; `atEnd` is that of another test runner. */
export async function listening(
  server: Server,
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<{ readonly port: number; readonly url: string }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}
