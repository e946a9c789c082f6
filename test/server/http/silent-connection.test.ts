import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../../../src-server/http/http-server.ts';

const app = {
  express: express(),
  findRefusal: () => undefined,
  prove() {},
  isAlwaysAnswered: () => true,
  answer() {},
};

it.each([
  ['never sent a byte', ''],
  ['sent half of a request header', 'GET /health HTTP/1.1\r\nHost: 127'],
])('a connection that %s does not hold the end of the service', async (_, sent) => {
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const cut = once(socket, 'close');
  socket.resume();
  socket.write(sent);
  // Far beyond the limit of a test: only the sweep can end it in time.
  await server.close(3_600_000);
  await cut;
  expect(socket.destroyed).toBe(true);
});
